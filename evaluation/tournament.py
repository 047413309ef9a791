"""Tournaments: every agent against every other on the same deals, by duplicate pairs.

In games for two seats each pairing is one match; with more seats an agent alone against a table of others is another
match than the reverse, so both are played. In solo and co-operative games each agent plays the deals alone, and its
returns are compared with those of the others on the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import GameRecord, is_shared, side_returns
from dicedeck.evaluation.match import Conditions, MatchResult, Pairing, Progress, play_pairings, seatings
from dicedeck.evaluation.metagame import NashAverage, alpha_rank, nash_average
from dicedeck.evaluation.ratings import Meeting, Ratings, SideResult, Skill, bradley_terry, skill_ratings
from dicedeck.evaluation.statistics import Estimate, bootstrap, mean_interval, seat_scores


class TournamentError(DicedeckError):
    """A tournament that cannot be played."""


@dataclass(frozen=True)
class TournamentResult:
    """All matches, by the numbers of agent and opponent, and what follows from them."""

    game: Game
    agents: list[str]
    pairs: int
    seed: int
    matches: dict[tuple[int, int], MatchResult]
    seconds: float = field(default=0.0, compare=False)

    def estimate(self, agent: int, opponent: int) -> Estimate:
        """What one agent scores against another, 0.5 for equality."""
        if (agent, opponent) in self.matches:
            return self.matches[agent, opponent].estimate
        value, low, high, n = self.matches[opponent, agent].estimate
        return Estimate(1 - value, 1 - high, 1 - low, n)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """float[agents, agents]: the payoff matrix, with 0.5 on its diagonal."""
        n = len(self.agents)
        return np.array([[0.5 if a == b else self.estimate(a, b).value for b in range(n)] for a in range(n)])

    @cached_property
    def overall(self) -> list[Estimate]:
        """Each agent's mean score against all others; deals are resampled, since all share them."""
        found = []
        for agent in range(len(self.agents)):
            columns = [match.pair_scores for (a, _), match in self.matches.items() if a == agent]
            columns += [
                1 - match.pair_scores
                for (a, b), match in self.matches.items()
                if b == agent and (b, a) not in self.matches
            ]
            found.append(bootstrap(np.mean(columns, axis=0), seed=self.seed))
        return found

    @cached_property
    def per_role(self) -> list[dict[str, Estimate]]:
        """Each agent's mean score in each role against all others; empty where all seats win together."""
        if is_shared(self.game):
            return [{} for _ in self.agents]
        sums = np.zeros((len(self.agents), len(self.game.sides), self.pairs))
        counts = np.zeros_like(sums)
        for pair, match in self.matches.items():
            for record in match.games:
                scores = seat_scores(side_returns(self.game, record.returns))
                for k, side in enumerate(self.game.sides):
                    sums[pair[record.seating[side[0]]], k, record.pair] += scores[k]
                    counts[pair[record.seating[side[0]]], k, record.pair] += 1
        return [
            {role: mean_interval(values, seed=self.seed) for role, values in zip(self.game.side_names, rows)}
            for rows in sums / counts
        ]

    @cached_property
    def mean_returns(self) -> list[float]:
        """What each agent got per game and seat."""
        found: list[list[float]] = [[] for _ in self.agents]
        for (agent, opponent), match in self.matches.items():
            mine, theirs = match.mean_returns()
            found[agent].append(mine)
            found[opponent].append(theirs)
        return [float(np.mean(values)) for values in found]

    @cached_property
    def ratings(self) -> Ratings:
        """Bradley-Terry, with a term for each role."""
        meetings = [Meeting(a, b, match.seating_scores) for (a, b), match in self.matches.items()]
        return bradley_terry(len(self.agents), meetings, seed=self.seed)

    @cached_property
    def skills(self) -> list[Skill]:
        """OpenSkill, where more than two sides can meet; else empty."""
        if is_shared(self.game) or self.game.num_players < 3:
            return []
        return skill_ratings(len(self.agents), self._side_results(), self.seed)

    def _side_results(self) -> Iterator[SideResult]:
        for pair, match in self.matches.items():
            for record in match.games:
                seated = [[pair[record.seating[seat]] for seat in side] for side in self.game.sides]
                yield SideResult(seated, side_returns(self.game, record.returns).tolist())

    @cached_property
    def nash(self) -> NashAverage:
        """Nash averaging of the advantages: half of what one scores beyond the other."""
        return nash_average((self.scores - self.scores.T) / 2)

    @cached_property
    def alpha(self) -> NDArray[np.float64]:
        """alpha-Rank of the payoff matrix."""
        return alpha_rank(self.scores)

    @property
    def order(self) -> list[int]:
        """The agents, the best rated first."""
        return sorted(range(len(self.agents)), key=lambda agent: -self.ratings.agents[agent].elo)

    @property
    def faults(self) -> dict[str, int]:
        """How often each reason ended a game early."""
        found: dict[str, int] = {}
        for match in self.matches.values():
            for reason, n in match.faults.items():
                found[reason] = found.get(reason, 0) + n
        return found

    def move_times(self) -> list[float]:
        """Mean seconds per decision of each agent."""
        times: list[list[float]] = [[] for _ in self.agents]
        for pair, match in self.matches.items():
            for who, seconds in zip(pair, match.move_times()):
                times[who].append(seconds)
        return [float(np.mean(values)) for values in times]


def play_tournament(
    game: Game,
    specs: Sequence[str],
    pairs: int,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> TournamentResult:
    """Every agent against every other, ``pairs`` duplicate pairs each.

    Args:
        progress: called with (pairs done, pairs in all), of all matches together.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of pairs or workers.
        TournamentError: fewer than two agents, or one named twice.
    """
    check_agents(specs)
    started, given = perf_counter(), conditions or Conditions()
    if is_shared(game):
        pairings = [Pairing((k,), ((0,) * game.num_players,)) for k in range(len(specs))]
        meetings = list(combinations(range(len(specs)), 2))
    else:
        choose = combinations if game.num_players == 2 else permutations
        meetings = list(choose(range(len(specs)), 2))
        pairings = [Pairing(pair, tuple(seatings(game))) for pair in meetings]
    found, names = play_pairings(game, specs, pairings, pairs, given, progress)
    matches = {}
    for k, (a, b) in enumerate(meetings):
        games = _side_by_side(found[a], found[b]) if is_shared(game) else found[k]
        matches[a, b] = MatchResult(game, names[a], names[b], pairs, given.seed, games)
    return TournamentResult(game, names, pairs, given.seed, matches, perf_counter() - started)


def check_agents(specs: Sequence[str]) -> None:
    """At least two agents, each named once.

    Raises:
        TournamentError: otherwise.
    """
    if len(specs) < 2:
        raise TournamentError("a tournament needs at least two agents")
    twice = next((spec for spec in specs if list(specs).count(spec) > 1), None)
    if twice is not None:
        raise TournamentError(f"{twice} is named twice; each agent takes part once")


def _side_by_side(mine: Sequence[GameRecord], theirs: Sequence[GameRecord]) -> list[GameRecord]:
    """The games of two agents that each played the same deals alone, as one match."""
    seats = (1,) * len(mine[0].seating)
    return [game for ours, other in zip(mine, theirs) for game in (ours, replace(other, seating=seats))]
