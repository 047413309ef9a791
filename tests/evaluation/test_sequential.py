"""The sequential test: known answers, error rates by simulation, and that it plays what it says."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import Conditions, play_match
from dicedeck.evaluation.sequential import (
    BLOCK,
    Hypotheses,
    SequentialError,
    Verdict,
    compare,
    elo_of,
    expected_score,
)
from support.players import first
from support.toy_dice import GAME as HILL

VALUES = np.array([0, 0.25, 0.5, 0.75, 1])


def tilted(elo: float) -> NDArray[np.float64]:
    """Chances of the five pair scores with the mean of this difference in strength."""
    base = np.array([0.06, 0.2, 0.48, 0.2, 0.06])
    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        chances = base * np.exp(middle * VALUES)
        chances /= chances.sum()
        low, high = (middle, high) if chances @ VALUES < expected_score(elo) else (low, middle)
    return chances


def simulate(elo: float, tests: int, rng: np.random.Generator) -> dict[Verdict, int]:
    asked = Hypotheses(0, 20)
    found: dict[Verdict, int] = {"better": 0, "not better": 0}
    for _ in range(tests):
        scores: NDArray[np.float64] = np.empty(0)
        while (verdict := asked.verdict(scores)) == "undecided":
            scores = np.concatenate([scores, rng.choice(VALUES, BLOCK, p=tilted(elo))])
        found[verdict] += 1
    return found


def test_wrong_answers_are_as_rare_as_asked() -> None:
    """100 tests each way; with 5 % wrong, more than 11 would be a chance of 1 in 200."""
    rng = np.random.default_rng(1)
    assert simulate(0, 100, rng)["better"] <= 11
    assert simulate(20, 100, rng)["not better"] <= 11
    assert simulate(60, 30, rng)["better"] == 30
    assert simulate(-40, 30, rng)["not better"] == 30


def test_the_ratio_is_that_of_the_most_likely_distributions() -> None:
    """Against a general minimiser over all distributions with the mean."""
    rng = np.random.default_rng(2)
    scores = rng.choice(VALUES, 300, p=[0.1, 0.2, 0.3, 0.25, 0.15])
    counts = np.array([(scores == value).sum() for value in VALUES])

    def best(mean: float) -> float:
        constraints = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ VALUES - mean},
        ]
        start = np.full(5, 0.2)
        options = {"ftol": 1e-13, "maxiter": 500}
        found = minimize(
            lambda p: -counts @ np.log(p), start, bounds=[(1e-6, 1)] * 5, constraints=constraints, options=options
        )
        return float(-found.fun)

    asked = Hypotheses(-10, 30)
    expected = best(expected_score(30)) - best(expected_score(-10))
    assert asked.log_ratio(scores) == pytest.approx(expected, abs=1e-4)


def test_the_ratio_rises_with_the_score() -> None:
    ratios = [
        Hypotheses().log_ratio([1.0] * wins + [0.0] * (40 - wins) + [0.5] * 40) for wins in (0, 10, 20, 21, 30, 40)
    ]
    assert all(before < after for before, after in pairwise(ratios))
    assert ratios[2] < 0 < ratios[4]
    assert Hypotheses().log_ratio([]) == pytest.approx(0, abs=0.01)
    assert all(math.isfinite(Hypotheses().log_ratio([value] * 500)) for value in VALUES)


def test_bounds_are_walds() -> None:
    assert Hypotheses().bounds == pytest.approx((-math.log(19), math.log(19)))
    low, high = Hypotheses(false_better=0.01, false_not_better=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (20, 0.52875), (400, 10 / 11), (-400, 1 / 11)])
def test_elo_and_score(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=1e-5)
    assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert elo_of(1) == math.inf
    assert elo_of(0) == -math.inf


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"elo0": 5.0, "elo1": 5.0}, "must rise"),
        ({"elo1": 5000.0}, "-1000 to 1000"),
        ({"false_better": 0.0}, "between 0 and 0.5"),
    ],
)
def test_questions_without_an_answer(settings: dict[str, float], words: str) -> None:
    with pytest.raises(SequentialError, match=words):
        Hypotheses(**settings)


# ---------------------------------------------------------------- playing


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def test_a_stronger_agent_is_found_out_quickly(game: Game) -> None:
    better = compare(game, "greedy", "random")
    assert better.verdict == "better"
    assert better.pairs <= 64
    assert better.pairs % BLOCK == 0
    assert better.match.games == play_match(game, "greedy", "random", better.pairs).games
    worse = compare(game, "random", "greedy")
    assert worse.verdict == "not better"


def test_it_stops_undecided_when_there_are_no_more_pairs(game: Game) -> None:
    reports: list[tuple[int, int]] = []
    result = compare(game, "random", "random", most_pairs=20, progress=lambda *done: reports.append(done))
    assert result.verdict == "undecided"
    assert result.pairs == 20
    assert reports == [(8, 20), (16, 20), (20, 20)]


def test_workers_change_nothing(game: Game) -> None:
    alone = compare(game, "greedy", "random", conditions=Conditions(seed=3))
    together = compare(game, "greedy", "random", conditions=Conditions(seed=3, workers=2))
    assert (together.verdict, together.log_ratio) == (alone.verdict, alone.log_ratio)
    assert together.match.games == alone.match.games


def test_shared_games_compare_returns_on_the_same_deals() -> None:
    game = HILL.load(heroes=2)
    result = compare(game, first, "random", most_pairs=400)
    assert result.verdict == "better"
    assert {record.seating for record in result.match.games} == {(0, 0), (1, 1)}
    differences = result.match.return_differences
    assert set(differences) <= {-2.0, 0.0, 2.0}
    scores = 0.5 + differences / 4
    assert result.log_ratio == pytest.approx(Hypotheses().log_ratio(scores))


def test_a_shared_game_without_bounds_has_no_scale() -> None:
    class Unbounded:
        name, num_players, sides = "endless", 1, ((0,),)
        min_utility, max_utility = 0.0, math.inf

    endless: Any = Unbounded()
    with pytest.raises(SequentialError, match="endless: returns have no bounds"):
        compare(endless, "random", "random")
