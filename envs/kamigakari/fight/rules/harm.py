"""Losing and regaining HP, statuses, falling, the end of the fight (KAMI-13, 15a, 26, 27, 29, 29a, 30, 33)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, roll_die
from dicedeck.envs.core.tasks import drop_all, push
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_PCS,
    N_SQUARES,
    NONE,
    WIDTH,
    Kind,
    Status,
    Value,
)
from dicedeck.envs.kamigakari.core.damage import reduced
from dicedeck.envs.kamigakari.core.essence import LOST_AT_MOST, recovered
from dicedeck.envs.kamigakari.core.grid import FAR, apart
from dicedeck.envs.kamigakari.fight.rules.figures import FALLEN, bonds_of, figure_at, has, is_pc, stands, value_of
from dicedeck.envs.kamigakari.fight.rules.movement import OBSTACLE
from dicedeck.envs.kamigakari.fight.state import Ending, Moment, Phase, State, Task

FALL = 20
"""Falling damage of a flying figure."""
COVER = 5
"""Off all damage (KAMI-30)."""
LOSS = 0.25
POTENTIAL = 0.5
DEFENCE_VALUE = np.array([Value.BARRIER if kind == Kind.MAGIC else Value.ARMOUR for kind in Kind], np.int32)
"""The value that is taken off damage of each kind (KAMI-26)."""


# ---------------------------------------------------------------- hit points


@rule
def lose_hp(s: State, figure: int, amount: int) -> None:
    """HP damage: nothing reduces it (KAMI-27)."""
    if amount <= 0 or not stands(s, figure):
        return
    s.hp[figure] = max(s.hp[figure] - amount, 0)
    if s.hp[figure] == 0:
        fall_down(s, figure)


@rule
def fall_down(s: State, figure: int) -> None:
    """An enemy is out, a PC stunned (KAMI-29a, 33)."""
    s.status[figure] &= FALLEN
    if is_pc(figure):
        s.status[figure] |= 1 << Status.STUN
        push(s, Task.REACTIONS, figure, Moment.STUNNED * 16)
    else:
        s.status[figure] |= 1 << Status.OUT
    look_for_end(s)


@rule
def heal(s: State, figure: int, amount: int) -> None:
    """Not above the maximum; nothing for the fallen (KAMI-29a)."""
    if stands(s, figure):
        s.hp[figure] = min(s.hp[figure] + max(amount, 0), s.max_hp[figure])


@rule
def raise_up(s: State, figure: int, amount: int) -> None:
    """Stun off, HP as given; on the nearest free square where somebody stands on its own (KAMI-13, 29a)."""
    if not has(s, figure, Status.STUN):
        return
    other = figure_at(s, s.square[figure])
    s.status[figure] &= ~(1 << Status.STUN)
    s.hp[figure] = min(max(amount, 1), s.max_hp[figure])
    if other != NONE:
        s.square[figure] = nearest_free(s, s.square[figure])


@rule
def nearest_free(s: State, square: int) -> int:
    """The first of the nearest free squares."""
    best = square
    near = FAR
    for other in range(N_SQUARES):
        if other // WIDTH >= s.grid or other % WIDTH >= s.grid or s.terrain[other] == OBSTACLE:
            continue
        if apart(square, other) < near and figure_at(s, other) == NONE:
            near = apart(square, other)
            best = other
    return best


# ---------------------------------------------------------------- statuses


@rule
def give_status(s: State, figure: int, status: int) -> None:
    """Unless immune; prone ends cover and flying (KAMI-29, 30)."""
    if not stands(s, figure) or s.immune[figure] >> status & 1:
        return
    if status == Status.OUT:
        put_out(s, figure)
        return
    s.status[figure] |= 1 << status
    if status == Status.PRONE:
        if has(s, figure, Status.FLYING):
            crash(s, figure)
        s.status[figure] &= ~(1 << Status.COVER)


@rule
def put_out(s: State, figure: int) -> None:
    """Out, with HP 0 (KAMI-29a)."""
    s.hp[figure] = 0
    s.status[figure] = 1 << Status.OUT
    look_for_end(s)


@rule
def remove_statuses(s: State, figure: int, bits: int) -> None:
    """A figure that is no longer out has HP 1 (KAMI-29a)."""
    was = s.status[figure]
    s.status[figure] &= ~bits
    if was & FALLEN and s.status[figure] & FALLEN == 0:
        s.status[figure] |= 1 << Status.STUN
        raise_up(s, figure, 1)


@rule
def crash(s: State, figure: int) -> None:
    """Flying ends: falling damage 20, and prone where any of it is left (KAMI-27, 30)."""
    s.status[figure] &= ~(1 << Status.FLYING)
    less = COVER * int(has(s, figure, Status.COVER))
    amount = reduced(FALL, value_of(s, figure, Value.ARMOUR), less, False)
    lose_hp(s, figure, amount)
    if amount > 0 and stands(s, figure) and not s.immune[figure] >> Status.PRONE & 1:
        s.status[figure] |= 1 << Status.PRONE


# ---------------------------------------------------------------- essence


@rule
def burn(s: State, figure: int, amount: int) -> None:
    """It may go below 0 (KAMI-10)."""
    s.essence[figure] -= amount


@rule
def two_dice(s: State) -> int:
    return roll_die(s.rng[DICE]) + roll_die(s.rng[DICE])


# ---------------------------------------------------------------- the end


@rule
def look_for_end(s: State) -> None:
    """Won when every enemy is out, lost when every PC is stunned or out (KAMI-33).

    A PC that falls may still burn its life: the fight is lost once nobody has done so.
    """
    enemies = 0
    for figure in range(MOST_PCS, MOST_FIGURES):
        enemies += int(stands(s, figure))
    if enemies == 0:
        end_fight(s, Ending.WON)


@rule
def is_lost(s: State) -> bool:
    for figure in range(MOST_PCS):
        if stands(s, figure):
            return False
    return True


@rule
def end_fight(s: State, ending: int) -> None:
    """Nothing else is carried out; what it pays (KAMI-15a, 33)."""
    if s.phase == Phase.OVER:
        return
    drop_all(s)
    s.phase = Phase.OVER
    s.ending = ending
    s.terminated = ending == Ending.WON or ending == Ending.LOST
    s.truncated = ending == Ending.TURNS or ending == Ending.CAP
    amount = -1.0
    if ending == Ending.WON:
        amount = 1.0 - LOSS * count_lost(s)
    pay(s, amount)


@rule
def count_lost(s: State) -> int:
    """PCs whose essence stays below 0 after what the enemies were worth and their bonds (KAMI-15)."""
    worth = 0
    for figure in range(MOST_PCS, MOST_FIGURES):
        worth += s.worth[figure]
    lost = 0
    for figure in range(s.pcs):
        s.essence[figure] = recovered(s.essence[figure], worth, bonds_of(s, figure))
        if s.essence[figure] < 0 and roll_die(s.rng[DICE]) <= LOST_AT_MOST:
            lost += 1
    return lost


@rule
def pay(s: State, amount: float) -> None:
    """PCs win and lose together, the game master the opposite."""
    for seat in range(s.pcs):
        s.rewards[seat] += amount
    if s.gm:
        s.rewards[s.pcs] -= amount


@rule
def worth_of_position(s: State) -> float:
    """The potential of shaped rewards: half the difference of the shares of HP left; 0 at the end."""
    if s.phase == Phase.OVER:
        return 0.0
    ours = 0
    ours_most = 0
    theirs = 0
    theirs_most = 0
    for figure in range(MOST_FIGURES):
        if is_pc(figure):
            ours += s.hp[figure]
            ours_most += s.max_hp[figure]
        else:
            theirs += s.hp[figure]
            theirs_most += s.max_hp[figure]
    return POTENTIAL * (ours / max(ours_most, 1) - theirs / max(theirs_most, 1))


@rule
def finish_off(s: State, figure: int) -> None:
    """Inside the barrier: out (KAMI-29a, 33)."""
    s.status[figure] = 1 << Status.OUT


@rule
def is_finishable(s: State, enemy: int, figure: int) -> bool:
    """A stunned PC on a neighbouring square or under the enemy (KAMI-33)."""
    return bool(has(s, figure, Status.STUN) and apart(s.square[enemy], s.square[figure]) <= 1)
