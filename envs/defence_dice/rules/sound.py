"""Whether a position that was read can be played on from, and what follows from it that the notation leaves out."""

from __future__ import annotations

from enum import IntEnum

from dicedeck.envs.core.cards import suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import N_FACES, N_TRACKS, NONE, Phase
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import front_of, work_out_hp
from dicedeck.envs.defence_dice.rules.placing import can_add, can_fill, can_target
from dicedeck.envs.defence_dice.rules.skills import can_activate, is_ready, may_choose
from dicedeck.envs.defence_dice.rules.turn import is_out_of_dice, potential
from dicedeck.envs.defence_dice.skill_tables import CHOICES, N_CHOICES
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State


class Fault(IntEnum):
    """What is wrong."""

    NOTHING = 0
    TARGET = 1
    CHOSEN = 2
    ACTIVE = 3
    PICK = 4
    TAKE = 5
    NO_DICE = 6


@rule
def settle_position(s: State) -> int:
    """Work out HP and returns of a position that was read; the Fault in its decision, if any."""
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            work_out_hp(s, s.tracks[suit, column])
    s.returns[0] = potential(s)
    if s.phase == Phase.PLACING:
        return placement_fault(s)
    if s.phase == Phase.AIM or s.phase == Phase.SCOUT:
        return skill_fault(s)
    if s.phase == Phase.TAKE:
        return Fault.NOTHING if count(s.slots[s.active]) > 0 and s.taking else Fault.TAKE
    if s.phase == Phase.CLEANUP and is_out_of_dice(s):
        return Fault.NO_DICE
    return Fault.NOTHING


@rule
def placement_fault(s: State) -> int:
    """The target may be chosen, and then the dice, one after another."""
    wanted = 0
    for face in range(N_FACES):
        s.rolled[face] += s.chosen[face]
        wanted += s.chosen[face] << 4 * face
        s.chosen[face] = 0
    if s.target_skill == NONE:
        if front_of(s, suit_of(s.target_card)) != s.target_card or not can_target(s, s.target_card):
            return Fault.TARGET
    elif not can_fill(s, s.target_skill):
        return Fault.TARGET
    for face in range(N_FACES):
        for _ in range(wanted >> 4 * face & 15):
            if not can_add(s, face):
                return Fault.CHOSEN
            s.rolled[face] -= 1
            s.chosen[face] += 1
    return Fault.NOTHING


@rule
def skill_fault(s: State) -> int:
    """The skill may be activated, and the first choice, if it is made, is one that is offered."""
    if not is_ready(s, s.active) or not can_activate(s, s.active):
        return Fault.ACTIVE
    if (CHOICES[s.active, 0] == Choice.LOOK) != (s.phase == Phase.SCOUT) or CHOICES[s.active, 0] == Choice.NOTHING:
        return Fault.ACTIVE
    if s.pick != NONE and (N_CHOICES[s.active] < 2 or not may_choose(s, s.active, NONE, s.pick)):
        return Fault.PICK
    return Fault.NOTHING
