"""One decision, then everything that follows from it without one."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import drop_top, push
from dicedeck.envs.deck_of_fate.actions import (
    A_BOTTOM,
    A_CHECK,
    A_DISCARD,
    A_FORWARD,
    A_KEEP,
    A_KEEP_NONE,
    A_LEAVE,
    A_PICK,
    A_PLAY,
)
from dicedeck.envs.deck_of_fate.cards import NONE
from dicedeck.envs.deck_of_fate.options import MAX_STEPS, Ending, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import discard
from dicedeck.envs.deck_of_fate.rules.checking import (
    begin_check,
    choose_difficulty,
    count_failures,
    play_again,
    play_card,
    react,
    reset_after_check,
    take_difficulty,
    turn_difficulty,
)
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.drawing import ask_discard, draw_cards, fill_hands, open_hand, redraw
from dicedeck.envs.deck_of_fate.rules.fool import ask_keep, keep, put_fool_in
from dicedeck.envs.deck_of_fate.rules.free import act_freely, hit_fate, lay_cards, recover
from dicedeck.envs.deck_of_fate.rules.incidents import (
    ask_volunteer,
    choose_check,
    go_on,
    go_on_after_check,
    new_check,
    next_incident,
    open_window,
)
from dicedeck.envs.deck_of_fate.rules.life import end_game, lose_vp
from dicedeck.envs.deck_of_fate.rules.looking import bury, look_on, put_back, start_look, take_from_look
from dicedeck.envs.deck_of_fate.state import State, Task


@rule
def step(s: State, action: int) -> None:
    """Carry out the decision, then tasks until somebody has to decide or the game is over."""
    phase = s.phase
    s.phase = Phase.RESOLVING
    if phase == Phase.FREE:
        act_freely(s, s.player, action)
    elif phase >= Phase.VOLUNTEER and phase <= Phase.RETRY:
        act_in_check(s, phase, action)
    else:
        choose(s, phase, action)
    settle(s)
    if s.step_count >= MAX_STEPS and s.phase != Phase.OVER:
        end_game(s, Ending.CAP)


@rule
def settle(s: State) -> None:
    while s.phase == Phase.RESOLVING:
        if s.task_count == 0:
            push(s, Task.GO_ON, max(s.window, 0), 0)
            push(s, Task.FILL, 0, 0)
        carry_out(s)


# ---------------------------------------------------------------- decisions


@rule
def act_in_check(s: State, phase: int, action: int) -> None:
    """From volunteering to the outcome (FATE-14, FATE-53)."""
    if phase == Phase.VOLUNTEER:
        if action == A_FORWARD:
            push(s, Task.BEGIN, s.player, 0)
        else:
            ask_volunteer(s, s.player + 1)
    elif phase == Phase.PLAY:
        play_card(s, action - A_PLAY)
    elif phase == Phase.COST:
        discard(s, action - A_DISCARD)
        choose_difficulty(s)
    elif phase == Phase.DIFFICULTY:
        take_difficulty(s, action)
    elif phase == Phase.REACT:
        react(s, action)
    else:
        play_again(s, action - A_PLAY)


@rule
def choose(s: State, phase: int, action: int) -> None:
    """Choices inside an effect, and the master's."""
    if phase == Phase.CHECK:
        choose_check(s, action - A_CHECK)
    elif phase == Phase.CYCLE:
        discard(s, action - A_DISCARD)
        push(s, Task.DRAW, s.player, 1)
    elif phase == Phase.SUN:
        hit_fate(s, action - A_PICK)
    elif phase == Phase.JUDGEMENT:
        recover(s, s.player, action - A_PICK)
    elif phase == Phase.WHEEL:
        take_from_look(s, s.player, action - A_PICK)
    elif phase <= Phase.PEEK:
        arrange(s, phase, action)
    elif phase == Phase.KEEP:
        if action != A_KEEP_NONE:
            keep(s, action - A_KEEP)
    elif phase == Phase.MASTER_LOSS:
        discard(s, action - A_PICK)
        s.aim = NONE
    else:
        discard(s, action - A_DISCARD)


@rule
def arrange(s: State, phase: int, action: int) -> None:
    """Hermit, alchemist, shaman: one card goes to the top, to the bottom, or stays."""
    if action == A_LEAVE:
        s.placed = s.looking
    elif action < A_BOTTOM:
        put_back(s, action - A_PICK)
    else:
        bury(s, action - A_BOTTOM)
    look_on(s, phase)


# ---------------------------------------------------------------- tasks


@rule
def carry_out(s: State) -> None:
    """The newest task."""
    task = s.task[s.task_count - 1]
    seat = s.task_who[s.task_count - 1]
    amount = s.task_amount[s.task_count - 1]
    drop_top(s)
    if task <= Task.LOOK:
        carry_out_effect(s, task, seat, amount)
    else:
        carry_out_round(s, task, seat, amount)


@rule
def carry_out_effect(s: State, task: int, seat: int, amount: int) -> None:
    """Cards and hands."""
    if task == Task.FILL:
        fill_hands(s, seat)
    elif task == Task.DRAW:
        draw_cards(s, seat, amount)
    elif task == Task.REDRAW:
        redraw(s, seat)
    elif task == Task.FOOL_IN:
        put_fool_in(s)
    elif task == Task.KEEP:
        ask_keep(s, seat)
    elif task == Task.DISCARD:
        ask_discard(s, seat)
    elif task == Task.LOSE:
        lose_vp(s, seat)
    elif task == Task.LAY:
        lay_cards(s, seat, amount)
    elif task == Task.PUT_AWAY:
        discard(s, amount)
    elif task == Task.OPENING:
        open_hand(s, seat, amount)
    elif task == Task.RESET:
        reset_after_check(s)
    else:
        start_look(s, seat, amount)


@rule
def carry_out_round(s: State, task: int, seat: int, amount: int) -> None:
    """Checks and incidents."""
    if task == Task.NEW_CHECK:
        new_check(s)
    elif task == Task.WINDOW:
        open_window(s, seat)
    elif task == Task.GO_ON:
        go_on(s, seat)
    elif task == Task.BEGIN:
        begin_check(s, seat)
    elif task == Task.TURN:
        turn_difficulty(s)
    elif task == Task.REACT:
        decide_next(s, Phase.REACT, s.checker)
    elif task == Task.COUNT:
        count_failures(s, seat, amount)
    elif task == Task.CLOCK:
        s.doom += 1
    elif task == Task.CHECKED:
        go_on_after_check(s, seat, amount)
    else:
        next_incident(s)
