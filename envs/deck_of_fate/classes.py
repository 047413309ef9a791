"""The eight classes of player characters, as a table (FATE-2, FATE-3, FATE-44 to FATE-51)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicedeck.envs.deck_of_fate.cards import STAT_NAMES

BASE_VP = 4
MOST_VP = 6
MOST_PCS = 5
STAT_VALUES = (2, 1, 0, -1)
"""Each goes to one stat, before the class adds 1 (FATE-2)."""


@dataclass(frozen=True)
class CharacterClass:
    """One row."""

    name: str
    stat: str
    """Gets 1 more."""
    vp: int
    """More or less maximum VP than BASE_VP."""
    mp: int
    """Miracle points at the start."""
    text: str


CLASSES = (
    CharacterClass("mercenary", "grit", 2, 1, "nothing but a strong body"),
    CharacterClass("berserker", "grit", 1, 1, "adds the missing VP to every check"),
    CharacterClass("shaman", "experience", 0, 2, "1 MP: look at the top card, leave it or put it at the bottom"),
    CharacterClass("alchemist", "experience", -1, 3, "1 MP: look at the top five cards and arrange them"),
    CharacterClass("thief", "guile", 0, 2, "after the own check the first draw is two cards, then one is discarded"),
    CharacterClass("assassin", "guile", 1, 1, "1 VP: play another card against the difficulty that was failed"),
    CharacterClass("monk", "nature", 0, 2, "1 MP: give luck, or take misfortune away"),
    CharacterClass("clown", "nature", 0, 2, "1 MP: swap the card played and the difficulty"),
)
CLASS_NAMES = tuple(row.name for row in CLASSES)
N_CLASSES = len(CLASSES)
MERCENARY, BERSERKER, SHAMAN, ALCHEMIST, THIEF, ASSASSIN, MONK, CLOWN = range(N_CLASSES)
CLASS_STAT = np.array([STAT_NAMES.index(row.stat) for row in CLASSES], np.int32)
CLASS_VP = np.array([BASE_VP + row.vp for row in CLASSES], np.int32)
CLASS_MP = np.array([row.mp for row in CLASSES], np.int32)


def classes_markdown() -> str:
    """The table of classes for RULES.md."""
    rows = ["| class | stat +1 | maximum VP | MP | ability |", "| --- | --- | --- | --- | --- |"]
    rows += [f"| {row.name} | {row.stat} | {BASE_VP + row.vp} | {row.mp} | {row.text} |" for row in CLASSES]
    return "\n".join(rows)
