"""What the player cannot know, drawn anew: the order of the deck (DEF-2, DEF-22).

Known are the cards of the deck as a set; which of them were shuffled back on top; the sizes of the piles C, B and A, so
that a joker still to come lies in A, and another one in B; and what Scout has shown on top or put at the bottom.
"""

from __future__ import annotations

from dicedeck.envs.core.cards import is_joker
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow, shuffle
from dicedeck.envs.defence_dice.cards import NONE, Segment
from dicedeck.envs.defence_dice.rules.deck import top_segment
from dicedeck.envs.defence_dice.state import State


@rule
def resample(s: State, player: int) -> None:
    """Redraw the order of the deck from the record's random numbers, as far as the player does not know it."""
    last = s.deck_count - s.segments[Segment.RESHUFFLED]
    size_a = s.segments[Segment.A]
    size_b = s.segments[Segment.B]
    seen = NONE
    if s.known_top:
        seen = top_segment(s)
        size_a -= int(seen == Segment.A)
        size_b -= int(seen == Segment.B)
    if last < s.deck_count:
        redraw(s, last, s.deck_count - s.known_top, 0, 0)
    redraw(s, s.known_bottom, last - int(seen == Segment.A or seen == Segment.B or seen == Segment.C), size_a, size_b)


@rule
def redraw(s: State, first: int, last: int, size_a: int, size_b: int) -> None:
    """Shuffle deck[first .. last-1]; its one joker falls among the lowest ``size_a``, a second one among the next."""
    sort_cards(s, first, last)
    jokers = 0
    while last - jokers > first and is_joker(s.deck[last - 1 - jokers]):
        jokers += 1
    shuffle(s.rng[DEAL], s.deck[last - jokers : last], jokers)
    shuffle(s.rng[DEAL], s.deck[first : last - jokers], last - first - jokers)
    if jokers == 0:
        return
    in_a = s.deck[last - 1]
    in_b = s.deck[last - jokers]
    place_a = first + randbelow(s.rng[DEAL], size_a)
    place_b = first + size_a + randbelow(s.rng[DEAL], size_b) if jokers == 2 else NONE
    source = last - jokers
    for k in range(last - 1, first - 1, -1):
        if k == place_a:
            s.deck[k] = in_a
        elif k == place_b:
            s.deck[k] = in_b
        else:
            source -= 1
            s.deck[k] = s.deck[source]


@rule
def sort_cards(s: State, first: int, last: int) -> None:
    """Ascending, so that nothing of their true order is left."""
    for k in range(first + 1, last):
        card = s.deck[k]
        slot = k
        while slot > first and s.deck[slot - 1] > card:
            s.deck[slot] = s.deck[slot - 1]
            slot -= 1
        s.deck[slot] = card
