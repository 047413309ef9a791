"""Defence Dice: the position notation, forth and back, and what it refuses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from support.defence import OPTION_SETS, begin, defence_dice, get, legal, on, play, position

pytestmark = pytest.mark.nojit

EXAMPLE: dict[str, Any] = {
    "game": "defence_dice",
    "options": {"character": "warrior", "king": "laid"},
    "phase": "design",
    "deck": ["S4", "X1"],
    "tracks": [
        {
            "suit": "S",
            "enemies": [{"card": "SK", "dice": [1, 2], "marks": []}, {"card": "S9", "dice": [], "marks": [4]}],
        }
    ],
    "rolled": [3, 3],
    "spent": 0,
    "xp": 2,
    "skills": {"Long Shot": [4]},
    "pens": [["H4", "H5"], [], []],
    "overkill": [],
    "jokers_out": 0,
}


# Forth and back


def test_the_example_of_the_rules_comes_back() -> None:
    state = defence_dice(king="laid").from_dict(EXAMPLE)
    after = state.to_dict()
    for key in EXAMPLE:
        if key != "options":
            assert after[key] == EXAMPLE[key], key
    assert legal(state) >= {"target S9", "activate Long Shot", "buy Scout", "pass"}


def test_left_out_keys_take_their_defaults() -> None:
    state = defence_dice().from_dict({"rolled": [3]})
    after = state.to_dict()
    assert (after["phase"], after["round"], after["deck"], after["tracks"]) == ("design", 1, [], [])
    assert (after["xp"], after["back"], after["spent"], after["pens"]) == (0, 0, 0, [[], [], []])
    assert (after["barricade"], after["frost"], after["cookie_tried"], after["taking"]) == (0, False, False, False)
    assert (after["queue"], after["segments"]) == ({"prisoners": [], "joker": False}, [0, 0, 0, 0])
    assert legal(state) == {"pass"}


def test_without_a_word_on_the_piles_the_jokers_decide_them() -> None:
    for deck, segments in (
        ("S4 X1", [0, 0, 2, 0]),
        ("S4 X1 S5 S6 X2 S7", [0, 2, 4, 0]),
        ("S4 S5", [0, 0, 2, 0]),
        ("", [0, 0, 0, 0]),
    ):
        assert get(begin(position("H9", deck=deck)), "segments") == segments


def test_a_plain_list_is_a_queue_of_prisoners() -> None:
    state = begin(position(phase="prisoner", back=1, deck="C2 C3") | {"queue": ["S9", "S8"]})
    assert get(state, "queue") == {"prisoners": ["S9", "S8"], "joker": False}


MIDWAY: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "placing on an enemy": (position("S9", rolled="1234"), ("target S9", "die 3", "die 1")),
    "placing on a king": (position("SK*4", rolled="1235"), ("target SK", "die 5")),
    "placing on a skill": (position("S9", rolled="123", skills={"Charge": "2"}), ("skill Charge", "die 3")),
    "placed": (position("S9", rolled="16", skills={"Long Shot": "4"}), ("target S9", "die 6", "confirm")),
    "an enemy for a skill": (position("S9", rolled="1", skills={"Long Shot": "4"}), ("activate Long Shot",)),
    "a second track": (position("S9", "H8", skills={"Twin Strike": "44"}), ("activate Twin Strike", "track H")),
    "a number": (position("S9", skills={"Precision": "4"}), ("activate Precision", "target S9")),
    "Transmute's number": (position("S9", rolled="25", skills={"Transmute": "4"}), ("activate Transmute", "die 5")),
    "scout": (position("S9", rolled="25", skills={"Scout": "4"}), ("activate Scout",)),
    "a die to take": (position("S9:4", phase="cleanup", skills={"Cleave": "4"}), ("take Cleave",)),
    "prisoners": (position("S9:45", "H8:62", phase="before_attack", rolled=""), ("finish",)),
    "a joker's prisoners": (position("S9:45", "H8:63", rolled="6", deck="X1 C2"), ("pass",)),
    "over": (position("S9", rolled="6", deck="C2"), ("pass",)),
}


@pytest.mark.parametrize("what", list(MIDWAY))
def test_a_decision_half_made_comes_back(what: str) -> None:
    given, names = MIDWAY[what]
    state = play(begin(given), *names)
    after = state.to_dict()
    again = state.game.from_dict(json.loads(json.dumps(after)))
    assert again.to_dict() == after
    assert (legal(again), again.phase(), again.returns()) == (legal(state), state.phase(), state.returns())
    assert again.to_string() == state.to_string().replace(_actions(state), _actions(again))


def _actions(state: Any) -> str:
    return f"{state.step_count} action" + ("" if state.step_count == 1 else "s")


@pytest.mark.parametrize("options", [*OPTION_SETS, {"reward": "shaped"}])
def test_every_position_of_a_game_comes_back(options: dict[str, Any]) -> None:
    game = defence_dice(**options)
    rnd = random.Random(7)
    for seed in range(2):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            again = game.from_dict(json.loads(json.dumps(state.to_dict())))
            assert again.to_dict() == state.to_dict()
            assert (again.legal_actions(), again.returns()) == (state.legal_actions(), state.returns())
            state.apply_action(rnd.choice(state.legal_actions()))
        assert game.from_dict(state.to_dict()).to_dict() == state.to_dict()


def test_read_back_games_go_on_alike() -> None:
    """From the same random numbers."""
    state = defence_dice(character="mage").new_initial_state(seed=4)
    rnd = random.Random(4)
    for _ in range(30):
        if state.is_terminal():
            break
        again = state.game.from_dict(state.to_dict())
        again.records["rng"][0] = state.records["rng"][0]
        action = rnd.choice(state.legal_actions())
        state.apply_action(action)
        again.apply_action(action)
        assert again.to_dict() == state.to_dict()


# Refusals

SOUND: dict[str, Any] = position(
    "SK S9:4",
    "H5*2 HQ:15",
    rolled="234",
    back=1,
    spent=1,
    xp=2,
    skills={"Long Shot": "4", "Cleave": "5"},
    pens=("D4 D5", "C9", ""),
    overkill="DA",
    deck="S4 X1 C2",
)
Change = Callable[[dict[str, Any]], None]


def put(*path: Any, value: Any) -> Change:
    def change(given: dict[str, Any]) -> None:
        at: Any = given
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def enemies(*texts: str) -> Change:
    """The spades are these instead."""
    row = position(" ".join(texts))["tracks"][0]["enemies"]
    return put("tracks", 0, "enemies", value=row)


REFUSALS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "an unknown key": (put("dek", value=[]), ("dek", "deck")),
    "an unknown phase": (put("phase", value="dance"), ("phase", "dance")),
    "no such card": (put("deck", value=["S4", "Z1"]), ("deck", "Z1")),
    "a card twice": (put("deck", value=["S9", "X1"]), ("deck", "S9", "tracks[0]")),
    "a card twice in the deck": (put("deck", value=["S4", "S4"]), ("deck", "S4")),
    "a joker too many": (put("jokers_out", value=2), ("jokers_out",)),
    "a joker on a track": (put("tracks", 0, "enemies", 1, "card", value="X2"), ("tracks[0].enemies[1].card", "X2")),
    "another suit on a track": (put("tracks", 0, "enemies", 1, "card", value="C8"), ("enemies[1]", "C8")),
    "no suit": (put("tracks", 0, "suit", value="Z"), ("tracks[0].suit", "Z")),
    "a suit twice": (put("tracks", 1, "suit", value="S"), ("tracks[1].suit",)),
    "eight enemies": (enemies("SA", "S2", "S3", "S5", "S6", "S7", "S8", "S9"), ("enemies", "8")),
    "a king not in column 1": (enemies("S9", "SK"), ("king", "column 1")),
    "a die of seven": (put("rolled", value=[7]), ("rolled", "6")),
    "a die of zero": (put("rolled", value=[0]), ("rolled",)),
    "dice as a text": (put("rolled", value="34"), ("rolled",)),
    "an enemy that took too much": (enemies("S5:323"), ("dice", "S5")),
    "a queen with equal dice": (enemies("SQ:33"), ("dice", "SQ")),
    "a queen with a die and a mark alike": (enemies("SQ:3*3"), ("dice", "SQ")),
    "a king with 1 and 6": (enemies("SK:16"), ("dice", "king")),
    "an unfinished king at once": (enemies("SK:123"), ("dice", "at_once")),
    "negative XP": (put("xp", value=-1), ("xp",)),
    "XP as a text": (put("xp", value="2"), ("xp",)),
    "another's skill": (put("skills", "Frost", value=[]), ("skills.Frost",)),
    "no such skill": (put("skills", "Sleep", value=[]), ("skills.Sleep",)),
    "dice that do not fit a skill": (put("skills", "Cleave", value=[1, 2]), ("skills.Cleave",)),
    "too many dice on a skill": (put("skills", "Long Shot", value=[1, 2]), ("skills.Long Shot",)),
    "four pens": (put("pens", value=[[], [], [], []]), ("pens",)),
    "three in a pen": (put("pens", 0, value=["D4", "D5", "D6"]), ("pens[0]",)),
    "two that cannot share a pen": (put("pens", 0, value=["D4", "C9"]), ("pens[0]",)),
    "a king in a pen": (put("pens", 1, value=["CK"]), ("pens[1]", "CK")),
    "a joker in the overkill pile": (put("overkill", value=["X2"]), ("overkill", "X2")),
    "segments that do not add up": (put("segments", value=[1, 1, 3, 0]), ("segments", "3")),
    "three segments": (put("segments", value=[1, 1, 1]), ("segments",)),
    "the last joker above A": (put("segments", value=[0, 2, 1, 0]), ("segments", "joker")),
    "more known than there is": (put("known_bottom", value=4), ("known_bottom",)),
    "prisoners in design": (put("queue", value={"prisoners": ["C9"]}), ("prisoners", "C9")),
    "prisoners waiting in design": (put("queue", value={"prisoners": ["C8"]}), ("queue",)),
    "a joker's Attack in design": (put("queue", value={"joker": True}), ("queue",)),
    "no prisoners in their phase": (put("phase", value="prisoner"), ("rolled",)),
    "a target in design": (put("target", value="S9"), ("target", "placing")),
    "no target while placing": (put("phase", value="placing"), ("target",)),
    "a skill in design": (put("active", value="Long Shot"), ("active",)),
    "a result in design": (put("result", value="king"), ("result",)),
    "another game": (put("game", value="chess"), ("game", "chess")),
    "other options": (put("options", value={"character": "mage"}), ("options", "mage")),
    "a bad option": (put("options", value={"character": "bard"}), ("options", "bard")),
    "enemies as a dict": (put("tracks", 0, "enemies", value={"card": "S9"}), ("enemies",)),
    "a leftover key of an enemy": (put("tracks", 0, "enemies", 1, "hp", value=3), ("enemies[1].hp",)),
}


def changed(change: Change) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(json.dumps(SOUND))
    change(given)
    return given


@pytest.mark.parametrize("what", list(REFUSALS))
def test_an_unsound_position_is_refused_with_the_field_named(what: str) -> None:
    change, words = REFUSALS[what]
    begin(SOUND)
    with pytest.raises(PositionError) as refusal:
        begin(changed(change), character="warrior")
    for word in words:
        assert word.lower() in str(refusal.value).lower()


DECISIONS: dict[str, tuple[dict[str, Any], str]] = {
    "an enemy behind the front": ({"phase": "placing", "target": "SK"}, "target"),
    "an enemy that is not there": ({"phase": "placing", "target": "C8"}, "target"),
    "a skill that is not owned": ({"phase": "placing", "target": "Scout"}, "target"),
    "nothing that can be": ({"phase": "placing", "target": 5}, "target"),
    "a skill that takes none of the dice": ({"phase": "placing", "target": "Long Shot"}, "target"),
    "dice that are wasted": ({"phase": "placing", "target": "S9", "chosen": [4, 4, 3]}, "chosen"),
    "dice without a target": ({"chosen": [4]}, "chosen"),
    "a skill that is not ready": ({"phase": "aim", "active": "Cleave"}, "active"),
    "a skill without a choice of its kind": ({"phase": "scout", "active": "Long Shot"}, "active"),
    "a pick where there is one choice": ({"phase": "aim", "active": "Long Shot", "pick": "S9"}, "pick"),
    "a pick that is none": ({"phase": "aim", "active": "Long Shot", "pick": "X1"}, "pick"),
    "a window that is none": ({"phase": "aim", "active": "Long Shot", "window": "scout"}, "window"),
    "a skill without a die to take": ({"phase": "take", "rolled": [], "active": "Long Shot"}, "active"),
    "dice rolled in clean-up": ({"phase": "cleanup"}, "rolled"),
    "an end without a result": ({"phase": "over"}, "result"),
    "a lost clean-up": (
        {"phase": "cleanup", "rolled": [], "back": 0, "xp": 0, "skills": {"Long Shot": [], "Cleave": []}},
        "back",
    ),
}


@pytest.mark.parametrize("what", list(DECISIONS))
def test_a_decision_that_cannot_be_is_refused(what: str) -> None:
    fields, word = DECISIONS[what]
    with pytest.raises(PositionError) as refusal:
        begin(SOUND | fields)
    assert refusal.value.field.startswith(word)


def test_two_jokers_to_come_lie_in_b_and_a() -> None:
    given = position("S9", rolled="1", deck="C2 X1 C3 X2 C4")
    assert get(begin(given | {"segments": [1, 2, 2, 0]}), "segments") == [1, 2, 2, 0]
    for wrong in ([2, 1, 2, 0], [0, 1, 4, 0], [1, 3, 1, 0], [0, 0, 5, 0]):
        with pytest.raises(PositionError, match="segments"):
            begin(given | {"segments": wrong})


def test_a_known_card_on_top_or_below_may_be_a_joker() -> None:
    top = begin(position("S9", deck="X1 C3 X2 C4", known_top=True, segments=[0, 2, 2, 0]))
    assert get(top, "known_top")
    bottom = begin(position("S9", deck="C3 C4 X1", known_bottom=1))
    assert (get(bottom, "segments"), get(bottom, "known_bottom")) == ([0, 0, 2, 0], 1)


@pytest.mark.parametrize("given", [None, [], "S5", 7])
def test_what_is_no_dict_is_refused(given: Any) -> None:
    with pytest.raises(PositionError):
        defence_dice().from_dict(given)


def test_marks_may_overkill() -> None:
    state = begin(position("S2*6", rolled="1"))
    assert on(state, "S2")["marks"] == [6]
