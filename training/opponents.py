"""Whom the SB3 learner meets: games side by side against several opponents, among them its own earlier snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import build_network
from dicedeck.agents.policy import PolicyAgent
from dicedeck.envs import Game
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.wrappers.sb3 import DicedeckVecEnv, Indices
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import SELF, TrainingConfig, shares_of
from dicedeck.training.tensors import Weights, copied_weights

_SELF_GROUPS = 4
"""Groups of games against the policy itself; each meets one version of it at a time."""
_LATEST_SHARE = 0.5
"""How often such a group meets the newest version."""


class Opponents:
    """The games of a training run in groups, each against one opponent, and the pool of snapshots."""

    def __init__(self, config: TrainingConfig, game: Game) -> None:
        self.config = config
        self.pool: list[Weights] = []
        self._own: list[PolicyAgent] = []
        parts: list[VecEnv] = []
        for name, games in shares_of(config.ppo.envs, config.opponents).items():
            if name == SELF:
                parts += self._self_play(game, games)
            else:
                opponent = name if name == "random" else load_agent(name, game)
                parts.append(DicedeckVecEnv(game, games, seat="random", opponents=opponent))
        self.envs = MixedVecEnv(parts)

    def _self_play(self, game: Game, games: int) -> list[VecEnv]:
        groups = min(_SELF_GROUPS, games)
        parts: list[VecEnv] = []
        for k in range(groups):
            network = build_network(game, self.config.network.shape())
            self._own.append(PolicyAgent(SELF, network, sample=True))
            size = games // groups + (k < games % groups)
            parts.append(DicedeckVecEnv(game, size, seat="random", opponents=self._own[-1]))
        return parts

    def add_snapshot(self, policy: nn.Module) -> None:
        """Keep the policy as it is now; the oldest snapshot goes."""
        self.pool = [*self.pool, weights_of(policy)][-self.config.snapshots.keep :]

    def choose(self, policy: nn.Module, steps: int) -> None:
        """Before a rollout: each group of self-play meets the newest version, or one of the pool."""
        rng = np.random.default_rng(derive_seed(self.config.seed, "snapshots", steps))
        latest = weights_of(policy) if self._own else {}
        for agent in self._own:
            old = rng.random() >= _LATEST_SHARE and self.pool
            agent.network.load_state_dict(self.pool[rng.integers(len(self.pool))] if old else latest)
            agent.reset(derive_seed(self.config.seed, "self", steps, self._own.index(agent)))


def weights_of(policy: nn.Module) -> Weights:
    """A copy of what ``FlatNetwork`` has of an SB3 policy."""
    wanted = ("mlp_extractor.", "action_net.", "value_net.")
    return {name: value for name, value in copied_weights(policy).items() if name.startswith(wanted)}


class MixedVecEnv(VecEnv):
    """Several vector environments as one; ``action_masks`` is all that can be asked of single games."""

    def __init__(self, parts: Sequence[VecEnv]) -> None:
        self.parts = list(parts)
        self.render_mode = None
        sizes = [part.num_envs for part in self.parts]
        self._ends = np.cumsum(sizes)[:-1]
        super().__init__(sum(sizes), self.parts[0].observation_space, self.parts[0].action_space)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        for k, part in enumerate(self.parts):
            part.seed(None if seed is None else derive_seed(seed, "games", k))
        return [seed] * self.num_envs

    def warm(self) -> None:
        """Compile before the clock runs; the next ``reset`` begins with the seeds that were given all the same."""
        seeds = [list(part._seeds) for part in self.parts]
        self.reset()
        for part, own in zip(self.parts, seeds):
            part._seeds = own

    def reset(self) -> Floats:
        observations = [np.asarray(part.reset()) for part in self.parts]
        return np.concatenate(observations)

    def step_async(self, actions: Array) -> None:
        for part, own in zip(self.parts, np.split(actions, self._ends)):
            part.step_async(own)

    def step_wait(self) -> tuple[Floats, Floats, NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts))
        together = [info for part in infos for info in part]
        return np.concatenate(observations), np.concatenate(rewards), np.concatenate(dones), together

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[num_envs, num_actions]."""
        return np.concatenate([np.stack(part.env_method("action_masks")) for part in self.parts])

    def close(self) -> None:
        for part in self.parts:
            part.close()

    # ------------------------------------------------------------ what SB3 asks of "each environment"

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"{type(self).__name__} has no method {method_name!r} for single games")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Iterable[int] | int | None = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
