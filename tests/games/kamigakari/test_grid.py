"""The board: ways, ranges, clusters, engagement, breaking through (KAMI-19 to KAMI-22)."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.kamigakari.core.grid import FAR, apart, find_ways
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of
from support.kami import SEATS, begin, fig, figure, legal, names_in, part, play, scene, squares, to_move

pytestmark = pytest.mark.nojit


# ---------------------------------------------------------------- squares


@pytest.mark.rule("KAMI-19")
def test_distances_are_counted_along_rows_and_columns() -> None:
    assert apart(2 * 13 + 3, 5 * 13 + 1) == 5
    state = begin(scene(pc_0="4,4", enemy_0="0,0"))
    play(state, "move")  # 4 squares
    assert {"4,0", "0,4", "6,6", "2,2"} <= squares(state)
    assert not {"7,6", "0,5", "4,4"} & squares(state)


@pytest.mark.rule("KAMI-19")
@pytest.mark.parametrize(("fight", "size"), [("default", 9), ("queen", 13)])
def test_grids_of_two_sizes(fight: str, size: int) -> None:
    state = begin(scene(options={"fight": fight}, pc_0="8,8", enemy_0="0,0"), fight=fight)
    play(state, "move")
    assert all(int(n) < size for name in squares(state) for n in name.split(","))
    assert ("12,8" in squares(state)) == (size == 13)


@pytest.mark.rule("KAMI-19")
def test_friends_may_be_passed_foes_not_and_nobody_ends_on_another() -> None:
    """In the corner 0,0: pc_1 on 1,0, the obstacle of a foe on 0,1."""
    state = begin(scene(pc_0=figure("0,0", changes={"fight": {"size": 9}}), pc_1="1,0", enemy_0="0,1"))
    play(state, "move")
    assert "2,0" in squares(state)
    assert not {"1,0", "0,1", "0,3"} & squares(state)
    play(state, "square 2,0")
    assert fig(state)["square"] == "2,0"


@pytest.mark.rule("KAMI-19", "KAMI-21")
def test_squares_of_the_fallen_are_free() -> None:
    fallen = figure("4,3", hp=0, status="stun")
    state = begin(scene(pc_0="4,4", pc_1=fallen, enemy_0="0,0", enemy_1=figure("4,5", hp=0, status="out")))
    play(state, "move")
    assert {"4,3", "4,5", "4,6"} <= squares(state)


@pytest.mark.rule("KAMI-19", "KAMI-31")
def test_obstacles_are_closed_and_rough_ground_costs_two() -> None:
    """The Footbridge has rough ground on 2,2 and 3,2; the station obstacles on 3,5 and 6,4."""
    state = begin(scene(options={"fight": "ambush"}, pc_0="2,4", enemy_0="8,8"), fight="ambush")
    play(state, "move")  # 2,3 then 2,2 (two more) then 2,1
    assert {"2,2", "2,1", "2,3"} <= squares(state)
    assert "2,0" not in squares(state) and "3,1" not in squares(state)
    state = begin(scene(pc_0="3,4", enemy_0="8,8"))
    assert "3,5" not in squares(play(state, "move"))


@pytest.mark.rule("KAMI-19")
@pytest.mark.parametrize("seed", range(6))
def test_ways_against_a_search_square_by_square(seed: int) -> None:
    rnd = random.Random(seed)
    enter = np.zeros(169, np.int32)
    for row in range(9):
        for column in range(9):
            enter[row * 13 + column] = rnd.choice([0, 1, 1, 1, 2])
    start = 4 * 13 + 4
    weight, came = np.empty(169, np.int32), np.empty(169, np.int32)
    find_ways(9, start, enter, np.zeros(169, np.int32), 6, weight, came)
    best = {start: 0}
    for _ in range(20):
        for square, cost in list(best.items()):
            for step in (-13, -1, 1, 13):
                to = square + step
                inside = 0 <= to < 117 and to % 13 < 9 and apart(square, to) == 1
                if inside and enter[to] and cost + enter[to] <= 6 and cost + enter[to] < best.get(to, 99):
                    best[to] = cost + int(enter[to])
    assert {q: int(weight[q]) for q in range(169) if weight[q] < FAR} == best


# ---------------------------------------------------------------- ranges and targets


@pytest.mark.rule("KAMI-20")
def test_range_in_squares() -> None:
    """Thunder Lance reaches 5 squares."""
    state = begin(scene("pc_2", "attack", pc_2=figure("0,4", spirit="1"), enemy_0="5,4", enemy_1="4,6", enemy_2="0,8"))
    play(state, "talent 1")
    assert legal(state) == {"target enemy_0", "target enemy_2"}


@pytest.mark.rule("KAMI-20", "KAMI-22")
def test_engaged_is_one_square_or_the_whole_cluster() -> None:
    line: dict[str, Any] = {"pc_0": "4,4", "enemy_0": "4,3", "enemy_1": "4,2", "enemy_2": "4,0"}
    state = begin(scene("pc_0", "attack", **line))
    play(state, "weapon")
    assert legal(state) == {"target enemy_0", "target enemy_1"}


@pytest.mark.rule("KAMI-20")
def test_n_figures_are_chosen_one_by_one_never_one_twice() -> None:
    """Roar: up to four foes within 3 squares; any of them may be spared."""
    near: dict[str, Any] = {"enemy_0": "4,2", "enemy_1": "3,3", "enemy_2": "6,5", "enemy_3": "8,8"}
    state = begin(scene("pc_0", "start", stage="start", pc_0=figure("4,4", spirit="1"), **near))
    play(state, "talent 6")
    assert legal(state) == {"target enemy_0", "target enemy_1", "target enemy_2"}
    play(state, "target enemy_1")
    assert legal(state) == {"target enemy_0", "target enemy_2", "done"}
    play(state, "done", "pay 1")
    changed = [name for name in near if "changes" in fig(state, name)]
    assert changed == ["enemy_1"]


@pytest.mark.rule("KAMI-20")
def test_an_area_is_one_cluster_of_which_one_is_in_range() -> None:
    """Frost Fan reaches 4 squares: enemy_0 on the edge of range pulls its neighbours in; enemy_3 stands alone."""
    groups: dict[str, Any] = {"enemy_0": "4,4", "enemy_1": "5,4", "enemy_2": "5,5", "enemy_3": "2,6", "enemy_4": "8,8"}
    state = begin(scene("pc_2", "attack", pc_2=figure("0,4", spirit="3 3"), **groups))
    play(state, "talent 2")
    assert legal(state) == {"target enemy_0", "target enemy_1", "target enemy_2", "target enemy_3"}
    assert legal(play(state.clone(), "target enemy_2")) == {"target enemy_0", "target enemy_1", "done"}
    alone = play(state.clone(), "target enemy_3")
    assert part(alone, "deed")["targets"] == ["enemy_3"]
    assert to_move(alone) == "pc_2 pay"  # nobody else is in that cluster


@pytest.mark.rule("KAMI-20", "KAMI-21")
def test_move_n_goes_next_to_a_foe_and_engagement_stops_it() -> None:
    """The hound bites after up to 2 squares."""
    state = begin(scene("enemy_0", "attack", pc_0="4,4", pc_1="8,8", enemy_0="4,1"))
    play(state, "talent 1")
    assert squares(state) == {"4,3", "4,1"}
    play(state, "square 4,3")
    assert legal(state) == {"target pc_0"}
    held = begin(scene("enemy_0", "attack", pc_0="4,4", pc_1="4,0", enemy_0="4,1"))
    play(held, "talent 1")
    assert legal(held) == {"target pc_1"}  # engaged with pc_1: no step towards pc_0


@pytest.mark.rule("KAMI-20")
def test_move_n_is_not_offered_where_no_way_leads_beside_a_foe() -> None:
    """The hound on 0,0 comes two squares far: 0,2 is the only place beside pc_0, and a friend of its stands there."""
    state = begin(scene("enemy_0", "attack", pc_0="8,8", pc_1="8,7", enemy_0="4,0"))
    assert "talent 1" not in legal(state)
    places: dict[str, Any] = {"pc_0": "0,3", "enemy_0": "0,0"}
    assert "talent 1" in legal(begin(scene("enemy_0", "attack", **places)))
    assert "talent 1" not in legal(begin(scene("enemy_0", "attack", **places, enemy_1="0,2")))


# ---------------------------------------------------------------- clusters


def flood(where: dict[int, tuple[int, int]], start: int) -> set[int]:
    """Figures linked by neighbouring squares, by brute force."""
    found = {start}
    while True:
        more = {b for a in found for b in where if abs(where[a][0] - where[b][0]) + abs(where[a][1] - where[b][1]) == 1}
        if more <= found:
            return found
        found |= more


@pytest.mark.rule("KAMI-21", "KAMI-22")
@pytest.mark.parametrize("seed", range(20))
def test_clusters_against_a_flood_fill(seed: int) -> None:
    rnd = random.Random(seed)
    names = names_in(fight="ambush")
    cells = rnd.sample([(c, r) for c in range(4) for r in range(5)], len(names))
    standing = {name: cell for name, cell in zip(names, cells, strict=True) if rnd.random() < 0.8}
    standing.setdefault("pc_0", cells[0])
    standing.setdefault("enemy_0", cells[4])
    places: dict[str, Any] = {name: f"{column},{row}" for name, (column, row) in standing.items()}
    state = begin(scene(options={"fight": "ambush"}, **places), fight="ambush")
    where = {SEATS.index(name): cell for name, cell in standing.items()}
    for seat in where:
        bits = cluster_of(state.record, seat)
        assert {k for k in range(12) if bits >> k & 1} == flood(where, seat)


# ---------------------------------------------------------------- engagement


@pytest.mark.rule("KAMI-21")
def test_who_is_engaged_with_a_foe_cannot_leave_by_a_move() -> None:
    state = begin(scene(pc_0="4,4", enemy_0="4,3"))
    assert "move" not in legal(state)
    play(state, "pass")
    assert "full move" not in legal(state)
    assert "disengage" in legal(state)


@pytest.mark.rule("KAMI-21")
def test_friends_do_not_hinder() -> None:
    assert "move" in legal(begin(scene(pc_0="4,4", pc_1="4,3", enemy_0="0,0")))


@pytest.mark.rule("KAMI-22")
def test_the_side_of_the_larger_total_ignores_engagement() -> None:
    """pc_0 (2) and pc_1 (3) against a hound (2) and another (2); then a third friend of theirs."""
    both: dict[str, Any] = {"pc_0": "4,4", "pc_1": "5,4", "enemy_0": "4,3"}
    assert "move" in legal(begin(scene(**both)))  # 5 against 2
    assert "move" in legal(begin(scene(**both, enemy_1="5,3")))  # 5 against 4
    assert "move" not in legal(begin(scene(**both, enemy_1="5,3", enemy_4="4,5")))  # 5 against 5


@pytest.mark.rule("KAMI-21", "KAMI-22")
def test_size_nought_never_hinders_and_always_breaks_through() -> None:
    tiny = figure("4,4", changes={"fight": {"size": -9}})
    assert "move" in legal(begin(scene(pc_0=tiny, enemy_0="4,3")))


def passing(size: int = 0, **parts: Any) -> Any:
    """enemy_0 (size 2) runs from 4,0 to 4,8 past pc_0 on 3,4; what it may use is a corridor of the others' squares."""
    runner = figure("4,0", changes={"fight": {"size": size, "move": -2}})
    given = scene("enemy_0", "attack", pc_0=figure("3,4", **parts), enemy_0=runner, pc_1="5,4", enemy_1="0,8")
    return play(begin(given), "full move", "square 4,7")


@pytest.mark.rule("KAMI-21")
def test_a_foe_that_is_passed_may_declare_engagement_and_stops_the_mover() -> None:
    state = passing()
    assert to_move(state) == "pc_0 declare"
    assert fig(state, "enemy_0")["square"] == "4,4"
    stopped = play(state.clone(), "stop")
    assert fig(stopped, "enemy_0")["square"] == "4,4"
    assert fig(stopped)["declared"] == 1
    play(state, "let pass")
    assert to_move(state) == "pc_1 declare"  # the other side of the gap
    play(state, "let pass")
    assert fig(state, "enemy_0")["square"] == "4,7"


@pytest.mark.rule("KAMI-21")
def test_as_many_declarations_a_turn_as_the_size() -> None:
    assert to_move(passing(declared=1)) == "pc_0 declare"
    assert to_move(passing(declared=2)) == "pc_1 declare"


@pytest.mark.rule("KAMI-22")
def test_a_larger_figure_breaks_through_one_by_one() -> None:
    """Size 3 passes pc_0 (2) unasked, pc_1 (3) may stop it; size 4 passes both."""
    assert to_move(passing(size=1)) == "pc_1 declare"
    assert fig(passing(size=2), "enemy_0")["square"] == "4,7"


@pytest.mark.rule("KAMI-21")
@pytest.mark.parametrize(("squares_left", "asked"), [(2, True), (3, False)])
def test_the_way_avoids_foes_where_the_budget_allows(squares_left: int, asked: bool) -> None:
    """From 5,0 to 5,4 past pc_0 on 4,2: four squares straight beside it, or six on the next column."""
    runner = figure("5,0", changes={"fight": {"move": squares_left - 6}})
    state = begin(scene("enemy_0", "attack", pc_0="4,2", enemy_0=runner, enemy_1="0,8"))
    play(state, "full move", "square 5,4")
    assert (to_move(state) == "pc_0 declare") == asked
