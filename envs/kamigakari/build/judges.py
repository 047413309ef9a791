"""The fights that judge a party, as arrays of everything in them but the PCs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.kamigakari.build.sizes import MOST_ENEMY_OPS, MOST_ENEMY_ROWS, MOST_FIGHTS
from dicedeck.envs.kamigakari.codes import (
    MOST_ENEMIES,
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_PCS,
    N_SQUARES,
    N_VALUES,
    NONE,
    OP_COLUMNS,
    ROW_COLUMNS,
)
from dicedeck.envs.kamigakari.tables.battle import Battle, make_battle, number_of
from dicedeck.envs.kamigakari.tables.scenario import load_fight_file, names_of, placements


class Foe(IntEnum):
    """Columns of an enemy's numbers behind the combat values."""

    HP = N_VALUES
    DIE = N_VALUES + 1
    WEAKNESS = N_VALUES + 2
    IMMUNE = N_VALUES + 3
    INNATE = N_VALUES + 4
    ATTRIBUTES = N_VALUES + 5
    POLICY = N_VALUES + 6
    WORTH = N_VALUES + 7


N_FOE = N_VALUES + 8


class Site(IntEnum):
    """Columns of a fight's numbers."""

    ENEMIES = 0
    GRID = 1
    MAX_TURNS = 2
    BONDS = 3
    ESSENCE = 4
    ROWS = 5
    OPS = 6


@dataclass(eq=False)
class Judges:
    """Up to MOST_FIGHTS fights."""

    names: tuple[str, ...]
    sites: Ints = field(default_factory=lambda: np.zeros((MOST_FIGHTS, len(Site)), np.int32))
    terrain: Ints = field(default_factory=lambda: np.zeros((MOST_FIGHTS, N_SQUARES), np.int32))
    squares: Ints = field(default_factory=lambda: np.full((MOST_FIGHTS, MOST_FIGURES), NONE, np.int32))
    foes: Ints = field(default_factory=lambda: np.zeros((MOST_FIGHTS, MOST_ENEMIES, N_FOE), np.int32))
    known: Ints = field(default_factory=lambda: np.full((MOST_FIGHTS, MOST_ENEMIES, MOST_KNOWN), NONE, np.int32))
    rows: Ints = field(default_factory=lambda: np.zeros((MOST_FIGHTS, MOST_ENEMY_ROWS, ROW_COLUMNS), np.int32))
    ops: Ints = field(default_factory=lambda: np.zeros((MOST_FIGHTS, MOST_ENEMY_OPS, OP_COLUMNS), np.int32))


def fights_of_level(level: int) -> list[str]:
    """The suite's fights for parties up to this level."""
    return [name for name in names_of("fights") if load_fight_file(name)[0].level <= level]


def load_judges(names: tuple[str, ...]) -> Judges:
    """Fights by name or path.

    Raises:
        OptionError: too many, one that does not exist, or a faulty row in one.
    """
    if not 1 <= len(names) <= MOST_FIGHTS:
        raise OptionError(f"fights: {len(names)} of them; 1 to {MOST_FIGHTS} are possible")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError(f"fights: {twice!r} stands there twice; say games=N to have each played more often")
    judges = Judges(names)
    for k, name in enumerate(names):
        fight, tables = load_fight_file(name)
        battle = make_battle(fight, name, [], tables)
        if len(fight.party_squares) < MOST_PCS:
            raise OptionError(f"{name}: party_squares: a party of {MOST_PCS} needs as many squares")
        for seat, (_, where) in enumerate(placements(fight, tables, name)["party_squares"]):
            judges.squares[k, seat] = number_of(where)
        sites = (battle.enemies, battle.grid, battle.max_turns, fight.bonds, fight.essence)
        judges.sites[k, : Site.ROWS] = sites
        _write(judges, k, battle)
    return judges


def _write(judges: Judges, k: int, battle: Battle) -> None:
    rows, ops = len(battle.row_keys), int(battle.rows[:, -1].sum())
    if rows > MOST_ENEMY_ROWS or ops > MOST_ENEMY_OPS:
        raise OptionError(
            f"{battle.key}: {rows} actions with {ops} operations; {MOST_ENEMY_ROWS} with {MOST_ENEMY_OPS} are possible"
        )
    judges.sites[k, Site.ROWS], judges.sites[k, Site.OPS] = rows, ops
    judges.terrain[k] = battle.terrain
    judges.squares[k, MOST_PCS:] = battle.square[MOST_PCS:]
    judges.known[k] = battle.known[MOST_PCS:]
    judges.rows[k] = battle.rows[:MOST_ENEMY_ROWS]
    judges.ops[k] = battle.ops[:MOST_ENEMY_OPS]
    foes = judges.foes[k]
    foes[:, :N_VALUES] = battle.base[MOST_PCS:]
    columns = (
        (Foe.HP, battle.max_hp),
        (Foe.DIE, battle.die),
        (Foe.WEAKNESS, battle.weakness),
        (Foe.IMMUNE, battle.immune),
        (Foe.INNATE, battle.innate),
        (Foe.ATTRIBUTES, battle.attributes),
        (Foe.POLICY, battle.policy),
        (Foe.WORTH, battle.worth),
    )
    for column, values in columns:
        foes[:, column] = values[MOST_PCS:]
