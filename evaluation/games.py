"""One game between agents: who sits where, where the random numbers start, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError
from dicedeck.envs.core.game import Game, State
from dicedeck.evaluation.seeding import derive_seed

AgentSource = str | Callable[[Game], Agent]
"""An agent's spec, or a function that makes it (picklable when there are several workers)."""
Seating = tuple[int, ...]
"""Who sits in each seat: 0 the agent, 1 the opponent."""


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
    """Why a seat lost before the end: an illegal proposal, an exception, a move that took too long; else empty."""
    move_time: tuple[float, ...] = field(default=(), compare=False)
    """Mean seconds per decision of each seat (0 where it never decided)."""


def is_shared(game: Game) -> bool:
    """Whether all seats win and lose together (solo and co-operative games)."""
    return len(game.sides) == 1


def fault_counts(records: Iterable[GameRecord]) -> dict[str, int]:
    """How often each reason ended a game early."""
    return dict(Counter(record.fault for record in records if record.fault))


def side_returns(game: Game, returns: ArrayLike) -> NDArray[np.float64]:
    """What each side got: the mean of its seats.

    Args:
        returns: float[..., seats].

    Returns:
        float[..., sides].
    """
    values = np.asarray(returns, np.float64)
    return np.stack([values[..., list(side)].mean(-1) for side in game.sides], -1)


def deal_seed(seed: int, pair: int) -> int:
    """The seed of a pair's deal in a match with this seed."""
    return derive_seed(seed, pair, "deal")


def agent_seeds(seed: int, pair: int, seating: Seating) -> list[int]:
    """Where the random numbers of each seat start in one game of a match with this seed."""
    return [derive_seed(seed, pair, "agent", seat, who) for seat, who in enumerate(seating)]


def lost_returns(game: Game, seat: int) -> list[float]:
    """When a seat loses by a fault it gets the least that the game pays (in shared games all do), the others the most.

    Returns:
        float[seats].
    """
    others = game.min_utility if is_shared(game) else game.max_utility
    return [game.min_utility if k == seat else others for k in range(game.num_players)]


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
    played.returns = lost_returns(played.state.game, seat)
    played.length = played.state.step_count
    played.fault = reason
    return played


def _describe(error: Exception) -> str:
    text = str(error).partition("\n")[0][:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
