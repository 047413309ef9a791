"""What every action of every enemy does, by hand from its row; the enemies' own numbers come from ``enemies.csv``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from support.kami_rows import PLAIN, Trial, arena, die_of, is_fumble, pc, tables, values

pytestmark = pytest.mark.nojit

VALUES = values()
MORE = 10
"""Armour and barrier of the victims on top, so that nobody falls."""
HELPLESS = {"fight": {"evasion": -40, "resistance": -40, "armour": MORE, "barrier": MORE}}
NIMBLE = {"fight": {"evasion": 40, "resistance": 40, "armour": MORE, "barrier": MORE}}


@dataclass(frozen=True)
class Does:
    """An attack, in words of the test."""

    number: int
    """In the enemy's list."""
    reach: int
    """Squares; with ``walks`` those it goes first."""
    magic: bool = False
    rank: int = 1
    half: bool = False
    status: str = ""
    turn: dict[str, int] = field(default_factory=dict)
    targets: int = 1
    walks: bool = False
    limit: str = ""
    area: bool = False
    pushed: int = 0
    pulls: int = 0
    attribute: str = ""


ATTACKS: dict[str, Does] = {
    "gutter_imp Scratch": Does(1, 1),
    "lamp_moth Scales": Does(1, 4, magic=True, attribute="venom"),
    "shutter_hound Bite": Does(1, 2, walks=True),
    "brick_golem Fall Upon": Does(1, 1, status="prone"),
    "drowned_clerk Cold Breath": Does(1, 4, magic=True, attribute="cold"),
    "drowned_clerk Flood": Does(
        2, 3, magic=True, rank=0, half=True, status="prone", area=True, targets=2, limit="fight:1", attribute="cold"
    ),
    "wire_spider Wire": Does(1, 3, turn={"move": -2}),
    "wire_spider Venom": Does(2, 1, status="poison", limit="fight:1", attribute="venom"),
    "crow_judge Verdict": Does(1, 5, magic=True, attribute="wind"),
    "crow_judge Stoop": Does(2, 4, walks=True),
    "paper_soldier Pike": Does(1, 2),
    "glass_dancer Cuts": Does(1, 1, targets=2),
    "rust_priest Corrode": Does(1, 5, magic=True, turn={"armour": -3}, attribute="magnetism"),
    "well_mother Drag Under": Does(1, 4, magic=True, pulls=3, attribute="cold"),
    "well_mother Black Water": Does(
        2, 3, magic=True, half=True, status="poison", area=True, targets=2, limit="fight:1", attribute="venom"
    ),
    "iron_bull Gore": Does(1, 4, walks=True, pushed=2),
    "night_conductor Baton": Does(1, 2, targets=2),
    "night_conductor Last Train": Does(2, 16, magic=True, half=True, targets=2, limit="turn_mod:3", attribute="shock"),
    "queen_of_scaffolds Iron Bars": Does(1, 3, walks=True, targets=2),
    "queen_of_scaffolds Collapse": Does(2, 4, status="prone", area=True, targets=2, limit="turn_mod:3"),
    "the_unlit Dark Hand": Does(1, 4, magic=True, targets=2, attribute="venom"),
    "the_unlit Put Out": Does(
        2, 16, magic=True, half=True, status="dark", targets=2, limit="turn_mod:4", attribute="illusion"
    ),
    "the_unlit Claws": Does(3, 1, rank=2),
}
OTHERS = {
    "crow_judge Wings", "glass_dancer Turn Aside", "rust_priest Oil", "night_conductor Timetable",
    "queen_of_scaffolds Brace", "the_unlit No Light",
}  # fmt: skip


def turn_for(limit: str) -> int:
    return int(limit.split(":")[1]) if limit.startswith("turn_mod") else 1


def struck(key: str, changes: dict[str, Any], weakness: str = "") -> Trial:
    """The action on pc_0, and on pc_1 beside it where more may be; the first seed in which no passive check is a
    critical or a fumble, through to the end of the attack."""
    does = ATTACKS[key]
    battle = arena(foe=key.split(" ")[0])
    assert battle.row_names[battle.known[4, does.number - 1]] == key.split(" ", 1)[1]
    for seed in range(60):
        figures: dict[str, Any] = {
            "pc_0": {"square": "4,4", "changes": changes, "spirit": []},
            "pc_1": {"square": "5,4" if does.targets > 1 else "8,8", "changes": changes},
            "enemy_0": "4,2" if does.walks else "4,3",
        }
        if does.targets > 1 and does.reach == 1:
            figures["pc_1"]["square"] = "4,2"
        trial = Trial(battle, "attack", "enemy_0", seed=seed, turn=turn_for(does.limit), **figures)
        trial.play(f"talent {does.number}")
        if trial.now() == "square":
            trial.play("square 4,3")
        for k in range(does.targets):
            trial.play(f"target pc_{k}")
        if trial.now() == "target":
            trial.play("done")
        trial.finish()
        if not any(is_fumble(dice) or die_of(dice) == 10 for _, dice in trial.dice):
            return trial
    raise AssertionError("always a critical or a fumble")


def blow(key: str) -> int:
    """HP damage to a plain PC: die x rank + damage, less armour or barrier (KAMI-4, KAMI-23 to KAMI-26)."""
    does, enemy = ATTACKS[key], tables().enemies[key.split(" ")[0]]
    if does.magic:
        return enemy.die * does.rank + enemy.magic_damage - VALUES["barrier"] - MORE
    return enemy.die * does.rank + enemy.physical_damage - VALUES["armour"] - MORE


@pytest.mark.rule("KAMI-4", "KAMI-23")
@pytest.mark.parametrize("key", list(ATTACKS))
def test_damage_and_what_a_hit_brings(key: str) -> None:
    does = ATTACKS[key]
    trial = struck(key, HELPLESS)
    if does.pulls:
        assert trial.now() == "square"
        trial.play(f"square {sorted(trial.legal('square'))[0]}")
    for k in range(does.targets):
        name = f"pc_{k}"
        assert trial.lost(name) == blow(key) < trial.battle.max_hp[k]
        assert trial.status(name) == ({does.status} if does.status else set())
        assert trial.changes(name).get("turn", {}) == does.turn
    assert trial.apart("pc_0", "enemy_0") == 1 + does.pushed or does.pulls


@pytest.mark.rule("KAMI-2", "KAMI-27")
@pytest.mark.parametrize("key", list(ATTACKS))
def test_resisted_it_does_half_or_nothing(key: str) -> None:
    does = ATTACKS[key]
    trial = struck(key, NIMBLE)
    for k in range(does.targets):
        assert trial.lost(f"pc_{k}") == ((blow(key) + 1) // 2 if does.half else 0)
        assert trial.status(f"pc_{k}") == set() and "turn" not in trial.changes(f"pc_{k}")


@pytest.mark.rule("KAMI-20")
@pytest.mark.parametrize("key", [key for key, does in ATTACKS.items() if does.reach < 10])
def test_range(key: str) -> None:
    """pc_0 stands at the very range of a figure in the corner; one square farther it cannot be had."""
    does = ATTACKS[key]
    far = does.reach + 1 if does.walks else does.reach
    for away, allowed in ((far, True), (far + 1, False)):
        trial = Trial(
            arena(foe=key.split(" ")[0]), "attack", "enemy_0", turn=turn_for(does.limit), pc_0=f"{away},0",
            pc_1="8,8", enemy_0="0,0",
        )  # fmt: skip
        assert (f"talent {does.number}" in trial.legal()) == allowed


@pytest.mark.rule("KAMI-17")
@pytest.mark.parametrize("key", [key for key, does in ATTACKS.items() if does.limit])
def test_limits(key: str) -> None:
    does = ATTACKS[key]
    kind, n = does.limit.split(":")
    for turn, uses, allowed in ((int(n), 0, True), (int(n) + 1, 0, kind == "fight"), (int(n), 1, kind != "fight")):
        enemy = {"square": "4,3", "used": [[does.number, 0, uses]]}
        trial = Trial(arena(foe=key.split(" ")[0]), "attack", "enemy_0", turn=turn, pc_0="4,4", enemy_0=enemy)
        assert (f"talent {does.number}" in trial.legal()) == allowed


def test_attributes_stand_in_the_rows() -> None:
    """No PC has a weakness, so the attribute shows in the row alone."""
    for key, does in ATTACKS.items():
        enemy, name = key.split(" ", 1)
        (row,) = (row for row in tables().actions_of(enemy) if row.name == name)
        assert str(row.ops[0].named.get("attr", "")) == does.attribute


# ---------------------------------------------------------------- the others


@pytest.mark.rule("KAMI-30")
def test_wings() -> None:
    trial = Trial(arena(foe="crow_judge"), pc_0="4,4", enemy_0="4,2")
    assert trial.status("enemy_0") == {"flying"}


def hit_by_pc(foe: str, **enemy: Any) -> Trial:
    """pc_0's sword hits the enemy, up to the game master's answer."""
    for seed in range(40):
        figures: dict[str, Any] = {
            "pc_0": "4,4",
            "enemy_0": {"square": "4,3", "changes": {"fight": {"evasion": -40}}, **enemy},
        }
        trial = Trial(arena(foe=foe), "attack", seed=seed, **figures)
        trial.play("weapon", "target enemy_0", "transcend 0", "accept")
        if not is_fumble(trial.active_dice()):
            return trial
    raise AssertionError("only fumbles")


@pytest.mark.rule("KAMI-26")
@pytest.mark.parametrize(
    ("foe", "number", "less", "limit"), [("glass_dancer", 2, 8, "fight:2"), ("queen_of_scaffolds", 3, 6, "turn:1")]
)
def test_defences(foe: str, number: int, less: int, limit: str) -> None:
    trial = hit_by_pc(foe)
    assert trial.phase() == "enemy_0 react"
    trial.play(f"talent {number}").finish()
    enemy = tables().enemies[foe]
    raw = die_of(trial.active_dice()) + VALUES["physical_damage"]
    assert trial.lost("enemy_0") == max(raw - enemy.armour - less, 0)
    uses = int(limit.split(":")[1])
    spent = [number, uses, 0] if limit.startswith("turn") else [number, 0, uses]
    assert hit_by_pc(foe, used=[spent]).phase() != "enemy_0 react"
    spent = [number, uses - 1, 0] if limit.startswith("turn") else [number, 0, uses - 1]
    assert hit_by_pc(foe, used=[spent]).phase() == "enemy_0 react"


@pytest.mark.rule("KAMI-17")
def test_oil_heals_a_friend_twice_a_fight() -> None:
    figures: dict[str, Any] = {
        "pc_0": "8,8",
        "enemy_0": "0,0",
        "enemy_1": {"square": "4,0", "hp": 50},
        "enemy_2": "0,5",
    }
    trial = Trial(arena(foe="rust_priest"), "prepare", "enemy_0", **figures).play("talent 2")
    assert trial.legal("target") == {"enemy_0", "enemy_1"}
    trial.play("target enemy_1")
    assert -trial.lost("enemy_1") == 10
    for uses, allowed in ((1, True), (2, False)):
        figures["enemy_0"] = {"square": "0,0", "used": [[2, 0, uses]]}
        trial = Trial(arena(foe="rust_priest"), "prepare", "enemy_0", **figures)
        assert ("talent 2" in trial.legal()) == allowed


@pytest.mark.rule("KAMI-17")
def test_timetable_brings_an_attack_at_the_end() -> None:
    left = {"square": "4,3", "left": ["end"], "acted": True}
    trial = Trial(arena(foe="night_conductor"), "end", "enemy_0", pc_0="4,4", enemy_0=left)
    trial.play("talent 3")
    assert trial.phase() == "enemy_0 attack"
    assert {"talent 1", "pass"} <= trial.legal()


@pytest.mark.rule("KAMI-6")
def test_no_light_rolls_the_lowest_spirit_die_of_every_pc() -> None:
    found = set()
    for seed in range(12):
        dark = {"spirit": [1, 4, 5, 6]}
        figures: dict[str, Any] = {
            "pc_0": {"square": "4,4", **dark},
            "pc_1": {"square": "0,4", **dark},
            "enemy_0": "8,8",
        }
        trial = Trial(arena(foe="the_unlit"), "start", "enemy_0", seed=seed, **figures).play("talent 4")
        rolled = []
        for name in ("pc_0", "pc_1"):
            spirit = list(trial.fig(name)["spirit"])
            for face in (4, 5, 6):
                spirit.remove(face)
            rolled += spirit
        assert len(rolled) == 2
        found.add(tuple(rolled))
    assert len(found) > 4


def test_every_action_is_here() -> None:
    actions = {" ".join(row.row_key) for row in tables().enemy_actions.values() if row.enemy != "dummy"}
    assert actions == set(ATTACKS) | OTHERS
    assert pc().weapon == PLAIN["weapon"]
