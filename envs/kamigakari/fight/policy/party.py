"""How a party plays by the documented policy: expected value one decision ahead, with the exact best swap."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Array, Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_KNOWN,
    N_SQUARES,
    NONE,
    Code,
    Op,
    Row,
    Value,
)
from dicedeck.envs.kamigakari.core.essence import TRANSCEND_COST
from dicedeck.envs.kamigakari.core.grid import FAR, apart
from dicedeck.envs.kamigakari.fight.moves import (
    A_ACCEPT,
    A_DISENGAGE,
    A_DONE,
    A_FULL_MOVE,
    A_LET_PASS,
    A_MOVE,
    A_PASS,
    A_PAY,
    A_SHAKE,
    A_SQUARE,
    A_STOP,
    A_SURPLUS,
    A_TALENT,
    A_TARGET,
    A_TRANSCEND,
    A_WEAPON,
    MOST_TRANSCEND,
    N_SHAKEN,
)
from dicedeck.envs.kamigakari.fight.outlook import (
    HIT,
    N_OUTLOOK,
    judge_best,
    judge_now,
    weigh_roll,
)
from dicedeck.envs.kamigakari.fight.policy.reactions import LEAST_HELP, react
from dicedeck.envs.kamigakari.fight.policy.swaps import (
    choose_loan,
    choose_swap,
    worth_of_outlook,
)
from dicedeck.envs.kamigakari.fight.policy.worth import (
    best_from_here,
    fill_worths,
    worth_from_here,
    worth_of_attack,
    worth_of_help,
    worth_of_op,
)
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, bonds_of, stands, value_of
from dicedeck.envs.kamigakari.fight.rules.legal import legal
from dicedeck.envs.kamigakari.fight.rules.movement import ends_of_move
from dicedeck.envs.kamigakari.fight.rules.rows import attack_kind
from dicedeck.envs.kamigakari.fight.state import CheckKind, Going, Phase, State

ESSENCE_PRICE = 0.8
"""A point of essence, in HP, as long as the end of the fight gives it back."""
DANGER = 1.5
"""A foe that reaches the square, times the share of fragility."""
STURDY = 30
NEARER = 0.3
"""A square nearer to the nearest foe where nobody can be attacked."""


@rule
def party_action(s: State, mask: Mask, swaps: bool) -> int:
    """What the PC in hand does; ``swaps`` false: never exchanging dice. ``mask`` is memory for the legal actions."""
    mask[:] = 0
    legal(s, mask)
    phase = s.phase
    figure = s.figure
    if phase == Phase.START or phase == Phase.END:
        return best_help(s, figure, mask)
    if phase == Phase.PREPARE:
        return prepare(s, figure, mask, swaps)
    if phase == Phase.ATTACK:
        return attack(s, figure, mask, swaps)
    if phase == Phase.SQUARE:
        return A_SQUARE + choose_square(s, figure, swaps)
    if phase == Phase.TARGET:
        return choose_target(s, figure, mask, swaps)
    if phase == Phase.PAY:
        return choose_payment(mask)
    if phase == Phase.BEFORE:
        return choose_transcendence(s, figure, mask, swaps)
    if phase == Phase.ROLL:
        return choose_after_roll(s, figure, mask, swaps)
    if phase == Phase.LEND:
        return choose_loan(s) if swaps else A_ACCEPT
    if phase == Phase.REACT:
        return react(s, figure, mask)
    return A_STOP if value_of(s, figure, Value.ARMOUR) > 4 else A_LET_PASS


# ---------------------------------------------------------------- deeds


@rule
def best_help(s: State, figure: int, mask: Mask) -> int:
    """The most useful talent without an attack, or nothing; paralysis is shaken off."""
    for k in range(N_SHAKEN):
        if mask[A_SHAKE + k]:
            return A_SHAKE + k
    best = A_PASS
    most = LEAST_HELP
    for slot in range(MOST_KNOWN):
        if mask[A_TALENT + slot]:
            worth = worth_of_help(s, figure, s.known[figure, slot])
            if worth > most:
                most = worth
                best = A_TALENT + slot
    return best


@rule
def prepare(s: State, figure: int, mask: Mask, swaps: bool) -> int:
    """A talent, a better square, or getting up: whichever adds most to the attack that follows."""
    worths = np.zeros((MOST_KNOWN + 1, MOST_FIGURES), np.float64)
    fill_worths(s, figure, swaps, worths)
    here = best_from_here(s, figure, worths)
    best = A_PASS
    most = LEAST_HELP
    for slot in range(MOST_KNOWN):
        if mask[A_TALENT + slot]:
            row = s.known[figure, slot]
            worth = worth_of_help(s, figure, row)
            if here <= 0 and is_for_attack(s, row):
                worth = 0.0
            if worth > most:
                most = worth
                best = A_TALENT + slot
    if mask[A_MOVE]:
        s.mover = figure
        s.going = Going.MOVE
        s.budget = value_of(s, figure, Value.MOVE)
        square = best_square(s, figure, worths)
        gain = worth_of_square(s, figure, square, worths) - worth_of_square(s, figure, s.square[figure], worths)
        s.mover = NONE
        s.going = Going.NONE
        s.budget = 0
        if gain > most and square != s.square[figure]:
            return A_MOVE
    for k in range(N_SHAKEN):
        if mask[A_SHAKE + k] and most < 3.0:
            return A_SHAKE + k
    return best


@rule
def is_for_attack(s: State, row: int) -> bool:
    """Its first operation is worth something only to one who attacks in this turn."""
    op = s.rows[row, Row.FIRST_OP]
    code = s.ops[op, Op.CODE]
    if code == Code.ATTRIBUTE or code == Code.LOSE:
        return True
    value = s.ops[op, Op.A]
    wanted = value == Value.ACCURACY or value == Value.CASTING
    return bool(code == Code.MOD and (wanted or value == Value.PHYSICAL_DAMAGE or value == Value.MAGIC_DAMAGE))


@rule
def attack(s: State, figure: int, mask: Mask, swaps: bool) -> int:
    """The attack or healing of the highest worth; where there is none, go nearer."""
    worths = np.zeros((MOST_KNOWN + 1, MOST_FIGURES), np.float64)
    fill_worths(s, figure, swaps, worths)
    cluster = cluster_of(s, figure)
    best = A_PASS
    most = 0.3
    for slot in range(MOST_KNOWN):
        if mask[A_TALENT + slot]:
            row = s.known[figure, slot]
            if attack_kind(s, row) != NONE:
                worth = worth_from_here(s, cluster, figure, row, worths[slot])
            else:
                worth = worth_of_help(s, figure, row)
            if worth > most:
                most = worth
                best = A_TALENT + slot
    if mask[A_WEAPON] and worth_from_here(s, cluster, figure, s.weapon[figure], worths[MOST_KNOWN]) > most:
        return A_WEAPON
    if best != A_PASS:
        return best
    for k in range(N_SHAKEN):
        if mask[A_SHAKE + k]:
            return A_SHAKE + k
    if mask[A_FULL_MOVE]:
        return A_FULL_MOVE
    if mask[A_DISENGAGE] and s.max_hp[figure] < STURDY:
        return A_DISENGAGE
    return A_PASS


@rule
def choose_target(s: State, figure: int, mask: Mask, swaps: bool) -> int:
    """The figure for which the deed in hand is worth most; done where nobody is worth it."""
    best = A_DONE if s.chosen > 0 else NONE
    most = 0.0
    for other in range(MOST_FIGURES):
        if mask[A_TARGET + other]:
            worth = worth_on(s, figure, other, swaps)
            if best == NONE or worth > most:
                most = worth
                best = A_TARGET + other
    return best


@rule
def worth_on(s: State, figure: int, other: int, swaps: bool) -> float:
    if s.row == NONE:
        return 1.0
    if attack_kind(s, s.row) != NONE:
        return worth_of_attack(s, figure, s.row, other, swaps)
    worth = 0.0
    first = s.rows[s.row, Row.FIRST_OP]
    for op in range(first, first + s.rows[s.row, Row.OPS]):
        worth += worth_of_op(s, op, other, are_foes(figure, other))
    return worth


# ---------------------------------------------------------------- squares


@rule
def choose_square(s: State, figure: int, swaps: bool) -> int:
    """The best square for the mover; friends and foes that a talent moves stay near where they are."""
    worths = np.zeros((MOST_KNOWN + 1, MOST_FIGURES), np.float64)
    if s.mover == figure and s.going != Going.FULL and s.going != Going.DISENGAGE:
        fill_worths(s, figure, swaps, worths)
    return best_square(s, s.mover, worths)


@rule
def best_square(s: State, mover: int, worths: Array) -> int:
    weight = np.empty(N_SQUARES, np.int32)
    if ends_of_move(s, weight) == 0:
        return int(s.square[mover])
    best = NONE
    most = -1e9
    for square in range(N_SQUARES):
        if weight[square] < FAR:
            worth = worth_of_square(s, mover, square, worths) - 0.01 * weight[square]
            if worth > most:
                most = worth
                best = square
    return int(best)


@rule
def worth_of_square(s: State, mover: int, square: int, worths: Array) -> float:
    """The best attack from there, less the danger, less the way to the nearest foe. The mover is put back at once."""
    home = s.square[mover]
    s.square[mover] = square
    attacks = best_from_here(s, mover, worths)
    s.square[mover] = home
    fragile = max(1.0 - (s.hp[mover] + 2 * value_of(s, mover, Value.ARMOUR)) / (2.0 * STURDY), 0.1)
    nearest = 20
    beside = 0
    for foe in range(MOST_FIGURES):
        if are_foes(mover, foe) and stands(s, foe):
            gap = apart(square, s.square[foe])
            nearest = min(nearest, gap)
            beside += int(gap <= 1) + int(gap <= 3)
    return float(attacks - DANGER * beside * fragile - NEARER * nearest)


# ---------------------------------------------------------------- dice


@rule
def choose_payment(mask: Mask) -> int:
    """Surplus first, then the die that is worth least."""
    if mask[A_SURPLUS]:
        return A_SURPLUS
    for k in range(6):
        if mask[A_PAY + k]:
            return A_PAY + k
    return A_PASS


@rule
def choose_transcendence(s: State, figure: int, mask: Mask, swaps: bool) -> int:
    """As many dice as are worth their essence; not below what the end of the fight makes good (KAMI-15)."""
    floor = -bonds_of(s, figure)
    for foe in range(MOST_FIGURES):
        floor -= s.worth[foe]
    pool = np.zeros(6, np.int32)
    if swaps:
        for k in range(6):
            pool[k] = s.spirit[figure, k]
    outlook = np.zeros(N_OUTLOOK, np.float64)
    best = A_TRANSCEND
    most = -1e9
    for n in range(MOST_TRANSCEND + 1):
        if mask[A_TRANSCEND + n] and (n == 0 or s.essence[figure] - TRANSCEND_COST[n] >= floor):
            weigh_roll(s, s.check_dice + n, pool, outlook)
            worth = worth_of_outlook(s, outlook) - ESSENCE_PRICE * TRANSCEND_COST[n]
            if worth > most:
                most = worth
                best = A_TRANSCEND + n
    return best


@rule
def choose_after_roll(s: State, figure: int, mask: Mask, swaps: bool) -> int:
    """Roll again where even the best swaps do not help; else the best swap."""
    outlook = np.zeros(N_OUTLOOK, np.float64)
    if swaps:
        judge_best(s, s.spirit[figure], outlook)
    else:
        judge_now(s, outlook)
    if outlook[HIT] == 0 and s.check != CheckKind.TOLERANCE:
        for slot in range(MOST_KNOWN):
            if mask[A_TALENT + slot]:
                return A_TALENT + slot
    return choose_swap(s) if swaps else A_ACCEPT
