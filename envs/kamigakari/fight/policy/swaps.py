"""The best swaps of a check: what its dice should be in the end, weighed against the spirit dice that are kept."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import Kind, Op
from dicedeck.envs.kamigakari.core.dice import count
from dicedeck.envs.kamigakari.core.odds import FIRST_ROLL, MOST_WEIGHED, ROLLS
from dicedeck.envs.kamigakari.fight.moves import A_ACCEPT, A_SWAP
from dicedeck.envs.kamigakari.fight.outlook import DAMAGE, FELL, HIT, N_OUTLOOK, judge
from dicedeck.envs.kamigakari.fight.state import CheckKind, State

FACE_PRICE = np.array([0.2, 0.5, 0.8, 1.2, 1.7, 2.3])
"""What a spirit die of each face is worth to its owner, in HP."""
FELLING = 20.0
"""Felling an enemy, besides its HP."""
FALLING = 15.0
"""A PC that falls, besides its HP."""
HIT_WORTH = 1.0
"""Hitting, besides the damage: what comes with it."""
OTHER_CHECK = 8.0
"""Success in a check outside attacks."""


@rule
def worth_of_outlook(s: State, outlook: Array) -> float:
    """What the outlook of the check in hand is worth to its roller, in HP."""
    if s.check == CheckKind.ACTIVE:
        if s.ops[s.attack, Op.A] == Kind.HEAL:
            return float(outlook[DAMAGE])
        return float(outlook[DAMAGE] + FELLING * outlook[FELL] + HIT_WORTH * outlook[HIT])
    if s.check == CheckKind.PASSIVE:
        return float(HIT_WORTH * outlook[HIT] - outlook[DAMAGE] - FALLING * outlook[FELL])
    return float(OTHER_CHECK * outlook[HIT])


@rule
def best_end(s: State, pool: Ints, most: int, end: Ints) -> float:
    """The dice that the check should end with, chosen from ``rolled`` and at most ``most`` dice of the pool.

    Every choice is looked at. Returns what the best one is worth, with the pool that is left.
    """
    n = count(s.rolled)
    for k in range(6):
        end[k] = s.rolled[k]
    outlook = np.zeros(N_OUTLOOK, np.float64)
    best = worth_of_end(s, pool, end, outlook)
    if n > MOST_WEIGHED:
        return best
    for row in range(FIRST_ROLL[n], FIRST_ROLL[n + 1]):
        chosen = ROLLS[row]
        if can_end(s, pool, chosen) and swaps_needed(s.rolled, chosen) <= most:
            worth = worth_of_end(s, pool, chosen, outlook)
            if worth > best + 1e-9:
                best = worth
                for k in range(6):
                    end[k] = chosen[k]
    return best


@rule
def can_end(s: State, pool: Ints, chosen: Ints) -> bool:
    for k in range(6):
        if chosen[k] > s.rolled[k] + pool[k]:
            return False
    return True


@rule
def worth_of_end(s: State, pool: Ints, chosen: Ints, outlook: Array) -> float:
    """What it is worth if the check ends with these dice besides the fixed ones, and the pool with the rest."""
    points = 0
    high = 0
    price = 0.0
    for k in range(6):
        points += (chosen[k] + s.fixed[k]) * (k + 1)
        if chosen[k] + s.fixed[k] > 0:
            high = k + 1
        price += (s.rolled[k] + pool[k] - chosen[k]) * FACE_PRICE[k]
    judge(s, points, high, outlook)
    return worth_of_outlook(s, outlook) + price


@rule
def swaps_needed(rolled: Ints, end: Ints) -> int:
    """How many dice have to be swapped for the check to end with these."""
    n = 0
    for k in range(6):
        n += max(end[k] - rolled[k], 0)
    return n


@rule
def first_swap(s: State, end: Ints) -> int:
    """The action that brings the dice nearer to the wanted ones, or accepts them."""
    out = -1
    into = -1
    for k in range(6):
        if s.rolled[k] > end[k]:
            out = k
        elif s.rolled[k] < end[k]:
            into = k
    if out < 0 or into < 0:
        return A_ACCEPT
    return A_SWAP + out * 6 + into


@rule
def choose_swap(s: State) -> int:
    """The roller's next swap, or accept."""
    end = np.zeros(6, np.int32)
    best_end(s, s.spirit[s.figure], 99, end)
    return first_swap(s, end)


@rule
def choose_loan(s: State) -> int:
    """A friend's swap: only where it is worth more than the die."""
    end = np.zeros(6, np.int32)
    best_end(s, s.spirit[s.figure], s.swaps_left, end)
    return first_swap(s, end)
