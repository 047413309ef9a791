"""One decision, then everything that follows from it without one."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import drop_all, drop_top, push
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, NONE, Aim, Row, Status, Timing, Value
from dicedeck.envs.kamigakari.core.essence import TRANSCEND_COST
from dicedeck.envs.kamigakari.fight.moves import (
    A_ACCEPT,
    A_BURN,
    A_COVER,
    A_DESTROY,
    A_DISENGAGE,
    A_DONE,
    A_FINISH,
    A_FULL_MOVE,
    A_MOVE,
    A_PASS,
    A_PAY,
    A_SEARCH,
    A_SHAKE,
    A_SQUARE,
    A_STOP,
    A_SWAP,
    A_TALENT,
    A_TARGET,
    A_TRANSCEND,
    A_WAIT,
    A_WEAPON,
)
from dicedeck.envs.kamigakari.fight.rules.attack import (
    add_up,
    ask_passive,
    bring_hit_ops,
    compare,
    deal,
    destroy_concept,
    end_attack,
    strike_next,
    take_active,
    take_passive,
)
from dicedeck.envs.kamigakari.fight.rules.deciding import decide
from dicedeck.envs.kamigakari.fight.rules.deeds import (
    aim,
    approach,
    ask_square,
    begin_deed,
    begin_payment,
    carry_on,
    carry_out_reaction,
    choose_target,
    clear_deed,
    count_use,
    pay_face,
)
from dicedeck.envs.kamigakari.fight.rules.figures import rolls, spend_timing, value_of
from dicedeck.envs.kamigakari.fight.rules.harm import burn, end_fight, finish_off, is_lost, raise_up, two_dice
from dicedeck.envs.kamigakari.fight.rules.legal import SHAKEN_STATUS, has_reaction
from dicedeck.envs.kamigakari.fight.rules.movement import begin_move, move_budget, set_out, stop_mover, walk
from dicedeck.envs.kamigakari.fight.rules.rolling import (
    ask_lenders,
    begin_check,
    decide_roll,
    end_check,
    roll_check,
    swap,
    total_of_check,
)
from dicedeck.envs.kamigakari.fight.rules.turn import begin_turn, go_on, open_window, take_turn, wait
from dicedeck.envs.kamigakari.fight.state import CheckKind, Ending, Going, Moment, Phase, State, Task

TOLERANCE = 12


@rule
def act(s: State, action: int) -> None:
    """Carry out a decision of the figure in hand, then all tasks up to the next decision."""
    phase = s.phase
    figure = s.figure
    s.phase = Phase.RESOLVING
    if phase <= Phase.END:
        do_deed(s, figure, phase, action)
    elif phase == Phase.SQUARE:
        set_out(s, action - A_SQUARE)
    elif phase == Phase.TARGET:
        take_target(s, figure, action)
    elif phase == Phase.PAY:
        pay_face(s, figure, action - A_PAY)
    elif phase == Phase.DECLARE:
        if action == A_STOP:
            stop_mover(s, figure)
    elif phase == Phase.REACT:
        answer(s, figure, action)
    else:
        act_in_check(s, figure, phase, action)
    settle(s)


@rule
def settle(s: State) -> None:
    while s.phase == Phase.RESOLVING:
        if s.task_count == 0:
            push(s, Task.STAGE, 0, s.stage)
        carry_out(s)
    if s.phase == Phase.OVER:
        drop_all(s)


# ---------------------------------------------------------------- decisions


@rule
def do_deed(s: State, figure: int, timing: int, action: int) -> None:
    """The act of a timing (KAMI-18)."""
    if action == A_PASS:
        s.left[figure, timing] -= 1
    elif action == A_WEAPON:
        begin_deed(s, figure, NONE, s.weapon[figure], A_WEAPON)
    elif action >= A_TALENT and action < A_WEAPON:
        slot = action - A_TALENT
        begin_deed(s, figure, slot, s.known[figure, slot], A_TALENT)
    elif action >= A_WAIT and action < A_SHAKE:
        wait(s, figure, action - A_WAIT)
    else:
        spend_timing(s, figure, timing, False)
        do_without_row(s, figure, action)


@rule
def do_without_row(s: State, figure: int, action: int) -> None:
    """What every figure can do."""
    clear_deed(s)
    if action == A_MOVE:
        go(s, figure, move_budget(s, figure), Going.MOVE)
    elif action == A_FULL_MOVE:
        go(s, figure, 2 * move_budget(s, figure), Going.FULL)
    elif action == A_DISENGAGE:
        go(s, figure, move_budget(s, figure), Going.DISENGAGE)
    elif action == A_COVER:
        s.status[figure] |= 1 << Status.COVER
    elif action in (A_SEARCH, A_FINISH):
        s.user = figure
        s.deed = action
        decide(s, Phase.TARGET, figure)
    else:
        shake_off(s, figure, SHAKEN_STATUS[action - A_SHAKE])


@rule
def go(s: State, figure: int, budget: int, going: int) -> None:
    """A square has to be chosen; who disengages is easier to hit (KAMI-18)."""
    if going == Going.DISENGAGE:
        s.disengaged[figure] = 1
    begin_move(s, figure, budget, going)
    decide(s, Phase.SQUARE, figure)


@rule
def shake_off(s: State, figure: int, status: int) -> None:
    """Poison by a tolerance check, which figures without dice pass (KAMI-29)."""
    if status == Status.POISON and rolls(s, figure):
        begin_check(s, figure, CheckKind.TOLERANCE, s.body[figure])
    else:
        s.status[figure] &= ~(1 << status)


@rule
def take_target(s: State, figure: int, action: int) -> None:
    if action == A_DONE:
        return
    other = action - A_TARGET
    if s.row != NONE:
        choose_target(s, other)
    elif s.deed == A_FINISH:
        finish_off(s, other)
    else:
        search(s, figure, other)


@rule
def search(s: State, figure: int, other: int) -> None:
    """Insight against insight: whoever has dice rolls (KAMI-30)."""
    s.hider = other
    if rolls(s, figure):
        begin_check(s, figure, CheckKind.FIND, value_of(s, figure, Value.INSIGHT))
    else:
        s.user = figure
        begin_check(s, other, CheckKind.HIDE, value_of(s, other, Value.INSIGHT))


@rule
def act_in_check(s: State, figure: int, phase: int, action: int) -> None:
    """Dice before the roll, swaps after it, swaps for another."""
    if action >= A_TALENT and action < A_WEAPON:
        push(s, Task.BEFORE if phase == Phase.BEFORE else Task.ROLLED, figure, 0)
        s.moment = Moment.NONE
        s.subject = figure
        use_reaction(s, figure, action - A_TALENT)
    elif phase == Phase.BEFORE:
        transcend(s, figure, action - A_TRANSCEND)
    elif action == A_ACCEPT:
        s.swaps_left = 0
    else:
        swap(s, figure, (action - A_SWAP) // 6, (action - A_SWAP) % 6)
        if phase == Phase.ROLL:
            decide_roll(s)
        else:
            s.swaps_left -= 1
            if s.swaps_left > 0:
                decide(s, Phase.LEND, figure)


@rule
def transcend(s: State, figure: int, n: int) -> None:
    """Extra dice for essence, then the roll (KAMI-12)."""
    burn(s, figure, TRANSCEND_COST[n])
    s.check_dice += n
    roll_check(s)
    ask_lenders(s)


@rule
def answer(s: State, figure: int, action: int) -> None:
    """A reaction; the same figure is asked again until it passes."""
    asked = s.moment * 16 + figure
    if action == A_PASS:
        push(s, Task.REACTIONS, s.subject, asked + 1)
        return
    push(s, Task.REACTIONS, s.subject, asked)
    if action == A_BURN:
        s.burnt[figure] = 1
        burn(s, figure, two_dice(s))
        raise_up(s, figure, s.body[figure])
    elif action == A_DESTROY:
        destroy_concept(s, figure)
    else:
        use_reaction(s, figure, action - A_TALENT)


@rule
def use_reaction(s: State, figure: int, slot: int) -> None:
    """Cost, then effects."""
    row = s.known[figure, slot]
    if s.rows[row, Row.TIMING] == Timing.DEFENCE:
        s.defended[figure] = 1
    count_use(s, figure, slot)
    push(s, Task.EFFECTS, figure, row)
    begin_payment(s, figure, row)


# ---------------------------------------------------------------- tasks


@rule
def carry_out(s: State) -> None:
    """The newest task."""
    task = s.task[s.task_count - 1]
    figure = s.task_who[s.task_count - 1]
    amount = s.task_amount[s.task_count - 1]
    drop_top(s)
    if task <= Task.TURN_OF or task == Task.TURN:
        carry_out_turn(s, task, figure, amount)
    elif task <= Task.WALK:
        carry_out_deed(s, task, figure, amount)
    elif task <= Task.ATTACK_OVER:
        carry_out_attack(s, task, figure, amount)
    else:
        carry_out_check(s, task, figure, amount)


@rule
def carry_out_turn(s: State, task: int, figure: int, amount: int) -> None:
    if task == Task.TURN:
        begin_turn(s)
    elif task == Task.STAGE:
        clear_deed(s)
        go_on(s, amount)
    elif task == Task.WINDOW:
        open_window(s, figure, amount)
    else:
        take_turn(s, figure)


@rule
def carry_out_deed(s: State, task: int, figure: int, amount: int) -> None:
    if task == Task.AIM:
        aim(s, figure)
    elif task == Task.PAY_DEED:
        if not s.void:
            begin_payment(s, figure, s.row)
    elif task == Task.OPS:
        carry_on(s, figure, amount)
    elif task == Task.APPROACH:
        approach(s, figure)
    elif task == Task.MOVE_OP:
        ask_square(s, figure, amount)
    else:
        walk(s)


@rule
def carry_out_attack(s: State, task: int, figure: int, amount: int) -> None:
    if task == Task.STRIKES:
        strike_next(s, figure)
    elif task == Task.PASSIVE:
        ask_passive(s, figure)
    elif task == Task.COMPARE:
        compare(s, figure)
    elif task == Task.HARM:
        add_up(s, figure)
    elif task == Task.REDUCE:
        deal(s)
    elif task == Task.HIT_OPS:
        bring_hit_ops(s, figure, amount)
    else:
        end_attack(s)


@rule
def carry_out_check(s: State, task: int, figure: int, amount: int) -> None:
    if task == Task.REACTIONS:
        ask_reactions(s, figure, amount // 16, amount % 16)
    elif task == Task.EFFECTS:
        carry_out_reaction(s, figure, amount, reaction_target(s, amount))
    elif task == Task.BEFORE:
        decide(s, Phase.BEFORE, figure)
    elif task == Task.ROLLED:
        decide_roll(s)
    else:
        finish_check(s, figure, amount)


@rule
def reaction_target(s: State, row: int) -> int:
    """Whom the operations of a reaction on ``target`` reach."""
    if s.moment == Moment.HITS:
        return int(s.victim)
    return int(s.user) if s.rows[row, Row.AIM] == Aim.FOE else int(s.subject)


@rule
def ask_reactions(s: State, subject: int, moment: int, first: int) -> None:
    """Figure by figure, in the order of seats; the last chance of a fallen party has passed after it (KAMI-33).

    When somebody else has taken the damage, it is about them from there on (KAMI-26).
    """
    if moment == Moment.DAMAGED and s.victim != NONE and s.victim != subject:
        subject = s.victim
        first = 0
    s.moment = moment
    s.subject = subject
    for figure in range(first, MOST_FIGURES):
        if has_reaction(s, figure):
            decide(s, Phase.REACT, figure)
            return
    s.moment = Moment.NONE
    s.subject = NONE
    if moment == Moment.STUNNED and is_lost(s) and not another_falls(s):
        end_fight(s, Ending.LOST)


@rule
def another_falls(s: State) -> bool:
    """Somebody else who has fallen is still to be asked."""
    for k in range(s.task_count):
        if s.task[k] == Task.REACTIONS and s.task_amount[k] // 16 == Moment.STUNNED:
            return True
    return False


@rule
def finish_check(s: State, figure: int, kind: int) -> None:
    """What the check was for (KAMI-1, 5)."""
    total = total_of_check(s)
    if kind == CheckKind.ACTIVE:
        take_active(s)
    elif kind == CheckKind.PASSIVE:
        take_passive(s)
    elif kind == CheckKind.TOLERANCE:
        if s.critical or (not s.fumble and total >= TOLERANCE):
            s.status[figure] &= ~(1 << Status.POISON)
    elif kind == CheckKind.FIND:
        wanted = value_of(s, s.hider, Value.INSIGHT)
        if s.critical or (not s.fumble and total >= wanted):
            s.status[s.hider] &= ~(1 << Status.HIDDEN)
    else:
        wanted = value_of(s, s.user, Value.INSIGHT)
        if not s.critical and (s.fumble or total <= wanted):
            s.status[figure] &= ~(1 << Status.HIDDEN)
    end_check(s)
