"""Defence Dice, DEF-23, DEF-24: prisoners, pens and what they bring; against brute force."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.defence_dice.reference import PRISONERS, fits, xp_of
from support.defence import begin, get, legal, play, position

pytestmark = pytest.mark.nojit

PENS = {"pen 1", "pen 2", "pen 3"}


def captured(*prisoners: str, pens: tuple[str, ...] = (), **fields: Any) -> Any:
    """Prisoners wait to be placed."""
    fields = {"back": 1, "xp": 0, "deck": "SK HK DK", **fields}
    return begin(position(pens=pens, phase="prisoner", queue={"prisoners": list(prisoners)}, **fields))


@pytest.mark.rule("DEF-23")
def test_an_empty_pen_fits_every_card() -> None:
    state = captured("H9", pens=("H4 H5", "", ""))
    assert legal(state) == {"pen 1", "pen 2", "pen 3"}
    assert legal(captured("S9", pens=("H4 H5", "", ""))) == {"pen 2", "pen 3"}
    play(state, "pen 3")
    assert get(state, "pens") == [["H4", "H5"], [], ["H9"]]


@pytest.mark.rule("DEF-23")
def test_the_player_chooses_among_the_pens_that_fit() -> None:
    state = captured("H6", pens=("H4 H5", "D6", "SA"))
    assert legal(state) == {"pen 1", "pen 2"}


@pytest.mark.rule("DEF-23")
def test_who_fits_no_pen_is_released_or_gets_an_emptied_one() -> None:
    given = ("H4 S5", "DA D2", "CQ CJ")
    state = captured("H9", pens=given)
    assert legal(state) == PENS | {"release"}
    released = play(state.clone(), "release")
    assert (get(released, "pens"), get(released, "round")) == ([text.split() for text in given], 2)
    play(state, "pen 2")
    assert get(state, "pens") == [["H4", "S5"], ["H9"], ["CQ", "CJ"]]


@pytest.mark.rule("DEF-23")
def test_who_fits_a_pen_is_not_released() -> None:
    assert "release" not in legal(captured("H6", pens=("H4 H5", "DA D2", "CQ CJ")))


@pytest.mark.rule("DEF-23", "DEF-24")
def test_worked_cases_of_pens() -> None:
    flush = play(captured("H6", pens=("H4 H5", "SA S2", "C8 CT")), "pen 1")
    assert (get(flush, "xp"), get(flush, "pens")[0]) == (3, [])
    assert legal(captured("H9", pens=("H4 S5", "DA D2", "CQ CJ"))) == PENS | {"release"}


@pytest.mark.rule("DEF-24")
@pytest.mark.parametrize(
    ("pen", "card", "xp"),
    [
        ("H4 H9", "HQ", 1),
        ("H4 S5", "D6", 2),
        ("H4 S6", "D5", 2),
        ("S6 H5", "D4", 2),
        ("H4 H6", "H5", 3),
        ("H4 S4", "D4", 3),
        ("SA H2", "D3", 2),
        ("SA S2", "S3", 3),
        ("SJ HQ", "DT", 2),
        ("H2 H3", "H5", 1),
    ],
)
def test_what_a_pen_of_three_brings(pen: str, card: str, xp: int) -> None:
    state = play(captured(card, pens=(pen, "", "")), "pen 1")
    assert (get(state, "xp"), get(state, "pens")) == (xp, [[], [], []])


@pytest.mark.rule("DEF-24")
@pytest.mark.parametrize(("pen", "card"), [("SJ HQ", "DA"), ("SQ HA", "D2"), ("SJ DQ", "CA")])
def test_the_ace_is_low(pen: str, card: str) -> None:
    if pen == "SQ HA":
        assert not fits(["SQ"], "HA")
        return
    assert "release" in legal(captured(card, pens=(pen, "H4 S5", "C8 DT")))


@pytest.mark.rule("DEF-24")
def test_two_prisoners_bring_nothing_yet() -> None:
    state = play(captured("H5", pens=("H4", "", "")), "pen 1")
    assert (get(state, "xp"), get(state, "pens")[0]) == (0, ["H4", "H5"])


@pytest.mark.rule("DEF-23")
def test_prisoners_are_placed_by_track_front_first() -> None:
    tracks = ("C5:5", "S2:2 S9:54", "D3:3", "HJ:65 H8:62")
    state = play(begin(position(*tracks, phase="before_attack", xp=0, deck="SK HK DK")), "finish")
    assert get(state, "queue")["prisoners"] == ["S9", "S2", "H8", "HJ", "D3", "C5"]
    play(state, "pen 1")
    assert get(state, "queue")["prisoners"] == ["S2", "H8", "HJ", "D3", "C5"]


@pytest.mark.rule("DEF-23", "DEF-25")
def test_xp_of_prisoners_can_be_spent_in_the_same_clean_up() -> None:
    state = play(captured("D4", pens=("H4 S4", "", ""), spent=3), "pen 1")
    assert (state.phase(), get(state, "xp")) == ("cleanup", 3)
    assert {"recover", "buy Execute"} <= legal(state)


@pytest.mark.rule("DEF-23")
@given(pen=st.lists(st.sampled_from(PRISONERS), max_size=2, unique=True), card=st.sampled_from(PRISONERS))
@settings(max_examples=150, deadline=None)
def test_fits_against_every_third_card(pen: list[str], card: str) -> None:
    if card in pen or (len(pen) == 2 and not fits(pen[:1], pen[1])):
        return
    others = _full_pens(card, pen)
    state = captured(card, pens=(" ".join(pen), *others))
    assert ("pen 1" in legal(state) and "release" not in legal(state)) == fits(pen, card)
    if fits(pen, card):
        assert legal(state) == {"pen 1"}
        play(state, "pen 1")
        assert get(state, "xp") == (xp_of([*pen, card]) if len(pen) == 2 else 0)


def _full_pens(card: str, pen: list[str]) -> list[str]:
    """Two pens that the card does not fit."""
    found: list[str] = []
    used = {card, *pen}
    for a, b in combinations(PRISONERS, 2):
        pair = [a, b]
        if used & set(pair) or not fits([a], b) or fits(pair, card):
            continue
        found.append(f"{a} {b}")
        used |= set(pair)
        if len(found) == 2:
            break
    return found


@pytest.mark.rule("DEF-23")
def test_every_pair_of_prisoners_against_every_third_card() -> None:
    """Which two may share a pen, for one card of each rank against all others."""
    for a in [suit + rank for suit in "SH" for rank in "A26JQ"]:
        for b in PRISONERS:
            if a == b:
                continue
            state = captured(b, pens=(a, *_full_pens(b, [a])))
            assert ("release" not in legal(state)) == fits([a], b), (a, b)


@pytest.mark.rule("DEF-23")
@pytest.mark.parametrize("order", list(permutations(["H4", "H6", "H5"])))
def test_the_order_of_prisoners_is_of_no_account(order: tuple[str, ...]) -> None:
    state = play(captured(*order), "pen 1", "pen 1", "pen 1")
    assert get(state, "xp") == 3
