"""A scorer for one state at a time, in numpy: its products are so small that torch's calls would take most of the time.

The first layer skips the zeros of the observation, which are most of it, unless it is seen under many names at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from torch import Tensor, nn

from dicedeck.agents.networks import ActionScorer, PolicyNetwork, RoleNetworks
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.symmetry import Symmetry, as_it_is

Layer = tuple[Floats, Floats]
"""Weights float32[inputs, outputs] and bias float32[outputs]."""


class QuickScorer:
    """The logits of an ``ActionScorer`` without memory, from its weights as they are now.

    Args:
        symmetries: of the game; where there are several, the mean of the logarithms of probabilities is taken.
    """

    def __init__(self, network: ActionScorer, symmetries: Sequence[Symmetry] = ()) -> None:
        assert network.recurrent is None
        self._activation: Callable[[Floats], Floats] = _tanh if isinstance(network.activation, nn.Tanh) else _relu
        (weights, bias), *self._encoder = _layers(network.encoder)
        self._first = np.ascontiguousarray(weights), bias
        self._state_part = _layer(network.state_part)
        self._scorer = _layers(network.scorer[0])
        self._output = _layer(network.scorer[1])
        looks = symmetries or [as_it_is(len(self._first[0]), network.action_part.in_features)]
        self._orders = np.stack([look.observation for look in looks])
        actions = _weights(network.action_part)  # features[order] @ actions is features @ actions[inverse order]
        self._action_part = np.concatenate([actions[np.argsort(look.features)] for look in looks], 1)

    def __call__(self, observation: Floats, features: Floats) -> Floats:
        """float32[k] from float32[observation_size] and float32[k, feature_size]."""
        act, looks = self._activation, len(self._orders)
        encoded = act(self._first_layer(observation) + self._first[1])
        for weights, bias in self._encoder:
            encoded = act(encoded @ weights + bias)
        state = encoded @ self._state_part[0] + self._state_part[1]
        hidden = act((features @ self._action_part).reshape(len(features), looks, -1) + state)
        for weights, bias in self._scorer:
            hidden = act(hidden @ weights + bias)
        logits: Floats = (hidden @ self._output[0] + self._output[1])[:, :, 0]
        if looks == 1:
            return logits[:, 0]
        logits -= logits.max(0)
        mean: Floats = (logits - np.log(np.exp(logits).sum(0))).mean(1)
        return mean

    def _first_layer(self, observation: Floats) -> Floats:
        """float32[looks, width], without the bias."""
        weights = self._first[0]
        if len(self._orders) > 1:
            many: Floats = observation[self._orders] @ weights
            return many
        seen = np.flatnonzero(observation)
        one: Floats = (observation[seen] @ weights[seen])[None]
        return one


def quick_scorers(network: PolicyNetwork, symmetries: Sequence[Symmetry] = ()) -> list[QuickScorer]:
    """One for each seat of the game; none for networks that have another form, or a memory."""
    if isinstance(network, RoleNetworks):
        parts = [quick_scorers(part, symmetries) for part in network.parts if isinstance(part, PolicyNetwork)]
        return [parts[role][0] for role in network.role_of.tolist()] if all(parts) else []
    if isinstance(network, ActionScorer) and network.recurrent is None:
        return [QuickScorer(network, symmetries)] * network.seats
    return []


def _layers(module: nn.Module) -> list[Layer]:
    return [_layer(part) for part in module.modules() if isinstance(part, nn.Linear)]


def _layer(part: nn.Module) -> Layer:
    assert isinstance(part, nn.Linear)
    return _weights(part), _numbers(part.bias)


def _weights(part: nn.Linear) -> Floats:
    return _numbers(part.weight).T


def _numbers(tensor: Tensor) -> Floats:
    numbers: Floats = tensor.detach().numpy()
    return numbers


def _relu(values: Floats) -> Floats:
    kept: Floats = np.maximum(values, 0)
    return kept


def _tanh(values: Floats) -> Floats:
    bent: Floats = np.tanh(values)
    return bent
