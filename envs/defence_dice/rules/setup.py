"""Setting up a game (DEF-1 to DEF-5)."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_CARDS, NO_CARD
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import FULL_HP, NONE, PILE_A, PILE_B, PILE_C, START_XP, Phase, Segment
from dicedeck.envs.defence_dice.characters import DICE
from dicedeck.envs.defence_dice.rules.dice import roll_dice
from dicedeck.envs.defence_dice.rules.hidden import resample
from dicedeck.envs.defence_dice.state import State


@rule
def setup(s: State) -> None:
    """The deck in three piles, no enemy on the field, all dice rolled for the first Design."""
    clear(s)
    stack_deck(s)
    s.xp = START_XP
    roll_dice(s, DICE[s.character])


@rule
def clear(s: State) -> None:
    """An empty table: no deck, no dice, no XP."""
    s.phase = Phase.DESIGN
    s.window = Phase.DESIGN
    s.rounds = 1
    s.deck[:] = NO_CARD
    s.tracks[:] = NO_CARD
    s.track_order[:] = NONE
    for card in range(len(FULL_HP)):
        s.hp_left[card] = FULL_HP[card]
    s.target_card = NONE
    s.target_skill = NONE
    s.active = NONE
    s.pick = NONE
    s.pens[:] = NO_CARD
    s.prisoners[:] = NO_CARD
    s.overkill[:] = NO_CARD


@rule
def stack_deck(s: State) -> None:
    """17 cards and a joker, 17 cards and the other joker on them, 18 cards on top (DEF-2)."""
    for card in range(N_CARDS):
        s.deck[card] = card
    s.deck_count = N_CARDS
    s.segments[Segment.A] = PILE_A
    s.segments[Segment.B] = PILE_B
    s.segments[Segment.C] = PILE_C
    resample(s, 0)
