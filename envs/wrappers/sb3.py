"""One seat in many games at once, as a vector environment of Stable-Baselines3 (the only file here that imports it)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.rng import checked_seed
from dicedeck.envs.wrappers.folded import FoldedGames
from dicedeck.envs.wrappers.seats import Opponents, as_game
from dicedeck.envs.wrappers.single import check_render_mode, observation_space

Indices = int | Iterable[int] | None
_FOR_ALL = ("set_opponents", "render")
"""Methods that ``env_method`` calls once, for all games together."""


class DicedeckVecEnv(VecEnv):
    """``num_envs`` games, each as ``SingleAgentEnv`` shows it, for MaskablePPO and the like.

        envs = DicedeckVecEnv("impeachment", num_envs=64, seat="random", tactics=True)
        MaskablePPO("MlpPolicy", VecMonitor(envs)).learn(100_000)

    A finished game is begun anew in the same step: then ``infos[i]`` has ``terminal_observation``,
    ``TimeLimit.truncated``, and the ``seat`` of the game that ended. Masks come from ``action_masks()`` alone.

    Args:
        game, seat, opponents, illegal, max_episode_steps, render_mode, options: as for ``DicedeckVectorEnv``.
        seed: of the games, if ``seed()`` is not called before ``reset()``; game i gets ``seed + i``.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = 0,
        opponents: Opponents = "random",
        illegal: str = "raise",
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        self.game = as_game(game, options)
        self.render_mode = check_render_mode(render_mode)
        self._games = FoldedGames(self.game, num_envs, seat, opponents, illegal, max_episode_steps)
        self._actions: Array = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, observation_space(self.game), Discrete(self.game.num_actions))
        if seed is not None:
            self.seed(seed)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seeds of the next ``reset()``: ``seed`` + i for game i; None: go on with the random numbers at hand."""
        self._seeds = [None if seed is None else checked_seed(seed) + i for i in range(self.num_envs)]
        return self._seeds

    def reset(self) -> Floats:
        games = self._games
        seeds = games.seeds(self._seeds, np.random.default_rng())
        games.new_array(keep=False)
        games.begin(seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{"seat": seat} for seat in games.player.tolist()]
        return games.observations

    def step_async(self, actions: Array) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Floats, Floats, NDArray[np.bool_], list[dict[str, Any]]]:
        step = self._games.step(self._actions, "same_step")
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if step.final is not None:
            for k, i in enumerate(step.final.games.tolist()):
                infos[i] = {
                    "terminal_observation": step.final.observations[k],
                    "TimeLimit.truncated": bool(step.truncated[i] and not step.terminated[i]),
                    "seat": int(step.final.seats[k]),
                }
        for i, name in step.forfeits.items():
            infos[i]["illegal_action"] = name
        return self._games.observations, step.rewards.astype(np.float32), step.terminated | step.truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[num_envs, num_actions]: what is legal now."""
        return self._games.masks.astype(np.bool_)

    def state(self, i: int) -> State:
        """A copy of game i, hidden cards included: for looking."""
        return self._games.state(i)

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who plays the other seats, from their next move on."""
        self._games.set_opponents(opponents)

    def close(self) -> None:
        """Nothing is held open."""

    # ------------------------------------------------------------ what SB3 asks of "each environment"

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute for all games; they are one object."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """``action_masks`` and ``state`` for each of the games, ``set_opponents`` for all of them.

        Raises:
            AttributeError: there is no such method.
        """
        chosen = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.action_masks()
            return list(masks) if indices is None else [masks[i] for i in chosen]
        if method_name == "state":
            return [self.state(i) for i in chosen]
        if method_name not in _FOR_ALL:
            raise AttributeError(f"{type(self).__name__} has no method {method_name!r} for single games")
        result = getattr(self, method_name)(*args, **kwargs)
        return [result for _ in chosen]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
