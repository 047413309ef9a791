"""What can be done: rows, own actions, plots; targets, windows and dice; guards; growth."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ACT,
    A_BUILD,
    A_BUILD_COMMAND,
    A_DISCARD_ROW,
    A_GUARD,
    A_OWN,
    A_PASS,
    A_PHYSICAL,
    A_PLOT,
    A_RAISE,
    A_STRENGTHEN,
    A_TARGET,
    A_UP,
    A_USE_ROW,
    N_NAMES,
    T_FOE,
)
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    N_CHARACTERS,
    N_FIGURES,
    N_NPCS,
    N_ROWS,
    N_VALUES,
    NONE,
    OP_SIZE,
    I,
    N,
    Op,
    S,
    Use,
)
from dicedeck.envs.card_rpg.features.cards import describe_row
from dicedeck.envs.card_rpg.features.layout import Features
from dicedeck.envs.card_rpg.observation import cut
from dicedeck.envs.card_rpg.odds import better_use, chance, damage_of, guards_of, needed_damage, rate_action, rate_row
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.checks import number_against, shift_value, total_bonus
from dicedeck.envs.card_rpg.rules.context import is_rolled, npc_ops
from dicedeck.envs.card_rpg.rules.figures import figure_named, is_bit, same_side, unused_rows
from dicedeck.envs.card_rpg.rules.growth import command_level, weapon_level
from dicedeck.envs.card_rpg.state import Ops, State
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule

N_RATES = 5


@rule
def describe_action(s: State, action: int, out: Features) -> None:
    """Rows, own actions, plots."""
    rates = np.zeros(N_RATES, np.float32)
    if action >= A_USE_ROW and action < A_USE_ROW + N_ROWS:
        describe_row(s, int(s.subject), action - A_USE_ROW, out)
        rate_row(s, s.subject, action - A_USE_ROW, rates)
        describe_stakes(s, out)
    elif action == A_OWN:
        rate_own(s, int(s.subject), rates)
    elif action >= A_ACT and action < A_ACT + N_NAMES - T_FOE:
        rate_own(s, figure_named(s, action - A_ACT + T_FOE), rates)
    elif action >= A_DISCARD_ROW and action < A_DISCARD_ROW + N_ROWS and s.player < s.pcs:
        describe_row(s, int(s.player), action - A_DISCARD_ROW, out)
    elif action >= A_PLOT and action < A_DISCARD_ROW and s.player < s.pcs:
        out.row_size = cut(s.row_size[s.player, (action - A_PLOT) % N_ROWS] / 4)
    write_rates(rates, out)


@rule
def write_rates(rates: Floats, out: Features) -> None:
    out.chance = rates[0]
    out.damage = min(rates[1] / 2, 1.0)
    out.disables = min(rates[2], 1.0)
    out.guards = min(rates[3] / 2, 1.0)
    out.hits = min(rates[4] / 5, 1.0)


@rule
def rate_own(s: State, figure: int, rates: Floats) -> None:
    """A foe's own action."""
    if s.rival[figure]:
        return
    npc = s.who[figure]
    ops = npc_ops(s, npc, figure, 0)
    if ops == Ops.NPC:
        rate_action(
            s, figure, ops, npc, s.npcs[npc, N.KIND], s.npcs[npc, N.USE], s.npcs[npc, N.MODIFIER], 0,
            s.npcs[npc, N.UNGUARDABLE], rates,
        )  # fmt: skip
    elif ops == Ops.FALLBACK:
        rate_action(
            s, figure, ops, npc, s.npcs[npc, N.FALLBACK_KIND], s.npcs[npc, N.FALLBACK_USE],
            s.npcs[npc, N.FALLBACK_MODIFIER], 0, 0, rates,
        )  # fmt: skip


@rule
def describe_stakes(s: State, out: Features) -> None:
    """What success and failure of the open situation card bring."""
    if s.fight or s.situation == NONE or s.face_down:
        return
    out.deeper = cut(s.situations[s.situation, S.DEPTH_SUCCESS] / 2)
    for k in range(MOST_OPS):
        code = s.situations[s.situation, S.FAILURE + OP_SIZE * k]
        if code == Op.DAMAGE or code == Op.FIGHT:
            out.fails = 1


# ---------------------------------------------------------------- inside an action


@rule
def describe_roll(s: State, action: int, out: Features) -> None:
    """Targets, windows and dice of the action in hand."""
    if s.actor == NONE:
        return
    if s.phase == Phase.USE:
        use = Use.PHYSICAL if action == A_PHYSICAL else Use.MAGIC
        describe_use(s, use, out)
    elif s.phase == Phase.TARGET:
        if action >= A_TARGET and action < A_TARGET + N_NAMES:
            describe_aim(s, figure_named(s, action - A_TARGET), out)
    else:
        describe_window(s, action, out)


@rule
def describe_use(s: State, use: int, out: Features) -> None:
    rates = np.zeros(N_RATES, np.float32)
    rate_action(s, s.actor, s.ops, s.ops_row, s.kind, use, s.modifier, s.critical, s.unguardable, rates)
    write_rates(rates, out)
    out.gain = 1 if use == better_use(s, s.actor, s.kind) else -1


@rule
def describe_aim(s: State, target: int, out: Features) -> None:
    """One target of the action in hand."""
    if s.choice != Choice.ATTACK:
        return
    p = 1.0
    if is_rolled(s):
        p = chance(number_against(s, target), total_bonus(s), s.critical)
    amount = damage_of(s, s.ops, s.ops_row)
    guards = guards_of(s, target, s.unguardable != 0)
    out.chance = p
    out.damage = min(p * amount / 2, 1.0)
    out.guards = min(guards / 2, 1.0)
    out.disables = p if amount > guards and amount - guards >= needed_damage(s, target) else 0.0


@rule
def describe_window(s: State, action: int, out: Features) -> None:
    """Before the roll the chances, after it what is hit; what an item changes."""
    out.fails = s.goal > 0
    count = 0
    hit = 0
    total = 0.0
    rolled = is_rolled(s)
    bonus = total_bonus(s) if rolled else 0
    for figure in range(N_FIGURES):
        if is_bit(s.targets, figure):
            count += 1
            hit += int(is_bit(s.hits, figure))
            total += chance(number_against(s, figure), bonus, s.critical) if rolled else 1.0
    mean = total / max(count, 1)
    now = hit / max(count, 1)
    out.hits = count / N_FIGURES
    out.chance = mean if s.dice == 0 or action != A_PASS else now
    if s.phase == Phase.SHIFT:
        by = s.items[s.held_item, I.OPS + 3]
        change = shift_value(s, s.dice + (by if action == A_UP else -by)) - shift_value(s, s.dice)
        out.gain = cut(change / 2 if same_side(s.subject, s.actor) else -change / 2)
    elif s.phase == Phase.AFTER_ROLL and action != A_PASS:
        out.gain = mean - now if same_side(s.subject, s.actor) else now - mean


# ---------------------------------------------------------------- damage and growth


@rule
def describe_damage(s: State, action: int, out: Features) -> None:
    """Guard or not: whom it would disable, what is left to guard with."""
    out.lethal = needed_damage(s, s.damage_to) <= 1
    spends = (action >= A_GUARD and action < A_GUARD + N_ROWS) or (action >= A_USE_ROW and action < A_USE_ROW + N_ROWS)
    out.guards_left = cut((unused_rows(s, s.subject) - int(spends)) / N_ROWS)
    if action >= A_GUARD and action < A_GUARD + N_ROWS:
        describe_row(s, int(s.subject), action - A_GUARD, out)
    elif action >= A_USE_ROW and action < A_USE_ROW + N_ROWS:
        describe_row(s, int(s.subject), action - A_USE_ROW, out)


@rule
def describe_growth(s: State, action: int, out: Features) -> None:
    if action >= A_RAISE and action < A_RAISE + N_VALUES:
        out.value[action - A_RAISE] = 1
    elif action >= A_ABILITY and action < A_ABILITY + N_CHARACTERS:
        out.ability[action - A_ABILITY] = 1
    elif action >= A_STRENGTHEN and action < A_STRENGTHEN + 3:
        out.strength[action - A_STRENGTHEN] = 1
    elif action >= A_BUILD and action < A_BUILD_COMMAND:
        out.level = cut(weapon_level(s, action - A_BUILD) / 5)
    elif action >= A_BUILD_COMMAND and action < A_BUILD_COMMAND + N_NPCS:
        out.level = cut(command_level(s, action - A_BUILD_COMMAND) / 5)
