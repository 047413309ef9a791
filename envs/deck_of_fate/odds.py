"""What a player can say of the next difficulty, and the chances of each card that follow, exactly (FATE-14, FATE-60).

The deck's top card is known, or it is one of the cards whose place the player does not know: cards that take effect
when drawn are then surely in the deck, each other one is as likely as the next. With ``late_fool`` and an empty deck
the cards that the reset would shuffle are taken instead.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.cards import FOOL, N_CARDS, NONE, THRESHOLD, TOWER, WHEN_DRAWN, WORLD, Drawn
from dicedeck.envs.deck_of_fate.classes import MOST_PCS
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import in_fate
from dicedeck.envs.deck_of_fate.rules.checking import stat_of, total_bonus
from dicedeck.envs.deck_of_fate.rules.fool import goes_back
from dicedeck.envs.deck_of_fate.rules.hidden import is_unopened
from dicedeck.envs.deck_of_fate.rules.knowledge import is_known
from dicedeck.envs.deck_of_fate.state import Place, State

SURE = 1024
"""Weight of a card that is surely among the unknown cards of the deck; the others weigh 1."""
UNIT = np.where(WHEN_DRAWN != Drawn.NOTHING, SURE, 1).astype(np.int32)


@rule
def weigh_deck(s: State, player: int, weights: Ints, chances: Floats) -> None:
    """Weights of all cards as the next difficulty; chances[0] is that of a card of weight 1, chances[1] of SURE."""
    if s.deck_count == 0:
        weigh_reset(s, player, weights, chances)
        return
    top = s.deck[s.deck_count - 1]
    if s.known[top] >> player & 1:
        weights[:] = 0
        weights[top] = 1
        chances[0] = 1
        chances[1] = 0
        return
    own = own_hand(s, player)
    last = Place.HAND if s.open_hands and player != s.pcs else Place.FATE
    total = 0
    slots = 0
    for card in range(N_CARDS):
        place = s.places[card]
        elsewhere = (place >= Place.HAND) & (place < last) & (place != own) & (place != own + MOST_PCS)
        unknown = int((place == Place.DECK) | elsewhere) & ~(s.known[card] >> player)
        weights[card] = unknown * UNIT[s.simple, card]
        total += weights[card]
        slots += unknown * int(place == Place.DECK)
    if s.checks == 0:
        slots += unopened_cards(s, weights)
    plain = total % SURE
    chances[1] = 1 / max(slots, 1)
    chances[0] = (1 - total // SURE / max(slots, 1)) / plain if plain > 0 else 0.0


@rule
def own_hand(s: State, player: int) -> int:
    """The place of the hand that the player sees of right; NONE for a master that chooses from none."""
    if player < s.pcs:
        return int(Place.HAND + player)
    return int(Place.HAND + s.aim) if s.phase == Phase.MASTER_LOSS else NONE


@rule
def unopened_cards(s: State, weights: Ints) -> int:
    """Unknown cards of opening hands whose turn has not come: they may be any card, as those of the deck."""
    n = 0
    for card in range(N_CARDS):
        n += int(weights[card] > 0 and s.places[card] != Place.DECK and is_unopened(s, card))
    return n


@rule
def weigh_reset(s: State, player: int, weights: Ints, chances: Floats) -> None:
    """The deck is empty: any card that goes back, and the Fool, which is shuffled in when hands are drawn again.

    Which card another PC has kept is not known, so all of its hand may come.
    """
    weights[:] = 0
    n = 0
    drawn = 0
    for card in range(N_CARDS):
        kept = s.places[card] >= Place.KEPT and s.places[card] < Place.FATE and not is_known(s, player, card)
        if (kept or goes_back(s, card)) and card != FOOL:
            weights[card] = 1
            n += 1
    for seat in range(s.pcs):
        drawn += s.hand_count[seat]
    weights[FOOL] = SURE
    chances[1] = 1 / (max(n - drawn, 0) + 1)
    chances[0] = (1 - chances[1]) / max(n, 1)


@rule
def chance_of_weight(weight: int, chances: Floats) -> float:
    return float((weight % SURE) * chances[0] + (weight // SURE) * chances[1])


@rule
def chance_of_card(s: State, seat: int, stat: int, card: int, weights: Ints, chances: Floats) -> float:
    """That the PC's check with this card succeeds against the next difficulty."""
    if in_fate(s, seat, WORLD):
        return 1.0
    if in_fate(s, seat, TOWER):
        return chance_of_weight(weights[FOOL], chances)
    bonus = total_bonus(s, seat, stat, card)
    total = 0
    for difficulty in range(N_CARDS):
        total += weights[difficulty] * int(THRESHOLD[s.simple, stat, card, difficulty] <= bonus)
    return min(chance_of_weight(total, chances), 1.0)


@rule
def chances_of_hand(s: State, player: int, weights: Ints, chances: Floats, cards: Ints, wins: Floats) -> int:
    """List the cards of a PC's hand with their chances in the check in hand. Returns how many there are."""
    n = 0
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + player:
            cards[n] = card
            n += 1
    stat = stat_of(s.check)
    for k in range(n):
        wins[k] = chance_of_card(s, player, stat, cards[k], weights, chances)
    return n
