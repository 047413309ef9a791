"""Whole fights by the documented policy, and the decisions that a game makes on its own."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.fight.policy.enemies import enemy_action
from dicedeck.envs.kamigakari.fight.rules.play import act
from dicedeck.envs.kamigakari.fight.rules.tasks import is_automatic
from dicedeck.envs.kamigakari.fight.state import Phase, State


@rule
def play_automatic(s: State) -> None:
    """Enemies act up to the next decision of an agent."""
    while s.phase != Phase.OVER and is_automatic(s):
        act(s, enemy_action(s))
