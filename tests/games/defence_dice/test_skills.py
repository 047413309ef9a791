"""Defence Dice, DEF-25 to DEF-30: buying, recovering, and each of the 18 skills."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest

from support.defence import (
    COMMON,
    MAGE,
    SKILLS,
    WARRIOR,
    attack,
    begin,
    defence_dice,
    get,
    legal,
    marks,
    may_place,
    place,
    play,
    position,
)
from support.defence import ready_skill as ready
from support.defence import use_skill as use

pytestmark = pytest.mark.nojit

# Experience


@pytest.mark.rule("DEF-25")
@pytest.mark.parametrize(("character", "own"), [("warrior", WARRIOR), ("mage", MAGE)])
def test_own_and_common_skills_can_be_bought(character: str, own: list[str]) -> None:
    state = begin(position("S9", rolled="1", xp=9), character=character)
    assert legal(state, "buy") == {f"buy {name}" for name in COMMON + own}


COSTS = {
    1: ["Long Shot", "Twin Strike", "Second Wind", "Regroup", "Scout", "Cleave", "Precision"]
    + ["Fortune Cookie", "Frost", "Transmute"],
    2: ["Barricade", "Charge", "Whirlwind", "War Cry", "Fireball", "Chain Lightning"],
    3: ["Execute", "Meteor"],
}


@pytest.mark.rule("DEF-25")
@pytest.mark.parametrize(("cost", "name"), [(cost, name) for cost, names in COSTS.items() for name in names])
def test_a_skill_costs_its_xp_and_is_bought_once(cost: int, name: str) -> None:
    character = "mage" if name in MAGE else "warrior"
    given = position("S9", rolled="1")
    assert f"buy {name}" not in legal(begin(given | {"xp": cost - 1}, character=character))
    state = play(begin(given | {"xp": 2 * cost}, character=character), f"buy {name}")
    assert (get(state, "xp"), get(state, "skills")) == (cost, {name: []})
    assert f"buy {name}" not in legal(state)


@pytest.mark.rule("DEF-26", "DEF-4")
@pytest.mark.parametrize(("character", "recovered"), [("warrior", 2), ("mage", 3)])
def test_an_xp_recovers_spent_dice_for_the_next_roll(character: str, recovered: int) -> None:
    state = begin(position("S9", rolled="1", xp=3, spent=4), character=character)
    play(state, "recover")
    assert (get(state, "back"), get(state, "spent"), get(state, "xp")) == (recovered, 4 - recovered, 2)
    assert get(state, "rolled") == [1]
    play(state, "recover")
    assert (get(state, "back"), get(state, "spent"), get(state, "xp")) == (4, 0, 1)
    assert "recover" not in legal(state)


@pytest.mark.rule("DEF-26")
def test_recovering_needs_an_xp_and_a_spent_die() -> None:
    assert "recover" not in legal(begin(position("S9", rolled="1", xp=0, spent=4)))
    assert "recover" not in legal(begin(position("S9", rolled="1", xp=4, spent=0)))


# Dice on skills

CONDITIONS: dict[str, tuple[int, Callable[[tuple[int, ...]], bool]]] = {
    "Long Shot": (1, lambda d: True),
    "Twin Strike": (2, lambda d: d[0] == d[1]),
    "Second Wind": (1, lambda d: d[0] <= 2),
    "Barricade": (2, lambda d: d[0] % 2 == 1 and d[1] % 2 == 1),
    "Regroup": (1, lambda d: True),
    "Scout": (1, lambda d: d[0] >= 4),
    "Cleave": (2, lambda d: sum(d) >= 7),
    "Charge": (2, lambda d: d[1] == d[0] + 1),
    "Whirlwind": (3, lambda d: d[0] % 2 == d[1] % 2 == d[2] % 2),
    "Precision": (1, lambda d: True),
    "War Cry": (2, lambda d: d[0] == d[1]),
    "Execute": (3, lambda d: d[0] == d[1] == d[2]),
    "Fortune Cookie": (1, lambda d: True),
    "Fireball": (2, lambda d: sum(d) >= 8),
    "Chain Lightning": (3, lambda d: (d[1], d[2]) == (d[0] + 1, d[0] + 2)),
    "Frost": (2, lambda d: d[0] == d[1]),
    "Meteor": (3, lambda d: sum(d) >= 14),
    "Transmute": (1, lambda d: True),
}


@pytest.mark.rule("DEF-27")
@pytest.mark.parametrize("skill", SKILLS)
def test_dice_must_fit_the_slots(skill: str) -> None:
    """A handful may lie on a skill if it can be filled up to dice that meet the condition; dice in ascending order."""
    slots, meets = CONDITIONS[skill]
    full = [dice for dice in combinations_with_replacement(range(1, 7), slots) if meets(dice)]
    for size in range(1, slots + 2):
        for hand in combinations_with_replacement(range(1, 7), size):
            text = "".join(str(n) for n in hand)
            state = begin(position("S9", rolled=text, skills={skill: ""}))
            assert may_place(state, skill, text) == any(_within(hand, dice) for dice in full), hand


def _within(hand: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    return all(hand.count(n) <= dice.count(n) for n in hand)


@pytest.mark.rule("DEF-27")
def test_dice_that_do_not_complete_it_stay() -> None:
    state = place(begin(position("S9", rolled="461", skills={"Cleave": ""}, deck="H2 H3 H4")), "Cleave", "4")
    assert get(state, "skills") == {"Cleave": [4]}
    assert "activate Cleave" not in legal(state)
    assert may_place(state, "Cleave", "6") and not may_place(state, "Cleave", "1")
    place(state, "Cleave", "6")
    assert "activate Cleave" in legal(state)


@pytest.mark.rule("DEF-27")
def test_a_full_skill_takes_no_more_dice() -> None:
    assert not legal(begin(position("S9", rolled="6", skills={"Cleave": "46", "Long Shot": "3"})), "skill")


@pytest.mark.rule("DEF-27")
def test_only_owned_skills_take_dice() -> None:
    assert not legal(begin(position("S9", rolled="6", xp=5)), "skill")


@pytest.mark.rule("DEF-27")
def test_dice_of_an_activated_skill_are_spent() -> None:
    state = use("Cleave", "46", "track S", spent=1)
    assert (get(state, "spent"), get(state, "skills"), get(state, "back")) == (3, {"Cleave": []}, 0)


@pytest.mark.rule("DEF-27")
def test_a_skill_may_wait() -> None:
    state = begin(position("S9", rolled="6", skills={"Cleave": "46"}, deck="H2 H3 H4", xp=0))
    place(state, "S9", "6")
    play(state, "finish", "finish")
    assert get(state, "skills") == {"Cleave": [4, 6]}


NOTHING_CHANGES: list[tuple[str, str, dict[str, Any]]] = [
    ("Second Wind", "1", {"spent": 0}),
    ("War Cry", "44", {"spent": 0}),
    ("Regroup", "4", {"rolled": ""}),
    ("Transmute", "4", {"rolled": ""}),
    ("Barricade", "13", {"barricade": 1}),
    ("Barricade", "13", {"barricade": 2, "jokers_out": 1}),
    ("Frost", "22", {"frost": True}),
    ("Frost", "22", {"barricade": 1}),
]


@pytest.mark.rule("DEF-27")
@pytest.mark.parametrize(("skill", "dice", "fields"), NOTHING_CHANGES)
def test_no_activation_when_nothing_would_change(skill: str, dice: str, fields: dict[str, Any]) -> None:
    assert f"activate {skill}" not in legal(ready(skill, dice, **fields))
    changed = {"rolled": "11", "spent": 2, "barricade": 0, "frost": False, "jokers_out": 0}
    assert f"activate {skill}" in legal(ready(skill, dice, **changed))


@pytest.mark.rule("DEF-27", "DEF-29")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [("Long Shot", "4"), ("Cleave", "44"), ("Charge", "34"), ("Whirlwind", "222"), ("Precision", "4")]
    + [("Execute", "444"), ("Fortune Cookie", "4"), ("Fireball", "44"), ("Chain Lightning", "234"), ("Meteor", "555")],
)
def test_no_activation_without_an_enemy_to_hit(skill: str, dice: str) -> None:
    assert f"activate {skill}" not in legal(begin(position(rolled="1", skills={skill: dice})))
    used_up = begin(position("S9:63", rolled="1", skills={skill: dice}))
    assert f"activate {skill}" not in legal(used_up)


# Power, marks, reach


@pytest.mark.rule("DEF-28")
@pytest.mark.parametrize(("dice", "power"), [("16", 6), ("34", 4), ("55", 5)])
def test_power_is_the_highest_die(dice: str, power: int) -> None:
    assert marks(use("Cleave", dice, "track D")) == {"DQ": [power]}


@pytest.mark.rule("DEF-28", "DEF-9")
def test_marks_count_as_damage_also_for_capturing() -> None:
    captured = attack(use("Long Shot", "5", "target S9", tracks=("S9:4",)))
    assert get(captured, "queue")["prisoners"] == ["S9"]
    over = attack(use("Long Shot", "5", "target S8", tracks=("S8:4",)))
    assert get(over, "overkill") == ["S8"]
    beyond = attack(use("Long Shot", "6", "target S2", tracks=("S2",)))
    assert get(beyond, "overkill") == ["S2"]


@pytest.mark.rule("DEF-28")
def test_used_up_enemies_take_no_mark_and_are_passed_over() -> None:
    state = use("Cleave", "34", "track S", tracks=("S7 S4:4 S8",))
    assert marks(state) == {"S8": [4], "S7": [4]}
    whirl = use("Whirlwind", "135", tracks=("S7 S4:4",))
    assert marks(whirl) == {"S7": [5]}


@pytest.mark.rule("DEF-29")
def test_skills_reach_enemies_that_are_not_in_front() -> None:
    assert legal(play(ready("Long Shot", "4"), "activate Long Shot")) == {
        f"target {card}" for card in ("S9", "S8", "HJ", "HT", "DQ")
    }


@pytest.mark.rule("DEF-29", "DEF-20")
def test_an_attack_on_a_track_starts_at_its_front() -> None:
    assert marks(use("Cleave", "34", "track H", tracks=("H9 HQ HT",))) == {"HT": [4], "HQ": [4]}


# In which windows


@pytest.mark.rule("DEF-27", "DEF-6a")
@pytest.mark.parametrize("phase", ["design", "placed", "before_attack", "cleanup"])
def test_skills_are_used_in_every_window_and_return_to_it(phase: str) -> None:
    rolled = "" if phase == "cleanup" else "1"
    fields: dict[str, Any] = {"phase": phase, "rolled": rolled, "back": 2, "xp": 1}
    assert use("Long Shot", "4", "target HJ", **fields).phase() == phase
    assert use("Second Wind", "1", **fields, spent=2).phase() == phase
    assert use("Scout", "5", "keep", **fields).phase() == phase


@pytest.mark.rule("DEF-28")
def test_regroup_and_transmute_find_no_dice_in_clean_up() -> None:
    for skill in ("Regroup", "Transmute"):
        given = position("S9:4", phase="cleanup", back=2, xp=1, skills={skill: "4"})
        assert not legal(begin(given), "activate")


def test_every_skill_has_an_action_of_each_kind() -> None:
    names = {defence_dice().action_to_string(a) for a in range(defence_dice().num_actions)}
    assert {f"{verb} {skill}" for verb in ("skill", "activate", "buy", "take") for skill in SKILLS} <= names
