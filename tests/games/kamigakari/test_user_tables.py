"""Kamigakari: a user's own rows, fights and parties, and complaints that name row, field and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.kamigakari.codes import (
    Op,
)
from dicedeck.envs.kamigakari.tables import load_fight
from dicedeck.envs.kamigakari.tables.grammar import EffectError, parse_effect
from support.kami_tables import READY, TABLES, fight_of, ops_of, with_file

pytestmark = pytest.mark.nojit

TALENT_HEADER = "source,form,level,key,name,timing,trigger,cost,range,target,limit,effect"
TALENT = "wardblade,A,1,long_stroke,Long Stroke,attack,,any1,weapon,weapon,,attack(weapon)"
FIGHT = 'title = "Mine"\nparty_squares = ["0,0", "1,0", "2,0", "3,0"]\nfoes = ["iron_bull 4,4"]\n'
PEOPLES = "key,name,body,agility,intellect,spirit,luck"
MATERIALS = "key,name,enemy,kind,points,price,effect_when_fused"
ACTIONS = "enemy,name,timing,trigger,range,target,limit,effect"


# ---------------------------------------------------------------- a user's own tables


def test_rows_of_a_folder_replace_and_add(tmp_path: Path) -> None:
    more = TALENT.replace("long_stroke,Long Stroke", "very_long,Very Long").replace(
        "attack(weapon)", '"attack(weapon,rank=2)"'
    )
    tables = with_file(tmp_path, "talents.csv", TALENT_HEADER, TALENT.replace("any1", "odd2"), more)
    assert len(tables.talents) == 81
    assert tables.talents["long_stroke"].cost == "odd2"
    assert [op.named for op in tables.talents["very_long"].ops] == [{"rank": 2}]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("any1", "any7", r"talents.csv line 2 .row 'long_stroke A Long Stroke'.: cost: 'any7' is no cost"),
        ("any1", "essence99", "cost: 'essence99' is no cost"),
        (",attack,", ",atack,", "timing: 'atack' is no timing; did you mean 'attack'"),
        ("weapon,weapon", "weapons,weapon", "range: 'weapons' is no range; write self, engaged"),
        ("weapon,weapon", "weapon,foes:2", "target: 'foes:2' is no target"),
        (",,attack(", ",turns:1,attack(", "limit: 'turns:1' is no limit"),
        ("attack(weapon)", "atack(weapon)", "effect: there is no operation 'atack'; did you mean 'attack'"),
        ("attack(weapon)", "attack(weapon", r"effect: expected ',' after 'attack\(weapon', the text ends"),
        ("attack(weapon)", "attack(sword)", "effect: .* the first word is one of weapon, physical"),
        ("attack(weapon)", '"attack(weapon,rang=1)"', "effect: .* rang= is not known"),
        ("attack(weapon)", '"attack(weapon,rank=11)"', "effect: .* rank=11 must be a number from 0 to 10"),
        ("attack(weapon)", "attack(magic)", "effect: .* an attack without the weapon names its rank="),
        ("attack(weapon)", '"attack(weapon,half)"', "effect: .* only magic is halved if resisted"),
        ("attack(weapon)", '"on_hit(give(target,prone))"', r"effect: on_hit\(...\) stands directly behind"),
        ("attack(weapon)", '"attack(weapon);on_hit(give(target,pron))"', "'pron', must be prone.*mean 'prone'"),
        ("attack(weapon)", '"mod(target,acuracy,1,turn)"', "argument 2, 'acuracy', must be .*did you mean 'accuracy'"),
        ("attack(weapon)", '"mod(target,accuracy,1,always)"', "effect: .* holds always"),
        ("attack(weapon)", "reduce(3)", "effect: .* needs the trigger self_damaged or ally_damaged"),
        (",attack,,", ",prepare,,", r"effect: attack\(weapon\) needs the timing attack"),
        (",attack,,", ",attack,self_damaged,", "trigger: only the timings defence and special have one"),
        (",attack,,", ",defence,,", "trigger: a talent of the timing defence needs one"),
        (",attack,,", ",defence,own_check_rolled,", "trigger: own_check_rolled is not for defence"),
        (",attack,,", ",special,self_stunned,", "effect: attack.* needs the timing attack"),
        ("weapon,weapon", "self,weapon", "range: range self and target self go together"),
        ("weapon,weapon", "self,self", "target: an attack is on others"),
        ("weapon,weapon", "4,ally:1", "target: ally:1 does not suit"),
        ("wardblade,A", "wardblad,A", "source: 'wardblad' is no people and no title; did you mean 'wardblade'"),
        ("wardblade,A", "wardblade,", "form: wardblade is a title; write A or B"),
        ("wardblade,A", "hollow,A", "form: hollow is a people"),
        ("A,1,", "A,2,", "level: 2 is no level of talents"),
        ("A,1,", "A,one,", "level: 'one' is no whole number from 1 to 5"),
        ("long_stroke", "Long-Stroke", "key: 'Long-Stroke' is no key; write small letters"),
        (TALENT, TALENT + ",more", "line 2 .*: 13 cells, the header has 12"),
        (TALENT, TALENT + "\n" + TALENT, "line 3 .*: key: stands there twice"),
    ],
)  # fmt: skip
def test_complaints_about_a_talent(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in TALENT
    with pytest.raises(OptionError, match=told):
        with_file(tmp_path, "talents.csv", TALENT_HEADER, TALENT.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "lines", "told"),
    [
        ("talent.csv", ["key"], "talent.csv: no table has this name; did you mean 'talents.csv'"),
        ("talents.csv", [TALENT_HEADER + ",colour"], "no column is called 'colour'"),
        ("talents.csv", [TALENT_HEADER.replace(",cost", "")], "the header lacks cost"),
        ("armours.csv", ["key,key,name,price"], "the column 'key' stands there twice"),
        ("peoples.csv", [PEOPLES, "x,X,9,9,9,9,9"], "body: the main stats sum to 45"),
        ("peoples.csv", [PEOPLES, "x,X,6,6,6,5,5"], "exactly one talent of level 1"),
        ("titles.csv", ["key,name,form", "cook,Cook,A"], "0 talents of level 1 in talents.csv; a form needs 3"),
        ("jobs.csv", ["key,name,effect,item", 'cook,Cook,"heal(self,3)",hot_soup'], "effect: .* does not always hold"),
        ("jobs.csv", ["key,name,effect,item", 'cook,Cook,"mod(self,hp,3,always)",soup'], "item: 'soup' is no item"),
        ("materials.csv", [MATERIALS, 'x,X,yeti,fang,1,1,"mod(self,armour,1)"'],
         "enemy: 'yeti' is no enemy"),
        ("materials.csv", [MATERIALS, 'x,X,iron_bull,fang,1,1,"heal(self,1)"'],
         "effect_when_fused: effect: .* cannot be built into a weapon"),
        ("enemy_actions.csv", [ACTIONS, "iron_bull,X,attack,,engaged,foe:1,,attack(weapon)"],
         "effect: enemies have no weapons"),
        ("enemy_actions.csv", [ACTIONS, "iron_bull,X,special,own_check_rolled,self,self,,dice(reroll)"],
         "effect: enemies do not roll"),
        ("enemy_actions.csv", [ACTIONS, 'bull,X,attack,,engaged,foe:1,,"attack(magic,rank=1)"'],
         "enemy: 'bull' is no enemy"),
        ("weapons.csv", ["key,name,kind,range,target,rank,price", "x,X,physical,weapon,foe:1,1,1"],
         "range: a weapon has a range of its own"),
        ("values.csv", ["key,main_stat,divisor,base", "accuracy,agility,0,0"], "divisor: is 0 though there is a main"),
        ("armours.csv", ["key,name,price", 'x,"X,1'], "armours.csv line 2: unexpected end of data"),
    ],
)  # fmt: skip
def test_complaints_about_other_tables(tmp_path: Path, name: str, lines: list[str], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        with_file(tmp_path, name, *lines)


def test_an_enemy_needs_an_attack(tmp_path: Path) -> None:
    header = ",".join(type(TABLES.enemies["iron_bull"]).model_fields)
    row = "yeti,Yeti,1,40,1,1,15,15,0,15,10,0,4,5,4,2,fire,1,10,nearest"
    with pytest.raises(OptionError, match="row 'yeti': key: has no action of the timing attack"):
        with_file(tmp_path, "enemies.csv", header, row)
    (tmp_path / "enemy_actions.csv").write_text(
        f'{ACTIONS}\nyeti,Paw,attack,,engaged,foe:1,,"attack(physical,rank=1)"\n'
    )
    assert with_file(tmp_path, "enemies.csv", header, row).enemies["yeti"].hp == 40
    with pytest.raises(
        OptionError, match=r"enemies.csv line 2 \(row 'yeti Yeti'\): die: '9' is no whole number from 1 to 6"
    ):
        with_file(tmp_path, "enemies.csv", header, row.replace(",4,5,4,2,", ",9,5,4,2,"))


@pytest.mark.parametrize(
    "text", ["", "x", "x(", "x)", "x(1", "x(1))", "x(,)", "x(=1)", "x(a=1,a=2)", "x(1=2)", "x();", "é()"]
)
def test_what_is_no_effect(text: str) -> None:
    with pytest.raises(EffectError):
        parse_effect(text)


# ---------------------------------------------------------------- fights and parties of a user's own


def test_a_fight_of_ones_own(tmp_path: Path) -> None:
    battle = fight_of(tmp_path, FIGHT)
    assert (battle.title, battle.grid, battle.enemies) == ("Mine", 9, 1)
    assert battle.max_hp[4] == TABLES.enemies["iron_bull"].hp
    yeti = """
[[enemies]]
key = "yeti"
name = "Yeti"
level = 1
hp = 40
armour = 1
barrier = 1
accuracy = 15
evasion = 15
casting = 0
resistance = 15
physical_damage = 10
magic_damage = 0
die = 4
initiative = 5
move = 4
size = 2
weakness = "fire"
essence = 1
insight = 10
policy = "nearest"

[[enemy_actions]]
enemy = "yeti"
name = "Paw"
timing = "attack"
trigger = ""
range = "engaged"
target = "foe:1"
limit = ""
effect = "attack(physical,rank=2)"
"""
    battle = fight_of(tmp_path, FIGHT.replace("iron_bull", "yeti") + yeti)
    assert battle.max_hp[4] == 40 and ops_of(battle, "yeti Paw")[0][Op.B] == 2
    with pytest.raises(
        OptionError, match=r"mine.toml enemies\[0\] \(row 'yeti Yeti'\): weakness: 'ice' is no attribute"
    ):
        fight_of(tmp_path, FIGHT + yeti.replace('"fire"', '"ice"'))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("iron_bull", "iron_ball", r"mine.toml: foes\[0\]: 'iron_ball' is no enemy; did you mean 'iron_bull'"),
        ("4,4", "9,4", r"foes\[0\]: '9,4' is no square of this grid; write column,row, each from 0 to 8"),
        ("4,4", "1,0", r"foes\[0\]: 1,0 is taken by party_squares\[1\]"),
        ("4,4", "", r"foes\[0\]: '' is no square"),
        ('"Mine"', "7", "title: Input should be a valid string"),
        ('title = "Mine"', "", "title: is missing"),
        ("foes", "foe", "foe: nothing has this name here; did you mean 'foes'"),
        ("title", "grid = 11\ntitle", "grid: Input should be 9 or 13"),
        ("title", "max_turns = 0\ntitle", "max_turns: Input should be greater than or equal to 1"),
        ("title", "obstacles = [3]\ntitle", r"obstacles\[0\]: Input should be a valid string"),
        (', "2,0", "3,0"', "", "party_squares: 4 PCs need as many squares"),
        ("title", 'tables = "nowhere"\ntitle', "tables: there is no folder"),
        ("title", "enemies = 3\ntitle", r"enemies: write \[\[enemies\]\] before each row"),
        ('"Mine"', '"Mine', "mine.toml: Illegal character|mine.toml: Unescaped"),
        ("title", 'party = "best"\ntitle', "parties: there is no 'best'.*known: ready_1, ready_2, ready_3"),
    ],
)
def test_complaints_about_a_fight(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        fight_of(tmp_path, FIGHT.replace(old, new, 1))


def test_complaints_about_a_fight_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="fights: there is no 'defautl'; did you mean 'default'"):
        load_fight("defautl")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"cityborn"', '"citybron"', r"party.toml: pcs\[0\].people: 'citybron' is none of cityborn"),
        ("body = 2", "body = 1", r"pcs\[0\].free: 3 free points"),
        ('"second_thought",', "", r"pcs\[0\].talents: 5 talents; a PC of level 1 has 6"),
        ('"curved_sword"', '"great_maul"\nbuilt = [{ effect = "honed" }]', r"pcs\[0\].weapon: the gear costs 2800 G"),
        ("job =", 'fused = "iron_bull_part"\njob =', "pcs: 1 of iron_bull_part used; a party of level 1 has 0"),
        ("job =", "jobs =", r"pcs\[0\].jobs: nothing has this name here; did you mean 'job'"),
        ("level = 1", "level = 9", "level: Input should be less than or equal to 5"),
    ],
)
def test_complaints_about_a_party(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = READY.read_text(encoding="utf-8")
    (tmp_path / "party.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(OptionError, match=told):
        fight_of(tmp_path, FIGHT, str(tmp_path / "party.toml"))
