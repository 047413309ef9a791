"""Statistics of matches: pure functions of numbers, each tested against known answers.

A duplicate pair is one observation: its two games share the deal, so they are not independent. Intervals of pair scores
come from the bootstrap over pairs; Wilson's interval is for games that are independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESAMPLES = 4000
CONFIDENCE = 0.95
_CHUNK = 4_000_000
"""Most numbers that a bootstrap holds in memory at once."""


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its confidence interval, from ``n`` independent observations."""

    value: float
    low: float
    high: float
    n: int

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high)

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


# ---------------------------------------------------------------- scores of games and pairs


def seat_scores(returns: ArrayLike) -> NDArray[np.float64]:
    """What each seat made of a game, 0 to 1: the share of the other seats that it beat, a tie being half.

    Args:
        returns: float[..., seats], the returns of each game.

    Returns:
        float[..., seats]; the seats of a game average 0.5. A game for one player gives nothing to compare with: 0.5.
    """
    values = np.asarray(returns, np.float64)
    seats = values.shape[-1]
    if seats == 1:
        return np.full_like(values, 0.5)
    mine, theirs = values[..., :, None], values[..., None, :]
    beaten = (mine > theirs).sum(-1) + 0.5 * ((mine == theirs).sum(-1) - 1)
    shares: NDArray[np.float64] = beaten / (seats - 1)
    return shares


def win_shares(returns: ArrayLike) -> NDArray[np.float64]:
    """Each seat's part of the win: 1 for the one with the highest return, shared equally when several have it.

    Args:
        returns: float[..., seats].
    """
    values = np.asarray(returns, np.float64)
    best = values == values.max(-1, keepdims=True)
    shares: NDArray[np.float64] = best / best.sum(-1, keepdims=True)
    return shares


# ---------------------------------------------------------------- intervals


def bootstrap(
    scores: ArrayLike, *, confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = 0
) -> Estimate:
    """Mean of independent observations (one per duplicate pair) with its percentile-bootstrap interval.

    When all observations sit at the same end of 0 to 1, resampling them shows no spread at all; then the interval is
    Wilson's, of ``n`` successes in ``n``: 100 % of 50 pairs is no proof of 100 %.

    Args:
        scores: float[n], in 0 to 1.
    """
    values = np.asarray(scores, np.float64).reshape(-1)
    n = len(values)
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    if np.all(values == 0) or np.all(values == 1):
        return wilson(int(values.sum()), n, confidence=confidence)
    means = _resampled_means(values, resamples, np.random.default_rng(seed))
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Estimate(float(values.mean()), float(low), float(high), n)


def _resampled_means(values: NDArray[np.float64], resamples: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Means of resamples: how often each distinct value is drawn is multinomial, and pairs have few distinct values."""
    distinct, counts = np.unique(values, return_counts=True)
    n = len(values)
    rows = max(1, _CHUNK // len(distinct))
    parts = []
    for start in range(0, resamples, rows):
        drawn = rng.multinomial(n, counts / n, size=min(rows, resamples - start))
        parts.append(drawn @ distinct / n)
    return np.concatenate(parts)


def wilson(successes: float, n: int, *, confidence: float = CONFIDENCE) -> Estimate:
    """Share of successes in ``n`` independent games with Wilson's score interval (half a success for a tie)."""
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Estimate(share, low, high, n)


def mean_interval(scores: ArrayLike, *, confidence: float = CONFIDENCE, seed: int = 0) -> Estimate:
    """Mean of independent observations in 0 to 1: Wilson's interval for wins and losses, else the bootstrap's."""
    values = np.asarray(scores, np.float64).reshape(-1)
    if np.all((values == 0) | (values == 1)):
        return wilson(int(values.sum()), len(values), confidence=confidence)
    return bootstrap(values, confidence=confidence, seed=seed)


def role_balanced(
    scores: Mapping[str, Sequence[float]],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Estimate:
    """Mean of the roles' means, each role counting the same however often it was played.

    For complete duplicate pairs it is the mean pair score, and ``bootstrap`` of the pairs has the right interval; this
    is for games that are independent.
    """
    roles = [np.asarray(values, np.float64) for values in scores.values() if len(values)]
    if not roles:
        return Estimate(math.nan, 0.0, 1.0, 0)
    rng = np.random.default_rng(seed)
    means = np.mean([_resampled_means(values, resamples, rng) for values in roles], axis=0)
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    value = float(np.mean([values.mean() for values in roles]))
    return Estimate(value, float(low), float(high), sum(len(values) for values in roles))


# ---------------------------------------------------------------- tests


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Two-sided p-value that two agents do equally well on the same seeds.

    Args:
        only_first: seeds on which only the first agent succeeded.
        only_second: seeds on which only the second did. Seeds on which both or neither did say nothing.
    """
    n = only_first + only_second
    counts = np.arange(1, min(only_first, only_second) + 1)
    ratios = np.log((n + 1 - counts) / counts)  # of neighbouring binomial coefficients
    log_chances = np.concatenate([[0.0], np.cumsum(ratios)]) - n * math.log(2)
    return min(1.0, 2 * float(np.exp(log_chances).sum()))
