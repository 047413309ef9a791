"""Checks: the bonus, the number to be reached, success and critical (CARD-13, CARD-17, CARD-92)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MOST_PCS,
    N_FIGURES,
    NONE,
    Action,
    C,
    Use,
    Value,
    When,
)
from dicedeck.envs.card_rpg.rules.context import is_rolled
from dicedeck.envs.card_rpg.rules.figures import is_bit, side_start, stands, value_of
from dicedeck.envs.card_rpg.state import Health, State
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, randbelow

NATURAL_SUCCESS = 12
NATURAL_FAILURE = 2


@rule
def check_bonus(s: State, figure: int, kind: int, use: int) -> int:
    """Action value and ability, without the card's modifier."""
    value = value_of(s, figure, Value.MAGIC_ACTION if use == Use.MAGIC else Value.PHYSICAL_ACTION)
    return value + ability_bonus(s, figure, kind, use)


@rule
def ability_bonus(s: State, figure: int, kind: int, use: int) -> int:
    """What the figure's own ability adds to a check."""
    row = s.ability[figure]
    if row == NONE or s.ability_used[figure]:
        return 0
    when = s.characters[row, C.WHEN]
    if when == When.CHECK_WOUNDED:
        return int(s.characters[row, C.OP + 3]) if s.health[figure] == Health.WOUNDED else 0
    if when != When.CHECK:
        return 0
    wanted = s.characters[row, C.KIND]
    fits = wanted == Action.NOTHING or wanted == kind or (wanted == Action.DISARM and kind == Action.SET_TRAP)
    if not fits or (s.characters[row, C.USE] != NONE and s.characters[row, C.USE] != use):
        return 0
    return int(s.characters[row, C.OP + 3])


@rule
def total_bonus(s: State) -> int:
    """All that is added to the dice of the action in hand."""
    return check_bonus(s, s.actor, s.kind, s.use) + int(s.modifier) + int(s.bonus)


@rule
def defence_value(use: int) -> int:
    """The value that an attack of this use is compared with."""
    return Value.MAGIC_DEFENCE.value if use == Use.MAGIC else Value.PHYSICAL_DEFENCE.value


@rule
def number_against(s: State, figure: int) -> int:
    """What the dice and the bonus must reach: printed, the target's defence, the sharpest foe's when hiding."""
    if s.goal > 0:
        return int(s.goal)
    value = defence_value(s.use)
    if s.kind != Action.HIDE:
        return value_of(s, figure, value)
    best = 0
    start = MOST_PCS - side_start(s.actor)
    for foe in range(start, start + MOST_PCS):
        if stands(s, foe):
            best = max(best, value_of(s, foe, value))
    return best


@rule
def succeeds(dice: int, bonus: int, number: int, critical: int) -> bool:
    """12 or more (less with a critical value) always, 2 or less never."""
    if dice >= NATURAL_SUCCESS - critical:
        return True
    return bool(dice > NATURAL_FAILURE and dice + bonus >= number)


@rule
def roll(s: State) -> None:
    """2D6; the outcome for every target."""
    s.dice = 2 + randbelow(s.rng[DICE], 6) + randbelow(s.rng[DICE], 6)
    s.rolls += 1
    settle_roll(s)


@rule
def settle_roll(s: State) -> None:
    """Hits and criticals as the dice lie."""
    s.hits = hits_with(s, s.dice)
    s.crits = s.hits if is_critical(s, s.dice) else 0


@rule
def is_critical(s: State, dice: int) -> bool:
    return bool(is_rolled(s) and s.critical > 0 and dice >= NATURAL_SUCCESS - s.critical)


@rule
def hits_with(s: State, dice: int) -> int:
    """Bits of the targets that this dice total succeeds against; for a situation or hiding, of all or of none."""
    if not is_rolled(s):
        return int(s.targets)
    bonus = total_bonus(s)
    if s.goal > 0 or s.kind == Action.HIDE:
        return int(s.targets) if succeeds(dice, bonus, number_against(s, NONE), s.critical) else 0
    bits = 0
    for figure in range(N_FIGURES):
        if is_bit(s.targets, figure) and succeeds(dice, bonus, number_against(s, figure), s.critical):
            bits |= 1 << figure
    return bits


@rule
def shift_value(s: State, dice: int) -> int:
    """How good a dice total is for the actor: targets hit, a critical counts as much again."""
    bits = hits_with(s, dice)
    count = 0
    for figure in range(N_FIGURES):
        count += int(is_bit(bits, figure))
    return 2 * count if is_critical(s, dice) else count
