"""Setting up a game (IMP-1 to IMP-5, IMP-22, IMP-42)."""

from __future__ import annotations

from dicedeck.envs.core.cards import N_CARDS, N_SUITED, NO_CARD
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, shuffle
from dicedeck.envs.impeachment.cards import (
    CON,
    HAND_SIZE,
    N_JUSTICES,
    N_TACTICS,
    NOBODY,
    PRO,
    Bias,
    Formation,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.formations import VALUE_BASE
from dicedeck.envs.impeachment.rules.hands import add_to_hand, draw_issue
from dicedeck.envs.impeachment.state import State

EMPTY_OUTLOOK = Formation.SUIT_RUN * VALUE_BASE + 11 + 12 + 13
"""What a side without cards can reach: jack, queen and king of a suit."""


@rule
def setup(s: State) -> None:
    clear(s)
    stack_piles(s)
    for joker in range(N_SUITED, N_CARDS):
        add_to_hand(s, PRO, joker)
    for player in (PRO, CON):
        while s.hand_count[player] < HAND_SIZE:
            draw_issue(s, player)
    if s.bias_on:
        for justice in range(N_JUSTICES):
            s.bias[justice] = justice // 3
        shuffle(s.rng[DEAL], s.bias, N_JUSTICES)


@rule
def clear(s: State) -> None:
    """An empty table, Pro to move (IMP-5); every card out of the game."""
    s.phase = Phase.PLAY
    s.player = PRO
    s.turn = PRO
    s.bias[:] = Bias.MODERATE
    s.taken_by[:] = NOBODY
    s.completed_first[:] = NOBODY
    s.sides[:] = NO_CARD
    s.where[:] = Place.OUT
    s.hand[:] = NO_CARD
    s.issue_pile[:] = NO_CARD
    s.tactic_pile[:] = NO_CARD
    s.discards[:] = NO_CARD
    s.picks[:] = NO_CARD
    s.held = NO_CARD
    s.held_from = NOBODY
    s.outlook[:] = EMPTY_OUTLOOK


@rule
def stack_piles(s: State) -> None:
    """Shuffle the 52 suited cards, and the tactics (IMP-22)."""
    for card in range(N_SUITED):
        s.issue_pile[card] = card
        s.where[card] = Place.PILE
    s.issue_count = N_SUITED
    shuffle(s.rng[DEAL], s.issue_pile, N_SUITED)
    if not s.tactics:
        return
    for k in range(N_TACTICS):
        s.tactic_pile[k] = N_CARDS + k
        s.where[N_CARDS + k] = Place.PILE
    s.tactic_count = N_TACTICS
    shuffle(s.rng[DEAL], s.tactic_pile, N_TACTICS)
