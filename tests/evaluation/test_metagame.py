"""Nash averaging and alpha-Rank: by hand, by their definitions, and against OpenSpiel.

The file ``openspiel_rankings.json`` holds random tables with what OpenSpiel 2.0.2 (its alpha-Rank, and its Nash
averaging over cvxpy) makes of them; with these libraries installed the comparison is made afresh too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dicedeck.evaluation.metagame import MetagameError, alpha_rank, nash_average, zero_sum_equilibrium

STORED = json.loads((Path(__file__).parent / "openspiel_rankings.json").read_text())
ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def random_table(n: int, seed: int) -> NDArray[np.float64]:
    """float[n, n]: scores, of which a table and its mirror add up to 1."""
    half = np.triu(np.random.default_rng(seed).random((n, n)), 1)
    table: NDArray[np.float64] = half + np.tril(1 - half.T, -1)
    np.fill_diagonal(table, 0.5)
    return table


@pytest.mark.parametrize("case", STORED["alpha_rank"], ids=lambda case: f"alpha {case['alpha']}")
def test_alpha_rank_is_openspiels(case: dict[str, list[float]]) -> None:
    found = alpha_rank(case["table"], alpha=case["alpha"], population=case["population"])  # type: ignore[arg-type]
    np.testing.assert_allclose(found, case["shares"], atol=1e-9)


@pytest.mark.parametrize("case", STORED["nash_average"], ids=lambda case: f"{len(case['table'])} agents")
def test_nash_average_is_openspiels(case: dict[str, list[float]]) -> None:
    found = nash_average(case["table"])
    np.testing.assert_allclose(found.weights, case["weights"], atol=2e-5)  # cvxpy's solvers stop there
    np.testing.assert_allclose(found.skills, case["skills"], atol=2e-5)


def test_alpha_rank_against_openspiel_itself() -> None:
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    for seed in range(20):
        table = random_table(2 + seed % 6, seed)
        expected = alpharank.compute([table], m=50, alpha=1.0)[2]
        np.testing.assert_allclose(alpha_rank(table, alpha=1.0), expected, atol=1e-8)


def test_nash_average_against_openspiel_itself() -> None:
    pytest.importorskip("cvxpy")
    averaging = pytest.importorskip("open_spiel.python.algorithms.nash_averaging")
    for seed in range(20):
        half = np.triu(random_table(2 + seed % 6, seed) - 0.5, 1)
        table = half - half.T
        expected = averaging._max_entropy_symmetric_nash(table, eps=0.0)[:, 0]
        np.testing.assert_allclose(nash_average(table).weights, expected, atol=1e-4)


@pytest.mark.parametrize("seed", range(10))
def test_a_nash_average_is_an_equilibrium(seed: int) -> None:
    table = random_table(3 + seed, seed) - 0.5
    found = nash_average(table)
    assert found.weights.sum() == pytest.approx(1)
    assert found.weights.min() >= 0
    assert found.skills.max() < 1e-7
    assert found.weights @ found.skills == pytest.approx(0, abs=1e-9)


def test_a_dominating_agent_has_all_the_weight() -> None:
    table = np.array([[0, 0.1, 0.4], [-0.1, 0, 0.3], [-0.4, -0.3, 0]])
    found = nash_average(table)
    assert found.weights.tolist() == pytest.approx([1, 0, 0])
    assert found.skills.tolist() == pytest.approx([0, -0.1, -0.4])


def test_copies_share_the_weight_and_change_nothing_else() -> None:
    """The fourth agent is the first again: among all equilibria the most even one is taken."""
    copied = ROCK_PAPER_SCISSORS[np.ix_([0, 1, 2, 0], [0, 1, 2, 0])]
    assert nash_average(ROCK_PAPER_SCISSORS).weights.tolist() == pytest.approx([1 / 3] * 3)
    assert nash_average(copied).weights.tolist() == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6], abs=1e-6)


def test_equal_agents_weigh_the_same() -> None:
    assert nash_average(np.zeros((4, 4))).weights.tolist() == pytest.approx([0.25] * 4)
    assert alpha_rank(np.full((4, 4), 0.5)).tolist() == pytest.approx([0.25] * 4)
    assert alpha_rank([[0.5]]).tolist() == [1]


def test_an_outsider_can_bound_the_most_even_equilibrium() -> None:
    """The last agent weighs nothing, but forbids what would be most even without it."""
    table = np.zeros((4, 4))
    table[3, :3] = [1.0, -0.2, -0.2]
    table[:3, 3] = -table[3, :3]
    found = nash_average(table)
    assert found.skills.max() < 1e-7
    assert found.weights[3] == pytest.approx(0, abs=1e-6)
    assert found.weights[0] == pytest.approx(1 / 6, abs=1e-6)


def test_alpha_rank_follows_a_cycle_and_leaves_what_it_beats() -> None:
    table = np.full((4, 4), 0.5)
    table[:3, :3] += 0.4 * ROCK_PAPER_SCISSORS
    table[:3, 3], table[3, :3] = 0.9, 0.1
    assert alpha_rank(table).tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_alpha_rank_bears_hopeless_chances() -> None:
    table = np.array([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]])
    assert alpha_rank(table, alpha=1000).tolist() == pytest.approx([1, 0, 0])


@pytest.mark.parametrize("table", [[[0.5, 0.5]], [[0.5, float("nan")], [0.5, 0.5]], []])
def test_tables_that_are_none(table: list[list[float]]) -> None:
    with pytest.raises(MetagameError, match="a table of agents"):
        alpha_rank(table)
    with pytest.raises(MetagameError):
        nash_average(table)


def test_nash_averaging_needs_an_antisymmetric_table() -> None:
    with pytest.raises(MetagameError, match="antisymmetric"):
        nash_average([[0.5, 0.2], [0.8, 0.5]])


# ---------------------------------------------------------------- two sides


def test_equilibrium_of_known_tables() -> None:
    saddle = zero_sum_equilibrium([[3, 1], [2, 2], [0, 1]])  # the second row is safe, the second column too
    assert saddle.value == pytest.approx(2)
    assert saddle.rows == pytest.approx([0, 1, 0])
    mixed = zero_sum_equilibrium([[2, -1], [-1, 1]])
    assert mixed.value == pytest.approx(0.2)
    assert mixed.rows == pytest.approx([0.4, 0.6])
    assert mixed.columns == pytest.approx([0.4, 0.6])


def test_nobody_gains_by_leaving_an_equilibrium() -> None:
    rng = np.random.default_rng(4)
    for shape in [(1, 1), (1, 4), (3, 2), (5, 5)]:
        table = rng.normal(size=shape)
        found = zero_sum_equilibrium(table)
        assert found.rows.sum() == pytest.approx(1) == found.columns.sum()
        assert (table @ found.columns).max() == pytest.approx(found.value)
        assert (found.rows @ table).min() == pytest.approx(found.value)


@pytest.mark.parametrize("table", [[], [[]], [1.0, 2.0], [[1.0, float("nan")]]])
def test_what_is_no_table_of_payoffs(table: Any) -> None:
    with pytest.raises(MetagameError, match="finite numbers in rows and columns"):
        zero_sum_equilibrium(table)
