"""Where cards lie, and moving them (FATE-1, FATE-35, FATE-42)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow, shuffle
from dicedeck.envs.deck_of_fate.cards import N_CARDS, NO_CARD, TEMPERANCE, TOWER, WORLD
from dicedeck.envs.deck_of_fate.state import Place, State


@rule
def move(s: State, card: int, place: int) -> None:
    """Lay a card that is not in the deck's row somewhere. What all can see, or its owner, is not noted in ``known``."""
    old = s.places[card]
    if old >= Place.HAND and old < Place.KEPT:
        s.hand_count[old - Place.HAND] -= 1
    if place >= Place.HAND and place < Place.KEPT:
        s.hand_count[place - Place.HAND] += 1
        s.known[card] &= ~(1 << (place - Place.HAND))
    elif place < Place.HAND or place >= Place.FATE:
        s.known[card] = 0
    s.uses[card] = 0
    s.places[card] = place


@rule
def in_hand(s: State, seat: int, card: int) -> bool:
    return bool(s.places[card] == Place.HAND + seat)


@rule
def in_fate(s: State, seat: int, card: int) -> bool:
    """Whether the card is in force in front of the PC."""
    return bool(s.places[card] == Place.FATE + seat)


@rule
def nth_in_hand(s: State, seat: int, n: int) -> int:
    """The n-th card of a hand in the order of ids."""
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + seat:
            if n == 0:
                return card
            n -= 1
    return NO_CARD


@rule
def first_at(s: State, place: int) -> int:
    """The card with the lowest id that lies there; NO_CARD for none."""
    for card in range(N_CARDS):
        if s.places[card] == place:
            return card
    return NO_CARD


@rule
def take_top(s: State) -> int:
    """Take the top card off the deck, which is not empty."""
    s.deck_count -= 1
    card = int(s.deck[s.deck_count])
    s.deck[s.deck_count] = NO_CARD
    return card


@rule
def take_out(s: State, slot: int) -> int:
    """Take the card at a place of the deck's row; those above come down."""
    card = int(s.deck[slot])
    for k in range(slot, s.deck_count - 1):
        s.deck[k] = s.deck[k + 1]
    s.deck_count -= 1
    s.deck[s.deck_count] = NO_CARD
    return card


@rule
def put_under(s: State, card: int) -> None:
    """Put a card that is in no place under the deck."""
    for k in range(s.deck_count, 0, -1):
        s.deck[k] = s.deck[k - 1]
    s.deck[0] = card
    s.deck_count += 1


@rule
def put_on_top(s: State, card: int) -> None:
    """Add a card to the deck's row; nobody knows it there."""
    s.known[card] = 0
    s.deck[s.deck_count] = card
    s.deck_count += 1


@rule
def shuffle_deck(s: State) -> None:
    """All that anybody knew of the deck is forgotten."""
    for k in range(s.deck_count):
        s.known[s.deck[k]] = 0
    shuffle(s.rng[DEAL], s.deck, s.deck_count)


@rule
def shuffle_in(s: State, card: int) -> None:
    """Shuffle one card into the deck, of whose order nobody knows anything."""
    move(s, card, Place.DECK)
    put_on_top(s, card)
    slot = randbelow(s.rng[DEAL], s.deck_count)
    s.deck[s.deck_count - 1] = s.deck[slot]
    s.deck[slot] = card


@rule
def discard(s: State, card: int) -> None:
    """Discard a card; Temperance takes the cards on it along (FATE-35)."""
    if card == TEMPERANCE and s.places[card] >= Place.FATE:
        move_all(s, Place.ON_TEMPERANCE, Place.DISCARD)
    move(s, card, Place.DISCARD)


@rule
def move_all(s: State, place: int, to: int) -> None:
    for card in range(N_CARDS):
        if s.places[card] == place:
            move(s, card, to)


@rule
def discard_hand(s: State, seat: int) -> None:
    move_all(s, Place.HAND + seat, Place.DISCARD)


@rule
def put_into_fate(s: State, seat: int, card: int) -> None:
    """World and Tower on one PC: the Tower is discarded (FATE-42)."""
    move(s, card, Place.FATE + seat)
    if in_fate(s, seat, WORLD) and in_fate(s, seat, TOWER):
        discard(s, TOWER)


@rule
def use_up(s: State, card: int, most: int) -> None:
    """One more use of a card in current fate; after the last one it is discarded."""
    s.uses[card] += 1
    if s.uses[card] >= most:
        discard(s, card)
