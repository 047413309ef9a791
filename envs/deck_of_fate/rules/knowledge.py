"""Who knows where which card lies (FATE-60)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.state import Place, State


@rule
def sees_hand(s: State, player: int, seat: int) -> bool:
    """The own hand; with ``open_hands`` every PC's; the master the one that it chooses from."""
    if player == s.pcs:
        return bool(s.phase == Phase.MASTER_LOSS and s.aim == seat)
    return bool(player == seat or s.open_hands)


@rule
def is_known(s: State, player: int, card: int) -> bool:
    """Whether the player knows where the card lies."""
    place = s.places[card]
    if place == Place.DECK:
        return bool(s.known[card] >> player & 1)
    if place < Place.HAND or place >= Place.FATE:
        return True
    if sees_hand(s, player, (place - Place.HAND) % (Place.KEPT - Place.HAND)):
        return True
    return bool(s.known[card] >> player & 1)


@rule
def is_known_to_all(s: State, card: int) -> bool:
    """Every player knows where the card lies."""
    for player in range(s.pcs + s.master):
        if not is_known(s, player, card):
            return False
    return True
