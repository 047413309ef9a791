"""What is still to be carried out, the newest first: one effect may interrupt another (FATE-5, FATE-24, FATE-43)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.state import MOST_TASKS, State


@rule
def push(s: State, task: int, seat: int, amount: int) -> None:
    """Carry this out next."""
    if s.task_count == MOST_TASKS:
        return
    s.task[s.task_count] = task
    s.task_seat[s.task_count] = seat
    s.task_amount[s.task_count] = amount
    s.task_count += 1


@rule
def drop_top(s: State) -> None:
    s.task_count -= 1
    s.task[s.task_count] = 0
    s.task_seat[s.task_count] = 0
    s.task_amount[s.task_count] = 0


@rule
def drop_all(s: State) -> None:
    while s.task_count > 0:
        drop_top(s)


@rule
def decide_next(s: State, phase: int, player: int) -> None:
    """A player has to decide before anything else is carried out."""
    s.phase = phase
    s.player = player
