"""Prisoners and their pens (DEF-23, DEF-24)."""

from __future__ import annotations

from dicedeck.envs.core.cards import NO_CARD, rank_of, suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import (
    FLUSH_XP,
    N_PENS,
    PEN_SIZE,
    STRAIGHT_FLUSH_XP,
    STRAIGHT_XP,
    TRIPLE_XP,
)
from dicedeck.envs.defence_dice.state import State


@rule
def combination_xp(a: int, b: int, c: int) -> int:
    """What three prisoners bring at their best, 0 when they are no combination; the ace is low (DEF-24)."""
    low = min(rank_of(a), rank_of(b), rank_of(c))
    high = max(rank_of(a), rank_of(b), rank_of(c))
    middle = rank_of(a) + rank_of(b) + rank_of(c) - low - high
    if low == high:
        return TRIPLE_XP
    straight = middle == low + 1 and high == low + 2
    flush = suit_of(a) == suit_of(b) and suit_of(b) == suit_of(c)
    if straight and flush:
        return STRAIGHT_FLUSH_XP
    if straight:
        return STRAIGHT_XP
    return FLUSH_XP if flush else 0


@rule
def can_pair(a: int, b: int) -> bool:
    """Some third card of rank A to Q completes a combination: same suit, same rank, or ranks at most two apart."""
    return suit_of(a) == suit_of(b) or abs(rank_of(a) - rank_of(b)) <= 2


@rule
def fits_pen(s: State, pen: int, card: int) -> bool:
    """An empty pen fits every prisoner (DEF-23)."""
    if s.pen_count[pen] == 0:
        return True
    if s.pen_count[pen] == 1:
        return can_pair(s.pens[pen, 0], card)
    return combination_xp(s.pens[pen, 0], s.pens[pen, 1], card) > 0


@rule
def fits_any_pen(s: State, card: int) -> bool:
    for pen in range(N_PENS):
        if fits_pen(s, pen, card):
            return True
    return False


@rule
def pen_xp(s: State, pen: int, card: int) -> int:
    """What the prisoner brings at once in this pen."""
    if s.pen_count[pen] < PEN_SIZE:
        return 0
    return combination_xp(s.pens[pen, 0], s.pens[pen, 1], card)


@rule
def next_prisoner(s: State) -> int:
    """Take the prisoner who is to be placed now off the queue."""
    card = int(s.prisoners[0])
    s.prisoner_count -= 1
    for k in range(s.prisoner_count):
        s.prisoners[k] = s.prisoners[k + 1]
    s.prisoners[s.prisoner_count] = NO_CARD
    return card


@rule
def put_in_pen(s: State, pen: int) -> None:
    """Place the next prisoner, emptying a pen that he does not fit; three are cashed in at once (DEF-24)."""
    card = next_prisoner(s)
    if not fits_pen(s, pen, card):
        empty_pen(s, pen)
    if s.pen_count[pen] == PEN_SIZE:
        s.xp += pen_xp(s, pen, card)
        empty_pen(s, pen)
    else:
        s.pens[pen, s.pen_count[pen]] = card
        s.pen_count[pen] += 1


@rule
def empty_pen(s: State, pen: int) -> None:
    """Its prisoners leave the game."""
    s.pens[pen, :] = NO_CARD
    s.pen_count[pen] = 0
