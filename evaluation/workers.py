"""Who plays the games of matches: this process, or worker processes that can be watched and replaced.

Games are handed out in tasks, some deals of one match each. A game depends on its seeds alone, so it does not matter
who plays it. With a limit on the time for a move every game is played in a worker, which shows on a shared clock what
it is doing; a worker whose agent takes too long is killed, the game is that agent's loss, and a new worker goes on.
"""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import Agent, View, view_of
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import (
    AgentSource,
    GameRecord,
    MatchError,
    Seating,
    agent_seeds,
    deal_seed,
    lost_returns,
    play_game,
)
from dicedeck.evaluation.replay import Recorder, replay_path

COMPILING = 60.0
"""Seconds that the first move of an agent in a new worker may take beyond the limit: it may have to be compiled."""
Clock = Any
"""Shared float64[3]: when the move began (0: nobody is thinking), the seat that thinks, actions played so far."""
_WARMING = -1.0
"""Instead of the actions played while a worker tries its agents out; then the source stands in the seat's place."""


@dataclass(frozen=True)
class Task:
    """Some deals of one match, each to be played once for every seating."""

    sides: tuple[int, ...]
    """The index among all sources of the agent behind each number of a seating."""
    seatings: tuple[Seating, ...]
    deals: tuple[int, ...]
    label: int = 0
    """Tells the caller which match it is."""
    replays: Path | None = None
    """The folder of this match, where its games are written to."""

    def __len__(self) -> int:
        return len(self.deals) * len(self.seatings)

    def game(self, k: int) -> tuple[int, Seating]:
        """The deal and the seating of the k-th game."""
        deal, seating = divmod(k, len(self.seatings))
        return self.deals[deal], self.seatings[seating]

    def replay(self, k: int) -> Path:
        """The file that the k-th game is written to."""
        assert self.replays is not None
        deal, seating = divmod(k, len(self.seatings))
        return replay_path(self.replays, self.deals[deal], seating)


class Players:
    """The agents of some matches, one copy for each seat that they take, and how their games are played."""

    def __init__(self, game: Game, sources: Sequence[AgentSource], seed: int, clock: Clock = None) -> None:
        self.game = game
        self.sources = tuple(sources)
        self.seed = seed
        self.clock = clock
        self._copies: dict[tuple[int, int], Agent] = {}
        self.names = [self.seated(who, 0).name for who in range(len(self.sources))]

    def seated(self, who: int, seat: int) -> Agent:
        if (who, seat) not in self._copies:
            source = self.sources[who]
            agent = load_agent(source, self.game) if isinstance(source, str) else source(self.game)
            self._copies[who, seat] = agent if self.clock is None else Clocked(agent, seat, self.clock)
        return self._copies[who, seat]

    def play(self, task: Task, k: int) -> GameRecord:
        """The k-th game of a task."""
        pair, seating = task.game(k)
        agents = [self.seated(task.sides[who], seat) for seat, who in enumerate(seating)]
        if self.clock is not None:
            self.clock[2] = 0.0
        recorder = self._recorder(task, k)
        watch = recorder.watch if recorder else None
        seeds = agent_seeds(self.seed, pair, seating)
        played = play_game(self.game, agents, deal_seed(self.seed, pair), seeds, watch)
        if recorder is not None:
            recorder.write(task.replay(k), played.returns, played.length, played.fault, played.state)
        return GameRecord(
            pair=pair,
            seating=seating,
            seats=tuple(agent.name for agent in agents),
            seed=deal_seed(self.seed, pair),
            returns=tuple(played.returns),
            length=played.length,
            illegal=tuple(played.illegal),
            fault=played.fault,
            move_time=tuple(total / max(1, n) for total, n in zip(played.seconds, played.moves)),
        )

    def overdue(self, task: Task, k: int, seat: int, length: int, limit: float) -> GameRecord:
        """The k-th game of a task, lost because a seat took too long."""
        pair, seating = task.game(k)
        seats = tuple(self.names[task.sides[who]] for who in seating)
        fault = f"{seats[seat]} took more than {limit:g} s for a move"
        recorder = self._recorder(task, k)
        if recorder is not None:  # the steps are gone with the worker
            recorder.write(task.replay(k), lost_returns(self.game, seat), length, fault, None)
        return GameRecord(
            pair=pair,
            seating=seating,
            seats=seats,
            seed=deal_seed(self.seed, pair),
            returns=tuple(lost_returns(self.game, seat)),
            length=length,
            illegal=(0,) * len(seating),
            fault=fault,
            move_time=tuple(limit if k == seat else 0.0 for k in range(len(seating))),
        )

    def _recorder(self, task: Task, k: int) -> Recorder | None:
        if task.replays is None:
            return None
        pair, seating = task.game(k)
        names = [self.names[task.sides[who]] for who in seating]
        return Recorder(self.game, deal_seed(self.seed, pair), names, agent_seeds(self.seed, pair, seating))


class Clocked:
    """An agent that shows on the clock when it thinks."""

    def __init__(self, agent: Agent, seat: int, clock: Clock) -> None:
        self.name = agent.name
        self.agent = agent
        self.seat = seat
        self.clock = clock

    def reset(self, seed: int) -> None:
        with self._thinking():
            self.agent.reset(seed)

    def act(self, view: View) -> int:
        with self._thinking():
            action = self.agent.act(view)
        self.clock[2] += 1
        return action

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        self.clock[1] = self.seat
        self.clock[0] = monotonic()
        try:
            yield
        finally:
            self.clock[0] = 0.0


def run_tasks(
    players: Players, tasks: Iterable[Task], workers: int, move_limit: float | None = None
) -> Iterator[tuple[Task, list[GameRecord]]]:
    """Every task with its games, in the order in which they get done.

    Args:
        workers: processes; one is this process, unless there is a limit.
        move_limit: seconds for a move.

    Raises:
        MatchError: a worker was killed by others, or ran out of memory.
    """
    if workers == 1 and move_limit is None:
        for task in tasks:
            yield task, [players.play(task, k) for k in range(len(task))]
        return
    pool = _Pool(players, move_limit)
    try:
        yield from pool.run(iter(tasks), workers)
    finally:
        pool.stop()


class _Pool:
    def __init__(self, players: Players, limit: float | None) -> None:
        self.players = players
        self.limit = limit
        self.workers: list[_Worker] = []
        self.untried: frozenset[int] = frozenset() if limit is not None else frozenset(range(len(players.sources)))
        """Sources that a new worker does not try out: without a limit none is, nor one that has hung then."""

    def run(self, tasks: Iterator[Task], workers: int) -> Iterator[tuple[Task, list[GameRecord]]]:
        for _ in range(workers):
            if not self._give(None, next(tasks, None)):
                break
        while self.workers:
            wait([worker.connection for worker in self.workers], None if self.limit is None else self.limit / 4)
            for worker in list(self.workers):
                worker.collect()
                if self.limit is not None and worker.is_overdue(self.limit):
                    worker = self._replace(worker, self.limit)
                if len(worker.games) == len(worker.task):
                    done = worker.task, worker.games
                    self._give(worker, next(tasks, None))
                    yield done

    def _give(self, worker: _Worker | None, task: Task | None) -> bool:
        """Hand a task to a worker, to a new one for None; without a task the worker may go."""
        if task is None:
            if worker is not None:
                self.workers.remove(worker)
                worker.stop()
            return False
        if worker is None:
            worker = _Worker(self.players, self.untried, self.limit is not None)
            self.workers.append(worker)
        worker.begin(task, [])
        return True

    def _replace(self, worker: _Worker, limit: float) -> _Worker:
        """End a worker in which an agent takes too long; another one goes on after the game that this one has lost."""
        worker.stop()
        games = list(worker.games)
        started, seat, length = worker.clock
        if length == _WARMING:
            self.untried |= {int(seat)}
        elif started > 0 and monotonic() - started > limit:  # else it made its move at the last moment: played again
            games.append(self.players.overdue(worker.task, len(games), int(seat), int(length), limit))
        fresh = _Worker(self.players, self.untried, clocked=True)
        self.workers[self.workers.index(worker)] = fresh
        fresh.begin(worker.task, games)
        return fresh

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()


@dataclass
class _Worker:
    """A process, what it is doing, and the games of its task so far."""

    players: Players
    untried: frozenset[int]
    clocked: bool
    task: Task = field(init=False)
    games: list[GameRecord] = field(init=False)

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # forked copies of compiled code and of torch are not safe
        self.clock: Clock = context.RawArray("d", 3)
        self.connection, theirs = context.Pipe()
        arguments = (self.players.game, self.players.sources, self.players.seed)
        clock = self.clock if self.clocked else None
        self.process = context.Process(target=_serve, args=(theirs, clock, self.untried, *arguments), daemon=True)
        self.process.start()
        theirs.close()

    def begin(self, task: Task, games: list[GameRecord]) -> None:
        """Play what is left of a task after the games that it has."""
        self.task, self.games = task, games
        if len(games) < len(task):
            with suppress(OSError):  # it has died: the next ``collect`` finds out and says so
                self.connection.send((task, len(games)))

    def collect(self) -> None:
        """Take in the games that have arrived."""
        try:
            while self.connection.poll():
                arrived = self.connection.recv()
                if not isinstance(arrived, GameRecord):
                    raise arrived
                self.games.append(arrived)
        except (EOFError, ConnectionError):
            reason = "it may have been killed, or short of memory"
            raise MatchError(f"a worker of the match died; {reason}") from None

    def is_overdue(self, limit: float) -> bool:
        started, _, length = self.clock
        if length == _WARMING:
            limit += COMPILING
        return started > 0 and monotonic() - started > limit and not self.connection.poll()

    def stop(self) -> None:
        """Kill the process; a game that it finished meanwhile counts."""
        self.process.kill()
        self.process.join()
        with suppress(MatchError):  # that it has died is no news
            self.collect()
        self.connection.close()


def _serve(
    connection: Connection,
    clock: Clock,
    untried: frozenset[int],
    game: Game,
    sources: Sequence[AgentSource],
    seed: int,
) -> None:
    """The life of a worker: takes tasks, sends games, ends when nobody listens any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops the work
    with suppress(EOFError, ConnectionError):
        try:
            players = Players(game, sources, seed, clock)
            if clock is not None:
                _try_out(players, untried)
            while True:
                task, done = connection.recv()
                for k in range(done, len(task)):
                    connection.send(players.play(task, k))
        except (EOFError, ConnectionError):
            raise
        except DicedeckError as error:
            connection.send(MatchError(str(error)))
        except Exception:
            connection.send(RuntimeError(f"in a worker of the match:\n{traceback.format_exc()}"))


def _try_out(players: Players, untried: frozenset[int]) -> None:
    """One move of each agent, so that nothing is left to be compiled when moves are timed."""
    clock = players.clock
    for who in range(len(players.sources)):
        if who in untried:
            continue
        agent = players.seated(who, 0)
        assert isinstance(agent, Clocked)
        clock[1], clock[2] = who, _WARMING
        clock[0] = monotonic()
        with suppress(Exception):  # what an agent raises shows in its games
            agent.agent.act(view_of(players.game.new_initial_state(0)))
        clock[0] = clock[2] = 0.0
