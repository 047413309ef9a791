"""Formations (IMP-12 to IMP-17, IMP-25, IMP-26, IMP-28): the value of a side, and the best value it can still reach.

A value is ``formation * 64 + sum``, so that the larger value wins by IMP-12 and IMP-13. Sets of ranks are bit masks:
bit 0 is the ace, bit 12 the king. Cards that may be added are given by one such mask for each suit.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    IS_RED,
    N_RANKS,
    N_SUITED,
    N_SUITS,
    SPADES,
    is_joker,
    rank_of,
    suit_of,
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


def _windows(size: int) -> list[int]:
    """The runs of ``size`` ranks as masks: A-2-3 ... J-Q-K, and Q-K-A at the top (IMP-16)."""
    return [sum(1 << (rank % N_RANKS) for rank in range(low, low + size)) for low in range(N_RANKS - size + 2)]


N_WINDOWS = np.array([0, 0, 0, len(_windows(3)), len(_windows(4))], np.int32)
WINDOWS = np.zeros((5, len(_windows(3))), np.int32)
for _size in (3, 4):
    WINDOWS[_size, : len(_windows(_size))] = _windows(_size)
POPCOUNT = np.array([bin(mask).count("1") for mask in range(1 << N_RANKS)], np.int32)


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
        if formation == Formation.SUIT_RUN and distinct:
            added = _suit_run(ranks, suits, free, need, jokers, size, evidence)
        elif formation == Formation.SAME_RANK and POPCOUNT[ranks] <= 1:
            added = _same_rank(ranks, free, need, jokers, evidence)
        elif formation == Formation.COLOUR_RUN and distinct:
            added = _colour_run(ranks, colours, free, need, jokers, size, evidence)
        elif formation == Formation.RUN and distinct:
            added = _run(ranks, free[0] | free[1] | free[2] | free[3], need, jokers, size, evidence)
        elif formation == Formation.SAME_SUIT:
            added = _same_suit(suits, free, need, jokers)
        elif formation == Formation.SAME_COLOUR:
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
    evidence = False
    for i in range(count):
        card = side[i]
        if card == WITNESS:
            suits = 0
        elif card == EVIDENCE:
            evidence = True
        elif not is_joker(card):
            ranks |= 1 << (rank_of(card) - 1)
            total += rank_of(card)
            naturals += 1
    colours = suits
    for i in range(count):
        if side[i] < N_SUITED:
            suits &= 1 << suit_of(side[i])
            colours &= RED_SUITS if IS_RED[suit_of(side[i])] else BLACK_SUITS
    return ranks, naturals, total, suits, colours, evidence


@rule
def reach_sum(side: Ints, count: int, size: int, free: Masks, jokers: int) -> int:
    """The largest sum of the side when filled up to ``size`` cards, whatever the formation (Mudslinging, IMP-27)."""
    total = 0
    for i in range(count):
        if side[i] < N_SUITED:
            total += rank_of(side[i])
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
    best = UNREACHABLE
    for w in range(N_WINDOWS[size]):
        window = WINDOWS[size, w]
        if ranks & ~window:
            continue
        empty = window & ~ranks
        if not evidence:
            best = max(best, _top(empty & free, need, jokers))
            continue
        for k in range(3):  # the rank that the Evidence stands for (IMP-26)
            if empty & EVIDENCE_RANKS & (1 << k):
                best = max(best, _top(empty & ~(1 << k) & free, need, jokers))
    return best


@rule
def _top(ranks: int, need: int, jokers: int) -> int:
    """The sum of the ``need`` highest of ``ranks``; jokers (0) make up for missing ones."""
    if POPCOUNT[ranks] + jokers < need:
        return UNREACHABLE
    total = 0
    for rank in range(N_RANKS, 0, -1):
        if need == 0:
            break
        if ranks & (1 << (rank - 1)):
            total += rank
            need -= 1
    return total


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
