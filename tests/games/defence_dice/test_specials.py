"""Defence Dice, DEF-13 to DEF-21: movement, kings, queens, jacks."""

from __future__ import annotations

from typing import Any

import pytest

from support.defence import attack, begin, ending, get, legal, marks, may_place, on, place, play, position, track

pytestmark = pytest.mark.nojit

BOTH_KINGS = pytest.mark.parametrize("king", ["at_once", "laid"])
LAID: dict[str, Any] = {"king": "laid"}


def reveal(*tracks: str, deck: str, **options: Any) -> Any:
    """The state after one Enemies-appear step; more cards follow in the deck."""
    rest = " ".join(card for card in ("H2", "H3", "H4") if card not in f"{tracks} {deck}")
    return play(begin(position(*tracks, rolled="1", deck=f"{deck} {rest}"), **options), "pass")


# Movement


@pytest.mark.rule("DEF-13")
def test_a_new_enemy_pushes_the_others_forward() -> None:
    assert track(reveal("S9 S5", deck="S2"), "S") == ["S2", "S9", "S5"]
    assert track(reveal(deck="S2"), "S") == ["S2"]


@pytest.mark.rule("DEF-13")
def test_a_track_has_no_gaps() -> None:
    """When the middle card leaves, seven more cards fit as before: only the length counts."""
    given = position("S9 S5:5 S3", phase="before_attack", back=1, deck="S2 S4 H2", xp=0)
    after = play(attack(begin(given)), "pen 1", "pass")
    assert track(after, "S") == ["S2", "S9", "S3"]


@pytest.mark.rule("DEF-14", "DEF-32")
@pytest.mark.parametrize("card", ["H9", "HK", "HJ", "HQ"])
def test_worked_case_the_eighth_card_of_a_track_loses(card: str) -> None:
    state = reveal("HA H2 H3 H4 H5 H6 H7", deck=f"{card} S2 S3")
    assert ending(state) == "overrun"


@pytest.mark.rule("DEF-14")
def test_seven_cards_are_no_loss() -> None:
    state = reveal("HA H2 H3 H4 H5 H6", deck="H9 S2 S3")
    assert (ending(state), len(track(state, "H"))) == (None, 7)
    assert ending(reveal("HA H2 H3 H4 H5 H6 H7", deck="S9 S2 S3")) is None


@pytest.mark.rule("DEF-14")
def test_cards_whose_hp_is_used_up_count() -> None:
    state = begin(position("HA H2 H3 H4 H5 H6 H7*52", rolled="1", deck="H9 S2 S3"))
    assert ending(play(state, "pass")) == "overrun"


@pytest.mark.rule("DEF-14", "DEF-7")
def test_the_eighth_card_loses_even_with_more_reveals_due() -> None:
    given = position("HA H2 H3 H4 H5 H6 H7", rolled="1", deck="H9 X2 S3", jokers_out=1)
    assert ending(play(begin(given), "pass")) == "overrun"


# Kings


@pytest.mark.rule("DEF-15")
def test_a_king_sits_in_column_1_and_later_cards_come_in_front_of_it() -> None:
    assert track(reveal("S9 S5", deck="SK"), "S") == ["SK", "S9", "S5"]
    assert track(reveal("SK S9 S5", deck="S2"), "S") == ["SK", "S2", "S9", "S5"]
    assert track(reveal("SK", deck="S2"), "S") == ["SK", "S2"]
    assert track(reveal("SK S9", deck="SJ"), "S") == ["SK", "S9", "SJ"]
    assert track(reveal("SK", deck="SJ"), "S") == ["SK", "SJ"]


@pytest.mark.rule("DEF-16")
@BOTH_KINGS
def test_an_escorted_king_cannot_be_attacked(king: str) -> None:
    state = begin(position("SK S3", rolled="12345", deck="H2 H3 H4 H5"), king=king)
    assert legal(state, "target") == {"target S3"}
    place(state, "S3", "3")
    assert legal(state, "target S") == set()


@pytest.mark.rule("DEF-16", "DEF-17")
def test_worked_case_a_used_up_escort_protects_its_king_until_attack() -> None:
    state = begin(position("SK S3:3", rolled="1", deck="H2 H3 H4", xp=0), **LAID)
    assert legal(state, "target") == set()
    state = play(attack(state), "pen 1")
    assert (track(state, "S"), get(state, "round")) == (["SK"], 2)
    after = begin(state.to_dict() | {"rolled": [1]}, **LAID)
    assert may_place(after, "SK", "1")


@pytest.mark.rule("DEF-16")
def test_skills_that_hit_several_enemies_hit_an_escorted_king() -> None:
    state = begin(position("SK S9", rolled="1", skills={"Cleave": "25"}))
    play(state, "activate Cleave", "track S")
    assert marks(state) == {"SK": [5], "S9": [5]}
    whirl = begin(position("SK S3:3", rolled="1", skills={"Whirlwind": "246"}))
    assert marks(play(whirl, "activate Whirlwind")) == {"SK": [6]}


@pytest.mark.rule("DEF-16", "DEF-28")
@pytest.mark.parametrize(("skill", "dice"), [("Long Shot", "3"), ("Precision", "3"), ("Charge", "34")])
def test_skills_that_hit_one_enemy_hit_a_king_only_when_it_is_alone(skill: str, dice: str) -> None:
    escorted = begin(position("SK S3:3", "H9", rolled="1", skills={skill: dice}))
    assert legal(play(escorted, f"activate {skill}"), "target") == {"target H9"}
    alone = begin(position("SK", "H9", rolled="1", skills={skill: dice}))
    assert legal(play(alone, f"activate {skill}"), "target") == {"target H9", "target SK"}


@pytest.mark.rule("DEF-17")
@pytest.mark.parametrize("dice", ["12345", "23456"])
def test_worked_case_a_king_falls_to_five_consecutive_numbers_at_once(dice: str) -> None:
    state = begin(position("SK", rolled=dice))
    assert may_place(state, "SK", dice)
    assert ending(attack(place(state, "SK", dice))) == "king"


@pytest.mark.rule("DEF-17")
def test_worked_case_at_once_nothing_less_will_do() -> None:
    assert not legal(begin(position("SK", rolled="1345")), "target")
    assert not legal(begin(position("SK", rolled="113456")), "target")
    state = play(begin(position("SK", rolled="123456")), "target SK", "die 2", "die 3", "die 4", "die 5")
    assert legal(state) == {"die 1", "die 6"}
    play(state, "die 6")
    assert legal(state) == {"confirm"}


@pytest.mark.rule("DEF-17")
def test_worked_case_at_once_marks_on_the_king_count() -> None:
    state = begin(position("SK*4", rolled="2356"))
    assert may_place(state, "SK", "2356")
    assert ending(attack(place(state, "SK", "2356"))) == "king"
    assert not may_place(begin(position("SK*4", rolled="2345")), "SK", "2345")


@pytest.mark.rule("DEF-17")
def test_laid_over_several_designs_and_rounds() -> None:
    state = begin(position("SK", "H9", rolled="126", xp=1, deck="C2 C3 C4 C5"), **LAID)
    place(state, "SK", "12")
    assert (on(state, "SK")["dice"], state.phase()) == ([1, 2], "design")
    assert not may_place(state, "SK", "6")
    place(state, "H9", "6")
    assert on(state, "SK")["dice"] == [1, 2]


@pytest.mark.rule("DEF-17")
def test_worked_case_laid_numbers_differ_and_keep_a_run_possible() -> None:
    state = begin(position("SK:1234", rolled="1465"), **LAID)
    for dice in ("1", "4", "6"):
        assert not may_place(state, "SK", dice)
    assert ending(attack(place(state, "SK", "5"))) == "king"
    assert not may_place(begin(position("SK:2345", rolled="16"), **LAID), "SK", "16")
    assert not may_place(begin(position("SK", rolled="16"), **LAID), "SK", "16")


@pytest.mark.rule("DEF-17", "DEF-16")
def test_an_unfinished_king_keeps_its_dice_while_it_is_escorted() -> None:
    state = begin(position("SK:1234", rolled="5", deck="S9 H2 H3"), **LAID)
    play(state, "pass")
    assert (on(state, "SK")["dice"], track(state, "S")) == ([1, 2, 3, 4], ["SK", "S9"])
    assert not may_place(state, "SK", "5")


@pytest.mark.rule("DEF-17", "DEF-18")
@BOTH_KINGS
def test_a_finished_king_falls_even_if_a_card_comes_before_it(king: str) -> None:
    state = begin(position("SK", rolled="12345", xp=0, deck="S9 H2 H3"), king=king)
    assert ending(place(state, "SK", "12345")) == "king"


@pytest.mark.rule("DEF-17")
def test_a_damage_die_counts_as_its_number_only_if_it_fits() -> None:
    given = position("SK:12", "H9", rolled="1")
    for power, counts in ((3, True), (5, True), (2, False), (6, False)):
        state = play(begin(given | {"skills": {"Long Shot": [power]}}, **LAID), "activate Long Shot")
        assert ("target SK" in legal(state)) == counts
    state = begin(given | {"skills": {"Long Shot": [3]}}, **LAID)
    play(state, "activate Long Shot", "target SK")
    assert (marks(state), may_place(state, "SK", "1")) == ({"SK": [3]}, False)


@pytest.mark.rule("DEF-17", "DEF-28")
@BOTH_KINGS
def test_marks_alone_can_complete_a_king(king: str) -> None:
    state = begin(position("SK*1235", rolled="1", skills={"Long Shot": "4"}), king=king)
    play(state, "activate Long Shot", "target SK")
    assert not legal(state, "target")
    assert ending(attack(state)) == "king"


@pytest.mark.rule("DEF-18")
def test_a_king_that_falls_in_a_jokers_attack_wins() -> None:
    state = begin(position("SK", rolled="12345", xp=0, deck="X1 H2 H3"))
    assert ending(place(state, "SK", "12345")) == "king"


# Queens


@pytest.mark.rule("DEF-19")
def test_worked_case_dice_on_a_queen_differ() -> None:
    state = begin(position("HQ:65", rolled="156"))
    assert may_place(state, "HQ", "1")
    assert not may_place(state, "HQ", "6") and not may_place(state, "HQ", "5")
    assert get(attack(place(state, "HQ", "1")), "queue")["prisoners"] == ["HQ"]
    assert not may_place(begin(position("HQ", rolled="33")), "HQ", "33")


@pytest.mark.rule("DEF-19")
def test_worked_case_no_die_with_a_number_of_the_queen_for_her_suit() -> None:
    state = begin(position("HQ:4 H9", "S9", rolled="45"))
    assert not may_place(state, "H9", "4") and not may_place(state, "H9", "45")
    assert may_place(state, "H9", "5")
    assert may_place(state, "S9", "4")


@pytest.mark.rule("DEF-19")
def test_dice_already_there_stay() -> None:
    state = begin(position("H9:4 HQ", rolled="48", deck="S2 S3 S4") | {"rolled": [4, 6]})
    place(state, "HQ", "4")
    assert on(state, "H9")["dice"] == [4]


@pytest.mark.rule("DEF-19")
def test_when_her_dice_come_back_the_protection_ends() -> None:
    given = position("HQ:4 H9", phase="cleanup", xp=1, deck="S2 S3")
    state = play(begin(given), "retrieve", "finish")
    assert may_place(begin(state.to_dict() | {"rolled": [4]}), "H9", "4")
    leaving = begin(position("H9 HQ:651", phase="before_attack", deck="S2 S3", xp=0, rolled=""))
    left = play(attack(leaving), "pen 1")
    assert may_place(begin(left.to_dict() | {"rolled": [6, 5, 1]}), "H9", "6")


@pytest.mark.rule("DEF-19")
def test_a_used_up_queen_protects_until_attack() -> None:
    state = begin(position("H9 HQ:651", rolled="65"))
    assert not legal(state, "target")


@pytest.mark.rule("DEF-19")
def test_a_mark_on_the_queen_protects_her_suit() -> None:
    state = begin(position("HQ*4 H9", rolled="43"))
    assert legal(play(state, "target H9")) == {"die 3"}
    assert not may_place(begin(position("HQ*4", rolled="4")), "HQ", "4")


@pytest.mark.rule("DEF-19")
def test_marks_of_her_number_have_no_effect_on_her_suit_or_on_her() -> None:
    state = begin(position("HQ:4 H9", "S9", rolled="1", skills={"Long Shot": "4"}))
    assert legal(play(state, "activate Long Shot")) == {"target S9"}
    nobody = begin(position("HQ:4 H9", rolled="1", skills={"Long Shot": "4", "Cleave": "34"}))
    assert not legal(nobody, "activate")


@pytest.mark.rule("DEF-20")
def test_those_behind_a_queen_that_is_hit_take_nothing() -> None:
    state = begin(position("H8 HQ H9 HT", rolled="1", skills={"Cleave": "34"}))
    play(state, "activate Cleave", "track H")
    assert marks(state) == {"HT": [4], "H9": [4], "HQ": [4]}


@pytest.mark.rule("DEF-20")
def test_a_queen_that_takes_no_mark_spares_nobody() -> None:
    """She has the number already: then all of her suit are protected; used up without it, she is passed over."""
    state = begin(position("H8 HQ:65*1 H9", rolled="2", skills={"Cleave": "34"}))
    play(state, "activate Cleave", "track H")
    assert marks(state) == {"H9": [4], "HQ": [1], "H8": [4]}


@pytest.mark.rule("DEF-20", "DEF-29")
def test_other_tracks_are_not_protected() -> None:
    state = begin(position("H8 HQ", "S9 SQ:6", rolled="1", skills={"Meteor": "455"}))
    play(state, "activate Meteor")
    assert marks(state) == {"HQ": [5], "SQ": [5]}


# Jacks


@pytest.mark.rule("DEF-21")
def test_a_jack_charges_to_the_very_front() -> None:
    assert track(reveal("S9 S5", deck="SJ"), "S") == ["S9", "S5", "SJ"]
    assert track(reveal(deck="SJ"), "S") == ["SJ"]
    assert track(reveal("S9 SJ", deck="S2"), "S") == ["S2", "S9", "SJ"]
