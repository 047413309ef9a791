"""Deck of Fate, FATE-14 to FATE-23: the check, cards and numbers, fortune."""

from __future__ import annotations

from typing import Any

import pytest

from support.fate import (
    begin,
    char,
    clock,
    discards,
    fate,
    get,
    hand,
    incident,
    legal,
    mp,
    pc,
    play,
    position,
    succeeds,
    successes,
    to_move,
    top,
    vp,
)

pytestmark = pytest.mark.nojit

# Worked cases of the rules


@pytest.mark.rule("FATE-14", "FATE-15", "FATE-16", "FATE-19", "FATE-20", "FATE-22", "FATE-26", "FATE-25", "FATE-45")
@pytest.mark.parametrize(
    ("card", "difficulty", "check", "who", "wanted"),
    [
        ("S7", "CT", "guile", {"stats": "2 0 0 0"}, True),
        ("CQ", "ST", "nature", {"stats": "0 0 -1 0"}, True),
        ("CK", "CA", "guile", {"stats": "9 9 9 9"}, False),
        ("CK", "CT", "guile", {"stats": "0 0 0 0"}, True),
        ("CK", "CT", "guile", {"stats": "-1 0 0 0"}, False),
        ("CK", "CT", "nature", {"stats": "0 0 -2 0"}, True),
        ("WA", "TOWER", "grit", {"stats": "0 0 0 0"}, False),
        ("EMPRESS", "WORLD", "experience", {"stats": "0 0 0 0"}, True),
        ("MAGICIAN", "DEVIL", "grit", {"stats": "0 0 0 3"}, False),
        ("P4", "HANGED", "grit", {"stats": "0 0 0 3", "cls": "berserker", "vp": 2}, True),
        ("P4", "DEATH", "grit", {"stats": "0 0 0 3", "cls": "berserker", "vp": 2}, False),
    ],
)
def test_worked_cases(card: str, difficulty: str, check: str, who: dict[str, Any], wanted: bool) -> None:
    assert succeeds(card, difficulty, check, **who) is wanted


@pytest.mark.rule("FATE-18")
def test_worked_case_of_the_knight() -> None:
    state = begin(position(pc("SN", stats="1 0 0 0"), deck="C9 SUN"))
    play(state, "play SN")
    assert state.to_string(0).count("succeeds") == 1  # 10 + 1 + 2 against 9
    play(state, "redraw")
    assert "redraw" not in legal(state)
    play(state, "accept")
    assert (successes(state), {"SN", "C9", "SUN"} <= discards(state)) == (0, True)


@pytest.mark.rule("FATE-51")
def test_worked_case_of_the_clown() -> None:
    state = begin(position(pc("C3", cls="clown", stats="0 0 2 0", mp=1), deck="CQ", check="nature spotlight doom"))
    play(state, "play C3", "swap", "accept")
    assert (successes(state), mp(state)) == (1, 0)


# The order of a check


@pytest.mark.rule("FATE-14")
def test_equal_is_enough() -> None:
    assert succeeds("C7", "P7", "guile")
    assert not succeeds("C7", "P8", "guile")


@pytest.mark.rule("FATE-14", "FATE-53")
def test_harm_first_then_doom_then_the_fill() -> None:
    """With luck the PC chooses the card that goes before the clock moves and a card is drawn."""
    given = position(pc("C2 C3 C4 C5", luck=True), deck="CT W5", check="guile spotlight both", incident={"doom": 9})
    state = play(begin(given), "play C2", "accept")
    assert (to_move(state), vp(state), clock(state)) == ("pc_0 loss", 3, 0)
    assert {"C2", "CT"} <= discards(state) and char(state)["failures"] == 0
    play(state, "discard C3")
    assert (clock(state), char(state)["failures"], hand(state)) == (1, 1, {"C4", "C5", "W5"})


@pytest.mark.rule("FATE-14")
def test_nothing_is_drawn_after_the_end() -> None:
    given = position(pc("C2", vp=1), deck="CT W5", check="guile spotlight harm")
    state = play(begin(given), "play C2", "accept")
    assert (state.is_terminal(), top(state), state.returns()) == (True, ["W5"], [-1.0])
    last = {"number": 3, "goal": 1, "resolved": 1}
    state = play(begin(position(pc("S9 C3"), deck="C2 W5 W6 W7", incident=last)), "play S9", "accept")
    assert (state.is_terminal(), get(state, "result"), state.returns()) == (True, "won", [1.0])


@pytest.mark.rule("FATE-14", "FATE-21")
@pytest.mark.parametrize("card", ["EMPEROR", "CHARIOT", "HANGED", "DEATH", "DEVIL", "TOWER", "STAR", "MOON", "WORLD"])
def test_a_difficulty_does_not_count_as_drawn(card: str) -> None:
    state = begin(position(pc("S7 C2 C3 C4"), deck=f"{card} W5"))
    play(state, "play S7", "accept")
    assert (vp(state), fate(state), hand(state)) == (4, {}, {"C2", "C3", "C4", "W5"})
    assert not char(state)["luck"] and not char(state)["misfortune"]
    assert card in discards(state)


# Numbers and suits


@pytest.mark.rule("FATE-15")
@pytest.mark.parametrize(("suit", "check"), [("C", "nature"), ("S", "guile"), ("P", "grit"), ("W", "experience")])
def test_the_suit_bonus(suit: str, check: str) -> None:
    for stat in ("guile", "experience", "nature", "grit"):
        difficulty = "W7" if suit != "W" else "C7"
        assert succeeds(f"{suit}5", difficulty, stat) is (stat == check)


@pytest.mark.rule("FATE-16")
@pytest.mark.parametrize(
    ("card", "number"),
    [*((f"C{rank}", n) for n, rank in enumerate("23456789T", start=2)), ("CA", 11), ("CP", 10), ("CN", 10), ("CQ", 10)],
)
def test_numbers_of_minor_cards_when_played(card: str, number: int) -> None:
    """Against Justice, 11, with the stat that makes up the rest."""
    stats = f"{11 - number} 0 0 0"
    assert succeeds(card, "JUSTICE", stats=stats) or card == "CQ"
    assert not succeeds(card, "JUSTICE", stats=f"{10 - number} 0 0 0")


@pytest.mark.rule("FATE-16")
@pytest.mark.parametrize(
    ("card", "number"),
    [("CA", 1), ("C2", 2), ("C9", 9), ("CT", 10), ("CP", 10), ("CN", 10), ("CQ", 10), ("CK", 10), ("MAGICIAN", 1),
     ("CHARIOT", 7), ("STAR", 17), ("WORLD", 21)],
)  # fmt: skip
def test_numbers_as_difficulty(card: str, number: int) -> None:
    assert succeeds("W2", card, stats=f"{number - 2} 0 0 0")
    assert number - 3 < -5 or not succeeds("W2", card, stats=f"{number - 3} 0 0 0")


MAJOR_NUMBERS = {"EMPEROR": 4, "STRENGTH": 8, "HERMIT": 9, "WHEEL": 10, "JUSTICE": 11, "TEMPERANCE": 14, "SUN": 19,
                 "JUDGEMENT": 20, "TOWER": 16, "WORLD": 21, "DEVIL": 15}  # fmt: skip


@pytest.mark.rule("FATE-16", "FATE-29", "FATE-30", "FATE-31", "FATE-32")
@pytest.mark.parametrize(("card", "number"), MAJOR_NUMBERS.items())
def test_a_major_arcana_counts_its_numeral_when_played(card: str, number: int) -> None:
    """Some of these are in a hand by Judgement only; played, they are plain numbers."""
    assert succeeds(card, "STAR", stats=f"{17 - number} 0 0 0") or number < 0
    assert 16 - number < -5 or not succeeds(card, "STAR", stats=f"{16 - number} 0 0 0")


# Court cards


@pytest.mark.rule("FATE-17")
def test_the_page_gets_2_against_its_own_suit() -> None:
    assert succeeds("CP", "CT", stats="-2 0 0 0")
    assert not succeeds("CP", "CT", stats="-3 0 0 0")
    assert not succeeds("CP", "WT", stats="-2 0 0 0")
    assert not succeeds("CP", "HANGED", stats="1 0 0 0")
    assert succeeds("CP", "ST", "nature", stats="0 0 -2 0")  # 10 + 2 for cups


@pytest.mark.rule("FATE-18")
@pytest.mark.parametrize(
    ("card", "difficulty", "wanted"),
    [("CN", "S5", True), ("CN", "C5", True), ("CN", "SUN", False), ("CQ", "S5", False), ("C9", "S5", False)],
)
def test_only_a_knight_redraws_and_only_a_minor_difficulty(card: str, difficulty: str, wanted: bool) -> None:
    state = play(begin(position(pc(card), deck=f"{difficulty} C4")), f"play {card}")
    assert ("redraw" in legal(state)) is wanted


@pytest.mark.rule("FATE-18")
def test_the_knight_redraws_once_per_check() -> None:
    state = play(begin(position(pc("CN"), deck="S5 S6 S7")), "play CN", "redraw")
    assert "redraw" not in legal(state)
    assert get(state, "check")["difficulty"] == "S6"
    assert "S5" in discards(state)


@pytest.mark.rule("FATE-18", "FATE-24")
def test_a_redraw_may_turn_the_fool() -> None:
    state = play(begin(position(pc("CN C2 C3 C4"), deck="WT FOOL")), "play CN", "redraw", "accept")
    assert successes(state) == 1
    assert discards(state) == set()


@pytest.mark.rule("FATE-19")
def test_the_queen_doubles_the_stat_of_her_suit() -> None:
    assert succeeds("SQ", "TOWER", "guile", stats="2 0 0 0")  # 10 + 2 + 4
    assert not succeeds("SQ", "STAR", "guile", stats="2 0 0 0")
    assert not succeeds("SQ", "DEATH", "grit", stats="0 0 0 2")  # 10 + 2
    assert succeeds("SQ", "CT", "guile", stats="-1 0 0 0")  # 10 + 2 - 2
    assert not succeeds("SQ", "JUSTICE", "guile", stats="-1 0 0 0")


@pytest.mark.rule("FATE-20")
@pytest.mark.parametrize("difficulty", ["S2", "ST", "PP", "WN", "PQ", "SK"])
def test_the_king_always_beats_other_suits(difficulty: str) -> None:
    assert succeeds("CK", difficulty, stats="-5 0 0 0")


@pytest.mark.rule("FATE-20")
@pytest.mark.parametrize("difficulty", ["CA", "SA", "PA", "WA"])
def test_the_king_always_fails_against_an_ace(difficulty: str) -> None:
    assert not succeeds("CK", difficulty, stats="15 0 0 0")


@pytest.mark.rule("FATE-20")
def test_the_king_counts_10_against_his_own_suit_and_majors() -> None:
    assert succeeds("CK", "CQ") and not succeeds("CK", "CQ", stats="-1 0 0 0")
    assert succeeds("CK", "JUSTICE", stats="1 0 0 0") and not succeeds("CK", "JUSTICE")


# Order of outcomes


@pytest.mark.rule("FATE-22", "FATE-41")
def test_world_comes_before_an_automatic_failure() -> None:
    assert succeeds("CK", "CA", fate="WORLD")


@pytest.mark.rule("FATE-22", "FATE-37")
@pytest.mark.parametrize(("card", "difficulty"), [("PRIESTESS", "C2"), ("CK", "S2"), ("MAGICIAN", "S2"), ("SA", "CA")])
def test_tower_comes_before_an_automatic_success(card: str, difficulty: str) -> None:
    assert succeeds(card, difficulty)
    assert not succeeds(card, difficulty, fate="TOWER")


@pytest.mark.rule("FATE-22", "FATE-24")
def test_the_fool_comes_before_the_tower() -> None:
    assert succeeds("C2", "FOOL", fate="TOWER")
    assert succeeds("C2", "FOOL", stats="-5 0 0 0")


@pytest.mark.rule("FATE-22")
def test_an_empty_hand_fails() -> None:
    given = position(
        pc("", vp=2, mp=0), deck="W5 W6 W7", phase="free", check="guile spotlight both", incident={"doom": 9}
    )
    state = play(begin(given), "done")
    assert (vp(state), clock(state), hand(state)) == (1, 1, {"W5"})


# Fortune


@pytest.mark.rule("FATE-23")
@pytest.mark.parametrize(
    ("luck", "misfortune", "bonus"), [(False, False, 0), (True, False, 1), (False, True, -2), (True, True, -1)]
)
def test_fortune_on_checks(luck: bool, misfortune: bool, bonus: int) -> None:
    for number in range(5, 10):
        assert succeeds("C7", f"P{number}", luck=luck, misfortune=misfortune) is (7 + bonus >= number)


@pytest.mark.rule("FATE-23")
def test_misfortune_costs_a_card_of_choice_before_the_difficulty_is_turned() -> None:
    state = begin(position(pc("S9 C2 C3 C4", misfortune=True), deck="C5 W5 W6"))
    play(state, "play S9")
    assert (to_move(state), legal(state)) == ("pc_0 cost", {"discard C2", "discard C3", "discard C4"})
    assert top(state) == ["C5"]
    play(state, "discard C3", "accept")
    assert hand(state) == {"C2", "C4", "W5", "W6"}


@pytest.mark.rule("FATE-23")
def test_with_no_card_left_misfortune_costs_none() -> None:
    state = play(begin(position(pc("S9", misfortune=True, vp=1), deck="C5")), "play S9")
    assert to_move(state) == "pc_0 react"


def loss(hand_: str, options: dict[str, Any] | None = None, **fields: Any) -> Any:
    """A PC that fails a harmful check with S2."""
    given = position(pc(f"S2 {hand_}", **fields), deck="HANGED W5", check="guile spotlight harm")
    state = play(begin(given, **(options or {})), "play S2")
    if state.phase() == "cost":
        play(state, "discard C2")
    return play(state, "accept")


@pytest.mark.rule("FATE-23", "FATE-6")
def test_luck_chooses_the_card_that_goes_with_a_lost_vp() -> None:
    state = loss("C3 C4 C5", luck=True)
    assert (to_move(state), legal(state)) == ("pc_0 loss", {"discard C3", "discard C4", "discard C5"})
    assert hand(play(state, "discard C5")) == {"C3", "C4", "W5"}


@pytest.mark.rule("FATE-23")
def test_with_misfortune_and_no_master_the_highest_card_goes_of_equal_ones_the_lowest_id() -> None:
    assert hand(loss("C2 C3 SUN", misfortune=True)) >= {"C3"}
    assert "SUN" in discards(loss("C2 C3 SUN", misfortune=True))
    state = loss("C2 ST CT C9", misfortune=True)
    assert "CT" in discards(state) and "ST" in hand(state)
    state = loss("C2 ST SA C9", misfortune=True)
    assert "SA" in discards(state)


@pytest.mark.rule("FATE-23", "FATE-56")
def test_with_misfortune_the_master_sees_the_hand_and_chooses() -> None:
    state = loss("C2 C3 SUN", {"master": True}, misfortune=True)
    assert (to_move(state), legal(state)) == ("master_0 master_loss", {"pick C3", "pick SUN"})
    assert "hand C3 SUN" in " ".join(state.to_string(1).replace("SUN C3", "C3 SUN").split())
    assert "C3" in discards(play(state, "pick C3"))


@pytest.mark.rule("FATE-23")
def test_luck_and_misfortune_cancel_for_the_lost_card() -> None:
    lost = set()
    given = position(pc("S2 C2 C3 C4 C5", luck=True, misfortune=True), deck="HANGED W5", check="guile spotlight harm")
    for seed in range(16):
        state = play(begin(given, seed), "play S2", "discard C2", "accept")
        lost |= {"C3", "C4", "C5"} - hand(state)
    assert lost == {"C3", "C4", "C5"}


@pytest.mark.rule("FATE-14")
def test_the_checks_are_counted() -> None:
    state = play(begin(position(pc("S9 C2 C3 C4"), deck="C5", incident={"checks": 3})), "play S9", "accept")
    assert incident(state, "checks") == 4


@pytest.mark.rule("FATE-20", "FATE-22")
def test_no_bonus_beats_what_always_fails() -> None:
    """A king against an ace, with fifty boosts."""
    state = begin(position(pc("CK C2", mp=99), deck="CA"))
    play(state, "play CK", *["boost"] * 50, "accept")
    assert successes(state) == 0
