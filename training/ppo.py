"""Masked PPO by self-play: proximal policy optimisation (Schulman et al., 2017) over legal actions with features.

One update: play some ticks in all games (``selfplay.py``), estimate the advantages, improve the network on minibatches.
Each seat's decisions are a trajectory of their own: what a decision is worth shows in what its seat is paid until its
next decision, and in the value that the seat sees then. That holds whoever moves in between and whether the others'
gains are one's own or one's losses: nothing here asks whether a game is zero-sum or co-operative.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import Tensor

from dicedeck.agents.checkpoint import Checkpoint, Tensors
from dicedeck.agents.networks import PolicyNetwork, build_network
from dicedeck.agents.policy import PolicyAgent
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import ImitationConfig
from dicedeck.training.descent import descend, minibatches
from dicedeck.training.imitation import imitate
from dicedeck.training.run import UNFIT, Run, Show, unfit
from dicedeck.training.selfplay import Decisions, Rollout, Table
from dicedeck.training.tensors import (
    as_weights,
    copied_weights,
    give_memory_back,
    optimizer_tensors,
    restore_optimizer,
    snapshot_tensors,
    snapshots_from,
    weight_tensors,
)


class PPORun(Run):
    """A run of masked PPO. It goes on exactly where its checkpoint was written, to the same decisions and weights."""

    @property
    def steps(self) -> int:
        return self._steps

    def build(self, earlier: Checkpoint | None) -> None:
        torch.manual_seed(derive_seed(self.config.seed, "network"))
        practice = self.config.load_practice()
        self.network = build_network(practice, self.config.network.shape())
        if self.config.training_options:
            self.network.scale *= 2  # where part is paid on the way, what is to come may lie beyond every outcome
        self.network.brief = in_brief(self.config.ppo.precision)
        self.average = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.table = Table(self.config, practice)
        self.table.snapshot.brief = self.network.brief
        self.updates = 0
        self.forced = 0
        self.imitated: dict[str, float] = {}
        self._steps = self.start
        if earlier is not None:
            self._restore(earlier)

    def learn(self, show: Show) -> None:
        if self.steps == 0 and self.config.imitation:
            self._start_by_example(self.config.imitation, lambda note: show(0, note))
        show(self.steps, self.between_updates())
        while self.steps < self.config.total_steps:
            entropy, rate = self._annealed()
            begun = perf_counter()
            rollout = self.table.collect(self.network, self.updates)
            played = perf_counter()
            known, advantages = self._outcomes(rollout)
            figures = self._improve(rollout, known, advantages, entropy, rate)
            self.updates += 1
            self.forced += rollout.forced
            self._steps += len(known)
            give_memory_back()
            figures["share_playing"] = (played - begun) / (perf_counter() - begun)
            self.log.add_update(self.steps, {**figures, **self._figures(rollout, entropy, rate)})
            show(self.steps, self.between_updates(last=self.steps >= self.config.total_steps))

    def _start_by_example(self, given: ImitationConfig, show: Callable[[str], None]) -> None:
        """Learn from another agent's games before the own ones."""
        self.imitated = imitate(self.network, given, self.config, self.config.load_practice(), show)._asdict()
        self.average.load_state_dict(self.network.state_dict())

    def _annealed(self) -> tuple[float, float]:
        """Entropy weight and learning rate."""
        ppo, done = self.config.ppo, self.progress
        entropy = ppo.entropy + done * (ppo.entropy_end - ppo.entropy)
        return entropy, ppo.learning_rate + done * (ppo.learning_rate_end - ppo.learning_rate)

    def _outcomes(self, rollout: Rollout) -> tuple[Array, Floats]:
        """Which decisions have a known outcome, and the advantages of all; the other ones go back to the table."""
        ppo = self.config.ppo
        advantages, settled, owed = estimate_advantages(rollout, ppo.gamma, ppo.gae_lambda)
        self.table.keep(rollout.decisions.take(np.flatnonzero(~settled)), owed)
        return np.flatnonzero(settled), advantages

    def _improve(
        self, rollout: Rollout, known: Array, advantages: Floats, entropy: float, rate: float
    ) -> dict[str, float]:
        """Some epochs of minibatches of the known decisions. Returns the means of what ``_loss`` measures."""
        ppo, decisions = self.config.ppo, rollout.decisions
        rng = np.random.default_rng(derive_seed(self.config.seed, "minibatches", self.updates))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        returns = advantages + decisions.values
        gains = (advantages - advantages[known].mean()) / (advantages[known].std() + 1e-8)
        measured: list[dict[str, float]] = []
        parts = max(1, round(len(known) / ppo.minibatch))
        sequences = sequences_of(rollout, known) if self.network.memory else None
        for _ in range(ppo.epochs):
            for index, lengths in minibatches(known, sequences, parts, rng):
                choices = decisions.take(index)
                loss, figures = self._loss(choices, lengths, gains[index], returns[index], entropy)
                descend(self.network, self.optimizer, loss, ppo.max_gradient)
                measured.append(figures)
        if ppo.magnet_kl or ppo.average:
            for slow, fast in zip(self.average.parameters(), self.network.parameters()):
                slow.data.lerp_(fast.data, max(ppo.average_rate, 1 / (self.updates + 2)))
        spread = float(returns[known].var())
        explained = 1 - float(advantages[known].var()) / spread if spread else 0.0
        means = {name: float(np.mean([figures[name] for figures in measured])) for name in measured[0]}
        return {**means, "explained_variance": explained}

    def _loss(
        self, decisions: Decisions, lengths: Array | None, advantages: Floats, returns: Floats, entropy_weight: float
    ) -> tuple[Tensor, dict[str, float]]:
        """PPO's clipped objective, the value's error in units of half the utility range, and the entropy bonus."""
        ppo = self.config.ppo
        choices = decisions.choices(lengths)
        logits, values, _ = self.network(choices)
        log_chances = torch.log_softmax(choices.table(logits), 1)
        chances = log_chances.exp()
        rows = torch.arange(len(decisions))
        log_ratio = log_chances[rows, torch.from_numpy(decisions.chosen)] - torch.from_numpy(decisions.log_chances)
        ratio = log_ratio.exp()
        gain = torch.from_numpy(advantages)
        policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - ppo.clip, 1 + ppo.clip)).mean()
        value_loss = ((values - torch.from_numpy(returns)) / self.network.scale).square().mean()
        entropy = -(chances * log_chances).sum(1).mean()
        loss = policy_loss + ppo.value_weight * value_loss - entropy_weight * entropy
        if ppo.magnet_kl:
            with torch.no_grad():
                anchor = torch.log_softmax(choices.table(self.average(choices).logits), 1)
            loss = loss + ppo.magnet_kl * (chances * (log_chances - anchor)).sum(1).mean()
        with torch.no_grad():
            figures = {
                "policy_loss": policy_loss.item(),
                "value_loss": value_loss.item(),
                "entropy": entropy.item(),
                "kl": (ratio - 1 - log_ratio).mean().item(),
                "clip_fraction": ((ratio - 1).abs() > ppo.clip).float().mean().item(),
            }
        return loss, figures

    def _figures(self, rollout: Rollout, entropy: float, rate: float) -> dict[str, float]:
        """What the log says of an update besides the losses."""
        return {
            "seconds": round(self.seconds, 2),
            "steps_per_second": round(self.steps_per_second, 1),
            "games": len(rollout.returns),
            "mean_return": float(np.mean(rollout.returns)) if rollout.returns else float("nan"),
            "mean_decisions": float(np.mean(rollout.lengths)) if rollout.lengths else float("nan"),
            "entropy_weight": entropy,
            "learning_rate": rate,
        }

    # ------------------------------------------------------------ what the run asks for

    def agent(self) -> PolicyAgent:
        network = build_network(self.game, self.config.network.shape())
        network.load_state_dict(self.policy.state_dict())
        return PolicyAgent("policy", network, symmetries=self.game.symmetries)

    @property
    def policy(self) -> PolicyNetwork:
        """The network that plays outside the training: the latest one, or the average."""
        return self.average if self.config.ppo.average else self.network

    def add_snapshot(self) -> None:
        self.table.pool.add(copied_weights(self.policy))

    def facts(self) -> Mapping[str, Any]:
        return {"updates": self.updates, "forced": self.forced, "imitated": self.imitated}

    def tensors(self) -> Mapping[str, Tensors]:
        return {
            "policy": weight_tensors(self.policy),
            "latest": weight_tensors(self.network),
            "average": weight_tensors(self.average),
            "optimizer": optimizer_tensors(self.network, self.optimizer),
            "snapshots": snapshot_tensors(self.table.pool.weights),
            "games": self.table.tensors(),
        }

    def _restore(self, checkpoint: Checkpoint) -> None:
        try:
            self.network.load_state_dict(as_weights(checkpoint.tensors("latest")))
            self.average.load_state_dict(as_weights(checkpoint.tensors("average")))
            restore_optimizer(self.network, self.optimizer, checkpoint.tensors("optimizer"))
            self.table.restore(checkpoint.tensors("games"), snapshots_from(checkpoint.tensors("snapshots")))
        except UNFIT as error:
            raise unfit(checkpoint, error) from None
        self.updates = checkpoint.fact("updates", int)
        self.forced = checkpoint.fact("forced", int)
        self.imitated = checkpoint.fact("imitated", dict)


def sequences_of(rollout: Rollout, known: Array) -> list[Array]:
    """The known decisions in sequences: those of one seat in one game, in order."""
    decisions = rollout.decisions
    ended = np.cumsum(rollout.ended, axis=0, dtype=np.int64)
    games, ticks, seats = decisions.games[known], decisions.ticks[known], decisions.seats[known]
    number = ended[np.maximum(ticks - 1, 0), games]  # of the game in its place
    order = np.lexsort((ticks, number, seats, games))
    keys = np.stack((games, seats, number))[:, order]
    starts = np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(0)) + 1
    return np.split(known[order], starts)


def in_brief(precision: str) -> bool:
    """Whether to multiply in bfloat16. Where the processor cannot, it would be slower, not faster."""
    if precision == "auto":
        capabilities: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
        return bool(capabilities.get("avx512_bf16"))
    return precision == "bfloat16"


def estimate_advantages(rollout: Rollout, gamma: float, gae_lambda: float) -> tuple[Floats, Array, Floats]:
    """Generalised advantage estimation (Schulman et al., 2016) along the decisions of each seat.

    Returns:
        Advantages float32[n]; whether each is known, bool[n]: it is not for a seat's last decision before the rollout's
        end, whose game goes on; and what such decisions have earned so far, float32[games, seats].
    """
    decisions, (ticks, games, seats) = rollout.decisions, rollout.rewards.shape
    advantages = np.zeros(len(decisions), np.float32)
    settled = np.zeros(len(decisions), np.bool_)
    owed = np.zeros((games, seats), np.float32)
    earned = np.zeros((games, seats), np.float32)  # since the seat's decision that comes next going back
    value = np.zeros((games, seats), np.float32)  # of the seat's next decision, 0 after the end of the game
    advantage = np.zeros((games, seats), np.float32)
    known = np.zeros((games, seats), np.bool_)  # there is a next decision or an end
    ends = np.searchsorted(decisions.ticks, np.arange(ticks + 1))
    for tick in range(ticks - 1, -1, -1):
        over = rollout.ended[tick]
        for array in (earned, value, advantage):
            array[over] = 0
        known[over] = True
        earned += rollout.rewards[tick]
        here = slice(ends[tick], ends[tick + 1])
        at = (decisions.games[here], decisions.seats[here])
        seen = decisions.values[here]
        settled[here] = known[at]
        gains = earned[at] + gamma * value[at] - seen + gamma * gae_lambda * advantage[at]
        gains[~known[at]] = 0
        owed[at] = np.where(known[at], owed[at], earned[at])
        advantages[here] = gains
        earned[at] = 0
        value[at] = seen
        advantage[at] = gains
        known[at] = True
    return advantages, settled, owed
