"""A fight as a game: set-up, a step, its rewards (KAMI-33)."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.fight.policy.auto import play_automatic
from dicedeck.envs.kamigakari.fight.rules.harm import end_fight, pay, worth_of_position
from dicedeck.envs.kamigakari.fight.rules.legal import legal as legal_in_fight
from dicedeck.envs.kamigakari.fight.rules.play import act
from dicedeck.envs.kamigakari.fight.rules.setup import begin_fight
from dicedeck.envs.kamigakari.fight.state import MAX_STEPS, Ending, Phase, State


@rule
def setup(s: State) -> None:
    """The fight up to the first decision of an agent."""
    begin_fight(s)
    play_automatic(s)
    s.potential = worth_of_position(s) if s.shaped else 0.0


@rule
def step(s: State, action: int) -> None:
    """A decision, then everything up to the next decision of an agent."""
    act(s, action)
    play_automatic(s)
    if s.step_count >= MAX_STEPS and s.phase != Phase.OVER:
        end_fight(s, Ending.CAP)
    if s.shaped:
        potential = worth_of_position(s)
        pay(s, potential - s.potential)
        s.potential = potential


@rule
def legal(s: State, mask: Mask) -> None:
    legal_in_fight(s, mask)


@rule
def resample(s: State, player: int) -> None:
    """Everything lies open; only the dice to come are drawn anew, with the random numbers."""
