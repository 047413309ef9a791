"""Matches between two agents, by duplicate pairs.

The unit is a pair: the same deal is played once with the agent on each side (two games for two sides, n for n), so that
good cards favour nobody; a side is a seat, or the seats that win together. In solo and co-operative games each agent
plays the deal alone, in all seats. Every random stream has a seed of its own, derived from the match's seed, the pair,
the seat and the agent: a match is the same whatever the number of processes, and one agent's extra roll shifts nobody
else's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import (
    AgentSource,
    GameRecord,
    MatchError,
    Played,
    Seating,
    agent_seeds,
    fault_counts,
    is_shared,
    play_game,
    side_returns,
)
from dicedeck.evaluation.replay import replay_folder, replay_path
from dicedeck.evaluation.statistics import Estimate, Interval, bootstrap, mean_interval, seat_scores
from dicedeck.evaluation.workers import Players, Task, run_tasks

if TYPE_CHECKING:
    from dicedeck.evaluation.store import MatchStore

__all__ = [
    "AgentSource",
    "Conditions",
    "GameRecord",
    "MatchError",
    "MatchResult",
    "Pairing",
    "Played",
    "Progress",
    "Seating",
    "agent_seeds",
    "is_shared",
    "play_deals",
    "play_game",
    "play_match",
    "play_pairings",
    "seatings",
    "stream_games",
]

Progress = Callable[[int, int], None]
"""progress(pairs done, pairs in all)."""

_CHUNK = 8
"""Pairs that are played between two reports, and kept in one transaction."""


@dataclass(frozen=True)
class Conditions:
    """How games are played. None of it changes their results, but the seed, and a limit that an agent exceeds."""

    seed: int = 0
    workers: int = 1
    """Processes."""
    store: MatchStore | None = None
    """Games found here are not played again; those that are played are kept here."""
    move_limit: float | None = None
    """Seconds for a move; an agent that takes longer loses the game. Costs a process at least."""
    replays: Path | None = None
    """A folder: every game is written there as a replay."""


@dataclass(frozen=True)
class Pairing:
    """A match among several: the index of the source behind each number of its seatings."""

    sides: tuple[int, ...]
    seatings: tuple[Seating, ...]


@dataclass(frozen=True)
class MatchResult:
    """All games of a match, and what they say about the agent: 0.5 means equal to the opponent."""

    game: Game
    agent: str
    opponent: str
    pairs: int
    seed: int
    games: list[GameRecord]
    seconds: float = field(default=0.0, compare=False)

    @cached_property
    def pair_scores(self) -> NDArray[np.float64]:
        """float[pairs]: the agent's score in each pair, 0 to 1."""
        scores: NDArray[np.float64] = self.seating_scores.mean(1)
        return scores

    @cached_property
    def seating_scores(self) -> NDArray[np.float64]:
        """float[pairs, seatings]: the agent's score in each game (co-operative and solo games: one column)."""
        count = len(seatings(self.game))
        returns = np.array([record.returns for record in self.games]).reshape(self.pairs, count, -1)
        if is_shared(self.game):
            return seat_scores(returns.mean(2))[:, :1]
        scores = seat_scores(side_returns(self.game, returns))
        return np.stack([scores[:, k, k] for k in range(count)], 1)

    @cached_property
    def estimate(self) -> Estimate:
        """Mean pair score with its interval (bootstrap over the pairs)."""
        return bootstrap(self.pair_scores, seed=self.seed)

    @property
    def score(self) -> float:
        return self.estimate.value

    @property
    def interval(self) -> Interval:
        """95 % confidence interval of ``score``."""
        return self.estimate.interval

    @cached_property
    def per_role(self) -> dict[str, Estimate]:
        """The agent's score on each side; empty for co-operative games, where it plays all seats at once."""
        if is_shared(self.game):
            return {}
        columns = self.seating_scores.T
        return {role: mean_interval(column, seed=self.seed) for role, column in zip(self.game.side_names, columns)}

    @property
    def return_differences(self) -> NDArray[np.float64]:
        """float[pairs]: in shared games what the agent got in each deal, mean of all seats, beyond the opponent."""
        means = np.array([np.mean(record.returns) for record in self.games]).reshape(self.pairs, 2)
        differences: NDArray[np.float64] = means[:, 0] - means[:, 1]
        return differences

    @property
    def faults(self) -> dict[str, int]:
        """How often each reason ended a game early."""
        return fault_counts(self.games)

    def mean_returns(self) -> tuple[float, float]:
        """Mean return per game and seat of the agent and of the opponent."""
        sums, counts = [0.0, 0.0], [0, 0]
        for record in self.games:
            for who, value in zip(record.seating, record.returns):
                sums[who] += value
                counts[who] += 1
        return sums[0] / counts[0], sums[1] / counts[1]

    def move_times(self) -> tuple[float, float]:
        """Mean seconds per decision of the agent and of the opponent."""
        times: tuple[list[float], list[float]] = ([], [])
        for record in self.games:
            for who, value in zip(record.seating, record.move_time):
                times[who].append(value)
        return float(np.mean(times[0])), float(np.mean(times[1]))


def seatings(game: Game) -> list[Seating]:
    """The games of one pair: the agent on each side in turn; in shared games each agent once, in all seats."""
    n = game.num_players
    if is_shared(game):
        return [(0,) * n, (1,) * n]
    return [tuple(0 if seat in side else 1 for seat in range(n)) for side in game.sides]


def play_match(
    game: Game,
    agent_spec: AgentSource,
    opponent_spec: AgentSource,
    pairs: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
    *,
    store: MatchStore | None = None,
    move_limit: float | None = None,
    replays: Path | None = None,
) -> MatchResult:
    """Play ``pairs`` duplicate pairs. An agent that raises or proposes an illegal action loses that game.

    Args:
        workers: processes; the result does not depend on it.
        progress: called with (pairs done, pairs in all).
        store, move_limit, replays: see ``Conditions``.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of pairs, workers or seconds.
        StoreError: a store that cannot be used.
    """
    started = perf_counter()
    conditions = Conditions(seed, workers, store, move_limit, replays)
    pairing = Pairing((0, 1), tuple(seatings(game)))
    (games,), names = play_pairings(game, (agent_spec, opponent_spec), [pairing], pairs, conditions, progress)
    return MatchResult(game, names[0], names[1], pairs, seed, games, perf_counter() - started)


def play_deals(
    game: Game,
    sources: Sequence[AgentSource],
    seatings: Sequence[Seating],
    deals: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[list[GameRecord], list[str]]:
    """Play every deal once for each seating; a seating names for each seat an index in ``sources``.

    Returns:
        The games, ordered by deal and seating, and the names of the agents.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of deals or workers.
    """
    pairing = Pairing(tuple(range(len(sources))), tuple(seatings))
    (games,), names = play_pairings(game, sources, [pairing], deals, Conditions(seed, workers), progress)
    return games, names


def play_pairings(
    game: Game,
    sources: Sequence[AgentSource],
    pairings: Sequence[Pairing],
    pairs: int,
    conditions: Conditions,
    progress: Progress | None = None,
) -> tuple[list[list[GameRecord]], list[str]]:
    """Play all pairings on the same deals.

    Args:
        progress: called with (pairs done, pairs in all), of all pairings together.

    Returns:
        The games of each pairing, ordered by deal and seating, and the names of the agents.
    """
    names, stream = stream_games(game, sources, pairings, pairs, conditions)
    found: list[list[GameRecord]] = [[] for _ in pairings]
    done = 0
    for k, games in stream:
        found[k] += games
        done += len(games) // len(pairings[k].seatings)
        if progress is not None:
            progress(done, pairs * len(pairings))
    for games in found:
        games.sort(key=lambda record: record.pair)
    return found, names


def stream_games(
    game: Game,
    sources: Sequence[AgentSource],
    pairings: Sequence[Pairing],
    pairs: int,
    conditions: Conditions,
) -> tuple[list[str], Iterator[tuple[int, list[GameRecord]]]]:
    """The names of the agents, and the games as they get done: (index of the pairing, all games of some deals).

    Stored games come first. Whoever stops listening stops the playing.

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of pairs, workers or seconds.
    """
    workers, limit = conditions.workers, conditions.move_limit
    if pairs < 1 or workers < 1:
        raise MatchError(f"a match needs at least 1 pair and 1 worker, not {pairs} and {workers}")
    if limit is not None and not limit > 0:
        raise MatchError(f"the limit for a move must be more than 0 seconds, not {limit:g}")
    players = Players(game, sources, conditions.seed)  # here: a bad spec is reported before any process starts
    return players.names, _stream(players, pairings, pairs, conditions)


def _stream(
    players: Players, pairings: Sequence[Pairing], pairs: int, conditions: Conditions
) -> Iterator[tuple[int, list[GameRecord]]]:
    store = conditions.store
    kept = [store.match(players, pairing, conditions.move_limit) for pairing in pairings] if store else []
    tasks: list[Task] = []
    for k, pairing in enumerate(pairings):
        stored = kept[k].games(pairs) if kept else {}
        folder = _replay_folder(players, pairing, conditions)
        if folder is not None:  # a game whose replay is missing is played again
            every = range(len(pairing.seatings))
            stored = {d: games for d, games in stored.items() if all(replay_path(folder, d, s).exists() for s in every)}
        if stored:
            yield k, [record for games in stored.values() for record in games]
        missing = [deal for deal in range(pairs) if deal not in stored]
        chunks = [tuple(missing[start : start + _CHUNK]) for start in range(0, len(missing), _CHUNK)]
        tasks += [Task(pairing.sides, pairing.seatings, chunk, k, folder) for chunk in chunks]
    for task, games in run_tasks(players, tasks, conditions.workers, conditions.move_limit):
        if kept:
            kept[task.label].add(games)
        yield task.label, games


def _replay_folder(players: Players, pairing: Pairing, conditions: Conditions) -> Path | None:
    if conditions.replays is None:
        return None
    names = [players.names[who] for who in pairing.sides]
    return replay_folder(conditions.replays, players.game, names, players.seed)
