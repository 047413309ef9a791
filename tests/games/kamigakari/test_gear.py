"""What every weapon, charm, item, weapon effect and fused material does in a fight (KAMI-40, KAMI-41)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from dicedeck.envs.kamigakari.codes import ATTRIBUTE_NAMES, Status
from support.kami_rows import ARMOUR, BARRIER, Trial, arena, arena_with, die_of, is_fumble, pc, tables, values

pytestmark = pytest.mark.nojit

HEAL = {"rice_cake": 12, "plaster": 6, "hot_soup": 4}
BAD = ["prone", "dark", "poison", "pain", "paralysis"]


# ---------------------------------------------------------------- weapons


def blow(who: Any, square: str, weakness: str = "", seed: int = 0) -> Trial:
    """A plain weapon attack on a dummy; the first seed without critical or fumble."""
    battle = copy.deepcopy(arena_with(who))
    battle.weakness[4] = ATTRIBUTE_NAMES.index(weakness)
    for start in range(seed, seed + 40):
        trial = Trial(battle, "attack", seed=start, pc_0="0,0", enemy_0=square)
        trial.play("weapon", "target enemy_0", "transcend 0")
        dice = trial.state.to_dict()["check"]["rolled"]
        if not is_fumble(dice) and die_of(dice) < 10:
            return trial
    raise AssertionError("only criticals and fumbles")


REACH = {
    "curved_sword": 1, "long_spear": 2, "great_maul": 1, "paired_knives": 1, "horn_bow": 6, "service_pistol": 4,
    "ash_staff": 5, "sealed_book": 4,
}  # fmt: skip
MAGIC = {"ash_staff", "sealed_book"}


@pytest.mark.rule("KAMI-20", "KAMI-23", "KAMI-24")
@pytest.mark.parametrize("key", list(REACH))
def test_weapons(key: str) -> None:
    """Range, the check's value, damage against armour or barrier."""
    who = pc(weapon=key)
    own = values(who)
    trial = blow(who, f"{REACH[key]},0")
    wanted = own["casting" if key in MAGIC else "accuracy"]
    assert trial.state.to_dict()["check"].get("bonus", 0) == wanted
    trial.finish()
    damage = own["magic_damage"] - BARRIER if key in MAGIC else own["physical_damage"] - ARMOUR
    assert trial.lost("enemy_0") == die_of(trial.active_dice()) + damage
    far = Trial(arena_with(who), "attack", pc_0="0,0", enemy_0=f"{REACH[key]},1")
    assert "weapon" not in far.legal()


@pytest.mark.rule("KAMI-41")
@pytest.mark.parametrize(
    ("built", "more_rank", "weapon"),
    [("heavy", 1, "curved_sword"), ("deep", 1, "ash_staff"), ("deep", 0, "curved_sword"), ("heavy", 0, "ash_staff")],
)
def test_heavy_and_deep_raise_the_rank_of_their_kind(built: str, more_rank: int, weapon: str) -> None:
    who = pc(weapon=weapon, built=[{"effect": built}])
    own = values(who)
    trial = blow(who, "1,0").finish()
    damage = own["magic_damage"] - BARRIER if weapon in MAGIC else own["physical_damage"] - ARMOUR
    assert trial.lost("enemy_0") == die_of(trial.active_dice()) * (1 + more_rank) + damage


@pytest.mark.rule("KAMI-41")
def test_lengthened() -> None:
    for weapon, reach in (("curved_sword", 2), ("horn_bow", 7)):
        who = pc(weapon=weapon, built=[{"effect": "lengthened"}])
        assert "weapon" in Trial(arena_with(who), "attack", pc_0="0,0", enemy_0=f"{reach},0").legal()
        assert "weapon" not in Trial(arena_with(who), "attack", pc_0="0,0", enemy_0=f"{reach},1").legal()


@pytest.mark.rule("KAMI-25", "KAMI-41")
@pytest.mark.parametrize(
    ("changes", "attribute"),
    [
        ({"built": [{"effect": "tempered", "attribute": "wind"}]}, "wind"),
        ({"fused": "lamp_moth_part"}, "venom"),
        ({"fused": "drowned_clerk_part"}, "cold"),
        ({"fused": "rust_priest_part"}, "magnetism"),
    ],
)
def test_attributes_of_the_weapon(changes: dict[str, Any], attribute: str) -> None:
    who = pc(**changes)
    plain = values(who)["physical_damage"] - ARMOUR
    trial = blow(who, "1,0", weakness=attribute).finish()
    assert trial.lost("enemy_0") == 2 * die_of(trial.active_dice()) + plain
    trial = blow(who, "1,0", weakness="fire").finish()
    assert trial.lost("enemy_0") == die_of(trial.active_dice()) + plain


@pytest.mark.rule("KAMI-24", "KAMI-41")
@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({"built": [{"effect": "honed"}] * 3}, 6),
        ({"fused": "gutter_imp_part"}, 1),
        ({"fused": "shutter_hound_part"}, 1),
        ({"fused": "glass_dancer_part"}, 2),
        ({"fused": "iron_bull_part"}, 3),
    ],
)
def test_more_damage(changes: dict[str, Any], more: int) -> None:
    trial = blow(pc(**changes), "1,0").finish()
    assert trial.lost("enemy_0") == die_of(trial.active_dice()) + values()["physical_damage"] + more - ARMOUR


# ---------------------------------------------------------------- charms and items


def with_gear(charm: str = "", job: str = "student", phase: str = "prepare", **user: Any) -> Trial:
    """pc_0 with a charm (a constant one where only the job's item is tried) and a cover job."""
    battle = arena(charm=charm or "red_cord", job=job)
    return Trial(battle, phase, pc_0={"square": "4,4", "spirit": [], **user}, enemy_0="8,8")


@pytest.mark.rule("KAMI-40")
def test_charms_that_always_hold() -> None:
    plain = values()
    assert values(pc(charm="red_cord"))["hp"] == plain["hp"] + 5
    assert values(pc(charm="tin_mirror"))["resistance"] == plain["resistance"] + 1
    assert "talent 2" not in with_gear("red_cord").legal()


@pytest.mark.rule("KAMI-17")
def test_rice_cake_and_chalk_once_a_fight() -> None:
    trial = with_gear("rice_cake", hp=5).play("talent 1")
    assert -trial.lost("pc_0") == HEAL["rice_cake"]
    trial = with_gear("chalk", status=BAD[:4]).play("talent 1")
    assert trial.status("pc_0") == set()
    for charm in ("rice_cake", "chalk"):
        assert "talent 1" not in with_gear(charm, used=[[1, 0, 1]]).legal()


@pytest.mark.rule("KAMI-9", "KAMI-17")
def test_spirit_bead_twice_a_fight() -> None:
    trial = with_gear("spirit_bead", phase="start").play("talent 1")
    assert trial.fig("pc_0")["surplus"] == 1
    assert "talent 1" in with_gear("spirit_bead", phase="start", used=[[1, 0, 1]]).legal()
    assert "talent 1" not in with_gear("spirit_bead", phase="start", used=[[1, 0, 2]]).legal()


@pytest.mark.rule("KAMI-17")
def test_lucky_stub_rolls_again_once_a_fight() -> None:
    found = set()
    for seed in range(10):
        trial = Trial(arena(charm="lucky_stub"), "attack", seed=seed, pc_0="4,4", enemy_0="4,3")
        trial.play("weapon", "target enemy_0", "transcend 0")
        first = trial.state.to_dict()["check"]["rolled"]
        trial.play("talent 1")
        assert "talent 1" not in trial.legal()
        found.add((tuple(first), tuple(trial.state.to_dict()["check"]["rolled"])))
    assert len([pair for pair in found if pair[0] != pair[1]]) > 5


def test_items_of_cover_jobs() -> None:
    assert -with_gear(job="night_nurse", hp=5).play("talent 1").lost("pc_0") == HEAL["plaster"]
    assert with_gear(job="courier").play("talent 1").changes("pc_0") == {"turn": {"move": 2}}
    assert with_gear(job="night_guard", status=["dark", "pain"]).play("talent 1").status("pc_0") == {"pain"}
    soup = with_gear(job="noodle_cook", hp=5, status=["prone", "dark"]).play("talent 1")
    assert (-soup.lost("pc_0"), soup.status("pc_0")) == (HEAL["hot_soup"], {"dark"})
    assert with_gear(job="archivist", phase="start").play("talent 1").changes("pc_0") == {"turn": {"barrier": 2}}
    for job, phase in (("night_nurse", "prepare"), ("courier", "prepare"), ("student", "start")):
        user: dict[str, Any] = {"used": [[1, 0, 1]], "spirit": [1, 2, 3, 4]}
        assert "talent 1" not in with_gear(job=job, phase=phase, **user).legal()


@pytest.mark.rule("KAMI-6")
def test_crib_note_rolls_the_lowest_spirit_die_again() -> None:
    found = set()
    for seed in range(12):
        hero = {"square": "4,4", "spirit": [1, 4, 5, 6]}
        trial = Trial(arena(charm="red_cord", job="student"), "start", seed=seed, pc_0=hero, enemy_0="8,8")
        spirit = list(trial.play("talent 1").fig("pc_0")["spirit"])
        for face in (4, 5, 6):
            spirit.remove(face)
        found.add(tuple(spirit))
    assert len(found) > 3


@pytest.mark.rule("KAMI-40")
def test_features_of_cover_jobs() -> None:
    def feature(job: str) -> dict[str, int]:
        """Against a job whose feature is no value."""
        bare, own = values(pc(job="noodle_cook")), values(pc(job=job))
        return {key: own[key] - bare[key] for key in own if own[key] != bare[key]}

    assert feature("night_nurse") == {"hp": 2}
    assert feature("courier") == {"initiative": 1}
    assert feature("student") == feature("night_guard") == {"insight": 2}
    assert feature("archivist") == {"barrier": 1}
    assert int(arena(job="noodle_cook").immune[0]) == 1 << Status.POISON


def test_every_piece_is_here() -> None:
    assert set(REACH) == set(tables().weapons)
    assert set(tables().charms) == {"red_cord", "tin_mirror", "lucky_stub", "rice_cake", "chalk", "spirit_bead"}
    assert {job.item for job in tables().jobs.values()} == set(tables().items)
