"""What the builder knows of a choice: what it adds, what it costs, what a talent does."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.actions import (
    A_ARMOUR,
    A_ATTRIBUTE,
    A_BUY,
    A_CHARM,
    A_DONE,
    A_EARN,
    A_FUSE,
    A_JOB,
    A_POINT,
    A_TALENT,
    A_TITLE,
    A_USE,
    A_WEAPON,
)
from dicedeck.envs.kamigakari.build.catalogue import (
    R_CHARM,
    R_ITEM,
    R_TALENT,
    R_WEAPON,
    T_ARMOUR,
    T_CHARM,
    T_EFFECT,
    T_JOB,
    T_MATERIAL,
    T_TALENT,
    T_TITLE,
    T_WEAPON,
    WEAPONS,
    Adds,
)
from dicedeck.envs.kamigakari.build.observation import MUCH_HP, MUCH_POINTS, scaled
from dicedeck.envs.kamigakari.build.rules.sums import main_stat
from dicedeck.envs.kamigakari.build.sizes import Phase
from dicedeck.envs.kamigakari.build.state import State
from dicedeck.envs.kamigakari.codes import (
    N_ATTRIBUTES,
    N_VALUES,
    NONE,
    Aim,
    Code,
    Cost,
    Kind,
    Op,
    Reach,
    Row,
    Timing,
)

N_KINDS = 13
"""Blocks of actions."""
MUCH_GAIN = 10
MUCH_RANGE = 6
MUCH_RANK = 5
MUCH_AMOUNT = 20
MUCH_COST = 4
PHYSICAL = int(Kind.PHYSICAL)


class Features:
    """Of one choice."""

    kind: Annotated[Floats, N_KINDS]  # 1 at its block: people, title, point ... fuse; none for done
    is_sub: float  # 1: a sub title, or a talent of one
    of_people: float  # 1: a talent of the people
    talent_level: float  # / 5
    gains: Annotated[Floats, N_VALUES]  # what it adds to the PC's combat values / 10
    hp: float  # likewise / 100
    rank: float  # more rank of weapon attacks / 5
    magic_rank: float  # ... of magic / 5
    longer: float  # more range / 6
    immune: float  # 1: against some status
    attribute: Annotated[Floats, N_ATTRIBUTES]  # 1 at the attribute that it brings
    price: float  # of the PC's G that are left
    points: float  # of a material, or that an effect takes / 20
    stock: float  # 1: no other of this material is left

    timing: Annotated[Floats, len(Timing)]  # of a talent, a weapon, or a piece with a timing: 1 at the timing
    cost: Annotated[Floats, len(Cost)]  # 1 at the pattern
    cost_dice: float  # / 4
    reach: Annotated[Floats, len(Reach)]  # 1 at the kind of range
    squares: float  # of the range / 6
    aim: Annotated[Floats, len(Aim)]  # 1 at the kind of target
    targets: float  # at most / 4
    with_weapon: float  # 1: range, target or attack are the weapon's
    limited: float  # 1: not as often as its timing allows
    codes: Annotated[Floats, len(Code)]  # 1 for each operation in it
    amounts: Annotated[Floats, len(Code)]  # the first number of that operation / 20
    attacks: Annotated[Floats, len(Kind)]  # rank of an attack of this kind / 5, at least 0.1
    halved: float  # 1: works halved when it is resisted


@rule
def action_features(s: State, action: int, feats: Features) -> None:
    """Write what one legal action brings."""
    if action < A_TALENT:
        describe_origin(s, action, feats)
    elif action < A_BUY:
        describe_piece(s, action, feats)
    elif action < A_DONE:
        describe_building(s, action, feats)


@rule
def describe_origin(s: State, action: int, feats: Features) -> None:
    """People, titles, points."""
    if action < A_TITLE:
        feats.kind[0] = 1
        for value in range(N_VALUES + 1):
            if s.value_stat[value] != NONE:
                gain(feats, value, from_stat(s, value, s.stats[action, s.value_stat[value]]))
    elif action < A_POINT:
        feats.kind[1] = 1
        feats.is_sub = s.phase == Phase.SUB
        describe_thing(s, T_TITLE + action - A_TITLE, feats)
    else:
        feats.kind[2] = 1
        stat = action - A_POINT
        now = main_stat(s, s.pc, stat)
        for value in range(N_VALUES + 1):
            if s.value_stat[value] == stat:
                gain(feats, value, from_stat(s, value, now + 1) - from_stat(s, value, now))


@rule
def from_stat(s: State, value: int, amount: int) -> int:
    """What a main stat of this amount brings for a value."""
    return int((2 * amount + s.value_half[value] - 1) // s.value_half[value])


@rule
def gain(feats: Features, value: int, amount: int) -> None:
    if value == N_VALUES:
        feats.hp = scaled(amount, MUCH_HP)
    else:
        feats.gains[value] = scaled(amount, MUCH_GAIN)


@rule
def describe_thing(s: State, thing: int, feats: Features) -> None:
    """What it adds, and its price."""
    for value in range(N_VALUES + 1):
        gain(feats, value, s.things[thing, value])
    feats.rank = scaled(s.things[thing, Adds.RANK], MUCH_RANK)
    feats.magic_rank = scaled(s.things[thing, Adds.MAGIC_RANK], MUCH_RANK)
    feats.longer = scaled(s.things[thing, Adds.LONGER], MUCH_RANGE)
    feats.immune = s.things[thing, Adds.IMMUNE] != 0
    if s.things[thing, Adds.ATTRIBUTE] != 0:
        feats.attribute[s.things[thing, Adds.ATTRIBUTE] - 1] = 1
    feats.price = scaled(s.price[thing], max(s.gold[s.pc], 1))


@rule
def describe_piece(s: State, action: int, feats: Features) -> None:
    """Talents, gear, cover job."""
    if action < A_WEAPON:
        feats.kind[3] = 1
        talent = action - A_TALENT
        feats.is_sub = s.talent_source[talent] == s.sub[s.pc]
        feats.of_people = s.talent_source[talent] != s.main[s.pc] and s.talent_source[talent] != s.sub[s.pc]
        feats.talent_level = s.talent_level[talent] / 5
        describe_thing(s, T_TALENT + talent, feats)
        describe_row(s, R_TALENT + talent, feats)
    elif action < A_ARMOUR:
        feats.kind[4] = 1
        describe_thing(s, T_WEAPON + action - A_WEAPON, feats)
        describe_row(s, R_WEAPON + action - A_WEAPON, feats)
        feats.attacks[s.weapon_kind[action - A_WEAPON]] = scaled(s.weapon_rank[action - A_WEAPON], MUCH_RANK)
    elif action < A_CHARM:
        feats.kind[5] = 1
        describe_thing(s, T_ARMOUR + action - A_ARMOUR, feats)
    elif action < A_JOB:
        feats.kind[6] = 1
        describe_thing(s, T_CHARM + action - A_CHARM, feats)
        describe_row(s, R_CHARM + action - A_CHARM, feats)
    else:
        feats.kind[7] = 1
        describe_thing(s, T_JOB + action - A_JOB, feats)
        describe_row(s, R_ITEM + action - A_JOB, feats)


@rule
def describe_building(s: State, action: int, feats: Features) -> None:
    """Effects, attributes, materials (KAMI-41)."""
    if action < A_ATTRIBUTE:
        earned = action >= A_EARN
        effect = action - A_EARN if earned else action - A_BUY
        feats.kind[9 if earned else 8] = 1
        describe_thing(s, T_EFFECT + effect, feats)
        if earned:
            feats.price = 0
            feats.points = scaled(s.effect_points[effect], MUCH_POINTS)
    elif action < A_USE:
        feats.kind[10] = 1
        feats.attribute[action - A_ATTRIBUTE] = 1
    else:
        fuses = action >= A_FUSE
        material = action - A_FUSE if fuses else action - A_USE
        feats.kind[12 if fuses else 11] = 1
        if fuses:
            describe_thing(s, T_MATERIAL + material, feats)
        feats.points = scaled(s.material_points[material], MUCH_POINTS)
        feats.stock = s.stock[material] == 1


# ---------------------------------------------------------------- what a row does


@rule
def describe_row(s: State, row: int, feats: Features) -> None:
    """Timing, cost, range, target and operations; nothing of what always holds."""
    if s.own_rows[row, Row.OPS] == 0:
        return
    feats.timing[s.own_rows[row, Row.TIMING]] = 1
    feats.cost[s.own_rows[row, Row.COST]] = 1
    feats.cost_dice = scaled(s.own_rows[row, Row.COST_COUNT], MUCH_COST)
    if s.own_rows[row, Row.REACH] == WEAPONS:
        feats.with_weapon = 1
    else:
        feats.reach[s.own_rows[row, Row.REACH]] = 1
        feats.squares = scaled(s.own_rows[row, Row.REACH_N], MUCH_RANGE)
    if s.own_rows[row, Row.AIM] == WEAPONS:
        feats.with_weapon = 1
    else:
        feats.aim[s.own_rows[row, Row.AIM]] = 1
        feats.targets = scaled(s.own_rows[row, Row.AIM_N], 4)
    feats.limited = s.own_rows[row, Row.LIMIT] != 0
    first = s.own_rows[row, Row.FIRST_OP]
    for op in range(first, first + s.own_rows[row, Row.OPS]):
        describe_op(s, op, feats)


@rule
def describe_op(s: State, op: int, feats: Features) -> None:
    code = s.own_ops[op, Op.CODE]
    feats.codes[code] = 1
    if code != Code.ATTACK:
        amount = s.own_ops[op, Op.B] if code == Code.MOD else s.own_ops[op, Op.A]
        feats.amounts[code] = scaled(amount, MUCH_AMOUNT)
        return
    kind = s.own_ops[op, Op.A]
    if kind == WEAPONS:
        feats.with_weapon = 1
        kind = PHYSICAL
        if s.weapon[s.pc] != NONE:
            kind = int(s.weapon_kind[s.weapon[s.pc]])
    feats.attacks[kind] = max(scaled(s.own_ops[op, Op.B], MUCH_RANK), 0.1)
    feats.amounts[code] = scaled(s.own_ops[op, Op.D], MUCH_AMOUNT)
    feats.halved = s.own_ops[op, Op.F]
