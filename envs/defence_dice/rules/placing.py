"""Which dice may be put together on an enemy or a skill (DEF-6, DEF-8, DEF-11, DEF-12, DEF-16 to DEF-19, DEF-27)."""

from __future__ import annotations

from dicedeck.envs.core.cards import suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import HIGH_RUN, LOW_RUN, N_FACES, N_TRACKS, NONE
from dicedeck.envs.defence_dice.rules.dice import code_of, count, faces_of, lowest, pips
from dicedeck.envs.defence_dice.rules.field import (
    fits_run,
    front_of,
    is_barred,
    is_escorted,
    is_king,
    is_queen,
    numbers_on,
)
from dicedeck.envs.defence_dice.skill_tables import CODE_OF_FACE, FITS, N_SKILLS, SLOTS
from dicedeck.envs.defence_dice.state import State


@rule
def can_add(s: State, face: int) -> bool:
    """The die may join the placement, which can then still be confirmed."""
    if s.target_skill != NONE:
        return can_add_to_skill(s, s.target_skill, face)
    return can_add_to_enemy(s, s.target_card, face)


@rule
def can_add_to_skill(s: State, skill: int, face: int) -> bool:
    """Some values in the free slots would meet the condition (DEF-27)."""
    if s.rolled[face] == 0 or count(s.slots[skill]) + count(s.chosen) >= SLOTS[skill]:
        return False
    return bool(FITS[skill, code_of(s.slots[skill]) + code_of(s.chosen) + CODE_OF_FACE[face]])


@rule
def can_add_to_enemy(s: State, card: int, face: int) -> bool:
    """No die is wasted (DEF-12), nor barred by a queen (DEF-19); a king takes what fits its run (DEF-17)."""
    if s.rolled[face] == 0 or is_barred(s, suit_of(card), face):
        return False
    if is_king(card):
        return can_add_to_king(s, card, face)
    if is_queen(card) and s.chosen[face] > 0:
        return False
    least = lowest(s.chosen)
    if least == 0 or face + 1 < least:
        least = face + 1
    return bool(pips(s.chosen) + face + 1 - least < s.hp_left[card])


@rule
def can_add_to_king(s: State, card: int, face: int) -> bool:
    """``at_once``: the rolled dice must be able to complete the five numbers (DEF-17)."""
    bits = numbers_on(s, card) | faces_of(s.chosen)
    if not fits_run(bits, face):
        return False
    if s.king_laid:
        return True
    bits |= 1 << face
    missing = ~(bits | faces_of(s.rolled))
    return (bits & ~LOW_RUN == 0 and missing & LOW_RUN == 0) or (bits & ~HIGH_RUN == 0 and missing & HIGH_RUN == 0)


@rule
def can_confirm(s: State) -> bool:
    """At least one die; ``at_once`` all that a king still takes."""
    n = count(s.chosen)
    if s.target_card != NONE and is_king(s.target_card) and not s.king_laid:
        return bool(n == s.hp_left[s.target_card])
    return n > 0


@rule
def can_target(s: State, card: int) -> bool:
    """A front enemy that some rolled dice may be put on; ``card`` is what ``front_of`` gave."""
    if card == NONE or is_escorted(s, card):
        return False
    for face in range(N_FACES):
        if can_add_to_enemy(s, card, face):
            return True
    return False


@rule
def can_fill(s: State, skill: int) -> bool:
    """An owned skill that some rolled die may be put on."""
    if not s.owned[skill]:
        return False
    for face in range(N_FACES):
        if can_add_to_skill(s, skill, face):
            return True
    return False


@rule
def can_place_any(s: State) -> bool:
    """A rolled die is left that could legally be placed on some enemy or some owned skill (DEF-8)."""
    if count(s.rolled) == 0:
        return False
    for suit in range(N_TRACKS):
        if can_target(s, front_of(s, suit)):
            return True
    for skill in range(N_SKILLS):
        if can_fill(s, skill):
            return True
    return False
