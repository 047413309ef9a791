"""What a player cannot know, drawn anew: the opponent's hand, the piles, picks made in secret (IMP-29, IMP-30, IMP-34).

Kept as they are: everything face up, the player's own hand, cards of the opponent that the player knows (handed over in
a Deal, or seen on the pile in a Poll), a joker that is nowhere else (it never lies in the pile, IMP-4), the cards on
top of the pile that the player has seen, and how many issue and tactic cards each hand holds.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_CARDS, NO_CARD, is_joker
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow, shuffle
from dicedeck.envs.impeachment.cards import DEAL_SIZE, N_ALL_CARDS, Phase, Place
from dicedeck.envs.impeachment.rules.hands import add_to_hand, is_issue, remove_from_hand
from dicedeck.envs.impeachment.rules.legal import is_picked, poll_size
from dicedeck.envs.impeachment.state import State


@rule
def resample(s: State, player: int) -> None:
    """Redraw, from the record's random numbers, all that ``player`` cannot know."""
    redraw(s, player, 0, N_CARDS, s.issue_pile)
    if s.tactics:
        redraw(s, player, N_CARDS, N_ALL_CARDS, s.tactic_pile)
        redraw_picks(s, player)


@rule
def redraw(s: State, player: int, first: int, last: int, pile: Ints) -> None:
    """Deal the unknown cards among first .. last-1 to the opponent's hand and to the pile, as many as each had."""
    other = 1 - player
    unknown = np.empty(last - first, np.int32)
    n = 0
    in_hand = 0
    for card in range(first, last):
        if is_unknown(s, player, card):
            unknown[n] = card
            n += 1
            if s.where[card] == Place.PRO_HAND + other:
                in_hand += 1
                lift(s, other, card)
    shuffle(s.rng[DEAL], unknown, n)
    for k in range(in_hand):
        add_to_hand(s, other, unknown[k])
    for k in range(in_hand, n):
        pile[k - in_hand] = unknown[k]
        s.where[unknown[k]] = Place.PILE


@rule
def is_unknown(s: State, player: int, card: int) -> bool:
    """In the opponent's hand or in a pile, and not known to the player."""
    if s.where[card] == Place.PRO_HAND + 1 - player:
        return not is_issue(card) or (not is_joker(card) and s.known_hand[player, card] == 0)
    if s.where[card] != Place.PILE:
        return False
    if is_issue(card):
        for k in range(s.known_pile[player]):
            if s.issue_pile[s.issue_count - 1 - k] == card:
                return False
    return True


@rule
def lift(s: State, player: int, card: int) -> None:
    """Take a card out of a hand to deal it again; what is known of it does not change."""
    known = s.known_hand[1 - player, card] if is_issue(card) else 0
    remove_from_hand(s, player, card)
    if is_issue(card):
        s.known_hand[1 - player, card] = known


@rule
def redraw_picks(s: State, player: int) -> None:
    """Choose the opponent's secret picks again, among the cards that could have been picked."""
    other = 1 - player
    if s.phase == Phase.POLL and s.turn == other:
        repick(s, 0, s.pick_count, s.issue_pile[s.issue_count - poll_size(s) : s.issue_count])
    elif s.phase == Phase.DEAL:
        first = 0 if s.turn == other else DEAL_SIZE
        last = min(s.pick_count, first + DEAL_SIZE)
        repick(s, first, last, s.hand[other, : s.hand_count[other]])


@rule
def repick(s: State, first: int, last: int, cards: Ints) -> None:
    """Replace picks[first .. last-1] by random issue cards among ``cards``, all different."""
    for k in range(first, last):
        s.picks[k] = NO_CARD
    for k in range(first, last):
        card = cards[randbelow(s.rng[DEAL], len(cards))]
        while not is_issue(card) or is_picked(s, card):
            card = cards[randbelow(s.rng[DEAL], len(cards))]
        s.picks[k] = card
