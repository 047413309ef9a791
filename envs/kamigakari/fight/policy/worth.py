"""What talents, targets and squares are worth to a PC, in HP: the guesses of the policy for parties."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_KNOWN,
    NONE,
    Aim,
    Code,
    Cost,
    Kind,
    Op,
    Reach,
    Row,
    Status,
    Timing,
    Value,
    When,
    Who,
)
from dicedeck.envs.kamigakari.core.dice import lowest
from dicedeck.envs.kamigakari.core.grid import apart
from dicedeck.envs.kamigakari.fight.outlook import DAMAGE, FELL, HIT, N_OUTLOOK, pool_after_cost, weigh_row
from dicedeck.envs.kamigakari.fight.policy.swaps import FACE_PRICE, FELLING
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, has, is_pc, is_there, stands
from dicedeck.envs.kamigakari.fight.rules.rolling import BASE_DICE
from dicedeck.envs.kamigakari.fight.rules.rows import attack_kind, can_pay, is_target, is_within_limit
from dicedeck.envs.kamigakari.fight.state import State

VALUE_WORTH = np.zeros(len(Value))
"""One point more of a value for a turn, for one figure."""
for _value, _worth in (
    (Value.ACCURACY, 1.3),
    (Value.EVASION, 1.3),
    (Value.CASTING, 1.3),
    (Value.RESISTANCE, 0.9),
    (Value.PHYSICAL_DAMAGE, 0.6),
    (Value.MAGIC_DAMAGE, 0.6),
    (Value.ARMOUR, 0.7),
    (Value.BARRIER, 0.4),
    (Value.INITIATIVE, 0.1),
    (Value.MOVE, 0.3),
    (Value.SIZE, 0.3),
):
    VALUE_WORTH[_value] = _worth
STATUS_WORTH = np.zeros(len(Status))
"""Giving a status to a foe."""
for _status, _worth in (
    (Status.PRONE, 3.0),
    (Status.DARK, 5.0),
    (Status.POISON, 6.0),
    (Status.PAIN, 4.0),
    (Status.PARALYSIS, 12.0),
    (Status.IMMOBILE, 12.0),
):
    STATUS_WORTH[_status] = _worth
RAISE_WORTH = 25.0
SURPLUS_WORTH = 1.8
REMOVE_WORTH = 4.0
ATTRIBUTE_WORTH = 1.5
HEAL_WORTH = 1.1
HURT_BADLY = 0.4
"""Share of HP under which healing counts double."""


@rule
def price_of_cost(s: State, figure: int, row: int) -> float:
    """What the cheapest payment of a row's cost is worth; surplus dice are free."""
    if s.rows[row, Row.COST] == Cost.NONE:
        return 0.0
    pool = np.empty(6, np.int32)
    pool_after_cost(s, figure, row, pool)
    price = 0.0
    for k in range(6):
        price += (s.spirit[figure, k] - pool[k]) * FACE_PRICE[k]
    return price


@rule
def worth_of_attack(s: State, figure: int, row: int, other: int, swaps: bool) -> float:
    """An attack row on one figure: damage, felling, what a hit brings; healing counts what is missing."""
    pool = np.zeros(6, np.int32)
    if swaps:
        pool_after_cost(s, figure, row, pool)
    outlook = np.zeros(N_OUTLOOK, np.float64)
    weigh_row(s, figure, row, other, BASE_DICE, pool, outlook)
    if attack_kind(s, row) == Kind.HEAL:
        return float(outlook[DAMAGE] * worth_of_healing(s, other))
    worth = outlook[DAMAGE] + FELLING * outlook[FELL]
    first = s.rows[row, Row.FIRST_OP]
    for op in range(first, first + s.rows[row, Row.OPS]):
        if s.ops[op, Op.WHEN] == When.HIT:
            worth += outlook[HIT] * worth_of_op(s, op, other, True)
    return float(worth)


@rule
def worth_of_healing(s: State, other: int) -> float:
    return 2.0 * HEAL_WORTH if s.hp[other] < HURT_BADLY * s.max_hp[other] else HEAL_WORTH


@rule
def worth_of_op(s: State, op: int, other: int, foe: bool) -> float:
    """An operation that is no attack, on one figure."""
    code = s.ops[op, Op.CODE]
    a = s.ops[op, Op.A]
    if code == Code.MOD:
        return float(VALUE_WORTH[a] * s.ops[op, Op.B] * (-1.0 if foe else 1.0))
    if code == Code.GIVE:
        given = foe and not has(s, other, a) and not s.immune[other] >> a & 1
        return float(STATUS_WORTH[a]) if given else 0.0
    if code == Code.HEAL:
        if not stands(s, other):
            return 0.0
        return float(min(s.max_hp[other] - s.hp[other], a) * worth_of_healing(s, other))
    if code == Code.RAISE:
        return RAISE_WORTH if has(s, other, Status.STUN) else 0.0
    if code == Code.REMOVE:
        return REMOVE_WORTH if s.status[other] & a != 0 else 0.0
    if code == Code.SURPLUS:
        return float(SURPLUS_WORTH * a)
    if code == Code.SPIRIT_REROLL:
        return float(max(3.5 - lowest(s.spirit[other]), 0.0) * 0.4) if is_pc(other) else 0.0
    if code == Code.ATTRIBUTE:
        return ATTRIBUTE_WORTH
    return -1.0 * a if code == Code.LOSE else 0.0


@rule
def worth_of_help(s: State, figure: int, row: int) -> float:
    """A row without an attack: its operations on the user and on the best targets, less its cost."""
    worth = 0.0
    first = s.rows[row, Row.FIRST_OP]
    on_target = np.zeros(MOST_FIGURES, np.float64)
    cluster = cluster_of(s, figure)
    for op in range(first, first + s.rows[row, Row.OPS]):
        who = s.ops[op, Op.WHO]
        if who == Who.USER:
            worth += worth_of_op(s, op, figure, False)
        elif who == Who.TARGET:
            for other in range(MOST_FIGURES):
                if is_target(s, cluster, row, figure, other):
                    on_target[other] += worth_of_op(s, op, other, are_foes(figure, other))
    return worth + best_few(on_target, s.rows[row, Row.AIM_N]) - price_of_cost(s, figure, row)


@rule
def best_few(worths: Array, n: int) -> float:
    """The sum of the n highest that are above 0; ``worths`` is used up."""
    total = 0.0
    for _ in range(min(n, worths.shape[0])):
        best = 0
        for k in range(worths.shape[0]):
            if worths[k] > worths[best]:
                best = k
        if worths[best] <= 0:
            break
        total += worths[best]
        worths[best] = 0.0
    return total


# ---------------------------------------------------------------- attacks from anywhere


@rule
def attack_row(s: State, figure: int, slot: int) -> int:
    """The attack row of a place (MOST_KNOWN: the weapon) that limit and cost allow; NONE otherwise."""
    if slot == MOST_KNOWN:
        return int(s.weapon[figure])
    row = s.known[figure, slot]
    if row == NONE or s.rows[row, Row.TIMING] != Timing.ATTACK or attack_kind(s, row) == NONE:
        return NONE
    if not is_within_limit(s, figure, slot, row) or not can_pay(s, figure, row):
        return NONE
    return int(row)


@rule
def fill_worths(s: State, figure: int, swaps: bool, worths: Array) -> None:
    """worths[slot, other]: each attack row on each figure it may be aimed at, wherever they stand; cost taken off."""
    for slot in range(MOST_KNOWN + 1):
        row = attack_row(s, figure, slot)
        for other in range(MOST_FIGURES):
            worths[slot, other] = 0.0
        if row == NONE:
            continue
        price = price_of_cost(s, figure, row)
        friends = s.rows[row, Row.AIM] == Aim.ALLY
        for other in range(MOST_FIGURES):
            if is_there(s, other) and stands(s, other) and are_foes(figure, other) != friends:
                worths[slot, other] = worth_of_attack(s, figure, row, other, swaps) - price


@rule
def best_from_here(s: State, figure: int, worths: Array) -> float:
    """The best attack from where the figure stands now; 0 without any."""
    cluster = cluster_of(s, figure)
    best = 0.0
    for slot in range(MOST_KNOWN + 1):
        row = attack_row(s, figure, slot)
        if row != NONE:
            best = max(best, worth_from_here(s, cluster, figure, row, worths[slot]))
    return best


@rule
def worth_from_here(s: State, cluster: int, figure: int, row: int, worths: Array) -> float:
    """A row from here: its best targets, of an area those of the best cluster."""
    here = np.zeros(MOST_FIGURES, np.float64)
    n = s.rows[row, Row.AIM_N]
    for other in range(MOST_FIGURES):
        if worths[other] > 0 and (is_target(s, cluster, row, figure, other) or comes_near(s, row, figure, other)):
            here[other] = worths[other]
    if s.rows[row, Row.AIM] == Aim.AREA:
        return best_cluster(s, here)
    return best_few(here, n)


@rule
def comes_near(s: State, row: int, figure: int, other: int) -> bool:
    """A row of the range move-n leads next to the figure, as the crow flies."""
    if s.rows[row, Row.REACH] != Reach.MOVE:
        return False
    return bool(apart(s.square[figure], s.square[other]) <= s.rows[row, Row.REACH_N] + 1)


@rule
def best_cluster(s: State, worths: Array) -> float:
    best = 0.0
    for other in range(MOST_FIGURES):
        if worths[other] > 0:
            members = cluster_of(s, other)
            total = 0.0
            for member in range(MOST_FIGURES):
                if members >> member & 1:
                    total += worths[member]
            best = max(best, total)
    return best
