"""What the builder cannot know: the dice of the fights to come, which the record's fresh random numbers roll."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.build.state import State


@rule
def resample(s: State, player: int) -> None:
    """Nothing but the random numbers is hidden, and those are fresh already."""
