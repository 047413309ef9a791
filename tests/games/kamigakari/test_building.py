"""Kamigakari, KAMI-40 to KAMI-42: what characters are built of, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    VALUE_NAMES,
    Kind,
    Op,
    Reach,
    Row,
    Value,
)
from dicedeck.envs.kamigakari.tables import load_fight
from dicedeck.envs.kamigakari.tables.battle import weapon_reach
from dicedeck.envs.kamigakari.tables.characters import (
    Built,
    combat_values,
    materials_used,
    merged,
    price,
    problems,
    weapon_attribute,
)
from dicedeck.envs.kamigakari.tables.library import with_rows
from support.kami_tables import TABLES, armed, members, ops_of, row_of

pytestmark = pytest.mark.nojit


# ---------------------------------------------------------------- building


@pytest.mark.rule("KAMI-40", "KAMI-42")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_ready_parties_keep_the_building_rules(level: int) -> None:
    for who in members(level):
        assert problems(who, TABLES, level) == []
        assert price(who, TABLES) <= TABLES.budgets[str(level)].gold
        assert len(who.talents) == 5 + level


def changed(number: int = 0, level: int = 1, **fields: Any) -> list[str]:
    """The fields that the rules complain about when a ready PC is changed so."""
    who = members(level)[number].model_copy(update=fields)
    return [field for field, _ in problems(who, TABLES, level)]


@pytest.mark.rule("KAMI-40")
def test_the_same_title_twice_only_as_a_and_b() -> None:
    assert "sub" in changed(sub="wardblade A")
    assert "sub" not in changed(sub="wardblade B")


@pytest.mark.rule("KAMI-40")
def test_free_points_are_four_at_most_two_on_one() -> None:
    assert changed(free={"body": 2, "luck": 1, "spirit": 1}) == []
    assert changed(free={"body": 2, "luck": 1}) == ["free"]
    with pytest.raises(ValueError, match="less than or equal to 2"):
        type(members()[0])(**{**members()[0].model_dump(), "free": {"body": 3, "luck": 1}})


@pytest.mark.rule("KAMI-40")
def test_talents_of_a_new_pc() -> None:
    own = members()[0].talents
    assert changed(talents=own[1:]) != []  # the people's first is missing
    assert changed(talents=(*own[:5], "mending_tone")) != []  # of no title of the PC's
    assert changed(talents=(*own[:5], "wide_arc")) != []  # of level 3
    assert changed(talents=(*own[:5], own[4])) != []  # twice
    assert changed(talents=(*own[:5], "twin_cut")) != []  # four of the main title, one of the sub title
    assert changed(talents=("second_thought", "twin_cut", "set_stance", "bite_deep", "ram", "reckless")) == []


@pytest.mark.rule("KAMI-42")
def test_a_level_raises_two_different_stats() -> None:
    assert changed(level=2, raised=(("body", "luck"),)) == []
    assert changed(level=2, raised=(("body", "body"),)) == ["raised[0]"]
    assert changed(level=2, raised=(("body",),)) == ["raised[0]"]
    assert changed(level=2, raised=()) == ["raised"]
    stronger, weaker = (combat_values(members(level)[0], TABLES) for level in (3, 1))
    assert stronger["initiative"] == weaker["initiative"] + 2


@pytest.mark.rule("KAMI-42")
def test_a_level_brings_a_talent_and_an_exchange() -> None:
    own = members(2)[0].talents  # four of Wardblade, two of Gatebreaker
    swapped = tuple("ram" if key == "twin_cut" else key for key in own)
    assert changed(level=2, talents=swapped) == []
    exchanged = ("second_thought", "long_stroke", "set_stance", "crush", "roar", "ram", "reckless")
    assert changed(level=2, talents=exchanged) == []  # one of the main title's three was exchanged
    exchanged = ("second_thought", "long_stroke", "crush", "roar", "ram", "reckless", "quake")
    assert changed(level=2, talents=exchanged) != []


@pytest.mark.rule("KAMI-42")
def test_high_talents_every_fifth_level() -> None:
    four = (("body", "agility"),) * 4
    who = members(3)[0]
    talents = (*who.talents, "twin_cut", "ram", "cut_the_thread", "old_friends")
    talents = tuple(dict.fromkeys((*talents, "reckless")))
    fifth = who.model_copy(update={"raised": four, "talents": talents})
    assert problems(fifth, TABLES, 5) == []
    assert combat_values(fifth, TABLES)["bonds"] == 1  # old friends
    without = tuple("quake" if key == "cut_the_thread" else key for key in talents)
    assert problems(who.model_copy(update={"raised": four, "talents": without}), TABLES, 5) != []


@pytest.mark.rule("KAMI-41")
def test_effects_cost_g_or_points_of_the_kind() -> None:
    who = members()[0]
    plain = price(who, TABLES)
    assert price(who.model_copy(update={"built": (Built(effect="honed"),)}), TABLES) == plain + 600
    paid = (Built(effect="honed", paid=("shutter_hound_part", "gutter_imp_part")),)
    bought = who.model_copy(update={"built": paid, "fused": "iron_bull_part"})
    assert price(bought, TABLES) == plain
    assert materials_used(bought) == {"shutter_hound_part": 1, "gutter_imp_part": 1, "iron_bull_part": 1}
    assert changed(built=paid) == []
    assert changed(built=(Built(effect="honed", paid=("shutter_hound_part",)),)) == ["built[0].paid"]  # 3 of 4 points
    assert changed(built=(Built(effect="honed", paid=("brick_golem_part",)),)) == ["built[0].paid"]  # shell, not fang
    anything = (Built(effect="tempered", attribute="fire", paid=("brick_golem_part", "lamp_moth_part")),)
    assert changed(built=anything) == []


@pytest.mark.rule("KAMI-41")
def test_an_effect_as_often_as_it_may_be() -> None:
    honed = Built(effect="honed")
    assert changed(built=(honed,) * 3) == []
    assert changed(built=(honed,) * 4) == ["built"]
    assert changed(built=(Built(effect="tempered"),)) == ["built[0].attribute"]
    assert changed(built=(Built(effect="honed", attribute="fire"),)) == ["built[0].attribute"]


@pytest.mark.rule("KAMI-41")
def test_merging_keeps_each_effect_as_often_as_it_may_be() -> None:
    honed, heavy, cold = Built(effect="honed"), Built(effect="heavy"), Built(effect="tempered", attribute="cold")
    assert merged([[honed, heavy], [honed, honed, cold], [honed, heavy]], TABLES) == (honed, heavy, honed, honed, cold)


@pytest.mark.rule("KAMI-41")
@pytest.mark.parametrize(
    ("effect", "value", "amount"),
    [
        ("honed", "physical_damage", 2),
        ("engraved", "magic_damage", 2),
        ("balanced", "accuracy", 1),
        ("tuned", "casting", 1),
        ("guarded", "armour", 1),
        ("warded", "barrier", 1),
    ],
)
def test_weapon_effects_that_raise_a_value(effect: str, value: str, amount: int) -> None:
    plain = members()[0]
    built = plain.model_copy(update={"built": (Built(effect=effect),)})
    before, after = combat_values(plain, TABLES), combat_values(built, TABLES)
    assert {key: after[key] - before[key] for key in after if after[key] != before[key]} == {value: amount}


@pytest.mark.rule("KAMI-41")
def test_weapon_effects_that_change_attacks(tmp_path: Path) -> None:
    built = 'built = [{ effect = "heavy" }, { effect = "lengthened" }, { effect = "tempered", attribute = "fire" }]'
    battle = armed(tmp_path, 0, built)
    assert ops_of(battle, "curved_sword")[0][Op.A :] == [Kind.PHYSICAL, 2, 0, 0, ATTRIBUTE_NAMES.index("fire"), 0]
    assert ops_of(battle, "crush")[0][Op.B] == 4
    assert row_of(battle, "curved_sword")[Row.REACH : Row.AIM] == [Reach.SQUARES, 2]
    assert row_of(battle, "crush")[Row.REACH : Row.AIM] == [Reach.SQUARES, 2]
    battle = armed(tmp_path / "..", 2, 'built = [{ effect = "deep" }, { effect = "heavy" }]')
    assert ops_of(battle, "ash_staff")[0][Op.A : Op.C] == [Kind.MAGIC, 2]
    assert ops_of(battle, "thunder_lance")[0][Op.A : Op.C] == [Kind.MAGIC, 3]


FUSED: dict[str, dict[str, Any]] = {
    "gutter_imp_part": {"physical_damage": 1},
    "shutter_hound_part": {"physical_damage": 1},
    "brick_golem_part": {"armour": 1},
    "crow_judge_part": {"accuracy": 1},
    "paper_soldier_part": {"magic_damage": 1},
    "glass_dancer_part": {"physical_damage": 2},
    "well_mother_part": {"barrier": 2},
    "iron_bull_part": {"physical_damage": 3},
    "lamp_moth_part": {"attribute": "venom"},
    "drowned_clerk_part": {"attribute": "cold"},
    "rust_priest_part": {"attribute": "magnetism"},
    "wire_spider_part": {"range": 1},
}


@pytest.mark.rule("KAMI-41")
@pytest.mark.parametrize("material", list(TABLES.materials))
def test_a_fused_material_lends_its_effect(material: str, tmp_path: Path) -> None:
    plain, battle = load_fight("default"), armed(tmp_path, 1, f'fused = "{material}"')
    wanted = FUSED[material]
    changed = {VALUE_NAMES[v]: int(battle.base[1, v] - plain.base[1, v]) for v in Value}
    changed = {key: n for key, n in changed.items() if n}
    attribute = ATTRIBUTE_NAMES[ops_of(battle, "long_spear")[0][Op.E]]
    longer = row_of(battle, "long_spear")[Row.REACH_N] - row_of(plain, "long_spear")[Row.REACH_N]
    assert changed | ({"attribute": attribute} if attribute else {}) | ({"range": longer} if longer else {}) == wanted


@pytest.mark.rule("KAMI-41")
def test_an_attribute_that_an_effect_fixes_gives_way_to_a_chosen_and_a_fused_one() -> None:
    row = {
        "key": "flaming", "name": "Flaming", "effect": "attribute(weapon,fire,always)", "times": 1, "price": 100,
        "points": 2, "material_kind": "any",
    }  # fmt: skip
    tables = with_rows(TABLES, {"weapon_effects": [("own", row)]}, "own")
    flaming = members()[1].model_copy(update={"built": (Built(effect="flaming"),)})
    assert weapon_attribute(flaming, tables) == "fire"
    tempered = (Built(effect="tempered", attribute="light"), Built(effect="flaming"))
    assert weapon_attribute(flaming.model_copy(update={"built": tempered}), tables) == "light"
    assert weapon_attribute(flaming.model_copy(update={"fused": "lamp_moth_part"}), tables) == "venom"


def test_lengthened_weapons() -> None:
    assert weapon_reach(TABLES.weapons["horn_bow"], 1)[0] == (Reach.SQUARES, 7)
    assert weapon_reach(TABLES.weapons["curved_sword"], 0)[0] == (Reach.ENGAGED, 0)


@pytest.mark.rule("KAMI-40")
@pytest.mark.parametrize("key", list(TABLES.weapons))
def test_each_weapon(key: str, tmp_path: Path) -> None:
    """A weapon's numbers are added to its bearer's, and its row reaches as the table says."""
    row = TABLES.weapons[key]
    party = members()[1].model_copy(update={"weapon": key})
    bare = combat_values(members()[1], TABLES)
    spear = TABLES.weapons["long_spear"]
    for value in ("accuracy", "evasion", "casting", "physical_damage", "magic_damage", "barrier"):
        expected = bare[value] - getattr(spear, value) + getattr(row, value)
        assert combat_values(party, TABLES)[value] == expected


@pytest.mark.rule("KAMI-40")
@pytest.mark.parametrize("key", list(TABLES.armours))
def test_each_armour(key: str) -> None:
    row, worn = TABLES.armours[key], TABLES.armours["long_coat"]
    before = combat_values(members()[0], TABLES)
    after = combat_values(members()[0].model_copy(update={"armour": key}), TABLES)
    for value in ("armour", "barrier", "evasion", "move", "initiative"):
        assert after[value] - before[value] == getattr(row, value) - getattr(worn, value)
