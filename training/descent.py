"""Learning from decisions: in which portions, and one step of gradient descent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from torch import Tensor, nn
from torch.optim import Optimizer

from dicedeck.envs.core.dtypes import Array


def minibatches(
    known: Array, sequences: list[Array] | None, parts: int, rng: np.random.Generator
) -> Iterator[tuple[Array, Array | None]]:
    """Every known decision once, in some parts at random: single ones, or whole sequences with their lengths."""
    if sequences is None:
        for index in np.array_split(rng.permutation(known), parts):
            yield index, None
        return
    for group in np.array_split(rng.permutation(len(sequences)), parts):
        chosen = [sequences[k] for k in group]
        yield np.concatenate(chosen), np.array([len(sequence) for sequence in chosen])


def descend(network: nn.Module, optimizer: Optimizer, loss: Tensor, max_gradient: float) -> None:
    """One step down the gradient, whose length is at most ``max_gradient``."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(network.parameters(), max_gradient)
    optimizer.step()
