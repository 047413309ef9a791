"""What every talent without an attack does, by hand from its row: values, statuses, moves, dice, reactions."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.kamigakari.codes import Status
from dicedeck.envs.kamigakari.tables.library import load_tables
from support.kami_rows import ARMOUR, DUMMY_DAMAGE, DUMMY_DIE, Trial, arena, die_of, is_fumble, values

pytestmark = pytest.mark.nojit

TALENTS = load_tables().talents
PLAIN = values()
POOLS = {"none": "", "any1": "6", "any2": "5 6", "odd1": "5", "even1": "4", "pair": "2 2", "run3": "2 3 4"}
RAW = DUMMY_DIE + DUMMY_DAMAGE
"""Damage of a dummy's blow before it is reduced."""


def used(key: str, *targets: str, user: dict[str, Any] | None = None, **figures: Any) -> Trial:
    """The talent used in its timing on these targets, with the dice that it costs."""
    row = TALENTS[key]
    figures.setdefault("enemy_0", "8,8")
    hero = {"square": "4,4", "spirit": [int(n) for n in POOLS[row.cost].split()], **(user or {})}
    trial = Trial(arena(key), phase=row.timing, pc_0=hero, **figures).play("talent 1")
    for name in targets:
        trial.play(f"target {name}")
    if trial.now() == "target":
        trial.play("done")
    return trial.pay()


# ---------------------------------------------------------------- values for a turn

ON_SELF: dict[str, dict[str, int]] = {
    "inner_flame": {"physical_damage": 2, "magic_damage": 2},
    "set_stance": {"accuracy": 2, "physical_damage": 3},
    "hold_the_line": {"size": 2, "armour": 2},
    "gather_sparks": {"magic_damage": 4, "casting": 1},
    "reckless": {"physical_damage": 5},
}
ON_FRIENDS: dict[str, dict[str, int]] = {
    "shoulder_to_shoulder": {"armour": 3},
    "static_veil": {"barrier": 4},
    "charge_weapon": {"physical_damage": 3},
    "eye_of_the_storm": {"evasion": 3},
    "signs_of_the_trail": {"initiative": 5, "accuracy": 1},
    "good_omen": {"accuracy": 2, "casting": 2},
    "ring_of_peace": {"barrier": 3},
    "gatehouse": {"armour": 6},
}
ON_FOES: dict[str, dict[str, int]] = {
    "dirge": {"accuracy": -1, "casting": -1},
    "tangle": {"move": -2, "evasion": -1, "resistance": -1},
    "roar": {"evasion": -1},
}


@pytest.mark.rule("KAMI-17")
@pytest.mark.parametrize("key", list(ON_SELF))
def test_values_of_the_user(key: str) -> None:
    assert used(key).changes("pc_0") == {"turn": ON_SELF[key]}


@pytest.mark.rule("KAMI-17", "KAMI-20")
@pytest.mark.parametrize("key", list(ON_FRIENDS))
def test_values_of_friends(key: str) -> None:
    trial = used(key, "pc_1", pc_1="4,5", pc_2="5,4")
    assert trial.changes("pc_1") == {"turn": ON_FRIENDS[key]}
    assert trial.changes("pc_2") == {}


@pytest.mark.rule("KAMI-17", "KAMI-20")
@pytest.mark.parametrize("key", list(ON_FOES))
def test_values_of_foes(key: str) -> None:
    trial = used(key, "enemy_0", enemy_0="4,2", enemy_1="6,4")
    assert trial.changes("enemy_0") == {"turn": ON_FOES[key]}
    assert trial.changes("enemy_1") == {}


def test_attributes_for_a_turn() -> None:
    assert used("inner_flame").fig("pc_0")["attributes"] == {"turn": ["fire"]}
    assert used("charge_weapon", "pc_1", pc_1="4,5").fig("pc_1")["attributes"] == {"turn": ["shock"]}


def test_reckless_costs_hit_points() -> None:
    assert used("reckless").lost("pc_0") == 4


# ---------------------------------------------------------------- HP and statuses

HEALS = {"banked_coals": 6, "spare_parts": 14, "deep_breath": 8}
HEALS_FRIENDS = {"soft_chime": 6, "ring_of_peace": 3, "evensong": 12}


@pytest.mark.parametrize("key", list(HEALS))
def test_healing_of_the_user(key: str) -> None:
    assert -used(key, user={"hp": 5}).lost("pc_0") == HEALS[key]


@pytest.mark.parametrize("key", list(HEALS_FRIENDS))
def test_healing_of_friends(key: str) -> None:
    hurt = {"square": "4,5", "hp": 5}
    trial = used(key, "pc_1", user={"hp": 5}, pc_1=hurt, pc_2=dict(hurt, square="4,6"))
    assert [-trial.lost(name) for name in ("pc_0", "pc_1", "pc_2")] == [0, HEALS_FRIENDS[key], 0]


@pytest.mark.rule("KAMI-29a")
def test_call_back_ends_a_stun() -> None:
    trial = used("call_back", "pc_1", pc_1={"square": "4,5", "hp": 0, "status": ["stun"]})
    assert (trial.fig("pc_1")["hp"], trial.status("pc_1")) == (8, set())


@pytest.mark.rule("KAMI-29")
@pytest.mark.parametrize(("key", "left"), [("clear_sky", {"hidden"}), ("loosen_knots", {"hidden", "immobile"})])
def test_removing_statuses(key: str, left: set[str]) -> None:
    bad = ["prone", "dark", "poison", "pain", "paralysis", "immobile", "hidden"]
    assert used(key, "pc_1", pc_1={"square": "4,5", "status": bad}).status("pc_1") == left


@pytest.mark.rule("KAMI-30")
def test_smoke_hides() -> None:
    assert used("smoke").status("pc_0") == {"hidden"}


@pytest.mark.rule("KAMI-29")
def test_no_nerves_neither_pain_nor_poison() -> None:
    battle = arena("no_nerves")
    assert int(battle.immune[0]) == 1 << Status.PAIN | 1 << Status.POISON
    assert int(battle.base[0, 7]) == PLAIN["armour"] + 1
    poisoned = Trial(arena("bitter_needle"), phase="attack", pc_0="4,4", enemy_0="4,3")
    assert poisoned.status("enemy_0") == set()


@pytest.mark.rule("KAMI-11", "KAMI-21")
def test_old_friends_and_rooted_always_hold() -> None:
    assert int(arena("old_friends").bonds[0]) == int(arena().bonds[0]) + 1
    assert int(arena("rooted").base[0, 11]) == PLAIN["size"] + 1
    assert int(arena("rooted").base[0, 7]) == PLAIN["armour"] + 1


# ---------------------------------------------------------------- moves


@pytest.mark.rule("KAMI-21")
def test_vault_leaves_an_engagement() -> None:
    trial = used("vault", enemy_0="4,3", enemy_1="3,4")
    assert trial.now() == "square"
    squares = trial.legal("square")
    assert "4,8" in squares and "8,5" in squares and "0,4" not in squares | {"0,4"} - {"0,4"}
    assert all(abs(int(q[0]) - 4) + abs(int(q[2]) - 4) <= 7 for q in squares)
    trial.play("square 4,8")
    assert trial.fig("pc_0")["square"] == "4,8"


@pytest.mark.parametrize("key", ["this_way", "heave"])
def test_moving_a_friend_out_of_an_engagement(key: str) -> None:
    trial = used(key, "pc_1", pc_1="4,5", enemy_0="4,6", enemy_1="3,5")
    assert trial.now() == "square"
    squares = trial.legal("square")
    assert "5,7" in squares and "7,5" in squares and "8,5" not in squares
    trial.play("square 7,5")
    assert trial.fig("pc_1")["square"] == "7,5"


def test_heave_moves_a_foe_too() -> None:
    trial = used("heave", "enemy_0", enemy_0="4,3")
    trial.play("square 4,1")
    assert trial.fig("enemy_0")["square"] == "4,1"


def test_undertow_pushes_three_squares_away() -> None:
    trial = used("undertow", "enemy_0", enemy_0="4,3")
    assert trial.apart("pc_0", "enemy_0") == 4


# ---------------------------------------------------------------- spirit dice


@pytest.mark.rule("KAMI-6")
@pytest.mark.parametrize(("key", "kept"), [("flow", [4, 5, 6]), ("wind_back", [5, 6])])
def test_the_lowest_spirit_dice_are_rolled_again(key: str, kept: list[int]) -> None:
    found = set()
    for seed in range(20):
        hero = {"square": "4,4", "spirit": [1, 4, 5, 6]}
        trial = Trial(arena(key), phase="start", pc_0=hero, enemy_0="8,8", seed=seed).play("talent 1")
        spirit = list(trial.fig("pc_0")["spirit"])
        assert len(spirit) == 4
        for face in kept:
            spirit.remove(face)
        found.add(tuple(spirit))
    assert len(found) > 3


@pytest.mark.rule("KAMI-9")
def test_shared_thread_gives_a_surplus_die() -> None:
    trial = used("shared_thread", "pc_1", pc_1="4,5")
    assert trial.fig("pc_1").get("surplus") == 1 and "surplus" not in trial.fig("pc_0")


# ---------------------------------------------------------------- special talents of the own attack


def attacking(key: str, spirit: str, seed: int = 0, **enemy: Any) -> Trial:
    """A sword stroke up to the first decision, with the talent at hand."""
    hero = {"square": "4,4", "spirit": [int(n) for n in spirit.split()]}
    trial = Trial(arena(key), phase="attack", seed=seed, pc_0=hero, enemy_0={"square": "4,3", **enemy})
    return trial.play("weapon", "target enemy_0")


def plain_blow(dice: list[int], die: int | None = None) -> int:
    return (die_of(dice) if die is None else die) + PLAIN["physical_damage"] - ARMOUR


def hitting(key: str, spirit: str, **enemy: Any) -> Trial:
    """Up to the moment when the stroke hits; the first seed without fumble or critical."""
    for seed in range(30):
        trial = attacking(key, spirit, seed, **enemy).play("transcend 0", "accept")
        if trial.phase() == "pc_0 react" and die_of(trial.active_dice()) < 10:
            return trial
    raise AssertionError("never asked")


@pytest.mark.rule("KAMI-17")
@pytest.mark.parametrize(
    ("key", "spirit", "more"), [("bite_deep", "4", 6), ("weak_spot", "2", ARMOUR), ("cut_the_thread", "6", None)]
)
def test_when_an_attack_hits(key: str, spirit: str, more: int | None) -> None:
    """Bite Deep + 6; Weak Spot: no armour left; Cut the Thread: the die counts as 10. Weak Spot ends with the check."""
    trial = hitting(key, spirit).play("talent 1").finish()
    dice = trial.active_dice()
    if key == "weak_spot":
        assert trial.lost("enemy_0") in (
            plain_blow(dice) + ARMOUR,
            plain_blow(dice) + 6,
        )  # armour is at least 0, or not
        assert trial.changes("enemy_0") == {}
    else:
        assert trial.lost("enemy_0") == (plain_blow(dice, 10) if more is None else plain_blow(dice) + more)
    assert trial.fig("pc_0")["spirit"] == []


def test_echo_brings_a_surplus_die() -> None:
    trial = hitting("echo", "").play("talent 1")
    assert trial.fig("pc_0")["surplus"] == 1


@pytest.mark.rule("KAMI-12")
def test_overcharge_adds_a_die_before_the_roll() -> None:
    trial = attacking("overcharge", "2")
    assert trial.legal("talent") == {"1"}
    trial.play("talent 1").pay()
    assert trial.phase() == "pc_0 before" and "talent 1" not in trial.legal()
    trial.play("transcend 0")
    assert len(trial.state.to_dict()["check"]["rolled"]) == 3


@pytest.mark.rule("KAMI-17")
def test_second_thought_rolls_again_until_something_is_swapped() -> None:
    found = set()
    for seed in range(12):
        trial = attacking("second_thought", "", seed).play("transcend 0")
        first = trial.state.to_dict()["check"]["rolled"]
        trial.play("talent 1")
        assert trial.phase() == "pc_0 roll" and trial.legal("talent") == set()  # once a turn
        found.add((tuple(first), tuple(trial.state.to_dict()["check"]["rolled"])))
    assert len({pair for pair in found if pair[0] != pair[1]}) > 5


@pytest.mark.rule("KAMI-6")
def test_borrowed_luck_swaps_a_die_of_the_user_into_anothers_check() -> None:
    figures: dict[str, Any] = {"pc_0": {"square": "4,4", "spirit": [6]}, "pc_1": "4,5", "enemy_0": "4,6"}
    trial = Trial(arena("borrowed_luck"), phase="attack", to_move="pc_1", **figures)
    trial.play("weapon", "target enemy_0", "transcend 0")
    assert (trial.phase(), trial.legal("talent")) == ("pc_0 react", {"1"})
    low = min(trial.state.to_dict()["check"]["rolled"])
    trial.play("talent 1")
    assert trial.phase() == "pc_0 lend"
    trial.play(f"swap {low} for 6")
    assert trial.phase() == "pc_1 roll"
    assert trial.state.to_dict()["check"]["fixed"] == [6]
    assert trial.fig("pc_0")["spirit"] == [low]
    far: dict[str, Any] = dict(figures, pc_1="0,0", enemy_0="0,1")  # eight squares away
    trial = Trial(arena("borrowed_luck"), phase="attack", to_move="pc_1", **far)
    assert trial.play("weapon", "target enemy_0", "transcend 0").phase() == "pc_1 roll"


# ---------------------------------------------------------------- defence


def struck(key: str, target: str, spirit: str, bolt: bool = False, **user: Any) -> Trial:
    """A dummy's blow at pc_0 or its friend, up to the first decision; no passive critical in the first seeds."""
    hero = {"square": "4,4", "spirit": [int(n) for n in spirit.split()], **user}
    figures: dict[str, Any] = {"pc_0": hero, "pc_1": "4,5", "enemy_0": "5,5", "enemy_1": "8,8"}
    for seed in range(20):
        trial = Trial(arena(key), phase="attack", to_move="enemy_0", seed=seed, **figures)
        trial.play(f"talent {2 if bolt else 1}", f"target {target}").finish(react=True)
        if not any(die_of(dice) == 10 for _, dice in trial.dice):
            return trial
    raise AssertionError("only criticals")


def wound(less: int = 0, bolt: bool = False) -> int:
    return max(RAW - PLAIN["barrier" if bolt else "armour"] - less, 0)


@pytest.mark.rule("KAMI-26")
@pytest.mark.parametrize("bolt", [False, True])
@pytest.mark.parametrize(
    ("key", "spirit", "target", "less"),
    [
        ("parry", "4", "pc_0", 8),
        ("not_there", "2 3 4", "pc_0", 30),
        ("crosswind", "3", "pc_1", 6),
        ("life_line", "5", "pc_1", 6),
    ],
)
def test_damage_less(key: str, spirit: str, target: str, less: int, bolt: bool) -> None:
    trial = struck(key, target, spirit, bolt)
    assert (trial.phase(), trial.legal("talent")) == ("pc_0 react", {"1"})
    trial.play("talent 1").finish()
    assert trial.lost(target) == wound(less, bolt)
    assert trial.fig("pc_0").get("defended") is True
    assert struck(key, target, spirit, bolt).finish().lost(target) == wound(0, bolt)


@pytest.mark.rule("KAMI-26")
def test_unpick_halves() -> None:
    trial = struck("unpick", "pc_1", "2 2").play("talent 1").finish()
    assert trial.lost("pc_1") == (wound() + 1) // 2


@pytest.mark.rule("KAMI-26")
@pytest.mark.parametrize(("key", "less"), [("step_between", 4), ("broad_back", 3)])
def test_taking_the_blow_for_another(key: str, less: int) -> None:
    trial = struck(key, "pc_1", "1").play("talent 1").finish()
    assert (trial.lost("pc_0"), trial.lost("pc_1")) == (wound(less), 0)


@pytest.mark.rule("KAMI-17", "KAMI-20")
@pytest.mark.parametrize(
    ("key", "spirit", "squares"),
    [
        ("step_between", "1", 2),
        ("broad_back", "1", 2),
        ("crosswind", "1", 3),
        ("life_line", "1", 4),
        ("unpick", "2 2", 5),
    ],
)
def test_range_of_defence(key: str, spirit: str, squares: int) -> None:
    """The friend is in range from so many squares away, and no farther."""
    for away, asked in ((squares, True), (squares + 1, False)):
        figures: dict[str, Any] = {
            "pc_0": {"square": "0,0", "spirit": [int(n) for n in spirit.split()]},
            "pc_1": f"{away},0",
            "enemy_0": f"{away},5",
        }
        for seed in range(20):
            trial = Trial(arena(key), phase="attack", to_move="enemy_0", seed=seed, **figures)
            trial.play("talent 1", "target pc_1").finish(react=True)
            if not any(die_of(dice) == 10 for _, dice in trial.dice):
                break
        assert (trial.phase() == "pc_0 react") == asked


@pytest.mark.rule("KAMI-2", "KAMI-17")
def test_slip_aside_raises_evasion_for_the_check() -> None:
    trial = struck("slip_aside", "pc_0", "3")
    assert (trial.phase(), trial.legal("talent")) == ("pc_0 react", {"1"})
    trial.play("talent 1").pay()
    assert trial.state.to_dict()["check"]["bonus"] == PLAIN["evasion"] + 3
    trial.finish()
    assert trial.changes("pc_0") == {}


@pytest.mark.rule("KAMI-2", "KAMI-17")
def test_covering_fire_lowers_the_attackers_accuracy_for_the_check() -> None:
    """An accuracy of 12 against passive totals of up to 12 + evasion: with the bow's fire it is 10."""
    outcomes = {}
    for covered in (False, True):
        figures: dict[str, Any] = {
            "pc_0": {"square": "4,4", "spirit": [3]},
            "pc_1": {"square": "4,5", "spirit": []},
            "enemy_0": {"square": "4,3", "changes": {"fight": {"accuracy": -27}}},  # 13
        }
        for seed in range(60):
            trial = Trial(arena("covering_fire"), phase="attack", to_move="enemy_0", seed=seed, **figures)
            trial.play("talent 1", "target pc_1")
            assert trial.phase() == "pc_0 react"
            trial.play("talent 1" if covered else "pass").finish()
            dice = trial.dice[0][1]
            if die_of(dice) < 10 and not is_fumble(dice):
                outcomes[covered, sum(dice) + PLAIN["evasion"]] = trial.lost("pc_1") > 0
    for (covered, total), hit in outcomes.items():
        assert hit == ((11 if covered else 13) >= total), (covered, total)
    assert {outcomes.get((False, 12)), outcomes.get((True, 12))} == {True, False}


def test_grudge_strengthens_the_next_turn() -> None:
    trial = struck("grudge", "pc_0", "3").play("talent 1").finish()
    assert trial.changes("pc_0") == {"next_turn": {"physical_damage": 4}}
    assert trial.lost("pc_0") == wound()


@pytest.mark.rule("KAMI-29a")
def test_still_standing_ends_the_own_stun() -> None:
    trial = struck("still_standing", "pc_0", "", hp=5)
    assert (trial.phase(), trial.legal("talent")) == ("pc_0 react", {"1"})
    trial.play("talent 1")
    assert (trial.fig("pc_0")["hp"], trial.status("pc_0")) == (10, set())


def test_every_talent_without_an_attack_is_here() -> None:
    tried = {*ON_SELF, *ON_FRIENDS, *ON_FOES, *HEALS, *HEALS_FRIENDS}
    tried |= {"call_back", "clear_sky", "loosen_knots", "smoke", "no_nerves", "old_friends", "rooted", "vault"}
    tried |= {"this_way", "heave", "undertow", "flow", "wind_back", "shared_thread", "bite_deep", "weak_spot", "echo"}
    tried |= {"cut_the_thread", "overcharge", "second_thought", "borrowed_luck", "parry", "not_there", "crosswind"}
    tried |= {"life_line", "unpick", "step_between", "broad_back", "slip_aside", "covering_fire", "grudge"}
    tried |= {"still_standing"}
    assert tried == {row.key for row in TALENTS.values() if "attack(" not in row.effect}
