"""Defence Dice: what the player cannot know of the deck, what is known, and the odds that follow (DEF-2, DEF-22)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.defence import begin, defence_dice, get, play, position

pytestmark = pytest.mark.nojit

JOKERS = ("X1", "X2")


def decks(state: State, n: int = 60) -> list[list[str]]:
    """The deck in worlds that the player cannot tell apart."""
    found = []
    for seed in range(n):
        world = state.resample(0, seed)
        found.append(get(world, "deck"))
        assert sorted(found[-1]) == sorted(get(state, "deck"))
        assert get(world, "segments") == get(state, "segments")
    return found


@pytest.mark.rule("DEF-2")
def test_jokers_stay_in_their_piles() -> None:
    for deck in decks(defence_dice().new_initial_state(seed=3)):
        assert [sum(card in JOKERS for card in deck[k : k + 18]) for k in (0, 18, 36)] == [0, 1, 1]


@pytest.mark.rule("DEF-2")
def test_either_joker_may_come_first() -> None:
    firsts = {next(c for c in deck if c in JOKERS) for deck in decks(defence_dice().new_initial_state(seed=3))}
    assert firsts == set(JOKERS)


@pytest.mark.rule("DEF-2", "DEF-22")
def test_the_last_joker_lies_in_a() -> None:
    given = position("S9", deck="C2 C3 C4 X2 C5 C6", jokers_out=1, segments=[0, 3, 3, 0])
    places = Counter(deck.index("X2") for deck in decks(begin(given)))
    assert set(places) == {3, 4, 5}
    assert {deck[0] for deck in decks(begin(given))} == {"C2", "C3", "C4", "C5", "C6"}


@pytest.mark.rule("DEF-22")
def test_what_was_reshuffled_stays_on_top() -> None:
    given = position("S9", deck="C2 C3 C4 D5 X2 D7", jokers_out=1, segments=[0, 0, 3, 3])
    worlds = decks(begin(given))
    assert all(set(deck[:3]) == {"C2", "C3", "C4"} for deck in worlds)
    assert len({tuple(deck[:3]) for deck in worlds}) == 6
    assert {deck.index("X2") for deck in worlds} == {3, 4, 5}


@pytest.mark.rule("DEF-28")
def test_what_scout_has_shown_stays_where_it_is() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="C2 C3 C4 D5 X2 D7")
    looking = play(begin(given), "activate Scout")
    kept = play(looking.clone(), "keep")
    buried = play(looking.clone(), "bottom")
    for state in (looking, kept):
        assert all(deck[0] == "C2" for deck in decks(state))
        assert len({tuple(deck) for deck in decks(state)}) > 20
    assert all(deck[-1] == "C2" for deck in decks(buried))
    assert {deck[0] for deck in decks(buried)} == {"C3", "C4", "D5", "X2", "D7"}


@pytest.mark.rule("DEF-28", "DEF-2")
def test_a_joker_that_scout_has_shown_is_not_looked_for_elsewhere() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="X1 C3 C4 D5 X2 D7", segments=[0, 2, 4, 0])
    for choice, place in (("keep", 0), ("bottom", -1)):
        state = play(begin(given), "activate Scout", choice)
        worlds = decks(state)
        assert all(deck[place] == "X1" for deck in worlds)
        among = range(2, 6) if choice == "keep" else range(1, 5)
        assert {deck.index("X2") for deck in worlds} == set(among)


@pytest.mark.rule("DEF-2", "DEF-28")
@pytest.mark.parametrize(
    ("deck", "segments", "first", "second"),
    [
        ("C2 X1 C3 D4 X2 D5", [0, 3, 3, 0], {1, 2}, {3, 4, 5}),  # the known card is of B
        ("C2 C3 X1 D4 X2 D5", [2, 2, 2, 0], {2, 3}, {4, 5}),  # of C
    ],
)
def test_with_a_known_top_both_jokers_stay_in_their_piles(
    deck: str, segments: list[int], first: set[int], second: set[int]
) -> None:
    worlds = decks(begin(position("S9", deck=deck, segments=segments, known_top=True)))
    places = [[k for k, card in enumerate(world) if card in JOKERS] for world in worlds]
    assert all(world[0] == "C2" for world in worlds)
    assert ({low for low, _ in places}, {high for _, high in places}) == (first, second)


@pytest.mark.rule("DEF-28")
def test_cards_put_below_come_last_in_their_order() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="C2 C3 C4 C5")
    state = play(begin(given), "activate Scout", "bottom")
    again = begin(state.to_dict() | {"skills": {"Scout": [5]}})
    play(again, "activate Scout", "bottom")
    assert get(again, "deck") == ["C4", "C5", "C2", "C3"]
    assert {tuple(deck) for deck in decks(again)} == {("C4", "C5", "C2", "C3"), ("C5", "C4", "C2", "C3")}


def test_a_world_depends_on_the_seed_and_on_what_is_known_only() -> None:
    state = defence_dice().new_initial_state(seed=3)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    others = [state.resample(0, seed) for seed in range(5)]
    assert len({other.to_bytes() for other in others}) == 5
    for other in others:
        assert other.resample(0, 9).to_bytes() == state.resample(0, 9).to_bytes()


# The odds of the next reveal

DECKS: dict[str, dict[str, Any]] = {
    "C on top": {"deck": "C2 C3 D4 S5 X1 H7 X2 D8 D9", "segments": [2, 3, 4, 0]},
    "B on top": {"deck": "C2 X1 D4 S5 H7 X2 D8 D9", "segments": [0, 4, 4, 0]},
    "B on top, its joker gone": {"deck": "C2 D4 S5 H7 X2 D8", "segments": [0, 2, 4, 0], "jokers_out": 1},
    "A": {"deck": "C2 C3 D4 X1 H7", "segments": [0, 0, 5, 0], "jokers_out": 1},
    "reshuffled": {"deck": "C2 C3 D4 X1 H7", "segments": [0, 0, 2, 3], "jokers_out": 1},
    "known top": {"deck": "C2 C3 D4 X1 H7", "known_top": True},
    "known joker": {"deck": "X1 C3 D4 H7", "known_top": True},
    "known bottom": {"deck": "C2 C3 H7", "known_bottom": 3},
    "some known bottom": {"deck": "C2 X1 H7", "known_bottom": 1, "jokers_out": 1},
    "a joker at the bottom": {"deck": "C2 C3 X1", "known_bottom": 1},
    "the last card": {"deck": "X1"},
}


@pytest.mark.rule("DEF-2", "DEF-22")
@pytest.mark.parametrize("which", list(DECKS))
def test_the_odds_of_the_next_reveal_against_many_worlds(which: str) -> None:
    state = begin(position("S9", **DECKS[which]))
    seen = state.observation_tensor(0)
    layout = state.game.layout
    suits = seen[layout["next_suit"].start : layout["next_suit"].stop]
    joker = seen[layout["next_joker"].start]
    n = 1500
    tops = Counter(get(state.resample(0, seed), "deck")[0][0] for seed in range(n))
    for k, letter in enumerate("SHDC"):
        assert abs(suits[k] - tops[letter] / n) < 0.05, letter
    assert abs(joker - tops["X"] / n) < 0.05
    assert sum(suits) + joker == pytest.approx(1, abs=1e-5)
