"""Looking at the deck's top cards and moving them (FATE-30, FATE-31, FATE-46, FATE-47)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.options import LOOK, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import put_under, take_out
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.drawing import is_reset_due, may_reach_deck, take_effect
from dicedeck.envs.deck_of_fate.rules.life import lives
from dicedeck.envs.deck_of_fate.state import State, Task


@rule
def start_look(s: State, seat: int, phase: int) -> None:
    """LOOK: the PC sees the top cards. Where it may move them, what others knew of them is gone (FATE-60)."""
    if not lives(s, seat) or not may_reach_deck(s):
        return
    if s.deck_count == 0:
        push(s, Task.LOOK, seat, phase)
        is_reset_due(s)
        return
    s.looking = min(1 if phase == Phase.PEEK else LOOK, s.deck_count)
    s.placed = 0
    for k in range(s.looking):
        card = s.deck[s.deck_count - 1 - k]
        if phase != Phase.PEEK:
            s.known[card] = 0
        s.known[card] |= 1 << seat
    decide_next(s, phase, seat)


@rule
def is_looked_at(s: State, slot: int) -> bool:
    """Whether the card at this place of the deck's row is looked at and not put back yet."""
    return bool(slot >= s.deck_count - s.looking and slot < s.deck_count - s.placed)


@rule
def slot_of(s: State, card: int) -> int:
    """The place in the deck's row of a card that is looked at."""
    slot = s.deck_count - 1 - s.placed
    while s.deck[slot] != card:
        slot -= 1
    return int(slot)


@rule
def put_back(s: State, card: int) -> None:
    """``pick``: the next one from the top."""
    slot = slot_of(s, card)
    last = s.deck_count - 1 - s.placed
    for k in range(slot, last):
        s.deck[k] = s.deck[k + 1]
    s.deck[last] = card
    s.placed += 1


@rule
def bury(s: State, card: int) -> None:
    """``bottom``: under the deck, where only the one who looks knows it."""
    slot = slot_of(s, card)
    take_out(s, slot)
    put_under(s, card)
    s.known[card] = 1 << s.player
    s.looking -= 1


@rule
def take_from_look(s: State, seat: int, card: int) -> None:
    """Wheel of Fortune: the card is drawn, the others stay in order (FATE-31)."""
    take_out(s, slot_of(s, card))
    stop_look(s)
    take_effect(s, seat, card)


@rule
def look_on(s: State, phase: int) -> None:
    """Until all cards are put back."""
    if s.placed < s.looking:
        decide_next(s, phase, s.player)
    else:
        stop_look(s)


@rule
def stop_look(s: State) -> None:
    s.looking = 0
    s.placed = 0
