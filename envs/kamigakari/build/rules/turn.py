"""Decisions one after the other; after the last one the party fights (KAMI-43)."""

from __future__ import annotations

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
    A_PEOPLE,
    A_POINT,
    A_TALENT,
    A_TITLE,
    A_USE,
    A_WEAPON,
)
from dicedeck.envs.kamigakari.build.catalogue import T_ARMOUR, T_CHARM, T_EFFECT, T_WEAPON
from dicedeck.envs.kamigakari.build.rules.judging import judge
from dicedeck.envs.kamigakari.build.rules.talents import take_first, talents_left
from dicedeck.envs.kamigakari.build.sizes import Phase
from dicedeck.envs.kamigakari.build.state import N_STATS, State
from dicedeck.envs.kamigakari.codes import MOST_PCS, NONE
from dicedeck.envs.kamigakari.tables.characters import FREE_POINTS


@rule
def setup(s: State) -> None:
    """Nothing has been chosen; everybody has the budget."""
    s.people[:] = NONE
    s.main[:] = NONE
    s.sub[:] = NONE
    s.raised[:] = NONE
    s.weapon[:] = NONE
    s.armour[:] = NONE
    s.charm[:] = NONE
    s.job[:] = NONE
    s.fused[:] = NONE
    s.log[:] = NONE
    s.gold[:] = s.budget
    s.paying = NONE


@rule
def step(s: State, action: int) -> None:
    decide(s, action)
    if s.phase == Phase.OVER:
        judge(s)


@rule
def decide(s: State, action: int) -> None:
    """One decision for the PC in hand, and what comes next."""
    if s.phase <= Phase.RAISE:
        choose_origin(s, s.pc, action)
    elif s.phase == Phase.TALENT:
        s.talent[s.pc, action - A_TALENT] = 1
        if talents_left(s, s.pc) == 0:
            s.phase = Phase.WEAPON
    elif s.phase <= Phase.JOB:
        choose_gear(s, s.pc, action)
    elif action == A_DONE:
        s.pc += 1
        s.phase = Phase.PEOPLE
        if s.pc == MOST_PCS:
            s.pc = MOST_PCS - 1
            s.phase = Phase.OVER
    else:
        s.log[s.pc, s.logged[s.pc]] = action
        s.logged[s.pc] += 1
        build_on(s, s.pc, action)


@rule
def choose_origin(s: State, pc: int, action: int) -> None:
    """People, titles, main stats."""
    if s.phase == Phase.PEOPLE:
        s.people[pc] = action - A_PEOPLE
        take_first(s, pc)
        s.phase = Phase.MAIN
    elif s.phase == Phase.MAIN:
        s.main[pc] = action - A_TITLE
        s.phase = Phase.SUB
    elif s.phase == Phase.SUB:
        s.sub[pc] = action - A_TITLE
        s.phase = Phase.FREE
    elif s.phase == Phase.FREE:
        s.free[pc, action - A_POINT] += 1
        spent = 0
        for stat in range(N_STATS):
            spent += s.free[pc, stat]
        if spent == FREE_POINTS:
            s.phase = Phase.RAISE if s.level > 1 else Phase.TALENT
    else:
        raise_stat(s, pc, action - A_POINT)


@rule
def raise_stat(s: State, pc: int, stat: int) -> None:
    """The next of two stats for each level gained."""
    wanted = 2 * (s.level - 1)
    for k in range(wanted):
        if s.raised[pc, k] == NONE:
            s.raised[pc, k] = stat
            if k == wanted - 1:
                s.phase = Phase.TALENT
            return


@rule
def choose_gear(s: State, pc: int, action: int) -> None:
    """Weapon, armour, charm, cover job."""
    if s.phase == Phase.WEAPON:
        s.weapon[pc] = action - A_WEAPON
        s.gold[pc] -= s.price[T_WEAPON + s.weapon[pc]]
        s.phase = Phase.ARMOUR
    elif s.phase == Phase.ARMOUR:
        s.armour[pc] = action - A_ARMOUR
        s.gold[pc] -= s.price[T_ARMOUR + s.armour[pc]]
        s.phase = Phase.CHARM
    elif s.phase == Phase.CHARM:
        s.charm[pc] = action - A_CHARM
        s.gold[pc] -= s.price[T_CHARM + s.charm[pc]]
        s.phase = Phase.JOB
    else:
        s.job[pc] = action - A_JOB
        s.phase = Phase.BUILD


@rule
def build_on(s: State, pc: int, action: int) -> None:
    """Effects for G or materials, their attribute, a fused material (KAMI-41)."""
    if action >= A_FUSE:
        s.fused[pc] = action - A_FUSE
        s.stock[s.fused[pc]] -= 1
    elif action >= A_USE:
        pay(s, pc, action - A_USE)
    elif action >= A_ATTRIBUTE:
        s.attribute[pc] = action - A_ATTRIBUTE + 1
        s.phase = Phase.BUILD if s.paying == NONE else Phase.PAY
    elif action >= A_EARN:
        effect = action - A_EARN
        s.earned[pc, effect] += 1
        s.paying = effect
        s.points = s.effect_points[effect]
        s.phase = Phase.ATTRIBUTE if s.effect_open[effect] else Phase.PAY
    else:
        effect = action - A_BUY
        s.bought[pc, effect] += 1
        s.gold[pc] -= s.price[T_EFFECT + effect]
        if s.effect_open[effect]:
            s.phase = Phase.ATTRIBUTE


@rule
def pay(s: State, pc: int, material: int) -> None:
    """One material more; what is too much is lost."""
    s.used[pc, material] += 1
    s.stock[material] -= 1
    s.points = max(s.points - s.material_points[material], 0)
    if s.points == 0:
        s.paying = NONE
        s.phase = Phase.BUILD
