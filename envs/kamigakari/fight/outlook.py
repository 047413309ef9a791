"""What an attack promises: chance to hit, damage, chance to fell, exact with the best swaps (KAMI-2 to 6, 23 to 27)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, Code, Cost, Kind, Op, Row, Status, Value
from dicedeck.envs.kamigakari.core.damage import reduced
from dicedeck.envs.kamigakari.core.dice import CRITICAL_DIE, fits, highest, total
from dicedeck.envs.kamigakari.core.odds import FAILED, OUTCOMES, best_dice, success_in, weigh_check
from dicedeck.envs.kamigakari.fight.rules.attack import active_bonus, lies_in_ambush, sum_up
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from dicedeck.envs.kamigakari.fight.rules.figures import has, rolls, stands, value_of
from dicedeck.envs.kamigakari.fight.rules.harm import COVER, DEFENCE_VALUE
from dicedeck.envs.kamigakari.fight.rules.play import TOLERANCE
from dicedeck.envs.kamigakari.fight.rules.rolling import BASE_DICE, PASSIVE_VALUE
from dicedeck.envs.kamigakari.fight.rules.rows import is_target
from dicedeck.envs.kamigakari.fight.state import CheckKind, State

HIT, DAMAGE, FELL = range(3)
"""Places in an outlook: chance to hit, mean HP damage (at most the HP left), chance to fell."""
N_OUTLOOK = 3


@rule
def damage_left(s: State, user: int, op: int, figure: int, die: int, halved: bool) -> int:
    """HP damage with this die, before anybody defends."""
    kind = s.ops[op, Op.A]
    raw = sum_up(s, user, op, figure, die, 0, 0, lies_in_ambush(s, user))
    less = COVER * int(has(s, figure, Status.COVER))
    return reduced(raw, value_of(s, figure, DEFENCE_VALUE[kind]), less, halved)


@rule
def weigh_attack(s: State, user: int, op: int, figure: int, dice: int, pool: Ints, out: Array) -> None:
    """The outlook of one attack operation on one figure, added to ``out``; of healing the HP it gives back."""
    chances = np.empty(OUTCOMES, np.float64)
    kind = s.ops[op, Op.A]
    bonus = active_bonus(s, user, op, lies_in_ambush(s, user))
    if kind == Kind.HEAL:
        weigh_healing(s, user, op, figure, dice, pool, out)
        return
    passive = value_of(s, figure, PASSIVE_VALUE[kind])
    half = s.ops[op, Op.F] != 0
    if not rolls(s, user):
        die = 1 if has(s, user, Status.PAIN) else s.die[user]
        weigh_check(BASE_DICE, s.spirit[figure], has(s, figure, Status.PAIN), bonus + 1 - passive, chances)
        miss = success_in(chances)
        add_outlook(s, user, op, figure, die, 1.0 - miss, False, out)
        if half:
            add_outlook(s, user, op, figure, die, miss, True, out)
        return
    weigh_check(dice, pool, has(s, user, Status.PAIN), passive - bonus, chances)
    for die in range(1, CRITICAL_DIE + 1):
        if chances[die] > 0:
            add_outlook(s, user, op, figure, die, chances[die], False, out)
    if half:
        for die in range(1, 7):
            if chances[FAILED + die] > 0:
                add_outlook(s, user, op, figure, die, chances[FAILED + die], True, out)


@rule
def add_outlook(s: State, user: int, op: int, figure: int, die: int, chance: float, halved: bool, out: Array) -> None:
    amount = damage_left(s, user, op, figure, die, halved)
    out[HIT] += chance * float(int(not halved))
    out[DAMAGE] += chance * min(amount, s.hp[figure])
    out[FELL] += chance * float(int(amount >= s.hp[figure]))


@rule
def weigh_healing(s: State, user: int, op: int, figure: int, dice: int, pool: Ints, out: Array) -> None:
    """Any roll but a fumble heals (KAMI-27)."""
    chances = np.empty(OUTCOMES, np.float64)
    weigh_check(dice, pool, has(s, user, Status.PAIN), -99, chances)
    hurt = s.max_hp[figure] - s.hp[figure]
    for die in range(1, CRITICAL_DIE + 1):
        if chances[die] > 0:
            out[HIT] += chances[die]
            out[DAMAGE] += chances[die] * min(sum_up(s, user, op, figure, die, 0, 0, False), hurt)


@rule
def weigh_row(s: State, user: int, row: int, figure: int, dice: int, pool: Ints, out: Array) -> None:
    """All attack operations of a row on one figure; the chance to hit is that of the first."""
    for k in range(N_OUTLOOK):
        out[k] = 0.0
    part = np.zeros(N_OUTLOOK, np.float64)
    first = s.rows[row, Row.FIRST_OP]
    n = 0
    for op in range(first, first + s.rows[row, Row.OPS]):
        if s.ops[op, Op.CODE] == Code.ATTACK:
            part[:] = 0.0
            weigh_attack(s, user, op, figure, dice, pool, part)
            out[HIT] = part[HIT] if n == 0 else out[HIT]
            out[DAMAGE] = min(out[DAMAGE] + part[DAMAGE], float(max(s.hp[figure], s.max_hp[figure])))
            out[FELL] = max(out[FELL], part[FELL])
            n += 1


@rule
def pool_after_cost(s: State, user: int, row: int, pool: Ints) -> None:
    """The spirit dice that are left when the cost is paid with surplus and the lowest dice that fit."""
    for k in range(6):
        pool[k] = s.spirit[user, k]
    cost = s.rows[row, Row.COST]
    need = s.rows[row, Row.COST_COUNT] - s.surplus[user]
    if cost == Cost.NONE or need <= 0:
        return
    if cost == Cost.PAIR:
        for k in range(6):
            if pool[k] >= need:
                pool[k] -= need
                return
    elif cost == Cost.RUN:
        take_run(pool, s.rows[row, Row.COST_COUNT], need)
    else:
        for k in range(6):
            while need > 0 and pool[k] > 0 and fits(cost, s.rows[row, Row.COST_FACE], k + 1):
                pool[k] -= 1
                need -= 1


@rule
def take_run(pool: Ints, number: int, need: int) -> None:
    """The first window of faces in a row that the pool fills up to what surplus dice stand for."""
    for first in range(7 - number):
        n = 0
        for k in range(first, first + number):
            n += int(pool[k] > 0)
        if n >= need:
            for k in range(first, first + number):
                if need > 0 and pool[k] > 0:
                    pool[k] -= 1
                    need -= 1
            return


@rule
def weigh_deed(s: State, user: int, row: int, dice: int, swaps: bool, out: Array) -> int:
    """The best outlook of an attack row over the figures it can be aimed at.

    Returns the figure, -1 for none.
    """
    pool = np.zeros(6, np.int32)
    if swaps:
        pool_after_cost(s, user, row, pool)
    one = np.zeros(N_OUTLOOK, np.float64)
    for k in range(N_OUTLOOK):
        out[k] = 0.0
    best = -1
    cluster = cluster_of(s, user)
    for figure in range(MOST_FIGURES):
        if is_target(s, cluster, row, user, figure):
            weigh_row(s, user, row, figure, dice, pool, one)
            if best < 0 or one[DAMAGE] > out[DAMAGE]:
                best = figure
                for k in range(N_OUTLOOK):
                    out[k] = one[k]
    return best


# ---------------------------------------------------------------- the check in hand


@rule
def needed(s: State) -> int:
    """What the total of the check in hand has to reach; for an active check against the most that a target has."""
    if s.check == CheckKind.TOLERANCE:
        return TOLERANCE
    if s.check == CheckKind.PASSIVE:
        return int(s.active) + 1
    if s.check == CheckKind.FIND:
        return value_of(s, s.hider, Value.INSIGHT)
    if s.check == CheckKind.HIDE:
        return value_of(s, s.user, Value.INSIGHT) + 1
    most = 0
    kind = s.ops[s.attack, Op.A]
    if kind != Kind.HEAL:
        for figure in range(MOST_FIGURES):
            if s.targets[figure] and stands(s, figure):
                most = max(most, value_of(s, figure, PASSIVE_VALUE[kind]))
    return most


@rule
def judge(s: State, dice: int, die: int, out: Array) -> None:
    """The outlook of the check in hand if its dice sum up to ``dice`` with ``die`` as the highest.

    Of an active check over all its targets (HIT: their share); of a passive one HIT is success and DAMAGE what a
    failure costs; of the others HIT is success.
    """
    for k in range(N_OUTLOOK):
        out[k] = 0.0
    points = dice + s.check_bonus
    if s.check == CheckKind.ACTIVE:
        judge_active(s, points, CRITICAL_DIE if s.critical else die, out)
        return
    success = s.critical or (not s.fumble and points >= needed(s))
    out[HIT] = float(int(success))
    if s.check == CheckKind.PASSIVE and not success:
        amount = damage_left(s, s.user, s.attack, s.roller, s.highest, False)
        out[DAMAGE] = min(amount, s.hp[s.roller])
        out[FELL] = float(int(amount >= s.hp[s.roller]))


@rule
def judge_active(s: State, points: int, die: int, out: Array) -> None:
    n = 0
    op = s.attack
    kind = s.ops[op, Op.A]
    for figure in range(MOST_FIGURES):
        if not s.targets[figure] or not stands(s, figure):
            continue
        n += 1
        if s.fumble:
            continue
        if kind == Kind.HEAL:
            out[HIT] += 1.0
            hurt = s.max_hp[figure] - s.hp[figure]
            out[DAMAGE] += min(sum_up(s, s.user, op, figure, die, 0, 0, False), hurt)
            continue
        hit = s.critical or points >= value_of(s, figure, PASSIVE_VALUE[kind])
        if hit or s.ops[op, Op.F] != 0:
            add_outlook(s, s.user, op, figure, die, 1.0, not hit, out)
    out[HIT] /= max(n, 1)
    out[FELL] = min(out[FELL], 1.0)


@rule
def judge_now(s: State, out: Array) -> None:
    """If the dice that lie there stand."""
    judge(s, total(s.rolled) + total(s.fixed), max(highest(s.rolled), highest(s.fixed)), out)


@rule
def judge_best(s: State, pool: Ints, out: Array) -> None:
    """With the best swaps from this pool."""
    best = best_dice(s.rolled, s.fixed, pool)
    judge(s, best // 16, best % 16, out)


@rule
def weigh_roll(s: State, dice: int, pool: Ints, out: Array) -> None:
    """The outlook of the check in hand before its roll, with so many dice."""
    one = np.zeros(N_OUTLOOK, np.float64)
    for k in range(N_OUTLOOK):
        out[k] = 0.0
    if s.check == CheckKind.ACTIVE:
        n = 0
        for figure in range(MOST_FIGURES):
            if s.targets[figure] and stands(s, figure):
                n += 1
                weigh_attack(s, s.user, s.attack, figure, dice, pool, one)
        for k in range(N_OUTLOOK):
            out[k] = one[k]
        out[HIT] /= max(n, 1)
        out[FELL] = min(out[FELL], 1.0)
        return
    chances = np.empty(OUTCOMES, np.float64)
    weigh_check(dice, pool, has(s, s.roller, Status.PAIN), needed(s) - s.check_bonus, chances)
    out[HIT] = success_in(chances)
    if s.check == CheckKind.PASSIVE:
        amount = damage_left(s, s.user, s.attack, s.roller, s.highest, False)
        out[DAMAGE] = (1.0 - out[HIT]) * min(amount, s.hp[s.roller])
        out[FELL] = (1.0 - out[HIT]) * float(int(amount >= s.hp[s.roller]))
