"""Handfuls of dice: arrays of six counts, index n - 1 for the dice that show n (DEF-5)."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, roll_die
from dicedeck.envs.defence_dice.cards import N_FACES
from dicedeck.envs.defence_dice.skill_tables import CODE_OF_FACE
from dicedeck.envs.defence_dice.state import State


@rule
def count(dice: Ints) -> int:
    n = 0
    for face in range(N_FACES):
        n += dice[face]
    return n


@rule
def pips(dice: Ints) -> int:
    """What the dice show in all."""
    total = 0
    for face in range(N_FACES):
        total += dice[face] * (face + 1)
    return total


@rule
def highest(dice: Ints) -> int:
    """The highest number shown, 0 by no dice."""
    for face in range(N_FACES - 1, -1, -1):
        if dice[face] > 0:
            return face + 1
    return 0


@rule
def lowest(dice: Ints) -> int:
    """The lowest number shown, 0 by no dice."""
    for face in range(N_FACES):
        if dice[face] > 0:
            return face + 1
    return 0


@rule
def faces_of(dice: Ints) -> int:
    """The numbers shown, as bits: bit n - 1 for n."""
    bits = 0
    for face in range(N_FACES):
        if dice[face] > 0:
            bits |= 1 << face
    return bits


@rule
def code_of(dice: Ints) -> int:
    """The handful's code in FITS; not for more dice than the most slots."""
    code = 0
    for face in range(N_FACES):
        code += dice[face] * CODE_OF_FACE[face]
    return code


@rule
def roll_dice(s: State, n: int) -> None:
    """Roll ``n`` dice and lay them out unplaced."""
    for _ in range(n):
        s.rolled[roll_die(s.rng[DICE]) - 1] += 1


@rule
def roll_again(s: State) -> None:
    """Roll all unplaced dice again (Regroup)."""
    n = count(s.rolled)
    s.rolled[:] = 0
    roll_dice(s, n)
