"""Weapon cards that damage (CARD-29 to CARD-40): modifiers, stacking, use, criticals, several targets."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import begin, discards, foe, get, hand, health, legal, pc, play, position, rows, situation, to_move

PHYSICAL_DEFENCE, MAGIC_DEFENCE = 10, 9
"""Of a goblin."""


def strike(row: str, dice: int, *actions: str, **who: Any) -> State:
    """pc_0 attacks a goblin with a row."""
    given = position(pc(rows=row, **who), foes=[foe("goblin")])
    return play(begin(given, dice=[dice]), "use row 1", *actions, "target goblin")


def hits(row: str, dice: int, *actions: str, **who: Any) -> bool:
    return health(strike(row, dice, *actions, **who), "goblin") == "wounded"


def row_of(card: str, count: int) -> str:
    return " ".join([card] * count)


@pytest.mark.parametrize(
    ("card", "modifier", "additional", "defence", "most"),
    [
        pytest.param("sword", 0, 1, PHYSICAL_DEFENCE, 6, marks=pytest.mark.rule("CARD-29")),
        pytest.param("axe", 1, 1, PHYSICAL_DEFENCE, 4, marks=pytest.mark.rule("CARD-30")),
        pytest.param("club", 1, 2, PHYSICAL_DEFENCE, 2, marks=pytest.mark.rule("CARD-32")),
        pytest.param("dagger", 0, 1, PHYSICAL_DEFENCE, 3, marks=pytest.mark.rule("CARD-33")),
        pytest.param("bow", 0, 1, PHYSICAL_DEFENCE, 3, marks=pytest.mark.rule("CARD-34")),
        pytest.param("bolt", 0, 1, MAGIC_DEFENCE, 5, marks=pytest.mark.rule("CARD-36")),
        pytest.param("fireball", 2, 0, MAGIC_DEFENCE, 1, marks=pytest.mark.rule("CARD-38")),
        pytest.param("thunderbolt", 0, 0, MAGIC_DEFENCE, 1, marks=pytest.mark.rule("CARD-40")),
    ],
)
@pytest.mark.rule("CARD-13", "CARD-18")
def test_a_row_hits_from_its_number_on(card: str, modifier: int, additional: int, defence: int, most: int) -> None:
    for count in {1, 2, most}:
        if count <= most:
            number = defence - modifier - additional * (count - 1)
            assert hits(row_of(card, count), number), (card, count)
            assert not hits(row_of(card, count), number - 1), (card, count)


@pytest.mark.rule("CARD-29", "CARD-13")
def test_the_action_value_of_the_right_kind_is_added() -> None:
    assert hits("sword", 8, values=[2, 8, 0, 8]) and not hits("sword", 8, values=[0, 8, 2, 8])
    assert hits("bolt", 7, values=[0, 8, 2, 8]) and not hits("bolt", 7, values=[2, 8, 0, 8])


@pytest.mark.rule("CARD-13", "CARD-29")
def test_two_always_fails_and_twelve_always_succeeds() -> None:
    assert not hits("sword", 2, values=[20, 8, 0, 8])
    given = position(pc(rows="sword"), foes=[foe("golem", values=[0, 40, 0, 8])])
    assert health(play(begin(given, dice=[12]), "use row 1", "target golem"), "golem") == "wounded"
    assert health(play(begin(given, dice=[11]), "use row 1", "target golem"), "golem") == "unhurt"


@pytest.mark.rule("CARD-31", "CARD-12")
@pytest.mark.parametrize(
    ("row", "bonus"),
    [
        ("spear_a", 0), ("spear_b", 1), ("spear_c", 0), ("spear_a spear_b", 1), ("spear_a spear_c", 2),
        ("spear_c spear_a", 1), ("spear_b spear_c", 3), ("spear_b spear_a spear_c", 4), ("spear_a spear_b spear_c", 3),
    ],
)  # fmt: skip
def test_spears_share_a_name_and_the_first_gives_the_modifier(row: str, bonus: int) -> None:
    assert hits(row, PHYSICAL_DEFENCE - bonus) and not hits(row, PHYSICAL_DEFENCE - bonus - 1)


@pytest.mark.rule("CARD-31", "CARD-12")
def test_a_spear_is_plotted_onto_another_but_not_onto_a_sword() -> None:
    state = begin(position(pc("spear_c", rows="spear_a/sword"), foes=[foe("goblin")], phase="plot"))
    assert legal(state, "plot") == {"plot spear_c row 1"}
    assert rows(play(state, "plot spear_c row 1")) == ["spear_a spear_c", "sword"]


@pytest.mark.rule("CARD-33", "CARD-17")
@pytest.mark.parametrize(("dice", "after"), [(9, "unhurt"), (10, "wounded"), (11, "disabled"), (12, "disabled")])
def test_a_dagger_deals_one_more_with_eleven_and_twelve(dice: int, after: str) -> None:
    given = position(pc(rows="dagger"), foes=[foe("goblin"), foe("ogre")])
    state = play(begin(given, dice=[dice]), "use row 1", "target goblin")
    assert health(state, "goblin") == after


@pytest.mark.rule("CARD-17", "CARD-33")
def test_eleven_succeeds_with_a_dagger_whatever_the_number() -> None:
    for card, after in (("dagger", "disabled"), ("sword", "unhurt")):
        given = position(pc(rows=card), foes=[foe("golem", values=[0, 40, 0, 8]), foe("ogre")])
        assert health(play(begin(given, dice=[11]), "use row 1", "target golem"), "golem") == after


@pytest.mark.rule("CARD-17")
def test_other_weapons_have_no_critical() -> None:
    for card in ("sword", "axe", "club", "bow", "bolt", "thunderbolt"):
        assert health(strike(card, 12), "goblin") == "wounded"


@pytest.mark.rule("CARD-33", "CARD-16")
def test_both_damages_of_a_critical_may_be_guarded() -> None:
    given = position(pc(rows="dagger"), foes=[foe("goblin", rows="axe / sword"), foe("ogre")])
    state = play(begin(given, dice=[11]), "use row 1", "target goblin")
    assert (health(state, "goblin"), rows(state, "goblin")) == ("unhurt", ["axe*", "sword*"])


@pytest.mark.parametrize(
    "card",
    [
        pytest.param("bow", marks=pytest.mark.rule("CARD-34")),
        pytest.param("thunderbolt", marks=pytest.mark.rule("CARD-40")),
    ],
)
@pytest.mark.rule("CARD-16")
def test_neither_guard_nor_counter_against_some_cards(card: str) -> None:
    given = position(pc(rows=card), foes=[foe("goblin", rows="axe / riposte")])
    state = play(begin(given, dice=[12]), "use row 1", "target goblin")
    assert (health(state, "goblin"), rows(state, "goblin")) == ("wounded", ["axe", "riposte"])
    assert health(state, "pc_0") == "unhurt"


@pytest.mark.rule("CARD-16", "CARD-29")
def test_a_foe_guards_against_a_sword() -> None:
    given = position(pc(rows="sword"), foes=[foe("goblin", rows="axe axe")])
    state = play(begin(given, dice=[10]), "use row 1", "target goblin")
    assert (health(state, "goblin"), rows(state, "goblin")) == ("unhurt", ["axe axe*", ""])


@pytest.mark.rule("CARD-35", "CARD-18")
def test_fists_use_either_kind_and_the_defence_that_goes_with_it() -> None:
    given = position(pc(rows="fists", values=[1, 8, 0, 8]), foes=[foe("goblin")])
    state = play(begin(given, dice=[9]), "use row 1")
    assert legal(state) == {"physical", "magic"}
    assert hits("fists", 9, "physical", values=[1, 8, 0, 8]) and not hits("fists", 8, "physical", values=[1, 8, 0, 8])
    assert hits("fists", 9, "magic", values=[1, 8, 0, 8]) and not hits("fists", 8, "magic", values=[1, 8, 0, 8])
    assert hits("fists fists", 8, "magic", values=[1, 8, 0, 8])


@pytest.mark.rule("CARD-37", "CARD-13")
def test_soul_strike_needs_no_roll() -> None:
    for dice in (2, 7, 12):
        given = position(pc(rows="soul_strike"), foes=[foe("golem", values=[0, 40, 0, 40])])
        state = play(begin(given, dice=[dice]), "use row 1", "target golem")
        assert health(state, "golem") == "wounded"


@pytest.mark.rule("CARD-37", "CARD-16")
def test_soul_strike_may_be_guarded() -> None:
    given = position(pc(rows="soul_strike"), foes=[foe("golem", rows="axe")])
    state = play(begin(given), "use row 1", "target golem")
    assert (health(state, "golem"), rows(state, "golem")) == ("unhurt", ["axe*", ""])


@pytest.mark.rule("CARD-39")
def test_blizzard_is_one_roll_against_each() -> None:
    foes = [foe("goblin"), foe("ogre"), foe("golem"), foe("medusa", hidden=True)]  # magic defence 9, 10, 9, 11
    for dice, after in (
        (10, ["unhurt", "unhurt", "unhurt"]),
        (11, ["wounded", "unhurt", "wounded"]),
        (12, ["wounded", "wounded", "wounded"]),
    ):
        state = play(begin(position(pc(rows="blizzard"), pc("axe"), foes=foes), dice=[dice]), "use row 1")
        assert [health(state, name) for name in ("goblin", "ogre", "golem")] == after
        assert health(state, "medusa") == "unhurt"


@pytest.mark.rule("CARD-39", "CARD-16")
def test_each_guards_against_a_blizzard_for_itself() -> None:
    foes = [foe("goblin", rows="axe"), foe("golem")]
    state = play(begin(position(pc(rows="blizzard"), pc("axe"), foes=foes), dice=[12]), "use row 1")
    assert (health(state, "goblin"), health(state, "golem")) == ("unhurt", "wounded")


@pytest.mark.rule("CARD-13", "CARD-9")
def test_a_row_acts_once_and_may_not_guard_afterwards() -> None:
    given = position(pc(rows="sword sword/axe"), foes=[foe("goblin"), foe("ogre")])
    state = play(begin(given, dice=[10]), "use row 1", "target goblin")
    assert (rows(state), legal(state, "use")) == (["sword sword*", "axe"], {"use row 2"})


@pytest.mark.rule("CARD-13")
def test_a_target_is_chosen_among_those_that_stand_in_sight() -> None:
    foes = [foe("goblin"), foe("ogre", health="disabled"), foe("golem", hidden=True), foe("troll", health="wounded")]
    state = play(begin(position(pc(rows="sword"), pc("axe"), foes=foes)), "use row 1")
    assert legal(state) == {"target goblin", "target troll"}


@pytest.mark.rule("CARD-15", "CARD-29")
def test_the_second_damage_defeats_a_foe() -> None:
    given = position(pc(rows="sword"), foes=[foe("goblin", health="wounded"), foe("ogre")])
    state = play(begin(given, dice=[10]), "use row 1", "target goblin")
    assert health(state, "goblin") == "disabled"


@pytest.mark.rule("CARD-18", "CARD-20")
@pytest.mark.parametrize(("dice", "succeeded"), [(8, 0), (9, 1)])
def test_a_damage_card_against_a_printed_number(dice: int, succeeded: int) -> None:
    """The treasure chest: damage 9; a miss fails the card, which then ends without effect."""
    state = play(begin(position(pc(rows="sword"), situation="chest"), dice=[dice]), "use row 1")
    assert (situation(state), get(state, "succeeded")) == ("passage", succeeded)


@pytest.mark.rule("CARD-18")
def test_no_damage_card_where_nothing_asks_for_it() -> None:
    assert legal(begin(position(pc("gold_bag", rows="sword"), situation="church"))) == {"pass", "use gold_bag"}


def test_cards_that_are_used_stay_in_their_row() -> None:
    state = strike("sword sword", 5)
    assert (rows(state), discards(state), hand(state), to_move(state)) == (["sword sword*", ""], [], [], "pc_1 plot")
