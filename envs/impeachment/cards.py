"""Cards and justices of Impeachment: ids, names, tables (IMP-1 to IMP-3)."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

from dicedeck.envs.core.cards import CARD_NAMES, N_CARDS
from dicedeck.envs.core.spec import Options as BaseOptions

PRO, CON = range(2)
NOBODY = -1
SIDE_NAMES = ("pro", "con")

N_JUSTICES = 9
SIDE_SIZE = 3
"""Cards of a formation; four under Deliberation."""
MAX_SIDE = 4
HAND_SIZE = 7
PRO_NEEDS = 6
CON_NEEDS = 4
CON_ADJACENT = 3

WITNESS = N_CARDS
EVIDENCE = N_CARDS + 1
MUD = N_CARDS + 2
DELIBERATION = N_CARDS + 3
POLL = N_CARDS + 4
DEAL = N_CARDS + 5
RETRACT = N_CARDS + 6
FLAW = N_CARDS + 7
N_TACTICS = 8
N_ALL_CARDS = N_CARDS + N_TACTICS
TACTIC_NAMES = ("WITNESS", "EVIDENCE", "MUD", "DELIBERATION", "POLL", "DEAL", "RETRACT", "FLAW")
ALL_CARD_NAMES = CARD_NAMES + TACTIC_NAMES
ALL_CARD_IDS = {name: card for card, name in enumerate(ALL_CARD_NAMES)}

POLL_SIZE = 4
DEAL_SIZE = 2


class Formation(IntEnum):
    """Formation ranks (IMP-12), worst first."""

    OTHER = 0
    SAME_COLOUR = 1
    SAME_SUIT = 2
    RUN = 3
    COLOUR_RUN = 4
    SAME_RANK = 5
    SUIT_RUN = 6


FORMATION_NAMES = ("other", "same colour", "same suit", "run", "run in colour", "same rank", "run in suit")
N_FORMATIONS = len(Formation)


class Bias(IntEnum):
    MODERATE = 0
    CONSERVATIVE = 1
    PROGRESSIVE = 2


BIAS_NAMES = ("moderate", "conservative", "progressive")


class Conviction(IntEnum):
    OFF = 0
    RANK = 1
    TOTAL = 2


CONVICTION_NAMES = ("off", "rank", "total")


class Phase(IntEnum):
    """What is being decided."""

    PLAY = 0
    DRAW = 1
    POLL = 2
    DEAL = 3
    RETRACT = 4
    OVER = 5


PHASE_NAMES = ("play", "draw", "poll", "deal", "retract", "over")


class Place(IntEnum):
    """Where a card is."""

    OUT = 0
    PILE = 1
    PRO_HAND = 2
    CON_HAND = 3
    TABLE = 4
    DISCARDED = 5
    HELD = 6


class Options(BaseOptions):
    """The three expert variants, free to combine, and ``play_out``."""

    tactics: bool = False
    """Eight tactic cards in a second pile (IMP-22 to IMP-35)."""
    conviction: Literal["off", "rank", "total"] = "off"
    """Justices are taken as soon as the outcome is proven, by rank only or by the full comparison (IMP-36 to 41)."""
    bias: bool = False
    """Justices decide equal ranks by their own leaning (IMP-42, IMP-43)."""
    play_out: bool = False
    """Go on until all justices are taken, even when the winner is settled (IMP-19)."""
