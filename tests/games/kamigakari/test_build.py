"""Kamigakari, KAMI-40 to KAMI-43: building as decisions; the same parties as by the pure functions, row by row."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.errors import OptionError, PositionError
from dicedeck.envs.kamigakari.build import GAME
from dicedeck.envs.kamigakari.build.rules.arming import write_fight
from dicedeck.envs.kamigakari.build.rules.judging import blank_fights
from dicedeck.envs.kamigakari.fight.state import write_battle
from dicedeck.envs.kamigakari.tables.battle import make_battle
from dicedeck.envs.kamigakari.tables.characters import materials_used, price, problems
from dicedeck.envs.kamigakari.tables.library import load_tables
from dicedeck.envs.kamigakari.tables.scenario import load_fight_file
from support.kami_build import PLAIN, begin, building, built_at_random, characters, legal, play

pytestmark = pytest.mark.nojit

TABLES = load_tables()
FIGHTS = ("default", "ambush", "siege", "conductor", "queen")


def pc(until: str = "job", **changes: Any) -> dict[str, Any]:
    """The plain PC, up to one of its fields."""
    keys = list(PLAIN)
    return {key: PLAIN[key] for key in keys[: keys.index(until) + 1]} | changes


# ---------------------------------------------------------------- what may be decided


@pytest.mark.rule("KAMI-40")
def test_four_peoples_then_titles() -> None:
    state = building().new_initial_state(0)
    assert (state.phase(), legal(state, "people")) == ("people", set(TABLES.peoples))
    play(state, "people hollow")
    assert (state.phase(), legal(state, "title")) == ("main", set(TABLES.titles))
    play(state, "title wardblade A")
    assert (state.phase(), legal(state, "title")) == ("sub", set(TABLES.titles) - {"wardblade A"})


@pytest.mark.rule("KAMI-40")
def test_four_free_points_at_most_two_on_one_stat() -> None:
    state = begin(pc("sub"))
    play(state, "point luck", "point luck")
    assert legal(state, "point") == {"body", "agility", "intellect", "spirit"}
    play(state, "point body", "point spirit")
    assert state.phase() == "talent"
    assert state.record.free[0].tolist() == [1, 0, 0, 1, 2]


@pytest.mark.rule("KAMI-42")
def test_a_level_raises_two_different_stats() -> None:
    state = begin(pc("free"), level=3)
    assert (state.phase(), len(legal(state, "point"))) == ("raise", 5)
    play(state, "point body")
    assert legal(state, "point") == {"agility", "intellect", "spirit", "luck"}
    play(state, "point luck")
    assert len(legal(state, "point")) == 5
    play(state, "point body", "point luck")
    assert state.phase() == "talent"


@pytest.mark.rule("KAMI-40")
def test_three_talents_of_the_main_title_and_two_of_the_sub_title() -> None:
    state = begin(pc("free"))
    main, sub = (
        {row.key for row in TABLES.talents_of(key, "A") if row.level == 1} for key in ("wardblade", "gatebreaker")
    )
    assert state.to_dict()["pcs"][0]["talents"] == ["second_thought"]
    assert legal(state, "talent") == main | sub
    play(state, "talent long_stroke", "talent twin_cut", "talent set_stance")
    assert legal(state, "talent") == sub
    play(state, "talent crush", "talent roar")
    assert state.phase() == "weapon"
    state = play(begin(pc("free")), "talent crush", "talent roar")
    assert legal(state, "talent") == main


@pytest.mark.rule("KAMI-42")
def test_later_levels_open_talents_and_exchange_one_each() -> None:
    raised = ["body", "luck", "body", "luck"]
    state = begin(pc("free", raised=raised), level=3)
    assert {"wide_arc", "quake"} <= legal(state, "talent")
    assert not {"cut_the_thread", "old_friends"} & legal(state, "talent")
    play(state, *(f"talent {key}" for key in ("long_stroke", "twin_cut", "set_stance", "bite_deep", "wide_arc")))
    play(state, "talent crush", "talent roar")
    assert state.phase() == "weapon"  # five and two: as many as a new PC has, and one a level
    state = begin(pc("free", raised=raised[:2]), level=2)
    play(state, *(f"talent {key}" for key in ("crush", "roar", "ram", "reckless")))
    assert not legal(state, "talent") & {row.key for row in TABLES.talents_of("gatebreaker", "A")}
    # two of the main title are needed: three, less one that was exchanged


@pytest.mark.rule("KAMI-42")
def test_the_fifth_level_brings_a_high_talent_and_one_of_the_people() -> None:
    state = begin(pc("free", raised=["body", "luck"] * 4), level=5)
    assert {"old_friends", "cut_the_thread", "break_the_gate"} <= legal(state, "talent")
    play(state, "talent old_friends", "talent break_the_gate")
    assert not {"old_friends", "cut_the_thread"} & legal(state, "talent")
    assert state.record.level == 5


@pytest.mark.rule("KAMI-43", "KAMI-41")
def test_gear_leaves_enough_for_the_rest() -> None:
    """2,400 G: the cheapest armour costs 300, the cheapest charm 200."""
    state = begin(pc("talents"))
    assert legal(state, "weapon") == set(TABLES.weapons)
    play(state, "weapon great_maul")  # 1,200 G
    assert legal(state, "armour") == {"street_clothes", "long_coat", "paper_robe"}  # the vest costs 1,100
    play(state, "armour paper_robe")
    assert (legal(state, "charm"), int(state.record.gold[0])) == ({"red_cord", "tin_mirror", "rice_cake", "chalk"}, 300)
    play(state, "charm chalk")
    assert legal(state, "job") == set(TABLES.jobs)
    play(state, "job courier")
    assert (state.phase(), legal(state)) == ("build", {"done"})


@pytest.mark.rule("KAMI-41")
def test_effects_for_g_as_often_as_they_may_be() -> None:
    state = begin(pc(charm="rice_cake"))  # 600 G are left
    assert legal(state, "buy") == {"honed", "engraved"}
    play(state, "buy honed")
    assert (legal(state), int(state.record.gold[0])) == ({"done"}, 0)


@pytest.mark.rule("KAMI-41")
def test_effects_for_points_of_the_kind() -> None:
    """At level 2 the party has 6 points of fang, 8 of ink, 3 of feather, none of shell; the kinds do not mix."""
    state = begin(pc(raised=["body", "luck"], talents=[*PLAIN["talents"], "twin_cut"]), level=2)
    assert legal(state, "earn") == {"honed", "engraved", "tuned", "tempered"}
    play(state, "earn honed")
    assert (state.phase(), legal(state)) == ("pay", {"use shutter_hound_part"})
    play(state, "use shutter_hound_part")
    assert (state.phase(), int(state.record.points)) == ("pay", 1)
    play(state, "use shutter_hound_part")
    assert (state.phase(), int(state.record.points)) == ("build", 0)  # two points are lost
    assert "honed" not in legal(state, "earn")
    assert int(state.record.gold[0]) == 3200 - 1900


@pytest.mark.rule("KAMI-41")
def test_an_attribute_is_chosen_then_paid_for() -> None:
    state = begin(pc(raised=["body", "luck"], talents=[*PLAIN["talents"], "twin_cut"]), level=2)
    play(state, "earn tempered")
    assert (state.phase(), len(legal(state, "attribute"))) == ("attribute", 8)
    play(state, "attribute light")
    assert (state.phase(), "use wire_spider_part" in legal(state)) == ("pay", True)  # any kind
    state = begin(pc(raised=["body", "luck"], talents=[*PLAIN["talents"], "twin_cut"]), level=2)
    play(state, "buy tempered", "attribute light")
    assert (state.phase(), int(state.record.gold[0])) == ("build", 3200 - 1900 - 800)
    assert "tempered" not in legal(state, "buy")


@pytest.mark.rule("KAMI-41")
def test_one_material_is_fused_and_the_stock_is_the_partys() -> None:
    first = pc(raised=["body", "luck"], talents=[*PLAIN["talents"], "twin_cut"])
    state = play(begin(first, level=2), "fuse wire_spider_part")
    assert legal(state, "fuse") == set()
    play(state, "done")
    second = dict(first)
    done = first | {"building": ["fuse wire_spider_part"], "done": True}
    state = begin(done, second, level=2)
    assert "wire_spider_part" not in legal(state, "fuse") and "lamp_moth_part" in legal(state, "fuse")


# ---------------------------------------------------------------- the same as by the pure functions


@pytest.mark.rule("KAMI-40", "KAMI-41", "KAMI-42")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_parties_keep_the_building_rules(level: int, seed: int) -> None:
    state = built_at_random(building(level=level).new_initial_state(seed), seed)
    budget = TABLES.budgets[str(level)]
    used: Counter[str] = Counter()
    for number, who in enumerate(characters(state)):
        assert problems(who, TABLES, level) == []
        assert price(who, TABLES) + int(state.record.gold[number]) == budget.gold
        used += materials_used(who)
    left = Counter({name: int(n) for name, n in zip(TABLES.materials, state.record.stock) if n})
    assert used + left == Counter(budget.stock)


@pytest.mark.rule("KAMI-43")
@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_the_party_that_fights_is_the_one_that_was_built(level: int, seed: int) -> None:
    """Every number in the record of each fight equals what the tables make of the same party as a file."""
    fights = ",".join(FIGHTS)
    state = built_at_random(building(level=level, fights=fights).new_initial_state(seed), seed)
    party = characters(state)
    for k, name in enumerate(FIGHTS):
        fight, tables = load_fight_file(name)
        written, wanted = (blank_fights().view(np.recarray)[0] for _ in range(2))
        write_fight(state.record, k, written)
        write_battle(wanted, make_battle(fight, name, party, tables))
        different = [
            field
            for field in wanted.dtype.names
            if not np.array_equal(np.array(written[field]), np.array(wanted[field]))
        ]
        assert different == [], f"{name}: {different}"


# ---------------------------------------------------------------- positions and options


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"pcs": []}, "pcs: 0 entries"),
        ({"pcs": [{"people": "elf"}]}, r"pcs\[0\].people: no action is called 'people elf'"),
        ({"pcs": [{"people": "people 5"}]}, r"pcs\[0\].people"),
        ({"pcs": [{"main": "wardblade A"}]}, r"pcs\[0\].main: .* belongs to 'main'; 'people' comes first"),
        ({"pcs": [pc("main", sub="wardblade A")]}, r"pcs\[0\].sub: 'title wardblade A' is not allowed here"),
        ({"pcs": [pc("sub", free={"body": 3})]}, r"pcs\[0\].free.body: expected a whole number from 0 to 2"),
        ({"pcs": [pc("sub", free={"body": 2, "wits": 2})]}, r"pcs\[0\].free.wits: is not known here"),
        (
            {"pcs": [pc("free", talents=["second_thought", "wide_arc"])]},
            r"talents\[1\]: 'talent wide_arc' is not allowed",
        ),
        ({"pcs": [pc("free", talents=["crush", "crush"])]}, r"talents\[1\]: 'talent crush' is not allowed"),
        ({"pcs": [pc("free", raised=["body"])]}, r"raised\[0\]: .* belongs to 'raise'"),
        ({"pcs": [pc(weapon="great_maul", armour="plated_vest")]}, r"pcs\[0\].armour: .* is not allowed here"),
        ({"pcs": [pc(building=["buy heavy"])]}, r"building\[0\]: 'buy heavy' is not allowed here"),
        ({"pcs": [pc(building=["done"])]}, r"building\[0\]"),
        (
            {"pcs": [pc("talents", building=["buy honed"])]},
            r"building\[0\]: .* comes when gear and cover job are chosen",
        ),
        ({"pcs": [pc("charm", done=True)]}, r"pcs\[0\].done: 'done' belongs to 'build'; 'job' comes first"),
        ({"pcs": [pc(), pc()]}, r"pcs\[0\].done: another PC follows"),
        ({"pcs": [pc()], "phase": "talent"}, "phase: 'talent', but what is decided leads to 'build'"),
        ({"pcs": [pc()], "won": {"default": 1}}, "won: is given exactly when"),
        ({"pcs": [pc(done=True)] * 4, "won": {"default": 2}}, "won.default: expected a whole number from 0 to 1"),
        ({"pcs": [pc(done=True)] * 4}, "won: is given exactly when"),
        ({"pcs": [pc(colour="red")]}, r"pcs\[0\].colour: is not known here"),
        ({"pcs": [pc()], "budget": 9}, "budget: is not known here"),
    ],
)
def test_complaints_about_positions(position: dict[str, Any], told: str) -> None:
    with pytest.raises(PositionError, match=told):
        building().from_dict(position)


def test_a_finished_party_as_a_position() -> None:
    state = building().from_dict({"pcs": [pc(done=True)] * 4, "won": {"default": 1}})
    assert state.is_terminal() and state.returns() == [1.0]
    assert "default: won 1 of 1" in str(state)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"fights": "defautl"}, "fights: there is no 'defautl'; did you mean 'default'"),
        ({"fights": ",".join(["default"] * 7)}, "fights: 7 of them; 1 to 6 are possible"),
        ({"fights": "default,default"}, "fights: 'default' stands there twice"),
        ({"fights": "x" * 300}, "fights: there is no 'xxx"),
        ({"tables": "x" * 5000}, "tables: there is no folder 'xxx"),
        ({"tables": "/nowhere"}, "tables: there is no folder '/nowhere'"),
        ({"level": 6}, "level=6"),
        ({"games": 33}, "games=33"),
    ],
)
def test_complaints_about_options(options: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        GAME.load(**options)


@pytest.mark.rule("KAMI-43")
def test_fights_up_to_the_level_judge() -> None:
    assert GAME.load(games=1).new_initial_state(0).record.fights == 3
    assert GAME.load(games=1, level=2).new_initial_state(0).record.fights == 4
    assert GAME.load(games=1, level=3).new_initial_state(0).record.fights == 5


def test_talents_with_too_many_operations_are_refused(tmp_path: Any) -> None:
    """Four PCs with a dozen long talents each would not fit into a fight."""
    header = "source,form,level,key,name,timing,trigger,cost,range,target,limit,effect"
    long = '"' + ";".join(["mod(self,evasion,1,turn)"] * 6) + '"'
    rows = [f"wardblade,A,1,long_{k},Long {k},prepare,,none,self,self,,{long}" for k in range(12)]
    (tmp_path / "talents.csv").write_text("\n".join([header, *rows]) + "\n")
    with pytest.raises(OptionError, match=r"four PCs could have 3\d\d operations .* a fight has room for 152"):
        building(tables=str(tmp_path))


def test_names_come_from_the_tables_in_use(tmp_path: Any) -> None:
    header = "key,name,kind,range,target,rank,physical_damage,price"
    (tmp_path / "weapons.csv").write_text(f"{header}\nfork,Fork,physical,engaged,foe:1,1,2,100\n")
    state = building(tables=str(tmp_path)).new_initial_state(0)
    assert "weapon fork" in state.game.actions.names
    assert "weapon fork" not in building().actions.names
    assert state.game.digest != building().digest
