"""Formations (IMP-12 to IMP-17, IMP-25, IMP-26, IMP-28): the value of a side, and the best value it can still reach.

A value is ``formation * 64 + sum``, so that the larger value wins by IMP-12 and IMP-13. Sets of ranks are bit masks:
bit 0 is the ace, bit 12 the king. Cards that may be added are given by one such mask for each suit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    IS_RED,
    N_RANKS,
    N_SUITED,
    N_SUITS,
    SPADES,
)
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import EVIDENCE, WITNESS, Formation

VALUE_BASE = 64
"""More than the largest sum, 4 x 13."""
UNREACHABLE = -1
EVIDENCE_RANKS = 0b111
"""Ace, 2, 3 (IMP-26)."""
ALL_RANKS = (1 << N_RANKS) - 1
ALL_SUITS = 0b1111
BLACK_SUITS = 1 << SPADES | 1 << CLUBS
RED_SUITS = 1 << HEARTS | 1 << DIAMONDS
Masks = tuple[int, int, int, int]
NO_CARDS: Masks = (0, 0, 0, 0)
EVERY_CARD: Masks = (ALL_RANKS, ALL_RANKS, ALL_RANKS, ALL_RANKS)


ACE_HIGH = N_RANKS
"""Bit of the ace above the king, in masks of 14 ranks (IMP-16)."""
POPCOUNT = np.array([mask.bit_count() for mask in range(1 << N_RANKS)], np.int8)
RANK_SUM = np.zeros(1 << N_RANKS, np.int8)
"""The sum of the ranks in a mask, 91 at most."""
LOWEST = np.full(1 << N_RANKS + 1, N_RANKS + 1, np.int8)
HIGHEST = np.full(1 << N_RANKS + 1, -1, np.int8)
"""The lowest and the highest bit of a mask of 14 ranks; of the empty mask, bounds that exclude no run."""
for _bit in range(N_RANKS + 1):
    HIGHEST[1 << _bit : 2 << _bit] = _bit
    LOWEST[1 << _bit :: 2 << _bit] = _bit
    if _bit < N_RANKS:
        RANK_SUM[1 << _bit : 2 << _bit] = RANK_SUM[: 1 << _bit] + _bit + 1


def _windows(size: int) -> list[int]:
    """The runs of ``size`` ranks as masks of 13 ranks: A-2-3 ... J-Q-K, and Q-K-A at the top (IMP-16)."""
    return [sum(1 << (rank % N_RANKS) for rank in range(low, low + size)) for low in range(N_RANKS - size + 2)]


N_WINDOWS = np.array([0, 0, 0, len(_windows(3)), len(_windows(4))], np.int32)
WINDOWS = np.zeros((5, len(_windows(3))), np.int32)
for _size in (3, 4):
    WINDOWS[_size, : len(_windows(_size))] = _windows(_size)


def _rows(wild: Callable[[int], int], natural: Callable[[int], int]) -> NDArray[np.int32]:
    """A table over all cards that can lie on a side: suited cards, jokers, Witness, Evidence."""
    return np.array([natural(c) if c < N_SUITED else wild(c) for c in range(EVIDENCE + 1)], np.int32)


CARD_RANK = _rows(lambda c: 0, lambda c: c % N_RANKS + 1)
"""What the card counts in a sum; wild cards nothing (IMP-13)."""
CARD_RANK_BIT = _rows(lambda c: 0, lambda c: 1 << c % N_RANKS)
CARD_SUITS = _rows(lambda c: 0 if c == WITNESS else ALL_SUITS, lambda c: 1 << c // N_RANKS)
"""The suits that the card may have; the Witness has none (IMP-25)."""
CARD_COLOURS = _rows(
    lambda c: 0 if c == WITNESS else ALL_SUITS, lambda c: RED_SUITS if IS_RED[c // N_RANKS] else BLACK_SUITS
)
"""The suits of its colour."""


@rule
def formation_of(value: int) -> int:
    return value // VALUE_BASE


@rule
def sum_of(value: int) -> int:
    return value % VALUE_BASE


@rule
def formation_value(cards: Ints, n: int) -> int:
    """The value of the complete formation cards[0 .. n-1], n = 3 or 4."""
    return reach_value(cards, n, n, NO_CARDS, 0)


@rule
def reach_value(side: Ints, count: int, size: int, free: Masks, jokers: int) -> int:
    """The best value of side[0 .. count-1] when filled up to ``size`` cards from ``free`` suited cards and ``jokers``.

    UNREACHABLE when there are too few cards. ``size`` = ``count`` gives the value as it lies.
    """
    need = size - count
    if POPCOUNT[free[0]] + POPCOUNT[free[1]] + POPCOUNT[free[2]] + POPCOUNT[free[3]] + jokers < need:
        return UNREACHABLE
    ranks, naturals, total, suits, colours, evidence = _read_side(side, count)
    distinct = POPCOUNT[ranks] == naturals
    for formation in range(Formation.SUIT_RUN, Formation.OTHER, -1):
        if formation == Formation.SUIT_RUN and distinct and suits:
            added = _suit_run(ranks, suits, free, need, jokers, size, evidence)
        elif formation == Formation.SAME_RANK and POPCOUNT[ranks] <= 1:
            added = _same_rank(ranks, free, need, jokers, evidence)
        elif formation == Formation.COLOUR_RUN and distinct and colours:
            added = _colour_run(ranks, colours, free, need, jokers, size, evidence)
        elif formation == Formation.RUN and distinct:
            added = _run(ranks, free[0] | free[1] | free[2] | free[3], need, jokers, size, evidence)
        elif formation == Formation.SAME_SUIT and suits:
            added = _same_suit(suits, free, need, jokers)
        elif formation == Formation.SAME_COLOUR and colours:
            added = _same_colour(colours, free, need, jokers)
        else:
            added = UNREACHABLE
        if added >= 0:
            return formation * VALUE_BASE + total + added
    return Formation.OTHER * VALUE_BASE + total + _highest(free, ALL_SUITS, need, jokers)


@rule
def _read_side(side: Ints, count: int) -> tuple[int, int, int, int, int, bool]:
    """What lies there: ranks, natural cards, their sum, suits and colours that all may share, an Evidence or not.

    A joker and an Evidence take any suit; a Witness has neither suit nor colour (IMP-25).
    """
    ranks = 0
    naturals = 0
    total = 0
    suits = ALL_SUITS
    colours = ALL_SUITS
    evidence = False
    for i in range(count):
        card = side[i]
        ranks |= CARD_RANK_BIT[card]
        total += CARD_RANK[card]
        naturals += int(card < N_SUITED)
        suits &= CARD_SUITS[card]
        colours &= CARD_COLOURS[card]
        evidence |= card == EVIDENCE
    return ranks, naturals, total, suits, colours, evidence


@rule
def reach_sum(side: Ints, count: int, size: int, free: Masks, jokers: int) -> int:
    """The largest sum of the side when filled up to ``size`` cards, whatever the formation (Mudslinging, IMP-27)."""
    total = 0
    for i in range(count):
        total += CARD_RANK[side[i]]
    added = _highest(free, ALL_SUITS, size - count, jokers)
    return total + added if added >= 0 else UNREACHABLE


@rule
def _suit_run(ranks: int, suits: int, free: Masks, need: int, jokers: int, size: int, evidence: bool) -> int:
    best = UNREACHABLE
    for s in range(N_SUITS):
        if suits & (1 << s):
            best = max(best, _run(ranks, free[s], need, jokers, size, evidence))
    return best


@rule
def _colour_run(ranks: int, colours: int, free: Masks, need: int, jokers: int, size: int, evidence: bool) -> int:
    best = UNREACHABLE
    if colours & BLACK_SUITS:
        best = max(best, _run(ranks, free[SPADES] | free[CLUBS], need, jokers, size, evidence))
    if colours & RED_SUITS:
        best = max(best, _run(ranks, free[HEARTS] | free[DIAMONDS], need, jokers, size, evidence))
    return best


@rule
def _same_suit(suits: int, free: Masks, need: int, jokers: int) -> int:
    best = UNREACHABLE
    for s in range(N_SUITS):
        if suits & (1 << s):
            best = max(best, _highest(free, 1 << s, need, jokers))
    return best


@rule
def _same_colour(colours: int, free: Masks, need: int, jokers: int) -> int:
    best = UNREACHABLE
    if colours & BLACK_SUITS:
        best = max(best, _highest(free, BLACK_SUITS, need, jokers))
    if colours & RED_SUITS:
        best = max(best, _highest(free, RED_SUITS, need, jokers))
    return best


@rule
def _run(ranks: int, free: int, need: int, jokers: int, size: int, evidence: bool) -> int:
    """The most that ``need`` free cards add to a run of ``size`` that holds ``ranks``; wild cards fill the rest."""
    free |= (free & 1) << ACE_HIGH
    best = _run_from(ranks, free, need, jokers, size, evidence)
    if ranks & 1:  # the ace above the king instead
        best = max(best, _run_from(ranks & ~1 | 1 << ACE_HIGH, free, need, jokers, size, evidence))
    return best


@rule
def _run_from(ranks: int, free: int, need: int, jokers: int, size: int, evidence: bool) -> int:
    """``_run`` over masks of 14 ranks, the ace at both ends."""
    best = UNREACHABLE
    lowest = max(int(HIGHEST[ranks]) - size + 1, 0)
    highest = min(int(LOWEST[ranks]), ACE_HIGH - size + 1)
    for low in range(lowest, highest + 1):
        empty = ((1 << size) - 1) << low & ~ranks
        if not evidence:
            best = max(best, _top(empty & free, need, jokers))
            continue
        for bit in (0, 1, 2, ACE_HIGH):  # the rank that the Evidence stands for (IMP-26)
            if empty & 1 << bit:
                best = max(best, _top(empty & ~(1 << bit) & free, need, jokers))
    return best


@rule
def _top(ranks: int, need: int, jokers: int) -> int:
    """The sum of the ``need`` highest of ``ranks`` (the ace counts 1); jokers (0) make up for missing ones."""
    ranks = (ranks | ranks >> ACE_HIGH) & ALL_RANKS
    there = int(POPCOUNT[ranks])
    while there > need:
        ranks &= ranks - 1  # drops the lowest
        there -= 1
    return int(RANK_SUM[ranks]) if there + jokers >= need else UNREACHABLE


@rule
def _same_rank(ranks: int, free: Masks, need: int, jokers: int, evidence: bool) -> int:
    """The most that ``need`` free cards of one rank add; with cards on the side it is their rank."""
    best = UNREACHABLE
    for rank in range(1, N_RANKS + 1):
        bit = 1 << (rank - 1)
        if (ranks and not ranks & bit) or (evidence and not EVIDENCE_RANKS & bit):
            continue
        there = 0
        for s in range(N_SUITS):
            if free[s] & bit:
                there += 1
        if there + jokers >= need:
            best = max(best, rank * min(there, need))
    return best


@rule
def _highest(free: Masks, suits: int, need: int, jokers: int) -> int:
    """The sum of the ``need`` highest free cards of ``suits``; jokers (0) make up for missing ones."""
    total = 0
    for rank in range(N_RANKS, 0, -1):
        if need == 0:
            break
        for s in range(N_SUITS):
            if need > 0 and suits & (1 << s) and free[s] & (1 << (rank - 1)):
                total += rank
                need -= 1
    return total if need <= jokers else UNREACHABLE
