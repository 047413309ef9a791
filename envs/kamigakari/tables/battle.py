"""A fight with its party as the arrays that the rules copy into a game's record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_OPS,
    MOST_PCS,
    MOST_ROWS,
    N_SQUARES,
    N_VALUES,
    NONE,
    OP_COLUMNS,
    POLICY_NAMES,
    ROW_COLUMNS,
    STATUS_NAMES,
    VALUE_NAMES,
    WIDTH,
    Aim,
    Kind,
    Reach,
    Value,
)
from dicedeck.envs.kamigakari.tables.characters import (
    Character,
    combat_values,
    lasting_ops,
    main_stats,
    weapon_attribute,
    weapon_bonus,
)
from dicedeck.envs.kamigakari.tables.grammar import Op
from dicedeck.envs.kamigakari.tables.library import Tables
from dicedeck.envs.kamigakari.tables.numbers import Armed, RowTable, op_rows
from dicedeck.envs.kamigakari.tables.phrases import (
    AimNumbers,
    ReachNumbers,
    aim_numbers,
    cost_numbers,
    limit_numbers,
    reach_numbers,
)
from dicedeck.envs.kamigakari.tables.rows import Enemy, EnemyAction, Weapon
from dicedeck.envs.kamigakari.tables.scenario import (
    Fight,
    Square,
    load_fight_file,
    load_party_file,
    names_of,
    placements,
)
from dicedeck.envs.kamigakari.tables.words import CONSTANT

SPIRIT_DICE = 4
"""Of a PC (KAMI-6)."""
LEAST_VALUE, MOST_VALUE = -20, 60
"""Of a combat value before anything happens."""
MOST_HP = 999
ON_SELF = ReachNumbers(Reach.SELF), AimNumbers(Aim.SELF, 1)


def _per_figure() -> Ints:
    return np.zeros(MOST_FIGURES, np.int32)


@dataclass(eq=False)
class Battle:
    """What the options of a fight decide. Seats 0 to 3 are PCs, seats from 4 on enemies; unused seats are 0."""

    title: str
    key: str
    pcs: int
    enemies: int
    grid: int
    max_turns: int
    terrain: Ints
    """For each square (row x 13 + column) 0: plain, 1: an obstacle, 2: rough."""
    row_names: tuple[str, ...] = ()
    row_keys: tuple[str, ...] = ()
    figure_names: tuple[str, ...] = ()
    figure_keys: tuple[str, ...] = ()
    square: Ints = field(default_factory=lambda: np.full(MOST_FIGURES, NONE, np.int32))
    base: Ints = field(default_factory=lambda: np.zeros((MOST_FIGURES, N_VALUES), np.int32))
    """Combat values with all that always holds."""
    max_hp: Ints = field(default_factory=_per_figure)
    body: Ints = field(default_factory=_per_figure)
    die: Ints = field(default_factory=_per_figure)
    """The fixed die of an enemy."""
    spirit: Ints = field(default_factory=_per_figure)
    weakness: Ints = field(default_factory=_per_figure)
    """An attribute's number, 0 for none."""
    immune: Ints = field(default_factory=_per_figure)
    """Statuses as bits, likewise below."""
    innate: Ints = field(default_factory=_per_figure)
    attributes: Ints = field(default_factory=_per_figure)
    """Bits of attributes on every attack."""
    policy: Ints = field(default_factory=_per_figure)
    worth: Ints = field(default_factory=_per_figure)
    """Essence that a defeated enemy is worth."""
    level: Ints = field(default_factory=_per_figure)
    bonds: Ints = field(default_factory=_per_figure)
    essence: Ints = field(default_factory=_per_figure)
    weapon: Ints = field(default_factory=lambda: np.full(MOST_FIGURES, NONE, np.int32))
    """The row of the plain weapon attack."""
    known: Ints = field(default_factory=lambda: np.full((MOST_FIGURES, MOST_KNOWN), NONE, np.int32))
    rows: Ints = field(default_factory=lambda: np.zeros((MOST_ROWS, ROW_COLUMNS), np.int32))
    ops: Ints = field(default_factory=lambda: np.zeros((MOST_OPS, OP_COLUMNS), np.int32))


@lru_cache(maxsize=64)
def load_fight(fight: str, party: str | None = None) -> Battle:
    """A fight by name or path, with its own party, that of its level, or another one by name or path.

    Raises:
        OptionError: names the file, the row and the field, and how to mend it.
    """
    scenario, tables = load_fight_file(fight)
    chosen = party or scenario.party or f"ready_{scenario.level}"
    if not (party or scenario.party) and chosen not in names_of("parties"):
        raise OptionError(f"{fight}: no party of level {scenario.level} is ready; name one, as party or in the file")
    _, members, tables = load_party_file(chosen, tables)
    return make_battle(scenario, fight, members, tables)


def make_battle(fight: Fight, key: str, members: Sequence[Character], tables: Tables) -> Battle:
    """The arrays of a fight.

    Raises:
        OptionError: there are more PCs than squares, or more rows than fit.
    """
    placed = placements(fight, tables, key)
    terrain = np.zeros(N_SQUARES, np.int32)
    for field_name, number in (("rough", 2), ("obstacles", 1)):
        for _, where in placed[field_name]:
            terrain[number_of(where)] = number
    battle = Battle(
        title=fight.title,
        key=key,
        pcs=len(members),
        enemies=len(placed["foes"]),
        grid=fight.grid,
        max_turns=fight.max_turns,
        terrain=terrain,
    )
    if len(members) > len(placed["party_squares"]):
        raise OptionError(f"{key}: party_squares: {len(members)} PCs need as many squares")
    table = RowTable()
    names, keys = [""] * MOST_FIGURES, [""] * MOST_FIGURES
    for seat, (who, (_, where)) in enumerate(zip(members, placed["party_squares"])):
        battle.square[seat] = number_of(where)
        battle.bonds[seat], battle.essence[seat], battle.level[seat] = fight.bonds, fight.essence, fight.level
        add_pc(battle, table, seat, who, tables)
        names[seat], keys[seat] = who.row_key[0], who.people
    shared: dict[str, list[int]] = {}
    for k, (enemy, where) in enumerate(placed["foes"]):
        seat = MOST_PCS + k
        battle.square[seat] = number_of(where)
        add_enemy(battle, table, seat, tables.enemies[enemy], tables, shared)
        names[seat], keys[seat] = tables.enemies[enemy].name, enemy
    battle.figure_names, battle.figure_keys = tuple(names), tuple(keys)
    _write_rows(battle, table)
    return battle


def number_of(where: Square) -> int:
    column, row = where
    return row * WIDTH + column


def _write_rows(battle: Battle, table: RowTable) -> None:
    if len(table.rows) > MOST_ROWS or len(table.ops) > MOST_OPS:
        raise OptionError(
            f"{battle.key}: {len(table.rows)} talents and actions with {len(table.ops)} operations; "
            f"a fight has room for {MOST_ROWS} with {MOST_OPS}"
        )
    battle.rows[: len(table.rows)] = table.rows
    battle.ops[: len(table.ops)] = table.ops
    battle.row_names, battle.row_keys = tuple(table.names), tuple(table.keys)


# ---------------------------------------------------------------- figures


def add_pc(battle: Battle, table: RowTable, seat: int, who: Character, tables: Tables) -> None:
    """A PC's numbers, and a row for its weapon, each talent and each piece of gear with a timing."""
    _write_values(battle, seat, combat_values(who, tables), who.row_key[0])
    battle.body[seat] = main_stats(who, tables)["body"]
    battle.spirit[seat] = SPIRIT_DICE
    for op in lasting_ops(who, tables):
        _write_lasting(battle, seat, op)
    weapon = tables.weapons[who.weapon]
    armed = armed_with(who, tables)
    reach, aim = weapon_reach(weapon, weapon_bonus(who, tables)["range"])
    attack = [Op("attack", ("weapon",))]
    battle.weapon[seat] = table.add(weapon.key, weapon.name, "attack", "", op_rows(attack, armed), reach, aim)
    known = []
    for row in (tables.talents[key] for key in who.talents):
        if row.timing != CONSTANT:
            places = (reach_numbers(row.range) or reach, aim_numbers(row.target) or aim)
            numbers = op_rows(row.ops, armed)
            costs = (cost_numbers(row.cost), limit_numbers(row.limit))
            known.append(table.add(row.key, row.name, row.timing, row.trigger, numbers, *places, *costs))
    for piece in (tables.charms[who.charm], tables.items[tables.jobs[who.job].item]):
        if piece.timing != CONSTANT:
            limit = limit_numbers(piece.limit)
            numbers = op_rows(piece.ops, armed)
            known.append(table.add(piece.key, piece.name, piece.timing, piece.trigger, numbers, *ON_SELF, limit=limit))
    _write_known(battle, seat, known)


def armed_with(who: Character, tables: Tables) -> Armed:
    """The weapon and what is built into it, as its attacks show it."""
    weapon = tables.weapons[who.weapon]
    bonus = weapon_bonus(who, tables)
    kind = Kind.PHYSICAL if weapon.kind == "physical" else Kind.MAGIC
    attribute = weapon_attribute(who, tables)
    return Armed(
        kind=kind,
        rank=weapon.rank + (bonus["rank"] if kind == Kind.PHYSICAL else 0),
        magic_rank=bonus["magic_rank"],
        attribute=ATTRIBUTE_NAMES.index(attribute) if attribute else 0,
    )


def weapon_reach(weapon: Weapon, longer: int) -> tuple[ReachNumbers, AimNumbers]:
    """Where a weapon reaches; lengthened, one for engaged foes reaches so many squares more than the next one."""
    reach, aim = reach_numbers(weapon.range), aim_numbers(weapon.target)
    assert reach is not None and aim is not None
    if longer and reach.kind == Reach.ENGAGED:
        return ReachNumbers(Reach.SQUARES, 1 + longer), aim
    if longer and reach.kind in (Reach.SQUARES, Reach.MOVE):
        return ReachNumbers(reach.kind, reach.squares + longer), aim
    return reach, aim


def add_enemy(
    battle: Battle, table: RowTable, seat: int, enemy: Enemy, tables: Tables, shared: dict[str, list[int]]
) -> None:
    """An enemy's numbers; those of a kind share their rows."""
    values = {name: int(getattr(enemy, name, 0)) for name in (*VALUE_NAMES, "hp")}
    actions = tables.actions_of(enemy.key)
    for op in (op for action in actions if action.timing == CONSTANT for op in action.ops):
        _write_lasting(battle, seat, op)
        if op.name == "mod":
            values[str(op.args[1])] += int(op.args[2])
    _write_values(battle, seat, values, enemy.name)
    battle.die[seat], battle.level[seat], battle.worth[seat] = enemy.die, enemy.level, enemy.essence
    battle.policy[seat] = POLICY_NAMES.index(enemy.policy)
    battle.weakness[seat] = ATTRIBUTE_NAMES.index(enemy.weakness)
    if enemy.key not in shared:
        shared[enemy.key] = [_action_row(table, row) for row in actions if row.timing != CONSTANT]
    _write_known(battle, seat, shared[enemy.key])


def _action_row(table: RowTable, row: EnemyAction) -> int:
    reach, aim = reach_numbers(row.range), aim_numbers(row.target)
    assert reach is not None and aim is not None  # rows.py refuses a weapon's
    limit = limit_numbers(row.limit)
    key = " ".join(row.row_key)
    return table.add(key, row.name, row.timing, row.trigger, op_rows(row.ops), reach, aim, limit=limit)


def _write_values(battle: Battle, seat: int, values: dict[str, int], name: str) -> None:
    """Combat values, hit points, bonds."""
    for value in Value:
        if value != Value.BONDS:
            battle.base[seat, value] = values[VALUE_NAMES[value]]
        if not LEAST_VALUE <= battle.base[seat, value] <= MOST_VALUE:
            field_name, amount = VALUE_NAMES[value], battle.base[seat, value]
            raise OptionError(f"{battle.key}: {name}: {field_name} {amount}; {LEAST_VALUE} to {MOST_VALUE} is possible")
    battle.max_hp[seat] = min(max(values["hp"], 1), MOST_HP)
    battle.bonds[seat] += values["bonds"]


def _write_lasting(battle: Battle, seat: int, op: Op) -> None:
    """What always holds and is no number: immunities, statuses, attributes."""
    if op.name == "immune":
        battle.immune[seat] |= 1 << STATUS_NAMES.index(str(op.args[1]))
    elif op.name == "give":
        battle.innate[seat] |= 1 << STATUS_NAMES.index(str(op.args[1]))
    elif op.name == "attribute" and op.args[0] == "self":
        battle.attributes[seat] |= 1 << ATTRIBUTE_NAMES.index(str(op.args[1]))


def _write_known(battle: Battle, seat: int, known: Sequence[int]) -> None:
    if len(known) > MOST_KNOWN:
        raise OptionError(f"{battle.key}: figure {seat} has {len(known)} talents and actions; at most {MOST_KNOWN}")
    battle.known[seat, : len(known)] = known
