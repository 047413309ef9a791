"""Defence Dice, DEF-11, DEF-12: which dice may be put on which enemy; against every order of putting them down."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedeck.envs.core.errors import IllegalActionError
from dicedeck.envs.core.game import State
from games.defence_dice.reference import handfuls, may_hit, may_hit_king
from support.defence import attack, begin, get, legal, may_place, on, place, play, position

pytestmark = pytest.mark.nojit

DICE = st.lists(st.integers(1, 6), max_size=6)
SLOW = settings(max_examples=60, deadline=None)


# Melee


@pytest.mark.rule("DEF-11")
def test_only_the_front_enemy_of_a_track_may_be_attacked() -> None:
    state = begin(position("S2 S5 S9", "H4 HJ", rolled="66"))
    assert legal(state, "target") == {"target S9", "target HJ"}


@pytest.mark.rule("DEF-11")
def test_an_enemy_whose_hp_is_used_up_no_longer_blocks() -> None:
    state = begin(position("S2 S9 S3", rolled="3454", deck="H2 H3 H4 H5"))
    place(state, "S3", "3")
    assert legal(state, "target S") == {"target S9"}
    place(state, "S9", "45")
    assert legal(state, "target S") == {"target S2"}
    assert [entry["card"] for entry in get(state, "tracks")[0]["enemies"]] == ["S2", "S9", "S3"]


@pytest.mark.rule("DEF-11", "DEF-28")
def test_marks_use_up_hp_too() -> None:
    state = begin(position("S2 S9*54", rolled="2"))
    assert legal(state, "target S") == {"target S2"}


# No wasted dice


@pytest.mark.rule("DEF-12")
def test_worked_case_an_overkill_by_the_last_die_is_legal() -> None:
    state = attack(place(begin(position("S5", rolled="34")), "S5", "34"))
    assert get(state, "overkill") == ["S5"]


@pytest.mark.rule("DEF-12")
def test_worked_case_a_third_die_is_wasted() -> None:
    state = begin(position("S5", rolled="322"))
    assert not may_place(state, "S5", "322")
    assert not may_place(state, "S5", "223")
    with pytest.raises(IllegalActionError, match="die 2"):
        play(state, "target S5", "die 3", "die 2", "die 2")


@pytest.mark.rule("DEF-12", "DEF-9")
def test_worked_case_an_exact_hit_captures() -> None:
    state = attack(place(begin(position("S5", rolled="32")), "S5", "32"))
    assert get(state, "queue")["prisoners"] == ["S5"]


@pytest.mark.rule("DEF-12")
def test_damage_that_lies_there_counts() -> None:
    state = begin(position("S9:4*2", rolled="1122"))
    for dice in ("1", "2", "11", "12", "22"):
        assert may_place(state, "S9", dice)
    for dice in ("112", "122", "1122"):
        assert not may_place(state, "S9", dice)


@pytest.mark.rule("DEF-12")
def test_an_enemy_whose_hp_is_used_up_takes_no_more_dice() -> None:
    assert not legal(begin(position("S5:32", rolled="1")), "target")
    assert not legal(begin(position("S5:2*3", rolled="1")), "target")


@pytest.mark.rule("DEF-12")
@given(rank=st.sampled_from("A23456789TJ"), lying=DICE, rolled=DICE)
@SLOW
def test_no_waste_against_every_order(rank: str, lying: list[int], rolled: list[int]) -> None:
    card = "S" + rank
    hp = "A23456789TJ".index(rank) + 1
    lying = [n for k, n in enumerate(lying) if sum(lying[:k]) < hp][:3]
    while sum(lying) >= hp:
        lying.pop()
    _compare(card, lying, [], rolled)


@pytest.mark.rule("DEF-12", "DEF-19")
@given(lying=st.sets(st.integers(1, 6), max_size=3), rolled=DICE)
@SLOW
def test_a_queens_dice_against_every_order(lying: set[int], rolled: list[int]) -> None:
    if sum(lying) < 12:
        _compare("SQ", sorted(lying), [], rolled)


@pytest.mark.rule("DEF-12", "DEF-19")
@given(rank=st.sampled_from("3579TJ"), queen=st.sets(st.integers(1, 6), max_size=3), rolled=DICE)
@SLOW
def test_protection_against_every_order(rank: str, queen: set[int], rolled: list[int]) -> None:
    _compare("S" + rank, [], sorted(queen), rolled)


def _compare(card: str, lying: list[int], queen: list[int], rolled: list[int]) -> None:
    """The placements that the game allows are those that the reference allows, die by die in every order."""
    text = {"dice": lying, "marks": []}
    enemies = [{"card": card, **text}]
    if card != "SQ":
        enemies.insert(0, {"card": "SQ", "dice": queen, "marks": []})
    state = begin(position(deck="H2 H3 H4") | {"tracks": [{"suit": "S", "enemies": enemies}], "rolled": rolled})
    allowed = {hand for hand in handfuls(rolled) if may_hit(card, lying, queen, hand)}
    assert _reachable(state, card) == allowed


def _reachable(state: State, card: str) -> set[tuple[int, ...]]:
    """Every handful that can be confirmed on the card, by trying all sequences of dice."""
    if f"target {card}" not in legal(state):
        return set()
    found: set[tuple[int, ...]] = set()
    seen: set[tuple[int, ...]] = set()
    stack: list[tuple[State, tuple[int, ...]]] = [(play(state.clone(), f"target {card}"), ())]
    while stack:
        at, hand = stack.pop()
        if hand in seen:
            continue
        seen.add(hand)
        names = legal(at)
        assert names, "a dead end"
        if "confirm" in names:
            found.add(hand)
        for name in names - {"confirm"}:
            stack.append((play(at.clone(), name), tuple(sorted((*hand, int(name[-1]))))))
    return found


@pytest.mark.rule("DEF-17")
@pytest.mark.parametrize("king", ["at_once", "laid"])
@given(lying=st.sets(st.integers(1, 6), max_size=4), split=st.integers(0, 15), rolled=DICE)
@SLOW
def test_a_kings_dice_against_brute_force(king: str, lying: set[int], split: int, rolled: list[int]) -> None:
    numbers = sorted(lying)
    if {1, 6} <= lying:
        return
    marks = [n for k, n in enumerate(numbers) if king == "at_once" or split >> k & 1]
    dice = [n for n in numbers if n not in marks]
    tracks = [{"suit": "S", "enemies": [{"card": "SK", "dice": dice, "marks": marks}]}]
    state = begin(position(deck="H2 H3 H4") | {"tracks": tracks, "rolled": rolled}, king=king)
    allowed = {hand for hand in handfuls(rolled) if may_hit_king(dice, marks, hand, king == "at_once")}
    assert _reachable(state, "SK") == allowed


@pytest.mark.rule("DEF-6", "DEF-11")
def test_a_placement_must_be_legal_die_by_die() -> None:
    state = begin(position("S5", rolled="35"))
    with pytest.raises(IllegalActionError, match="target S9"):
        play(state, "target S9")
    with pytest.raises(IllegalActionError, match="confirm"):
        play(state, "target S5", "confirm")
    with pytest.raises(IllegalActionError, match="die 6"):
        play(state, "die 6")
    assert on(state, "S5")["dice"] == []
