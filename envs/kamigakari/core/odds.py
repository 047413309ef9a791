"""Exact chances of checks with the best swaps (KAMI-1 to KAMI-6).

Swapping the lowest dice for the highest spirit dice gives the highest sum and the highest die at once: the best n of
all dice together. So a check is weighed by going through every roll of n dice (as counts of faces) once.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.core.dice import CRITICAL_DIE

MOST_WEIGHED = 6
"""Checks of more dice are weighed as if they had so many."""


def _all_rolls(n: int) -> list[list[int]]:
    return [[roll.count(face) for face in range(1, 7)] for roll in combinations_with_replacement(range(1, 7), n)]


def _chance(counts: list[int]) -> float:
    ways = factorial(sum(counts))
    for count in counts:
        ways //= factorial(count)
    return float(ways / 6 ** sum(counts))


_TABLES = [_all_rolls(n) for n in range(MOST_WEIGHED + 1)]
ROLLS = np.array([counts for table in _TABLES for counts in table], np.int32)
"""All rolls of 0, 1 .. 6 dice as counts of faces."""
ROLL_CHANCE = np.array([_chance(counts) for table in _TABLES for counts in table], np.float64)
FIRST_ROLL = np.cumsum([0, *(len(table) for table in _TABLES)]).astype(np.int32)
"""Where the rolls of n dice begin."""
FAILED = CRITICAL_DIE
"""Places behind it are those of checks that fail with 1 .. 6 as their highest die."""
OUTCOMES = FAILED + 7


@rule
def best_dice(rolled: Array, fixed: Array, pool: Array) -> int:
    """The highest sum x 16 + the highest die that swapping can bring; dice of ``fixed`` stay."""
    need = 0
    total = 0
    high = 0
    for k in range(6):
        need += rolled[k]
        total += fixed[k] * (k + 1)
        if fixed[k] > 0:
            high = k + 1
    for k in range(5, -1, -1):
        here = min(need, rolled[k] + pool[k])
        if here > 0:
            total += here * (k + 1)
            need -= here
            high = max(high, k + 1)
    return total * 16 + high


@rule
def weigh_check(n: int, pool: Array, pain: bool, wanted: int, chances: Array) -> None:
    """Chances of a check of n dice whose dice have to sum up to ``wanted``, with the best swaps from the pool.

    chances[d] for d = 1 .. 6, 10: it succeeds with d as its highest die (10: critical); chances[0]: a fumble;
    chances[FAILED + d]: it fails otherwise, with d as its highest die.
    """
    n = min(n, MOST_WEIGHED)
    for d in range(OUTCOMES):
        chances[d] = 0.0
    rolled = np.empty(6, np.int32)
    fixed = np.zeros(6, np.int32)
    for row in range(FIRST_ROLL[n], FIRST_ROLL[n + 1]):
        lowest = 0
        for k in range(5, -1, -1):
            rolled[k] = ROLLS[row, k]
            if rolled[k] > 0:
                lowest = k
        chance = ROLL_CHANCE[row]
        fixed[0] = 0
        if pain:
            rolled[lowest] -= 1
            fixed[0] = 1
        if rolled[5] >= 2:
            chances[CRITICAL_DIE] += chance
        elif rolled[0] + fixed[0] == n:
            chances[0] += chance
        else:
            best = best_dice(rolled, fixed, pool)
            if best // 16 >= wanted:
                chances[best % 16] += chance
            else:
                chances[FAILED + best % 16] += chance


@rule
def success_in(chances: Array) -> float:
    """The chance that the weighed check succeeds."""
    total = 0.0 + chances[CRITICAL_DIE]
    for d in range(1, 7):
        total += chances[d]
    return float(min(total, 1.0))
