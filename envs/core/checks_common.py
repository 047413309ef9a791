"""What the clauses of the contract share: a position and how to reach it, comparisons, and the way they fail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.errors import CheckFailure
from dicedeck.envs.core.game import Game, State


class Broken(Exception):
    """A clause does not hold; ``clause`` turns it into a CheckFailure."""


@dataclass
class CheckReport:
    """What ``check_game`` has looked at."""

    game: str
    clauses: list[str] = field(default_factory=list)
    """The clauses that held, in the order of the first run."""
    games: int = 0
    positions: int = 0
    """Positions at which all clauses of a position were checked."""
    actions: int = 0
    """Legal actions tried."""
    longest: int = 0
    """The longest game seen, in actions."""
    max_steps: int = 0
    redrawn: dict[str, list[str]] = field(default_factory=dict)
    """For each player the fields of the record that ``resample`` was seen to redraw: what the player cannot see."""

    def __str__(self) -> str:
        rows = [
            f"{self.game} keeps the contract: {len(self.clauses)} clauses, {self.games} games, "
            f"{self.positions} positions, {self.actions} actions, "
            f"longest game {self.longest} of at most {self.max_steps} actions"
        ]
        for player, names in self.redrawn.items():
            rows.append(f"  resample({player}) redraws: {', '.join(names) or 'nothing but the random numbers'}")
        return "\n".join(rows)


@dataclass
class Position:
    """A state on the way through a game, and how to reach it."""

    state: State
    seed: int
    actions: list[int]
    totals: list[float]
    """The rewards so far, added up."""
    rnd: random.Random
    """For choices of the clauses."""
    report: CheckReport

    @property
    def game(self) -> Game:
        return self.state.game


@contextmanager
def clause(report: CheckReport, name: str, seed: int | None = None, actions: Sequence[int] = ()) -> Iterator[None]:
    """Whatever goes wrong inside breaks the clause ``name``."""
    try:
        yield
    except CheckFailure:
        raise
    except Broken as broken:
        raise CheckFailure(report.game, name, str(broken), seed, actions) from None
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise CheckFailure(report.game, name, problem, seed, actions) from error
    if name not in report.clauses:
        report.clauses.append(name)


def require(holds: bool, problem: str) -> None:
    if not holds:
        raise Broken(problem)


def require_same(what: str, found: object, wanted: object) -> None:
    """Plain values are equal."""
    if found != wanted:
        raise Broken(f"{what}: {_shortened(found)}, expected {_shortened(wanted)}")


def require_same_array(what: str, found: Array, wanted: Array) -> None:
    """Arrays are equal in shape and in every element."""
    if found.shape != wanted.shape:
        raise Broken(f"{what}: shape {list(found.shape)}, expected {list(wanted.shape)}")
    if not np.array_equal(found, wanted):
        index = tuple(int(i) for i in np.argwhere(found != wanted)[0])
        raise Broken(f"{what}: {found[index]} at {list(index)}, expected {wanted[index]}")


def require_same_state(what: str, found: State, wanted: State) -> None:
    """States are equal, byte by byte."""
    if found.raw.tobytes() != wanted.raw.tobytes():
        raise Broken(f"{what}: differs in {', '.join(differing_fields(found, wanted))}")


def differing_fields(one: State, other: State) -> list[str]:
    """The names of the fields in which two records differ."""
    names = one.game.state_dtype.names or ()
    return [name for name in names if not np.array_equal(one.records[name], other.records[name])]


def random_action(state: State, rnd: random.Random, by_block: bool) -> int:
    """A random legal action; ``by_block`` draws the kind of action first, so that rare kinds come up."""
    legal = state.legal_actions()
    if not legal:
        raise Broken("no legal action, but the game is not over")
    if by_block:
        kinds: dict[str, list[int]] = {}
        for action in legal:
            kinds.setdefault(state.game.actions.decode(action)[0], []).append(action)
        legal = list(kinds.values())[int(rnd.random() * len(kinds))]
    return legal[int(rnd.random() * len(legal))]


def fresh_mask(state: State) -> Array:
    """The mask worked out again from the record."""
    again = state.clone()
    again.refresh()
    return again.legal_actions_mask()


def _shortened(value: object, most: int = 300) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]} ..."
