"""Impeachment, IMP-22 to IMP-28: tactic cards, and those that stay on the table."""

from __future__ import annotations

import pytest

from support.formations import assert_rank, contest
from support.positions import (
    JUSTICES,
    TACTIC_CARDS,
    begin,
    hand,
    impeachment,
    justice,
    lane,
    legal,
    legal_starting,
    mover,
    pile,
    play,
    position,
    taken_by,
)

# IMP-22: the second pile


@pytest.mark.nojit
@pytest.mark.rule("IMP-22", "IMP-3")
def test_the_tactic_pile_is_shuffled_and_nobody_starts_with_a_tactic() -> None:
    starts = [impeachment(tactics=True).new_initial_state(seed=seed).to_dict() for seed in range(12)]
    assert len({tuple(start["tactic_pile"]) for start in starts}) > 8
    assert not any(set(TACTIC_CARDS) & set(start["hands"]["pro"] + start["hands"]["con"]) for start in starts)


@pytest.mark.nojit
@pytest.mark.rule("IMP-22")
@pytest.mark.parametrize(
    ("choice", "hand_after", "issue_pile", "tactic_pile"),
    [("draw issue", ["S2"], ["S3"], ["MUD", "FLAW"]), ("draw tactic", ["MUD"], ["S2", "S3"], ["FLAW"])],
)
def test_the_player_chooses_the_pile(
    choice: str, hand_after: list[str], issue_pile: list[str], tactic_pile: list[str]
) -> None:
    state = begin(position(pro="S5", con="C9", pile="S2 S3", tactic_pile="MUD FLAW"), tactics=True)
    play(state, "place S5 J1")
    assert (mover(state), state.to_dict()["phase"]) == ("pro", "draw")
    assert legal(state) == {"draw issue", "draw tactic"}
    play(state, choice)
    assert hand(state, "pro") == hand_after
    assert (pile(state), state.to_dict()["tactic_pile"]) == (issue_pile, tactic_pile)
    assert (mover(state), state.to_dict()["phase"]) == ("con", "play")


@pytest.mark.nojit
@pytest.mark.rule("IMP-22", "IMP-9")
@pytest.mark.parametrize(
    ("issue_pile", "tactic_pile", "hand_after"), [("S2", "", ["S2"]), ("", "MUD", ["MUD"]), ("", "", [])]
)
def test_without_a_choice_the_draw_is_automatic(issue_pile: str, tactic_pile: str, hand_after: list[str]) -> None:
    given = position(pro="S5", con="C9", pile=issue_pile, tactic_pile=tactic_pile)
    state = play(begin(given, tactics=True), "place S5 J1")
    assert hand(state, "pro") == hand_after
    assert (pile(state), state.to_dict()["tactic_pile"]) == ([], [])
    assert mover(state) == "con"


@pytest.mark.nojit
@pytest.mark.rule("IMP-22")
def test_a_full_hand_of_seven_plays_draws_and_is_full_again() -> None:
    given = position(pro="S5 S6 S7 H2 H3 MUD FLAW", con="C9", pile="S2", tactic_pile="POLL")
    state = play(begin(given, tactics=True), "place S5 J1", "draw tactic")
    assert hand(state, "pro") == ["S6", "S7", "H2", "H3", "MUD", "POLL", "FLAW"]


# IMP-23, IMP-24: using tactic cards


@pytest.mark.rule("IMP-23")
@pytest.mark.parametrize("player", ["pro", "con"])
def test_a_tactic_takes_the_place_of_an_issue_card_and_is_followed_by_a_draw(player: str) -> None:
    hands = {"pro": "S5", "con": "C9"}
    hands[player] += " MUD"
    state = begin(position(pile="S2", tactic_pile="FLAW", to_move=player, **hands), tactics=True)
    play(state, "mud J1")
    assert (mover(state), legal(state)) == (player, {"draw issue", "draw tactic"})
    play(state, "draw issue")
    assert mover(state) != player
    assert state.to_dict()["tactics_used"][player] == 1


@pytest.mark.rule("IMP-24")
@pytest.mark.parametrize("player", ["pro", "con"])
@pytest.mark.parametrize(
    ("own", "others", "allowed"), [(0, 0, True), (1, 0, False), (0, 1, True), (1, 1, True), (2, 1, False), (3, 3, True)]
)
def test_the_allowance_is_one_more_than_the_opponent(player: str, own: int, others: int, allowed: bool) -> None:
    other = "con" if player == "pro" else "pro"
    hands = {player: "S5 MUD WITNESS", other: "C9 C2"}
    given = position({1: lane("S2", "H2")}, to_move=player, tactics_used={player: own, other: others}, **hands)
    state = begin(given, tactics=True)
    expected = {f"{card} {name}" for card in ("mud", "place WITNESS") for name in JUSTICES}
    assert legal_starting(state, "mud", "place WITNESS") == (expected if allowed else set())
    assert "place S5 J1" in legal(state)


@pytest.mark.rule("IMP-24")
def test_using_one_opens_the_allowance_for_the_other() -> None:
    state = begin(position(pro="S5 MUD WITNESS", con="C9 EVIDENCE FLAW"), tactics=True)
    play(state, "mud J1", "place C9 J2")
    assert legal_starting(state, "place WITNESS") == set()
    play(state, "place S5 J3", "place EVIDENCE J4")
    assert "place WITNESS J1" in legal(state)
    play(state, "place WITNESS J1")
    assert state.to_dict()["tactics_used"] == {"pro": 2, "con": 1}


# IMP-25, IMP-26: Witness and Evidence


@pytest.mark.rule("IMP-25", "IMP-26", "IMP-7", "IMP-8")
@pytest.mark.parametrize("card", ["WITNESS", "EVIDENCE"])
def test_they_are_placed_like_issue_cards(card: str) -> None:
    lanes = {1: lane("S5 S6"), 2: lane("S2 H5 D9"), 3: lane(taken_by="con")}
    state = begin(position(lanes, pro=f"{card} D4", con="C9", pile="S3"), tactics=True)
    free = [name for name in JUSTICES if name not in ("J2", "J3")]
    assert legal_starting(state, f"place {card} ") == {f"place {card} {name}" for name in free}
    play(state, f"place {card} J1")
    assert justice(state, 1)["pro"] == ["S5", "S6", card]
    assert justice(state, 1)["completed_first"] == "pro"
    assert hand(state, "pro") == ["S3", "D4"]


@pytest.mark.rule("IMP-25")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("WITNESS S9 H9", "ii"),
        ("WITNESS S9 ST", "iv"),  # neither suit nor colour
        ("WITNESS S9 SJ", "iv"),
        ("WITNESS SA SK", "iv"),  # as the queen
        ("WITNESS SA S2", "iv"),
        ("WITNESS SK S2", "vii"),  # no ace in the middle
        ("WITNESS S2 S9", "vii"),
        ("WITNESS S2 C9", "vii"),
        ("WITNESS X1 S9", "ii"),
        ("WITNESS X1 X2", "ii"),
        ("WITNESS EVIDENCE X1", "ii"),
        ("WITNESS EVIDENCE S2", "ii"),
        ("WITNESS EVIDENCE S4", "iv"),
        ("WITNESS EVIDENCE S5", "iv"),  # 3, 4, 5
        ("WITNESS EVIDENCE S6", "vii"),
        ("WITNESS EVIDENCE SQ", "iv"),  # Q, K, A
        ("WITNESS EVIDENCE SJ", "vii"),
    ],
)
def test_a_witness_has_any_rank_but_no_suit(formation: str, rank: str) -> None:
    assert_rank(formation, rank)


@pytest.mark.rule("IMP-26")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("EVIDENCE S4 S5", "i"),
        ("EVIDENCE S3 S4", "i"),
        ("EVIDENCE S2 S3", "i"),
        ("EVIDENCE SA S3", "i"),
        ("EVIDENCE SQ SK", "i"),  # the high ace
        ("EVIDENCE S5 S6", "v"),  # no 4, no 7
        ("EVIDENCE SJ SQ", "v"),
        ("EVIDENCE SA SK", "v"),
        ("EVIDENCE SK S2", "v"),  # no ace in the middle
        ("EVIDENCE S4 S9", "v"),
        ("EVIDENCE S3 H3", "ii"),
        ("EVIDENCE SA HA", "ii"),
        ("EVIDENCE S4 H4", "vii"),
        ("EVIDENCE S4 C4", "vi"),
        ("EVIDENCE S4 C5", "iii"),
        ("EVIDENCE SQ CK", "iii"),
        ("EVIDENCE S4 H5", "iv"),
        ("EVIDENCE HQ CK", "iv"),
        ("EVIDENCE S4 C9", "vi"),
        ("EVIDENCE S4 H9", "vii"),
        ("EVIDENCE X1 S5", "i"),  # 3, 4, 5
        ("EVIDENCE X1 SK", "i"),  # A, Q, K
        ("EVIDENCE X1 S6", "v"),
        ("EVIDENCE X1 S9", "v"),
        ("EVIDENCE X1 X2", "i"),
    ],
)
def test_evidence_is_an_ace_a_two_or_a_three_of_any_suit(formation: str, rank: str) -> None:
    assert_rank(formation, rank)


@pytest.mark.rule("IMP-25", "IMP-26", "IMP-13")
def test_both_count_nothing_in_the_sum() -> None:
    assert contest("WITNESS S9 H9", "S5 H5 D5") == "first"  # 18 and 15
    assert contest("WITNESS S9 H9", "S7 H7 D7") == "second"  # 18 and 21
    assert contest("EVIDENCE S4 S5", "HA H2 H3") == "first"  # 9 and 6
    assert contest("EVIDENCE S4 S5", "H3 H4 H5") == "second"  # 9 and 12
    assert contest("EVIDENCE SQ SK", "HT HJ HQ") == "second"  # 25 and 33


# IMP-27: Mudslinging


@pytest.mark.rule("IMP-27")
def test_mud_is_laid_under_any_justice_not_yet_taken() -> None:
    lanes = {1: lane("S5 S6 S7", "H2 H3"), 2: lane(taken_by="con")}
    state = begin(position(lanes, pro="MUD D4", con="C9"), tactics=True)
    assert legal_starting(state, "mud") == {f"mud {name}" for name in JUSTICES if name != "J2"}
    play(state, "mud J1")
    assert [justice(state, number)["mud"] for number in range(1, 10)] == [True] + [False] * 8
    assert justice(state, 1)["completed_first"] == "pro"
    assert "MUD" not in state.to_dict()["discards"] + hand(state, "pro")


@pytest.mark.rule("IMP-27")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("HK D9 C5", "S2 S3 S4"),  # (vii) 27, (i) 9
        ("H2 D3 C5", "SA CA DA"),  # (vii) 10, (ii) 3
        ("S2 H5 D9", "X1 C7 C8"),  # 16, 15: a joker counts nothing
        ("S2 H5 D9", "WITNESS S8 C7"),
        ("S2 H5 D9", "EVIDENCE S8 C7"),
    ],
)
def test_under_mud_only_sums_count(higher: str, lower: str) -> None:
    assert contest(higher, lower, mud=True) == "first"


@pytest.mark.rule("IMP-27", "IMP-14")
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
def test_equal_sums_under_mud_go_to_the_side_completed_first(player: str, other: str) -> None:
    sides = {player: ["S2", "H5"], other: ["C4", "C5"]}
    hands = {player: "D8", other: "C6"}
    state = begin(position({1: lane(mud=True) | sides}, to_move=player, **hands), tactics=True)
    play(state, "place D8 J1", "place C6 J1")  # (vii) 15, (i) 15
    assert taken_by(state, 1) == player


# IMP-28: Deliberation


@pytest.mark.nojit
@pytest.mark.rule("IMP-28")
def test_deliberation_is_laid_under_any_justice_not_yet_taken() -> None:
    lanes = {1: lane("S5 S6"), 2: lane(taken_by="con")}
    state = begin(position(lanes, pro="DELIBERATION D4", con="C9"), tactics=True)
    assert legal_starting(state, "deliberation") == {f"deliberation {name}" for name in JUSTICES if name != "J2"}
    play(state, "deliberation J3")
    assert [justice(state, number)["deliberation"] for number in (1, 2, 3)] == [False, False, True]
    assert "DELIBERATION" not in state.to_dict()["discards"] + hand(state, "pro")


@pytest.mark.nojit
@pytest.mark.rule("IMP-28", "IMP-11")
def test_each_side_needs_and_holds_four_cards() -> None:
    given = position({1: lane("S5 S6", "H4 D4 C4 S4", deliberation=True)}, pro="S7 S8 S9", con="C9 CT CJ")
    state = begin(given, tactics=True)
    assert "place C9 J1" not in legal(play(state, "place S7 J1"))
    assert (taken_by(state, 1), justice(state, 1)["completed_first"]) == (None, "con")
    play(state, "place C9 J2", "place S8 J1")
    assert taken_by(state, 1) == "pro"


@pytest.mark.nojit
@pytest.mark.rule("IMP-28", "IMP-33")
def test_a_side_of_three_is_no_longer_complete_and_loses_its_place() -> None:
    given = position({1: lane("S2 S3 S4", "H2 H3")}, pro="S5 D9 DT", con="DELIBERATION H4 H5", to_move="con")
    state = play(begin(given, tactics=True), "deliberation J1")
    assert justice(state, 1)["completed_first"] is None
    play(state, "place D9 J2", "place H4 J1", "place DT J2", "place H5 J1")
    assert justice(state, 1)["completed_first"] == "con"
    play(state, "place S5 J1")  # both (i) 14
    assert taken_by(state, 1) == "con"


@pytest.mark.nojit
@pytest.mark.rule("IMP-28")
def test_the_fourth_card_not_the_third_decides_who_was_first() -> None:
    given = position({1: lane("S2 S3", "H2 H3 H4", deliberation=True)}, pro="S4 S5", con="D9 H5")
    state = play(begin(given, tactics=True), "place S4 J1", "place D9 J2", "place S5 J1", "place H5 J1")
    assert taken_by(state, 1) == "pro"


@pytest.mark.nojit
@pytest.mark.rule("IMP-28", "IMP-12", "IMP-16", "IMP-17")
@pytest.mark.parametrize(
    ("formation", "rank"),
    [
        ("S5 S6 S7 S8", "i"),
        ("SA S2 S3 S4", "i"),
        ("SJ SQ SK SA", "i"),
        ("SQ SK SA S2", "v"),
        ("SK SA S2 S3", "v"),
        ("S5 S6 S7 S9", "v"),  # a run of three is no run
        ("S4 H4 D4 C4", "ii"),
        ("S4 H4 D4 C9", "vii"),  # three of a kind
        ("S4 C4 S9 C9", "vi"),  # two pairs
        ("S5 C6 S7 C8", "iii"),
        ("S5 H6 S7 C8", "iv"),
        ("SJ HQ SK CA", "iv"),
        ("S2 S5 S9 SJ", "v"),
        ("S2 C5 S9 CJ", "vi"),
        ("S2 S5 S9 HJ", "vii"),
        ("X1 X2 S5 S8", "i"),
        ("X1 X2 S5 S9", "v"),
        ("X1 X2 SA SJ", "i"),
        ("X1 X2 SA ST", "v"),
        ("X1 X2 S9 H9", "ii"),
        ("X1 S5 S6 S8", "i"),
        ("X1 S9 H9 D9", "ii"),
        ("EVIDENCE SJ SQ SK", "i"),
        ("EVIDENCE X1 SJ SQ", "i"),  # A, K
        ("EVIDENCE X1 SJ ST", "v"),
        ("EVIDENCE S4 S5 S6", "i"),
        ("EVIDENCE S5 S6 S7", "v"),
        ("EVIDENCE X1 X2 S6", "i"),  # 3, 4, 5, 6
        ("EVIDENCE X1 X2 S7", "v"),
        ("WITNESS S5 H6 S8", "iv"),
        ("WITNESS S5 S6 S8", "iv"),
        ("WITNESS S9 H9 D9", "ii"),
        ("WITNESS EVIDENCE X1 X2", "ii"),
    ],
)
def test_ranks_are_read_over_four_cards(formation: str, rank: str) -> None:
    assert_rank(formation, rank, deliberation=True)


@pytest.mark.nojit
@pytest.mark.rule("IMP-28", "IMP-13")
def test_the_sum_counts_four_cards() -> None:
    assert contest("S9 S6 S3 SA", "H9 H5 H2 H4", deliberation=True) == "second"  # (v) 19, 20
    assert contest("X1 S9 S6 S5", "H9 H5 H2 H3", deliberation=True) == "first"  # (v) 20, 19


@pytest.mark.nojit
@pytest.mark.rule("IMP-27", "IMP-28")
def test_mud_and_deliberation_under_one_justice_mean_four_cards_and_sums_only() -> None:
    under = {"mud": True, "deliberation": True}
    assert contest("HK D9 C5 S2", "S5 S6 S7 S8", **under) == "first"  # (vii) 29, (i) 26
    given = position({1: lane("S5 S6 S7", "H2 D9 CQ", **under)}, pro="S8", con="DK")
    state = play(begin(given, tactics=True), "place S8 J1")
    assert (taken_by(state, 1), justice(state, 1)["completed_first"]) == (None, "pro")
    assert taken_by(play(state, "place DK J1"), 1) == "con"  # 26, 36


@pytest.mark.nojit
@pytest.mark.rule("IMP-27", "IMP-28", "IMP-14")
def test_the_fourth_card_decides_a_tie_under_mud_and_deliberation() -> None:
    given = position({1: lane("S2 S3 S4", "H2 H3 H5", mud=True, deliberation=True)}, pro="D9 S6", con="D5 C2")
    given["to_move"] = "con"
    state = play(begin(given, tactics=True), "place D5 J1", "place S6 J1")  # 15, 15
    assert taken_by(state, 1) == "con"


@pytest.mark.nojit
@pytest.mark.rule("IMP-27", "IMP-28")
def test_the_second_of_both_may_be_laid_under_the_same_justice() -> None:
    state = begin(position({1: lane("S5", "H2", mud=True)}, pro="D9", con="DELIBERATION", to_move="con"), tactics=True)
    play(state, "deliberation J1")
    assert (justice(state, 1)["mud"], justice(state, 1)["deliberation"]) == (True, True)
