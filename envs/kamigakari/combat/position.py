"""Positions of a fight as JSON: the notation of RULES.md, read with care (``writing.py`` writes them)."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.core.rng import DICE
from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    KIND_NAMES,
    MOST_CHANGE,
    MOST_DICE,
    MOST_ESSENCE,
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_SPIRIT,
    NONE,
    STATUS_NAMES,
    TIMING_NAMES,
    VALUE_NAMES,
    WIDTH,
    Row,
    Status,
    Timing,
)
from dicedeck.envs.kamigakari.combat.sound import complain
from dicedeck.envs.kamigakari.combat.writing import DEEDS, DURATION_NAMES, N_TIMINGS, to_dict
from dicedeck.envs.kamigakari.core.dice import roll_into
from dicedeck.envs.kamigakari.fight.moves import FIGURE_NAMES, square_name
from dicedeck.envs.kamigakari.fight.rules.setup import clear
from dicedeck.envs.kamigakari.fight.state import (
    CHECK_NAMES,
    ENDING_NAMES,
    GOING_NAMES,
    MOMENT_NAMES,
    MOST_PATH,
    MOST_TASKS,
    PHASE_NAMES,
    STAGE_NAMES,
    TASK_NAMES,
    CheckKind,
    Ending,
    Going,
    Phase,
    State,
    Task,
)

LEAST_ESSENCE = -9999
MOST_NUMBER = 9999

__all__ = ["from_dict", "to_dict"]


def from_dict(s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record. What it does not say is as at the start of a turn.

    Raises:
        PositionError: names the field: two figures on a square, more dice than there are, a decision that cannot be ...
    """
    reader = Reader(position)
    clear(s)
    s.phase = reader.choice("phase", PHASE_NAMES, default="prepare")
    s.figure = _figure(s, reader, "to_move", "pc_0")
    s.player = s.figure if s.figure < s.pcs else s.pcs if s.gm else 0
    s.turn = reader.count("turn", default=1, most=s.max_turns)
    s.stage = reader.choice("stage", STAGE_NAMES, default="act")
    _read_figures(s, reader.mapping("figures"))
    _read_deed(s, reader)
    _read_payment(s, reader)
    _read_move(s, reader)
    _read_check(s, reader)
    _read_attack(s, reader)
    _read_reaction(s, reader)
    _read_tasks(s, reader)
    _read_result(s, reader)
    reader.finish()
    complain(s)


def _present(s: State) -> list[str]:
    return [FIGURE_NAMES[f] for f in range(MOST_FIGURES) if s.start_square[f] != NONE]


def _figure(s: State, reader: Reader, key: str, default: str = "") -> int:
    names = _present(s)
    return FIGURE_NAMES.index(names[reader.choice(key, names, default)])


def _whole(reader: Reader, key: str, least: int, most: int, default: int = 0) -> int:
    value = reader.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(reader.path(key), f"expected a whole number from {least} to {most}, found {value!r}")
    return value


def _read_square(s: State, text: object, where: str) -> int:
    for square in range(len(s.terrain)):
        if square // WIDTH < s.grid and square % WIDTH < s.grid and square_name(square) == text:
            return square
    raise PositionError(where, f"{text!r} is no square; write column,row from 0,0 to {s.grid - 1},{s.grid - 1}")


def _read_faces(reader: Reader, key: str, counts: Any, most: int) -> int:
    """Dice as a list of faces. Returns how many."""
    faces = reader.counts(key, 6)
    if len(faces) > most or 0 in faces:
        raise PositionError(reader.path(key), f"expected at most {most} faces from 1 to 6, found {faces}")
    counts[:] = 0
    for face in faces:
        counts[face - 1] += 1
    return len(faces)


def _read_bits(reader: Reader, key: str, names: tuple[str, ...]) -> int:
    bits = 0
    for name in reader.names(key):
        if not name or name not in names:
            raise PositionError(reader.path(key), f"{name!r} is none of {', '.join(n for n in names if n)}")
        bits |= 1 << names.index(name)
    return bits


def _read_figures(s: State, reader: Reader) -> None:
    for name in _present(s):
        _read_figure(s, reader.mapping(name), FIGURE_NAMES.index(name))
    reader.finish()


def _read_figure(s: State, entry: Reader, f: int) -> None:
    square = entry.get("square")
    if square is not None:
        s.square[f] = _read_square(s, square, entry.path("square"))
    s.hp[f] = entry.count("hp", default=int(s.max_hp[f]), most=int(s.max_hp[f]))
    if entry.get("status") is not None:
        s.status[f] = _read_bits(entry, "status", STATUS_NAMES)
    elif s.hp[f] == 0:
        s.status[f] = 1 << (Status.STUN if s.die[f] == 0 else Status.OUT)
    if entry.get("left") is None:
        s.left[f, :] = 1
    else:
        _read_timings(entry, "left", s.left[f])
    _read_timings(entry, "owed", s.owed[f])
    _read_dice(s, entry, f)
    s.acted[f] = entry.flag("acted")
    s.waited[f] = entry.count("waited", most=MOST_NUMBER)
    s.extra[f] = entry.count("extra", most=N_TIMINGS)
    s.defended[f] = entry.flag("defended")
    s.declared[f] = entry.count("declared", most=MOST_FIGURES)
    s.disengaged[f] = entry.flag("disengaged")
    s.burnt[f] = entry.flag("burnt")
    _read_changes(s, entry, f)
    _read_used(s, entry, f)
    entry.finish()


def _read_timings(entry: Reader, key: str, counts: Any) -> None:
    names = entry.names(key)
    for name in names:
        if name not in TIMING_NAMES[:N_TIMINGS] or names.count(name) > N_TIMINGS:
            raise PositionError(entry.path(key), f"{name!r} is no timing, or too often there")
        counts[TIMING_NAMES.index(name)] += 1


def _read_dice(s: State, entry: Reader, f: int) -> None:
    """Spirit dice that are not there are spent; where nothing is said of them they are rolled."""
    if not s.spirit_dice[f]:
        return
    if entry.get("spirit") is None:
        s.spirit[f, :] = 0
        roll_into(s.rng[DICE], s.spirit[f], int(s.spirit_dice[f]))
    else:
        s.spent[f] = s.spirit_dice[f] - _read_faces(entry, "spirit", s.spirit[f], int(s.spirit_dice[f]))
    s.surplus[f] = entry.count("surplus", most=MOST_SPIRIT)
    s.essence[f] = _whole(entry, "essence", LEAST_ESSENCE, MOST_ESSENCE, int(s.start_essence[f]))


def _read_changes(s: State, entry: Reader, f: int) -> None:
    changes, attributes = entry.mapping("changes"), entry.mapping("attributes")
    for k, duration in enumerate(DURATION_NAMES):
        values = changes.mapping(duration)
        for v, name in enumerate(VALUE_NAMES):
            s.mods[k, f, v] = _whole(values, name, -MOST_CHANGE, MOST_CHANGE)
        values.finish()
        s.attribute_mods[k, f] = _read_bits(attributes, duration, ATTRIBUTE_NAMES)
    changes.finish()
    attributes.finish()


def _read_used(s: State, entry: Reader, f: int) -> None:
    rows = entry.get("used", [])
    fine = isinstance(rows, list) and all(isinstance(row, list) and len(row) == 3 for row in rows)
    if not fine or not all(type(n) is int and 0 <= n <= MOST_CHANGE for row in rows for n in row):
        raise PositionError(entry.path("used"), "expected lists of talent, uses in this turn, uses in the fight")
    for talent, turn, fight in rows:
        if not 1 <= talent <= MOST_KNOWN:
            raise PositionError(entry.path("used"), f"talents are 1 to {MOST_KNOWN}, not {talent}")
        s.used_turn[f, talent - 1], s.used_fight[f, talent - 1] = turn, fight


def _read_slot(s: State, reader: Reader, figure: int) -> int:
    """A talent of the figure by its number."""
    slot = reader.count("talent", most=MOST_KNOWN) - 1
    if slot < 0 or s.known[figure, slot] == NONE:
        raise PositionError(reader.path("talent"), f"{FIGURE_NAMES[figure]} has no talent {slot + 1}")
    return slot


def _read_deed(s: State, reader: Reader) -> None:
    if reader.get("deed") is None:
        return
    entry = reader.mapping("deed")
    s.user = _figure(s, entry, "user")
    if entry.get("kind") is not None:
        kind = list(DEEDS)[entry.choice("kind", list(DEEDS), "")]
        s.deed = DEEDS[kind]
        if kind == "weapon":
            s.row = s.weapon[s.user]
        elif kind == "talent":
            s.slot = _read_slot(s, entry, s.user)
            s.row = s.known[s.user, s.slot]
    for name in entry.names("targets"):
        if name not in _present(s):
            raise PositionError(entry.path("targets"), f"there is no figure {name!r}")
        s.targets[FIGURE_NAMES.index(name)] = 1
    s.chosen = int(s.targets.sum())
    s.void = entry.flag("void")
    entry.finish()


def _read_payment(s: State, reader: Reader) -> None:
    if reader.get("payment") is None:
        return
    entry = reader.mapping("payment")
    s.pay_row = s.known[s.figure, _read_slot(s, entry, s.figure)]
    _read_faces(entry, "paid", s.paid, MOST_SPIRIT)
    s.paid_wild = entry.count("surplus", most=MOST_SPIRIT)
    entry.finish()


def _read_move(s: State, reader: Reader) -> None:
    if reader.get("move") is None:
        return
    entry = reader.mapping("move")
    s.mover = _figure(s, entry, "mover")
    s.going = entry.choice("going", GOING_NAMES[1:], "move") + Going.MOVE
    s.budget = entry.count("budget", most=MOST_PATH)
    path = entry.names("path")
    if len(path) > MOST_PATH:
        raise PositionError(entry.path("path"), f"more than {MOST_PATH} squares")
    for k, name in enumerate(path):
        s.path[k] = _read_square(s, name, entry.path("path"))
    s.path_count = len(path)
    s.path_at = entry.count("gone", most=len(path))
    s.asked = entry.count("asked", most=MOST_FIGURES)
    s.ignored = _read_bits(entry, "ignored", FIGURE_NAMES)
    entry.finish()


def _read_check(s: State, reader: Reader) -> None:
    if reader.get("check") is None:
        return
    entry = reader.mapping("check")
    s.check = entry.choice("kind", CHECK_NAMES[1:], "active") + CheckKind.ACTIVE
    s.roller = _figure(s, entry, "roller")
    s.check_bonus = _whole(entry, "bonus", -MOST_NUMBER, MOST_NUMBER)
    s.check_dice = entry.count("dice", default=2, most=MOST_DICE)
    n = _read_faces(entry, "rolled", s.rolled, MOST_DICE) + _read_faces(entry, "fixed", s.fixed, MOST_DICE)
    if n not in (0, s.check_dice):
        raise PositionError(entry.path("rolled"), f"{n} dice lie there, {s.check_dice} are rolled")
    s.critical = entry.flag("critical")
    s.fumble = entry.flag("fumble")
    s.swapped = entry.flag("swapped")
    s.swaps_left = entry.count("swaps_left", most=MOST_DICE)
    if entry.get("hider") is not None:
        s.hider = _figure(s, entry, "hider")
    entry.finish()


def _read_attack(s: State, reader: Reader) -> None:
    if reader.get("attack") is None:
        return
    entry = reader.mapping("attack")
    if s.row == NONE:
        raise PositionError("attack", "there is an attack only in the deed of a talent or a weapon")
    number = entry.count("operation", default=1, most=int(s.rows[s.row, Row.OPS]))
    s.attack = s.rows[s.row, Row.FIRST_OP] + max(number, 1) - 1
    for name in ("ambush", "active_critical", "active_fumble", "passive_critical", "passive_fumble", "hit"):
        setattr(s, name, entry.flag(name))
    for name in ("destroyed", "halved"):
        setattr(s, name, entry.flag(name))
    for name in ("active", "passive", "damage_bonus"):
        setattr(s, name, _whole(entry, name, -MOST_NUMBER, MOST_NUMBER))
    for name in ("highest", "rank_bonus", "die_as", "harm", "less"):
        setattr(s, name, entry.count(name, most=MOST_NUMBER))
    s.harm_kind = entry.choice("harm_kind", KIND_NAMES, KIND_NAMES[0])
    if entry.get("victim") is not None:
        s.victim = _figure(s, entry, "victim")
    entry.finish()


def _read_reaction(s: State, reader: Reader) -> None:
    if reader.get("reaction") is None:
        return
    entry = reader.mapping("reaction")
    s.moment = entry.choice("moment", MOMENT_NAMES, "")
    s.subject = _figure(s, entry, "subject")
    entry.finish()


def _read_tasks(s: State, reader: Reader) -> None:
    """Without any: the rest of the figure's timing, and of the stage."""
    rows = reader.get("tasks")
    if rows is None:
        rows = _usual_tasks(s)
    if not isinstance(rows, list) or len(rows) > MOST_TASKS - 16:
        raise PositionError("tasks", f"expected a list of at most {MOST_TASKS - 16} tasks")
    for k, row in enumerate(reversed(rows)):
        fine = isinstance(row, list) and len(row) == 3 and row[0] in TASK_NAMES
        if not fine or not all(type(n) is int and 0 <= n < MOST_NUMBER for n in row[1:]):
            raise PositionError(f"tasks[{len(rows) - 1 - k}]", "expected [task, seat of a figure, amount]")
        s.task[k], s.task_who[k], s.task_amount[k] = TASK_NAMES.index(row[0]), row[1], row[2]
    s.task_count = len(rows)


def _usual_tasks(s: State) -> list[list[Any]]:
    if s.phase == Phase.OVER:
        return []
    stage = [TASK_NAMES[Task.STAGE], 0, int(s.stage)]
    if s.phase in (Phase.PREPARE, Phase.ATTACK):
        return [[TASK_NAMES[Task.TURN_OF], int(s.figure), 0], stage]
    if s.phase in (Phase.START, Phase.END):
        timing = Timing.START if s.phase == Phase.START else Timing.END
        return [[TASK_NAMES[Task.WINDOW], int(s.figure), int(timing)], stage]
    return [stage]


def _read_result(s: State, reader: Reader) -> None:
    players = s.pcs + s.gm
    if s.phase == Phase.OVER:
        s.ending = reader.choice("result", ENDING_NAMES, default="won")
        s.terminated = s.ending in (Ending.WON, Ending.LOST)
        s.truncated = not s.terminated
        s.returns[:players] = _read_numbers(reader, "returns", players)
    elif reader.get("result") is not None:
        raise PositionError("result", "is there only when the fight is over")
    if s.shaped:
        s.returns[:players] = _read_numbers(reader, "paid", players)
        s.potential = _read_numbers(Reader({"potential": [reader.get("potential", 0.0)]}), "potential", 1)[0]


def _read_numbers(reader: Reader, key: str, n: int) -> list[float]:
    values = reader.get(key, [0.0] * n)
    fine = isinstance(values, list) and len(values) == n
    if not fine or not all(type(x) in (int, float) and -2 <= x <= 2 for x in values):
        raise PositionError(reader.path(key), f"expected {n} numbers from -2 to 2, found {values!r}")
    return [float(x) for x in values]
