"""Self-tests of the reference's game: positions with their outcome counted by hand."""

import random
from typing import Any

import pytest

from games.impeachment.reference import Reference
from games.impeachment.reference_positions import choose, crowded, set_up
from games.impeachment.reference_table import Position


def cards(text: str) -> list[str]:
    return text.split()


def position(options: dict[str, Any] | None = None, table: dict[int, Any] | None = None, **keys: Any) -> Position:
    """A position with everything empty but what is given; `table` maps a justice's number to its entry."""
    result: Position = {
        "game": "impeachment",
        "options": options or {},
        "to_move": "pro",
        "justices": [(table or {}).get(number, {}) for number in range(1, 10)],
        "hands": {"pro": [], "con": []},
        "issue_pile": [],
    }
    return {**result, **keys}


def taken(pro: str = "", con: str = "") -> dict[int, Any]:
    """Table entries of justices taken, their numbers given as digits."""
    return {int(digit): {"taken_by": player} for player, text in (("pro", pro), ("con", con)) for digit in text}


def play(game: Reference, *names: str) -> Reference:
    for name in names:
        game.apply(name)
    return game


def takers(game: Reference) -> list[str | None]:
    return [justice.taken_by for justice in game.justices]


# ---- Turn and end ------------------------------------------------------------------------------------------------


@pytest.mark.rule("IMP-5", "IMP-6", "IMP-7", "IMP-9")
def test_place_and_draw() -> None:
    start = position(
        table={1: {"pro": cards("S2 S3")}},
        hands={"pro": cards("S4 HA"), "con": cards("D9")},
        issue_pile=cards("C7"),
    )
    game = Reference(start)
    assert game.legal() == {f"place {card} J{number}" for card in ("S4", "HA") for number in range(1, 10)}
    play(game, "place S4 J1")
    assert (game.to_move, game.hands["pro"], game.issue_pile) == ("con", cards("HA C7"), [])
    assert game.justices[0].completed_first == "pro"
    play(game, "place D9 J1")
    assert (game.to_move, game.hands["con"]) == ("pro", [])
    assert "place HA J1" not in game.legal() and "place HA J2" in game.legal()


@pytest.mark.rule("IMP-8", "IMP-11", "IMP-14")
def test_taken_when_both_sides_are_complete() -> None:
    start = position(
        table={3: {"pro": cards("S5 D9 H2"), "con": cards("D5 S9")}},
        hands={"pro": cards("HA H3"), "con": cards("C2 CK")},
        to_move="con",
    )
    game = play(Reference(start), "place C2 J3")
    assert takers(game)[2] == "pro"  # a tie, and Pro's side was complete first
    assert not any(name.endswith("J3") for name in game.legal())


@pytest.mark.parametrize(
    ("pro", "con", "winner"),
    [
        ("35", "1246", "con"),  # four
        ("4", "678", "con"),  # three neighbours
        ("12345", "6", None),  # Con may still get four
        ("124578", "6", "pro"),  # J3, J6 and J9 are too few, and no neighbours
        ("4678", "13", None),  # Con may still get three neighbours
    ],
)
@pytest.mark.rule("IMP-18", "IMP-19")
def test_early_end(pro: str, con: str, winner: str | None) -> None:
    hands = {"pro": cards("S4"), "con": cards("C2 C3")}
    game = Reference(position(table=taken(pro, con), hands=hands, to_move="con"))
    assert play(game, "place C2 J9").winner == winner


@pytest.mark.rule("IMP-19")
def test_early_end_for_pro_and_play_out() -> None:
    table = {**taken("12457", "3"), 6: {"pro": cards("S5 S6"), "con": cards("H2 D8 C9")}}
    hands = {"pro": cards("S7 S8"), "con": cards("C2")}
    game = play(Reference(position(table=table, hands=hands, issue_pile=cards("D3"))), "place S7 J6")
    assert (game.is_over, game.winner) == (True, "pro")
    assert (game.hands["pro"], game.issue_pile) == (["S8"], ["D3"])  # nothing is drawn after the end
    longer = play(Reference(position({"play_out": True}, table, hands=hands, issue_pile=["D3"])), "place S7 J6")
    assert (longer.is_over, longer.to_move) == (False, "con")


@pytest.mark.rule("IMP-10", "IMP-20")
def test_two_passes() -> None:
    table = {**taken("12345", "68"), 7: {"pro": cards("S2 H4 D9"), "con": cards("S3")}}
    game = Reference(position({"conviction": "rank"}, table))
    assert game.legal() == {"pass"}
    play(game, "pass")
    assert (game.to_move, game.last_passed, game.is_over) == ("con", True, False)
    play(game, "pass")
    assert game.winner == "pro"
    assert takers(game)[6:9:2] == ["pro", None]
    fewer = {**taken("1235", "68"), 7: {"pro": cards("S2 H4 D9"), "con": cards("S3")}}
    assert play(Reference(position({"conviction": "rank"}, fewer)), "pass", "pass").winner == "con"


@pytest.mark.rule("IMP-20")
def test_a_play_between_two_passes() -> None:
    game = Reference(position({"conviction": "rank"}, taken("1", "2"), hands={"pro": [], "con": cards("S2")}))
    play(game, "pass", "place S2 J5", "pass")
    assert not game.is_over
    assert play(game, "pass").winner == "con"


# ---- Tactics -----------------------------------------------------------------------------------------------------

TACTICS = {"tactics": True}


@pytest.mark.rule("IMP-22")
def test_choice_of_the_pile() -> None:
    hands = {"pro": cards("S4 S9"), "con": cards("C4 C9")}
    game = Reference(position(TACTICS, hands=hands, issue_pile=cards("D2"), tactic_pile=cards("MUD POLL")))
    play(game, "place S4 J1")
    assert (game.phase, game.to_move, game.legal()) == ("draw", "pro", {"draw issue", "draw tactic"})
    play(game, "draw issue", "place C4 J1")
    assert (game.phase, game.to_move, game.hands["con"]) == ("play", "pro", cards("C9 MUD"))


@pytest.mark.rule("IMP-10", "IMP-23", "IMP-24")
def test_one_tactic_more_at_most() -> None:
    hands = {"pro": cards("S4 MUD DELIBERATION"), "con": cards("C4")}
    game = play(Reference(position(TACTICS, hands=hands)), "mud J1", "place C4 J1")
    assert game.tactics_used == {"pro": 1, "con": 0}
    assert all(name.startswith("place S4") for name in game.legal())
    play(game, "place S4 J1", "pass")
    assert game.legal() == {"pass"}


@pytest.mark.rule("IMP-10")
def test_a_tactic_need_not_be_played() -> None:
    game = Reference(position(TACTICS, hands={"pro": cards("MUD"), "con": cards("C4")}))
    assert game.legal() == {"pass"} | {f"mud J{number}" for number in range(1, 10)}


@pytest.mark.rule("IMP-28", "IMP-14")
def test_deliberation_starts_the_order_anew() -> None:
    table = {1: {"pro": cards("S2 S3 S4"), "con": cards("H2 D8"), "completed_first": "pro"}}
    hands = {"pro": cards("S5"), "con": cards("DELIBERATION H9 HJ")}
    game = play(Reference(position(TACTICS, table, hands=hands, to_move="con")), "deliberation J1")
    assert game.justices[0].completed_first is None
    play(game, "place S5 J1", "place H9 J1")
    assert game.to_dict()["justices"][0]["completed_first"] == "pro"
    assert takers(game)[0] is None
    play(game, "pass", "place HJ J1")
    assert takers(game)[0] == "pro"


@pytest.mark.rule("IMP-29")
def test_poll() -> None:
    hands = {"pro": cards("S4 POLL"), "con": cards("C4 C9")}
    game = Reference(position(TACTICS, hands=hands, issue_pile=cards("D2 D3 D4 D5 D6")))
    play(game, "poll")
    assert game.legal() == {"pick D2", "pick D3", "pick D4", "pick D5"}
    play(game, "pick D4", "pick D2", "pick D5")
    assert (game.legal(), game.issue_pile) == ({"pick D3"}, cards("D2 D3 D4 D5 D6"))
    play(game, "pick D3")
    assert (game.hands["pro"], game.issue_pile, game.discards) == (cards("S4 D4"), cards("D2 D5 D3 D6"), ["POLL"])
    assert game.known["pro"].pile == cards("D2 D5 D3")
    play(game, "place C4 J1")
    assert (game.known["pro"].pile, game.known["pro"].hand) == (cards("D5 D3"), ["D2"])
    play(game, "place D4 J2", "place D2 J1")
    assert (game.known["pro"].pile, game.known["pro"].hand) == ([], ["D3"])
    assert game.known["con"].pile == game.known["con"].hand == []


@pytest.mark.rule("IMP-29", "IMP-35")
def test_no_poll_of_an_empty_pile() -> None:
    hands = {"pro": cards("S4 POLL"), "con": cards("C4 C9")}
    assert "poll" not in Reference(position(TACTICS, hands=hands)).legal()
    game = play(Reference(position(TACTICS, hands=hands, issue_pile=cards("H2"))), "poll", "pick H2")
    assert (game.hands["pro"], game.to_move) == (cards("S4 H2"), "con")


@pytest.mark.rule("IMP-30")
def test_deal() -> None:
    hands = {"pro": cards("X1 X2 S4 DEAL"), "con": cards("C4 C9 CJ")}
    known = {"con": {"hand": ["X1", "X2"]}}
    game = play(Reference(position(TACTICS, hands=hands, known=known)), "deal", "pick X2")
    assert game.legal() == {"pick X1", "pick S4"}
    play(game, "pick S4")
    assert (game.to_move, game.legal()) == ("con", {"pick C4", "pick C9", "pick CJ"})
    play(game, "pick CJ")
    assert (game.to_move, game.first_deal_done, game.pending) == ("con", False, cards("X2 S4 CJ"))
    play(game, "pick C4")
    assert (game.to_move, game.phase, game.first_deal_done) == ("con", "play", True)
    after = game.to_dict()
    assert after["hands"] == {"pro": cards("C4 CJ X1"), "con": cards("S4 C9 X2")}
    assert after["known"]["pro"]["hand"] == cards("S4 X2")
    assert after["known"]["con"]["hand"] == cards("C4 CJ X1")
    play(game, "place X2 J1")
    assert game.known["pro"].hand == ["S4"]


@pytest.mark.rule("IMP-30", "IMP-35")
def test_no_deal_with_too_few_cards() -> None:
    hands = {"pro": cards("X1 X2 S4 DEAL"), "con": cards("C4 MUD")}
    assert "deal" not in Reference(position(TACTICS, hands=hands)).legal()


@pytest.mark.rule("IMP-31", "IMP-33")
def test_retract() -> None:
    table = {
        1: {"pro": cards("S2 S3 WITNESS")},
        2: {"pro": cards("H2 H3 H5"), "con": cards("DQ")},
        3: {"pro": cards("S9"), "con": cards("CQ"), "taken_by": "con"},
    }
    hands = {"pro": cards("RETRACT"), "con": cards("C4")}
    game = Reference(position(TACTICS, table, hands=hands))
    assert game.legal() == {"pass"} | {f"retract {card}" for card in cards("S2 S3 H2 H3 H5")}
    play(game, "retract S2")
    assert game.justices[0].completed_first is None
    assert game.legal() == {"to discard"} | {f"to J{number}" for number in (4, 5, 6, 7, 8, 9)}
    other = play(Reference(game.to_dict()), "to discard")
    assert (set(other.discards), other.to_move) == ({"S2", "RETRACT"}, "con")
    play(game, "to J4")
    assert (game.justices[3].sides["pro"], game.justices[0].sides["pro"]) == (["S2"], cards("S3 WITNESS"))
    assert (game.discards, game.phase, game.tactics_used["pro"]) == (["RETRACT"], "play", 1)


@pytest.mark.rule("IMP-32", "IMP-33")
def test_flaw() -> None:
    table = {
        1: {"con": cards("S2 S3 EVIDENCE")},
        2: {"pro": cards("H2"), "con": cards("DQ"), "taken_by": "pro"},
    }
    game = Reference(position(TACTICS, table, hands={"pro": cards("FLAW"), "con": cards("C4")}))
    assert game.legal() == {"pass", "flaw S2", "flaw S3"}
    play(game, "flaw S2")
    assert (game.justices[0].sides["con"], game.justices[0].completed_first) == (cards("S3 EVIDENCE"), None)
    assert set(game.discards) == {"S2", "FLAW"}


# ---- Conviction --------------------------------------------------------------------------------------------------


def convict(option: str, con: str, unseen: str, **keys: Any) -> str | None:
    """Pro completes S4 H4 C4 at J1 with `unseen` in the hands and the pile; who has J1 then."""
    table = {1: {"pro": cards("S4 H4"), "con": cards(con), **keys.pop("justice", {})}}
    hands = {"pro": cards("C4"), "con": []}
    options = {"conviction": option, **keys.pop("options", {})}
    game = Reference(position(options, table, hands=hands, issue_pile=cards(unseen), **keys))
    return takers(play(game, "place C4 J1"))[0]


@pytest.mark.rule("IMP-36", "IMP-37", "IMP-39", "IMP-40", "IMP-41")
def test_proofs_by_hand() -> None:
    for option in ("rank", "total"):
        assert convict(option, "D7 H8", "H6 C9 D2") == "pro"  # (iii) at best
        assert convict(option, "H7 H8", "H6 C9 D2") is None  # (i)
        assert convict(option, "D7", "H6") == "pro"  # cannot be completed
        assert convict(option, "D7 S8", "X1 H6") == "pro"  # (iv)
        assert convict(option, "D7 D8", "X1 H6") == "pro"  # before the Deal Con cannot use a joker
        assert convict(option, "D7 D8", "X1 H6", first_deal_done=True) is None
    assert convict("off", "D7 H8", "H6 C9 D2") is None
    assert convict("rank", "D3 S3", "C3 H2") is None  # (ii) against (ii)
    assert convict("total", "D3 S3", "C3 H2") == "pro"  # but 9 against 12
    assert convict("total", "D5 S5", "C5 H2") is None
    progressive = {"justice": {"bias": "progressive"}, "options": {"bias": True}}
    assert convict("total", "D5 S5", "C5 H2", **progressive) == "pro"
    conservative = {"justice": {"bias": "conservative"}, "options": {"bias": True}}
    assert convict("total", "D3 S3", "C3 H2", **conservative) is None


@pytest.mark.rule("IMP-27", "IMP-39", "IMP-40")
def test_proofs_under_mud() -> None:
    for option in ("rank", "total"):
        assert convict(option, "D2 D3", "D4 D7", justice={"mud": True}) == "pro"  # 12 against 12: Pro was first
        assert convict(option, "D2 D3", "D4 D8", justice={"mud": True}) is None


@pytest.mark.rule("IMP-31", "IMP-37", "IMP-41")
def test_a_retracted_card_is_face_up_and_proofs_wait() -> None:
    table = {
        1: {"pro": cards("S4 H4 C4"), "con": cards("D7 D8")},
        2: {"pro": [], "con": cards("D6")},
    }
    hands = {"pro": cards("S2"), "con": cards("RETRACT HK CK")}
    options = {"tactics": True, "conviction": "rank"}
    game = play(Reference(position(options, table, hands=hands, to_move="con")), "retract D8")
    assert takers(game)[0] is None
    assert game.legal() == {"to discard"} | {f"to J{number}" for number in range(2, 10)}
    play(game, "to discard")  # with HK, CK and S2 unseen Con's D7 reaches (vi) at best
    assert takers(game)[0] == "pro"


@pytest.mark.rule("IMP-41")
def test_several_justices_at_once() -> None:
    table = {
        1: {"pro": cards("S4 H4 C4"), "con": cards("D7 D8")},
        2: {"pro": cards("S5 H5 C5"), "con": cards("D9 DT")},
        4: {"pro": cards("S2 S3"), "con": cards("HA")},
    }
    hands = {"pro": cards("S6"), "con": cards("C8 CK")}
    game = play(Reference(position({"conviction": "rank"}, table, hands=hands)), "place S6 J9")
    assert takers(game)[:4] == ["pro", "pro", None, None]


# ---- Games by chance ---------------------------------------------------------------------------------------------


def all_cards(game: Reference) -> list[str]:
    """Every card of a position, wherever it is."""
    shown = game.to_dict()
    on_sides = [card for entry in shown["justices"] for player in ("pro", "con") for card in entry[player]]
    laid = [name for entry in shown["justices"] for name in ("MUD", "DELIBERATION") if entry[name.lower()]]
    held = game.pending if game.phase == "retract" else []
    piles = [*shown["issue_pile"], *shown["tactic_pile"], *shown["discards"]]
    return sorted([*on_sides, *laid, *held, *piles, *shown["hands"]["pro"], *shown["hands"]["con"]])


@pytest.mark.parametrize("conviction", ["off", "rank", "total"])
@pytest.mark.rule("IMP-18", "IMP-19", "IMP-24", "IMP-29", "IMP-30", "IMP-34")
def test_what_holds_in_every_game(conviction: str) -> None:
    """No card is lost, what players know is so, and playing on never changes the winner that IMP-19 names."""
    options = {"tactics": True, "conviction": conviction, "bias": True}
    for seed in range(12):
        rng = random.Random(seed)
        game = Reference((set_up if seed % 3 else crowded)(rng, {**options, "play_out": True}))
        start, settled = all_cards(game), None
        while not game.is_over:
            game.apply(choose(rng, game.legal()))
            assert all_cards(game) == start
            assert abs(game.tactics_used["pro"] - game.tactics_used["con"]) <= 1
            for player, other in (("pro", "con"), ("con", "pro")):
                known = game.known[player]
                assert known.pile == game.issue_pile[: len(known.pile)]
                assert set(known.hand) <= set(game.hands[other])
            stopping = Reference({**game.to_dict(), "options": options})
            if settled is None and stopping.is_settled() and not stopping.is_over:
                settled = stopping.votes_winner()
        assert settled in (None, game.winner)
