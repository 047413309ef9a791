"""Item cards (CARD-70 to CARD-85)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import (
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
    situation,
    statuses,
    to_move,
)

HERE = [foe("goblin"), foe("ogre")]


# When and from where


@pytest.mark.rule("CARD-13", "CARD-71")
def test_items_are_used_from_the_hand_or_from_a_row_and_discarded() -> None:
    for who in (pc("healing_potion", health="wounded"), pc(rows="healing_potion", health="wounded")):
        state = play(begin(position(who, foes=HERE)), "use healing_potion")
        play(state, *legal(state, "target pc_0"))
        assert (health(state, "pc_0"), hand(state), rows(state)) == ("unhurt", [], ["", ""])
        assert discards(state) == ["healing_potion"]


@pytest.mark.rule("CARD-13", "CARD-70")
def test_items_without_anything_to_do_cannot_be_used() -> None:
    items = "lucky_coin healing_potion panacea revival_potion amulet scapegoat crystal_ball gold_bag grimoire holy_sign"
    more = "magic_key thief_glove lost_property mirror bugle"
    given = position(pc(f"{items} {more}", rows="axe"), pc("axe"), foes=[foe("goblin")])
    assert legal(begin(given), "use") == {"use row 1"}


@pytest.mark.rule("CARD-15", "CARD-16")
def test_a_disabled_figure_uses_no_items() -> None:
    given = position(pc("healing_potion", health="disabled", rows="search"), pc(health="wounded"), situation="well")
    assert legal(begin(given), "use") == {"use row 1"}


# The roll


def rolled(who: dict[str, Any], dice: tuple[int, ...], *others: dict[str, Any]) -> State:
    """pc_0 attacks a goblin (10) with its sword."""
    return play(begin(position(who, *others, foes=HERE), dice=dice), "use row 1", "target goblin")


@pytest.mark.rule("CARD-70")
@pytest.mark.parametrize(("dice", "hit"), [(9, "wounded"), (8, None)])
def test_the_lucky_coin_makes_a_success(dice: int, hit: str | None) -> None:
    state = rolled(pc("lucky_coin", rows="sword"), (dice,))
    if hit is None:
        assert to_move(state) != "pc_0 after_roll"
        return
    assert (to_move(state), legal(state)) == ("pc_0 after_roll", {"use lucky_coin", "pass"})
    play(state, "use lucky_coin", "up")
    assert (health(state, "goblin"), discards(state)) == (hit, ["lucky_coin"])


@pytest.mark.rule("CARD-70", "CARD-13", "CARD-17")
def test_the_lucky_coin_makes_twelves_and_criticals() -> None:
    given = position(pc("lucky_coin", rows="sword"), pc("axe"), foes=[foe("golem", values=[0, 40, 0, 8])])
    state = play(begin(given, dice=[11]), "use row 1", "target golem", "use lucky_coin", "up")
    assert health(state, "golem") == "wounded"
    state = play(rolled(pc("lucky_coin", rows="dagger"), (10,)), "use lucky_coin", "up")
    assert health(state, "goblin") == "disabled"


@pytest.mark.rule("CARD-70", "CARD-13")
def test_the_lucky_coin_undoes_a_two() -> None:
    state = play(rolled(pc("lucky_coin", rows="sword", values=[9, 8, 0, 8]), (2,)), "use lucky_coin", "up")
    assert health(state, "goblin") == "wounded"


@pytest.mark.rule("CARD-70")
def test_the_lucky_coin_on_anothers_roll() -> None:
    state = rolled(pc(rows="sword"), (9,), pc("lucky_coin"))
    assert to_move(state) == "pc_1 after_roll"
    assert health(play(state, "use lucky_coin", "up"), "goblin") == "wounded"
    state = play(foes_turn(pc("lucky_coin"), pc("axe"), foes=HERE, dice=[6]), "act goblin", "target pc_1")
    assert (to_move(state), health(state, "pc_1")) == ("gm_0 act", "wounded")  # one less changes nothing
    state = play(foes_turn(pc("lucky_coin"), pc("axe"), foes=HERE, dice=[5]), "act goblin", "target pc_1")
    assert health(play(state, "use lucky_coin", "down"), "pc_1") == "unhurt"


@pytest.mark.rule("CARD-78")
def test_the_grimoire_rolls_the_own_dice_again_and_the_second_stands() -> None:
    state = rolled(pc("grimoire", rows="sword"), (5, 10))
    assert legal(state) == {"use grimoire", "pass"}
    assert health(play(state, "use grimoire"), "goblin") == "wounded"
    state = rolled(pc("grimoire", rows="dagger"), (10, 3))
    if to_move(state) == "pc_0 after_roll":
        play(state, "pass")
    assert health(state, "goblin") == "wounded"


@pytest.mark.rule("CARD-78")
def test_the_grimoire_is_for_own_rolls_only() -> None:
    state = rolled(pc(rows="sword"), (5,), pc("grimoire"))
    assert to_move(state) == "pc_1 plot"


@pytest.mark.rule("CARD-78", "CARD-20")
def test_the_grimoire_saves_a_situation() -> None:
    state = play(begin(position(pc("grimoire", rows="disarm"), situation="bomb_chest"), dice=[4, 8]), "use row 1")
    play(state, "use grimoire")
    assert (get(state, "succeeded"), health(state, "pc_0")) == (1, "unhurt")


@pytest.mark.rule("CARD-79")
def test_the_holy_sign_rolls_anothers_dice_again() -> None:
    state = rolled(pc(rows="sword"), (5, 10), pc("holy_sign"))
    assert (to_move(state), legal(state)) == ("pc_1 after_roll", {"use holy_sign", "pass"})
    assert health(play(state, "use holy_sign"), "goblin") == "wounded"
    state = play(foes_turn(pc("holy_sign"), foes=HERE, dice=[12, 3]), "act goblin", "target pc_0")
    assert to_move(state) == "pc_0 after_roll"
    assert health(play(state, "use holy_sign"), "pc_0") == "unhurt"


@pytest.mark.rule("CARD-79")
def test_the_holy_sign_works_on_others_only() -> None:
    state = rolled(pc("holy_sign", rows="sword"), (5,))
    assert to_move(state) == "pc_1 offer"


@pytest.mark.rule("CARD-79", "CARD-19")
def test_one_boss_uses_it_on_the_roll_of_another() -> None:
    foes = [foe("ogre", rank="boss"), foe("goblin", rank="mid_boss")]
    given = foes_turn(pc("axe"), foes=foes, dice=[2, 12], master={"hand": ["holy_sign"]})
    state = play(given, "act goblin", "target pc_0")
    assert to_move(state) == "gm_0 after_roll"
    assert health(play(state, "use holy_sign"), "pc_0") == "wounded"


# Healing


@pytest.mark.rule("CARD-71")
def test_the_potion_is_for_any_of_the_own_side_who_is_wounded() -> None:
    given = position(pc("healing_potion", health="wounded"), pc(health="wounded", hand="axe"), pc("axe"), foes=HERE)
    state = play(begin(given), "use healing_potion")
    assert legal(state) == {"target pc_0", "target pc_1"}
    assert health(play(state, "target pc_1"), "pc_1") == "unhurt"


@pytest.mark.rule("CARD-71", "CARD-73")
def test_the_potion_does_not_raise_a_disabled_one_the_other_does() -> None:
    given = position(pc("healing_potion revival_potion"), pc(health="disabled"), pc("axe"), foes=HERE)
    state = begin(given)
    assert legal(state, "use") == {"use revival_potion"}
    play(state, "use revival_potion", *legal(play(state.clone(), "use revival_potion"), "target"))
    assert (health(state, "pc_1"), discards(state)) == ("wounded", ["revival_potion"])


@pytest.mark.rule("CARD-73", "CARD-15")
def test_the_dead_are_not_revived() -> None:
    given = position(pc("revival_potion", rows="axe"), pc(health="dead"), pc("axe"), foes=HERE)
    assert legal(begin(given), "use") == {"use row 1"}


@pytest.mark.rule("CARD-72")
def test_the_panacea_takes_all_statuses_off() -> None:
    given = position(pc("panacea", statuses=["fall"]), pc("axe", statuses=["curse", "daze"]), foes=HERE)
    state = play(begin(given), "use panacea")
    assert legal(state) == {"target pc_0", "target pc_1"}
    play(state, "target pc_1")
    assert (statuses(state, "pc_0"), statuses(state, "pc_1")) == ({"fall"}, set())


# Damage


@pytest.mark.rule("CARD-74")
@pytest.mark.parametrize("npc", ["goblin", "minotaur"])
def test_the_amulet_cancels_one_damage_even_an_unguardable_one(npc: str) -> None:
    state = play(foes_turn(pc("amulet"), foes=[foe(npc), foe("ogre")], dice=[12]), f"act {npc}", "target pc_0")
    assert legal(state) == {"use amulet", "take it"}
    play(state, "use amulet")
    assert (health(state, "pc_0"), hand(state), discards(state)) == ("unhurt", [], ["amulet"])


@pytest.mark.rule("CARD-74", "CARD-86", "CARD-93")
def test_the_amulet_is_no_guard_so_a_daze_does_not_matter_and_it_cancels_one_of_two() -> None:
    foes = [foe("golem"), foe("ogre")]
    state = play(foes_turn(pc("amulet", statuses=["daze"]), foes=foes, dice=[12]), "act golem", "target pc_0")
    assert health(play(state, "use amulet"), "pc_0") == "wounded"


@pytest.mark.rule("CARD-75")
def test_the_scapegoat_takes_a_damage_meant_for_another() -> None:
    state = play(foes_turn(pc("axe"), pc("scapegoat"), foes=HERE, dice=[12]), "act goblin", "target pc_0")
    assert (to_move(state), legal(state)) == ("pc_1 help", {"use scapegoat", "pass"})
    play(state, "use scapegoat")
    assert (health(state, "pc_0"), health(state, "pc_1")) == ("unhurt", "wounded")


@pytest.mark.rule("CARD-75", "CARD-16")
def test_what_the_scapegoat_takes_may_be_guarded() -> None:
    state = play(foes_turn(pc("axe"), pc("scapegoat", rows="axe"), foes=HERE, dice=[12]), "act goblin", "target pc_0")
    play(state, "use scapegoat")
    assert (to_move(state), legal(state)) == ("pc_1 damage", {"guard row 1", "take it"})
    play(state, "guard row 1")
    assert (health(state, "pc_0"), health(state, "pc_1")) == ("unhurt", "unhurt")


@pytest.mark.rule("CARD-75")
def test_the_scapegoat_is_for_others_only() -> None:
    state = play(foes_turn(pc("scapegoat"), foes=HERE, dice=[12]), "act goblin", "target pc_0")
    assert health(state, "pc_0") == "wounded"


# Situations


@pytest.mark.parametrize(
    ("item", "card"),
    [
        pytest.param("crystal_ball", "well", marks=pytest.mark.rule("CARD-76")),
        pytest.param("gold_bag", "inn", marks=pytest.mark.rule("CARD-77")),
        pytest.param("magic_key", "bomb_chest", marks=pytest.mark.rule("CARD-80")),
    ],
)
def test_items_that_succeed_in_a_situation(item: str, card: str) -> None:
    state = begin(position(pc(item), situation=card))
    assert legal(state) == {f"use {item}", "pass"}
    play(state, f"use {item}")
    assert (get(state, "succeeded"), get(state, "leads")) == (1, int(item != "magic_key"))
    for other in {"well", "inn", "bomb_chest", "academy", "smithy", "maze"} - {card, "well"}:
        offered = {"inn": "gather request", "bomb_chest": "disarm", "academy": "gather", "smithy": "request"}
        kind = {"crystal_ball": "gather", "gold_bag": "request", "magic_key": "disarm"}[item]
        usable = f"use {item}" in legal(begin(position(pc(item, rows="axe"), situation=other)))
        assert usable == (kind in offered.get(other, "gather"))


@pytest.mark.rule("CARD-76", "CARD-20")
def test_the_crystal_ball_turns_a_card() -> None:
    state = play(begin(position(pc("crystal_ball"), situation="chest down")), "use crystal_ball")
    assert (situation(state), get(state, "succeeded")) == ("chest", 0)
    assert get(state, "situation")["face_down"] is False


@pytest.mark.rule("CARD-77", "CARD-80", "CARD-20")
def test_not_on_a_card_that_lies_face_down() -> None:
    given = position(pc("gold_bag magic_key"), situation="friendly down")
    assert legal(begin(given | {"phase": "plot"}), "use") == set()
    assert to_move(play(begin(given | {"phase": "plot"}), "pass")) != "pc_0 action"


# The rest


@pytest.mark.rule("CARD-81")
def test_the_glove_drops_a_weapon_row_of_a_foe() -> None:
    foes = [foe("ogre", rows="axe axe/sword"), foe("goblin"), foe("troll", rows="bow", rank="mid_boss")]
    state = play(begin(position(pc("thief_glove"), pc("axe"), foes=foes)), "use thief_glove")
    assert legal(state) == {"target ogre", "target troll"}
    play(state, "target ogre")
    assert legal(state) == {"row 1", "row 2"}
    play(state, "row 1")
    assert rows(state, "ogre") == ["", "sword"]
    assert discards(state) == ["axe", "axe", "thief_glove"]


@pytest.mark.rule("CARD-81")
def test_the_glove_needs_a_foe_with_a_weapon_row() -> None:
    foes = [foe("ogre", rows="grimoire"), foe("goblin")]
    assert "use thief_glove" not in legal(begin(position(pc("thief_glove", rows="axe"), foes=foes)))


@pytest.mark.rule("CARD-82")
def test_lost_property_takes_any_card_of_the_discards() -> None:
    state = play(begin(position(pc("lost_property"), foes=HERE, discards="bow amulet bow")), "use lost_property")
    assert legal(state) == {"pick bow", "pick amulet"}  # never itself
    play(state, "pick amulet")
    assert (hand(state), "amulet" in discards(state), discards(state).count("bow")) == (["amulet"], False, 2)


@pytest.mark.rule("CARD-82")
def test_lost_property_with_empty_discards() -> None:
    assert "use lost_property" not in legal(begin(position(pc("lost_property", rows="axe"), foes=HERE)))


@pytest.mark.rule("CARD-83")
def test_the_doll_hurts_oneself_and_a_foe() -> None:
    state = play(begin(position(pc("pain_doll"), foes=HERE)), "use pain_doll")
    assert legal(state) == {"target goblin", "target ogre"}
    play(state, "target ogre")
    assert (health(state, "pc_0"), health(state, "ogre")) == ("wounded", "wounded")


@pytest.mark.rule("CARD-83", "CARD-16")
def test_both_damages_of_the_doll_may_be_guarded() -> None:
    given = position(pc("pain_doll", rows="axe"), foes=[foe("ogre", rows="bow"), foe("goblin")])
    state = play(begin(given), "use pain_doll", "target ogre")
    assert legal(state) == {"guard row 1", "take it"}
    play(state, "guard row 1")
    assert (health(state, "pc_0"), health(state, "ogre"), rows(state, "ogre")) == ("unhurt", "unhurt", ["bow*", ""])


@pytest.mark.rule("CARD-84")
def test_the_mirror_turns_one_target_into_all() -> None:
    foes = [foe("goblin"), foe("ogre"), foe("golem"), foe("troll", hidden=True)]
    state = play(begin(position(pc("mirror", rows="sword"), foes=foes), dice=[11]), "use row 1", "target goblin")
    assert (to_move(state), legal(state)) == ("pc_0 before_roll", {"use mirror", "pass"})
    play(state, "use mirror")  # physical defence 10, 12, 13
    assert [health(state, name) for name in ("goblin", "ogre", "golem", "troll")] == [
        "wounded", "unhurt", "unhurt", "unhurt",
    ]  # fmt: skip


@pytest.mark.rule("CARD-84", "CARD-47", "CARD-48")
def test_the_mirror_with_a_row_for_the_own_side() -> None:
    given = position(
        pc("mirror", rows="cure", health="wounded"), pc("axe", health="wounded"), pc("axe", health="wounded"), foes=HERE
    )
    state = play(begin(given), "use row 1", "target pc_1", "use mirror")
    assert [health(state, f"pc_{seat}") for seat in range(3)] == ["wounded", "unhurt", "unhurt"]


@pytest.mark.rule("CARD-84")
def test_no_mirror_with_one_foe_or_with_a_blizzard() -> None:
    given = position(pc("mirror", rows="sword"), foes=[foe("goblin")])
    assert to_move(play(begin(given), "use row 1", "target goblin")) != "pc_0 before_roll"
    given = position(pc("mirror", rows="blizzard"), foes=HERE)
    assert to_move(play(begin(given), "use row 1")) != "pc_0 before_roll"


@pytest.mark.rule("CARD-85")
def test_the_bugle_untaps_the_rows_of_one_figure_of_the_own_side() -> None:
    given = position(pc("bugle", rows="sword*/bow*"), pc(rows="axe*"), pc(rows="axe"), foes=HERE)
    state = play(begin(given), "use bugle")
    assert legal(state) == {"target pc_0", "target pc_1"}
    play(state, "target pc_0")
    assert (rows(state), legal(state, "use")) == (["sword", "bow"], {"use row 1", "use row 2"})
    state = play(begin(given), "use bugle", "target pc_1")
    assert rows(state, "pc_1") == ["axe", ""]


@pytest.mark.rule("CARD-19", "CARD-83", "CARD-71")
def test_only_bosses_let_the_other_side_use_items() -> None:
    foes = [foe("ogre"), foe("goblin", health="wounded")]
    items = {"hand": ["healing_potion", "pain_doll"]}
    assert legal(foes_turn(pc("axe"), foes=foes, master=items), "use") == set()
    foes = [foe("ogre", rank="mid_boss"), foe("goblin", health="wounded")]
    state = foes_turn(pc("axe"), foes=foes, master=items)
    assert legal(state, "use") == {"use healing_potion", "use pain_doll"}
    play(state, "use healing_potion")
    play(state, *legal(state, "target"))
    assert health(state, "goblin") == "unhurt"
    play(state, "use pain_doll")
    play(state, *legal(state, "target pc_0"))
    assert (health(state, "pc_0"), health(state, "ogre")) == ("wounded", "wounded")
