"""Dice of checks and spirit dice, as counts of each face (KAMI-1, 3, 6, 7, 9).

``rolled`` holds the dice of a check that may still be swapped, ``fixed`` those swapped in and those that pain holds: a
die swapped in is not swapped out again, which could only undo or repeat a swap.
"""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Array, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import roll_die
from dicedeck.envs.kamigakari.codes import Cost

CRITICAL_DIE = 10


@rule
def roll_into(rng: Words, faces: Array, n: int) -> None:
    """Roll n dice and add them."""
    for _ in range(n):
        faces[roll_die(rng) - 1] += 1


@rule
def count(faces: Array) -> int:
    """How many dice."""
    n = 0
    for k in range(6):
        n += faces[k]
    return n


@rule
def total(faces: Array) -> int:
    """The sum of the dice."""
    n = 0
    for k in range(6):
        n += faces[k] * (k + 1)
    return n


@rule
def highest(faces: Array) -> int:
    """The highest face, 0 without dice."""
    for k in range(5, -1, -1):
        if faces[k] > 0:
            return k + 1
    return 0


@rule
def lowest(faces: Array) -> int:
    """The lowest face, 0 without dice."""
    for k in range(6):
        if faces[k] > 0:
            return k + 1
    return 0


@rule
def hold_by_pain(rolled: Array, fixed: Array) -> None:
    """The lowest die becomes a 1 that cannot be swapped (KAMI-29)."""
    face = lowest(rolled)
    if face > 0:
        rolled[face - 1] -= 1
        fixed[0] += 1


@rule
def is_critical(rolled: Array, fixed: Array) -> bool:
    """Two sixes (KAMI-3)."""
    return bool(rolled[5] + fixed[5] >= 2)


@rule
def is_fumble(rolled: Array, fixed: Array) -> bool:
    """Nothing but ones (KAMI-3)."""
    return bool(rolled[0] + fixed[0] == count(rolled) + count(fixed))


@rule
def reroll_lowest(rng: Words, faces: Array, n: int) -> None:
    """Roll the n lowest dice again, at the same time."""
    again = 0
    for k in range(6):
        while faces[k] > 0 and again < n:
            faces[k] -= 1
            again += 1
    roll_into(rng, faces, again)


@rule
def can_complete(paid: Array, wild: int, pool: Array, surplus: int, cost: int, number: int, face: int) -> bool:
    """Whether what has been paid, faces and ``wild`` surplus dice, can be filled up to the cost from the pool."""
    have = count(paid)
    need = number - have - wild
    if need < 0:
        return False
    if cost == Cost.RUN:
        return _can_run(paid, have, pool, surplus, number, need)
    if cost == Cost.PAIR:
        for k in range(6):
            if paid[k] == have and pool[k] + surplus >= need:
                return True
        return False
    fitting = surplus
    for k in range(6):
        if fits(cost, face, k + 1):
            fitting += pool[k]
        elif paid[k] > 0:
            return False
    return bool(fitting >= need)


@rule
def fits(cost: int, face: int, shown: int) -> bool:
    """Whether a die that shows this face can be among those of the cost; runs and pairs are looked at as a whole."""
    if cost == Cost.ODD:
        return bool(shown % 2 == 1)
    if cost == Cost.EVEN:
        return bool(shown % 2 == 0)
    if cost == Cost.FACE:
        return bool(shown == face)
    return True


@rule
def _can_run(paid: Array, have: int, pool: Array, surplus: int, number: int, need: int) -> bool:
    """Some window of faces in a row holds all that was paid, each once, and can be filled."""
    for first in range(7 - number):
        inside = 0
        open_faces = 0
        for k in range(first, first + number):
            inside += paid[k]
            if paid[k] > 1:
                inside = -99
            open_faces += int(paid[k] == 0 and pool[k] > 0)
        if inside == have and min(open_faces, need) + surplus >= need:
            return True
    return False
