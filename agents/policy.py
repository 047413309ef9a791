"""Trained policies as agents: a network from a checkpoint, its illegal actions masked out."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from dicedeck.agents.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs.core.dtypes import Array, Floats, Mask
from dicedeck.envs.core.game import Game

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


class FlatPolicy(nn.Module):
    """A multilayer perceptron from the observation to one number for every action.

    Its tensors are named as in the policies of stable-baselines3, so weights go over without renaming.
    """

    def __init__(self, inputs: int, hidden: Sequence[int], outputs: int, activation: str) -> None:
        super().__init__()
        widths = [inputs, *hidden]
        layers: list[nn.Module] = []
        for before, after in itertools.pairwise(widths):
            layers += [nn.Linear(before, after), ACTIVATIONS[activation]()]
        self.mlp_extractor = nn.ModuleDict({"policy_net": nn.Sequential(*layers)})
        self.action_net = nn.Linear(widths[-1], outputs)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.action_net(self.mlp_extractor["policy_net"](observations))
        return logits


class PolicyAgent:
    """Plays by a network: the likeliest legal action, or one drawn by the network's probabilities.

    Args:
        sample: draw; the likeliest action otherwise.
    """

    def __init__(self, name: str, network: nn.Module, sample: bool = False) -> None:
        self.name = name
        self.network = network.eval()
        self.sample = sample
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, view: View) -> int:
        return int(self.choose(view.observation[None], view.mask[None])[0])

    def act_many(self, views: Sequence[View]) -> list[int]:
        observations = np.stack([view.observation for view in views])
        actions: list[int] = self.choose(observations, np.stack([view.mask for view in views])).tolist()
        return actions

    def choose(self, observations: Floats, masks: Mask) -> Array:
        """int64[n]: an action for each row of float32[n, observation_size] and int8[n, num_actions]."""
        with torch.inference_mode():
            logits = self.network(torch.from_numpy(observations)).numpy().astype(np.float64)
        logits[masks == 0] = -np.inf
        if not self.sample:
            best: Array = logits.argmax(1)
            return best
        chances = np.exp(logits - logits.max(1, keepdims=True)).cumsum(1)
        points = np.array([self._random.random() for _ in chances])[:, None] * chances[:, -1:]
        drawn: Array = (chances <= points).sum(1)
        return drawn


def load_policy(path: str | Path, game: Game, sample: bool = False) -> PolicyAgent:
    """The policy of a checkpoint, or of a training run's folder.

    Args:
        path: may end in ``,play=sample`` or ``,play=best``, which goes before ``sample``.

    Raises:
        AgentSpecError: another setting than ``play``.
        CheckpointError: it is damaged, or was made for another game; names the file or what differs.
    """
    torch.set_num_threads(1)
    text = str(path)
    place, comma, setting = text.rpartition(",")
    if comma and "=" in setting:
        if setting not in ("play=sample", "play=best"):
            raise AgentSpecError(
                f"agent {text!r}: a checkpoint has the setting play=best or play=sample, not {setting}"
            )
        path, sample = place, setting == "play=sample"
    checkpoint = read_checkpoint(Path(path), game)
    return PolicyAgent(text, network_of(checkpoint, game), sample)


def network_of(checkpoint: Checkpoint, game: Game) -> FlatPolicy:
    """The policy network, rebuilt from the facts of a checkpoint and filled from its tensors."""
    shape = checkpoint.fact("network")
    if shape.get("kind") != "flat" or shape.get("activation") not in ACTIVATIONS:
        raise CheckpointError(f"{checkpoint.folder}: this version of dicedeck knows no network {shape!r}")
    network = FlatPolicy(game.observation_size, shape["hidden"], game.num_actions, shape["activation"])
    fill(network, checkpoint.tensors("policy"), str(checkpoint.folder))
    return network


def fill(network: nn.Module, tensors: Mapping[str, Array], source: str) -> None:
    """Copy those of the tensors into a network that it has; all of its own must be there."""
    wanted = network.state_dict()
    for name, value in wanted.items():
        if name not in tensors or tensors[name].shape != tuple(value.shape):
            found = list(tensors[name].shape) if name in tensors else "missing"
            raise CheckpointError(f"{source} is damaged: {name} should be {list(value.shape)}, it is {found}")
    network.load_state_dict({name: torch.from_numpy(tensors[name].copy()) for name in wanted})


def load_trained(game: Game) -> Any:
    """The policy that is shipped for a game and its options.

    Raises:
        AgentSpecError: none is.
    """
    raise AgentSpecError(f"no trained policy is shipped for {game!r}; train one, and name its folder instead")
