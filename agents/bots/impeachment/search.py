"""What the search plays Impeachment with: the moves worth looking at, by the strategist's reckoning."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.impeachment.strategist import best_rated, rate_by_chances
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.state import State

WIDTH = 8
"""Candidates of the search."""


@rule
def best_few(s: State, mask: Mask, scratch: Array, rng: Words, actions: Ints, guesses: Floats) -> int:
    """The strategist's best moves, and the return that it expects of each."""
    values = np.empty(mask.shape[0], np.float64)
    rate_by_chances(s, mask, scratch, rng, values)
    n = 0
    while n < WIDTH:
        action = best_rated(mask, values)
        if action < 0:
            break
        actions[n] = action
        guesses[n] = values[action]
        mask[action] = 0
        n += 1
    return n
