"""The cells of a line, read by column; every complaint names file, row and field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import IntEnum

from dicedeck.envs.card_rpg.tables.grammar import EffectError, Operation, parse_effect, word
from dicedeck.envs.core.errors import OptionError, did_you_mean


class TableError(OptionError):
    """A table that cannot be used; names file, row and field, and says what would be right."""

    def __init__(self, file: str, row: str, field: str, problem: str) -> None:
        place = ": ".join(part for part in (file, row, field and f"field {field!r}") if part)
        super().__init__(f"{place}: {problem}")
        self.file, self.row, self.field = file, row, field


class Cells:
    """One line of a file."""

    def __init__(self, file: str, line: int, cells: Mapping[str, str]) -> None:
        self.file = file
        self.line = line
        self._cells = cells

    @property
    def row(self) -> str:
        """``row 'goblin' (line 8)``."""
        key = self._cells.get("key", "")
        return f"row {key!r} (line {self.line})" if key else f"line {self.line}"

    def wrong(self, field: str, problem: str) -> TableError:
        return TableError(self.file, self.row, field, problem)

    def text(self, field: str) -> str:
        return self._cells[field]

    def needed(self, field: str) -> str:
        if not self._cells[field]:
            raise self.wrong(field, "is empty; write a text")
        return self._cells[field]

    def number(self, field: str, least: int, most: int, blank: int | None = None) -> int:
        """A whole number; ``blank`` stands for an empty cell, if it may be empty."""
        text = self._cells[field]
        if text == "" and blank is not None:
            return blank
        return self.whole(field, text, least, most)

    def whole(self, field: str, text: str, least: int, most: int) -> int:
        """A whole number out of a part of the cell."""
        if not re.fullmatch(r"[+-]?[0-9]{1,4}", text) or not least <= int(text) <= most:
            raise self.wrong(field, f"{text!r} must be a whole number from {least} to {most}")
        return int(text)

    def choice(self, field: str, words: Iterable[str], text: str | None = None) -> str:
        """One of these words, out of the whole cell or a part of it."""
        known = tuple(words)
        found = self._cells[field] if text is None else text
        if found not in known:
            listed = ", ".join(name or "(nothing)" for name in known)
            raise self.wrong(field, f"{found!r} is none of {listed}{did_you_mean(found, known)}")
        return found

    def member(self, field: str, members: Iterable[IntEnum], text: str | None = None) -> int:
        numbers = {word(member): int(member) for member in members}
        return numbers[self.choice(field, numbers, text)]

    def effect(self, field: str, text: str | None = None) -> tuple[Operation, ...]:
        try:
            return parse_effect(self._cells[field] if text is None else text)
        except EffectError as error:
            raise self.wrong(field, str(error)) from None

    def parts(self, field: str, mark: str) -> list[str]:
        """What stands between the marks."""
        text = self._cells[field]
        return [part.strip() for part in text.split(mark)] if text else []
