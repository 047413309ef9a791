"""Matches between two agents, by duplicate pairs.

The unit is a pair: the same deal is played once with the agent in each seat (two games for two seats, n for n), so that
good cards favour nobody. In solo and co-operative games each agent plays the deal alone, in all seats. Every random
stream has a seed of its own, derived from the match's seed, the pair, the seat and the agent: a match is the same
whatever the number of processes, and one agent's extra roll shifts nobody else's.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError
from dicedeck.envs.core.game import Game, State
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.evaluation.statistics import Estimate, Interval, bootstrap, mean_interval, seat_scores

AgentSource = str | Callable[[Game], Agent]
"""An agent's spec, or a function that makes it (picklable when there are several workers)."""
Progress = Callable[[int, int], None]
"""progress(pairs done, pairs in all)."""
Seating = tuple[int, ...]
"""Who sits in each seat: 0 the agent, 1 the opponent."""

_CHUNK = 8
"""Pairs that a worker plays between two reports."""


class MatchError(DicedeckError):
    """A match that cannot be played."""


@dataclass(frozen=True)
class GameRecord:
    """One game of a match."""

    pair: int
    seating: Seating
    seats: tuple[str, ...]
    """The name of the agent in each seat."""
    seed: int
    """Of the deal: ``game.new_initial_state(seed)``."""
    returns: tuple[float, ...]
    length: int
    """Actions played."""
    illegal: tuple[int, ...]
    """Illegal proposals of each seat; the first one loses the game."""
    fault: str = ""
    """Why a seat lost before the end: an illegal proposal or an exception; empty when the game ended by its rules."""
    move_time: tuple[float, ...] = field(default=(), compare=False)
    """Mean seconds per decision of each seat (0 where it never decided)."""


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
        scores = seat_scores(returns)
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
        """The agent's score in each role; empty for co-operative games, where it plays all of them at once."""
        if is_shared(self.game):
            return {}
        columns = self.seating_scores.T
        return {role: mean_interval(column, seed=self.seed) for role, column in zip(self.game.roles, columns)}

    @property
    def faults(self) -> dict[str, int]:
        """How often each reason ended a game early."""
        reasons = [record.fault for record in self.games if record.fault]
        return {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)}

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


def is_shared(game: Game) -> bool:
    """Whether all seats win and lose together (solo and co-operative games)."""
    return game.num_players == 1 or game.utility == "identical"


def seatings(game: Game) -> list[Seating]:
    """The games of one pair: the agent in each seat in turn; in shared games each agent once, in all seats."""
    n = game.num_players
    if is_shared(game):
        return [(0,) * n, (1,) * n]
    return [tuple(0 if seat == k else 1 for seat in range(n)) for k in range(n)]


def agent_seeds(seed: int, pair: int, seating: Seating) -> list[int]:
    """Where the random numbers of each seat start in one game of a match with this seed."""
    return [derive_seed(seed, pair, "agent", seat, who) for seat, who in enumerate(seating)]


def play_match(
    game: Game,
    agent_spec: AgentSource,
    opponent_spec: AgentSource,
    pairs: int,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> MatchResult:
    """Play ``pairs`` duplicate pairs. An agent that raises or proposes an illegal action loses that game.

    Args:
        workers: processes; the result does not depend on it.
        progress: called with (pairs done, pairs in all).

    Raises:
        AgentSpecError: an agent that does not exist, or cannot play this game.
        MatchError: not a positive number of pairs or workers.
    """
    started = perf_counter()
    sources = (agent_spec, opponent_spec)
    games, names = play_deals(game, sources, seatings(game), pairs, seed, workers, progress)
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
    if deals < 1 or workers < 1:
        raise MatchError(f"a match needs at least 1 pair and 1 worker, not {deals} and {workers}")
    players = _Players(game, sources, seatings, seed)  # here: a bad spec is reported before any process starts
    games: list[GameRecord] = []
    for done in _run(players, deals, workers):
        games += done
        if progress is not None:
            progress(len(games) // len(seatings), deals)
    games.sort(key=lambda record: record.pair)
    return games, players.names()


def _run(players: _Players, deals: int, workers: int) -> Iterator[list[GameRecord]]:
    """The games of all deals, some deals at a time, in any order."""
    chunks = [range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK)]
    if workers == 1 or len(chunks) == 1:
        for chunk in chunks:
            yield players.play(chunk)
        return
    context = multiprocessing.get_context("spawn")  # forked copies of compiled code and of torch are not safe
    arguments = (players.game, players.sources, players.seatings, players.seed)
    with ProcessPoolExecutor(min(workers, len(chunks)), context, _begin_worker, arguments) as pool:
        waiting = [pool.submit(_play_in_worker, chunk) for chunk in chunks]
        try:
            for future in as_completed(waiting):
                yield future.result()
        except BrokenProcessPool:
            raise MatchError("a worker of the match died; it may have been killed, or short of memory") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Players:
    """The agents of a match, one copy for each seat that they take, and how their games are played."""

    def __init__(self, game: Game, sources: Sequence[AgentSource], seatings: Sequence[Seating], seed: int) -> None:
        self.game = game
        self.sources = tuple(sources)
        self.seatings = tuple(seatings)
        self.seed = seed
        self._copies: dict[tuple[int, int], Agent] = {}
        for seating in self.seatings:
            for seat, who in enumerate(seating):
                self.seated(who, seat)

    def seated(self, who: int, seat: int) -> Agent:
        if (who, seat) not in self._copies:
            source = self.sources[who]
            self._copies[who, seat] = load_agent(source, self.game) if isinstance(source, str) else source(self.game)
        return self._copies[who, seat]

    def names(self) -> list[str]:
        """The name of each source."""
        return [
            next(agent.name for (who, _), agent in self._copies.items() if who == k) for k in range(len(self.sources))
        ]

    def play(self, deals: Iterable[int]) -> list[GameRecord]:
        return [self._play_game(deal, seating) for deal in deals for seating in self.seatings]

    def _play_game(self, pair: int, seating: Seating) -> GameRecord:
        deal = derive_seed(self.seed, pair, "deal")
        agents = [self.seated(who, seat) for seat, who in enumerate(seating)]
        played = play_game(self.game, agents, deal, agent_seeds(self.seed, pair, seating))
        return GameRecord(
            pair=pair,
            seating=seating,
            seats=tuple(agent.name for agent in agents),
            seed=deal,
            returns=tuple(played.returns),
            length=played.length,
            illegal=tuple(played.illegal),
            fault=played.fault,
            move_time=tuple(total / max(1, n) for total, n in zip(played.seconds, played.moves)),
        )


_worker: _Players | None = None


def _begin_worker(game: Game, sources: Sequence[AgentSource], seatings: Sequence[Seating], seed: int) -> None:
    global _worker
    _worker = _Players(game, sources, seatings, seed)


def _play_in_worker(deals: range) -> list[GameRecord]:
    assert _worker is not None
    return _worker.play(deals)


# ---------------------------------------------------------------- one game


@dataclass
class Played:
    """A game as it went."""

    state: State
    """The last position."""
    returns: list[float]
    length: int
    illegal: list[int]
    fault: str
    seconds: list[float]
    moves: list[int]
    """Decisions of each seat."""


def play_game(
    game: Game,
    agents: Sequence[Agent],
    deal_seed: int,
    seeds: Sequence[int],
    watch: Callable[[State, int], None] | None = None,
) -> Played:
    """One game. ``agents[seat]`` starts from ``seeds[seat]``; a seat that raises or breaks the rules loses.

    Args:
        watch: called before each action with the state (look, do not touch) and the action.
    """
    state = game.new_initial_state(deal_seed)
    n = game.num_players
    played = Played(state, [], 0, [0] * n, "", [0.0] * n, [0] * n)
    for seat, agent in enumerate(agents):
        try:
            agent.reset(seeds[seat])
        except Exception as error:
            return _lost(played, seat, f"{agent.name} raised {_describe(error)} in reset")
    seconds, moves = played.seconds, played.moves
    while (seat := state.current_player()) >= 0:
        view = view_of(state)
        started = perf_counter()
        try:
            action = agents[seat].act(view)
        except Exception as error:
            return _lost(played, seat, f"{agents[seat].name} raised {_describe(error)}")
        seconds[seat] += perf_counter() - started
        moves[seat] += 1
        try:
            if watch is not None:
                watch(state, action)
            state.apply_action(action)
        except (IllegalActionError, TypeError):
            played.illegal[seat] += 1
            return _lost(played, seat, f"{agents[seat].name} proposed an illegal action")
    played.returns = state.returns()
    played.length = state.step_count
    return played


def _lost(played: Played, seat: int, reason: str) -> Played:
    """The seat loses: it gets the least that the game pays (in shared games all do), the others the most."""
    game = played.state.game
    others = game.min_utility if is_shared(game) else game.max_utility
    played.returns = [game.min_utility if k == seat else others for k in range(game.num_players)]
    played.length = played.state.step_count
    played.fault = reason
    return played


def _describe(error: Exception) -> str:
    text = str(error).partition("\n")[0][:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
