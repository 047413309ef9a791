"""The scripted bots of Defence Dice. Their rules are compiled and see only a state that is redrawn for the player."""

from __future__ import annotations

from dicedeck.agents.bots.defence_dice.outlook import judge_by_outlook
from dicedeck.agents.bots.defence_dice.planner import make_planner
from dicedeck.agents.bots.defence_dice.steward import choose_steward, make_steward
from dicedeck.agents.bots.scripted import Choice
from dicedeck.agents.mcts import Judge

ROLLOUTS: dict[str, Choice] = {"steward": choose_steward}
"""What ``mcts`` can play on with."""
JUDGES: dict[str, Judge] = {"outlook": judge_by_outlook}
"""Who says what a position is worth."""
DEPTH = 15
"""Moves until the judge is asked, about a round."""

__all__ = ["DEPTH", "JUDGES", "ROLLOUTS", "make_planner", "make_steward"]
