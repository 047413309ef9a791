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
    on,
    place,
    play,
    position,
    track,
)

pytestmark = pytest.mark.nojit

FIELD = ("S9 S8", "HJ HT", "DQ")
"""Enemies to aim at; the front ones are S8, HT and DQ."""


def ready(skill: str, dice: str, *tracks: str, **fields: Any) -> Any:
    """A skill with its dice on it, in Design."""
    fields = {"rolled": "11"} | fields
    return begin(position(*(tracks or FIELD), skills={skill: dice}, **fields))


def use(skill: str, dice: str, *choices: str, tracks: tuple[str, ...] = FIELD, **fields: Any) -> Any:
    """The state after the skill was used."""
    return play(ready(skill, dice, *tracks, **fields), f"activate {skill}", *choices)


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


# Common skills


@pytest.mark.rule("DEF-28", "DEF-29")
def test_long_shot() -> None:
    assert marks(use("Long Shot", "4", "target HJ")) == {"HJ": [4]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_twin_strike() -> None:
    state = play(ready("Twin Strike", "44"), "activate Twin Strike")
    assert legal(state) == {"track S", "track H", "track D"}
    play(state, "track H")
    assert legal(state) == {"track S", "track D"}
    play(state, "track S")
    assert marks(state) == {"HT": [4], "S8": [4]}


@pytest.mark.rule("DEF-28")
def test_twin_strike_needs_two_tracks_with_an_enemy_that_has_hp_left() -> None:
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "S9 S8"))
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "S9 S8", "H6:6"))
    assert "activate Twin Strike" in legal(ready("Twin Strike", "44", "S9:63 S8:62", "H6", "C7"))
    escorted = use("Twin Strike", "44", "track S", "track H", tracks=("SK S3:3", "H9"))
    assert marks(escorted) == {"SK": [4], "H9": [4]}


@pytest.mark.rule("DEF-28", "DEF-19")
def test_twin_strike_where_one_of_the_two_is_protected() -> None:
    state = use("Twin Strike", "44", "track H", "track S", tracks=("HQ:4", "S9"))
    assert marks(state) == {"S9": [4]}
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "HQ:4", "SQ:4"))


@pytest.mark.rule("DEF-28")
@pytest.mark.parametrize(("spent", "left"), [(1, 1), (2, 1), (4, 3)])
def test_second_wind(spent: int, left: int) -> None:
    state = use("Second Wind", "2", spent=spent)
    assert (get(state, "spent"), get(state, "back")) == (left, min(spent, 2))


@pytest.mark.rule("DEF-28")
def test_barricade() -> None:
    state = use("Barricade", "13", jokers_out=1, deck="C2 C3 C4 C5 C6")
    assert get(state, "barricade") == 1
    play(state, "pass")
    assert (track(state, "C"), get(state, "barricade")) == (["C2"], 0)
    play(state, "pass")
    assert track(state, "C") == ["C4", "C3", "C2"]


@pytest.mark.rule("DEF-28")
def test_barricades_add_up_never_below_0() -> None:
    state = use("Barricade", "13", jokers_out=2, barricade=1, deck="C2 C3 C4 C5 C6")
    assert get(state, "barricade") == 2
    play(state, "pass")
    assert track(state, "C") == ["C2"]
    nothing = play(begin(position("S9", rolled="1", barricade=5, deck="C2 C3")), "pass")
    assert (track(nothing, "C"), get(nothing, "barricade")) == ([], 0)


@pytest.mark.rule("DEF-28")
def test_barricade_in_clean_up_acts_in_the_next_round() -> None:
    given = position("S9:4", phase="cleanup", back=1, xp=0, skills={"Barricade": "15"}, deck="C2 C3 C4")
    state = play(begin(given), "activate Barricade", "finish", "pass")
    assert track(state, "C") == []


@pytest.mark.rule("DEF-28")
def test_regroup() -> None:
    results = set()
    for seed in range(20):
        state = begin(position("S9", rolled="1111", spent=0, skills={"Regroup": "4"}), seed=seed)
        play(state, "activate Regroup")
        assert (len(get(state, "rolled")), get(state, "spent"), get(state, "back")) == (4, 1, 0)
        results.add(str(get(state, "rolled")))
    assert len(results) > 10


@pytest.mark.rule("DEF-28")
def test_scout() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="C2 C3 C4")
    state = play(begin(given), "activate Scout")
    assert (state.phase(), legal(state), get(state, "known_top")) == ("scout", {"keep", "bottom"}, True)
    kept = play(state.clone(), "keep")
    assert (get(kept, "deck"), get(kept, "known_top"), get(kept, "spent")) == (["C2", "C3", "C4"], True, 1)
    assert get(play(kept, "pass"), "known_top") is False
    buried = play(state, "bottom")
    assert (get(buried, "deck"), get(buried, "known_top"), get(buried, "known_bottom")) == (
        ["C3", "C4", "C2"],
        False,
        1,
    )
    assert get(buried, "segments") == [0, 0, 2, 0]
    assert state.phase() == "design"


# The warrior's


@pytest.mark.rule("DEF-28", "DEF-29")
def test_cleave() -> None:
    state = play(ready("Cleave", "25"), "activate Cleave")
    assert legal(state) == {"track S", "track H", "track D"}
    assert marks(play(state, "track S")) == {"S9": [5], "S8": [5]}


@pytest.mark.rule("DEF-28")
def test_charge() -> None:
    state = play(ready("Charge", "45"), "activate Charge")
    assert legal(state) == {"target S8", "target HT", "target DQ"}
    assert marks(play(state.clone(), "target HT")) == {"HT": [5, 5]}
    assert marks(use("Charge", "45", "target S5", tracks=("S5",))) == {"S5": [5]}


@pytest.mark.rule("DEF-28", "DEF-17", "DEF-19")
def test_charge_hits_a_queen_or_a_king_only_once() -> None:
    assert marks(use("Charge", "45", "target DQ")) == {"DQ": [5]}
    assert marks(use("Charge", "45", "target SK", tracks=("SK",))) == {"SK": [5]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_whirlwind() -> None:
    assert marks(use("Whirlwind", "246")) == {"S8": [6], "HT": [6], "DQ": [6]}


@pytest.mark.rule("DEF-28")
def test_precision() -> None:
    state = play(ready("Precision", "4"), "activate Precision")
    assert legal(state) == {"target S8", "target HT", "target DQ"}
    play(state, "target HT")
    assert legal(state) == {"number 1", "number 2", "number 3", "number 4"}
    assert marks(play(state, "number 2")) == {"HT": [2]}


@pytest.mark.rule("DEF-28", "DEF-17", "DEF-19")
def test_precision_only_offers_numbers_that_have_an_effect() -> None:
    queen = play(ready("Precision", "4", "DQ:14"), "activate Precision", "target DQ")
    assert legal(queen) == {"number 2", "number 3"}
    king = play(ready("Precision", "6", "SK*23"), "activate Precision", "target SK")
    assert legal(king) == {"number 1", "number 4", "number 5", "number 6"}
    one = ready("Precision", "1", "DQ:1", "S9")
    assert legal(play(one, "activate Precision")) == {"target S9"}


@pytest.mark.rule("DEF-28")
@pytest.mark.parametrize(("spent", "left"), [(1, 2), (3, 2), (5, 4)])
def test_war_cry(spent: int, left: int) -> None:
    state = use("War Cry", "22", spent=spent)
    assert (get(state, "spent"), get(state, "back")) == (left, min(spent, 3))


@pytest.mark.rule("DEF-28", "DEF-9")
def test_execute() -> None:
    state = play(ready("Execute", "222", "S9 S8:3", "HK", "DQ:6"), "activate Execute")
    assert legal(state) == {"target S8", "target DQ"}
    play(state, "target S8")
    assert on(state, "S8") == {"card": "S8", "dice": [3], "marks": [], "executed": 5}
    assert get(attack(state), "queue")["prisoners"] == ["S8"]


@pytest.mark.rule("DEF-28", "DEF-19")
def test_executes_mark_shows_no_number() -> None:
    state = use("Execute", "222", "target DQ", tracks=("D9 DQ:6",), rolled="135")
    assert (marks(state), on(state, "DQ")["executed"]) == ({}, 6)
    assert may_place(state, "D9", "5") and not may_place(begin(position("D9 DQ:6*5", rolled="5")), "D9", "5")


# The mage's


@pytest.mark.rule("DEF-30")
@pytest.mark.parametrize("value", range(1, 7))
def test_fortune_cookie_succeeds_when_the_die_shows_at_most_its_value(value: int) -> None:
    given = position("S9", rolled="1", skills={"Fortune Cookie": str(value)})
    hits = 0
    for seed in range(300):
        state = play(begin(given, seed=seed), "activate Fortune Cookie")
        hits += state.phase() == "aim"
    assert abs(hits / 300 - value / 6) < 0.09
    assert (hits == 300) == (value == 6)


def _cookie(succeeds: bool, **fields: Any) -> Any:
    """A Fortune Cookie of value 3 after its roll."""
    given = position(*FIELD, rolled="1", skills={"Fortune Cookie": "3"}, **fields)
    tries = (play(begin(given, seed=seed), "activate Fortune Cookie") for seed in range(50))
    return next(state for state in tries if (state.phase() == "aim") == succeeds)


@pytest.mark.rule("DEF-30", "DEF-28")
def test_fortune_cookie_marks_6_on_any_one_enemy() -> None:
    state = _cookie(True)
    assert legal(state) == {f"target {card}" for card in ("S9", "S8", "HJ", "HT", "DQ")}
    play(state, "target S9")
    assert (marks(state), get(state, "spent"), get(state, "skills")) == ({"S9": [6]}, 1, {"Fortune Cookie": []})


@pytest.mark.rule("DEF-30")
def test_a_failed_fortune_cookie_keeps_its_die_for_a_later_round() -> None:
    state = _cookie(False, xp=0, deck="H2 H3 H4 H5")
    assert (state.phase(), get(state, "spent"), get(state, "skills")) == ("design", 0, {"Fortune Cookie": [3]})
    assert get(state, "cookie_tried") and not legal(state, "activate")
    later = attack(state)
    assert (get(later, "round"), get(later, "cookie_tried")) == (2, False)
    assert "activate Fortune Cookie" in legal(later)


@pytest.mark.rule("DEF-30")
def test_after_a_success_another_die_may_be_tried_in_the_same_round() -> None:
    given = position("S9", "DJ", rolled="61", skills={"Fortune Cookie": "6"}, deck="H2 H3 H4 H5")
    state = play(begin(given), "activate Fortune Cookie", "target S9")
    place(state, "Fortune Cookie", "6")
    assert "activate Fortune Cookie" in legal(state)


@pytest.mark.rule("DEF-28", "DEF-29")
def test_fireball() -> None:
    assert marks(use("Fireball", "35", "track H")) == {"HT": [5], "HJ": [5]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_chain_lightning() -> None:
    state = use("Chain Lightning", "234", tracks=("S7 S9 S8", "HT", "D9 D4:4 DQ"))
    assert marks(state) == {"S8": [4], "S9": [4], "HT": [4], "DQ": [4]}


@pytest.mark.rule("DEF-28", "DEF-20")
def test_chain_lightning_passes_over_used_up_enemies() -> None:
    assert marks(use("Chain Lightning", "234", tracks=("S7 S9 S4:4 S8",))) == {"S8": [4], "S9": [4]}


@pytest.mark.rule("DEF-28")
def test_frost() -> None:
    state = use("Frost", "22", jokers_out=2, barricade=1, deck="C2 C3 C4 C5 C6")
    play(state, "pass")
    assert (track(state, "C"), get(state, "frost"), get(state, "barricade")) == ([], False, 0)
    play(state, "pass")
    assert len(track(state, "C")) == 3


@pytest.mark.rule("DEF-28", "DEF-29", "DEF-16")
def test_meteor() -> None:
    state = use("Meteor", "455", tracks=("SK S9 S8", "HJ HT", "DQ:5"))
    assert marks(state) == {"SK": [5], "S9": [5], "S8": [5], "HJ": [5], "HT": [5]}


@pytest.mark.rule("DEF-28")
def test_transmute() -> None:
    state = play(ready("Transmute", "4", rolled="2255"), "activate Transmute")
    assert legal(state) == {"die 2", "die 5"}
    play(state, "die 5")
    assert legal(state) == {f"number {n}" for n in (1, 2, 3, 4, 6)}
    play(state, "number 2")
    assert (get(state, "rolled"), get(state, "spent")) == ([2, 2, 2, 5], 1)


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
