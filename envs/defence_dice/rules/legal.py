"""What the player may do."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.actions import (
    A_ACTIVATE,
    A_BOTTOM,
    A_BUY,
    A_CONFIRM,
    A_DIE,
    A_FINISH,
    A_KEEP,
    A_NUMBER,
    A_PASS,
    A_PEN,
    A_RECOVER,
    A_RELEASE,
    A_RETRIEVE,
    A_SKILL,
    A_TAKE,
    A_TARGET,
    A_TRACK,
)
from dicedeck.envs.defence_dice.cards import N_FACES, N_PENS, N_TRACKS, NONE, Phase
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import front_of
from dicedeck.envs.defence_dice.rules.placing import can_add, can_confirm, can_fill, can_target
from dicedeck.envs.defence_dice.rules.prisoners import fits_any_pen, fits_pen
from dicedeck.envs.defence_dice.rules.skills import can_activate, can_buy, may_choose
from dicedeck.envs.defence_dice.rules.turn import can_recover, can_retrieve
from dicedeck.envs.defence_dice.skill_tables import CHOICES, N_SKILLS
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State


@rule
def legal(s: State, mask: Mask) -> None:
    """Set mask[action] = 1 for every legal action."""
    if s.phase == Phase.PLACING:
        allow_dice(s, mask)
    elif s.phase == Phase.AIM:
        allow_choices(s, mask)
    elif s.phase == Phase.SCOUT:
        mask[A_KEEP] = 1
        mask[A_BOTTOM] = 1
    elif s.phase == Phase.PRISONER:
        allow_pens(s, mask)
    elif s.phase == Phase.TAKE:
        for face in range(N_FACES):
            mask[A_DIE + face] = s.slots[s.active, face] > 0
    else:
        allow_window(s, mask)


@rule
def allow_window(s: State, mask: Mask) -> None:
    """Buy, recover and activate in every window (DEF-6a, DEF-10, DEF-25, DEF-26)."""
    for skill in range(N_SKILLS):
        mask[A_BUY + skill] = can_buy(s, skill)
        mask[A_ACTIVATE + skill] = can_activate(s, skill)
    mask[A_RECOVER] = can_recover(s)
    if s.phase == Phase.DESIGN:
        allow_placements(s, mask)
        mask[A_PASS] = 1
    elif s.phase == Phase.CLEANUP:
        allow_clean_up(s, mask)
    else:
        mask[A_FINISH] = 1


@rule
def allow_placements(s: State, mask: Mask) -> None:
    """One enemy or one skill card (DEF-6)."""
    if count(s.rolled) == 0:
        return
    for suit in range(N_TRACKS):
        card = front_of(s, suit)
        if can_target(s, card):
            mask[A_TARGET + card] = 1
    for skill in range(N_SKILLS):
        mask[A_SKILL + skill] = can_fill(s, skill)


@rule
def allow_dice(s: State, mask: Mask) -> None:
    for face in range(N_FACES):
        mask[A_DIE + face] = can_add(s, face)
    mask[A_CONFIRM] = can_confirm(s)


@rule
def allow_clean_up(s: State, mask: Mask) -> None:
    """``finish`` needs a die to roll; with none, dice from skills, then off the enemies (DEF-10)."""
    mask[A_FINISH] = s.back > 0
    mask[A_RETRIEVE] = can_retrieve(s)
    if s.back == 0 or s.taking:
        for skill in range(N_SKILLS):
            mask[A_TAKE + skill] = count(s.slots[skill]) > 0


@rule
def allow_pens(s: State, mask: Mask) -> None:
    """A pen that fits; only if none does, any pen or none (DEF-23)."""
    card = s.prisoners[0]
    fits_none = not fits_any_pen(s, card)
    for pen in range(N_PENS):
        mask[A_PEN + pen] = fits_none or fits_pen(s, pen, card)
    mask[A_RELEASE] = fits_none


@rule
def allow_choices(s: State, mask: Mask) -> None:
    """The choices inside a skill."""
    kind = CHOICES[s.active, 0 if s.pick == NONE else 1]
    if kind == Choice.ENEMY or kind == Choice.FRONT:
        for suit in range(N_TRACKS):
            for column in range(s.track_count[suit]):
                card = s.tracks[suit, column]
                mask[A_TARGET + card] = may_choose(s, s.active, NONE, card)
        return
    first = A_TRACK if kind == Choice.TRACK else A_DIE if kind == Choice.DIE else A_NUMBER
    for option in range(N_TRACKS if kind == Choice.TRACK else N_FACES):
        mask[first + option] = may_choose(s, s.active, s.pick, option)
