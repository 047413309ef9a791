"""Fights and parties, read from TOML files: ``configs/kamigakari/fights`` and ``.../parties``, or files of one's own.

A fight:

    title = "Back of the Station"
    grid = 9                                      # or 13
    level = 1                                     # of the PCs, and of the party that fights if none is named
    bonds = 3                                     # of each PC at the start, and its essence
    essence = 8
    max_turns = 20
    party_squares = ["2,7", "4,7", "6,7", "5,8"]  # column,row from 0
    foes = ["shutter_hound 3,2", "paper_soldier 5,2"]
    obstacles = ["3,5"]
    rough = ["2,2"]

A party has a title, a level and four ``[[pcs]]`` (``characters.py`` says what is in one). Either file may bring rows of
its own, ``[[talents]]``, ``[[enemies]]``, ``[[enemy_actions]]`` and so on with the columns of the CSV files, or name a
folder of CSV files: ``tables = "my_tables"``, relative to the file.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import dicedeck.configs
from dicedeck.envs.core.errors import OptionError, did_you_mean
from dicedeck.envs.kamigakari.codes import MOST_ENEMIES, MOST_ESSENCE, MOST_PCS, MOST_TURNS
from dicedeck.envs.kamigakari.tables.characters import MOST_LEVEL, Character, materials_used, price, problems
from dicedeck.envs.kamigakari.tables.library import KINDS, Tables, first_error, load_tables, with_rows
from dicedeck.envs.kamigakari.tables.phrases import square_of

FOLDER = Path(str(dicedeck.configs.__file__)).parent / "kamigakari"
Texts = Annotated[list[str], Field(max_length=80)]
Square = tuple[int, int]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    title: Annotated[str, Field(min_length=1, max_length=60)]
    level: Annotated[int, Field(ge=1, le=MOST_LEVEL)] = 1


class Fight(_File):
    """Where, against whom, and with how much essence."""

    grid: Literal[9, 13] = 9
    bonds: Annotated[int, Field(ge=0, le=12)] = 3
    essence: Annotated[int, Field(ge=-MOST_ESSENCE, le=MOST_ESSENCE)] = 8
    max_turns: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 20
    party: str = ""
    party_squares: Annotated[list[str], Field(min_length=1, max_length=MOST_PCS)]
    foes: Annotated[list[str], Field(min_length=1, max_length=MOST_ENEMIES)]
    obstacles: Texts = []
    rough: Texts = []


class Party(_File):
    """Who fights."""

    pcs: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=MOST_PCS)]


AnyFile = TypeVar("AnyFile", bound=_File)


def names_of(kind: str) -> list[str]:
    """The ``fights`` or ``parties`` of the suite."""
    return sorted(path.stem for path in (FOLDER / kind).glob("*.toml"))


def find_file(kind: str, name: str) -> Path:
    """A file of the suite by name, or one by a path that ends in ``.toml``.

    Raises:
        OptionError: there is none.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / kind / f"{name}.toml"
    if not os.path.isfile(path):
        known = names_of(kind)
        told = f"(known: {', '.join(known)}; or give a .toml file)"
        raise OptionError(f"{kind}: there is no {name!r}{did_you_mean(name, known)} {told}")
    return path


def read_file(cls: type[AnyFile], path: Path, tables: Tables) -> tuple[AnyFile, Tables]:
    """A fight or party, and the tables with the rows that it brings along.

    Raises:
        OptionError: names the file, the row and the field.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path.name}: {error}") from None
    folder = content.pop("tables", "")
    if not isinstance(folder, str):
        raise OptionError(f"{path.name}: tables: expected the name of a folder, found {folder!r}")
    if folder:
        tables = load_tables(str(path.parent / folder))
    extra = {kind: content.pop(kind) for kind in KINDS if kind in content}
    for kind, rows in extra.items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise OptionError(f"{path.name}: {kind}: write [[{kind}]] before each row")
    if extra:
        cells = {kind: [(f"{kind}[{k}]", row) for k, row in enumerate(rows)] for kind, rows in extra.items()}
        tables = with_rows(tables, cells, path.name)
    try:
        return cls(**content), tables
    except ValidationError as error:
        first = first_error(error)
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
        raise OptionError(f"{path.name}: {place or 'file'}: {_told(first, cls)}") from None


def _told(error: Any, cls: type[BaseModel]) -> str:
    if error["type"] == "extra_forbidden":
        known = [*cls.model_fields, *([*KINDS, "tables"] if issubclass(cls, _File) else [])]
        return f"nothing has this name here{did_you_mean(str(error['loc'][-1]), known)}"
    return "is missing" if error["type"] == "missing" else str(error["msg"])


@lru_cache(maxsize=64)
def load_fight_file(name: str) -> tuple[Fight, Tables]:
    """A fight whose squares and foes are sound.

    Raises:
        OptionError: likewise.
    """
    path = find_file("fights", name)
    fight, tables = read_file(Fight, path, load_tables())
    placements(fight, tables, path.name)
    return fight, tables


def placements(fight: Fight, tables: Tables, source: str) -> dict[str, list[tuple[str, Square]]]:
    """Who or what stands where, by the field of the file.

    Raises:
        OptionError: a square off the grid or taken, or an enemy that does not exist.
    """
    taken: dict[Square, str] = {}
    placed: dict[str, list[tuple[str, Square]]] = {}
    for field in ("party_squares", "foes", "obstacles", "rough"):
        placed[field] = []
        for k, text in enumerate(getattr(fight, field)):
            key, blank, square = text.rpartition(" ") if field == "foes" else ("", "", text)
            place = f"{source}: {field}[{k}]"
            if field == "foes" and not blank:
                raise OptionError(f"{place}: {text!r} has no square; write an enemy's key, a blank, column,row")
            if field == "foes" and key.strip() not in tables.enemies:
                hint = did_you_mean(key.strip(), tables.enemies)
                raise OptionError(
                    f"{place}: {key.strip()!r} is no enemy{hint}; write an enemy's key, a blank, column,row"
                )
            try:
                where = square_of(square, fight.grid)
            except ValueError as error:
                raise OptionError(f"{place}: {error}") from None
            if field != "rough" and where in taken:
                raise OptionError(f"{place}: {square.strip()} is taken by {taken[where]}; choose another square")
            taken.setdefault(where, f"{field}[{k}]")
            placed[field].append((key.strip(), where))
    return placed


def load_party_file(name: str, tables: Tables) -> tuple[Party, list[Character], Tables]:
    """A party that the building rules allow (KAMI-40 to KAMI-42), and the tables with its own rows.

    Raises:
        OptionError: names the file, the PC and the field.
    """
    path = find_file("parties", name)
    party, tables = read_file(Party, path, tables)
    members = [_member(row, k, path.name, party, tables) for k, row in enumerate(party.pcs)]
    check_party(members, party.level, tables, path.name)
    return party, members, tables


def _member(row: dict[str, Any], k: int, source: str, party: Party, tables: Tables) -> Character:
    try:
        who = Character(**row)
    except ValidationError as error:
        first = first_error(error)
        place = ".".join(str(part) for part in first["loc"])
        raise OptionError(f"{source}: pcs[{k}].{place}: {_told(first, Character)}") from None
    for field, problem in problems(who, tables, party.level):
        raise OptionError(f"{source}: pcs[{k}].{field}: {problem}")
    return who


def check_party(members: list[Character], level: int, tables: Tables, source: str) -> None:
    """Whether the budget of the level is enough: G for each, materials for all together.

    Raises:
        OptionError: names the PC or the material.
    """
    budget = tables.budgets[str(level)]
    for k, who in enumerate(members):
        cost = price(who, tables)
        if cost > budget.gold:
            raise OptionError(
                f"{source}: pcs[{k}].weapon: the gear costs {cost} G; a PC of level {level} has {budget.gold}"
            )
    stock = Counter(budget.stock)
    used = sum((materials_used(who) for who in members), Counter())
    for material, n in used.items():
        if n > stock[material]:
            raise OptionError(f"{source}: pcs: {n} of {material} used; a party of level {level} has {stock[material]}")
