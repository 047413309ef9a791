"""Deck of Fate against ``reference.py``: every card against every difficulty, by class and state; chances."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.game import State
from dicedeck.envs.deck_of_fate.cards import CARD_NAMES, STAT_NAMES, STAT_TIMES, THRESHOLD
from dicedeck.envs.deck_of_fate.classes import CLASS_NAMES, CLASS_VP
from dicedeck.envs.deck_of_fate.rules.checking import succeeds
from dicedeck.envs.deck_of_fate.state import Place
from games.deck_of_fate import reference
from support.fate import begin, deck_of_fate, legal, pc, play, position, successes

EFFECTS = ("FOOL", "EMPEROR", "CHARIOT", "HANGED", "DEATH", "DEVIL", "TOWER", "STAR", "MOON", "WORLD")
"""Cards that take effect when drawn."""
CARDS = range(1, 78)
"""All but the Fool, which is never played."""


def reference_threshold(card: str, difficulty: str, stat: str, simple: bool) -> int:
    """The least bonus that succeeds, by trying one after another; the stat is 0."""
    for paid in range(-40, 41):
        who = reference.Character(dict.fromkeys(STAT_NAMES, 0))
        if reference.succeeds(card, difficulty, stat, who, paid, simple):
            return paid
    return 100


@pytest.mark.rule("FATE-14", "FATE-15", "FATE-16", "FATE-17", "FATE-20", "FATE-25", "FATE-26", "FATE-58")
@pytest.mark.parametrize("simple", [False, True])
def test_every_card_against_every_difficulty_on_every_stat(simple: bool) -> None:
    """The table that the rules play by, 24,336 cases."""
    for stat, name in enumerate(STAT_NAMES):
        for card, difficulty in product(range(78), repeat=2):
            wanted = reference_threshold(CARD_NAMES[card], CARD_NAMES[difficulty], name, simple)
            found = int(THRESHOLD[int(simple), stat, card, difficulty])
            assert found == wanted or (found == -100 and wanted == -40), (
                CARD_NAMES[card],
                CARD_NAMES[difficulty],
                name,
            )


@pytest.mark.rule("FATE-19", "FATE-58")
def test_the_stat_counts_twice_for_four_queens_only() -> None:
    doubled = {(CARD_NAMES[card], STAT_NAMES[stat]) for stat, card in np.argwhere(STAT_TIMES[0] == 2).tolist()}
    assert doubled == {("CQ", "nature"), ("SQ", "guile"), ("PQ", "grit"), ("WQ", "experience")}
    assert (STAT_TIMES[1] == 1).all()


def state_of(who: reference.Character, paid: int, simple: bool) -> State:
    """A record in which this character checks."""
    state = begin(position(pc("C2", who.cls)), simple=simple)
    record = state.record
    record.stats[0] = [who.stats[name] for name in STAT_NAMES]
    record.vp[0] = who.vp
    record.luck[0] = who.luck
    record.misfortune[0] = who.misfortune
    record.bonus = paid
    for card in who.fate:
        record.places[CARD_NAMES.index(card)] = Place.FATE
    return state


def characters() -> list[tuple[reference.Character, int, bool]]:
    """Every class at every VP with every fortune, each with stats, fate and bonuses that go on changing."""
    rnd = random.Random(1)
    found = []
    for number, cls in enumerate(CLASS_NAMES):
        for vp, luck, misfortune in product(range(1, CLASS_VP[number] + 1), (False, True), (False, True)):
            stats = {name: rnd.randrange(-1, 5) for name in STAT_NAMES}
            fate = rnd.choice([set(), set(), set(), {"WORLD"}, {"TOWER"}])
            who = reference.Character(stats, cls, vp, luck, misfortune, fate)
            found.append((who, rnd.choice([0, 0, 2, 3, 5, 8]), rnd.random() < 0.2))
    return found


@pytest.mark.rule("FATE-14", "FATE-19", "FATE-22", "FATE-23", "FATE-45")
def test_the_outcome_by_class_state_card_difficulty_and_stat() -> None:
    """143 characters, all cards against all difficulties: 858,858 cases."""
    rnd = random.Random(2)
    for who, paid, simple in characters():
        state = state_of(who, paid, simple)
        stat = rnd.randrange(4)
        for card, difficulty in product(CARDS, range(78)):
            wanted = reference.succeeds(CARD_NAMES[card], CARD_NAMES[difficulty], STAT_NAMES[stat], who, paid, simple)
            found = bool(succeeds(state.records[0], 0, stat, card, difficulty))
            assert found == wanted, (who, paid, simple, CARD_NAMES[card], CARD_NAMES[difficulty], STAT_NAMES[stat])


@pytest.mark.nojit
@pytest.mark.rule("FATE-14", "FATE-22")
@pytest.mark.parametrize("simple", [False, True])
def test_whole_checks_through_the_game(simple: bool) -> None:
    """The same through positions and actions, on a sample."""
    rnd = random.Random(3)
    for who, _, _ in rnd.sample(characters(), 60):
        fate = "" if simple else " ".join(sorted(who.fate))
        card, difficulty = rnd.sample([name for name in CARD_NAMES[1:] if name not in who.fate], 2)
        stat = rnd.choice(STAT_NAMES)
        entry = pc(card, who.cls, " ".join(str(who.stats[name]) for name in STAT_NAMES), fate=fate, vp=who.vp)
        entry |= {"luck": who.luck, "misfortune": who.misfortune}
        given = position(entry, deck=difficulty, check=f"{stat} spotlight doom", incident={"goal": 9})
        state = play(begin(given, simple=simple), f"play {card}", "accept")
        who = reference.Character(who.stats, who.cls, who.vp, who.luck, who.misfortune, set(fate.split()))
        assert successes(state) == reference.succeeds(card, difficulty, stat, who, 0, simple), (who, card, difficulty)


# Chances


def counted_chances(state: State, worlds: int) -> dict[str, float]:
    """How often each card of the mover's hand would succeed against the next card of redrawn worlds."""
    seat = state.current_player()
    entry = state.to_dict()["pcs"][seat]
    stat = state.to_dict()["check"]["stat"]
    fate = {row["card"] for row in entry["fate"]}
    who = reference.Character(
        dict(zip(STAT_NAMES, entry["stats"], strict=True)),
        entry["class"], entry["vp"], entry["luck"], entry["misfortune"], fate,
    )  # fmt: skip
    won = dict.fromkeys(entry["hand"], 0)
    for seed in range(worlds):
        world = state.resample(seat, seed).record
        difficulty = CARD_NAMES[world.deck[world.deck_count - 1]]
        for card in won:
            won[card] += reference.succeeds(card, difficulty, stat, who, 0, bool(state.record.simple))
    return {card: n / worlds for card, n in won.items()}


def shown_chances(state: State) -> dict[str, float]:
    seen: dict[int, float] = state.explain(state.current_player()).get("chance", {})
    return {CARD_NAMES[card]: value for card, value in seen.items()}


@pytest.mark.rule("FATE-14", "FATE-60")
@pytest.mark.parametrize("options", [{}, {"open_hands": True}, {"simple": True}, {"late_fool": True}, {"pcs": 1}])
def test_chances_shown_against_many_redrawn_worlds(options: dict[str, Any]) -> None:
    """In the middle of random games, within the error of 400 worlds."""
    rnd = random.Random(5)
    looked = 0
    for seed in range(3):
        state = deck_of_fate(**options).new_initial_state(seed)
        while not state.is_terminal() and looked < 6:
            if state.phase() == "play" and rnd.random() < 0.2 and state.record.deck_count:
                looked += 1
                shown, counted = shown_chances(state), counted_chances(state, 400)
                for card in counted:
                    assert abs(shown.get(card, 0.0) - counted[card]) < 0.1, (card, shown, counted)
            state.apply_action(rnd.choice(state.legal_actions()))
    assert looked


def exact_chance(card: str, deck: list[str], stat: str, who: reference.Character) -> float:
    return sum(reference.succeeds(card, difficulty, stat, who) for difficulty in deck) / len(deck)


@pytest.mark.nojit
@pytest.mark.rule("FATE-14")
@pytest.mark.parametrize("stat", STAT_NAMES)
def test_chances_of_one_pc_are_counted_exactly(stat: str) -> None:
    """Alone, all unseen cards are in the deck."""
    hand = "C7 SN PP WQ MAGICIAN LOVERS"
    given = position(pc(hand, "mercenary", "1 2 0 -1", vp=6), discards="CT SA TOWER", check=f"{stat} spotlight harm")
    state = begin(given)
    who = reference.Character({"guile": 1, "experience": 2, "nature": 0, "grit": -1}, "mercenary", 6)
    deck = state.to_dict()["deck"]
    shown = shown_chances(state)
    for card in hand.split():
        assert shown[card] == pytest.approx(exact_chance(card, deck, stat, who), abs=1e-5)
    rows = dict(zip(sorted(legal(state)), state.action_features(sorted_actions(state)), strict=True))
    chance = state.game.feature_layout["chance"].start
    assert {name: row[chance] for name, row in rows.items()} == pytest.approx(
        {f"play {card}": exact_chance(card, deck, stat, who) for card in hand.split()}, abs=1e-5
    )


def sorted_actions(state: State) -> list[int]:
    return [state.string_to_action(name) for name in sorted(legal(state))]


@pytest.mark.nojit
@pytest.mark.rule("FATE-60")
def test_chances_with_other_hands_unseen() -> None:
    """Cards with an effect when drawn are in no hand: each is the next one with 1 in 72, the others share the rest."""
    given = position(pc("C7 C2 C3 C4"), pc("S2 S3"), check="nature spotlight harm")
    state = begin(given)
    deck, held = state.to_dict()["deck"], ["S2", "S3"]
    effects = [card for card in deck if card in EFFECTS]
    plain = [card for card in [*deck, *held] if card not in effects]
    who = reference.Character(dict.fromkeys(STAT_NAMES, 0))
    each = 1 / len(deck)
    share = (1 - len(effects) * each) / len(plain)
    wanted = sum(each * reference.succeeds("C7", card, "nature", who) for card in effects)
    wanted += sum(share * reference.succeeds("C7", card, "nature", who) for card in plain)
    assert shown_chances(state)["C7"] == pytest.approx(wanted, abs=1e-5)


@pytest.mark.nojit
@pytest.mark.rule("FATE-46", "FATE-60")
def test_chances_against_a_known_card_are_0_or_1() -> None:
    given = position(pc("C7 C2 C3 C4", "shaman"), deck="P5", check="nature spotlight harm", known={"pc_0": ["P5"]})
    assert shown_chances(begin(given)) == {"C7": 1.0, "C3": 1.0, "C4": 1.0}


@pytest.mark.nojit
@pytest.mark.rule("FATE-37", "FATE-41")
def test_chances_under_world_and_tower() -> None:
    state = begin(position(pc("C7 C2 C3 C4", fate="WORLD")))
    assert set(shown_chances(state).values()) == {1.0} and len(shown_chances(state)) == 4
    shown = shown_chances(begin(position(pc("C7 C2 C3 C4", fate="TOWER"))))
    assert shown == dict.fromkeys(shown, pytest.approx(1 / 73, abs=1e-6)) and len(shown) == 4
