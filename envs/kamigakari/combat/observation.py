"""What a player sees, as numbers in [-1, 1]: everything lies open. PCs are listed from the observer on."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_PCS,
    N_ATTRIBUTES,
    N_SQUARES,
    N_STATUSES,
    N_VALUES,
    NONE,
    WIDTH,
    Kind,
    Op,
    Row,
)
from dicedeck.envs.kamigakari.core.dice import count, highest, total
from dicedeck.envs.kamigakari.fight.outlook import needed
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from dicedeck.envs.kamigakari.fight.rules.figures import bonds_of, initiative_of, is_there, stands, value_of
from dicedeck.envs.kamigakari.fight.state import N_PHASES, CheckKind, Phase, State

N_CHECKS = len(CheckKind)
N_KINDS = int(Kind.HEAL) + 1
N_STAGES = 3
N_MOMENTS = 6
N_TIMINGS = 4
MUCH = 30
MUCH_HP = 100
MANY_DICE = 4
GROUND = np.array([0.0, 1.0, 0.5])
"""Plain, obstacle, rough."""


class Observation:
    """Figure k is the observer for k = 0, then the next PCs; enemies follow from k = 4 on. For the game master PCs are
    in their own order."""

    is_gm: float  # 1 for the game master
    to_move: float  # 1 when the observer decides now
    decider: Annotated[Floats, MOST_FIGURES]  # 1 at the figure that decides
    phase: Annotated[Floats, N_PHASES]  # 1 at the phase
    stage: Annotated[Floats, N_STAGES]  # 1 at start, act, end
    turn: float  # / max_turns
    small_grid: float  # 1 on 9 x 9

    ground: Annotated[Floats, N_SQUARES]  # square 13 x row + column: 1 obstacle or off the grid, 0.5 rough ground
    board: Annotated[Floats, N_SQUARES]  # share of HP of the PC that stands there, of an enemy with a minus

    present: Annotated[Floats, MOST_FIGURES]  # 1 for each seat that is taken
    stands: Annotated[Floats, MOST_FIGURES]  # 1 for each figure that is not stunned, out or dead
    hp: Annotated[Floats, MOST_FIGURES]  # / 100
    hp_share: Annotated[Floats, MOST_FIGURES]  # of its maximum
    column: Annotated[Floats, MOST_FIGURES]  # / 12
    line: Annotated[Floats, MOST_FIGURES]  # / 12
    status: Annotated[Floats, MOST_FIGURES, N_STATUSES]  # 1 for each status
    values: Annotated[Floats, MOST_FIGURES, N_VALUES]  # combat values as they are now / 30
    initiative: Annotated[Floats, MOST_FIGURES]  # in this turn / 30
    left: Annotated[Floats, MOST_FIGURES, N_TIMINGS]  # timings left
    acted: Annotated[Floats, MOST_FIGURES]  # 1 when it has acted in this stage
    defended: Annotated[Floats, MOST_FIGURES]  # 1 when its defence is used
    declared: Annotated[Floats, MOST_FIGURES]  # engagements declared / 4
    engaged: Annotated[Floats, MOST_FIGURES]  # 1 for all in one cluster with the figure that decides
    weakness: Annotated[Floats, MOST_FIGURES, N_ATTRIBUTES]  # 1 at the attribute
    fixed_die: Annotated[Floats, MOST_FIGURES]  # / 6
    worth: Annotated[Floats, MOST_FIGURES]  # essence / 22
    targeted: Annotated[Floats, MOST_FIGURES]  # 1 for each target of the deed in hand

    spirit: Annotated[Floats, MOST_PCS, 6]  # spirit dice of each face / 4
    spent: Annotated[Floats, MOST_PCS]  # / 4
    surplus: Annotated[Floats, MOST_PCS]  # / 4
    essence: Annotated[Floats, MOST_PCS]  # / 22
    bonds: Annotated[Floats, MOST_PCS]  # / 10
    burnt: Annotated[Floats, MOST_PCS]  # 1 when life burning is used

    check: Annotated[Floats, N_CHECKS]  # 1 at the kind of check in hand; the first: none
    roller: Annotated[Floats, MOST_FIGURES]  # 1 at the figure that rolls
    rolled: Annotated[Floats, 6]  # dice of each face that may be swapped / 4
    fixed: Annotated[Floats, 6]  # dice that may not / 4
    check_dice: float  # / 10
    check_total: float  # dice and what is added / 30
    check_lead: float  # total less what is needed / 30
    critical: float  # 1 for a critical
    fumble: float  # 1 for a fumble

    attacker: Annotated[Floats, MOST_FIGURES]  # 1 at the user of the attack in hand
    victim: Annotated[Floats, MOST_FIGURES]  # 1 at the one who is struck
    kind: Annotated[Floats, N_KINDS]  # 1 at physical, magic, special, heal
    rank: float  # of the attack / 10
    active: float  # total / 30
    die: float  # that counts for damage / 10
    harm: float  # damage before reduction / 100
    less: float  # taken off it by talents / 30
    halved: float  # 1 when it is halved
    moment: Annotated[Floats, N_MOMENTS]  # 1 at the moment of a reaction
    subject: Annotated[Floats, MOST_FIGURES]  # 1 at the figure to which it happens
    to_pay: float  # dice still to be paid / 4
    budget: float  # squares of the move in hand / 13


@rule
def seat_of(s: State, player: int, figure: int) -> int:
    """Where a figure stands in the lists of an observer."""
    if figure >= MOST_PCS or player >= s.pcs:
        return figure
    return int((figure - player + s.pcs) % s.pcs)


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Write what ``player`` sees into a zeroed observation."""
    over = s.phase == Phase.OVER
    obs.is_gm = player >= s.pcs
    obs.to_move = s.player == player and not over
    obs.phase[s.phase] = 1
    obs.stage[s.stage] = 1
    obs.turn = s.turn / s.max_turns
    obs.small_grid = s.grid < WIDTH
    observe_ground(s, obs)
    members = 0
    if not over:
        obs.decider[seat_of(s, player, s.figure)] = 1
        members = cluster_of(s, s.figure)
    for figure in range(MOST_FIGURES):
        if is_there(s, figure):
            k = seat_of(s, player, figure)
            observe_figure(s, figure, k, obs)
            obs.engaged[k] = members >> figure & 1
            if figure < MOST_PCS:
                observe_pools(s, figure, k, obs)
    if over:
        return
    if s.check != CheckKind.NONE:
        observe_check(s, player, obs)
    if s.attack != NONE:
        observe_attack(s, player, obs)
    observe_rest(s, player, obs)


@rule
def observe_ground(s: State, obs: Observation) -> None:
    if s.grid < WIDTH:
        for square in range(N_SQUARES):
            obs.ground[square] = GROUND[s.terrain[square]] if square % WIDTH < s.grid else 1.0
        for square in range(s.grid * WIDTH, N_SQUARES):
            obs.ground[square] = 1
        return
    for square in range(N_SQUARES):
        obs.ground[square] = GROUND[s.terrain[square]]


@rule
def observe_figure(s: State, figure: int, k: int, obs: Observation) -> None:
    square = s.square[figure]
    share = s.hp[figure] / s.max_hp[figure]
    obs.present[k] = 1
    obs.hp[k] = min(s.hp[figure] / MUCH_HP, 1.0)
    obs.hp_share[k] = share
    obs.column[k] = square % WIDTH / 12
    obs.line[k] = square // WIDTH / 12
    for status in range(N_STATUSES):
        obs.status[k, status] = s.status[figure] >> status & 1
    if stands(s, figure):
        obs.stands[k] = 1
        obs.board[square] = share if figure < MOST_PCS else -share
        for value in range(N_VALUES):
            obs.values[k, value] = scaled(value_of(s, figure, value))
        obs.initiative[k] = scaled(initiative_of(s, figure))
    for timing in range(N_TIMINGS):
        obs.left[k, timing] = min(max(s.left[figure, timing], 0), 2) / 2
    obs.acted[k] = s.acted[figure]
    obs.defended[k] = s.defended[figure]
    obs.declared[k] = min(s.declared[figure] / 4, 1.0)
    if s.weakness[figure] > 0:
        obs.weakness[k, s.weakness[figure] - 1] = 1
    obs.fixed_die[k] = min(s.die[figure] / 6, 1.0)
    obs.worth[k] = min(s.worth[figure] / 22, 1.0)
    obs.targeted[k] = s.targets[figure]


@rule
def scaled(n: int) -> float:
    return min(max(n / MUCH, -1.0), 1.0)


@rule
def observe_pools(s: State, figure: int, k: int, obs: Observation) -> None:
    for face in range(6):
        obs.spirit[k, face] = min(s.spirit[figure, face] / MANY_DICE, 1.0)
    obs.spent[k] = min(s.spent[figure] / MANY_DICE, 1.0)
    obs.surplus[k] = min(s.surplus[figure] / MANY_DICE, 1.0)
    obs.essence[k] = min(max(s.essence[figure] / 22, -1.0), 1.0)
    obs.bonds[k] = min(max(bonds_of(s, figure) / 10, -1.0), 1.0)
    obs.burnt[k] = s.burnt[figure]


@rule
def observe_check(s: State, player: int, obs: Observation) -> None:
    obs.check[s.check] = 1
    obs.roller[seat_of(s, player, s.roller)] = 1
    for face in range(6):
        obs.rolled[face] = min(s.rolled[face] / MANY_DICE, 1.0)
        obs.fixed[face] = min(s.fixed[face] / MANY_DICE, 1.0)
    obs.check_dice = min(s.check_dice / 10, 1.0)
    obs.critical = s.critical
    obs.fumble = s.fumble
    if count(s.rolled) + count(s.fixed) > 0:
        points = total(s.rolled) + total(s.fixed) + s.check_bonus
        obs.check_total = scaled(points)
        obs.check_lead = scaled(points - needed(s))


@rule
def observe_attack(s: State, player: int, obs: Observation) -> None:
    obs.attacker[seat_of(s, player, s.user)] = 1
    if s.victim != NONE:
        obs.victim[seat_of(s, player, s.victim)] = 1
    obs.kind[min(s.ops[s.attack, Op.A], N_KINDS - 1)] = 1
    obs.rank = min(max((s.ops[s.attack, Op.B] + s.rank_bonus) / 10, 0.0), 1.0)
    obs.active = scaled(s.active)
    obs.die = max(s.highest, s.die_as) / 10
    if s.check == CheckKind.ACTIVE:
        obs.die = max(highest(s.rolled), highest(s.fixed)) / 10
    obs.die = min(obs.die, 1.0)
    obs.harm = min(s.harm / MUCH_HP, 1.0)
    obs.less = min(s.less / MUCH, 1.0)
    obs.halved = s.halved


@rule
def observe_rest(s: State, player: int, obs: Observation) -> None:
    obs.moment[s.moment] = 1
    if s.subject != NONE:
        obs.subject[seat_of(s, player, s.subject)] = 1
    if s.pay_row != NONE:
        left = s.rows[s.pay_row, Row.COST_COUNT] - count(s.paid) - s.paid_wild
        obs.to_pay = min(left / MANY_DICE, 1.0)
    obs.budget = min(s.budget / 13, 1.0)
