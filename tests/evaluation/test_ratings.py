"""Ratings recover what the results were made from."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from dicedeck.evaluation.ratings import (
    ELO,
    Meeting,
    RatingError,
    SideResult,
    bradley_terry,
    skill_ratings,
)

STRENGTHS = np.array([150.0, 60.0, 0.0, -80.0, -130.0])
ADVANTAGE = 90.0
"""Elo points of the first role; the second has as many less."""


def simulated(pairs: int, rng: np.random.Generator, roles: int = 2) -> list[Meeting]:
    """Every agent against every other, games drawn by the model."""
    sides = np.linspace(ADVANTAGE, -ADVANTAGE, roles)
    meetings = []
    for a in range(len(STRENGTHS)):
        for b in range(a + 1, len(STRENGTHS)):
            chances = 1 / (1 + np.exp(-(STRENGTHS[a] - STRENGTHS[b] + sides) / ELO))
            meetings.append(Meeting(a, b, (rng.random((pairs, roles)) < chances).astype(float)))
    return meetings


@pytest.mark.parametrize("roles", [2, 3])
def test_simulated_strengths_are_recovered(roles: int) -> None:
    found = bradley_terry(5, simulated(4000, np.random.default_rng(1), roles), resamples=200)
    for rating, strength in zip(found.agents, STRENGTHS):
        assert rating.elo == pytest.approx(strength, abs=12)
        assert rating.low < rating.elo < rating.high
    advantages = [role.elo for role in found.roles]
    assert advantages == pytest.approx(np.linspace(ADVANTAGE, -ADVANTAGE, roles).tolist(), abs=8)
    assert sum(rating.elo for rating in found.agents) == pytest.approx(0, abs=1e-6)
    assert sum(advantages) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """100 tournaments, 95 % intervals: of 600 statements 30 should fail; 45 would be 2.8 deviations too many."""
    rng = np.random.default_rng(2)
    missed = 0
    for k in range(100):
        found = bradley_terry(5, simulated(60, rng), resamples=200, seed=k)
        truths = [*STRENGTHS, ADVANTAGE]
        missed += sum(
            not rating.low <= truth <= rating.high for rating, truth in zip([*found.agents, found.roles[0]], truths)
        )
    assert 12 <= missed <= 50


def test_it_is_the_most_likely_fit() -> None:
    """Against scipy's general minimiser on the likelihood as the textbook writes it."""
    meetings = simulated(30, np.random.default_rng(3))

    def unlikelihood(values: NDArray[np.float64]) -> float:
        total = 0.0
        for meeting in meetings:
            for role, sign in ((0, 1), (1, -1)):
                difference = values[meeting.agent] - values[meeting.opponent] + sign * values[5]
                chance = 1 / (1 + math.exp(-difference))
                wins, n = meeting.scores[:, role].sum(), len(meeting.scores)
                total -= wins * math.log(chance) + (n - wins) * math.log(1 - chance)
        return float(total + 0.5 * values[:5].sum() ** 2)

    best = minimize(unlikelihood, np.zeros(6), method="BFGS", options={"gtol": 1e-6}).x * ELO
    found = bradley_terry(5, meetings, prior=0, resamples=2)
    assert [rating.elo for rating in found.agents] == pytest.approx(best[:5], abs=0.01)
    assert found.roles[0].elo == pytest.approx(best[5], abs=0.01)


def test_expected_scores_are_those_of_the_model() -> None:
    scores = np.tile([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0]], (20, 1))
    found = bradley_terry(2, [Meeting(0, 1, scores)], prior=0, resamples=2)
    assert found.expected_score(0, 1) == pytest.approx(scores.mean())
    assert found.expected_score(1, 0) == pytest.approx(1 - scores.mean())


def test_winning_every_game_has_a_finite_rating() -> None:
    everything = [Meeting(0, 1, np.ones((500, 2)))]
    found = bradley_terry(2, everything)
    assert 400 < found.agents[0].elo - found.agents[1].elo < 3000
    with pytest.raises(RatingError, match="use a prior above 0"):
        bradley_terry(2, everything, prior=0)


def test_the_same_seed_gives_the_same_intervals() -> None:
    meetings = simulated(50, np.random.default_rng(4))
    assert bradley_terry(5, meetings, seed=1) == bradley_terry(5, meetings, seed=1)
    assert bradley_terry(5, meetings, seed=1) != bradley_terry(5, meetings, seed=2)


def test_agents_that_never_met_cannot_be_compared() -> None:
    apart = [Meeting(0, 1, np.ones((3, 2))), Meeting(2, 3, np.ones((3, 2)))]
    with pytest.raises(RatingError, match="agents 0 and 2 cannot be compared"):
        bradley_terry(4, apart)
    with pytest.raises(RatingError, match="at least two agents"):
        bradley_terry(1, [])


# ---------------------------------------------------------------- OpenSkill


def team_games(count: int, rng: np.random.Generator) -> list[SideResult]:
    """Agent 0 is the strongest, 3 the weakest; one against a team of two, or three sides each for itself."""
    strengths = np.array([3.0, 1.0, -1.0, -3.0])
    games = []
    for k in range(count):
        who = rng.permutation(4)[:3].tolist()
        sides = [[who[0]], who[1:]] if k % 2 else [[x] for x in who]
        scores = [float(np.mean(strengths[side]) + rng.normal()) for side in sides]
        games.append(SideResult(sides, scores))
    return games


def test_openskill_orders_agents_by_strength() -> None:
    games = team_games(400, np.random.default_rng(5))
    skills = skill_ratings(4, games)
    assert [skill.mu for skill in skills] == sorted((skill.mu for skill in skills), reverse=True)
    assert [skill.ordinal for skill in skills] == sorted((skill.ordinal for skill in skills), reverse=True)
    assert all(0 < skill.sigma < 3 for skill in skills)
    assert skill_ratings(4, games, seed=0) == skills


def test_an_agent_in_several_seats_has_one_rating() -> None:
    skills = skill_ratings(2, [SideResult([[0], [1], [1]], [1, 0, 0])] * 30)
    assert skills[0].mu > 25 > skills[1].mu
    tied = skill_ratings(2, [SideResult([[0], [1]], [1, 1])] * 30)
    assert tied[0].mu == pytest.approx(tied[1].mu)
