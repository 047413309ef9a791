"""The reset by the Fool (FATE-24, FATE-59)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.cards import FOOL, N_CARDS, TEMPERANCE
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import move, put_on_top, shuffle_deck, shuffle_in
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.knowledge import is_known_to_all
from dicedeck.envs.deck_of_fate.state import Place, State, Task


@rule
def start_reset(s: State) -> None:
    """Put the Fool, which lies among the discards, aside and count the hands; the rest are tasks."""
    if s.places[FOOL] == Place.DISCARD:
        move(s, FOOL, Place.ASIDE)
        push(s, Task.FOOL_IN, 0, 0)
    for seat in range(s.pcs):
        s.counted[seat] = s.hand_count[seat]
    push(s, Task.REDRAW, 0, 0)
    push(s, Task.KEEP, 0, 0)


@rule
def ask_keep(s: State, seat: int) -> None:
    """KEEP: the next lucky PC chooses a card to keep; after the last one all is shuffled."""
    while seat < s.pcs and (s.luck[seat] == 0 or s.hand_count[seat] == 0):
        seat += 1
    if seat < s.pcs:
        push(s, Task.KEEP, seat + 1, 0)
        decide_next(s, Phase.KEEP, seat)
    else:
        shuffle_all(s)


@rule
def shuffle_all(s: State) -> None:
    """Hands, current fate and discards go into the deck; kept cards come back to their hands."""
    if not s.late_fool:
        end_fortunes(s)
    for card in range(N_CARDS):
        if goes_back(s, card):
            move(s, card, Place.DECK)
            put_on_top(s, card)
    shuffle_deck(s)
    for card in range(N_CARDS):
        place = s.places[card]
        if place >= Place.KEPT and place < Place.FATE:
            move(s, card, place - Place.KEPT + Place.HAND)


@rule
def goes_back(s: State, card: int) -> bool:
    """Whether a reset shuffles the card into the deck. What is played or being resolved stays out in a late one."""
    place = s.places[card]
    if place == Place.ON_TEMPERANCE:
        return not (s.late_fool and s.places[TEMPERANCE] == Place.RESOLVING)
    if place == Place.RESOLVING:
        return not s.late_fool
    return bool(place == Place.DISCARD or (place >= Place.HAND and place < Place.KEPT) or place >= Place.FATE)


@rule
def end_fortunes(s: State) -> None:
    """Luck and misfortune last until the Fool comes (FATE-23)."""
    for seat in range(s.pcs):
        s.luck[seat] = 0
        s.misfortune[seat] = 0


@rule
def put_fool_in(s: State) -> None:
    """FOOL_IN."""
    shuffle_in(s, FOOL)


@rule
def keep(s: State, card: int) -> None:
    """The card is kept with luck: secretly, unless all know that it is there (FATE-60).

    Whoever knew some of the hand is not sure any more what is left of it.
    """
    openly = is_known_to_all(s, card)
    for other in range(N_CARDS):
        if s.places[other] == Place.HAND + s.player and not is_known_to_all(s, other):
            s.known[other] = 0
    known = s.known[card] if openly else 0
    move(s, card, Place.KEPT + s.player)
    s.known[card] = known
