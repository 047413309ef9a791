"""How enemies act without a game master (the table of policies in RULES.md)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_KNOWN,
    N_SQUARES,
    NONE,
    Aim,
    Code,
    Kind,
    Op,
    Policy,
    Reach,
    Row,
    Status,
    Timing,
)
from dicedeck.envs.kamigakari.core.damage import reduced
from dicedeck.envs.kamigakari.core.grid import FAR, apart
from dicedeck.envs.kamigakari.fight.moves import (
    A_DONE,
    A_FINISH,
    A_FULL_MOVE,
    A_MOVE,
    A_PASS,
    A_SHAKE,
    A_SQUARE,
    A_STOP,
    A_TALENT,
    A_TARGET,
    N_SHAKEN,
    SHAKEN,
)
from dicedeck.envs.kamigakari.fight.rules.attack import DAMAGE_VALUE
from dicedeck.envs.kamigakari.fight.rules.deeds import may_shake
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, has, stands, value_of
from dicedeck.envs.kamigakari.fight.rules.harm import DEFENCE_VALUE, is_finishable
from dicedeck.envs.kamigakari.fight.rules.legal import can_take
from dicedeck.envs.kamigakari.fight.rules.movement import can_leave, ends_of_move, move_budget
from dicedeck.envs.kamigakari.fight.rules.rolling import PASSIVE_VALUE
from dicedeck.envs.kamigakari.fight.rules.rows import attack_kind, can_begin, can_react, is_attack, is_target
from dicedeck.envs.kamigakari.fight.state import Moment, Phase, State

HURT = 10
"""HP missing for which a friend is healed."""
WORTH_DEFENDING = 5
"""HP damage for which a defence is used."""
SHAKEN_STATUS = np.array(SHAKEN, np.int32)


@rule
def enemy_action(s: State) -> int:
    """What the enemy in hand does."""
    phase = s.phase
    figure = s.figure
    if phase == Phase.START or phase == Phase.END:
        return first_deed(s, figure, phase)
    if phase == Phase.PREPARE:
        return prepare(s, figure)
    if phase == Phase.ATTACK:
        return attack(s, figure)
    if phase == Phase.SQUARE:
        return A_SQUARE + choose_square(s, figure)
    if phase == Phase.TARGET:
        return choose_target(s, figure)
    if phase == Phase.DECLARE:
        return A_STOP
    return react(s, figure)


@rule
def first_deed(s: State, figure: int, timing: int) -> int:
    """Paralysis is shaken off; else the first row of the timing."""
    shaken = first_shake(s, figure, timing)
    if shaken != NONE:
        return shaken
    for slot in range(MOST_KNOWN):
        if can_begin(s, figure, slot, timing):
            return A_TALENT + slot
    return A_PASS


@rule
def first_shake(s: State, figure: int, timing: int) -> int:
    for k in range(N_SHAKEN):
        if may_shake(s, figure, SHAKEN_STATUS[k], timing):
            return A_SHAKE + k
    return NONE


# ---------------------------------------------------------------- prepare and attack


@rule
def prepare(s: State, figure: int) -> int:
    """Help a friend; where nobody can be attacked from here, get up or go nearer; else shake something off."""
    for slot in range(MOST_KNOWN):
        if can_begin(s, figure, slot, Timing.PREPARE) and is_worth_it(s, figure, slot):
            return A_TALENT + slot
    if best_attack(s, figure) == NONE and not has(s, figure, Status.PRONE):
        if can_leave(s, figure, move_budget(s, figure), False):
            return A_MOVE
    shaken = first_shake(s, figure, Timing.PREPARE)
    return A_PASS if shaken == NONE else shaken


@rule
def is_worth_it(s: State, figure: int, slot: int) -> bool:
    """Healing is kept for friends who are hurt."""
    row = s.known[figure, slot]
    if s.ops[s.rows[row, Row.FIRST_OP], Op.CODE] != Code.HEAL:
        return True
    cluster = cluster_of(s, figure)
    for other in range(MOST_FIGURES):
        if is_target(s, cluster, row, figure, other) and s.max_hp[other] - s.hp[other] >= HURT:
            return True
    return False


@rule
def attack(s: State, figure: int) -> int:
    """The row that promises most damage; else finish off, shake off, run."""
    slot = best_attack(s, figure)
    if slot != NONE:
        return A_TALENT + slot
    for other in range(MOST_FIGURES):
        if are_foes(figure, other) and is_finishable(s, figure, other):
            return A_FINISH
    shaken = first_shake(s, figure, Timing.ATTACK)
    if shaken != NONE:
        return shaken
    if can_leave(s, figure, 2 * move_budget(s, figure), False):
        return A_FULL_MOVE
    return A_PASS


@rule
def best_attack(s: State, figure: int) -> int:
    """The place of the attack row with the most damage before reduction, over all it can hit; NONE without."""
    best = NONE
    most = 0
    for slot in range(MOST_KNOWN):
        if can_begin(s, figure, slot, Timing.ATTACK) and is_attack(s, s.known[figure, slot]):
            promise = promised(s, figure, s.known[figure, slot])
            if promise > most:
                most = promise
                best = slot
    return best


@rule
def promised(s: State, figure: int, row: int) -> int:
    """Damage of one target times targets."""
    first = s.rows[row, Row.FIRST_OP]
    one = 0
    for op in range(first, first + s.rows[row, Row.OPS]):
        if s.ops[op, Op.CODE] == Code.ATTACK and s.ops[op, Op.A] != Kind.HEAL:
            one += s.die[figure] * s.ops[op, Op.B] + s.ops[op, Op.D]
            one += value_of(s, figure, DAMAGE_VALUE[s.ops[op, Op.A]])
    return int(max(one, 1) * min(number_of_targets(s, figure, row), s.rows[row, Row.AIM_N]))


@rule
def number_of_targets(s: State, figure: int, row: int) -> int:
    """Figures that the row can be aimed at; of an area those of the largest cluster."""
    cluster = cluster_of(s, figure)
    n = 0
    for other in range(MOST_FIGURES):
        if is_target(s, cluster, row, figure, other):
            if s.rows[row, Row.AIM] == Aim.AREA:
                n = max(n, foes_in(s, figure, cluster_of(s, other)))
            else:
                n += 1
    return max(n, int(s.rows[row, Row.REACH] == Reach.MOVE))


@rule
def foes_in(s: State, figure: int, cluster: int) -> int:
    n = 0
    for other in range(MOST_FIGURES):
        n += int(cluster >> other & 1 and are_foes(figure, other))
    return n


# ---------------------------------------------------------------- targets


@rule
def choose_target(s: State, figure: int) -> int:
    """One more target: foes by the policy, friends by their wounds; healing stops at those who are not hurt."""
    best = NONE
    least = FAR
    heals = s.row != NONE and not is_attack(s, s.row)
    for other in range(MOST_FIGURES):
        if can_take(s, figure, other):
            rank = rank_of(s, figure, other)
            if rank < least:
                least = rank
                best = other
    if best == NONE or (heals and s.chosen > 0 and s.hp[best] == s.max_hp[best]):
        return A_DONE
    return A_TARGET + best


@rule
def rank_of(s: State, figure: int, other: int) -> int:
    """The figure with the lowest is chosen first; equal ones by seat."""
    if not are_foes(figure, other):
        return int(s.hp[other] - s.max_hp[other])
    policy = s.policy[figure]
    if policy == Policy.NEAREST:
        return apart(s.square[figure], s.square[other])
    if policy == Policy.RULER:
        kind = attack_kind(s, s.row) if s.row != NONE else 0
        return value_of(s, other, PASSIVE_VALUE[max(kind, 0)])
    return int(s.hp[other])


@rule
def quarry_of(s: State, figure: int) -> int:
    """Whom the figure goes for."""
    best = NONE
    least = FAR
    for other in range(MOST_FIGURES):
        if are_foes(figure, other) and stands(s, other):
            rank = rank_of(s, figure, other)
            if rank < least:
                least = rank
                best = other
    return best


# ---------------------------------------------------------------- squares


@rule
def range_of(s: State, figure: int) -> int:
    """The longest range of its attacks, at least 1."""
    far = 1
    for slot in range(MOST_KNOWN):
        row = s.known[figure, slot]
        if row != NONE and s.rows[row, Row.TIMING] == Timing.ATTACK and s.rows[row, Row.REACH] == Reach.SQUARES:
            far = max(far, s.rows[row, Row.REACH_N])
    return int(far)


@rule
def choose_square(s: State, figure: int) -> int:
    """Within range of the quarry and as far off as that allows, else nearest to it; others: nearest to the user."""
    weight = np.empty(N_SQUARES, np.int32)
    n = ends_of_move(s, weight)
    if n == 0:
        return int(s.square[s.mover])
    aim = s.square[figure]
    far = 1
    if s.mover == figure:
        quarry = quarry_of(s, figure)
        if quarry != NONE:
            aim = s.square[quarry]
        far = 1 if s.row != NONE else range_of(s, figure)
    best = NONE
    least = FAR
    for square in range(N_SQUARES):
        if weight[square] < FAR:
            gap = apart(square, aim)
            score = 1000 * (gap - far) if gap > far else 20 * (far - gap)
            score += weight[square]
            if score < least:
                least = score
                best = square
    return int(best)


@rule
def react(s: State, figure: int) -> int:
    """The first row that fits, against damage only where enough of it would be left."""
    if s.moment == Moment.DAMAGED:
        left = reduced(s.harm, value_of(s, s.victim, DEFENCE_VALUE[s.harm_kind]), s.less, s.halved)
        if left < WORTH_DEFENDING:
            return A_PASS
    for slot in range(MOST_KNOWN):
        if can_react(s, figure, slot):
            return A_TALENT + slot
    return A_PASS
