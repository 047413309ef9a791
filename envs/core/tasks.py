"""What is still to be carried out, the newest first: one effect may interrupt another.

For records with these fields, the same number of places in the first three:

    task: Annotated[Ints, MOST_TASKS]  # what
    task_who: Annotated[Ints, MOST_TASKS]  # whom it is about
    task_amount: Annotated[Ints, MOST_TASKS]  # how many, or which
    task_count: int
"""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Record
from dicedeck.envs.core.jit import rule


@rule
def push(s: Record, task: int, who: int, amount: int) -> None:
    """Carry this out next. The rulebooks say how many tasks there can be; with all places taken it is left out."""
    if s.task_count == len(s.task):
        return
    s.task[s.task_count] = task
    s.task_who[s.task_count] = who
    s.task_amount[s.task_count] = amount
    s.task_count += 1


@rule
def drop_top(s: Record) -> None:
    """Take the newest off, and leave no trace of it in the record."""
    s.task_count -= 1
    s.task[s.task_count] = 0
    s.task_who[s.task_count] = 0
    s.task_amount[s.task_count] = 0


@rule
def drop_all(s: Record) -> None:
    while s.task_count > 0:
        drop_top(s)
