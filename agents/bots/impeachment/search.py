"""What the search plays Impeachment with: fast playouts, and the moves worth looking at."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.impeachment.greedy import choose_greedy, gain_of
from dicedeck.agents.bots.impeachment.strategist import choose_strategist, position_value
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.kernels import pick_legal
from dicedeck.envs.impeachment.cards import CON_ADJACENT, CON_NEEDS, N_FORMATIONS, N_JUSTICES
from dicedeck.envs.impeachment.chances import WEIGHTS, pools_of
from dicedeck.envs.impeachment.rules.turn import choose
from dicedeck.envs.impeachment.state import State

LIGHT_SAMPLES = 6
"""Moves that a light playout compares before each of its moves."""
WIDTH = 6
"""Candidates of the search."""


@rule
def choose_light(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """The best, by the greedy bot's measure, of a few random moves: weaker than greedy, but ten times as fast."""
    known = pools_of(s, s.player)
    best = pick_legal(mask, rng)
    best_gain = gain_of(s, best, known)
    for _ in range(LIGHT_SAMPLES - 1):
        action = pick_legal(mask, rng)
        gain = gain_of(s, action, known)
        if gain > best_gain:
            best_gain = gain
            best = action
    return best


@rule
def best_few(s: State, mask: Mask, scratch: Array, rng: Words, actions: Ints, guesses: Floats) -> int:
    """The strategist's move, then the greedy bot's best ones; the guess is the strategist's chance to win after it."""
    actions[0] = choose_strategist(s, mask, scratch, rng)
    mask[actions[0]] = 0
    n = 1
    while n < WIDTH:
        action = choose_greedy(s, mask, scratch, rng)
        if action < 0:
            break
        actions[n] = action
        mask[action] = 0
        n += 1
    for k in range(n):
        guesses[k] = 2.0 * value_after(s, actions[k], scratch) - 1.0
    return n


@rule
def value_after(s: State, action: int, scratch: Array) -> float:
    """The mover's chance to win after an action, by the strategist's reckoning."""
    scratch[0] = s
    copy = scratch[0]
    choose(copy, action)
    table = np.empty((2, N_JUSTICES, N_FORMATIONS), np.float64)
    con = np.empty(N_JUSTICES, np.float64)
    mass = np.empty(CON_NEEDS * CON_ADJACENT, np.float64)
    return position_value(copy, s.player, pools_of(copy, s.player), WEIGHTS, table, con, mass)
