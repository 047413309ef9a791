"""Special abilities of the characters (CARD-92)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import (
    PLAIN,
    begin,
    figure,
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
    statuses,
    to_move,
)

pytestmark = pytest.mark.rule("CARD-92")
TWO = [foe("goblin"), foe("ogre")]


def able(ability: str, hand: str = "", rows: str = "", **fields: Any) -> dict[str, Any]:
    """A PC with plain values and this ability."""
    return pc(hand, rows, ability=ability, values=PLAIN) | fields


def least(ability: str, row: str, *actions: str, card: str = "", **fields: Any) -> int:
    """The least dice total with which a row succeeds, against a goblin (10 / 9) or a situation card."""
    for dice in range(3, 12):
        foes = () if card else TWO
        given = position(able(ability, rows=row, **fields), pc("axe"), foes=foes, situation=card)
        state = play(begin(given, dice=[dice]), "use row 1", *actions)
        if not card:
            play(state, *legal(state, "target goblin"))
        if (
            get(state, "succeeded")
            if card
            else (health(state, "goblin"), statuses(state, "goblin")) != ("unhurt", set())
        ):
            return dice
    return 12


@pytest.mark.parametrize(
    ("ability", "with_it", "without"),
    [
        ("mage", ("bolt", 8), ("sword", 10)),
        ("mage", ("fireball", 6), ("daze", 9)),
        ("hexer", ("daze", 7), ("bolt", 9)),
        ("warrior", ("sword", 9), ("bolt", 9)),
        ("sage", ("sword", 10), ("bolt", 9)),
    ],
)
def test_bonuses_in_a_fight(ability: str, with_it: tuple[str, int], without: tuple[str, int]) -> None:
    assert least(ability, with_it[0]) == with_it[1]
    assert least(ability, without[0]) == without[1]


def test_the_kind_chosen_for_fists_counts() -> None:
    assert least("warrior", "fists", "physical") == 9 and least("warrior", "fists", "magic") == 9
    assert least("mage", "fists", "physical") == 10 and least("mage", "fists", "magic") == 8


@pytest.mark.parametrize(
    ("ability", "row", "card", "number"),
    [
        ("thief", "disarm", "bomb_chest", 6),
        ("thief", "unseal", "bomb_chest", 6),
        ("thief", "snare", "farmland", 6),
        ("thief", "ward", "farmland", 6),
        ("thief", "search", "well", 8),
        ("sage", "search", "well", 6),
        ("sage", "study", "well", 6),
        ("sage", "threaten", "inn", 7),
        ("king", "threaten", "inn", 5),
        ("king", "negotiate", "inn", 5),
        ("king", "search", "well", 8),
        ("ninja", "illusion", "back_alley", 5),
        ("ninja", "search", "back_alley", 8),
        ("warrior", "sword", "smithy", 8),
    ],
)
def test_bonuses_on_situations(ability: str, row: str, card: str, number: int) -> None:
    assert least(ability, row, card=card) == number


def test_the_sage_turns_cards_with_its_bonus() -> None:
    assert least("sage", "search", card="maze") == 7
    given = position(able("sage", rows="search"), pc("axe"), situation="maze down")
    state = play(begin(given, dice=[6]), "use row 1")
    assert get(state, "situation") == {"card": "maze", "face_down": False}


def test_the_hero_has_a_bonus_while_wounded() -> None:
    assert least("hero", "sword", health="wounded") == 9 and least("hero", "sword") == 10
    assert least("hero", "daze", health="wounded") == 8
    assert least("hero", "search", card="cottage", health="wounded") == 7


@pytest.mark.rule("CARD-28")
def test_the_ability_is_that_of_the_card_it_was_changed_for() -> None:
    given = position(pc(rows="bolt", character="thief", ability="mage", values=PLAIN), pc("axe"), foes=TWO)
    assert health(play(begin(given, dice=[8]), "use row 1", "target goblin"), "goblin") == "wounded"


# Priest


def test_the_priest_heals_another_at_the_clean_up() -> None:
    given = position(
        able("priest", "axe", health="wounded"), pc("axe", health="wounded"), pc("axe", health="disabled"), foes=TWO,
        phase="plot",
    )  # fmt: skip
    state = play(begin(given), "pass")
    assert (to_move(state), legal(state)) == ("pc_0 target (cleanup)", {"target pc_1", "pass"})
    play(state, "target pc_1")
    assert [health(state, f"pc_{seat}") for seat in range(3)] == ["wounded", "unhurt", "disabled"]


@pytest.mark.parametrize(("row", "heals"), [("sword", False), ("daze", False), ("cure", True)])
def test_the_priest_heals_only_after_a_turn_without_an_attack(row: str, heals: bool) -> None:
    party = (pc("axe", health="wounded"), pc("axe", health="wounded"))
    given = position(able("priest", rows=row), *party, foes=TWO)
    state = play(begin(given, dice=[5]), "use row 1")
    play(state, "target pc_1" if row == "cure" else "target goblin")
    assert (to_move(state) == "pc_0 target (cleanup)") == heals
    if heals:
        play(state, "target pc_2")
        assert health(state, "pc_2") == "unhurt"


# Situations


def test_the_phantom_thief_draws_for_an_own_success_once_a_turn() -> None:
    given = position(able("phantom_thief", rows="search"), pc("axe"), situation="cottage", pile="bow axe")
    assert hand(play(begin(given, dice=[8]), "use row 1")) == ["bow"]
    assert hand(play(begin(given, dice=[7]), "use row 1")) == []
    given = position(pc(rows="search"), able("phantom_thief", "axe"), situation="cottage", pile="bow axe")
    state = play(begin(given, dice=[8]), "use row 1")
    assert hand(state) == [] and "bow" in hand(state, 1)  # drawn in its own turn, which has begun


# Bard


def test_the_bard_adds_one_to_a_check_of_another() -> None:
    given = position(pc(rows="sword/axe"), able("bard", "axe"), foes=TWO)
    state = play(begin(given, dice=[9, 12]), "use row 1", "target goblin")
    assert (to_move(state), legal(state)) == ("pc_1 before_roll", {"ability bard", "pass"})
    play(state, "ability bard")
    assert health(state, "goblin") == "wounded"
    assert figure(state, "pc_1")["ability_used"] is True
    play(state, "use row 2", "target ogre")
    assert to_move(state) != "pc_1 before_roll"  # once per round


def test_the_bard_may_wait() -> None:
    given = position(pc(rows="sword"), able("bard", "axe"), foes=TWO)
    state = play(begin(given, dice=[9]), "use row 1", "target goblin", "pass")
    assert health(state, "goblin") == "unhurt" and "ability_used" not in figure(state, "pc_1")


def test_the_bard_sings_for_others_only_and_for_situations_too() -> None:
    given = position(able("bard", rows="sword"), pc("axe"), foes=TWO)
    assert to_move(play(begin(given, dice=[9]), "use row 1", "target goblin")) == "pc_1 plot"
    given = position(pc(rows="disarm"), able("bard", "axe"), situation="bomb_chest")
    state = play(begin(given, dice=[7]), "use row 1", "ability bard")
    assert get(state, "succeeded") == 1


# Tamer


def test_the_tamer_paralyses_a_foe_that_leads_nobody() -> None:
    """The belligerent NPC, failed: a fight. Levels differ, or all are mid-bosses and nobody is asked."""
    seen = set()
    for seed in range(40):
        given = position(able("tamer", rows="snare", values=[0, 8, 0, 8]), pc("axe"), pc("axe"), situation="hostile")
        state = play(begin(given, seed=seed), "use row 1")
        if not get(state, "fight"):
            continue
        foes = state.to_dict()["foes"]
        plain = {f"target {entry['npc']}" for entry in foes if "rank" not in entry}
        assert (to_move(state) == "pc_0 target (fight_start)") == bool(plain)
        if plain:
            assert legal(state) == plain | {"pass"}
            name = sorted(plain)[0].removeprefix("target ")
            play(state, f"target {name}")
            assert statuses(state, name) == {"paralysis"}
        seen.add(bool(plain))
    assert True in seen


# Damage


def attacked(*pcs: dict[str, Any], npc: str = "goblin", dice: tuple[int, ...] = (12,)) -> State:
    """pc_0 is hit."""
    return play(foes_turn(*pcs, foes=[foe(npc), foe("troll")], dice=dice), f"act {npc}", "target pc_0")


def test_the_paladin_guards_another_with_any_weapon_row_once_a_round() -> None:
    given = foes_turn(pc("axe"), able("paladin", rows="sword/axe"), foes=[foe("goblin"), foe("ruffian")], dice=[12, 12])
    state = play(given, "act goblin", "target pc_0")
    assert (to_move(state), legal(state)) == ("pc_1 help", {"guard row 1", "guard row 2", "pass"})
    play(state, "guard row 2")
    assert (health(state, "pc_0"), rows(state, "pc_1")) == ("unhurt", ["sword", "axe*"])
    play(state, "act ruffian", "target pc_0")
    assert (health(state, "pc_0"), rows(state, "pc_1")) == ("wounded", ["sword", "axe*"])


def test_the_paladin_cannot_guard_what_cannot_be_guarded() -> None:
    assert health(attacked(pc("axe"), able("paladin", rows="sword"), npc="minotaur"), "pc_0") == "wounded"
    assert health(attacked(pc("axe"), able("paladin", rows="sword*")), "pc_0") == "wounded"


def test_a_damage_to_the_princess_may_be_taken_by_another_who_agrees() -> None:
    party = (able("princess", rows="axe"), pc("axe"), pc("axe", health="disabled"), pc("axe"))
    state = attacked(*party)
    assert legal(state) == {"guard row 1", "take it", "ability princess"}
    play(state, "ability princess")
    assert legal(state) == {"target pc_1", "target pc_3"}
    play(state, "target pc_3")
    assert (to_move(state), legal(state)) == ("pc_3 consent", {"agree", "refuse"})
    play(state, "agree")
    assert (health(state, "pc_0"), health(state, "pc_3")) == ("unhurt", "wounded")


def test_if_the_other_refuses_the_princess_may_still_guard_but_not_ask_again() -> None:
    state = play(
        attacked(able("princess", rows="axe"), pc("axe"), pc("axe")), "ability princess", "target pc_1", "refuse"
    )
    assert (to_move(state), legal(state)) == ("pc_0 damage", {"guard row 1", "take it"})
    assert health(play(state, "take it"), "pc_0") == "wounded"


def test_who_takes_it_for_the_princess_may_guard() -> None:
    state = play(attacked(able("princess"), pc(rows="axe")), "ability princess", "target pc_1", "agree")
    assert (to_move(state), legal(state)) == ("pc_1 damage", {"guard row 1", "take it"})


def test_alone_the_princess_has_nobody() -> None:
    state = attacked(able("princess", rows="axe"), pc("axe", health="disabled"))
    assert legal(state) == {"guard row 1", "take it"}


# Attacks


@pytest.mark.parametrize(("state_before", "drawn"), [("wounded", 2), ("unhurt", 0)])
def test_the_gladiator_draws_for_a_foe_disabled(state_before: str, drawn: int) -> None:
    given = position(able("gladiator", rows="sword"), pc("axe"), foes=[foe("goblin", health=state_before), foe("ogre")])
    state = play(begin(given, dice=[12]), "use row 1", "target goblin")
    assert len(hand(state)) == drawn


def test_the_gladiator_draws_once_a_turn_and_not_for_others() -> None:
    foes = [foe("goblin", health="wounded"), foe("ogre", health="wounded"), foe("troll")]
    given = position(able("gladiator", rows="sword/axe"), pc("axe"), foes=foes)
    state = play(begin(given, dice=[12, 12]), "use row 1", "target goblin", "use row 2", "target ogre")
    assert len(hand(state)) == 2
    given = position(pc(rows="sword"), able("gladiator", "axe"), foes=foes)
    state = play(begin(given, dice=[12]), "use row 1", "target goblin")
    assert (hand(state), len(hand(state, 1))) == ([], 2)  # the card of its own turn


def test_the_jester_rolls_a_failed_roll_again_once_a_round() -> None:
    given = position(able("jester", rows="sword/axe"), pc("axe"), foes=TWO)
    state = play(begin(given, dice=[5, 10, 5]), "use row 1", "target goblin")
    assert (to_move(state), legal(state)) == ("pc_0 after_roll", {"ability jester", "pass"})
    play(state, "ability jester")
    assert health(state, "goblin") == "wounded"
    play(state, "use row 2", "target ogre")
    assert to_move(state) == "pc_1 plot"


def test_the_jester_keeps_a_success() -> None:
    given = position(able("jester", rows="sword"), pc("axe"), foes=TWO)
    state = play(begin(given, dice=[10]), "use row 1", "target goblin")
    assert (health(state, "goblin"), to_move(state)) == ("wounded", "pc_1 plot")


def test_the_dragon_takes_all_foes_as_targets_once_a_fight() -> None:
    given = position(able("dragon", rows="sword/axe"), pc("axe"), foes=[*TWO, foe("golem")])
    state = play(begin(given, dice=[12, 12]), "use row 1", "target goblin")
    assert (to_move(state), legal(state)) == ("pc_0 before_roll", {"ability dragon", "pass"})
    play(state, "ability dragon")
    assert [health(state, name) for name in ("goblin", "ogre", "golem")] == ["wounded"] * 3
    play(state, "use row 2", "target ogre")
    assert (to_move(state) or "").startswith("pc_1")


def test_the_dragon_breathes_with_damage_rows_only() -> None:
    given = position(able("dragon", rows="daze"), pc("axe"), foes=TWO)
    assert to_move(play(begin(given, dice=[5]), "use row 1", "target goblin")) == "pc_1 plot"
