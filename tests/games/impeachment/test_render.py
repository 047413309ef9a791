"""Pictures: everything without a viewer, and for a player only what that player knows."""

from __future__ import annotations

import numpy as np
import pytest

from dicedeck.envs.core.game import State
from support.positions import impeachment, lane, position

VARIANTS: list[dict[str, object]] = [{}, {"tactics": True}, {"tactics": True, "conviction": "total", "bias": True}]


def random_states(options: dict[str, object], games: int, every: int) -> list[State]:
    """States all along random games."""
    game = impeachment(**options)
    rng = np.random.default_rng(5)
    found = []
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            if rng.integers(every) == 0:
                found.append(state.clone())
            state.apply_action(int(rng.choice(state.legal_actions())))
        found.append(state)
    return found


@pytest.mark.parametrize("options", VARIANTS)
def test_two_worlds_give_the_same_picture(options: dict[str, object]) -> None:
    changed = 0
    for k, state in enumerate(random_states(options, games=30, every=4)):
        for viewer in (0, 1):
            other = state.resample(viewer, seed=k)
            assert other.to_string(viewer) == state.to_string(viewer)
            changed += str(other) != str(state)
    assert changed > 100


@pytest.mark.parametrize("options", VARIANTS)
def test_own_cards_and_the_table_are_always_shown(options: dict[str, object]) -> None:
    for state in random_states(options, games=5, every=6):
        place = state.to_dict()
        table = [card for justice in place["justices"] for card in (*justice["pro"], *justice["con"])]
        short = {"WITNESS": "WITN.", "EVIDENCE": "EVID."}
        for viewer, name in enumerate(("pro", "con")):
            words = state.to_string(viewer).replace("(", " ").replace(")", " ").split()
            assert {short.get(card, card) for card in table} <= set(words)
            assert {*place["hands"][name], *place["discards"]} <= set(words)


def test_the_whole_picture_lies_open() -> None:
    state = impeachment().new_initial_state(seed=1)
    place = state.to_dict()
    words = str(state).split()
    assert {*place["hands"]["pro"], *place["hands"]["con"], *place["issue_pile"]} <= set(words)
    assert state.to_string(None) == str(state)


def test_picture_is_narrow() -> None:
    for state in random_states(VARIANTS[2], games=5, every=3):
        assert max(len(line) for line in state.to_string(0).splitlines() if "discards" not in line) <= 80


def test_secret_picks_are_not_named() -> None:
    game = impeachment(tactics=True)
    start = position({}, pro="POLL S5", con="H9 HT", pile="D4 D5 D6 D7 D8", tactic_pile="MUD")
    state = game.from_dict(start)
    state.apply_action(game.string_to_action("poll"))
    pick = game.string_to_action("pick D6")
    assert state.action_to_string(pick) == "pick D6"
    assert state.action_to_string(pick, viewer=0) == "pick D6"
    assert state.action_to_string(pick, viewer=1) == "pick a card"
    state.apply_action(pick)
    assert "Pro has picked D6" in state.to_string(0)
    assert "on top: D4 D5 D6 D7" in state.to_string(0)
    assert "Pro has picked 1 card" in state.to_string(1)
    assert "D6" not in state.to_string(1)
    assert "Pro knows the top 4 cards" in state.to_string(1)


def test_marks_and_takings_are_shown() -> None:
    lanes = {1: lane("S5 S6 S7", "H4 D4 C3", taken_by="pro"), 2: lane("S8", mud=True, deliberation=True)}
    state = impeachment(tactics=True).from_dict(position(lanes, pro="D2", con="D3"))
    picture = state.to_string(0)
    for piece in ("J1=Pro", "mud", "delib.", "taken: Pro 1 of 6"):
        assert piece in picture
