"""Setting up a game (FATE-1 to FATE-4)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow, shuffle
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.cards import FOOL, N_CARDS, N_STATS, NO_CARD, NONE
from dicedeck.envs.deck_of_fate.classes import CLASS_MP, CLASS_STAT, CLASS_VP, N_CLASSES, STAT_VALUES
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import move, put_on_top, shuffle_deck, take_top
from dicedeck.envs.deck_of_fate.rules.turn import settle
from dicedeck.envs.deck_of_fate.state import Place, State, Task


@rule
def setup(s: State) -> None:
    """Characters, opening hands with their effects, then the Fool comes in and the first check is drawn."""
    clear(s)
    for seat in range(s.pcs):
        make_character(s, seat)
    deal(s)
    s.phase = Phase.RESOLVING
    push(s, Task.NEW_CHECK, 0, 0)
    push(s, Task.FOOL_IN, 0, 0)
    push(s, Task.FILL, 0, 0)
    push(s, Task.OPENING, 0, 0)
    settle(s)


@rule
def clear(s: State) -> None:
    """All cards discarded, no character, no check."""
    s.deck[:] = NO_CARD
    s.places[:] = Place.DISCARD
    s.dealt[:] = NO_CARD
    s.last_checker = NONE
    s.check = NONE
    s.offered[:] = NONE
    s.window = NONE
    s.checker = NONE
    s.played = NO_CARD
    s.difficulty = NO_CARD
    s.thief = NONE
    s.aim = NONE


@rule
def make_character(s: State, seat: int) -> None:
    """Class and stats as the options have them, or drawn (FATE-2, FATE-3)."""
    s.vocation[seat] = s.wished_class[seat]
    if s.vocation[seat] == NONE:
        s.vocation[seat] = randbelow(s.rng[DEAL], N_CLASSES)
    given = False
    for stat in range(N_STATS):
        s.stats[seat, stat] = s.wished_stats[seat, stat]
        given |= s.stats[seat, stat] != 0
    if not given:
        for stat in range(N_STATS):
            s.stats[seat, stat] = STAT_VALUES[stat]
        shuffle(s.rng[DEAL], s.stats[seat], N_STATS)
    s.stats[seat, CLASS_STAT[s.vocation[seat]]] += 1
    s.max_vp[seat] = CLASS_VP[s.vocation[seat]]
    s.vp[seat] = s.max_vp[seat]
    s.mp[seat] = CLASS_MP[s.vocation[seat]]


@rule
def deal(s: State) -> None:
    """VP cards for each PC, without the Fool (FATE-4)."""
    move(s, FOOL, Place.ASIDE)
    for card in range(N_CARDS):
        if card != FOOL:
            move(s, card, Place.DECK)
            put_on_top(s, card)
    shuffle_deck(s)
    for seat in range(s.pcs):
        for k in range(s.vp[seat]):
            card = take_top(s)
            move(s, card, Place.HAND + seat)
            s.dealt[seat, k] = card
