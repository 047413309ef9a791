"""Is one agent better than another? Play until the answer is sure enough, and no longer.

A generalised sequential probability ratio test, as Fishtest uses it for chess programs: after every few duplicate pairs
the likelihood of the scores under "stronger by ``elo1``" is divided by that under "by ``elo0``", both of the most
likely distribution of pair scores with that mean; the test ends when the ratio leaves its bounds. The pair scores
0, 1/4, 1/2, 3/4, 1 are taken as they are: a pair is one observation, its games are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import AgentSource, GameRecord
from dicedeck.evaluation.match import (
    Conditions,
    MatchResult,
    Pairing,
    Progress,
    is_shared,
    seatings,
    stream_games,
)

Verdict = Literal["better", "not better", "undecided"]
BLOCK = 8
"""Pairs between two looks at the ratio; fixed, so that the answer does not depend on the number of processes."""
_UNSEEN = 1e-3
"""Times that a score not seen yet is taken to have been seen (Fishtest's figure): the ratio is always finite."""
_SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


class SequentialError(DicedeckError):
    """A test that cannot be made."""


@dataclass(frozen=True)
class Hypotheses:
    """What is to be told apart, and how surely."""

    elo0: float = 0.0
    elo1: float = 20.0
    false_better: float = 0.05
    """Chance of the answer "better" when the agent is stronger by ``elo0`` only."""
    false_not_better: float = 0.05
    """Chance of the answer "not better" when it is stronger by ``elo1``."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise SequentialError(f"Elo bounds must rise and lie in -1000 to 1000, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.false_better < 0.5 and 0 < self.false_not_better < 0.5):
            raise SequentialError("chances of a wrong answer must lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio (Wald): "not better" below the first, "better" above the second."""
        low = math.log(self.false_not_better / (1 - self.false_better))
        high = math.log((1 - self.false_not_better) / self.false_better)
        return low, high

    def log_ratio(self, scores: ArrayLike) -> float:
        """The log-likelihood ratio of some scores, ``elo1`` against ``elo0``."""
        values, counts = _counted(scores)
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        return float(counts @ (_log_tilt(values, counts, low) - _log_tilt(values, counts, high)))

    def verdict(self, scores: ArrayLike) -> Verdict:
        low, high = self.bounds
        ratio = self.log_ratio(scores)
        return "better" if ratio >= high else "not better" if ratio <= low else "undecided"


def expected_score(elo: float) -> float:
    """The score of an agent that is stronger by ``elo``."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The difference in strength that a score stands for; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def _counted(scores: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The distinct scores and how often each was seen; those of pairs of two games are always among them."""
    values, counts = np.unique(np.concatenate([_SCORES, np.asarray(scores, np.float64)]), return_counts=True)
    seen = counts - np.isin(values, _SCORES)
    return values, np.where(seen > 0, seen, _UNSEEN)


def _log_tilt(values: NDArray[np.float64], counts: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """The most likely distribution with this mean is the observed one / exp(what this returns).

    It is observed / (1 + x (value - mean)), with the x that gives it the mean.
    """
    gaps = values - mean
    weights = counts / counts.sum()

    def missing(x: float) -> float:
        return float(weights @ (gaps / (1 + x * gaps)))

    margin = 1e-9
    x = brentq(missing, -(1 - margin) / gaps[-1], -(1 - margin) / gaps[0], xtol=1e-12)
    logs: NDArray[np.float64] = np.log1p(x * gaps)
    return logs


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Comparison:
    """The answer, and the match up to it."""

    verdict: Verdict
    log_ratio: float
    hypotheses: Hypotheses
    match: MatchResult
    """Its score says what was seen; a test that stops early sees extremes, so it is a little too far from 50 %."""

    @property
    def pairs(self) -> int:
        return self.match.pairs


def compare(
    game: Game,
    agent: AgentSource,
    opponent: AgentSource,
    hypotheses: Hypotheses | None = None,
    most_pairs: int = 10_000,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play duplicate pairs until it is clear whether the agent is better than the opponent.

    In shared games both play the same deals alone. The score of a deal is then 1/2 plus the difference of their
    returns as a part of twice the range that returns have, so that again 1/2 means equal.

    Args:
        most_pairs: then the answer is "undecided".

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of pairs or workers.
        SequentialError: a shared game whose returns have no bounds.
    """
    asked, given = hypotheses or Hypotheses(), conditions or Conditions()
    if is_shared(game) and not math.isfinite(game.max_utility - game.min_utility):
        raise SequentialError(f"{game.name}: returns have no bounds, so their difference has no scale")
    pairing = Pairing((0, 1), tuple(seatings(game)))
    names, stream = stream_games(game, (agent, opponent), [pairing], most_pairs, given)
    games: list[GameRecord] = []
    scores: list[float] = []
    verdict: Verdict = "undecided"
    for block in _in_order((found for _, found in stream), most_pairs):
        games += block
        part = MatchResult(game, names[0], names[1], len(block) // len(pairing.seatings), given.seed, block)
        scores += _scores(part).tolist()
        verdict = asked.verdict(scores)
        if progress is not None:
            progress(len(scores), most_pairs)
        if verdict != "undecided":
            break
    match = MatchResult(game, names[0], names[1], len(scores), given.seed, games)
    return Comparison(verdict, asked.log_ratio(scores), asked, match)


def _scores(match: MatchResult) -> NDArray[np.float64]:
    """float[pairs], 1/2 for equality."""
    if not is_shared(match.game):
        return match.pair_scores
    scale = 2 * (match.game.max_utility - match.game.min_utility)
    return 0.5 + match.return_differences / scale


def _in_order(stream: Iterator[list[GameRecord]], most_pairs: int) -> Iterator[list[GameRecord]]:
    """The games of pairs 0 to BLOCK - 1, of the next as many, and so on, however they arrive."""
    waiting: dict[int, list[GameRecord]] = {}
    wanted = range(min(BLOCK, most_pairs))
    for arrived in stream:
        for record in arrived:
            waiting.setdefault(record.pair, []).append(record)
        while wanted and all(pair in waiting for pair in wanted):
            yield [record for pair in wanted for record in waiting.pop(pair)]
            wanted = range(wanted.stop, min(wanted.stop + BLOCK, most_pairs))
