"""Pictures: everything without a viewer, and for the player all but the deck."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.defence import OPTION_SETS, begin, defence_dice, get, play, position

pytestmark = pytest.mark.nojit


def random_states(options: dict[str, Any], seed: int) -> list[State]:
    """The states of a random game."""
    state = defence_dice(**options).new_initial_state(seed)
    rnd = random.Random(seed)
    found = [state.clone()]
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
        found.append(state.clone())
    return found


@pytest.mark.parametrize("options", OPTION_SETS)
def test_two_worlds_give_the_same_picture(options: dict[str, Any]) -> None:
    changed = 0
    for k, state in enumerate(random_states(options, seed=2)):
        other = state.resample(0, seed=k)
        assert other.to_string(0) == state.to_string(0)
        changed += str(other) != str(state)
    assert changed > 20


@pytest.mark.parametrize("options", OPTION_SETS)
def test_all_that_lies_open_is_shown(options: dict[str, Any]) -> None:
    for state in random_states(options, seed=3)[::3]:
        shown = state.to_string(0)
        at = state.to_dict()
        cards = [enemy["card"] for row in at["tracks"] for enemy in row["enemies"]]
        for card in (*cards, *at["overkill"], *at["queue"]["prisoners"], *[c for pen in at["pens"] for c in pen]):
            assert card in shown
        for name in at["skills"]:
            assert name in shown


def test_the_whole_picture_lies_open() -> None:
    state = defence_dice().new_initial_state(seed=1)
    assert set(get(state, "deck")) <= set(str(state).split())
    assert state.to_string(None) == str(state)
    assert not {"X1", "X2"} & set(state.to_string(0).split())


def test_what_lies_on_an_enemy_is_shown() -> None:
    picture = begin(position("SK:12*3", "H9:3*4", rolled="36", xp=2, spent=1), king="laid").to_string(0)
    for piece in ("SK[12*3=2]", "H9[3*4=2]", "rolled 36", "spent 1", "XP 2", "S (1 of 7)", "to buy:"):
        assert piece in picture


def test_what_scout_has_shown_is_shown() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="C2 C3 C4")
    state = play(begin(given), "activate Scout")
    assert "on top: C2" in state.to_string(0)
    assert "at the bottom: C2" in play(state, "bottom").to_string(0)


def test_a_decision_half_made_is_shown() -> None:
    state = play(begin(position("S9", rolled="34", skills={"Precision": "4"})), "target S9", "die 3")
    assert "placing on S9: 3" in state.to_string(0)
    state = play(begin(position("S9", rolled="34", skills={"Precision": "4"})), "activate Precision")
    assert "carrying out Precision" in state.to_string(0)


def test_the_end_is_named() -> None:
    won = play(begin(position("S9", rolled="6", deck="C2")), "pass")
    assert "won in round 1 (deck)" in str(won)


def test_picture_is_narrow() -> None:
    for options in OPTION_SETS[::3]:
        for state in random_states(options, seed=5):
            for line in state.to_string(0).splitlines():
                assert len(line) <= 100 or "overkill" in line
