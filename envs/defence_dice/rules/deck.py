"""The enemy deck: its top, its bottom, what comes back to it, how many cards are due (DEF-2, DEF-7, DEF-22)."""

from __future__ import annotations

from dicedeck.envs.core.cards import NO_CARD
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, shuffle
from dicedeck.envs.defence_dice.cards import NONE, SEGMENT_ORDER, Segment
from dicedeck.envs.defence_dice.state import State


@rule
def reveals_due(s: State) -> int:
    """Cards that the next Enemies-appear step reveals: 1, 1 more for each joker out, less what holds them back."""
    return 0 if s.frost else max(1 + s.jokers_out - s.barricade, 0)


@rule
def top_segment(s: State) -> int:
    """The Segment that the top card belongs to; NONE when only known cards are left."""
    for k in range(len(SEGMENT_ORDER)):
        if s.segments[SEGMENT_ORDER[k]] > 0:
            return int(SEGMENT_ORDER[k])
    return NONE


@rule
def take_top(s: State) -> int:
    """Take the top card off the deck."""
    segment = top_segment(s)
    if segment == NONE:
        s.known_bottom -= 1
    else:
        s.segments[segment] -= 1
    s.known_top = False
    s.deck_count -= 1
    card = int(s.deck[s.deck_count])
    s.deck[s.deck_count] = NO_CARD
    return card


@rule
def put_at_bottom(s: State, card: int) -> None:
    """Put a card that the player has seen under the deck (Scout)."""
    for k in range(s.deck_count, 0, -1):
        s.deck[k] = s.deck[k - 1]
    s.deck[0] = card
    s.deck_count += 1
    s.known_bottom += 1


@rule
def put_back_overkill(s: State) -> None:
    """Shuffle the overkill pile and put it on top (DEF-22). No joker is revealed while some of it is still there."""
    for k in range(s.overkill_count):
        s.deck[s.deck_count + k] = s.overkill[k]
        s.overkill[k] = NO_CARD
    shuffle(s.rng[DEAL], s.deck[s.deck_count : s.deck_count + s.overkill_count], s.overkill_count)
    s.deck_count += s.overkill_count
    s.segments[Segment.RESHUFFLED] += s.overkill_count
    s.overkill_count = 0
