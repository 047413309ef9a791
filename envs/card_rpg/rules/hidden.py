"""What a player cannot know, drawn anew: the pile, other hands, situations (CARD-6, CARD-11, CARD-20).

Known are all cards that lie open, the own hand, cards of other hands that the player has seen there, and without a game
master the other side's hand. Personal weapons are never hidden: whether one is in the hand, everybody can work out.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.cards import MASTER, N_PILE, N_SITUATIONS, N_TOWN, NONE
from dicedeck.envs.card_rpg.rules.cards_in_play import random_card
from dicedeck.envs.card_rpg.rules.tasks import seat_of
from dicedeck.envs.card_rpg.state import N_HANDS, Place, State
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, shuffle


@rule
def sees_hand(s: State, player: int, hand: int) -> bool:
    """The own one; without a game master that of the other side."""
    if hand == MASTER and not s.gm:
        return True
    return bool(seat_of(s, hand) == player)


@rule
def is_known(s: State, player: int, card: int) -> bool:
    """Whether the player knows where a card of the draw pile is."""
    place = s.places[card]
    if place == Place.PILE:
        return False
    if place < Place.HAND or place >= Place.ROW:
        return True
    return sees_hand(s, player, place - Place.HAND) or bool((s.known[card] >> player) & 1)


@rule
def sees_situation(s: State, player: int) -> bool:
    """Whether the player knows the situation in play."""
    return bool(s.face_down == 0 or (s.situation_known >> player) & 1)


@rule
def resample(s: State, player: int) -> None:
    """Redraw, from the record's random numbers, all that ``player`` cannot know."""
    redraw_cards(s, player)
    redraw_trade(s, player)
    redraw_situations(s, player)


@rule
def redraw_trade(s: State, player: int) -> None:
    """Those who only watch a trade do not see its cards; both traders have seen them."""
    if s.offered == NONE or player in (s.subject, s.partner):
        return
    s.offered = random_card(s, s.subject, False)
    s.known[s.offered] |= 1 << s.partner
    if s.asked != NONE:
        s.asked = random_card(s, s.partner, False)
        s.known[s.asked] |= 1 << s.subject


@rule
def redraw_cards(s: State, player: int) -> None:
    """The unknown cards, shuffled: as many to each hand as there were, the rest to the pile."""
    forget_others(s, player)
    cards = np.empty(N_PILE, np.int32)
    count = 0
    for card in range(N_PILE):
        if s.kind_of[card] != NONE and not is_known(s, player, card):
            cards[count] = card
            count += 1
    held = np.zeros(N_HANDS, np.int32)
    for k in range(count):
        place = s.places[cards[k]]
        if place >= Place.HAND and place < Place.ROW:
            held[place - Place.HAND] += 1
    shuffle(s.rng[DEAL], cards, count)
    done = deal_anew(s, cards, held)
    for k in range(s.pile_count):
        s.pile[k] = cards[done + k]
        s.places[cards[done + k]] = Place.PILE
        s.known[cards[done + k]] = 0


@rule
def forget_others(s: State, player: int) -> None:
    """Who else knows a card of another hand the player cannot tell, unless all have seen it."""
    everybody = (1 << N_HANDS) - 1
    for card in range(N_PILE):
        place = s.places[card]
        if place >= Place.HAND and place < Place.ROW and not sees_hand(s, player, place - Place.HAND):
            if s.known[card] != everybody:
                s.known[card] &= 1 << player


@rule
def deal_anew(s: State, cards: Ints, held: Ints) -> int:
    """Returns how many cards went to hands."""
    done = 0
    for hand in range(N_HANDS):
        for _ in range(held[hand]):
            s.places[cards[done]] = Place.HAND + hand
            s.known[cards[done]] = 0
            done += 1
    return done


@rule
def redraw_situations(s: State, player: int) -> None:
    """The order of both piles, and with it the card that lies face down."""
    hides = s.situation != NONE and not sees_situation(s, player)
    unknown = np.empty(N_SITUATIONS, np.int32)
    for dungeon in range(2):
        start = N_TOWN if dungeon else 0
        count = int(s.deck_count[dungeon])
        for k in range(count):
            unknown[k] = s.deck[start + k]
        mixed = hides and int(s.situation >= N_TOWN) == dungeon
        if mixed:
            unknown[count] = s.situation
            count += 1
        sort(unknown, count)
        shuffle(s.rng[DEAL], unknown, count)
        if mixed:
            count -= 1
            s.situation = unknown[count]
        for k in range(count):
            s.deck[start + k] = unknown[k]


@rule
def sort(numbers: Ints, count: int) -> None:
    """Ascending: the draw must not depend on the order that was."""
    for i in range(1, count):
        k = i
        while k > 0 and numbers[k - 1] > numbers[k]:
            numbers[k - 1], numbers[k] = numbers[k], numbers[k - 1]
            k -= 1
