"""Damage: rate, values, attributes, reduction (KAMI-23 to KAMI-28)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.kamigakari.core.damage import damage, effective_rank, reduced
from support.kami import attacking, begin, defending, fig, figure, hp, legal, part, play, scene, status, through

pytestmark = pytest.mark.nojit


@pytest.mark.rule("KAMI-28", "KAMI-23", "KAMI-26")
def test_the_worked_case() -> None:
    assert damage(6, 3, 18 + 5) == 41
    assert reduced(41, 3, 5, True) == 17
    assert 40 - reduced(41, 3, 5, True) == 23
    assert damage(4, 2, 18) == 26


@pytest.mark.rule("KAMI-28")
def test_the_worked_case_in_a_fight() -> None:
    """Crush: rank 3; pc_0's 14 raised by 4 and 5; the target has 40 of 62 HP, armour 3, and 5 and a half come off."""
    given = attacking(
        "5 6",
        talent=5,
        pc_0=figure("4,4", changes={"fight": {"physical_damage": 9}}),
        pc_1="0,0",
        enemy_0=figure("4,3", hp=40),
    )
    given["phase"] = "react"
    given["check"] = None
    given["attack"] = {"operation": 1, "active": 30, "highest": 6, "hit": True, "victim": "enemy_0", "harm": 41,
                       "less": 5, "halved": True, "damage_bonus": 0}  # fmt: skip
    given["reaction"] = {"moment": "hits", "subject": "pc_0"}
    given["tasks"] = [["reduce", 4, 0], ["strikes", 5, 0], ["attack_over", 0, 0], ["turn_of", 0, 0], ["stage", 0, 1]]
    state = begin({key: value for key, value in given.items() if value is not None})
    assert hp(play(state, "pass"), "enemy_0") == 23


def blow(dice: str, talent: int | None = None, user: str = "pc_0", **parts: Any) -> int:
    """HP that enemy_0 loses to a sure hit."""
    before = parts.pop("hp", 62)
    given = attacking(dice, user, talent=talent, **{user: figure("4,4"), "enemy_0": figure("4,3", hp=before), **parts})
    given["check"]["bonus"] = 40
    return int(before) - hp(through(begin(given)), "enemy_0")


@pytest.mark.rule("KAMI-23", "KAMI-24")
def test_highest_die_times_rank_and_the_values() -> None:
    """pc_0 deals 14 (body, titles, sword); the hound has armour 3. Weapon rank 1, Long Stroke 2, Crush 3."""
    assert blow("2 5") == 5 * 1 + 14 - 3
    assert blow("2 5", talent=2) == 5 * 2 + 14 - 3
    assert blow("2 5", talent=5) == 5 * 3 + 14 - 3
    assert blow("2 5 3 4") == 5 * 1 + 14 - 3


@pytest.mark.rule("KAMI-23")
def test_swapped_dice_count_for_damage() -> None:
    given = attacking("2 5", pc_0=figure("4,4", spirit="6"), enemy_0="4,3")
    given["check"]["bonus"] = 40
    state = through(play(begin(given), "swap 2 for 6"))
    assert 62 - hp(state, "enemy_0") == 6 + 14 - 3


@pytest.mark.rule("KAMI-23")
def test_ranks_are_nought_to_ten() -> None:
    assert [effective_rank(n, False) for n in (-2, 0, 10, 14)] == [0, 0, 10, 10]
    assert effective_rank(10, True) == 10
    assert damage(6, 0, 4) == 4


@pytest.mark.rule("KAMI-24")
def test_magic_and_healing_add_magic_damage() -> None:
    """pc_2's Thunder Lance: rank 2 and the hound is weak to shock; 13 and barrier 1. pc_3 heals by rank 2 and 7."""
    assert blow("2 5", talent=1, user="pc_2") == 5 * 3 + 13 - 1
    given = attacking("2 5", "pc_3", "pc_0", talent=2, pc_3="4,4", pc_0=figure("4,5", hp=3), enemy_0="0,0")
    assert hp(through(begin(given))) == 3 + 5 * 2 + 7


@pytest.mark.rule("KAMI-25")
def test_a_weakness_adds_a_rank_once() -> None:
    """The wire spider is weak to fire, the hound is not; both attributes at once count once."""
    fire = figure("4,4", attributes={"turn": ["fire"], "fight": ["fire"]})
    assert blow("2 5", pc_0=fire) == 5 + 14 - 3
    given = attacking("2 5", target="enemy_3", pc_0=fire, enemy_3="4,3")
    given["check"]["bonus"] = 40
    assert 66 - hp(through(begin(given)), "enemy_3") == 5 * 2 + 14 - 4


@pytest.mark.rule("KAMI-26")
def test_reduction_goes_in_order_and_never_below_nought() -> None:
    assert reduced(20, 5, 4, False) == 11
    assert reduced(20, 5, 4, True) == 6  # 11 / 2 rounded up
    assert reduced(20, 25, 0, True) == 0
    assert reduced(3, 2, 5, True) == 0
    assert reduced(10, -4, 0, False) == 10  # armour below 0 adds nothing


@pytest.mark.rule("KAMI-26")
def test_armour_against_blows_barrier_against_magic() -> None:
    strong = figure("4,3", changes={"fight": {"armour": 7, "barrier": 2}})
    assert blow("2 5", enemy_0=strong) == 5 + 14 - 10
    assert blow("2 5", talent=1, user="pc_2", enemy_0=strong) == 15 + 13 - 3


@pytest.mark.rule("KAMI-26")
def test_a_friend_may_take_the_damage() -> None:
    """Broad Back: pc_1 takes 3 less, off its own armour 12."""
    given = scene(
        "enemy_0", "attack", enemy_0="4,3", pc_0=figure("4,4", changes={"fight": {"evasion": -30}}),
        pc_1=figure("3,4", spirit="2"),
    )  # fmt: skip
    state = play(begin(given), "talent 1", "target pc_0", "transcend 0", "accept", "talent 2", "pay 2")
    through(state)
    assert hp(state) == 37
    assert hp(state, "pc_1") == 40 - (4 + 19 - 12 - 3)


@pytest.mark.rule("KAMI-27")
def test_magic_that_is_halved_if_resisted() -> None:
    """Frost Fan, rank 1: 5 + 13 less barrier 1; a failure halves, a fumble is nothing."""

    def fan(dice: str, bonus: int) -> int:
        given = attacking(dice, "pc_2", talent=2, pc_2="4,4", enemy_0="4,3")
        given["check"]["bonus"] = bonus
        return 62 - hp(through(begin(given)), "enemy_0")

    assert fan("2 5", 40) == 17
    assert fan("2 5", 0) == 9
    assert fan("1 1", 40) == 0


@pytest.mark.rule("KAMI-27")
@pytest.mark.parametrize(("dice", "gained"), [("1 2", 2 * 2 + 7), ("1 1", 0), ("6 6", 27)])
def test_recovery_needs_no_success_but_a_fumble_gives_nothing(dice: str, gained: int) -> None:
    """Mending Tone on pc_0 (16 of 37 HP)."""
    given = attacking(dice, "pc_3", "pc_0", talent=2, pc_3="4,4", pc_0=figure("4,5", hp=10), enemy_0="0,0")
    given["check"]["bonus"] = -50
    assert hp(through(begin(given))) - 10 == gained


@pytest.mark.rule("KAMI-27", "KAMI-30")
def test_falling_damage_is_off_armour_and_leaves_prone() -> None:
    """Ram (move-3) at a flying crow brings it down: 20 less armour 3. Here the hound bites a flying pc_0 (armour 5)."""
    given = scene("enemy_0", "attack", enemy_0="4,2", pc_0=figure("4,4", status="flying"))
    state = play(begin(given), "talent 1", "square 4,3", "target pc_0")
    assert hp(state) == 37 - 15
    assert status(state) == {"prone"}
    hard = figure("4,4", status="flying", changes={"fight": {"armour": 20}})
    state = play(begin(scene("enemy_0", "attack", enemy_0="4,2", pc_0=hard)), "talent 1", "square 4,3", "target pc_0")
    assert hp(state) == 37
    assert status(state) == set()


@pytest.mark.rule("KAMI-27")
def test_hp_damage_is_not_reduced() -> None:
    """Poison: 4 whatever the armour."""
    state = begin(scene("pc_0", "attack", pc_0=figure("4,4", status="poison"), enemy_0="0,0"))
    while state.to_dict()["turn"] == 1:
        play(through(state), "pass")
    assert hp(state) == 37 - 4


@pytest.mark.rule("KAMI-24")
def test_what_a_special_talent_adds() -> None:
    """Bite Deep: +6 for an even die, when the attack hits."""
    given = attacking("2 5", pc_0=figure("4,4", spirit="2 4"), enemy_0="4,3")
    given["check"]["bonus"] = 40
    state = play(begin(given), "accept")
    assert legal(state) == {"pass", "talent 4"}
    through(play(state, "talent 4", "pay 2"))
    assert 62 - hp(state, "enemy_0") == 5 + 14 + 6 - 3
    assert fig(state)["spirit"] == [4]


@pytest.mark.rule("KAMI-2", "KAMI-26")
def test_an_enemys_blow() -> None:
    state = begin(defending("1 2", bonus=5, pc_0="4,4", enemy_0="4,3"))
    through(state)
    assert hp(state) == 37 - (4 + 19 - 5)
    assert part(state, "attack") == {}
