"""The payoff matrix of a game whose two sides differ: agents of the one side against those of the other.

A tournament averages over the roles. Where a party meets a game master, or Pro meets Con, the question is also who is
strong as what: rows are the agents that play the first side, columns those that play the second, and the equilibrium of
the matrix says what either side can be sure of when both choose among these agents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.envs.variants import sample_variants
from dicedeck.evaluation.games import GameRecord, fault_counts, side_returns
from dicedeck.evaluation.match import Conditions, Pairing, Progress, play_pairings
from dicedeck.evaluation.metagame import Equilibrium, zero_sum_equilibrium
from dicedeck.evaluation.statistics import Estimate, mean_interval, seat_scores


class PayoffError(DicedeckError):
    """A game that has no payoff matrix, or sides without agents."""


@dataclass(frozen=True)
class PayoffMatrix:
    """What the agents of the first side score against those of the second, each pairing on the same deals."""

    game: Game
    rows: list[str]
    columns: list[str]
    deals: int
    seed: int
    games: list[list[list[GameRecord]]]
    """By row and column, in the order of the deals."""

    @cached_property
    def estimates(self) -> list[list[Estimate]]:
        """The first side's mean score, a tie being half, with its 95 % interval."""
        return [[self._estimate(records) for records in line] for line in self.games]

    def _estimate(self, records: Sequence[GameRecord]) -> Estimate:
        scores = seat_scores(side_returns(self.game, [record.returns for record in records]))
        return mean_interval(scores[:, 0], seed=self.seed)

    @property
    def scores(self) -> NDArray[np.float64]:
        """float[rows, columns]."""
        return np.array([[estimate.value for estimate in line] for line in self.estimates])

    @cached_property
    def equilibrium(self) -> Equilibrium:
        """How either side would mix these agents, and the first side's score then."""
        return zero_sum_equilibrium(self.scores)

    @property
    def faults(self) -> dict[str, int]:
        """How often each reason ended a game early."""
        return fault_counts(record for line in self.games for records in line for record in records)


def payoff_matrix(
    game: Game,
    rows: Sequence[str],
    columns: Sequence[str],
    deals: int,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> PayoffMatrix:
    """Every agent of ``rows`` on the first side against every one of ``columns`` on the second.

    Args:
        progress: called with (deals done, deals in all), of all pairings together.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of deals or workers.
        PayoffError: a game without two sides, or a side without agents or with one named twice.
    """
    if len(game.sides) != 2:
        raise PayoffError(f"{game.name} has no two sides that meet, so it has no payoff matrix{_hint(game)}")
    for side, agents in zip(game.side_names, (rows, columns)):
        if not agents or len(set(agents)) < len(agents):
            raise PayoffError(f"{side}: name at least one agent, and each once")
    sources = list(dict.fromkeys([*rows, *columns]))
    apart = tuple(int(seat in game.sides[1]) for seat in range(game.num_players))
    together = (0,) * game.num_players
    pairings = []
    for first in map(sources.index, rows):
        for second in map(sources.index, columns):
            alike = first == second
            pairings.append(Pairing((first,), (together,)) if alike else Pairing((first, second), (apart,)))
    given = conditions or Conditions()
    found, names = play_pairings(game, sources, pairings, deals, given, progress)
    width = len(columns)
    return PayoffMatrix(
        game,
        [names[sources.index(spec)] for spec in rows],
        [names[sources.index(spec)] for spec in columns],
        deals,
        given.seed,
        [found[start : start + width] for start in range(0, len(found), width)],
    )


def _hint(game: Game) -> str:
    """Which option gives the game two sides; empty where none does."""
    for other in sample_variants(game.spec):
        options = list(other.option_values().items())
        if len(options) == 1 and len(other.sides) == 2:
            name, value = options[0]
            return f"; it has with the option {name}={str(value).lower() if isinstance(value, bool) else value}"
    return ""
