"""The strategist's probabilities against brute force and against many random deals."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from dicedeck.envs.core.cards import CARD_IDS, N_SUITED
from dicedeck.envs.impeachment import chances, odds, outs
from dicedeck.envs.impeachment.cards import CON, PRO, Formation
from dicedeck.envs.impeachment.formations import formation_of, formation_value
from support.positions import BIASES, begin, lane, position, taken_by

EXACT = np.array([1.0, 1.0, 1.0, *chances.WEIGHTS[3:]])
"""Every card in hand and every card to come is taken to be played on the side in question."""


def ids(text: str) -> list[int]:
    return [CARD_IDS[name] for name in text.split()]


def pool(cards: list[int]) -> int:
    return sum(int(outs.BITS[card]) for card in cards)


def side(cards: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(cards + [-1] * (4 - len(cards)), np.int32)


@pytest.mark.parametrize(
    ("wanted", "drawn", "among"), [(1, 1, 2), (3, 5, 20), (2, 4, 5), (0, 3, 9), (4, 0, 9), (9, 3, 9)]
)
def test_chance_of_drawing_none(wanted: int, drawn: int, among: int) -> None:
    expected = math.comb(among - wanted, drawn) / math.comb(among, drawn)
    assert chances.none_of(wanted, drawn, among) == pytest.approx(expected, abs=1e-3)


def test_chance_of_pro_by_all_outcomes() -> None:
    """IMP-18 counted over the 512 ways to share out nine justices."""
    rng = random.Random(3)
    for _ in range(10):
        con = np.array([rng.choice([0.0, 1.0, rng.random()]) for _ in range(9)])
        expected = 0.0
        for owners in itertools.product((PRO, CON), repeat=9):
            adjacent = any(owners[j : j + 3] == (CON, CON, CON) for j in range(7))
            if owners.count(PRO) >= 6 and not adjacent:
                expected += math.prod(con[j] if owner == CON else 1.0 - con[j] for j, owner in enumerate(owners))
        assert odds.pro_chance(con, np.empty(12)) == pytest.approx(expected)


def by_deals(placed: list[int], hand: list[int], unknown: list[int], drawn: int, deals: int) -> list[float]:
    """How often the best formation is at least each one, when the owner gets ``drawn`` random unknown cards."""
    rng = random.Random(1)
    reached = [0] * len(Formation)
    for _ in range(deals):
        cards = pool(hand + rng.sample(unknown, drawn))
        best = formation_of(outs.reach(side(placed), len(placed), 3, cards))
        for formation in range(best + 1):
            reached[formation] += 1
    return [count / deals for count in reached]


@pytest.mark.parametrize(
    ("placed", "hand", "drawn", "tolerance"),
    [
        ("S5 S6", "H2", 8, 0.02),
        ("S5 S6", "S7", 3, 0.02),
        ("D9 C9", "X1", 1, 0.02),
        ("HQ SK", "", 5, 0.02),
        ("C2 D8", "C8", 2, 0.02),
        ("S5", "H2 D9", 6, 0.1),
        ("S5", "S6 H5", 4, 0.1),
        ("DA", "", 10, 0.12),
        ("CK", "CQ HK", 2, 0.1),
    ],
)
def test_formations_of_a_side_by_many_deals(placed: str, hand: str, drawn: int, tolerance: float) -> None:
    """One missing card: exact. Two missing cards: runs, equal ranks and suits count as independent."""
    unknown = [card for card in range(N_SUITED) if card not in ids(f"{placed} {hand}")][::2]
    found = np.zeros(len(Formation))
    n = len(ids(placed))
    chances.side_chances(side(ids(placed)), n, 3, pool(ids(hand)), pool(unknown), drawn, EXACT, found)
    assert found.tolist() == sorted(found, reverse=True)
    assert found == pytest.approx(by_deals(ids(placed), ids(hand), unknown, drawn, 4000), abs=tolerance)


@pytest.mark.parametrize("bias", list(BIASES))
def test_the_last_card_by_all_cards(bias: str) -> None:
    """Con lacks one card against a complete formation: with every other card as the only one to come."""
    rng = random.Random(ord(bias))
    for _ in range(40):
        cards = rng.sample(range(N_SUITED), 6)
        names = [list(CARD_IDS)[card] for card in cards]
        given = position({1: lane(" ".join(names[:3]), " ".join(names[3:5]))}, con=names[5], pro="X1", bias=bias * 9)
        state = begin(given | {"to_move": "con"}, bias=True)
        value = formation_value(side(cards[:3]), 3)
        won = odds.last_card_chance(state.record, CON, 0, value, pool(cards[5:]), 0, 0, EXACT)
        state.apply_action(state.string_to_action(f"place {names[5]} J1"))
        assert won == (1.0 if taken_by(state, 1) == "con" else 0.0), names


def test_complete_sides_are_decided_as_by_the_rules() -> None:
    rng = random.Random(8)
    for _ in range(60):
        cards = rng.sample(range(N_SUITED), 6)
        names = [list(CARD_IDS)[card] for card in cards]
        given = position({1: lane(" ".join(names[:3]), " ".join(names[3:5]))}, con=names[5], pro="X1")
        state = begin(given | {"to_move": "con"})
        state.apply_action(state.string_to_action(f"place {names[5]} J1"))
        state.record.taken_by[0] = -1
        both = [np.zeros(len(Formation)) for _ in range(2)]
        for player in (PRO, CON):
            chances.side_chances(state.record.sides[0, player], 3, 3, 0, 0, 0, EXACT, both[player])
        chance = odds.duel_chance(state.record, PRO, 0, both[PRO], both[CON], EXACT)
        winner = "pro" if chance == 1.0 else "con"
        again = begin(given | {"to_move": "con"})
        again.apply_action(again.string_to_action(f"place {names[5]} J1"))
        assert chance in (0.0, 1.0)
        assert winner == taken_by(again, 1), names


def test_what_a_player_knows_of_the_cards() -> None:
    state = begin(position(pro="S5 X1", con="H7 C9", pile="D2 D3", known={"pro": {"hand": ["C9"]}}))
    assert chances.pools_of(state.record, PRO) == (pool(ids("S5 X1")), pool(ids("C9")), pool(ids("H7 D2 D3")))
    assert chances.pools_of(state.record, CON) == (pool(ids("H7 C9")), pool(ids("X1")), pool(ids("S5 D2 D3")))
    assert (chances.draws_left(state.record, PRO), chances.draws_left(state.record, CON)) == (1, 1)
