"""Symmetries of a game: other names for its cards or places under which it stays the same game.

Whoever judges a position may judge it under all of these names and take the mean: a network that has not learnt that
they are one position then errs less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.layout import Layout


@dataclass(frozen=True, eq=False)
class Symmetry:
    """How a position is seen under other names: entry k is entry ``order[k]`` of how it is seen as it is.

    Attributes:
        observation: int64[observation_size].
        features: int64[feature_size].
    """

    observation: Array
    features: Array


def as_it_is(observation_size: int, feature_size: int) -> Symmetry:
    """The symmetry that changes nothing."""
    return Symmetry(np.arange(observation_size), np.arange(feature_size))


def order_of(layout: Layout, lengths: Mapping[int, Array], named: Mapping[str, Array] | None = None) -> Array:
    """int64[layout.size]: the order of a whole vector when some of its axes are read in other orders.

    Args:
        lengths: the order for every axis of a length.
        named: the order for the first axis of a field, which goes before ``lengths``.
    """
    orders = np.arange(layout.size)
    for slot in layout.slots:
        piece = np.arange(slot.start, slot.stop).reshape(slot.shape)
        if named and slot.name in named:
            piece = piece[named[slot.name]]
        else:
            for axis, length in enumerate(slot.shape):
                if length in lengths:
                    piece = piece.take(lengths[length], axis)
        orders[slot.start : slot.stop] = piece.reshape(-1)
    return orders
