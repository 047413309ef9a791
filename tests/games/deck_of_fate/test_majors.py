"""Deck of Fate, FATE-25 to FATE-43: the major arcana in play, drawn, and discarded for an effect."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.fate import (
    begin,
    char,
    clock,
    discards,
    done,
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

HARM = "guile spotlight harm"
FULL = "C2 C3 C4 C5"

# Played


@pytest.mark.rule("FATE-25")
@pytest.mark.parametrize("difficulty", ["C2", "ST", "PK", "WA", "WN"])
def test_the_magician_succeeds_against_minor_cards(difficulty: str) -> None:
    assert succeeds("MAGICIAN", difficulty, stats="-5 0 0 0")


@pytest.mark.rule("FATE-25")
def test_the_magician_counts_1_against_majors() -> None:
    assert succeeds("MAGICIAN", "PRIESTESS", stats="1 0 0 0")
    assert not succeeds("MAGICIAN", "PRIESTESS", stats="0 0 0 0")


@pytest.mark.rule("FATE-26")
@pytest.mark.parametrize(
    ("card", "check", "number"),
    [("PRIESTESS", "guile", 2), ("EMPRESS", "experience", 3), ("HIEROPHANT", "grit", 5), ("LOVERS", "nature", 6)],
)
def test_four_majors_succeed_on_their_stat(card: str, check: str, number: int) -> None:
    for stat in ("guile", "experience", "nature", "grit"):
        assert succeeds(card, "WORLD", stat, stats="-5 -5 -5 -5") is (stat == check)
    other = "grit" if check != "grit" else "guile"
    assert succeeds(card, f"C{number}", other)
    assert not succeeds(card, f"C{number + 1}", other)


# Drawn, into current fate


def drawn(cards: str, who: str = "S9 C3 C4 C5", **fields: Any) -> State:
    """pc_0 succeeds and fills its hand with these cards."""
    return play(begin(position(pc(who, **fields), deck=f"C2 {cards}")), "play S9", "accept")


@pytest.mark.rule("FATE-27", "FATE-28", "FATE-37", "FATE-41")
@pytest.mark.parametrize("card", ["EMPEROR", "CHARIOT", "TOWER", "WORLD"])
def test_into_current_fate_and_the_next_card_is_drawn(card: str) -> None:
    state = drawn(f"{card} W5 W6")
    assert set(fate(state)) == {card}
    assert (hand(state), top(state)) == ({"C3", "C4", "C5", "W5"}, ["W6"])
    assert fate(state)[card] in (0, None)


@pytest.mark.rule("FATE-27")
def test_the_emperor_is_discarded_instead_of_losing_vp_once() -> None:
    state = begin(position(pc(FULL, fate="EMPEROR"), deck="CT W5 W6 W7", check=HARM, incident={"goal": 9, "doom": 9}))
    play(state, "play C2", "accept")
    assert (vp(state), fate(state), hand(state)) == (4, {}, {"C3", "C4", "C5", "W5"})
    assert "EMPEROR" in discards(state)


@pytest.mark.rule("FATE-27", "FATE-36")
def test_the_emperor_saves_from_the_devil_and_dies_for_one_point_only() -> None:
    state = drawn("EMPEROR DEVIL W5 W6")
    assert (vp(state), fate(state), hand(state)) == (4, {}, {"C3", "C4", "C5", "W5"})


@pytest.mark.rule("FATE-27", "FATE-54")
def test_the_emperor_saves_at_vp_1() -> None:
    state = begin(position(pc("C2", vp=1, fate="EMPEROR"), deck="CT W5", check=HARM))
    play(state, "play C2", "accept")
    assert (vp(state), hand(state)) == (1, {"W5"})


@pytest.mark.rule("FATE-28")
def test_the_chariot_three_times_even_in_one_check() -> None:
    state = play(begin(position(pc(FULL, fate="CHARIOT"), deck="JUSTICE W5")), "play C2")
    play(state, "chariot")
    assert fate(state) == {"CHARIOT": 1}
    play(state, "chariot", "chariot")
    assert (fate(state), "chariot" in legal(state), "CHARIOT" in discards(state)) == ({}, False, True)
    assert successes(play(state, "accept")) == 1  # 2 + 9 = 11


@pytest.mark.rule("FATE-28")
def test_the_chariot_is_its_owners_only() -> None:
    state = begin(position(pc(FULL, fate="CHARIOT"), pc("P2 P3 P4 P5"), deck="CT", to_move="pc_1"))
    assert "chariot" not in legal(play(state, "play P2"))


@pytest.mark.rule("FATE-37", "FATE-42")
def test_the_tower_fails_three_checks() -> None:
    given = position(pc("C9 S9 P9 W9", fate="TOWER:1"), deck="C2 W5 S2 W6 P2", incident={"goal": 9, "doom": 9})
    state = play(begin(given), "play C9", "accept")
    assert (successes(state), clock(state), fate(state)) == (0, 1, {"TOWER": 2})
    state = begin(done(state).to_dict() | {"check": given["check"]})
    play(state, "play S9", "accept")
    assert (clock(state), fate(state), "TOWER" in discards(state)) == (2, {}, True)


@pytest.mark.rule("FATE-41", "FATE-42")
def test_the_world_succeeds_three_times() -> None:
    given = position(pc(FULL, fate="WORLD:1", stats="-5 0 0 0"), deck="CT W5 ST W6 PT", incident={"goal": 9, "doom": 9})
    state = play(begin(given), "play C2", "accept")
    assert (successes(state), fate(state)) == (1, {"WORLD": 2})
    state = begin(done(state).to_dict() | {"check": given["check"]})
    play(state, "play C3", "accept")
    assert (successes(state), fate(state), "WORLD" in discards(state)) == (2, {}, True)


@pytest.mark.rule("FATE-42")
@pytest.mark.parametrize("order", ["WORLD TOWER", "TOWER WORLD"])
def test_world_and_tower_on_one_pc(order: str) -> None:
    state = drawn(f"{order} W5")
    assert fate(state) == {"WORLD": 0}
    assert "TOWER" in discards(state)


@pytest.mark.rule("FATE-42")
def test_world_and_tower_on_two_pcs_stay() -> None:
    given = position(pc("S9 C3 C4 C5"), pc("P2 P3 P4 P5", fate="WORLD"), deck="C2 TOWER W5")
    state = play(begin(given), "play S9", "accept")
    assert (fate(state), fate(state, 1)) == ({"TOWER": 0}, {"WORLD": 0})


@pytest.mark.rule("FATE-42", "FATE-49")
def test_one_use_per_check_retries_included() -> None:
    given = position(pc("C2 C3 C4 C5", "assassin", fate="TOWER"), deck="CT W5", incident={"doom": 9})
    state = play(begin(given), "play C2", "retry", "play C5", "accept")
    assert fate(state) == {"TOWER": 1}


@pytest.mark.rule("FATE-42", "FATE-51")
def test_one_use_per_check_swaps_included() -> None:
    given = position(pc(FULL, "clown", fate="WORLD", mp=1), deck="CT W5", incident={"goal": 9})
    state = play(begin(given), "play C2", "swap", "accept")
    assert fate(state) == {"WORLD": 1}


@pytest.mark.rule("FATE-42", "FATE-53")
def test_only_the_checks_of_the_owner_count() -> None:
    given = position(pc("S9 C3 C4 C5", fate="WORLD"), pc("P9 P3 P4 P5", fate="TOWER"), deck="C6 W5", to_move="pc_1")
    state = play(begin(given), "play P9", "accept")
    assert (fate(state), fate(state, 1)) == ({"WORLD": 0}, {"TOWER": 1})


# Drawn, and discarded at once


@pytest.mark.rule("FATE-33")
def test_hanged_man_draws_two_and_discards_one() -> None:
    state = drawn("HANGED W5 W6 W7")
    assert (to_move(state), hand(state)) == ("pc_0 discard", {"C3", "C4", "C5", "W5", "W6"})
    play(state, "discard C3")
    assert (hand(state), {"HANGED", "C3"} <= discards(state), top(state)) == ({"C4", "C5", "W5", "W6"}, True, ["W7"])


@pytest.mark.rule("FATE-33", "FATE-43")
def test_hanged_man_fills_up_when_a_drawn_card_leaves_the_hand() -> None:
    state = play(drawn("HANGED STAR W6 W7"), "discard C3")
    assert (hand(state), char(state)["luck"]) == ({"C4", "C5", "W6", "W7"}, True)


@pytest.mark.rule("FATE-34")
def test_death_discards_the_whole_hand() -> None:
    state = drawn("DEATH W5 W6 W7 W8 W9")
    assert hand(state) == {"W5", "W6", "W7", "W8"}
    assert {"DEATH", "C3", "C4", "C5"} <= discards(state)


@pytest.mark.rule("FATE-34")
def test_death_leaves_current_fate_alone() -> None:
    assert fate(drawn("DEATH W5 W6 W7 W8", fate="CHARIOT:1 EMPEROR")) == {"CHARIOT": 1, "EMPEROR": None}


@pytest.mark.rule("FATE-34", "FATE-33", "FATE-43")
def test_death_among_two_drawn_cards_passes_vp_for_a_moment() -> None:
    state = drawn("HANGED DEATH W5 W6 W7 W8 W9 WT")
    assert (to_move(state), hand(state)) == ("pc_0 discard", {"W5", "W6", "W7", "W8", "W9"})
    assert hand(play(state, "discard W9")) == {"W5", "W6", "W7", "W8"}


@pytest.mark.rule("FATE-34", "FATE-36")
def test_a_devil_among_deaths_cards() -> None:
    """VP 4: W5, then the Devil (VP 3, W5 goes), W6, W7, and one to fill."""
    state = drawn("DEATH W5 DEVIL W6 W7 W8 W9")
    assert (vp(state), hand(state), top(state)) == (3, {"W6", "W7", "W8"}, ["W9"])


@pytest.mark.rule("FATE-36")
def test_the_devil_at_vp_1() -> None:
    state = drawn("DEVIL W5", who="S9", vp=1)
    assert (vp(state), state.is_terminal(), top(state)) == (0, True, ["W5"])


@pytest.mark.rule("FATE-36", "FATE-23")
def test_the_devil_with_luck_lets_choose() -> None:
    state = drawn("DEVIL W5 W6", luck=True)
    assert to_move(state) == "pc_0 loss"
    assert hand(play(state, "discard C4")) == {"C3", "C5", "W5"}


@pytest.mark.rule("FATE-38")
def test_star_and_moon() -> None:
    state = drawn("STAR MOON W5")
    assert (char(state)["luck"], char(state)["misfortune"]) == (True, True)
    assert {"STAR", "MOON"} <= discards(state) and hand(state) == {"C3", "C4", "C5", "W5"}


# Discarded for an effect


@pytest.mark.rule("FATE-29")
def test_strength_heals_anybody_who_is_wounded() -> None:
    given = position(pc("STRENGTH C3 C4", vp=3), pc("P2 P3", vp=2), pc("W2 W3 W4 W5"), deck="W7 W8 W9", phase="free")
    state = begin(given)
    assert legal(state, "strength") == {"strength pc_0", "strength pc_1"}
    play(state, "strength pc_1")
    assert (vp(state, 1), hand(state, 1), hand(state)) == (3, {"P2", "P3", "W8"}, {"C3", "C4", "W7"})
    assert "STRENGTH" in discards(state)


@pytest.mark.rule("FATE-30")
def test_hermit_puts_any_to_the_bottom_and_orders_the_rest() -> None:
    state = begin(position(pc("HERMIT C3 C4 C5"), deck="W2 W3 W4 W5 W6 S7 S8", phase="free"))
    play(state, "hermit")
    assert legal(state) == {f"{verb} W{n}" for n in range(2, 7) for verb in ("pick", "bottom")}
    play(state, "bottom W3", "pick W6", "pick W2", "bottom W5", "pick W4")
    assert get(state, "deck")[-2:] == ["W3", "W5"]
    assert hand(state) == {"C3", "C4", "C5", "W6"}
    assert top(state, 3) == ["W2", "W4", "S7"]
    assert set(get(state, "known")["pc_0"]) == {"W2", "W4", "W3", "W5"}


@pytest.mark.rule("FATE-31")
def test_the_wheel_takes_one_of_five_and_the_others_stay_in_order() -> None:
    state = play(begin(position(pc("WHEEL C3 C4 C5"), deck="W2 W3 W4 W5 W6 S7", phase="free")), "wheel")
    assert legal(state) == {f"pick W{n}" for n in range(2, 7)}
    play(state, "pick W4")
    assert (hand(state), top(state, 5)) == ({"C3", "C4", "C5", "W4"}, ["W2", "W3", "W5", "W6", "S7"])
    assert "WHEEL" in discards(state)


@pytest.mark.rule("FATE-31", "FATE-43")
@pytest.mark.parametrize("card", ["EMPEROR", "STAR"])
def test_a_card_taken_by_the_wheel_is_drawn(card: str) -> None:
    given = position(pc("WHEEL C3 C4 C5"), deck=f"W2 {card} W4 W5 W6", phase="free")
    state = play(begin(given), "wheel", f"pick {card}")
    assert fate(state) == {"EMPEROR": None} if card == "EMPEROR" else char(state)["luck"]
    assert hand(state) == {"C3", "C4", "C5", "W2"}


@pytest.mark.rule("FATE-32")
def test_justice_gives_a_miracle_point() -> None:
    state = begin(position(pc("JUSTICE C3 C4 C5"), pc("P2 P3 P4 P5"), pc("", vp=0), deck="W7", phase="free"))
    assert legal(state, "justice") == {"justice pc_0", "justice pc_1"}
    play(state, "justice pc_1")
    assert (mp(state), mp(state, 1), hand(state)) == (0, 1, {"C3", "C4", "C5", "W7"})


@pytest.mark.rule("FATE-35")
def test_temperance_gets_three_cards_without_their_effects() -> None:
    state = play(begin(position(pc("TEMPERANCE C3 C4 C5"), deck="DEVIL W5 STAR W6", phase="free")), "temperance")
    assert fate(state) == {"TEMPERANCE": ["DEVIL", "STAR", "W5"]}
    assert (vp(state), char(state)["luck"], hand(state)) == (4, False, {"C3", "C4", "C5", "W6"})


@pytest.mark.rule("FATE-35")
def test_a_card_on_temperance_as_the_difficulty() -> None:
    state = begin(position(pc(FULL, fate="TEMPERANCE:W2,SUN"), deck="CT W5", incident={"goal": 9}))
    play(state, "play C2")
    assert legal(state) == {"difficulty W2", "difficulty SUN", "turn"}
    play(state, "difficulty W2")
    assert fate(state) == {"TEMPERANCE": ["SUN"]}
    play(state, "accept")
    assert (successes(state), "W2" in discards(state), hand(state)) == (1, True, {"C3", "C4", "C5", "CT"})


@pytest.mark.rule("FATE-35")
def test_temperance_leaves_with_its_last_card() -> None:
    state = play(begin(position(pc(FULL, fate="TEMPERANCE:W2"), deck="CT")), "play C2", "difficulty W2")
    assert (fate(state), "TEMPERANCE" in discards(state)) == ({}, True)


@pytest.mark.rule("FATE-35")
def test_the_deck_may_be_turned_all_the_same_and_only_the_owner_is_asked() -> None:
    state = play(begin(position(pc(FULL, fate="TEMPERANCE:W2"), deck="CT")), "play C2", "turn")
    assert get(state, "check")["difficulty"] == "CT"
    given = position(pc(FULL, fate="TEMPERANCE:W2"), pc("P2 P3 P4 P5"), deck="CT", to_move="pc_1")
    assert to_move(play(begin(given), "play P2")) == "pc_1 react"


@pytest.mark.rule("FATE-35", "FATE-18")
def test_a_knight_redraws_a_card_of_temperance_from_the_deck() -> None:
    state = play(begin(position(pc("CN C3 C4 C5", fate="TEMPERANCE:WT,W2"), deck="C6")), "play CN", "difficulty WT")
    play(state, "redraw")
    assert get(state, "check")["difficulty"] == "C6"
    assert fate(state) == {"TEMPERANCE": ["W2"]}


@pytest.mark.rule("FATE-39")
def test_sun_as_a_free_action() -> None:
    given = position(pc("SUN C3 C4 C5"), pc("P2 P3 P4 P5", fate="TOWER:1 CHARIOT"), deck="W7", phase="free")
    state = begin(given)
    assert legal(state, "sun") == {"sun pc_1"}
    play(state, "sun pc_1")
    assert legal(state) == {"pick TOWER", "pick CHARIOT"}
    play(state, "pick TOWER")
    assert (fate(state, 1), hand(state)) == ({"CHARIOT": 0}, {"C3", "C4", "C5", "W7"})
    assert {"SUN", "TOWER"} <= discards(state) and to_move(state) == "pc_0 free"


@pytest.mark.rule("FATE-39", "FATE-42")
def test_sun_in_a_check_takes_the_tower_away() -> None:
    state = play(begin(position(pc("S9 SUN C4 C5", fate="TOWER"), deck="C6 W5")), "play S9")
    play(state, "sun pc_0", "pick TOWER")
    assert (to_move(state), hand(state)) == ("pc_0 react", {"C4", "C5"})
    play(state, "accept")
    assert (successes(state), fate(state), len(hand(state))) == (1, {}, 4)


@pytest.mark.rule("FATE-39", "FATE-35")
def test_sun_takes_temperance_with_its_cards() -> None:
    state = begin(position(pc("SUN C3 C4 C5", fate="TEMPERANCE:W2,W3"), deck="W7", phase="free"))
    play(state, "sun pc_0", "pick TEMPERANCE")
    assert {"SUN", "TEMPERANCE", "W2", "W3"} <= discards(state)


@pytest.mark.rule("FATE-39", "FATE-57")
def test_sun_without_a_target() -> None:
    assert legal(begin(position(pc("SUN C3 C4 C5"), phase="free")), "sun") == set()


@pytest.mark.rule("FATE-40")
def test_judgement_takes_any_discard_and_it_is_not_drawn() -> None:
    given = position(pc("JUDGEMENT C3 C4 C5"), deck="W7", discards="DEVIL ST TOWER", phase="free")
    state = play(begin(given), "judgement")
    assert legal(state) == {"pick DEVIL", "pick ST", "pick TOWER"}
    play(state, "pick DEVIL")
    assert (vp(state), hand(state), top(state)) == (4, {"C3", "C4", "C5", "DEVIL"}, ["W7"])
    assert "JUDGEMENT" in discards(state)


@pytest.mark.rule("FATE-40", "FATE-57")
def test_judgement_with_an_empty_discard_pile() -> None:
    assert "judgement" not in legal(begin(position(pc("JUDGEMENT C3 C4 C5"), phase="free")))


@pytest.mark.rule("FATE-40", "FATE-60")
def test_everybody_knows_the_card_that_judgement_took() -> None:
    given = position(pc("JUDGEMENT C3 C4 C5"), pc("P2 P3 P4 P5"), deck="W7", discards="DEVIL ST TOWER", phase="free")
    state = play(begin(given, master=True), "judgement", "pick ST")
    assert get(state, "known") == {"pc_0": [], "pc_1": ["ST"], "master_0": ["ST"]}
    assert all("ST" in hand(state.resample(seat, seed)) for seat in (1, 2) for seed in range(10))


@pytest.mark.rule("FATE-43")
def test_effects_that_give_a_card_end_at_vp() -> None:
    for card, actions in (("WHEEL", ["wheel", "pick W2"]), ("JUDGEMENT", ["judgement", "pick ST"])):
        state = begin(position(pc(f"{card} C3 C4 C5"), deck="W2 W3 W4", discards="ST", phase="free"))
        assert len(hand(play(state, *actions))) == 4
