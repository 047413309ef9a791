"""The record of one game of Impeachment."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.cards import N_CARDS, N_SUITED
from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words
from dicedeck.envs.impeachment.cards import (
    CONVICTION_NAMES,
    HAND_SIZE,
    MAX_SIDE,
    N_ALL_CARDS,
    N_JUSTICES,
    N_TACTICS,
    Options,
)


class State:
    """Arrays over players are indexed PRO, CON. Lists of cards are padded with NO_CARD."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # who decides now
    terminated: bool
    truncated: bool  # never: the rules end every game
    step_count: int  # actions so far
    rewards: Annotated[Floats, 2]  # of the last action
    returns: Annotated[Floats, 2]  # of the game

    tactics: bool  # the options
    conviction: int
    bias_on: bool
    play_out: bool

    phase: int
    turn: int  # whose turn it is; in a Deal the other player decides too
    last_passed: bool  # the turn before this one was a pass
    first_deal_done: bool  # from then on Con may hold a joker (IMP-37)

    bias: Annotated[Ints, N_JUSTICES]  # Bias of each justice
    mud: Annotated[Ints, N_JUSTICES]  # 1 where Mudslinging lies
    deliberation: Annotated[Ints, N_JUSTICES]  # 1 where Deliberation lies
    taken_by: Annotated[Ints, N_JUSTICES]  # PRO, CON or NOBODY
    completed_first: Annotated[Ints, N_JUSTICES]  # whose complete side was completed first, or NOBODY
    sides: Annotated[Ints, N_JUSTICES, 2, MAX_SIDE]  # card ids in the order played
    side_count: Annotated[Ints, N_JUSTICES, 2]
    outlook: Annotated[Ints, N_JUSTICES, 2]  # best value that the side can still reach by what lies there

    where: Annotated[Ints, N_ALL_CARDS]  # Place of each card
    hand: Annotated[Ints, 2, HAND_SIZE]  # ascending card ids
    hand_count: Annotated[Ints, 2]
    issue_pile: Annotated[Ints, N_SUITED]  # the last of issue_count cards is the next one drawn
    issue_count: int
    tactic_pile: Annotated[Ints, N_TACTICS]  # likewise
    tactic_count: int
    discards: Annotated[Ints, N_ALL_CARDS]  # in order, tactics too
    discard_count: int
    tactics_used: Annotated[Ints, 2]

    picks: Annotated[Ints, 4]  # cards picked so far in a Poll or Deal
    pick_count: int
    held: int  # the card taken up by a Retract
    held_from: int  # the justice that it comes from

    known_pile: Annotated[Ints, 2]  # how many cards on top of the issue pile a player knows
    known_hand: Annotated[Ints, 2, N_CARDS]  # 1 for each card that a player knows in the other's hand


def configure(s: Record, options: Options) -> None:
    """Write the options into an empty record."""
    s.tactics = options.tactics
    s.conviction = CONVICTION_NAMES.index(options.conviction)
    s.bias_on = options.bias
    s.play_out = options.play_out
