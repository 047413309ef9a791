"""Scores of solo games, corrected for the luck of the dice and cards.

After each action, the value of the position that came about, less the mean value of positions that could have come
about instead, is luck: its expectation is 0, whatever the value function, since chance drew them all alike. Taken off
the return it leaves the mean as it is and makes the spread smaller, the more so the better the value function foresees
the result (AIVAT's treatment of chance: Burch et al., 2018). The positions that could have come about are drawn
by ``resample``: for a game of one player, what the player cannot know is all that chance has still to decide.

Games of several players are not corrected: their duplicate pairs have done it already (docs/decisions.md has figures).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.game import Game, State
from dicedeck.evaluation.games import MatchError
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.evaluation.statistics import Estimate, bootstrap

Value = Callable[[Floats], float]
"""value(float32[observation_size]): the expected return; any function leaves the mean of the estimate as it is."""

PENALTY = 0.05
"""Of ridge regression, for each position that it is fitted to."""


@dataclass(frozen=True)
class Corrected:
    """Returns of an agent, with and without their luck.

    Attributes:
        returns: float64[games].
        luck: float64[games], what chance gave beyond expectation, as far as the value function sees it.
    """

    returns: NDArray[np.float64]
    luck: NDArray[np.float64]

    @property
    def without_luck(self) -> NDArray[np.float64]:
        """float64[games]: the returns less the luck, as much of it as pays.

        How much pays is estimated for each half of the games from the other half, so that the mean stays unbiased.
        """
        corrected = self.returns.copy()
        halves = (slice(0, None, 2), slice(1, None, 2))
        for half, other in (halves, halves[::-1]):
            spread = np.cov(self.returns[other], self.luck[other])
            corrected[half] -= self.luck[half] * (spread[0, 1] / spread[1, 1] if spread[1, 1] > 0 else 0.0)
        return corrected

    @property
    def plain(self) -> Estimate:
        """The mean return."""
        return bootstrap(self.returns)

    @property
    def corrected(self) -> Estimate:
        """The mean of the same, with a narrower interval when the value function foresees the result."""
        return bootstrap(self.without_luck)

    @property
    def saving(self) -> float:
        """Which part of the games the correction makes unnecessary: 1 less the quotient of the variances."""
        return 1.0 - float(np.var(self.without_luck) / np.var(self.returns))


def correct_for_luck(
    game: Game, agent: Agent, games: int, seed: int = 0, value: Value | None = None, worlds: int = 8, fit: int = 1000
) -> Corrected:
    """Play games of a solo game, and take the luck off their returns.

    Args:
        value: by default a linear one, fitted to other games of the same agent.
        worlds: positions that could have come about instead, drawn after each action.
        fit: games that the value function is fitted to.

    Raises:
        MatchError: the game is for several players.
    """
    if game.num_players > 1:
        raise MatchError(
            f"{game!r} has {game.num_players} seats: luck is taken off solo games only, use duplicate pairs"
        )
    value = value or fit_value(game, agent, fit, derive_seed(seed, "fit"))
    played = [_play(game, agent, derive_seed(seed, "luck", k), value, worlds) for k in range(games)]
    returns, luck = np.array(played).T
    return Corrected(returns, luck)


def fit_value(game: Game, agent: Agent, games: int, seed: int) -> Value:
    """A linear function of the observation, by ridge regression on the returns of the agent's games."""
    seen: list[Floats] = []
    returns: list[float] = []
    for k in range(games):
        state = _begin(game, agent, derive_seed(seed, k))
        first = len(seen)
        while not state.is_terminal():
            seen.append(state.observation_tensor(0))
            state.apply_action(agent.act(view_of(state)))
        returns += state.returns() * (len(seen) - first)
    x = np.array(seen, np.float64)
    y = np.array(returns)
    middle, mean = x.mean(0), y.mean()
    x -= middle
    weights = np.linalg.solve(x.T @ x + PENALTY * len(x) * np.eye(x.shape[1]), x.T @ (y - mean))
    return lambda observation: float(mean + (observation - middle) @ weights)


def _begin(game: Game, agent: Agent, seed: int) -> State:
    agent.reset(derive_seed(seed, "agent"))
    return game.new_initial_state(seed)


def _play(game: Game, agent: Agent, seed: int, value: Value, worlds: int) -> tuple[float, float]:
    """One game: its return and its luck."""
    state = _begin(game, agent, seed)
    luck = 0.0
    while not state.is_terminal():
        action = agent.act(view_of(state))
        others = [state.resample(0, derive_seed(seed, state.step_count, k)) for k in range(worlds)]
        for other in (state, *others):
            other.apply_action(action)
        luck += _worth(state, value) - float(np.mean([_worth(other, value) for other in others]))
    return state.returns()[0], luck


def _worth(state: State, value: Value) -> float:
    """The return, when the game is over; what the value function expects, otherwise."""
    return state.returns()[0] if state.is_terminal() else value(state.observation_tensor(0))
