"""Fights of Kamigakari in few words, so that the tests of its rules read like the rulebook.

    state = begin(scene(pc_0="4,4", enemy_0="4,3", phase="attack"))
    play(state, "weapon", "target enemy_0")

Figures that a scene does not name are out. ``dice`` puts a check in hand at its roll.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicedeck.envs import load_game

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Position = dict[str, Any]
FIGHTS = Path(__file__).parent / "kami_fights"
PCS = [f"pc_{k}" for k in range(4)]
ENEMIES = [f"enemy_{k}" for k in range(8)]
SEATS = PCS + ENEMIES


@cache
def combat(**options: Any) -> Game:
    """The game with these options, loaded once; with a game master unless told otherwise.

    The suite's fights have enemies whose numbers no tuning changes.
    """
    pinned = FIGHTS / f"{options.get('fight', 'default')}.toml"
    return load_game("kamigakari_combat", **{"gm": True, **options, "fight": str(pinned)})


@cache
def names_in(**options: Any) -> list[str]:
    """The figures of a fight."""
    return list(combat(**options).new_initial_state(0).to_dict()["figures"])


def figure(square: str, **fields: Any) -> Position:
    """A figure on a square. ``status`` is a text of words, ``spirit`` one of faces: ``"1 3 3 6"``."""
    entry: Position = {"square": square, **fields}
    if isinstance(entry.get("status"), str):
        entry["status"] = entry["status"].split()
    if isinstance(entry.get("spirit"), str):
        entry["spirit"] = [int(word) for word in entry["spirit"].split()]
    return entry


def scene(to_move: str = "pc_0", phase: str = "prepare", options: Position | None = None, **parts: Any) -> Position:
    """A position: figures by name, as squares or ``figure``; everything else as in the notation."""
    figures: Position = {}
    for name in names_in(**(options or {})):
        given = parts.pop(name, None)
        if given is None:
            figures[name] = {"hp": 0, "status": ["out"]}
        else:
            figures[name] = figure(given) if isinstance(given, str) else given
        if name in PCS:
            figures[name].setdefault("spirit", [])
    return {"to_move": to_move, "phase": phase, "figures": figures, **parts}


def begin(position: Position, seed: int = 0, **options: Any) -> State:
    """The state of a position."""
    return combat(**options).from_dict(position, seed=seed)


def play(state: State, *names: str) -> State:
    """Plays actions by name, in place, and returns the state."""
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def through(state: State) -> State:
    """Accepts dice as they are, adds none, and passes reactions, until the deed is over."""
    quiet = {"before": "transcend 0", "roll": "accept", "lend": "accept", "react": "pass"}
    while not state.is_terminal() and state.to_dict()["phase"] in quiet:
        play(state, quiet[state.to_dict()["phase"]])
    return state


def legal(state: State, start: str = "") -> set[str]:
    """The names of the legal actions that begin so."""
    names = {state.action_to_string(action) for action in state.legal_actions()}
    return {name for name in names if name.startswith(start)}


def squares(state: State) -> set[str]:
    return {name.removeprefix("square ") for name in legal(state, "square ")}


def fig(state: State, name: str = "pc_0") -> Position:
    """A figure of the position."""
    entry: Position = state.to_dict()["figures"][name]
    return entry


def hp(state: State, name: str = "pc_0") -> int:
    return int(fig(state, name)["hp"])


def status(state: State, name: str = "pc_0") -> set[str]:
    return set(fig(state, name)["status"])


def part(state: State, key: str) -> Any:
    """A part of the position, such as ``check``; {} where it is not there."""
    return state.to_dict().get(key, {})


def to_move(state: State) -> str:
    """Who decides, and what."""
    position = state.to_dict()
    return f"{position['to_move']} {position['phase']}"


def on(value: int, name: str = "accuracy") -> Position:
    """Changes that last for the fight, to set a value of a figure for a test."""
    return {"fight": {name: value}}


def attacking(
    dice: str,
    user: str = "pc_0",
    target: str = "enemy_0",
    talent: int | None = None,
    fixed: str = "",
    options: Position | None = None,
    **parts: Any,
) -> Position:
    """An attack of ``user`` on ``target`` whose dice lie there: the weapon's, or that of a talent (first operation)."""
    kind = {"kind": "weapon"} if talent is None else {"kind": "talent", "talent": talent}
    rolled = [int(word) for word in dice.split()]
    held = [int(word) for word in fixed.split()]
    faces = rolled + held
    seat = SEATS.index(user)
    given = scene(user, "roll", options, **parts)
    given["deed"] = {"user": user, **kind, "targets": target.split()}
    given["attack"] = {"operation": 1}
    given["check"] = {
        "kind": "active",
        "roller": user,
        "bonus": 0,
        "dice": len(faces),
        "rolled": rolled,
        "fixed": held,
        "critical": faces.count(6) >= 2,
        "fumble": faces.count(1) == len(faces),
    }
    given["tasks"] = [
        ["checked", seat, 1], ["strikes", 0, 0], ["attack_over", seat, 0], ["ops", seat, 1], ["turn_of", seat, 0],
        ["stage", 0, 1],
    ]  # fmt: skip
    return given


def defending(
    dice: str,
    user: str = "enemy_0",
    target: str = "pc_0",
    talent: int = 1,
    options: Position | None = None,
    **parts: Any,
) -> Position:
    """An enemy's attack on a PC, whose passive dice lie there."""
    rolled = [int(word) for word in dice.split()]
    seat, struck = SEATS.index(user), SEATS.index(target)
    active, die = parts.pop("active", 18), parts.pop("die", 4)
    bonus = parts.pop("bonus", 5)
    given = scene(target, "roll", options, **parts)
    given["deed"] = {"user": user, "kind": "talent", "talent": talent, "targets": [target]}
    given["attack"] = {"operation": 1, "active": active, "highest": die, "victim": target}
    given["check"] = {
        "kind": "passive",
        "roller": target,
        "bonus": bonus,
        "dice": len(rolled),
        "rolled": rolled,
        "critical": rolled.count(6) >= 2,
        "fumble": rolled.count(1) == len(rolled),
    }
    given["tasks"] = [
        ["checked", struck, 2], ["compare", struck, 0], ["strikes", struck + 1, 0], ["attack_over", seat, 0],
        ["ops", seat, 1], ["turn_of", seat, 0], ["stage", 0, 1],
    ]  # fmt: skip
    return given
