"""The scripted bots of Defence Dice. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.defence_dice.steward import choose_steward
from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game

ROLLOUTS: dict[str, Choice] = {"steward": choose_steward}
"""What ``mcts`` plays on with."""


def make_steward(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_steward)
