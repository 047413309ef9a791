"""What a figure may do."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, MOST_KNOWN, N_SQUARES, NONE, Row, Status, Timing
from dicedeck.envs.kamigakari.core.dice import can_complete
from dicedeck.envs.kamigakari.core.grid import FAR
from dicedeck.envs.kamigakari.core.spirit import can_pay_face
from dicedeck.envs.kamigakari.fight.moves import (
    A_ACCEPT,
    A_BURN,
    A_COVER,
    A_DESTROY,
    A_DISENGAGE,
    A_DONE,
    A_FINISH,
    A_FULL_MOVE,
    A_LET_PASS,
    A_MOVE,
    A_PASS,
    A_PAY,
    A_SEARCH,
    A_SHAKE,
    A_SQUARE,
    A_STOP,
    A_SURPLUS,
    A_SWAP,
    A_TALENT,
    A_TARGET,
    A_TRANSCEND,
    A_WAIT,
    A_WEAPON,
    MOST_TRANSCEND,
    N_SHAKEN,
    SHAKEN,
)
from dicedeck.envs.kamigakari.fight.rules.attack import can_destroy_concept
from dicedeck.envs.kamigakari.fight.rules.deeds import may_shake
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, bonds_of, has, is_pc, stands
from dicedeck.envs.kamigakari.fight.rules.harm import is_finishable
from dicedeck.envs.kamigakari.fight.rules.movement import can_leave, ends_of_move, is_beside_obstacle, move_budget
from dicedeck.envs.kamigakari.fight.rules.rolling import can_swap, can_transcend
from dicedeck.envs.kamigakari.fight.rules.rows import (
    can_add_after,
    can_add_before,
    can_begin,
    can_react,
    has_target,
    is_choosable,
)
from dicedeck.envs.kamigakari.fight.rules.turn import can_burn_life, can_wait_for
from dicedeck.envs.kamigakari.fight.state import Moment, Phase, State

SHAKEN_STATUS = np.array(SHAKEN, np.int32)


@rule
def legal(s: State, mask: Mask) -> None:
    """Mark the legal actions of the figure that decides."""
    phase = s.phase
    figure = s.figure
    if phase <= Phase.END:
        legal_deeds(s, figure, phase, mask)
    elif phase == Phase.SQUARE:
        legal_squares(s, mask)
    elif phase == Phase.TARGET:
        legal_targets(s, figure, mask)
    elif phase == Phase.PAY:
        legal_payments(s, figure, mask)
    elif phase == Phase.BEFORE:
        legal_before(s, figure, mask)
    elif phase == Phase.ROLL:
        legal_swaps(s, figure, mask)
        for slot in range(MOST_KNOWN):
            mask[A_TALENT + slot] = can_add_after(s, figure, slot)
    elif phase == Phase.LEND:
        legal_swaps(s, figure, mask)
    elif phase == Phase.REACT:
        legal_reactions(s, figure, mask)
    elif phase == Phase.DECLARE:
        mask[A_STOP] = 1
        mask[A_LET_PASS] = 1


@rule
def legal_deeds(s: State, figure: int, timing: int, mask: Mask) -> None:
    """What a timing can be used for (KAMI-18); phases start to end are the timings."""
    mask[A_PASS] = 1
    for slot in range(MOST_KNOWN):
        mask[A_TALENT + slot] = can_begin(s, figure, slot, timing)
    for k in range(N_SHAKEN):
        mask[A_SHAKE + k] = may_shake(s, figure, SHAKEN_STATUS[k], timing)
    if timing == Timing.PREPARE:
        legal_prepares(s, figure, mask)
    elif timing == Timing.ATTACK:
        legal_attacks(s, figure, mask)


@rule
def legal_prepares(s: State, figure: int, mask: Mask) -> None:
    mask[A_MOVE] = can_leave(s, figure, move_budget(s, figure), False)
    mask[A_COVER] = can_take_cover(s, figure)
    for other in range(MOST_FIGURES):
        mask[A_WAIT + other] = can_wait_for(s, figure, other)
        if are_foes(figure, other) and stands(s, other) and has(s, other, Status.HIDDEN):
            mask[A_SEARCH] = 1


@rule
def can_take_cover(s: State, figure: int) -> bool:
    if has(s, figure, Status.COVER) or has(s, figure, Status.PRONE):
        return False
    return is_beside_obstacle(s, figure)


@rule
def legal_attacks(s: State, figure: int, mask: Mask) -> None:
    budget = move_budget(s, figure)
    mask[A_FULL_MOVE] = can_leave(s, figure, 2 * budget, False)
    mask[A_DISENGAGE] = can_leave(s, figure, budget, True)
    if s.weapon[figure] != NONE:
        mask[A_WEAPON] = has_target(s, s.weapon[figure], figure)
    if not is_pc(figure):
        for other in range(MOST_FIGURES):
            if are_foes(figure, other) and is_finishable(s, figure, other):
                mask[A_FINISH] = 1


@rule
def legal_squares(s: State, mask: Mask) -> None:
    weight = np.empty(N_SQUARES, np.int32)
    if ends_of_move(s, weight) == 0:
        weight[s.square[s.mover]] = 0
    for square in range(N_SQUARES):
        mask[A_SQUARE + square] = weight[square] < FAR


@rule
def legal_targets(s: State, figure: int, mask: Mask) -> None:
    for other in range(MOST_FIGURES):
        mask[A_TARGET + other] = can_take(s, figure, other)
    mask[A_DONE] = s.chosen > 0


@rule
def can_take(s: State, figure: int, other: int) -> bool:
    """As a target of the deed in hand: of a row, of a search, of finishing off."""
    if s.row != NONE:
        return is_choosable(s, other)
    if not are_foes(figure, other):
        return False
    if s.deed == A_SEARCH:
        return stands(s, other) and has(s, other, Status.HIDDEN)
    return is_finishable(s, figure, other)


@rule
def legal_payments(s: State, figure: int, mask: Mask) -> None:
    """Faces after which the rest of the cost can still be paid (KAMI-7, 9)."""
    cost = s.rows[s.pay_row, Row.COST]
    number = s.rows[s.pay_row, Row.COST_COUNT]
    face = s.rows[s.pay_row, Row.COST_FACE]
    pool = s.spirit[figure]
    surplus = s.surplus[figure]
    for k in range(6):
        mask[A_PAY + k] = can_pay_face(s.paid, s.paid_wild, pool, surplus, cost, number, face, k)
    if surplus > 0:
        mask[A_SURPLUS] = can_complete(s.paid, s.paid_wild + 1, pool, surplus - 1, cost, number, face)


@rule
def legal_before(s: State, figure: int, mask: Mask) -> None:
    for n in range(MOST_TRANSCEND + 1):
        mask[A_TRANSCEND + n] = can_transcend(s, figure, n)
    for slot in range(MOST_KNOWN):
        mask[A_TALENT + slot] = can_add_before(s, figure, slot)


@rule
def legal_swaps(s: State, figure: int, mask: Mask) -> None:
    mask[A_ACCEPT] = 1
    for out in range(6):
        if s.rolled[out] > 0:
            for into in range(6):
                mask[A_SWAP + out * 6 + into] = can_swap(s, figure, out, into)


@rule
def legal_reactions(s: State, figure: int, mask: Mask) -> None:
    mask[A_PASS] = 1
    for slot in range(MOST_KNOWN):
        mask[A_TALENT + slot] = can_react(s, figure, slot)
    mask[A_BURN] = can_burn_now(s, figure)
    mask[A_DESTROY] = can_destroy_now(s, figure)


@rule
def can_burn_now(s: State, figure: int) -> bool:
    return s.moment == Moment.STUNNED and s.subject == figure and can_burn_life(s, figure)


@rule
def can_destroy_now(s: State, figure: int) -> bool:
    return s.moment == Moment.HITS and can_destroy_concept(s, figure, bonds_of(s, figure))


@rule
def has_reaction(s: State, figure: int) -> bool:
    """Something else than passing can be done at the moment in hand."""
    if can_burn_now(s, figure) or can_destroy_now(s, figure):
        return True
    for slot in range(MOST_KNOWN):
        if can_react(s, figure, slot):
            return True
    return False
