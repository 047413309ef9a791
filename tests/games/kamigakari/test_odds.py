"""Chances with the best swaps against an enumeration of rolls and swaps; what action features say of them."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.kamigakari.core.odds import FAILED, OUTCOMES, best_dice, success_in, weigh_check
from support.kami import attacking, begin, combat, figure, play, scene

pytestmark = pytest.mark.nojit


def counts(faces: Any) -> Any:
    return np.array([list(faces).count(face) for face in range(1, 7)], np.int32)


def ends(roll: tuple[int, ...], pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All dice that swaps can lead to."""
    return {tuple(sorted(chosen)) for chosen in combinations(roll + pool, len(roll))}


@pytest.mark.rule("KAMI-6")
@pytest.mark.parametrize("pool", [(), (6,), (1, 2), (2, 5, 6), (3, 3, 4, 6)])
@pytest.mark.parametrize("n", [2, 3])
def test_the_best_dice_have_the_highest_sum_and_the_highest_die(n: int, pool: tuple[int, ...]) -> None:
    for roll in product(range(1, 7), repeat=n):
        found = best_dice(counts(roll), counts(()), counts(pool))
        assert found // 16 == max(sum(end) for end in ends(roll, pool))
        assert found % 16 == max(max(end) for end in ends(roll, pool))


@pytest.mark.rule("KAMI-1", "KAMI-3", "KAMI-6")
@pytest.mark.parametrize("pain", [False, True])
@pytest.mark.parametrize(("n", "pool", "wanted"), [(2, (), 8), (2, (4, 6), 9), (3, (5,), 13), (2, (1, 1, 1), 5)])
def test_chances_of_a_check(n: int, pool: tuple[int, ...], wanted: int, pain: bool) -> None:
    """Every roll of n dice, every swap."""
    chances = np.zeros(OUTCOMES)
    weigh_check(n, counts(pool), pain, wanted, chances)
    exact = np.zeros(OUTCOMES)
    for roll in product(range(1, 7), repeat=n):
        dice = sorted(roll)
        held: tuple[int, ...] = ()
        if pain:
            held, dice = (1,), dice[1:]
        if (list(held) + dice).count(6) >= 2:
            exact[10] += 1
        elif set(held) | set(dice) == {1}:
            exact[0] += 1
        else:
            best = max((sum(end) + sum(held), max(end + held)) for end in ends(tuple(dice), pool))
            exact[best[1] if best[0] >= wanted else FAILED + best[1]] += 1
    assert np.allclose(chances, exact / 6**n)
    assert success_in(chances) == pytest.approx((exact[10] + exact[1:7].sum()) / 6**n)


def feature(state: Any, action: str, name: str) -> float:
    row = state.action_features([state.string_to_action(action)])[0]
    slot = state.game.feature_layout[name]
    return float(row[slot.start])


def test_features_of_an_attack_without_a_pool() -> None:
    """pc_0 (accuracy 7) against evasion 16: 9 or more on two dice, or two sixes; 14 - 3 and the die."""
    state = begin(scene("pc_0", "attack", pc_0="4,4", enemy_0="4,3"))
    hits = [(a, b) for a, b in product(range(1, 7), repeat=2) if a + b >= 9]
    assert feature(state, "weapon", "success") == pytest.approx(len(hits) / 36)
    harm = sum((10 if a == b == 6 else max(a, b)) + 11 for a, b in hits) / 36
    assert feature(state, "weapon", "damage") == pytest.approx(harm / 100)
    assert feature(state, "weapon", "fell") == 0
    weak = begin(scene("pc_0", "attack", pc_0="4,4", enemy_0=figure("4,3", hp=16)))
    fells = [(a, b) for a, b in hits if (10 if a == b == 6 else max(a, b)) + 11 >= 16]
    assert feature(weak, "weapon", "fell") == pytest.approx(len(fells) / 36)


def test_features_of_an_attack_with_a_pool_after_its_cost() -> None:
    """Long Stroke costs any die: the lowest goes, the 6 may be swapped in."""
    state = begin(scene("pc_0", "attack", pc_0=figure("4,4", spirit="1 6"), enemy_0="4,3"))
    hits = [r for r in product(range(1, 7), repeat=2) if r == (6, 6) or (max(r) + 6 >= 9 and set(r) != {1})]
    assert feature(state, "talent 2", "success") == pytest.approx(len(hits) / 36)
    assert feature(state, "talent 2", "pool") == pytest.approx(1 / 4)
    assert feature(state, "talent 2", "pool_sum") == pytest.approx(6 / 24)


def test_features_of_transcendence() -> None:
    state = begin(scene("pc_0", "attack", pc_0="4,4", enemy_0="4,3"))
    play(state, "weapon", "target enemy_0")
    rolls = list(product(range(1, 7), repeat=3))
    hits = [r for r in rolls if sum(r) >= 9 and set(r) != {1}]
    hits += [r for r in rolls if sum(r) < 9 and r.count(6) >= 2]
    assert feature(state, "transcend 1", "success") == pytest.approx(len(hits) / len(rolls))
    assert feature(state, "transcend 1", "essence") == pytest.approx(0.2)


def test_features_of_swaps() -> None:
    given = attacking("2 5", pc_0=figure("4,4", spirit="4 3"), enemy_0="4,3")
    given["check"]["bonus"] = 7
    state = begin(given)
    assert feature(state, "accept", "stands") == 0
    assert feature(state, "accept", "success") == 0
    assert feature(state, "swap 2 for 4", "stands") == 1
    assert feature(state, "swap 2 for 3", "stands") == 0
    assert feature(state, "swap 2 for 3", "success") == 0  # the 3 stays
    assert feature(state, "swap 5 for 4", "success") == 1  # the 5 comes back for the 2
    assert feature(state, "swap 2 for 4", "lead") == pytest.approx(0)
    assert feature(state, "swap 2 for 4", "stands_damage") == pytest.approx((5 + 14 - 3) / 100)


def test_features_of_a_defence() -> None:
    given = scene(
        "enemy_0",
        "attack",
        enemy_0="4,3",
        pc_0="0,0",
        pc_1=figure("4,4", spirit="2", changes={"fight": {"evasion": -30}}),
    )
    state = play(begin(given), "talent 1", "target pc_1", "transcend 0", "accept")
    assert feature(state, "talent 4", "prevented") == pytest.approx(8 / 30)  # Parry
    assert feature(state, "talent 4", "left") == pytest.approx((4 + 19 - 12 - 8) / 100)
    assert feature(state, "pass", "left") == pytest.approx((4 + 19 - 12) / 100)


def test_observations_name_what_lies_open() -> None:
    state = begin(scene("pc_1", "prepare", pc_0="0,0", pc_1=figure("4,4", spirit="2 2 6"), enemy_0="4,1"))
    seen = state.explain(1)
    assert seen["to_move"] == 1
    assert seen["decider"] == {0: 1.0}
    assert (seen["ground"][5 * 13 + 3], seen["ground"][9]) == (1.0, 1.0)  # an obstacle, and off the grid
    assert seen["spirit"] == {(0, 1): 0.5, (0, 5): 0.25}
    assert seen["board"] == {0: 1.0, 4 * 13 + 4: 1.0, 1 * 13 + 4: -1.0}
    assert 0.0 < seen["hp_share"][0] <= 1.0
    other = combat().new_initial_state(0).explain(4)
    assert other["is_gm"] == 1
