"""Scripted agents, a file for each game.

A file also offers, under ``ROLLOUTS``, compiled policies that ``agents/mcts.py`` can play games out with.
"""

from __future__ import annotations

BOTS: dict[str, dict[str, str]] = {
    "impeachment": {
        "greedy": "dicedeck.agents.bots.impeachment:make_greedy",
        "strategist": "dicedeck.agents.bots.impeachment:make_strategist",
    },
    "defence_dice": {
        "steward": "dicedeck.agents.bots.defence_dice:make_steward",
        "planner": "dicedeck.agents.bots.defence_dice:make_planner",
    },
    "deck_of_fate": {
        "bold": "dicedeck.agents.bots.deck_of_fate:make_bold",
        "threshold": "dicedeck.agents.bots.deck_of_fate:make_threshold",
    },
    "card_rpg": {
        "schemer": "dicedeck.agents.bots.card_rpg:make_schemer",
        "tactician": "dicedeck.agents.bots.card_rpg:make_tactician",
        "veteran": "dicedeck.agents.bots.card_rpg:make_veteran",
    },
    "kamigakari_combat": {
        "brawler": "dicedeck.agents.bots.kamigakari_combat:make_brawler",
        "tactician": "dicedeck.agents.bots.kamigakari_combat:make_tactician",
    },
    "kamigakari_build": {
        "ready": "dicedeck.agents.bots.kamigakari_build:make_ready",
    },
}
"""For each game, the strongest last, the names of its bots and where their factories are; see ``loader.Factory``."""
