"""Spirit dice: swaps, costs, coming back (KAMI-6 to KAMI-9)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from dicedeck.envs.kamigakari.codes import Cost
from dicedeck.envs.kamigakari.core.dice import can_complete
from support.kami import attacking, begin, combat, fig, figure, legal, part, play, scene

pytestmark = pytest.mark.nojit


@pytest.mark.rule("KAMI-6")
def test_every_pc_has_four_spirit_dice_at_the_start() -> None:
    seen: Counter[int] = Counter()
    for seed in range(30):
        figures = combat().new_initial_state(seed).to_dict()["figures"]
        for name, entry in figures.items():
            assert ("spirit" in entry) == name.startswith("pc_")
            assert len(entry.get("spirit", [])) in (0, 4)
            seen.update(entry.get("spirit", []))
    assert set(seen) == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("KAMI-6")
def test_a_face_swapped_out_goes_into_the_pool() -> None:
    state = begin(attacking("2 5", pc_0=figure("4,4", spirit="1 4 6"), enemy_0="4,3"))
    play(state, "swap 2 for 6")
    assert fig(state)["spirit"] == [1, 2, 4]
    assert part(state, "check")["rolled"] == [5]
    assert part(state, "check")["fixed"] == [6]
    play(state, "swap 5 for 4")
    assert fig(state)["spirit"] == [1, 2, 5]


@pytest.mark.rule("KAMI-6")
@pytest.mark.parametrize("seed", range(12))
def test_swap_options_are_those_of_an_enumeration(seed: int) -> None:
    """All dice that a check can end with: every choice of as many dice out of roll and pool, reached by swaps."""
    rng = np.random.default_rng(seed)
    rolled = sorted(int(x) for x in rng.integers(1, 7, 2 + seed % 2))
    pool = sorted(int(x) for x in rng.integers(1, 7, 3))
    words = " ".join(map(str, rolled)), " ".join(map(str, pool))
    start = begin(attacking(words[0], pc_0=figure("4,4", spirit=words[1]), enemy_0="4,3"))
    together = Counter(rolled) + Counter(pool)
    wanted = {
        tuple(sorted(faces)) for faces in product(range(1, 7), repeat=len(rolled)) if not Counter(faces) - together
    }
    found, seen, work = set(), set(), [start]
    while work:
        state = work.pop()
        check = part(state, "check")
        key = (tuple(check.get("rolled", ())), tuple(check.get("fixed", ())))
        if key in seen:
            continue
        seen.add(key)
        found.add(tuple(sorted(key[0] + key[1])))
        for name in legal(state, "swap"):
            work.append(play(state.clone(), name))
    assert found == wanted


PATTERNS: dict[str, Any] = {
    "any2": (Cost.ANY, 2, 0, lambda faces: True),
    "odd2": (Cost.ODD, 2, 0, lambda faces: all(f % 2 for f in faces)),
    "even1": (Cost.EVEN, 1, 0, lambda faces: all(f % 2 == 0 for f in faces)),
    "pair": (Cost.PAIR, 2, 0, lambda faces: len(set(faces)) == 1),
    "run3": (Cost.RUN, 3, 0, lambda faces: max(faces) - min(faces) == 2 and len(set(faces)) == 3),
    "face6": (Cost.FACE, 1, 6, lambda faces: faces[0] == 6),
}


def payable(pattern: str, paid: Counter[int], wild: int, pool: Counter[int], surplus: int) -> bool:
    """By trying every face for every die that is not among the faces paid; ``wild`` of those are paid already."""
    _, number, _, fits = PATTERNS[pattern]
    have = list(paid.elements())
    missing = number - len(have)
    if missing < wild:
        return False
    for rest in product(range(1, 7), repeat=missing):
        from_pool = min(sum((Counter(rest) & pool).values()), missing - wild)
        if fits(have + list(rest)) and from_pool + surplus >= missing - wild:
            return True
    return False


@pytest.mark.rule("KAMI-7", "KAMI-9")
@pytest.mark.parametrize("pattern", PATTERNS)
@examples(
    st.lists(st.integers(1, 6), max_size=5),
    st.lists(st.integers(1, 6), max_size=2),
    st.integers(0, 2),
    st.integers(0, 1),
)
@settings(deadline=None)  # the first call may compile
def test_costs_against_an_enumeration(pattern: str, pool: list[int], paid: list[int], surplus: int, wild: int) -> None:
    cost, number, face, _ = PATTERNS[pattern]
    counts = [np.array([faces.count(f) for f in range(1, 7)], np.int32) for faces in (paid, pool)]
    found = can_complete(counts[0], wild, counts[1], surplus, cost, number, face)
    assert bool(found) == payable(pattern, Counter(paid), wild, Counter(pool), surplus)


@pytest.mark.rule("KAMI-7")
def test_paid_dice_are_spent() -> None:
    """Set Stance costs an odd die."""
    state = begin(scene(pc_0=figure("4,4", spirit="1 2 3 6"), enemy_0="0,0"))
    play(state, "talent 3")
    assert legal(state) == {"pay 1", "pay 3"}
    play(state, "pay 3")
    assert fig(state)["spirit"] == [1, 2, 6]
    assert fig(state)["changes"] == {"turn": {"accuracy": 2, "physical_damage": 3}}


@pytest.mark.rule("KAMI-7")
def test_what_cannot_be_paid_cannot_be_used() -> None:
    state = begin(scene(pc_0=figure("4,4", spirit="2 2 6"), enemy_0="0,0"))
    assert "talent 3" not in legal(state)


@pytest.mark.rule("KAMI-8", "KAMI-9")
def test_spent_dice_come_back_at_the_end_of_the_turn_and_surplus_vanishes() -> None:
    seen = set()
    for seed in range(40):
        state = begin(scene(pc_0=figure("4,4", spirit="5", surplus=2), enemy_0="0,0"), seed=seed)
        while state.to_dict()["turn"] == 1:
            play(state, "pass")
        spirit = list(fig(state)["spirit"])
        assert len(spirit) == 4
        assert "surplus" not in fig(state)
        spirit.remove(5)  # it was not spent
        seen |= set(spirit)
    assert seen == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("KAMI-9")
def test_surplus_pays_any_face_but_cannot_be_swapped() -> None:
    state = begin(scene(pc_0=figure("4,4", spirit="2", surplus=1), enemy_0="0,0"))
    play(state, "talent 3")
    assert legal(state) == {"pay surplus"}
    play(state, "pay surplus")
    assert "surplus" not in fig(state)
    assert fig(state)["spirit"] == [2]
    given = attacking("3 4", pc_0=figure("4,4", spirit="2", surplus=3), enemy_0="4,3")
    assert legal(begin(given), "swap") == {"swap 3 for 2", "swap 4 for 2"}
