"""Impeachment, IMP-36 to IMP-41: the variant Conviction.

Only the cards named in a position are in the game, so "available" are those in the hands and in the issue pile.
"""

from __future__ import annotations

from typing import Any

import pytest

from support.positions import begin, hand, justice, lane, legal, mover, pile, play, position, taken_by, winner

pytestmark = pytest.mark.nojit

MODES = ["rank", "total"]
BOTH_MODES = pytest.mark.parametrize("mode", MODES)


def after(action: str, mode: str, *args: Any, tactics: bool = False, bias_row: str = "", **fields: Any) -> str | None:
    """Who has taken J1 after one action in a position of the game with Conviction."""
    given = position(*args, bias=bias_row, **fields)
    return taken_by(play(begin(given, conviction=mode, tactics=tactics, bias=bool(bias_row)), action), 1)


# IMP-36: taken at once


@pytest.mark.rule("IMP-36", "IMP-41")
@BOTH_MODES
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
def test_a_formation_that_cannot_be_beaten_takes_at_once(player: str, other: str, mode: str) -> None:
    lanes = {1: lane() | {player: ["S5", "S6"], other: ["H2", "D9"]}}  # H2, D9 make (vi) at best
    hands: dict[str, Any] = {player: "S7 C3", other: "C9 H5"}
    assert after("place S7 J1", mode, lanes, to_move=player, **hands) == player


@pytest.mark.rule("IMP-36")
def test_without_the_variant_both_sides_must_be_complete() -> None:
    state = begin(position({1: lane("S5 S6", "H2 D9")}, pro="S7 C3", con="C9 H5"))
    assert taken_by(play(state, "place S7 J1"), 1) is None


@pytest.mark.rule("IMP-36", "IMP-37")
@BOTH_MODES
@pytest.mark.parametrize(
    ("hands", "issue_pile"), [({"pro": "S7", "con": "HT C2"}, ""), ({"pro": "S7", "con": "C2"}, "C3 HT")]
)
def test_a_formation_that_an_available_card_could_beat_waits(hands: dict[str, Any], issue_pile: str, mode: str) -> None:
    assert after("place S7 J1", mode, {1: lane("S5 S6", "H8 H9")}, pile=issue_pile, **hands) is None


@pytest.mark.rule("IMP-36", "IMP-41")
@BOTH_MODES
def test_the_proof_comes_when_the_missing_card_lands_elsewhere_on_the_opponents_turn(mode: str) -> None:
    given = position({1: lane("S5 S6", "H8 H9")}, pro="S7 D2", con="HT C2")
    state = play(begin(given, conviction=mode), "place S7 J1")
    assert taken_by(state, 1) is None
    assert taken_by(play(state, "place HT J2"), 1) == "pro"


@pytest.mark.rule("IMP-36", "IMP-32", "IMP-33")
@BOTH_MODES
def test_a_flaw_is_a_change_on_the_table(mode: str) -> None:
    lanes = {1: lane("S5 S6 S7", "H8 H9")}
    given = position(lanes, pro="FLAW C2", con="HT D2")
    assert taken_by(begin(given, conviction=mode, tactics=True), 1) is None
    assert after("flaw H9", mode, lanes, pro="FLAW C2", con="HT D2", tactics=True) == "pro"


@pytest.mark.rule("IMP-36", "IMP-27")
def test_mud_is_a_change_on_the_table() -> None:
    # Con could reach (i) with H4, but under mud only 9, and Pro's 9 was first.
    assert after("mud J1", "rank", {1: lane("S2 S3 S4", "H2 H3")}, pro="MUD CA", con="H4 C3", tactics=True) == "pro"
    assert after("place CA J2", "rank", {1: lane("S2 S3 S4", "H2 H3")}, pro="MUD CA", con="H4 C3", tactics=True) is None


@pytest.mark.rule("IMP-36", "IMP-28")
@BOTH_MODES
def test_under_deliberation_three_cards_prove_nothing(mode: str) -> None:
    given = position({1: lane("S5 S6 S7", "H8 D2")}, pro="S8 C3", con="DELIBERATION C4 C9", to_move="con")
    state = play(begin(given, conviction=mode, tactics=True), "deliberation J1")
    assert (taken_by(state, 1), justice(state, 1)["completed_first"]) == (None, None)
    assert taken_by(play(state, "place S8 J1"), 1) == "pro"


@pytest.mark.rule("IMP-36", "IMP-28")
@BOTH_MODES
@pytest.mark.parametrize(("available", "taker"), [("C4 D9", "pro"), ("H6 H7", None)])
def test_proofs_are_read_over_four_cards(available: str, taker: str | None, mode: str) -> None:
    lanes = {1: lane("S5 S6 S7", "H8 H9", deliberation=True)}
    assert after("place S8 J1", mode, lanes, pro="S8", con=available, tactics=True) == taker


@pytest.mark.rule("IMP-36")
@BOTH_MODES
def test_a_position_takes_nothing_before_the_next_change(mode: str) -> None:
    given = position({1: lane("S5 S6 S7", "H2 D9")}, pro="C3 C4", con="C5")
    state = begin(given, conviction=mode)
    assert taken_by(state, 1) is None
    assert taken_by(play(state, "place C3 J5"), 1) == "pro"


# IMP-37: public information


@pytest.mark.rule("IMP-37")
@BOTH_MODES
def test_the_provers_own_hand_is_not_used(mode: str) -> None:
    # Pro holds HT, the only card that could help Con, and may not say so.
    assert after("place S7 J1", mode, {1: lane("S5 S6", "H8 H9")}, pro="S7 HT", con="C2") is None


@pytest.mark.rule("IMP-37", "IMP-34")
@BOTH_MODES
def test_discards_and_cards_on_the_table_are_not_available(mode: str) -> None:
    lanes = {1: lane("S5 S6", "H8 H9"), 2: lane("HT", "")}
    assert after("place S7 J1", mode, lanes, pro="S7", con="C2", discards="H7") == "pro"


@pytest.mark.rule("IMP-37")
@BOTH_MODES
@pytest.mark.parametrize(("first_deal_done", "taker"), [(False, "pro"), (True, None)])
def test_before_the_first_deal_con_cannot_use_an_unplayed_joker(
    first_deal_done: bool, taker: str | None, mode: str
) -> None:
    fields: dict[str, Any] = {"pro": "C9 X1", "con": "C2", "first_deal_done": first_deal_done}
    assert after("place C9 J1", mode, {1: lane("S9 D9", "H4 H5")}, tactics=True, **fields) == taker


@pytest.mark.rule("IMP-37")
@BOTH_MODES
@pytest.mark.parametrize(("pro", "taker"), [("X1 CK", None), ("CQ CK", "con")])
def test_pro_can_always_use_an_unplayed_joker(pro: str, taker: str | None, mode: str) -> None:
    lanes = {1: lane("H4 H5", "S9 D9")}
    assert after("place C9 J1", mode, lanes, pro=pro, con="C9 C2", to_move="con") == taker


@pytest.mark.rule("IMP-37", "IMP-17")
@BOTH_MODES
def test_a_played_joker_is_no_longer_available(mode: str) -> None:
    given = position({1: lane("H4 H5", "S9 D9")}, pro="X1 CK", con="C9 C2", to_move="con")
    state = play(begin(given, conviction=mode), "place C9 J1")
    assert taken_by(play(state, "place X1 J2"), 1) == "con"


@pytest.mark.rule("IMP-37")
@BOTH_MODES
@pytest.mark.parametrize(("issue_pile", "taker"), [("", "pro"), ("C8", None)])
def test_a_side_that_too_few_cards_could_complete_counts_as_lower(
    issue_pile: str, taker: str | None, mode: str
) -> None:
    # Con needs three cards; C3 and C4 are two, with C8 they would be (v) against (vii).
    assert after("place D9 J1", mode, {1: lane("S2 H5")}, pro="D9 C3", con="C4", pile=issue_pile) == taker


@pytest.mark.rule("IMP-37")
@BOTH_MODES
@pytest.mark.parametrize(("first_deal_done", "taker"), [(False, "pro"), (True, None)])
def test_a_joker_that_con_cannot_use_does_not_complete_the_side(
    first_deal_done: bool, taker: str | None, mode: str
) -> None:
    fields: dict[str, Any] = {"pro": "D9 X1", "first_deal_done": first_deal_done}
    assert after("place D9 J1", mode, {1: lane("S2 H5", "C4 D6")}, tactics=True, **fields) == taker


@pytest.mark.rule("IMP-37", "IMP-30")
@BOTH_MODES
def test_the_deal_itself_makes_the_joker_available_to_con(mode: str) -> None:
    lanes = {1: lane("S9 D9", "H4 H5")}
    given = position(lanes, pro="DEAL C9 X1 S2 S3", con="C2 C3 C6")
    state = begin(given, conviction=mode, tactics=True)
    play(state, "deal", "pick S2", "pick S3", "pick C2", "pick C3", "place C6 J2", "place C9 J1")
    assert taken_by(state, 1) is None


# IMP-38: tactic cards


@pytest.mark.rule("IMP-38")
@BOTH_MODES
@pytest.mark.parametrize("unused", ["EVIDENCE WITNESS", "MUD DELIBERATION", "FLAW RETRACT"])
@pytest.mark.parametrize("where", ["con", "tactic_pile"])
def test_unused_tactics_are_no_threat(unused: str, where: str, mode: str) -> None:
    lanes = {1: lane("S9 D9", "H4 H5")}  # with EVIDENCE, Con could reach (i)
    assert after("place C9 J1", mode, lanes, pro="C9 C2", tactics=True, **{where: unused}) == "pro"


@pytest.mark.rule("IMP-38", "IMP-25", "IMP-26")
@BOTH_MODES
@pytest.mark.parametrize(
    ("con_side", "con", "taker"),
    [
        ("WITNESS H9", "D9 H2", None),  # (ii) could come
        ("WITNESS H9", "DT H2", "pro"),  # (iv) at best
        ("EVIDENCE H4", "H5 C2", None),  # (i)
        ("EVIDENCE H4", "C5 C2", "pro"),  # (iv)
        ("EVIDENCE H3", "C3 C2", None),  # (ii)
    ],
)
def test_tactics_on_the_table_count(con_side: str, con: str, taker: str | None, mode: str) -> None:
    lanes = {1: lane("S5 C6", con_side)}
    assert after("place S7 J1", mode, lanes, pro="S7 HK", con=con, tactics=True) == taker


# IMP-39, IMP-40: how much must be proven


@pytest.mark.rule("IMP-39", "IMP-40")
@pytest.mark.parametrize(("mode", "taker"), [("rank", None), ("total", "pro")])
def test_an_equal_rank_of_lower_sum_is_enough_for_total_only(mode: str, taker: str | None) -> None:
    assert after("place SJ J1", mode, {1: lane("SQ SK", "H2 H3")}, pro="SJ", con="H4 C9") == taker  # (i) 36, (i) 9


@pytest.mark.rule("IMP-39", "IMP-40")
@pytest.mark.parametrize(("mode", "taker"), [("rank", None), ("total", "pro")])
def test_the_lowest_rank_is_never_proven_by_rank(mode: str, taker: str | None) -> None:
    lanes = {1: lane("SK HQ", "H2 D4")}
    assert after("place D9 J1", mode, lanes, pro="D9", con="C7") == taker  # (vii) 34, (vii) 13


@pytest.mark.rule("IMP-40", "IMP-39", "IMP-14")
@pytest.mark.parametrize(
    ("available", "total_taker"),
    [
        ("H3", "pro"),  # (v) 14 against 18
        ("H7", "pro"),  # 18: Pro was first
        ("H8", None),  # 19
        ("H3 HQ", None),  # 23: the best hearts count, not the first
        ("HQ H3", None),
        ("C2 H6", "pro"),  # 17
    ],
)
def test_total_compares_with_the_best_sum_of_the_best_rank(available: str, total_taker: str | None) -> None:
    lanes = {1: lane("S2 SJ", "H2 H9")}
    assert after("place S5 J1", "total", lanes, pro="S5", con=available) == total_taker
    assert after("place S5 J1", "rank", lanes, pro="S5", con=available) is None


@pytest.mark.rule("IMP-40", "IMP-17")
@pytest.mark.parametrize(("available", "taker"), [("H9", "pro"), ("HJ", "pro"), ("HQ", None), ("H9 HQ", None)])
def test_a_joker_on_the_unfinished_side_is_read_for_the_best(available: str, taker: str | None) -> None:
    # (i) 21 against X1 HT and H9 (19), HJ (21, later), HQ (22)
    assert after("place S6 J1", "total", {1: lane("S7 S8", "X1 HT")}, pro="S6", con=available) == taker


@pytest.mark.rule("IMP-40", "IMP-17", "IMP-37")
@pytest.mark.parametrize(("pro", "taker"), [("X1", "con"), ("X1 CK", "con"), ("X1 HK", None)])
def test_the_best_rank_is_judged_before_the_best_sum(pro: str, taker: str | None) -> None:
    # Con has (i) 27. Pro's HJ HQ with the joker are (i) 23, with CK only (iv) 36, with HK (i) 36.
    lanes = {1: lane("HJ HQ", "S8 S9")}
    assert after("place ST J1", "total", lanes, pro=pro, con="ST C2", to_move="con") == taker


@pytest.mark.rule("IMP-40", "IMP-28")
@pytest.mark.parametrize(("mode", "taker"), [("rank", None), ("total", "pro")])
def test_total_over_four_cards(mode: str, taker: str | None) -> None:
    lanes = {1: lane("S9 D9 C9", "H4 D4 C4", deliberation=True)}
    assert after("place H9 J1", mode, lanes, pro="H9", con="S4 C2", tactics=True) == taker  # (ii) 36, (ii) 16


@pytest.mark.rule("IMP-39", "IMP-40", "IMP-27")
@BOTH_MODES
@pytest.mark.parametrize(("available", "taker"), [("DJ C3", "pro"), ("DQ C3", None), ("H6 H3", "pro"), ("DT SK", None)])
def test_under_mud_the_best_sum_must_be_lower_or_equal(available: str, taker: str | None, mode: str) -> None:
    # 9 + 7 + 4 = 20 against 4 + 5 + 11 = 20
    lanes = {1: lane("S9 H7", "H4 H5", mud=True)}
    assert after("place D4 J1", mode, lanes, pro="D4 C2", con=available, tactics=True) == taker


BIASED = {"conservative": "CMPCMPCMP", "moderate": "MCPCMPCMP", "progressive": "PCMCMPCMP"}


@pytest.mark.rule("IMP-40", "IMP-39", "IMP-43")
@pytest.mark.parametrize(
    ("bias", "high_pro", "low_pro", "low_con", "high_con"),
    [
        ("conservative", None, None, "con", "con"),
        ("moderate", "pro", None, None, "con"),
        ("progressive", "pro", "pro", None, None),
    ],
)
def test_total_follows_the_bias_where_ranks_are_equal(
    bias: str, high_pro: str | None, low_pro: str | None, low_con: str | None, high_con: str | None
) -> None:
    def complete(prover: str, cards: str, others: str, mode: str) -> str | None:
        """The prover completes (i), the other could complete (i) as well."""
        (*own, last), (*rest, missing) = cards.split(), others.split()
        other = "con" if prover == "pro" else "pro"
        hands: dict[str, Any] = {prover: last, other: missing}
        lanes = {1: lane() | {prover: own, other: rest}}
        return after(f"place {last} J1", mode, lanes, to_move=prover, bias_row=BIASED[bias], **hands)

    high, low = "SQ SK SJ", "H2 H3 H4"
    assert complete("pro", high, low, "total") == high_pro
    assert complete("pro", low, high, "total") == low_pro
    assert complete("con", low, high, "total") == low_con
    assert complete("con", high, low, "total") == high_con
    assert complete("pro", high, low, "rank") is None
    assert complete("con", high, low, "rank") is None


@pytest.mark.rule("IMP-39", "IMP-40", "IMP-43")
@BOTH_MODES
@pytest.mark.parametrize("bias", list(BIASED))
def test_a_higher_rank_is_proven_under_any_bias_and_mud_ignores_it(bias: str, mode: str) -> None:
    row = BIASED[bias]
    hands: dict[str, Any] = {"pro": "S7 C3", "con": "C9 H5"}
    assert after("place S7 J1", mode, {1: lane("S5 S6", "H2 D9")}, bias_row=row, **hands) == "pro"
    muddy = {1: lane("SQ SK", "H2 H3", mud=True)}
    assert after("place SJ J1", mode, muddy, pro="SJ", con="H4", bias_row=row, tactics=True) == "pro"


# IMP-41: at once, together


@pytest.mark.rule("IMP-41", "IMP-31", "IMP-33")
@BOTH_MODES
def test_a_retract_is_one_change_and_its_card_is_face_up(mode: str) -> None:
    # With S5 back and S7, Pro would have (i) against (ii).
    given = position({1: lane("S5 S6", "H4 D4 C4")}, pro="RETRACT S7 C2", con="C9")
    state = play(begin(given, conviction=mode, tactics=True), "retract S5")
    assert taken_by(state, 1) is None
    assert taken_by(play(state, "to discard"), 1) == "con"


@pytest.mark.rule("IMP-41", "IMP-31")
@BOTH_MODES
def test_one_change_may_take_two_justices(mode: str) -> None:
    lanes = {1: lane("S2 D7", "H4 D4 C4"), 2: lane("D5 D6", "H2 C9")}
    given = position(lanes, pro="RETRACT CK", con="CQ")
    state = play(begin(given, conviction=mode, tactics=True), "retract D7", "to J2")
    assert (taken_by(state, 1), taken_by(state, 2)) == ("con", "pro")


@pytest.mark.rule("IMP-41", "IMP-18", "IMP-11")
@BOTH_MODES
def test_all_are_taken_together_then_the_game_ends_and_nothing_is_drawn(mode: str) -> None:
    # S7 makes J2 Con's third in a row, and is the card that Con needed at J9.
    lanes = {2: lane("H4 D4 C4", "S5 S6"), 9: lane("D9 H9 C9", "S8 S9")}
    given = position(lanes, pro="C2", con="S7 DK", pile="D2 D3", pro_has="5", con_has="1 3", to_move="con")
    state = play(begin(given, conviction=mode), "place S7 J2")
    assert (taken_by(state, 2), taken_by(state, 9)) == ("con", "pro")
    assert (winner(state), pile(state), hand(state, "con")) == ("con", ["D2", "D3"], ["DK"])


@pytest.mark.rule("IMP-41", "IMP-6")
@BOTH_MODES
def test_after_a_proof_the_player_draws_and_the_turn_passes(mode: str) -> None:
    given = position({1: lane("S5 S6", "H2 D9")}, pro="S7", con="C9", pile="C3 C4")
    state = play(begin(given, conviction=mode), "place S7 J1")
    assert (taken_by(state, 1), hand(state, "pro"), mover(state)) == ("pro", ["C3"], "con")
    assert "place C9 J1" not in legal(state)


@pytest.mark.rule("IMP-41", "IMP-19")
@BOTH_MODES
def test_a_proof_may_decide_the_game_on_the_losers_turn(mode: str) -> None:
    lanes = {9: lane("S5 S6 S7", "H8 H9"), 8: lane("", "C2")}
    given = position(lanes, pro="D2", con="HT C3", pro_has="1 2 4 5 7", con_has="3 6", to_move="con")
    assert winner(play(begin(given, conviction=mode), "place HT J8")) == "pro"
