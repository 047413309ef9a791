"""The names of the games in Gymnasium's and PettingZoo's registries."""

from __future__ import annotations

import gymnasium
import pettingzoo

from dicedeck.envs.registry import game_ids

NAMESPACE = "dicedeck"
VERSIONS: dict[str, int] = {}
"""Versions of the games that are not 0; the same as in their GameSpec, which is not loaded for this."""


def gymnasium_id(game: str) -> str:
    """``impeachment`` -> ``dicedeck/Impeachment-v0``."""
    name = "".join(word.capitalize() for word in game.split("_"))
    return f"{NAMESPACE}/{name}-v{VERSIONS.get(game, 0)}"


def pettingzoo_id(game: str) -> str:
    """``impeachment`` -> ``dicedeck/impeachment-v0``."""
    return f"{NAMESPACE}/{game}-v{VERSIONS.get(game, 0)}"


def register_all() -> None:
    """Register every game with both, by strings: no game is loaded."""
    for game in game_ids():
        if gymnasium_id(game) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(game),
                entry_point="dicedeck.envs.wrappers.single:SingleAgentEnv",
                vector_entry_point="dicedeck.envs.wrappers.vector:DicedeckVectorEnv",
                kwargs={"game": game},
            )
        if pettingzoo_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", pettingzoo_id(game), "dicedeck.envs.wrappers.aec:aec_env", kwargs={"game": game})
