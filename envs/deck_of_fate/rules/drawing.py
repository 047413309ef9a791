"""Drawing cards one at a time, with their effects, and filling hands (FATE-5, FATE-24 to FATE-42, FATE-48)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.cards import DEATH, FOOL, HANGED, NO_CARD, NONE, WHEN_DRAWN, Drawn
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import discard, discard_hand, move, put_into_fate, take_top
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.fool import end_fortunes, start_reset
from dicedeck.envs.deck_of_fate.rules.life import lives
from dicedeck.envs.deck_of_fate.state import Place, State, Task


@rule
def draw_top(s: State, seat: int) -> None:
    take_effect(s, seat, take_top(s))


@rule
def take_effect(s: State, seat: int, card: int) -> None:
    """The PC has drawn the card: into the hand, or what it does when drawn."""
    kind = WHEN_DRAWN[s.simple, card]
    if kind == Drawn.NOTHING:
        move(s, card, Place.HAND + seat)
    elif kind == Drawn.FOOL:
        draw_fool(s)
    elif kind == Drawn.FATE:
        put_into_fate(s, seat, card)
    elif kind == Drawn.HANGED:
        put_out(s, HANGED)
        push(s, Task.DISCARD, seat, 1)
        push(s, Task.DRAW, seat, 2)
    elif kind == Drawn.DEATH:
        put_out(s, DEATH)
        discard_hand(s, seat)
        push(s, Task.DRAW, seat, s.vp[seat])
    else:
        discard(s, card)
        if kind == Drawn.DEVIL:
            push(s, Task.LOSE, seat, 1)
        elif kind == Drawn.STAR:
            s.luck[seat] = 1
        else:
            s.misfortune[seat] = 1


@rule
def draw_fool(s: State) -> None:
    """A reset; with ``late_fool`` only the end of all fortunes (FATE-24, FATE-59)."""
    discard(s, FOOL)
    if s.late_fool:
        end_fortunes(s)
    else:
        start_reset(s)


@rule
def put_out(s: State, card: int) -> None:
    """Discard a card whose effect begins; with ``late_fool`` when it is over: a reset leaves it out (FATE-59)."""
    if s.late_fool:
        move(s, card, Place.RESOLVING)
        push(s, Task.PUT_AWAY, NONE, card)
    else:
        discard(s, card)


@rule
def may_reach_deck(s: State) -> bool:
    """Whether a card can be had from the deck, if need be after a reset."""
    return bool(s.deck_count > 0 or s.late_fool)


@rule
def is_reset_due(s: State) -> bool:
    """A card is wanted and the deck is empty: the reset comes first, then what is on top of the tasks (FATE-59)."""
    if s.deck_count > 0:
        return False
    start_reset(s)
    return True


@rule
def draw_cards(s: State, seat: int, amount: int) -> None:
    """DRAW: the next of several cards. The Fool counts as none (FATE-24)."""
    if amount <= 0 or not lives(s, seat) or not may_reach_deck(s):
        return
    fool_comes = s.deck_count == 0 or s.deck[s.deck_count - 1] == FOOL
    if fool_comes or amount > 1:
        push(s, Task.DRAW, seat, amount - int(not fool_comes))
    if not is_reset_due(s):
        draw_top(s, seat)


@rule
def fill_hands(s: State, seat: int) -> None:
    """FILL: one more card for the first PC from the seat on whose hand is below VP (FATE-5)."""
    while seat < s.pcs and s.hand_count[seat] >= s.vp[seat]:
        if s.thief == seat:
            s.thief = NONE
        seat += 1
    if seat == s.pcs or not may_reach_deck(s):
        s.thief = NONE
        return
    push(s, Task.FILL, seat, 0)
    if s.thief == seat:
        s.thief = NONE
        push(s, Task.DISCARD, seat, 1)
        push(s, Task.DRAW, seat, 2)
    elif not is_reset_due(s):
        draw_top(s, seat)


@rule
def redraw(s: State, seat: int) -> None:
    """REDRAW: as many as were counted, or VP if that is lower (FATE-24)."""
    while seat < s.pcs and s.hand_count[seat] >= min(s.counted[seat], s.vp[seat]):
        seat += 1
    if seat < s.pcs and s.deck_count > 0:
        push(s, Task.REDRAW, seat, 0)
        draw_top(s, seat)
    else:
        s.counted[:] = 0


@rule
def ask_discard(s: State, seat: int) -> None:
    """DISCARD: one card of the own choice."""
    if lives(s, seat) and s.hand_count[seat] > 0:
        decide_next(s, Phase.DISCARD, seat)


@rule
def open_hand(s: State, seat: int, first: int) -> None:
    """OPENING: the next dealt card of the PC that is still there takes effect (FATE-4)."""
    for k in range(first, s.dealt.shape[1]):
        card = s.dealt[seat, k]
        s.dealt[seat, k] = NO_CARD
        if card == NO_CARD or s.places[card] != Place.HAND + seat:
            continue
        if WHEN_DRAWN[s.simple, card] != Drawn.NOTHING:
            push(s, Task.OPENING, seat, k + 1)
            take_effect(s, seat, card)
            return
    if seat + 1 < s.pcs:
        push(s, Task.OPENING, seat + 1, 0)
