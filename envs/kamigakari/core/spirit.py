"""Spirit dice of one figure: paying with them, rolling them anew (KAMI-7 to KAMI-9)."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Array, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.core.dice import can_complete, roll_into


@rule
def can_pay_face(paid: Array, wild: int, pool: Array, surplus: int, cost: int, number: int, face: int, k: int) -> bool:
    """Whether a spirit die of face k + 1 may be the next one paid: the rest can be paid after it."""
    if pool[k] == 0:
        return False
    paid[k] += 1
    pool[k] -= 1
    fine = can_complete(paid, wild, pool, surplus, cost, number, face)
    paid[k] -= 1
    pool[k] += 1
    return fine


@rule
def roll_spent(rng: Words, pool: Array, spent: int) -> None:
    """Spent dice come back, rolled again (KAMI-8)."""
    roll_into(rng, pool, spent)
