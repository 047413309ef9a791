"""Impeachment, IMP-11 to IMP-17: who takes a justice."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from support.formations import EXAMPLES, RANK_NAMES, assert_rank, contest
from support.positions import begin, hand, justice, lane, legal, pile, play, position, taken_by

WORKED_CASES = [
    ("S5 S6 S7", "H4 D4 C4", "first"),  # (i) beats (ii)
    ("DA H2 D3", "CQ DK SA", "first"),  # (iii) beats (iv), although its sum is lower
    ("CQ DK SA", "S2 H3 D4", "first"),  # both (iv): 26 and 9
    ("SK SA S2", "HQ H9 H3", "second"),  # both (v), no wrap-around: 16 and 24
    ("X1 X2 S2", "HJ HQ HK", "second"),  # both (i): 2 and 36
    ("X1 S9 ST", "D9 H9 C9", "first"),  # (i) beats (ii)
    ("WITNESS S9 ST", "D2 H2 C3", "first"),  # (iv), without a colour, beats (vii)
    ("EVIDENCE SQ SK", "H2 H3 H4", "first"),  # both (i), a high ace: 25 and 9
]


@pytest.mark.nojit
@pytest.mark.rule("IMP-12", "IMP-13", "IMP-16", "IMP-17", "IMP-25", "IMP-26")
@pytest.mark.parametrize(("first", "second", "taker"), WORKED_CASES)
def test_worked_cases(first: str, second: str, taker: str) -> None:
    assert contest(first, second) == taker


# IMP-11: when


@pytest.mark.rule("IMP-11")
def test_one_complete_side_takes_nothing() -> None:
    state = begin(position({1: lane("S5 S6", "H2 D9")}, pro="S7", con="C9"))
    assert taken_by(play(state, "place S7 J1"), 1) is None


@pytest.mark.rule("IMP-11")
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
def test_the_better_formation_takes_at_once_whoever_completes(player: str, other: str) -> None:
    sides = {player: ["S5", "S6"], other: ["H4", "D4", "C4"]}
    hands = {player: "S7 S2", other: "C9"}
    better = begin(position({5: lane() | sides}, to_move=player, pile="C2", **hands))
    assert taken_by(play(better, "place S7 J5"), 5) == player
    assert hand(better, player) == ["S2", "C2"]
    worse = begin(position({5: lane() | sides}, to_move=player, pile="C2", **hands))
    assert taken_by(play(worse, "place S2 J5"), 5) == other


@pytest.mark.rule("IMP-11")
def test_only_the_completed_justice_is_taken() -> None:
    lanes = {1: lane("S5 S6", "H4 D4 C4"), 2: lane("S9 ST", "H9 D9 C9")}
    state = play(begin(position(lanes, pro="S7 D2", con="C2")), "place S7 J1")
    assert (taken_by(state, 1), taken_by(state, 2)) == ("pro", None)


@pytest.mark.rule("IMP-11", "IMP-7")
def test_a_taken_justice_keeps_its_cards_and_is_closed() -> None:
    state = play(begin(position({1: lane("S5 S6", "H4 D4 C4")}, pro="S7 D2", con="C2")), "place S7 J1")
    assert (justice(state, 1)["pro"], justice(state, 1)["con"]) == (["S5", "S6", "S7"], ["H4", "D4", "C4"])
    assert "place C2 J1" not in legal(state)


# IMP-12: ranks


@pytest.mark.rule("IMP-12")
@pytest.mark.parametrize(("better", "worse"), list(combinations(RANK_NAMES, 2)))
def test_every_rank_beats_every_lower_one(better: str, worse: str) -> None:
    assert contest(EXAMPLES[3][better][0], EXAMPLES[3][worse][0]) == "first"


@pytest.mark.rule("IMP-12", "IMP-13")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("H2 H3 HA", "SK DK CK"),  # (i) 6, (ii) 39
        ("SA DA CA", "DJ HQ DK"),  # (ii) 3, (iii) 36
        ("SA C2 S3", "SJ HQ SK"),  # (iii) 6, (iv) 36
        ("SA H2 S3", "HK HQ HT"),  # (iv) 6, (v) 35
        ("C2 C3 C5", "SK CK S9"),  # (v) 10, (vi) 35
        ("SA C2 S4", "HK SK DQ"),  # (vi) 7, (vii) 38
    ],
)
def test_the_weakest_of_a_rank_beats_the_strongest_of_the_next(better: str, worse: str) -> None:
    assert contest(better, worse) == "first"


@pytest.mark.rule("IMP-12", "IMP-1")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("S8 S9 ST", "i"),
        ("DT DJ DQ", "i"),
        ("S4 D4 H4", "ii"),
        ("C4 D4 H4", "ii"),
        ("S5 C6 S7", "iii"),
        ("H5 D6 D7", "iii"),
        ("S5 C6 D7", "iv"),
        ("H9 DT CJ", "iv"),
        ("CA C6 C8", "v"),
        ("D2 D3 D5", "v"),
        ("SA C6 C8", "vi"),
        ("H2 D2 D9", "vi"),
        ("S2 H5 D9", "vii"),
        ("S5 H6 D8", "vii"),
        ("S9 H9 DT", "vii"),
        ("S2 C2 H2", "ii"),
        ("S9 C9 ST", "vi"),
    ],
)
def test_rank_of_three_cards(formation: str, rank: str) -> None:
    assert_rank(formation, rank)


# IMP-13 and IMP-14: sums and ties


@pytest.mark.rule("IMP-13")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("S2 S3 S4", "H2 H3 HA"),  # (i) 9, 6
        ("S5 H5 D5", "S4 H4 D4"),  # (ii) 15, 12
        ("SJ CQ SK", "HT DJ DQ"),  # (iii) 36, 33
        ("S6 H7 C8", "D5 C6 D7"),  # (iv) 21, 18
        ("S9 S3 S6", "H9 H2 H6"),  # (v) 18, 17
        ("S9 C3 S6", "H9 D2 H6"),  # (vi) 18, 17
        ("SJ H2 D5", "CT H3 D4"),  # (vii) 18, 17: J = 11
        ("SQ H2 D5", "CJ H3 D4"),  # (vii) 19, 18: Q = 12
        ("SK H2 D5", "CQ H3 D4"),  # (vii) 20, 19: K = 13
        ("C2 H6 D8", "SA H5 D9"),  # (vii) 16, 15: A = 1
    ],
)
def test_equal_ranks_are_decided_by_the_sum(higher: str, lower: str) -> None:
    assert contest(higher, lower) == "first"


@pytest.mark.rule("IMP-14")
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
@pytest.mark.parametrize(
    ("early", "late"),
    [
        ("S2 S3 S4", "H2 H3 H4"),
        ("S5 C6 S7", "H5 D6 H7"),
        ("S5 H6 C7", "D5 C6 H7"),
        ("S9 S3 S6", "H8 H3 H7"),
        ("S9 C3 S6", "H8 D3 H7"),
        ("S9 H3 D6", "H8 D3 C7"),
        ("X1 S9 ST", "X2 H9 HT"),
    ],
)
def test_a_full_tie_goes_to_the_side_completed_first(player: str, other: str, early: str, late: str) -> None:
    sides = {player: early.split()[:2], other: late.split()[:2]}
    hands = {player: f"{early.split()[2]} D2", other: f"{late.split()[2]} C2"}
    state = begin(position({1: lane() | sides}, to_move=player, **hands))
    play(state, f"place {early.split()[2]} J1")
    assert justice(state, 1)["completed_first"] == player
    play(state, f"place {late.split()[2]} J1")
    assert taken_by(state, 1) == player


@pytest.mark.rule("IMP-14")
def test_the_position_says_which_side_was_first() -> None:
    given = position({1: lane("S2 S3 S4", "H2 H3", completed_first="pro")}, pro="D2", con="H4 C2", to_move="con")
    assert taken_by(play(begin(given), "place H4 J1"), 1) == "pro"


@pytest.mark.rule("IMP-15")
@pytest.mark.parametrize("order", list(permutations(["S5", "S6", "S7"])))
def test_the_order_of_play_does_not_matter(order: tuple[str, ...]) -> None:
    assert contest(" ".join(order), "H4 D4 C4") == "first"


@pytest.mark.rule("IMP-15", "IMP-16")
@pytest.mark.parametrize("order", list(permutations(["CQ", "DK", "SA"])))
def test_a_high_ace_in_any_order(order: tuple[str, ...]) -> None:
    assert contest(" ".join(order), "H2 H6 H9") == "first"


# IMP-16 and IMP-17: aces and jokers


@pytest.mark.rule("IMP-16")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("SA S2 S3", "i"),
        ("SQ SK SA", "i"),
        ("SK SA S2", "v"),
        ("HA D2 H3", "iii"),
        ("HQ DK HA", "iii"),
        ("HK DA H2", "vi"),
        ("HA S2 D3", "iv"),
        ("HQ SK DA", "iv"),
        ("HK SA D2", "vii"),
        ("SJ SK SA", "v"),
        ("SA SQ SJ", "v"),
    ],
)
def test_the_ace_is_high_or_low_but_never_in_the_middle(formation: str, rank: str) -> None:
    assert_rank(formation, rank)


@pytest.mark.rule("IMP-16", "IMP-13")
def test_a_high_ace_still_counts_one() -> None:
    assert contest("SQ SK SA", "H8 H9 HT") == "second"  # 26 and 27
    assert contest("SQ SK SA", "H7 H8 H9") == "first"  # 26 and 24
    assert contest("SQ SK SA", "HT HJ HQ") == "second"  # 26 and 33


@pytest.mark.rule("IMP-17")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("X1 S9 ST", "i"),
        ("X1 S9 SJ", "i"),  # in the gap
        ("X1 SQ SK", "i"),
        ("X1 SA S2", "i"),
        ("X1 SA S3", "i"),
        ("X1 SA SK", "i"),  # as the queen
        ("X1 SA SQ", "i"),  # as the king
        ("X1 SK S2", "v"),  # no ace in the middle
        ("X1 SQ S2", "v"),
        ("X1 SA SJ", "v"),
        ("X1 SA S4", "v"),
        ("X1 S9 H9", "ii"),
        ("X1 SA DA", "ii"),
        ("X1 S9 CT", "iii"),
        ("X1 S9 CJ", "iii"),
        ("X1 SA CQ", "iii"),
        ("X1 S9 HT", "iv"),
        ("X1 HA CK", "iv"),
        ("X1 S2 S9", "v"),
        ("X1 S2 C9", "vi"),
        ("X1 S2 H9", "vii"),
        ("X1 SK H2", "vii"),
        ("X1 X2 SA", "i"),
        ("X1 X2 S7", "i"),
        ("X1 X2 SK", "i"),
    ],
)
def test_a_joker_is_read_for_the_best_rank(formation: str, rank: str) -> None:
    assert_rank(formation, rank)


@pytest.mark.rule("IMP-17", "IMP-13")
def test_a_joker_counts_nothing_in_the_sum() -> None:
    assert contest("X1 S9 ST", "H5 H6 H7") == "first"  # 19 and 18
    assert contest("X1 S9 ST", "H6 H7 H8") == "second"  # 19 and 21
    assert contest("X1 X2 SK", "H4 H5 H6") == "second"  # 13 and 15


@pytest.mark.rule("IMP-17")
def test_a_joker_may_equal_a_card_on_the_table() -> None:
    lanes = {1: lane("X1 S9", "D9 H9 C9"), 2: lane("S8 SJ")}
    state = begin(position(lanes, pro="ST D2", con="C2"))
    assert taken_by(play(state, "place ST J1"), 1) == "pro"


@pytest.mark.rule("IMP-17")
def test_both_sides_may_use_jokers() -> None:
    assert contest("X1 S9 ST", "X2 H9 D9") == "first"  # (i), (ii)
    assert contest("X1 S9 ST", "X2 HT HJ") == "second"  # both (i): 19, 21


@pytest.mark.rule("IMP-17")
def test_the_joker_is_placed_last() -> None:
    state = begin(position({1: lane("S9 ST", "D9 H9 C9")}, pro="X1 D2", con="C2", pile="S3"))
    play(state, "place X1 J1")
    assert taken_by(state, 1) == "pro"
    assert pile(state) == []
