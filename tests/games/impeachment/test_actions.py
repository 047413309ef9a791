"""Impeachment: action ids, names, legality, and what an illegal action does (nothing)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.errors import ActionNameError, IllegalActionError
from support.positions import ISSUE_CARDS, JUSTICES, begin, impeachment, lane, legal, play, position

pytestmark = pytest.mark.nojit

PLACES = [f"place {card} {name}" for card in ISSUE_CARDS for name in JUSTICES]
ALL_NAMES = [
    *PLACES,
    "pass",
    *(f"place WITNESS {name}" for name in JUSTICES),
    *(f"place EVIDENCE {name}" for name in JUSTICES),
    *(f"mud {name}" for name in JUSTICES),
    *(f"deliberation {name}" for name in JUSTICES),
    "poll",
    "deal",
    *(f"retract {card}" for card in ISSUE_CARDS),
    *(f"to {name}" for name in JUSTICES),
    "to discard",
    *(f"flaw {card}" for card in ISSUE_CARDS),
    *(f"pick {card}" for card in ISSUE_CARDS),
    "draw issue",
    "draw tactic",
]
SPACES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, PLACES),
    ({"bias": True}, PLACES),
    ({"play_out": True}, PLACES),
    ({"conviction": "rank"}, [*PLACES, "pass"]),
    ({"conviction": "total", "bias": True}, [*PLACES, "pass"]),
    ({"tactics": True}, ALL_NAMES),
    ({"tactics": True, "conviction": "total", "bias": True}, ALL_NAMES),
]
GAMES = pytest.mark.parametrize(("options", "names"), SPACES)
TACTICS = {"tactics": True}


@GAMES
def test_the_whole_action_space_by_name(options: dict[str, Any], names: list[str]) -> None:
    game = impeachment(**options)
    assert game.num_actions == len(names) in (486, 487, 699)
    assert [game.action_to_string(action) for action in range(game.num_actions)] == names


@GAMES
def test_every_name_leads_back_to_its_action(options: dict[str, Any], names: list[str]) -> None:
    game = impeachment(**options)
    assert [game.string_to_action(name) for name in names] == list(range(game.num_actions))


@GAMES
def test_a_state_names_actions_as_its_game_does(options: dict[str, Any], names: list[str]) -> None:
    state = impeachment(**options).new_initial_state(seed=1)
    for action in (0, len(names) // 2, len(names) - 1):
        assert state.action_to_string(action) == names[action]
        assert state.string_to_action(names[action]) == action


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("place SA J1", 0),
        ("place SA J9", 8),
        ("place S5 J3", 38),
        ("place HA J1", 117),
        ("place DT J1", 315),
        ("place CK J9", 467),
        ("place X1 J1", 468),
        ("place X2 J9", 485),
        ("pass", 486),
        ("place WITNESS J1", 487),
        ("place EVIDENCE J1", 496),
        ("mud J1", 505),
        ("deliberation J1", 514),
        ("poll", 523),
        ("deal", 524),
        ("retract SA", 525),
        ("to J1", 579),
        ("to discard", 588),
        ("flaw SA", 589),
        ("pick X2", 696),
        ("draw issue", 697),
        ("draw tactic", 698),
    ],
)
def test_action_ids(name: str, action: int) -> None:
    game = impeachment(tactics=True)
    assert game.string_to_action(name) == action
    assert game.action_to_string(action) == name


@pytest.mark.parametrize(
    "text",
    ["", "place", "place S5", "place S5 J0", "place S5 J10", "place S1 J3", "place 5S J3", "place MUD J3", "to J0"]
    + ["pick MUD", "retract WITNESS", "mud", "draw", "to", "flaw X3", "resign", "487"],
)
def test_a_text_that_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionNameError):
        impeachment(tactics=True).string_to_action(text)


@pytest.mark.parametrize(
    ("text", "close"), [("place S5 J33", "place S5 J3"), ("poll!", "poll"), ("draw isue", "draw issue")]
)
def test_the_refusal_suggests_close_names(text: str, close: str) -> None:
    with pytest.raises(ActionNameError) as refusal:
        impeachment(tactics=True).string_to_action(text)
    assert close in str(refusal.value).replace(text, "")


def test_tactic_names_are_unknown_in_the_base_game() -> None:
    for name in ("pass", "mud J1", "poll", "draw issue", "place WITNESS J1"):
        with pytest.raises(ActionNameError):
            impeachment().string_to_action(name)


# Illegal actions

MIDDLE: dict[int, dict[str, Any]] = {1: lane("S5 S6 S7", "H9"), 2: lane("X1", "CK"), 3: lane(taken_by="con")}


def middle(**options: Any) -> Any:
    return begin(position(MIDDLE, pro="S8 POLL RETRACT", con="C9 CT MUD", pile="D2 D3", tactic_pile="FLAW"), **options)


@pytest.mark.parametrize(
    "name",
    [
        "place S8 J1",  # full
        "place S8 J3",  # taken
        "place C9 J4",  # the other's card
        "place S5 J4",  # already on the table
        "place D2 J4",  # in the pile
        "place WITNESS J4",  # nowhere
        "mud J4",
        "pass",
        "deal",
        "retract H9",
        "to J4",
        "to discard",
        "flaw H9",
        "pick D2",
        "draw issue",
        "draw tactic",
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(name: str) -> None:
    state = middle(**TACTICS)
    before = state.to_bytes()
    with pytest.raises(IllegalActionError) as refusal:
        play(state, name)
    assert state.to_bytes() == before
    assert name in str(refusal.value)
    assert "play" in str(refusal.value)
    assert any(possible in str(refusal.value) for possible in legal(state))


@pytest.mark.parametrize(
    ("before", "name", "phase"),
    [
        (("place S8 J4",), "place S8 J5", "draw"),
        (("place S8 J4",), "pass", "draw"),
        (("poll",), "pick S8", "poll"),
        (("poll", "pick D3"), "pick D3", "poll"),
        (("poll",), "draw issue", "poll"),
        (("retract S5",), "to J1", "retract"),
        (("retract S5",), "to J3", "retract"),
        (("retract S5",), "retract S6", "retract"),
    ],
)
def test_an_illegal_action_in_the_middle_of_a_turn(before: tuple[str, ...], name: str, phase: str) -> None:
    state = play(middle(**TACTICS), *before)
    snapshot = state.to_bytes()
    with pytest.raises(IllegalActionError, match=phase):
        play(state, name)
    assert state.to_bytes() == snapshot
    assert state.to_dict()["phase"] == phase


@pytest.mark.contract
@pytest.mark.parametrize("action", [-1, -699, 699, 10_000])
def test_an_action_outside_the_space_is_refused(action: int) -> None:
    state = middle(**TACTICS)
    before = state.to_bytes()
    with pytest.raises(IllegalActionError):
        state.apply_action(action)
    assert state.to_bytes() == before


@pytest.mark.contract
def test_every_action_is_either_legal_or_refused() -> None:
    state = middle(**TACTICS)
    mask = state.legal_actions_mask()
    assert mask.dtype == np.int8
    assert list(np.flatnonzero(mask)) == list(state.legal_actions())
    before = state.to_bytes()
    for action in range(state.game.num_actions):
        copy = state.clone()
        if mask[action]:
            copy.apply_action(action)
            assert copy.to_bytes() != before
        else:
            with pytest.raises(IllegalActionError):
                copy.apply_action(action)
            assert copy.to_bytes() == before
    assert state.to_bytes() == before
