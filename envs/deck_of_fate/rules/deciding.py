"""Handing a decision to a player."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.state import State


@rule
def decide_next(s: State, phase: int, player: int) -> None:
    """A player has to decide before anything else is carried out."""
    s.phase = phase
    s.player = player
