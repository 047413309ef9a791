"""The action in hand: what it is, whom it may be aimed at, whether it can be done at all (CARD-13, CARD-18)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    N_ROWS,
    NONE,
    OP_SIZE,
    Action,
    I,
    Moment,
    N,
    Op,
    S,
    Use,
    W,
    Who,
)
from dicedeck.envs.card_rpg.rules.cards_in_play import is_weapon_row, row_npc, weapon_of
from dicedeck.envs.card_rpg.rules.figures import (
    constant_sum,
    has_status,
    side_start,
    standing_bits,
    stands,
    visible_foes,
)
from dicedeck.envs.card_rpg.state import Health, Ops, State
from dicedeck.envs.core.jit import rule

# ---------------------------------------------------------------- operations


@rule
def op_number(s: State, ops: int, row: int, k: int, column: int) -> int:
    """A number of the k-th operation of a row: column 0 the code, 1 whom it touches, 2 and 3 its arguments."""
    at = k * OP_SIZE + column
    if ops == Ops.WEAPON:
        return int(s.weapons[row, W.OPS + at])
    if ops == Ops.ITEM:
        return int(s.items[row, I.OPS + at])
    if ops == Ops.NPC:
        return int(s.npcs[row, N.OPS + at])
    if ops == Ops.FALLBACK:
        return int(s.npcs[row, N.FALLBACK_OPS + at])
    if ops == Ops.SUCCESS:
        return int(s.situations[row, S.SUCCESS + at])
    return int(s.situations[row, S.FAILURE + at])


@rule
def aim_of(s: State, ops: int, row: int) -> int:
    """Whom the operations are aimed at: the first that is neither the user nor nobody."""
    for k in range(MOST_OPS):
        who = op_number(s, ops, row, k, 1)
        if op_number(s, ops, row, k, 0) != Op.NONE and who != Who.SELF and who != Who.NOBODY and who != Who.MASTER:
            return who
    return Who.SELF.value


@rule
def find_op(s: State, ops: int, row: int, code: int) -> int:
    """The number of the operation with this code; NONE."""
    for k in range(MOST_OPS):
        if op_number(s, ops, row, k, 0) == code:
            return k
    return NONE


@rule
def is_attack(kind: int) -> bool:
    """Aimed at the other side."""
    return bool(kind == Action.DAMAGE or kind == Action.STATUS or kind == Action.NOTHING)


# ---------------------------------------------------------------- whom it may be aimed at


@rule
def would_help(s: State, ops: int, row: int, figure: int) -> bool:
    """Whether healing, cleansing or untapping does anything for a figure."""
    if s.here[figure] == 0 or s.health[figure] == Health.DEAD:
        return False
    for k in range(MOST_OPS):
        code = op_number(s, ops, row, k, 0)
        if code == Op.HEAL and s.health[figure] == op_number(s, ops, row, k, 2):
            return True
        if code == Op.CLEANSE and has_status(s, figure):
            return True
        if code == Op.UNTAP and has_used_row(s, figure):
            return True
    return False


@rule
def has_used_row(s: State, figure: int) -> bool:
    for row in range(N_ROWS):
        if is_weapon_row(s, figure, row) and s.row_used[figure, row]:
            return True
    return False


@rule
def friends_to_help(s: State, ops: int, row: int, figure: int, others_only: bool) -> int:
    """Bits of the own side's figures for whom it does something."""
    bits = 0
    start = side_start(figure)
    for other in range(start, start + MOST_PCS):
        if would_help(s, ops, row, other) and not (others_only and other == figure):
            bits |= 1 << other
    return bits


@rule
def foes_to_attack(s: State, ops: int, row: int, figure: int, steered: int) -> int:
    """Bits of the figures that an attack may be aimed at; steered, also the own side."""
    bits = visible_foes(s, figure)
    if steered:
        bits |= standing_bits(s, side_start(figure)) & ~(1 << figure)
        return bits
    if find_op(s, ops, row, Op.DROP_ROW) == 0:
        return with_rows(s, bits)
    return bits


@rule
def with_rows(s: State, bits: int) -> int:
    """Those of the figures that have a weapon row."""
    found = 0
    for figure in range(N_FIGURES):
        if (bits >> figure) & 1 and (is_weapon_row(s, figure, 0) or is_weapon_row(s, figure, 1)):
            found |= 1 << figure
    return found


@rule
def to_hide(s: State, figure: int) -> int:
    """Bits of the own side's figures that are not hidden."""
    bits = standing_bits(s, side_start(figure))
    for other in range(N_FIGURES):
        if s.hidden[other]:
            bits &= ~(1 << other)
    return bits


@rule
def possible_targets(s: State, ops: int, row: int, kind: int, figure: int, steered: int) -> int:
    """Bits of the figures that the action can be aimed at; for one that touches all, of all those."""
    aim = aim_of(s, ops, row)
    if kind == Action.HIDE:
        return to_hide(s, figure)
    if aim == Who.SELF:
        if find_op(s, ops, row, Op.HEAL) == NONE and find_op(s, ops, row, Op.CLEANSE) == NONE:
            return 1 << figure
        return (1 << figure) if would_help(s, ops, row, figure) else 0
    if aim == Who.ALLY or aim == Who.OTHER_ALLY:
        if find_op(s, ops, row, Op.REDIRECT) != NONE:
            return others_standing(s, figure)
        return friends_to_help(s, ops, row, figure, aim == Who.OTHER_ALLY)
    if aim == Who.ALL_FOES and steered and others_standing(s, figure) != 0:
        return others_standing(s, figure)
    return foes_to_attack(s, ops, row, figure, steered)


@rule
def others_standing(s: State, figure: int) -> int:
    return standing_bits(s, side_start(figure)) & ~(1 << figure)


# ---------------------------------------------------------------- whether it can be done


@rule
def printed_target(s: State, kind: int) -> int:
    """The number printed on the situation card for a kind of action; 0: it cannot be done (CARD-20)."""
    if s.fight or s.situation == NONE or s.situation_done or kind == Action.NOTHING:
        return 0
    if s.face_down:
        return int(s.situations[s.situation, S.FACEDOWN]) if kind == Action.GATHER else 0
    return int(s.situations[s.situation, S.TARGETS + kind])


@rule
def can_do(s: State, ops: int, row: int, kind: int, figure: int, steered: int) -> bool:
    """Whether operations of this kind can be carried out now."""
    if kind == Action.HEAL or kind == Action.CLEANSE:
        return possible_targets(s, ops, row, kind, figure, steered) != 0
    if s.fight == 0:
        return printed_target(s, kind) > 0
    if kind >= Action.GATHER and kind <= Action.SET_TRAP:
        return False
    return possible_targets(s, ops, row, kind, figure, steered) != 0


@rule
def npc_ops(s: State, npc: int, figure: int, steered: int) -> int:
    """Which of an NPC's actions can be done: Ops.NPC, Ops.FALLBACK or NONE (CARD-93)."""
    if npc == NONE or s.fight == 0:
        return NONE
    barred = (s.npcs[npc, N.ONCE] and s.once_used[figure]) or (s.npcs[npc, N.NOT_BOSS] and s.rank[figure] > 0)
    if not barred and can_do(s, Ops.NPC, npc, s.npcs[npc, N.KIND], figure, steered):
        return Ops.NPC.value
    if s.npcs[npc, N.FALLBACK_USE] != NONE:
        if can_do(s, Ops.FALLBACK, npc, s.npcs[npc, N.FALLBACK_KIND], figure, steered):
            return Ops.FALLBACK.value
    return NONE


@rule
def can_act_own(s: State, figure: int, steered: int) -> bool:
    """Whether a foe can use its own action: once in a turn, in a fight."""
    if figure < MOST_PCS or s.rival[figure] or s.acted[figure] or not stands(s, figure):
        return False
    return npc_ops(s, s.who[figure], figure, steered) != NONE


@rule
def is_ready(s: State, figure: int, row: int) -> bool:
    """Whether a row may act: unused, or once more by Double Speed (CARD-54)."""
    if s.row_used[figure, row] == 0:
        return True
    return bool(s.row_acted[figure, row] > 0 and s.extra[figure] < constant_sum(s, figure, Op.EXTRA_USE))


@rule
def can_use_row(s: State, figure: int, row: int, steered: int) -> bool:
    """Whether a row may be used as an action now."""
    weapon = weapon_of(s, figure, row)
    if weapon == NONE or s.weapons[weapon, W.MOMENT] != Moment.ACTION or not is_ready(s, figure, row):
        return False
    kind = s.weapons[weapon, W.KIND]
    if kind == Action.COMMAND:
        return npc_ops(s, row_npc(s, figure, row), figure, steered) != NONE
    return can_do(s, Ops.WEAPON, weapon, kind, figure, steered)


@rule
def can_use_any_row(s: State, figure: int, steered: int) -> bool:
    return can_use_row(s, figure, 0, steered) or can_use_row(s, figure, 1, steered)


@rule
def is_rolled(s: State) -> bool:
    """Absolute success needs no roll."""
    return bool(s.use != Use.ABSOLUTE and s.use != Use.CONSTANT)
