# ruff: noqa: F821 (the kernel's free names are declared below and given a value by ``Game.bind``)
"""``python -m dicedeck.agents.bots.defence_dice.fit``: fit the planner's outlook anew, and write ``weights.py``.

The steward plays whole games, now and then at random and buying whatever it can afford, so that all kinds of positions
come up. Each beginning of a round is an observation: the sums of the position, and whether the game was won.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedeck.agents.bots.defence_dice.outlook import N_SUMS, SUM_NAMES, sums_of
from dicedeck.agents.bots.defence_dice.steward import choose_steward
from dicedeck.envs.core.dtypes import Array, Floats, Mask, Record, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.kernels import is_over, pick_legal
from dicedeck.envs.core.rng import POLICY, random_unit
from dicedeck.envs.defence_dice import GAME
from dicedeck.envs.defence_dice.actions import A_BUY
from dicedeck.envs.defence_dice.cards import WON, Phase
from dicedeck.envs.defence_dice.characters import CHARACTER_NAMES
from dicedeck.envs.defence_dice.skill_tables import N_SKILLS

GAMES = 40_000
SEED = 5_000_000
ROUNDS = 30
"""Room for as many rounds per game, on average."""
STRAY = 0.02
"""How often an action is random, outside of placements."""
BUY = 0.3
"""How often a random skill is bought in the first round and in clean-ups."""
RIDGE = 10.0

# Free names of the kernel.
start: Callable[[Array, Array, int, int], None]
write_mask: Callable[[Record, Mask], None]
advance: Callable[[Record, int], None]


def record_games(template: Array, worlds: Array, mask: Mask, seed: int, n: int, sums: Floats, won: Floats) -> int:
    """Play ``n`` games; sums float32[room, N_SUMS] and won float32[room] get a row for each round."""
    rows = 0
    for game in range(n):
        start(template, worlds, 0, seed + game)
        s = worlds[0]
        first = rows
        rounds = 0
        while not is_over(s):
            if s.phase == Phase.DESIGN and s.rounds != rounds and rows < len(sums):
                rounds = s.rounds
                sums_of(s, sums[rows])
                rows += 1
            action = -1
            rng = s.rng[POLICY]
            may_buy = s.phase == Phase.CLEANUP or (s.phase == Phase.DESIGN and s.rounds == 1)
            if may_buy and random_unit(rng) < BUY:
                write_mask(s, mask)
                mask[:A_BUY] = 0
                mask[A_BUY + N_SKILLS :] = 0
                action = pick_legal(mask, rng)
            elif s.phase != Phase.PLACING and random_unit(rng) < STRAY:
                write_mask(s, mask)
                action = pick_legal(mask, rng)
            advance(s, action if action >= 0 else choose_steward(s, mask, worlds[1:], rng))
        for row in range(first, rows):
            won[row] = s.ending == WON[0] or s.ending == WON[1]
    return rows


def observe_games(game: Game, n: int, seed: int) -> tuple[Floats, Floats]:
    """Sums float32[rows, N_SUMS] and outcomes float32[rows] of ``n`` games."""
    kernel: Any = game.bind(record_games)
    sums = np.zeros((n * ROUNDS, N_SUMS), np.float32)
    won = np.zeros(n * ROUNDS, np.float32)
    mask = np.zeros(game.num_actions, np.int8)
    rows = kernel(game.template, new_records(game.state_dtype, 3), mask, seed, n, sums, won)
    return sums[:rows], won[:rows]


def logistic(x: Floats, y: Floats, ridge: float = RIDGE) -> NDArray[np.float64]:
    """Weights of the logistic regression, by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        slope = np.zeros_like(weights)
        curve = np.eye(len(weights)) * ridge
        for part in range(0, len(x), 50_000):
            rows = x[part : part + 50_000].astype(np.float64)
            chance = 1 / (1 + np.exp(-rows @ weights))
            slope += rows.T @ (y[part : part + 50_000] - chance)
            curve += (rows * (chance * (1 - chance))[:, None]).T @ rows
        weights += np.linalg.solve(curve, slope - ridge * weights)
    return weights


def write_weights(path: Path, found: dict[str, NDArray[np.float64]]) -> None:
    rows = [f'    "{name}": ({", ".join(f"{w[k]:.3f}" for w in found.values())}),' for k, name in enumerate(SUM_NAMES)]
    lines = [
        '"""Weights of the outlook, a column for each variant: written by ``fit.py``, do not edit."""\n',
        "from __future__ import annotations\n",
        f"VARIANTS = {tuple(found)!r}".replace("'", '"'),
        "WEIGHTS: dict[str, tuple[float, ...]] = {",
        *rows,
        "}\n",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    found = {}
    for character in CHARACTER_NAMES:
        for king in ("at_once", "laid"):
            sums, won = observe_games(GAME.load(character=character, king=king), GAMES, SEED)
            found[f"{character} {king}"] = logistic(sums, won)
            print(f"{character} {king}: {len(won)} rounds, {won.mean():.1%} of them in games that were won")
    write_weights(Path(__file__).with_name("weights.py"), found)


if __name__ == "__main__":
    main()
