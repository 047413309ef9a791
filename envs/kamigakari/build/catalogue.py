"""The tables as arrays: what can be chosen, and what each choice adds; and the fights that judge a party.

Everything that always holds (titles, gear, constant talents, effects in a weapon) is a row of ``things``: what it adds
to the values, hit points, the weapon's rank, magic rank and range, then bits of immunities, statuses and attributes,
then the attribute of weapon attacks. A talent or a piece with a timing also has one of the ``rows`` of ``codes.py``, in
which WEAPONS stands where the bearer's weapon decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.kamigakari.build.sizes import (
    MOST_ARMOURS,
    MOST_CHARMS,
    MOST_EFFECTS,
    MOST_ENEMY_OPS,
    MOST_JOBS,
    MOST_MATERIALS,
    MOST_OWN_OPS,
    MOST_OWN_ROWS,
    MOST_OWN_TALENTS,
    MOST_PEOPLES,
    MOST_STOCK,
    MOST_TALENTS,
    MOST_TITLES,
    MOST_WEAPONS,
)
from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    MOST_OPS,
    MOST_PCS,
    N_VALUES,
    NONE,
    OP_COLUMNS,
    ROW_COLUMNS,
    STATUS_NAMES,
    VALUE_NAMES,
    Kind,
    Row,
)
from dicedeck.envs.kamigakari.tables.battle import weapon_reach
from dicedeck.envs.kamigakari.tables.characters import HIGH_EVERY, MAIN_FIRST, SUB_FIRST, source_of
from dicedeck.envs.kamigakari.tables.grammar import Op
from dicedeck.envs.kamigakari.tables.library import Tables, load_tables
from dicedeck.envs.kamigakari.tables.numbers import Armed, RowTable, op_rows
from dicedeck.envs.kamigakari.tables.operations import ANY_ATTRIBUTE
from dicedeck.envs.kamigakari.tables.phrases import (
    AimNumbers,
    ReachNumbers,
    aim_numbers,
    cost_numbers,
    limit_numbers,
    reach_numbers,
)
from dicedeck.envs.kamigakari.tables.rows import Item, Talent
from dicedeck.envs.kamigakari.tables.words import CONSTANT, MATERIAL_KINDS, STATS

WEAPONS = -2
"""In a row of a talent: as the weapon of its bearer has it (range, target, and the kind of an attack)."""


class Adds(IntEnum):
    """Columns of ``things`` behind the combat values."""

    HP = N_VALUES
    RANK = N_VALUES + 1
    MAGIC_RANK = N_VALUES + 2
    LONGER = N_VALUES + 3
    IMMUNE = N_VALUES + 4
    """Bits, likewise the next two."""
    INNATE = N_VALUES + 5
    ATTRIBUTES = N_VALUES + 6
    ATTRIBUTE = N_VALUES + 7
    """Of weapon attacks; 0: none."""


N_ADDS = N_VALUES + 8
N_SUMS = Adds.IMMUNE
"""Columns that are added up; the others are bits, and an attribute."""
MOST_OF: dict[str, int] = {
    "titles": MOST_TITLES,
    "talents": MOST_TALENTS,
    "weapons": MOST_WEAPONS,
    "armours": MOST_ARMOURS,
    "charms": MOST_CHARMS,
    "jobs": MOST_JOBS,
    "weapon_effects": MOST_EFFECTS,
    "materials": MOST_MATERIALS,
}
T_TITLE = 0
T_TALENT = T_TITLE + MOST_TITLES
T_WEAPON = T_TALENT + MOST_TALENTS
T_ARMOUR = T_WEAPON + MOST_WEAPONS
T_CHARM = T_ARMOUR + MOST_ARMOURS
T_JOB = T_CHARM + MOST_CHARMS
T_EFFECT = T_JOB + MOST_JOBS
T_MATERIAL = T_EFFECT + MOST_EFFECTS
N_THINGS = T_MATERIAL + MOST_MATERIALS
R_TALENT = 0
R_WEAPON = R_TALENT + MOST_TALENTS
R_CHARM = R_WEAPON + MOST_WEAPONS
R_ITEM = R_CHARM + MOST_CHARMS

ON_SELF = reach_numbers("self"), aim_numbers("self")


@dataclass(eq=False)
class Catalogue:
    """What a party is built from."""

    tables: Tables
    names: dict[str, list[str]]
    stats: Ints
    """Main stats of each people."""
    value_stat: Ints
    """For each value, and hit points last: the main stat it comes from, or NONE."""
    value_half: Ints
    """Twice the divisor."""
    value_base: Ints
    things: Ints
    price: Ints
    """Of each thing."""
    rows: Ints
    ops: Ints
    weapon_kind: Ints
    weapon_rank: Ints
    talent_source: Ints
    """The title's number, or MOST_TITLES + the people's."""
    talent_level: Ints
    talent_high: Ints
    effect_times: Ints
    effect_points: Ints
    effect_kind: Ints
    """Kind of material; NONE: any."""
    effect_open: Ints
    """1: an attribute is chosen."""
    material_kind: Ints
    material_points: Ints
    gold: dict[int, int] = field(default_factory=dict)
    stock: dict[int, Ints] = field(default_factory=dict)
    """By level."""


@lru_cache(maxsize=8)
def load_catalogue(folder: str = "") -> Catalogue:
    """The suite's tables, with those of a folder over them.

    Raises:
        OptionError: a faulty row, or more rows than fit.
    """
    return make_catalogue(load_tables(folder))


def make_catalogue(tables: Tables) -> Catalogue:
    names = {kind: list(getattr(tables, kind)) for kind in (*MOST_OF, "peoples")}
    for kind, most in {**MOST_OF, "peoples": MOST_PEOPLES}.items():
        if len(names[kind]) > most:
            raise OptionError(f"{kind}.csv: {len(names[kind])} rows; building takes at most {most}")
    rows, ops = _own_rows(tables)
    sources = [*names["titles"], *[""] * (MOST_TITLES - len(names["titles"])), *names["peoples"]]
    effects, materials = list(tables.weapon_effects.values()), list(tables.materials.values())
    talents = list(tables.talents.values())
    found = Catalogue(
        tables=tables,
        names=names,
        stats=_filled([people.stats for people in tables.peoples.values()], (MOST_PEOPLES, len(STATS))),
        value_stat=np.array([_stat(tables, name) for name in (*VALUE_NAMES, "hp")], np.int32),
        value_half=np.array([_half(tables, name) for name in (*VALUE_NAMES, "hp")], np.int32),
        value_base=np.array([_base(tables, name) for name in (*VALUE_NAMES, "hp")], np.int32),
        things=_things(tables),
        price=_prices(tables),
        rows=rows,
        ops=ops,
        weapon_kind=_filled(
            [Kind.PHYSICAL if row.kind == "physical" else Kind.MAGIC for row in tables.weapons.values()],
            (MOST_WEAPONS,),
        ),
        weapon_rank=_filled([row.rank for row in tables.weapons.values()], (MOST_WEAPONS,)),
        talent_source=_filled([sources.index(source_of(row)) for row in talents], (MOST_TALENTS,), NONE),
        talent_level=_filled([row.level for row in talents], (MOST_TALENTS,)),
        talent_high=_filled([int(row.is_high) for row in talents], (MOST_TALENTS,)),
        effect_times=_filled([row.times for row in effects], (MOST_EFFECTS,)),
        effect_points=_filled([row.points for row in effects], (MOST_EFFECTS,)),
        effect_kind=_filled(
            [NONE if row.material_kind == "any" else MATERIAL_KINDS.index(row.material_kind) for row in effects],
            (MOST_EFFECTS,),
        ),
        effect_open=_filled([int(any(ANY_ATTRIBUTE in op.args for op in row.ops)) for row in effects], (MOST_EFFECTS,)),
        material_kind=_filled([MATERIAL_KINDS.index(row.kind) for row in materials], (MOST_MATERIALS,)),
        material_points=_filled([row.points for row in materials], (MOST_MATERIALS,)),
    )
    gear = [min(piece.price for piece in pieces.values()) for pieces in (tables.weapons, tables.armours, tables.charms)]
    for budget in tables.budgets.values():
        if budget.gold < sum(gear):
            told = f"{budget.gold}; the cheapest weapon, armour and charm cost {sum(gear)}"
            raise OptionError(f"budgets.csv row {budget.level}: gold: {told}")
        if len(budget.stock) > MOST_STOCK:
            raise OptionError(f"budgets.csv row {budget.level}: materials: more than {MOST_STOCK}")
        found.gold[budget.level] = budget.gold
        stock = [budget.stock.count(name) for name in names["materials"]]
        found.stock[budget.level] = _filled(stock, (MOST_MATERIALS,))
    _check_talents(tables)
    return found


def _check_talents(tables: Tables) -> None:
    """Any two titles have talents enough for the highest level."""
    counts = sorted(
        (sum(not row.is_high for row in tables.talents_of(title.key, title.form)), f"{title.key} {title.form}")
        for title in tables.titles.values()
    )
    needed = MAIN_FIRST + SUB_FIRST + HIGH_EVERY - 1
    if counts[0][0] + counts[1][0] < needed:
        raise OptionError(
            f"talents.csv: {counts[0][1]} and {counts[1][1]} have {counts[0][0] + counts[1][0]} talents of the levels "
            f"1 and 3; a PC of level {HIGH_EVERY} with these titles needs {needed}"
        )

    for key, people in tables.peoples.items():
        if len(tables.talents_of(key)) < 2:
            raise OptionError(f"peoples.csv row {people.key!r}: key: a people has two talents in talents.csv")
    for key, title in tables.titles.items():
        if not any(row.is_high for row in tables.talents_of(title.key, title.form)):
            raise OptionError(f"titles.csv row {key!r}: key: a form has a high talent (level 5) in talents.csv")


def _filled(values: Sequence[Any], shape: tuple[int, ...], empty: int = 0) -> Ints:
    """The values at the front of an array of this shape."""
    result = np.full(shape, empty, np.int32)
    if len(values):
        result[: len(values)] = values
    return result


def _stat(tables: Tables, name: str) -> int:
    row = tables.values.get(name)
    return STATS.index(row.main_stat) if row and row.main_stat else NONE


def _half(tables: Tables, name: str) -> int:
    """Twice the divisor, which is a multiple of a half: 2 x stat / this."""
    row = tables.values.get(name)
    return int(2 * row.divisor) if row and row.main_stat else 1


def _base(tables: Tables, name: str) -> int:
    row = tables.values.get(name)
    return row.base if row else 0


# ---------------------------------------------------------------- what always holds


def _things(tables: Tables) -> Ints:
    """What each thing adds."""
    found = np.zeros((N_THINGS, N_ADDS), np.int32)
    for kind, start in (("titles", T_TITLE), ("weapons", T_WEAPON), ("armours", T_ARMOUR)):
        for k, piece in enumerate(getattr(tables, kind).values()):
            for column, name in enumerate((*VALUE_NAMES, "hp")):
                found[start + k, column] = getattr(piece, name, 0)
    for kind, start in (("jobs", T_JOB), ("weapon_effects", T_EFFECT), ("materials", T_MATERIAL)):
        for k, piece in enumerate(getattr(tables, kind).values()):
            add_ops(found[start + k], piece.ops)
    for kind, start in (("talents", T_TALENT), ("charms", T_CHARM)):
        for k, piece in enumerate(getattr(tables, kind).values()):
            if piece.timing == CONSTANT:
                add_ops(found[start + k], piece.ops)
    return found


def add_ops(adds: Ints, ops: Sequence[Op]) -> None:
    """Operations that always hold, as what they add."""
    for op in ops:
        if op.name == "mod":
            adds[_column(op)] += int(op.args[2])
        elif op.name == "immune":
            adds[Adds.IMMUNE] |= 1 << STATUS_NAMES.index(str(op.args[1]))
        elif op.name == "give":
            adds[Adds.INNATE] |= 1 << STATUS_NAMES.index(str(op.args[1]))
        elif op.args[0] == "self":
            adds[Adds.ATTRIBUTES] |= 1 << ATTRIBUTE_NAMES.index(str(op.args[1]))
        elif op.args[1] != ANY_ATTRIBUTE:
            adds[Adds.ATTRIBUTE] = ATTRIBUTE_NAMES.index(str(op.args[1]))


def _column(op: Op) -> int:
    name = str(op.args[1])
    own = {"hp": Adds.HP, "rank": Adds.RANK, "magic_rank": Adds.MAGIC_RANK, "range": Adds.LONGER}
    return int(own[name]) if name in own else VALUE_NAMES.index(name)


def _prices(tables: Tables) -> Ints:
    """G; things that cannot be bought cost nothing."""
    found = np.zeros(N_THINGS, np.int32)
    for kind, start in (
        ("weapons", T_WEAPON),
        ("armours", T_ARMOUR),
        ("charms", T_CHARM),
        ("weapon_effects", T_EFFECT),
    ):
        for k, piece in enumerate(getattr(tables, kind).values()):
            found[start + k] = piece.price
    return found


# ---------------------------------------------------------------- what is done


def _own_rows(tables: Tables) -> tuple[Ints, Ints]:
    """Rows of talents, weapons, charms and items at their places; those that always hold are left empty."""
    rows = np.zeros((MOST_OWN_ROWS, ROW_COLUMNS), np.int32)
    table = RowTable()
    for k, talent in enumerate(tables.talents.values()):
        if talent.timing != CONSTANT:
            rows[R_TALENT + k] = table.rows[_add_talent(table, talent)]
    for k, weapon in enumerate(tables.weapons.values()):
        attack = _marked([Op("attack", ("weapon",))])
        number = table.add(weapon.key, weapon.name, "attack", "", attack, *weapon_reach(weapon, 0))
        rows[R_WEAPON + k] = table.rows[number]
    for k, charm in enumerate(tables.charms.values()):
        if charm.timing != CONSTANT:
            rows[R_CHARM + k] = table.rows[_add_item(table, charm)]
    for k, job in enumerate(tables.jobs.values()):
        item = tables.items[job.item]
        if item.timing != CONSTANT:
            rows[R_ITEM + k] = table.rows[_add_item(table, item)]
    if len(table.ops) > MOST_OWN_OPS:
        raise OptionError(f"talents.csv: {len(table.ops)} operations with gear; building takes {MOST_OWN_OPS}")
    _check_party_ops(rows)
    ops = np.zeros((MOST_OWN_OPS, OP_COLUMNS), np.int32)
    ops[: len(table.ops)] = table.ops
    return rows, ops


def _check_party_ops(rows: Ints) -> None:
    """Whatever four PCs take, a fight has room for it beside the enemies."""
    ops = rows[:, Row.OPS]
    talents = int(np.sort(ops[R_TALENT:R_WEAPON])[-MOST_OWN_TALENTS:].sum())
    most = MOST_PCS * (1 + talents + int(ops[R_CHARM:R_ITEM].max()) + int(ops[R_ITEM:].max()))
    if most > MOST_OPS - MOST_ENEMY_OPS:
        raise OptionError(
            f"talents.csv: four PCs could have {most} operations in their talents and gear; a fight has room for "
            f"{MOST_OPS - MOST_ENEMY_OPS} beside its enemies. Split long effects, or leave operations out"
        )


def _marked(ops: Sequence[Op]) -> list[list[int]]:
    """Operations whose attacks with the weapon have WEAPONS for the kind."""
    return op_rows(ops, Armed(kind=WEAPONS))  # type: ignore[arg-type]


def _add_talent(table: RowTable, row: Talent) -> int:
    reach = reach_numbers(row.range) or ReachNumbers(WEAPONS)  # type: ignore[arg-type]
    aim = aim_numbers(row.target) or AimNumbers(WEAPONS, 0)  # type: ignore[arg-type]
    costs = cost_numbers(row.cost), limit_numbers(row.limit)
    return table.add(row.key, row.name, row.timing, row.trigger, _marked(row.ops), reach, aim, *costs)


def _add_item(table: RowTable, row: Item) -> int:
    reach, aim = ON_SELF
    assert reach is not None and aim is not None
    limit = limit_numbers(row.limit)
    return table.add(row.key, row.name, row.timing, row.trigger, _marked(row.ops), reach, aim, limit=limit)
