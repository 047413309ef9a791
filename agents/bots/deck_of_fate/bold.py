"""The bold bot: always the highest value, first to step forward, and no thought for the morrow."""

from __future__ import annotations

from dicedeck.agents.bots.deck_of_fate.worth import drawn_worth, worst_in_hand
from dicedeck.envs.core.dtypes import Array, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.actions import (
    A_ACCEPT,
    A_BOOST,
    A_CHARIOT,
    A_DIFFICULTY,
    A_DISCARD,
    A_DONE,
    A_FORWARD,
    A_HEAL,
    A_KEEP,
    A_PICK,
    A_PLAY,
    A_REDRAW,
    A_TURN,
)
from dicedeck.envs.deck_of_fate.cards import (
    DIFFICULTY_NUMBER,
    N_CARDS,
    NO_CARD,
    NONE,
    PLAYED_NUMBER,
    SUIT,
    SUIT_BONUS,
    SUIT_OF_STAT,
)
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.checking import is_ahead, stat_of, total_bonus
from dicedeck.envs.deck_of_fate.rules.legal import legal
from dicedeck.envs.deck_of_fate.state import Place, State


@rule
def choose_bold(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """A legal action of the player to move."""
    mask[:] = 0
    legal(s, mask)
    action = wish_boldly(s, mask)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask)


@rule
def first_legal(mask: Mask) -> int:
    for action in range(mask.shape[0]):
        if mask[action]:
            return action
    return NONE


@rule
def wish_boldly(s: State, mask: Mask) -> int:
    """What it would like to do; NONE where it does not care."""
    if s.phase == Phase.FREE:
        return A_HEAL if mask[A_HEAL] else A_DONE
    if s.phase == Phase.PLAY or s.phase == Phase.RETRY:
        return A_PLAY + highest_value(s, s.player)
    if s.phase == Phase.REACT:
        return react_boldly(s, mask)
    if s.phase == Phase.DIFFICULTY:
        return easiest_difficulty(s)
    if s.phase == Phase.VOLUNTEER:
        return A_FORWARD
    if s.phase == Phase.KEEP:
        return A_KEEP + highest_value(s, s.player)
    if s.phase == Phase.COST or s.phase == Phase.DISCARD or s.phase == Phase.CYCLE or s.phase == Phase.LOSS:
        return A_DISCARD + worst_in_hand(s, s.player)
    if s.phase == Phase.WHEEL or s.phase == Phase.JUDGEMENT or s.phase == Phase.MASTER_LOSS:
        return best_pick(s, mask)
    return NONE


@rule
def value_of(s: State, seat: int, card: int) -> int:
    """Number, stat and bonuses that do not depend on the difficulty."""
    if s.check == NONE:
        return int(PLAYED_NUMBER[card])
    stat = stat_of(s.check)
    bonus = SUIT_BONUS if not s.simple and SUIT[card] == SUIT_OF_STAT[stat] else 0
    return int(PLAYED_NUMBER[card]) + bonus + total_bonus(s, seat, stat, card)


@rule
def highest_value(s: State, seat: int) -> int:
    """The hand card with the highest value."""
    best = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + seat:
            if best == NO_CARD or value_of(s, seat, card) > value_of(s, seat, best):
                best = card
    return best


@rule
def react_boldly(s: State, mask: Mask) -> int:
    """Whatever may still save the check."""
    if is_ahead(s):
        return A_ACCEPT
    for action in (A_REDRAW, A_CHARIOT, A_BOOST):
        if mask[action]:
            return action
    return A_ACCEPT


@rule
def easiest_difficulty(s: State) -> int:
    """The lowest card on Temperance, if it is below ten."""
    best = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == Place.ON_TEMPERANCE:
            if best == NO_CARD or DIFFICULTY_NUMBER[card] < DIFFICULTY_NUMBER[best]:
                best = card
    return A_DIFFICULTY + best if DIFFICULTY_NUMBER[best] < 10 else A_TURN


@rule
def best_pick(s: State, mask: Mask) -> int:
    """The card that is worth most: drawn by the Wheel, else as a number."""
    best = NO_CARD
    for card in range(N_CARDS):
        if mask[A_PICK + card] and (best == NO_CARD or pick_worth(s, card) > pick_worth(s, best)):
            best = card
    return A_PICK + best


@rule
def pick_worth(s: State, card: int) -> float:
    return drawn_worth(s, card) if s.phase == Phase.WHEEL else float(PLAYED_NUMBER[card])
