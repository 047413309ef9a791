"""The scripted bots of Deck of Fate. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.deck_of_fate.bold import choose_bold
from dicedeck.agents.bots.deck_of_fate.search import hinted, judge_by_race
from dicedeck.agents.bots.deck_of_fate.threshold import choose_threshold
from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.mcts import Candidates, Judge
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game

ROLLOUTS: dict[str, Choice] = {"threshold": choose_threshold, "bold": choose_bold}
"""What ``mcts`` can play on with; the first is the default, here and below."""
CANDIDATES: dict[str, Candidates] = {"hinted": hinted}
"""Which moves ``mcts`` looks at."""
JUDGES: dict[str, Judge] = {"race": judge_by_race}
"""Who says what a position is worth."""
DEPTH = 24
"""Moves until the judge is asked."""


def make_bold(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_bold)


def make_threshold(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_threshold)
