"""CSV files: decoded, split into lines and cells, each line read into a row."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from dicedeck.envs.card_rpg.tables import lines
from dicedeck.envs.card_rpg.tables.cells import Cells, TableError
from dicedeck.envs.card_rpg.tables.rows import BadStatus, Character, Item, Named, Npc, Situation, Weapon
from dicedeck.envs.core.errors import did_you_mean

Row = TypeVar("Row", bound=Named)
MOST_BYTES = 1_000_000
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
TAKEN = re.compile(r"random|none|personal|(pc|gm|unused)_[0-9]+")
"""Keys that would be mistaken for something else in names of actions."""


@dataclass(frozen=True)
class Sheet(Generic[Row]):
    """One file: its columns, how a line becomes a row, how many rows it may have."""

    file: str
    columns: tuple[str, ...]
    read: Callable[[Cells], Row]
    most: int


def _sheet(file: str, columns: str, read: Callable[[Cells], Row], most: int) -> Sheet[Row]:
    names = "key name original"
    figures = "physical_action physical_defence magic_action magic_defence"
    return Sheet(file, tuple(columns.replace("NAMES", names).replace("FIGURES", figures).split()), read, most)


WEAPONS: Sheet[Weapon] = _sheet(
    "weapons.csv",
    "rule NAMES count use modifier additional action moment effect flags personal_level note",
    lines.read_weapon,
    44,
)
ITEMS: Sheet[Item] = _sheet("items.csv", "rule NAMES count moment scope effect others_only note", lines.read_item, 16)
STATUSES: Sheet[BadStatus] = _sheet("statuses.csv", "rule NAMES count effect lasts", lines.read_status, 6)
CHARACTERS: Sheet[Character] = _sheet(
    "characters.csv", "NAMES FIGURES ability when effect limit text", lines.read_character, 17
)
NPCS: Sheet[Npc] = _sheet(
    "npcs.csv", "NAMES level FIGURES action use modifier effect flags fallback text", lines.read_npc, 33
)
SITUATIONS: Sheet[Situation] = _sheet(
    "situations.csv",
    "NAMES stage facedown_gather actions success depth_success failure depth_failure text",
    lines.read_situation,
    40,
)
FILES = tuple(sheet.file for sheet in (WEAPONS, ITEMS, STATUSES, CHARACTERS, NPCS, SITUATIONS))


def read_sheet(sheet: Sheet[Row], path: Path) -> tuple[Row, ...]:
    """All rows of a file.

    Raises:
        TableError: names file, row and field, and what would be right.
    """
    return parse_sheet(sheet, _text_of(path))


def _text_of(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise TableError(path.name, "", "", f"cannot be read: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise TableError(path.name, "", "", f"has {len(raw)} bytes, at most {MOST_BYTES} are read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TableError(path.name, f"line {line}", "", "is no UTF-8; save the file in that encoding") from None


def parse_sheet(sheet: Sheet[Row], text: str) -> tuple[Row, ...]:
    """All rows out of a file's text.

    Raises:
        TableError: likewise.
    """
    found = _lines(sheet.file, text)
    if not found:
        raise TableError(sheet.file, "", "", f"is empty; its first line is {','.join(sheet.columns)}")
    header = [name.strip() for name in found[0][1]]
    _check_header(sheet, header)
    rows: list[Row] = []
    seen: dict[str, int] = {}
    for number, values in found[1:]:
        if not any(values):
            continue
        if len(values) != len(header):
            problem = f"has {len(values)} cells, {len(header)} are needed; put texts with commas in double quotes"
            raise TableError(sheet.file, f"line {number}", "", problem)
        cells = Cells(sheet.file, number, {name: value.strip() for name, value in zip(header, values)})
        _check_key(cells, seen)
        seen[cells.text("key")] = number
        rows.append(sheet.read(cells))
    if len(rows) > sheet.most:
        raise TableError(sheet.file, "", "", f"has {len(rows)} rows, at most {sheet.most} are possible")
    return tuple(rows)


def _lines(file: str, text: str) -> list[tuple[int, list[str]]]:
    """Number and cells of each line."""
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        return [(reader.line_num, values) for values in reader]
    except csv.Error as error:
        raise TableError(file, f"line {reader.line_num}", "", f"is no CSV: {error}") from None


def _check_header(sheet: Sheet[Row], header: Sequence[str]) -> None:
    for name in header:
        if name not in sheet.columns:
            hint = did_you_mean(name, sheet.columns)
            problem = f"unknown column {name!r}{hint} (columns: {','.join(sheet.columns)})"
            raise TableError(sheet.file, "line 1", "", problem)
        if header.count(name) > 1:
            raise TableError(sheet.file, "line 1", "", f"column {name!r} stands there twice")
    for name in sheet.columns:
        if name not in header:
            raise TableError(sheet.file, "line 1", "", f"column {name!r} is missing")


def _check_key(cells: Cells, seen: dict[str, int]) -> None:
    key = cells.needed("key")
    if not KEY.fullmatch(key):
        raise cells.wrong("key", "must be small letters, digits and '_', and begin with a letter")
    if TAKEN.fullmatch(key):
        raise cells.wrong("key", "has another meaning in names of actions; choose another")
    if key in seen:
        raise cells.wrong("key", f"{key!r} stands in line {seen[key]} already")
