"""The compiled game against the plain reference: same legal actions and same position after every action."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicedeck.envs import load_game
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.impeachment.formations import UNREACHABLE, VALUE_BASE, formation_value, reach_sum, reach_value
from games.impeachment.reference import Reference
from games.impeachment.reference_formations import (
    CARD_ID,
    ISSUE_CARDS,
    JOKERS,
    RANKS,
    SUITS,
    best_sum,
    best_value,
    best_value_by_trying,
    formation,
)
from games.impeachment.reference_positions import Options, choose, crowded
from games.impeachment.reference_table import PLAYERS, Position

EVERY_RULE = [f"IMP-{number}" for number in range(1, 44)]

VARIANTS: list[Options] = [
    {},
    {"bias": True},
    {"play_out": True},
    {"conviction": "rank"},
    {"conviction": "total"},
    {"tactics": True},
    {"tactics": True, "conviction": "rank"},
    {"tactics": True, "conviction": "rank", "bias": True},
    {"tactics": True, "conviction": "total", "bias": True},
    {"tactics": True, "conviction": "total", "bias": True, "play_out": True},
]
WITH_PASSES = [options for options in VARIANTS if "tactics" in options or "conviction" in options]
"""Variants whose positions may lack issue cards: elsewhere there is no action left then."""


def name_of(options: Options) -> str:
    return ",".join(f"{key}={value}" for key, value in options.items()) or "base"


# ---- Whole games -------------------------------------------------------------------------------------------------


def is_default(value: Any) -> bool:
    """Whether the notation may leave out a key with this value."""
    if isinstance(value, dict):
        return all(is_default(entry) for entry in value.values())
    return not value


def differences(product: Any, reference: Any, where: str = "position") -> list[str]:
    """What two positions disagree in; keys with default values may be missing on either side."""
    if isinstance(product, dict) and isinstance(reference, dict):
        found = []
        for key in sorted({*product, *reference}):
            if key in product and key in reference:
                found += differences(product[key], reference[key], f"{where}.{key}")
            elif not is_default(product.get(key, reference.get(key))):
                found.append(f"{where}.{key} is only in {'the product' if key in product else 'the reference'}")
        return found
    if isinstance(product, list) and isinstance(reference, list) and len(product) == len(reference):
        pairs = enumerate(zip(product, reference, strict=True))
        return [line for number, pair in pairs for line in differences(*pair, f"{where}[{number}]")]
    return [] if product == reference else [f"{where}: product {product!r}, reference {reference!r}"]


def check_same(state: State, reference: Reference, line: list[str]) -> None:
    """Same position, same legal actions, same mover, same end."""
    assert differences(state.to_dict(), reference.to_dict()) == [], line
    assert {state.action_to_string(action) for action in state.legal_actions()} == reference.legal(), line
    assert state.is_terminal() == reference.is_over, line
    if reference.is_over:
        assert state.returns() == [1.0 if player == reference.winner else -1.0 for player in PLAYERS], line
        assert state.current_player() == -1
    else:
        assert state.current_player() == PLAYERS.index(reference.to_move), line


def play_both(game: Game, state: State, rng: random.Random, restart: float) -> None:
    """Play to the end in both; with chance `restart` per move both go on from the written position."""
    reference = Reference(state.to_dict())
    line: list[str] = []
    by_kind = rng.random() < 0.5
    check_same(state, reference, line)
    while not reference.is_over:
        legal = reference.legal()
        action = choose(rng, legal) if by_kind else rng.choice(sorted(legal))
        line.append(action)
        state.apply_action(state.string_to_action(action))
        reference.apply(action)
        check_same(state, reference, line)
        if rng.random() < restart and not reference.is_over:
            state = game.from_dict(reference.to_dict())
            reference = Reference(state.to_dict())
            check_same(state, reference, [*line, "(restarted)"])


def play_games(options: Options, seeds: range) -> None:
    """Games from the set-up, half of them restarted now and then from a written position."""
    game = load_game("impeachment", **options)
    for seed in seeds:
        play_both(game, game.new_initial_state(seed=seed), random.Random(seed), restart=0.2 * (seed % 2))


def play_crowded(options: Options, seeds: range) -> None:
    """Games from crowded positions: many formations, tactics and proofs, few cards."""
    game = load_game("impeachment", **options)
    for seed in seeds:
        rng = random.Random(seed)
        position = crowded(rng, options)
        state = game.from_dict(position)
        assert differences(state.to_dict(), Reference(position).to_dict()) == []
        play_both(game, state, rng, restart=0.1)


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
@pytest.mark.rule(*EVERY_RULE)
def test_games_by_chance(options: Options) -> None:
    play_games(options, range(6))


@pytest.mark.parametrize("options", WITH_PASSES, ids=name_of)
@pytest.mark.rule(*EVERY_RULE)
def test_crowded_positions(options: Options) -> None:
    play_crowded(options, range(30))


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
@pytest.mark.rule(*EVERY_RULE)
def test_many_games_by_chance(options: Options) -> None:
    play_games(options, range(1000, 1060))


@pytest.mark.slow
@pytest.mark.parametrize("options", WITH_PASSES, ids=name_of)
@pytest.mark.rule(*EVERY_RULE)
def test_many_crowded_positions(options: Options) -> None:
    play_crowded(options, range(1000, 1300))


# ---- Formations --------------------------------------------------------------------------------------------------

PLACEABLE = [*ISSUE_CARDS, "WITNESS", "EVIDENCE"]
NARROW = [
    PLACEABLE,
    [card for card in PLACEABLE if card[0] in "SCX" or card not in ISSUE_CARDS],
    [card for card in PLACEABLE if card[1] in "A23QK12" or card not in ISSUE_CARDS],
]
quickly = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
"""The enumeration and the first call of a compiled function are slow; the same examples are drawn each time."""


def ids(cards: list[str]) -> Any:
    return np.array([CARD_ID[card] for card in cards], dtype=np.int32)


def masks(cards: list[str]) -> tuple[int, int, int, int]:
    """Suited cards as the compiled code takes them: for each suit its ranks, bit 0 the ace."""
    spades, hearts, diamonds, clubs = (
        sum(1 << RANKS.index(card[1]) for card in cards if card[0] == suit) for suit in SUITS
    )
    return spades, hearts, diamonds, clubs


def coded(value: tuple[int, int] | None) -> int:
    return UNREACHABLE if value is None else value[0] * VALUE_BASE + value[1]


@st.composite
def complete_sides(draw: st.DrawFn) -> list[str]:
    deck = draw(st.sampled_from(NARROW))
    size = draw(st.sampled_from((3, 4)))
    return draw(st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True))


@st.composite
def unfinished_sides(draw: st.DrawFn, most: int) -> tuple[list[str], list[str], int]:
    """A side, up to `most` available issue cards, and the size that it needs."""
    deck = draw(st.sampled_from(NARROW))
    size = draw(st.sampled_from((3, 4)))
    side = draw(st.lists(st.sampled_from(deck), max_size=size - 1, unique=True))
    rest = [card for card in deck if card in ISSUE_CARDS and card not in side]
    available = draw(st.lists(st.sampled_from(rest), max_size=most, unique=True))
    return side, available, size


def padded(side: list[str]) -> Any:
    """A side as the compiled code holds it: four places, the unused ones not to be read."""
    return np.concatenate([ids(side), np.full(4 - len(side), -1, dtype=np.int32)])


def check_reach(side: list[str], available: list[str], size: int, expected: tuple[int, int] | None) -> None:
    free, jokers = masks(available), sum(card in JOKERS for card in available)
    assert reach_value(padded(side), len(side), size, free, jokers) == coded(expected)
    highest = best_sum(side, available, size)
    assert reach_sum(padded(side), len(side), size, free, jokers) == (UNREACHABLE if highest is None else highest)


@given(complete_sides())
@quickly
@pytest.mark.rule("IMP-12", "IMP-13", "IMP-15", "IMP-16", "IMP-17", "IMP-25", "IMP-26", "IMP-28")
def test_formation_value(side: list[str]) -> None:
    assert formation_value(ids(side), len(side)) == coded(formation(side))


@given(unfinished_sides(most=7))
@quickly
@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40")
def test_reach_against_every_completion(case: tuple[list[str], list[str], int]) -> None:
    check_reach(*case, expected=best_value_by_trying(*case))


@given(unfinished_sides(most=54))
@quickly
@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40")
def test_reach_with_many_available(case: tuple[list[str], list[str], int]) -> None:
    check_reach(*case, expected=best_value(*case))


@pytest.mark.slow
@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40")
def test_reach_in_crowded_positions() -> None:
    """Sides and available cards as they come up in play."""
    for seed in range(500):
        position: Position = crowded(random.Random(seed), {"tactics": True, "conviction": "total"})
        reference = Reference(position)
        for justice in reference.justices:
            for player in PLAYERS:
                side, available = justice.sides[player], sorted(reference.available(player))
                if len(side) < justice.size:
                    check_reach(side, available, justice.size, best_value(side, available, justice.size))
