"""What the tests of the environments around the games share: cases, deterministic players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.game import Game
from dicedeck.envs.registry import load_game
from support.variants import FULLEST, VARIANTS, Options, marks_of

TRICKS = "support.toy_game:GAME"
HILL = "support.toy_dice:GAME"
PAYING = "support.toy_paying:GAME"

CASES = [
    *(pytest.param(name, {}, id=name, marks=marks_of(name)) for name in VARIANTS),
    *(pytest.param(*case.values, id=f"{case.id}-fullest", marks=case.marks) for case in FULLEST if case.values[1]),
    pytest.param(TRICKS, {}, id="tricks", marks=pytest.mark.nojit),
    pytest.param(HILL, {}, id="solo", marks=pytest.mark.nojit),
    pytest.param(HILL, {"heroes": 3}, id="three-heroes", marks=pytest.mark.nojit),
    pytest.param(PAYING, {"heroes": 4}, id="paying", marks=pytest.mark.nojit),
]
"""For ``parametrize(("name", "options"), CASES)``: registered games, and toys that have what those lack."""


BAD_SEEDS = [-1, np.int64(-1), 2**63, 2**64 + 7, 1.5, "seven", np.array(3)]
"""What no environment takes for a seed; the error says what a seed is."""


def load(name: str, options: Options) -> Game:
    return load_game(name, **options)


def decide(mask: Mask, *key: int) -> int:
    """A legal action that depends on nothing but the mask and the key."""
    legal = np.flatnonzero(mask)
    return int(legal[hash(key) % len(legal)])


class Scripted:
    """Plays by what it sees alone, so that it does the same in every environment; notes what it is asked."""

    name = "scripted"

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.asked: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, view: View) -> int:
        self.asked.append(view.player)
        return decide(view.mask, len(view.legal_actions), int(view.observation.sum() * 64))


class Crowd(Scripted):
    """The same, all at once."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def act_many(self, views: Sequence[View]) -> list[int]:
        self.sizes.append(len(views))
        return [self.act(view) for view in views]


def make_scripted(spec: AgentSpec, game: Game) -> Scripted:
    """For the loader's table of agents."""
    return Scripted()
