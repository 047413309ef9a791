"""A scorer for one state at a time, in numpy: its products are so small that torch's calls would take most of the time.

The first layer skips the zeros of the observation, which are most of it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from torch import Tensor, nn

from dicedeck.agents.networks import ActionScorer, PolicyNetwork, RoleNetworks
from dicedeck.envs.core.dtypes import Floats

Layer = tuple[Floats, Floats]
"""Weights float32[inputs, outputs] and bias float32[outputs]."""


class QuickScorer:
    """The logits of an ``ActionScorer`` without memory, from its weights as they are now."""

    def __init__(self, network: ActionScorer) -> None:
        assert network.recurrent is None
        self._activation: Callable[[Floats], Floats] = _tanh if isinstance(network.activation, nn.Tanh) else _relu
        (weights, bias), *self._encoder = _layers(network.encoder)
        self._first = np.ascontiguousarray(weights), bias
        self._state_part = _layer(network.state_part)
        self._action_part = _weights(network.action_part)
        self._scorer = _layers(network.scorer[0])
        self._output = _layer(network.scorer[1])

    def __call__(self, observation: Floats, features: Floats) -> Floats:
        """float32[k] from float32[observation_size] and float32[k, feature_size]."""
        act = self._activation
        seen = np.flatnonzero(observation)
        encoded = act(observation[seen] @ self._first[0][seen] + self._first[1])
        for weights, bias in self._encoder:
            encoded = act(encoded @ weights + bias)
        hidden = act(features @ self._action_part + (encoded @ self._state_part[0] + self._state_part[1]))
        for weights, bias in self._scorer:
            hidden = act(hidden @ weights + bias)
        logits: Floats = (hidden @ self._output[0] + self._output[1])[:, 0]
        return logits


def quick_scorers(network: PolicyNetwork) -> list[QuickScorer]:
    """One for each seat of the game; none for networks that have another form, or a memory."""
    if isinstance(network, RoleNetworks):
        parts = [quick_scorers(part) for part in network.parts if isinstance(part, PolicyNetwork)]
        return [parts[role][0] for role in network.role_of.tolist()] if all(parts) else []
    if isinstance(network, ActionScorer) and network.recurrent is None:
        return [QuickScorer(network)] * network.seats
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
