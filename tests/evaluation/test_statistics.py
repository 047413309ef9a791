"""Statistics against known answers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dicedeck.evaluation.statistics import (
    bootstrap,
    mcnemar_exact,
    mean_interval,
    role_balanced,
    seat_scores,
    wilson,
    win_shares,
)


@pytest.mark.parametrize(
    ("returns", "scores"),
    [
        ([1, -1], [1, 0]),
        ([0, 0], [0.5, 0.5]),
        ([3, 2, 2], [1, 0.25, 0.25]),
        ([1, 1, 0, 0], [5 / 6, 5 / 6, 1 / 6, 1 / 6]),
        ([7], [0.5]),
    ],
)
def test_seat_scores_are_the_share_of_the_others_beaten(returns: list[float], scores: list[float]) -> None:
    assert seat_scores(returns) == pytest.approx(scores)
    assert seat_scores([returns, returns])[1] == pytest.approx(scores)


def test_win_shares_split_a_tie() -> None:
    assert win_shares([[1, -1], [0, 0]]).tolist() == [[1, 0], [0.5, 0.5]]
    assert win_shares([2, 2, 1]) == pytest.approx([0.5, 0.5, 0])


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # Newcombe 1998, table of examples
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_equals_published_values(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert (found.value, found.n) == (successes / n, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (1, 8, 0.0390625), (8, 1, 0.0390625), (0, 6, 0.03125), (121, 59, 4.434449e-6)],
)
def test_mcnemar_is_the_exact_binomial_test(first: int, second: int, p: float) -> None:
    """The values are those of scipy.stats.binomtest."""
    assert mcnemar_exact(first, second) == pytest.approx(p, rel=1e-4)


def test_mcnemar_takes_many_games() -> None:
    assert 0 < mcnemar_exact(20_000, 20_500) < 0.02


def test_bootstrap_of_wins_is_near_the_normal_interval() -> None:
    scores = np.repeat([0.0, 0.5, 1.0], [100, 200, 300])
    found = bootstrap(scores)
    half = 1.96 * scores.std() / math.sqrt(len(scores))
    assert found.value == pytest.approx(2 / 3)
    assert (found.low, found.high) == pytest.approx((2 / 3 - half, 2 / 3 + half), abs=0.003)


def test_bootstrap_repeats_with_its_seed() -> None:
    scores = np.random.default_rng(1).random(50)
    assert bootstrap(scores, seed=3) == bootstrap(scores, seed=3)
    assert bootstrap(scores, seed=3) != bootstrap(scores, seed=4)


@pytest.mark.parametrize("end", [0.0, 1.0])
def test_all_pairs_alike_is_no_certainty(end: float) -> None:
    found = bootstrap(np.full(50, end))
    assert found.value == end
    assert found.high - found.low == pytest.approx(0.0713, abs=0.001)


def test_no_observations_say_nothing() -> None:
    found = bootstrap([])
    assert math.isnan(found.value)
    assert (found.low, found.high, found.n) == (0, 1, 0)


def test_mean_interval_is_wilson_for_wins_and_losses() -> None:
    assert mean_interval([1, 0, 0, 1, 1]) == wilson(3, 5)
    assert mean_interval([1, 0.5, 0, 1, 1]) == bootstrap([1, 0.5, 0, 1, 1])


def test_role_balanced_counts_each_role_the_same() -> None:
    found = role_balanced({"Pro": [0.0] * 90 + [1.0] * 10, "Con": [1.0] * 10, "nobody": []})
    assert found.value == pytest.approx(0.55)
    assert found.low < 0.55 < found.high
    assert found.n == 110


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [50, 200, 1000])
def test_bootstrap_covers_the_true_mean(pairs: int) -> None:
    """Pairs as in Impeachment: 0, 1/2 or 1. Of 2,000 intervals at 95 %, 93 to 97 % must hold the mean."""
    rng = np.random.default_rng(7)
    chances, mean = [0.2, 0.45, 0.35], 0.575
    held = 0
    for trial in range(2000):
        scores = rng.choice([0.0, 0.5, 1.0], size=pairs, p=chances)
        found = bootstrap(scores, resamples=1000, seed=trial)
        held += found.low <= mean <= found.high
    assert 0.93 <= held / 2000 <= 0.97
