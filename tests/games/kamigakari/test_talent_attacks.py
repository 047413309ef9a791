"""What every talent with an attack does, by hand from its row: dice, rank, bonuses, attribute, what a hit brings."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

import pytest

from dicedeck.envs.kamigakari.codes import ATTRIBUTE_NAMES
from dicedeck.envs.kamigakari.tables.library import load_tables
from support.kami_rows import ARMOUR, BARRIER, Trial, arena, die_of, is_fumble, values

pytestmark = pytest.mark.nojit


@dataclass(frozen=True)
class Does:
    """What a row says, in words of the test."""

    magic: bool = False
    rank: int = 1
    """Together with the sword's 1."""
    acc: int = 0
    damage: int = 0
    attribute: str = ""
    half: bool = False
    status: str = ""
    turn: dict[str, int] = field(default_factory=dict)
    """Changes of the target for the turn."""
    strikes: int = 1
    targets: int = 1
    pushed: int = 0


ATTACKS: dict[str, Does] = {
    "long_stroke": Does(rank=2),
    "twin_cut": Does(strikes=2),
    "wide_arc": Does(rank=2, targets=2),
    "lock_blades": Does(turn={"accuracy": -2}),
    "thunder_lance": Does(magic=True, rank=2, attribute="shock"),
    "frost_fan": Does(magic=True, rank=1, attribute="cold", half=True, targets=2),
    "whirlwind": Does(magic=True, rank=3, attribute="wind", half=True, targets=2),
    "sky_falls": Does(magic=True, rank=3, attribute="shock", half=True, targets=2),
    "aimed_shot": Does(acc=2, damage=4),
    "pinning_shot": Does(turn={"move": -3, "evasion": -2}),
    "split_shots": Does(damage=2, targets=2),
    "from_nowhere": Does(rank=3, acc=2, damage=5),
    "tolling_blow": Does(magic=True, attribute="light", turn={"evasion": -2}),
    "cracked_note": Does(magic=True, attribute="light", turn={"armour": -4}),
    "great_bell": Does(magic=True, rank=2, attribute="light", half=True, turn={"initiative": -5}, targets=2),
    "last_hour": Does(magic=True, rank=5, attribute="light"),
    "red_thread": Does(magic=True, attribute="illusion", status="pain"),
    "trip_line": Does(magic=True, status="prone"),
    "blindfold": Does(magic=True, status="dark"),
    "bitter_needle": Does(damage=2, attribute="venom", status="poison"),
    "puppet_strings": Does(magic=True, rank=2, attribute="illusion", status="paralysis"),
    "ram": Does(rank=2, pushed=2),
    "crush": Does(acc=-1, rank=3),
    "quake": Does(rank=2, status="prone", targets=2),
    "break_the_gate": Does(rank=5),
}
POOLS = {"any1": "6", "odd1": "5", "odd2": "5 5", "even1": "4", "pair": "2 2", "run3": "2 3 4", "any4": "1 2 3 6",
         "face6": "6"}  # fmt: skip
PLAIN = values()


def rolled(key: str, weakness: str = "", **enemy: Any) -> Trial:
    """The talent used on enemy_0, and on enemy_1 beside it where more may be; the first seed without critical or
    fumble, up to the roll."""
    does, row = ATTACKS[key], load_tables().talents[key]
    battle = arena(key)
    if weakness:
        battle = copy.deepcopy(battle)
        battle.weakness[4] = ATTRIBUTE_NAMES.index(weakness)
    for seed in range(40):
        figures: dict[str, Any] = {
            "pc_0": "4,4",
            "enemy_0": {"square": "4,3", **enemy},
            "enemy_1": {"square": "5,3", **enemy},
        }
        trial = Trial(battle, phase="attack", seed=seed, spirit=POOLS[row.cost], **figures)
        trial.play("talent 1")
        for k in range(does.targets):
            trial.play(f"target enemy_{k}")
        if trial.now() == "target":
            trial.play("done")
        trial.pay()
        assert trial.now() == "before"
        trial.play("transcend 0")
        dice = trial.state.to_dict()["check"]["rolled"]
        if not is_fumble(dice) and die_of(dice) < 10:
            return trial
    raise AssertionError("only criticals and fumbles")


def strike(does: Does, die: int, more_rank: int = 0) -> int:
    """HP damage of one hit, by the rules (KAMI-23 to KAMI-26)."""
    rate = die * (does.rank + more_rank)
    if does.magic:
        return rate + PLAIN["magic_damage"] + does.damage - BARRIER
    return rate + PLAIN["physical_damage"] + does.damage - ARMOUR


@pytest.mark.rule("KAMI-23", "KAMI-24")
@pytest.mark.parametrize("key", list(ATTACKS))
def test_the_check_and_the_damage(key: str) -> None:
    does = ATTACKS[key]
    trial = rolled(key)
    assert trial.state.to_dict()["check"].get("bonus", 0) == PLAIN["casting" if does.magic else "accuracy"] + does.acc
    trial.finish()
    dice = [faces for kind, faces in trial.dice if kind == "active"]
    assert len(dice) == does.strikes
    if not any(is_fumble(faces) for faces in dice):
        wanted = sum(strike(does, die_of(faces)) for faces in dice)
        for k in range(does.targets):
            assert trial.lost(f"enemy_{k}") == wanted


@pytest.mark.rule("KAMI-17", "KAMI-29")
@pytest.mark.parametrize("key", list(ATTACKS))
def test_what_a_hit_brings(key: str) -> None:
    does = ATTACKS[key]
    trial = rolled(key).finish()
    for k in range(does.targets):
        name = f"enemy_{k}"
        assert trial.status(name) == ({does.status} if does.status else set())
        assert trial.changes(name) == ({"turn": does.turn} if does.turn else {})
    assert trial.apart("pc_0", "enemy_0") == 1 + does.pushed


@pytest.mark.rule("KAMI-27")
@pytest.mark.parametrize("key", list(ATTACKS))
def test_a_miss_brings_nothing_but_half_damage_where_the_row_says_so(key: str) -> None:
    does = ATTACKS[key]
    trial = rolled(key, changes={"fight": {"evasion": 60, "resistance": 60}}).finish()
    die = die_of(trial.active_dice())
    wanted = (strike(does, die) + 1) // 2 if does.half else 0
    if does.strikes == 1:
        assert trial.lost("enemy_0") == wanted
    assert trial.status("enemy_0") == set()
    assert "turn" not in trial.changes("enemy_0")
    assert trial.apart("pc_0", "enemy_0") == 1


@pytest.mark.rule("KAMI-25")
@pytest.mark.parametrize("key", [key for key, does in ATTACKS.items() if does.attribute])
def test_the_attribute_of_the_attack(key: str) -> None:
    """One more rank against the weakness, none against another one."""
    does = ATTACKS[key]
    trial = rolled(key, weakness=does.attribute).finish()
    assert trial.lost("enemy_0") == strike(does, die_of(trial.active_dice()), more_rank=1)
    trial = rolled(key, weakness="fire").finish()
    assert trial.lost("enemy_0") == strike(does, die_of(trial.active_dice()))


@pytest.mark.rule("KAMI-30")
def test_from_nowhere_is_an_ambush_and_no_more_afterwards() -> None:
    trial = rolled("from_nowhere")
    assert trial.state.to_dict()["attack"]["ambush"]
    trial.finish()
    assert "ambush" not in trial.status("pc_0")


@pytest.mark.rule("KAMI-24", "KAMI-27")
@pytest.mark.parametrize(("key", "rank", "targets"), [("warm_rain", 1, 2), ("mending_tone", 2, 1)])
def test_healing(key: str, rank: int, targets: int) -> None:
    """Die x rank + magic damage, whatever the total; nothing on a fumble, nothing above the maximum."""
    row = load_tables().talents[key]
    for seed in range(12):
        hurt = {"square": "3,4", "hp": 2}
        figures: dict[str, Any] = {"pc_0": {"square": "4,4", "hp": 2, "spirit": [6]}, "pc_1": hurt, "enemy_0": "8,8"}
        trial = Trial(arena(key), phase="attack", seed=seed, **figures).play("talent 1", "target pc_1")
        if targets == 2:
            trial.play("target pc_0")
        trial.finish()
        dice = trial.active_dice()
        gained = 0 if is_fumble(dice) else die_of(dice) * rank + PLAIN["magic_damage"]
        assert -trial.lost("pc_1") == min(gained, int(trial.battle.max_hp[1]) - 2)
        assert -trial.lost("pc_0") == (min(gained, int(trial.battle.max_hp[0]) - 2) if targets == 2 else 0)
        assert row.target == f"ally:{targets}"


def test_every_talent_with_an_attack_is_here() -> None:
    with_attack = {row.key for row in load_tables().talents.values() if "attack(" in row.effect}
    assert with_attack == set(ATTACKS) | {"warm_rain", "mending_tone"}
