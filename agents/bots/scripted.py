# ruff: noqa: F821 (the free name is declared below and given a value by ``bind``)
"""Agents whose decisions are one compiled function of a state."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from dicedeck.agents.protocol import View
from dicedeck.envs.core.dtypes import Array, Mask, Record, Words, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.rng import seed_streams

Choice = Callable[[Record, Mask, Array, Words], int]
"""choice(s, mask, scratch, rng) -> a legal action of the player to move, by what that player knows.

A rule. ``mask`` is memory for the state's mask, with anything in it; ``scratch`` holds two records to try things on;
``rng`` is uint64[4].
"""

choice: Choice


def decide(states: Array, mask: Mask, scratch: Array, rng: Words) -> int:
    """The choice in the single state."""
    return choice(states[0], mask, scratch, rng)


class ScriptedBot:
    """Redraws what the player cannot know, then asks a compiled function."""

    def __init__(self, name: str, game: Game, choice: Choice) -> None:
        self.name = name
        self.game = game
        label = f"_{getattr(choice, '__name__', 'choice')}"
        self._decide: Any = game.bind(decide, label=label, choice=choice)
        self._mask: Mask = np.zeros(game.num_actions, np.int8)
        self._scratch: Array = new_records(game.state_dtype, 2)
        self._rng: Words = np.zeros((1, 4), np.uint64)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        seed_streams(self._rng, self._random.getrandbits(62))

    def act(self, view: View) -> int:
        world = view.resample(self._random.getrandbits(62))
        return int(self._decide(world.records, self._mask, self._scratch, self._rng[0]))
