"""The scripted bots of Impeachment. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.impeachment.greedy import choose_greedy
from dicedeck.agents.bots.impeachment.quick import choose_quick
from dicedeck.agents.bots.impeachment.search import best_few
from dicedeck.agents.bots.impeachment.strategist import choose_strategist, judge_by_chances
from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.mcts import Candidates, Judge
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game

ROLLOUTS: dict[str, Choice] = {"quick": choose_quick, "greedy": choose_greedy, "strategist": choose_strategist}
"""What ``mcts`` can play on with; the first is the default, here and below."""
CANDIDATES: dict[str, Candidates] = {"few": best_few}
"""Which moves ``mcts`` looks at."""
JUDGES: dict[str, Judge] = {"strategist": judge_by_chances}
"""Who says what a position is worth."""
DEPTH = 6
"""Moves until the judge is asked."""


def make_greedy(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_greedy)


def make_strategist(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_strategist)
