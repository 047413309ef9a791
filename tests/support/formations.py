"""Contests of two formations of Impeachment for one justice, and the rank of a formation found by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from support.positions import ISSUE_CARDS, OTHER, TACTIC_CARDS, begin, lane, play, position, taken_by

# By size and rank: some formations that share few cards, so that any other formation meets one that it can face.
EXAMPLES = {
    3: {
        "i": ["C5 C6 C7", "H8 H9 HT", "D5 D6 D7", "S8 S9 ST"],
        "ii": ["S4 D4 H4", "CJ DJ HJ", "S7 H7 C7", "D2 C2 H2"],
        "iii": ["DA H2 D3", "C8 S9 CT", "H5 D6 H7", "SJ CQ SK"],
        "iv": ["CQ DK SA", "S5 H6 D7", "H8 C9 DT", "D2 C3 H4"],
        "v": ["H3 HT HJ", "C2 C6 C9", "DA D6 DJ", "S3 S7 SJ"],
        "vi": ["S8 C9 SK", "H2 D5 HQ", "C3 S6 CJ", "DA H6 DT"],
        "vii": ["S2 H5 D9", "C4 D8 SQ", "H3 S7 CK", "DA C6 HJ"],
    },
    4: {
        "i": ["C5 C6 C7 C8", "H7 H8 H9 HT", "D3 D4 D5 D6"],
        "ii": ["SJ CJ DJ HJ", "S7 D7 H7 C7", "ST DT CT HT"],
        "iii": ["H6 D7 H8 D9", "C9 ST CJ CQ", "D2 H3 D4 H5"],
        "iv": ["H6 C7 D8 C9", "HT CJ DQ CK", "C2 D3 H4 C5"],
        "v": ["H3 HT HJ HK", "C2 C6 CT CK", "D3 D6 DT DJ"],
        "vi": ["H2 D5 HQ DK", "C3 ST CJ CK", "D3 H6 DT DK"],
        "vii": ["C4 D8 HQ CK", "H3 CT DK C2", "C6 D3 HJ DK"],
    },
}
RANK_NAMES = list(EXAMPLES[3])


def example(rank: str, apart_from: str) -> str:
    """A formation of this rank, of the same size as another and without its cards."""
    cards = apart_from.split()
    return next(text for text in EXAMPLES[len(cards)][rank] if not set(text.split()) & set(cards))


def assert_rank(formation: str, rank: str, **fields: Any) -> None:
    """The formation beats the next lower rank and loses to the next higher one."""
    place = RANK_NAMES.index(rank)
    for lower in RANK_NAMES[place + 1 : place + 2]:
        assert contest(formation, example(lower, formation), **fields) == "first", f"does not beat ({lower})"
    for higher in RANK_NAMES[:place][-1:]:
        assert contest(formation, example(higher, formation), **fields) == "second", f"beats ({higher})"


def contest(first: str, second: str, **fields: Any) -> str:
    """Which of two formations takes a justice: "first" or "second". `fields` are those of the lane.

    Both seats and both orders of completion are played, and must agree.
    """
    results = {_finish(first, second, seat, last, fields) for seat in ("pro", "con") for last in ("first", "second")}
    assert len(results) == 1, f"{first} against {second} depends on seat or order"
    return results.pop()


def _finish(first: str, second: str, seat: str, last: str, fields: Mapping[str, Any]) -> str:
    """Plays the last card of the formation `last`, with the formation `first` on the side of `seat`."""
    sides = {seat: first.split(), OTHER[seat]: second.split()}
    spare = [card for card in ISSUE_CARDS[:52] if card not in sides["pro"] + sides["con"]]
    finisher = seat if last == "first" else OTHER[seat]
    final = sides[finisher].pop()
    hands = {finisher: f"{final} {spare[0]}", OTHER[finisher]: spare[1]}
    given = position({1: lane(**fields) | sides}, to_move=finisher, **hands)
    if final in ("X1", "X2"):
        given["first_deal_done"] = True  # otherwise Con could not hold it
    tactics = any(card in TACTIC_CARDS for card in f"{first} {second}".split()) or bool(fields)
    state = play(begin(given, tactics=tactics), f"place {final} J1")
    return "first" if taken_by(state, 1) == seat else "second"
