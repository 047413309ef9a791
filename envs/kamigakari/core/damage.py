"""Damage as arithmetic (KAMI-23 to KAMI-28)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_RANK


@rule
def effective_rank(rank: int, weak: bool) -> int:
    """A weakness adds one; 0 to 10 (KAMI-23, 25)."""
    return min(max(rank + int(weak), 0), MOST_RANK)


@rule
def damage(die: int, rank: int, bonus: int) -> int:
    """Damage rate and all that is added (KAMI-23, 24); never below 0."""
    return max(die * rank + bonus, 0)


@rule
def reduced(amount: int, armour: int, less: int, halved: bool) -> int:
    """Armour or barrier, "damage - n", halving rounded up; not below 0 (KAMI-26)."""
    rest = max(amount - max(armour, 0) - less, 0)
    return (rest + 1) // 2 if halved else rest
