"""Deck of Fate, FATE-1 to FATE-4: the cards, the characters, the deal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.errors import OptionError
from support.fate import (
    CARDS,
    CLASSES,
    MAX_VP,
    STATS,
    begin,
    char,
    deck_of_fate,
    fate,
    get,
    hand,
    pc,
    play,
    position,
    vp,
)

pytestmark = pytest.mark.nojit

SEEDS = range(12)
CLASS_STATS = ["grit", "grit", "experience", "experience", "guile", "guile", "nature", "nature"]
START_MP = [1, 1, 2, 3, 2, 1, 2, 2]


def all_cards(given: dict[str, Any]) -> list[str]:
    """Every card that a position names."""
    found = [*given["deck"], *given["discards"]]
    for entry in given["pcs"]:
        found += entry["hand"]
        for row in entry["fate"]:
            found += [row["card"], *row.get("cards", [])]
    return found


@pytest.mark.rule("FATE-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_78_cards_each_once(seed: int) -> None:
    given = deck_of_fate(pcs=5).new_initial_state(seed).to_dict()
    if not given.get("fool_aside"):
        assert sorted(all_cards(given)) == sorted(CARDS)


@pytest.mark.rule("FATE-2")
@pytest.mark.parametrize("seed", SEEDS)
def test_drawn_characters_have_2_1_0_minus_1_and_1_more(seed: int) -> None:
    for entry in deck_of_fate(pcs=5).new_initial_state(seed).to_dict()["pcs"]:
        stats = list(entry["stats"])
        stats[STATS.index(CLASS_STATS[CLASSES.index(entry["class"])])] -= 1
        assert sorted(stats) == [-1, 0, 1, 2]


@pytest.mark.rule("FATE-2")
def test_every_class_and_every_assignment_is_drawn_and_classes_may_repeat() -> None:
    entries = [deck_of_fate(pcs=5).new_initial_state(seed).to_dict()["pcs"] for seed in range(60)]
    assert {entry["class"] for row in entries for entry in row} == set(CLASSES)
    assert any(len({entry["class"] for entry in row}) < 5 for row in entries)
    assert len({tuple(entry["stats"]) for row in entries for entry in row}) > 40


@pytest.mark.rule("FATE-2", "FATE-3")
@pytest.mark.parametrize(("number", "name"), list(enumerate(CLASSES)))
def test_chosen_class_and_stats(number: int, name: str) -> None:
    game = deck_of_fate(pcs=2, classes=(name, None), stats=((0, 2, -1, 1), None))
    for seed in range(3):
        entry = char(game.new_initial_state(seed))
        stats = [0, 2, -1, 1]
        stats[STATS.index(CLASS_STATS[number])] += 1
        assert (entry["class"], entry["stats"], entry["mp"]) == (name, stats, START_MP[number])


@pytest.mark.rule("FATE-2")
def test_options_as_on_a_command_line() -> None:
    game = deck_of_fate(pcs=2, classes="thief, monk", stats="2,1,0,-1;0,1,2,-1")
    assert game == deck_of_fate(pcs=2, classes=("thief", "monk"), stats=((2, 1, 0, -1), (0, 1, 2, -1)))
    assert game.option_values()["classes"] == ["thief", "monk"]


def test_true_is_no_number_of_pcs() -> None:
    with pytest.raises(OptionError, match="pcs is not true or false, but True was given"):
        load_game("deck_of_fate", pcs=True)


@pytest.mark.rule("FATE-2")
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"classes": ("monk",)}, "classes has 1 entries, there are 3 PCs"),
        ({"classes": ("monk", "bard", "thief")}, "classes"),
        ({"stats": ((2, 1, 0, 0), None, None)}, r"\[0\] must hold each of 2, 1, 0, -1 once"),
        ({"stats": ((2, 1, 0, -1),)}, "stats has 1 entries"),
    ],
)
def test_wrong_characters_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        deck_of_fate(**options)


@pytest.mark.rule("FATE-3")
@pytest.mark.parametrize("name", CLASSES)
def test_vp_starts_at_the_maximum_of_the_class(name: str) -> None:
    """A Devil in the opening hand may have taken one."""
    game = deck_of_fate(pcs=1, classes=(name,))
    found = Counter(vp(game.new_initial_state(seed)) for seed in range(30))
    assert set(found) <= {MAX_VP[name], MAX_VP[name] - 1}
    assert found[MAX_VP[name]] > found[MAX_VP[name] - 1]


@pytest.mark.rule("FATE-4", "FATE-5")
@pytest.mark.parametrize("seed", SEEDS)
def test_hands_hold_vp_cards_and_the_fool_is_in_the_deck(seed: int) -> None:
    state = deck_of_fate(pcs=4).new_initial_state(seed)
    if state.phase() == "free":
        assert "FOOL" in get(state, "deck")
        for seat in range(4):
            assert len(hand(state, seat)) == vp(state, seat)


@pytest.mark.rule("FATE-4")
def test_the_fool_lies_anywhere_in_the_deck_and_never_comes_in_the_opening() -> None:
    places = set()
    for seed in range(150):
        state = deck_of_fate(pcs=1).new_initial_state(seed)
        if state.phase() == "free":
            deck = get(state, "deck")
            places.add(deck.index("FOOL") * 4 // len(deck))
        assert get(state, "incident")["checks"] <= 1
    assert places == {0, 1, 2, 3}


def opening(*hands: str, deck: str = "C2 C3 C4 C5 C6 C7", **fields: Any) -> dict[str, Any]:
    """Dealt hands whose effects are still to come."""
    pcs = [pc(text, unopened=text.split()) for text in hands]
    tasks = [
        {"task": "opening", "seat": 0, "amount": 0},
        {"task": "fill", "seat": 0, "amount": 0},
        {"task": "fool_in", "seat": 0, "amount": 0},
        {"task": "new_check", "seat": 0, "amount": 0},
    ]
    return position(
        *pcs, deck=deck, check=None, phase="discard", incident={"checks": 0}, tasks=tasks, fool_aside=True, **fields
    )


@pytest.mark.rule("FATE-4")
def test_opening_effects_in_seat_order_and_in_the_order_dealt() -> None:
    """The first discard only sets it going."""
    state = play(begin(opening("S2 S3 STAR EMPEROR S4", "TOWER P2 P3 MOON")), "discard S2")
    assert (char(state)["luck"], set(fate(state))) == (True, {"EMPEROR"})
    assert (char(state, 1)["misfortune"], set(fate(state, 1))) == (True, {"TOWER"})
    assert hand(state) == {"S3", "S4", "C2", "C3"}
    assert hand(state, 1) == {"P2", "P3", "C4", "C5"}
    assert "FOOL" in get(state, "deck") and state.phase() == "free"


@pytest.mark.rule("FATE-4")
def test_a_card_discarded_before_its_turn_has_no_effect() -> None:
    """Death takes the Moon, which was dealt after it, along."""
    state = play(begin(opening("S2 DEATH MOON S3 S4")), "discard S2")
    assert not char(state)["misfortune"]
    assert {"DEATH", "MOON", "S3", "S4"} <= set(get(state, "discards"))
    assert hand(state) == {"C2", "C3", "C4", "C5"}


@pytest.mark.rule("FATE-4", "FATE-33")
def test_a_choice_in_the_opening() -> None:
    state = play(begin(opening("S2 HANGED S3 S4 STAR")), "discard S2")
    assert (state.phase(), hand(state)) == ("discard", {"S3", "S4", "STAR", "C2", "C3"})
    play(state, "discard STAR")
    assert not char(state)["luck"]
    assert state.phase() == "free"
    assert hand(state) == {"S3", "S4", "C2", "C3"}
