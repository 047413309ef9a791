"""What a player cannot know, drawn anew: the deck's order, other hands, what the master is offered (FATE-60).

Known are the cards that lie open; the own hand; cards of the deck and of other hands whose place the player knows; with
``open_hands`` all hands. A card that takes effect when drawn is in no hand unless all know it (it was taken by
Judgement, or is one of the opening hand whose turn has not come), so it is looked for in the deck.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, shuffle
from dicedeck.envs.deck_of_fate.cards import N_CARDS, NO_CARD, WHEN_DRAWN, Drawn
from dicedeck.envs.deck_of_fate.classes import MOST_PCS, MOST_VP
from dicedeck.envs.deck_of_fate.options import OFFERED, Phase
from dicedeck.envs.deck_of_fate.rules.incidents import draw_check
from dicedeck.envs.deck_of_fate.rules.knowledge import is_known
from dicedeck.envs.deck_of_fate.state import N_PLACES, Place, State


@rule
def is_unopened(s: State, card: int) -> bool:
    """A dealt card of an opening hand whose turn has not come: it may be any card."""
    seat = s.places[card] - Place.HAND
    if seat < 0 or seat >= s.pcs:
        return False
    for k in range(MOST_VP):
        if s.dealt[seat, k] == card:
            return True
    return False


@rule
def resample(s: State, player: int) -> None:
    """Redraw, from the record's random numbers, all that ``player`` cannot know."""
    redraw_cards(s, player)
    if s.phase == Phase.CHECK and player != s.pcs:
        for k in range(OFFERED):
            s.offered[k] = draw_check(s)


@rule
def redraw_cards(s: State, player: int) -> None:
    """Deal the unknown cards anew to the places where unknown cards lie.

    Hands get cards without an effect when drawn; the deck, and dealt cards not opened yet, the rest. What others know
    of a place in the deck they still know.
    """
    cards = np.empty(N_CARDS, np.int32)
    plain = gather(s, player, cards, 0, False)
    n = gather(s, player, cards, plain, True)
    held = np.zeros(N_PLACES, np.int32)
    for k in range(n):
        held[s.places[cards[k]]] += int(not is_unopened(s, cards[k]))
    unopened = np.empty(MOST_PCS * MOST_VP, np.int32)
    n_unopened = 0
    for k in range(MOST_PCS * MOST_VP):
        card = s.dealt[k // MOST_VP, k % MOST_VP]
        if card != NO_CARD and is_unopened(s, card) and not is_known(s, player, card):
            unopened[n_unopened] = k
            n_unopened += 1
    unknown_slots = np.empty(N_CARDS, np.int32)
    knowers = np.empty(N_CARDS, np.int32)
    n_slots = 0
    for slot in range(s.deck_count):
        if not is_known(s, player, s.deck[slot]):
            unknown_slots[n_slots] = slot
            knowers[n_slots] = s.known[s.deck[slot]]
            n_slots += 1
    shuffle(s.rng[DEAL], cards, plain)
    done = fill_hands_anew(s, cards, held)
    shuffle(s.rng[DEAL], cards[done:n], n - done)
    for k in range(n_unopened):
        seat = unopened[k] // MOST_VP
        s.dealt[seat, unopened[k] % MOST_VP] = cards[done]
        lay(s, cards[done], Place.HAND + seat, 0)
        done += 1
    for k in range(n_slots):
        s.deck[unknown_slots[k]] = cards[done]
        lay(s, cards[done], Place.DECK, knowers[k])
        done += 1


@rule
def gather(s: State, player: int, cards: Ints, n: int, with_effect: bool) -> int:
    """Add the unknown cards with, or without, an effect when drawn. Returns how many there are then."""
    for card in range(N_CARDS):
        if (WHEN_DRAWN[s.simple, card] != Drawn.NOTHING) == with_effect and not is_known(s, player, card):
            cards[n] = card
            n += 1
    return n


@rule
def fill_hands_anew(s: State, cards: Ints, held: Ints) -> int:
    """As many unknown cards to each hand, and to what is kept from it, as there were. Returns how many."""
    done = 0
    for place in range(Place.HAND, Place.FATE):
        for _ in range(held[place]):
            lay(s, cards[done], place, 0)
            done += 1
    return done


@rule
def lay(s: State, card: int, place: int, known: int) -> None:
    """Place a card without a look at where it was: all counts stay as they are."""
    s.places[card] = place
    s.known[card] = known
