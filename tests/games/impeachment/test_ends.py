"""Impeachment, IMP-18 to IMP-21: how the game ends, and the rewards."""

from __future__ import annotations

import pytest
from support.positions import begin, hand, lane, legal, mover, pile, play, position, taken_by, winner

from dicedeck.envs.core.errors import IllegalActionError

# Pro to move decides the open justice: S7 completes (i) against (ii), D9 only (vii).
DECISIVE = lane("S5 S6", "H4 D4 C4")
CARD = {"pro": "S7", "con": "D9"}


def decided(pro_has: str, con_has: str, number: int, taker: str, **options: object):  # type: ignore[no-untyped-def]
    """The state after `taker` has taken one more justice."""
    given = position({number: DECISIVE}, pro="S7 D9", con="C9", pile="C2 C3", pro_has=pro_has, con_has=con_has)
    state = begin(given, **options)
    assert winner(state) is None
    play(state, f"place {CARD[taker]} J{number}")
    assert taken_by(state, number) == taker
    return state
