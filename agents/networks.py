"""Policy networks. Nothing here knows a game beyond the sizes of its vectors.

Legal actions come ragged: row k of ``features`` describes legal action ``actions[k]`` of state ``owners[k]``, all rows
of a state together. The cost of a network follows the number of legal actions, not the size of the action space.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.game import Game

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}
NO_ACTION = -1e9
"""Logit of what is not there: small enough for a probability of 0, finite so that no gradient is undefined."""


@dataclass(frozen=True)
class Choices:
    """What some states let their movers do.

    Attributes:
        observations: float32[n, observation_size].
        owners: int64[k], ascending: the state of each legal action.
        actions: int64[k].
        features: float32[k, feature_size].
        columns: int64[k], the place of each action among its state's legal ones.
    """

    observations: Tensor
    owners: Tensor
    actions: Tensor
    features: Tensor
    columns: Tensor

    @classmethod
    def of(cls, observations: Floats, owners: Array, actions: Array, features: Floats) -> Choices:
        counts = np.bincount(owners, minlength=len(observations))
        columns = np.arange(len(owners)) - np.repeat(counts.cumsum() - counts, counts)
        arrays = (observations, owners, actions, features, columns)
        return cls(*(torch.from_numpy(np.ascontiguousarray(array)) for array in arrays))

    def table(self, logits: Tensor) -> Tensor:
        """float32[n, most legal actions of a state]: the logits of each state in a row, filled up with NO_ACTION."""
        width = int(self.columns.max()) + 1
        rows = logits.new_full((len(self.observations), width), NO_ACTION)
        return rows.index_put((self.owners, self.columns), logits)


class PolicyNetwork(nn.Module):
    """A policy and a value: ``forward`` gives a logit for every legal action and a value for every state.

    Attributes:
        brief: multiply in bfloat16 where that pays (training on processors that have it); the weights stay float32.
    """

    uses_features = True
    """Whether ``Choices.features`` is looked at; otherwise it may have no columns."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.brief = False
        self.middle = (game.max_utility + game.min_utility) / 2
        self.scale = (game.max_utility - game.min_utility) / 2

    def forward(self, choices: Choices) -> tuple[Tensor, Tensor]:
        """float32[k] logits and float32[n] values: expected returns of the movers, within the game's utilities."""
        raise NotImplementedError

    def bounded(self, raw: Tensor) -> Tensor:
        """Values within the game's utilities from float32[n, 1]."""
        return self.middle + self.scale * torch.tanh(raw.squeeze(-1))


class ActionScorer(PolicyNetwork):
    """A state encoder g and one scorer for all actions: logit(a) = MLP([features of a, g(observation)]).

    Args:
        hidden: widths of the encoder's layers.
        scorer: widths of the scorer's layers.
    """

    def __init__(self, game: Game, hidden: Sequence[int], activation: str, scorer: Sequence[int]) -> None:
        super().__init__(game)
        self.encoder = mlp([game.observation_size, *hidden], activation)
        self.state_part = nn.Linear(hidden[-1], scorer[0])
        self.action_part = nn.Linear(game.feature_size, scorer[0], bias=False)
        self.activation = ACTIVATIONS[activation]()
        self.scorer = nn.Sequential(mlp(list(scorer), activation), nn.Linear(scorer[-1], 1))
        self.value = nn.Linear(hidden[-1], 1)
        small_output(self.scorer[1])
        small_output(self.value)

    def forward(self, choices: Choices) -> tuple[Tensor, Tensor]:
        with torch.autocast("cpu", torch.bfloat16, enabled=self.brief):
            encoded = self.encoder(choices.observations)
            of_state = self.state_part(encoded).index_select(0, choices.owners)
            hidden = self.scorer[0](self.activation(self.action_part(choices.features) + of_state))
        logits: Tensor = self.scorer[1](hidden.float()).squeeze(-1)
        return logits, self.bounded(self.value(encoded.float()))


class FlatNetwork(PolicyNetwork):
    """The baseline: one output for every action of the game; it is told nothing of what the actions are.

    Two multilayer perceptrons over the observation. Tensors are named as in the policies of stable-baselines3, so that
    weights go over without renaming.
    """

    uses_features = False

    def __init__(self, game: Game, hidden: Sequence[int], activation: str) -> None:
        super().__init__(game)
        widths = [game.observation_size, *hidden]
        self.mlp_extractor = nn.ModuleDict({name: mlp(widths, activation) for name in ("policy_net", "value_net")})
        self.action_net = nn.Linear(hidden[-1], game.num_actions)
        self.value_net = nn.Linear(hidden[-1], 1)
        small_output(self.action_net)

    def forward(self, choices: Choices) -> tuple[Tensor, Tensor]:
        logits = self.action_net(self.mlp_extractor["policy_net"](choices.observations))
        values = self.value_net(self.mlp_extractor["value_net"](choices.observations)).squeeze(-1)
        return logits[choices.owners, choices.actions], values


NETWORKS: dict[str, type[PolicyNetwork]] = {"scorer": ActionScorer, "flat": FlatNetwork}


def build_network(game: Game, shape: Mapping[str, Any]) -> PolicyNetwork:
    """A new network. ``shape`` has ``kind``, a key of NETWORKS, and what that class takes besides the game."""
    settings = dict(shape)
    return NETWORKS[settings.pop("kind")](game, **settings)


def mlp(widths: Sequence[int], activation: str) -> nn.Sequential:
    """Linear layers between the widths, each followed by the activation; nothing for a single width."""
    layers: list[nn.Module] = []
    for before, after in itertools.pairwise(widths):
        layers += [nn.Linear(before, after), ACTIVATIONS[activation]()]
    return nn.Sequential(*layers)


def small_output(layer: nn.Module) -> None:
    """Begin near a uniform policy and a value in the middle."""
    assert isinstance(layer, nn.Linear)
    nn.init.orthogonal_(layer.weight, 0.01)
    nn.init.zeros_(layer.bias)
