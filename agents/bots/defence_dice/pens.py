"""Where a prisoner goes."""

from __future__ import annotations

from dicedeck.envs.core.cards import is_joker
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.actions import A_PEN, A_RELEASE
from dicedeck.envs.defence_dice.cards import N_PENS, N_TRACKS, PEN_SIZE
from dicedeck.envs.defence_dice.rules.field import is_king
from dicedeck.envs.defence_dice.rules.prisoners import combination_xp, fits_any_pen, fits_pen, pen_xp
from dicedeck.envs.defence_dice.state import State

AT_ONCE = 100.0
"""An XP now, in cards that would bring one later."""
ALONE = 1.0
"""A prisoner alone in a pen."""


@rule
def best_pen(s: State) -> int:
    """Into the pen that gains most by the next prisoner; when he fits none, for that worth less than he is alone."""
    card = s.prisoners[0]
    fits_none = not fits_any_pen(s, card)
    best = A_RELEASE
    best_gain = 0.0 if fits_none else -1e9
    for pen in range(N_PENS):
        if fits_pen(s, pen, card):
            gain = gain_of_pen(s, pen, card)
        elif fits_none:
            gain = ALONE - worth_of_pen(s, pen)
        else:
            continue
        if gain > best_gain:
            best_gain = gain
            best = A_PEN + pen
    return best


@rule
def gain_of_pen(s: State, pen: int, card: int) -> float:
    """What a pen that he fits gains by the prisoner."""
    if s.pen_count[pen] == PEN_SIZE:
        return AT_ONCE * pen_xp(s, pen, card) - worth_of_pen(s, pen)
    if s.pen_count[pen] == 0:
        return ALONE
    return chances_of_pen(s, s.pens[pen, 0], card) - worth_of_pen(s, pen)


@rule
def worth_of_pen(s: State, pen: int) -> float:
    """The prospects of the prisoners in it."""
    if s.pen_count[pen] == PEN_SIZE:
        return chances_of_pen(s, s.pens[pen, 0], s.pens[pen, 1])
    return float(ALONE * s.pen_count[pen])


@rule
def chances_of_pen(s: State, a: int, b: int) -> float:
    """How many enemies, weighted by XP, would complete the two, of those on the tracks and to come."""
    total = 0.0
    for k in range(s.deck_count):
        total += xp_with(a, b, s.deck[k])
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            total += xp_with(a, b, s.tracks[suit, column])
    return total


@rule
def xp_with(a: int, b: int, card: int) -> float:
    """Jokers and kings are never prisoners."""
    return 0.0 if is_joker(card) or is_king(card) else float(combination_xp(a, b, card))
