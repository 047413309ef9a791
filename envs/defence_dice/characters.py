"""The characters, as a table: edit a row and the game follows (DEF-4, DEF-26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicedeck.envs.core.errors import GameDefinitionError

MOST_DICE = 12


@dataclass(frozen=True)
class Character:
    """One row: a character sheet."""

    name: str
    dice: int
    """The attack value: how many dice the character has."""
    recovered: int
    """Spent dice that one XP recovers."""


CHARACTERS = (
    Character("warrior", dice=6, recovered=2),
    Character("mage", dice=6, recovered=3),
)


def validate_characters(rows: Sequence[Character]) -> None:
    """Complain about the first row that cannot be.

    Raises:
        GameDefinitionError: names the row and what is wrong with it.
    """
    names = [row.name for row in rows]
    for row in rows:
        where = f"characters: row {row.name!r}"
        if not str(row.name).isidentifier() or names.count(row.name) > 1:
            raise GameDefinitionError(f"{where}: the name must be one word that no other row has")
        for field, most in (("dice", MOST_DICE), ("recovered", MOST_DICE)):
            value: object = getattr(row, field)
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
                raise GameDefinitionError(f"{where}: {field} must be a whole number from 1 to {most}, not {value!r}")


validate_characters(CHARACTERS)
CHARACTER_NAMES = tuple(row.name for row in CHARACTERS)
N_CHARACTERS = len(CHARACTERS)
DICE = np.array([row.dice for row in CHARACTERS], np.int32)
RECOVERED = np.array([row.recovered for row in CHARACTERS], np.int32)


def characters_markdown() -> str:
    """The table of characters for RULES.md."""
    rows = ["| character | dice | recovered for 1 XP |", "| --- | --- | --- |"]
    rows += [f"| {row.name} | {row.dice} | {row.recovered} |" for row in CHARACTERS]
    return "\n".join(rows)
