"""Impeachment, IMP-29 to IMP-35: tactic cards that are used and discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from support.positions import (
    JUSTICES,
    OTHER,
    TACTIC_CARDS,
    begin,
    hand,
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

if TYPE_CHECKING:
    from dicedeck.envs.core.game import State

pytestmark = pytest.mark.nojit


def tactics(*args: Any, **fields: Any) -> State:
    """The state at a position of the game with Tactics."""
    return begin(position(*args, **fields), tactics=True)


def phase(state: State) -> str:
    name: str = state.to_dict()["phase"]
    return name


def known(state: State, player: str, what: str) -> list[str]:
    """What a player knows: cards on the "pile", or in the other's "hand"."""
    cards: list[str] = state.to_dict()["known"][player][what]
    return cards


def discards(state: State) -> list[str]:
    cards: list[str] = state.to_dict()["discards"]
    return cards


# IMP-29: Opinion Poll


@pytest.mark.rule("IMP-29")
def test_the_poll_puts_the_top_four_back_in_any_order() -> None:
    state = play(tactics(pro="POLL S5", con="C9", pile="S2 H7 D4 C6 CK", tactic_pile="MUD"), "poll")
    assert (phase(state), mover(state)) == ("poll", "pro")
    assert legal(state) == {"pick S2", "pick H7", "pick D4", "pick C6"}
    play(state, "pick C6", "pick S2")
    assert legal(state) == {"pick H7", "pick D4"}
    assert state.to_dict()["pending"] == ["C6", "S2"]
    assert sorted(pile(state)) == sorted(["S2", "H7", "D4", "C6", "CK"])
    play(state, "pick D4", "pick H7")
    assert pile(state) == ["C6", "S2", "D4", "H7", "CK"]
    assert (discards(state), phase(state), mover(state)) == (["POLL"], "draw", "pro")


@pytest.mark.rule("IMP-29", "IMP-23")
@pytest.mark.parametrize(
    ("draw", "drawn", "left"), [("draw issue", "C6", ["S2", "D4", "H7", "CK"]), ("draw tactic", "MUD", None)]
)
def test_after_the_poll_the_player_draws_as_usual(draw: str, drawn: str, left: list[str] | None) -> None:
    state = tactics(pro="POLL S5", con="C9", pile="S2 H7 D4 C6 CK", tactic_pile="MUD")
    play(state, "poll", "pick C6", "pick S2", "pick D4", "pick H7", draw)
    assert hand(state, "pro") == ["S5", drawn]
    assert pile(state) == (left or ["C6", "S2", "D4", "H7", "CK"])
    assert mover(state) == "con"


@pytest.mark.rule("IMP-29")
@pytest.mark.parametrize("cards", ["S2", "S2 H7", "S2 H7 D4"])
def test_the_poll_of_a_short_pile_looks_at_what_there_is(cards: str) -> None:
    state = play(tactics(pro="POLL S5", con="C9", pile=cards, tactic_pile="MUD"), "poll")
    assert legal(state) == {f"pick {card}" for card in cards.split()}
    play(state, *(f"pick {card}" for card in reversed(cards.split())))
    assert pile(state) == cards.split()[::-1]
    assert known(state, "pro", "pile") == cards.split()[::-1]
    assert phase(state) == "draw"


@pytest.mark.rule("IMP-29", "IMP-35")
def test_no_poll_of_an_empty_pile() -> None:
    assert "poll" not in legal(tactics(pro="POLL S5", con="C9", tactic_pile="MUD"))


@pytest.mark.rule("IMP-29")
@pytest.mark.parametrize("player", ["pro", "con"])
def test_only_the_player_who_polled_knows_the_pile(player: str) -> None:
    hands = {player: "POLL S5", OTHER[player]: "C9"}
    state = tactics(pile="S2 H7 D4 C6 CK", tactic_pile="MUD FLAW", to_move=player, **hands)
    play(state, "poll", "pick C6", "pick S2", "pick D4", "pick H7", "draw tactic")
    assert known(state, player, "pile") == ["C6", "S2", "D4", "H7"]
    assert known(state, OTHER[player], "pile") == []


@pytest.mark.rule("IMP-29")
def test_a_known_card_is_followed_into_the_opponents_hand_until_it_is_played() -> None:
    state = tactics(pro="POLL S5", con="C9", pile="S2 H7 D4 C6")
    play(state, "poll", "pick S2", "pick H7", "pick D4", "pick C6")
    assert hand(state, "pro") == ["S2", "S5"]
    assert (known(state, "pro", "pile"), known(state, "pro", "hand")) == (["H7", "D4", "C6"], [])
    play(state, "place C9 J1")  # Con draws H7
    assert (known(state, "pro", "pile"), known(state, "pro", "hand")) == (["D4", "C6"], ["H7"])
    play(state, "place S5 J1", "place H7 J1")  # Pro draws D4, Con plays H7 and draws C6
    assert (known(state, "pro", "pile"), known(state, "pro", "hand")) == ([], ["C6"])
    assert (known(state, "con", "pile"), known(state, "con", "hand")) == ([], [])


@pytest.mark.rule("IMP-29", "IMP-30")
def test_a_known_card_that_is_dealt_away_is_no_longer_in_that_hand() -> None:
    given = {"known": {"pro": {"pile": [], "hand": ["H7"]}, "con": {"pile": [], "hand": []}}}
    state = tactics(pro="DEAL S5 S6", con="H7 C9 CT", **given)
    play(state, "deal", "pick S5", "pick S6", "pick H7", "pick C9")
    assert sorted(known(state, "pro", "hand")) == ["S5", "S6"]


@pytest.mark.rule("IMP-29")
@pytest.mark.parametrize("seed", range(8))
def test_redrawing_what_pro_cannot_see_keeps_what_pro_knows(seed: int) -> None:
    state = tactics(pro="POLL S5", con="C9 CT CJ", pile="S2 H7 D4 C6 CK CQ HA")
    play(state, "poll", "pick S2", "pick H7", "pick D4", "pick C6", "place C9 J1")
    redrawn = state.resample(0, seed)
    assert pile(redrawn)[:2] == ["D4", "C6"]
    assert "H7" in hand(redrawn, "con")
    assert hand(redrawn, "pro") == hand(state, "pro")


@pytest.mark.rule("IMP-29")
def test_con_does_not_know_what_pro_polled() -> None:
    state = tactics(pro="POLL S5", con="C9 CT CJ", pile="S2 H7 D4 C6 CK CQ HA")
    play(state, "poll", "pick S2", "pick H7", "pick D4", "pick C6")
    assert len({tuple(pile(state.resample(1, seed))[:3]) for seed in range(12)}) > 6


# IMP-30: Political Deal


@pytest.mark.rule("IMP-30")
@pytest.mark.parametrize("player", ["pro", "con"])
def test_each_player_chooses_two_cards_and_they_are_exchanged(player: str) -> None:
    other = OTHER[player]
    hands = {player: "DEAL S5 D4 X1 FLAW", other: "C9 H2 H3 MUD"}
    state = play(tactics(to_move=player, first_deal_done=player == "con", **hands), "deal")
    assert (phase(state), mover(state), legal(state)) == ("deal", player, {"pick S5", "pick D4", "pick X1"})
    play(state, "pick X1")
    assert (mover(state), legal(state)) == (player, {"pick S5", "pick D4"})
    play(state, "pick D4")
    assert (mover(state), legal(state)) == (other, {"pick C9", "pick H2", "pick H3"})
    assert state.to_dict()["pending"] == ["X1", "D4"]
    assert "X1" in hand(state, player)
    play(state, "pick C9")
    assert (mover(state), legal(state)) == (other, {"pick H2", "pick H3"})
    play(state, "pick H2")
    assert hand(state, player) == ["S5", "H2", "C9", "FLAW"]
    assert hand(state, other) == ["H3", "D4", "X1", "MUD"]
    assert (discards(state), state.to_dict()["first_deal_done"]) == (["DEAL"], True)
    assert (phase(state), mover(state)) == ("play", other)


@pytest.mark.rule("IMP-30", "IMP-23")
def test_after_the_deal_the_player_who_used_it_draws() -> None:
    state = tactics(pro="DEAL S5 S6", con="C9 CT", pile="S2", tactic_pile="MUD")
    play(state, "deal", "pick S5", "pick S6", "pick C9", "pick CT")
    assert (phase(state), mover(state)) == ("draw", "pro")
    play(state, "draw issue")
    assert (hand(state, "pro"), hand(state, "con")) == (["S2", "C9", "CT"], ["S5", "S6"])
    assert mover(state) == "con"


@pytest.mark.rule("IMP-30", "IMP-35")
@pytest.mark.parametrize(
    ("pro", "con", "allowed"),
    [
        ("DEAL S5 S6", "C9 CT", True),
        ("DEAL X1 X2", "C9 CT", True),  # jokers are issue cards
        ("DEAL S5", "C9 CT", False),
        ("DEAL S5 MUD FLAW", "C9 CT", False),
        ("DEAL S5 S6", "C9", False),
        ("DEAL S5 S6", "C9 MUD FLAW", False),
    ],
)
def test_a_deal_needs_two_issue_cards_in_either_hand(pro: str, con: str, allowed: bool) -> None:
    assert ("deal" in legal(tactics(pro=pro, con=con))) is allowed


@pytest.mark.rule("IMP-30")
def test_neither_sees_the_others_choice() -> None:
    def after(*picks: str) -> State:
        return play(tactics(pro="DEAL S5 D4 X1", con="C9 H2 H3"), "deal", *picks)

    one, two = after("pick S5", "pick D4"), after("pick X1", "pick S5")
    assert np.array_equal(one.observation_tensor(1), two.observation_tensor(1))
    assert str(one.explain(1)) == str(two.explain(1))
    assert one.legal_actions() == two.legal_actions()


@pytest.mark.rule("IMP-30")
def test_each_remembers_the_cards_handed_over_until_they_are_played() -> None:
    state = tactics(pro="DEAL S5 X1 D4", con="C9 H2 H3", pile="D5 D6 D7 D8 D9")
    play(state, "deal", "pick S5", "pick X1", "pick C9", "pick H2")
    assert set(known(state, "pro", "hand")) == {"S5", "X1"}
    assert set(known(state, "con", "hand")) == {"C9", "H2"}
    play(state, "place X1 J1", "place C9 J1")
    assert (known(state, "pro", "hand"), known(state, "con", "hand")) == (["S5"], ["H2"])
    for seed in range(5):
        assert "S5" in hand(state.resample(0, seed), "con")
        assert "H2" in hand(state.resample(1, seed), "pro")


# IMP-31: Retracted Testimony


@pytest.mark.rule("IMP-31")
def test_a_retracted_card_goes_to_another_justice_that_can_accept_it() -> None:
    lanes = {1: lane("S5 S6", "H9"), 2: lane("C2 C3 C5"), 3: lane(taken_by="con"), 4: lane("H5 H6")}
    state = play(tactics(lanes, pro="RETRACT D4", con="C9"), "retract S5")
    assert (phase(state), mover(state), state.to_dict()["pending"]) == ("retract", "pro", ["S5"])
    assert justice(state, 1)["pro"] == ["S6"]
    free = [name for name in JUSTICES if name not in ("J1", "J2", "J3")]
    assert legal(state) == {"to discard"} | {f"to {name}" for name in free}
    play(state, "to J4")
    assert justice(state, 4)["pro"] == ["H5", "H6", "S5"]
    assert justice(state, 4)["completed_first"] == "pro"
    assert (discards(state), hand(state, "pro"), mover(state)) == (["RETRACT"], ["D4"], "con")


@pytest.mark.rule("IMP-31", "IMP-34")
def test_a_retracted_card_may_be_discarded() -> None:
    state = tactics({1: lane("S5 S6")}, pro="RETRACT D4", con="C9", pile="S2", tactic_pile="MUD")
    play(state, "retract S6", "to discard")
    assert sorted(discards(state)) == ["RETRACT", "S6"]
    assert justice(state, 1)["pro"] == ["S5"]
    assert (phase(state), mover(state)) == ("draw", "pro")


@pytest.mark.rule("IMP-31", "IMP-35")
def test_only_your_own_issue_cards_at_open_justices_can_be_retracted() -> None:
    closed = lane("H4 D4 C4", "S2 H5 D9", taken_by="pro", completed_first="con")
    lanes = {1: lane("S5 WITNESS", "H9"), 2: lane("X1", "CK"), 3: closed, 4: lane("EVIDENCE")}
    state = tactics(lanes, pro="RETRACT D3", con="C9", tactics_used={"pro": 2, "con": 2})
    assert legal_starting(state, "retract") == {"retract S5", "retract X1"}


@pytest.mark.rule("IMP-31")
def test_with_no_justice_free_a_retracted_card_can_only_be_discarded() -> None:
    lanes = {9: lane("S2 H5 D9", "S8")}
    state = tactics(lanes, pro="RETRACT D3", con="C9", pro_has="1 3 5 7 8", con_has="2 4 6")
    assert legal_starting(state, "retract") == {"retract S2", "retract H5", "retract D9"}
    assert legal(play(state, "retract H5")) == {"to discard"}


@pytest.mark.rule("IMP-31", "IMP-11")
def test_a_retracted_card_may_complete_a_formation_which_is_then_compared() -> None:
    lanes = {1: lane("S7 S2", "H9"), 2: lane("S5 S6", "H4 D4 C4")}
    state = play(tactics(lanes, pro="RETRACT D3", con="C9"), "retract S7", "to J2")
    assert taken_by(state, 2) == "pro"


@pytest.mark.rule("IMP-31", "IMP-33", "IMP-14")
def test_a_retract_from_a_complete_side_gives_up_its_place() -> None:
    state = tactics({1: lane("S9 S2 S5", "H9 H3")}, pro="RETRACT S7", con="H6 C2")
    play(state, "retract S5", "to J2")
    assert justice(state, 1)["completed_first"] is None
    play(state, "place H6 J1")
    assert justice(state, 1)["completed_first"] == "con"
    assert taken_by(play(state, "place S7 J1"), 1) == "con"  # both (v) 18


# IMP-32: Procedural Flaw


@pytest.mark.rule("IMP-32", "IMP-34")
@pytest.mark.parametrize("player", ["pro", "con"])
def test_a_flaw_discards_an_opponents_issue_card_at_an_open_justice(player: str) -> None:
    other = OTHER[player]
    closed = lane("H4 D4 C4", "S2 H5 D9", taken_by="pro", completed_first="con")
    lanes = {
        1: lane() | {player: ["S5"], other: ["HT", "H3"]},
        2: lane() | {player: ["EVIDENCE"], other: ["WITNESS", "X1"]},
        3: closed,
    }
    hands = {player: "FLAW D3", other: "C9"}
    state = tactics(lanes, pile="S8", to_move=player, **hands)
    assert legal_starting(state, "flaw") == {"flaw HT", "flaw H3", "flaw X1"}
    play(state, "flaw HT")
    assert justice(state, 1)[other] == ["H3"]
    assert sorted(discards(state)) == ["FLAW", "HT"]
    assert (sorted(hand(state, player)), mover(state)) == (["D3", "S8"], other)


@pytest.mark.rule("IMP-32", "IMP-33", "IMP-14")
def test_a_flaw_in_a_complete_side_makes_it_start_anew() -> None:
    state = tactics({1: lane("S9 S2 S5", "H9 H3")}, pro="D9 S7", con="FLAW H6 C2", to_move="con")
    play(state, "flaw S5")
    assert (justice(state, 1)["pro"], justice(state, 1)["completed_first"]) == (["S9", "S2"], None)
    play(state, "place D9 J2", "place H6 J1", "place S7 J1")  # both (v) 18
    assert taken_by(state, 1) == "con"


@pytest.mark.rule("IMP-33")
def test_a_flawed_side_accepts_cards_again() -> None:
    state = tactics({1: lane("S9 S2 S5", "H9")}, pro="S7", con="FLAW H6", to_move="con")
    play(state, "flaw S9")
    play(state, "place S7 J1")
    assert justice(state, 1)["pro"] == ["S2", "S5", "S7"]
    assert justice(state, 1)["completed_first"] == "pro"


@pytest.mark.rule("IMP-33", "IMP-28")
def test_under_deliberation_a_removed_fourth_card_makes_a_side_incomplete() -> None:
    given = {1: lane("S9 S2 S5 SK", "H9 H3 H6", deliberation=True)}
    state = tactics(given, pro="D2", con="FLAW C2", to_move="con", tactics_used={"pro": 1, "con": 0})
    assert justice(state, 1)["completed_first"] == "pro"
    assert justice(play(state, "flaw SK"), 1)["completed_first"] is None
    assert "place D2 J1" in legal(state)


# IMP-34, IMP-35


@pytest.mark.rule("IMP-34", "IMP-4")
@pytest.mark.parametrize("player", [0, 1])
def test_redrawing_keeps_all_that_is_public(player: int) -> None:
    lanes = {1: lane("S5 WITNESS", "H9"), 2: lane("X1", "CK", mud=True), 3: lane(taken_by="con")}
    hands = {"pro": "X2 S7 S8 FLAW", "con": "C9 CT HA H2 POLL DEAL"}
    given = position(lanes, pile="D2 D3 D4 D5", tactic_pile="RETRACT EVIDENCE", discards="C2 C3", **hands)
    state = begin(given, tactics=True)
    for seed in range(6):
        redrawn = state.resample(player, seed).to_dict()
        assert redrawn["justices"] == state.to_dict()["justices"]
        assert (redrawn["discards"], redrawn["tactics_used"]) == (["C2", "C3"], state.to_dict()["tactics_used"])
        assert (len(redrawn["issue_pile"]), len(redrawn["tactic_pile"])) == (4, 2)
        for name in ("pro", "con"):
            counts = [card in TACTIC_CARDS for card in redrawn["hands"][name]]
            assert counts == [card in TACTIC_CARDS for card in hands[name].split()]
        assert "X2" in redrawn["hands"]["pro"]  # no Deal yet, so Con knows where it is


@pytest.mark.rule("IMP-34")
def test_discards_lie_in_order_and_tactics_used_are_counted() -> None:
    state = tactics({1: lane("S5", "H9 H3")}, pro="FLAW S7", con="POLL C9", pile="S2", discards="CK")
    play(state, "flaw H9")
    assert discards(state)[0] == "CK"
    assert sorted(discards(state)[1:]) == ["FLAW", "H9"]
    assert state.to_dict()["tactics_used"] == {"pro": 1, "con": 0}


@pytest.mark.rule("IMP-35")
@pytest.mark.parametrize(
    ("card", "lanes"),
    [
        ("RETRACT", {}),
        ("RETRACT", {1: lane("WITNESS", "H9")}),
        ("RETRACT", {1: lane("H4 D4 C4", "S2 H5 D9", taken_by="pro", completed_first="pro")}),
        ("FLAW", {}),
        ("FLAW", {1: lane("S5", "EVIDENCE")}),
        ("FLAW", {1: lane("H4 D4 C4", "S2 H5 D9", taken_by="pro", completed_first="pro")}),
        ("POLL", {}),
        ("DEAL", {}),
    ],
)
def test_a_tactic_without_a_target_cannot_be_played(card: str, lanes: dict[int, dict[str, Any]]) -> None:
    used = {"tactics_used": {"pro": 1, "con": 1}}
    state = tactics(lanes, pro=f"D8 {card}", con="C9", **used)
    assert all(name.startswith("place D8 ") for name in legal(state))


@pytest.mark.rule("IMP-35", "IMP-10")
@pytest.mark.parametrize("card", ["WITNESS", "EVIDENCE"])
def test_a_witness_with_every_own_side_full_cannot_be_played(card: str) -> None:
    state = tactics({9: lane("S2 H5 D9", "S8")}, pro=card, con="C9", pro_has="1 3 5 7 8", con_has="2 4 6")
    assert legal(state) == {"pass"}
