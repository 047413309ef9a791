"""Essence and bonds as arithmetic (KAMI-10, 12, 15). A session's bonds: those at its start, one more for each scene."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_ESSENCE

TRANSCEND_COST = np.array([0, 2, 4, 7], np.int32)
"""Essence for 0 to 3 extra dice; as many bonds are needed."""
LIFE_BONDS = 4
CONCEPT_BONDS = 7
FIRST_BONDS = 3
"""The own loved one, the next PC in the circle, the scenario's connection (KAMI-11)."""
LOST_AT_MOST = 4
"""Of a d6: a PC whose essence is still below 0 is lost."""


@rule
def bonds_after(scenes: int) -> int:
    """Bonds of a PC after so many scenes of a session (KAMI-11)."""
    return FIRST_BONDS + scenes


@rule
def recovered(essence: int, worth: int, bonds: int) -> int:
    """At the end of a session: by what the defeated were worth; who is still below 0 also by its bonds (KAMI-15)."""
    after = min(essence + worth, MOST_ESSENCE)
    return min(after + bonds, MOST_ESSENCE) if after < 0 else after
