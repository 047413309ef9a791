"""The steward: the move that looks best now, by a page of worths. No look ahead but for the dice that are left."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.defence_dice.placements import list_placements
from dicedeck.agents.bots.defence_dice.skill_use import best_use
from dicedeck.agents.bots.defence_dice.taste import TASTE, Taste
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import randbelow
from dicedeck.envs.defence_dice.actions import (
    A_ACTIVATE,
    A_BUY,
    A_CONFIRM,
    A_DIE,
    A_FINISH,
    A_KEEP,
    A_PASS,
    A_PEN,
    A_RECOVER,
    A_RELEASE,
    A_RETRIEVE,
    A_TAKE,
    A_TARGET,
    A_TRACK,
    A_NUMBER,
)
from dicedeck.envs.defence_dice.cards import N_FACES, N_PENS, NONE, PEN_SIZE, Phase
from dicedeck.envs.defence_dice.characters import RECOVERED
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.legal import legal
from dicedeck.envs.defence_dice.rules.prisoners import can_pair, combination_xp, fits_pen, pen_xp
from dicedeck.envs.defence_dice.rules.skills import can_activate, can_buy
from dicedeck.envs.defence_dice.rules.turn import can_recover
from dicedeck.envs.defence_dice.skill_tables import CHOICES, N_SKILLS, SKILL_IDS
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State

WISHES = np.array([SKILL_IDS[name] for name in ("Cleave", "Fireball", "Frost")], np.int32)
"""Skills that the steward buys, the dearest first."""
LITTLE = 0.3
"""A skill is used when it brings more than this."""


@rule
def choose_steward(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The steward's action."""
    return choose_by_taste(s, mask, scratch, TASTE)


@rule
def choose_by_taste(s: State, mask: Mask, scratch: Array, taste: Taste) -> int:
    if s.phase == Phase.PLACING or s.phase == Phase.DESIGN:
        return design(s, scratch, taste)
    if s.phase == Phase.PLACED or s.phase == Phase.BEFORE_ATTACK:
        action = use_of_skill(s, scratch, taste)
        return action if action != NONE else A_FINISH
    if s.phase == Phase.AIM:
        return aim(s, scratch, taste)
    if s.phase == Phase.PRISONER:
        return best_pen(s)
    if s.phase == Phase.CLEANUP:
        return clean_up(s, scratch, taste)
    mask[:] = 0
    legal(s, mask)
    action = A_KEEP
    if s.phase == Phase.TAKE:
        action = A_DIE
        while not mask[action]:
            action += 1
    return action


# ---------------------------------------------------------------- Design and windows


@rule
def design(s: State, scratch: Array, taste: Taste) -> int:
    """Use a skill, or the best placement, die by die; or pass."""
    if s.phase == Phase.DESIGN:
        action = use_of_skill(s, scratch, taste)
        if action != NONE:
            return action
    targets = np.empty(1, np.int32)
    dice = np.empty((1, N_FACES), np.int32)
    scores = np.empty(1, np.float64)
    n = list_placements(s, scratch, taste, targets, dice, scores)
    if s.phase == Phase.DESIGN:
        if n == 0 or scores[0] < taste.idle * reveals_due(s):
            return A_PASS
        return A_TARGET + targets[0]
    for face in range(N_FACES):
        if dice[0, face] > s.chosen[face]:
            return A_DIE + face
    return A_CONFIRM


@rule
def use_of_skill(s: State, scratch: Array, taste: Taste) -> int:
    """The activation that brings most, NONE when none brings enough."""
    best = NONE
    best_value = LITTLE
    for skill in range(N_SKILLS):
        if s.owned[skill] and can_activate(s, skill):
            value, first, second = best_use(s, skill, NONE, scratch, taste)
            if value > best_value:
                best_value = value
                best = A_ACTIVATE + skill
    return best


@rule
def aim(s: State, scratch: Array, taste: Taste) -> int:
    """The choices of the best use."""
    value, first, second = best_use(s, s.active, s.pick, scratch, taste)
    stage = int(s.pick != NONE)
    option = second if stage == 1 else first
    kind = CHOICES[s.active, stage]
    if kind == Choice.ENEMY or kind == Choice.FRONT:
        return A_TARGET + option
    if kind == Choice.TRACK:
        return A_TRACK + option
    return (A_DIE if kind == Choice.DIE else A_NUMBER) + option


# ---------------------------------------------------------------- clean-up


@rule
def clean_up(s: State, scratch: Array, taste: Taste) -> int:
    """Dice first, then the wishes."""
    if can_recover(s) and s.spent >= min(2, RECOVERED[s.character]):
        return A_RECOVER
    for k in range(len(WISHES)):
        if can_buy(s, WISHES[k]):
            return A_BUY + WISHES[k]
    if s.back > 0:
        return A_FINISH
    for skill in range(N_SKILLS):
        for face in range(N_FACES):
            if s.slots[skill, face] > 0:
                return A_TAKE + skill
    return A_RECOVER if can_recover(s) else A_RETRIEVE


@rule
def best_pen(s: State) -> int:
    """The pen that brings most XP at once or has the best prospects with him."""
    card = s.prisoners[0]
    best = A_RELEASE
    best_value = 0.0
    fits_none = True
    for pen in range(N_PENS):
        if fits_pen(s, pen, card):
            fits_none = False
    for pen in range(N_PENS):
        if fits_pen(s, pen, card):
            value = 100.0 * pen_xp(s, pen, card) + prospects(s, pen, card) - prospects(s, pen, NONE) + 1000.0
        elif fits_none:
            value = prospects_alone(s, card) - prospects(s, pen, NONE)
        else:
            continue
        if value > best_value:
            best_value = value
            best = A_PEN + pen
    return best


@rule
def prospects(s: State, pen: int, card: int) -> float:
    """How many enemies, weighted by XP, would still complete the pen, with ``card`` in it if one is given."""
    if s.pen_count[pen] + int(card != NONE) > PEN_SIZE:
        return 0.0
    if s.pen_count[pen] + int(card != NONE) == 0:
        return 0.0
    if s.pen_count[pen] == PEN_SIZE:
        return chances_of(s, s.pens[pen, 0], s.pens[pen, 1])
    if s.pen_count[pen] == 0:
        return prospects_alone(s, card)
    if card == NONE:
        return prospects_alone(s, s.pens[pen, 0])
    return chances_of(s, s.pens[pen, 0], card)


@rule
def prospects_alone(s: State, card: int) -> float:
    """A prisoner alone is worth little."""
    return 1.0


@rule
def chances_of(s: State, a: int, b: int) -> float:
    total = 0.0
    for k in range(s.deck_count):
        total += completes(a, b, s.deck[k])
    for suit in range(4):
        for column in range(s.track_count[suit]):
            total += completes(a, b, s.tracks[suit, column])
    return total


@rule
def completes(a: int, b: int, card: int) -> float:
    if card >= 52 or card % 13 == 12:
        return 0.0
    return float(combination_xp(a, b, card))
