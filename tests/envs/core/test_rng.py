"""The generator against published values, and the draws made from it."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from dicedeck.envs.core.dtypes import Array, Words
from dicedeck.envs.core.rng import (
    STREAMS,
    next_seed,
    next_u64,
    randbelow,
    random_unit,
    roll_die,
    seed_streams,
    shuffle,
)

pytestmark = [pytest.mark.contract, pytest.mark.nojit]

XOSHIRO_FROM_1_2_3_4 = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]
"""First outputs of xoshiro256++ from the state 1, 2, 3, 4, as the Rust crate rand_xoshiro lists them."""

SPLITMIX_FROM_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
"""First outputs of splitmix64 from 1234567, as in Rosetta Code's pseudo-random numbers/Splitmix64."""


def seeded(seed: int) -> Words:
    streams = np.zeros((STREAMS, 4), np.uint64)
    seed_streams(streams, seed)
    return streams


def test_xoshiro_gives_the_published_values() -> None:
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_u64(rng)) for _ in XOSHIRO_FROM_1_2_3_4] == XOSHIRO_FROM_1_2_3_4


def test_streams_are_filled_by_splitmix() -> None:
    assert seeded(1234567).reshape(-1)[:5].tolist() == SPLITMIX_FROM_1234567


def test_streams_and_seeds_differ() -> None:
    words = np.concatenate([seeded(seed).reshape(-1) for seed in range(100)])
    assert len(set(words.tolist())) == len(words)


@pytest.mark.parametrize("seed", [0, 2**63 - 1, 2**32])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert seeded(seed).any()


def test_next_seed_is_a_seed() -> None:
    rng = seeded(5)[0]
    assert all(0 <= next_seed(rng) < 2**63 for _ in range(100))


def test_randbelow_takes_the_upper_bits() -> None:
    """n * (upper 32 bits) / 2**32, rounded down, from the same outputs."""
    rng = np.array([1, 2, 3, 4], np.uint64)
    expected = [(value >> 32) * 1000 >> 32 for value in XOSHIRO_FROM_1_2_3_4]
    assert [randbelow(rng, 1000) for _ in expected] == expected


@pytest.mark.parametrize("n", [1, 2, 7, 54])
def test_randbelow_reaches_every_number_equally(n: int) -> None:
    rng = seeded(n)[0]
    draws = Counter(randbelow(rng, n) for _ in range(200 * n))
    assert set(draws) == set(range(n))
    assert chi_square(list(draws.values()), n) < limit(n)


def test_unit_is_below_one() -> None:
    rng = seeded(3)[0]
    values = [random_unit(rng) for _ in range(2000)]
    assert 0 <= min(values) < 0.01 and 0.99 < max(values) < 1
    assert abs(sum(values) / len(values) - 0.5) < 0.02


def test_die_has_six_faces() -> None:
    rng = seeded(4)[0]
    assert {roll_die(rng) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_shuffle_is_unbiased() -> None:
    """All 24 orders of four cards are equally likely; a naive shuffle over all places would not pass."""
    rng = seeded(1)[1]
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 200):
        cards = np.arange(4, dtype=np.int32)
        shuffle(rng, cards, 4)
        found[tuple(cards.tolist())] += 1
    assert set(found) == set(permutations(range(4)))
    assert chi_square(list(found.values()), 24) < limit(24)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_shuffle_leaves_the_rest_alone(n: int) -> None:
    cards: Array = np.arange(6, dtype=np.int32)
    shuffle(seeded(2)[0], cards, n)
    assert cards[n:].tolist() == list(range(n, 6))
    assert sorted(cards[:n].tolist()) == list(range(n))


def chi_square(counts: list[int], cells: int) -> float:
    expected = sum(counts) / cells
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(cells: int) -> float:
    """Mean and four standard deviations of chi square with cells - 1 degrees of freedom; seeds are fixed."""
    freedom = cells - 1
    return freedom + 4 * math.sqrt(2 * freedom) + 1e-9
