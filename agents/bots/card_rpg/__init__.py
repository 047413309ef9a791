"""The scripted bots of C.A.R.D. RPG. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.card_rpg.party import choose_scripted, choose_veteran
from dicedeck.agents.bots.scripted import Choice, ScriptedBot
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game

ROLLOUTS: dict[str, Choice] = {"scripted": choose_scripted, "veteran": choose_veteran}
"""What ``mcts`` can play on with; the schemer is the game master in both."""


def make_tactician(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_scripted)


def make_veteran(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_veteran)


def make_schemer(spec: AgentSpec, game: Game) -> ScriptedBot:
    spec.check()
    return ScriptedBot(spec.text, game, choose_scripted)
