"""What a person means by a number, a name or a part of one."""

from __future__ import annotations

import pytest

from dicedeck.cli.table.choices import group_actions, matches, resolve
from dicedeck.envs.core.errors import ActionNameError, IllegalActionError
from dicedeck.envs.core.game import State
from support.defence import defence_dice
from support.positions import impeachment, lane, position

NAMES = ["place S5 J1", "place S5 J10", "place H5 J1", "pass", "poll", "draw issue", "draw tactic", "to discard"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("place S5 J1", ["place S5 J1"]),
        ("PLACE s5 j1", ["place S5 J1"]),
        ("pl s5 j1", ["place S5 J1"]),
        ("s5 j10", ["place S5 J10"]),
        ("h5", ["place H5 J1"]),
        ("pa", ["pass"]),
        ("draw", ["draw issue", "draw tactic"]),
        ("tactic", ["draw tactic"]),
        ("d t", ["draw tactic"]),
        ("discard", ["to discard"]),
        ("place S5", ["place S5 J1", "place S5 J10"]),
        ("j1 s5", []),
        ("", []),
    ],
)
def test_words_begin_words_in_order(text: str, meant: list[str]) -> None:
    assert [NAMES[k] for k in matches(text, NAMES)] == meant


@pytest.fixture
def state() -> State:
    lanes = {1: lane("S5 S6 S7", "H4 D4 C3", taken_by="pro"), 2: lane("S8 S9 ST")}
    return impeachment().from_dict(position(lanes, pro="D2 DT", con="D3"))


def test_numbers_follow_the_order_of_the_legal_actions(state: State) -> None:
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert [state.action_to_string(resolve(str(k + 1), state)) for k in range(len(names))] == names


def test_groups_share_all_words_but_the_last(state: State) -> None:
    groups = group_actions(state)
    assert [group.label for group in groups] == ["place D2", "place DT"]
    assert groups[0].choices == [(k + 1, f"J{k + 3}") for k in range(7)]
    assert groups[1].choices[0] == (8, "J3")


def test_names_of_several_words_stay_whole() -> None:
    groups = {
        group.label: [rest for _, rest in group.choices] for group in group_actions(defence_dice().new_initial_state(0))
    }
    assert groups[""] == ["pass"]
    assert groups["buy"][:3] == ["Long Shot", "Twin Strike", "Second Wind"]


def test_groups_of_single_words() -> None:
    start = position({}, pro="POLL DEAL S5 H5", con="H9 HT", pile="D4 D5 D6", tactic_pile="MUD")
    groups = group_actions(impeachment(tactics=True).from_dict(start))
    assert [last for group in groups if group.label == "" for _, last in group.choices] == ["poll", "deal"]


@pytest.mark.parametrize("text", ["0", "15", "999"])
def test_numbers_out_of_range(state: State, text: str) -> None:
    with pytest.raises(IllegalActionError, match="from 1 to 14"):
        resolve(text, state)


def test_several_meanings_are_listed(state: State) -> None:
    with pytest.raises(ActionNameError, match=r"place D2 J3, .* and 2 more"):
        resolve("d2", state)


def test_illegal_action_is_told_from_unknown_name(state: State) -> None:
    with pytest.raises(IllegalActionError, match="'place D2 J1' is illegal"):
        resolve("place d2 j1", state)
    with pytest.raises(ActionNameError, match="no action is called 'place D2 J12'; did you mean"):
        resolve("place D2 J12", state)
