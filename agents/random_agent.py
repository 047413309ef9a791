"""Uniformly random legal play."""

from __future__ import annotations

import random

from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.game import Game


class RandomAgent:
    """Every legal action is equally likely."""

    def __init__(self, name: str = "random", seed: int = 0) -> None:
        self.name = name
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> int:
        legal = view.legal_actions
        return legal[int(self._random.random() * len(legal))]


def make_random(spec: AgentSpec, game: Game) -> RandomAgent:
    spec.check()
    return RandomAgent(spec.text)
