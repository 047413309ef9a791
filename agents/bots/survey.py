# ruff: noqa: F821 (the free names are declared below and given a value by ``Game.bind``)
"""Many games of scripted bots, for the tables of the rulebooks. A game's own ``survey.py`` says what is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dicedeck.agents.bots.scripted import Choice
from dicedeck.envs.core.dtypes import Array, Mask, Record, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.kernels import is_over
from dicedeck.envs.core.rng import POLICY

GAMES = 10_000

choice: Choice
advance: Callable[[Record, int], None]


def play_out(states: Array, mask: Mask, scratch: Array) -> None:
    """Play every game to its end with one bot in all seats."""
    for i in range(len(states)):
        s = states[i]
        while not is_over(s):
            advance(s, choice(s, mask, scratch, s.rng[POLICY]))


def ends_of_games(game: Game, bot: Choice | None, games: int, seed: int = 0) -> Array:
    """The last records of so many games, the first of them dealt from ``seed``.

    Args:
        bot: what plays all seats; None for random moves. It is asked on the true state, so it must look at nothing that
            its player does not know.
    """
    states = game.new_batch(games, seed, autoreset="disabled", observations=False).states
    mask: Mask = np.zeros(game.num_actions, np.int8)
    if bot is None:
        game.kernels["playouts"](states, mask)
    else:
        kernel: Any = game.bind(play_out, label=f"_survey_{getattr(bot, '__name__', 'choice')}", choice=bot)
        kernel(states, mask, new_records(game.state_dtype, 2))
    return states


def percent(hits: Array) -> str:
    """Mean of a truth value with its 95 % interval (Wald's), in percent."""
    mean = float(hits.mean())
    return f"{100 * mean:.1f} ± {196 * (mean * (1 - mean) / len(hits)) ** 0.5:.1f}"
