"""What a PC comes to: all that it has, added up (KAMI-24, KAMI-40)."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.catalogue import (
    N_ADDS,
    N_SUMS,
    T_ARMOUR,
    T_CHARM,
    T_EFFECT,
    T_JOB,
    T_MATERIAL,
    T_TALENT,
    T_TITLE,
    T_WEAPON,
    Adds,
)
from dicedeck.envs.kamigakari.build.state import N_RAISES, State
from dicedeck.envs.kamigakari.codes import N_VALUES, NONE


@rule
def main_stat(s: State, pc: int, stat: int) -> int:
    """That of the people, free points, and what levels have raised (KAMI-42)."""
    total = s.free[pc, stat]
    if s.people[pc] != NONE:
        total += s.stats[s.people[pc], stat]
    for k in range(N_RAISES):
        if s.raised[pc, k] == stat:
            total += 1
    return int(total)


@rule
def sum_up(s: State, pc: int, adds: Ints) -> None:
    """Write all that always holds for the PC into ``adds``; what has not been chosen yet adds nothing."""
    adds[:] = 0
    if s.people[pc] == NONE:
        return
    for value in range(N_VALUES + 1):
        adds[value] = s.value_base[value]
        if s.value_stat[value] != NONE:
            half = s.value_half[value]
            adds[value] += (2 * main_stat(s, pc, s.value_stat[value]) + half - 1) // half
    add_gear(s, pc, adds)
    for talent in range(s.talents):
        if s.talent[pc, talent]:
            add(s, T_TALENT + talent, 1, adds)
    for effect in range(s.effects):
        add(s, T_EFFECT + effect, s.bought[pc, effect] + s.earned[pc, effect], adds)
    if s.attribute[pc] != 0:
        adds[Adds.ATTRIBUTE] = s.attribute[pc]
    if s.fused[pc] != NONE:
        add(s, T_MATERIAL + s.fused[pc], 1, adds)


@rule
def add_gear(s: State, pc: int, adds: Ints) -> None:
    """Titles, gear, cover job."""
    if s.main[pc] != NONE:
        add(s, T_TITLE + s.main[pc], 1, adds)
    if s.sub[pc] != NONE:
        add(s, T_TITLE + s.sub[pc], 1, adds)
    if s.weapon[pc] != NONE:
        add(s, T_WEAPON + s.weapon[pc], 1, adds)
    if s.armour[pc] != NONE:
        add(s, T_ARMOUR + s.armour[pc], 1, adds)
    if s.charm[pc] != NONE:
        add(s, T_CHARM + s.charm[pc], 1, adds)
    if s.job[pc] != NONE:
        add(s, T_JOB + s.job[pc], 1, adds)


@rule
def add(s: State, thing: int, times: int, adds: Ints) -> None:
    """Numbers are added, bits joined; the last attribute stays."""
    if times == 0:
        return
    for column in range(N_SUMS):
        adds[column] += times * s.things[thing, column]
    for column in range(N_SUMS, N_ADDS - 1):
        adds[column] |= s.things[thing, column]
    if s.things[thing, Adds.ATTRIBUTE] != 0:
        adds[Adds.ATTRIBUTE] = s.things[thing, Adds.ATTRIBUTE]
