"""C.A.R.D. RPG, CARD-1 to CARD-7: components, characters, the deal, who goes first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.card_rpg.cards import COMMAND, C, I, N, U, W
from dicedeck.envs.card_rpg.tables import load_tables
from support.card import begin, foe, get, hand, legal, pc, play, position, rows, to_move

pytestmark = pytest.mark.nojit

TABLES = load_tables("standard")


@pytest.mark.rule("CARD-1")
def test_numbers_of_cards() -> None:
    assert TABLES.weapons[:COMMAND, W.COUNT].sum() == 70
    assert TABLES.items[:, I.COUNT].sum() == 19
    assert (TABLES.characters[:, C.EXISTS] > 0).sum() == 17
    assert (TABLES.npcs[:, N.LEVEL] > 0).sum() == 33
    assert TABLES.statuses[:, U.COUNT].tolist() == [2] * 6
    piles = get(load_game("card_rpg").new_initial_state(0), "situation_piles")
    assert len(piles["town"]) == 19 and len(piles["dungeon"]) == 20  # one lies on the table


@pytest.mark.rule("CARD-2")
def test_experience_of_foes_is_rounded_down() -> None:
    """A goblin of level 1 and a hobgoblin of level 4: 5 levels, 2 PCs, 2 points."""
    given = position(
        pc(rows="soul_strike"),
        pc("magic_key"),
        foes=[foe("goblin", health="disabled"), foe("hobgoblin", health="wounded")],
        fight={"final": True},
    )
    state = play(begin(given, campaign=2), "use row 1", "target hobgoblin")
    assert get(state, "adventure") == 2
    assert [entry["experience"] for entry in get(state, "pcs")] == [2, 2]


@pytest.mark.rule("CARD-3", "CARD-4")
def test_characters_are_level_1_with_four_points() -> None:
    state = load_game("card_rpg", pcs=5).new_initial_state(3)
    for entry in get(state, "pcs"):
        points = [value - base for value, base in zip(entry["values"], (0, 8, 0, 8), strict=True)]
        assert entry["level"] == 1 and entry["ability"] == entry["character"]
        assert sum(points) == 4 and all(0 <= n <= 2 for n in points)
        assert "personal" not in entry


@pytest.mark.rule("CARD-5")
def test_characters_by_option_else_all_different() -> None:
    state = load_game("card_rpg", pcs=3, characters=("mage", None, "king")).new_initial_state(1)
    chosen = [entry["character"] for entry in get(state, "pcs")]
    assert (chosen[0], chosen[2]) == ("mage", "king")
    assert chosen[1] not in ("mage", "king")
    for seed in range(4):
        names = [entry["character"] for entry in get(load_game("card_rpg", pcs=5).new_initial_state(seed), "pcs")]
        assert len(set(names)) == 5


@pytest.mark.rule("CARD-6")
def test_hands_are_dealt_and_no_card_is_lost() -> None:
    state = load_game("card_rpg", mode="gm", pcs=4).new_initial_state(2)
    given = state.to_dict()
    assert [len(entry["hand"]) for entry in given["pcs"]] == [5] * 4
    assert len(given["master"]["hand"]) == 5
    assert len(given["pile"]) == 89 - 25
    dealt = Counter(given["pile"])
    for entry in [*given["pcs"], given["master"]]:
        dealt.update(entry["hand"])
    assert dealt["sword"] == 6 and dealt["thunderbolt"] == 1 and sum(dealt.values()) == 89


@pytest.mark.rule("CARD-6", "CARD-5")
def test_personal_weapons_count_in_the_first_hand() -> None:
    state = load_game("card_rpg", pcs=1, experience=20).new_initial_state(0)
    play(state, "build sword", "strengthen modifier", "build bow")
    assert len(hand(state)) == 6, "five, and the card of the first turn"
    assert {"personal_1", "personal_2"} <= set(hand(state))


@pytest.mark.rule("CARD-7")
def test_the_dice_say_who_is_first() -> None:
    firsts = {get(load_game("card_rpg").new_initial_state(seed), "first") for seed in range(30)}
    assert firsts == {"pc_0", "pc_1", "pc_2"}


@pytest.mark.rule("CARD-7")
def test_with_a_game_master_pc_0_is_first_and_the_master_last() -> None:
    assert {get(load_game("card_rpg", mode="gm").new_initial_state(seed), "first") for seed in range(6)} == {"pc_0"}
    given = position(pc("sword"), pc("axe"), phase="action", to_move="pc_1", situation="academy", pile="bow")
    state = begin({**given, "pcs": [pc("sword"), pc("axe crystal_ball")]}, mode="gm")
    play(state, "pass")
    assert get(state, "round") == 2, "the game master's turn has passed without a fight"
    assert to_move(state) == "gm_0 set"


@pytest.mark.rule("CARD-7")
def test_turns_go_round_from_the_first() -> None:
    given = position(pc("crystal_ball"), pc("sword"), pc("axe"), first="pc_1", to_move="pc_0", situation="academy")
    state = play(begin(given), "pass")
    assert get(state, "round") == 2 and get(state, "turn") == 0
    assert to_move(state) == "pc_1 offer"


@pytest.mark.rule("CARD-5")
class TestBuilding:
    """Before an adventure, with experience."""

    def test_without_experience_nothing_is_built(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=9).new_initial_state(0)
        assert state.phase() != "build"

    def test_prices_are_ten_times_the_square_of_the_level(self) -> None:
        level_1 = legal(load_game("card_rpg", pcs=1, experience=39).new_initial_state(0), "build")
        assert "build bow" in level_1 and "build club" not in level_1
        level_2 = legal(load_game("card_rpg", pcs=1, experience=40).new_initial_state(0), "build")
        assert "build club" in level_2 and "build soul_strike" not in level_2
        assert "build double_speed" in legal(load_game("card_rpg", pcs=1, experience=250).new_initial_state(0), "build")

    def test_two_weapons_share_the_experience(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=49).new_initial_state(0)
        play(state, "build club")
        assert state.phase() == "offer" or state.phase() == "plot", "9 points are left, which is no weapon"
        state = load_game("card_rpg", pcs=1, experience=50).new_initial_state(0)
        play(state, "build club")
        assert state.phase() == "build" and "build club" not in legal(state, "build")
        assert "build bow" in legal(state, "build")

    def test_a_level_1_sword_has_a_point_on_one_of_the_two(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=10).new_initial_state(0)
        play(state, "build sword")
        assert legal(state) == {"strengthen modifier", "strengthen additional"}
        play(state, "strengthen additional")
        assert get(state, "pcs")[0]["personal"] == [{"weapon": "sword", "level": 1, "additional": 1}, None]

    def test_strengthening_costs_levels(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=90).new_initial_state(0)
        play(state, "build dagger")
        assert legal(state) == {"strengthen modifier", "strengthen additional", "strengthen critical", "pass"}
        play(state, "strengthen critical")
        assert get(state, "pcs")[0]["personal"][0] == {"weapon": "dagger", "level": 3, "critical": 1}
        assert state.phase() != "strengthen", "level 4 needs 160"

    def test_only_daggers_get_a_critical_value(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=1000).new_initial_state(0)
        assert "strengthen critical" not in legal(play(state, "build bow"))

    def test_a_card_without_additional_modifier_gets_none(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=1000).new_initial_state(0)
        assert legal(play(state, "build thunderbolt")) == {"strengthen modifier", "pass"}

    def test_no_level_beyond_ten(self) -> None:
        state = load_game("card_rpg", pcs=1, experience=1000).new_initial_state(0)
        play(state, "build bow", *["strengthen modifier"] * 9)
        assert get(state, "pcs")[0]["personal"][0]["level"] == 10
        assert state.phase() != "strengthen"

    def test_nobody_has_to_build(self) -> None:
        state = load_game("card_rpg", pcs=2, experience=40).new_initial_state(0)
        play(state, "pass")
        assert to_move(state) == "pc_1 build"
        play(state, "build club", "pass") if state.phase() == "build" else None
        assert "personal" not in get(state, "pcs")[0]


PERSONAL: dict[str, Any] = {"personal": [{"weapon": "sword", "level": 1, "modifier": 1}, None]}


@pytest.mark.rule("CARD-5a")
def test_a_personal_weapon_discarded_comes_back_at_the_untap() -> None:
    given = position(pc("axe", rows="personal_1 / bow", **PERSONAL), pc("magic_key"), phase="plot", situation="academy")
    state = play(begin(given), "discard row 1")
    assert get(state, "pcs")[0]["aside"] == ["personal_1"]
    assert "personal_1" not in get(state, "discards")
    play(state, "plot axe row 1")
    while to_move(state) != "pc_0 offer":
        play(state, "pass")
    assert "personal_1" in hand(state)


@pytest.mark.rule("CARD-5a")
def test_a_personal_weapon_is_never_traded_or_given_away() -> None:
    given = position(pc("personal_1 sword", **PERSONAL), pc("magic_key"), phase="offer", situation="academy")
    assert legal(begin(given), "offer") == {"offer sword to pc_1"}
    given = position(pc("personal_1", rows="bribe", **PERSONAL), pc("magic_key"), situation="high_street")
    state = play(begin(given), "use row 1")
    assert get(state, "pcs")[0]["aside"] == ["personal_1"]


@pytest.mark.rule("CARD-5a")
def test_it_stacks_with_the_card_that_it_copies() -> None:
    given = position(pc("personal_1", rows="sword", **PERSONAL), pc("magic_key"), phase="plot", situation="academy")
    state = begin(given)
    assert {"plot personal_1 row 1", "plot personal_1 row 2"} <= legal(state, "plot")
    assert rows(play(state, "plot personal_1 row 1"))[0] == "sword personal_1"
