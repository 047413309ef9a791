"""What may be chosen (KAMI-40 to KAMI-42)."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
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
from dicedeck.envs.kamigakari.build.rules.talents import may_take
from dicedeck.envs.kamigakari.build.sizes import MOST_BUILT, Phase
from dicedeck.envs.kamigakari.build.state import N_RAISES, N_STATS, State
from dicedeck.envs.kamigakari.codes import N_ATTRIBUTES, NONE
from dicedeck.envs.kamigakari.tables.characters import MOST_FREE


@rule
def legal(s: State, mask: Mask) -> None:
    """Set mask[action] = 1 for every legal action."""
    if s.phase == Phase.PEOPLE:
        mask[A_PEOPLE : A_PEOPLE + s.peoples] = 1
    elif s.phase <= Phase.SUB:
        mask[A_TITLE : A_TITLE + s.titles] = 1
        if s.phase == Phase.SUB:
            mask[A_TITLE + s.main[s.pc]] = 0
    elif s.phase <= Phase.RAISE:
        allow_stats(s, mask)
    elif s.phase == Phase.TALENT:
        for talent in range(s.talents):
            mask[A_TALENT + talent] = may_take(s, s.pc, talent)
    elif s.phase <= Phase.CHARM:
        allow_gear(s, mask)
    elif s.phase == Phase.JOB:
        mask[A_JOB : A_JOB + s.jobs] = 1
    elif s.phase == Phase.BUILD:
        allow_building(s, mask)
    elif s.phase == Phase.ATTRIBUTE:
        mask[A_ATTRIBUTE : A_ATTRIBUTE + N_ATTRIBUTES] = 1
    elif s.phase == Phase.PAY:
        for material in range(s.materials):
            mask[A_USE + material] = s.stock[material] > 0 and pays(s, material, s.paying)


@rule
def allow_stats(s: State, mask: Mask) -> None:
    """Free points, at most two on one stat; a level raises two different ones."""
    for stat in range(N_STATS):
        mask[A_POINT + stat] = s.free[s.pc, stat] < MOST_FREE
    if s.phase == Phase.RAISE:
        mask[A_POINT : A_POINT + N_STATS] = 1
        for k in range(1, N_RAISES, 2):
            if s.raised[s.pc, k] == NONE and s.raised[s.pc, k - 1] != NONE:
                mask[A_POINT + s.raised[s.pc, k - 1]] = 0


@rule
def allow_gear(s: State, mask: Mask) -> None:
    """What leaves enough G for the cheapest of the pieces that are still to be bought."""
    left = s.gold[s.pc]
    if s.phase == Phase.WEAPON:
        left -= cheapest(s, T_ARMOUR, s.armours) + cheapest(s, T_CHARM, s.charms)
        for k in range(s.weapons):
            mask[A_WEAPON + k] = s.price[T_WEAPON + k] <= left
    elif s.phase == Phase.ARMOUR:
        left -= cheapest(s, T_CHARM, s.charms)
        for k in range(s.armours):
            mask[A_ARMOUR + k] = s.price[T_ARMOUR + k] <= left
    else:
        for k in range(s.charms):
            mask[A_CHARM + k] = s.price[T_CHARM + k] <= left


@rule
def cheapest(s: State, first: int, count: int) -> int:
    least = s.price[first]
    for k in range(1, count):
        least = min(least, s.price[first + k])
    return int(least)


@rule
def allow_building(s: State, mask: Mask) -> None:
    """Effects for G or for points, one material to fuse (KAMI-41)."""
    mask[A_DONE] = 1
    total = 0
    for effect in range(s.effects):
        total += s.bought[s.pc, effect] + s.earned[s.pc, effect]
    if total < MOST_BUILT:
        for effect in range(s.effects):
            if s.bought[s.pc, effect] + s.earned[s.pc, effect] < s.effect_times[effect]:
                mask[A_BUY + effect] = s.price[T_EFFECT + effect] <= s.gold[s.pc]
                mask[A_EARN + effect] = points_in_stock(s, effect) >= s.effect_points[effect]
    if s.fused[s.pc] == NONE:
        for material in range(s.materials):
            mask[A_FUSE + material] = s.stock[material] > 0


@rule
def pays(s: State, material: int, effect: int) -> bool:
    """Whether the material is of the kind that the effect takes."""
    return bool(s.effect_kind[effect] == NONE or s.effect_kind[effect] == s.material_kind[material])


@rule
def points_in_stock(s: State, effect: int) -> int:
    points = 0
    for material in range(s.materials):
        if pays(s, material, effect):
            points += s.stock[material] * s.material_points[material]
    return int(points)
