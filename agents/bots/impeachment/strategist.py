"""The strategist: for each move the chance to win the game after it, from the chances at the nine justices."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_CARDS
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.actions import (
    A_DRAW_ISSUE,
    A_DRAW_TACTIC,
    A_PASS,
    A_PICK,
    A_PLACE,
    A_RETRACT,
    A_TO,
    A_TO_DISCARD,
    A_WITNESS,
)
from dicedeck.envs.impeachment.cards import (
    CON_ADJACENT,
    CON_NEEDS,
    N_FORMATIONS,
    N_JUSTICES,
    NOBODY,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.chances import WEIGHTS, Known, draws_left, pools_of, side_chances
from dicedeck.envs.impeachment.odds import con_chance, justice_chance, winning_chance
from dicedeck.envs.impeachment.outs import BITS, count_cards
from dicedeck.envs.impeachment.rules.hands import is_issue
from dicedeck.envs.impeachment.rules.justices import can_accept, side_size
from dicedeck.envs.impeachment.rules.legal import legal
from dicedeck.envs.impeachment.rules.turn import choose
from dicedeck.envs.impeachment.state import State

TACTIC_WORTH = 0.15
"""A tactic must gain as much: it lets the player keep all cards, which looks better than it is."""


@rule
def choose_strategist(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The action with the largest value; of equal ones the first."""
    mask[:] = 0
    legal(s, mask)
    values = np.empty(mask.shape[0], np.float64)
    rate_by_chances(s, mask, scratch, rng, values)
    return best_rated(mask, values)


@rule
def best_rated(mask: Mask, values: Array) -> int:
    best = -1
    for action in range(mask.shape[0]):
        if mask[action] and (best < 0 or values[action] > values[best]):
            best = action
    return best


@rule
def rate_by_chances(s: State, mask: Mask, scratch: Array, rng: Words, values: Array) -> None:
    """values[action] = expected return of each legal action, from -1 to 1."""
    rate_weighted(s, mask, scratch, values, WEIGHTS)


@rule
def judge_by_chances(s: State, player: int, scratch: Array, returns: Array) -> None:
    """returns[p] = expected return of each seat, by what ``player`` knows."""
    table = np.empty((2, N_JUSTICES, N_FORMATIONS), np.float64)
    con = np.empty(N_JUSTICES, np.float64)
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    value = 2.0 * position_value(s, player, pools_of(s, player), WEIGHTS, table, con, mass) - 1.0
    returns[player] = value
    returns[1 - player] = -value


@rule
def rate_weighted(s: State, mask: Mask, scratch: Array, values: Array, w: Array) -> None:
    table = np.empty((2, N_JUSTICES, N_FORMATIONS), np.float64)
    con = np.empty(N_JUSTICES, np.float64)
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    known = pools_of(s, s.player)
    if s.phase == Phase.DRAW:
        rate_piles(values)
    elif s.phase == Phase.POLL:
        rate_poll_picks(s, mask, known, values, w, table, con, mass)
    elif s.phase == Phase.DEAL:
        rate_deal_picks(s, mask, known, values, w, table, con, mass)
    else:
        if s.phase == Phase.PLAY:
            rate_placements(s, known, values, w, table, con, mass)
        rate_others(s, mask, scratch, values, w, table, con, mass)


# ---------------------------------------------------------------- values


@rule
def position_value(s: State, player: int, known: Known, w: Array, table: Array, con: Array, mass: Array) -> float:
    """The player's chance to win, with these pools; writes what it finds into ``table`` and ``con``."""
    other = 1 - player
    drawn = draws_left(s, player)
    rest = count_cards(known[2]) - drawn
    for j in range(N_JUSTICES):
        if s.taken_by[j] == NOBODY:
            size = side_size(s, j)
            side_chances(s.sides[j, other], s.side_count[j, other], size, known[1], known[2], rest, w, table[1, j])
    return own_value(s, player, known, drawn, w, table, con, mass)


@rule
def own_value(
    s: State, player: int, known: Known, drawn: int, w: Array, table: Array, con: Array, mass: Array
) -> float:
    """``position_value`` when the chances of the other's sides are in the table already."""
    for j in range(N_JUSTICES):
        if s.taken_by[j] == NOBODY:
            size = side_size(s, j)
            side_chances(s.sides[j, player], s.side_count[j, player], size, known[0], known[2], drawn, w, table[0, j])
        set_justice(s, player, j, known, drawn, w, table, con)
    return winning_chance(player, con, mass)


@rule
def set_justice(s: State, player: int, j: int, known: Known, drawn: int, w: Array, table: Array, con: Array) -> None:
    chance = justice_chance(s, player, j, known, drawn, table[0, j], table[1, j], w)
    con[j] = con_chance(player, chance)


# ---------------------------------------------------------------- a card at a justice


@rule
def rate_placements(s: State, known: Known, values: Array, w: Array, table: Array, con: Array, mass: Array) -> None:
    """Every issue card in hand at every justice that accepts it."""
    player = s.player
    drawn = draws_left(s, player)
    position_value(s, player, known, w, table, con, mass)
    for slot in range(s.hand_count[player]):
        card = s.hand[player, slot]
        if is_issue(card):
            left = (known[0] & ~BITS[card], known[1], known[2])
            own_value(s, player, left, drawn, w, table, con, mass)
            for j in range(N_JUSTICES):
                if can_accept(s, j, player):
                    value = value_of_placing(s, card, j, left, drawn, w, table, con, mass)
                    values[A_PLACE + card * N_JUSTICES + j] = 2.0 * value - 1.0


@rule
def value_of_placing(
    s: State,
    card: int,
    j: int,
    left: Known,
    drawn: int,
    w: Array,
    table: Array,
    con: Array,
    mass: Array,
) -> float:
    """The chance to win with the card there; the state is as before afterwards."""
    player = s.player
    size = side_size(s, j)
    count = s.side_count[j, player]
    first = s.completed_first[j]
    before = con[j]
    s.sides[j, player, count] = card
    s.side_count[j, player] = count + 1
    if count + 1 == size and first == NOBODY:
        s.completed_first[j] = player
    side_chances(s.sides[j, player], count + 1, size, left[0], left[2], drawn, w, table[0, j])
    set_justice(s, player, j, left, drawn, w, table, con)
    value = winning_chance(player, con, mass)
    s.sides[j, player, count] = -1
    s.side_count[j, player] = count
    s.completed_first[j] = first
    con[j] = before
    return value


# ---------------------------------------------------------------- tactics


@rule
def rate_others(
    s: State, mask: Mask, scratch: Array, values: Array, w: Array, table: Array, con: Array, mass: Array
) -> None:
    """Each legal action behind the placements, tried on a copy; tactics are charged for."""
    player = s.player
    copy = scratch[0]
    for action in range(A_PASS, mask.shape[0]):
        if mask[action] == 0:
            continue
        scratch[0] = s
        choose(copy, action)
        if A_RETRACT <= action < A_TO:
            value = after_retract(copy, player, w, table, con, mass)
        else:
            value = position_value(copy, player, pools_of(copy, player), w, table, con, mass)
        if A_WITNESS <= action < A_TO or action > A_TO_DISCARD:
            value -= TACTIC_WORTH
        values[action] = 2.0 * value - 1.0


@rule
def after_retract(s: State, player: int, w: Array, table: Array, con: Array, mass: Array) -> float:
    """The best value over the justices where the card taken up can go, or without it."""
    known = pools_of(s, player)
    drawn = draws_left(s, player)
    best = position_value(s, player, known, w, table, con, mass)
    for j in range(N_JUSTICES):
        if j != s.held_from and can_accept(s, j, player):
            best = max(best, value_of_placing(s, s.held, j, known, drawn, w, table, con, mass))
    return best


@rule
def rate_piles(values: Array) -> None:
    """An issue card: each tactic in the hand leaves a choice of fewer (measured: 65 % against taking one at once)."""
    values[A_DRAW_ISSUE] = 0.01
    values[A_DRAW_TACTIC] = 0.0


@rule
def rate_poll_picks(
    s: State, mask: Mask, known: Known, values: Array, w: Array, table: Array, con: Array, mass: Array
) -> None:
    """The players draw in turn, this one first: the best card for the own hand, then the least for the other's."""
    for card in range(N_CARDS):
        if mask[A_PICK + card]:
            bit = BITS[card]
            rest = known[2] & ~bit
            if s.pick_count % 2 == 0:
                value = position_value(s, s.player, (known[0] | bit, known[1], rest), w, table, con, mass)
            else:
                value = position_value(s, s.player, (known[0], known[1] | bit, rest), w, table, con, mass)
            values[A_PICK + card] = 2.0 * value - 1.0


@rule
def rate_deal_picks(
    s: State, mask: Mask, known: Known, values: Array, w: Array, table: Array, con: Array, mass: Array
) -> None:
    """A card changes hands."""
    hand = known[0]
    theirs = known[1]
    for k in range(s.pick_count):
        if s.where[s.picks[k]] == Place.PRO_HAND + s.player:
            hand &= ~BITS[s.picks[k]]
            theirs |= BITS[s.picks[k]]
    for card in range(N_CARDS):
        if mask[A_PICK + card]:
            pools = (hand & ~BITS[card], theirs | BITS[card], known[2])
            value = position_value(s, s.player, pools, w, table, con, mass)
            values[A_PICK + card] = 2.0 * value - 1.0
