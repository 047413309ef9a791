"""The turn: order, timings, what they are used for (KAMI-16 to KAMI-18)."""

from __future__ import annotations

from typing import Any

import pytest

from support.kami import begin, combat, fig, figure, legal, part, play, scene, squares, status, through, to_move

pytestmark = pytest.mark.nojit

FAR: dict[str, Any] = {"pc_0": figure("0,8"), "pc_1": figure("2,8"), "enemy_0": figure("4,0"), "enemy_1": figure("6,0")}
"""pc_0 has initiative 9, pc_1 6, enemy_0 10, enemy_1 7; pc_3 has 11."""


def order(state: Any, turns: int = 1) -> list[str]:
    """Everybody passes: who prepares, in order, to the end of so many turns."""
    seen = []
    last = state.to_dict()["turn"] + turns - 1
    while not state.is_terminal() and state.to_dict()["turn"] <= last:
        if state.to_dict()["phase"] == "prepare":
            seen.append(state.to_dict()["to_move"])
        play(through(state), "pass")
    return seen


def a_turn(seed: int = 0, **parts: Any) -> Any:
    """The second turn from its start."""
    state = begin(scene(**{**FAR, **parts}), seed=seed)
    while state.to_dict()["turn"] == 1:
        play(through(state), "pass")
    return state


@pytest.mark.rule("KAMI-16")
def test_all_act_by_initiative_of_equal_ones_pcs_first() -> None:
    assert order(a_turn()) == ["enemy_0", "pc_0", "enemy_1", "pc_1"]
    tie: dict[str, Any] = {"enemy_1": figure("6,0", changes={"fight": {"initiative": -1}})}
    assert order(a_turn(**tie)) == ["enemy_0", "pc_0", "pc_1", "enemy_1"]


@pytest.mark.rule("KAMI-16")
def test_of_equal_pcs_the_lower_seat() -> None:
    swift: dict[str, Any] = {"pc_1": figure("2,8", changes={"fight": {"initiative": 3}})}
    assert order(a_turn(**swift)) == ["enemy_0", "pc_0", "pc_1", "enemy_1"]
    swift = {"pc_1": figure("2,8", changes={"fight": {"initiative": 4}}), "enemy_0": "4,0"}
    assert order(a_turn(**swift)) == ["pc_1", "enemy_0", "pc_0", "enemy_1"]


@pytest.mark.rule("KAMI-16")
def test_start_and_end_are_had_by_initiative_too() -> None:
    """Roar (pc_0) and Flow (pc_3, initiative 11) at the start; prepare and attack follow, then the next turn."""
    near: dict[str, Any] = {"pc_3": figure("1,8", spirit="1 1 1 1"), "pc_0": figure("4,2", spirit="1 1 1 1")}
    state = a_turn(**near)
    assert to_move(state) == "pc_3 start"
    play(state, "pass")
    assert to_move(state) == "pc_0 start"
    play(state, "pass")
    assert to_move(state) == "pc_3 prepare"
    play(state, "pass")
    assert to_move(state) == "pc_3 attack"


@pytest.mark.rule("KAMI-16")
def test_gear_and_barrier_cost_nothing_in_the_first_start() -> None:
    """The first decision of the fight is a start talent; values have the gear in them."""
    state = combat().new_initial_state(0)
    assert state.to_dict()["stage"] == "start"
    assert state.phase() == "start"
    assert "arm 5/3" in str(state)  # long coat 4/3, gatebreaker 1


@pytest.mark.rule("KAMI-17")
def test_a_timing_is_had_once_and_prepare_comes_before_attack() -> None:
    state = begin(scene(pc_0=figure("0,8", spirit="1 1 1 1"), enemy_0="4,0"))
    play(state, "talent 3", "pay 1")
    assert to_move(state) == "pc_0 attack"
    play(state, "pass")
    assert to_move(state) != "pc_0 prepare"
    assert fig(state)["left"] == ["start", "end"] or state.to_dict()["turn"] == 2


@pytest.mark.rule("KAMI-17")
def test_what_a_prepare_brings_lasts_for_the_turn() -> None:
    state = begin(scene(pc_0=figure("0,8", spirit="1 1 1 1"), pc_1="2,8", enemy_0="4,0"))
    play(state, "talent 3", "pay 1", "pass")
    assert fig(state)["changes"] == {"turn": {"accuracy": 2, "physical_damage": 3}}
    while state.to_dict()["turn"] == 1:
        play(through(state), "pass")
    assert "changes" not in fig(state)


@pytest.mark.rule("KAMI-17")
def test_defence_is_had_once_a_turn_whatever_the_talents() -> None:
    """pc_1 has Broad Back for friends and Parry for itself."""
    given = scene(
        "enemy_0", "attack", enemy_0="4,3", enemy_1="5,4", pc_0=figure("4,4", changes={"fight": {"evasion": -30}}),
        pc_1=figure("3,4", spirit="2 2 2 2", changes={"fight": {"evasion": -30}}),
    )  # fmt: skip
    state = play(begin(given), "talent 1", "target pc_0", "transcend 0", "accept")
    assert to_move(state) == "pc_1 react"
    assert legal(state) == {"pass", "talent 2"}
    play(state, "talent 2", "pay 2")
    assert fig(state, "pc_1")["defended"]
    while to_move(state) != "enemy_1 attack":
        play(through(state), "pass")
    play(state, "talent 1", "target pc_1", "transcend 0", "accept")
    assert not part(state, "reaction")  # Parry has to wait


@pytest.mark.rule("KAMI-17")
def test_special_talents_are_had_once_a_turn_each() -> None:
    """Second Thought (twice a fight) rolls again once; then the ticket stub of pc_3 is another's."""
    state = begin(scene("pc_0", "attack", pc_0="4,4", enemy_0="4,3"))
    play(state, "weapon", "target enemy_0", "transcend 0")
    assert "talent 1" in legal(state)
    play(state, "talent 1")
    assert "talent 1" not in legal(state)
    assert fig(state)["used"] == [[1, 1, 1]]
    spent = begin(scene("pc_0", "attack", pc_0=figure("4,4", used=[[1, 0, 2]]), enemy_0="4,3"))
    play(spent, "weapon", "target enemy_0", "transcend 0")
    assert "talent 1" not in legal(spent)


@pytest.mark.rule("KAMI-17")
def test_effects_may_grant_a_timing() -> None:
    """The Night Conductor's Timetable: an attack at the end."""
    options: dict[str, Any] = {"fight": "conductor"}
    given = scene("enemy_0", "end", options, stage="end", pc_0="4,4", enemy_0=figure("4,3", left=["end"], acted=True))
    state = play(begin(given, **options), "talent 3")
    assert to_move(state) == "enemy_0 attack"
    assert "talent 1" in legal(state)


@pytest.mark.rule("KAMI-18")
def test_what_a_prepare_can_be_used_for() -> None:
    state = begin(scene(pc_0=figure("4,4", spirit="1 2"), enemy_0="0,0"))
    assert legal(state) == {"pass", "move", "talent 3", "talent 7", "wait enemy_0"} - {"wait enemy_0"}


@pytest.mark.rule("KAMI-18")
def test_who_waits_acts_later_and_has_used_the_prepare() -> None:
    state = a_turn()
    assert to_move(state) == "enemy_0 prepare"
    assert legal(state, "wait") == {"wait pc_0", "wait pc_1", "wait enemy_1"}
    play(state, "wait pc_0")
    assert fig(state, "enemy_0")["waited"] == 8
    seen = []
    while state.to_dict()["turn"] == 2:
        seen.append(to_move(state))
        play(state, "pass")
    assert seen[:7] == [
        "pc_0 prepare", "pc_0 attack", "enemy_0 attack", "enemy_1 prepare", "enemy_1 attack", "pc_1 prepare",
        "pc_1 attack",
    ]  # fmt: skip
    assert "waited" not in fig(state, "enemy_0")  # restored


@pytest.mark.rule("KAMI-18")
def test_initiative_is_not_lowered_below_one() -> None:
    slow: dict[str, Any] = {"pc_1": figure("2,8", changes={"fight": {"initiative": -5}})}
    state = a_turn(**slow)
    play(state, "wait pc_1")
    assert fig(state, "enemy_0")["waited"] == 1


@pytest.mark.rule("KAMI-18")
def test_a_full_move_goes_twice_as_far_and_uses_the_attack() -> None:
    start = begin(scene(pc_0="0,0", enemy_0="8,8"))
    assert "4,0" in squares(play(start.clone(), "move")) and "5,0" not in squares(play(start.clone(), "move"))
    state = play(start, "pass", "full move")
    assert "8,0" in squares(state) and "0,8" in squares(state)
    play(state, "square 8,0")
    assert fig(state)["square"] == "8,0"
    assert to_move(state) != "pc_0 attack"


@pytest.mark.rule("KAMI-18", "KAMI-21")
def test_disengaging_ignores_engagement_and_lowers_evasion_to_the_end_of_the_turn() -> None:
    state = begin(scene("pc_0", "attack", pc_0="4,4", pc_1="0,0", enemy_0="4,3"))
    assert "full move" not in legal(state)
    play(state, "disengage", "square 4,8")
    assert fig(state)["square"] == "4,8"
    assert fig(state)["disengaged"]
    assert "eva 3" in str(state).split("pc_1")[0]  # 5 - 2
    while state.to_dict()["turn"] == 1:
        play(through(state), "pass")
    assert "disengaged" not in fig(state)
    assert status(state) == set()
