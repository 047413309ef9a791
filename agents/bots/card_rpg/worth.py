"""What weapon rows, cards, targets and figures are worth to a party, by what lies open and the own hand."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import N_HELD
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    N_KINDS,
    N_PILE,
    N_ROWS,
    N_WEAPONS,
    NONE,
    Action,
    I,
    Moment,
    N,
    Op,
    Status,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.odds import better_use, chance
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    is_copy,
    is_weapon_row,
    kind_of,
    row_critical,
    row_kind,
    row_modifier,
    weapon_of,
)
from dicedeck.envs.card_rpg.rules.checks import check_bonus, defence_value
from dicedeck.envs.card_rpg.rules.context import find_op, op_number
from dicedeck.envs.card_rpg.rules.figures import is_bit, is_npc, stands, unused_rows, value_of
from dicedeck.envs.card_rpg.state import B, Health, Ops, Place, State
from dicedeck.envs.core.jit import rule

USUAL_DEFENCE = (11, 10)
"""Physical and magic, of foes that are still to come."""
GUARD = 0.25
"""Of any weapon row."""
SWEEP = 1.7
"""Of an attack on all foes."""
STATUS_WORTH = (0.25, 0.5, 0.5, 0.35, 0.25, 0.2)
"""By Status, where it hits."""
GATHER_FIRST, GATHER_MORE, REQUEST = 1.4, 0.5, 0.6
OTHERS = 0.3
"""Disarm, set trap, hide."""


@rule
def status_worth(status: int) -> float:
    if status == Status.DAZE:
        return STATUS_WORTH[0]
    if status == Status.CHARM or status == Status.PARALYSIS:
        return STATUS_WORTH[1]
    if status == Status.FALL:
        return STATUS_WORTH[3]
    return STATUS_WORTH[4] if status == Status.CURSE else STATUS_WORTH[5]


# ---------------------------------------------------------------- rows


@rule
def chance_of(s: State, figure: int, kind: int, use: int, modifier: int, critical: int, number: int) -> float:
    """That a check succeeds; without a roll it always does."""
    if use >= Use.ABSOLUTE:
        return 1.0
    return chance(number, check_bonus(s, figure, kind, use) + modifier, critical)


@rule
def mean_chance(s: State, figure: int, kind: int, use: int, modifier: int, critical: int) -> float:
    """Against the foes that stand, or those to come."""
    total = 0.0
    count = 0
    for target in range(MOST_PCS, N_FIGURES):
        if s.fight and stands(s, target):
            total += chance_of(s, figure, kind, use, modifier, critical, value_of(s, target, defence_value(use)))
            count += 1
    if count > 0:
        return total / count
    number = USUAL_DEFENCE[1] if use == Use.MAGIC else USUAL_DEFENCE[0]
    return chance_of(s, figure, kind, use, modifier, critical, number)


@rule
def gather_rows(s: State, but: int) -> int:
    """Rows of the party that gather, apart from one PC's."""
    count = 0
    for seat in range(s.pcs):
        for row in range(N_ROWS):
            weapon = weapon_of(s, seat, row)
            if seat != but and weapon != NONE and s.weapons[weapon, W.KIND] == Action.GATHER:
                count += int(s.health[seat] != Health.DEAD)
    return count


@rule
def constant_worth(s: State, weapon: int) -> float:
    """Of a card that works by lying there."""
    code = s.weapons[weapon, W.OPS]
    if code == Op.EXTRA_USE:
        return 0.7
    if code == Op.COPY_ROW:
        return 0.5
    return 0.45 if code == Op.BONUS else 0.15


@rule
def worth_of(s: State, figure: int, weapon: int, modifier: int, critical: int) -> float:
    """Of a row of this weapon, for the turns to come."""
    kind = int(s.weapons[weapon, W.KIND])
    use = int(s.weapons[weapon, W.USE])
    if use == Use.CONSTANT:
        return GUARD + constant_worth(s, weapon)
    if use == Use.EITHER:
        use = better_use(s, figure, kind)
    sweep = SWEEP if op_number(s, Ops.WEAPON, weapon, 0, 1) == Who.ALL_FOES else 1.0
    if kind == Action.DAMAGE:
        p = mean_chance(s, figure, kind, use, modifier, critical)
        sure = 1.15 if s.weapons[weapon, W.UNGUARDABLE] else 1.0
        return GUARD + 1.2 * p * sweep * sure + 0.05 * critical
    if kind == Action.STATUS:
        p = mean_chance(s, figure, kind, use, modifier, critical)
        return GUARD + p * sweep * status_worth(op_number(s, Ops.WEAPON, weapon, 0, 2))
    if kind == Action.GATHER and not (s.fight and s.final):
        return GUARD + (GATHER_FIRST if gather_rows(s, figure) == 0 else GATHER_MORE) * (0.4 if s.fight else 1.0)
    if kind == Action.REQUEST and s.dungeon == 0:
        return GUARD + REQUEST
    if kind == Action.GUARD:
        return GUARD + 0.35
    if kind == Action.COUNTER:
        return GUARD + 0.3
    if kind == Action.HEAL:
        return GUARD + 0.3
    if kind == Action.COMMAND:
        return GUARD + 0.9
    if kind >= Action.GATHER and not s.fight:
        return GUARD + OTHERS
    return GUARD + 0.1


@rule
def row_worth(s: State, figure: int, row: int) -> float:
    """Of a row on the table; items and empty rows are worth nothing."""
    weapon = weapon_of(s, figure, row)
    if weapon == NONE:
        return GUARD if is_weapon_row(s, figure, row) else 0.0
    return worth_of(s, figure, weapon, row_modifier(s, figure, row), row_critical(s, figure, row))


# ---------------------------------------------------------------- cards of a hand


@rule
def slot_of(seat: int, held: int) -> int:
    """The place of a personal weapon among all; NONE for other cards."""
    return 2 * int(seat) + int(held) - N_KINDS if held >= N_KINDS else NONE


@rule
def kind_held(s: State, seat: int, held: int) -> int:
    slot = slot_of(seat, held)
    return int(held) if slot == NONE else int(s.built[slot, B.KIND])


@rule
def plot_gain(s: State, seat: int, held: int, row: int) -> float:
    """What laying a card there adds; items are better in the hand."""
    kind = kind_held(s, seat, held)
    if kind >= N_WEAPONS:
        return -1.0
    slot = slot_of(seat, held)
    if s.row_size[seat, row] == 0:
        modifier = int(s.weapons[kind, W.MODIFIER])
        critical = int(s.weapons[kind, W.CRITICAL])
        if slot != NONE:
            modifier += int(s.built[slot, B.MODIFIER])
            critical += int(s.built[slot, B.CRITICAL])
        return worth_of(s, seat, kind, modifier, critical)
    weapon = row_kind(s, seat, row)
    if is_copy(s, weapon):
        return -1.0
    more = int(s.weapons[kind, W.ADDITIONAL])
    if slot != NONE:
        more += int(s.built[slot, B.ADDITIONAL])
    modifier, critical = row_modifier(s, seat, row), row_critical(s, seat, row)
    return worth_of(s, seat, weapon, modifier + more, critical) - worth_of(s, seat, weapon, modifier, critical)


@rule
def item_worth(s: State, item: int) -> float:
    """Of an item in the hand."""
    code = s.items[item, I.OPS]
    if s.items[item, I.MOMENT] == Moment.DAMAGE:
        return 0.8
    if code == Op.HEAL:
        return 0.8
    if code == Op.SUCCEED:
        return 0.3 if s.fight else 0.7
    if code == Op.RECOVER:
        return 0.05
    if code == Op.WIDEN or code == Op.AGAIN or code == Op.SHIFT:
        return 0.6
    return 0.4


@rule
def keep_worth(s: State, seat: int, held: int) -> float:
    """What a card in the hand is worth: the best it can do for its owner."""
    kind = kind_held(s, seat, held)
    if kind >= N_WEAPONS:
        return item_worth(s, kind - N_WEAPONS)
    best = 0.0
    for row in range(N_ROWS):
        if s.row_size[seat, row] == 0:
            best = max(best, plot_gain(s, seat, held, row))
        elif s.weapons[kind, W.NAME] == name_of_row(s, seat, row):
            best = max(best, 0.3 + plot_gain(s, seat, held, row))
    weapon_worth = worth_of(s, seat, kind, s.weapons[kind, W.MODIFIER], s.weapons[kind, W.CRITICAL])
    return max(best, 0.5 * weapon_worth)


@rule
def name_of_row(s: State, figure: int, row: int) -> int:
    kind = row_kind(s, figure, row)
    return int(s.weapons[kind, W.NAME]) if kind != NONE and kind < N_WEAPONS else NONE


@rule
def least_worth(s: State, seat: int) -> int:
    """The card of the hand, as actions number it, that the PC can best do without; NONE."""
    worst = NONE
    least = 1e9
    for held in range(N_HELD):
        if has_held(s, seat, held):
            worth = keep_worth(s, seat, held)
            if worth < least:
                least = worth
                worst = held
    return worst


@rule
def has_held(s: State, seat: int, held: int) -> bool:
    """Whether the own hand has such a card."""
    slot = slot_of(seat, held)
    if slot != NONE:
        return bool(s.places[N_PILE + slot] == Place.HAND + seat)
    for card in range(N_PILE):
        if s.places[card] == Place.HAND + seat and kind_of(s, card) == held:
            return True
    return False


# ---------------------------------------------------------------- figures


@rule
def danger(s: State, foe: int) -> float:
    """Of a foe that stands."""
    return 0.6 + 0.07 * float(s.level[foe]) + 0.2 * float(s.rank[foe])


@rule
def target_worth(s: State, target: int, amount: int, unguardable: int) -> float:
    """What so many damages to a foe are worth: an unhurt NPC recovers from one before it acts."""
    need = Health.DISABLED.value - int(s.health[target])
    left = amount
    if unguardable == 0:
        left -= unused_rows(s, target)
    if left >= need:
        return danger(s, target)
    if left <= 0:
        return 0.2
    return danger(s, target) * (0.3 if is_npc(s, target) else 0.5)


@rule
def count_standing(s: State, start: int) -> int:
    count = 0
    for figure in range(start, start + MOST_PCS):
        count += int(stands(s, figure))
    return count


@rule
def best_attack(s: State, figure: int, ops: int, line: int, use: int, modifier: int, critical: int, bits: int) -> int:
    """The target among ``bits`` with the most expected worth; NONE."""
    best = NONE
    most = -1.0
    for target in range(N_FIGURES):
        if is_bit(bits, target):
            worth = attack_worth(s, figure, ops, line, use, modifier, critical, target)
            if worth > most:
                most = worth
                best = target
    return best


@rule
def attack_worth(
    s: State, figure: int, ops: int, line: int, use: int, modifier: int, critical: int, target: int
) -> float:
    """Chance times worth of an attack with the operations of a line on one target."""
    kind = Action.STATUS if find_op(s, ops, line, Op.DAMAGE) == NONE else Action.DAMAGE
    p = chance_of(s, figure, kind, use, modifier, critical, value_of(s, target, defence_value(use)))
    worth = 0.0
    for k in range(MOST_OPS):
        code = op_number(s, ops, line, k, 0)
        if code == Op.DAMAGE:
            worth += target_worth(s, target, op_number(s, ops, line, k, 2), is_unguardable(s, ops, line))
        elif code == Op.STATUS:
            status = op_number(s, ops, line, k, 2)
            if s.statuses[target, status] == 0 and s.health[target] < Health.DISABLED:
                worth += status_worth(status) * danger(s, target)
        elif code == Op.DROP_ROW or code == Op.TAKE:
            worth += 0.3
    return p * worth


@rule
def is_unguardable(s: State, ops: int, line: int) -> int:
    return int(s.weapons[line, W.UNGUARDABLE] if ops == Ops.WEAPON else s.npcs[line, N.UNGUARDABLE])
