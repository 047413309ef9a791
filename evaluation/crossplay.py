"""Cross-play: how well agents of a co-operative game get on with partners that they do not know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import GameRecord, Seating, is_shared
from dicedeck.evaluation.match import Conditions, Pairing, Progress, play_pairings
from dicedeck.evaluation.statistics import RESAMPLES, Estimate
from dicedeck.evaluation.tournament import check_agents


class CrossPlayError(DicedeckError):
    """A game without partners."""


@dataclass(frozen=True)
class CrossPlay:
    """What teams of agents got: one agent in one seat, the other in all others, averaged over the seats."""

    game: Game
    agents: list[str]
    deals: int
    seed: int
    teams: dict[tuple[int, int], list[GameRecord]]
    """By the single agent and its partner."""

    @cached_property
    def returns(self) -> NDArray[np.float64]:
        """float[agents, agents]: mean return of each team; on the diagonal an agent with itself."""
        n = len(self.agents)
        return np.array([[self._per_deal[a, b].mean() for b in range(n)] for a in range(n)])

    @cached_property
    def _per_deal(self) -> dict[tuple[int, int], NDArray[np.float64]]:
        found = {}
        for (a, b), games in self.teams.items():
            means = np.array([np.mean(record.returns) for record in games])
            found[a, b] = means.reshape(self.deals, -1).mean(1)
            if self.game.num_players == 2:
                found[b, a] = found[a, b]
        return found

    @cached_property
    def ratio(self) -> Estimate:
        """XP/SP: the mean of mixed teams as a part of that of agents with themselves; deals are resampled.

        Returns are counted from the lowest that the game pays, so that 0 is the worst team there can be.
        """
        n = len(self.agents)
        lowest = self.game.min_utility
        alone = np.mean([self._per_deal[a, a] for a in range(n)], axis=0) - lowest
        mixed = np.mean([self._per_deal[pair] for pair in permutations(range(n), 2)], axis=0) - lowest
        draws = np.random.default_rng(self.seed).integers(self.deals, size=(RESAMPLES, self.deals))
        with np.errstate(divide="ignore", invalid="ignore"):
            low, high = np.quantile(mixed[draws].mean(1) / alone[draws].mean(1), [0.025, 0.975])
            return Estimate(float(mixed.mean() / alone.mean()), float(low), float(high), self.deals)


def cross_play(
    game: Game,
    specs: Sequence[str],
    deals: int,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> CrossPlay:
    """All teams of two of the agents on the same deals.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        CrossPlayError: a game for one player, or one whose players are not partners.
        MatchError, TournamentError: as for tournaments.
    """
    if game.num_players < 2 or not is_shared(game):
        raise CrossPlayError(f"{game.name} has no partners: cross-play is for co-operative games of two and more")
    check_agents(specs)
    seats = range(game.num_players)
    mixed: list[Seating] = [tuple(0 if seat == single else 1 for seat in seats) for single in seats]
    numbers = range(len(specs))
    pairs = [(a, b) for a in numbers for b in numbers if a <= b or game.num_players > 2]
    pairings = [Pairing(pair, tuple(mixed) if pair[0] != pair[1] else ((0,) * game.num_players,)) for pair in pairs]
    given = conditions or Conditions()
    found, names = play_pairings(game, specs, pairings, deals, given, progress)
    return CrossPlay(game, names, deals, given.seed, dict(zip(pairs, found)))
