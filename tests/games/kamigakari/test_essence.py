"""Essence, bonds, transcendence, life burning, concept destruction (KAMI-10 to KAMI-15a)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.kamigakari.core.essence import bonds_after, recovered
from support.kami import attacking, begin, combat, fig, figure, hp, legal, part, play, scene, status, through

pytestmark = pytest.mark.nojit


def about_to_roll(**fields: Any) -> Any:
    """pc_0 has chosen weapon and target."""
    state = begin(scene("pc_0", "attack", pc_0=figure("4,4", **fields), enemy_0="4,3"))
    return play(state, "weapon", "target enemy_0")


@pytest.mark.rule("KAMI-10", "KAMI-11")
def test_essence_and_bonds_at_the_start_are_the_fights() -> None:
    figures = combat().new_initial_state(0).to_dict()["figures"]
    assert [figures[f"pc_{k}"]["essence"] for k in range(4)] == [8] * 4
    assert "bonds 3" in str(combat().new_initial_state(0))
    assert "bonds 6" in str(combat(fight="queen").new_initial_state(0))


@pytest.mark.rule("KAMI-11")
def test_one_more_bond_for_each_scene() -> None:
    assert [bonds_after(n) for n in range(4)] == [3, 4, 5, 6]


@pytest.mark.rule("KAMI-10", "KAMI-12")
@pytest.mark.parametrize(("n", "cost"), [(0, 0), (1, 2), (2, 4), (3, 7)])
def test_transcendence_adds_dice_for_essence_even_below_nothing(n: int, cost: int) -> None:
    state = about_to_roll(essence=1)
    play(state, f"transcend {n}")
    check = part(state, "check")
    assert len(check["rolled"]) == check["dice"] == 2 + n
    assert fig(state)["essence"] == 1 - cost


@pytest.mark.rule("KAMI-12")
@pytest.mark.parametrize("bonds", range(4))
def test_as_many_bonds_are_needed(bonds: int) -> None:
    state = about_to_roll(changes={"fight": {"bonds": bonds - 3}})
    assert legal(state, "transcend") == {f"transcend {n}" for n in range(bonds + 1)}


def fallen(bonds: int, **fields: Any) -> Any:
    """pc_0 (body 8) is about to be hit hard, pc_1 stands by."""
    weak = figure("4,4", hp=1, changes={"fight": {"bonds": bonds - 3, "evasion": -30}}, **fields)
    state = begin(scene("enemy_0", "attack", pc_0=weak, pc_1="0,0", enemy_0="4,3"))
    play(state, "talent 1", "target pc_0", "transcend 0", "accept")
    while part(state, "reaction") and part(state, "reaction")["moment"] != "stunned":
        play(state, "pass")
    return state


@pytest.mark.rule("KAMI-13", "KAMI-29a")
def test_four_bonds_burn_life() -> None:
    state = fallen(4)
    assert status(state) == {"stun"}
    assert legal(state) == {"pass", "burn life"}
    play(state, "burn life")
    assert status(state) == set()
    assert hp(state) == 8
    assert 2 <= 8 - fig(state)["essence"] <= 12
    assert fig(state)["burnt"]


@pytest.mark.rule("KAMI-13")
def test_life_is_burnt_once_a_fight_and_with_four_bonds_only() -> None:
    assert "burn life" not in legal(fallen(3))
    assert "burn life" not in legal(fallen(4, burnt=True))


@pytest.mark.rule("KAMI-13")
def test_who_is_stunned_may_burn_life_at_the_next_start() -> None:
    state = fallen(4)
    play(state, "pass")
    while not (state.to_dict()["to_move"] == "pc_0" or state.is_terminal()):
        play(through(state), "pass")
    assert legal(state) == {"pass", "burn life"}
    assert state.to_dict()["turn"] == 2


@pytest.mark.rule("KAMI-12", "KAMI-14")
def test_seven_bonds_destroy_concepts() -> None:
    seen = set()
    for seed in range(40):
        given = attacking("5 6", pc_0=figure("4,4", changes={"fight": {"bonds": 4, "accuracy": 20}}), enemy_0="4,3")
        given["check"]["bonus"] = 20
        state = play(begin(given, seed=seed), "accept")
        play(state, "destroy concept")
        assert 2 <= 8 - fig(state)["essence"] <= 12
        assert "destroy concept" not in legal(state)
        through(state)
        seen.add((62 - hp(state, "enemy_0") - 14 + 3) / 6)
    assert seen <= {2, 3, 4, 5, 6, 7}
    assert len(seen) == 6


@pytest.mark.rule("KAMI-14", "KAMI-23")
def test_six_bonds_do_not() -> None:
    given = attacking("5 6", pc_0=figure("4,4", changes={"fight": {"bonds": 3}}), enemy_0="4,3")
    given["check"]["bonus"] = 20
    assert "destroy concept" not in legal(play(begin(given), "accept"))


@pytest.mark.rule("KAMI-15")
@pytest.mark.parametrize(
    ("essence", "worth", "bonds", "after"),
    [
        (8, 10, 3, 18),
        (20, 10, 3, 22),
        (-4, 10, 3, 6),
        (-10, 10, 3, 0),
        (-12, 10, 3, 1),
        (-20, 10, 3, -7),
        (-5, 2, 30, 22),
    ],
)
def test_essence_comes_back_at_the_end(essence: int, worth: int, bonds: int, after: int) -> None:
    assert recovered(essence, worth, bonds) == after


def last_blow(essence: int, seed: int) -> Any:
    """pc_0 puts the last enemy out; the enemies of the fight are worth 10 in all."""
    given = attacking("5 6", pc_0=figure("4,4", essence=essence), pc_1="0,0", enemy_0=figure("4,3", hp=1), options={})
    given["check"]["bonus"] = 20
    return through(begin(given, seed=seed))


@pytest.mark.rule("KAMI-15a", "KAMI-33")
def test_a_pc_lost_takes_a_quarter_of_the_reward() -> None:
    safe = last_blow(-13, 0)
    assert safe.returns() == [1, 1, 1, 1, -1]
    ends = [last_blow(-14, seed).returns()[0] for seed in range(300)]
    assert set(ends) == {1.0, 0.75}
    assert 0.55 < ends.count(0.75) / 300 < 0.78  # 4 of 6


@pytest.mark.rule("KAMI-10")
def test_essence_is_never_more_than_22() -> None:
    assert recovered(22, 5, 0) == 22
