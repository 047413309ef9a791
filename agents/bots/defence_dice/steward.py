"""The steward: the move that looks best now, by a page of worths. No look ahead but for the dice that are left."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from dicedeck.agents.bots.defence_dice.pens import best_pen
from dicedeck.agents.bots.defence_dice.placements import list_placements
from dicedeck.agents.bots.defence_dice.skill_use import best_use
from dicedeck.agents.bots.defence_dice.taste import TASTE, Taste
from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.dtypes import Array, Ints, Mask, Words, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.actions import (
    A_ACTIVATE,
    A_BUY,
    A_CONFIRM,
    A_DIE,
    A_FINISH,
    A_KEEP,
    A_NUMBER,
    A_PASS,
    A_RECOVER,
    A_RETRIEVE,
    A_TAKE,
    A_TARGET,
    A_TRACK,
)
from dicedeck.envs.defence_dice.cards import N_FACES, NONE, Phase
from dicedeck.envs.defence_dice.characters import RECOVERED
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.legal import legal
from dicedeck.envs.defence_dice.rules.skills import can_activate, can_buy
from dicedeck.envs.defence_dice.rules.turn import can_recover
from dicedeck.envs.defence_dice.skill_tables import CHOICES, N_SKILLS, SKILL_IDS, SKILL_NAMES
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State

WISHES = ("Cleave", "Fireball")
"""Skills that the steward buys: those that hit everybody on a track, for two dice."""
LITTLE = 0.3
"""A skill is used when it brings more than this."""


def wish_list(names: Iterable[str]) -> Ints:
    """int32[n]: the skills of these names that there are, as ``choose_by_taste`` takes them."""
    return np.array([SKILL_IDS[name] for name in names if name in SKILL_IDS], np.int32)


USUAL = wish_list(WISHES)


@rule
def choose_steward(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The steward's action."""
    return choose_by_taste(s, mask, scratch, TASTE, USUAL)


@rule
def choose_by_taste(s: State, mask: Mask, scratch: Array, taste: Taste, wishes: Ints) -> int:
    """The action of a steward with this taste, who buys these skills."""
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
        return clean_up(s, wishes)
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
        return int(A_TARGET + targets[0])
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
            value = best_use(s, skill, NONE, scratch, taste)[0]
            if value > best_value:
                best_value = value
                best = A_ACTIVATE + skill
    return best


@rule
def aim(s: State, scratch: Array, taste: Taste) -> int:
    """The choices of the best use."""
    stage = int(s.pick != NONE)
    use = best_use(s, s.active, s.pick, scratch, taste)
    option = use[2] if stage == 1 else use[1]
    kind = CHOICES[s.active, stage]
    if kind == Choice.ENEMY or kind == Choice.FRONT:
        return A_TARGET + option
    if kind == Choice.TRACK:
        return A_TRACK + option
    return (A_DIE if kind == Choice.DIE else A_NUMBER) + option


# ---------------------------------------------------------------- clean-up


@rule
def clean_up(s: State, wishes: Ints) -> int:
    """Dice first, then the wishes."""
    if can_recover(s) and s.spent >= min(2, RECOVERED[s.character]):
        return A_RECOVER
    for k in range(len(wishes)):
        if can_buy(s, wishes[k]):
            return int(A_BUY + wishes[k])
    if s.back > 0:
        return A_FINISH
    for skill in range(N_SKILLS):
        if count(s.slots[skill]) > 0:
            return A_TAKE + skill
    return A_RECOVER if can_recover(s) else A_RETRIEVE


# ---------------------------------------------------------------- the agent


def decide(states: Array, mask: Mask, scratch: Array, wishes: Ints) -> int:
    """The action in the single state."""
    return choose_by_taste(states[0], mask, scratch, TASTE, wishes)


class Steward:
    """Redraws what the player cannot know, then asks the compiled rules."""

    def __init__(self, name: str, game: Game, wishes: Ints) -> None:
        self.name = name
        self.game = game
        self._decide: Any = game.bind(decide)
        self._wishes = wishes
        self._mask: Mask = np.zeros(game.num_actions, np.int8)
        self._scratch: Array = new_records(game.state_dtype, 2)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> int:
        world = view.resample(self._random.getrandbits(62))
        return int(self._decide(world.records, self._mask, self._scratch, self._wishes))


def make_steward(spec: AgentSpec, game: Game) -> Steward:
    """``steward[,buys=skill]``: one skill alone, or ``none``, instead of the usual ones."""
    spec.check(["buys"])
    if "buys" not in spec.settings:
        return Steward(spec.text, game, USUAL)
    return Steward(spec.text, game, wish_list([spec.choice("buys", "none", ["none", *SKILL_NAMES])]))
