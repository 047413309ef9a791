"""What a player can say of the next difficulty, and the chances of each card that follow, exactly (FATE-14, FATE-60).

The deck's top card is known, or it is one of the cards whose place the player does not know: cards that take effect
when drawn are then surely in the deck, each other one is as likely as the next. With ``late_fool`` and an empty deck
the cards that the reset would shuffle are taken instead.
"""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.cards import FOOL, N_CARDS, THRESHOLD, TOWER, WHEN_DRAWN, WORLD, Drawn
from dicedeck.envs.deck_of_fate.rules.cards_in_play import in_fate
from dicedeck.envs.deck_of_fate.rules.checking import total_bonus
from dicedeck.envs.deck_of_fate.rules.fool import goes_back
from dicedeck.envs.deck_of_fate.rules.hidden import is_known, is_unopened
from dicedeck.envs.deck_of_fate.state import Place, State

SURE = 1024
"""Weight of a card that is surely among the unknown cards of the deck; the others weigh 1."""


@rule
def weigh_deck(s: State, player: int, weights: Ints, chances: Floats) -> None:
    """Weights of all cards as the next difficulty; chances[0] is that of a card of weight 1, chances[1] of SURE."""
    weights[:] = 0
    if s.deck_count == 0:
        weigh_reset(s, weights, chances)
        return
    top = s.deck[s.deck_count - 1]
    if is_known(s, player, top):
        weights[top] = 1
        chances[0] = 1
        chances[1] = 0
        return
    slots = 0
    plain = 0
    sure = 0
    for card in range(N_CARDS):
        if s.places[card] >= Place.FATE or is_known(s, player, card):
            continue
        if WHEN_DRAWN[s.simple, card] != Drawn.NOTHING:
            weights[card] = SURE
            sure += 1
        else:
            weights[card] = 1
            plain += 1
        slots += int(s.places[card] == Place.DECK or is_unopened(s, card))
    chances[1] = 1 / slots
    chances[0] = (1 - sure / slots) / plain if plain > 0 else 0.0


@rule
def weigh_reset(s: State, weights: Ints, chances: Floats) -> None:
    """The deck is empty: any card that goes back, and the Fool, which is shuffled in when hands are drawn again."""
    n = 0
    drawn = 0
    for card in range(N_CARDS):
        if goes_back(s, card) and card != FOOL:
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
    row = THRESHOLD[s.simple, stat, card]
    total = 0
    for difficulty in range(N_CARDS):
        total += weights[difficulty] * int(row[difficulty] <= bonus)
    return min(chance_of_weight(total, chances), 1.0)
