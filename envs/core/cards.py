"""The standard deck: 52 suited cards in suit-major order (spades, hearts, diamonds, clubs), then two jokers."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule

NO_CARD = -1
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
N_SUITS = 4
N_RANKS = 13
N_SUITED = N_SUITS * N_RANKS
N_JOKERS = 2
N_CARDS = N_SUITED + N_JOKERS

SUIT_LETTERS = "SHDC"
RANK_LETTERS = "A23456789TJQK"
IS_RED = np.array([0, 1, 1, 0], np.int32)
"""Colour of a suit: spades and clubs are black, hearts and diamonds red."""

CARD_NAMES = tuple(s + r for s in SUIT_LETTERS for r in RANK_LETTERS) + ("X1", "X2")
CARD_IDS = {name: card for card, name in enumerate(CARD_NAMES)}


@rule
def is_joker(card: int) -> bool:
    return card >= N_SUITED


@rule
def suit_of(card: int) -> int:
    """0 .. 3 in the order S, H, D, C; not for jokers."""
    return card // N_RANKS


@rule
def rank_of(card: int) -> int:
    """Ace 1 .. king 13; not for jokers."""
    return card % N_RANKS + 1
