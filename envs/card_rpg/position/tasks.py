"""What is still to be carried out, read with its numbers in range, or worked out from the phase where it is missing."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_ACTIONS_KINDS,
    N_FIGURES,
    N_ITEMS,
    N_NPCS,
    N_ROWS,
    N_SITUATIONS,
    N_WEAPONS,
    NONE,
    Fight,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules import foes_turn, pc_turn, windows
from dicedeck.envs.card_rpg.rules.damage import MOST_FLAGS
from dicedeck.envs.card_rpg.state import MOST_TASKS, TASK_NAMES, Ops, State, Task
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader

MOST_STAGE = 20
_FIGURE = (0, N_FIGURES - 1)
_BY = (NONE, N_FIGURES - 1)
_FLAG = (0, 1)
_FLAGS = (0, MOST_FLAGS)
_STAGE = (0, MOST_STAGE)
RANGES: dict[Task, tuple[tuple[int, int], ...]] = {
    Task.TURN: ((0, MOST_PCS), _STAGE),
    Task.FOES: (_STAGE, _FLAG),
    Task.ACT: ((0, 6),),
    Task.EFFECT: ((Ops.WEAPON, Ops.FALLBACK), (0, N_WEAPONS - 1), (0, MOST_OPS - 1), _FIGURE),
    Task.SITUATION: ((Ops.SUCCESS, Ops.FAILURE), (0, N_SITUATIONS - 1), (0, MOST_OPS - 1), _FIGURE),
    Task.DAMAGE: (_FIGURE, _BY, _FLAGS),
    Task.HELP: (_FIGURE, _BY, _FLAGS, (0, MOST_PCS)),
    Task.HURT: (_FIGURE, _BY, _FLAGS),
    Task.COUNTER: (_FIGURE, _BY, _FLAGS),
    Task.DEPTH: ((-9, 9), _FLAG),
    Task.FIGHT: ((0, max(Fight)), _FLAG),
    Task.SOOTHE: ((0, MOST_PCS),),
    Task.FIGHT_WON: (),
    Task.ADVENTURE: (),
    Task.BETWEEN: ((0, MOST_PCS + 1), (0, 9)),
    Task.RECOVER: (_FIGURE, (0, 9)),
    Task.DROP: (_FIGURE, (0, MOST_PCS)),
    Task.COPY: (_FIGURE, (0, N_ROWS - 1)),
    Task.SUCCEED: ((0, N_ACTIONS_KINDS - 1), _FIGURE),
}
"""Least and most of the numbers that go with a task; those that are not named are 0."""
_OPS_ROWS = (N_WEAPONS, N_ITEMS, N_NPCS, N_NPCS)


def read_tasks(s: State, reader: Reader) -> None:
    """The tasks, the next one first."""
    if reader.get("tasks") is None:
        for k, (task, first, second) in enumerate(usual_tasks(s)):
            s.task[k] = task
            s.task_args[k, :2] = first, second
            s.task_count = k + 1
        return
    rows = reader.mappings("tasks")
    if len(rows) > MOST_TASKS // 2:
        raise PositionError("tasks", f"{len(rows)} tasks, at most {MOST_TASKS // 2} are possible")
    for k, row in enumerate(reversed(rows)):
        s.task[k] = row.choice("task", TASK_NAMES, "")
        s.task_args[k] = _read_numbers(row, Task(int(s.task[k])))
        row.finish()
    s.task_count = len(rows)


def _read_numbers(row: Reader, task: Task) -> list[int]:
    ranges = (*RANGES[task], *[(0, 0)] * 4)[:4]
    values = row.get("args", [])
    if not isinstance(values, list) or len(values) > 4:
        raise PositionError(row.path("args"), f"expected up to 4 numbers, found {values!r}")
    values = [*values, *[0] * (4 - len(values))]
    for value, (least, most) in zip(values, ranges):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise PositionError(row.path("args"), f"{value!r} must be a whole number from {least} to {most}")
    if task == Task.EFFECT and values[1] >= _OPS_ROWS[values[0]]:
        raise PositionError(row.path("args"), f"{values[1]} is no row of that table")
    return values


def usual_tasks(s: State) -> list[tuple[int, int, int]]:
    """What follows a decision of a turn, the next task last: a position need not name it."""
    turn = int(s.turn)
    foes_first = (int(Task.TURN), 0, 0)
    by_foes = s.player == s.pcs
    following = {
        Phase.GO: pc_turn.SITUATION,
        Phase.SET: pc_turn.UNTAP,
        Phase.OFFER: pc_turn.PLOT,
        Phase.ASK: pc_turn.PLOT,
        Phase.AGREE: pc_turn.PLOT,
        Phase.PLOT: pc_turn.ACT,
        Phase.ACTION: pc_turn.ACT,
        Phase.STEER: pc_turn.ACT,
        Phase.REMOVE: pc_turn.DISCARD,
        Phase.DISCARD: pc_turn.DISCARD,
    }
    foes_act = (int(Task.FOES), foes_turn.ACT, 0)
    of_action = {
        Phase.USE: windows.TARGETS,
        Phase.BEFORE_ROLL: windows.BEFORE,
        Phase.AFTER_ROLL: windows.AFTER,
        Phase.SHIFT: windows.AFTER,
    }
    of_foes = {
        Phase.PLOT: foes_turn.ACT,
        Phase.ACT: foes_turn.ACT,
        Phase.FOE_ACTION: foes_turn.ACT,
        Phase.STEER: foes_turn.ACT,
        Phase.DISCARD: foes_turn.DISCARD,
    }
    phase = Phase(int(s.phase))
    if phase <= Phase.ABILITY:
        stage = {Phase.RAISE: 1, Phase.ABILITY: 2}.get(phase, 3)
        return [(int(Task.BETWEEN), int(s.player), stage)]
    if phase in of_action or (phase == Phase.TARGET and s.choice in (Choice.ATTACK, Choice.ALLY, Choice.HIDE)):
        first = [foes_first, foes_act] if s.turn == s.pcs else [(int(Task.TURN), turn, pc_turn.ACT)]
        return [*first, (int(Task.ACT), of_action.get(phase, windows.BEFORE), 0)]
    if turn == s.pcs and phase in of_foes and (by_foes or phase == Phase.STEER):
        return [foes_first, (int(Task.FOES), of_foes[phase], 0)]
    if phase in following and turn < s.pcs:
        return [(int(Task.TURN), turn, following[phase])]
    if phase == Phase.TARGET and s.choice == Choice.CLEANUP:
        return [(int(Task.TURN), turn, pc_turn.REMOVE)]
    return []
