"""Notes on a justice for the features of actions: what is the same for all actions there, and what they share."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_CARDS
from dicedeck.envs.core.dtypes import Array
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
from dicedeck.envs.impeachment.chances import WEIGHTS, Known, draws_left, side_chances
from dicedeck.envs.impeachment.odds import con_chance, justice_chance, pro_chance, side_sum, winning_chance
from dicedeck.envs.impeachment.outs import BITS, MADE, count_cards, reach, reach_sum_of
from dicedeck.envs.impeachment.rules.justices import side_size
from dicedeck.envs.impeachment.rules.setup import EMPTY_OUTLOOK
from dicedeck.envs.impeachment.state import State

NOTED, BEFORE, SWING, ROW, WINS, LOSES, THEIR_BEST, OWN = range(8)
THEIRS = OWN + N_FORMATIONS
N_NOTES = THEIRS + N_FORMATIONS
"""Columns of the notes on a justice, and of the row to work in: whether it is noted, the chance to win it before the
action, what it means for the game, the best that the opponent can reach there, chances of both sides to become each
formation (the own ones are written anew for each action)."""
GAME = NOTED + 1
CON_WINS = GAME + 1
"""Columns of the notes on the game, as it is and without one card of the hand: the chance to win it, and Con's chances
at the justices."""
HERE, WHOLE, WITHOUT = range(N_JUSTICES, N_JUSTICES + 3)
N_ROWS = WITHOUT + N_CARDS
"""Rows behind those of the justices: one to work in, the game, the game without each card."""
OPEN = 0.03
"""The chances of a justice that nobody has taken lie so far from 0 and 1, to tell it from one that is taken."""
DECIDED = 1e-10
"""Less than the smallest chance that this leaves to win the game: Pro needs six justices at most."""
PLENTY = 14
"""With more cards than these, an empty side is taken to reach anything."""


@rule
def new_notes() -> Array:
    """float64[N_ROWS, N_NOTES]: nothing is noted."""
    return np.zeros((N_ROWS, N_NOTES), np.float64)


@rule
def look_at_theirs(s: State, justice: int, known: Known, note: Array) -> None:
    """What the opponent's side can become."""
    other = 1 - s.player
    size = side_size(s, justice)
    rest = count_cards(known[2]) - draws_left(s, s.player)
    chances = note[THEIRS : THEIRS + N_FORMATIONS]
    side = s.sides[justice, other]
    side_chances(side, s.side_count[justice, other], size, known[1], known[2], rest, WEIGHTS, chances)
    note[THEIR_BEST] = best_value(s, justice, other, known[1] | known[2])


@rule
def own_chance(s: State, justice: int, known: Known, note: Array) -> float:
    """The chance to win the justice; of the opponent's side the note says what it can become."""
    player = s.player
    drawn = draws_left(s, player)
    chances = note[OWN : OWN + N_FORMATIONS]
    side = s.sides[justice, player]
    count = s.side_count[justice, player]
    side_chances(side, count, side_size(s, justice), known[0], known[2], drawn, WEIGHTS, chances)
    return justice_chance(s, player, justice, known, drawn, chances, note[THEIRS : THEIRS + N_FORMATIONS], WEIGHTS)


@rule
def best_value(s: State, justice: int, player: int, pool: int) -> int:
    """``reach`` of a side; under Mudslinging its largest sum (formation 0). An empty side is not looked at closely."""
    side = s.sides[justice, player]
    count = s.side_count[justice, player]
    if s.mud[justice]:
        return reach_sum_of(side, count, side_size(s, justice), pool)
    if count == 0 and count_cards(pool) > PLENTY:
        return EMPTY_OUTLOOK
    return reach(side, count, side_size(s, justice), pool)


@rule
def look_at_all(s: State, known: Known, notes: Array) -> None:
    """Write the notes on every justice."""
    con = np.empty(N_JUSTICES, np.float64)
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    for j in range(N_JUSTICES):
        notes[j, NOTED] = 1.0
        if s.taken_by[j] != NOBODY:
            con[j] = 1.0 if s.taken_by[j] == CON else 0.0
            continue
        look_at_theirs(s, j, known, notes[j])
        chance = own_chance(s, j, known, notes[j])
        notes[j, BEFORE] = chance
        con[j] = open_chance(con_chance(s.player, chance))
    for j in range(N_JUSTICES):
        notes[WHOLE, CON_WINS + j] = con[j]
        if s.taken_by[j] == NOBODY:
            look_at_stakes(s, j, con, mass, notes[j])
    notes[WHOLE, GAME] = winning_chance(s.player, con, mass)


@rule
def open_chance(chance: float) -> float:
    return min(1.0 - OPEN, max(OPEN, chance))


@rule
def look_without(s: State, card: int, known: Known, notes: Array) -> None:
    """Write the notes on the game without a card of the hand: it is missing wherever it could have gone."""
    note = notes[WITHOUT + card]
    note[:] = notes[WHOLE]
    note[NOTED] = 1.0
    left = (known[0] & ~BITS[card], known[1], known[2])
    for j in range(N_JUSTICES):
        if s.taken_by[j] == NOBODY and not s.mud[j] and could_help(s, j, card):
            chance = own_chance(s, j, left, notes[j])
            note[CON_WINS + j] = open_chance(con_chance(s.player, chance))
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    note[GAME] = winning_chance(s.player, note[CON_WINS : CON_WINS + N_JUSTICES], mass)


@rule
def could_help(s: State, justice: int, card: int) -> bool:
    """Whether the card may be missed there. A third one is, when it makes a formation or a sum may decide."""
    size = side_size(s, justice)
    count = s.side_count[justice, s.player]
    if count == 0 or count == size:  # an empty side has typical chances, whatever is in the hand
        return False
    if count != 2 or size > SIDE_SIZE or s.side_count[justice, 1 - s.player] == size:
        return True
    return bool(MADE[s.sides[justice, s.player, 0], s.sides[justice, s.player, 1], card] != Formation.OTHER)


@rule
def game_with(s: State, justice: int, chance: float, note: Array) -> float:
    """The player's chance to win the game with this chance at the justice, and those of the note at the others."""
    con = note[CON_WINS : CON_WINS + N_JUSTICES]
    before = con[justice]
    con[justice] = con_chance(s.player, chance)
    value = winning_chance(s.player, con, np.empty(CON_NEEDS * CON_ADJACENT, np.float64))
    con[justice] = before
    return value


@rule
def look_at_stakes(s: State, justice: int, con: Array, mass: Array, note: Array) -> None:
    """What the justice means for the game, by Con's chances at the others."""
    chance = con[justice]
    con[justice] = 1.0
    with_con = pro_chance(con, mass)
    note[ROW] = min(longest_row(con, justice), CON_ADJACENT) / CON_ADJACENT
    con[justice] = 0.0
    with_pro = pro_chance(con, mass)
    con[justice] = chance
    note[SWING] = with_pro - with_con
    pro_wins = 1.0 if with_pro > 1.0 - DECIDED else 0.0
    con_wins = 1.0 if with_con < DECIDED else 0.0
    note[WINS] = pro_wins if s.player == PRO else con_wins
    note[LOSES] = con_wins if s.player == PRO else pro_wins


@rule
def longest_row(con: Array, justice: int) -> int:
    """How many adjacent justices around this one are Con's, itself counted."""
    low = justice
    while low > 0 and con[low - 1] == 1.0:
        low -= 1
    high = justice
    while high < N_JUSTICES - 1 and con[high + 1] == 1.0:
        high += 1
    return high - low + 1


@rule
def free_slots(s: State, player: int) -> int:
    free = 0
    for j in range(N_JUSTICES):
        if s.taken_by[j] == NOBODY:
            free += side_size(s, j) - s.side_count[j, player]
    return free


@rule
def for_player(owner: int, player: int) -> int:
    if owner == NOBODY:
        return 0
    return 1 if owner == player else -1


@rule
def sum_lead(s: State, justice: int) -> int:
    mine = side_sum(s.sides[justice, s.player], s.side_count[justice, s.player])
    return mine - side_sum(s.sides[justice, 1 - s.player], s.side_count[justice, 1 - s.player])
