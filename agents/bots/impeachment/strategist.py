"""The strategist: for each move the chance to win the game after it, from the chances at the nine justices."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_CARDS
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.actions import (
    A_DEAL,
    A_DRAW_ISSUE,
    A_DRAW_TACTIC,
    A_PASS,
    A_PICK,
    A_POLL,
    A_RETRACT,
    A_TO,
    A_TO_DISCARD,
    A_WITNESS,
)
from dicedeck.envs.impeachment.cards import (
    CON,
    CON_ADJACENT,
    CON_NEEDS,
    N_FORMATIONS,
    N_JUSTICES,
    NOBODY,
    PRO,
    Phase,
)
from dicedeck.envs.impeachment.chances import WEIGHTS, Known, draws_left, pools_of, side_chances
from dicedeck.envs.impeachment.odds import justice_chance, pro_chance
from dicedeck.envs.impeachment.outs import BITS, count_cards
from dicedeck.envs.impeachment.rules.hands import is_issue
from dicedeck.envs.impeachment.rules.justices import can_accept, side_size
from dicedeck.envs.impeachment.rules.turn import choose
from dicedeck.envs.impeachment.state import State

W_TACTIC = 10
"""What a tactic is worth in the hand: using it must gain as much."""
W_TALK = 11
"""What Poll and Deal are taken to gain."""


@rule
def strategist_weighted(s: State, mask: Mask, scratch: Array, rng: Words, w: Array) -> int:
    table = np.empty((2, N_JUSTICES, N_FORMATIONS), np.float64)
    con = np.empty(N_JUSTICES, np.float64)
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    if s.phase == Phase.DRAW:
        return choose_pile(s)
    known = pools_of(s, s.player)
    if s.phase == Phase.POLL:
        return pick_for_poll(s, mask, known, w, table, con, mass)
    if s.phase == Phase.DEAL:
        return pick_for_deal(s, mask, known, w, table, con, mass)
    if s.phase == Phase.RETRACT:
        return best_of_others(s, mask, A_TO, A_TO_DISCARD + 1, scratch, w, table, con, mass)[0]
    action, value = best_placement(s, known, w, table, con, mass)
    if mask.shape[0] > A_PASS:
        other, other_value = best_of_others(s, mask, A_PASS, mask.shape[0], scratch, w, table, con, mass)
        if other >= 0 and (action < 0 or other_value > value):
            return other
    return action


@rule
def choose_strategist(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    return strategist_weighted(s, mask, scratch, rng, WEIGHTS)


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
    con[j] = chance if player == CON else 1.0 - chance


@rule
def winning_chance(player: int, con: Array, mass: Array) -> float:
    pro = pro_chance(con, mass)
    return pro if player == PRO else 1.0 - pro


# ---------------------------------------------------------------- a card at a justice


@rule
def best_placement(s: State, known: Known, w: Array, table: Array, con: Array, mass: Array) -> tuple[int, float]:
    """The best issue card and justice, and the chance to win after it; -1 when none can be placed."""
    player = s.player
    drawn = draws_left(s, player)
    position_value(s, player, known, w, table, con, mass)
    best = -1
    best_value = -1.0
    for slot in range(s.hand_count[player]):
        card = s.hand[player, slot]
        if not is_issue(card):
            continue
        left = (known[0] & ~BITS[card], known[1], known[2])
        own_value(s, player, left, drawn, w, table, con, mass)
        for j in range(N_JUSTICES):
            if can_accept(s, j, player):
                value = value_of_placing(s, card, j, left, drawn, w, table, con, mass)
                if value > best_value:
                    best_value = value
                    best = card * N_JUSTICES + j
    return best, best_value


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
def best_of_others(
    s: State, mask: Mask, first: int, last: int, scratch: Array, w: Array, table: Array, con: Array, mass: Array
) -> tuple[int, float]:
    """The best action in first .. last-1 by trying each on a copy; tactics are charged for. -1 when none is legal."""
    player = s.player
    copy = scratch[0]
    best = -1
    best_value = -2.0
    for action in range(first, last):
        if mask[action] == 0:
            continue
        scratch[0] = s
        choose(copy, action)
        if A_RETRACT <= action < A_TO:
            value = after_retract(copy, player, w, table, con, mass)
        else:
            value = position_value(copy, player, pools_of(copy, player), w, table, con, mass)
        if action in (A_POLL, A_DEAL):
            value += w[W_TALK]
        if A_WITNESS <= action < A_TO or action > A_TO_DISCARD:
            value -= w[W_TACTIC]
        if value > best_value:
            best_value = value
            best = action
    return best, best_value


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
def choose_pile(s: State) -> int:
    """A tactic when the hand has none, otherwise an issue card."""
    for slot in range(s.hand_count[s.player]):
        if not is_issue(s.hand[s.player, slot]):
            return A_DRAW_ISSUE
    return A_DRAW_TACTIC


@rule
def pick_for_poll(s: State, mask: Mask, known: Known, w: Array, table: Array, con: Array, mass: Array) -> int:
    """The players draw in turn, this one first: the best card for the own hand, the least for the other's."""
    mine = s.pick_count % 2 == 0
    best = -1
    best_value = -1.0
    for card in range(N_CARDS):
        if mask[A_PICK + card] == 0:
            continue
        bit = BITS[card]
        if mine:
            pools = (known[0] | bit, known[1], known[2] & ~bit)
        else:
            pools = (known[0], known[1] | bit, known[2] & ~bit)
        value = position_value(s, s.player, pools, w, table, con, mass)
        if value > best_value:
            best_value = value
            best = A_PICK + card
    return best


@rule
def pick_for_deal(s: State, mask: Mask, known: Known, w: Array, table: Array, con: Array, mass: Array) -> int:
    """Hand over the card whose change of hands costs the least."""
    theirs = known[1]
    hand = known[0]
    for k in range(s.pick_count):
        if s.where[s.picks[k]] == 2 + s.player:
            hand &= ~BITS[s.picks[k]]
            theirs |= BITS[s.picks[k]]
    best = -1
    best_value = -1.0
    for card in range(N_CARDS):
        if mask[A_PICK + card] == 0:
            continue
        pools = (hand & ~BITS[card], theirs | BITS[card], known[2])
        value = position_value(s, s.player, pools, w, table, con, mass)
        if value > best_value:
            best_value = value
            best = A_PICK + card
    return best
