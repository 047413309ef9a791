"""How much fits into a game of building, and how its decisions follow one another."""

from __future__ import annotations

from enum import IntEnum

MOST_PEOPLES = 8
MOST_TITLES = 16
"""Forms: a title counts twice."""
MOST_TALENTS = 96
MOST_WEAPONS = 16
MOST_ARMOURS = 8
MOST_CHARMS = 12
MOST_JOBS = 8
MOST_EFFECTS = 16
MOST_MATERIALS = 24
MOST_FIGHTS = 6
MOST_BUILT = 8
"""Effects built into one weapon."""
MOST_STOCK = 24
"""Materials of a party together."""
MOST_LOG = 2 * MOST_BUILT + MOST_STOCK + 1
"""Actions that build one weapon: an effect and its attribute each, materials used, one fused."""
MOST_LEVELS = 5
MOST_OWN_TALENTS = 12
"""Of a PC of the highest level."""
MOST_OWN_ROWS = MOST_TALENTS + MOST_WEAPONS + MOST_CHARMS + MOST_JOBS
"""Rows of what PCs can have: talents, weapons, charms, items of cover jobs."""
MOST_OWN_OPS = 288
MOST_ENEMY_ROWS = 20
MOST_ENEMY_OPS = 40


class Phase(IntEnum):
    """What is being decided, for the PC in hand."""

    PEOPLE = 0
    MAIN = 1
    SUB = 2
    FREE = 3
    """A main stat for the next free point."""
    RAISE = 4
    """A main stat for the next level."""
    TALENT = 5
    WEAPON = 6
    ARMOUR = 7
    CHARM = 8
    JOB = 9
    BUILD = 10
    """An effect for the weapon, a material to fuse, or done."""
    ATTRIBUTE = 11
    """Of the effect just built."""
    PAY = 12
    """Materials for the effect just built."""
    OVER = 13


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
N_PHASES = len(PHASE_NAMES)

MAX_STEPS = 4 * (3 + 4 + 2 * (MOST_LEVELS - 1) + MOST_OWN_TALENTS + 4 + 2 * MOST_BUILT + 2) + MOST_STOCK
"""For each PC people and titles, free points, two stats a level, at most 12 talents, four pieces of gear and job, for
each effect its choice and an attribute, a fused material and done; and each material of the party is used once."""
