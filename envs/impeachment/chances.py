"""How likely a side is to become each formation, by what a player knows of the cards.

Rough where it must be: sides are taken for independent, an empty side has a typical chance. Hidden cards are dealt by
the hypergeometric distribution. ``odds`` makes chances to win of it.
"""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.cards import N_CARDS, N_RANKS, N_SUITED
from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.cards import EVIDENCE, N_FORMATIONS, SIDE_SIZE, WITNESS, Formation, Place
from dicedeck.envs.impeachment.formations import formation_of
from dicedeck.envs.impeachment.outs import (
    BITS,
    COLOUR_BITS,
    JOKERS,
    OUTS,
    PARTNERS,
    RANK_BITS,
    RANKS,
    SUIT_BITS,
    SUITED,
    count_cards,
    reach,
    reach_by_rules,
)
from dicedeck.envs.impeachment.state import State

# Weights of the rough parts, chosen by self-play of the strategist.
WEIGHTS = np.array(
    [
        0.95,  # W_HAND: that a card in hand, needed here, will be played here
        0.85,  # W_DRAW: ... that one still to be drawn will be
        0.18,  # W_JOKER: ... that a joker in hand will be
        0.25,  # W_SUIT_RUN: an empty side becomes at least this
        0.45,  # W_SAME_RANK
        0.55,  # W_COLOUR_RUN
        0.72,  # W_RUN
        0.85,  # W_SAME_SUIT
        0.96,  # W_SAME_COLOUR
        12.0,  # W_SPREAD: sums differ by so much between a sure loss and a sure win, half on each side
    ],
    np.float64,
)
W_HAND, W_DRAW, W_JOKER, W_SUIT_RUN = range(4)
W_SPREAD = 9

# ---------------------------------------------------------------- what a player knows of the cards

Known = tuple[int, int, int]
"""Pools of issue cards: the own hand, the other's as far as known, the unknown ones."""


@rule
def pools_of(s: State, player: int) -> Known:
    """Issue cards as pools: the own hand, the other's as far as known (jokers never lie in a pile), the unknown."""
    hand = 0
    theirs = 0
    unknown = 0
    for card in range(N_CARDS):
        place = s.where[card]
        if place == Place.PRO_HAND + player:
            hand |= BITS[card]
        elif place == Place.PRO_HAND + 1 - player:
            if card >= N_SUITED or s.known_hand[player, card]:
                theirs |= BITS[card]
            else:
                unknown |= BITS[card]
        elif place == Place.PILE:
            unknown |= BITS[card]
    return hand, theirs, unknown


@rule
def draws_left(s: State, player: int) -> int:
    """How many of the issue cards in the pile the player will draw, who draws next when it is their turn."""
    return (s.issue_count + (1 if s.turn == player else 0)) // 2


@rule
def none_of(wanted: int, drawn: int, among: int) -> float:
    """The chance that ``drawn`` cards out of ``among`` contain none of the ``wanted`` ones (hypergeometric)."""
    return none_of_more(1.0, 0, wanted, drawn, among)


@rule
def none_of_more(chance: float, before: int, wanted: int, drawn: int, among: int) -> float:
    """``none_of(wanted)``, from ``chance`` = ``none_of(before)``."""
    for k in range(before, min(wanted, among)):
        if chance < 1e-3 or among - drawn <= k:
            return 0.0
        chance *= float(among - drawn - k) / float(among - k)
    return chance


@rule
def power(x: float, n: int) -> float:
    """x ** n for a small n >= 0."""
    product = 1.0
    while n > 0:
        if n & 1:
            product *= x
        x *= x
        n >>= 1
    return product


# ---------------------------------------------------------------- one side


@rule
def side_chances(side: Ints, count: int, size: int, sure: int, maybe: int, drawn: int, w: Array, out: Array) -> None:
    """out[f] = chance that the side becomes formation f or better.

    Args:
        sure: pool of cards that its owner has; ``maybe``: that they get ``drawn`` of.
    """
    out[Formation.OTHER] = 1.0
    if count == size:
        made = formation_of(reach(side, count, size, 0))
        for formation in range(1, N_FORMATIONS):
            out[formation] = 1.0 if formation <= made else 0.0
    elif size > SIDE_SIZE:
        chances_of_four(side, count, size, sure, maybe, drawn, w, out)
    elif count == 2:
        chances_from_two(side[0], side[1], sure, maybe, drawn, w, out)
    elif count == 1 and side[0] < N_SUITED:
        chances_from_one(side[0], sure, maybe, drawn, w, out)
    else:
        for formation in range(1, N_FORMATIONS):
            out[formation] = w[W_SUIT_RUN + Formation.SUIT_RUN - formation]
        if count == 1:
            raise_for_wild_card(side[0], out)


@rule
def raise_for_wild_card(card: int, out: Array) -> None:
    """A joker, Witness or Evidence lies alone: better than nothing there."""
    for formation in range(1, N_FORMATIONS):
        out[formation] = 1.0 - (1.0 - out[formation]) ** 2
    if card == WITNESS:
        out[Formation.SUIT_RUN] = 0.0
        out[Formation.COLOUR_RUN] = out[Formation.SAME_RANK]
    elif card == EVIDENCE:
        out[Formation.SUIT_RUN] *= 0.5


@rule
def chances_from_two(a: int, b: int, sure: int, maybe: int, drawn: int, w: Array, out: Array) -> None:
    """One card is missing."""
    among = count_cards(maybe)
    outs = 0
    counted = 0
    undrawn = 1.0
    for formation in range(Formation.SUIT_RUN, Formation.OTHER, -1):
        outs |= OUTS[a, b, formation]
        wanted = count_cards(outs & maybe)
        undrawn = none_of_more(undrawn, counted, wanted, drawn, among)
        counted = wanted
        out[formation] = 1.0 - unheld(outs & sure, w) * (1.0 - w[W_DRAW] * (1.0 - undrawn))


@rule
def unheld(held: int, w: Array) -> float:
    """The chance that none of the cards in hand that would help is played here."""
    missed = 1.0
    if held & SUITED:
        missed = 1.0 - w[W_HAND]
    return missed * power(1.0 - w[W_JOKER], count_cards(held & JOKERS)) if held & JOKERS else missed


@rule
def chances_from_one(card: int, sure: int, maybe: int, drawn: int, w: Array, out: Array) -> None:
    """Two cards are missing."""
    among = count_cards(maybe)
    each = w[W_DRAW] * drawn / among if among > 0 else 0.0
    joker = 1.0 - power(1.0 - w[W_JOKER], count_cards(sure & JOKERS))
    hand = sure & SUITED
    own_suit = card // N_RANKS
    suit = SUIT_BITS[own_suit]
    colour = COLOUR_BITS[own_suit]
    rank = RANKS[card]
    suit_run, colour_run, run = run_chances(rank, own_suit, hand, maybe, each, joker, w)
    unequal = 1.0 - pair_chance(hand & RANK_BITS[rank], maybe & RANK_BITS[rank], each, joker, w)
    out[Formation.SUIT_RUN] = suit_run
    out[Formation.SAME_RANK] = 1.0 - (1.0 - suit_run) * unequal
    out[Formation.COLOUR_RUN] = 1.0 - (1.0 - colour_run) * unequal
    missed = (1.0 - run) * unequal
    out[Formation.RUN] = 1.0 - missed
    out[Formation.SAME_SUIT] = 1.0 - missed * (1.0 - pair_chance(hand & suit, maybe & suit, each, joker, w))
    out[Formation.SAME_COLOUR] = 1.0 - missed * (1.0 - pair_chance(hand & colour, maybe & colour, each, joker, w))


@rule
def run_chances(
    rank: int, suit: int, hand: int, maybe: int, each: float, joker: float, w: Array
) -> tuple[float, float, float]:
    """Of getting both other ranks of some run with ``rank``: in this suit, in its colour, in any."""
    missed_suit = 1.0
    missed_colour = 1.0
    missed_any = 1.0
    for k in range(SIDE_SIZE):
        low = PARTNERS[rank, k, 0]
        if low == 0:
            break
        high = PARTNERS[rank, k, 1]
        a = rank_chances(low, suit, hand, maybe, each, w)
        b = rank_chances(high, suit, hand, maybe, each, w)
        missed_suit *= 1.0 - both(a[0], b[0], joker)
        missed_colour *= 1.0 - both(a[1], b[1], joker)
        missed_any *= 1.0 - both(a[2], b[2], joker)
    return 1.0 - missed_suit, 1.0 - missed_colour, 1.0 - missed_any


@rule
def both(a: float, b: float, joker: float) -> float:
    """Of two cards, or one of them and a joker."""
    return a * b + joker * (a + b - 2.0 * a * b)


@rule
def rank_chances(rank: int, suit: int, hand: int, maybe: int, each: float, w: Array) -> tuple[float, float, float]:
    """Of getting a card of the rank: in this suit, in its colour, in any."""
    shift = 4 * (rank - 1)
    held = (hand >> shift) & 0b1111
    free = (maybe >> shift) & 0b1111
    own = 1 << suit
    colour = 0b1001 if own & 0b1001 else 0b0110
    missed_suit = 1.0 - each if free & own else 1.0
    missed_colour = missed_suit * (1.0 - each) if free & colour & ~own else missed_suit
    missed_any = missed_colour
    rest = free & ~colour
    while rest:
        missed_any *= 1.0 - each
        rest &= rest - 1
    if held:
        unplayed = 1.0 - w[W_HAND]
        missed_any *= unplayed
        missed_colour *= unplayed if held & colour else 1.0
        missed_suit *= unplayed if held & own else 1.0
    return 1.0 - missed_suit, 1.0 - missed_colour, 1.0 - missed_any


@rule
def pair_chance(hand: int, maybe: int, each: float, joker: float, w: Array) -> float:
    """Of getting two of the cards, or one and a joker."""
    n = count_cards(maybe)
    none = 1.0
    one = 0.0
    if n > 0:
        others = power(1.0 - each, n - 1)
        none = others * (1.0 - each)
        one = n * each * others
    held = count_cards(hand)
    played = float(w[W_HAND])
    if held >= 2:
        return 1.0 - (1.0 - played) * (none + one)
    if held == 1:
        return played * (1.0 - none * (1.0 - joker)) + (1.0 - played) * (1.0 - none - one)
    return 1.0 - none - one + one * joker


@rule
def chances_of_four(side: Ints, count: int, size: int, sure: int, maybe: int, drawn: int, w: Array, out: Array) -> None:
    """Deliberation: what the hand can make is likely, what the unknown cards can make the less, the more miss."""
    among = count_cards(maybe)
    each = w[W_DRAW] * drawn / among if among > 0 else 0.0
    low = formation_of(reach_by_rules(side, count, size, sure))
    high = formation_of(reach_by_rules(side, count, size, sure | maybe))
    for formation in range(1, N_FORMATIONS):
        if formation <= low:
            out[formation] = w[W_HAND]
        elif formation <= high:
            out[formation] = power(each, size - count - 1) * min(1.0, 2.0 * each)
        else:
            out[formation] = 0.0


@rule
def likely_sums(side: Ints, count: int, size: int) -> tuple[float, float]:
    """What the side will add up to: as a run or as cards of one rank, and as anything else."""
    total = 0.0
    naturals = 0
    for i in range(count):
        if side[i] < N_SUITED:
            total += side[i] % N_RANKS + 1
            naturals += 1
    other = total + (size - count) * 8.0
    return (total + (size - count) * (total / naturals) if naturals > 0 else other), other
