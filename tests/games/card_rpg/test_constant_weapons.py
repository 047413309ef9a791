"""Constant cards and reactions: armour, Shield, Riposte, Double Speed, Acrobatics, Flight (CARD-50 to CARD-57)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import begin, foe, foes_turn, get, health, legal, pc, play, position, rows, situation, to_move


def struck(*pcs: dict[str, Any], dice: tuple[int, ...] = (12,), npc: str = "goblin", target: str = "pc_0") -> State:
    """A goblin (physical, +1 +2) attacks; an ogre stands by."""
    return play(foes_turn(*pcs, foes=[foe(npc), foe("ogre")], dice=dice), f"act {npc}", f"target {target}")


# Armour


@pytest.mark.rule("CARD-50")
def test_reinforced_armour_adds_to_physical_action_and_defence() -> None:
    for used in ("", "*"):
        given = position(pc(rows=f"sword/war_armour{used}"), foes=[foe("goblin")])
        assert health(play(begin(given, dice=[9]), "use row 1", "target goblin"), "goblin") == "wounded"
    assert health(struck(pc("axe", rows="/war_armour*"), dice=(5,)), "pc_0") == "unhurt"  # 8 < 9
    assert health(struck(pc("axe", rows="/sword*"), dice=(5,)), "pc_0") == "wounded"


@pytest.mark.rule("CARD-51")
def test_enchanted_armour_adds_to_magic_action_and_defence() -> None:
    given = position(pc(rows="bolt/mage_armour*"), foes=[foe("goblin")])
    assert health(play(begin(given, dice=[8]), "use row 1", "target goblin"), "goblin") == "wounded"
    for row, after in (("/mage_armour*", "unhurt"), ("/axe*", "wounded")):  # warlock: magic +3 +3
        assert health(struck(pc("axe", rows=row, values=[0, 8, 0, 9]), dice=(3,), npc="warlock"), "pc_0") == after


@pytest.mark.rule("CARD-50", "CARD-51", "CARD-13")
def test_constant_cards_are_no_actions() -> None:
    given = position(pc("magic_key", rows="war_armour/mage_armour"), foes=[foe("goblin")])
    assert "use row 1" not in legal(begin(given | {"phase": "plot"}))
    state = begin(position(pc(rows="sword/war_armour"), foes=[foe("goblin")]))
    assert legal(state, "use") == {"use row 1"}


@pytest.mark.rule("CARD-16", "CARD-50")
def test_armour_may_be_tapped_to_guard_and_still_works() -> None:
    state = struck(pc("axe", rows="war_armour"))
    assert legal(state) == {"guard row 1", "take it"}
    play(state, "guard row 1")
    assert (health(state, "pc_0"), rows(state)) == ("unhurt", ["war_armour*", ""])


# Shield


@pytest.mark.rule("CARD-52")
def test_a_shield_guards_another() -> None:
    state = struck(pc("axe"), pc("axe", rows="shield"), pc(rows="axe"))
    assert (to_move(state), legal(state)) == ("pc_1 help", {"guard row 1", "pass"})
    play(state, "guard row 1")
    assert (health(state, "pc_0"), rows(state, "pc_1")) == ("unhurt", ["shield*", ""])


@pytest.mark.rule("CARD-52")
def test_a_shield_may_be_kept() -> None:
    state = play(struck(pc("axe"), pc("axe", rows="shield")), "pass")
    assert (health(state, "pc_0"), rows(state, "pc_1")) == ("wounded", ["shield", ""])


@pytest.mark.rule("CARD-52", "CARD-16")
def test_a_shield_guards_its_owner_like_any_weapon() -> None:
    state = play(struck(pc("axe", rows="shield")), "guard row 1")
    assert (health(state, "pc_0"), rows(state)) == ("unhurt", ["shield*", ""])


@pytest.mark.rule("CARD-52", "CARD-16")
@pytest.mark.parametrize("helper", [{"rows": "shield*"}, {"rows": "shield", "statuses": ["daze"]}, {"rows": "axe"}])
def test_who_cannot_guard_for_another(helper: dict[str, Any]) -> None:
    assert health(struck(pc("axe"), pc("axe", **helper)), "pc_0") == "wounded"


@pytest.mark.rule("CARD-52", "CARD-16")
def test_a_disabled_pc_does_not_guard_others() -> None:
    given = pc(rows="shield", health="disabled")
    assert health(struck(pc("axe"), given, pc("axe")), "pc_0") == "wounded"


@pytest.mark.rule("CARD-52", "CARD-16")
def test_no_shield_against_what_cannot_be_guarded() -> None:
    assert health(struck(pc("axe", rows="axe"), pc("axe", rows="shield"), npc="minotaur"), "pc_0") == "wounded"


@pytest.mark.rule("CARD-52", "CARD-13")
def test_shield_and_riposte_are_no_actions() -> None:
    given = position(pc(rows="shield/riposte"), pc("axe"), foes=[foe("goblin")], phase="plot")
    given["pcs"][0]["hand"] = ["sword"]
    assert to_move(play(begin(given), "pass")) == "pc_1 offer"


@pytest.mark.rule("CARD-52", "CARD-20")
def test_a_shield_against_a_trap() -> None:
    """The exploding chest fails: a damage for each PC."""
    given = position(pc(rows="disarm"), pc(rows="shield"), situation="bomb_chest")
    state = play(begin(given, dice=[7]), "use row 1")
    assert to_move(state) == "pc_1 help"
    play(state, "guard row 1")
    assert (health(state, "pc_0"), health(state, "pc_1")) == ("unhurt", "wounded")


# Riposte


@pytest.mark.rule("CARD-53")
def test_riposte_answers_a_damage() -> None:
    state = play(struck(pc("axe", rows="riposte")), "take it")
    assert (to_move(state), legal(state)) == ("pc_0 riposte", {"use row 1", "pass"})
    play(state, "use row 1")
    assert (health(state, "pc_0"), rows(state)) == ("wounded", ["riposte*", ""])
    assert health(state, "goblin") == "disabled"  # it was tapped by its own action


@pytest.mark.rule("CARD-53", "CARD-16")
def test_riposte_answers_a_damage_that_was_guarded() -> None:
    state = play(struck(pc("axe", rows="riposte/axe")), "guard row 2", "use row 1")
    assert (health(state, "pc_0"), health(state, "goblin")) == ("unhurt", "disabled")


@pytest.mark.rule("CARD-53", "CARD-16")
def test_a_riposte_that_has_guarded_does_not_answer() -> None:
    state = play(struck(pc("axe", rows="riposte")), "guard row 1")
    assert (health(state, "pc_0"), health(state, "goblin")) == ("unhurt", "wounded")


@pytest.mark.rule("CARD-53")
def test_no_riposte_against_a_miss_or_what_cannot_be_countered() -> None:
    assert to_move(struck(pc("axe", rows="riposte"), dice=(2,))) == "gm_0 act"
    state = struck(pc("axe", rows="riposte"), npc="minotaur")
    assert (to_move(state), health(state, "minotaur")) == ("gm_0 act", "wounded")


@pytest.mark.rule("CARD-53", "CARD-86")
def test_no_riposte_in_a_daze() -> None:
    state = struck(pc("axe", rows="riposte", statuses=["daze"]))
    assert (to_move(state), health(state, "pc_0")) == ("gm_0 act", "wounded")


@pytest.mark.rule("CARD-53")
def test_riposte_cannot_be_answered_by_riposte() -> None:
    given = position(pc(rows="sword/riposte"), pc("axe"), foes=[foe("ogre", rows="copy/axe*"), foe("goblin")])
    given["foes"][0]["rows"][0]["copies"] = "pc_0 row 2"
    state = play(begin(given, dice=[12]), "use row 1", "target ogre")
    assert (health(state, "ogre"), health(state, "pc_0")) == ("unhurt", "unhurt")  # the policy guards with it
    given["foes"][0]["statuses"] = []
    foes = [foe("goblin", rows="copy", rank="mid_boss"), foe("ogre")]
    foes[0]["rows"][0] |= {"copies": "pc_0 row 1"}
    state = play(foes_turn(pc("axe", rows="riposte"), foes=foes, dice=[12]), "act goblin")
    play(state, *(["own action"] if legal(state, "own") else []), "target pc_0", "take it", "use row 1")
    assert (to_move(state), legal(state, "use row")) == ("gm_0 damage", set())
    play(state, "take it")
    assert (health(state, "goblin"), health(state, "pc_0")) == ("disabled", "wounded")


@pytest.mark.rule("CARD-53", "CARD-16")
def test_the_damage_of_riposte_may_be_guarded() -> None:
    foes = [foe("goblin", rows="axe", rank="mid_boss"), foe("ogre")]
    state = play(foes_turn(pc("axe", rows="riposte"), foes=foes, dice=[12]), "act goblin", "own action")
    play(state, "target pc_0", "take it", "use row 1", "guard row 1")
    assert (health(state, "goblin"), rows(state, "goblin")) == ("wounded", ["axe*", ""])


@pytest.mark.rule("CARD-53", "CARD-19")
def test_a_foe_answers_with_riposte() -> None:
    given = position(pc(rows="sword"), foes=[foe("ogre", rows="axe/riposte"), foe("goblin")])
    state = play(begin(given, dice=[12], mode="gm"), "use row 1", "target ogre", "guard row 1", "use row 2")
    assert (health(state, "pc_0"), health(state, "ogre")) == ("wounded", "unhurt")


# Double Speed


@pytest.mark.rule("CARD-54")
def test_double_speed_lets_one_other_row_act_twice() -> None:
    given = position(pc(rows="sword/double_speed"), pc("axe"), foes=[foe("ogre"), foe("troll")])
    state = play(begin(given, dice=[12, 12]), "use row 1", "target ogre")
    assert (rows(state), legal(state)) == (["sword*", "double_speed"], {"use row 1", "pass"})
    play(state, "use row 1", "target troll")
    assert (health(state, "ogre"), health(state, "troll"), to_move(state)) == ("wounded", "wounded", "pc_1 plot")


@pytest.mark.rule("CARD-54")
def test_a_row_that_has_guarded_does_not_act_again() -> None:
    given = position(pc("magic_key", rows="sword*/double_speed"), pc("axe"), foes=[foe("ogre")], phase="plot")
    assert to_move(play(begin(given), "pass")) == "pc_1 offer"


# Above situations


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("acrobatics", marks=pytest.mark.rule("CARD-57")),
        pytest.param("flight", marks=pytest.mark.rule("CARD-63")),
    ],
)
def test_failures_do_not_touch_the_owner(card: str) -> None:
    given = position(pc(rows="disarm"), pc(rows=card), pc(), situation="bomb_chest")
    state = play(begin(given, dice=[7]), "use row 1")
    for _ in range(2):
        if "damage" in str(to_move(state)):
            play(state, "take it")
    assert [health(state, f"pc_{seat}") for seat in range(3)] == ["wounded", "unhurt", "wounded"]


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("acrobatics", marks=pytest.mark.rule("CARD-57")),
        pytest.param("flight", marks=pytest.mark.rule("CARD-63")),
    ],
)
def test_but_successes_do_and_depth_changes(card: str) -> None:
    given = position(pc(rows=f"search/{card}", health="wounded"), situation="healing_spring")
    state = play(begin(given, dice=[7]), "use row 1")
    assert health(state, "pc_0") == "unhurt"
    given = position(pc(rows=f"disarm/{card}"), situation="pitfall")
    state = play(begin(given, dice=[2]), "use row 1")
    assert (health(state, "pc_0"), get(state, "depth"), situation(state)) == ("unhurt", 1, "passage")


@pytest.mark.rule("CARD-57", "CARD-16")
def test_acrobatics_may_guard() -> None:
    assert health(play(struck(pc("axe", rows="acrobatics")), "guard row 1"), "pc_0") == "unhurt"
