"""Policy networks. Nothing here knows a game beyond the sizes of its vectors.

Legal actions come ragged: row k of ``features`` describes legal action ``actions[k]`` of state ``owners[k]``, all rows
of a state together. The cost of a network follows the number of legal actions, not the size of the action space.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.game import Game

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}
NO_ACTION = -1e9
"""Logit of what is not there: small enough for a probability of 0, finite so that no gradient is undefined."""


class Opinion(NamedTuple):
    """What a network says of some states.

    Attributes:
        logits: float32[k], of each legal action.
        values: float32[n], expected returns of the movers.
        memory: float32[n, memory], what the network remembers after each state.
    """

    logits: Tensor
    values: Tensor
    memory: Tensor


@dataclass(frozen=True)
class Choices:
    """What some states let their movers do.

    States that one seat meets one after the other in a game may stand together as a *sequence*, for networks with a
    memory; otherwise each state is a sequence of its own.

    Attributes:
        observations: float32[n, observation_size].
        owners: int64[k], ascending: the state of each legal action.
        actions: int64[k].
        features: float32[k, feature_size].
        columns: int64[k], the place of each action among its state's legal ones.
        seats: int64[n], who moves.
        lengths: int64[s], states of each sequence.
        memory: float32[s, memory], what the network remembers before each sequence.
    """

    observations: Tensor
    owners: Tensor
    actions: Tensor
    features: Tensor
    columns: Tensor
    seats: Tensor
    lengths: Tensor
    memory: Tensor

    @classmethod
    def of(
        cls,
        observations: Floats,
        owners: Array,
        actions: Array,
        features: Floats,
        seats: Array,
        memory: Floats | None = None,
        lengths: Array | None = None,
    ) -> Choices:
        """From arrays; without ``lengths`` each state is a sequence, without ``memory`` nothing is remembered."""
        n = len(observations)
        counts = np.bincount(owners, minlength=n)
        columns = np.arange(len(owners)) - np.repeat(counts.cumsum() - counts, counts)
        lengths = np.ones(n, np.int64) if lengths is None else lengths
        memory = np.zeros((len(lengths), 0), np.float32) if memory is None else memory
        arrays = (observations, owners, actions, features, columns, seats, lengths, memory)
        return cls(*(torch.from_numpy(np.ascontiguousarray(array)) for array in arrays))

    def table(self, logits: Tensor) -> Tensor:
        """float32[n, most legal actions of a state]: the logits of each state in a row, filled up with NO_ACTION."""
        width = int(self.columns.max()) + 1
        rows = logits.new_full((len(self.observations), width), NO_ACTION)
        return rows.index_put((self.owners, self.columns), logits)

    def of_role(self, chosen: Tensor) -> tuple[Choices, Tensor, Tensor]:
        """The whole sequences whose states are ``chosen`` (bool[n]).

        Returns:
            The choices, and where their states and their actions stand here: int64 each.
        """
        states = chosen.nonzero().squeeze(1)
        rows = chosen[self.owners].nonzero().squeeze(1)
        starts = self.lengths.cumsum(0) - self.lengths
        kept = chosen[starts]
        places = torch.zeros_like(self.seats)
        places[states] = torch.arange(len(states))
        part = Choices(
            self.observations[states],
            places[self.owners[rows]],
            self.actions[rows],
            self.features[rows],
            self.columns[rows],
            self.seats[states],
            self.lengths[kept],
            self.memory[kept],
        )
        return part, states, rows


class PolicyNetwork(nn.Module):
    """A policy and a value.

    Attributes:
        brief: multiply in bfloat16 where that pays (training on processors that have it); the weights stay float32.
        memory: numbers that the network remembers of each seat's game; 0: it decides by what is seen now.
    """

    uses_features = True
    """Whether ``Choices.features`` is looked at; otherwise it may have no columns."""

    def __init__(self, game: Game, memory: int = 0) -> None:
        super().__init__()
        self.brief = False
        self.memory = memory
        self.seats = game.num_players
        self.middle = (game.max_utility + game.min_utility) / 2
        self.scale = (game.max_utility - game.min_utility) / 2

    def forward(self, choices: Choices) -> Opinion:
        raise NotImplementedError

    def bounded(self, raw: Tensor) -> Tensor:
        """Values within the game's utilities from float32[n, 1]."""
        return self.middle + self.scale * torch.tanh(raw.squeeze(-1))


class ActionScorer(PolicyNetwork):
    """A state encoder g and one scorer for all actions: logit(a) = MLP([features of a, g(observation)]).

    Args:
        hidden: widths of the encoder's layers.
        scorer: widths of the scorer's layers.
        memory: width of a gated recurrent unit behind the encoder, for games whose past is hidden; 0: none.
    """

    def __init__(
        self, game: Game, hidden: Sequence[int], activation: str, scorer: Sequence[int], memory: int = 0
    ) -> None:
        super().__init__(game, memory)
        width = hidden[-1] + memory
        self.encoder = mlp([game.observation_size, *hidden], activation)
        self.recurrent = nn.GRU(hidden[-1], memory, batch_first=True) if memory else None
        self.state_part = nn.Linear(width, scorer[0])
        self.action_part = nn.Linear(game.feature_size, scorer[0], bias=False)
        self.activation = ACTIVATIONS[activation]()
        self.scorer = nn.Sequential(mlp(list(scorer), activation), nn.Linear(scorer[-1], 1))
        self.value = nn.Linear(width, 1)
        small_output(self.scorer[1])
        small_output(self.value)

    def forward(self, choices: Choices) -> Opinion:
        with torch.autocast("cpu", torch.bfloat16, enabled=self.brief):
            encoded = self.encoder(choices.observations)
        remembered = self._remember(encoded, choices)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.brief):
            encoded = torch.cat((encoded, remembered.to(encoded.dtype)), 1) if self.memory else encoded
            of_state = self.state_part(encoded).index_select(0, choices.owners)
            hidden = self.scorer[0](self.activation(self.action_part(choices.features) + of_state))
        logits: Tensor = self.scorer[1](hidden.float()).squeeze(-1)
        return Opinion(logits, self.bounded(self.value(encoded.float())), remembered)

    def _remember(self, encoded: Tensor, choices: Choices) -> Tensor:
        """float32[n, memory]: along each sequence, from what was remembered before it."""
        if self.recurrent is None:
            return torch.zeros((len(encoded), 0))
        encoded = encoded.float()
        if len(choices.lengths) == len(encoded):  # each state is a sequence
            found: Tensor = self.recurrent(encoded[:, None], choices.memory[None])[0]
            return found[:, 0]
        sequences = torch.split(encoded, choices.lengths.tolist())
        packed = nn.utils.rnn.pack_sequence(list(sequences), enforce_sorted=False)
        return torch.cat(nn.utils.rnn.unpack_sequence(self.recurrent(packed, choices.memory[None])[0]))


class RoleNetworks(PolicyNetwork):
    """A network for each side, of the same shape: for games whose sides have little in common.

    Sides of the same name share one, as those who win together do.
    """

    def __init__(self, game: Game, parts: Sequence[PolicyNetwork]) -> None:
        super().__init__(game, parts[0].memory)
        self.parts = nn.ModuleList(parts)
        self.uses_features = parts[0].uses_features
        names = list(dict.fromkeys(game.side_names))
        side_of = {seat: name for name, side in zip(game.side_names, game.sides) for seat in side}
        self.role_of = torch.tensor([names.index(side_of[seat]) for seat in range(game.num_players)])

    def forward(self, choices: Choices) -> Opinion:
        roles = self.role_of[choices.seats]
        n = len(choices.seats)
        whole = Opinion(torch.zeros(len(choices.owners)), torch.zeros(n), torch.zeros(n, self.memory))
        for k, network in enumerate(self.parts):
            assert isinstance(network, PolicyNetwork)
            chosen = roles == k
            if chosen.any():
                network.brief = self.brief
                part, states, rows = choices.of_role(chosen)
                said = network(part)
                whole = Opinion(
                    whole.logits.index_put((rows,), said.logits),
                    whole.values.index_put((states,), said.values),
                    whole.memory.index_put((states,), said.memory),
                )
        return whole


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

    def forward(self, choices: Choices) -> Opinion:
        logits = self.action_net(self.mlp_extractor["policy_net"](choices.observations))
        values = self.value_net(self.mlp_extractor["value_net"](choices.observations)).squeeze(-1)
        return Opinion(logits[choices.owners, choices.actions], values, torch.zeros((len(values), 0)))


NETWORKS: dict[str, type[PolicyNetwork]] = {"scorer": ActionScorer, "flat": FlatNetwork}


def build_network(game: Game, shape: Mapping[str, Any]) -> PolicyNetwork:
    """A new network.

    Args:
        shape: ``kind``, a key of NETWORKS; ``per_role``, whether each role has a network of its own; and what the class
            takes besides the game.
    """
    settings = dict(shape)
    make = NETWORKS[settings.pop("kind")]
    if not settings.pop("per_role", False):
        return make(game, **settings)
    return RoleNetworks(game, [make(game, **settings) for _ in dict.fromkeys(game.side_names)])


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
