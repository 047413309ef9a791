"""The threshold bot: chances of success against what is at stake and what a card or a point is worth later."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.deck_of_fate.bold import best_pick, first_legal
from dicedeck.agents.bots.deck_of_fate.worth import WORTH, worst_in_hand
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Words
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
from dicedeck.envs.deck_of_fate.adventure import Consequence, Mode
from dicedeck.envs.deck_of_fate.cards import (
    BOOST,
    CHARIOT_BONUS,
    DIFFICULTY_NUMBER,
    N_CARDS,
    N_STATS,
    NO_CARD,
    NONE,
    THRESHOLD,
    TOWER,
)
from dicedeck.envs.deck_of_fate.odds import chances_of_hand, weigh_deck
from dicedeck.envs.deck_of_fate.options import OFFERED, Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import in_fate
from dicedeck.envs.deck_of_fate.rules.checking import (
    consequence_of,
    is_ahead,
    lasting_bonus,
    mode_of,
    stat_of,
    succeeds,
    total_bonus,
)
from dicedeck.envs.deck_of_fate.rules.legal import legal
from dicedeck.envs.deck_of_fate.rules.life import lives, next_around
from dicedeck.envs.deck_of_fate.state import Place, State

GOAL_STAKE = 1.0
"""What a success is worth; everything else is measured by it."""
DOOM_STAKE = 0.9
HARM_STAKE = np.array([0.0, 4.0, 1.6, 1.1, 0.9, 0.8, 0.7])
"""A lost VP, by the VP before."""
CARD_PRICE = 0.35
"""A card of worth 1 that is played."""
POINT_PRICE = 0.3
"""A miracle point."""
MANY_POINTS = 3
"""From here on points are spent on the hand as well."""
USUAL_CHANCE, CHANCE_PER_BONUS = 0.62, 0.05
"""What another PC's best card is thought to succeed with."""
KEPT_WORTH = 0.55
"""A card worth keeping from the Fool."""
HARD = 10
"""A difficulty that is better not turned."""


@rule
def choose_threshold(s: State, mask: Mask, scratch: Array, rng: Words) -> int:
    """A legal action of the player to move."""
    mask[:] = 0
    legal(s, mask)
    action = wish(s, mask)
    if action >= 0 and mask[action]:
        return action
    return first_legal(mask)


@rule
def wish(s: State, mask: Mask) -> int:
    """What it would like to do; NONE where it does not care."""
    if s.phase == Phase.FREE:
        return prepare(s, s.player, mask)
    if s.phase == Phase.PLAY or s.phase == Phase.VOLUNTEER:
        return play_or_volunteer(s, s.player, mask)
    if s.phase == Phase.REACT:
        return save_check(s, mask)
    if s.phase == Phase.RETRY:
        return A_PLAY + cheapest_success(s)
    if s.phase == Phase.DIFFICULTY:
        return A_TURN if hardest_success(s) == NO_CARD else A_DIFFICULTY + hardest_success(s)
    if s.phase == Phase.KEEP:
        return keep_best(s, s.player)
    if s.phase == Phase.COST or s.phase == Phase.DISCARD or s.phase == Phase.CYCLE or s.phase == Phase.LOSS:
        return A_DISCARD + worst_in_hand(s, s.player)
    if s.phase == Phase.CHECK:
        return hardest_check(s)
    return choose_card(s, mask)


# ---------------------------------------------------------------- what is at stake


@rule
def stake_of(s: State, seat: int) -> float:
    """What the PC's success is worth against its failure."""
    consequence = consequence_of(s.check)
    harm = HARM_STAKE[s.vp[seat]] if consequence != Consequence.DOOM else 0.0
    if mode_of(s.check) == Mode.ALL and s.any_success:
        return harm
    doom = DOOM_STAKE if consequence != Consequence.HARM else 0.0
    return GOAL_STAKE + harm + doom


@rule
def price_of(s: State, card: int) -> float:
    return float(CARD_PRICE * WORTH[s.simple, card])


@rule
def best_play(s: State, seat: int, cards: Ints, wins: Floats) -> int:
    """Fills the hand's cards and chances; the index of the card whose chance is worth its price most."""
    weights = np.empty(N_CARDS, np.int32)
    chances = np.empty(2, np.float32)
    weigh_deck(s, seat, weights, chances)
    n = chances_of_hand(s, seat, weights, chances, cards, wins)
    stake = stake_of(s, seat)
    best = NONE
    for k in range(n):
        if best == NONE or wins[k] * stake - price_of(s, cards[k]) > wins[best] * stake - price_of(s, cards[best]):
            best = k
    return best


@rule
def play_or_volunteer(s: State, seat: int, mask: Mask) -> int:
    """The card that pays; as a volunteer only when nobody asked later is likely to do better."""
    cards = np.empty(N_CARDS, np.int32)
    wins = np.empty(N_CARDS, np.float32)
    best = best_play(s, seat, cards, wins)
    if s.phase == Phase.PLAY:
        return A_PLAY + int(cards[best])
    if best == NONE or not mask[A_DECLINE]:
        return A_FORWARD
    own = wins[best] - reluctance(s, seat)
    other = next_around(s, seat + 1)
    first = next_around(s, s.last_checker + 1)
    while other != first:
        if usual_chance(s, other) - reluctance(s, other) > own:
            return A_DECLINE
        other = next_around(s, other + 1)
    return A_FORWARD


@rule
def reluctance(s: State, seat: int) -> float:
    """Who has little VP should not be harmed."""
    if consequence_of(s.check) == Consequence.DOOM:
        return 0.0
    return 0.5 if s.vp[seat] == 1 else 0.1 if s.vp[seat] == 2 else 0.0


@rule
def usual_chance(s: State, seat: int) -> float:
    """Of another PC's best card, by its stat and fortune."""
    if in_fate(s, seat, TOWER):
        return 0.0
    bonus = s.stats[seat, stat_of(s.check)] + lasting_bonus(s, seat)
    return float(USUAL_CHANCE + CHANCE_PER_BONUS * bonus)


# ---------------------------------------------------------------- after the difficulty is turned


@rule
def save_check(s: State, mask: Mask) -> int:
    """The cheapest way to turn a failure around, if the stake is worth it."""
    if is_ahead(s):
        return A_ACCEPT
    if mask[A_REDRAW]:
        return A_REDRAW
    seat = s.checker
    stake = stake_of(s, seat)
    if mask[A_SUN + seat] and in_fate(s, seat, TOWER) and stake > POINT_PRICE:
        return A_SUN + seat
    lacking = lack_of(s)
    if mask[A_CHARIOT] and lacking <= CHARIOT_BONUS:
        return A_CHARIOT
    if mask[A_SWAP] and stake > POINT_PRICE and succeeds(s, seat, stat_of(s.check), s.difficulty, s.played):
        return A_SWAP
    points = (lacking + BOOST - 1) // BOOST
    if mask[A_BOOST] and points <= s.mp[seat] and points * POINT_PRICE < stake:
        return A_BOOST
    if mask[A_RETRY] and cheapest_success(s) != NO_CARD and stake > HARM_STAKE[s.vp[seat]] + 0.2:
        return A_RETRY
    return A_ACCEPT


@rule
def lack_of(s: State) -> int:
    """How much the value lacks; more than anybody has where the outcome is automatic."""
    if in_fate(s, s.checker, TOWER):
        return 99
    stat = stat_of(s.check)
    return int(THRESHOLD[s.simple, stat, s.played, s.difficulty]) - total_bonus(s, s.checker, stat, s.played)


@rule
def cheapest_success(s: State) -> int:
    """The hand card of least worth that succeeds against the open difficulty; NO_CARD for none."""
    best = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + s.checker and succeeds(s, s.checker, stat_of(s.check), card, s.difficulty):
            if best == NO_CARD or WORTH[s.simple, card] < WORTH[s.simple, best]:
                best = card
    return best


@rule
def hardest_success(s: State) -> int:
    """The hardest card on Temperance against which the card played succeeds; NO_CARD for none."""
    best = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == Place.ON_TEMPERANCE and succeeds(s, s.checker, stat_of(s.check), s.played, card):
            if best == NO_CARD or DIFFICULTY_NUMBER[card] > DIFFICULTY_NUMBER[best]:
                best = card
    return best


# ---------------------------------------------------------------- free actions


@rule
def prepare(s: State, seat: int, mask: Mask) -> int:
    """Life first, then fortune, then the hand."""
    if mask[A_HEAL] and (s.vp[seat] <= 2 or s.mp[seat] > 1):
        return A_HEAL
    weakest = weakest_to_heal(s, mask)
    if weakest != NONE:
        return A_STRENGTH + weakest
    action = help_fortune(s, seat, mask)
    if action != NONE:
        return action
    if mask[A_TEMPERANCE]:
        return A_TEMPERANCE
    if mask[A_SUN + seat] and in_fate(s, seat, TOWER) and s.uses[TOWER] == 0:
        return A_SUN + seat
    if mask[A_WHEEL] and s.hand_count[seat] > 1:
        return A_WHEEL
    if s.mp[seat] >= MANY_POINTS:
        if mask[A_PEEK]:
            return A_PEEK
        if mask[A_ARRANGE]:
            return A_ARRANGE
        if mask[A_CYCLE] and WORTH[s.simple, worst_in_hand(s, seat)] < 0.35 and s.free_actions < 2:
            return A_CYCLE
    if mask[A_RAISE] and s.mp[seat] >= 8:
        return A_RAISE + best_stat(s, seat)
    return A_DONE


@rule
def weakest_to_heal(s: State, mask: Mask) -> int:
    """The PC with the fewest VP that Strength can help."""
    weakest = NONE
    for seat in range(s.pcs):
        if mask[A_STRENGTH + seat] and (weakest == NONE or s.vp[seat] < s.vp[weakest]):
            weakest = seat
    return weakest


@rule
def help_fortune(s: State, seat: int, mask: Mask) -> int:
    """The monk takes misfortune away, then gives luck, to itself first; NONE where there is nothing to do."""
    for first in (A_CLEANSE, A_BLESS):
        for k in range(s.pcs):
            other = (seat + k) % s.pcs
            if mask[first + other] and (first == A_CLEANSE or s.mp[seat] > 1):
                return first + other
    return NONE


@rule
def best_stat(s: State, seat: int) -> int:
    """The highest stat."""
    best = 0
    for stat in range(1, N_STATS):
        if s.stats[seat, stat] > s.stats[seat, best]:
            best = stat
    return best


# ---------------------------------------------------------------- choices inside effects, and the master's


@rule
def keep_best(s: State, seat: int) -> int:
    best = NO_CARD
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + seat and WORTH[s.simple, card] > KEPT_WORTH:
            if best == NO_CARD or WORTH[s.simple, card] > WORTH[s.simple, best]:
                best = card
    return A_KEEP_NONE if best == NO_CARD else A_KEEP + best


@rule
def choose_card(s: State, mask: Mask) -> int:
    """Looks: easy difficulties and strong cards in turn, for check and fill; Sun: the Tower; else the best card."""
    if s.phase == Phase.PEEK:
        top = s.deck[s.deck_count - 1]
        return A_BOTTOM + top if DIFFICULTY_NUMBER[top] >= HARD else A_LEAVE
    if s.phase == Phase.ARRANGE or s.phase == Phase.HERMIT:
        return next_on_top(s, mask)
    if s.phase == Phase.SUN and mask[A_PICK + TOWER]:
        return A_PICK + TOWER
    return best_pick(s, mask)


@rule
def next_on_top(s: State, mask: Mask) -> int:
    """The easiest difficulty for odd places, the hardest for even ones."""
    sign = 1 if s.placed % 2 == 0 else -1
    best = NO_CARD
    for card in range(N_CARDS):
        if mask[A_PICK + card]:
            if best == NO_CARD or sign * DIFFICULTY_NUMBER[card] < sign * DIFFICULTY_NUMBER[best]:
                best = card
    return A_PICK + best


@rule
def hardest_check(s: State) -> int:
    """The master: what hurts most where the party is weakest."""
    best = 0
    most = -1e9
    for k in range(OFFERED):
        check = s.offered[k]
        bonus = 0.0
        count = 0
        for seat in range(s.pcs):
            if lives(s, seat):
                bonus += s.stats[seat, stat_of(check)] + lasting_bonus(s, seat)
                count += 1
        hurt = -bonus / max(count, 1)
        hurt += 1.5 * int(consequence_of(check) == Consequence.BOTH) + 1.5 * int(mode_of(check) == Mode.SPOTLIGHT)
        if hurt > most:
            most = hurt
            best = k
    return A_CHECK + best
