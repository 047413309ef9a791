"""How fights end, what they pay, the cap on their length (KAMI-15a, KAMI-33)."""

from __future__ import annotations

from typing import Any

import pytest

from support.kami import attacking, begin, combat, figure, hp, legal, play, scene, status, through, to_move

pytestmark = pytest.mark.nojit


def won(**options: Any) -> Any:
    given = attacking("5 6", options=options, pc_0=figure("4,4"), pc_1="0,0", enemy_0=figure("4,3", hp=1))
    given["check"]["bonus"] = 20
    return through(begin(given, **options))


def lost(**options: Any) -> Any:
    """The last PC that stands is struck down."""
    given = scene(
        "enemy_0", "attack", options, pc_0=figure("4,4", hp=1, changes={"fight": {"evasion": -30}}), enemy_0="4,3"
    )
    return through(play(begin(given, **options), "talent 1", "target pc_0"))


@pytest.mark.rule("KAMI-33")
def test_won_when_every_enemy_is_out() -> None:
    state = won()
    assert state.terminated and not state.truncated
    assert state.to_dict()["result"] == "won"
    assert state.returns() == [1, 1, 1, 1, -1]
    assert status(state, "enemy_0") == {"out"}


@pytest.mark.rule("KAMI-33")
def test_an_enemy_at_nought_is_out_at_once_and_its_square_free() -> None:
    given = attacking("5 6", pc_0=figure("4,4"), enemy_0=figure("4,3", hp=1), enemy_1="8,8")
    given["check"]["bonus"] = 20
    state = through(begin(given))
    assert status(state, "enemy_0") == {"out"}
    assert not state.is_terminal()


@pytest.mark.rule("KAMI-33")
def test_lost_when_every_pc_is_stunned_or_out() -> None:
    state = lost()
    assert state.terminated
    assert state.to_dict()["result"] == "lost"
    assert state.returns() == [-1, -1, -1, -1, 1]


@pytest.mark.rule("KAMI-33", "KAMI-13")
def test_not_lost_while_somebody_burns_life() -> None:
    given = scene(
        "enemy_0", "attack", pc_0=figure("4,4", hp=1, changes={"fight": {"evasion": -30, "bonds": 1}}), enemy_0="4,3"
    )
    state = play(begin(given), "talent 1", "target pc_0", "transcend 0", "accept")
    while "burn life" not in legal(state):
        play(state, "pass")
    after = play(state.clone(), "burn life")
    assert not after.is_terminal()
    assert hp(after) == 8
    assert through(play(state, "pass")).to_dict()["result"] == "lost"


@pytest.mark.rule("KAMI-33")
def test_turns_run_out() -> None:
    state = combat(gm=False, max_turns=1).new_initial_state(0)
    while not state.is_terminal():
        names = legal(state)
        play(state, "pass" if "pass" in names else sorted(names)[0])
    if state.to_dict()["result"] == "turns":
        assert state.truncated and not state.terminated
    quiet = begin(scene(options={"max_turns": 1}, pc_0="0,0", enemy_0="8,8"), max_turns=1)
    while not quiet.is_terminal():
        play(through(quiet), "pass")
    assert quiet.truncated and not quiet.terminated
    assert quiet.to_dict()["result"] == "turns"
    assert quiet.returns() == [-1, -1, -1, -1, 1]


@pytest.mark.rule("KAMI-33")
@pytest.mark.parametrize("make", [won, lost])
def test_shaped_rewards_are_differences_of_a_potential_that_ends_at_nought(make: Any) -> None:
    """What is paid on the way is paid back at the end, but for the potential of the position it began in."""
    state = make(reward="shaped")
    outcome = 1.0 if state.to_dict()["result"] == "won" else -1.0
    assert state.returns()[0] == pytest.approx(outcome)


@pytest.mark.rule("KAMI-33")
def test_shaped_rewards_follow_the_hp() -> None:
    given = attacking("5 6", options={"reward": "shaped"}, pc_0=figure("4,4"), enemy_0="4,3")
    given["check"]["bonus"] = 20
    state = begin(given, reward="shaped")
    play(state, "accept")
    while state.to_dict()["phase"] == "react":
        play(state, "pass")
    assert state.returns()[0] > 0
    assert state.returns()[0] == -state.returns()[4]


def test_the_cap_on_steps_counts_as_lost() -> None:
    from dicedeck.envs.kamigakari.fight.state import MAX_STEPS

    state = begin(scene(pc_0="0,0", enemy_0="8,8"))
    state.record.step_count = MAX_STEPS - 1
    play(state, "pass")
    assert state.truncated
    assert state.to_dict()["result"] == "cap"
    assert state.returns() == [-1, -1, -1, -1, 1]


def test_fights_without_a_game_master_have_no_seat_for_it() -> None:
    game = combat(gm=False)
    assert game.players == ("pc_0", "pc_1", "pc_2", "pc_3")
    assert game.utility == "identical"
    assert combat().players[-1] == "gm_0"


@pytest.mark.rule("KAMI-33")
@pytest.mark.parametrize("first", [0, 3])
def test_everybody_who_falls_in_one_moment_is_asked(first: int) -> None:
    """Poison fells two PCs at the end of the turn; the one with bonds is asked, whatever its seat."""
    fallen = {f"pc_{k}": figure(f"0,{k}", hp=2, status="poison", left=[]) for k in (0, 3)}
    fallen[f"pc_{first}"]["changes"] = {"fight": {"bonds": 1}}
    state = begin(scene("enemy_0", "attack", stage="act", enemy_0=figure("8,8", left=["attack"]), **fallen))
    play(state, "pass")
    assert not state.is_terminal()
    assert to_move(state) == f"pc_{first} react" and "burn life" in legal(state)
    play(state, "pass")
    assert state.is_terminal() and state.to_dict()["result"] == "lost"
