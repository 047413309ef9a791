"""What is still to be carried out, the newest first: a reaction interrupts an attack, a check interrupts a deed."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_PCS
from dicedeck.envs.kamigakari.fight.state import MOST_TASKS, State


@rule
def push(s: State, task: int, figure: int, amount: int) -> None:
    """Carry this out next."""
    if s.task_count == MOST_TASKS:
        return
    s.task[s.task_count] = task
    s.task_figure[s.task_count] = figure
    s.task_amount[s.task_count] = amount
    s.task_count += 1


@rule
def drop_top(s: State) -> None:
    s.task_count -= 1
    s.task[s.task_count] = 0
    s.task_figure[s.task_count] = 0
    s.task_amount[s.task_count] = 0


@rule
def drop_all(s: State) -> None:
    while s.task_count > 0:
        drop_top(s)


@rule
def decide(s: State, phase: int, figure: int) -> None:
    """The figure decides before anything else is carried out."""
    s.phase = phase
    s.figure = figure
    s.player = figure if figure < MOST_PCS else s.pcs if s.gm else s.player


@rule
def is_automatic(s: State) -> bool:
    """The documented policy decides: an enemy's decision without a game master."""
    return bool(s.figure >= MOST_PCS and not s.gm)
