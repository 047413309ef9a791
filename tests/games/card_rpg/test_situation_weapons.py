"""Weapon cards for situations, and hiding (CARD-55 to CARD-68)."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import (
    begin,
    discards,
    figure,
    foe,
    foes_turn,
    get,
    hand,
    health,
    legal,
    master_hand,
    pc,
    play,
    position,
    rows,
    to_move,
)


def attempt(row: str, card: str, dice: int, *actions: str, **who: Any) -> State:
    given = position(pc(rows=row, **who), situation=card)
    return play(begin(given, dice=[dice]), "use row 1", *actions)


@pytest.mark.parametrize(
    ("card", "where", "number", "magic"),
    [
        pytest.param("search", "well", 8, False, marks=pytest.mark.rule("CARD-55")),
        pytest.param("threaten", "inn", 7, False, marks=pytest.mark.rule("CARD-56")),
        pytest.param("disarm", "bomb_chest", 8, False, marks=pytest.mark.rule("CARD-58")),
        pytest.param("snare", "careless", 7, False, marks=pytest.mark.rule("CARD-59")),
        pytest.param("study", "well", 8, True, marks=pytest.mark.rule("CARD-60")),
        pytest.param("negotiate", "inn", 7, True, marks=pytest.mark.rule("CARD-62")),
        pytest.param("unseal", "bomb_chest", 8, True, marks=pytest.mark.rule("CARD-64")),
        pytest.param("ward", "careless", 7, True, marks=pytest.mark.rule("CARD-65")),
    ],
)
@pytest.mark.rule("CARD-20", "CARD-21")
def test_a_card_for_situations_from_its_number_on(card: str, where: str, number: int, magic: bool) -> None:
    assert get(attempt(card, where, number), "succeeded") == 1
    assert get(attempt(card, where, number - 1), "succeeded") == 0
    right, wrong = ([0, 8, 2, 8], [2, 8, 0, 8]) if magic else ([2, 8, 0, 8], [0, 8, 2, 8])
    assert get(attempt(card, where, number - 2, values=right), "succeeded") == 1
    assert get(attempt(card, where, number - 2, values=wrong), "succeeded") == 0


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(name, marks=pytest.mark.rule(f"CARD-{number}"))
        for name, number in (
            ("search", 55), ("threaten", 56), ("disarm", 58), ("snare", 59), ("study", 60), ("negotiate", 62),
            ("unseal", 64), ("ward", 65), ("foresight", 67), ("bribe", 68),
        )
    ],
)  # fmt: skip
@pytest.mark.rule("CARD-18")
def test_it_cannot_be_used_in_a_fight(card: str) -> None:
    given = position(pc("axe", rows=f"{card}/axe"), foes=[foe("goblin")])
    assert legal(begin(given), "use row") == {"use row 2"}


@pytest.mark.rule("CARD-55", "CARD-60", "CARD-12")
def test_cards_without_an_additional_modifier_stack_with_nothing() -> None:
    for card in ("search", "study"):
        assert get(attempt(f"{card} {card}", "well", 7), "succeeded") == 0
        assert get(attempt(f"{card} {card}", "well", 8), "succeeded") == 1


@pytest.mark.rule("CARD-20", "CARD-55", "CARD-60")
def test_face_down_only_gathering_is_possible() -> None:
    given = position(pc("axe", rows="search/disarm"), situation="bomb_chest down")
    state = begin(given, dice=[8])
    assert legal(state, "use") == {"use row 1"}
    play(state, "use row 1")
    assert get(state, "situation") == {"card": "bomb_chest", "face_down": False}
    assert (legal(state, "use"), get(state, "succeeded")) == ({"use row 2"}, 0)


@pytest.mark.rule("CARD-22", "CARD-55", "CARD-56")
def test_gather_and_request_in_town_are_leads() -> None:
    for card, where in (("search", "well"), ("study", "well"), ("threaten", "inn"), ("negotiate", "inn")):
        assert get(attempt(card, where, 12), "leads") == 1
    assert get(attempt("disarm", "well", 12), "leads") == 0
    assert get(attempt("search", "passage", 12), "leads") == 0


# Absolute


@pytest.mark.rule("CARD-67")
def test_foresight_gathers_and_costs_the_hand() -> None:
    given = position(pc("axe sword", rows="foresight"), situation="cottage", discards="bow")
    state = play(begin(given), "use row 1")
    assert (get(state, "succeeded"), hand(state), discards(state)) == (1, [], ["axe", "bow", "sword"])
    assert rows(state) == ["foresight*", ""]


@pytest.mark.rule("CARD-67", "CARD-20")
def test_foresight_turns_a_card() -> None:
    state = play(begin(position(pc("axe", rows="foresight/disarm"), situation="chest down")), "use row 1")
    assert (get(state, "situation"), hand(state)) == ({"card": "chest", "face_down": False}, [])


@pytest.mark.rule("CARD-68")
def test_bribe_without_a_game_master_costs_the_hand() -> None:
    state = play(begin(position(pc("axe sword", rows="bribe"), situation="square")), "use row 1")
    assert (get(state, "succeeded"), get(state, "leads"), hand(state)) == (1, 1, [])
    assert discards(state) == ["axe", "sword"]


@pytest.mark.rule("CARD-68")
def test_bribe_gives_the_hand_to_the_game_master() -> None:
    given = position(pc("axe sword", rows="bribe"), situation="square", master={"hand": ["bow"]})
    state = play(begin(given, mode="gm"), "use row 1")
    assert (get(state, "succeeded"), hand(state), master_hand(state)) == (1, [], ["axe", "bow", "sword"])


# Hiding


@pytest.mark.rule("CARD-61")
@pytest.mark.parametrize(("use", "defence"), [("physical", 12), ("magic", 10)])
@pytest.mark.parametrize("targets", ["pc_0", "pc_2", "pc_0 pc_2", "pc_0 pc_1 pc_2"])
def test_stealth_costs_one_for_each_figure(use: str, defence: int, targets: str) -> None:
    """Against the highest defence among the foes that stand, the ogre's. The turn of pc_1 ends its hiding at once."""
    foes = [foe("goblin"), foe("ogre"), foe("golem", health="disabled", values=[0, 20, 0, 20])]
    names = targets.split()
    number = defence + len(names) - 4
    for dice, hidden in ((number, True), (number - 1, False)):
        given = position(pc(rows="stealth", values=[4, 8, 4, 8]), pc("axe"), pc("axe"), foes=foes)
        state = play(begin(given, dice=[dice]), "use row 1", use)
        for name in names:
            play(state, f"target {name}")
        if len(names) < 3:
            play(state, "pass")
        found = [name for name in ("pc_0", "pc_2") if figure(state, name).get("hidden")]
        assert found == ([name for name in names if name != "pc_1"] if hidden else [])


@pytest.mark.rule("CARD-61")
def test_nobody_attacks_who_is_hidden() -> None:
    state = foes_turn(pc(hidden=True, hand="axe"), pc("axe"), foes=[foe("goblin")])
    assert legal(play(state, "act goblin")) == {"target pc_1"}
    state = foes_turn(pc(hidden=True, hand="axe"), pc("axe", hidden=True), foes=[foe("goblin")])
    assert legal(state) == set() or "act goblin" not in legal(state)


@pytest.mark.rule("CARD-61")
def test_hiding_lasts_until_the_own_next_turn() -> None:
    given = position(pc("axe"), pc("axe", hidden=True), pc("axe", hidden=True), foes=[foe("goblin")])
    state = begin(given | {"phase": "plot"})
    play(state, "pass")
    assert to_move(state) == "pc_1 offer"
    assert [figure(state, f"pc_{seat}").get("hidden", False) for seat in range(3)] == [False, False, True]


@pytest.mark.rule("CARD-61", "CARD-86a")
@pytest.mark.parametrize(("row", "dice", "still"), [("sword", 12, False), ("sword", 3, True), ("fall", 12, False)])
def test_hiding_ends_when_the_hidden_one_damages(row: str, dice: int, still: bool) -> None:
    given = position(pc(hidden=True, rows=row), pc("axe"), foes=[foe("goblin"), foe("ogre")])
    state = play(begin(given, dice=[dice]), "use row 1", "target goblin")
    assert figure(state, "pc_0").get("hidden", False) == still


@pytest.mark.rule("CARD-61", "CARD-20")
def test_hide_rows_against_a_situation_that_offers_it() -> None:
    """Back alley: hide 8; n is at least 1."""
    assert get(attempt("stealth", "back_alley", 9, "physical"), "succeeded") == 1
    assert get(attempt("stealth", "back_alley", 8, "magic"), "succeeded") == 0


@pytest.mark.rule("CARD-66")
def test_illusion_hides_all_with_magic() -> None:
    foes = [foe("goblin"), foe("ogre")]  # magic 9 and 10
    for dice, hidden in ((10, True), (9, False)):
        given = position(pc(rows="illusion"), pc("axe"), pc("axe", health="disabled"), pc("axe"), foes=foes)
        state = play(begin(given, dice=[dice]), "use row 1")
        found = [figure(state, f"pc_{seat}").get("hidden", False) for seat in (0, 2, 3)]
        assert found == [hidden, False, hidden]


@pytest.mark.rule("CARD-66", "CARD-20")
def test_illusion_against_a_situation() -> None:
    assert get(attempt("illusion", "back_alley", 8), "succeeded") == 1
    assert get(attempt("illusion", "back_alley", 7), "succeeded") == 0


@pytest.mark.rule("CARD-61", "CARD-66")
def test_blizzard_and_breath_miss_the_hidden() -> None:
    state = play(foes_turn(pc("axe", hidden=True), pc("axe"), foes=[foe("hellhound")], dice=[12]), "act hellhound")
    if legal(state, "take"):
        play(state, "take it")
    assert (health(state, "pc_0"), health(state, "pc_1")) == ("unhurt", "wounded")
