"""Impeachment, IMP-18 to IMP-21: how the game ends, and the rewards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dicedeck.envs.core.errors import IllegalActionError
from support.positions import OTHER, begin, hand, lane, legal, mover, pile, play, position, taken_by, winner

if TYPE_CHECKING:
    from dicedeck.envs.core.game import State

pytestmark = pytest.mark.nojit

# Pro decides this lane with one card: S7 makes (i) and beats (ii), D9 makes only (vii).
DECISIVE = lane("S5 S6", "H4 D4 C4")
CARD = {"pro": "S7", "con": "D9"}


def undecided(pro_has: str, con_has: str, number: int, **options: Any) -> State:
    """Pro is about to decide one justice; those listed are taken, the others open and empty."""
    given = position({number: DECISIVE}, pro="S7 D9", con="C9", pile="C2 C3", pro_has=pro_has, con_has=con_has)
    return begin(given, **options)


def decided(pro_has: str, con_has: str, number: int, taker: str, **options: Any) -> State:
    """The state after `taker` has got that justice."""
    state = play(undecided(pro_has, con_has, number, **options), f"place {CARD[taker]} J{number}")
    assert taken_by(state, number) == taker
    return state


# IMP-18, IMP-19

ENDS = [
    # Pro has, Con has, justice, taken by, winner
    ("", "1 3 5", 7, "con", "con"),  # four
    ("", "4 5", 6, "con", "con"),  # three adjacent
    ("", "1 3", 2, "con", "con"),  # the gap between
    ("", "8 9", 7, "con", "con"),  # at the end of the row
    ("3 5 7", "1 2 6", 8, "con", "con"),
    ("1 2 4 5 7", "3 6 8", 9, "con", "con"),  # the last justice: five to four
    ("1 2 3 4 5 6", "7 8", 9, "con", "con"),  # the last justice: six for Pro, but three adjacent for Con
    ("1 2 4 5 7", "3 6 8", 9, "pro", "pro"),  # the last justice: six to three
    ("1 2 3 4 5 6", "7 8", 9, "pro", "pro"),
    ("1 3 5 7 9", "", 2, "pro", "pro"),  # early: J4, J6 and J8 are neither four nor adjacent
    ("1 2 3 5 6", "", 9, "pro", "pro"),  # early: J4, J7 and J8 likewise
    ("1 2 3 4 5 6", "", 8, "pro", "pro"),  # early: only J7 and J9 are left
    ("1 2 3 4 6", "5", 8, "pro", "pro"),
]

LAST = [end for end in ENDS if len(f"{end[0]} {end[1]}".split()) == 8]
EARLY = [end for end in ENDS if end not in LAST]

NOT_YET = [
    # Pro has, Con has, justice, taken by
    ("", "1 2", 9, "con"),  # J9 and J1 are no neighbours
    ("", "8 9", 1, "con"),
    ("", "1 3", 5, "con"),
    ("", "1 2", 4, "con"),
    ("1 2 3 4 5", "", 6, "pro"),  # six, but Con may get J7, J8 and J9
    ("1 2 3 4 5 6", "", 8, "con"),
    ("1 2 3 4 5 6", "7", 8, "con"),
    ("1 2 4 5", "3 6", 8, "pro"),  # five, Con may get four
]


@pytest.mark.rule("IMP-18", "IMP-19", "IMP-2")
@pytest.mark.parametrize(("pro_has", "con_has", "number", "taker", "expected"), ENDS)
def test_the_end(pro_has: str, con_has: str, number: int, taker: str, expected: str) -> None:
    assert winner(undecided(pro_has, con_has, number)) is None
    assert winner(decided(pro_has, con_has, number, taker)) == expected


@pytest.mark.rule("IMP-18", "IMP-19", "IMP-2")
@pytest.mark.parametrize(("pro_has", "con_has", "number", "taker"), NOT_YET)
def test_not_yet_the_end(pro_has: str, con_has: str, number: int, taker: str) -> None:
    state = decided(pro_has, con_has, number, taker)
    assert winner(state) is None
    assert mover(state) == "con"


@pytest.mark.rule("IMP-19")
@pytest.mark.parametrize(("pro_has", "con_has", "number", "taker", "_expected"), EARLY)
def test_play_out_goes_on_until_all_nine_are_taken(
    pro_has: str, con_has: str, number: int, taker: str, _expected: str
) -> None:
    state = decided(pro_has, con_has, number, taker, play_out=True)
    assert winner(state) is None
    assert mover(state) == "con"


@pytest.mark.rule("IMP-18", "IMP-19")
@pytest.mark.parametrize(("pro_has", "con_has", "number", "taker", "expected"), LAST)
def test_play_out_ends_with_the_ninth(pro_has: str, con_has: str, number: int, taker: str, expected: str) -> None:
    assert winner(decided(pro_has, con_has, number, taker, play_out=True)) == expected


@pytest.mark.rule("IMP-18", "IMP-19")
@pytest.mark.parametrize(("last_card", "last_taker"), [("CK", "con"), ("C2", "pro")])
def test_play_out_does_not_change_the_winner_con(last_card: str, last_taker: str) -> None:
    lanes = {6: DECISIVE, 9: lane("H9 C9 S9", "CJ CQ")}
    given = position(lanes, pro="S7 D9", con="CK C2", pro_has="1 2 3 7 8", con_has="4 5")
    assert winner(play(begin(given), "place D9 J6")) == "con"
    state = play(begin(given, play_out=True), "place D9 J6")
    assert winner(state) is None
    play(state, f"place {last_card} J9")
    assert taken_by(state, 9) == last_taker
    assert winner(state) == "con"  # three adjacent, even against six


@pytest.mark.rule("IMP-18", "IMP-19")
def test_play_out_does_not_change_the_winner_pro() -> None:
    lanes = {7: lane("H9 C9 S9", "CJ CQ"), 8: DECISIVE, 9: lane("S2 H5", "HT DT CT")}
    given = position(lanes, pro="S7 D8", con="CK", pro_has="1 2 3 4 5 6")
    assert winner(play(begin(given), "place S7 J8")) == "pro"
    state = play(begin(given, play_out=True), "place S7 J8", "place CK J7")
    assert winner(state) is None
    play(state, "place D8 J9")
    assert [taken_by(state, number) for number in (7, 8, 9)] == ["con", "pro", "con"]
    assert winner(state) == "pro"


@pytest.mark.rule("IMP-18")
def test_con_may_end_the_game_on_the_own_turn() -> None:
    given = position({6: lane("H4 D4 C4", "S5 S6")}, con="S7", pro="D9", con_has="4 5", to_move="con")
    assert winner(play(begin(given), "place S7 J6")) == "con"


@pytest.mark.rule("IMP-18", "IMP-6")
@pytest.mark.parametrize(("con_has", "taker"), [("1 3 5", "con"), ("", "pro")])
def test_nothing_is_drawn_after_the_end(con_has: str, taker: str) -> None:
    pro_has = "" if con_has else "1 3 5 7 9"
    state = decided(pro_has, con_has, 2, taker)
    assert state.is_terminal()
    assert pile(state) == ["C2", "C3"]
    assert len(hand(state, "pro")) == 1


@pytest.mark.rule("IMP-18")
def test_nobody_moves_after_the_end() -> None:
    state = decided("", "4 5", 6, "con")
    assert state.current_player() == -1
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    before = state.to_bytes()
    with pytest.raises(IllegalActionError):
        play(state, "place C9 J1")
    assert state.to_bytes() == before


# IMP-20: two passes in a row. Only cards that fit nowhere are left: each player's open sides are full.


def passing(lanes: dict[int, dict[str, Any]], pro_has: str, con_has: str, **fields: Any) -> State:
    return begin(position(lanes, pro_has=pro_has, con_has=con_has, **fields), tactics=True)


@pytest.mark.rule("IMP-20", "IMP-10")
@pytest.mark.parametrize("first", ["pro", "con"])
@pytest.mark.parametrize(
    ("last_lane", "goes_to", "expected"),
    [
        (lane("S2 H5 D9", "S8 S9"), "pro", "pro"),  # six to three
        (lane("S8 S9", "S2 H5 D9"), "con", "con"),
        (lane("S8 S9", "S2 H5"), None, "con"),  # no six votes, no impeachment
        (lane(), None, "con"),
    ],
)
def test_two_passes_end_the_game(last_lane: dict[str, Any], goes_to: str | None, expected: str, first: str) -> None:
    state = passing({9: last_lane}, "1 2 4 5 7", "3 6 8", to_move=first)
    play(state, "pass")
    assert (winner(state), taken_by(state, 9), mover(state)) == (None, None, OTHER[first])
    play(state, "pass")
    assert (winner(state), taken_by(state, 9)) == (expected, goes_to)


@pytest.mark.rule("IMP-20")
def test_several_open_justices_go_where_one_side_is_complete() -> None:
    lanes = {7: lane("S2 H5 D9", "SK"), 8: lane("C2", "C5 D6 H9"), 9: lane("H2 H3", "")}
    state = play(passing(lanes, "1 2 4 5", "3"), "pass", "pass")
    assert [taken_by(state, number) for number in (7, 8, 9)] == ["pro", "con", None]
    assert winner(state) == "con"  # five to two


@pytest.mark.rule("IMP-20", "IMP-18")
def test_with_an_untaken_justice_pro_still_wins_by_six() -> None:
    state = play(passing({9: lane("H2", "S3")}, "1 2 3 4 5 6", "7 8"), "pass", "pass")
    assert taken_by(state, 9) is None
    assert winner(state) == "pro"


@pytest.mark.rule("IMP-20", "IMP-18")
def test_three_adjacent_at_the_end_by_passes() -> None:
    state = play(passing({9: lane("H2", "S2 H5 D9")}, "1 2 3 4 5 6", "7 8"), "pass", "pass")
    assert taken_by(state, 9) == "con"
    assert winner(state) == "con"


@pytest.mark.rule("IMP-20", "IMP-28")
def test_under_deliberation_three_cards_are_not_complete_at_the_end() -> None:
    state = play(passing({9: lane("S2 H5 D9", "", deliberation=True)}, "1 2 4 5 7", "3 6 8"), "pass", "pass")
    assert taken_by(state, 9) is None
    assert winner(state) == "con"


@pytest.mark.rule("IMP-20")
def test_one_pass_after_a_pass_in_the_position_ends_the_game() -> None:
    state = passing({9: lane("S2 H5 D9", "S8 S9")}, "1 2 4 5 7", "3 6 8", last_passed=True)
    assert winner(play(state, "pass")) == "pro"


@pytest.mark.rule("IMP-20")
def test_a_card_between_two_passes_keeps_the_game_going() -> None:
    state = passing({9: lane("S2 H5 D9", "")}, "1 2 4 5 7", "3 6 8", con="S8 S9")
    play(state, "pass", "place S8 J9", "pass")
    assert winner(state) is None
    assert legal(state) == {"place S9 J9"}


@pytest.mark.rule("IMP-20")
def test_a_tactic_between_two_passes_keeps_the_game_going() -> None:
    state = passing({9: lane("S2 H5 D9", "S8")}, "1 2 4 5 7", "3 6 8", con="MUD")
    play(state, "pass", "mud J9", "pass")
    assert winner(state) is None
    assert winner(play(state, "pass")) == "pro"


# IMP-21


@pytest.mark.rule("IMP-21")
@pytest.mark.parametrize(
    ("pro_has", "con_has", "taker", "returns"),
    [("1 2 4 5 7", "3 6 8", "pro", [1, -1]), ("1 2 4 5 7", "3 6 8", "con", [-1, 1])],
)
def test_rewards_come_at_the_end_only(pro_has: str, con_has: str, taker: str, returns: list[int]) -> None:
    state = undecided(pro_has, con_has, 9)
    assert list(state.rewards()) == list(state.returns()) == [0, 0]
    play(state, f"place {CARD[taker]} J9")
    assert list(state.rewards()) == list(state.returns()) == returns
    assert (state.terminated, state.truncated) == (True, False)


@pytest.mark.rule("IMP-21")
def test_taking_a_justice_pays_nothing() -> None:
    state = decided("", "", 5, "pro")
    assert list(state.rewards()) == [0, 0]


@pytest.mark.rule("IMP-21")
def test_the_last_pass_pays() -> None:
    state = play(passing({9: lane()}, "1 2 4 5 7", "3 6 8"), "pass", "pass")
    assert list(state.rewards()) == [-1, 1]
