"""Training with MaskablePPO of sb3-contrib, through the native vector environment: the baseline.

SB3's own ``.zip`` files unpickle what they hold, so none is written or read: a checkpoint has the weights, the
optimiser, the snapshots and the random numbers as arrays, and the model is built anew from the config.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger

from dicedeck.agents.checkpoint import Checkpoint, Tensors
from dicedeck.agents.networks import build_network
from dicedeck.agents.policy import PolicyAgent
from dicedeck.training.opponents import Opponents, weights_of
from dicedeck.training.run import UNFIT, Run, Show, unfit
from dicedeck.training.sb3_model import build_model, random_states, restore_random_states, unchecked_distributions
from dicedeck.training.tensors import (
    as_weights,
    optimizer_tensors,
    restore_optimizer,
    snapshot_tensors,
    snapshots_from,
    weight_tensors,
)

FIGURES = {
    "learning_rate": "train/learning_rate",
    "entropy": "train/entropy_loss",
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
}
"""Columns of progress.csv, and where SB3 logs them."""


class SB3Run(Run):
    """A run of MaskablePPO."""

    @property
    def steps(self) -> int:
        return int(self.model.num_timesteps)

    def build(self, earlier: Checkpoint | None) -> None:
        self.opponents = Opponents(self.config, self.config.load_practice())
        self.model = build_model(self.config, self.opponents.envs, self.start)
        if earlier is not None:
            self._restore(earlier)
        self.opponents.envs.warm()

    def learn(self, show: Show) -> None:
        callback = _Watch(self, show)
        self.model.set_logger(Logger(folder=None, output_formats=[callback.writer]))
        with unchecked_distributions():
            self.model.learn(self.config.total_steps - self.start, callback, reset_num_timesteps=self.start == 0)
        callback.between_updates(last=True)

    def agent(self) -> PolicyAgent:
        network = build_network(self.game, self.config.network.shape())
        network.load_state_dict(weights_of(self.model.policy))
        return PolicyAgent("policy", network)

    def add_snapshot(self) -> None:
        self.opponents.add_snapshot(self.model.policy)

    def facts(self) -> Mapping[str, Any]:
        return {"updates": self.model._n_updates}

    def tensors(self) -> Mapping[str, Tensors]:
        return {
            "policy": weight_tensors(self.model.policy),
            "optimizer": optimizer_tensors(self.model.policy, self.model.policy.optimizer),
            "snapshots": snapshot_tensors(self.opponents.pool),
            "random": random_states(),
        }

    def _restore(self, checkpoint: Checkpoint) -> None:
        policy = self.model.policy
        try:
            policy.load_state_dict(as_weights(checkpoint.tensors("policy")))
            restore_optimizer(policy, policy.optimizer, checkpoint.tensors("optimizer"))
            self.opponents.pool = snapshots_from(checkpoint.tensors("snapshots"))
            restore_random_states(checkpoint.tensors("random"))
        except UNFIT as error:
            raise unfit(checkpoint, error) from None
        self.model.num_timesteps = self.start
        self.model._n_updates = checkpoint.fact("updates", int)


class _Watch(BaseCallback):
    """What happens between the updates: annealing, snapshots, evaluations, checkpoints, progress."""

    def __init__(self, run: SB3Run, show: Show) -> None:
        super().__init__()
        self.run = run
        self.show = show
        self.writer = _Writer(self)
        n = run.config.ppo.envs
        self._sums = np.zeros(n)
        self._counts = np.zeros(n, np.int64)
        self._ended: list[tuple[float, float]] = []

    def _on_rollout_start(self) -> None:
        self.between_updates()

    def between_updates(self, last: bool = False) -> None:
        """The policy has been updated, or is new."""
        run, config = self.run, self.run.config.ppo
        run.model.ent_coef = config.entropy + run.progress * (config.entropy_end - config.entropy)
        note = run.between_updates(last)
        run.opponents.choose(run.model.policy, run.steps)
        self.show(run.steps, note)

    def _on_step(self) -> bool:
        self._sums += self.locals["rewards"]
        self._counts += 1
        for i in np.flatnonzero(self.locals["dones"]):
            self._ended.append((float(self._sums[i]), float(self._counts[i])))
            self._sums[i] = 0
            self._counts[i] = 0
        self.show(self.num_timesteps, "")
        return True

    def facts(self) -> dict[str, float]:
        """What progress.csv has besides SB3's own figures; of the games since the last line."""
        run = self.run
        games = len(self._ended)
        returns, decisions = np.array(self._ended or [(np.nan, np.nan)]).T
        self._ended = []
        return {
            "seconds": round(run.seconds, 2),
            "steps_per_second": round(run.steps_per_second, 1),
            "games": games,
            "mean_return": float(returns.mean()),
            "mean_decisions": float(decisions.mean()),
            "entropy_weight": float(run.model.ent_coef),
        }


class _Writer(KVWriter):
    """Hands what SB3 logs after each update to the run's log."""

    def __init__(self, watch: _Watch) -> None:
        self.watch = watch

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0) -> None:
        figures = {name: key_values[key] for name, key in FIGURES.items() if key in key_values}
        if "entropy" in figures:
            figures["entropy"] = -figures["entropy"]  # SB3 logs the loss
        self.watch.run.log.add_update(step, {**self.watch.facts(), **figures})

    def close(self) -> None:
        """The run closes its log itself."""
