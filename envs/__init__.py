"""The games and their environments. Importing it compiles nothing and loads no learning library.

It also makes the games known to Gymnasium and PettingZoo: ``gymnasium.make("dicedeck/Impeachment-v0")``, or in one
go ``gymnasium.make("dicedeck.envs:dicedeck/Impeachment-v0")``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.playout import Batch
from dicedeck.envs.registry import game_ids, load_game
from dicedeck.envs.wrappers.ids import register_all

if TYPE_CHECKING:
    from dicedeck.envs.wrappers.aec import aec_env
    from dicedeck.envs.wrappers.sb3 import DicedeckVecEnv
    from dicedeck.envs.wrappers.single import SingleAgentEnv
    from dicedeck.envs.wrappers.vector import DicedeckVectorEnv

__all__ = [
    "Batch",
    "DicedeckVecEnv",
    "DicedeckVectorEnv",
    "Game",
    "SingleAgentEnv",
    "State",
    "aec_env",
    "game_ids",
    "load_game",
]

_LATER = {"DicedeckVecEnv": "sb3", "DicedeckVectorEnv": "vector", "SingleAgentEnv": "single", "aec_env": "aec"}
"""Names that are imported when they are first used, each with its module among the wrappers."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f"dicedeck.envs.wrappers.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_all()
