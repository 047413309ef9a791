# ruff: noqa: F821 (the free names are declared below and given a value by ``Game.bind``)
"""How parties fare with a bot, as the table of RULES.md: ``python -m dicedeck.agents.bots.deck_of_fate.survey``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dicedeck.agents.bots.deck_of_fate import ROLLOUTS
from dicedeck.agents.bots.scripted import Choice
from dicedeck.agents.bots.survey import GAMES, percent
from dicedeck.envs.core.dtypes import Array, Mask, Record, new_records
from dicedeck.envs.core.kernels import is_over
from dicedeck.envs.core.rng import POLICY
from dicedeck.envs.deck_of_fate.classes import CLASS_NAMES, MOST_PCS
from dicedeck.envs.deck_of_fate.options import Ending
from dicedeck.envs.registry import load_game

choice: Choice
advance: Callable[[Record, int], None]


def play_out(states: Array, mask: Mask, scratch: Array, spent: Array) -> None:
    """Play every game to its end with one bot in all seats; counts the miracle points that each PC spends."""
    before = np.zeros(MOST_PCS, np.int64)
    for i in range(len(states)):
        s = states[i]
        while not is_over(s):
            for seat in range(s.pcs):
                before[seat] = s.mp[seat]
            advance(s, choice(s, mask, scratch, s.rng[POLICY]))
            for seat in range(s.pcs):
                spent[i, seat] += max(before[seat] - s.mp[seat], 0)


def survey(bot: str, games: int = GAMES, seed: int = 0, **options: Any) -> tuple[Array, Array, Array]:
    """bool[games] won, bool[games, pcs] alive at the end, int[games, pcs] miracle points spent.

    A bot of this folder looks only at what its player knows, so it is asked on the true state.
    """
    game = load_game("deck_of_fate", **options)
    batch = game.new_batch(games, seed, observations=False)
    spent = np.zeros((games, MOST_PCS), np.int64)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    kernel: Any = game.bind(play_out, label=f"_survey_{bot}", choice=ROLLOUTS[bot])
    kernel(batch.states, mask, new_records(game.state_dtype, 2), spent)
    pcs = batch.states["pcs"][0]
    return batch.states["ending"] == Ending.WON, batch.states["vp"][:, :pcs] > 0, spent[:, :pcs]


def _mean(values: Array) -> str:
    return f"{values.mean():.2f} ± {1.96 * values.std() / len(values) ** 0.5:.2f}"


def markdown(games: int = GAMES) -> str:
    """The table: parties of 1 to 5 drawn characters; three PCs of whom the first has the class."""
    rows = ["| party | bot | won, % | survived, % | MP spent by a PC |", "| --- | --- | --- | --- | --- |"]
    for pcs in range(1, MOST_PCS + 1):
        for bot in ("bold", "threshold"):
            won, alive, spent = survey(bot, games, pcs=pcs)
            rows.append(f"| {pcs} drawn | {bot} | {percent(won)} | {percent(alive[:, 0])} | {_mean(spent[:, 0])} |")
    for name in CLASS_NAMES:
        won, alive, spent = survey("threshold", games, classes=(name, None, None))
        rows.append(
            f"| {name} and 2 drawn | threshold | {percent(won)} | {percent(alive[:, 0])} | {_mean(spent[:, 0])} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    print(markdown())
