"""Impeachment, IMP-42 and IMP-43: the variant Bias."""

from __future__ import annotations

from collections import Counter

import pytest

from support.positions import begin, impeachment, lane, play, position, taken_by

pytestmark = pytest.mark.nojit

# J1 is conservative, J2 moderate, J3 progressive.
ROW = "CMPCMPCMP"


@pytest.mark.rule("IMP-42")
def test_three_justices_of_each_kind_in_random_order() -> None:
    rows = []
    for seed in range(12):
        lanes = impeachment(bias=True).new_initial_state(seed=seed).to_dict()["justices"]
        rows.append(tuple(each["bias"] for each in lanes))
        assert Counter(rows[-1]) == {"conservative": 3, "moderate": 3, "progressive": 3}
    assert len(set(rows)) > 8


@pytest.mark.rule("IMP-42")
def test_the_row_stays_and_is_seen_by_both() -> None:
    state = begin(position(pro="S5 S6", con="C9", bias=ROW), bias=True)
    row = [each["bias"] for each in state.to_dict()["justices"]]
    play(state, "place S5 J1")
    for redrawn in (state, state.resample(0, 1), state.resample(1, 1)):
        assert [each["bias"] for each in redrawn.to_dict()["justices"]] == row


@pytest.mark.rule("IMP-42")
def test_without_the_variant_there_is_no_bias() -> None:
    lanes = impeachment().new_initial_state(seed=1).to_dict()["justices"]
    assert not any(each.get("bias") for each in lanes)


@pytest.mark.rule("IMP-43", "IMP-13", "IMP-14")
@pytest.mark.parametrize("last", ["pro", "con"])
@pytest.mark.parametrize(
    ("pro", "con", "takers"),
    [
        ("S7 S8 S9", "H2 H3 H4", ["con", "pro", "pro"]),  # both (i): the bias decides, else the sum
        ("S2 S3 S4", "H7 H8 H9", ["con", "con", "pro"]),
        ("S9 H9 D9", "S2 H2 D2", ["con", "pro", "pro"]),
        ("S2 H5 D9", "S3 H6 DJ", ["con", "con", "pro"]),
        ("S2 S3 S4", "HQ DQ CQ", ["pro", "pro", "pro"]),  # unequal ranks: the better one, whatever the bias
        ("SQ DQ CQ", "H2 H3 H4", ["con", "con", "con"]),
        ("X1 S9 ST", "H2 H3 H4", ["con", "pro", "pro"]),
        ("S9 S2 SJ", "X1 H9 H2", ["con", "pro", "pro"]),
    ],
)
def test_equal_ranks_go_by_the_bias(pro: str, con: str, takers: list[str], last: str) -> None:
    sides = {"pro": pro.split(), "con": con.split()}
    card = sides[last].pop()
    full = lane(" ".join(sides["pro"]), " ".join(sides["con"]))
    hands = {"pro": "DK", "con": "CK"}
    hands[last] += f" {card}"
    for number, taker in enumerate(takers, start=1):
        state = begin(position({number: full}, to_move=last, bias=ROW, **hands), bias=True)
        assert taken_by(play(state, f"place {card} J{number}"), number) == taker


@pytest.mark.rule("IMP-43", "IMP-14")
@pytest.mark.parametrize(("last", "takers"), [("con", ["con", "pro", "pro"]), ("pro", ["con", "con", "pro"])])
def test_a_full_tie_goes_by_the_bias_or_to_the_side_completed_first(last: str, takers: list[str]) -> None:
    for number, taker in enumerate(takers, start=1):
        sides = {"pro": "S2 S3 S4", "con": "H2 H3 H4"}
        card = sides[last][-2:]
        sides[last] = sides[last][:-3]
        hands = {"pro": "DK", "con": "CK"}
        hands[last] += f" {card}"
        state = begin(position({number: lane(**sides)}, to_move=last, bias=ROW, **hands), bias=True)
        assert taken_by(play(state, f"place {card} J{number}"), number) == taker


@pytest.mark.rule("IMP-43", "IMP-27")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    ("pro", "con", "taker"),
    [
        ("S7 S8", "H2 H3 H4", "pro"),  # sums 24 and 9
        ("S2 S3", "H7 H8 H9", "con"),  # 14 and 24
        ("S2 S3", "H2 H3 H9", "con"),  # 14 each: Con was first
    ],
)
def test_under_mud_bias_is_ignored(number: int, pro: str, con: str, taker: str) -> None:
    given = position({number: lane(pro, con, mud=True)}, pro="S9 DK", con="CK", bias=ROW)
    state = begin(given, tactics=True, bias=True)
    assert taken_by(play(state, f"place S9 J{number}"), number) == taker


@pytest.mark.rule("IMP-43", "IMP-28")
def test_bias_holds_over_four_cards() -> None:
    four = lane("S7 S8 S9", "H2 H3 H4 H5", deliberation=True)
    for number, taker in ((1, "con"), (2, "pro"), (3, "pro")):
        state = begin(position({number: four}, pro="ST DK", con="CK", bias=ROW), tactics=True, bias=True)
        assert taken_by(play(state, f"place ST J{number}"), number) == taker
