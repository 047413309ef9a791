"""Rows of a figure: which it may use now, on whom, at what cost (KAMI-7, 17, 20)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    NONE,
    Aim,
    Code,
    Cost,
    Kind,
    Limit,
    Op,
    Reach,
    Row,
    Status,
    Timing,
    Trigger,
    When,
)
from dicedeck.envs.kamigakari.core.dice import can_complete
from dicedeck.envs.kamigakari.core.grid import apart
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of, is_hindered, is_in_range
from dicedeck.envs.kamigakari.fight.rules.figures import FALLEN, are_foes, has, is_there, stands
from dicedeck.envs.kamigakari.fight.rules.movement import can_approach
from dicedeck.envs.kamigakari.fight.state import Moment, State

NOTHING_PAID = np.zeros(6, np.int32)
MOMENT_OF = np.zeros((2, len(Trigger)), np.int32)
"""The moment at which a row with a trigger may be used by a friend (0), by the figure itself (1)."""
MOMENT_OF[0, Trigger.ALLY_CHECK_ROLLED] = Moment.ROLLED
MOMENT_OF[0, Trigger.ALLY_ATTACKED] = Moment.ATTACKED
MOMENT_OF[0, Trigger.ALLY_DAMAGED] = Moment.DAMAGED
MOMENT_OF[1, Trigger.OWN_ATTACK_HITS] = Moment.HITS
MOMENT_OF[1, Trigger.SELF_ATTACKED] = Moment.ATTACKED
MOMENT_OF[1, Trigger.SELF_DAMAGED] = Moment.DAMAGED
MOMENT_OF[1, Trigger.SELF_STUNNED] = Moment.STUNNED


@rule
def can_pay(s: State, figure: int, row: int) -> bool:
    """The whole cost, from nothing paid."""
    cost = s.rows[row, Row.COST]
    if cost == Cost.NONE:
        return True
    number = s.rows[row, Row.COST_COUNT]
    face = s.rows[row, Row.COST_FACE]
    return can_complete(NOTHING_PAID, 0, s.spirit[figure], s.surplus[figure], cost, number, face)


@rule
def is_within_limit(s: State, figure: int, slot: int, row: int) -> bool:
    """Of the row itself (KAMI-17): special ones are had once a turn."""
    limit = s.rows[row, Row.LIMIT]
    n = s.rows[row, Row.LIMIT_N]
    if s.rows[row, Row.TIMING] == Timing.SPECIAL and s.used_turn[figure, slot] > 0:
        return False
    if limit == Limit.TURN:
        return bool(s.used_turn[figure, slot] < n)
    if limit == Limit.FIGHT:
        return bool(s.used_fight[figure, slot] < n)
    if limit == Limit.TURN_MOD:
        return bool(s.turn % n == 0)
    return True


@rule
def first_code(s: State, row: int) -> int:
    """The operation that a row begins with."""
    return int(s.ops[s.rows[row, Row.FIRST_OP], Op.CODE]) if s.rows[row, Row.OPS] > 0 else NONE


@rule
def attack_kind(s: State, row: int) -> int:
    """The kind of the first attack in a row; NONE without."""
    first = s.rows[row, Row.FIRST_OP]
    for k in range(first, first + s.rows[row, Row.OPS]):
        if s.ops[k, Op.CODE] == Code.ATTACK:
            return int(s.ops[k, Op.A])
    return NONE


@rule
def raises(s: State, row: int) -> bool:
    """Works on the fallen: it raises, or takes off what they have fallen to."""
    first = s.rows[row, Row.FIRST_OP]
    for k in range(first, first + s.rows[row, Row.OPS]):
        if s.ops[k, Op.CODE] == Code.RAISE:
            return True
        if s.ops[k, Op.CODE] == Code.REMOVE and s.ops[k, Op.A] & FALLEN != 0:
            return True
    return False


@rule
def is_target(s: State, cluster: int, row: int, user: int, other: int) -> bool:
    """Whether the row can be aimed at the figure, from where the user stands (KAMI-20, 29a, 30)."""
    if not is_there(s, other):
        return False
    if not stands(s, other) and not (raises(s, row) and not are_foes(user, other)):
        return False
    aim = s.rows[row, Row.AIM]
    foe = are_foes(user, other)
    if aim == Aim.SELF:
        return user == other
    if (aim == Aim.ALLY and foe) or ((aim == Aim.FOE or aim == Aim.AREA) and not foe):
        return False
    wide = aim == Aim.AREA or s.rows[row, Row.REACH] == Reach.BATTLEFIELD
    if foe and wide and has(s, other, Status.HIDDEN):
        return False
    if aim == Aim.AREA:
        return is_area_in_range(s, cluster, row, user, other)
    return is_in_range(s, cluster, row, user, other)


@rule
def is_area_in_range(s: State, cluster: int, row: int, user: int, other: int) -> bool:
    """One figure of the other's cluster is in range; hidden ones do not count."""
    members = cluster_of(s, other)
    for member in range(MOST_FIGURES):
        if members >> member & 1 and is_in_range(s, cluster, row, user, member):
            return True
    return False


@rule
def is_choosable(s: State, other: int) -> bool:
    """Whether the deed in hand may take this figure as one more target."""
    if s.targets[other] or not is_target(s, cluster_of(s, s.user), s.row, s.user, other):
        return False
    if s.rows[s.row, Row.AIM] == Aim.AREA and s.chosen > 0:
        for first in range(MOST_FIGURES):
            if s.targets[first]:
                return bool(cluster_of(s, first) >> other & 1)
    return True


@rule
def has_target(s: State, row: int, user: int) -> bool:
    """Somebody can be aimed at; for move-n after the move."""
    cluster = cluster_of(s, user)
    near = False
    reach = s.rows[row, Row.REACH_N] + 1
    for other in range(MOST_FIGURES):
        if is_target(s, cluster, row, user, other):
            return True
        if stands(s, other) and are_foes(user, other):
            near |= apart(s.square[user], s.square[other]) <= reach
    if not near or s.rows[row, Row.REACH] != Reach.MOVE or is_hindered(s, user):
        return False
    return can_approach(s, user, reach - 1)


@rule
def can_use(s: State, figure: int, slot: int, row: int) -> bool:
    """Limit and cost allow the row."""
    return is_within_limit(s, figure, slot, row) and can_pay(s, figure, row)


@rule
def can_begin(s: State, figure: int, slot: int, timing: int) -> bool:
    """The row of this place is a deed of the timing that can be done now."""
    row = s.known[figure, slot]
    if row == NONE or s.rows[row, Row.TIMING] != timing:
        return False
    return can_use(s, figure, slot, row) and has_target(s, row, figure)


@rule
def reaction_aim(s: State, row: int, figure: int) -> int:
    """Whom a reaction is about: the attacker for rows against foes, else whoever it happens to."""
    return int(s.user) if s.rows[row, Row.AIM] == Aim.FOE else int(s.subject)


@rule
def can_react(s: State, figure: int, slot: int) -> bool:
    """The row of this place may be used at the moment in hand, about the subject in hand (KAMI-17)."""
    row = s.known[figure, slot]
    if row == NONE or MOMENT_OF[int(figure == s.subject), s.rows[row, Row.TRIGGER]] != s.moment:
        return False
    if are_foes(figure, s.subject) or not may_still(s, figure, row) or not can_use(s, figure, slot, row):
        return False
    aim = s.rows[row, Row.AIM]
    if aim == Aim.SELF:
        return True
    other = reaction_aim(s, row, figure)
    return other != NONE and is_in_range(s, cluster_of(s, figure), row, figure, other)


@rule
def may_still(s: State, figure: int, row: int) -> bool:
    """The stunned have special talents only, the immobile too; defence is had once a turn."""
    if s.rows[row, Row.TIMING] == Timing.SPECIAL:
        if has(s, figure, Status.DEAD) or has(s, figure, Status.OUT):
            return False
        return stands(s, figure) or s.rows[row, Row.TRIGGER] == Trigger.SELF_STUNNED
    return bool(stands(s, figure) and not has(s, figure, Status.IMMOBILE) and s.defended[figure] == 0)


@rule
def can_add_before(s: State, figure: int, slot: int) -> bool:
    """A special talent for the figure's own check, before the roll."""
    row = s.known[figure, slot]
    return bool(row != NONE and s.rows[row, Row.TRIGGER] == Trigger.OWN_CHECK_BEFORE and can_use(s, figure, slot, row))


@rule
def can_add_after(s: State, figure: int, slot: int) -> bool:
    """Likewise after the roll; rolling again only while nothing has been swapped."""
    row = s.known[figure, slot]
    if row == NONE or s.rows[row, Row.TRIGGER] != Trigger.OWN_CHECK_ROLLED or not can_use(s, figure, slot, row):
        return False
    return bool(first_code(s, row) != Code.REROLL or not s.swapped)


@rule
def is_attack(s: State, row: int) -> bool:
    """The row harms: it has an attack that is no healing."""
    kind = attack_kind(s, row)
    return kind != NONE and kind != Kind.HEAL


@rule
def is_hit_op(s: State, op: int) -> bool:
    return bool(s.ops[op, Op.WHEN] == When.HIT)
