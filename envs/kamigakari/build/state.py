"""The record of one game of building: the tables as numbers, and what has been chosen for each PC."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words
from dicedeck.envs.kamigakari.build.catalogue import N_ADDS, N_THINGS, load_catalogue
from dicedeck.envs.kamigakari.build.judges import N_FOE, Site, load_judges
from dicedeck.envs.kamigakari.build.options import Options, fights_of
from dicedeck.envs.kamigakari.build.sizes import (
    MOST_EFFECTS,
    MOST_ENEMY_OPS,
    MOST_ENEMY_ROWS,
    MOST_FIGHTS,
    MOST_LEVELS,
    MOST_LOG,
    MOST_MATERIALS,
    MOST_OWN_OPS,
    MOST_OWN_ROWS,
    MOST_PEOPLES,
    MOST_TALENTS,
    MOST_WEAPONS,
)
from dicedeck.envs.kamigakari.codes import (
    MOST_ENEMIES,
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_PCS,
    N_SQUARES,
    N_VALUES,
    OP_COLUMNS,
    ROW_COLUMNS,
)
from dicedeck.envs.kamigakari.tables.words import STATS

N_STATS = len(STATS)
N_RAISES = 2 * (MOST_LEVELS - 1)


class State:
    """PCs are built one after the other; NONE stands for what has not been chosen yet."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # always 0
    terminated: bool
    truncated: bool  # never: no game is longer than MAX_STEPS
    step_count: int  # actions so far
    rewards: Annotated[Floats, 1]  # of the last action
    returns: Annotated[Floats, 1]  # of the game

    level: int  # the options
    games: int  # of each fight
    fights: int
    budget: int  # G for each PC
    peoples: int  # rows of each table
    titles: int
    talents: int
    weapons: int
    armours: int
    charms: int
    jobs: int
    effects: int
    materials: int

    stats: Annotated[Ints, MOST_PEOPLES, N_STATS]  # the tables
    value_stat: Annotated[Ints, N_VALUES + 1]  # main stat of a value, hit points last
    value_half: Annotated[Ints, N_VALUES + 1]  # twice its divisor
    value_base: Annotated[Ints, N_VALUES + 1]
    things: Annotated[Ints, N_THINGS, N_ADDS]  # what each adds
    price: Annotated[Ints, N_THINGS]
    own_rows: Annotated[Ints, MOST_OWN_ROWS, ROW_COLUMNS]
    own_ops: Annotated[Ints, MOST_OWN_OPS, OP_COLUMNS]
    weapon_kind: Annotated[Ints, MOST_WEAPONS]
    weapon_rank: Annotated[Ints, MOST_WEAPONS]
    talent_source: Annotated[Ints, MOST_TALENTS]  # a title, or MOST_TITLES + a people
    talent_level: Annotated[Ints, MOST_TALENTS]
    talent_high: Annotated[Ints, MOST_TALENTS]
    effect_times: Annotated[Ints, MOST_EFFECTS]
    effect_points: Annotated[Ints, MOST_EFFECTS]
    effect_kind: Annotated[Ints, MOST_EFFECTS]
    effect_open: Annotated[Ints, MOST_EFFECTS]
    material_kind: Annotated[Ints, MOST_MATERIALS]
    material_points: Annotated[Ints, MOST_MATERIALS]

    sites: Annotated[Ints, MOST_FIGHTS, len(Site)]  # the fights
    terrain: Annotated[Ints, MOST_FIGHTS, N_SQUARES]
    squares: Annotated[Ints, MOST_FIGHTS, MOST_FIGURES]
    foes: Annotated[Ints, MOST_FIGHTS, MOST_ENEMIES, N_FOE]
    foe_known: Annotated[Ints, MOST_FIGHTS, MOST_ENEMIES, MOST_KNOWN]
    foe_rows: Annotated[Ints, MOST_FIGHTS, MOST_ENEMY_ROWS, ROW_COLUMNS]
    foe_ops: Annotated[Ints, MOST_FIGHTS, MOST_ENEMY_OPS, OP_COLUMNS]

    phase: int
    pc: int  # the one being built
    people: Annotated[Ints, MOST_PCS]
    main: Annotated[Ints, MOST_PCS]
    sub: Annotated[Ints, MOST_PCS]
    free: Annotated[Ints, MOST_PCS, N_STATS]  # free points
    raised: Annotated[Ints, MOST_PCS, N_RAISES]  # main stats, two a level
    talent: Annotated[Ints, MOST_PCS, MOST_TALENTS]  # 1 for each
    weapon: Annotated[Ints, MOST_PCS]
    armour: Annotated[Ints, MOST_PCS]
    charm: Annotated[Ints, MOST_PCS]
    job: Annotated[Ints, MOST_PCS]
    bought: Annotated[Ints, MOST_PCS, MOST_EFFECTS]  # effects for G
    earned: Annotated[Ints, MOST_PCS, MOST_EFFECTS]  # ... for materials
    attribute: Annotated[Ints, MOST_PCS]  # chosen; 0: none
    used: Annotated[Ints, MOST_PCS, MOST_MATERIALS]  # paid
    fused: Annotated[Ints, MOST_PCS]
    gold: Annotated[Ints, MOST_PCS]  # left
    stock: Annotated[Ints, MOST_MATERIALS]  # left for the whole party
    paying: int  # the effect being paid, NONE otherwise
    points: int  # still to be paid
    log: Annotated[Ints, MOST_PCS, MOST_LOG]  # actions taken in building the weapon, in order
    logged: Annotated[Ints, MOST_PCS]
    won: Annotated[Ints, MOST_FIGHTS]  # games won, once the party is complete


def configure(s: Record, options: Options) -> None:
    """Write the tables, the budget and the fights into an empty record."""
    catalogue = load_catalogue(options.tables)
    judges = load_judges(fights_of(options))
    s.level, s.games, s.fights = options.level, options.games, len(judges.names)
    s.budget = catalogue.gold[options.level]
    s.stock[:] = catalogue.stock[options.level]
    sizes = {kind: len(names) for kind, names in catalogue.names.items()}
    s.peoples, s.titles, s.talents = sizes["peoples"], sizes["titles"], sizes["talents"]
    s.weapons, s.armours, s.charms, s.jobs = sizes["weapons"], sizes["armours"], sizes["charms"], sizes["jobs"]
    s.effects, s.materials = sizes["weapon_effects"], sizes["materials"]
    s.own_rows[:], s.own_ops[:] = catalogue.rows, catalogue.ops
    for name in (
        "stats", "value_stat", "value_half", "value_base", "things", "price", "weapon_kind", "weapon_rank",
        "talent_source", "talent_level", "talent_high", "effect_times", "effect_points", "effect_kind", "effect_open",
        "material_kind", "material_points",
    ):  # fmt: skip
        getattr(s, name)[:] = getattr(catalogue, name)
    s.sites[:], s.terrain[:], s.squares[:] = judges.sites, judges.terrain, judges.squares
    s.foes[:], s.foe_known[:], s.foe_rows[:], s.foe_ops[:] = judges.foes, judges.known, judges.rows, judges.ops
