"""The stack of what is still to be carried out, and handing a decision to a seat."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import MOST_PCS, NONE
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.state import MOST_TASKS, State
from dicedeck.envs.core.jit import rule


@rule
def push(s: State, task: int, a: int, b: int, c: int, d: int) -> None:
    """Put a task on the stack; it comes before all that wait there. The stack cannot overflow (RULES.md)."""
    if s.task_count >= MOST_TASKS:
        return
    s.task[s.task_count] = task
    s.task_args[s.task_count, 0] = a
    s.task_args[s.task_count, 1] = b
    s.task_args[s.task_count, 2] = c
    s.task_args[s.task_count, 3] = d
    s.task_count += 1


@rule
def drop_top(s: State) -> None:
    """Take the newest task off, and leave no trace of it in the record."""
    s.task_count -= 1
    s.task[s.task_count] = 0
    for k in range(4):
        s.task_args[s.task_count, k] = 0


@rule
def drop_all(s: State) -> None:
    while s.task_count > 0:
        drop_top(s)


@rule
def seat_of(s: State, figure: int) -> int:
    """The seat that decides for a figure."""
    return int(figure) if figure < MOST_PCS else int(s.pcs)


@rule
def decide(s: State, phase: int, seat: int, figure: int) -> None:
    """Ask a seat; ``figure`` is whom it is about."""
    s.phase = phase
    s.player = seat
    s.subject = figure


@rule
def decide_figure(s: State, choice: int, seat: int, figure: int, allowed: int, may_pass: bool) -> None:
    """Ask a seat for one of the figures in ``allowed``."""
    decide(s, Phase.TARGET, seat, figure)
    s.choice = choice
    s.allowed = allowed
    s.may_pass = may_pass


@rule
def forget_choice(s: State) -> None:
    """After a choice nothing of it is left in the record."""
    s.choice = 0
    s.allowed = 0
    s.may_pass = 0


@rule
def forget_item(s: State) -> None:
    s.held_item = NONE
    s.lead = NONE
