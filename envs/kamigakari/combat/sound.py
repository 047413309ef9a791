"""What cannot be in a position, with the field that shows it."""

from __future__ import annotations

from itertools import pairwise

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, NONE, Aim, Code, Op, Row, Status, Timing
from dicedeck.envs.kamigakari.core.dice import can_complete, count, is_critical, is_fumble
from dicedeck.envs.kamigakari.core.grid import apart
from dicedeck.envs.kamigakari.fight.moves import A_FINISH, A_SEARCH, FIGURE_NAMES
from dicedeck.envs.kamigakari.fight.rules.figures import FALLEN, are_foes, can_act, is_there, rolls, stands
from dicedeck.envs.kamigakari.fight.rules.legal import can_take
from dicedeck.envs.kamigakari.fight.rules.movement import OBSTACLE
from dicedeck.envs.kamigakari.fight.rules.turn import ASKED
from dicedeck.envs.kamigakari.fight.state import PHASE_NAMES, CheckKind, Ending, Going, Moment, Phase, State, Task

ATTACK_TASKS = (Task.STRIKES, Task.PASSIVE, Task.COMPARE, Task.HARM, Task.REDUCE, Task.HIT_OPS, Task.ATTACK_OVER)
DEED_TASKS = (Task.AIM, Task.PAY_DEED, Task.OPS, Task.APPROACH, Task.MOVE_OP, *ATTACK_TASKS)
CHECK_PHASES = (Phase.BEFORE, Phase.ROLL, Phase.LEND)


def complain(s: State) -> None:
    """Raise PositionError for the first thing that cannot be."""
    _figures(s)
    if s.phase == Phase.OVER:
        _end(s)
        return
    if not any(stands(s, f) for f in range(s.pcs)):
        if s.phase != Phase.REACT:
            raise PositionError("figures", "no PC stands, but the fight is not over")
    if not any(stands(s, f) for f in range(4, MOST_FIGURES)):
        raise PositionError("figures", "no enemy stands, but the fight is not over")
    if s.turn < 1:
        raise PositionError("turn", "the first turn is 1")
    if s.figure >= 4 and not s.gm:
        raise PositionError("to_move", "enemies decide only with a game master (gm)")
    _deed(s)
    _tasks(s)
    _decision(s)


def _end(s: State) -> None:
    """Who stands at the end, and that PCs were paid alike, the game master the opposite (KAMI-33)."""
    if s.ending == Ending.WON and any(stands(s, f) for f in range(4, MOST_FIGURES)):
        raise PositionError("result", "won, but an enemy stands")
    if s.ending == Ending.LOST and any(stands(s, f) for f in range(s.pcs)):
        raise PositionError("result", "lost, but a PC stands")
    paid = [float(x) for x in s.returns[: s.pcs]]
    if len(set(paid)) > 1 or (s.gm and float(s.returns[s.pcs]) != -paid[0]):
        raise PositionError("returns", "PCs are paid alike, a game master the opposite")


def _figures(s: State) -> None:
    where: dict[int, str] = {}
    for f in range(MOST_FIGURES):
        if not is_there(s, f):
            continue
        name, square = f"figures.{FIGURE_NAMES[f]}", int(s.square[f])
        if s.terrain[square] == OBSTACLE:
            raise PositionError(f"{name}.square", "there is an obstacle")
        if (s.hp[f] == 0) != bool(s.status[f] & FALLEN):
            raise PositionError(f"{name}.hp", "HP is 0 for those who are stunned, out or dead, and for nobody else")
        if f >= 4 and s.status[f] >> Status.STUN & 1:
            raise PositionError(f"{name}.status", "an enemy is never stunned: it is out")
        if s.status[f] & s.immune[f]:
            raise PositionError(f"{name}.status", "the figure is immune to it")
        if stands(s, f) and square in where and not _passes(s, f, where[square]):
            raise PositionError(f"{name}.square", f"{where[square]} stands there")
        if stands(s, f):
            where[square] = FIGURE_NAMES[f]


def _passes(s: State, f: int, other: str) -> bool:
    """A mover on its way passes a friend."""
    return s.path_at > 0 and s.mover in (f, FIGURE_NAMES.index(other))


def _deed(s: State) -> None:
    if s.user != NONE and s.row == NONE and s.deed not in (A_SEARCH, A_FINISH, NONE):
        raise PositionError("deed.kind", f"{FIGURE_NAMES[s.user]} has no such deed")
    if s.row != NONE and s.rows[s.row, Row.TIMING] > Timing.END:
        raise PositionError("deed.talent", "is no deed: it belongs to the timings defence or special")
    if s.row != NONE:
        _sides(s)
    if s.attack != NONE and s.ops[s.attack, Op.CODE] != Code.ATTACK:
        raise PositionError("attack.operation", "is no attack")
    if s.check != CheckKind.NONE and not rolls(s, s.roller):
        raise PositionError("check.roller", "has a fixed die and rolls none")
    if s.check in (CheckKind.ACTIVE, CheckKind.PASSIVE) and s.attack == NONE:
        raise PositionError("check", "such a check belongs to an attack")
    if s.check == CheckKind.FIND and (s.hider == NONE or not are_foes(s.roller, s.hider)):
        raise PositionError("check.hider", "no foe is looked for")
    if s.check == CheckKind.HIDE and s.user == NONE:
        raise PositionError("deed", "nobody looks for the hidden")
    if s.check != CheckKind.NONE and not s.swapped and count(s.rolled) + count(s.fixed) > 0:
        for name, found in (("critical", is_critical(s.rolled, s.fixed)), ("fumble", is_fumble(s.rolled, s.fixed))):
            if bool(getattr(s, name)) != found:
                raise PositionError(f"check.{name}", f"the dice say {str(found).lower()}")
    if s.mover != NONE and s.path_count:
        _way(s)


def _sides(s: State) -> None:
    """Targets are of the side that the row is for."""
    aim = s.rows[s.row, Row.AIM]
    for f in range(MOST_FIGURES):
        foe = are_foes(s.user, f)
        if s.targets[f] and ((aim in (Aim.FOE, Aim.AREA) and not foe) or (aim in (Aim.SELF, Aim.ALLY) and foe)):
            raise PositionError("deed.targets", f"{FIGURE_NAMES[f]} is of the wrong side")


def _way(s: State) -> None:
    """From the mover's square, step by step, to a square where it can stay."""
    steps = [int(q) for q in s.path[: s.path_count]]
    here = [int(s.square[s.mover]), *steps[s.path_at :]]
    if any(apart(a, b) != 1 for a, b in pairwise(steps)) or any(apart(a, b) != 1 for a, b in pairwise(here)):
        raise PositionError("move.path", "its squares do not lie side by side, from the mover's on")
    if s.path_at and steps[s.path_at - 1] != here[0]:
        raise PositionError("move.gone", f"{FIGURE_NAMES[s.mover]} stands elsewhere")
    if any(s.terrain[square] == OBSTACLE for square in steps):
        raise PositionError("move.path", "there is an obstacle in the way")
    if any(stands(s, f) and f != s.mover and s.square[f] == steps[-1] for f in range(MOST_FIGURES)):
        raise PositionError("move.path", "somebody stands at its end")


def _tasks(s: State) -> None:
    for k in range(s.task_count):
        task, figure, amount = Task(s.task[k]), int(s.task_who[k]), int(s.task_amount[k])
        where = f"tasks[{s.task_count - 1 - k}]"
        if figure > MOST_FIGURES or (task is not Task.STRIKES and (figure == MOST_FIGURES or not is_there(s, figure))):
            raise PositionError(where, f"there is no figure {figure}")
        if not _fits(s, task, figure, amount):
            raise PositionError(where, "does not fit the rest of the position")


def _fits(s: State, task: Task, figure: int, amount: int) -> bool:
    """Whether the task can be carried out with what is in hand."""
    if task in DEED_TASKS and s.row == NONE:
        return False
    if task in ATTACK_TASKS and s.attack == NONE:
        return False
    if task is Task.STAGE:
        return amount <= 2
    if task is Task.WINDOW:
        return amount in (Timing.START, Timing.END, Timing.START + ASKED)
    if task in (Task.MOVE_OP, Task.HIT_OPS):
        return bool(0 <= amount - s.rows[s.row, Row.FIRST_OP] <= s.rows[s.row, Row.OPS])
    if task is Task.WALK:
        return bool(s.mover != NONE)
    if task is Task.REDUCE:
        return bool(s.victim != NONE)
    if task is Task.REACTIONS:
        return 0 < amount // 16 < len(Moment) and _can_be(s, amount // 16)
    if task is Task.EFFECTS:
        return amount in s.known[figure] and s.subject != NONE
    if task is Task.CHECKED:
        return bool(amount == s.check and figure == s.roller)
    if task in (Task.BEFORE, Task.ROLLED):
        return bool(s.check != CheckKind.NONE and figure == s.roller)
    return True


def _can_be(s: State, moment: int) -> bool:
    """What happens at the moment is in hand."""
    if moment == Moment.ROLLED:
        return bool(s.check != CheckKind.NONE)
    if moment == Moment.STUNNED:
        return True
    return bool(s.attack != NONE and (moment == Moment.ATTACKED or s.victim != NONE))


def _decision(s: State) -> None:
    phase = f"{PHASE_NAMES[s.phase]!r}"
    problem = ""
    if s.phase <= Phase.END:
        if not can_act(s, s.figure) or s.left[s.figure, s.phase] < 1:
            problem = "the figure cannot act in this timing"
    elif s.phase == Phase.SQUARE:
        if s.mover == NONE or s.going == Going.NONE or s.path_count or not stands(s, s.mover):
            problem = "a square is chosen for a figure that is about to move"
    elif s.phase == Phase.TARGET:
        problem = _targets(s)
    elif s.phase == Phase.PAY:
        problem = _payment(s)
    elif s.phase in CHECK_PHASES:
        if s.check == CheckKind.NONE or (s.phase != Phase.LEND and s.figure != s.roller):
            problem = "there is no check of this figure"
        elif (s.phase == Phase.BEFORE) == (count(s.rolled) + count(s.fixed) > 0):
            problem = "dice lie there after the roll, and only then"
        elif s.phase == Phase.LEND and (s.swaps_left < 1 or s.figure == s.roller):
            problem = "nothing can be lent"
    elif s.phase == Phase.REACT:
        if s.moment == Moment.NONE or s.subject == NONE or are_foes(s.figure, s.subject):
            problem = "there is nothing to react to"
        elif not _can_be(s, s.moment):
            problem = "there is no attack, or no check, that it belongs to"
    elif s.mover == NONE or not are_foes(s.figure, s.mover):
        problem = "no foe passes"
    if problem:
        raise PositionError("phase", f"{phase}: {problem}")


def _targets(s: State) -> str:
    if s.user != s.figure:
        return "the figure has no deed in hand"
    if s.row == NONE and s.deed not in (A_SEARCH, A_FINISH):
        return "there is no deed in hand"
    if not s.chosen and not any(can_take(s, s.figure, other) for other in range(MOST_FIGURES)):
        return "nobody can be chosen"
    return ""


def _payment(s: State) -> str:
    if s.pay_row == NONE:
        return "there is nothing to pay"
    row = s.rows[s.pay_row]
    left = row[Row.COST_COUNT] - count(s.paid) - s.paid_wild
    pool, surplus = s.spirit[s.figure], s.surplus[s.figure]
    if left < 1 or not can_complete(
        s.paid, s.paid_wild, pool, surplus, row[Row.COST], row[Row.COST_COUNT], row[Row.COST_FACE]
    ):
        return "the cost is paid, or cannot be"
    return ""
