"""A party and a fight as the record of a fight: the same numbers that ``tables.battle`` makes of a party's file."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.catalogue import (
    N_ADDS,
    R_CHARM,
    R_ITEM,
    R_TALENT,
    R_WEAPON,
    WEAPONS,
    Adds,
)
from dicedeck.envs.kamigakari.build.judges import Foe, Site
from dicedeck.envs.kamigakari.build.rules.sums import main_stat, sum_up
from dicedeck.envs.kamigakari.build.state import State
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
    Code,
    Kind,
    Op,
    Reach,
    Row,
    Value,
)
from dicedeck.envs.kamigakari.fight.state import State as Fight
from dicedeck.envs.kamigakari.tables.battle import MOST_HP, SPIRIT_DICE

BODY = 0
"""The main stat."""


@rule
def write_fight(s: State, k: int, f: Fight) -> None:
    """The party in the k-th fight: an empty record becomes one that can begin."""
    used = np.zeros(2, np.int32)
    f.weapon[:] = NONE
    f.known[:] = NONE
    f.square[:] = NONE
    f.pcs = MOST_PCS
    for pc in range(MOST_PCS):
        write_pc(s, k, pc, used, f)
    write_site(s, k, f)
    write_foes(s, k, used, f)


@rule
def write_pc(s: State, k: int, pc: int, used: Ints, f: Fight) -> None:
    """A PC's numbers, its weapon's row and those of its talents, charm and item; ``used`` counts rows, operations."""
    adds = np.empty(N_ADDS, np.int32)
    sum_up(s, pc, adds)
    for value in range(N_VALUES):
        f.base_values[pc, value] = adds[value]
    f.base_values[pc, Value.BONDS] = 0
    f.start_bonds[pc] = s.sites[k, Site.BONDS] + adds[Value.BONDS]
    f.start_essence[pc] = s.sites[k, Site.ESSENCE]
    f.max_hp[pc] = min(max(adds[Adds.HP], 1), MOST_HP)
    f.body[pc] = main_stat(s, pc, BODY)
    f.spirit_dice[pc] = SPIRIT_DICE
    f.immune[pc] = adds[Adds.IMMUNE]
    f.innate[pc] = adds[Adds.INNATE]
    f.attributes[pc] = adds[Adds.ATTRIBUTES]
    f.weapon[pc] = add_row(s, R_WEAPON + s.weapon[pc], pc, adds, used, f)
    known = 0
    for talent in range(s.talents):
        if s.talent[pc, talent]:
            known = learn(s, R_TALENT + talent, pc, known, adds, used, f)
    known = learn(s, R_CHARM + s.charm[pc], pc, known, adds, used, f)
    learn(s, R_ITEM + s.job[pc], pc, known, adds, used, f)


@rule
def learn(s: State, own: int, pc: int, known: int, adds: Ints, used: Ints, f: Fight) -> int:
    """One more row that the PC knows, unless it always holds."""
    if s.own_rows[own, Row.OPS] == 0 or known == MOST_KNOWN:
        return known
    f.known[pc, known] = add_row(s, own, pc, adds, used, f)
    return known + 1


@rule
def add_row(s: State, own: int, pc: int, adds: Ints, used: Ints, f: Fight) -> int:
    """Copy a row with its operations, as the PC's weapon makes them; the number of the new row."""
    number, op = used[0], used[1]
    weapon = s.weapon[pc]
    for column in range(ROW_COLUMNS):
        f.rows[number, column] = s.own_rows[own, column]
    f.rows[number, Row.FIRST_OP] = op
    arm_row(s, own, R_WEAPON + weapon, adds[Adds.LONGER], f.rows[number])
    for k in range(s.own_rows[own, Row.OPS]):
        for column in range(OP_COLUMNS):
            f.ops[op + k, column] = s.own_ops[s.own_rows[own, Row.FIRST_OP] + k, column]
        if f.ops[op + k, Op.CODE] == Code.ATTACK:
            arm_attack(s.weapon_kind[weapon], s.weapon_rank[weapon], adds, f.ops[op + k])
    used[0] += 1
    used[1] += s.own_rows[own, Row.OPS]
    return int(number)


@rule
def arm_row(s: State, own: int, weapon: int, longer: int, row: Ints) -> None:
    """Range and target of the weapon, lengthened, where the row asks for them (KAMI-41)."""
    if row[Row.REACH] == WEAPONS or own == weapon:
        row[Row.REACH] = s.own_rows[weapon, Row.REACH]
        row[Row.REACH_N] = s.own_rows[weapon, Row.REACH_N]
        if longer != 0 and row[Row.REACH] == Reach.ENGAGED:
            row[Row.REACH] = Reach.SQUARES
            row[Row.REACH_N] = 1 + longer
        elif row[Row.REACH] == Reach.SQUARES or row[Row.REACH] == Reach.MOVE:
            row[Row.REACH_N] += longer
    if row[Row.AIM] == WEAPONS:
        row[Row.AIM] = s.own_rows[weapon, Row.AIM]
        row[Row.AIM_N] = s.own_rows[weapon, Row.AIM_N]


@rule
def arm_attack(kind: int, rank: int, adds: Ints, op: Ints) -> None:
    """An attack with the weapon has its kind, rank and attribute; more magic rank goes to all magic."""
    if op[Op.A] == WEAPONS:
        op[Op.A] = kind
        op[Op.B] += rank
        if kind == Kind.PHYSICAL:
            op[Op.B] += adds[Adds.RANK]
        if op[Op.E] == 0:
            op[Op.E] = adds[Adds.ATTRIBUTE]
    if op[Op.A] == Kind.MAGIC or op[Op.A] == Kind.HEAL:
        op[Op.B] += adds[Adds.MAGIC_RANK]


# ---------------------------------------------------------------- the fight


@rule
def write_site(s: State, k: int, f: Fight) -> None:
    """The ground, and where everybody stands."""
    f.enemies = s.sites[k, Site.ENEMIES]
    f.grid = s.sites[k, Site.GRID]
    f.max_turns = s.sites[k, Site.MAX_TURNS]
    for square in range(N_SQUARES):
        f.terrain[square] = s.terrain[k, square]
    for figure in range(MOST_FIGURES):
        f.start_square[figure] = s.squares[k, figure]


@rule
def write_foes(s: State, k: int, used: Ints, f: Fight) -> None:
    """The enemies' numbers; their rows and operations stand behind those of the PCs."""
    for foe in range(MOST_ENEMIES):
        figure = MOST_PCS + foe
        for value in range(N_VALUES):
            f.base_values[figure, value] = s.foes[k, foe, value]
        f.max_hp[figure] = s.foes[k, foe, Foe.HP]
        f.die[figure] = s.foes[k, foe, Foe.DIE]
        f.weakness[figure] = s.foes[k, foe, Foe.WEAKNESS]
        f.immune[figure] = s.foes[k, foe, Foe.IMMUNE]
        f.innate[figure] = s.foes[k, foe, Foe.INNATE]
        f.attributes[figure] = s.foes[k, foe, Foe.ATTRIBUTES]
        f.policy[figure] = s.foes[k, foe, Foe.POLICY]
        f.worth[figure] = s.foes[k, foe, Foe.WORTH]
        for slot in range(MOST_KNOWN):
            if s.foe_known[k, foe, slot] != NONE:
                f.known[figure, slot] = s.foe_known[k, foe, slot] + used[0]
    for row in range(s.sites[k, Site.ROWS]):
        for column in range(ROW_COLUMNS):
            f.rows[used[0] + row, column] = s.foe_rows[k, row, column]
        f.rows[used[0] + row, Row.FIRST_OP] += used[1]
    for op in range(s.sites[k, Site.OPS]):
        for column in range(OP_COLUMNS):
            f.ops[used[1] + op, column] = s.foe_ops[k, op, column]
