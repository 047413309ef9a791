"""The turn of the other side, the game master's or the policy's (CARD-9, CARD-19, CARD-25, CARD-26)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_FIGURES,
    NONE,
    Limit,
)
from dicedeck.envs.card_rpg.options import Ending, Phase
from dicedeck.envs.card_rpg.rules.acting import begin_own, begin_row
from dicedeck.envs.card_rpg.rules.cards_in_play import discard_hand, discard_rows, draw
from dicedeck.envs.card_rpg.rules.context import can_act_own, can_use_any_row, can_use_row
from dicedeck.envs.card_rpg.rules.damage import untap
from dicedeck.envs.card_rpg.rules.ending import end_adventure
from dicedeck.envs.card_rpg.rules.fight import is_won
from dicedeck.envs.card_rpg.rules.figures import cleanse, is_npc, renew_abilities, rows_of, stands, steering_seat
from dicedeck.envs.card_rpg.rules.items import usable_by
from dicedeck.envs.card_rpg.rules.legal import can_act, is_steered
from dicedeck.envs.card_rpg.rules.pc_turn import renew_rows, take_back
from dicedeck.envs.card_rpg.rules.setup import hand_limit
from dicedeck.envs.card_rpg.rules.tasks import decide, push
from dicedeck.envs.card_rpg.state import Health, State, Task
from dicedeck.envs.core.jit import rule

UNTAP, DRAW, PLOT, ACT, CLEANUP, DISCARD, END = range(7)
"""Stages of the turn."""
DRAWN = 3
"""Cards that the policy draws for its turn."""


@rule
def foes_turn(s: State, stage: int, at_once: int) -> None:
    """One stage; the next one waits on the stack. Without enemies the policy has no turn."""
    if stage == UNTAP and not s.gm and s.fight == 0:
        close_round(s, at_once)
        return
    if stage < END:
        push(s, Task.FOES, stage + 1, at_once, 0, 0)
    if stage == UNTAP:
        if not at_once:
            s.turn = s.pcs
            s.fight_new = 0
        untap_foes(s)
    elif stage == DRAW:
        for _ in range(cards_drawn(s)):
            draw(s, MASTER)
    elif stage == PLOT:
        ask_plot(s)
    elif stage == ACT:
        ask_act(s, at_once)
    elif stage == CLEANUP:
        for figure in range(MOST_PCS, N_FIGURES):
            cleanse(s, figure)
    elif stage == DISCARD:
        if s.gm and s.hand_count[MASTER] > hand_limit(s, MASTER):
            s.task_args[s.task_count - 1, 0] = DISCARD
            decide(s, Phase.DISCARD, s.pcs, NONE)
    else:
        close_round(s, at_once)


@rule
def close_round(s: State, at_once: int) -> None:
    """The round is over; too many of them end the adventure (CARD-27)."""
    if at_once:
        return
    s.round_number += 1
    if s.round_number > s.max_rounds:
        end_adventure(s, Ending.CAP)


@rule
def untap_foes(s: State) -> None:
    """NPCs unhurt, rows unused; the policy's cards of the turn before are discarded (CARD-9, CARD-25)."""
    if not s.gm:
        discard_hand(s, MASTER)
    take_back(s, MASTER)
    for figure in range(N_FIGURES):
        renew_abilities(s, figure, Limit.TURN)
    for figure in range(MOST_PCS, N_FIGURES):
        if s.here[figure] == 0:
            continue
        s.hidden[figure] = 0
        s.acted[figure] = 0
        s.shielding[figure] = 0
        renew_abilities(s, figure, Limit.ROUND)
        if is_npc(s, figure) and s.health[figure] == Health.WOUNDED:
            s.health[figure] = Health.UNHURT
        if not s.gm:
            discard_rows(s, figure)
        untap(s, figure)
        renew_rows(s, figure)


@rule
def cards_drawn(s: State) -> int:
    """The game master one, and one for each rival that stands."""
    if not s.gm:
        return DRAWN
    count = 1
    for figure in range(MOST_PCS, N_FIGURES):
        count += int(stands(s, figure) and s.rival[figure])
    return count


@rule
def ask_plot(s: State) -> None:
    """One card in a turn; the policy as many as it can."""
    if s.fight == 0 or s.hand_count[MASTER] == 0:
        return
    for figure in range(MOST_PCS, N_FIGURES):
        if stands(s, figure) and rows_of(s, figure) > 0:
            if not s.gm:
                s.task_args[s.task_count - 1, 0] = PLOT
            decide(s, Phase.PLOT, s.pcs, NONE)
            return


@rule
def pass_plots(s: State) -> None:
    """The policy has plotted all that it can."""
    if not s.gm and s.player == s.pcs:
        s.task_args[s.task_count - 1, 0] = ACT


@rule
def ask_act(s: State, at_once: int) -> None:
    """Which foe acts; until nothing can be done or the game master passes."""
    if s.fight == 0:
        return
    if is_won(s):
        push(s, Task.FIGHT_WON, 0, 0, 0, 0)
        return
    if is_anything_left(s):
        s.task_args[s.task_count - 1, 0] = ACT
        decide(s, Phase.ACT, s.pcs, NONE)


@rule
def is_anything_left(s: State) -> bool:
    for figure in range(MOST_PCS, N_FIGURES):
        if can_act(s, figure):
            return True
    return usable_by(s, s.pcs) != 0


@rule
def pass_acts(s: State) -> None:
    s.task_args[s.task_count - 1, 0] = CLEANUP


@rule
def let_act(s: State, figure: int) -> None:
    """A foe acts: steered by the other side when charmed, by its only action, or by choice."""
    if is_steered(s, figure):
        decide(s, Phase.STEER, steering_seat(s, figure), figure)
    elif not can_use_any_row(s, figure, 0):
        begin_own(s, figure, 0)
    elif not can_act_own(s, figure, 0) and not can_use_row(s, figure, 1, 0):
        begin_row(s, figure, 0, 0)
    elif not can_act_own(s, figure, 0) and not can_use_row(s, figure, 0, 0):
        begin_row(s, figure, 1, 0)
    else:
        decide(s, Phase.FOE_ACTION, s.pcs, figure)
