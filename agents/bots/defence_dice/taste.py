"""What the steward holds dear, as numbers."""

from __future__ import annotations

from typing import NamedTuple


class Taste(NamedTuple):
    """Worths of what a move brings, in units of one captured enemy."""

    capture: float
    """An enemy whose HP is used up exactly."""
    overkill: float
    """... or more than used up while a joker may still bring it back."""
    gone: float
    """... when none can."""
    prize: float
    """Each XP that a prisoner brings at once."""
    crowd: float
    """An enemy fewer, for each card on its track."""
    brink: float
    """... when six or seven cards are there."""
    rank: float
    """... for each HP that it came with."""
    queen: float
    """... when it is a queen."""
    lone_king: float
    """... when a king is then alone."""
    number: float
    """Each number of a king's five."""
    die: float
    """Each die that comes back in Attack."""
    stuck: float
    """Each die that stays on an enemy."""
    pip: float
    """Each HP taken off an enemy that survives."""
    follow: float
    """Dice that are left use another front enemy up exactly."""
    follow_over: float
    """... or more than up."""
    left: float
    """Each die that is left."""
    idle: float
    """A pass, for each card that it reveals."""
    spent: float
    """Each die spent on a skill."""
    recovered: float
    """Each spent die that comes back."""
    held: float
    """Each card that is not revealed."""


TASTE = Taste(
    capture=1.15,
    overkill=0.26,
    gone=0.33,
    prize=0.16,
    crowd=0.17,
    brink=0.41,
    rank=0.08,
    queen=0.39,
    lone_king=0.44,
    number=0.37,
    die=0.0,
    stuck=-0.24,
    pip=0.1,
    follow=0.68,
    follow_over=0.39,
    left=-0.15,
    idle=-0.49,
    spent=-0.5,
    recovered=0.4,
    held=0.0,
)
"""Chosen by play: the best of some hundred small changes, over a few thousand games each, then rounded."""
WIN = 1000.0
"""Worth of a king's fall."""
