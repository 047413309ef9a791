"""Names under which Impeachment stays the same: justices counted from the other end, suits as far as colours allow."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from dicedeck.envs.core.cards import N_CARDS, N_RANKS, N_SUITED, N_SUITS
from dicedeck.envs.core.layout import Layout
from dicedeck.envs.core.symmetry import Symmetry, order_of
from dicedeck.envs.impeachment.cards import N_JUSTICES
from dicedeck.envs.impeachment.outs import COLOUR_BITS


def symmetries(observation: Layout, features: Layout) -> tuple[Symmetry, ...]:
    """All sixteen, the one that changes nothing first: of the suits only the colours are in the rules."""
    found = []
    for suits, mirrored in product(suit_orders(), (False, True)):
        justices = np.arange(N_JUSTICES)[:: -1 if mirrored else 1]
        cards = np.arange(N_CARDS)
        cards[:N_SUITED] = cards[:N_SUITED].reshape(N_SUITS, N_RANKS)[suits].reshape(-1)
        lengths = {N_JUSTICES: justices, N_CARDS: cards}
        found.append(Symmetry(order_of(observation, lengths), order_of(features, lengths, {"card_suit": suits})))
    return tuple(found)


def suit_orders() -> list[np.ndarray]:
    """Eight orders of the suits under which two suits have one colour whenever they had."""
    orders = [np.array(order) for order in permutations(range(N_SUITS))]
    alike = COLOUR_BITS[:, None] == COLOUR_BITS
    return [order for order in orders if np.array_equal(alike[order][:, order], alike)]
