"""Defence Dice, DEF-6 to DEF-10: Design and its windows, enemies appear, Attack, Clean-up."""

from __future__ import annotations

import pytest

from dicedeck.envs.core.errors import IllegalActionError
from support.defence import attack, begin, ending, get, legal, may_place, on, place, play, position, track

pytestmark = pytest.mark.nojit


# Design


@pytest.mark.rule("DEF-6")
def test_a_placement_goes_on_one_enemy_or_one_skill() -> None:
    state = begin(position("S9", "H5", rolled="2345", skills={"Cleave": ""}))
    assert legal(state) == {"target S9", "target H5", "skill Cleave", "pass"}
    play(state, "target S9")
    assert legal(state) == {"die 2", "die 3", "die 4", "die 5"}
    play(state, "die 4")
    assert legal(state) == {"die 2", "die 3", "die 5", "confirm"}
    play(state, "die 5")
    assert (state.phase(), get(state, "chosen"), get(state, "rolled")) == ("placing", [4, 5], [2, 3])
    assert legal(state) == {"confirm"}
    play(state, "confirm")
    assert on(state, "S9")["dice"] == [4, 5]


@pytest.mark.rule("DEF-6")
def test_dice_that_show_the_same_are_one_action() -> None:
    state = begin(position("S9", rolled="3335"))
    play(state, "target S9")
    assert legal(state) == {"die 3", "die 5"}
    play(state, "die 3", "die 3")
    assert legal(state) == {"die 3", "die 5", "confirm"}


@pytest.mark.rule("DEF-6")
def test_pass_ends_design_without_a_placement() -> None:
    state = begin(position("S9", rolled="6", deck="H2 H3 H4"))
    play(state, "pass")
    assert (track(state, "H"), on(state, "S9")["dice"], get(state, "rolled")) == (["H2"], [], [6])


@pytest.mark.rule("DEF-6a")
def test_in_design_buying_recovering_and_activating_come_before_the_placement() -> None:
    given = position("S9 S8", "H5", rolled="66", spent=2, xp=4, skills={"Long Shot": "3"}, deck="H2 H3 H4")
    state = begin(given)
    play(state, "recover", "buy Cleave", "activate Long Shot", "target S9", "buy Scout")
    assert state.phase() == "design"
    assert (get(state, "xp"), get(state, "back"), get(state, "spent")) == (1, 2, 1)
    assert on(state, "S9")["marks"] == [3]
    place(state, "Cleave", "66")
    assert get(state, "skills")["Cleave"] == [6, 6]


@pytest.mark.rule("DEF-6a")
def test_the_window_after_a_placement_opens_only_when_a_skill_can_be_activated() -> None:
    given = position("S9", rolled="66", xp=3, skills={"Cleave": "3", "Regroup": ""}, deck="H2 H3 H4")
    state = place(begin(given), "Cleave", "6")
    assert state.phase() == "placed"
    assert {"activate Cleave", "finish", "buy Scout"} <= legal(state)
    assert not legal(state, "target") and not legal(state, "skill") and "pass" not in legal(state)
    closed = place(begin(given), "S9", "6")
    assert closed.phase() == "design"
    assert track(closed, "H") == ["H2"]


@pytest.mark.rule("DEF-6a")
def test_a_window_stays_open_until_finish() -> None:
    given = position("S9", rolled="66", xp=3, spent=1, skills={"Cleave": "3"}, deck="H2 H3 H4")
    state = place(begin(given), "Cleave", "6")
    play(state, "activate Cleave", "track S")
    assert state.phase() == "placed"
    assert track(state, "H") == []
    play(state, "buy Scout", "recover", "finish")
    assert track(state, "H") == ["H2"]


@pytest.mark.rule("DEF-6a")
def test_before_attack_there_is_a_window_when_a_skill_can_be_activated() -> None:
    state = begin(position("S9", rolled="1", xp=2, skills={"Long Shot": "3"}, deck="H2 H3 H4"))
    place(state, "S9", "1")
    assert state.phase() == "placed"
    play(state, "finish")
    assert (state.phase(), track(state, "H")) == ("before_attack", ["H2"])
    assert {"activate Long Shot", "buy Scout", "finish"} <= legal(state)
    play(state, "finish")
    assert state.phase() == "cleanup"


@pytest.mark.rule("DEF-6a")
def test_no_window_before_attack_when_no_skill_can_be_activated() -> None:
    state = place(begin(position("S9", rolled="1", xp=2, deck="H2 H3 H4")), "S9", "1")
    assert state.phase() == "cleanup"


@pytest.mark.rule("DEF-6a", "DEF-22")
def test_a_jokers_attack_has_no_window() -> None:
    given = position("S9", rolled="16", back=1, xp=2, skills={"Long Shot": "3"}, deck="X1 H3 H4")
    state = place(begin(given), "S9", "1")
    play(state, "finish")
    assert (state.phase(), get(state, "jokers_out")) == ("cleanup", 1)


# Enemies appear, and what follows


@pytest.mark.rule("DEF-7")
@pytest.mark.parametrize(("jokers", "expected"), [(0, ["H2"]), (1, ["H3", "H2"]), (2, ["H4", "H3", "H2"])])
def test_one_enemy_appears_and_one_more_for_each_joker_out(jokers: int, expected: list[str]) -> None:
    state = begin(position("S9", rolled="6", deck="H2 H3 H4 H5 H6", jokers_out=jokers))
    play(state, "pass")
    assert track(state, "H") == expected


@pytest.mark.rule("DEF-8")
def test_design_is_repeated_while_a_die_could_be_placed() -> None:
    state = begin(position("S9", "C9", rolled="661", xp=1, deck="H2 H3 H4 H5 D2"))
    place(state, "S9", "6")
    assert (state.phase(), track(state, "H")) == ("design", ["H2"])
    place(state, "C9", "6")
    assert (state.phase(), track(state, "H")) == ("design", ["H3", "H2"])
    place(state, "H2", "1")
    assert (state.phase(), track(state, "H"), get(state, "round")) == ("cleanup", ["H4", "H3", "H2"], 1)


@pytest.mark.rule("DEF-8")
def test_waiting_costs_an_enemy_each_time() -> None:
    state = begin(position("S9", rolled="6", deck="H2 H3 H4 H5 D2"))
    for n in range(1, 4):
        play(state, "pass")
        assert len(track(state, "H")) == n
        assert (state.phase(), get(state, "round")) == ("design", 1)


@pytest.mark.rule("DEF-8")
def test_whether_a_die_could_be_placed_is_judged_after_the_enemies_have_appeared() -> None:
    """The 4 cannot go anywhere, until an enemy of another suit comes."""
    given = position("HQ:4 H9", rolled="4", xp=0)
    stuck = play(begin(given | {"deck": ["H2", "C3", "C4"]}), "pass")
    assert (stuck.phase(), get(stuck, "round")) == ("design", 2)
    placeable = play(begin(given | {"deck": ["C2", "C3", "C4"]}), "pass")
    assert (placeable.phase(), get(placeable, "round")) == ("design", 1)
    assert legal(placeable, "target") == {"target C2"}


@pytest.mark.rule("DEF-8")
def test_the_first_design_of_a_round_always_takes_place() -> None:
    """Even when none of the rolled dice can be placed."""
    for seed in range(20):
        given = position("HQ:12345", phase="cleanup", back=1, xp=1, deck="H2 H3")
        state = play(begin(given, seed=seed), "finish")
        assert (state.phase(), get(state, "round")) == ("design", 2)
        if get(state, "rolled") != [6]:
            assert not legal(state, "target")


@pytest.mark.rule("DEF-8")
def test_a_skill_counts_as_a_place_for_a_die() -> None:
    given = position("HQ:4 H9", rolled="4", xp=0, deck="H2 H3 H4")
    with_room = play(begin(given | {"skills": {"Cleave": [6]}}), "pass")
    assert (with_room.phase(), legal(with_room, "skill")) == ("design", {"skill Cleave"})
    without = play(begin(given | {"skills": {"Cleave": [1]}}), "pass")
    assert get(without, "round") == 2


@pytest.mark.rule("DEF-8")
def test_all_five_for_a_king_at_once_count_as_a_place() -> None:
    given = position("SK", rolled="12345", xp=0, deck="H2 H3 H4")
    held = play(begin(given | {"rolled": [1, 2, 3, 4]}), "pass")
    assert legal(held, "target") == {"target H2"}
    placed = play(begin(given), "pass")
    assert legal(placed, "target") == {"target SK", "target H2"}


@pytest.mark.rule("DEF-8")
def test_a_skill_bought_before_attack_repeats_design() -> None:
    given = position("HQ:4 H9", rolled="4", xp=1, skills={"Long Shot": "2"}, deck="H2 H3 H4 H5")
    state = play(begin(given), "pass")
    assert state.phase() == "before_attack"
    play(state, "buy Regroup", "finish")
    assert (state.phase(), legal(state, "skill"), track(state, "H")) == (
        "design",
        {"skill Regroup"},
        ["H2", "HQ", "H9"],
    )


@pytest.mark.rule("DEF-8")
def test_a_skill_emptied_before_attack_repeats_design() -> None:
    given = position("HQ:4 H9", rolled="4", xp=0, skills={"Long Shot": "2"}, deck="H2 H3 H4 H5")
    state = play(begin(given), "pass", "activate Long Shot", "target H9", "finish")
    assert (state.phase(), legal(state, "skill")) == ("design", {"skill Long Shot"})


# Attack


@pytest.mark.rule("DEF-9")
def test_attack_captures_overkills_and_leaves_the_rest() -> None:
    given = position("S9:45 S5:34", "H8:3*6", "D4:1", "CJ:6*5", rolled="", deck="C2 D2", back=0, xp=0)
    state = attack(begin(given | {"phase": "before_attack"}))
    assert get(state, "queue")["prisoners"] == ["S9", "CJ"]
    assert get(state, "overkill") == ["S5", "H8"]
    assert (track(state, "S"), track(state, "H"), track(state, "D"), track(state, "C")) == ([], [], ["D4"], [])
    assert on(state, "D4")["dice"] == [1]
    assert get(state, "back") == 6


@pytest.mark.rule("DEF-9", "DEF-5")
def test_dice_that_come_back_are_rolled_in_the_next_round() -> None:
    state = begin(position("S3", "C9", rolled="36", xp=0, deck="H2 D2 D3"))
    place(state, "S3", "3")
    place(state, "C9", "6")
    play(state, "pen 1")
    assert (get(state, "round"), len(get(state, "rolled")), on(state, "C9")["dice"]) == (2, 1, [6])


@pytest.mark.rule("DEF-9", "DEF-28")
def test_marks_go_back_to_the_supply_with_the_enemy() -> None:
    given = position("S9:4*5", phase="before_attack", back=1, xp=0, overkill="", deck="S2 H2 H3")
    state = attack(begin(given))
    assert get(state, "back") == 2
    play(state, "pen 1")
    again = begin(position("S9", rolled="6", deck="H2 H3"))
    assert on(again, "S9")["marks"] == []


@pytest.mark.rule("DEF-9")
def test_an_overkilled_enemy_that_comes_back_is_unharmed() -> None:
    given = position("S5:34", rolled="6", back=1, xp=0, deck="X1", jokers_out=0)
    state = play(begin(given), "pass")
    assert (get(state, "deck"), get(state, "round")) == (["S5"], 2)
    fresh = begin(state.to_dict())
    play(fresh, "pass")
    assert ending(fresh) == "deck"


# Clean-up


@pytest.mark.rule("DEF-10")
def test_clean_up_offers_what_can_be_spent_before_the_roll() -> None:
    given = position("S9:3", phase="cleanup", back=2, spent=3, xp=1, skills={"Long Shot": "4"}, deck="H2 H3")
    state = begin(given)
    assert {"recover", "activate Long Shot", "finish", "buy Scout"} <= legal(state)
    play(state, "recover")
    assert (get(state, "back"), get(state, "spent"), get(state, "xp")) == (4, 1, 0)
    play(state, "activate Long Shot", "target S9")
    assert (state.phase(), on(state, "S9")["marks"], get(state, "spent")) == ("cleanup", [4], 2)
    play(state, "finish")
    assert (state.phase(), len(get(state, "rolled")), get(state, "round")) == ("design", 4, 2)


@pytest.mark.rule("DEF-10")
def test_clean_up_is_skipped_when_nothing_is_possible() -> None:
    given = position("S3", "C9", rolled="36", xp=0, spent=2, deck="H2 D2 D3", queue={})
    state = place(begin(given), "S3", "3")
    place(state, "C9", "6")
    play(state, "pen 1")
    assert (state.phase(), get(state, "round")) == ("design", 2)
    with_xp = place(place(begin(given | {"xp": 1}), "S3", "3"), "C9", "6")
    assert play(with_xp, "pen 1").phase() == "cleanup"


@pytest.mark.rule("DEF-10")
def test_never_placed_dice_are_rolled_again() -> None:
    given = position("HQ:45", rolled="4", xp=0, deck="H2 H3 H4")
    state = play(begin(given), "pass")
    assert (get(state, "round"), len(get(state, "rolled"))) == (2, 1)


@pytest.mark.rule("DEF-10")
def test_with_no_die_to_roll_dice_are_taken_back_from_skills_first() -> None:
    given = position("S9:3", phase="cleanup", xp=2, spent=1, skills={"Cleave": "5", "Execute": "44"}, deck="H2 H3")
    state = begin(given)
    assert legal(state, "take") == {"take Cleave", "take Execute"}
    assert "retrieve" not in legal(state) and "finish" not in legal(state)
    play(state, "take Execute")
    assert legal(state) == {"die 4"}
    play(state, "die 4")
    assert (get(state, "back"), get(state, "skills")["Execute"]) == (1, [4])
    assert legal(state, "take") == {"take Cleave", "take Execute"}  # any number of them
    play(state, "take Execute", "die 4", "take Cleave", "die 5")
    assert (get(state, "back"), legal(state, "take")) == (3, set())
    play(state, "finish")
    assert len(get(state, "rolled")) == 3


@pytest.mark.rule("DEF-10")
def test_which_die_is_taken_is_chosen() -> None:
    given = position("S9:3", phase="cleanup", xp=0, skills={"Chain Lightning": "24"}, deck="H2 H3")
    state = play(begin(given), "take Chain Lightning")
    assert legal(state) == {"die 2", "die 4"}
    play(state, "die 2")
    assert get(state, "skills") == {"Chain Lightning": [4]}


@pytest.mark.rule("DEF-10")
def test_with_a_die_to_roll_nothing_is_taken_back() -> None:
    given = position("S9:3", phase="cleanup", back=1, xp=2, spent=1, skills={"Cleave": "5"}, deck="H2 H3")
    assert not legal(begin(given), "take") and "retrieve" not in legal(begin(given))
    recovered = play(begin(given | {"back": 0}), "recover")
    assert not legal(recovered, "take")


@pytest.mark.rule("DEF-10")
def test_retrieve_brings_the_players_dice_off_all_enemies() -> None:
    given = position("SK:12*3", "H9:34*5", "DQ:6*2", phase="cleanup", xp=2, deck="C2 C3", spent=1)
    state = begin(given, king="laid")
    assert {"retrieve", "recover"} <= legal(state)
    play(state, "retrieve")
    assert (get(state, "back"), get(state, "xp")) == (5, 1)
    for card, marks in (("SK", [3]), ("H9", [5]), ("DQ", [2])):
        assert (on(state, card)["dice"], on(state, card)["marks"]) == ([], marks)
    play(state, "finish")
    assert len(get(state, "rolled")) == 5


@pytest.mark.rule("DEF-10")
def test_what_was_retrieved_no_longer_counts() -> None:
    given = position("H9:6", "DQ:6*2", "SK:1234", phase="cleanup", xp=1, deck="C2 C3", spent=0)
    state = play(begin(given, king="laid"), "retrieve", "finish")
    at = begin(state.to_dict() | {"rolled": [5, 4, 4, 3, 2, 6]}, king="laid")
    assert may_place(at, "H9", "54") and not may_place(at, "H9", "544")
    assert may_place(at, "DQ", "64") and not may_place(at, "DQ", "2")
    assert may_place(at, "SK", "6")


@pytest.mark.rule("DEF-10", "DEF-32")
def test_lost_at_once_without_a_die_and_without_xp() -> None:
    state = begin(position("S9", "C9", rolled="6", xp=0, spent=2, deck="H2 D2 D3"))
    place(state, "S9", "6")
    assert ending(state) == "no dice"


@pytest.mark.rule("DEF-10", "DEF-32", "DEF-25")
def test_lost_when_the_last_xp_is_spent_on_a_skill() -> None:
    given = position("S9:6", phase="cleanup", xp=1, spent=2, deck="H2 D2 D3")
    state = begin(given)
    assert {"buy Scout", "recover", "retrieve"} <= legal(state)
    play(state, "buy Scout")
    assert ending(state) == "no dice"


@pytest.mark.rule("DEF-10", "DEF-32")
def test_lost_when_the_last_dice_on_a_skill_are_spent() -> None:
    given = position("S9:6", phase="cleanup", xp=0, skills={"Long Shot": "3"}, deck="H2 D2 D3")
    state = play(begin(given), "activate Long Shot")
    assert ending(state) is None
    play(state, "target S9")
    assert ending(state) == "no dice"


@pytest.mark.rule("DEF-10")
def test_a_skill_that_recovers_dice_saves_the_game() -> None:
    given = position("S9:6", phase="cleanup", xp=0, spent=2, skills={"Second Wind": "1"}, deck="H2 D2 D3")
    state = play(begin(given), "activate Second Wind")
    assert (ending(state), get(state, "back"), get(state, "spent")) == (None, 2, 1)


@pytest.mark.rule("DEF-10")
def test_finish_needs_a_die_to_roll() -> None:
    given = position("S9:6", phase="cleanup", xp=1, spent=2, deck="H2 D2 D3")
    with pytest.raises(IllegalActionError, match="finish"):
        play(begin(given), "finish")
