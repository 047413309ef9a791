"""A game as a PettingZoo AEC environment: all players act from outside, in turn."""

from __future__ import annotations

import copy
import operator
from typing import Any

import numpy as np
from gymnasium.logger import warn
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from dicedeck.envs.core.dtypes import Floats, Mask, as_records
from dicedeck.envs.core.errors import IllegalActionError
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.rng import checked_seed
from dicedeck.envs.wrappers.seats import action_name, as_game, check_illegal, forfeit_rewards
from dicedeck.envs.wrappers.single import RENDER_MODES, check_render_mode, observation_space

Observation = dict[str, NDArray[Any]]

_HEAD = ("player", "terminated", "truncated")
_BOUND = frozenset(("_observe", "_seen", "_seen_records", "_viewers", "_player", "_terminated", "_truncated", "_paid"))


def aec_env(game: str | Game, **options: Any) -> AecEnv:
    """A game for several learners, with PettingZoo's guard against calls in the wrong order.

        env = aec_env("impeachment", tactics=True)
        env.reset(seed=7)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

    Args:
        game: as for ``raw_env``.
        options: ``illegal`` and ``render_mode`` of ``raw_env``, and the game's rule options.
    """
    return AecEnv(raw_env(game, **options))


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo ships no types
    """The environment without guards.

    Observations are ``{"observation": float32[observation_size], "action_mask": int8[num_actions]}``; the mask of an
    agent that is not to move is all 0. An agent may have to act several times in a row. All agents end in the same
    step. The rewards that ``last()`` tells of an agent add up to the game's returns.

    Args:
        game: its name, ``module:GAME`` for a game from elsewhere, or a loaded game.
        illegal: ``"raise"`` an IllegalActionError at an illegal action, or end the game as lost by it (``"lose"``): the
            agent's total becomes ``game.min_utility``, in zero-sum games the others share what that is worth, and
            ``infos[agent]["illegal_action"]`` names the action.
        render_mode: ``"ansi"``: ``render()`` returns the whole table as text; ``"human"``: prints it at each step.
        options: the game's rule options.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo declares it so)
        "name": "dicedeck",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self, game: str | Game, *, illegal: str = "raise", render_mode: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = as_game(game, options)
        self.illegal = check_illegal(illegal)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v{self.game.version}"}
        self.possible_agents = list(self.game.players)
        self.agents: list[str] = []
        seen = {player: _spaces(self.game) for player in self.game.players}
        self.observation_spaces: dict[str, Space[Any]] = {player: spaces[0] for player, spaces in seen.items()}
        self.action_spaces: dict[str, Space[Any]] = {player: spaces[1] for player, spaces in seen.items()}
        self.state_space = Box(-1.0, 1.0, (self.game.num_players * self.game.observation_size,), np.float32)
        self._seats = {player: seat for seat, player in enumerate(self.game.players)}
        self._no_action: Mask = np.zeros(self.game.num_actions, np.int8)
        self._np_random: np.random.Generator | None = None
        self._state: State | None = None
        self._over = False
        self._bind()

    def _bind(self) -> None:
        """Arrays that kernels and steps use again and again, some of them views of the game's record."""
        game = self.game
        self._observe = game.kernels["observe_states"]
        self._seen: Floats = np.zeros((1, game.observation_size), np.float32)
        self._seen_records = as_records(self._seen, game.layout.dtype)
        self._viewers = {player: np.array([seat], np.int32) for player, seat in self._seats.items()}
        self._bind_state()

    def _bind_state(self) -> None:
        if self._state is not None:
            records = self._state.records
            self._player, self._terminated, self._truncated = (records[name] for name in _HEAD)
            self._paid = records["rewards"][0, : self.game.num_players]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _BOUND}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    @property
    def game_state(self) -> State:
        """A copy of the game, hidden cards included: for looking."""
        return self._live.clone()

    @property
    def _live(self) -> State:
        if self._state is None:
            raise AttributeError("there is no game before reset()")
        return self._state

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: the same as ``game.new_initial_state(seed)``. There are no ``options``.

        Without a seed the games go on from the last seed, in an order that does not depend on how they are played.

        Raises:
            DicedeckError: the seed is no whole number from 0 to 2**63 - 1.
        """
        given = None if seed is None else checked_seed(seed)
        if given is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(given)
        self._state = self.game.new_initial_state(int(self._np_random.integers(2**63)) if given is None else given)
        self._bind_state()
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._state.current_player()]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play an action of ``agent_selection``; None for an agent whose game is over.

        Raises:
            IllegalActionError: the action is not legal (with ``illegal="raise"``); nothing has changed.
        """
        if self._over:
            self._was_dead_step(action)
            return
        state = self._live
        mover = self.agent_selection
        played = operator.index(action)  # type: ignore[arg-type]
        try:
            state.apply_action(played)
        except IllegalActionError:
            if self.illegal == "raise":
                raise
            self._forfeit(mover, played)
        else:
            self._pay(mover, self._paid.tolist())
            if self._terminated.item(0) or self._truncated.item(0):
                self._end(mover, state.terminated, state.truncated)
            else:
                self.agent_selection = self.possible_agents[self._player.item(0)]
        if self.render_mode == "human":
            self.render()

    def _pay(self, mover: str, rewards: list[float]) -> None:
        """What the step brings each agent; the mover has been told of its rewards before it moved."""
        self._cumulative_rewards[mover] = 0.0
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            if reward:
                self._cumulative_rewards[agent] += reward

    def _end(self, mover: str, terminated: bool, truncated: bool) -> None:
        """All agents end together; the one after the mover is told first."""
        self._over = True
        for agent in self.agents:
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
        after = (self._seats[mover] + 1) % self.game.num_players
        self.agent_selection = self.possible_agents[after]

    def _forfeit(self, mover: str, action: int) -> None:
        """The mover loses the game by an illegal action; the state stays as it was."""
        seat = self._seats[mover]
        self._pay(mover, forfeit_rewards(self.game, seat, self._live.returns()))
        self.infos[mover]["illegal_action"] = action_name(self.game, action)
        self._end(mover, True, False)

    # ------------------------------------------------------------ looking

    def observe(self, agent: str) -> Observation:
        state = self._live
        self._observe(state.records, self._viewers[agent], self._seen, self._seen_records)
        may_act = agent == self.agent_selection and not self._over
        mask = state.legal_actions_mask() if may_act else self._no_action.copy()
        return {"observation": self._seen[0].copy(), "action_mask": mask}

    def state(self) -> Floats:
        """float32[num_players * observation_size]: what all players see, for training with a central critic."""
        players = range(self.game.num_players)
        return np.concatenate([self._live.observation_tensor(player) for player in players])

    def render(self) -> str | None:
        """The whole table as text."""
        if self.render_mode is None:
            warn("render() needs a render_mode: make the environment with render_mode='ansi'")
            return None
        if self.render_mode == "ansi":
            return str(self._live)
        print(self._live)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def clone(self) -> raw_env:
        """An independent copy that goes on in the same way."""
        return copy.deepcopy(self)


class AecEnv(OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]
    """``raw_env`` behind PettingZoo's guard: stepping before ``reset``, or not at all, is an error."""

    def clone(self) -> AecEnv:
        """An independent copy that goes on in the same way."""
        return copy.deepcopy(self)


def _spaces(game: Game) -> tuple[Dict, Discrete]:
    mask = Box(0, 1, (game.num_actions,), np.int8)
    return Dict({"observation": observation_space(game), "action_mask": mask}), Discrete(game.num_actions)
