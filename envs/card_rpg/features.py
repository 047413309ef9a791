"""What the player to move knows of one action: chances, damage, guards, the card and the figure it is about."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ACT,
    A_ASK,
    A_BUILD,
    A_BUILD_COMMAND,
    A_DISCARD,
    A_DISCARD_ROW,
    A_GUARD,
    A_ITEM,
    A_OFFER,
    A_OWN,
    A_PASS,
    A_PHYSICAL,
    A_PICK,
    A_PLOT,
    A_RAISE,
    A_REMOVE,
    A_ROW,
    A_SET,
    A_STRENGTHEN,
    A_TARGET,
    A_UP,
    A_USE_ROW,
    N_BLOCKS,
    N_HELD,
    N_NAMES,
    T_FOE,
    TABLE,
)
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_OPS,
    MOST_PCS,
    N_ACTIONS_KINDS,
    N_CHARACTERS,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_NPCS,
    N_ROWS,
    N_SITUATIONS,
    N_STATUSES,
    N_VALUES,
    N_WEAPONS,
    NONE,
    OP_SIZE,
    I,
    Moment,
    N,
    Op,
    S,
    Use,
    W,
)
from dicedeck.envs.card_rpg.observation import MUCH_MODIFIER, MUCH_VALUE, cut, seen_as
from dicedeck.envs.card_rpg.odds import (
    better_use,
    chance,
    damage_of,
    guards_of,
    needed_damage,
    rate_action,
    rate_row,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    held_card,
    kind_of,
    row_kind,
    row_modifier,
    takes,
    weapon_of,
)
from dicedeck.envs.card_rpg.rules.checks import number_against, shift_value, total_bonus
from dicedeck.envs.card_rpg.rules.context import is_rolled, npc_ops
from dicedeck.envs.card_rpg.rules.figures import (
    add_values,
    figure_named,
    has_status,
    is_bit,
    same_side,
    unused_rows,
)
from dicedeck.envs.card_rpg.rules.growth import command_level, weapon_level
from dicedeck.envs.card_rpg.state import Health, Ops, State
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule

N_RATES = 5
BLOCK_OF = np.zeros(TABLE.num_actions, np.int32)
"""The block of each action."""
KIND_OF = np.full(TABLE.num_actions, NONE, np.int32)
"""The kind of card that an action is about; personal weapons are looked up."""
for _k, _block in enumerate(TABLE.blocks):
    _start = TABLE.starts[_block.name]
    BLOCK_OF[_start : _start + _block.size] = _k
for _kind in range(N_KINDS):
    KIND_OF[A_OFFER + _kind * MOST_PCS : A_OFFER + (_kind + 1) * MOST_PCS] = _kind
    KIND_OF[[A_ASK + _kind, A_DISCARD + _kind, A_PICK + _kind]] = _kind
    KIND_OF[A_PLOT + _kind * N_ROWS : A_PLOT + (_kind + 1) * N_ROWS] = _kind
KIND_OF[A_ITEM : A_ITEM + N_ITEMS] = np.arange(N_WEAPONS, N_KINDS)
KIND_OF[A_BUILD : A_BUILD + COMMAND] = np.arange(COMMAND)
KIND_OF[A_BUILD_COMMAND : A_BUILD_COMMAND + N_NPCS] = COMMAND


class Features:
    """All in [-1, 1]. PCs are counted from the player to move, foes by their places."""

    block: Annotated[Floats, N_BLOCKS]  # 1 at the action's block
    card: Annotated[Floats, N_KINDS]  # 1 at the kind of card that it plays, takes or gives away
    stacks: float  # 1 when a row takes it on top of its name
    weapon: Annotated[Floats, N_ACTIONS_KINDS]  # 1 at what the card or row is for
    use: Annotated[Floats, 5]  # 1 at how it is used
    modifier: float  # its modifier / 6
    reaction: float  # 1 for guard and counter cards, -1 for constant ones
    unguardable: float  # 1
    critical: float  # / 3
    row_size: float  # cards of the row it is about / 4
    row_used: float  # 1

    chance: float  # that the action, or the one in hand, succeeds
    damage: float  # damages expected / 2
    disables: float  # chance that it disables, guards counted
    guards: float  # unused rows of the target / 2
    hits: float  # targets / 5
    gain: float  # how much better the roll gets for the own side
    fails: float  # what a failure of the situation costs: its damage, a fight
    deeper: float  # depth that a success gains / 2

    target: Annotated[Floats, N_FIGURES]  # 1 at the figure that it is aimed at
    own_side: float  # 1 when that is of the own side, -1 when not
    target_health: float  # damages that it can take / 2
    target_level: float  # / 10
    target_rank: float  # 0.5 mid-boss, 1 boss
    target_values: Annotated[Floats, N_VALUES]  # / 16
    target_guards: float  # unused rows / 2
    target_ill: float  # 1 with a bad status
    target_acted: float  # 1 after its own action

    lethal: float  # 1 when the damage asked about disables or kills
    guards_left: float  # own unused rows after it / 2
    situation: Annotated[Floats, N_SITUATIONS]  # 1 at the situation card
    status: Annotated[Floats, N_STATUSES]  # 1 at the bad status
    ability: Annotated[Floats, N_CHARACTERS]  # 1 at the ability
    value: Annotated[Floats, N_VALUES]  # 1 at the value raised
    strength: Annotated[Floats, 3]  # 1 at what is strengthened
    level: float  # of the weapon built / 5


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action into ``out`` (zeroed)."""
    out.block[BLOCK_OF[action]] = 1
    describe_card(s, action, out)
    if s.phase <= Phase.ABILITY:
        describe_growth(s, action, out)
    elif s.phase == Phase.SET:
        if action < A_SET + N_SITUATIONS:
            out.situation[action - A_SET] = 1
    elif s.phase <= Phase.STEER:
        describe_action(s, action, out)
    elif s.phase <= Phase.SHIFT:
        describe_roll(s, action, out)
    elif s.phase <= Phase.RIPOSTE:
        describe_damage(s, action, out)
    elif action >= A_REMOVE and action < A_REMOVE + N_STATUSES:
        out.status[action - A_REMOVE] = 1
    elif action >= A_ROW and action < A_ROW + N_ROWS:
        describe_row(s, int(s.subject), action - A_ROW, out)
    target = target_of(s, action)
    if target != NONE:
        describe_target(s, target, out)


# ---------------------------------------------------------------- cards and rows


@rule
def own_hand(s: State) -> int:
    return MASTER if s.player == s.pcs else int(s.player)


@rule
def card_kind(s: State, action: int) -> int:
    """The kind of card that the action is about; NONE."""
    if KIND_OF[action] != NONE:
        return int(KIND_OF[action])
    held = NONE
    if action >= A_PLOT and action < A_PLOT + N_HELD * N_ROWS:
        held = (action - A_PLOT) // N_ROWS
    elif action >= A_DISCARD and action < A_DISCARD + N_HELD:
        held = action - A_DISCARD
    if held == NONE:
        return NONE
    card = held_card(s, own_hand(s), held)
    return kind_of(s, card) if card != NONE else NONE


@rule
def describe_card(s: State, action: int, out: Features) -> None:
    kind = card_kind(s, action)
    if kind == NONE:
        return
    out.card[kind] = 1
    if kind < N_WEAPONS:
        describe_weapon(s, kind, out)
        out.modifier = cut(s.weapons[kind, W.MODIFIER] / MUCH_MODIFIER)
        if s.player < s.pcs:
            for row in range(N_ROWS):
                if s.row_size[s.player, row] > 0 and takes(s, s.player, row, kind):
                    out.stacks = 1


@rule
def describe_weapon(s: State, weapon: int, out: Features) -> None:
    out.weapon[s.weapons[weapon, W.KIND]] = 1
    out.use[s.weapons[weapon, W.USE]] = 1
    out.unguardable = s.weapons[weapon, W.UNGUARDABLE]
    out.critical = cut(s.weapons[weapon, W.CRITICAL] / 3)
    moment = s.weapons[weapon, W.MOMENT]
    out.reaction = 1 if moment == Moment.REACTION else -1 if moment == Moment.ALWAYS else 0


@rule
def describe_row(s: State, figure: int, row: int, out: Features) -> None:
    """A row on the table."""
    out.row_size = cut(s.row_size[figure, row] / 4)
    out.row_used = s.row_used[figure, row]
    if s.row_size[figure, row] > 0:
        out.card[row_kind(s, figure, row)] = 1
    weapon = weapon_of(s, figure, row)
    if weapon != NONE:
        describe_weapon(s, weapon, out)
        out.modifier = cut(row_modifier(s, figure, row) / MUCH_MODIFIER)


# ---------------------------------------------------------------- actions


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


# ---------------------------------------------------------------- damage


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


# ---------------------------------------------------------------- figures


@rule
def target_of(s: State, action: int) -> int:
    """The figure that the action is aimed at."""
    if action >= A_TARGET and action < A_TARGET + N_NAMES:
        return figure_named(s, action - A_TARGET)
    if action >= A_ACT and action < A_ACT + N_NAMES - T_FOE:
        return figure_named(s, action - A_ACT + T_FOE)
    if action >= A_OFFER and action < A_ASK:
        return (action - A_OFFER) % MOST_PCS
    if s.phase >= Phase.DAMAGE and s.phase <= Phase.RIPOSTE:
        return int(s.damage_by) if s.phase == Phase.RIPOSTE else int(s.damage_to)
    if s.phase == Phase.ASK or s.phase == Phase.AGREE:
        return int(s.subject) if s.phase == Phase.ASK else int(s.partner)
    if s.phase == Phase.BEFORE_ROLL or s.phase == Phase.AFTER_ROLL or s.phase == Phase.SHIFT:
        return int(s.actor)
    return NONE


@rule
def describe_target(s: State, figure: int, out: Features) -> None:
    out.target[seen_as(s, s.player, figure)] = 1
    own = (figure < MOST_PCS) == (s.player < s.pcs)
    out.own_side = 1 if own else -1
    out.target_health = (Health.DEAD.value - s.health[figure]) / 3
    out.target_level = cut(s.level[figure] / 10)
    out.target_rank = s.rank[figure] / 2
    add_values(s, figure, 1 / MUCH_VALUE, out.target_values)
    for value in range(N_VALUES):
        out.target_values[value] = cut(out.target_values[value])
    out.target_guards = unused_rows(s, figure) / N_ROWS
    out.target_ill = has_status(s, figure)
    out.target_acted = s.acted[figure]


# ---------------------------------------------------------------- growth


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
