"""Kamigakari's tables and fights in few words, for its tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dicedeck.envs.kamigakari.codes import Row
from dicedeck.envs.kamigakari.tables import Battle, load_fight
from dicedeck.envs.kamigakari.tables.library import Tables, load_tables
from dicedeck.envs.kamigakari.tables.scenario import FOLDER, load_fight_file, load_party_file

TABLES = load_tables()
READY = FOLDER / "parties" / "ready_1.toml"


def members(level: int = 1) -> list[Any]:
    return load_party_file(f"ready_{level}", TABLES)[1]


def row_of(battle: Battle, key: str) -> list[int]:
    return [int(n) for n in battle.rows[battle.row_keys.index(key)]]


def ops_of(battle: Battle, key: str) -> list[list[int]]:
    row = row_of(battle, key)
    found: list[list[int]] = battle.ops[row[Row.FIRST_OP] : row[Row.FIRST_OP] + row[Row.OPS]].tolist()
    return found


def armed(tmp_path: Path, number: int, more: str) -> Battle:
    """The default fight with a ready PC whose weapon is built upon; the party has whatever that takes."""
    text = READY.read_text(encoding="utf-8")
    head, *pcs = text.split("[[pcs]]")
    pcs[number] = f"\n{more}{pcs[number]}"
    materials = "|".join(TABLES.materials)
    rich = f'[[budgets]]\nlevel = 1\ngold = 9999\nmaterials = "{materials}"\n\n'
    path = tmp_path / "party.toml"
    path.write_text(head + rich + "[[pcs]]".join(["", *pcs]))
    return load_fight("default", str(path))


def with_file(tmp_path: Path, name: str, *lines: str) -> Tables:
    (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    load_tables.cache_clear()
    return load_tables(str(tmp_path))


def fight_of(tmp_path: Path, text: str, party: str | None = None) -> Battle:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    load_fight.cache_clear()
    load_tables.cache_clear()
    load_fight_file.cache_clear()
    return load_fight(str(path), party)
