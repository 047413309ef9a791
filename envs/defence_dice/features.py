"""What the player knows of one legal action: what it is, and the arithmetic that the rules imply."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.cards import is_joker, rank_of, suit_of
from dicedeck.envs.core.dtypes import Floats
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
    A_PEN,
    A_RECOVER,
    A_RELEASE,
    A_RETRIEVE,
    A_SKILL,
    A_TAKE,
    A_TARGET,
    A_TRACK,
    TABLE,
)
from dicedeck.envs.defence_dice.cards import JACK, KING, N_FACES, N_PENS, N_TRACKS, NONE, PEN_SIZE, TRACK_SIZE, Phase
from dicedeck.envs.defence_dice.characters import MOST_DICE, RECOVERED
from dicedeck.envs.defence_dice.odds import (
    can_capture,
    can_fill_up,
    can_use_up,
    missing_hp,
    overrun_chance,
    prize,
)
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.dice import count, highest
from dicedeck.envs.defence_dice.rules.field import can_mark, dice_on_enemies, is_king, is_queen
from dicedeck.envs.defence_dice.rules.placing import can_place_any
from dicedeck.envs.defence_dice.rules.prisoners import fits_pen, pen_xp
from dicedeck.envs.defence_dice.rules.skills import face_of, power_of
from dicedeck.envs.defence_dice.skill_tables import (
    AMOUNT,
    AREA,
    CHOICES,
    COST,
    DEPTH,
    MOST_EFFECTS,
    MOST_SLOTS,
    N_CHOICES,
    N_SKILLS,
    SLOTS,
    VERB,
)
from dicedeck.envs.defence_dice.skills import Area, Choice, Verb
from dicedeck.envs.defence_dice.state import State

N_KINDS = len(TABLE.blocks)
STARTS = np.array([TABLE.starts[block.name] for block in TABLE.blocks], np.int32)
MOST_ENEMIES = N_TRACKS * TRACK_SIZE


class Features:
    """All in [-1, 1]."""

    kind: Annotated[Floats, N_KINDS]  # 1 at the action's block

    rank: float  # of the enemy or prisoner / 13
    suit: Annotated[Floats, N_TRACKS]  # 1 at the suit of the enemy, track or prisoner
    king: float  # 1 for a king
    queen: float  # 1 for a queen
    jack: float  # 1 for a jack
    length: float  # cards on the track / 7
    place: float  # of the enemy, 0 at the very front, / 7
    missing: float  # HP that the enemy then lacks to its end / 13; a king's numbers; below 0 an overkill
    captured: float  # 1 when its HP is then used up exactly (or a king complete)
    overkilled: float  # 1 when more than used up
    can_capture: float  # 1 when more unplaced dice can still use it up exactly
    can_use_up: float  # 1 when they can use it up at all
    dice_left: float  # unplaced dice after it / 12
    prize: float  # of the enemy as a prisoner: 0 fits no pen, else 1 and the XP it brings, / 4
    hits: float  # enemies, on the track or on all, that the skill marks / 28
    captures: float  # ... of which it captures / 28
    overkills: float  # ... of which it overkills / 28

    number: Annotated[Floats, N_FACES]  # 1 at the number of the die or mark
    skill: Annotated[Floats, N_SKILLS]  # 1 at the skill
    cost: float  # XP that it costs / 10
    xp_left: float  # XP after it / 10
    power: float  # of the skill / 6
    filled: float  # dice in the skill's slots after it / 3
    ready: float  # 1 when the skill is then complete
    can_fill: float  # 1 when unplaced dice can then complete it
    gained: float  # dice that come back / 12

    pen: Annotated[Floats, N_PENS]  # 1 at the pen
    pen_filled: float  # prisoners in the pen before / 2
    pen_fits: float  # 1 when the prisoner fits it
    pen_xp: float  # XP that it brings at once / 3

    due: float  # for pass, confirm and finish in Design: cards that the next step reveals / 3
    danger: float  # ... the chance that the first of them is an eighth card
    left_over: float  # ... 1 when an unplaced die could still be placed


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action into ``out`` (zeroed)."""
    out.kind[kind_of(action)] = 1
    out.dice_left = min(count(s.rolled) / MOST_DICE, 1.0)
    out.xp_left = min(s.xp / 10, 1.0)
    if action < A_SKILL:
        of_target(s, action - A_TARGET, out)
    elif action < A_DIE:
        of_skill(s, action - A_SKILL, out)
    elif action < A_CONFIRM:
        of_die(s, action - A_DIE, out)
    elif action == A_CONFIRM:
        of_placement(s, out)
        of_enemies_to_come(s, out)
    elif action == A_PASS:
        of_enemies_to_come(s, out)
    elif action < A_TRACK:
        of_activation(s, action - A_ACTIVATE, out)
    elif action < A_BUY:
        of_choice(s, action, out)
    elif action < A_PEN:
        of_xp(s, action, out)
    elif action <= A_RELEASE:
        of_prisoner(s, action, out)
    elif action < A_FINISH:
        of_scout(s, action, out)
    elif action == A_FINISH and s.phase == Phase.PLACED:
        of_enemies_to_come(s, out)


@rule
def kind_of(action: int) -> int:
    kind = 0
    while kind + 1 < N_KINDS and action >= STARTS[kind + 1]:
        kind += 1
    return kind


# ---------------------------------------------------------------- enemies


@rule
def describe(s: State, card: int, out: Features) -> None:
    """What the card is."""
    out.rank = rank_of(card) / KING
    out.suit[suit_of(card)] = 1
    out.king = is_king(card)
    out.queen = is_queen(card)
    out.jack = rank_of(card) == JACK
    out.length = s.track_count[suit_of(card)] / TRACK_SIZE
    if not is_king(card):
        out.prize = (1 + prize(s, card)) / 4


@rule
def describe_end(card: int, missing: int, out: Features) -> None:
    """How far the enemy then is from its end."""
    out.missing = max(missing / KING, -1.0)
    out.captured = missing == 0
    out.overkilled = missing < 0


@rule
def of_target(s: State, card: int, out: Features) -> None:
    """An enemy for a placement, or for a skill."""
    describe(s, card, out)
    suit = suit_of(card)
    column = 0
    while s.tracks[suit, column] != card:
        column += 1
    out.place = (s.track_count[suit] - 1 - column) / TRACK_SIZE
    if s.phase != Phase.AIM:
        describe_end(card, s.hp_left[card], out)
        out.can_capture = can_capture(s, card)
        out.can_use_up = can_use_up(s, card)
        return
    out.skill[s.active] = 1
    out.power = power_of(s, s.active) / N_FACES
    if N_CHOICES[s.active] == 2:
        describe_end(card, s.hp_left[card], out)
        out.can_capture = s.hp_left[card] <= power_of(s, s.active)
    else:
        describe_end(card, hp_after_skill(s, s.active, card), out)


@rule
def hp_after_skill(s: State, skill: int, card: int) -> int:
    """HP left of a chosen enemy when the skill's effects have hit it."""
    left = int(s.hp_left[card])
    for k in range(MOST_EFFECTS):
        if VERB[skill, k] == Verb.CAPTURE:
            return 0
        if VERB[skill, k] != Verb.HIT or left <= 0:
            continue
        face = face_of(s, skill, k, NONE)
        again = k > 0 and (is_king(card) or is_queen(card))
        if can_mark(s, card, face) and not again:
            left -= 1 if is_king(card) else face + 1
    return left


@rule
def of_die(s: State, face: int, out: Features) -> None:
    """A die for the placement, or one taken back, or Transmute's."""
    out.number[face] = 1
    if s.phase == Phase.TAKE:
        out.skill[s.active] = 1
        out.gained = 1 / MOST_DICE
    if s.phase != Phase.PLACING:
        return
    s.rolled[face] -= 1  # taken back below: the arithmetic is that of the placement with the die
    s.chosen[face] += 1
    of_placement(s, out)
    s.rolled[face] += 1
    s.chosen[face] -= 1


@rule
def of_placement(s: State, out: Features) -> None:
    """The placement with the dice chosen so far."""
    out.dice_left = min(count(s.rolled) / MOST_DICE, 1.0)
    if s.target_skill != NONE:
        of_skill(s, s.target_skill, out)
        return
    describe(s, s.target_card, out)
    if is_king(s.target_card):
        describe_end(s.target_card, s.hp_left[s.target_card] - count(s.chosen), out)
    else:
        describe_end(s.target_card, missing_hp(s, s.target_card), out)
    out.can_capture = can_capture(s, s.target_card)
    out.can_use_up = can_use_up(s, s.target_card)


@rule
def of_enemies_to_come(s: State, out: Features) -> None:
    out.due = min(reveals_due(s) / 3, 1.0)
    if reveals_due(s) > 0:
        out.danger = min(overrun_chance(s), 1.0)
    if s.phase != Phase.PLACING:
        out.left_over = can_place_any(s)


# ---------------------------------------------------------------- skills


@rule
def of_skill(s: State, skill: int, out: Features) -> None:
    """A skill that gets dice."""
    filled = count(s.slots[skill]) + count(s.chosen)
    out.skill[skill] = 1
    out.power = max(power_of(s, skill), highest(s.chosen)) / N_FACES
    out.filled = filled / MOST_SLOTS
    out.ready = filled == SLOTS[skill]
    out.can_fill = can_fill_up(s, skill)


@rule
def of_activation(s: State, skill: int, out: Features) -> None:
    """A skill that is used; what it hits when nothing has to be chosen."""
    out.skill[skill] = 1
    out.power = power_of(s, skill) / N_FACES
    for k in range(MOST_EFFECTS):
        if VERB[skill, k] == Verb.RECOVER:
            out.gained = min(AMOUNT[skill, k], s.spent) / MOST_DICE
        elif VERB[skill, k] == Verb.HIT and AREA[skill, k] == Area.EVERY:
            for suit in range(N_TRACKS):
                foresee(s, skill, k, suit, out)


@rule
def foresee(s: State, skill: int, k: int, suit: int, out: Features) -> None:
    """What an effect does on one track; those behind a queen that it marks are spared (DEF-20)."""
    face = face_of(s, skill, k, NONE)
    reached = 0
    barred = False
    for column in range(s.track_count[suit] - 1, -1, -1):
        card = s.tracks[suit, column]
        if s.hp_left[card] <= 0 or reached == DEPTH[skill, k]:
            continue
        reached += 1
        if barred or not can_mark(s, card, face):
            continue
        left = s.hp_left[card] - (1 if is_king(card) else face + 1)
        out.hits += 1 / MOST_ENEMIES
        out.captures += (left == 0) / MOST_ENEMIES
        out.overkills += (left < 0) / MOST_ENEMIES
        barred = is_queen(card)


@rule
def of_choice(s: State, action: int, out: Features) -> None:
    """A track or a number for the skill."""
    out.skill[s.active] = 1
    out.power = power_of(s, s.active) / N_FACES
    if action < A_NUMBER:
        suit = action - A_TRACK
        out.suit[suit] = 1
        out.length = s.track_count[suit] / TRACK_SIZE
        for k in range(MOST_EFFECTS):
            if VERB[s.active, k] == Verb.HIT:
                foresee(s, s.active, k, suit, out)
        return
    face = action - A_NUMBER
    out.number[face] = 1
    if CHOICES[s.active, 1] == Choice.NUMBER:
        describe(s, s.pick, out)
        describe_end(s.pick, s.hp_left[s.pick] - (1 if is_king(s.pick) else face + 1), out)


@rule
def of_scout(s: State, action: int, out: Features) -> None:
    """The card that is looked at, and the danger when it stays."""
    card = s.deck[s.deck_count - 1]
    if not is_joker(card):
        describe(s, card, out)
    if action == A_KEEP:
        out.danger = min(overrun_chance(s), 1.0)


# ---------------------------------------------------------------- experience and prisoners


@rule
def of_xp(s: State, action: int, out: Features) -> None:
    """Buying, and getting dice back."""
    cost = 0
    if action < A_RECOVER:
        cost = COST[action - A_BUY]
        out.skill[action - A_BUY] = 1
    elif action == A_RECOVER:
        cost = 1
        out.gained = min(min(RECOVERED[s.character], s.spent) / MOST_DICE, 1.0)
    elif action == A_RETRIEVE:
        cost = 1
        out.gained = min(dice_on_enemies(s) / MOST_DICE, 1.0)
    else:
        out.skill[action - A_TAKE] = 1
        out.power = power_of(s, action - A_TAKE) / N_FACES
        out.gained = 1 / MOST_DICE
    out.cost = cost / 10
    out.xp_left = min((s.xp - cost) / 10, 1.0)


@rule
def of_prisoner(s: State, action: int, out: Features) -> None:
    card = s.prisoners[0]
    describe(s, card, out)
    if action == A_RELEASE:
        return
    pen = action - A_PEN
    out.pen[pen] = 1
    out.pen_filled = s.pen_count[pen] / PEN_SIZE
    out.pen_fits = fits_pen(s, pen, card)
    out.pen_xp = pen_xp(s, pen, card) / 3
