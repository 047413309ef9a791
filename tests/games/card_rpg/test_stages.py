"""C.A.R.D. RPG, CARD-18 to CARD-23: situations, town and dungeon, depth."""

from __future__ import annotations

import pytest

from support.card import (
    begin,
    card_rpg,
    foe,
    get,
    hand,
    health,
    legal,
    pc,
    play,
    position,
    situation,
    statuses,
    to_move,
)

pytestmark = pytest.mark.nojit

KEY = pc("magic_key")

# What can be done where


@pytest.mark.rule("CARD-18")
def test_in_a_fight_no_gathering_requests_disarming_or_traps() -> None:
    for card in ("search", "study", "threaten", "negotiate", "disarm", "unseal", "snare", "ward", "foresight", "bribe"):
        state = begin(position(pc("lost_property", rows=card), foes=[foe("goblin")], discards="sword"))
        assert legal(state, "use row") == set(), card
    for card in ("sword", "daze", "stealth", "illusion"):
        state = begin(position(pc(rows=card), foes=[foe("goblin")]))
        assert legal(state, "use row") == {"use row 1"}, card


@pytest.mark.rule("CARD-18")
def test_the_number_is_the_defence_of_the_cards_kind() -> None:
    target = foe("goblin", values=[0, 9, 0, 7])
    for row, dice, after in (
        ("sword", 9, "wounded"),
        ("sword", 8, "unhurt"),
        ("bolt", 7, "wounded"),
        ("bolt", 6, "unhurt"),
    ):
        state = begin(position(pc(rows=row), foes=[target, foe("ogre")]), dice=[dice])
        assert health(play(state, "use row 1", "target goblin"), "goblin") == after


@pytest.mark.rule("CARD-18")
def test_fists_are_used_as_the_attacker_says() -> None:
    given = position(pc(rows="fists"), foes=[foe("goblin", values=[0, 9, 0, 7]), foe("ogre")])
    state = play(begin(given, dice=[8]), "use row 1")
    assert legal(state) == {"physical", "magic"}
    assert health(play(state.clone(), "physical", "target goblin"), "goblin") == "unhurt"
    assert health(play(state.clone(), "magic", "target goblin"), "goblin") == "wounded"


@pytest.mark.rule("CARD-18")
def test_hiding_is_rolled_against_the_sharpest_standing_foe() -> None:
    foes = [foe("goblin", values=[0, 7, 0, 8]), foe("ogre", values=[0, 9, 0, 8]), foe("golem", health="disabled")]
    for dice, hidden in ((9, True), (8, False)):
        state = begin(position(pc(rows="illusion", values=[0, 8, 0, 8]), foes=foes), dice=[dice])
        play(state, "use row 1")
        assert get(state, "pcs")[0].get("hidden", False) is (dice >= 8), hidden
    for dice, hidden in ((10, True), (9, False)):
        state = begin(position(pc(rows="stealth"), foes=foes), dice=[dice])
        play(state, "use row 1", "physical", "target pc_0", "pass")
        assert get(state, "pcs")[0].get("hidden", False) is hidden


@pytest.mark.rule("CARD-18")
def test_support_works_in_and_out_of_fights() -> None:
    hurt = pc(rows="regeneration", health="wounded")
    for more in ({"foes": [foe("goblin")]}, {"situation": "academy"}, {"situation": "passage down"}):
        state = begin(position(hurt, KEY, **more))
        assert health(play(state, "use row 1"), "pc_0") == "unhurt"


# Town


@pytest.mark.rule("CARD-20")
def test_town_has_printed_actions_and_numbers() -> None:
    state = begin(position(pc(rows="study / threaten"), KEY, situation="academy"))
    assert legal(state, "use") == {"use row 1"}
    for dice, leads in ((7, 1), (6, 0)):
        state = begin(position(pc(rows="study"), KEY, situation="academy"), dice=[dice])
        assert get(play(state, "use row 1"), "leads") == leads


@pytest.mark.rule("CARD-20")
def test_effects_of_success_and_failure_in_town() -> None:
    state = begin(position(pc(rows="disarm", health="wounded"), KEY, situation="well"), dice=[8])
    play(state, "use row 1")
    assert health(state, "pc_0") == "unhurt" and get(state, "succeeded") == 1
    assert get(state, "leads") == 0, "disarming brings no lead"
    state = begin(position(pc(rows="disarm"), KEY, situation="well"), dice=[7])
    play(state, "use row 1")
    assert statuses(state, "pc_0") == {"fall"} and get(state, "succeeded") == 0


@pytest.mark.rule("CARD-21")
def test_a_town_card_is_done_after_success_and_open_after_failure() -> None:
    rows = "search / study"
    state = begin(position(pc(rows=rows), KEY, situation="square"), dice=[7])
    play(state, "use row 1")
    assert to_move(state) != "pc_0 action", "nothing is left to do"
    state = begin(position(pc(rows=rows), KEY, situation="square"), dice=[6, 7])
    play(state, "use row 1")
    assert legal(state, "use") == {"use row 2"}
    assert get(play(state, "use row 2"), "leads") == 1


@pytest.mark.rule("CARD-21")
def test_a_town_card_ends_with_the_turn() -> None:
    given = position(pc("crystal_ball"), KEY, situation="academy", situation_piles={"town": ["inn"]})
    assert situation(play(begin(given), "pass")) == "inn"


# Dungeon


@pytest.mark.rule("CARD-20")
def test_face_down_only_gathering_against_eight() -> None:
    state = begin(position(pc(rows="stealth / search"), KEY, situation="maze down"))
    assert legal(state, "use") == {"use row 2"}
    for dice, up in ((8, True), (7, False)):
        state = begin(position(pc(rows="search / sword"), KEY, situation="maze down"), dice=[dice])
        play(state, "use row 1")
        assert (situation(state) == "maze" and get(state, "situation")["face_down"] is False) is up


@pytest.mark.rule("CARD-20")
def test_success_turns_it_without_effect_then_the_text_applies() -> None:
    state = begin(position(pc(rows="search / disarm"), KEY, situation="chest down", pile="sword axe"), dice=[8, 8])
    play(state, "use row 1")
    assert get(state, "situation") == {"card": "chest", "face_down": False}
    assert get(state, "succeeded") == 0 and hand(state) == []
    play(state, "use row 2")
    assert "sword" in hand(state) and "axe" in hand(state, 1) and get(state, "succeeded") == 1


@pytest.mark.rule("CARD-20")
def test_a_crystal_ball_turns_it_too() -> None:
    state = play(begin(position(pc("crystal_ball", rows="sword"), KEY, situation="door down")), "use crystal_ball")
    assert get(state, "situation")["face_down"] is False


@pytest.mark.rule("CARD-20")
def test_failure_happens_face_down_too() -> None:
    state = begin(position(pc(rows="search"), pc("axe"), situation="arrow_wall down"), dice=[7])
    play(state, "use row 1")
    assert health(state, "pc_0") == health(state, "pc_1") == "wounded" and situation(state) != "arrow_wall"


@pytest.mark.rule("CARD-20")
def test_when_all_have_passed_it_fails_to_the_last_one() -> None:
    given = position(pc("sword"), pc("axe"), situation="pitfall down", phase="plot")
    state = play(begin(given), "pass")
    assert situation(state) == "pitfall" and get(state, "situation")["passed"] == ["pc_0"]
    while to_move(state) != "pc_1 plot":
        play(state, "pass")
    play(state, "pass")
    assert (health(state, "pc_0"), health(state, "pc_1")) == ("unhurt", "wounded")
    assert get(state, "depth") == 1


@pytest.mark.rule("CARD-20")
def test_the_dead_need_not_pass() -> None:
    given = position(pc("sword"), pc(health="dead"), situation="pitfall down", phase="plot")
    assert health(play(begin(given), "pass"), "pc_0") == "wounded"


@pytest.mark.rule("CARD-20")
def test_passes_are_counted_anew_once_it_is_turned() -> None:
    given = position(pc(rows="search"), pc("axe"), situation="pitfall down", to_move="pc_0", first="pc_1", turn=1)
    given["situation"]["passed"] = ["pc_1"]
    state = play(begin(given, dice=[8]), "use row 1")
    assert "passed" not in get(state, "situation")


@pytest.mark.rule("CARD-20")
def test_an_attempt_is_no_pass() -> None:
    """Turning the card up is one: pc_0 has tried, so pc_1 alone has passed."""
    given = position(pc(rows="search"), pc("axe"), situation="pitfall down")
    state = play(begin(given, dice=[8]), "use row 1")
    while to_move(state) != "pc_1 plot":
        play(state, "pass")
    play(state, "pass")
    assert get(state, "situation")["passed"] == ["pc_1"]


@pytest.mark.rule("CARD-21")
def test_a_dungeon_card_stays_until_it_ends() -> None:
    given = position(pc("sword"), pc("axe"), situation="maze down", phase="plot")
    state = play(begin(given), "pass")
    assert situation(state) == "maze" and to_move(state) == "pc_1 offer"


@pytest.mark.rule("CARD-21")
def test_depth_never_falls_below_zero() -> None:
    state = begin(position(pc(rows="search"), KEY, situation="dead_end"), dice=[3])
    assert get(play(state, "use row 1"), "depth") == 0
    state = begin(position(pc(rows="search"), pc("axe"), pc("bow"), situation="dead_end", depth=2), dice=[3])
    assert get(play(state, "use row 1"), "depth") == 1


@pytest.mark.rule("CARD-21")
def test_a_failure_that_starts_a_fight_keeps_the_card_until_it_is_won() -> None:
    state = begin(position(pc(rows="search / soul_strike"), KEY, situation="taunting down"), dice=[7])
    play(state, "use row 1")
    assert situation(state) == "taunting" and get(state, "fight") is not None and get(state, "succeeded") == 0
    won = position(
        pc(rows="soul_strike"), KEY, foes=[foe("goblin", health="wounded")], situation="taunting", dungeon=True
    )
    won["fight"] = {"final": False}
    state = play(begin(won), "use row 1", "target goblin")
    assert get(state, "succeeded") == 1 and get(state, "depth") == 1
    assert situation(state) != "taunting" and get(state, "fight") is None


@pytest.mark.rule("CARD-21")
def test_a_fight_that_begins_ends_the_actions_of_the_turn() -> None:
    state = begin(position(pc(rows="search / soul_strike"), pc("axe"), situation="taunting down"), dice=[7])
    play(state, "use row 1")
    assert to_move(state) == "pc_1 plot" or to_move(state) == "pc_1 offer"


# Going down


@pytest.mark.rule("CARD-22")
def test_go_or_stay_after_enough_leads() -> None:
    given = position(pc("sword"), pc("axe"), phase="action", situation="academy", leads=1)
    given["pcs"] = [pc(rows="study"), pc("axe")]
    state = play(begin(given, dice=[7]), "use row 1")
    assert to_move(state) == "pc_1 go" and legal(state) == {"go", "stay"}
    down = play(state.clone(), "go")
    assert get(down, "dungeon") is True and get(down, "situation")["face_down"] is True
    up = play(state.clone(), "stay")
    assert get(up, "dungeon") is False and get(up, "situation")["face_down"] is False


@pytest.mark.rule("CARD-22")
def test_leads_are_needed_in_the_number_of_pcs() -> None:
    given = position(pc("sword"), pc("axe"), pc("bow"), situation="academy", leads=1)
    given["pcs"][0] = pc(rows="study")
    state = play(begin(given, dice=[7]), "use row 1")
    assert get(state, "leads") == 2 and state.phase() != "go"


@pytest.mark.rule("CARD-22")
def test_the_game_begins_in_town() -> None:
    given = card_rpg().new_initial_state(0).to_dict()
    assert given["dungeon"] is False and given["depth"] == 0 and given["situation"]["face_down"] is False


@pytest.mark.rule("CARD-22")
def test_at_the_depth_of_the_number_of_pcs_the_final_fight_begins() -> None:
    state = begin(position(pc(rows="search"), KEY, situation="passage", depth=1), dice=[7])
    play(state, "use row 1")
    assert get(state, "fight")["final"] is True and len(get(state, "foes")) == 2
    assert situation(state) is None


@pytest.mark.rule("CARD-23")
def test_an_empty_pile_of_situations_is_made_of_those_used() -> None:
    given = position(pc("crystal_ball"), KEY, situation="academy", situation_piles={"town": []})
    state = play(begin(given), "pass")
    assert len(get(state, "situation_piles")["town"]) == 19
