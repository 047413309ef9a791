"""Handing a decision to a figure, and so to a player or to the documented policy."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_PCS
from dicedeck.envs.kamigakari.fight.state import State


@rule
def decide(s: State, phase: int, figure: int) -> None:
    """The figure decides before anything else is carried out."""
    s.phase = phase
    s.figure = figure
    s.player = figure if figure < MOST_PCS else s.pcs if s.gm else s.player


@rule
def is_automatic(s: State) -> bool:
    """The documented policy decides: an enemy's decision without a game master."""
    return bool(s.figure >= MOST_PCS and not s.gm)
