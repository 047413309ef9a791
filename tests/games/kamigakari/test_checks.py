"""Checks: sums, ties, criticals, fumbles, fixed values (KAMI-1 to KAMI-5)."""

from __future__ import annotations

from typing import Any

import pytest

from support.kami import attacking, begin, defending, fig, figure, hp, on, part, play, scene, through

pytestmark = pytest.mark.nojit

PLACES: dict[str, Any] = {"pc_0": figure("4,4"), "enemy_0": figure("4,3")}


def hit(dice: str, bonus: int = 5, **parts: Any) -> bool:
    """Whether pc_0's weapon hits the hound (evasion 16, 62 HP)."""
    places: dict[str, Any] = {**PLACES, **parts}
    given = attacking(dice, **places)
    given["check"]["bonus"] = bonus
    return hp(through(begin(given)), "enemy_0") < 62


@pytest.mark.rule("KAMI-1", "KAMI-2")
@pytest.mark.parametrize(("dice", "reached"), [("5 5", False), ("5 6", True), ("6 5", True), ("4 4 3", True)])
def test_all_dice_are_added_and_a_tie_is_the_attackers(dice: str, reached: bool) -> None:
    assert hit(dice) == reached


@pytest.mark.rule("KAMI-2")
@pytest.mark.parametrize(("dice", "evaded"), [("6 5", False), ("6 6", True), ("5 4 5", True), ("5 4 4", False)])
def test_the_passive_side_must_be_higher(dice: str, evaded: bool) -> None:
    state = through(begin(defending(dice, active=18, bonus=5, **PLACES)))
    assert (hp(state) == 37) == evaded


@pytest.mark.rule("KAMI-2")
def test_casting_is_resisted_and_attacks_are_evaded() -> None:
    caster: dict[str, Any] = {"pc_2": figure("4,4"), "enemy_0": figure("4,1", changes=on(-13, "evasion"))}
    given = attacking("3 3", "pc_2", talent=1, **caster)
    given["check"]["bonus"] = 7
    assert hp(play(begin(given), "accept"), "enemy_0") == 62  # 13 against resistance 14, evasion 3
    given["check"]["bonus"] = 8
    assert hp(play(begin(given), "accept"), "enemy_0") < 62


@pytest.mark.rule("KAMI-3", "KAMI-5", "KAMI-23")
def test_two_sixes_succeed_against_anything_and_count_as_ten() -> None:
    state = through(begin(attacking("6 6", pc_0="4,4", enemy_0=figure("4,3", changes=on(90, "evasion")))))
    assert hp(state, "enemy_0") == 62 - (10 * 1 + 14 - 3)


@pytest.mark.rule("KAMI-3")
def test_nothing_but_ones_fails() -> None:
    assert not hit("1 1 1", bonus=90)
    assert hit("1 1 2", bonus=90)


@pytest.mark.rule("KAMI-3")
def test_swapping_makes_no_critical() -> None:
    given = attacking("6 3", pc_0=figure("4,4", spirit="6 6 1 1"), enemy_0=figure("4,3"))
    given["check"]["bonus"] = 7
    state = through(play(begin(given), "swap 3 for 6"))
    assert hp(state, "enemy_0") == 62 - (6 + 14 - 3)


@pytest.mark.rule("KAMI-3")
def test_swapping_unmakes_neither_critical_nor_fumble() -> None:
    given = attacking("6 6", pc_0=figure("4,4", spirit="1 1 1 1"), enemy_0=figure("4,3"))
    assert hp(through(play(begin(given), "swap 6 for 1", "swap 6 for 1")), "enemy_0") == 62 - (10 + 14 - 3)
    given = attacking("1 1", pc_0=figure("4,4", spirit="6 6 6 6"), enemy_0=figure("4,3"))
    given["check"]["bonus"] = 50
    assert hp(play(begin(given), "swap 1 for 6", "swap 1 for 6", "accept"), "enemy_0") == 62


@pytest.mark.rule("KAMI-3", "KAMI-29")
def test_pain_comes_before_criticals_and_fumbles_are_read() -> None:
    """The lowest die is a 1 that is held: two dice are never a critical, and a fumble where the other is a 1."""
    for seed in range(40):
        state = begin(scene("pc_0", "attack", pc_0=figure("4,4", status="pain"), enemy_0=figure("4,3")), seed=seed)
        play(state, "weapon", "target enemy_0", "transcend 0")
        check = part(state, "check")
        assert check["fixed"] == [1]
        assert len(check["rolled"]) == 1
        assert "critical" not in check
        assert check.get("fumble", False) == (check["rolled"] == [1])


@pytest.mark.rule("KAMI-4")
def test_enemies_have_a_fixed_total_and_a_fixed_die() -> None:
    given = scene("enemy_0", "attack", pc_0="4,4", enemy_0="4,3")
    state = play(begin(given), "talent 1", "target pc_0")
    attack = part(state, "attack")
    assert (attack["active"], attack["highest"], attack["victim"]) == (18, 4, "pc_0")
    assert fig(state, "enemy_0").get("spirit") is None


@pytest.mark.rule("KAMI-4", "KAMI-31")
@pytest.mark.parametrize(("word", "die"), [("pain", 1), ("", 4)])
def test_pain_makes_the_fixed_die_a_one(word: str, die: int) -> None:
    given = scene("enemy_0", "attack", pc_0="4,4", enemy_0=figure("4,3", status=word))
    given["figures"]["pc_0"]["changes"] = on(-30, "evasion")
    state = through(play(begin(given, seed=2), "talent 1", "target pc_0"))
    assert hp(state) == 37 - (die * 1 + 19 - 5)
