"""Games as one of their players lives through them: the core of the single, the vector and the SB3 environment.

The moves of the other players are folded into ``step``: a transition goes from one decision of the learner to its next
one, with all rewards in between. Random opponents move inside the one compiled kernel call of a step; agents are asked
from outside, once for all games that wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from dicedeck.envs.core.dtypes import Array, Floats, Mask, as_records, bytes_of, new_records
from dicedeck.envs.core.errors import DicedeckError, IllegalActionError, OptionError
from dicedeck.envs.core.game import AutoReset, Game, State
from dicedeck.envs.core.kernels import ACT, BEGIN, LEAVE, SEAT_DTYPE
from dicedeck.envs.core.rng import checked_seed
from dicedeck.envs.wrappers.seats import (
    Lineup,
    Opponents,
    action_name,
    check_illegal,
    forfeit_rewards,
    illegal_action,
    parse_seat,
)

_MAX_SEED = 2**63
_MAX_DEALS = 1000
"""How many games in a row may end before the learner's first decision."""
_COLUMNS = ("seed", "action", "reward", "order", "player", "elapsed", "waiting", "terminated", "truncated")
_DERIVED = frozenset((*_COLUMNS, "seen_one", "mask_one", "_kernel", "_records", "_arguments"))


@dataclass
class Final:
    """The games that a step ended and began anew at once, as they were at their end."""

    games: Array
    observations: Floats
    seats: Array


@dataclass
class Step:
    """What a step brought each game."""

    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    forfeits: dict[int, str] = field(default_factory=dict)
    """Names of the illegal actions that lost a game, by game."""
    final: Final | None = None


class ResetNeeded(DicedeckError, gymnasium.error.ResetNeeded):
    """A game that is over, or not begun, was stepped."""


class FoldedGames:
    """``n`` games, each with one seat for the learner.

    Attributes:
        observations: float32[n, observation_size], what the learner's seats see.
        masks: int8[n, num_actions], the legal actions; all 0 where the game is over.
        reward, terminated, truncated, player, waiting, ...: the columns of SEAT_DTYPE, one element for each game.
        seen_one, mask_one: the first rows of observations and masks.
        states: the games' records.
    """

    seed: Array
    action: Array
    reward: Array
    order: Array
    player: Array
    elapsed: Array
    waiting: Array
    terminated: Array
    truncated: Array

    def __init__(
        self,
        game: Game,
        n: int,
        seat: int | str = 0,
        opponents: Opponents = "random",
        illegal: str = "raise",
        limit: int | None = None,
    ) -> None:
        if n < 1:
            raise OptionError(f"num_envs must be at least 1, not {n}")
        if limit is not None and limit < 1:
            raise OptionError(f"max_episode_steps must be at least 1, not {limit}")
        self.game = game
        self.n = n
        self.illegal = check_illegal(illegal)
        self.limit = limit or 0
        self.begun = False
        self.states = new_records(game.state_dtype, n)
        self.table = new_records(SEAT_DTYPE, n)
        self.masks: Mask = np.zeros((n, game.num_actions), np.int8)
        self.observations: Floats = np.zeros((n, game.observation_size), np.float32)
        seat_index = parse_seat(game, seat)
        self.table["drawn"] = seat_index is None
        self.table["player"] = seat_index or 0
        self.lineup = Lineup(game, opponents)
        self._bind()

    def _bind(self) -> None:
        """Views of the arrays, and the kernel with its arguments."""
        for name in _COLUMNS:
            setattr(self, name, self.table[name])
        self.seen_one, self.mask_one = self.observations[0], self.masks[0]
        self._kernel = self.game.kernels["play_seats"]
        self._records = as_records(self.observations, self.game.layout.dtype)
        self._arguments = (
            *(self.game.template, self.states, self.table, self.lineup.at_random, self.limit),
            *(self.masks, self.observations, self._records),
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _DERIVED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who moves for the other players, from their next move on."""
        self.lineup = Lineup(self.game, opponents)
        self.lineup.reset(int(self.seed[0]))
        self._bind()

    def new_array(self, keep: bool) -> None:
        """Leave ``observations`` to whoever holds it; write into another array, a copy where it is to be kept."""
        self.observations = self.observations.copy() if keep else np.empty_like(self.observations)
        self._bind()

    @property
    def over(self) -> NDArray[np.bool_]:
        over: NDArray[np.bool_] = (self.terminated | self.truncated) != 0
        return over

    def state(self, i: int) -> State:
        """A copy of game i."""
        return self.game.from_bytes(bytes_of(self.states, i))

    # ------------------------------------------------------------ beginning

    def seeds(self, seed: int | Sequence[int | None] | None, source: np.random.Generator) -> Array | int:
        """int64[n]: game i begins with ``seed`` + i, or its own seed. None goes on with what the game before left (-1).

        At first there is no game before: then the seeds come from ``source``.

        Raises:
            DicedeckError: a seed is no whole number from 0 to 2**63 - 1, or there is not one for each game.
        """
        if seed is None and self.begun:
            return -1
        if seed is not None and not np.iterable(seed):
            first = checked_seed(seed)
            return np.array([checked_seed(first + i) for i in range(self.n)], np.int64)
        given = [None] * self.n if seed is None else list(seed)
        if len(given) != self.n:
            raise OptionError(f"{len(given)} seeds are given for {self.n} games")
        numbers = np.full(self.n, -1, np.int64) if self.begun else source.integers(_MAX_SEED, size=self.n)
        for i, own in enumerate(given):
            if own is not None:
                numbers[i] = checked_seed(own)
        return numbers

    def begin(self, seeds: Array | int, chosen: NDArray[np.bool_] | None = None) -> None:
        """Begin new games where ``chosen`` (everywhere for None) and play up to the learner's first decision."""
        if chosen is None:
            self.begun = True
        elif not self.begun:
            raise ResetNeeded("reset all games before some of them")
        self.order[:] = BEGIN if chosen is None else np.where(chosen, BEGIN, LEAVE)
        self.seed[:] = seeds
        self._carry_on(self.order == BEGIN, reset_agents=chosen is None or self.n == 1)

    def _carry_on(self, beginning: NDArray[np.bool_], reset_agents: bool) -> None:
        """Carry out all orders; deal again where a new game ended without a decision of the learner.

        Agents are reset with all games; a single environment does so before each game.
        """
        for _ in range(_MAX_DEALS):
            self._run(reset_agents)
            fresh = beginning & self.over
            if not np.count_nonzero(fresh):
                return
            self.order[fresh] = BEGIN
            self.seed[fresh] = -1
        raise DicedeckError(f"{self.game.name}: {_MAX_DEALS} games ended without a decision of this seat")

    # ------------------------------------------------------------ stepping

    def step(self, actions: Array, autoreset: AutoReset) -> Step:
        """One decision of the learner in every game; finished games are begun anew by the autoreset mode.

        Raises:
            IllegalActionError: with ``illegal="raise"``, names the game and the action; nothing has changed.
            ResetNeeded: a game is over (autoreset disabled) or was never begun.
        """
        over = self.over
        if not self.begun or (over.any() and autoreset != "next_step"):
            games = ", ".join(str(i) for i in np.flatnonzero(over)[:5])
            raise ResetNeeded(f"games {games} are over: reset them" if self.begun else "call reset() before step()")
        self.action[:] = self._checked(actions)
        self.order[:] = ACT
        self.order[over] = BEGIN
        self.seed[over] = -1
        forfeits = self._find_illegal()
        self.new_array(keep=bool(forfeits))
        if over.any():
            self._carry_on(over, reset_agents=self.n == 1)
        else:
            self._run()
        for i in forfeits:
            self._forfeit(i)
        step = Step(np.where(over, 0.0, self.reward), self.terminated != 0, self.truncated != 0, forfeits)
        if autoreset == "same_step":
            step.final = self._begin_ended()
        return step

    def _begin_ended(self) -> Final | None:
        over = self.over
        games = np.flatnonzero(over)
        if not len(games):
            return None
        final = Final(games, self.observations[games], self.player[games])
        self.begin(-1, over)
        return final

    def step_one(self, action: int) -> str | None:
        """A decision in the only game (n = 1), without autoreset. Returns the name of an illegal action that lost.

        Raises:
            IllegalActionError, ResetNeeded: as ``step``.
        """
        self.order[0] = ACT
        try:
            self.action[0] = action
        except OverflowError:
            self.action[0] = -1  # too large to be written down, and no action of any game
        if self._kernel(*self._arguments) < 0:
            if self.lineup.agents:
                self._let_agents_move()
            return None
        self.order[0] = LEAVE
        if not self.begun or self.over[0]:
            raise ResetNeeded("the episode is over: call reset()" if self.begun else "call reset() before step()")
        if self.illegal == "raise":
            raise illegal_action(self.state(0), action)
        self._forfeit(0)
        return action_name(self.game, action)

    def _checked(self, actions: Array) -> Array:
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalActionError(f"step needs {self.n} integer actions, found {chosen.dtype}{list(chosen.shape)}")
        return chosen

    def _find_illegal(self) -> dict[int, str]:
        """Take the illegal actions out of the orders, or raise for the first of them."""
        rows = np.arange(self.n)
        inside = (self.action >= 0) & (self.action < self.game.num_actions)
        legal = inside & (self.masks[rows, np.where(inside, self.action, 0)] != 0)
        wrong = np.flatnonzero(~legal & (self.order == ACT))
        if len(wrong) and self.illegal == "raise":
            self.order[:] = LEAVE
            i = int(wrong[0])
            raise IllegalActionError(f"game {i}: {illegal_action(self.state(i), int(self.action[i]))}")
        self.order[wrong] = LEAVE
        return {int(i): action_name(self.game, int(self.action[i])) for i in wrong}

    def _forfeit(self, i: int) -> None:
        """End game i as lost by an illegal action; its state stays as it was."""
        returns = self.states["returns"][i].tolist()
        seat = int(self.player[i])
        before = self.reward[i] if self.elapsed[i] == 0 else 0.0
        self.reward[i] = before + forfeit_rewards(self.game, seat, returns)[seat]
        self.terminated[i] = 1
        self.masks[i] = 0

    # ------------------------------------------------------------ the other players

    def _run(self, reset_agents: bool = False) -> None:
        """Carry out the orders, then let the agents move until every game waits for the learner or is over."""
        wrong = self._kernel(*self._arguments)
        assert wrong < 0, "actions are checked before"
        if self.lineup.agents:
            if reset_agents:
                self.lineup.reset(int(self.seed[0]))
            self._let_agents_move()

    def _let_agents_move(self) -> None:
        try:
            while self.waiting.any():
                self._one_move_of_agents(np.flatnonzero(self.waiting))
        except BaseException:
            self.begun = False  # an agent has failed in the middle of a step
            self.masks[:] = 0
            raise

    def _one_move_of_agents(self, waiting: Array) -> None:
        movers = self.states["player"][waiting]
        agents = self.lineup.agent_of[movers - (movers > self.player[waiting])]
        for agent in np.unique(agents).tolist():
            games = waiting[agents == agent]
            self.action[games] = self.lineup.actions(agent, [self.state(i) for i in games])
        self.order[waiting] = ACT
        wrong = self._kernel(*self._arguments)
        if wrong >= 0:
            name = self.lineup.agents[int(agents[waiting == wrong][0])].name
            reason = illegal_action(self.state(wrong), int(self.action[wrong]))
            raise IllegalActionError(f"opponent {name}: {reason}")
