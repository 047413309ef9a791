"""One decision, then everything that follows from it without one."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ACT,
    A_GO,
    A_ITEM,
    A_OWN,
    A_PASS,
    A_PICK,
    A_REMOVE,
    A_ROW,
    A_SET,
    A_SET_RANDOM,
    A_TARGET,
    A_USE_ROW,
    T_FOE,
)
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    N_ROWS,
    NONE,
    OP_SIZE,
    I,
    Op,
    Scope,
    Who,
)
from dicedeck.envs.card_rpg.options import MOST_STEPS, Choice, Ending, Phase
from dicedeck.envs.card_rpg.rules.acting import (
    act,
    add_hidden,
    begin_own,
    begin_row,
    choose_use,
    forget_action,
    lose_steered,
)
from dicedeck.envs.card_rpg.rules.damage import (
    answer_consent,
    answer_counter,
    answer_damage,
    answer_help,
    ask_consent,
    ask_counter,
    ask_help,
    damage,
    hurt,
)
from dicedeck.envs.card_rpg.rules.effects import (
    ask_copy,
    ask_drop,
    ask_recover,
    carry_out_effect,
    carry_out_situation,
    choose_copied_figure,
    choose_row,
    pick,
)
from dicedeck.envs.card_rpg.rules.ending import end_adventure, party_is_down
from dicedeck.envs.card_rpg.rules.enemies import enemy_action
from dicedeck.envs.card_rpg.rules.fight import begin_fight, end_fight, soothe, soothe_foe
from dicedeck.envs.card_rpg.rules.figures import figure_named, lose_status
from dicedeck.envs.card_rpg.rules.foes_turn import foes_turn, let_act, pass_acts, pass_plots
from dicedeck.envs.card_rpg.rules.growth import answer_growth, between
from dicedeck.envs.card_rpg.rules.items import item_targets, spend_item, user_of
from dicedeck.envs.card_rpg.rules.pc_turn import (
    END,
    clear_for,
    discard_from_hand,
    heal_at_cleanup,
    is_single,
    lowest,
    pass_actions,
    plot,
    plot_for,
    take_turn,
    trade,
)
from dicedeck.envs.card_rpg.rules.setup import begin_adventure, begin_game
from dicedeck.envs.card_rpg.rules.situations import change_depth, go_down, set_chosen, set_top, succeed_or_fail
from dicedeck.envs.card_rpg.rules.tasks import decide_figure, drop_top, forget_choice, forget_item, push
from dicedeck.envs.card_rpg.rules.windows import DONE, answer_after, answer_before, shift_dice
from dicedeck.envs.card_rpg.state import Ops, Rank, Source, State, Task
from dicedeck.envs.core.jit import rule


@rule
def setup(s: State) -> None:
    """A game up to its first decision: only three kinds of task can come before it."""
    begin_game(s)
    while s.phase == Phase.RESOLVING:
        task = s.task[s.task_count - 1]
        a = int(s.task_args[s.task_count - 1, 0])
        b = int(s.task_args[s.task_count - 1, 1])
        drop_top(s)
        if task == Task.BETWEEN:
            between(s, a, b)
        elif task == Task.ADVENTURE:
            begin_adventure(s)
        else:
            take_turn(s, a, b)


@rule
def step(s: State, action: int) -> None:
    """Carry out the decision, then tasks until somebody has to decide or the game is over."""
    answer(s, action)
    settle(s)
    if s.step_count - s.adventure_steps >= MOST_STEPS and s.phase != Phase.OVER:
        end_adventure(s, Ending.CAP)
        settle(s)


@rule
def settle(s: State) -> None:
    """Tasks, and the decisions of the written policy, up to the next decision of an agent."""
    while s.phase != Phase.OVER:
        if s.phase == Phase.RESOLVING:
            if party_is_down(s):
                end_adventure(s, Ending.LOST)
            else:
                carry_out(s)
        elif s.player == s.pcs and not s.gm:
            answer(s, enemy_action(s))
        else:
            return


# ---------------------------------------------------------------- decisions


@rule
def answer(s: State, action: int) -> None:
    """The decision of the player to move, whoever that is."""
    phase = s.phase
    s.phase = Phase.RESOLVING
    if phase <= Phase.ABILITY:
        answer_growth(s, phase, action)
    elif phase <= Phase.PLOT:
        answer_early(s, phase, action)
    elif phase <= Phase.STEER:
        answer_action(s, phase, action)
    elif phase <= Phase.SHIFT:
        answer_in_action(s, phase, action)
    elif phase <= Phase.RIPOSTE:
        answer_against_damage(s, phase, action)
    else:
        answer_late(s, phase, action)
    if s.phase == Phase.RESOLVING:
        s.subject = NONE


@rule
def answer_early(s: State, phase: int, action: int) -> None:
    """Situation, trade and plot phases."""
    if phase == Phase.GO:
        if action == A_GO:
            go_down(s)
    elif phase == Phase.SET:
        if action == A_SET_RANDOM:
            set_top(s)
        else:
            set_chosen(s, action - A_SET)
    elif phase == Phase.PLOT:
        s.choice = 0
        if action == A_PASS:
            pass_plots(s)
        else:
            plot(s, action)
    else:
        trade(s, phase, action)


@rule
def answer_action(s: State, phase: int, action: int) -> None:
    """A row, an item, an own action; or no more."""
    figure = int(s.subject)
    if action >= A_ACT and action < A_ROW:
        let_act(s, figure_named(s, action - A_ACT + T_FOE))
    elif action >= A_ITEM and action < A_ITEM + s.items.shape[0]:
        use_item(s, action - A_ITEM)
    elif action == A_OWN:
        begin_own(s, figure, int(phase == Phase.STEER))
    elif action >= A_USE_ROW and action < A_USE_ROW + N_ROWS:
        begin_row(s, figure, action - A_USE_ROW, int(phase == Phase.STEER))
    elif phase == Phase.STEER:
        lose_steered(s, figure)
    elif phase == Phase.ACT:
        pass_acts(s)
    else:
        pass_actions(s)


@rule
def answer_in_action(s: State, phase: int, action: int) -> None:
    if phase == Phase.USE:
        choose_use(s, action)
    elif phase == Phase.TARGET:
        choose_figure(s, action)
    elif phase == Phase.BEFORE_ROLL:
        answer_before(s, action)
    elif phase == Phase.AFTER_ROLL:
        answer_after(s, action)
    else:
        shift_dice(s, action)


@rule
def answer_against_damage(s: State, phase: int, action: int) -> None:
    if phase == Phase.DAMAGE:
        answer_damage(s, action)
    elif phase == Phase.HELP:
        answer_help(s, action)
    elif phase == Phase.CONSENT:
        answer_consent(s, action)
    else:
        answer_counter(s, action)


@rule
def answer_late(s: State, phase: int, action: int) -> None:
    if phase == Phase.ROW:
        choose_row(s, action - A_ROW)
    elif phase == Phase.PICK:
        pick(s, action - A_PICK)
    elif phase == Phase.REMOVE:
        if action != A_PASS:
            lose_status(s, s.subject, action - A_REMOVE)
    else:
        discard_from_hand(s, action)


# ---------------------------------------------------------------- figures chosen


@rule
def choose_figure(s: State, action: int) -> None:
    """What the chosen figure was chosen for."""
    choice = int(s.choice)
    if action == A_PASS:
        forget_choice(s)
        return
    figure = figure_named(s, action - A_TARGET)
    if choice == Choice.HIDE:
        add_hidden(s, figure)
        return
    if choice == Choice.COPY:
        choose_copied_figure(s, figure)
        return
    forget_choice(s)
    if choice == Choice.ATTACK or choice == Choice.ALLY:
        s.targets = 1 << figure
    elif choice == Choice.ITEM:
        apply_item(s, figure)
    elif choice == Choice.PLOT:
        plot_for(s, figure)
    elif choice == Choice.CLEAR:
        clear_for(s, figure)
    elif choice == Choice.BOSS:
        s.rank[figure] = Rank.BOSS
    elif choice == Choice.CLEANUP:
        heal_at_cleanup(s, s.subject, figure)
    elif choice == Choice.FIGHT_START:
        soothe_foe(s, s.subject, figure)
    else:
        ask_consent(s, figure)


# ---------------------------------------------------------------- items as actions


@rule
def use_item(s: State, item: int) -> None:
    """The item is spent; whom it is for is asked where there is a choice."""
    figure = user_of(s, s.player, item)
    bits = item_targets(s, figure, item)
    spend_item(s, figure, item)
    s.held_item = item
    s.lead = figure
    if s.items[item, I.SCOPE] >= Scope.SITUATION or s.items[item, I.SCOPE] == Scope.SELF or is_single(bits):
        apply_item(s, lowest(bits))
    else:
        decide_figure(s, Choice.ITEM, s.player, figure, bits, False)


@rule
def apply_item(s: State, figure: int) -> None:
    """Its operations in order: on the user those that say so, on the figure the others."""
    item, user = int(s.held_item), int(s.lead)
    forget_item(s)
    forget_action(s)
    s.actor = user
    s.source = Source.ITEM
    s.ops = Ops.ITEM
    s.ops_row = item
    push(s, Task.ACT, DONE, 0, 0, 0)
    for back in range(MOST_OPS):
        k = MOST_OPS - 1 - back
        code = s.items[item, I.OPS + OP_SIZE * k]
        if code == Op.SUCCEED:
            s.attempted = 1
            push(s, Task.SUCCEED, s.items[item, I.OPS + OP_SIZE * k + 2], user, 0, 0)
        elif code != Op.NONE:
            on_user = s.items[item, I.OPS + OP_SIZE * k + 1] == Who.SELF
            push(s, Task.EFFECT, Ops.ITEM, item, k, user if on_user else figure)


# ---------------------------------------------------------------- tasks


@rule
def carry_out(s: State) -> None:
    """The newest task."""
    if s.task_count == 0:
        push(s, Task.TURN, s.turn, END, 0, 0)
    task = s.task[s.task_count - 1]
    a = int(s.task_args[s.task_count - 1, 0])
    b = int(s.task_args[s.task_count - 1, 1])
    c = int(s.task_args[s.task_count - 1, 2])
    d = int(s.task_args[s.task_count - 1, 3])
    drop_top(s)
    if task <= Task.SITUATION:
        carry_out_course(s, task, a, b, c, d)
    elif task <= Task.COUNTER:
        carry_out_damage(s, task, a, b, c, d)
    else:
        carry_out_rest(s, task, a, b)


@rule
def carry_out_course(s: State, task: int, a: int, b: int, c: int, d: int) -> None:
    """Turns, actions and their effects."""
    if task == Task.TURN:
        take_turn(s, a, b)
    elif task == Task.FOES:
        foes_turn(s, a, b)
    elif task == Task.ACT:
        act(s, a)
    elif task == Task.EFFECT:
        carry_out_effect(s, a, b, c, d)
    else:
        carry_out_situation(s, a, b, c, d)


@rule
def carry_out_damage(s: State, task: int, a: int, b: int, c: int, d: int) -> None:
    if task == Task.DAMAGE:
        damage(s, a, b, c)
    elif task == Task.HELP:
        ask_help(s, a, b, c, d)
    elif task == Task.HURT:
        hurt(s, a, b, c)
    else:
        ask_counter(s, a, b, c)


@rule
def carry_out_rest(s: State, task: int, a: int, b: int) -> None:
    """Situations, fights, adventures, choices inside effects."""
    if task == Task.DEPTH:
        change_depth(s, a)
    elif task == Task.FIGHT:
        begin_fight(s, a, b)
    elif task == Task.SOOTHE:
        soothe(s, a)
    elif task == Task.FIGHT_WON:
        win_fight(s)
    elif task == Task.ADVENTURE:
        begin_adventure(s)
    elif task == Task.BETWEEN:
        between(s, a, b)
    elif task == Task.RECOVER:
        ask_recover(s, a, b)
    elif task == Task.DROP:
        ask_drop(s, a, b)
    elif task == Task.COPY:
        ask_copy(s, a, b)
    else:
        succeed_or_fail(s, a, b)


@rule
def win_fight(s: State) -> None:
    """The final fight is the adventure's aim (CARD-27)."""
    if s.fight == 0:
        return
    if s.final:
        end_adventure(s, Ending.WON)
    else:
        end_fight(s)
