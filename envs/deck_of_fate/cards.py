"""The 78 cards: names, numbers, what they do when drawn, which succeeds against which (FATE-1, FATE-15 to FATE-26)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from dicedeck.envs.core.dtypes import Array

NO_CARD = -1
NONE = -1
"""No seat, no check."""

(
    FOOL, MAGICIAN, PRIESTESS, EMPRESS, EMPEROR, HIEROPHANT, LOVERS, CHARIOT, STRENGTH, HERMIT, WHEEL,
    JUSTICE, HANGED, DEATH, TEMPERANCE, DEVIL, TOWER, STAR, MOON, SUN, JUDGEMENT, WORLD,
) = range(22)  # fmt: skip
N_MAJORS = 22
MAJOR_NAMES = (
    "FOOL", "MAGICIAN", "PRIESTESS", "EMPRESS", "EMPEROR", "HIEROPHANT", "LOVERS", "CHARIOT", "STRENGTH", "HERMIT",
    "WHEEL", "JUSTICE", "HANGED", "DEATH", "TEMPERANCE", "DEVIL", "TOWER", "STAR", "MOON", "SUN", "JUDGEMENT", "WORLD",
)  # fmt: skip
SUIT_LETTERS = "CSPW"
"""Cups, swords, pentacles, wands."""
RANK_LETTERS = "A23456789TPNQK"
N_SUITS = 4
N_RANKS = 14
N_CARDS = N_MAJORS + N_SUITS * N_RANKS
ACE, PAGE, KNIGHT, QUEEN, KING = 0, 10, 11, 12, 13
"""Ranks by their index; between ace and page lie 2 to 10."""

CARD_NAMES = MAJOR_NAMES + tuple(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS)
CARD_IDS = {name: card for card, name in enumerate(CARD_NAMES)}

N_STATS = 4
STAT_NAMES = ("guile", "experience", "nature", "grit")
GUILE, EXPERIENCE, NATURE, GRIT = range(N_STATS)
STAT_OF_SUIT = (NATURE, GUILE, GRIT, EXPERIENCE)
"""The stat that a suit goes with (FATE-15)."""
SUIT_OF_STAT = np.argsort(STAT_OF_SUIT).astype(np.int32)
STAT_OF_MAJOR = {PRIESTESS: GUILE, EMPRESS: EXPERIENCE, HIEROPHANT: GRIT, LOVERS: NATURE}
"""The stat on which these always succeed (FATE-26)."""

SUIT_BONUS = 2
PAGE_BONUS = 2
BOOST = 2
CHARIOT_BONUS = 3
LUCK_BONUS = 1
MISFORTUNE_BONUS = -2
USES = 3
"""How often Chariot, Tower and World work before they are discarded."""
MOST_NUMBER = 21


def _is_minor(card: int) -> bool:
    return card >= N_MAJORS


def _suit(card: int) -> int:
    return (card - N_MAJORS) // N_RANKS


def _rank(card: int) -> int:
    return (card - N_MAJORS) % N_RANKS


def _number(card: int, ace: int) -> int:
    """Numeral, printed number, 10 for court cards, and what an ace counts (FATE-16)."""
    if not _is_minor(card):
        return card
    return ace if _rank(card) == ACE else min(_rank(card) + 1, 10)


IS_MINOR = np.array([_is_minor(card) for card in range(N_CARDS)], np.int32)
SUIT = np.array([_suit(card) if _is_minor(card) else NONE for card in range(N_CARDS)], np.int32)
RANK = np.array([_rank(card) if _is_minor(card) else NONE for card in range(N_CARDS)], np.int32)
PLAYED_NUMBER = np.array([_number(card, ace=11) for card in range(N_CARDS)], np.int32)
DIFFICULTY_NUMBER = np.array([_number(card, ace=1) for card in range(N_CARDS)], np.int32)
IS_KNIGHT = np.array([_is_minor(card) and _rank(card) == KNIGHT for card in range(N_CARDS)], np.int32)


# ---------------------------------------------------------------- when drawn


class Drawn(IntEnum):
    """What a card does at the moment when it is drawn."""

    NOTHING = 0
    FOOL = 1
    FATE = 2
    """It goes into current fate: Emperor, Chariot, Tower, World."""
    HANGED = 3
    DEATH = 4
    DEVIL = 5
    STAR = 6
    MOON = 7


_WHEN_DRAWN = {
    FOOL: Drawn.FOOL,
    EMPEROR: Drawn.FATE,
    CHARIOT: Drawn.FATE,
    TOWER: Drawn.FATE,
    WORLD: Drawn.FATE,
    HANGED: Drawn.HANGED,
    DEATH: Drawn.DEATH,
    DEVIL: Drawn.DEVIL,
    STAR: Drawn.STAR,
    MOON: Drawn.MOON,
}
WHEN_DRAWN = np.zeros((2, N_CARDS), np.int32)
"""By the option ``simple``: 0 all cards, 1 only the Fool (FATE-58)."""
for _card, _drawn in _WHEN_DRAWN.items():
    WHEN_DRAWN[0, _card] = _drawn
WHEN_DRAWN[1, FOOL] = Drawn.FOOL
FATE_CARDS = (EMPEROR, CHARIOT, TEMPERANCE, TOWER, WORLD)
"""Cards that can lie in current fate."""

# ---------------------------------------------------------------- which card succeeds against which

ALWAYS, NEVER = -100, 100


def threshold(played: int, difficulty: int, stat: int, simple: bool) -> int:
    """The least sum of stat and modifiers with which ``played`` succeeds against ``difficulty`` (FATE-14 to FATE-26).

    ALWAYS and NEVER where no sum matters. The stat of a queen is doubled in ``STAT_TIMES``.
    """
    if difficulty == FOOL:
        return ALWAYS
    wanted = int(DIFFICULTY_NUMBER[difficulty] - PLAYED_NUMBER[played])
    if simple:
        return wanted
    if not _is_minor(played):
        sure = STAT_OF_MAJOR.get(played) == stat or (played == MAGICIAN and _is_minor(difficulty))
        return ALWAYS if sure else wanted
    same_suit = _is_minor(difficulty) and _suit(played) == _suit(difficulty)
    if _rank(played) == KING and _is_minor(difficulty):
        if _rank(difficulty) == ACE:
            return NEVER
        if not same_suit:
            return ALWAYS
    if _rank(played) == PAGE and same_suit:
        wanted -= PAGE_BONUS
    if STAT_OF_SUIT[_suit(played)] == stat:
        wanted -= SUIT_BONUS
    return wanted


def _thresholds() -> Array:
    table = np.zeros((2, N_STATS, N_CARDS, N_CARDS), np.int8)
    for index in np.ndindex(*table.shape):
        simple, stat, played, difficulty = index
        table[index] = threshold(played, difficulty, stat, bool(simple))
    return table


THRESHOLD = _thresholds()
"""int8[simple, stat, played, difficulty]: ``threshold`` of every case."""
STAT_TIMES = np.ones((2, N_STATS, N_CARDS), np.int32)
"""How often the stat counts: twice for the queen of its suit (FATE-19)."""
for _suit_index, _stat in enumerate(STAT_OF_SUIT):
    STAT_TIMES[0, _stat, N_MAJORS + _suit_index * N_RANKS + QUEEN] = 2
