"""The games and their environments. Importing it compiles nothing and loads no learning library."""

from __future__ import annotations

from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.playout import Batch
from dicedeck.envs.registry import game_ids, load_game

__all__ = ["Batch", "Game", "State", "game_ids", "load_game"]
