"""Returns less luck: the same mean whatever the value function, and a smaller spread when it is right."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import View
from dicedeck.envs import load_game
from dicedeck.envs.core.dtypes import Floats
from dicedeck.evaluation.games import MatchError
from dicedeck.evaluation.luck import Corrected, correct_for_luck
from support.toy_dice import HEIGHT, ROUNDS, RUN, WALK

HILL = load_game("support.toy_dice:GAME")


def numbers(observation: Floats) -> tuple[int, int, int]:
    """Height, last roll, rounds."""
    _, height, last, rounds = observation
    return round(height * (HEIGHT + 2)), round(last * 6), round(rounds * ROUNDS)


class Runner:
    """Runs unless the last roll was a five or a six."""

    name = "runner"

    def reset(self, seed: int) -> None:
        """It has no dice of its own."""

    def act(self, view: View) -> int:
        return WALK if numbers(view.observation)[1] >= 5 else RUN


@cache
def worth(height: int, last: int, rounds: int) -> float:
    """What the runner can expect, by working through all rolls."""
    if height >= HEIGHT:
        return 1.0
    if rounds == ROUNDS:
        return -1.0
    climbs = [1 if last >= 5 else (2 if roll > last else -2) for roll in range(1, 7)]
    return float(np.mean([worth(max(0, height + climbs[roll - 1]), roll, rounds + 1) for roll in range(1, 7)]))


TRUTH = float(np.mean([worth(0, last, 0) for last in range(1, 7)]))


def test_with_the_true_values_hardly_any_spread_is_left() -> None:
    """All dice of the game are accounted for but the first; what is left comes from the number of worlds."""
    seen = correct_for_luck(HILL, Runner(), 400, seed=3, value=lambda seen: worth(*numbers(seen)), worlds=24)
    assert seen.saving > 0.8
    assert seen.corrected.low < TRUTH < seen.corrected.high
    assert seen.corrected.high - seen.corrected.low < 0.5 * (seen.plain.high - seen.plain.low)


@pytest.mark.parametrize("value", [lambda seen: 3 * float(seen[1]) - float(seen[2]), None], ids=["nonsense", "fitted"])
@pytest.mark.parametrize("games", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_mean_is_that_of_the_plain_returns(games: int, value: object) -> None:
    """Whatever the value function: the luck has mean 0, and the corrected mean is the true one."""
    seen = correct_for_luck(HILL, Runner(), games, seed=games, value=value, worlds=2, fit=100)  # type: ignore[arg-type]
    error = seen.luck.std() / np.sqrt(games)
    assert abs(seen.luck.mean()) < 4 * error
    assert abs(seen.without_luck.mean() - TRUTH) < 4 * seen.without_luck.std() / np.sqrt(games)
    assert seen.corrected.low < seen.plain.value < seen.corrected.high or games < 100_000


def test_a_fitted_value_narrows_the_interval_of_a_real_game() -> None:
    game = load_game("deck_of_fate", pcs=1)
    seen = correct_for_luck(game, load_agent("threshold", game), 200, worlds=4, fit=300)
    assert seen.saving > 0.05


def test_luck_that_says_nothing_is_not_taken_off() -> None:
    returns = np.array([1.0, -1.0, 1.0, -1.0, -1.0, 1.0])
    assert np.array_equal(Corrected(returns, np.zeros(6)).without_luck, returns)


def test_games_of_several_players_are_refused() -> None:
    game = load_game("support.toy_dice:GAME", heroes=2)
    with pytest.raises(MatchError, match=r"2 seats.*duplicate pairs"):
        correct_for_luck(game, Runner(), 1)
