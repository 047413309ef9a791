"""The scripted bots of Impeachment. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.impeachment.greedy import choose_greedy
from dicedeck.agents.bots.impeachment.search import best_few, choose_light
from dicedeck.agents.bots.impeachment.strategist import choose_strategist
from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game

ROLLOUTS: dict[str, Choice] = {"light": choose_light, "greedy": choose_greedy, "strategist": choose_strategist}
"""What ``mcts`` can play games out with; the first is the default."""
CANDIDATES = {"few": best_few}
"""Which moves ``mcts`` looks at; the first is the default."""


def make_greedy(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_greedy)


def make_strategist(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_strategist)
