"""Defence Dice worked out again, the slow and obvious way: dice put down one after another, pens tried card by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

RANKS = "A23456789TJQK"
PRISONERS = [suit + rank for suit in "SHDC" for rank in RANKS[:-1]]
RUNS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def rank(card: str) -> int:
    return RANKS.index(card[1]) + 1


# ---------------------------------------------------------------- dice


def survives_every_order(hp: int, before: int, dice: Sequence[int]) -> bool:
    """In whatever order the dice are put down, each one finds HP left."""
    for order in set(permutations(dice)):
        damage = before
        for n in order:
            if damage >= hp:
                return False
            damage += n
    return True


def may_hit(card: str, lying: Sequence[int], queen: Sequence[int], dice: Sequence[int]) -> bool:
    """Whether these new dice may be put on a front enemy that is no king, on which ``lying`` lie.

    ``queen`` are the numbers on the queen of its suit, when there is one and the enemy is another.
    """
    if not dice or any(n in queen for n in dice):
        return False
    if rank(card) == 12:
        both = [*lying, *dice]
        if len(set(both)) < len(both):
            return False
    return survives_every_order(rank(card), sum(lying), dice)


def may_hit_king(lying: Sequence[int], marks: Sequence[int], dice: Sequence[int], at_once: bool) -> bool:
    """Whether these new dice may be put on a king that is alone."""
    numbers = [*lying, *marks, *dice]
    if not dice or len(set(numbers)) < len(numbers) or len(set(lying) | set(marks)) == 5:
        return False
    if at_once:
        return set(numbers) in RUNS
    return any(set(numbers) <= run for run in RUNS)


def handfuls(rolled: Iterable[int]) -> set[tuple[int, ...]]:
    """Every choice of at least one of the rolled dice."""
    dice = sorted(rolled)
    return {hand for size in range(1, len(dice) + 1) for hand in combinations(dice, size)}


# ---------------------------------------------------------------- pens


def xp_of(cards: Iterable[str]) -> int:
    """What three prisoners bring, by trying every combination of the rules on them."""
    three = sorted(cards, key=rank)
    low, middle, high = (rank(card) for card in three)
    found = [0]
    if len({card[0] for card in three}) == 1:
        found.append(1)
    if (middle, high) == (low + 1, low + 2):
        found.append(3 if len({card[0] for card in three}) == 1 else 2)
    if low == middle == high:
        found.append(3)
    return max(found)


def fits(pen: Sequence[str], card: str) -> bool:
    """Some cards of rank A to Q, wherever they are, complete the pen to a combination of three."""
    if len(pen) == 2:
        return xp_of([*pen, card]) > 0
    held = [*pen, card]
    rest = [other for other in PRISONERS if other not in held]
    return any(xp_of([*held, *others]) > 0 for others in combinations(rest, 3 - len(held)))
