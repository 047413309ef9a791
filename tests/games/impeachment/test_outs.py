"""The tables of outs agree with the formations of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dicedeck.envs.core.cards import N_CARDS, N_RANKS, N_SUITED
from dicedeck.envs.impeachment import outs
from dicedeck.envs.impeachment.formations import formation_value, reach_value


def pool_of(cards: list[int]) -> int:
    return sum(int(outs.BITS[card]) for card in cards)


def by_rules(side: list[int], size: int, cards: list[int]) -> int:
    free = [0, 0, 0, 0]
    for card in cards:
        if card < N_SUITED:
            free[card // N_RANKS] |= 1 << card % N_RANKS
    padded = np.array(side + [-1] * (4 - len(side)), np.int32)
    jokers = sum(card >= N_SUITED for card in cards)
    return reach_value(padded, len(side), size, (free[0], free[1], free[2], free[3]), jokers)


@pytest.mark.parametrize("most", [3, 7, 20, 45])
@pytest.mark.parametrize("size", [3, 4])
def test_reach_is_that_of_the_rules(size: int, most: int) -> None:
    rng = random.Random(1000 * size + most)
    for _ in range(1500):
        cards = rng.sample(range(outs.N_PLACED), outs.N_PLACED)
        side, rest = cards[: rng.randint(0, size)], [card for card in cards[size:] if card < N_CARDS]
        pool = rest[: rng.randint(0, most)]
        padded = np.array(side + [-1] * (4 - len(side)), np.int32)
        expected = by_rules(side, size, pool)
        assert outs.reach(padded, len(side), size, pool_of(pool)) == expected, (side, size, pool)


def test_formations_of_three_are_those_of_the_rules() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        side = rng.sample(range(outs.N_PLACED), 3)
        value = formation_value(np.array([*side, -1], np.int32), 3)
        assert outs.value_of_three(*side) == value
        assert outs.OUTS[side[0], side[1], value // 64] & outs.BITS[side[2]]


def test_counting_cards() -> None:
    rng = random.Random(6)
    for _ in range(500):
        cards = rng.sample(range(N_SUITED), rng.randint(0, 52))
        ranks = sorted((card % N_RANKS + 1 for card in cards), reverse=True)
        pool = pool_of(cards)
        assert outs.count_cards(pool) == len(cards)
        assert outs.top_rank(pool) == (ranks[0] if ranks else 0)
        if len(ranks) >= 2:
            assert outs.top_two(pool) == ranks[0] + ranks[1]
