"""Defence Dice: what observation and features say of exact hits, skills, pens and tracks, against brute force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicedeck.envs.core.game import State
from games.defence_dice.reference import PRISONERS, fits, handfuls, may_hit, may_hit_king, xp_of
from support.defence import begin, legal, place, play, position

pytestmark = pytest.mark.nojit

DICE = st.lists(st.integers(1, 6), max_size=6)
FEW = settings(max_examples=80, deadline=None)


def seen(state: State, name: str) -> Any:
    """A piece of the observation."""
    slot = state.game.layout[name]
    piece = state.observation_tensor(0)[slot.start : slot.stop]
    return piece.reshape(slot.shape) if slot.shape else float(piece[0])


def told(state: State, action: str) -> dict[str, Any]:
    """The features of an action, by name; a piece of one number is that number."""
    row = state.action_features([state.string_to_action(action)])[0]
    found: dict[str, Any] = {}
    for slot in state.game.feature_layout.slots:
        piece = row[slot.start : slot.stop]
        found[slot.name] = piece if slot.shape else round(float(piece[0]), 6)
    return found


@pytest.mark.rule("DEF-12", "DEF-19")
@given(rank=st.sampled_from("23456789TJQ"), queen=st.sets(st.integers(1, 6), max_size=2), rolled=DICE)
@example(rank="2", queen=set(), rolled=[1, 6, 6, 6, 6, 6])  # sums of more than 31 bits
@FEW
def test_which_dice_capture_or_use_up(rank: str, queen: set[int], rolled: list[int]) -> None:
    card = f"S{rank}"
    text = "".join(map(str, sorted(queen)))
    tracks = (f"SQ:{text}" if queen else "SQ",) if rank == "Q" else (f"SQ:{text} {card}" if queen else f"SQ {card}",)
    state = begin(position(*tracks, deck="H2 H3") | {"rolled": rolled})
    lying = sorted(queen) if rank == "Q" else []
    hp = "A23456789TJQ".index(rank) + 1 - sum(lying)
    sums = {sum(hand) for hand in handfuls(rolled) if may_hit(card, lying, sorted(queen) if rank != "Q" else [], hand)}
    assert bool(seen(state, "capture")[0]) == (hp in sums)
    assert bool(seen(state, "use_up")[0]) == any(total >= hp for total in sums)
    if f"target {card}" in legal(state):
        features = told(state, f"target {card}")
        assert (features["can_capture"], features["can_use_up"]) == (hp in sums, any(n >= hp for n in sums))
        assert features["missing"] == pytest.approx(hp / 13, abs=1e-6)


@pytest.mark.rule("DEF-17")
@pytest.mark.parametrize("king", ["at_once", "laid"])
@given(lying=st.sets(st.integers(1, 6), max_size=4), rolled=DICE)
@FEW
def test_which_dice_complete_a_king(king: str, lying: set[int], rolled: list[int]) -> None:
    if {1, 6} <= lying:
        return
    enemies = [{"card": "SK", "dice": [], "marks": sorted(lying)}]
    given_position = position(deck="H2 H3") | {"tracks": [{"suit": "S", "enemies": enemies}], "rolled": rolled}
    state = begin(given_position, king=king)
    completes = any(may_hit_king([], sorted(lying), hand, True) for hand in handfuls(rolled))
    assert bool(seen(state, "capture")[0]) == completes


@pytest.mark.rule("DEF-12")
@given(rank=st.sampled_from("56789TJ"), rolled=st.lists(st.integers(1, 6), min_size=2, max_size=6))
@FEW
def test_each_die_of_a_placement_says_what_remains(rank: str, rolled: list[int]) -> None:
    card = f"S{rank}"
    state = begin(position(card, deck="H2 H3") | {"rolled": rolled})
    play(state, f"target {card}")
    hp = "A23456789TJ".index(rank) + 1
    hand: list[int] = []
    while legal(state, "die"):
        left = hp - sum(hand)
        assert seen(state, "missing") == pytest.approx(left / 13, abs=1e-6)
        for name in legal(state, "die"):
            n = int(name[-1])
            rest = list(rolled)
            for used in [*hand, n]:
                rest.remove(used)
            features = told(state, name)
            more = {sum(other) for other in handfuls(rest)} | {0}
            assert features["missing"] == pytest.approx(max((left - n) / 13, -1), abs=1e-6)
            assert (features["captured"], features["overkilled"]) == (n == left, n > left)
            assert features["can_capture"] == (left - n in more)
            assert features["can_use_up"] == any(total >= left - n for total in more)
        chosen = sorted(legal(state, "die"))[0]
        play(state, chosen)
        hand.append(int(chosen[-1]))


@pytest.mark.rule("DEF-27")
@given(lying=st.lists(st.integers(1, 6), max_size=2), rolled=st.lists(st.integers(1, 6), min_size=1, max_size=5))
@FEW
def test_whether_rolled_dice_complete_a_skill(lying: list[int], rolled: list[int]) -> None:
    meets: dict[str, tuple[int, Callable[[list[int]], bool]]] = {
        "Whirlwind": (3, lambda d: len({n % 2 for n in d}) == 1),
        "Execute": (3, lambda d: len(set(d)) == 1),
        "Cleave": (2, lambda d: sum(d) >= 7),
        "Charge": (2, lambda d: abs(d[0] - d[1]) == 1),
    }
    for skill, (slots, test) in meets.items():
        if len(lying) >= slots:
            continue
        try:
            state = begin(position("S9", skills={skill: "".join(map(str, lying))}) | {"rolled": rolled})
        except ValueError:
            continue  # these dice do not fit
        if f"skill {skill}" in legal(state):
            hands = [hand for hand in handfuls(rolled) if len(hand) == slots - len(lying)]
            expected = any(test([*lying, *hand]) for hand in hands)
            assert told(state, f"skill {skill}")["can_fill"] == expected, (skill, lying, rolled)


@pytest.mark.rule("DEF-23", "DEF-24")
@given(
    pens=st.lists(st.lists(st.sampled_from(PRISONERS[13:]), max_size=2, unique=True), min_size=3, max_size=3),
    card=st.sampled_from(PRISONERS[:12]),
)
@FEW
def test_what_a_prisoner_would_bring(pens: list[list[str]], card: str) -> None:
    names = [name for pen in pens for name in pen]
    if len(set(names)) < len(names) or any(len(pen) == 2 and not fits(pen[:1], pen[1]) for pen in pens):
        return
    state = begin(position(card, rolled="1", pens=tuple(" ".join(pen) for pen in pens)))
    worth = [xp_of([*pen, card]) if len(pen) == 2 else 0 for pen in pens if fits(pen, card)]
    expected = (1 + max(worth)) / 4 if worth else 0
    assert seen(state, "prize")[0, 0] == pytest.approx(expected)
    waiting = begin(position(phase="prisoner", back=1, queue={"prisoners": [card]}, pens=tuple(map(" ".join, pens))))
    for k, pen in enumerate(pens):
        if f"pen {k + 1}" in legal(waiting):
            features = told(waiting, f"pen {k + 1}")
            assert features["pen_fits"] == fits(pen, card)
            assert features["pen_xp"] == pytest.approx((xp_of([*pen, card]) if len(pen) == 2 else 0) / 3, abs=1e-6)


@pytest.mark.rule("DEF-14")
def test_how_far_each_track_is_from_the_eighth_card() -> None:
    state = begin(position("HA H2 H3 H4 H5 H6 H7", "S9 S8", rolled="1"))
    assert seen(state, "room").tolist() == pytest.approx([6 / 8, 1 / 8, 1, 1])


@pytest.mark.rule("DEF-14")
def test_the_danger_of_passing() -> None:
    given_position = position("HA H2 H3 H4 H5 H6 H7", rolled="1", deck="HT C2 C3 C4")
    features = told(begin(given_position), "pass")
    assert (features["danger"], features["due"]) == (pytest.approx(0.25), pytest.approx(1 / 3, abs=1e-6))
    assert told(begin(given_position | {"frost": True}), "pass")["danger"] == 0
    known = told(begin(given_position | {"known_top": True}), "pass")
    assert known["danger"] == 1
    scout = begin(given_position | {"skills": {"Scout": [5]}})
    play(scout, "activate Scout")
    assert (told(scout, "keep")["danger"], told(scout, "bottom")["danger"]) == (1, 0)


@pytest.mark.rule("DEF-20", "DEF-28")
def test_what_a_skill_would_hit() -> None:
    state = begin(position("S9 SQ S4", "H4", rolled="1", skills={"Cleave": "43", "Whirlwind": "222"}))
    assert told(state, "activate Whirlwind")["hits"] == pytest.approx(2 / 28, abs=1e-6)
    play(state, "activate Cleave")
    features = told(state, "track S")
    assert features["hits"] == pytest.approx(2 / 28, abs=1e-6)  # the queen is hit, who is behind her is not
    assert (features["captures"], features["overkills"]) == (pytest.approx(1 / 28, abs=1e-6), 0)
    aim = play(begin(position("S9:3", rolled="1", skills={"Charge": "23"})), "activate Charge")
    assert (told(aim, "target S9")["captured"], told(aim, "target S9")["missing"]) == (1, 0)


@pytest.mark.rule("DEF-8")
def test_whether_passing_leaves_a_die_over() -> None:
    assert told(begin(position("S9", rolled="1")), "pass")["left_over"] == 1
    assert told(begin(position("SQ:1", rolled="1")), "pass")["left_over"] == 0


def test_the_features_of_actions_differ() -> None:
    """Two actions of a position never look the same, save for empty pens."""
    given_position = position(
        "S9 S5", "H4", "DQ", rolled="12345", xp=5, spent=2, skills={"Long Shot": "4", "Cleave": "43"}
    )
    state = begin(given_position)
    rows = state.action_features()
    assert len(np.unique(rows, axis=0)) == len(rows)
    play(state, "target S5")
    assert len(np.unique(state.action_features(), axis=0)) == len(legal(state))
    place(begin(given_position), "S5", "4")
