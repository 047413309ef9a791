"""Sides of the justices, and who takes which (IMP-7, IMP-11 to IMP-20, IMP-27, IMP-28, IMP-33, IMP-36 to IMP-43)."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_JOKERS, N_RANKS, N_SUITED, NO_CARD, rank_of, suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import (
    CON,
    CON_ADJACENT,
    CON_NEEDS,
    N_JUSTICES,
    NOBODY,
    PRO,
    PRO_NEEDS,
    SIDE_SIZE,
    Bias,
    Conviction,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.formations import (
    EVERY_CARD,
    NO_CARDS,
    Masks,
    formation_of,
    reach_sum,
    reach_value,
    sum_of,
)
from dicedeck.envs.impeachment.state import State

STALE = -2
"""An outlook that must be worked out again."""

# ---------------------------------------------------------------- sides


@rule
def side_size(s: State, justice: int) -> int:
    """Cards of a formation there: 3, with Deliberation 4 (IMP-7, IMP-28)."""
    return int(SIDE_SIZE + s.deliberation[justice])


@rule
def is_complete(s: State, justice: int, player: int) -> bool:
    return bool(s.side_count[justice, player] == side_size(s, justice))


@rule
def can_accept(s: State, justice: int, player: int) -> bool:
    """The justice is not taken (IMP-8) and the side not full (IMP-7)."""
    return bool(s.taken_by[justice] == NOBODY and s.side_count[justice, player] < side_size(s, justice))


@rule
def put_on_side(s: State, justice: int, player: int, card: int) -> None:
    """Lay a card down; the side completed first is remembered for ties (IMP-14)."""
    s.sides[justice, player, s.side_count[justice, player]] = card
    s.side_count[justice, player] += 1
    s.where[card] = Place.TABLE
    s.outlook[justice, player] = STALE
    if is_complete(s, justice, player) and s.completed_first[justice] == NOBODY:
        s.completed_first[justice] = player


@rule
def take_off_side(s: State, justice: int, player: int, card: int) -> None:
    """Remove a placed card; the side is incomplete again and its completion order starts anew (IMP-33)."""
    slot = 0
    while s.sides[justice, player, slot] != card:
        slot += 1
    s.side_count[justice, player] -= 1
    for k in range(slot, s.side_count[justice, player]):
        s.sides[justice, player, k] = s.sides[justice, player, k + 1]
    s.sides[justice, player, s.side_count[justice, player]] = NO_CARD
    if s.completed_first[justice] == player:
        s.completed_first[justice] = NOBODY
    s.outlook[justice, player] = STALE


@rule
def update_outlooks(s: State) -> None:
    """Work out again what the sides that have changed can reach."""
    for justice in range(N_JUSTICES):
        for player in range(2):
            if s.outlook[justice, player] == STALE:
                s.outlook[justice, player] = outlook_of(s, justice, player)


@rule
def outlook_of(s: State, justice: int, player: int) -> int:
    """The best value that the side can still reach by the cards that lie on it; of a full side, its value."""
    side = s.sides[justice, player]
    count = s.side_count[justice, player]
    free = EVERY_CARD
    for i in range(count):
        if side[i] < N_SUITED:
            free = without(free, side[i])
    return reach_value(side, count, side_size(s, justice), free, 0)


@rule
def without(free: Masks, card: int) -> Masks:
    """The set of cards less one suited card."""
    bit = 1 << (rank_of(card) - 1)
    suit = suit_of(card)
    return (
        free[0] & ~bit if suit == 0 else free[0],
        free[1] & ~bit if suit == 1 else free[1],
        free[2] & ~bit if suit == 2 else free[2],
        free[3] & ~bit if suit == 3 else free[3],
    )


# ---------------------------------------------------------------- who is ahead at a justice


@rule
def winner_of(s: State, justice: int) -> int:
    """Who takes a justice where both sides are complete (IMP-11 to IMP-14, IMP-27, IMP-43)."""
    pro = s.outlook[justice, PRO]
    con = s.outlook[justice, CON]
    if not s.mud[justice]:
        if formation_of(pro) != formation_of(con):
            return PRO if pro > con else CON
        favourite = favourite_of(s, justice)
        if favourite != NOBODY:
            return favourite
    if sum_of(pro) != sum_of(con):
        return PRO if sum_of(pro) > sum_of(con) else CON
    return int(s.completed_first[justice])


@rule
def favourite_of(s: State, justice: int) -> int:
    """Who gets a biased justice when the formations rank equal (IMP-43)."""
    if s.bias[justice] == Bias.CONSERVATIVE:
        return CON
    if s.bias[justice] == Bias.PROGRESSIVE:
        return PRO
    return NOBODY


@rule
def public_cards(s: State) -> Masks:
    """The suited cards that are not face up, wherever they are, as far as they are in the game (IMP-37)."""
    spades = 0
    hearts = 0
    diamonds = 0
    clubs = 0
    for rank in range(N_RANKS):
        spades |= int(is_face_down(s, rank)) << rank
        hearts |= int(is_face_down(s, rank + N_RANKS)) << rank
        diamonds |= int(is_face_down(s, rank + 2 * N_RANKS)) << rank
        clubs |= int(is_face_down(s, rank + 3 * N_RANKS)) << rank
    return spades, hearts, diamonds, clubs


@rule
def is_face_down(s: State, card: int) -> bool:
    return bool(Place.PILE <= s.where[card] <= Place.CON_HAND)


@rule
def public_jokers(s: State, player: int) -> int:
    """Jokers that the player might still play by public knowledge: Con has none before the first Deal (IMP-37)."""
    if player == CON and not s.first_deal_done:
        return 0
    count = 0
    for joker in range(N_SUITED, N_SUITED + N_JOKERS):
        if is_face_down(s, joker):
            count += 1
    return count


@rule
def is_proven(s: State, justice: int, player: int, free: Masks) -> bool:
    """The player's complete side must win against whatever the other can make of its unfinished side (IMP-36 to 40)."""
    other = 1 - player
    side = s.sides[justice, other]
    count = s.side_count[justice, other]
    size = side_size(s, justice)
    jokers = public_jokers(s, other)
    mine = int(s.outlook[justice, player])
    if s.mud[justice]:
        return reach_sum(side, count, size, free, jokers) <= sum_of(mine)
    best = reach_value(side, count, size, free, jokers)
    if best < 0 or formation_of(best) != formation_of(mine):
        return best < mine
    if s.conviction == Conviction.RANK:
        return False
    favourite = favourite_of(s, justice)
    return favourite == player or (favourite == NOBODY and best <= mine)


# ---------------------------------------------------------------- taking


@rule
def take_justices(s: State) -> None:
    """After a change on the table: take what is complete or proven (IMP-11, IMP-36, IMP-41), then look for the end."""
    changed = False
    free = public_cards(s) if s.conviction != Conviction.OFF else NO_CARDS
    for justice in range(N_JUSTICES):
        first = s.completed_first[justice]
        if first == NOBODY or s.taken_by[justice] != NOBODY:
            continue
        if is_complete(s, justice, 1 - first):
            s.taken_by[justice] = winner_of(s, justice)
            changed = True
        elif s.conviction != Conviction.OFF and is_proven(s, justice, first, free):
            s.taken_by[justice] = first
            changed = True
    if changed:
        check_end(s)


@rule
def check_end(s: State) -> None:
    """All justices taken (IMP-18), or the winner can no longer change (IMP-19)."""
    open_count = 0
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == NOBODY:
            open_count += 1
    if open_count > 0 and s.play_out:
        return
    if con_wins(s, False):
        end_game(s, CON)
    elif not con_wins(s, True):
        end_game(s, PRO)


@rule
def con_wins(s: State, with_open: bool) -> bool:
    """Con has four justices or three adjacent ones (IMP-18); ``with_open`` counts the open ones for Con."""
    count = 0
    adjacent = 0
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == CON or (with_open and s.taken_by[justice] == NOBODY):
            count += 1
            adjacent += 1
            if adjacent >= CON_ADJACENT:
                return True
        else:
            adjacent = 0
    return count >= CON_NEEDS


@rule
def end_by_passes(s: State) -> None:
    """Nobody plays any more: a lone complete side takes its justice, the rest stay open (IMP-20)."""
    votes = 0
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == NOBODY:
            s.taken_by[justice] = s.completed_first[justice]
        if s.taken_by[justice] == PRO:
            votes += 1
    end_game(s, CON if votes < PRO_NEEDS or con_wins(s, False) else PRO)


@rule
def end_game(s: State, winner: int) -> None:
    """The only rewards of the game (IMP-21)."""
    s.phase = Phase.OVER
    s.terminated = True
    s.rewards[winner] = 1
    s.rewards[1 - winner] = -1
