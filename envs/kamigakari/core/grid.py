"""Squares: distances, neighbours, ways (KAMI-19). A square is row x 13 + column, whatever the grid."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import N_SQUARES, NONE, WIDTH

FAR = 1_000_000
THREAT = 100
"""What a square where a foe may stop the mover weighs against one square of way."""


@rule
def apart(a: int, b: int) -> int:
    """Squares between two figures along rows and columns."""
    return abs(a // WIDTH - b // WIDTH) + abs(a % WIDTH - b % WIDTH)


@rule
def neighbour(grid: int, square: int, way: int) -> int:
    """The square in direction 0 .. 3 (up, left, right, down); NONE off the grid."""
    column = square % WIDTH
    row = square // WIDTH
    if way == 0:
        return square - WIDTH if row > 0 else NONE
    if way == 1:
        return square - 1 if column > 0 else NONE
    if way == 2:
        return square + 1 if column < grid - 1 else NONE
    return square + WIDTH if row < grid - 1 else NONE


@rule
def find_ways(grid: int, start: int, enter: Array, threat: Array, budget: int, weight: Array, came: Array) -> None:
    """The best way to every square that ``budget`` reaches, by weight: length, and THREAT for each threatened square.

    ``enter``: what a square costs to enter, 0 where nobody can. ``weight`` is FAR where the way is too long. Where the
    way of least threat is longer than the budget a square may be missed: ask again with no threat.
    """
    queue = np.empty(N_SQUARES, np.int32)
    waiting = np.zeros(N_SQUARES, np.int32)
    for square in range(N_SQUARES):
        weight[square] = FAR
        came[square] = NONE
    weight[start] = 0
    queue[0] = start
    head = 0
    n = 1
    while n > 0:
        square = queue[head]
        head = (head + 1) % N_SQUARES
        n -= 1
        waiting[square] = 0
        for way in range(4):
            to = neighbour(grid, square, way)
            if to == NONE or enter[to] == 0:
                continue
            through = weight[square] + enter[to] + THREAT * threat[to]
            if through % THREAT <= budget and through < weight[to]:
                weight[to] = through
                came[to] = square
                if waiting[to] == 0:
                    waiting[to] = 1
                    queue[(head + n) % N_SQUARES] = to
                    n += 1
