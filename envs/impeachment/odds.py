"""How likely a player is to win a justice, and the game, by what that player knows (``chances``).

The features of actions and the strategist are built on it.
"""

from __future__ import annotations

from dicedeck.envs.core.cards import N_RANKS
from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import (
    CON,
    CON_ADJACENT,
    CON_NEEDS,
    N_FORMATIONS,
    N_JUSTICES,
    NOBODY,
    PRO,
    SIDE_SIZE,
    Formation,
)
from dicedeck.envs.impeachment.chances import W_SPREAD, Known, likely_sums, none_of, unheld
from dicedeck.envs.impeachment.formations import VALUE_BASE, formation_of, sum_of
from dicedeck.envs.impeachment.outs import ABOVE, OUTS, RANKS, count_cards, reach
from dicedeck.envs.impeachment.rules.justices import favourite_of, side_size
from dicedeck.envs.impeachment.state import State

# ---------------------------------------------------------------- one justice


@rule
def duel_chance(s: State, player: int, justice: int, mine: Array, theirs: Array, w: Array) -> float:
    """Of winning a justice, from the chances of both sides to become each formation or better."""
    favourite = favourite_of(s, justice)
    runs = 1.0 if favourite == player else 0.0
    others = runs
    if favourite == NOBODY:
        runs, others = sum_chances(s, player, justice, w)
    chance = 0.0
    better = 0.0
    their_better = 0.0
    for formation in range(Formation.SUIT_RUN, -1, -1):
        exactly = mine[formation] - better
        equal = theirs[formation] - their_better
        tie = runs if formation >= Formation.RUN else others
        chance += exactly * (1.0 - theirs[formation] + equal * tie)
        better = mine[formation]
        their_better = theirs[formation]
    return chance


@rule
def sum_chances(s: State, player: int, justice: int, w: Array) -> tuple[float, float]:
    """Of having the larger sum with the same formation: with one of ranks that are close together, and with others."""
    size = side_size(s, justice)
    if s.side_count[justice, 0] == size and s.side_count[justice, 1] == size:
        settled = settled_by_sum(s, player, justice, size)
        return settled, settled
    close, other = likely_sums(s.sides[justice, player], s.side_count[justice, player], size)
    their_close, their_other = likely_sums(s.sides[justice, 1 - player], s.side_count[justice, 1 - player], size)
    spread = float(w[W_SPREAD])
    return share(0.5 + (close - their_close) / spread), share(0.5 + (other - their_other) / spread)


@rule
def share(chance: float) -> float:
    return min(1.0, max(0.0, chance))


@rule
def is_ahead(s: State, justice: int, player: int, mine: int, theirs: int) -> bool:
    """Whether the player wins with these values, one side being complete already (IMP-12 to IMP-14, IMP-43).

    Under Mudslinging the values must be sums.
    """
    if not s.mud[justice]:
        if formation_of(mine) != formation_of(theirs):
            return mine > theirs
        favourite = favourite_of(s, justice)
        if favourite != NOBODY:
            return bool(favourite == player)
    return mine > theirs or (mine == theirs and s.completed_first[justice] == player)


@rule
def settled_by_sum(s: State, player: int, justice: int, size: int) -> float:
    """Both sides are complete: 1 if the player's sum is larger, or equal and completed first (IMP-13, IMP-14)."""
    mine = side_sum(s.sides[justice, player], size)
    theirs = side_sum(s.sides[justice, 1 - player], size)
    won = mine > theirs or (mine == theirs and s.completed_first[justice] == player)
    return 1.0 if won else 0.0


@rule
def side_sum(side: Ints, count: int) -> int:
    total = 0
    for i in range(count):
        total += RANKS[side[i]]
    return total


@rule
def mud_chance(s: State, player: int, justice: int, w: Array) -> float:
    """Of winning a justice under Mudslinging (IMP-27)."""
    size = side_size(s, justice)
    missing = 2 * size - s.side_count[justice, 0] - s.side_count[justice, 1]
    if missing == 0:
        return settled_by_sum(s, player, justice, size)
    mine = likely_sums(s.sides[justice, player], s.side_count[justice, player], size)[1]
    theirs = likely_sums(s.sides[justice, 1 - player], s.side_count[justice, 1 - player], size)[1]
    return share(0.5 + (mine - theirs) / float(4 + 8 * missing))


@rule
def beating_outs(a: int, b: int, value: int, favoured: bool) -> int:
    """The pool of cards with which a, b win against a side of this value that was completed first.

    Args:
        favoured: an equal formation wins whatever the sums.
    """
    formation = formation_of(value)
    outs = 0
    for better in range(formation + 1, N_FORMATIONS):
        outs |= int(OUTS[a, b, better])
    equal = int(OUTS[a, b, formation])
    if favoured:
        return outs | equal
    short = sum_of(value) - int(RANKS[a] + RANKS[b]) + 1
    if short <= 0:
        return outs | equal
    return outs | (equal & int(ABOVE[short - 1])) if short <= N_RANKS else outs


@rule
def last_card_chance(
    s: State, finisher: int, justice: int, value: int, sure: int, maybe: int, drawn: int, w: Array
) -> float:
    """That ``finisher``, who lacks one card of three, beats the other's complete side of this value."""
    a = s.sides[justice, finisher, 0]
    b = s.sides[justice, finisher, 1]
    favourite = favourite_of(s, justice)
    if favourite == 1 - finisher:
        value |= VALUE_BASE - 1  # no sum is enough
    outs = beating_outs(a, b, value, favourite == finisher)
    return 1.0 - unheld(outs & sure, w) * none_of(count_cards(outs & maybe), drawn, count_cards(maybe))


@rule
def justice_chance(
    s: State, player: int, justice: int, known: Known, drawn: int, mine: Array, theirs: Array, w: Array
) -> float:
    """Of winning a justice.

    Args:
        known: the three pools of ``pools_of``; ``drawn``: how many of the unknown cards the player will get.
        mine, theirs: ``side_chances`` of both sides; not looked at where they are complete.
    """
    if s.taken_by[justice] != NOBODY:
        return 1.0 if s.taken_by[justice] == player else 0.0
    if s.mud[justice]:
        return mud_chance(s, player, justice, w)
    other = 1 - player
    size = side_size(s, justice)
    if size == SIDE_SIZE:
        own_count = s.side_count[justice, player]
        their_count = s.side_count[justice, other]
        if own_count == size and their_count == 2:
            value = reach(s.sides[justice, player], size, size, 0)
            rest = count_cards(known[2]) - drawn
            return 1.0 - last_card_chance(s, other, justice, value, known[1], known[2], rest, w)
        if their_count == size and own_count == 2:
            value = reach(s.sides[justice, other], size, size, 0)
            return last_card_chance(s, player, justice, value, known[0], known[2], drawn, w)
    return duel_chance(s, player, justice, mine, theirs, w)


# ---------------------------------------------------------------- the game


@rule
def pro_chance(con: Array, mass: Array) -> float:
    """That Pro wins the game when Con takes each justice with the chance con[j], one apart from another (IMP-18).

    ``mass``: scratch of CON_NEEDS * CON_ADJACENT: by Con's justices and Con's row that ends here.
    """
    mass[:] = 0.0
    mass[0] = 1.0
    for justice in range(N_JUSTICES):
        p = con[justice]
        for count in range(CON_NEEDS - 1, -1, -1):
            at = count * CON_ADJACENT
            stay = (mass[at] + mass[at + 1] + mass[at + 2]) * (1.0 - p)
            mass[at] = stay
            mass[at + 1] = 0.0
            mass[at + 2] = 0.0
            if count > 0:
                # Con takes this one: from count - 1, whose old mass is still there.
                mass[at + 1] = mass[at - 3] * p
                mass[at + 2] = mass[at - 2] * p
    total = 0.0
    for k in range(CON_NEEDS * CON_ADJACENT):
        total += mass[k]
    return total


@rule
def con_chance(player: int, chance: float) -> float:
    """Con's chance at a justice, from the player's."""
    return chance if player == CON else 1.0 - chance


@rule
def winning_chance(player: int, con: Array, mass: Array) -> float:
    """That the player wins the game; the rest as for ``pro_chance``."""
    pro = pro_chance(con, mass)
    return pro if player == PRO else 1.0 - pro
