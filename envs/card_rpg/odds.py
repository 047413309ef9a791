"""What dice and rows are worth: chances and what a row does, for observation and features."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    N_FIGURES,
    NONE,
    Action,
    Op,
    Use,
    W,
)
from dicedeck.envs.card_rpg.rules.cards_in_play import row_critical, row_modifier, weapon_of
from dicedeck.envs.card_rpg.rules.checks import check_bonus, defence_value
from dicedeck.envs.card_rpg.rules.context import (
    aim_of,
    op_number,
    possible_targets,
    printed_target,
)
from dicedeck.envs.card_rpg.rules.figures import is_bit, unused_rows, value_of
from dicedeck.envs.card_rpg.state import Health, Ops, State
from dicedeck.envs.core.jit import rule

AT_LEAST = np.array([sum(1 for a in range(6) for b in range(6) if a + b + 2 >= total) / 36 for total in range(14)])
AT_LEAST = AT_LEAST.astype(np.float32)
"""Chance that 2D6 reach a total."""


@rule
def chance(number: int, bonus: int, critical: int) -> float:
    """That a check succeeds."""
    return float(AT_LEAST[min(max(number - bonus, 3), 12 - min(critical, 9))])


@rule
def better_use(s: State, figure: int, kind: int) -> int:
    """Physical or magic, for cards of either use."""
    physical = check_bonus(s, figure, kind, Use.PHYSICAL)
    return Use.MAGIC.value if check_bonus(s, figure, kind, Use.MAGIC) > physical else Use.PHYSICAL.value


@rule
def needed_damage(s: State, figure: int) -> int:
    """Damages until a figure is disabled."""
    return max(Health.DISABLED.value - int(s.health[figure]), 0)


@rule
def guards_of(s: State, figure: int, unguardable: bool) -> int:
    return 0 if unguardable else unused_rows(s, figure)


@rule
def rate_row(s: State, figure: int, row: int, out: np.ndarray) -> None:
    """What the row would do as an action now: chance, expected damage, disables, guards, targets (float32[5])."""
    out[:] = 0
    weapon = weapon_of(s, figure, row)
    if weapon == NONE:
        return
    kind = int(s.weapons[weapon, W.KIND])
    use = int(s.weapons[weapon, W.USE])
    if use == Use.EITHER:
        use = better_use(s, figure, kind)
    rate_action(
        s, figure, Ops.WEAPON, weapon, kind, use, row_modifier(s, figure, row), row_critical(s, figure, row),
        s.weapons[weapon, W.UNGUARDABLE], out,
    )  # fmt: skip


@rule
def rate_action(
    s: State, figure: int, ops: int, row: int, kind: int, use: int, modifier: int, critical: int, unguardable: int,
    out: np.ndarray,
) -> None:  # fmt: skip
    """The best target's figures for an action, or those of all its targets together."""
    number = printed_target(s, kind)
    bonus = modifier
    if use <= Use.MAGIC:
        bonus += check_bonus(s, figure, kind, use)
    sure = use >= Use.ABSOLUTE
    if number > 0:
        out[0] = 1.0 if sure else chance(number, bonus, critical)
        return
    if kind >= Action.HEAL or s.fight == 0:
        out[0] = 1.0
        return
    amount = damage_of(s, ops, row)
    bits = possible_targets(s, ops, row, kind, figure, 0)
    everybody = aim_of(s, ops, row) == 10
    best = -1.0
    for target in range(N_FIGURES):
        if is_bit(bits, target):
            p = 1.0 if sure else chance(value_of(s, target, defence_value(use)), bonus, critical)
            guards = guards_of(s, target, unguardable != 0)
            kills = p if amount > guards and amount - guards >= needed_damage(s, target) else 0.0
            worth = p + 2 * kills - 0.1 * guards
            if everybody:
                out[0] = max(out[0], p)
                out[1] += p * amount
                out[2] += kills
                out[4] += 1
            elif worth > best:
                best = worth
                out[0] = p
                out[1] = p * amount
                out[2] = kills
                out[3] = guards
                out[4] = 1


@rule
def damage_of(s: State, ops: int, row: int) -> int:
    """Damages to each target."""
    total = 0
    for k in range(MOST_OPS):
        if op_number(s, ops, row, k, 0) == Op.DAMAGE:
            total += op_number(s, ops, row, k, 2)
    return total
