"""Impeachment: the position notation, forth and back, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from support.positions import (
    OTHER,
    Position,
    begin,
    hand,
    impeachment,
    lane,
    legal,
    mover,
    play,
    position,
    taken_by,
    winner,
)

pytestmark = pytest.mark.nojit

EVERYTHING: dict[str, Any] = {"tactics": True, "conviction": "total", "bias": True}
ROW = "MCPCMPCMP"

EXAMPLE: dict[str, Any] = {
    "game": "impeachment",
    "options": {"tactics": True, "conviction": "total", "bias": True},
    "to_move": "pro",
    "phase": "play",
    "first_deal_done": False,
    "justices": [
        {"bias": "moderate", "mud": False, "deliberation": False, "taken_by": None}
        | {"pro": ["S5", "S6"], "con": ["HA"], "completed_first": None},
        *position(bias=ROW)["justices"][1:],
    ],
    "hands": {"pro": ["D4", "X1", "X2"], "con": ["C9"]},
    "issue_pile": ["S2", "H7"],
    "tactic_pile": ["MUD"],
    "discards": [],
    "tactics_used": {"pro": 0, "con": 1},
}


# Forth and back


def test_the_example_of_the_rules_comes_back() -> None:
    after = impeachment(**EVERYTHING).from_dict(EXAMPLE).to_dict()
    for key in EXAMPLE:
        if key not in ("options", "justices"):
            assert after[key] == EXAMPLE[key], key
    for given, got in zip(EXAMPLE["justices"], after["justices"], strict=True):
        assert all(got[key] == value for key, value in given.items())


def test_left_out_keys_take_their_defaults() -> None:
    state = impeachment(tactics=True).from_dict({"justices": [{}] * 9, "hands": {"pro": ["S5"], "con": ["C9"]}})
    after = state.to_dict()
    assert (after["to_move"], after["phase"], after["pending"], after["last_passed"]) == ("pro", "play", [], False)
    assert (after["issue_pile"], after["tactic_pile"], after["discards"]) == ([], [], [])
    assert (after["first_deal_done"], after["tactics_used"]) == (False, {"pro": 0, "con": 0})
    assert after["known"] == {side: {"pile": [], "hand": []} for side in ("pro", "con")}
    assert len(after["justices"]) == 9


def test_hands_come_back_sorted_sides_and_piles_as_they_lie() -> None:
    given = position(
        {1: lane("S9 S2 WITNESS", "H3")}, pro="X1 FLAW MUD C2 SA", con="C9", pile="S3 D2", discards="HK H4"
    )
    state = begin(given, tactics=True)
    assert hand(state, "pro") == ["SA", "C2", "X1", "MUD", "FLAW"]
    assert state.to_dict()["justices"][0]["pro"] == ["S9", "S2", "WITNESS"]
    assert (state.to_dict()["issue_pile"], state.to_dict()["discards"]) == (["S3", "D2"], ["HK", "H4"])


def test_the_side_completed_first_may_be_left_out_when_one_is_complete() -> None:
    state = begin(position({1: lane("S2 S3 S4", "H2"), 2: lane("S5", "H3 H4 H5")}, pro="C2", con="C9"))
    assert [each["completed_first"] for each in state.to_dict()["justices"]] == ["pro", "con"] + [None] * 7


def test_a_full_hand_of_seven_is_accepted() -> None:
    state = begin(position(pro="S2 S3 S4 S5 S6 MUD FLAW", con="C2 C3 C4 C5 C6 C7 C8"), tactics=True)
    assert len(hand(state, "pro")) == len(hand(state, "con")) == 7


MIDWAY: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "draw": (position(pro="S5", con="C9", pile="S2", tactic_pile="MUD"), ("place S5 J1",)),
    "poll": (position(pro="POLL S5", con="C9", pile="S2 H7 D4 C6 CK"), ("poll", "pick C6", "pick S2")),
    "deal": (position(pro="DEAL S5 D4 X1", con="C9 H2 H3"), ("deal", "pick X1", "pick S5", "pick H3")),
    "retract": (position({1: lane("S5 S6", "H2")}, pro="RETRACT D4", con="C9"), ("retract S5",)),
}


@pytest.mark.parametrize("phase", list(MIDWAY))
def test_a_decision_half_made_comes_back(phase: str) -> None:
    given, names = MIDWAY[phase]
    state = play(begin(given, tactics=True), *names)
    after = state.to_dict()
    assert after["phase"] == phase
    again = impeachment(tactics=True).from_dict(json.loads(json.dumps(after)))
    assert again.to_dict() == after
    assert (legal(again), mover(again)) == (legal(state), mover(state))


@pytest.mark.parametrize("options", [{}, {"conviction": "rank"}, {"tactics": True}, EVERYTHING])
def test_every_position_of_a_game_comes_back(options: dict[str, Any]) -> None:
    game = impeachment(**options)
    state = game.new_initial_state(seed=5)
    while not state.is_terminal():
        again = game.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again.to_dict() == state.to_dict()
        assert again.legal_actions() == state.legal_actions()
        actions = state.legal_actions()
        state.apply_action(actions[(7 * len(actions)) // 11])
    assert game.from_dict(state.to_dict()).to_dict() == state.to_dict()


def test_a_finished_position_names_the_winner_and_comes_back() -> None:
    given = position({6: lane("S5 S6", "H4 D4 C4")}, pro="D9", con="C9", con_has="4 5")
    state = play(begin(given), "place D9 J6")
    after = state.to_dict()
    assert (after["phase"], after["winner"]) == ("over", "con")
    again = impeachment().from_dict(after)
    assert (winner(again), again.legal_actions(), taken_by(again, 6)) == ("con", [], "con")


def test_the_same_position_is_the_same_state() -> None:
    given = position({1: lane("S5 S6", "HA")}, pro="S7", con="C9", pile="S2 S3")
    assert begin(given) == begin(given)
    assert begin(given) == impeachment().from_dict(begin(given).to_dict())
    assert begin(given) != begin(given | {"to_move": "con"})
    assert hash(begin(given)) == hash(begin(given))


# Refusals. Each changes one thing in a sound position and names the words that the message must hold.

Change = Callable[[dict[str, Any]], None]
SOUND = position({1: lane("S5 S6", "HA")}, pro="X1 D4 FLAW", con="C9", pile="S2 H7", tactic_pile="POLL", discards="HK")


def put(*path: str | int, value: Any) -> Change:
    """Sets the value at a path of keys and indices."""

    def change(given: Any) -> None:
        for step in path[:-1]:
            given = given.setdefault(step, {}) if isinstance(given, dict) else given[step]
        given[path[-1]] = value

    return change


def in_lane(value: dict[str, Any], number: int = 2) -> Change:
    return put("justices", number - 1, value=value)


def together(*changes: Change) -> Change:
    def change(given: dict[str, Any]) -> None:
        for each in changes:
            each(given)

    return change


CLUBS = [f"C{rank}" for rank in range(2, 9)]
Refusal = tuple[Change, tuple[str, ...]]
REFUSALS: dict[str, Refusal] = {
    "card on a side and in a hand": (put("hands", "con", value=["S5"]), ("S5",)),
    "card in both hands": (put("hands", "con", value=["D4"]), ("hands", "D4")),
    "card twice in a hand": (put("hands", "con", value=["C9", "C9"]), ("hands", "con", "C9")),
    "card in a hand and the pile": (put("hands", "con", value=["H7"]), ("H7",)),
    "card twice in the pile": (put("issue_pile", value=["S2", "S2"]), ("issue_pile", "S2")),
    "card in the discards and on a side": (put("discards", value=["S5"]), ("discards", "S5")),
    "card on two sides": (in_lane(lane("HA")), ("justices", "HA")),
    "tactic twice": (put("tactic_pile", value=["FLAW"]), ("FLAW",)),
    "mud twice": (together(in_lane(lane(mud=True), 2), in_lane(lane(mud=True), 3)), ("mud",)),
    "mud laid and in a hand": (together(in_lane(lane(mud=True)), put("hands", "con", value=["MUD"])), ("mud",)),
    "taken up but still on its side": (
        together(put("phase", value="retract"), put("pending", value=["S5"])),
        ("S5",),
    ),
    "four cards on a side": (in_lane(lane("S7 S8 S9 ST")), ("justices", "pro")),
    "five under deliberation": (in_lane(lane("", "S7 S8 S9 ST SJ", deliberation=True)), ("justices", "con")),
    "eight in a hand": (put("hands", "con", value=[*CLUBS, "C9"]), ("hands", "con")),
    "eight in a hand with tactics": (
        put("hands", "con", value=[*CLUBS, "MUD"]),
        ("hands", "con"),
    ),
    "eight justices": (put("justices", value=[lane() for _ in range(8)]), ("justices",)),
    "ten justices": (put("justices", value=[lane() for _ in range(10)]), ("justices",)),
    "no justice": (put("justices", value=[]), ("justices",)),
    "unknown card in a hand": (put("hands", "con", value=["Z9"]), ("hands", "con", "Z9")),
    "ten written as 10": (put("hands", "con", value=["S10"]), ("hands", "con", "S10")),
    "unknown card on a side": (in_lane(lane("", "S1")), ("justices", "con", "S1")),
    "unknown card in the pile": (put("issue_pile", value=["X3"]), ("issue_pile", "X3")),
    "unknown card in the discards": (put("discards", value=["ace"]), ("discards", "ace")),
    "unknown card in the tactic pile": (put("tactic_pile", value=["BRIBE"]), ("tactic_pile", "BRIBE")),
    "joker in the issue pile": (put("issue_pile", value=["S2", "X2"]), ("issue_pile", "X2")),
    "tactic in the issue pile": (put("issue_pile", value=["S2", "MUD"]), ("issue_pile", "MUD")),
    "issue card in the tactic pile": (put("tactic_pile", value=["S3"]), ("tactic_pile", "S3")),
    "tactic that is not placed on a side": (in_lane(lane("MUD")), ("justices", "pro", "MUD")),
    "both sides complete and untaken": (in_lane(lane("S7 S8 S9", "H2 H3 H4")), ("justices",)),
    "both complete under deliberation": (
        in_lane(lane("S7 S8 S9 ST", "H2 H3 H4 H5", deliberation=True)),
        ("justices",),
    ),
    "unknown key": (put("colour", value="red"), ("colour",)),
    "unknown key of a justice": (in_lane(lane() | {"owner": "pro"}), ("justices", "owner")),
    "unknown key of the hands": (put("hands", "judge", value=[]), ("hands", "judge")),
    "unknown key of what is known": (put("known", value={"pro": {"deck": []}}), ("known", "deck")),
    "bad phase": (put("phase", value="dance"), ("phase", "dance")),
    "bad player to move": (put("to_move", value="judge"), ("to_move", "judge")),
    "bad taker": (in_lane(lane(taken_by="judge")), ("justices", "taken_by", "judge")),
    "bad first side": (in_lane(lane("S7 S8 S9", completed_first="judge")), ("completed_first", "judge")),
    "the wrong side first": (in_lane(lane("S7 S8 S9", completed_first="con")), ("justices", "completed_first")),
    "an incomplete side first": (in_lane(lane("S7 S8", completed_first="pro")), ("justices", "completed_first")),
    "bias without the variant": (in_lane(lane(bias="moderate")), ("justices", "bias")),
    "another game": (put("game", value="chess"), ("game", "chess")),
    "other options": (put("options", value={"tactics": True, "conviction": "rank"}), ("options", "conviction")),
    "two tactics ahead": (put("tactics_used", value={"pro": 2, "con": 0}), ("tactics_used",)),
    "a negative count": (put("tactics_used", value={"pro": -1, "con": 0}), ("tactics_used",)),
    "picks while playing": (put("pending", value=["D4"]), ("pending",)),
    "knows a card that is not there": (put("known", value={"pro": {"hand": ["S2"]}}), ("known", "S2")),
    "knows a pile that is not so": (put("known", value={"pro": {"pile": ["H7"]}}), ("known", "pile")),
    "knows five cards of the pile": (
        together(put("issue_pile", value=CLUBS[:5]), put("known", value={"pro": {"pile": CLUBS[:5]}})),
        ("known.pro.pile", "at most 4"),
    ),
    "hands as a list": (put("hands", value=["S5"]), ("hands",)),
    "a hand as a text": (put("hands", "con", value="C9"), ("hands", "con")),
    "a card that is no text": (put("hands", "con", value=[5]), ("hands", "con")),
    "a pile as a text": (put("issue_pile", value="S2"), ("issue_pile",)),
    "justices as a dict": (put("justices", value={"J1": lane()}), ("justices",)),
    "a justice as a list": (put("justices", 3, value=["S9"]), ("justices",)),
    "mud as a text": (in_lane(lane(mud="yes")), ("justices", "mud")),
    "a flag as a text": (put("first_deal_done", value="no"), ("first_deal_done",)),
}


def changed(change: Change) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(json.dumps(SOUND))
    change(given)
    return given


@pytest.mark.parametrize("what", list(REFUSALS))
def test_an_unsound_position_is_refused_with_the_field_named(what: str) -> None:
    change, words = REFUSALS[what]
    begin(SOUND, tactics=True)
    with pytest.raises(PositionError) as refusal:
        begin(changed(change), tactics=True)
    for word in words:
        assert word.lower() in str(refusal.value).lower()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("hands", "pro", value=["MUD"]), ("hands", "pro", "MUD")),
        (put("tactic_pile", value=["MUD"]), ("tactic_pile",)),
        (put("discards", value=["POLL"]), ("discards", "POLL")),
        (in_lane(lane("WITNESS")), ("justices", "pro", "WITNESS")),
        (in_lane(lane(mud=True)), ("justices", "mud")),
        (in_lane(lane(deliberation=True)), ("justices", "deliberation")),
        (put("tactics_used", value={"pro": 1, "con": 0}), ("tactics_used",)),
        (put("phase", value="draw"), ("phase",)),
        (put("phase", value="poll"), ("phase",)),
    ],
)
def test_tactics_in_a_game_without_tactics_are_refused(change: Any, words: tuple[str, ...]) -> None:
    given = position({1: lane("S5 S6", "HA")}, pro="X1 D4", con="C9", pile="S2 H7")
    begin(given)
    change(given)
    with pytest.raises(PositionError) as refusal:
        begin(given)
    for word in words:
        assert word.lower() in str(refusal.value).lower()


@pytest.mark.parametrize(
    ("phase", "pending"),
    [
        ("poll", ["CK"]),  # not among the four looked at
        ("poll", ["S2", "S2"]),
        ("deal", ["S5"]),  # on the table
        ("deal", ["D2", "D3", "C9", "CT"]),  # all picked: then it is over
        ("deal", ["C9"]),  # the other's card first
        ("retract", []),
        ("retract", ["D8", "D7"]),
        ("draw", ["D2"]),
    ],
)
def test_picks_that_cannot_be_are_refused(phase: str, pending: list[str]) -> None:
    given = position({1: lane("S5 S6", "HA")}, pro="D2 D3", con="C9 CT", pile="S2 S3 S4 H7 CK", tactic_pile="MUD")
    with pytest.raises(PositionError, match="pending"):
        begin(given | {"phase": phase, "pending": pending}, tactics=True)


HALFWAY: dict[str, dict[str, Any]] = {
    "draw": {},
    "poll": {},
    "deal": {},
    "retract": {"pending": ["S9"], "held_from": "J3"},
}
FULL_HAND = ["H2", "H3", "H4", "H5", "H6", "H7", "H8"]


def halfway(phase: str, turn: str, cards: list[str]) -> dict[str, Any]:
    """A decision half made by the player of the turn, who holds these cards."""
    given = position(pile="C2 C3", tactic_pile="MUD") | {"phase": phase, "to_move": turn} | HALFWAY[phase]
    given["hands"] = {OTHER[turn]: ["S2", "S3"], turn: cards}
    return given


@pytest.mark.parametrize("turn", ["pro", "con"])
@pytest.mark.parametrize("phase", list(HALFWAY))
def test_a_full_hand_in_the_middle_of_the_own_turn_is_refused(phase: str, turn: str) -> None:
    with pytest.raises(PositionError, match=rf"hands\.{turn}: 7 cards.*at most 6"):
        begin(halfway(phase, turn, FULL_HAND), tactics=True)


@pytest.mark.parametrize("turn", ["pro", "con"])
@pytest.mark.parametrize("phase", list(HALFWAY))
def test_after_a_turn_begun_with_a_full_hand_there_are_seven_cards_again(phase: str, turn: str) -> None:
    state = begin(halfway(phase, turn, FULL_HAND[:-1]), tactics=True)
    while state.phase() != "play":
        state.apply_action(state.legal_actions()[-1])
    assert len(hand(state, turn)) == 7


def test_in_a_deal_only_the_player_of_the_turn_is_short_of_a_card() -> None:
    """The other, who picks now, may hold seven."""
    given = halfway("deal", "pro", FULL_HAND) | {"pending": ["S2", "S3"]}
    assert mover(begin(given, tactics=True)) == "pro"
    given["hands"] = {"pro": ["S2", "S3"], "con": FULL_HAND}
    with pytest.raises(PositionError, match=r"hands\.con: 7 cards"):
        begin(given | {"pending": FULL_HAND[:2]}, tactics=True)


DECIDED = {"con_has": "4 5 6"}
"""Con has three adjacent justices."""


def unspent(card: str) -> dict[str, Position]:
    """Where a tactic card may be that has not been used: the fields to be replaced."""
    return {
        "own hand": {"hands": {"pro": ["S2", "S3", card], "con": ["H2", "H3"]}},
        "other hand": {"hands": {"pro": ["S2", "S3"], "con": ["H2", "H3", card]}},
        "pile": {"tactic_pile": [card]},
    }


CONTRADICTIONS: dict[str, tuple[Position, dict[str, Any], str]] = {
    "a first Deal without tactics": (position() | {"first_deal_done": True}, {}, r"first_deal_done: only with"),
    "a known pile without tactics": (
        position(pile="S2") | {"known": {"pro": {"pile": ["S2"]}}},
        {},
        r"known\.pro\.pile: only with",
    ),
    "goes on although Con has won": (position(pro="S2", con="H2", **DECIDED), {}, "phase: 'play', but con has won"),
    "goes on although Pro has won": (
        position(pro="S2", con="H2", pro_has="1 2 3 4 5 6 8"),
        {"conviction": "rank"},
        "phase: 'play', but pro has won",
    ),
    "draws although Con has won": (
        position(pro="S2", con="H2", pile="C2", tactic_pile="MUD", con_has="1 3 5 7") | {"phase": "draw"},
        {"tactics": True},
        "phase: 'draw', but con has won",
    ),
    "goes on although all nine are taken": (
        position(pro="S2", pro_has="1 2 3 4 5 6", con_has="7 8 9"),
        {"play_out": True},
        "phase: 'play', but con has won",
    ),
    "the wrong winner at an early end": (
        position(**DECIDED) | {"phase": "over", "winner": "pro"},
        {},
        "winner: must be 'con'",
    ),
    "the wrong winner of nine justices": (
        position(pro_has="1 2 4 5 7 8", con_has="3 6 9") | {"phase": "over", "winner": "con"},
        {"play_out": True},
        "winner: must be 'pro'",
    ),
    "the wrong winner after two passes": (
        position(pro_has="1 2 4 5 7") | {"phase": "over", "winner": "pro"},
        {"tactics": True},
        "winner: must be 'con'",
    ),
    "over although somebody can play": (
        position(pro="S2", con="", pro_has="1 2") | {"phase": "over", "winner": "con"},
        {},
        "phase: 'over', but nobody has won yet and pro can place",
    ),
    "over with a lone complete side": (
        position({9: lane("S2 S3 S4")}, pro_has="1 2 4 5 7", con_has="3") | {"phase": "over", "winner": "con"},
        {},
        r"justices\[8\]\.taken_by: must be 'pro'",
    ),
    "held_from without a Retract": (
        position(pro="S2") | {"held_from": "J3"},
        {"tactics": True},
        "held_from: is given only",
    ),
    "a Retract from nowhere": (
        position(pro="S2") | {"phase": "retract", "pending": ["S9"]},
        {"tactics": True},
        "held_from: phase 'retract' needs",
    ),
    "a Retract from a justice that is taken": (
        position(pro="S2", pro_has="3") | {"phase": "retract", "pending": ["S9"], "held_from": "J3"},
        {"tactics": True},
        "held_from: J3 is taken or full",
    ),
    "a Retract from a full side": (
        position({3: lane("S2 S3 S4")}) | {"phase": "retract", "pending": ["S9"], "held_from": "J3"},
        {"tactics": True},
        "held_from: J3 is taken or full",
    ),
    **{
        f"a pass just before the phase {phase}": (
            position(pro="S2 S3", con="H2 H3", pile="C2", tactic_pile="MUD", last_passed=True)
            | {"phase": phase}
            | HALFWAY[phase],
            {"tactics": True},
            "last_passed: must be false",
        )
        for phase in HALFWAY
    },
    **{
        f"{phase} while the card is still in the {where}": (
            position(pro="S2 S3", con="H2 H3", pile="C2", phase=phase) | HALFWAY[phase] | place,
            {"tactics": True},
            f"phase: '{phase}', so {phase.upper()} lies among the discards",
        )
        for phase in ("poll", "deal", "retract")
        for where, place in unspent(phase.upper()).items()
    },
}


@pytest.mark.parametrize("what", list(CONTRADICTIONS))
def test_what_no_game_can_reach_is_refused(what: str) -> None:
    given, options, problem = CONTRADICTIONS[what]
    with pytest.raises(PositionError, match=problem):
        begin(given, **options)


REACHABLE: dict[str, tuple[Position, dict[str, Any]]] = {
    "by a proof": (position({2: lane("S2 S3 S4", "H7", taken_by="pro")}, pro="CK"), {"conviction": "rank"}),
    "cards left out": (position(pro="CK", pro_has="1 2", con_has="3"), {}),
    "settled, but played on": (position(pro="CK", con="C2", **DECIDED), {"play_out": True}),
    "over, undecided, after two passes": (
        position(con="MUD", pro_has="1 2 4 5 7") | {"phase": "over", "winner": "con", "last_passed": True},
        {"tactics": True},
    ),
    "over with six votes after two passes": (
        position(con="MUD", pro_has="1 2 3 4 5 6") | {"phase": "over", "winner": "pro", "last_passed": True},
        {"tactics": True},
    ),
    "a Poll whose card is among the discards": (
        position(pro="S2", pile="C2", discards="POLL") | {"phase": "poll"},
        {"tactics": True},
    ),
}


@pytest.mark.parametrize("what", list(REACHABLE))
def test_what_a_game_can_reach_is_read_and_comes_back(what: str) -> None:
    given, options = REACHABLE[what]
    state = begin(given, **options)
    assert impeachment(**options).from_dict(state.to_dict()) == state


@pytest.mark.parametrize("turn", ["pro", "con"])
def test_in_a_poll_the_other_knows_nothing_of_the_pile(turn: str) -> None:
    """They would see the new order, and the card that is drawn from it."""
    given = position(pro="S5", con="H6", pile="S2 S3 S4", tactic_pile="MUD") | {"phase": "poll", "to_move": turn}
    with pytest.raises(PositionError, match=rf"known\.{OTHER[turn]}\.pile: must be empty"):
        begin(given | {"known": {OTHER[turn]: {"pile": ["S2", "S3"]}}}, tactics=True)
    state = begin(given | {"known": {turn: {"pile": ["S2", "S3"]}}}, tactics=True)
    play(state, "pick S4", "pick S2", "pick S3", "draw issue")
    after = state.to_dict()["known"]
    assert (after[OTHER[turn]], after[turn]) == ({"pile": [], "hand": []}, {"pile": ["S2", "S3"], "hand": []})


@pytest.mark.parametrize("bias", ["liberal", None, 3])
def test_a_bias_that_is_none_is_refused(bias: Any) -> None:
    given = position(pro="S5", con="C9", bias=ROW)
    given["justices"][4]["bias"] = bias
    with pytest.raises(PositionError, match="bias"):
        begin(given, bias=True)


def test_a_finished_position_needs_its_winner() -> None:
    with pytest.raises(PositionError, match="winner"):
        begin(position(con_has="4 5 6") | {"phase": "over"})


@pytest.mark.parametrize("given", [None, [], "S5", 7])
def test_what_is_no_dict_is_refused(given: Any) -> None:
    with pytest.raises(PositionError):
        impeachment().from_dict(given)
