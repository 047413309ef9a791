"""All tables together: read from CSV files, checked, and changed or added to by files of a user's own.

``load_tables("my_tables")`` reads the suite's rows and then those of the folder: a file there has the name and the
columns of the suite's, a row with a key of the suite's replaces it, others are added.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from dicedeck.envs.core.errors import OptionError, did_you_mean
from dicedeck.envs.kamigakari.tables.rows import (
    Armour,
    Budget,
    Charm,
    CombatValue,
    Enemy,
    EnemyAction,
    Item,
    Job,
    Material,
    People,
    Row,
    Talent,
    Title,
    Weapon,
    WeaponEffect,
)
from dicedeck.envs.kamigakari.tables.words import COMBAT_VALUES, FORMS

FOLDER = Path(__file__).parent / "data"
MAIN_TALENTS = 3
"""Talents of level 1 that a main title must have."""
AnyRow = TypeVar("AnyRow", bound=Row)
Cells = tuple[str, Mapping[str, Any]]
"""Where a row stands, and its cells."""


@dataclass(frozen=True, eq=False)
class Tables:
    """The rows of every file by their keys, in the order of the files."""

    values: Mapping[str, CombatValue]
    peoples: Mapping[str, People]
    titles: Mapping[str, Title]
    """Keys with the form: ``wardblade A``."""
    talents: Mapping[str, Talent]
    weapons: Mapping[str, Weapon]
    armours: Mapping[str, Armour]
    charms: Mapping[str, Charm]
    items: Mapping[str, Item]
    jobs: Mapping[str, Job]
    weapon_effects: Mapping[str, WeaponEffect]
    materials: Mapping[str, Material]
    enemies: Mapping[str, Enemy]
    enemy_actions: Mapping[str, EnemyAction]
    """Keys: the enemy's, and the name of the action: ``iron_bull Gore``."""

    budgets: Mapping[str, Budget]
    """By level."""

    def actions_of(self, enemy: str) -> list[EnemyAction]:
        return [row for row in self.enemy_actions.values() if row.enemy == enemy]

    def talents_of(self, source: str, form: str = "") -> list[Talent]:
        """Of a people, or of one form of a title."""
        return [row for row in self.talents.values() if (row.source, row.form) == (source, form)]


KINDS: dict[str, type[Row]] = {
    "values": CombatValue,
    "peoples": People,
    "titles": Title,
    "talents": Talent,
    "weapons": Weapon,
    "armours": Armour,
    "charms": Charm,
    "items": Item,
    "jobs": Job,
    "weapon_effects": WeaponEffect,
    "materials": Material,
    "enemies": Enemy,
    "enemy_actions": EnemyAction,
    "budgets": Budget,
}
"""The fields of ``Tables``; each is a file of that name."""


@lru_cache(maxsize=16)
def load_tables(folder: str = "") -> Tables:
    """The suite's tables, with those of a folder over them.

    Raises:
        OptionError: names the file, the line, the row and the field, and how to mend it.
    """
    found = _read_folder(FOLDER)
    if folder:
        place = Path(folder)
        if not os.path.isdir(place):
            raise OptionError(f"tables: there is no folder {folder!r} with CSV files in it")
        _refuse_strangers(place)
        for kind, rows in _read_folder(place).items():
            found[kind] = {**found[kind], **rows}
    return assemble(found, folder or "tables")


def with_rows(tables: Tables, extra: Mapping[str, Iterable[Cells]], source: str) -> Tables:
    """The tables with more rows, such as those that a fight's file brings along.

    Raises:
        OptionError: likewise.
    """
    found = {kind: dict(getattr(tables, kind)) for kind in KINDS}
    for kind, cells in extra.items():
        found[kind].update(read_rows(KINDS[kind], cells, source))
    return assemble(found, source)


def assemble(found: Mapping[str, Mapping[str, Any]], source: str) -> Tables:
    tables = Tables(**{field.name: found[field.name] for field in fields(Tables)})
    for row, field, problem in contradictions(tables):
        raise OptionError(f"{source}: {row.file} row {' '.join(row.row_key)!r}: {field}: {problem}")
    return tables


# ---------------------------------------------------------------- reading


def _read_folder(folder: Path) -> dict[str, dict[str, Row]]:
    return {
        kind: read_rows(cls, _csv_cells(folder / f"{kind}.csv", cls), f"{kind}.csv")
        if (folder / f"{kind}.csv").is_file()
        else {}
        for kind, cls in KINDS.items()
    }


def _refuse_strangers(folder: Path) -> None:
    """A file with a wrong name would be passed over without a word."""
    for path in sorted(path for path in folder.iterdir() if path.suffix.lower() == ".csv"):
        if path.stem not in KINDS or path.suffix != ".csv":
            names = [f"{kind}.csv" for kind in KINDS]
            raise OptionError(
                f"{path.name}: no table has this name{did_you_mean(path.name, names)} ({', '.join(names)})"
            )


def _csv_cells(path: Path, cls: type[Row]) -> Iterator[Cells]:
    """The rows of a file with their lines."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise OptionError(f"{path.name}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        header = next(reader, [])
        _check_header(header, cls, path.name)
        for cells in reader:
            place = f"line {reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise OptionError(
                    f"{path.name} {place} (row {cells[0]!r}): {len(cells)} cells, the header has {len(header)} "
                    '(a text with commas stands in "quotes")'
                )
            yield place, {name: cell.strip() for name, cell in zip(header, cells)}
    except csv.Error as error:
        raise OptionError(f"{path.name} line {reader.line_num}: {error}") from None


def _check_header(header: list[str], cls: type[Row], name: str) -> None:
    known = list(cls.model_fields)
    for column in header:
        if column not in known:
            raise OptionError(
                f"{name}: no column is called {column!r}{did_you_mean(column, known)} ({', '.join(known)})"
            )
        if header.count(column) > 1:
            raise OptionError(f"{name}: the column {column!r} stands there twice")
    missing = [column for column, field in cls.model_fields.items() if field.is_required() and column not in header]
    if missing:
        raise OptionError(f"{name}: the header lacks {', '.join(missing)}")


def read_rows(cls: type[AnyRow], cells: Iterable[Cells], source: str) -> dict[str, AnyRow]:
    """Rows by key; ``cells`` are texts, as in a CSV file, or TOML values."""
    found: dict[str, AnyRow] = {}
    for place, mapping in cells:
        row = read_row(cls, mapping, f"{source} {place}")
        key = " ".join(row.row_key)
        if key in found:
            raise OptionError(f"{source} {place} (row {key!r}): key: stands there twice")
        found[key] = row
    return found


def read_row(cls: type[AnyRow], mapping: Mapping[str, Any], place: str) -> AnyRow:
    """One row; numbers may be numbers or texts.

    Raises:
        OptionError: names the place, the row and the field.
    """
    texts = {key: str(value) if isinstance(value, int) else value for key, value in mapping.items()}
    try:
        return cls(**texts)
    except ValidationError as error:
        raise OptionError(f"{place} (row {_label(mapping)!r}): {complaint(error)}") from None


def _label(mapping: Mapping[str, Any]) -> str:
    words = [str(mapping[key]) for key in ("key", "form", "enemy", "name") if mapping.get(key)]
    return " ".join(words or [str(word) for word in list(mapping.values())[:1]])[:60]


def first_error(error: ValidationError) -> Any:
    """The first complaint; a name that is not known comes before the one that is then missing."""
    found = error.errors()
    return next((item for item in found if item["type"] == "extra_forbidden"), found[0])


def complaint(error: ValidationError) -> str:
    """The first thing that is wrong, with the field before it."""
    first = first_error(error)
    message = str(first["msg"]).removeprefix("Value error, ")
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{field}: no field has this name"
    if first["type"] == "missing":
        return f"{field}: is missing"
    if first["type"] == "string_pattern_mismatch":
        message = f"{first['input']!r} is no key; write small letters, digits and _, a letter first"
    return f"{field}: {message}" if field else message


# ---------------------------------------------------------------- what rows say of one another

Problem = tuple[Row, str, str]


def contradictions(tables: Tables) -> Iterator[Problem]:
    """Row, field and problem of all that does not fit together."""
    yield from _of_values(tables)
    yield from _of_sources(tables)
    yield from _of_enemies(tables)
    for job in tables.jobs.values():
        if job.item not in tables.items:
            yield job, "item", f"{job.item!r} is no item{did_you_mean(job.item, tables.items)}"
    for budget in tables.budgets.values():
        for key in budget.stock:
            if key not in tables.materials:
                yield budget, "materials", f"{key!r} is no material{did_you_mean(key, tables.materials)}"
    for material in tables.materials.values():
        if material.enemy not in tables.enemies:
            yield material, "enemy", f"{material.enemy!r} is no enemy{did_you_mean(material.enemy, tables.enemies)}"


def _of_values(tables: Tables) -> Iterator[Problem]:
    for name in COMBAT_VALUES:
        if name not in tables.values:
            yield next(iter(tables.values.values())), "key", f"the row {name!r} is missing"


def _of_sources(tables: Tables) -> Iterator[Problem]:
    """Peoples and titles, and the talents that belong to them."""
    known = [*tables.peoples, *(title.key for title in tables.titles.values())]
    for talent in tables.talents.values():
        if talent.source not in known:
            yield talent, "source", f"{talent.source!r} is no people and no title{did_you_mean(talent.source, known)}"
        elif talent.form and f"{talent.source} {talent.form}" not in tables.titles:
            yield talent, "form", f"{talent.source} is a people, whose talents have no form; leave it empty"
        elif not talent.form and talent.source not in tables.peoples:
            yield talent, "form", f"{talent.source} is a title; write A or B"
    for people in tables.peoples.values():
        if sum(row.level == 1 for row in tables.talents_of(people.key)) != 1:
            yield people, "key", "a people has exactly one talent of level 1 in talents.csv"
    for title in tables.titles.values():
        first = sum(row.level == 1 for row in tables.talents_of(title.key, title.form))
        if first < MAIN_TALENTS:
            yield title, "key", f"{first} talents of level 1 in talents.csv; a form needs {MAIN_TALENTS}"
        for form in FORMS:
            if f"{title.key} {form}" not in tables.titles:
                yield title, "form", f"the form {form} of {title.key} is missing; a title has both"


def _of_enemies(tables: Tables) -> Iterator[Problem]:
    for action in tables.enemy_actions.values():
        if action.enemy not in tables.enemies:
            yield action, "enemy", f"{action.enemy!r} is no enemy{did_you_mean(action.enemy, tables.enemies)}"
    for enemy in tables.enemies.values():
        if not any(row.timing == "attack" for row in tables.actions_of(enemy.key)):
            yield enemy, "key", "has no action of the timing attack in enemy_actions.csv"
