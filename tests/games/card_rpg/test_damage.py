"""C.A.R.D. RPG, CARD-15 to CARD-17: damage, guards, criticals, and how effects interrupt each other."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import (
    Position,
    begin,
    discards,
    foe,
    foes_turn,
    get,
    hand,
    health,
    legal,
    pc,
    play,
    position,
    rows,
    to_move,
)

pytestmark = pytest.mark.nojit


def hit_by(npc: str, *pcs: Position, dice: int = 12, **fields: Any) -> State:
    """A foe has struck pc_0; a zombie, which could act too, keeps the turn from ending."""
    state = foes_turn(*pcs, foes=[foe(npc, **fields), foe("zombie")], dice=[dice])
    play(state, f"act {npc}")
    return play(state, "target pc_0") if state.phase().startswith("target") else state


@pytest.mark.rule("CARD-15")
def test_wounded_disabled_dead() -> None:
    state = hit_by("goblin", pc("sword"), pc("axe"))
    assert health(state, "pc_0") == "wounded" and hand(state) == ["sword"]
    state = hit_by("goblin", pc("sword", rows="axe*", health="wounded"), pc("bow"))
    assert health(state, "pc_0") == "disabled" and hand(state) == [] and rows(state)[0] == "axe*"
    state = hit_by("golem", pc("sword", rows="axe*", health="wounded"), pc("bow"))
    assert health(state, "pc_0") == "dead"
    assert rows(state) == ["", ""] and discards(state) == ["axe", "sword"]


@pytest.mark.rule("CARD-15")
def test_the_disabled_have_no_turn_in_a_fight_and_one_outside() -> None:
    given = position(pc("sword"), pc(health="disabled"), pc("axe"), foes=[foe("goblin")], phase="plot")
    assert to_move(play(begin(given), "pass")) == "pc_2 offer"
    given = position(pc("sword"), pc(health="disabled"), pc("axe"), situation="academy", phase="plot", pile="bow")
    state = play(begin(given), "pass")
    assert to_move(state) == "pc_1 offer" and hand(state, 1) == ["bow"]


@pytest.mark.rule("CARD-15")
def test_the_dead_are_out_of_the_game() -> None:
    given = position(pc("sword"), pc(health="dead"), pc("axe"), situation="academy", phase="plot")
    assert to_move(play(begin(given), "pass")) == "pc_2 offer"


@pytest.mark.rule("CARD-15")
def test_the_standing_only_are_aimed_at() -> None:
    state = foes_turn(pc("bow"), pc(health="disabled"), pc("axe"), foes=[foe("goblin")])
    play(state, "act goblin")
    assert legal(state) == {"target pc_0", "target pc_2"}


@pytest.mark.rule("CARD-15")
def test_an_npc_that_acts_is_tapped_which_is_wounded() -> None:
    state = hit_by("goblin", pc("sword"), pc("axe"), dice=3)
    assert health(state, "goblin") == "wounded"
    given = position(pc(rows="sword"), foes=[foe("goblin", health="wounded"), foe("ogre")])
    assert health(play(begin(given, dice=[12]), "use row 1", "target goblin"), "goblin") == "disabled"


@pytest.mark.rule("CARD-15")
def test_a_defeated_foe_takes_no_more_and_is_no_target() -> None:
    given = position(pc(rows="dagger"), pc("bow"), foes=[foe("goblin", health="disabled"), foe("ogre"), foe("scout")])
    state = play(begin(given, dice=[11]), "use row 1")
    assert legal(state) == {"target ogre", "target scout"}
    assert health(play(state, "target ogre"), "ogre") == "unhurt" or health(state, "ogre") == "disabled"


@pytest.mark.rule("CARD-15", "CARD-20")
def test_a_trap_kills_the_disabled() -> None:
    """Falling Ceiling damages standing PCs only, a pitfall the one who tried."""
    given = position(pc(rows="disarm", health="disabled"), pc("axe"), situation="pitfall")
    state = play(begin(given, dice=[3]), "use row 1")
    assert health(state, "pc_0") == "dead"


# Guards


@pytest.mark.rule("CARD-16")
def test_a_guard_taps_a_row_and_cancels_one_damage() -> None:
    state = hit_by("goblin", pc(rows="sword sword / axe"), pc("bow"))
    assert to_move(state) == "pc_0 damage"
    assert legal(state) == {"guard row 1", "guard row 2", "take it"}
    play(state, "guard row 1")
    assert health(state, "pc_0") == "unhurt" and rows(state) == ["sword sword*", "axe"]


@pytest.mark.rule("CARD-16")
def test_each_damage_needs_its_own_guard() -> None:
    state = hit_by("golem", pc(rows="sword / axe"), pc("bow"))
    play(state, "guard row 2")
    assert legal(state) == {"guard row 1", "take it"}
    assert health(play(state, "take it"), "pc_0") == "wounded"


@pytest.mark.rule("CARD-16")
def test_used_rows_and_items_do_not_guard() -> None:
    state = hit_by("goblin", pc(rows="sword* / healing_potion"), pc("bow"))
    assert health(state, "pc_0") == "wounded"


@pytest.mark.rule("CARD-16")
def test_constant_rows_guard_and_go_on_working() -> None:
    state = hit_by("ruffian", pc(rows="war_armour"), pc("bow"), dice=12)
    play(state, "guard row 1")
    assert health(state, "pc_0") == "unhurt" and rows(state)[0] == "war_armour*"
    strong = [0, 9, 0, 8]
    state = foes_turn(pc(rows="war_armour*", values=strong), pc("bow"), foes=[foe("skeleton")], dice=[6])
    play(state, "act skeleton", "target pc_0")
    assert health(state, "pc_0") == "unhurt", "6 + 1 + 2 against 9 + 1"


@pytest.mark.rule("CARD-16")
def test_some_damage_cannot_be_guarded() -> None:
    state = hit_by("minotaur", pc(rows="sword"), pc("bow"))
    assert health(state, "pc_0") == "wounded" and rows(state)[0] == "sword"


@pytest.mark.rule("CARD-16")
def test_traps_may_be_guarded_by_oneself_and_by_a_shield() -> None:
    given = position(pc(rows="disarm / sword"), pc(rows="shield"), situation="pitfall")
    state = play(begin(given, dice=[3]), "use row 1")
    assert to_move(state) == "pc_0 damage" and legal(state) == {"guard row 2", "take it"}
    play(state, "take it")
    assert to_move(state) == "pc_1 help"
    play(state, "guard row 1")
    assert health(state, "pc_0") == "unhurt"


@pytest.mark.rule("CARD-16")
def test_the_one_who_is_hit_answers_first_then_the_others_in_order() -> None:
    state = hit_by("goblin", pc(rows="sword"), pc(rows="shield"), pc("scapegoat"))
    assert to_move(state) == "pc_0 damage"
    play(state, "take it")
    assert to_move(state) == "pc_1 help" and legal(state) == {"guard row 1", "pass"}
    play(state, "pass")
    assert to_move(state) == "pc_2 help" and legal(state) == {"use scapegoat", "pass"}
    play(state, "pass")
    assert health(state, "pc_0") == "wounded"


@pytest.mark.rule("CARD-16")
def test_the_disabled_neither_guard_nor_use_items() -> None:
    given = position(
        pc(rows="disarm / sword", health="disabled"), pc("axe", health="wounded"), situation="pitfall", phase="action"
    )
    state = play(begin(given, dice=[3]), "use row 1")
    assert health(state, "pc_0") == "dead", "nobody was asked"


@pytest.mark.rule("CARD-16", "CARD-53")
def test_interrupts_nest() -> None:
    """A Golem's two blows: the first is moved by a charm and guarded there, the second guarded and answered."""
    state = hit_by("golem", pc("axe", rows="riposte / sword"), pc("scapegoat", rows="bow"))
    play(state, "take it", "use scapegoat")
    assert to_move(state) == "pc_1 damage"
    play(state, "guard row 1")
    assert to_move(state) == "pc_0 damage"
    play(state, "guard row 2")
    assert to_move(state) == "pc_0 riposte"
    play(state, "use row 1")
    assert health(state, "golem") == "disabled", "it was tapped by its action"
    assert health(state, "pc_0") == health(state, "pc_1") == "unhurt"


# Criticals


@pytest.mark.rule("CARD-17")
@pytest.mark.parametrize(("dice", "after"), [(10, "wounded"), (11, "disabled"), (12, "disabled"), (9, "unhurt")])
def test_a_dagger_strikes_twice_from_eleven_on(dice: int, after: str) -> None:
    given = position(pc(rows="dagger"), foes=[foe("goblin"), foe("ogre")])
    assert health(play(begin(given, dice=[dice]), "use row 1", "target goblin"), "goblin") == after


@pytest.mark.rule("CARD-17")
def test_a_critical_succeeds_against_any_number() -> None:
    given = position(pc(rows="dagger"), foes=[foe("goblin", values=[0, 50, 0, 8]), foe("ogre")])
    assert health(play(begin(given, dice=[11]), "use row 1", "target goblin"), "goblin") == "disabled"


@pytest.mark.rule("CARD-17")
def test_other_weapons_have_no_critical() -> None:
    given = position(pc(rows="sword"), foes=[foe("goblin"), foe("ogre")])
    assert health(play(begin(given, dice=[12]), "use row 1", "target goblin"), "goblin") == "wounded"


@pytest.mark.rule("CARD-17", "CARD-5")
def test_a_stack_has_the_critical_value_of_its_first_card() -> None:
    weapon: dict[str, Any] = {"personal": [{"weapon": "dagger", "level": 3, "critical": 1}, None]}
    for row, after in (("personal_1 dagger", "disabled"), ("dagger personal_1", "wounded")):
        given = position(pc(rows=row, **weapon), foes=[foe("goblin"), foe("ogre")])
        assert health(play(begin(given, dice=[10]), "use row 1", "target goblin"), "goblin") == after, row


@pytest.mark.rule("CARD-15", "CARD-27")
def test_the_last_one_down_ends_the_game() -> None:
    state = hit_by("goblin", pc("sword", health="wounded"), pc(health="disabled"))
    assert state.is_terminal() and get(state, "result") == "lost"
