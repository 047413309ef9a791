"""A game's behaviour as one number."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import TYPE_CHECKING

from dicedeck.envs.core.checks_common import random_action

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game


def hash_of_game(game: Game, seed: int) -> str:
    """sha256 over the state's bytes at every position of one random game, random numbers included.

    Actions are drawn kind by kind, with ``Random.random()`` alone, which gives the same numbers in every Python.
    """
    rnd = random.Random(seed)
    state = game.new_initial_state(seed)
    digest = sha256(state.to_bytes())
    while not state.is_terminal():
        state.apply_action(random_action(state, rnd, by_block=True))
        digest.update(state.to_bytes())
    return digest.hexdigest()
