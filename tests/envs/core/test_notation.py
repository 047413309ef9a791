"""Reading positions: what is taken, and how each complaint names its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader

pytestmark = pytest.mark.nojit

SUITS = ("spades", "hearts")


def complaint(read: Callable[[Reader], object], mapping: dict[str, Any]) -> str:
    with pytest.raises(PositionError) as caught:
        read(Reader(mapping))
    assert str(caught.value).startswith(f"position: {caught.value.field}: ")
    return str(caught.value).removeprefix("position: ")


def test_values_and_defaults() -> None:
    reader = Reader({"open": True, "turn": 3, "suit": "hearts", "cards": ["SA"], "rolls": [1, 6]})
    assert reader.flag("open") is True
    assert reader.flag("closed") is False
    assert reader.count("turn") == 3
    assert reader.count("round", default=1) == 1
    assert reader.choice("suit", SUITS, default="spades") == 1
    assert reader.choice("trump", SUITS, default="spades") == 0
    assert reader.optional_choice("led", SUITS, missing=-1) == -1
    assert reader.names("cards") == ["SA"]
    assert reader.names("discards") == []
    assert reader.counts("rolls", most=6) == [1, 6]
    assert reader.counts("saves", most=6) == []
    assert reader.get("anything", 5) == 5
    reader.finish()


@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_flags_are_true_or_false(value: object) -> None:
    assert complaint(lambda r: r.flag("open"), {"open": value}) == f"open: expected true or false, found {value!r}"


@pytest.mark.parametrize("value", [-1, 8, True, 1.0, "1", None])
def test_counts_are_whole_numbers_in_their_range(value: object) -> None:
    found = complaint(lambda r: r.count("turn", most=7), {"turn": value})
    assert found == f"turn: expected a whole number from 0 to 7, found {value!r}"


def test_choices_show_all_and_the_closest() -> None:
    found = complaint(lambda r: r.choice("suit", SUITS, "spades"), {"suit": "heart"})
    assert found == "suit: 'heart' is none of spades, hearts; did you mean 'hearts'?"
    assert complaint(lambda r: r.optional_choice("suit", SUITS, -1), {"suit": 3}) == "suit: 3 is none of spades, hearts"


@pytest.mark.parametrize("value", ["SA", [1], None, {"SA": 1}])
def test_names_are_lists_of_texts(value: object) -> None:
    assert complaint(lambda r: r.names("cards"), {"cards": value}).startswith("cards: expected a list of names, found ")


@pytest.mark.parametrize("value", [[7], [-1], ["1"], [True], 3, None])
def test_lists_of_counts_hold_whole_numbers(value: object) -> None:
    found = complaint(lambda r: r.counts("rolls", most=6), {"rolls": value})
    assert found == f"rolls: expected a list of whole numbers from 0 to 6, found {value!r}"


def test_complaints_inside_name_the_whole_path() -> None:
    position = {"lanes": [{"pro": []}, {"pro": [3]}], "hands": {"pro": 3}}
    reader = Reader(position)
    with pytest.raises(PositionError, match=re.escape("lanes[1].pro: expected a list of names")):
        reader.mappings("lanes")[1].names("pro")
    with pytest.raises(PositionError, match=re.escape("hands.pro: expected a list of names")):
        reader.mapping("hands").names("pro")


@pytest.mark.parametrize("value", [[1], 3, None, "x"])
def test_mappings(value: object) -> None:
    assert complaint(lambda r: r.mapping("hands"), {"hands": value}).startswith("hands: expected a mapping, found ")
    assert complaint(lambda r: r.mappings("lanes"), {"lanes": value}).startswith("lanes: expected a list of mappings")


def test_keys_that_nobody_asked_for_are_refused() -> None:
    reader = Reader({"phase": "play", "phas": 1})
    reader.get("phase")
    with pytest.raises(PositionError, match=r"phas: is not known here; did you mean 'phase'\?"):
        reader.finish()
