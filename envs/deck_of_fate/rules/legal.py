"""What a player may do."""

from __future__ import annotations

from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.actions import (
    A_ACCEPT,
    A_ARRANGE,
    A_BLESS,
    A_BOOST,
    A_BOTTOM,
    A_CHARIOT,
    A_CHECK,
    A_CLEANSE,
    A_CYCLE,
    A_DECLINE,
    A_DIFFICULTY,
    A_DISCARD,
    A_DONE,
    A_FORWARD,
    A_HEAL,
    A_HERMIT,
    A_JUDGEMENT,
    A_JUSTICE,
    A_KEEP,
    A_KEEP_NONE,
    A_LEAVE,
    A_PEEK,
    A_PICK,
    A_PLAY,
    A_RAISE,
    A_REDRAW,
    A_RETRY,
    A_STRENGTH,
    A_SUN,
    A_SWAP,
    A_TEMPERANCE,
    A_TURN,
    A_WHEEL,
)
from dicedeck.envs.deck_of_fate.cards import (
    CHARIOT,
    HERMIT,
    JUDGEMENT,
    JUSTICE,
    N_CARDS,
    N_STATS,
    STRENGTH,
    SUN,
    TEMPERANCE,
    WHEEL,
)
from dicedeck.envs.deck_of_fate.classes import ALCHEMIST, MONK, SHAMAN
from dicedeck.envs.deck_of_fate.options import MOST_FREE, OFFERED, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import in_fate, in_hand
from dicedeck.envs.deck_of_fate.rules.checking import may_redraw, may_retry, may_swap
from dicedeck.envs.deck_of_fate.rules.drawing import may_reach_deck
from dicedeck.envs.deck_of_fate.rules.free import RAISE_COST, is_recoverable
from dicedeck.envs.deck_of_fate.rules.incidents import is_last_asked
from dicedeck.envs.deck_of_fate.state import Place, State


@rule
def legal(s: State, mask: Mask) -> None:
    """Set mask[action] = 1 for every legal action."""
    if s.phase == Phase.FREE:
        allow_free(s, s.player, mask)
    elif s.phase == Phase.REACT:
        allow_reactions(s, mask)
    elif s.phase == Phase.PLAY or s.phase == Phase.RETRY:
        allow_cards(s, Place.HAND + s.player, A_PLAY, mask)
    elif s.phase == Phase.DIFFICULTY:
        allow_cards(s, Place.ON_TEMPERANCE, A_DIFFICULTY, mask)
        mask[A_TURN] = 1
    elif s.phase == Phase.VOLUNTEER:
        mask[A_FORWARD] = 1
        mask[A_DECLINE] = not is_last_asked(s)
    elif s.phase == Phase.CHECK:
        mask[A_CHECK : A_CHECK + OFFERED] = 1
    else:
        allow_choices(s, mask)


@rule
def allow_cards(s: State, place: int, first: int, mask: Mask) -> None:
    """``first`` + card for every card that lies there."""
    for card in range(N_CARDS):
        mask[first + card] = s.places[card] == place


@rule
def allow_choices(s: State, mask: Mask) -> None:
    """Choices inside an effect."""
    if s.phase == Phase.KEEP:
        allow_cards(s, Place.HAND + s.player, A_KEEP, mask)
        mask[A_KEEP_NONE] = 1
    elif s.phase == Phase.MASTER_LOSS:
        allow_cards(s, Place.HAND + s.aim, A_PICK, mask)
    elif s.phase == Phase.SUN:
        allow_cards(s, Place.FATE + s.aim, A_PICK, mask)
    elif s.phase == Phase.JUDGEMENT:
        for card in range(N_CARDS):
            mask[A_PICK + card] = is_recoverable(s, card)
    elif s.phase >= Phase.HERMIT and s.phase <= Phase.PEEK:
        allow_look(s, mask)
    else:
        allow_cards(s, Place.HAND + s.player, A_DISCARD, mask)


@rule
def allow_look(s: State, mask: Mask) -> None:
    """Hermit: top or bottom; Wheel: take one; alchemist: top; shaman: leave or bottom."""
    for slot in range(s.deck_count - s.looking, s.deck_count - s.placed):
        card = s.deck[slot]
        mask[A_PICK + card] = s.phase != Phase.PEEK
        mask[A_BOTTOM + card] = s.phase == Phase.HERMIT or s.phase == Phase.PEEK
    mask[A_LEAVE] = s.phase == Phase.PEEK


# ---------------------------------------------------------------- free actions


@rule
def allow_free(s: State, seat: int, mask: Mask) -> None:
    """Nothing without a target or without a change (FATE-55a, FATE-57)."""
    mask[A_DONE] = 1
    if s.free_actions >= MOST_FREE:
        return
    allow_miracles(s, seat, mask)
    if not s.simple:
        allow_effects(s, seat, mask)
        allow_sun(s, seat, mask)


@rule
def allow_miracles(s: State, seat: int, mask: Mask) -> None:
    """What miracle points buy (FATE-8, FATE-9, FATE-11, FATE-46, FATE-47, FATE-50)."""
    if s.mp[seat] == 0:
        return
    mask[A_HEAL] = s.vp[seat] < s.max_vp[seat]
    mask[A_CYCLE] = s.hand_count[seat] > 0
    if s.mp[seat] >= RAISE_COST:
        mask[A_RAISE : A_RAISE + N_STATS] = 1
    if s.vocation[seat] == SHAMAN:
        mask[A_PEEK] = may_reach_deck(s)
    elif s.vocation[seat] == ALCHEMIST:
        mask[A_ARRANGE] = may_reach_deck(s)
    elif s.vocation[seat] == MONK:
        for other in range(s.pcs):
            mask[A_BLESS + other] = s.vp[other] > 0 and s.luck[other] == 0
            mask[A_CLEANSE + other] = s.vp[other] > 0 and s.misfortune[other] != 0


@rule
def allow_effects(s: State, seat: int, mask: Mask) -> None:
    """Cards of the hand that are discarded for an effect, and Temperance."""
    mask[A_HERMIT] = in_hand(s, seat, HERMIT) and may_reach_deck(s)
    mask[A_WHEEL] = in_hand(s, seat, WHEEL) and may_reach_deck(s)
    mask[A_TEMPERANCE] = in_hand(s, seat, TEMPERANCE) and may_reach_deck(s)
    for other in range(s.pcs):
        if s.vp[other] > 0:
            mask[A_STRENGTH + other] = in_hand(s, seat, STRENGTH) and s.vp[other] < s.max_vp[other]
            mask[A_JUSTICE + other] = in_hand(s, seat, JUSTICE)
    if in_hand(s, seat, JUDGEMENT):
        for card in range(N_CARDS):
            if is_recoverable(s, card):
                mask[A_JUDGEMENT] = 1


@rule
def allow_sun(s: State, seat: int, mask: Mask) -> None:
    """A PC with a card in current fate (FATE-39)."""
    if in_hand(s, seat, SUN) and not s.simple:
        for card in range(N_CARDS):
            if s.places[card] >= Place.FATE:
                mask[A_SUN + s.places[card] - Place.FATE] = 1


# ---------------------------------------------------------------- reactions


@rule
def allow_reactions(s: State, mask: Mask) -> None:
    """After the difficulty is turned, before the outcome stands (FATE-10, FATE-18, FATE-28, FATE-39)."""
    seat = s.checker
    mask[A_ACCEPT] = 1
    mask[A_BOOST] = s.mp[seat] > 0
    mask[A_CHARIOT] = in_fate(s, seat, CHARIOT)
    mask[A_REDRAW] = may_redraw(s)
    mask[A_SWAP] = may_swap(s)
    mask[A_RETRY] = may_retry(s)
    allow_sun(s, seat, mask)
