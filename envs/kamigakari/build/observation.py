"""What the builder sees, as numbers in [-1, 1]: the party as far as it is, budget and stock, and whom it will meet."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.catalogue import N_ADDS, Adds
from dicedeck.envs.kamigakari.build.judges import Foe, Site
from dicedeck.envs.kamigakari.build.rules.sums import main_stat, sum_up
from dicedeck.envs.kamigakari.build.rules.talents import talents_left
from dicedeck.envs.kamigakari.build.sizes import (
    MOST_ARMOURS,
    MOST_CHARMS,
    MOST_EFFECTS,
    MOST_FIGHTS,
    MOST_JOBS,
    MOST_LEVELS,
    MOST_MATERIALS,
    MOST_PEOPLES,
    MOST_TALENTS,
    MOST_TITLES,
    MOST_WEAPONS,
    N_PHASES,
    Phase,
)
from dicedeck.envs.kamigakari.build.state import N_STATS, State
from dicedeck.envs.kamigakari.codes import MOST_PCS, N_ATTRIBUTES, N_VALUES, NONE

MUCH_STAT = 20
MUCH_VALUE = 30
MUCH_HP = 100
MUCH_STOCK = 5
MUCH_POINTS = 20
MUCH_TALENTS = 12
MOST_TIMES = 9
"""What numbers are divided by; larger ones count as that much."""


class Observation:
    """PCs stand in the order in which they are built."""

    phase: Annotated[Floats, N_PHASES]  # 1 at the phase
    pc: Annotated[Floats, MOST_PCS]  # 1 at the PC being built
    level: float  # / 5
    talents_left: float  # still to be taken / 12
    paying: Annotated[Floats, MOST_EFFECTS]  # 1 at the effect that materials are paid for
    points: float  # still to be paid / 20
    stock: Annotated[Floats, MOST_MATERIALS]  # of each material / 5

    people: Annotated[Floats, MOST_PCS, MOST_PEOPLES]  # 1 at the people
    main: Annotated[Floats, MOST_PCS, MOST_TITLES]  # 1 at the main title
    sub: Annotated[Floats, MOST_PCS, MOST_TITLES]  # 1 at the sub title
    stats: Annotated[Floats, MOST_PCS, N_STATS]  # main stats / 20
    free: Annotated[Floats, MOST_PCS, N_STATS]  # free points / 2
    values: Annotated[Floats, MOST_PCS, N_VALUES]  # combat values so far / 30
    hp: Annotated[Floats, MOST_PCS]  # / 100
    talent: Annotated[Floats, MOST_PCS, MOST_TALENTS]  # 1 for each
    weapon: Annotated[Floats, MOST_PCS, MOST_WEAPONS]  # 1 at the weapon
    armour: Annotated[Floats, MOST_PCS, MOST_ARMOURS]  # 1 at the armour
    charm: Annotated[Floats, MOST_PCS, MOST_CHARMS]  # 1 at the charm
    job: Annotated[Floats, MOST_PCS, MOST_JOBS]  # 1 at the cover job
    effects: Annotated[Floats, MOST_PCS, MOST_EFFECTS]  # built into the weapon / 9
    attribute: Annotated[Floats, MOST_PCS, N_ATTRIBUTES]  # 1 at that of weapon attacks
    fused: Annotated[Floats, MOST_PCS, MOST_MATERIALS]  # 1 at the fused material
    gold: Annotated[Floats, MOST_PCS]  # left / budget

    weakness: Annotated[Floats, N_ATTRIBUTES]  # of all enemies in the fights, the share with this weakness
    won: Annotated[Floats, MOST_FIGHTS]  # games won / games, once the party is complete


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Nothing is hidden but the dice to come."""
    obs.phase[s.phase] = 1
    obs.pc[s.pc] = 1
    obs.level = s.level / MOST_LEVELS
    if s.phase == Phase.TALENT:
        obs.talents_left = talents_left(s, s.pc) / MUCH_TALENTS
    if s.paying != NONE:
        obs.paying[s.paying] = 1
    obs.points = min(s.points / MUCH_POINTS, 1.0)
    for material in range(s.materials):
        obs.stock[material] = min(s.stock[material] / MUCH_STOCK, 1.0)
    adds = np.empty(N_ADDS, np.int32)
    for pc in range(MOST_PCS):
        observe_origin(s, pc, obs)
        observe_gear(s, pc, obs)
        sum_up(s, pc, adds)
        observe_sums(s, pc, adds, obs)
    observe_fights(s, obs)


@rule
def scaled(amount: int, much: int) -> float:
    return float(max(-1.0, min(amount / much, 1.0)))


@rule
def observe_origin(s: State, pc: int, obs: Observation) -> None:
    """People, titles, main stats, talents."""
    if s.people[pc] != NONE:
        obs.people[pc, s.people[pc]] = 1
    if s.main[pc] != NONE:
        obs.main[pc, s.main[pc]] = 1
    if s.sub[pc] != NONE:
        obs.sub[pc, s.sub[pc]] = 1
    for stat in range(N_STATS):
        obs.stats[pc, stat] = scaled(main_stat(s, pc, stat), MUCH_STAT)
        obs.free[pc, stat] = s.free[pc, stat] / 2
    for talent in range(s.talents):
        obs.talent[pc, talent] = s.talent[pc, talent]


@rule
def observe_gear(s: State, pc: int, obs: Observation) -> None:
    if s.weapon[pc] != NONE:
        obs.weapon[pc, s.weapon[pc]] = 1
    if s.armour[pc] != NONE:
        obs.armour[pc, s.armour[pc]] = 1
    if s.charm[pc] != NONE:
        obs.charm[pc, s.charm[pc]] = 1
    if s.job[pc] != NONE:
        obs.job[pc, s.job[pc]] = 1
    if s.fused[pc] != NONE:
        obs.fused[pc, s.fused[pc]] = 1
    for effect in range(s.effects):
        obs.effects[pc, effect] = (s.bought[pc, effect] + s.earned[pc, effect]) / MOST_TIMES
    obs.gold[pc] = s.gold[pc] / max(s.budget, 1)


@rule
def observe_sums(s: State, pc: int, adds: Ints, obs: Observation) -> None:
    for value in range(N_VALUES):
        obs.values[pc, value] = scaled(adds[value], MUCH_VALUE)
    obs.hp[pc] = scaled(adds[Adds.HP], MUCH_HP)
    if adds[Adds.ATTRIBUTE] != 0:
        obs.attribute[pc, adds[Adds.ATTRIBUTE] - 1] = 1


@rule
def observe_fights(s: State, obs: Observation) -> None:
    """Weaknesses of those who wait, and at the end the games won."""
    total = 0
    for k in range(s.fights):
        total += s.sites[k, Site.ENEMIES]
    for k in range(s.fights):
        for foe in range(s.sites[k, Site.ENEMIES]):
            if s.foes[k, foe, Foe.WEAKNESS] != 0:
                obs.weakness[s.foes[k, foe, Foe.WEAKNESS] - 1] += 1 / total
        obs.won[k] = s.won[k] / s.games
