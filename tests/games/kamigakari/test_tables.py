"""Kamigakari's tables: the suite's own rows, and what a battle makes of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    NONE,
    STATUS_NAMES,
    VALUE_NAMES,
    Aim,
    Code,
    Duration,
    Kind,
    Op,
    Reach,
    Row,
    Value,
    When,
    Who,
)
from dicedeck.envs.kamigakari.tables import load_fight
from dicedeck.envs.kamigakari.tables.characters import combat_values
from dicedeck.envs.kamigakari.tables.library import KINDS
from dicedeck.envs.kamigakari.tables.operations import read_effect
from dicedeck.envs.kamigakari.tables.rows import EffectRow
from dicedeck.envs.kamigakari.tables.scenario import names_of
from support.kami_tables import TABLES, members, ops_of, row_of

pytestmark = pytest.mark.nojit

EFFECTS = [row for kind in KINDS for row in getattr(TABLES, kind).values() if isinstance(row, EffectRow)]


# ---------------------------------------------------------------- the suite's own rows


@pytest.mark.rule("KAMI-40")
def test_what_there_is() -> None:
    counts = {kind: len(getattr(TABLES, kind)) for kind in KINDS}
    assert counts == {
        "values": 13, "peoples": 4, "titles": 12, "talents": 80, "weapons": 8, "armours": 4, "charms": 6, "items": 6,
        "jobs": 6, "weapon_effects": 10, "materials": 12, "enemies": 15, "enemy_actions": 29, "budgets": 5,
    }  # fmt: skip
    assert names_of("fights") == ["ambush", "conductor", "default", "queen", "siege"]


@pytest.mark.rule("KAMI-40")
def test_talents_of_every_form_and_people() -> None:
    for title in TABLES.titles.values():
        rows = TABLES.talents_of(title.key, title.form)
        assert Counter(row.level for row in rows) == {1: 4, 3: 1, 5: 1}
    for people in TABLES.peoples:
        assert [row.level for row in TABLES.talents_of(people)] == [1, 5]
    assert {row.timing for row in TABLES.talents.values()} == {
        "start", "prepare", "attack", "end", "defence", "special", "constant",
    }  # fmt: skip


@pytest.mark.parametrize("row", EFFECTS, ids=lambda row: " ".join(row.row_key))
def test_effects_read_back_as_they_are_written(row: EffectRow) -> None:
    again = ";".join(str(op) for op in row.ops)
    assert read_effect(again) == row.ops
    assert sorted(again.replace(";", ",")) == sorted(row.effect.replace(";", ","))


@pytest.mark.rule("KAMI-40", "KAMI-24")
def test_values_of_the_ready_party_by_hand() -> None:
    """Cityborn body 8, agility 8, intellect 5, spirit 5, luck 6 with Wardblade A and Gatebreaker A."""
    values = combat_values(members()[0], TABLES)
    assert values == {
        "accuracy": 4 + 2 + 1,
        "evasion": 4 + 1,
        "casting": 3,
        "resistance": 3,
        "insight": 3 + 2,  # the cover job
        "physical_damage": 4 + 2 + 3 + 5,
        "magic_damage": 3,
        "armour": 1 + 4,
        "barrier": 3,
        "initiative": 8 + 1,
        "move": 4,
        "size": 2,
        "bonds": 0,
        "hp": 26 + 2 + 4 + 5,
    }


@pytest.mark.rule("KAMI-40")
def test_constant_talents_and_jobs_stand_in_the_numbers() -> None:
    battle = load_fight("default")
    assert battle.base[1, Value.SIZE] == 3  # rooted
    assert battle.immune[2] == 1 << STATUS_NAMES.index("pain") | 1 << STATUS_NAMES.index("poison")  # no nerves
    assert battle.immune[1] == 1 << STATUS_NAMES.index("poison")  # a noodle cook
    assert not {"rooted", "no_nerves", "red_cord"} & set(battle.row_keys)
    assert load_fight("siege").innate.tolist()[6] == 1 << STATUS_NAMES.index("flying")  # the crow judge


def test_a_battle_is_laid_out_as_the_fight_says() -> None:
    battle = load_fight("ambush")
    assert (battle.grid, battle.max_turns, battle.pcs, battle.enemies) == (9, 20, 4, 7)
    assert battle.square.tolist() == [4 * 13 + 3, 4 * 13 + 4, 4 * 13 + 5, 5 * 13 + 4] + [
        3 * 13 + 1, 3 * 13 + 7, 2 * 13 + 4, 1 * 13 + 2, 2 * 13 + 6, 13 + 4, 6, NONE,
    ]  # fmt: skip
    assert np.flatnonzero(battle.terrain == 2).tolist() == [2 * 13 + 2, 2 * 13 + 3]
    assert battle.max_hp[4] == TABLES.enemies["gutter_imp"].hp and battle.die[4] == 3 and battle.worth[10] == 1
    assert battle.weakness[4] == ATTRIBUTE_NAMES.index("light")
    assert battle.bonds[:5].tolist() == [3, 3, 3, 3, 0] and battle.essence[:5].tolist() == [8, 8, 8, 8, 0]
    assert battle.spirit[:5].tolist() == [4, 4, 4, 4, 0]
    assert battle.known[4].tolist() == battle.known[5].tolist()  # a kind shares its rows


def test_rows_are_numbers() -> None:
    battle = load_fight("default")
    assert row_of(battle, "crush")[: Row.FIRST_OP] == [2, 0, 3, 1, 0, 0, Reach.ENGAGED, 0, Aim.FOE, 1, 0, 0]
    assert row_of(battle, "frost_fan")[: Row.FIRST_OP] == [2, 0, 4, 2, 0, 0, Reach.SQUARES, 4, Aim.AREA, 12, 0, 0]
    assert row_of(battle, "shutter_hound Bite")[Row.REACH : Row.AIM] == [Reach.MOVE, 2]
    assert ops_of(battle, "crush") == [[Code.ATTACK, When.ONCE, Who.TARGET, Kind.PHYSICAL, 3, -1, 0, 0, 0]]
    assert ops_of(battle, "red_thread") == [
        [Code.ATTACK, When.ONCE, Who.TARGET, Kind.MAGIC, 1, 0, 0, ATTRIBUTE_NAMES.index("illusion"), 0],
        [Code.GIVE, When.HIT, Who.TARGET, STATUS_NAMES.index("pain"), 0, 0, 0, 0, 0],
    ]
    assert ops_of(battle, "gather_sparks")[0][: Op.D] == [
        Code.MOD, When.ONCE, Who.USER, VALUE_NAMES.index("magic_damage"), 4, Duration.TURN,
    ]  # fmt: skip
