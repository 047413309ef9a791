"""The enemies of Defence Dice, its phases and options: ids, names, numbers (DEF-1 to DEF-3)."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

import numpy as np

from dicedeck.envs.core.cards import N_CARDS
from dicedeck.envs.core.spec import Options as BaseOptions

N_TRACKS = 4
"""One for each suit; a track is named by its suit everywhere."""
TRACK_SIZE = 7
N_FACES = 6
"""A die showing n is counted at index n - 1."""

JACK, QUEEN, KING = 11, 12, 13
"""Ranks of the special enemies; a queen's HP is 12, a jack's 11 (DEF-19, DEF-21)."""
KING_NUMBERS = 5
"""A king falls to five consecutive numbers (DEF-17)."""
LOW_RUN = 0b011111
HIGH_RUN = 0b111110
"""They are 1 to 5 or 2 to 6: bit n - 1 for n."""
FULL_HP = np.array([KING_NUMBERS if rank == KING else rank for rank in range(1, KING + 1)] * N_TRACKS, np.int32)
"""HP of each enemy; for a king the numbers that it takes."""

PILE_A, PILE_B, PILE_C = 18, 18, 18
"""Cards of the three piles, the joker of A and of B included (DEF-2)."""
N_DECK = N_CARDS
START_XP = 1
N_PENS = 3
PEN_SIZE = 2
"""Prisoners that stay in a pen; the third is cashed in at once (DEF-24)."""
MAX_PRISON_RANK = QUEEN
FLUSH_XP, STRAIGHT_XP, STRAIGHT_FLUSH_XP, TRIPLE_XP = 1, 2, 3, 3
"""What a pen of three brings (DEF-24)."""
MOST_PRISONERS = N_TRACKS * TRACK_SIZE
"""As many as one Attack can capture."""

MAX_STEPS = 2000
"""A cap that no game has come near; RULES.md says why it is there. Reaching it counts as lost."""

NONE = -1
"""No skill, no card, no choice yet."""


class Segment(IntEnum):
    """Parts of the deck that the player can tell apart; the deck's top is what was reshuffled, then C, B, A."""

    C = 0
    B = 1
    A = 2
    RESHUFFLED = 3


N_SEGMENTS = len(Segment)
SEGMENT_ORDER = np.array([Segment.RESHUFFLED, Segment.C, Segment.B, Segment.A], np.int32)
"""From the top. Below A lie the cards that Scout has put there."""


class Phase(IntEnum):
    """What is being decided."""

    DESIGN = 0
    PLACING = 1
    PLACED = 2
    BEFORE_ATTACK = 3
    AIM = 4
    SCOUT = 5
    PRISONER = 6
    CLEANUP = 7
    TAKE = 8
    OVER = 9


PHASE_NAMES = ("design", "placing", "placed", "before_attack", "aim", "scout", "prisoner", "cleanup", "take", "over")
N_PHASES = len(Phase)
WINDOWS = (Phase.DESIGN, Phase.PLACED, Phase.BEFORE_ATTACK, Phase.CLEANUP)
"""Phases in which skills are activated; a skill's own choices return to one of them."""


class Ending(IntEnum):
    """How the game has ended."""

    NOT_YET = 0
    KING = 1
    DECK = 2
    OVERRUN = 3
    NO_DICE = 4
    CAP = 5


ENDING_NAMES = ("", "king", "deck", "overrun", "no dice", "cap")
WON = (Ending.KING, Ending.DECK)


class Options(BaseOptions):
    """The character, how a king falls, and what is paid on the way."""

    character: Literal["warrior", "mage"] = "warrior"
    """Decides the number of dice, what an XP recovers, and six of the skills (DEF-4)."""
    king: Literal["at_once", "laid"] = "at_once"
    """A king's five numbers in one placement, or laid over several (DEF-17)."""
    reward: Literal["outcome", "shaped"] = "outcome"
    """Only the outcome, or a potential-based bonus on the way as well (DEF-33)."""
