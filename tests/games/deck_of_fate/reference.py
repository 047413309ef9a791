"""Checks of Deck of Fate worked out again, the slow and obvious way: by names of cards, one rule after another."""

from __future__ import annotations

from dataclasses import dataclass, field

MAJORS = [
    "FOOL", "MAGICIAN", "PRIESTESS", "EMPRESS", "EMPEROR", "HIEROPHANT", "LOVERS", "CHARIOT", "STRENGTH", "HERMIT",
    "WHEEL", "JUSTICE", "HANGED", "DEATH", "TEMPERANCE", "DEVIL", "TOWER", "STAR", "MOON", "SUN", "JUDGEMENT", "WORLD",
]  # fmt: skip
STAT_OF_SUIT = {"C": "nature", "S": "guile", "P": "grit", "W": "experience"}
SURE = {"PRIESTESS": "guile", "EMPRESS": "experience", "HIEROPHANT": "grit", "LOVERS": "nature"}
MAX_VP = {"mercenary": 6, "berserker": 5, "alchemist": 3, "assassin": 5}


@dataclass
class Character:
    """Who checks, and in which state."""

    stats: dict[str, int]
    cls: str = "monk"
    vp: int = 4
    luck: bool = False
    misfortune: bool = False
    fate: set[str] = field(default_factory=set)


def is_minor(card: str) -> bool:
    return card not in MAJORS


def number(card: str, played: bool) -> int:
    if not is_minor(card):
        return MAJORS.index(card)
    rank = card[1]
    if rank == "A":
        return 11 if played else 1
    return 10 if rank in "TPNQK" else int(rank)


def automatic(card: str, difficulty: str, stat: str) -> bool | None:
    """Success or failure by what the cards say; None where numbers decide."""
    if card == "MAGICIAN" and is_minor(difficulty):
        return True
    if SURE.get(card) == stat:
        return True
    if is_minor(card) and card[1] == "K" and is_minor(difficulty):
        if difficulty[1] == "A":
            return False
        if difficulty[0] != card[0]:
            return True
    return None


def value(card: str, difficulty: str, stat: str, who: Character, paid: int, simple: bool) -> int:
    """The number of the card, the stat, and all that is added."""
    total = number(card, played=True)
    own = who.stats[stat]
    total += own
    if not simple and is_minor(card):
        if STAT_OF_SUIT[card[0]] == stat:
            total += 2
            if card[1] == "Q":
                total += own
        if card[1] == "P" and is_minor(difficulty) and difficulty[0] == card[0]:
            total += 2
    if who.luck:
        total += 1
    if who.misfortune:
        total -= 2
    if who.cls == "berserker":
        total += MAX_VP.get(who.cls, 4) - who.vp
    return total + paid


def succeeds(card: str, difficulty: str, stat: str, who: Character, paid: int = 0, simple: bool = False) -> bool:
    if difficulty == "FOOL":
        return True
    if "WORLD" in who.fate:
        return True
    if "TOWER" in who.fate:
        return False
    if not simple:
        sure = automatic(card, difficulty, stat)
        if sure is not None:
            return sure
    return value(card, difficulty, stat, who, paid, simple) >= number(difficulty, played=False)
