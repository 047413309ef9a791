"""Formations of Impeachment by brute force, for differential tests: slow, and meant to be obviously right.

Written from the rules alone. Nothing here imports the product.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, permutations, product

SUITS = "SHDC"
RANKS = "A23456789TJQK"
COLOUR = {"S": "black", "C": "black", "H": "red", "D": "red", "": ""}
JOKERS = ("X1", "X2")
ISSUE_CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS) + JOKERS
TACTIC_CARDS = ("WITNESS", "EVIDENCE", "MUD", "DELIBERATION", "POLL", "DEAL", "RETRACT", "FLAW")
CARD_ID = {name: number for number, name in enumerate(ISSUE_CARDS + TACTIC_CARDS)}

NO_SUIT = ""
ACE, HIGH_ACE = 1, 14
ALL_RANKS = range(1, 14)

Reading = tuple[str, int]
"""What a card is taken for: (suit or NO_SUIT, rank 1..13)."""

Value = tuple[int, int]
"""(formation, sum): compares as IMP-12 and IMP-13 do."""


class Formation(IntEnum):
    """IMP-12, the better the higher."""

    OTHER = 0  # (vii)
    SAME_COLOUR = 1  # (vi)
    SAME_SUIT = 2  # (v)
    RUN = 3  # (iv)
    COLOUR_RUN = 4  # (iii)
    SAME_RANK = 5  # (ii)
    SUIT_RUN = 6  # (i)


@cache
def readings(card: str) -> tuple[Reading, ...]:
    """Everything that `card` may stand for when ranks are compared (IMP-17, IMP-25, IMP-26)."""
    if card in JOKERS:
        return tuple(product(SUITS, ALL_RANKS))
    if card == "WITNESS":
        return tuple((NO_SUIT, rank) for rank in ALL_RANKS)
    if card == "EVIDENCE":
        return tuple(product(SUITS, (ACE, 2, 3)))
    return ((card[0], RANKS.index(card[1]) + 1),)


@cache
def points(card: str) -> int:
    """What `card` counts in a sum (IMP-13, IMP-25, IMP-26)."""
    return RANKS.index(card[1]) + 1 if card in ISSUE_CARDS and card not in JOKERS else 0


def total(cards: Collection[str]) -> int:
    """The sum of a formation (IMP-13)."""
    return sum(points(card) for card in cards)


def is_run(ranks: Sequence[int]) -> bool:
    """Consecutive ranks; the ace is below the 2 or above the king, never both (IMP-16)."""
    high = [HIGH_ACE if rank == ACE else rank for rank in ranks]
    return any(sorted(values) == list(range(min(values), min(values) + len(values))) for values in (ranks, high))


def read_formation(reading: Sequence[Reading]) -> Formation:
    """The best formation of cards whose suits and ranks are settled (IMP-12, IMP-15)."""
    suits = {suit for suit, _ in reading}
    colours = {COLOUR[suit] for suit in suits}
    ranks = [rank for _, rank in reading]
    one_suit = len(suits) == 1 and NO_SUIT not in suits
    one_colour = len(colours) == 1 and NO_SUIT not in suits
    run = is_run(ranks)
    found = {
        Formation.SUIT_RUN: one_suit and run,
        Formation.SAME_RANK: len(set(ranks)) == 1,
        Formation.COLOUR_RUN: one_colour and run,
        Formation.RUN: run,
        Formation.SAME_SUIT: one_suit,
        Formation.SAME_COLOUR: one_colour,
        Formation.OTHER: True,
    }
    return max(formation for formation, holds in found.items() if holds)


@cache
def _formation(cards: tuple[str, ...]) -> Value:
    best = Formation.OTHER
    for reading in product(*(readings(card) for card in cards)):
        best = max(best, read_formation(reading))
        if best == Formation.SUIT_RUN:
            break
    return int(best), total(cards)


def formation(cards: Collection[str]) -> Value:
    """(formation, sum) of 3 or 4 cards: the best of every reading of every card."""
    return _formation(tuple(sorted(cards)))


# ---- Reachable formations: by trying every completion -------------------------------------------------------------


def completions(side: Collection[str], available: Collection[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every complete side that `side` can become with available cards."""
    for extra in combinations(sorted(available), size - len(side)):
        yield tuple(side) + extra


def best_value_by_trying(side: Collection[str], available: Collection[str], size: int) -> Value | None:
    """The best (formation, sum) over all completions; None when there is none. The ground truth of `best_value`."""
    return max((formation(cards) for cards in completions(side, available, size)), default=None)


def best_sum_by_trying(side: Collection[str], available: Collection[str], size: int) -> int | None:
    """The highest sum over all completions; None when there is none. The ground truth of `best_sum`."""
    return max((total(cards) for cards in completions(side, available, size)), default=None)


# ---- The same by patterns, fast enough for whole games; the tests hold it to the functions above --------------------

Slot = tuple[str, int]
"""(suits that fit, rank that fits): no suits = any card, with or without a suit; rank 0 = any rank."""

ANY_SUIT, ANY_RANK = "", 0
COLOUR_SUITS = ("SC", "HD")


@cache
def patterns(wanted: Formation, size: int) -> tuple[tuple[Slot, ...], ...]:
    """All ways to be `wanted` (or better): in each, every card fills one slot."""
    around = [*ALL_RANKS, ACE]
    runs = [around[start : start + size] for start in range(len(around) - size + 1)]
    suits: Sequence[str] = {
        Formation.SUIT_RUN: tuple(SUITS),
        Formation.SAME_SUIT: tuple(SUITS),
        Formation.COLOUR_RUN: COLOUR_SUITS,
        Formation.SAME_COLOUR: COLOUR_SUITS,
    }.get(wanted, (ANY_SUIT,))
    ranks = [[ANY_RANK] * size]
    if wanted in (Formation.SUIT_RUN, Formation.COLOUR_RUN, Formation.RUN):
        ranks = runs
    if wanted == Formation.SAME_RANK:
        ranks = [[rank] * size for rank in ALL_RANKS]
    return tuple(tuple((suit, rank) for rank in line) for suit in suits for line in ranks)


@cache
def fits(card: str, slot: Slot) -> bool:
    """Whether some reading of `card` fills the slot."""
    suits, wanted = slot
    return any(
        (suits == ANY_SUIT or (suit != NO_SUIT and suit in suits)) and wanted in (ANY_RANK, rank)
        for suit, rank in readings(card)
    )


def fill(slots: Sequence[Slot], by_points: Sequence[str]) -> int | None:
    """The highest sum of different cards that fill the slots; None when they cannot be filled.

    Per slot the best len(slots) cards are enough: the other slots cannot use all of them up.
    """
    choices = []
    for slot in slots:
        choices.append([card for card in by_points if fits(card, slot)][: len(slots)])
    sums = (total(cards) for cards in product(*choices) if len(set(cards)) == len(cards))
    return max(sums, default=None)


@cache
def _best_value(side: tuple[str, ...], available: frozenset[str], size: int) -> Value | None:
    by_points = sorted(available, key=lambda card: (-points(card), card))
    for wanted in sorted(Formation, reverse=True):
        sums = set()
        for slots in patterns(wanted, size):
            rests = set()
            for places in permutations(range(size), len(side)):
                if all(fits(card, slots[place]) for card, place in zip(side, places, strict=True)):
                    rests.add(tuple(sorted(slots[place] for place in range(size) if place not in places)))
            sums |= {fill(rest, by_points) for rest in rests}
        reached = [value for value in sums if value is not None]
        if reached:
            return int(wanted), total(side) + max(reached)
    return None


def best_value(side: Collection[str], available: Collection[str], size: int) -> Value | None:
    """The best reachable (formation, sum) of an unfinished (or finished) side; None when it cannot be completed."""
    return _best_value(tuple(sorted(side)), frozenset(available), size)


def best_sum(side: Collection[str], available: Collection[str], size: int) -> int | None:
    """The highest reachable sum; None when the side cannot be completed."""
    missing = size - len(side)
    if missing > len(available):
        return None
    return total(side) + sum(sorted((points(card) for card in available), reverse=True)[:missing])


# ---- Who takes a justice -----------------------------------------------------------------------------------------


def better(values: dict[str, Value], first: str, mud: bool = False, bias: str | None = None) -> str:
    """Who takes a justice: `values` of "pro" and "con", `first` completed first (IMP-11 to IMP-14, IMP-27, IMP-43)."""
    (pro_formation, pro_sum), (con_formation, con_sum) = values["pro"], values["con"]
    if not mud and pro_formation != con_formation:
        return "pro" if pro_formation > con_formation else "con"
    if not mud and bias == "conservative":
        return "con"
    if not mud and bias == "progressive":
        return "pro"
    if pro_sum != con_sum:
        return "pro" if pro_sum > con_sum else "con"
    return first


def justice_winner(
    pro: Collection[str], con: Collection[str], first: str, mud: bool = False, bias: str | None = None
) -> str:
    """Who takes a justice with both sides complete (three cards each, or four under Deliberation)."""
    return better({"pro": formation(pro), "con": formation(con)}, first, mud, bias)


def is_proven(
    owner: str,
    complete: Collection[str],
    unfinished: Collection[str],
    available: Collection[str],
    conviction: str,
    mud: bool = False,
    bias: str | None = None,
) -> bool:
    """Whether the owner of the complete side takes the justice at once (IMP-36 to IMP-40)."""
    if conviction == "off":
        return False
    size = len(complete)
    own = formation(complete)
    reach = best_value(unfinished, available, size)
    highest = best_sum(unfinished, available, size)
    if reach is None or highest is None:
        return True
    if mud:
        return highest <= own[1]
    if conviction == "rank":
        return reach[0] < own[0]
    opponent = "con" if owner == "pro" else "pro"
    return better({owner: own, opponent: reach}, first=owner, bias=bias) == owner
