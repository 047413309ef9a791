"""Rare cases of C.A.R.D. RPG: who steers, what ends with what, what others may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicedeck.envs import State, load_game
from dicedeck.envs.core.errors import OptionError
from support.card import begin, card_rpg, figure, foe, health, legal, pc, play, position, to_move

pytestmark = pytest.mark.nojit

GOBLIN, OGRE = foe("goblin"), foe("ogre")
COMMAND = {"weapon": "command", "level": 3, "npc": "dark_priest"}


def again(state: State) -> State:
    """Written and read."""
    return state.game.from_dict(state.to_dict())


# What a position says


def test_a_pc_without_an_ability_keeps_none() -> None:
    state = begin(position(pc(rows="sword", hand="magic_key"), foes=[GOBLIN]))
    assert figure(again(state), "pc_0")["ability"] is None
    assert state.observation_tensor().tolist() == again(state).observation_tensor().tolist()
    named = state.game.layout.explain(state.observation_tensor())
    assert "ability" not in named


def test_what_a_pc_has_used_up_or_shields_is_written() -> None:
    given = position(
        pc(rows="personal_1", personal=[COMMAND], shielding=True, once_used=True), pc(hand="grimoire"), foes=[GOBLIN]
    )
    entry = figure(again(begin(given)), "pc_0")
    assert (entry["shielding"], entry["once_used"]) == (True, True)


# Who steers (CARD-86a)


def charmed(npc: str, *pcs: Any, **fields: Any) -> State:
    foes = [foe(npc, statuses=["charm"], charmer="pc_1"), foe("ogre", **fields)]
    return begin(position(*pcs, foes=foes, phase="act", to_move="gm_0"), mode="gm", dice=[12])


@pytest.mark.rule("CARD-86a")
def test_the_charmer_makes_all_choices_of_the_action() -> None:
    state = charmed("goblin", pc(rows="sword", hand="magic_key"), pc(rows="axe", hand="grimoire"))
    play(state, "act goblin")
    assert to_move(state) == "pc_1 steer"
    play(state, "own action")
    assert to_move(state) == "pc_1 target (attack)"
    play(state, "target ogre")
    while str(to_move(state)).startswith("pc_"):
        play(state, "pass" if "pass" in legal(state) else min(legal(state)))
    assert "charmer" not in figure(state, "goblin"), "let go after the action"


@pytest.mark.rule("CARD-15")
def test_the_dead_are_not_asked_which_row_is_dropped() -> None:
    state = charmed("gremlin", pc(health="dead"), pc(rows="axe", hand="grimoire"), rows="sword / bow")
    play(state, "act gremlin", "own action", "target ogre")
    while not str(to_move(state)).startswith("pc_1 row"):
        assert str(to_move(state)).split()[0] != "pc_0"
        play(state, "pass")


@pytest.mark.rule("CARD-87")
def test_a_charmed_pc_that_is_alone_is_steered_too() -> None:
    lone = pc(rows="blizzard", statuses=["charm"], charmer="gm_0")
    given = position(lone, pc(health="dead"), foes=[GOBLIN, OGRE], phase="plot", to_move="pc_0")
    given["pcs"][0]["hand"] = ["magic_key"]
    state = play(begin(given, mode="gm"), "pass")
    assert to_move(state) == "gm_0 steer"


# What ends with what


@pytest.mark.rule("CARD-9")
def test_shielding_ends_with_the_own_untap() -> None:
    """The round goes on to the next turn of pc_0."""
    state = begin(position(pc(shielding=True, hand="magic_key"), pc(hand="grimoire"), foes=[foe("ogre")]))
    assert figure(state, "pc_0")["shielding"]
    start = state.to_dict()["round"]
    while state.to_dict()["round"] == start and not state.is_terminal():
        names = legal(state)
        play(state, next((name for name in ("pass", "refuse", "take it") if name in names), min(names)))
    while str(to_move(state)).split()[0] != "pc_1" and not state.is_terminal():
        names = legal(state)
        play(state, next((name for name in ("pass", "refuse") if name in names), min(names)))
    assert "shielding" not in figure(state, "pc_0")


@pytest.mark.rule("CARD-69")
def test_a_copy_stands_for_nothing_once_its_row_is_gone() -> None:
    given = position(
        pc(rows="copy / bow", hand="magic_key"), pc(rows="war_armour / axe", hand="sword mage_armour"),
        foes=[OGRE], phase="plot", to_move="pc_1", turn=1,
    )  # fmt: skip
    given["pcs"][0]["rows"][0]["copies"] = "pc_1 row 1"
    state = begin(given)
    assert figure(state, "pc_0")["rows"][0]["copies"] == "pc_1 row 1"
    play(state, "discard row 1", "plot mage_armour row 1")
    assert "copies" not in figure(state, "pc_0")["rows"][0]


# Damage


@pytest.mark.rule("CARD-52")
def test_a_shield_helps_the_disabled_too() -> None:
    """Two damages: the first disables, the second would kill; the shield of another cancels it."""
    given = position(
        pc(health="wounded", hand="magic_key"), pc(rows="shield", hand="grimoire"), pc(hand="holy_sign"),
        foes=[foe("golem")], phase="act", to_move="gm_0",
    )  # fmt: skip
    state = play(begin(given, mode="gm", dice=[12]), "act golem")
    asked: list[Any] = []
    while state.to_dict()["phase"] != "act" and to_move(state) != "pc_0 trade" and len(asked) < 20:
        asked.append((to_move(state), health(state, "pc_0")))
        if to_move(state) == "pc_1 help" and health(state, "pc_0") == "disabled":
            play(state, "guard row 1")
        else:
            names = legal(state)
            play(state, next((name for name in ("target pc_0", "pass", "take it") if name in names), min(names)))
        if ("pc_1 help", "disabled") in asked:
            break
    assert ("pc_1 help", "wounded") in asked and ("pc_1 help", "disabled") in asked
    assert health(state, "pc_0") == "disabled"


@pytest.mark.rule("CARD-75")
def test_damage_that_another_refuses_has_not_been_moved() -> None:
    given = position(
        pc(character="princess", ability="princess", hand="magic_key"), pc(hand="scapegoat"), pc(hand="grimoire"),
        foes=[GOBLIN], phase="act", to_move="gm_0",
    )  # fmt: skip
    state = play(begin(given, mode="gm", dice=[12]), "act goblin")
    while to_move(state) != "pc_0 damage":
        names = legal(state)
        play(state, next(name for name in ("target pc_0", "pass") if name in names))
    play(state, "ability princess", "target pc_2", "refuse")
    while to_move(state) == "pc_0 damage":
        assert "ability princess" not in legal(state)
        play(state, "take it")
    assert to_move(state) == "pc_1 help" and "use scapegoat" in legal(state)


# What others know


@pytest.mark.rule("CARD-11")
def test_a_secret_trade_shows_in_nothing_that_the_others_see() -> None:
    """pc_2 knows of a sword in pc_1's hand; whether pc_1 gets another one or an axe, pc_2 sees the same ever after."""
    seen = []
    for offered in ("sword", "axe"):
        given = position(
            pc(hand="sword axe"), pc(hand="sword club", known=[{"card": "sword", "to": ["pc_2"]}]), pc(hand="grimoire"),
            situation="square", phase="offer", to_move="pc_0",
        )  # fmt: skip
        state = begin(given)
        play(state, f"offer {offered} to pc_1", "ask club", "agree")
        while to_move(state) != "pc_1 plot":
            play(state, "pass")
        play(state, "plot sword row 1")
        seen.append((state.observation_tensor(2).tolist(), state.to_string(2)))
    assert seen[0] == seen[1]


@pytest.mark.rule("CARD-12")
def test_a_known_card_is_taken_for_the_one_that_is_played() -> None:
    """Of two swords pc_1 knows one; when one is played, none is known any more, whichever it was."""
    given = position(pc(hand="sword sword", known=[{"card": "sword", "to": ["pc_1"]}]), pc(hand="grimoire"),
                     foes=[OGRE], phase="plot")  # fmt: skip
    state = play(begin(given), "plot sword row 1")
    assert "known" not in figure(state, "pc_0")


# Tables of one's own


@pytest.mark.rule("CARD-26")
def test_rivals_need_characters_that_nobody_plays(tmp_path: Path) -> None:
    rows = Path(load_game("card_rpg").variant.rules.configure.__code__.co_filename).parent / "tables"
    header, *lines = next(rows.rglob("characters.csv")).read_text(encoding="utf-8").splitlines()
    (tmp_path / "characters.csv").write_text("\n".join([header, *lines[:5]]) + "\n", encoding="utf-8")
    with pytest.raises(OptionError, match="3 PCs and 3 rivals, but the tables have 5 characters"):
        card_rpg(mode="gm", pcs=3, rivals=3, tables=str(tmp_path))
    assert card_rpg(mode="gm", pcs=3, rivals=2, tables=str(tmp_path)).num_players == 4
    with pytest.raises(OptionError, match="there is no folder '~nouser/x'"):
        card_rpg(tables="~nouser/x")


@pytest.mark.rule("CARD-86a")
def test_a_charm_goes_too_when_the_steered_action_is_let_go_by() -> None:
    given = position(
        pc(rows="sword", statuses=["charm"], charmer="gm_0", hand="magic_key"), pc(hand="grimoire"), foes=[OGRE],
        phase="plot", to_move="pc_0",
    )  # fmt: skip
    state = play(begin(given, mode="gm"), "pass")
    assert to_move(state) == "gm_0 steer"
    play(state, "pass")
    assert "charmer" not in figure(state, "pc_0") and "statuses" not in figure(state, "pc_0")
