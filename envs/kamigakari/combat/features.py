"""What the player to move knows of one legal action: what it is, and the exact chances that the rules imply."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Array, Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    NONE,
    Code,
    Cost,
    Kind,
    Op,
    Row,
    Timing,
)
from dicedeck.envs.kamigakari.combat.observation import scaled, seat_of
from dicedeck.envs.kamigakari.core.damage import reduced
from dicedeck.envs.kamigakari.core.dice import highest, total
from dicedeck.envs.kamigakari.core.essence import TRANSCEND_COST
from dicedeck.envs.kamigakari.core.grid import apart
from dicedeck.envs.kamigakari.fight.moves import (
    A_ACCEPT,
    A_DONE,
    A_PAY,
    A_SQUARE,
    A_SURPLUS,
    A_SWAP,
    A_TALENT,
    A_TARGET,
    A_TRANSCEND,
    A_WAIT,
    A_WEAPON,
    MOST_TRANSCEND,
    N_BLOCKS,
    TABLE,
)
from dicedeck.envs.kamigakari.fight.outlook import (
    DAMAGE,
    FELL,
    HIT,
    N_OUTLOOK,
    judge_best,
    judge_now,
    needed,
    pool_after_cost,
    weigh_deed,
    weigh_roll,
    weigh_row,
)
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of, range_between
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, initiative_of, stands, value_of
from dicedeck.envs.kamigakari.fight.rules.harm import DEFENCE_VALUE
from dicedeck.envs.kamigakari.fight.rules.rolling import BASE_DICE
from dicedeck.envs.kamigakari.fight.rules.rows import attack_kind
from dicedeck.envs.kamigakari.fight.state import Moment, Phase, State

N_TIMINGS = len(Timing)
N_CODES = len(Code)
N_COSTS = len(Cost)
N_KINDS = int(Kind.HEAL) + 1
BLOCK_ENDS = np.array([TABLE.starts[block.name] + block.size for block in TABLE.blocks], np.int32)
MUCH_HP = 100
FAR_OFF = 13


class Features:
    """Zero where a piece does not apply."""

    block: Annotated[Floats, N_BLOCKS]  # 1 at the kind of action
    success: float  # chance that the check succeeds, exact, with the best swaps; of an attack against its best target
    damage: float  # mean HP damage, or HP healed / 100; of a passive check what its failure costs on average
    fell: float  # chance that it fells
    stands: float  # swaps: 1 when the check succeeds if it is left so
    stands_damage: float  # ... and the HP damage then / 100
    lead: float  # swaps: total less what is needed / 30
    die: float  # swaps: highest die / 10
    pool: float  # spirit dice left afterwards / 4
    pool_sum: float  # their sum / 24
    essence: float  # that it costs / 10

    timing: Annotated[Floats, N_TIMINGS]  # of a talent
    kind: Annotated[Floats, N_KINDS]  # of its attack
    rank: float  # of its attack / 10
    operation: Annotated[Floats, N_CODES]  # 1 at each operation that it has
    amount: float  # number of its first operation / 30
    cost: Annotated[Floats, N_COSTS]  # its pattern
    cost_count: float  # dice / 4
    targets: float  # at most / 12
    used: float  # uses in this fight / 4

    target: Annotated[Floats, MOST_FIGURES]  # 1 at the figure, listed as in the observation
    target_is_foe: float  # 1 for a foe
    target_hp: float  # / 100
    target_share: float  # of its maximum
    target_range: float  # squares, 1 in a cluster / 13
    target_initiative: float  # / 30

    nearest_foe: float  # squares: from there / 13
    foes_beside: float  # ... foes on the squares next to it / 4
    friends_beside: float  # ... friends / 4
    foes_near: float  # ... foes within 5 squares / 8
    way: float  # ... as the crow flies / 13

    prevented: float  # reactions to damage: HP damage less / 30
    left: float  # ... HP damage that is left / 100


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write what is known of a legal action of the figure that decides into zeroed features."""
    block = 0
    while action >= BLOCK_ENDS[block]:
        block += 1
    out.block[block] = 1
    figure = s.figure
    describe_pool(s, s.spirit[figure], out)
    phase = s.phase
    if action >= A_TALENT and action < A_WEAPON:
        describe_row(s, figure, s.known[figure, action - A_TALENT], action - A_TALENT, out)
    elif action == A_WEAPON:
        describe_row(s, figure, s.weapon[figure], NONE, out)
    elif action >= A_WAIT and action < A_WAIT + MOST_FIGURES:
        describe_target(s, figure, action - A_WAIT, out)
    elif action >= A_SQUARE and action < A_TARGET:
        describe_square(s, s.mover, action - A_SQUARE, out)
    elif action >= A_TARGET and action < A_DONE:
        describe_choice(s, figure, action - A_TARGET, out)
    elif action >= A_PAY and action <= A_SURPLUS:
        describe_payment(s, figure, action - A_PAY, out)
    elif action >= A_TRANSCEND and action <= A_TRANSCEND + MOST_TRANSCEND:
        describe_transcendence(s, figure, action - A_TRANSCEND, out)
    elif action >= A_SWAP and action <= A_ACCEPT:
        describe_swap(s, figure, action, out)
    if phase == Phase.REACT and s.moment == Moment.DAMAGED:
        describe_harm(s, figure, action, out)


@rule
def describe_pool(s: State, pool: Ints, out: Features) -> None:
    n = 0
    points = 0
    for k in range(6):
        n += pool[k]
        points += pool[k] * (k + 1)
    out.pool = min(n / 4, 1.0)
    out.pool_sum = min(points / 24, 1.0)


@rule
def write_outlook(outlook: Array, out: Features) -> None:
    out.success = min(outlook[HIT], 1.0)
    out.damage = min(outlook[DAMAGE] / MUCH_HP, 1.0)
    out.fell = min(outlook[FELL], 1.0)


# ---------------------------------------------------------------- talents and targets


@rule
def describe_row(s: State, figure: int, row: int, slot: int, out: Features) -> None:
    """A talent: what it is, what it costs, and the outlook of its attack on the best target."""
    timing = s.rows[row, Row.TIMING]
    out.timing[timing] = 1
    out.cost[s.rows[row, Row.COST]] = 1
    out.cost_count = min(s.rows[row, Row.COST_COUNT] / 4, 1.0)
    out.essence = min(s.rows[row, Row.COST_ESSENCE] / 10, 1.0)
    out.targets = min(s.rows[row, Row.AIM_N] / 12, 1.0)
    if slot != NONE:
        out.used = min(s.used_fight[figure, slot] / 4, 1.0)
    describe_operations(s, row, out)
    pool = np.empty(6, np.int32)
    pool_after_cost(s, figure, row, pool)
    describe_pool(s, pool, out)
    kind = attack_kind(s, row)
    if kind == NONE:
        return
    out.kind[min(kind, N_KINDS - 1)] = 1
    if s.phase <= Phase.END:
        outlook = np.zeros(N_OUTLOOK, np.float64)
        best = weigh_deed(s, figure, row, BASE_DICE, True, outlook)
        write_outlook(outlook, out)
        if best != NONE:
            describe_target(s, figure, best, out)


@rule
def describe_operations(s: State, row: int, out: Features) -> None:
    first = s.rows[row, Row.FIRST_OP]
    for op in range(first, first + s.rows[row, Row.OPS]):
        code = s.ops[op, Op.CODE]
        out.operation[code] = 1
        if code == Code.ATTACK:
            out.rank = min(max(s.ops[op, Op.B] / 10, 0.0), 1.0)
        elif out.amount == 0:
            out.amount = scaled(s.ops[op, Op.B] if code == Code.MOD else s.ops[op, Op.A])


@rule
def describe_target(s: State, figure: int, other: int, out: Features) -> None:
    out.target[seat_of(s, s.player, other)] = 1
    out.target_is_foe = are_foes(figure, other)
    out.target_hp = min(s.hp[other] / MUCH_HP, 1.0)
    out.target_share = s.hp[other] / s.max_hp[other]
    out.target_range = min(range_between(s, cluster_of(s, figure), figure, other) / FAR_OFF, 1.0)
    out.target_initiative = scaled(initiative_of(s, other))


@rule
def describe_choice(s: State, figure: int, other: int, out: Features) -> None:
    """One more target of the deed in hand."""
    describe_target(s, figure, other, out)
    if s.row == NONE:
        return
    if attack_kind(s, s.row) != NONE:
        pool = np.empty(6, np.int32)
        pool_after_cost(s, figure, s.row, pool)
        outlook = np.zeros(N_OUTLOOK, np.float64)
        weigh_row(s, figure, s.row, other, BASE_DICE, pool, outlook)
        write_outlook(outlook, out)


@rule
def describe_square(s: State, mover: int, square: int, out: Features) -> None:
    nearest = FAR_OFF
    foes = 0
    friends = 0
    near = 0
    for other in range(MOST_FIGURES):
        if other == mover or not stands(s, other):
            continue
        gap = apart(square, s.square[other])
        if are_foes(mover, other):
            nearest = min(nearest, gap)
            foes += int(gap == 1)
            near += int(gap <= 5)
        else:
            friends += int(gap == 1)
    out.nearest_foe = nearest / FAR_OFF
    out.foes_beside = min(foes / 4, 1.0)
    out.friends_beside = min(friends / 4, 1.0)
    out.foes_near = min(near / 8, 1.0)
    out.way = min(apart(square, s.square[mover]) / FAR_OFF, 1.0)


# ---------------------------------------------------------------- dice


@rule
def describe_payment(s: State, figure: int, k: int, out: Features) -> None:
    """k = 6: a surplus die."""
    if k < 6:
        pool = s.spirit[figure].copy()
        pool[k] -= 1
        describe_pool(s, pool, out)


@rule
def describe_transcendence(s: State, figure: int, n: int, out: Features) -> None:
    outlook = np.zeros(N_OUTLOOK, np.float64)
    weigh_roll(s, s.check_dice + n, s.spirit[figure], outlook)
    write_outlook(outlook, out)
    out.essence = TRANSCEND_COST[n] / 10


@rule
def describe_swap(s: State, figure: int, action: int, out: Features) -> None:
    """The check after the swap: as it stands then, and with the best swaps that may follow. It is undone at once."""
    pool = s.spirit[figure].copy()
    take = NONE
    give = NONE
    if action < A_ACCEPT:
        take = (action - A_SWAP) // 6
        give = (action - A_SWAP) % 6
        s.rolled[take] -= 1
        s.fixed[give] += 1
        pool[give] -= 1
        pool[take] += 1
    outlook = np.zeros(N_OUTLOOK, np.float64)
    judge_now(s, outlook)
    out.stands = min(outlook[HIT], 1.0)
    out.stands_damage = min(outlook[DAMAGE] / MUCH_HP, 1.0)
    if take != NONE and s.phase == Phase.ROLL:
        judge_best(s, pool, outlook)
    write_outlook(outlook, out)
    points = total(s.rolled) + total(s.fixed) + s.check_bonus
    out.lead = scaled(points - needed(s))
    out.die = max(highest(s.rolled), highest(s.fixed)) / 10
    if take != NONE:
        s.rolled[take] += 1
        s.fixed[give] -= 1
    describe_pool(s, pool, out)


@rule
def describe_harm(s: State, figure: int, action: int, out: Features) -> None:
    """The damage in hand, with and without what the talent takes off."""
    armour = value_of(s, s.victim, DEFENCE_VALUE[s.harm_kind])
    now = reduced(s.harm, armour, s.less, s.halved)
    less = s.less
    halved = s.halved
    if action >= A_TALENT and action < A_WEAPON:
        row = s.known[figure, action - A_TALENT]
        first = s.rows[row, Row.FIRST_OP]
        for op in range(first, first + s.rows[row, Row.OPS]):
            if s.ops[op, Op.CODE] == Code.REDUCE:
                less += s.ops[op, Op.A]
            elif s.ops[op, Op.CODE] == Code.HALVE:
                halved = True
    after = reduced(s.harm, armour, less, halved)
    out.prevented = min((now - after) / 30, 1.0)
    out.left = min(after / MUCH_HP, 1.0)
    out.fell = after >= s.hp[s.victim]
