"""Defence Dice: action ids, names, and what an illegal action does (nothing)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.errors import ActionNameError, IllegalActionError
from support.defence import CARDS, OPTION_SETS, SKILLS, begin, defence_dice, legal, position

pytestmark = pytest.mark.nojit

NUMBERS = range(1, 7)
ALL_NAMES = [
    *(f"target {card}" for card in CARDS),
    *(f"skill {skill}" for skill in SKILLS),
    *(f"die {n}" for n in NUMBERS),
    "confirm",
    "pass",
    *(f"activate {skill}" for skill in SKILLS),
    *(f"track {suit}" for suit in "SHDC"),
    *(f"number {n}" for n in NUMBERS),
    *(f"buy {skill}" for skill in SKILLS),
    "recover",
    "retrieve",
    *(f"take {skill}" for skill in SKILLS),
    *(f"pen {n}" for n in (1, 2, 3)),
    "release",
    "keep",
    "bottom",
    "finish",
]


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_whole_action_space_by_name(options: dict[str, Any]) -> None:
    game = defence_dice(**options)
    assert game.num_actions == len(ALL_NAMES) == 151
    assert [game.action_to_string(action) for action in range(game.num_actions)] == ALL_NAMES
    assert [game.string_to_action(name) for name in ALL_NAMES] == list(range(151))


@pytest.mark.parametrize(
    "text", ["", "target", "target X1", "die 7", "die 0", "pen 4", "track X", "skill", "buy Sleep"]
)
def test_a_text_that_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionNameError):
        defence_dice().string_to_action(text)


@pytest.mark.parametrize(("text", "close"), [("target S99", "target S9"), ("buy Cleeve", "buy Cleave")])
def test_the_refusal_suggests_close_names(text: str, close: str) -> None:
    with pytest.raises(ActionNameError) as refusal:
        defence_dice().string_to_action(text)
    assert close in str(refusal.value).replace(text, "")


def test_an_illegal_action_names_itself_and_the_phase_and_changes_nothing() -> None:
    state = begin(position("S9 S5", rolled="34"))
    before = state.to_bytes()
    names = legal(state)
    for action in range(state.game.num_actions):
        if state.action_to_string(action) in names:
            continue
        with pytest.raises(IllegalActionError) as refusal:
            state.apply_action(action)
        assert state.action_to_string(action) in str(refusal.value)
        assert "design" in str(refusal.value)
    assert state.to_bytes() == before


def test_the_game_is_for_one_player() -> None:
    game = defence_dice()
    assert (game.num_players, game.players, game.roles) == (1, ("player_0",), ("Defender",))
    assert (game.min_utility, game.max_utility, game.hidden_information) == (-1, 1, True)
