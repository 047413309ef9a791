"""Defence Dice: each of the 18 skill cards, DEF-28 to DEF-30."""

from __future__ import annotations

from typing import Any

import pytest

from support.defence import FIELD, attack, begin, get, legal, marks, may_place, on, place, play, position, track
from support.defence import ready_skill as ready
from support.defence import use_skill as use

pytestmark = pytest.mark.nojit


# Common skills


@pytest.mark.rule("DEF-28", "DEF-29")
def test_long_shot() -> None:
    assert marks(use("Long Shot", "4", "target HJ")) == {"HJ": [4]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_twin_strike() -> None:
    state = play(ready("Twin Strike", "44"), "activate Twin Strike")
    assert legal(state) == {"track S", "track H", "track D"}
    play(state, "track H")
    assert legal(state) == {"track S", "track D"}
    play(state, "track S")
    assert marks(state) == {"HT": [4], "S8": [4]}


@pytest.mark.rule("DEF-28")
def test_twin_strike_needs_two_tracks_with_an_enemy_that_has_hp_left() -> None:
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "S9 S8"))
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "S9 S8", "H6:6"))
    assert "activate Twin Strike" in legal(ready("Twin Strike", "44", "S9:63 S8:62", "H6", "C7"))
    escorted = use("Twin Strike", "44", "track S", "track H", tracks=("SK S3:3", "H9"))
    assert marks(escorted) == {"SK": [4], "H9": [4]}


@pytest.mark.rule("DEF-28", "DEF-19")
def test_twin_strike_where_one_of_the_two_is_protected() -> None:
    state = use("Twin Strike", "44", "track H", "track S", tracks=("HQ:4", "S9"))
    assert marks(state) == {"S9": [4]}
    assert "activate Twin Strike" not in legal(ready("Twin Strike", "44", "HQ:4", "SQ:4"))


@pytest.mark.rule("DEF-28")
@pytest.mark.parametrize(("spent", "left"), [(1, 1), (2, 1), (4, 3)])
def test_second_wind(spent: int, left: int) -> None:
    state = use("Second Wind", "2", spent=spent)
    assert (get(state, "spent"), get(state, "back")) == (left, min(spent, 2))


@pytest.mark.rule("DEF-28")
def test_barricade() -> None:
    state = use("Barricade", "13", jokers_out=1, deck="C2 C3 C4 C5 C6")
    assert get(state, "barricade") == 1
    play(state, "pass")
    assert (track(state, "C"), get(state, "barricade")) == (["C2"], 0)
    play(state, "pass")
    assert track(state, "C") == ["C4", "C3", "C2"]


@pytest.mark.rule("DEF-28")
def test_barricades_add_up_never_below_0() -> None:
    state = use("Barricade", "13", jokers_out=2, barricade=1, deck="C2 C3 C4 C5 C6")
    assert get(state, "barricade") == 2
    play(state, "pass")
    assert track(state, "C") == ["C2"]
    nothing = play(begin(position("S9", rolled="1", barricade=5, deck="C2 C3")), "pass")
    assert (track(nothing, "C"), get(nothing, "barricade")) == ([], 0)


@pytest.mark.rule("DEF-28")
def test_barricade_in_clean_up_acts_in_the_next_round() -> None:
    given = position("S9:4", phase="cleanup", back=1, xp=0, skills={"Barricade": "15"}, deck="C2 C3 C4")
    state = play(begin(given), "activate Barricade", "finish", "pass")
    assert track(state, "C") == []


@pytest.mark.rule("DEF-28")
def test_regroup() -> None:
    results = set()
    for seed in range(20):
        state = begin(position("S9", rolled="1111", spent=0, skills={"Regroup": "4"}), seed=seed)
        play(state, "activate Regroup")
        assert (len(get(state, "rolled")), get(state, "spent"), get(state, "back")) == (4, 1, 0)
        results.add(str(get(state, "rolled")))
    assert len(results) > 10


@pytest.mark.rule("DEF-28")
def test_scout() -> None:
    given = position("S9", rolled="1", skills={"Scout": "4"}, deck="C2 C3 C4")
    state = play(begin(given), "activate Scout")
    assert (state.phase(), legal(state), get(state, "known_top")) == ("scout", {"keep", "bottom"}, True)
    kept = play(state.clone(), "keep")
    assert (get(kept, "deck"), get(kept, "known_top"), get(kept, "spent")) == (["C2", "C3", "C4"], True, 1)
    assert get(play(kept, "pass"), "known_top") is False
    buried = play(state, "bottom")
    assert (get(buried, "deck"), get(buried, "known_top"), get(buried, "known_bottom")) == (
        ["C3", "C4", "C2"],
        False,
        1,
    )
    assert get(buried, "segments") == [0, 0, 2, 0]
    assert state.phase() == "design"


# The warrior's


@pytest.mark.rule("DEF-28", "DEF-29")
def test_cleave() -> None:
    state = play(ready("Cleave", "25"), "activate Cleave")
    assert legal(state) == {"track S", "track H", "track D"}
    assert marks(play(state, "track S")) == {"S9": [5], "S8": [5]}


@pytest.mark.rule("DEF-28")
def test_charge() -> None:
    state = play(ready("Charge", "45"), "activate Charge")
    assert legal(state) == {"target S8", "target HT", "target DQ"}
    assert marks(play(state.clone(), "target HT")) == {"HT": [5, 5]}
    assert marks(use("Charge", "45", "target S5", tracks=("S5",))) == {"S5": [5]}


@pytest.mark.rule("DEF-28", "DEF-17", "DEF-19")
def test_charge_hits_a_queen_or_a_king_only_once() -> None:
    assert marks(use("Charge", "45", "target DQ")) == {"DQ": [5]}
    assert marks(use("Charge", "45", "target SK", tracks=("SK",))) == {"SK": [5]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_whirlwind() -> None:
    assert marks(use("Whirlwind", "246")) == {"S8": [6], "HT": [6], "DQ": [6]}


@pytest.mark.rule("DEF-28")
def test_precision() -> None:
    state = play(ready("Precision", "4"), "activate Precision")
    assert legal(state) == {"target S8", "target HT", "target DQ"}
    play(state, "target HT")
    assert legal(state) == {"number 1", "number 2", "number 3", "number 4"}
    assert marks(play(state, "number 2")) == {"HT": [2]}


@pytest.mark.rule("DEF-28", "DEF-17", "DEF-19")
def test_precision_only_offers_numbers_that_have_an_effect() -> None:
    queen = play(ready("Precision", "4", "DQ:14"), "activate Precision", "target DQ")
    assert legal(queen) == {"number 2", "number 3"}
    king = play(ready("Precision", "6", "SK*23"), "activate Precision", "target SK")
    assert legal(king) == {"number 1", "number 4", "number 5", "number 6"}
    one = ready("Precision", "1", "DQ:1", "S9")
    assert legal(play(one, "activate Precision")) == {"target S9"}


@pytest.mark.rule("DEF-28")
@pytest.mark.parametrize(("spent", "left"), [(1, 2), (3, 2), (5, 4)])
def test_war_cry(spent: int, left: int) -> None:
    state = use("War Cry", "22", spent=spent)
    assert (get(state, "spent"), get(state, "back")) == (left, min(spent, 3))


@pytest.mark.rule("DEF-28", "DEF-9")
def test_execute() -> None:
    state = play(ready("Execute", "222", "S9 S8:3", "HK", "DQ:6"), "activate Execute")
    assert legal(state) == {"target S8", "target DQ"}
    play(state, "target S8")
    assert on(state, "S8") == {"card": "S8", "dice": [3], "marks": [], "executed": 5}
    assert get(attack(state), "queue")["prisoners"] == ["S8"]


@pytest.mark.rule("DEF-28", "DEF-19")
def test_executes_mark_shows_no_number() -> None:
    state = use("Execute", "222", "target DQ", tracks=("D9 DQ:6",), rolled="135")
    assert (marks(state), on(state, "DQ")["executed"]) == ({}, 6)
    assert may_place(state, "D9", "5") and not may_place(begin(position("D9 DQ:6*5", rolled="5")), "D9", "5")


# The mage's


@pytest.mark.rule("DEF-30")
@pytest.mark.parametrize("value", range(1, 7))
def test_fortune_cookie_succeeds_when_the_die_shows_at_most_its_value(value: int) -> None:
    given = position("S9", rolled="1", skills={"Fortune Cookie": str(value)})
    hits = 0
    for seed in range(300):
        state = play(begin(given, seed=seed), "activate Fortune Cookie")
        hits += state.phase() == "aim"
    assert abs(hits / 300 - value / 6) < 0.09
    assert (hits == 300) == (value == 6)


def _cookie(succeeds: bool, **fields: Any) -> Any:
    """A Fortune Cookie of value 3 after its roll."""
    given = position(*FIELD, rolled="1", skills={"Fortune Cookie": "3"}, **fields)
    tries = (play(begin(given, seed=seed), "activate Fortune Cookie") for seed in range(50))
    return next(state for state in tries if (state.phase() == "aim") == succeeds)


@pytest.mark.rule("DEF-30", "DEF-28")
def test_fortune_cookie_marks_6_on_any_one_enemy() -> None:
    state = _cookie(True)
    assert legal(state) == {f"target {card}" for card in ("S9", "S8", "HJ", "HT", "DQ")}
    play(state, "target S9")
    assert (marks(state), get(state, "spent"), get(state, "skills")) == ({"S9": [6]}, 1, {"Fortune Cookie": []})


@pytest.mark.rule("DEF-30")
def test_a_failed_fortune_cookie_keeps_its_die_for_a_later_round() -> None:
    state = _cookie(False, xp=0, deck="H2 H3 H4 H5")
    assert (state.phase(), get(state, "spent"), get(state, "skills")) == ("design", 0, {"Fortune Cookie": [3]})
    assert get(state, "cookie_tried") and not legal(state, "activate")
    later = attack(state)
    assert (get(later, "round"), get(later, "cookie_tried")) == (2, False)
    assert "activate Fortune Cookie" in legal(later)


@pytest.mark.rule("DEF-30")
def test_after_a_success_another_die_may_be_tried_in_the_same_round() -> None:
    given = position("S9", "DJ", rolled="61", skills={"Fortune Cookie": "6"}, deck="H2 H3 H4 H5")
    state = play(begin(given), "activate Fortune Cookie", "target S9")
    place(state, "Fortune Cookie", "6")
    assert "activate Fortune Cookie" in legal(state)


@pytest.mark.rule("DEF-28", "DEF-29")
def test_fireball() -> None:
    assert marks(use("Fireball", "35", "track H")) == {"HT": [5], "HJ": [5]}


@pytest.mark.rule("DEF-28", "DEF-29")
def test_chain_lightning() -> None:
    state = use("Chain Lightning", "234", tracks=("S7 S9 S8", "HT", "D9 D4:4 DQ"))
    assert marks(state) == {"S8": [4], "S9": [4], "HT": [4], "DQ": [4]}


@pytest.mark.rule("DEF-28", "DEF-20")
def test_chain_lightning_passes_over_used_up_enemies() -> None:
    assert marks(use("Chain Lightning", "234", tracks=("S7 S9 S4:4 S8",))) == {"S8": [4], "S9": [4]}


@pytest.mark.rule("DEF-28")
def test_frost() -> None:
    state = use("Frost", "22", jokers_out=2, barricade=1, deck="C2 C3 C4 C5 C6")
    play(state, "pass")
    assert (track(state, "C"), get(state, "frost"), get(state, "barricade")) == ([], False, 0)
    play(state, "pass")
    assert len(track(state, "C")) == 3


@pytest.mark.rule("DEF-28", "DEF-29", "DEF-16")
def test_meteor() -> None:
    state = use("Meteor", "455", tracks=("SK S9 S8", "HJ HT", "DQ:5"))
    assert marks(state) == {"SK": [5], "S9": [5], "S8": [5], "HJ": [5], "HT": [5]}


@pytest.mark.rule("DEF-28")
def test_transmute() -> None:
    state = play(ready("Transmute", "4", rolled="2255"), "activate Transmute")
    assert legal(state) == {"die 2", "die 5"}
    play(state, "die 5")
    assert legal(state) == {f"number {n}" for n in (1, 2, 3, 4, 6)}
    play(state, "number 2")
    assert (get(state, "rolled"), get(state, "spent")) == ([2, 2, 2, 5], 1)
