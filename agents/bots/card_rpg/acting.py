"""What the tactician does in its action phase: the row, the item, whom it is for."""

from __future__ import annotations

from dicedeck.agents.bots.card_rpg.worth import (
    attack_worth,
    chance_of,
    count_standing,
    danger,
    gather_rows,
    row_worth,
    target_worth,
)
from dicedeck.envs.card_rpg.actions import A_ITEM, A_PASS, A_TARGET, A_USE_ROW
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    N_ITEMS,
    N_ROWS,
    NONE,
    Action,
    I,
    N,
    Op,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.odds import better_use
from dicedeck.envs.card_rpg.options import Choice
from dicedeck.envs.card_rpg.rules.cards_in_play import row_critical, row_modifier, row_npc, weapon_of
from dicedeck.envs.card_rpg.rules.context import npc_ops, op_number, possible_targets, printed_target, would_help
from dicedeck.envs.card_rpg.rules.figures import figure_named, has_status, is_bit, stands, unused_rows
from dicedeck.envs.card_rpg.state import Health, Ops, State
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule

TRY = 0.45
"""The least chance with which a situation is tried while somebody else could do it."""
GUARD_UNHURT, GUARD_WOUNDED = 0.08, 0.3
"""What the last unused row is worth to one who may be attacked."""


@rule
def choose_action(s: State, mask: Mask) -> int:
    """The row or item with the most expected worth; to pass is worth nothing."""
    seat = int(s.subject)
    best = A_PASS
    most = 0.02
    for row in range(N_ROWS):
        if mask[A_USE_ROW + row]:
            worth = use_worth(s, seat, row)
            if worth > most:
                most = worth
                best = A_USE_ROW + row
    for item in range(N_ITEMS):
        if mask[A_ITEM + item]:
            worth = item_use(s, seat, item)
            if worth > most:
                most = worth
                best = A_ITEM + item
    return best


# ---------------------------------------------------------------- rows


@rule
def use_worth(s: State, seat: int, row: int) -> float:
    """Of using a row now, less the guard that it is no more."""
    weapon = weapon_of(s, seat, row)
    kind = int(s.weapons[weapon, W.KIND])
    if s.fight == 0 and not (kind == Action.HEAL or kind == Action.CLEANSE):
        return try_worth(s, seat, weapon, kind, row_modifier(s, seat, row), row_critical(s, seat, row))
    if kind == Action.HEAL or kind == Action.CLEANSE:
        return help_worth(s, Ops.WEAPON, weapon, seat) - guard_worth(s, seat, row)
    if kind == Action.HIDE:
        return 0.25 - guard_worth(s, seat, row)
    return best_target_worth(s, seat, row, weapon) - guard_worth(s, seat, row)


@rule
def guard_worth(s: State, seat: int, row: int) -> float:
    """Of keeping the row unused until the foes have acted."""
    if s.fight == 0 or s.row_used[seat, row]:
        return 0.0
    worth = GUARD_UNHURT if s.health[seat] == Health.UNHURT else GUARD_WOUNDED
    if unused_rows(s, seat) > 1:
        worth *= 0.4
    return worth * min(count_standing(s, MOST_PCS), 3)


@rule
def best_target_worth(s: State, seat: int, row: int, weapon: int) -> float:
    """Of an attack with the row."""
    ops, line, use = Ops.WEAPON.value, int(weapon), int(s.weapons[weapon, W.USE])
    modifier, critical = row_modifier(s, seat, row), row_critical(s, seat, row)
    kind = int(s.weapons[weapon, W.KIND])
    if kind == Action.COMMAND:
        line = row_npc(s, seat, row)
        ops = npc_ops(s, line, seat, 0)
        if ops == NONE:
            return 0.0
        kind = int(s.npcs[line, N.KIND] if ops == Ops.NPC else s.npcs[line, N.FALLBACK_KIND])
        use = int(s.npcs[line, N.USE] if ops == Ops.NPC else s.npcs[line, N.FALLBACK_USE])
        modifier = int(s.npcs[line, N.MODIFIER] if ops == Ops.NPC else s.npcs[line, N.FALLBACK_MODIFIER])
        critical = 0
        if kind == Action.HEAL:
            return help_worth(s, ops, line, seat)
    if use == Use.EITHER:
        use = better_use(s, seat, kind)
    bits = possible_targets(s, ops, line, kind, seat, 0)
    everybody = op_number(s, ops, line, 0, 1) == Who.ALL_FOES
    total = 0.0
    best = 0.0
    for target in range(N_FIGURES):
        if is_bit(bits, target):
            worth = attack_worth(s, seat, ops, line, use, modifier, critical, target)
            total += worth
            best = max(best, worth)
    return total if everybody else best


@rule
def try_worth(s: State, seat: int, weapon: int, kind: int, modifier: int, critical: int) -> float:
    """Of an attempt on the situation: tried when it is likely, or nobody else can."""
    use = int(s.weapons[weapon, W.USE])
    if use == Use.EITHER:
        use = better_use(s, seat, kind)
    if s.weapons[weapon, W.PER_HIDDEN]:
        modifier -= 1
    p = chance_of(s, seat, kind, use, modifier, critical, printed_target(s, kind))
    if use == Use.ABSOLUTE:
        return 0.5
    if p >= TRY or is_last_chance(s, seat) or (s.face_down and gather_rows(s, seat) == 0):
        return p
    return 0.0


@rule
def is_last_chance(s: State, seat: int) -> bool:
    """A card of the town ends with the turn; one of the dungeon fails when all have passed."""
    if s.dungeon == 0:
        return True
    for other in range(s.pcs):
        if other != seat and s.health[other] != Health.DEAD and s.passed[other] == 0:
            return False
    return True


# ---------------------------------------------------------------- help


@rule
def help_worth(s: State, ops: int, line: int, seat: int) -> float:
    """Of healing, cleansing or raising the one who needs it most."""
    bits = possible_targets(s, ops, line, Action.HEAL, seat, 0)
    best = 0.0
    for figure in range(N_FIGURES):
        if is_bit(bits, figure):
            best = max(best, need_of(s, ops, line, figure))
    return best


@rule
def need_of(s: State, ops: int, line: int, figure: int) -> float:
    """How much a figure needs what the operations do."""
    worth = 0.0
    for k in range(MOST_OPS):
        code = op_number(s, ops, line, k, 0)
        if code == Op.HEAL and s.health[figure] == op_number(s, ops, line, k, 2):
            worth += 1.2 if s.health[figure] == Health.DISABLED else 0.55 - 0.1 * unused_rows(s, figure)
        elif code == Op.CLEANSE and has_status(s, figure):
            worth += 0.35
        elif code == Op.UNTAP:
            worth += untap_worth(s, figure)
    return worth


@rule
def untap_worth(s: State, figure: int) -> float:
    total = 0.0
    for row in range(N_ROWS):
        if s.row_used[figure, row]:
            total += 0.5 * row_worth(s, figure, row)
    return total


# ---------------------------------------------------------------- items


@rule
def item_use(s: State, seat: int, item: int) -> float:
    """Of using an item as an action."""
    code = s.items[item, I.OPS]
    if code == Op.SUCCEED:
        return 0.48 if s.fight == 0 else 0.0
    if code == Op.HEAL or code == Op.CLEANSE or code == Op.UNTAP:
        worth = 0.0
        for figure in range(MOST_PCS):
            if would_help(s, Ops.ITEM, item, figure):
                worth = max(worth, need_of(s, Ops.ITEM, item, figure))
        return worth if worth > 0.3 else 0.0
    if code == Op.DAMAGE:
        return doll_worth(s, seat)
    return 0.4


@rule
def doll_worth(s: State, seat: int) -> float:
    """A damage to oneself for one to a foe."""
    best = 0.0
    for foe in range(MOST_PCS, N_FIGURES):
        if stands(s, foe):
            best = max(best, target_worth(s, foe, 1, 0))
    own = 0.25 if s.health[seat] == Health.UNHURT else 1.5
    return best - own


# ---------------------------------------------------------------- figures


@rule
def choose_target(s: State, mask: Mask) -> int:
    """By what the figure is chosen for."""
    best = NONE
    most = -1e9
    for figure in range(N_FIGURES):
        if is_bit(s.allowed, figure):
            rating = rate(s, figure)
            if rating > most:
                most = rating
                best = figure
    if s.may_pass and (best == NONE or most < 0):
        return A_PASS
    return name_action(s, best, mask)


@rule
def name_action(s: State, figure: int, mask: Mask) -> int:
    """The action that names a figure."""
    for action in range(A_TARGET, mask.shape[0]):
        if mask[action] and figure_named(s, action - A_TARGET) == figure:
            return action
    return NONE


@rule
def rate(s: State, figure: int) -> float:
    """How good a choice a figure is."""
    choice = s.choice
    if choice == Choice.ATTACK:
        return rate_attack(s, figure)
    if choice == Choice.ALLY:
        return need_of(s, s.ops, s.ops_row, figure)
    if choice == Choice.ITEM:
        return need_of(s, Ops.ITEM, s.held_item, figure) if figure < MOST_PCS else target_worth(s, figure, 1, 0)
    if choice == Choice.HIDE:
        return 0.5 - 0.2 * unused_rows(s, figure) + 0.3 * s.health[figure] if s.targets == 0 else -1.0
    if choice == Choice.COPY:
        return max(row_worth(s, figure, 0), row_worth(s, figure, 1))
    if choice == Choice.REDIRECT:
        return 0.5 * unused_rows(s, figure) - float(s.health[figure])
    if choice == Choice.FIGHT_START:
        return danger(s, figure)
    return 1.0 + float(s.health[figure])


@rule
def rate_attack(s: State, figure: int) -> float:
    """Of the action in hand; a foe that we steer strikes its own side."""
    critical = int(s.critical)
    worth = attack_worth(s, s.actor, s.ops, s.ops_row, s.use, s.modifier + s.bonus, critical, figure)
    if figure < MOST_PCS:
        return -worth
    return worth + 0.001 * float(s.level[figure])
