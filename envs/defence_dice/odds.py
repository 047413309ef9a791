"""The arithmetic that the rules imply: exact hits, what a prisoner brings, odds of the next reveal."""

from __future__ import annotations

from dicedeck.envs.core.cards import is_joker, suit_of
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import HIGH_RUN, LOW_RUN, N_FACES, N_PENS, N_TRACKS, NONE, TRACK_SIZE, Segment
from dicedeck.envs.defence_dice.rules.deck import top_segment
from dicedeck.envs.defence_dice.rules.dice import code_of, count, faces_of, pips
from dicedeck.envs.defence_dice.rules.field import is_barred, is_king, is_queen, numbers_on
from dicedeck.envs.defence_dice.rules.prisoners import fits_pen, pen_xp
from dicedeck.envs.defence_dice.skill_tables import CODE_OF_FACE, FITS, SLOTS
from dicedeck.envs.defence_dice.state import State

# ---------------------------------------------------------------- dice on enemies


@rule
def usable(s: State, card: int, face: int) -> int:
    """How many of the rolled dice with this face may still join the placement on the enemy, if HP allowed."""
    if is_barred(s, suit_of(card), face):
        return 0
    if is_queen(card):
        return int(s.chosen[face] == 0 and s.rolled[face] > 0)
    return int(s.rolled[face])


@rule
def missing_hp(s: State, card: int) -> int:
    """HP left when the chosen dice lie on the enemy; below 0 it is an overkill."""
    return int(s.hp_left[card] - pips(s.chosen))


@rule
def can_capture(s: State, card: int) -> bool:
    """Some of the rolled dice, with those chosen, use up the HP exactly; for a king, complete its five numbers."""
    if is_king(card):
        return can_complete_king(s, card)
    missing = missing_hp(s, card)
    if missing < 0:
        return False
    sums = 1
    for face in range(N_FACES):
        for _ in range(usable(s, card, face)):
            sums |= sums << (face + 1)
    return sums >> missing & 1 == 1


@rule
def can_use_up(s: State, card: int) -> bool:
    """Some of the rolled dice, with those chosen, use up the HP, exactly or not."""
    if is_king(card):
        return can_complete_king(s, card)
    most = 0
    for face in range(N_FACES):
        most += usable(s, card, face) * (face + 1)
    return most >= missing_hp(s, card)


@rule
def can_complete_king(s: State, card: int) -> bool:
    lying = numbers_on(s, card) | faces_of(s.chosen)
    shown = lying | faces_of(s.rolled)
    return (lying & ~LOW_RUN == 0 and LOW_RUN & ~shown == 0) or (lying & ~HIGH_RUN == 0 and HIGH_RUN & ~shown == 0)


# ---------------------------------------------------------------- dice on skills


@rule
def can_fill_up(s: State, skill: int) -> bool:
    """Rolled dice can fill the skill's free slots now, after the chosen ones."""
    free = SLOTS[skill] - count(s.slots[skill]) - count(s.chosen)
    return fill_up(s, skill, code_of(s.slots[skill]) + code_of(s.chosen), free, 0, s.rolled)


@rule
def fill_up(s: State, skill: int, code: int, free: int, first: int, dice: Ints) -> bool:
    """Whether ``free`` (at most 3) of ``dice`` from ``first`` on complete the handful ``code``."""
    if FITS[skill, code] == 0:
        return False
    if free == 0:
        return True
    for a in range(first, N_FACES):
        if dice[a] == 0:
            continue
        with_a = code + CODE_OF_FACE[a]
        if free == 1 and FITS[skill, with_a]:
            return True
        for b in range(a, N_FACES):
            if free < 2 or dice[b] < 1 + int(b == a):
                continue
            with_b = with_a + CODE_OF_FACE[b]
            if free == 2 and FITS[skill, with_b]:
                return True
            for c in range(b, N_FACES):
                if free == 3 and dice[c] >= 1 + int(c == a) + int(c == b) and FITS[skill, with_b + CODE_OF_FACE[c]]:
                    return True
    return False


# ---------------------------------------------------------------- prisoners


@rule
def prize(s: State, card: int) -> int:
    """The most XP that the card brings at once as a prisoner; NONE when it fits no pen."""
    best = NONE
    for pen in range(N_PENS):
        if fits_pen(s, pen, card):
            best = max(best, pen_xp(s, pen, card))
    return best


# ---------------------------------------------------------------- the next reveal


@rule
def first_of_top(s: State) -> int:
    """Where in the deck those cards begin among which the next reveal is, as far as the player knows."""
    segment = top_segment(s)
    if s.known_top or segment == NONE:
        return max(int(s.deck_count) - 1, 0)
    if segment == Segment.RESHUFFLED:
        return int(s.deck_count - s.segments[Segment.RESHUFFLED])
    return int(s.known_bottom)


@rule
def joker_chance(s: State, first: int, jokers: int) -> float:
    """The chance that the next reveal is a joker, of so many from ``first`` on.

    The last joker lies in A, one before it in B (DEF-2).
    """
    if jokers == 0 or s.deck_count - first == 1:
        return float(jokers)
    segment = top_segment(s)
    if segment == Segment.A:
        return 1.0 / float(s.segments[Segment.A])
    if segment == Segment.B and jokers == 2:
        return 1.0 / float(s.segments[Segment.B])
    return 0.0


@rule
def suit_chance(s: State, suit: int) -> float:
    """The chance that the next reveal is of this suit."""
    first = first_of_top(s)
    suited = 0
    of_suit = 0
    for k in range(first, s.deck_count):
        if not is_joker(s.deck[k]):
            suited += 1
            of_suit += int(suit_of(s.deck[k]) == suit)
    return (1.0 - joker_chance(s, first, s.deck_count - first - suited)) * of_suit / suited if suited > 0 else 0.0


@rule
def overrun_chance(s: State) -> float:
    """The chance that the next reveal would be the eighth card of its track (DEF-14)."""
    chance = 0.0
    for suit in range(N_TRACKS):
        if s.track_count[suit] == TRACK_SIZE:
            chance += suit_chance(s, suit)
    return chance
