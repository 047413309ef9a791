"""Every talent's cost, range and targets as its row says; ``test_talent_effects.py`` has what each does."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from typing import Any

import pytest

from dicedeck.envs.kamigakari.tables.library import load_tables
from dicedeck.envs.kamigakari.tables.rows import Talent
from support.kami_rows import Trial, arena

pytestmark = pytest.mark.nojit

TALENTS = load_tables().talents
DEEDS = [row for row in TALENTS.values() if row.timing in ("start", "prepare", "attack", "end")]
PAID = [row for row in DEEDS if row.cost != "none"]
CENTRE = {"pc_0": "4,4", "pc_1": {"square": "3,4", "hp": 5}, "enemy_0": "4,3"}
"""pc_0 beside an enemy and a friend who is hurt."""


def payable(cost: str, faces: tuple[int, ...]) -> bool:
    """Whether these faces, all of them, pay the cost (README of the tables)."""
    if cost == "none":
        return not faces
    word, number = (cost, 0) if cost == "pair" else (cost.rstrip("0123456789"), int(cost[-1]))
    if word == "pair":
        return len(faces) == 2 and faces[0] == faces[1]
    if word == "run":
        return len(faces) == number and all(b - a == 1 for a, b in pairwise(faces))
    if word == "face":
        return faces == (number,)
    wanted = {"any": (0, 1), "odd": (1,), "even": (0,)}[word]
    return len(faces) == number and all(face % 2 in wanted for face in faces)


def dice_of(cost: str) -> int:
    return 2 if cost == "pair" else 1 if cost.startswith("face") else int(cost[-1])


def stage_for(row: Talent, spirit: str, **others: Any) -> Trial:
    """The user about to act in the talent's timing; a raised friend must be stunned."""
    figures: dict[str, Any] = {**CENTRE, **others}
    if row.effect.startswith("raise"):
        figures["pc_1"] = {"square": "3,4", "hp": 0, "status": ["stun"]}
    if row.effect.startswith("remove"):
        figures["pc_1"] = {"square": "3,4", "status": ["prone"]}
    return Trial(arena(row.key), phase=row.timing, spirit=spirit, **figures)


@pytest.mark.rule("KAMI-7")
@pytest.mark.parametrize("row", PAID, ids=lambda row: row.key)
def test_a_talent_is_to_be_had_exactly_for_its_cost(row: Talent) -> None:
    """Pools of as many dice as the cost takes: every one that pays, and some that do not."""
    pools = list(combinations_with_replacement(range(1, 7), dice_of(row.cost)))
    for pool in pools[:: 1 if len(pools) < 30 else 7]:
        trial = stage_for(row, " ".join(map(str, pool)))
        assert ("talent 1" in trial.legal()) == payable(row.cost, pool), pool


@pytest.mark.rule("KAMI-7")
@pytest.mark.parametrize("row", PAID, ids=lambda row: row.key)
def test_what_is_paid_leaves_the_pool(row: Talent) -> None:
    pool = {"any1": "3", "any2": "2 5", "any4": "1 2 5 6", "odd1": "5", "odd2": "1 3", "even1": "4", "pair": "2 2",
            "run3": "2 3 4", "face6": "6"}[row.cost]  # fmt: skip
    trial = stage_for(row, pool)
    trial.play("talent 1")
    while trial.now() in ("target", "square"):
        kind = trial.now()
        targets = [name for name in ("pc_1", "enemy_0", "pc_0") if name in trial.legal("target")]
        trial.play(f"target {targets[0]}" if kind == "target" and targets else sorted(trial.legal())[0])
        if trial.now() == "target" and "done" in trial.legal():
            trial.play("done")
    assert trial.now() == "pay"
    for n in range(dice_of(row.cost)):
        assert trial.now() == "pay", f"after {n} dice"
        trial.play(f"pay {min(trial.legal('pay'))}")
    assert trial.now() != "pay"
    if row.timing != "end":  # afterwards the turn is over and dice come back
        assert trial.fig("pc_0")["spirit"] == []


# ---------------------------------------------------------------- range and targets

RANGED = [row for row in DEEDS if row.range != "self" and not row.range.startswith("move")]


def reach(row: Talent) -> int:
    """Squares; the curved sword and what is engaged reach 1, the battlefield everything."""
    words = {"engaged": 1, "weapon": 1, "battlefield": 16}
    return words.get(row.range) or int(row.range)


def pool_for(cost: str) -> str:
    return {"none": "", "pair": "2 2", "run3": "2 3 4", "any4": "1 2 3 4", "odd2": "1 3", "any2": "1 2"}.get(
        cost, "6 5"
    )


@pytest.mark.rule("KAMI-20")
@pytest.mark.parametrize("row", RANGED, ids=lambda row: row.key)
def test_targets_within_range_and_of_the_right_side(row: Talent) -> None:
    """pc_0 in the corner; near ones at the very range, far ones one square beyond it."""
    n = min(reach(row), 7)
    hurt: dict[str, Any] = {"hp": 3}
    if row.effect.startswith("raise"):
        hurt = {"hp": 0, "status": ["stun"]}
    near, far = f"{n},0", (f"{n},1" if n > 1 else "0,2")
    side = row.target.split(":")[0]
    figures: dict[str, Any] = {"pc_0": "0,0", "enemy_2": "8,8"}
    if side == "ally":
        figures |= {"pc_1": {"square": near, **hurt}, "pc_2": {"square": far, **hurt}}
    else:
        figures |= {"enemy_0": near, "enemy_1": "0,2" if n == 1 else f"{n - 1},2"}
    if side == "any":
        figures |= {"enemy_1": "3,3", "pc_1": "0,1"}
    trial = Trial(arena(row.key), phase=row.timing, spirit=pool_for(row.cost), **figures)
    trial.play("talent 1")
    found = trial.legal("target")
    if side == "ally":
        assert found == {"pc_0", "pc_1"} | ({"pc_2"} if row.range == "battlefield" else set())
    elif side == "any":
        assert found == {"enemy_0", "pc_0", "pc_1"}
    elif row.range == "battlefield":
        assert found == {"enemy_0", "enemy_1", "enemy_2"}
    else:
        assert found == {"enemy_0"}


@pytest.mark.rule("KAMI-20")
@pytest.mark.parametrize(
    ("key", "most"),
    [(row.key, int(row.target[-1])) for row in RANGED if row.target[-1].isdigit()],
)
def test_as_many_targets_as_the_row_says_and_nobody_twice(key: str, most: int) -> None:
    row = TALENTS[key]
    hurt: dict[str, Any] = {"hp": 0, "status": ["stun"]} if row.effect.startswith("raise") else {"hp": 3}
    figures: dict[str, Any] = {"pc_0": "4,4", "pc_1": {"square": "4,5", **hurt}, "pc_2": {"square": "3,4", **hurt}}
    figures |= {"enemy_0": "4,3", "enemy_1": "5,4", "enemy_2": "5,3"}
    trial = Trial(arena(key), phase=row.timing, spirit=pool_for(row.cost), **figures)
    trial.play("talent 1")
    chosen: list[str] = []
    while trial.now() == "target":
        open_ones = trial.legal("target")
        assert not set(chosen) & open_ones
        chosen.append(sorted(open_ones)[0])
        trial.play(f"target {chosen[-1]}")
    assert len(chosen) == min(most, 3)


@pytest.mark.rule("KAMI-20")
@pytest.mark.parametrize("key", [row.key for row in RANGED if row.target == "area"])
def test_an_area_is_one_cluster(key: str) -> None:
    """Two enemies side by side, one of them in range, and a third apart from them."""
    row = TALENTS[key]
    n = reach(row)
    figures: dict[str, Any] = {
        "pc_0": "0,4",
        "enemy_0": f"{n},4",
        "enemy_1": f"{n + 1},4",
        "enemy_2": "0,5" if n > 1 else "8,8",
    }
    if n > 1:
        figures["enemy_2"] = "0,6"
    trial = Trial(arena(key), phase="attack", spirit=pool_for(row.cost), **figures)
    trial.play("talent 1")
    wanted = {"enemy_0", "enemy_1"} | ({"enemy_2"} if n > 1 else set())
    assert trial.legal("target") == wanted
    trial.play("target enemy_0")
    assert trial.legal("target") == {"enemy_1"}


@pytest.mark.rule("KAMI-20")
def test_ram_moves_up_to_three_squares_first() -> None:
    figures: dict[str, Any] = {"pc_0": "0,4", "enemy_0": "4,4", "enemy_1": "8,0"}
    trial = Trial(arena("ram"), phase="attack", spirit="3", **figures).play("talent 1")
    assert trial.now() == "square"
    trial.play("square 3,4")
    assert trial.legal("target") == {"enemy_0"}
    figures["enemy_0"] = "5,4"
    assert "talent 1" not in Trial(arena("ram"), phase="attack", spirit="3", **figures).legal()


# ---------------------------------------------------------------- limits


@pytest.mark.rule("KAMI-17")
@pytest.mark.parametrize("key", [row.key for row in DEEDS if row.limit.startswith(("fight", "turn"))])
def test_limits(key: str) -> None:
    """``fight:n`` and ``turn:n`` count uses; fewer leave the talent, as many take it away."""
    row = TALENTS[key]
    kind, n = row.limit.split(":")
    place = {"turn": 1, "fight": 2}[kind]
    for uses, allowed in ((int(n) - 1, True), (int(n), False)):
        used = [1, 0, 0]
        used[place] = uses
        hero = {"square": "4,4", "hp": 9, "used": [used], "spirit": [1, 2, 3, 6] if row.cost != "run3" else [1, 2, 3]}
        if row.timing == "end":
            hero["spirit"] = [1, 2, 3]
        trial_figures: dict[str, Any] = {"pc_0": hero, "enemy_0": "4,3"}
        trial = Trial(arena(key), phase=row.timing, **trial_figures)
        assert ("talent 1" in trial.legal()) == allowed
