"""The action space: blocks of a fixed size, whose names are those of the tables in use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.kamigakari.build.catalogue import Catalogue
from dicedeck.envs.kamigakari.build.sizes import (
    MOST_ARMOURS,
    MOST_CHARMS,
    MOST_EFFECTS,
    MOST_JOBS,
    MOST_MATERIALS,
    MOST_PEOPLES,
    MOST_TALENTS,
    MOST_TITLES,
    MOST_WEAPONS,
)
from dicedeck.envs.kamigakari.tables.words import ATTRIBUTES, STATS


def _named(verb: str, names: Sequence[str]) -> Callable[[int], str]:
    """``talent crush``; a place that the tables leave empty is called by its number."""
    return lambda k: f"{verb} {names[k] if k < len(names) else k}"


@lru_cache(maxsize=16)
def action_table(catalogue: Catalogue) -> ActionTable:
    """The decisions that build a PC, in the order in which they come."""
    names = catalogue.names
    return ActionTable(
        [
            Block("people", (MOST_PEOPLES,), _named("people", names["peoples"]), ""),
            Block("title", (MOST_TITLES,), _named("title", names["titles"]), "main, then sub"),
            Block("point", (len(STATS),), _named("point", STATS), "free points, then two stats a level"),
            Block("talent", (MOST_TALENTS,), _named("talent", names["talents"]), ""),
            Block("weapon", (MOST_WEAPONS,), _named("weapon", names["weapons"]), ""),
            Block("armour", (MOST_ARMOURS,), _named("armour", names["armours"]), ""),
            Block("charm", (MOST_CHARMS,), _named("charm", names["charms"]), ""),
            Block("job", (MOST_JOBS,), _named("job", names["jobs"]), "the cover job"),
            Block("buy", (MOST_EFFECTS,), _named("buy", names["weapon_effects"]), "an effect for G"),
            Block("earn", (MOST_EFFECTS,), _named("earn", names["weapon_effects"]), "for materials; then use"),
            Block("attribute", (len(ATTRIBUTES),), _named("attribute", ATTRIBUTES), "of the effect just built"),
            Block("use", (MOST_MATERIALS,), _named("use", names["materials"]), "as payment"),
            Block("fuse", (MOST_MATERIALS,), _named("fuse", names["materials"]), "for its own effect"),
            Block("done", (), lambda: "done", "with this PC"),
        ]
    )


A_PEOPLE = 0
A_TITLE = A_PEOPLE + MOST_PEOPLES
A_POINT = A_TITLE + MOST_TITLES
A_TALENT = A_POINT + len(STATS)
A_WEAPON = A_TALENT + MOST_TALENTS
A_ARMOUR = A_WEAPON + MOST_WEAPONS
A_CHARM = A_ARMOUR + MOST_ARMOURS
A_JOB = A_CHARM + MOST_CHARMS
A_BUY = A_JOB + MOST_JOBS
A_EARN = A_BUY + MOST_EFFECTS
A_ATTRIBUTE = A_EARN + MOST_EFFECTS
A_USE = A_ATTRIBUTE + len(ATTRIBUTES)
A_FUSE = A_USE + MOST_MATERIALS
A_DONE = A_FUSE + MOST_MATERIALS
N_ACTIONS = A_DONE + 1
