"""What a card is worth in a hand, apart from any check: how often it succeeds."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.cards import (
    CHARIOT,
    DEATH,
    DEVIL,
    EMPEROR,
    FOOL,
    HANGED,
    MOON,
    N_CARDS,
    NO_CARD,
    STAR,
    THRESHOLD,
    TOWER,
    WHEEL,
    WORLD,
)
from dicedeck.envs.deck_of_fate.state import Place, State

USUAL_BONUS = 1
"""Of a PC on a check."""


def _worth() -> Array:
    """float64[simple, card]: mean chance over all stats and difficulties."""
    table: Array = (THRESHOLD <= USUAL_BONUS).mean(axis=(1, 3))
    return table


WORTH = _worth()
DRAWN_WORTH = WORTH[0].copy()
"""Likewise of cards that are drawn, with their effects."""
for _card, _value in (
    (FOOL, 0.5), (EMPEROR, 1.2), (CHARIOT, 1.1), (HANGED, 0.6), (DEATH, 0.4), (DEVIL, -1.0), (TOWER, -1.5), (STAR, 1.1),
    (MOON, -1.0), (WORLD, 2.5), (WHEEL, 0.7),
):  # fmt: skip
    DRAWN_WORTH[_card] = _value


@rule
def worst_at(s: State, place: int) -> int:
    """The card of least worth that lies there; of equal ones the first."""
    worst = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == place and (worst == NO_CARD or WORTH[s.simple, card] < WORTH[s.simple, worst]):
            worst = card
    return worst


@rule
def worst_in_hand(s: State, seat: int) -> int:
    return worst_at(s, Place.HAND + seat)


@rule
def drawn_worth(s: State, card: int) -> float:
    """What drawing the card is worth."""
    return float(WORTH[1, card] if s.simple else DRAWN_WORTH[card])
