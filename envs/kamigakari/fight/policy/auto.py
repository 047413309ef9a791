"""Whole fights by the documented policy, and the decisions that a game makes on its own."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.fight.policy.enemies import enemy_action
from dicedeck.envs.kamigakari.fight.policy.party import party_action
from dicedeck.envs.kamigakari.fight.rules.deciding import is_automatic
from dicedeck.envs.kamigakari.fight.rules.figures import is_pc
from dicedeck.envs.kamigakari.fight.rules.harm import end_fight
from dicedeck.envs.kamigakari.fight.rules.play import act
from dicedeck.envs.kamigakari.fight.rules.setup import begin_fight
from dicedeck.envs.kamigakari.fight.state import MAX_STEPS, Ending, Phase, State


@rule
def play_automatic(s: State) -> None:
    """Enemies act up to the next decision of an agent."""
    while s.phase != Phase.OVER and is_automatic(s):
        act(s, enemy_action(s))


@rule
def play_fight(s: State, mask: Mask) -> None:
    """A fight from its start to its end, both sides by the policy; the record holds what it is made of, and seeds.

    ``mask`` is memory for the legal actions: int8, as many as there are actions.
    """
    begin_fight(s)
    n = 0
    while s.phase != Phase.OVER:
        act(s, party_action(s, mask, True) if is_pc(s.figure) else enemy_action(s))
        n += 1
        if n >= MAX_STEPS and s.phase != Phase.OVER:
            end_fight(s, Ending.CAP)
