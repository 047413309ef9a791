"""Self-tests of the reference's formations: worked cases, cases counted by hand, plain enumeration."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from games.impeachment.reference_formations import (
    ISSUE_CARDS,
    JOKERS,
    Formation,
    best_sum,
    best_sum_by_trying,
    best_value,
    best_value_by_trying,
    better,
    completions,
    formation,
    is_proven,
    justice_winner,
)

PLACEABLE = (*ISSUE_CARDS, "WITNESS", "EVIDENCE")


def cards(text: str) -> list[str]:
    return text.split()


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("S5 S6 S7", "H4 D4 C4", "pro"),
        ("DA H2 D3", "CQ DK SA", "pro"),
        ("CQ DK SA", "S2 H3 D4", "pro"),
        ("SK SA S2", "HQ H9 H3", "con"),
        ("X1 X2 S2", "HJ HQ HK", "con"),
        ("X1 S9 ST", "D9 H9 C9", "pro"),
        ("WITNESS S9 ST", "D2 H2 C3", "pro"),
        ("EVIDENCE SQ SK", "H2 H3 H4", "pro"),
    ],
)
@pytest.mark.rule("IMP-11", "IMP-12", "IMP-13", "IMP-16", "IMP-17", "IMP-25", "IMP-26")
def test_worked_cases(first: str, second: str, winner: str) -> None:
    for completed_first in ("pro", "con"):
        assert justice_winner(cards(first), cards(second), completed_first) == winner


@pytest.mark.parametrize(
    ("text", "expected", "points"),
    [
        ("C5 C6 C7", Formation.SUIT_RUN, 18),
        ("S4 D4 H4", Formation.SAME_RANK, 12),
        ("DA H2 D3", Formation.COLOUR_RUN, 6),
        ("CQ DK SA", Formation.RUN, 26),
        ("H3 HT HJ", Formation.SAME_SUIT, 24),
        ("SA C6 C8", Formation.SAME_COLOUR, 15),
        ("S2 H5 D9", Formation.OTHER, 16),
        ("SQ SK SA", Formation.SUIT_RUN, 26),
        ("SK SA S2", Formation.SAME_SUIT, 16),
        ("X1 X2 WITNESS", Formation.SAME_RANK, 0),  # one suit is out of the witness's reach
        ("X1 X2 EVIDENCE", Formation.SUIT_RUN, 0),
        ("WITNESS EVIDENCE S9", Formation.OTHER, 9),
        ("WITNESS S9 SJ", Formation.RUN, 20),
        ("WITNESS S9 H9", Formation.SAME_RANK, 18),
        ("EVIDENCE S9 CJ", Formation.SAME_COLOUR, 20),
        ("EVIDENCE S9 SJ", Formation.SAME_SUIT, 20),
        ("EVIDENCE H3 S3", Formation.SAME_RANK, 6),
        ("EVIDENCE H4 S4", Formation.OTHER, 8),
        ("EVIDENCE H4 S5", Formation.RUN, 9),
        ("EVIDENCE H4 D5", Formation.COLOUR_RUN, 9),
        ("EVIDENCE H5 H6", Formation.SAME_SUIT, 11),
        ("X1 H5 H9", Formation.SAME_SUIT, 14),
        ("X1 H5 D7", Formation.COLOUR_RUN, 12),
        ("X1 H5 S5", Formation.SAME_RANK, 10),
        ("X1 SA SQ", Formation.SUIT_RUN, 13),
        ("X1 SA SJ", Formation.SAME_SUIT, 12),
        ("X1 X2 S7", Formation.SUIT_RUN, 7),
        ("SA S2 S3 S4", Formation.SUIT_RUN, 10),
        ("SJ SQ SK SA", Formation.SUIT_RUN, 37),
        ("SQ SK SA S2", Formation.SAME_SUIT, 28),
        ("S7 H7 D7 C7", Formation.SAME_RANK, 28),
        ("S7 H7 D7 C8", Formation.OTHER, 29),
        ("WITNESS H7 D7 C7", Formation.SAME_RANK, 21),
        ("X1 X2 WITNESS S5", Formation.SAME_RANK, 5),
        ("X1 WITNESS H5 D8", Formation.RUN, 13),
        ("WITNESS EVIDENCE SQ SK", Formation.RUN, 25),
        ("WITNESS H4 H5 H9", Formation.OTHER, 18),
        ("S2 C5 C9 SK", Formation.SAME_COLOUR, 29),
    ],
)
@pytest.mark.rule("IMP-12", "IMP-13", "IMP-15", "IMP-16", "IMP-17", "IMP-25", "IMP-26", "IMP-28")
def test_formation(text: str, expected: Formation, points: int) -> None:
    for seed in range(3):
        shuffled = cards(text)
        random.Random(seed).shuffle(shuffled)
        assert formation(shuffled) == (expected, points)


@pytest.mark.rule("IMP-14")
def test_a_tie_goes_to_the_side_completed_first() -> None:
    for first in ("pro", "con"):
        assert justice_winner(cards("S2 H5 D9"), cards("C2 D5 S9"), first) == first


@pytest.mark.rule("IMP-27", "IMP-43")
def test_mud_counts_sums_only() -> None:
    assert justice_winner(cards("S5 S6 S7"), cards("H2 DK S9"), "pro", mud=True) == "con"
    for bias in ("conservative", "moderate", "progressive"):
        assert justice_winner(cards("S5 S6 S7"), cards("H2 DK S3"), "con", mud=True, bias=bias) == "con"
        assert justice_winner(cards("S5 S6 S8"), cards("H2 DK S3"), "con", mud=True, bias=bias) == "pro"


@pytest.mark.rule("IMP-43")
def test_bias_decides_between_equal_ranks() -> None:
    low, high = cards("S2 S3 S4"), cards("H9 HT HJ")
    assert justice_winner(low, high, "con", bias="progressive") == "pro"
    assert justice_winner(high, low, "pro", bias="conservative") == "con"
    assert justice_winner(low, high, "pro", bias="moderate") == "con"
    assert justice_winner(cards("S4 H4 C4"), high, "pro", bias="progressive") == "con"


def decks(rng: random.Random, rounds: int) -> Iterator[tuple[list[str], list[str], int]]:
    """Sides with few available cards, mostly of one colour or of neighbouring ranks, so that formations occur."""
    narrow = ([c for c in PLACEABLE if c[0] in "SCX"], [c for c in PLACEABLE if c[1] in "AKQJ23" or c in JOKERS])
    for _ in range(rounds):
        deck = list(dict.fromkeys((*rng.choice((*narrow, PLACEABLE)), "WITNESS", "EVIDENCE")))
        size = rng.choice((3, 4))
        side = rng.sample(deck, rng.randrange(size))
        rest = [card for card in deck if card in ISSUE_CARDS and card not in side]
        yield side, rng.sample(rest, rng.randrange(9)), size


def check_reachable(rounds: int, seed: int) -> None:
    for side, available, size in decks(random.Random(seed), rounds):
        assert best_value(side, available, size) == best_value_by_trying(side, available, size)
        assert best_sum(side, available, size) == best_sum_by_trying(side, available, size)


def check_proofs(rounds: int, seed: int) -> None:
    """IMP-40 read literally: every completion of the other side must lose; IMP-39 likewise."""
    rng = random.Random(seed)
    for side, available, size in decks(rng, rounds):
        rest = [card for card in PLACEABLE if card not in side and card not in available]
        own = rng.sample(rest, size)
        owner, other = rng.sample(("pro", "con"), 2)
        bias = rng.choice((None, "conservative", "moderate", "progressive"))
        mud = rng.random() < 0.3
        ends = [{owner: formation(own), other: formation(end)} for end in completions(side, available, size)]
        loses = all(better(values, owner, mud, bias) == owner for values in ends)
        lower = all(values[other][0] < values[owner][0] for values in ends)
        assert is_proven(owner, own, side, available, "total", mud, bias) == loses
        assert is_proven(owner, own, side, available, "rank", mud, bias) == (loses if mud else lower)
        assert not is_proven(owner, own, side, available, "off", mud, bias)


@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40")
def test_reachable_formations_and_proofs_against_every_completion() -> None:
    check_reachable(rounds=150, seed=1)
    check_proofs(rounds=150, seed=2)


@pytest.mark.slow
@pytest.mark.rule("IMP-12")
def test_patterns_against_readings_of_every_three_cards() -> None:
    for three in combinations(PLACEABLE, 3):
        assert best_value(three, (), 3) == formation(three)


@pytest.mark.slow
@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40")
def test_fast_functions_against_enumeration_at_length() -> None:
    check_reachable(rounds=1500, seed=3)
    check_proofs(rounds=1500, seed=4)


@pytest.mark.rule("IMP-36", "IMP-37")
def test_reachable_values_counted_by_hand() -> None:
    deck = [card for card in ISSUE_CARDS if card not in JOKERS]
    assert best_value([], deck, 3) == (Formation.SUIT_RUN, 36)  # J Q K
    assert best_value([], deck, 4) == (Formation.SUIT_RUN, 46)
    assert best_value(cards("S5 S7"), deck, 3) == (Formation.SUIT_RUN, 18)
    assert best_value(cards("S5 S7"), cards("C6 S2 H9"), 3) == (Formation.COLOUR_RUN, 18)
    assert best_value(cards("S5 S7"), cards("X1 C6"), 3) == (Formation.SUIT_RUN, 12)
    assert best_value(cards("S5 H9"), cards("D2 C3 DK"), 3) == (Formation.OTHER, 27)
    assert best_value(cards("S5 H9"), [], 3) is None
    assert best_sum(cards("S5 H9"), cards("D2 C3 DK X1"), 4) == 30
    assert best_sum(cards("S5"), cards("X1"), 3) is None
