"""What a side can still become, by tables: fast enough to be asked for every action.

A pool is a set of cards as an int: bit ``4 * (rank - 1) + suit`` for suited cards, so that higher bits are higher
ranks, then bits 52 and 53 for the jokers, 54 Witness, 55 Evidence. ``reach`` gives the same as
``formations.reach_value`` (a test compares them), which it asks where tables would not pay.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from dicedeck.envs.core.cards import IS_RED, N_CARDS, N_JOKERS, N_RANKS, N_SUITED, N_SUITS
from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import N_FORMATIONS, SIDE_SIZE, Formation
from dicedeck.envs.impeachment.formations import (
    ALL_RANKS,
    EVIDENCE_RANKS,
    UNREACHABLE,
    VALUE_BASE,
    reach_value,
)

N_PLACED = N_CARDS + 2
"""Cards that can lie on a side: issue cards, Witness, Evidence."""
BITS = np.array([1 << (4 * (c % N_RANKS) + c // N_RANKS if c < N_SUITED else c) for c in range(N_PLACED)], np.int64)
RANKS = np.array([c % N_RANKS + 1 if c < N_SUITED else 0 for c in range(N_PLACED)], np.int64)
"""What a card counts in the sum (IMP-13, IMP-25, IMP-26)."""
SUITED = (1 << N_SUITED) - 1
JOKERS = ((1 << N_JOKERS) - 1) << N_SUITED
RANK_BITS = np.array([0] + [0b1111 << 4 * rank for rank in range(N_RANKS)], np.int64)
"""By rank 1 .. 13."""
SUIT_BITS = np.array([sum(1 << (4 * rank + suit) for rank in range(N_RANKS)) for suit in range(N_SUITS)], np.int64)
COLOUR_BITS = np.array([SUIT_BITS[IS_RED[suit] == IS_RED].sum() for suit in range(N_SUITS)], np.int64)
"""By suit: all cards of its colour."""
ABOVE = np.array([SUITED & ~((1 << 4 * rank) - 1) for rank in range(N_RANKS + 1)], np.int64)
"""Suited cards of a rank above 0 .. 13."""

# ---------------------------------------------------------------- tables

RUNS = [tuple((low + k) % N_RANKS for k in range(SIDE_SIZE)) for low in range(N_RANKS - SIDE_SIZE + 2)]
"""The runs of three, as ranks from 0: A-2-3 ... J-Q-K, and Q-K-A at the top (IMP-16)."""


def _placed(suited: Array, joker: int, witness: int, evidence: int) -> Array:
    """One entry for each card that can lie on a side."""
    return np.concatenate([suited, np.full(N_JOKERS, joker), [witness], [evidence]])


def _runs(ranks: Array) -> Array:
    """bool[56, 56, 56]: the three cards can be the low, middle and high card of a run; ``ranks`` are masks."""
    fits = [
        np.array([sum(1 << i for i, run in enumerate(RUNS) if mask >> run[k] & 1) for mask in ranks], np.int16)
        for k in range(SIDE_SIZE)
    ]
    run = np.zeros((len(ranks),) * 3, np.bool_)
    for i, j, k in permutations(range(SIDE_SIZE)):
        run |= (fits[i][:, None, None] & fits[j][None, :, None] & fits[k][None, None, :]) != 0
    return run


def _formations_of_three() -> Array:
    """int8[56, 56, 56]: the best formation that three cards make."""
    cards = np.arange(N_SUITED)
    ranks = _placed(1 << cards % N_RANKS, ALL_RANKS, ALL_RANKS, EVIDENCE_RANKS)
    suits = _placed(1 << cards // N_RANKS, 0b1111, 0, 0b1111)
    colours = _placed(1 << IS_RED[cards // N_RANKS], 0b11, 0, 0b11)
    run = _runs(ranks)
    suit, colour, rank = (
        (m[:, None, None] & m[None, :, None] & m[None, None, :]) != 0
        for m in (suits.astype(np.int16), colours.astype(np.int16), ranks.astype(np.int16))
    )
    made = np.zeros(run.shape, np.int8)
    for formation, holds in (
        (Formation.SAME_COLOUR, colour),
        (Formation.SAME_SUIT, suit),
        (Formation.RUN, run),
        (Formation.COLOUR_RUN, run & colour),
        (Formation.SAME_RANK, rank),
        (Formation.SUIT_RUN, run & suit),
    ):
        made[holds] = formation
    return made


def _partners() -> Array:
    """int32[14, 3, 2]: for a rank the two other ranks of each run that it belongs to; 0 where there are fewer."""
    table = np.zeros((N_RANKS + 1, SIDE_SIZE, 2), np.int32)
    for rank in range(N_RANKS):
        for k, run in enumerate(run for run in RUNS if rank in run):
            table[rank + 1, k] = sorted(other + 1 for other in run if other != rank)
    return table


def _straights() -> tuple[Array, Array]:
    """All suit runs as pools, the highest sum first, and their sums."""
    found = [(sum(run) + SIDE_SIZE, sum(1 << (4 * r + suit) for r in run)) for run in RUNS for suit in range(N_SUITS)]
    found.sort(reverse=True)
    return np.array([pool for _, pool in found], np.int64), np.array([total for total, _ in found], np.int64)


MADE = _formations_of_three()
"""The formation of three cards."""
OUTS = np.stack([(formation == MADE) @ BITS for formation in range(N_FORMATIONS)], 2)
"""int64[56, 56, 7]: the cards that complete two cards to exactly this formation."""
PARTNERS = _partners()
STRAIGHTS, STRAIGHT_SUMS = _straights()

# ---------------------------------------------------------------- pools


@rule
def count_cards(pool: int) -> int:
    pool -= (pool >> 1) & 0x55555555555555
    pool = (pool & 0x33333333333333) + ((pool >> 2) & 0x33333333333333)
    pool = (pool + (pool >> 4)) & 0x0F0F0F0F0F0F0F
    pool += pool >> 8
    pool += pool >> 16
    pool += pool >> 32
    return pool & 0x7F


@rule
def top_rank(pool: int) -> int:
    """The highest rank among the suited cards of a pool without others; 0 when there is none."""
    rank = 0
    if pool >> 28:
        pool >>= 28
        rank += 7
    if pool >> 16:
        pool >>= 16
        rank += 4
    if pool >> 8:
        pool >>= 8
        rank += 2
    if pool >> 4:
        pool >>= 4
        rank += 1
    return rank + (1 if pool else 0)


@rule
def top_two(pool: int) -> int:
    """The sum of the two highest cards of a pool that has at least two suited cards and no others."""
    high = top_rank(pool)
    equal = (pool >> (4 * (high - 1))) & 0b1111
    return 2 * high if equal & (equal - 1) else high + top_rank(pool & ~RANK_BITS[high])


# ---------------------------------------------------------------- reach


@rule
def reach(side: Ints, count: int, size: int, pool: int) -> int:
    """``formation * 64 + sum``, the best that side[0 .. count-1] becomes with cards of the pool; or UNREACHABLE."""
    if size == SIDE_SIZE:
        if count == SIDE_SIZE:
            return value_of_three(side[0], side[1], side[2])
        if count == 2:
            return reach_from_two(side[0], side[1], pool)
        if count == 1 and side[0] < N_SUITED:
            return reach_from_one(side[0], pool)
        if count == 0:
            best = best_straight(pool)
            if best >= 0:
                return best
    return reach_by_rules(side, count, size, pool)


@rule
def reach_by_rules(side: Ints, count: int, size: int, pool: int) -> int:
    spades = 0
    hearts = 0
    diamonds = 0
    clubs = 0
    for rank in range(N_RANKS):
        spades |= ((pool >> (4 * rank)) & 1) << rank
        hearts |= ((pool >> (4 * rank + 1)) & 1) << rank
        diamonds |= ((pool >> (4 * rank + 2)) & 1) << rank
        clubs |= ((pool >> (4 * rank + 3)) & 1) << rank
    return reach_value(side, count, size, (spades, hearts, diamonds, clubs), count_cards(pool & JOKERS))


@rule
def value_of_three(a: int, b: int, c: int) -> int:
    return int(MADE[a, b, c] * VALUE_BASE + RANKS[a] + RANKS[b] + RANKS[c])


@rule
def reach_from_two(a: int, b: int, pool: int) -> int:
    """One card is missing."""
    for formation in range(Formation.SUIT_RUN, -1, -1):
        outs = OUTS[a, b, formation] & pool
        if outs:
            return formation * VALUE_BASE + int(RANKS[a] + RANKS[b]) + top_rank(outs & SUITED)
    return UNREACHABLE


@rule
def reach_from_one(card: int, pool: int) -> int:
    """Two cards are missing; ``card`` is a suited one."""
    jokers = count_cards(pool & JOKERS)
    pool &= SUITED
    rank = int(RANKS[card])
    suit = int(SUIT_BITS[card // N_RANKS])
    colour = int(COLOUR_BITS[card // N_RANKS])
    added = best_run_pair(rank, pool & suit, jokers)
    if added >= 0:
        return Formation.SUIT_RUN * VALUE_BASE + rank + added
    equal = count_cards(pool & RANK_BITS[rank])
    if equal + jokers >= 2:
        return Formation.SAME_RANK * VALUE_BASE + rank + rank * min(equal, 2)
    added = best_run_pair(rank, pool & colour, jokers)
    if added >= 0:
        return Formation.COLOUR_RUN * VALUE_BASE + rank + added
    added = best_run_pair(rank, pool, jokers)
    if added >= 0:
        return Formation.RUN * VALUE_BASE + rank + added
    added = best_pair(pool & suit, jokers)
    if added >= 0:
        return Formation.SAME_SUIT * VALUE_BASE + rank + added
    added = best_pair(pool & colour, jokers)
    if added >= 0:
        return Formation.SAME_COLOUR * VALUE_BASE + rank + added
    added = best_pair(pool, jokers)
    return rank + added if added >= 0 else UNREACHABLE


@rule
def best_run_pair(rank: int, pool: int, jokers: int) -> int:
    """The most that two cards add which make a run with ``rank``; jokers stand in for missing ones."""
    best = UNREACHABLE
    for k in range(SIDE_SIZE):
        low = PARTNERS[rank, k, 0]
        if low == 0:
            break
        high = PARTNERS[rank, k, 1]
        has_low = (pool & RANK_BITS[low]) != 0
        has_high = (pool & RANK_BITS[high]) != 0
        if int(has_low) + int(has_high) + jokers >= 2:
            best = max(best, (low if has_low else 0) + (high if has_high else 0))
    return best


@rule
def best_pair(pool: int, jokers: int) -> int:
    """The most that any two cards add; jokers stand in for missing ones."""
    if pool & (pool - 1):
        return top_two(pool)
    if pool:
        return top_rank(pool) if jokers >= 1 else UNREACHABLE
    return 0 if jokers >= 2 else UNREACHABLE


@rule
def best_straight(pool: int) -> int:
    """The best run in suit from nothing but the pool, or UNREACHABLE."""
    jokers = count_cards(pool & JOKERS)
    best = UNREACHABLE
    for k in range(len(STRAIGHTS)):
        if STRAIGHT_SUMS[k] <= best:
            break
        there = pool & STRAIGHTS[k]
        if there == STRAIGHTS[k]:
            best = STRAIGHT_SUMS[k]
        elif count_cards(there) + jokers >= SIDE_SIZE:
            best = max(best, sum_of_pool(there))
    return Formation.SUIT_RUN * VALUE_BASE + best if best >= 0 else UNREACHABLE


@rule
def sum_of_pool(pool: int) -> int:
    """The sum of up to three suited cards of one suit."""
    total = 0
    while pool:
        rank = top_rank(pool)
        total += rank
        pool &= ~RANK_BITS[rank]
    return total


@rule
def reach_sum_of(side: Ints, count: int, size: int, pool: int) -> int:
    """The largest sum of the side when filled up from the pool (Mudslinging), or UNREACHABLE."""
    if count_cards(pool) < size - count:
        return UNREACHABLE
    total = 0
    for i in range(count):
        total += RANKS[side[i]]
    pool &= SUITED
    for _ in range(size - count):
        high = top_rank(pool)
        if high == 0:
            break
        total += high
        equal = pool & RANK_BITS[high]
        pool &= ~(equal & -equal)
    return total
