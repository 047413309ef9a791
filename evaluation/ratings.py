"""Strength on one scale: Bradley-Terry with a term for the roles, and OpenSkill where more than two take part.

Bradley-Terry (Bradley and Terry, 1952) says that an agent of strength a scores 1 / (1 + exp(b - a - r)) against one of
strength b in a role with the advantage r. Strengths and advantages are those of maximum likelihood; the intervals come
from the bootstrap over duplicate pairs. On the Elo scale 400 points are odds of 10 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.evaluation.statistics import CONFIDENCE

ELO = 400 / math.log(10)
"""Elo points in one unit of log odds."""
PRIOR = 1.0
"""Drawn duplicate pairs added to each match, so that an agent that wins all its games has a rating."""
RESAMPLES = 1000
_MOST_STEPS = 100
_LONGEST_STEP = 2.0
_CHUNK = 4_000_000
"""Most numbers that the bootstrap holds in memory at once."""


class RatingError(DicedeckError):
    """Results that no ratings follow from."""


class Rating(NamedTuple):
    """Elo points with their interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True)
class Meeting:
    """What one agent scored against another."""

    agent: int
    opponent: int
    scores: NDArray[np.float64]
    """float[pairs, roles]: the agent's score in each role, 0 to 1."""


@dataclass(frozen=True)
class Ratings:
    """Strengths of agents, 0 on average, and advantages of roles, 0 on average."""

    agents: list[Rating]
    roles: list[Rating]

    def expected_score(self, agent: int, opponent: int) -> float:
        """Of the first against the second, both roles together."""
        difference = (self.agents[agent].elo - self.agents[opponent].elo) / ELO
        chances = [1 / (1 + math.exp(-difference - role.elo / ELO)) for role in self.roles]
        return sum(chances) / len(chances)


def bradley_terry(
    agents: int,
    meetings: Sequence[Meeting],
    *,
    prior: float = PRIOR,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Ratings:
    """Ratings of maximum likelihood with bootstrap intervals.

    Meetings of the same number of pairs are taken to share their deals, and are resampled together.

    Args:
        agents: how many there are; meetings name them by number.
        prior: drawn pairs added to each meeting; with 0 the likelihood has no maximum where somebody wins everything.

    Raises:
        RatingError: agents that never met, not even through others; or no maximum.
    """
    _check_connected(agents, meetings)
    roles = meetings[0].scores.shape[1]
    design = _design(agents, roles, meetings)
    games = np.concatenate([np.full(roles, float(len(meeting.scores))) for meeting in meetings])
    sums = np.concatenate([meeting.scores.sum(0) for meeting in meetings])
    found = _fit(design, sums[None] + prior / 2, games + prior)
    drawn = _fit(design, _resampled_sums(meetings, resamples, seed) + prior / 2, games + prior)
    return Ratings(
        _ratings(found[:, : agents - 1], drawn[:, : agents - 1], confidence),
        _ratings(found[:, agents - 1 :], drawn[:, agents - 1 :], confidence),
    )


def _ratings(found: NDArray[np.float64], drawn: NDArray[np.float64], confidence: float) -> list[Rating]:
    """Of all but the last by what was fitted, of the last by minus their sum."""
    value = ELO * _with_last(found)[0]
    low, high = ELO * np.quantile(_with_last(drawn), [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return [Rating(*row) for row in np.stack([value, low, high], 1).tolist()]


def _with_last(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.hstack([values, -values.sum(1, keepdims=True)])


def _design(agents: int, roles: int, meetings: Sequence[Meeting]) -> NDArray[np.float64]:
    """float[meetings x roles, agents - 1 + roles - 1]: the last agent and role are minus the sum of the others."""
    rows = np.zeros((len(meetings) * roles, agents + roles))
    for k, meeting in enumerate(meetings):
        block = rows[k * roles : (k + 1) * roles]
        block[:, meeting.agent] += 1
        block[:, meeting.opponent] -= 1
        block[:, agents:] = np.eye(roles)
    strengths = rows[:, : agents - 1] - rows[:, agents - 1 : agents]
    advantages = rows[:, agents:-1] - rows[:, -1:]
    return np.hstack([strengths, advantages])


def _fit(design: NDArray[np.float64], sums: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's method for all rows of ``sums`` at once.

    Args:
        design: float[n, k].
        sums: float[m, n], scores.
        games: float[n], how many games they come from.

    Returns:
        float[m, k].
    """
    values = np.zeros((len(sums), design.shape[1]))
    for _ in range(_MOST_STEPS):
        chances = 1 / (1 + np.exp(-values @ design.T))
        slope = (sums - games * chances) @ design
        weights = games * chances * (1 - chances)
        curvature = np.einsum("mn,nj,nk->mjk", weights, design, design, optimize=True)
        try:
            steps = np.linalg.solve(curvature, slope[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        longest = np.abs(steps).max(1, keepdims=True)
        values += steps * np.minimum(1, _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
        if longest.max() < 1e-10:
            return values
    raise RatingError("the results have no most likely ratings: somebody won or lost every game; use a prior above 0")


def _resampled_sums(meetings: Sequence[Meeting], resamples: int, seed: int) -> NDArray[np.float64]:
    """float[resamples, meetings x roles]: scores of resampled pairs, the same draws for all of the same length."""
    roles = meetings[0].scores.shape[1]
    sums = np.empty((resamples, len(meetings) * roles))
    for pairs in {len(meeting.scores) for meeting in meetings}:
        chosen = [k for k, meeting in enumerate(meetings) if len(meeting.scores) == pairs]
        scores = np.hstack([meetings[k].scores for k in chosen])
        columns = np.concatenate([np.arange(k * roles, (k + 1) * roles) for k in chosen])
        rng = np.random.default_rng([seed, pairs])
        rows = max(1, _CHUNK // pairs)
        for start in range(0, resamples, rows):
            counts = rng.multinomial(pairs, np.full(pairs, 1 / pairs), size=min(rows, resamples - start))
            sums[start : start + rows, columns] = counts @ scores
    return sums


def _check_connected(agents: int, meetings: Sequence[Meeting]) -> None:
    """Everybody met everybody, at least through others."""
    if agents < 2 or not meetings:
        raise RatingError("ratings need at least two agents that have met")
    rows, columns = zip(*((meeting.agent, meeting.opponent) for meeting in meetings))
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(agents, agents))
    parts, labels = connected_components(graph, directed=False)
    if parts > 1:
        apart = int(np.flatnonzero(labels != labels[0])[0])
        raise RatingError(f"agents 0 and {apart} cannot be compared: they never met, not even through others")


# ---------------------------------------------------------------- several sides


class Skill(NamedTuple):
    """OpenSkill's belief about an agent: a normal distribution."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What it is worth almost certainly: three deviations below the mean."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class SideResult:
    """A game between sides of any number and size."""

    sides: Sequence[Sequence[int]]
    """The agents of each side, by number."""
    scores: Sequence[float]
    """What each side got; more is better, and equal is a tie."""


def skill_ratings(agents: int, games: Iterable[SideResult], seed: int = 0) -> list[Skill]:
    """OpenSkill (the Plackett-Luce model of Weng and Lin, 2011) for teams, and for one against many.

    The games are taken in an order drawn with ``seed``, since later ones weigh more. An agent that sits in several
    places of a game learns the average of what these places would.
    """
    model = PlackettLuce()
    skills = [model.rating() for _ in range(agents)]
    listed = list(games)
    for k in np.random.default_rng(seed).permutation(len(listed)):
        game = listed[k]
        places = [[model.rating(skills[who].mu, skills[who].sigma) for who in side] for side in game.sides]
        rated = model.rate(places, scores=list(game.scores))
        learnt: dict[int, list[tuple[float, float]]] = {}
        for side, after in zip(game.sides, rated):
            for who, place in zip(side, after):
                learnt.setdefault(who, []).append((place.mu, place.sigma))
        for who, values in learnt.items():
            mu, sigma = np.mean(values, axis=0)
            skills[who] = model.rating(float(mu), float(sigma))
    return [Skill(skill.mu, skill.sigma) for skill in skills]
