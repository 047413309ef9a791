"""Rankings that see cycles: what a table of scores says when A beats B, B beats C and C beats A.

Both look at the agents as the strategies of a game. Nash averaging weighs the opponents by the equilibrium of maximum
entropy (Balduzzi et al., 2018): weak or copied agents weigh nothing. alpha-Rank (Omidshafiei et al., 2019) asks how
often a population that changes to better agents is found at each of them. Where the two sides of a game differ,
``zero_sum_equilibrium`` says what they can be sure of.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog, minimize

from dicedeck.envs.core.errors import DicedeckError

_IN_SUPPORT = 1e-7
"""Least weight that counts as more than none."""
_LEAST_CHANCE = 1e-250


class MetagameError(DicedeckError):
    """A table that is not one of scores."""


class NashAverage(NamedTuple):
    """The equilibrium of maximum entropy between the agents."""

    weights: NDArray[np.float64]
    """float[n]: how often it plays each agent."""
    skills: NDArray[np.float64]
    """float[n]: what each agent scores against it beyond equality; 0 at most, and 0 for those that it plays."""


def nash_average(advantages: ArrayLike) -> NashAverage:
    """Nash averaging.

    Args:
        advantages: float[n, n], antisymmetric: what the row's agent gains from the column's, such as score - 0.5.

    Raises:
        MetagameError: the table is not antisymmetric.
    """
    table = _square(advantages)
    if not np.allclose(table, -table.T, atol=1e-12):
        raise MetagameError("Nash averaging needs an antisymmetric table: what one gains the other loses")
    scale = float(np.abs(table).max()) or 1.0
    weights = _most_even_equilibrium(table / scale)
    return NashAverage(weights, table @ weights)


def _most_even_equilibrium(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The point of greatest entropy among all p with table @ p <= 0, by its dual problem.

    That point has the largest support that an equilibrium can have. An agent in it earns exactly 0 in every
    equilibrium (complementary slackness), so its multiplier is free; the multipliers of the others are 0 or more.
    """
    n = len(table)
    inside = np.array([_highest_weight(table, k) > _IN_SUPPORT for k in range(n)])
    columns = table[:, inside]

    def dual(multipliers: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        exponents = -multipliers @ columns
        top = exponents.max()
        parts = np.exp(exponents - top)
        total = parts.sum()
        return float(top + np.log(total)), -columns @ (parts / total)

    bounds = [(None, None) if known else (0, None) for known in inside]
    options = {"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-11}
    found = minimize(dual, np.zeros(n), jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    exponents = -found.x @ columns
    weights = np.zeros(n)
    weights[inside] = np.exp(exponents - exponents.max())
    weights /= weights.sum()
    return weights


def _highest_weight(table: NDArray[np.float64], k: int) -> float:
    """The most that any equilibrium plays agent k."""
    n = len(table)
    goal = np.zeros(n)
    goal[k] = -1
    found = linprog(goal, A_ub=table, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1.0], bounds=(0, 1))
    if not found.success:
        raise MetagameError(f"no equilibrium was found: {found.message}")
    return float(-found.fun)


class Equilibrium(NamedTuple):
    """What both sides of a zero-sum table can be sure of."""

    rows: NDArray[np.float64]
    """float[n]: how often the first side plays each row."""
    columns: NDArray[np.float64]
    """float[m]: how often the second side plays each column."""
    value: float
    """What the first side gets then."""


def zero_sum_equilibrium(payoffs: ArrayLike) -> Equilibrium:
    """An equilibrium in mixed strategies (von Neumann, 1928), by linear programming.

    Args:
        payoffs: float[n, m]: what the row's player gets, and the column's loses.

    Raises:
        MetagameError: the table is empty, or not of finite numbers.
    """
    table = np.asarray(payoffs, np.float64)
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise MetagameError(f"a table of payoffs holds finite numbers in rows and columns, not the shape {table.shape}")
    rows, value = _surest(table)
    columns, _ = _surest(-table.T)
    return Equilibrium(rows, columns, value)


def _surest(table: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The mixture of rows whose least payoff over the columns is greatest, and that payoff."""
    n, m = table.shape
    goal = np.append(np.zeros(n), -1.0)
    bounds = [(0.0, 1.0)] * n + [(None, None)]
    least = np.hstack((-table.T, np.ones((m, 1))))
    whole = np.append(np.ones(n), 0.0)[None]
    found = linprog(goal, A_ub=least, b_ub=np.zeros(m), A_eq=whole, b_eq=[1.0], bounds=bounds)
    if not found.success:
        raise MetagameError(f"no equilibrium was found: {found.message}")
    return found.x[:n] / found.x[:n].sum(), float(found.x[n])


def alpha_rank(payoffs: ArrayLike, alpha: float = 10.0, population: int = 50) -> NDArray[np.float64]:
    """How much of its time a population spends with each agent, in the long run.

    Args:
        payoffs: float[n, n]: what the row's agent gets against the column's.
        alpha: how strongly better agents are preferred. With 10 and scores from 0 to 1, an agent that scores 51 %
            takes a population of 50 over about nine times as often as chance would have it.
        population: its size.

    Returns:
        float[n], of sum 1: the stationary distribution of the chain of take-overs.

    Raises:
        MetagameError: the table is not square.
    """
    table = _square(payoffs)
    n = len(table)
    if n == 1:
        return np.ones(1)
    chain = np.zeros((n, n))
    for old in range(n):
        for new in range(n):
            if new != old:
                gain = alpha * (table[new, old] - table[old, new])
                chain[old, new] = _takeover(gain, population) / (n - 1)
    return _stationary(chain)


def _takeover(gain: float, population: int) -> float:
    """The chance that one newcomer takes a population over: (1 - exp(-gain)) / (1 - exp(-population * gain))."""
    if abs(gain) < 1e-14:
        return 1 / population
    if gain > 0:
        return float(np.expm1(-gain) / np.expm1(-population * gain))
    chance = np.exp((population - 1) * gain) * np.expm1(gain) / np.expm1(population * gain)
    return max(float(chance), _LEAST_CHANCE)


def _stationary(chain: NDArray[np.float64]) -> NDArray[np.float64]:
    """By eliminating state after state without a subtraction (Grassmann, Taksar and Heyman), exact for tiny chances."""
    reduced = chain.copy()
    n = len(reduced)
    for k in range(n - 1, 0, -1):
        reduced[:k, k] /= reduced[k, :k].sum()
        reduced[:k, :k] += np.outer(reduced[:k, k], reduced[k, :k])
    shares = np.ones(n)
    for k in range(1, n):
        shares[k] = shares[:k] @ reduced[:k, k]
        shares /= shares.max()
    shares /= shares.sum()
    return shares


def _square(table: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(table, np.float64)
    if values.ndim != 2 or values.shape[0] != values.shape[1] or not len(values):
        raise MetagameError(f"a table of agents has as many rows as columns, not the shape {values.shape}")
    if not np.isfinite(values).all():
        raise MetagameError("a table of agents holds numbers only; some of these are missing or infinite")
    return values
