"""Hands, piles and discards, and what each player knows of the other's."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_CARDS, NO_CARD
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import Place
from dicedeck.envs.impeachment.state import State


@rule
def is_issue(card: int) -> bool:
    """Issue cards include the jokers; the rest are tactics."""
    return card < N_CARDS


@rule
def add_to_hand(s: State, player: int, card: int) -> None:
    """Insert the card so that the hand stays in ascending order."""
    slot = s.hand_count[player]
    while slot > 0 and s.hand[player, slot - 1] > card:
        s.hand[player, slot] = s.hand[player, slot - 1]
        slot -= 1
    s.hand[player, slot] = card
    s.hand_count[player] += 1
    s.where[card] = Place.PRO_HAND + player


@rule
def remove_from_hand(s: State, player: int, card: int) -> None:
    """Take a card out of the hand; the other no longer knows it to be there."""
    slot = 0
    while s.hand[player, slot] != card:
        slot += 1
    s.hand_count[player] -= 1
    for k in range(slot, s.hand_count[player]):
        s.hand[player, k] = s.hand[player, k + 1]
    s.hand[player, s.hand_count[player]] = NO_CARD
    if is_issue(card):
        s.known_hand[1 - player, card] = 0


@rule
def issue_cards_in_hand(s: State, player: int) -> int:
    count = 0
    for slot in range(s.hand_count[player]):
        if is_issue(s.hand[player, slot]):
            count += 1
    return count


@rule
def draw_issue(s: State, player: int) -> None:
    """Draw from the issue pile; a card that the other had seen there is now known to be in this hand (IMP-29)."""
    s.issue_count -= 1
    card = s.issue_pile[s.issue_count]
    s.issue_pile[s.issue_count] = NO_CARD
    add_to_hand(s, player, card)
    if s.known_pile[1 - player] > 0:
        s.known_hand[1 - player, card] = 1
    for p in range(2):
        s.known_pile[p] = max(s.known_pile[p] - 1, 0)


@rule
def draw_tactic(s: State, player: int) -> None:
    s.tactic_count -= 1
    card = s.tactic_pile[s.tactic_count]
    s.tactic_pile[s.tactic_count] = NO_CARD
    add_to_hand(s, player, card)


@rule
def discard(s: State, card: int) -> None:
    """Lay a card face up on the discards (IMP-34)."""
    s.discards[s.discard_count] = card
    s.discard_count += 1
    s.where[card] = Place.DISCARDED
