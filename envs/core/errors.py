"""Errors that a user can mend. Each names what was wrong and what would be right, in one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class DicedeckError(ValueError):
    """Something that the caller handed over is wrong; the message says what and how to mend it."""


class UnknownGameError(DicedeckError):
    """No game of that name."""


class OptionError(DicedeckError):
    """A rule option that does not exist, or a value that it does not take."""


class IllegalActionError(DicedeckError):
    """An action that is not legal now. Nothing has changed."""


class ActionNameError(DicedeckError):
    """A text that names no action of the game."""


class PositionError(DicedeckError):
    """A position that breaks the rules of the notation; ``field`` is where, such as ``justices[2].pro``."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"position: {field}: {problem}")
        self.field = field


class GameDefinitionError(DicedeckError):
    """A game's definition breaks the conventions of the engine (for authors of games)."""


class CheckFailure(AssertionError):
    """A game breaks the contract of ``check_game``; the message names the clause and how to see it again.

    Attributes:
        clause: which part of the contract.
        problem: what was found.
        seed, actions: a game that shows it, where a position does: the start from ``seed``, then the actions.
    """

    def __init__(
        self, game: str, clause: str, problem: str, seed: int | None = None, actions: Sequence[int] = ()
    ) -> None:
        text = f"{game} breaks the contract: {clause}: {problem}"
        if seed is not None:
            text += (
                f"\nto see it: state = game.new_initial_state(seed={seed}); apply_action for each of {list(actions)}"
            )
        super().__init__(text)
        self.clause = clause
        self.problem = problem
        self.seed = seed
        self.actions = tuple(actions)


def did_you_mean(word: str, known: Iterable[str], most: int = 3) -> str:
    """A hint such as ``; did you mean 'greedy'?``, or nothing when no known word is close."""
    close = difflib.get_close_matches(word, list(known), n=most)
    return f"; did you mean {' or '.join(repr(name) for name in close)}?" if close else ""
