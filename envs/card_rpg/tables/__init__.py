"""The tables of C.A.R.D. RPG: cards, characters, NPCs and situations as CSV files, the game's own or a user's.

``load_tables("standard")`` gives the game's own, ``load_tables(folder)`` those of a folder; files that it lacks are
taken from the game's own. Weapons, items and bad statuses keep their keys, since they are printed cards; their numbers
and effects may be changed. Characters, NPCs and situations may be others and fewer.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from dicedeck.envs.card_rpg.cards import N_CHARACTERS, N_NPCS, N_SITUATIONS, N_TOWN, NONE, Fight, Op
from dicedeck.envs.card_rpg.tables import arrays, checks, sheets
from dicedeck.envs.card_rpg.tables.cells import TableError
from dicedeck.envs.card_rpg.tables.rows import BadStatus, Character, Item, Named, Npc, Situation, Weapon
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import OptionError, did_you_mean

STANDARD = "standard"
FOLDER = Path(__file__).resolve().parent / STANDARD
PERSONAL_CARDS = 8
"""The cards A to H, which stand for built weapons and are in no table (CARD-1)."""

Row = TypeVar("Row", bound=Named)


@dataclass(frozen=True)
class Rows:
    """All rows as they are read; a row's place is its number in the rules, None where a situation is missing."""

    weapons: tuple[Weapon, ...]
    items: tuple[Item, ...]
    statuses: tuple[BadStatus, ...]
    characters: tuple[Character, ...]
    npcs: tuple[Npc, ...]
    situations: tuple[Situation | None, ...]


@dataclass(frozen=True, eq=False)
class Tables:
    """What the rules and the pictures need of the rows."""

    name: str
    rows: Rows
    weapons: Ints
    items: Ints
    npcs: Ints
    situations: Ints
    characters: Ints
    statuses: Ints
    mimic: int
    """The NPC that ``fight(mimic)`` means; NONE where there is no such fight."""
    weapon_keys: tuple[str, ...]
    item_keys: tuple[str, ...]
    npc_keys: tuple[str, ...]
    """Here and below: ``unused_32`` and the like where there is no row."""
    situation_keys: tuple[str, ...]
    character_keys: tuple[str, ...]
    status_keys: tuple[str, ...]
    weapon_titles: tuple[str, ...]
    item_titles: tuple[str, ...]
    npc_titles: tuple[str, ...]
    situation_titles: tuple[str, ...]
    character_titles: tuple[str, ...]
    status_titles: tuple[str, ...]
    npc_actions: tuple[str, ...]
    abilities: tuple[str, ...]


@lru_cache(maxsize=32)
def load_tables(name: str = STANDARD) -> Tables:
    """The tables of that name, checked.

    Raises:
        OptionError: there is no such folder, or it holds none of the files; TableError, which is one, names file,
            row and field, and what would be right.
    """
    return make_tables(name, read_rows(FOLDER if name == STANDARD else _checked_folder(name)))


def _checked_folder(name: str) -> Path:
    path = Path(os.path.expanduser(name))
    files = ", ".join(sheets.FILES)
    if not os.path.isdir(path):
        raise OptionError(f"there is no folder {name!r}; write {STANDARD!r}, or a folder with any of {files}")
    found = sorted(item.name for item in path.iterdir() if item.suffix.lower() == ".csv")
    for file in found:
        if file not in sheets.FILES:
            raise OptionError(f"{file!r} in {name!r} is no table{did_you_mean(file, sheets.FILES)} (known: {files})")
    if not found:
        raise OptionError(f"the folder {name!r} holds none of {files}")
    return path


def read_rows(folder: Path) -> Rows:
    """The rows of a folder's files, and the game's own for those that it lacks.

    Raises:
        TableError: names file, row and field, and what would be right.
    """
    weapons = _printed(sheets.WEAPONS, folder)
    items = _printed(sheets.ITEMS, folder)
    statuses = _printed(sheets.STATUSES, folder)
    characters, npcs, situations = (_read(s, folder) for s in (sheets.CHARACTERS, sheets.NPCS, sheets.SITUATIONS))
    checks.check_rows(sheets.WEAPONS.file, weapons, checks.weapon_problems)
    checks.check_rows(sheets.ITEMS.file, items, checks.item_problems)
    checks.check_rows(sheets.STATUSES.file, statuses, checks.status_problems)
    checks.check_rows(sheets.CHARACTERS.file, characters, checks.character_problems)
    checks.check_rows(sheets.NPCS.file, npcs, checks.npc_problems)
    checks.check_rows(sheets.SITUATIONS.file, situations, checks.situation_problems)
    checks.check_deck(weapons, items)
    checks.check_figures(characters, npcs, situations)
    return Rows(weapons, items, statuses, characters, npcs, _by_stage(situations))


def _read(sheet: sheets.Sheet[Row], folder: Path) -> tuple[Row, ...]:
    own = folder / sheet.file
    return sheets.read_sheet(sheet, own if own.is_file() else FOLDER / sheet.file)


def _printed(sheet: sheets.Sheet[Row], folder: Path) -> tuple[Row, ...]:
    """Rows whose keys and order are fixed."""
    rows = sheets.read_sheet(sheet, FOLDER / sheet.file)
    if folder == FOLDER:
        return rows
    return checks.in_order(sheet.file, _read(sheet, folder), [row.key for row in rows])


def _by_stage(rows: tuple[Situation, ...]) -> tuple[Situation | None, ...]:
    """Those of the town first, those of the dungeon from N_TOWN on."""
    town: list[Situation | None] = [row for row in rows if not row.in_dungeon]
    dungeon: list[Situation | None] = [row for row in rows if row.in_dungeon]
    town += [None] * (N_TOWN - len(town))
    dungeon += [None] * (N_SITUATIONS - N_TOWN - len(dungeon))
    return (*town, *dungeon)


def make_tables(name: str, rows: Rows) -> Tables:
    """Arrays, keys and titles of the rows."""
    npc_keys = _padded([row.key for row in rows.npcs], N_NPCS)
    meets_mimics = any(
        operation.code == Op.FIGHT and operation.a == Fight.MIMIC
        for row in rows.situations
        if row is not None
        for operation in row.failure
    )
    return Tables(
        name=name,
        rows=rows,
        weapons=arrays.weapon_array(rows.weapons),
        items=arrays.item_array(rows.items),
        npcs=arrays.npc_array(rows.npcs),
        situations=arrays.situation_array(rows.situations),
        characters=arrays.character_array(rows.characters),
        statuses=arrays.status_array(rows.statuses),
        mimic=npc_keys.index(checks.MIMIC) if meets_mimics else NONE,
        weapon_keys=tuple(row.key for row in rows.weapons),
        item_keys=tuple(row.key for row in rows.items),
        npc_keys=npc_keys,
        situation_keys=tuple(row.key if row else f"unused_{i}" for i, row in enumerate(rows.situations)),
        character_keys=_padded([row.key for row in rows.characters], N_CHARACTERS),
        status_keys=tuple(row.key for row in rows.statuses),
        weapon_titles=tuple(row.name for row in rows.weapons),
        item_titles=tuple(row.name for row in rows.items),
        npc_titles=_padded([row.name for row in rows.npcs], N_NPCS),
        situation_titles=tuple(row.name if row else f"unused_{i}" for i, row in enumerate(rows.situations)),
        character_titles=_padded([row.name for row in rows.characters], N_CHARACTERS),
        status_titles=tuple(row.name for row in rows.statuses),
        npc_actions=_padded([row.action for row in rows.npcs], N_NPCS),
        abilities=_padded([row.ability for row in rows.characters], N_CHARACTERS),
    )


def _padded(names: list[str], number: int) -> tuple[str, ...]:
    return (*names, *(f"unused_{i}" for i in range(len(names), number)))


__all__ = [
    "FOLDER",
    "PERSONAL_CARDS",
    "STANDARD",
    "Rows",
    "TableError",
    "Tables",
    "load_tables",
    "make_tables",
    "read_rows",
]
