"""Deeds: choosing targets, paying, carrying out the operations of a row (KAMI-7, 17, 18, 20)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, NONE, Aim, Code, Cost, Op, Reach, Row, Status, Timing, Who
from dicedeck.envs.kamigakari.core.dice import count
from dicedeck.envs.kamigakari.fight.rules.attack import begin_attack, moves_by_choice
from dicedeck.envs.kamigakari.fight.rules.deciding import decide
from dicedeck.envs.kamigakari.fight.rules.effects import apply, apply_to_all, is_named
from dicedeck.envs.kamigakari.fight.rules.engagement import is_hindered
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, has, is_there, spend_timing, stands
from dicedeck.envs.kamigakari.fight.rules.movement import begin_move, can_leave
from dicedeck.envs.kamigakari.fight.rules.rows import attack_kind, is_choosable, is_hit_op
from dicedeck.envs.kamigakari.fight.state import Going, Phase, State, Task


@rule
def begin_deed(s: State, figure: int, slot: int, row: int, block: int) -> None:
    """A row is used: targets, cost, operations, in this order; an approach comes first (KAMI-20)."""
    clear_deed(s)
    s.user = figure
    s.slot = slot
    s.row = row
    s.deed = block
    timing = s.rows[row, Row.TIMING]
    spend_timing(s, figure, timing, attack_kind(s, row) != NONE)
    if slot != NONE:
        count_use(s, figure, slot)
    push(s, Task.OPS, figure, 0)
    push(s, Task.PAY_DEED, figure, 0)
    push(s, Task.AIM, figure, 0)
    if s.rows[row, Row.REACH] == Reach.MOVE and not is_hindered(s, figure):
        push(s, Task.APPROACH, figure, 0)


@rule
def count_use(s: State, figure: int, slot: int) -> None:
    s.used_turn[figure, slot] += 1
    s.used_fight[figure, slot] += 1


@rule
def clear_deed(s: State) -> None:
    s.user = NONE
    s.slot = NONE
    s.row = NONE
    s.deed = NONE
    s.chosen = 0
    s.void = False
    for figure in range(MOST_FIGURES):
        s.targets[figure] = 0


# ---------------------------------------------------------------- targets


@rule
def approach(s: State, figure: int) -> None:
    begin_move(s, figure, s.rows[s.row, Row.REACH_N], Going.APPROACH)
    decide(s, Phase.SQUARE, figure)


@rule
def aim(s: State, figure: int) -> None:
    """One target at a time; a deed without any comes to nothing."""
    if s.rows[s.row, Row.AIM] == Aim.SELF:
        s.targets[figure] = 1
        s.chosen = 1
        return
    if s.chosen < s.rows[s.row, Row.AIM_N]:
        for other in range(MOST_FIGURES):
            if is_choosable(s, other):
                decide(s, Phase.TARGET, figure)
                return
    s.void = s.chosen == 0


@rule
def choose_target(s: State, other: int) -> None:
    s.targets[other] = 1
    s.chosen += 1
    push(s, Task.AIM, s.user, 0)


# ---------------------------------------------------------------- cost


@rule
def begin_payment(s: State, figure: int, row: int) -> None:
    """Face by face (KAMI-7); a cost that names essence is burnt (KAMI-10)."""
    s.essence[figure] -= s.rows[row, Row.COST_ESSENCE]
    if s.rows[row, Row.COST] == Cost.NONE:
        return
    s.pay_row = row
    decide(s, Phase.PAY, figure)


@rule
def pay_face(s: State, figure: int, k: int) -> None:
    """A spirit die of face k + 1, or (k = 6) a surplus die."""
    if k < 6:
        s.paid[k] += 1
        s.spirit[figure, k] -= 1
        s.spent[figure] += 1
    else:
        s.paid_wild += 1
        s.surplus[figure] -= 1
    if count(s.paid) + s.paid_wild < s.rows[s.pay_row, Row.COST_COUNT]:
        decide(s, Phase.PAY, figure)
        return
    end_payment(s)


@rule
def end_payment(s: State) -> None:
    s.pay_row = NONE
    s.paid_wild = 0
    for k in range(6):
        s.paid[k] = 0


# ---------------------------------------------------------------- operations


@rule
def carry_on(s: State, figure: int, k: int) -> None:
    """Operation k of the deed, then the next; what comes with a hit is left to the attack."""
    if s.void or k >= s.rows[s.row, Row.OPS] or not stands(s, figure):
        return
    op = s.rows[s.row, Row.FIRST_OP] + k
    push(s, Task.OPS, figure, k + 1)
    if is_hit_op(s, op):
        return
    if s.ops[op, Op.CODE] == Code.ATTACK:
        begin_attack(s, op)
    elif moves_by_choice(s, op):
        ask_moves(s, op, figure)
    else:
        apply_to_all(s, op, figure)


@rule
def ask_moves(s: State, op: int, user: int) -> None:
    """The user chooses a square for everybody whom the operation moves."""
    who = s.ops[op, Op.WHO]
    if who == Who.USER:
        push(s, Task.MOVE_OP, user, op)
        return
    for figure in range(MOST_FIGURES - 1, -1, -1):
        if is_named(s, who, user, figure):
            push(s, Task.MOVE_OP, figure, op)


@rule
def ask_square(s: State, figure: int, op: int) -> None:
    """Free of engagement where the row says so, and where a foe does the moving."""
    free = s.ops[op, Op.B] != 0 or are_foes(figure, s.user)
    budget = s.ops[op, Op.A]
    if not stands(s, figure) or not can_leave(s, figure, budget, free):
        return
    begin_move(s, figure, budget, Going.MOVED_FREE if free else Going.MOVED)
    decide(s, Phase.SQUARE, s.user)


@rule
def carry_out_reaction(s: State, figure: int, row: int, target: int) -> None:
    """All operations of a reaction at once: none of them opens a choice but lending dice."""
    first = s.rows[row, Row.FIRST_OP]
    for op in range(first, first + s.rows[row, Row.OPS]):
        who = s.ops[op, Op.WHO]
        if who == Who.USER:
            apply(s, op, figure, figure)
        elif who == Who.TARGET:
            if target != NONE:
                apply(s, op, figure, target)
        else:
            for other in range(MOST_FIGURES):
                if is_there(s, other) and are_foes(figure, other) == (who == Who.FOES):
                    apply(s, op, figure, other)
    if s.swaps_left > 0:
        decide(s, Phase.LEND, figure)


@rule
def may_shake(s: State, figure: int, status: int, timing: int) -> bool:
    """The timing that ends the status (KAMI-29)."""
    if not has(s, figure, status):
        return False
    if status == Status.PRONE or status == Status.POISON:
        return timing == Timing.PREPARE
    if status == Status.DARK or status == Status.PAIN:
        return timing == Timing.ATTACK
    return timing == Timing.END
