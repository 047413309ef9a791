"""Talents that a user may write: what their operations reach, in fights that bring them along."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.core.game import State
from support.kami import FIGHTS, fig, figure, hp, legal, on, part, play, scene, status, through, to_move

pytestmark = pytest.mark.nojit

DUEL: dict[str, Any] = {
    "phase": "attack",
    "pc_0": figure("4,4", hp=10, changes=on(20)),
    "enemy_0": figure("4,3", hp=60),
}


@pytest.fixture
def own(tmp_path: Path) -> Any:
    """own(effect, position, field=...): a state of the position, in which talent 2 of pc_0 has the effect."""

    def make(effect: str, position: dict[str, Any], **fields: str) -> State:
        row = {
            "source": "wardblade", "form": "A", "key": "long_stroke", "name": "Own", "timing": "attack", "trigger": "",
            "cost": "none", "range": "weapon", "target": "weapon", "limit": "", "effect": effect, **fields,
        }  # fmt: skip
        lines = [f'{key} = "{value}"' for key, value in row.items()]
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.toml"  # a file is read once in a process
        fight = (FIGHTS / "default.toml").read_text(encoding="utf-8")
        fight = fight.replace('tables = "tables"', f'tables = "{FIGHTS / "tables"}"')
        file.write_text("\n".join([fight, "[[talents]]", "level = 1", *lines]), encoding="utf-8")
        return load_game("kamigakari_combat", gm=True, fight=str(file)).from_dict(position, seed=1)

    return make


# What comes with a hit


@pytest.mark.rule("KAMI-17")
def test_on_hit_reaches_whom_it_names(own: Any) -> None:
    state = through(play(own("attack(weapon);on_hit(heal(self,5))", scene(**DUEL)), "talent 2", "target enemy_0"))
    assert (hp(state), hp(state, "enemy_0") < 60) == (15, True)
    state = own("attack(weapon);on_hit(mod(allies,evasion,3,turn))", scene(pc_1="0,0", **DUEL))
    through(play(state, "talent 2", "target enemy_0"))
    assert [fig(state, name)["changes"]["turn"] for name in ("pc_0", "pc_1")] == [{"evasion": 3}] * 2
    assert "changes" not in fig(state, "enemy_0")
    state = through(play(own("attack(weapon);on_hit(move(self,2,free))", scene(**DUEL)), "talent 2", "target enemy_0"))
    assert to_move(state) == "pc_0 square" and part(state, "move")["mover"] == "pc_0"


@pytest.mark.rule("KAMI-17")
def test_on_hit_for_the_user_does_not_need_a_target_that_stands(own: Any) -> None:
    weak = {**DUEL, "enemy_0": figure("4,3", hp=1), "enemy_1": "8,8"}
    state = own("attack(weapon);on_hit(give(target,prone));on_hit(heal(self,5))", scene(**weak))
    through(play(state, "talent 2", "target enemy_0"))
    assert (hp(state), status(state, "enemy_0")) == (15, {"out"})


# What lasts for a check


@pytest.mark.rule("KAMI-17")
@pytest.mark.parametrize("trigger", ["own_check_before", "own_check_rolled"])
def test_a_change_for_the_check_counts_in_it_and_ends_with_the_attack(own: Any, trigger: str) -> None:
    fields = {"timing": "special", "trigger": trigger, "range": "self", "target": "self"}
    state = own("mod(self,accuracy,5,check)", scene(**DUEL), **fields)
    play(state, "weapon", "target enemy_0", *(["transcend 0"] if trigger == "own_check_rolled" else []))
    before = part(state, "check")["bonus"]
    play(state, "talent 2")
    assert part(state, "check")["bonus"] == before + 5
    assert fig(state)["changes"]["check"] == {"accuracy": 5}
    through(state)
    assert "check" not in fig(state)["changes"]


@pytest.mark.rule("KAMI-17")
def test_outside_an_attack_it_ends_with_the_check(own: Any) -> None:
    fields = {"timing": "special", "trigger": "own_check_before", "range": "self", "target": "self"}
    poisoned = scene(pc_0=figure("4,4", status="poison"), enemy_0="0,0")
    state = own("mod(self,evasion,5,check)", poisoned, **fields)
    play(state, "shake off poison")
    bonus = part(state, "check")["bonus"]
    play(state, "talent 2")
    assert part(state, "check")["bonus"] == bonus, "another value than the one that is checked"
    play(state, "transcend 0", "accept")
    assert "changes" not in fig(state)


@pytest.mark.rule("KAMI-17")
def test_changes_stay_within_what_a_position_can_say(own: Any) -> None:
    fields = {"timing": "prepare", "range": "self", "target": "self"}
    start = scene(pc_0=figure("4,4", changes=on(95, "evasion")), enemy_0="0,0")
    state = play(own("mod(self,evasion,20,fight)", start, **fields), "talent 2")
    assert fig(state)["changes"]["fight"] == {"evasion": 99}
    assert state.game.from_dict(state.to_dict()).to_dict() == state.to_dict()


# The fallen and the hidden


@pytest.mark.rule("KAMI-29a")
def test_what_takes_stun_off_can_be_aimed_at_the_stunned(own: Any) -> None:
    fallen = scene(pc_0="4,4", pc_1=figure("4,5", hp=0, status="stun"), enemy_0="0,0")
    state = own("remove(target,stun)", fallen, timing="prepare", range="4", target="ally:1")
    assert "target pc_1" in legal(play(state, "talent 2"))
    play(state, "target pc_1")
    assert (status(state, "pc_1"), hp(state, "pc_1")) == (set(), 1)


@pytest.mark.rule("KAMI-30")
def test_an_attack_timing_without_an_attack_ends_hidden(own: Any) -> None:
    unseen = {**DUEL, "pc_0": figure("4,4", status="hidden")}
    state = own("mod(target,evasion,1,turn)", scene(**unseen), range="4", target="ally:1")
    play(state, "talent 2", "target pc_0")
    assert status(state) == set()


@pytest.mark.rule("KAMI-13")
def test_who_burns_its_life_at_the_start_still_has_its_start(own: Any) -> None:
    fallen = scene(
        "enemy_0", "attack", pc_0=figure("4,4", hp=0, status="stun", left=[], changes=on(1, "bonds")),
        pc_1=figure("0,0", left=[]), enemy_0=figure("8,8", left=["attack"]),
    )  # fmt: skip
    fields = {"timing": "start", "range": "self", "target": "self"}
    state = play(own("mod(self,armour,2,turn)", fallen, **fields), "pass")
    while "burn life" not in legal(state):
        play(state, "pass")
    assert to_move(state) == "pc_0 react"
    play(state, "burn life")
    while to_move(state) == "pc_0 react":
        play(state, "pass")
    assert to_move(state) == "pc_0 start" and "talent 2" in legal(state)
    play(state, "talent 2")
    assert fig(state)["changes"]["turn"] == {"armour": 2}


# Who takes damage for another


@pytest.mark.rule("KAMI-26")
def test_whom_somebody_spares_has_taken_no_damage(own: Any) -> None:
    """pc_3 could answer its own damage; pc_1 takes it, so pc_3 is not asked and pc_1's own answers come up."""
    fields = {"source": "bellkeeper", "form": "B", "key": "mending_tone", "timing": "special",
              "trigger": "self_damaged", "range": "self", "target": "self"}  # fmt: skip
    struck = scene(
        "enemy_0", "attack", pc_3=figure("4,4", changes=on(-30, "evasion")),
        pc_1=figure("4,5", spirit="1 1 1 1"), enemy_0="4,3",
    )  # fmt: skip
    state = own("mod(self,physical_damage,4,next_turn)", struck, **fields)
    play(state, "talent 1", "target pc_3", "transcend 0", "accept")
    asked = []
    while state.to_dict()["phase"] in ("react", "pay"):
        taking = to_move(state) == "pc_1 react" and part(state, "attack")["victim"] == "pc_3"
        asked += [to_move(state)]
        action = "talent 2" if taking and "talent 2" in legal(state) else "pass"
        play(state, action if state.to_dict()["phase"] == "react" else sorted(legal(state))[0])
    assert asked[0] == "pc_1 react" and "pc_3 react" not in asked
    assert hp(state, "pc_3") == state.record.max_hp[3] and hp(state, "pc_1") < state.record.max_hp[1]


# What cannot be written


@pytest.mark.parametrize(
    ("effect", "fields", "told"),
    [
        ("attack(weapon);mod(self,armour,1,turn);on_hit(give(target,prone))", {}, r"on_hit\(\.\.\.\) stands directly"),
        (
            "attribute(self,ATTRIBUTE,always)", {"timing": "constant", "range": "self", "target": "self"},
            r"effect: attribute\(self,ATTRIBUTE,always\): name the attribute",
        ),
        (
            "mod(target,evasion,-5,turn)",
            {"timing": "special", "trigger": "own_check_before", "range": "3", "target": "foe:1"},
            "target: a talent of the trigger own_check_before is about its user",
        ),
        ("on_hit(" * 3000, {}, "an effect of 21000 letters"),
    ],
)  # fmt: skip
def test_complaints(own: Any, effect: str, fields: dict[str, str], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        own(effect, scene(**DUEL), **fields)
