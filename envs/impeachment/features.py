"""What the player to move knows of one legal action: what it is, and the arithmetic that the rules imply."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.cards import N_CARDS, N_SUITS, is_joker, rank_of, suit_of
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.impeachment.actions import A_PASS, A_WITNESS
from dicedeck.envs.impeachment.cards import N_JUSTICES
from dicedeck.envs.impeachment.state import State

N_KINDS = 15


class Features:
    """All in [-1, 1]."""

    kind: Annotated[Floats, N_KINDS]  # 1 at the action's block
    card_rank: float  # rank of the card / 13
    card_suit: Annotated[Floats, N_SUITS]  # 1 at its suit
    card_joker: float  # 1 for a joker
    justice: Annotated[Floats, N_JUSTICES]  # 1 at the justice


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action of the player to move into ``out`` (zeroed)."""
    if action < A_PASS:
        card = action // N_JUSTICES
        out.kind[0] = 1
        out.justice[action % N_JUSTICES] = 1
        if is_joker(card):
            out.card_joker = 1
        else:
            out.card_rank = rank_of(card) / 13
            out.card_suit[suit_of(card)] = 1
    elif action == A_PASS:
        out.kind[1] = 1
    elif action < A_WITNESS + N_CARDS:
        out.kind[2] = 1
