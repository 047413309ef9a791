"""Deck of Fate, FATE-58 to FATE-60: numbers only, the late Fool, open hands."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.fate import (
    CARDS,
    begin,
    char,
    deck_of_fate,
    discards,
    fate,
    get,
    hand,
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

SIMPLE = {"simple": True}
LATE: dict[str, Any] = {"late_fool": True}

# Numbers only


@pytest.mark.rule("FATE-58")
@pytest.mark.parametrize(
    ("card", "difficulty", "check", "stats", "wanted"),
    [
        ("CA", "JUSTICE", "guile", "0 0 0 0", True),
        ("C2", "SA", "guile", "-1 0 0 0", True),
        ("S5", "C6", "guile", "0 0 0 0", False),  # no suit bonus
        ("SQ", "JUSTICE", "guile", "1 0 0 0", True),  # the stat counts once
        ("SQ", "HANGED", "guile", "1 0 0 0", False),
        ("CP", "CT", "guile", "-1 0 0 0", False),
        ("CK", "ST", "guile", "-1 0 0 0", False),
        ("CK", "SA", "guile", "-1 0 0 0", True),
        ("MAGICIAN", "C2", "guile", "0 0 0 0", False),
        ("PRIESTESS", "C3", "guile", "0 0 0 0", False),
        ("WORLD", "JUDGEMENT", "guile", "0 0 0 0", True),
        ("C2", "FOOL", "guile", "-5 0 0 0", True),
    ],
)
def test_numbers_only(card: str, difficulty: str, check: str, stats: str, wanted: bool) -> None:
    assert succeeds(card, difficulty, check, SIMPLE, stats=stats) is wanted


@pytest.mark.rule("FATE-58")
@pytest.mark.parametrize("card", ["EMPEROR", "CHARIOT", "HANGED", "DEATH", "DEVIL", "TOWER", "STAR", "MOON", "WORLD"])
def test_drawn_cards_have_no_effect(card: str) -> None:
    state = play(begin(position(pc("S9 C3 C4 C5"), deck=f"C2 {card} W5"), **SIMPLE), "play S9", "accept")
    assert hand(state) == {"C3", "C4", "C5", card}
    assert (vp(state), fate(state), char(state)["luck"], top(state)) == (4, {}, False, ["W5"])


@pytest.mark.rule("FATE-58")
def test_cards_are_not_discarded_for_an_effect_but_mp_and_classes_stay() -> None:
    cards = "STRENGTH HERMIT WHEEL JUSTICE TEMPERANCE SUN"
    state = begin(position(pc(cards, "mercenary", mp=5, vp=5), pc("JUDGEMENT"), discards="C2", phase="free"), **SIMPLE)
    raises = {f"raise {stat}" for stat in ("guile", "experience", "nature", "grit")}
    assert legal(state) == {"heal", "cycle", "done"} | raises
    assert legal(play(state, "done")) == {"done"}
    assert "peek" in legal(begin(position(pc("C2 C3 C4 C5", "shaman", mp=1), phase="free"), **SIMPLE))
    state = play(begin(position(pc("CN C3", "clown", mp=1), deck="C4"), **SIMPLE), "play CN")
    assert legal(state) == {"boost", "swap", "accept"}


@pytest.mark.rule("FATE-58", "FATE-24")
def test_the_fool_resets_all_the_same() -> None:
    state = begin(position(pc("C2 C3 C4 C5"), deck="FOOL", discards="W2 W3"), **SIMPLE)
    play(state, "play C2", "accept")
    assert (successes(state), discards(state), len(hand(state)), "FOOL" in get(state, "deck")) == (1, set(), 4, True)


# The late Fool


@pytest.mark.rule("FATE-59")
def test_a_drawn_fool_is_discarded_ends_fortunes_and_counts_as_no_card() -> None:
    given = position(pc("S9 C3 C4 C5", luck=True), pc("P2 P3 P4 P5", misfortune=True), deck="C2 FOOL W5 W6")
    state = play(begin(given, **LATE), "play S9", "accept")
    assert (hand(state), top(state)) == ({"C3", "C4", "C5", "W5"}, ["W6"])
    assert {"FOOL", "S9", "C2"} == discards(state)
    assert not char(state)["luck"] and not char(state, 1)["misfortune"]


@pytest.mark.rule("FATE-59")
def test_two_cards_are_two_cards_besides_the_fool() -> None:
    given = position(pc("S9 C3 C4 C5"), deck="C2 HANGED FOOL W5 W6 W7")
    state = play(begin(given, **LATE), "play S9", "accept")
    assert (to_move(state), hand(state)) == ("pc_0 discard", {"C3", "C4", "C5", "W5", "W6"})


@pytest.mark.rule("FATE-59")
def test_as_difficulty_he_succeeds_and_ends_fortunes() -> None:
    given = position(pc("C2 C3 C4 C5", luck=True, stats="-5 0 0 0"), deck="FOOL W5", discards="W2")
    state = play(begin(given, **LATE), "play C2", "accept")
    assert (successes(state), discards(state)) == (1, {"FOOL", "C2", "W2"})
    assert not char(state)["luck"] and hand(state) == {"C3", "C4", "C5", "W5"}


@pytest.mark.rule("FATE-59", "FATE-35")
def test_a_fool_laid_on_temperance_is_not_replaced() -> None:
    state = begin(position(pc("TEMPERANCE C3 C4 C5"), deck="W2 FOOL W3 W4 W5", phase="free"), **LATE)
    play(state, "temperance")
    assert (fate(state), hand(state)) == ({"TEMPERANCE": ["W2", "W3"]}, {"C3", "C4", "C5", "W4"})


@pytest.mark.rule("FATE-59", "FATE-31")
def test_a_fool_taken_by_the_wheel_counts_as_no_card() -> None:
    state = begin(position(pc("WHEEL C3 C4 C5"), deck="W2 FOOL W3 W4 W5", phase="free"), **LATE)
    play(state, "wheel", "pick FOOL")
    assert (hand(state), {"WHEEL", "FOOL"} <= discards(state)) == ({"C3", "C4", "C5", "W2"}, True)


def nearly_empty(deck: str, *pcs: dict[str, Any], phase: str = "play", **fields: Any) -> dict[str, Any]:
    """All cards that are nowhere else are discarded, the Fool too."""
    given = position(*pcs, deck=deck, phase=phase, **fields)
    wanted = deck.split()
    return given | {"deck": wanted, "discards": [card for card in given["deck"] if card not in wanted]}


def everywhere(state: State) -> list[str]:
    given = state.to_dict()
    found = [*given["deck"], *given["discards"], *given.get("resolving", []), *given.get("laid", [])]
    check = given["check"] or {}
    found += [check[key] for key in ("played", "difficulty") if key in check]
    for entry in given["pcs"]:
        found += [*entry["hand"], *entry.get("kept", [])]
        for row in entry["fate"]:
            found += [row["card"], *row.get("cards", [])]
    return found + ["FOOL"] * given.get("fool_aside", False)


@pytest.mark.rule("FATE-59", "FATE-24")
def test_the_reset_comes_when_a_card_must_be_drawn_from_an_empty_deck() -> None:
    given = nearly_empty("C2", pc("S9 C3 C4 C5"), pc("P2 P3 P4 P5"))
    for seed in range(12):
        state = play(begin(given, seed, **LATE), "play S9", "accept")
        assert sorted(everywhere(state)) == sorted(CARDS)
        if state.phase() == "free":
            assert len(hand(state)) == vp(state) and "FOOL" in get(state, "deck") + get(state, "discards")
            assert len(get(state, "deck")) > 50


@pytest.mark.rule("FATE-59", "FATE-14")
def test_the_reset_comes_when_the_difficulty_must_be_turned_and_the_card_played_stays_out() -> None:
    given = nearly_empty("", pc("S9 C3 C4 C5", luck=True), pc("P2 P3 P4 P5"))
    for seed in range(12):
        state = play(begin(given, seed, **LATE), "play S9")
        assert (to_move(state), get(state, "check")["played"]) == ("pc_0 keep", "S9")
        assert legal(state) == {"keep C3", "keep C4", "keep C5", "keep none"}
        play(state, "keep C4")
        assert sorted(everywhere(state)) == sorted(CARDS)
        if state.phase() == "react" and "DEATH" not in discards(state):
            assert "C4" in hand(state) and get(state, "check")["played"] == "S9"
            assert char(state)["luck"]  # fortunes do not end


@pytest.mark.rule("FATE-59", "FATE-60")
def test_nobody_sees_what_was_kept_while_the_deck_is_empty() -> None:
    given = nearly_empty("", pc("S9 C3 C4 C5", luck=True), pc("P2 P3 P4 P5", luck=True))
    state = play(begin(given, **LATE), "play S9")
    seen = {play(state.clone(), f"keep {card}").observation_tensor(1).tobytes() for card in ("C3", "C4", "C5")}
    assert len(seen) == 1


@pytest.mark.rule("FATE-59", "FATE-18")
def test_the_reset_comes_before_a_redraw() -> None:
    given = nearly_empty("WT", pc("CN C3 C4 C5"))
    state = play(begin(given, **LATE), "play CN")
    assert "redraw" in legal(state)
    play(state, "redraw")
    assert sorted(everywhere(state)) == sorted(CARDS)


@pytest.mark.rule("FATE-59", "FATE-33")
def test_a_card_whose_effect_goes_on_stays_out() -> None:
    """Hanged Man has drawn nothing yet when the deck is empty."""
    given = nearly_empty("C2 HANGED", pc("S9 C3 C4 C5"))
    for seed in range(12):
        state = play(begin(given, seed, **LATE), "play S9", "accept")
        if state.phase() == "discard" and len(hand(state)) == 5:
            assert get(state, "resolving") == ["HANGED"]
            play(state, sorted(legal(state))[0])
            assert "HANGED" in discards(state)


@pytest.mark.rule("FATE-59", "FATE-35")
def test_temperance_being_laid_keeps_its_cards_in_a_reset() -> None:
    given = nearly_empty("W2 W3", pc("TEMPERANCE C3 C4 C5"), phase="free")
    found = 0
    for seed in range(12):
        state = play(begin(given, seed, **LATE), "temperance")
        assert sorted(everywhere(state)) == sorted(CARDS)
        if state.phase() == "free" and "TEMPERANCE" in fate(state):
            found += 1
            assert {"W2", "W3"} <= set(fate(state)["TEMPERANCE"])
    assert found


@pytest.mark.rule("FATE-59", "FATE-30", "FATE-46")
@pytest.mark.parametrize(
    ("who", "action"), [(pc("HERMIT C3 C4 C5"), "hermit"), (pc("C2 C3 C4 C5", "shaman", mp=1), "peek")]
)
def test_the_reset_comes_before_a_look_at_an_empty_deck(who: dict[str, Any], action: str) -> None:
    for seed in range(12):
        state = begin(nearly_empty("", who, phase="free"), seed, **LATE)
        assert action in legal(state)
        play(state, action)
        assert sorted(everywhere(state)) == sorted(CARDS)
        if state.phase() == action:
            assert get(state, "looking") == (5 if action == "hermit" else 1)


@pytest.mark.rule("FATE-59", "FATE-30")
def test_a_look_shows_what_is_left_of_the_deck() -> None:
    state = play(begin(nearly_empty("W2 W3", pc("HERMIT C3 C4 C5"), phase="free"), **LATE), "hermit")
    assert legal(state) == {"pick W2", "pick W3", "bottom W2", "bottom W3"}


# Open hands


@pytest.mark.rule("FATE-60")
def test_hands_are_hidden_by_default_and_open_on_demand() -> None:
    given = position(pc("C2 C3 C4 C5"), pc("P2 P3 P4 P5"))
    state = begin(given, master=True)
    assert "P2" not in state.to_string(0) and "P2" in state.to_string(1)
    assert "C2" not in state.to_string(2)
    state = begin(given, master=True, open_hands=True)
    assert "P2" in state.to_string(0)
    assert "C2" not in state.to_string(2) and "P2" not in state.to_string(2)
    assert "hands" in state.explain(0) and "hands" not in state.explain(2)


@pytest.mark.rule("FATE-60")
def test_open_hands_stay_in_redrawn_worlds() -> None:
    given = position(pc("C2 C3 C4 C5"), pc("P2 P3 P4 P5"))
    closed, opened = begin(given), begin(given, open_hands=True)
    assert {frozenset(hand(opened.resample(0, seed), 1)) for seed in range(9)} == {frozenset({"P2", "P3", "P4", "P5"})}
    assert len({frozenset(hand(closed.resample(0, seed), 1)) for seed in range(9)}) == 9


@pytest.mark.rule("FATE-60")
def test_what_is_public() -> None:
    given = position(pc("C2 C3", mp=7, vp=2, fate="CHARIOT:1"), pc("P2 P3 P4 P5"), discards="SA TOWER")
    shown = begin(given, master=True).to_string(2)
    for text in ("SA", "TOWER", "VP 2/4", "MP 7", "CHARIOT(2)", "hand ? ?", "deck 69"):
        assert text in shown


def test_the_variants_go_together() -> None:
    state = deck_of_fate(pcs=2, simple=True, late_fool=True, open_hands=True, master=True).new_initial_state(1)
    assert to_move(state) == "master_0 check"
    assert mp(state) in (1, 2, 3)
