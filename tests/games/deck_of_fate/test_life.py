"""Deck of Fate, FATE-5 to FATE-13: hand and life, miracle points."""

from __future__ import annotations

import pytest

from support.fate import (
    begin,
    char,
    clock,
    discards,
    done,
    fate,
    hand,
    incident,
    legal,
    mp,
    pc,
    play,
    position,
    successes,
    to_move,
    top,
    vp,
)

pytestmark = pytest.mark.nojit

HARM = "guile spotlight harm"

# The hand


@pytest.mark.rule("FATE-5")
def test_a_hand_is_filled_after_the_check_not_before() -> None:
    state = begin(position(pc("S7 C2 C3 C4"), deck="P3 W5 W6"))
    play(state, "play S7")
    assert hand(state) == {"C2", "C3", "C4"}
    play(state, "accept")
    assert hand(state) == {"C2", "C3", "C4", "W5"}
    assert top(state) == ["W6"]


@pytest.mark.rule("FATE-5")
def test_hands_are_filled_in_seat_order_one_card_at_a_time() -> None:
    """pc_0 draws Hanged Man, whose choice comes before pc_1 draws."""
    state = begin(position(pc("S7 C2 C3"), pc("P4 P5"), deck="P3 HANGED W5 W6 W7 W8 W9"))
    play(state, "play S7", "accept")
    assert (to_move(state), hand(state)) == ("pc_0 discard", {"C2", "C3", "W5", "W6"})
    assert hand(state, 1) == {"P4", "P5"}
    play(state, "discard W5")
    assert hand(state) == {"C2", "C3", "W6", "W7"}
    assert hand(state, 1) == {"P4", "P5", "W8", "W9"}


@pytest.mark.rule("FATE-5", "FATE-7")
def test_a_pc_that_goes_out_draws_no_more() -> None:
    state = begin(position(pc("S7", vp=1), pc("P4 P5 P6 P7"), deck="WA DEVIL W5 W6"))
    play(state, "play S7", "accept")
    assert (vp(state), hand(state), top(state)) == (0, set(), ["W5"])
    assert to_move(state) == "pc_1 free"


@pytest.mark.rule("FATE-5", "FATE-7")
def test_nor_after_a_failed_check() -> None:
    state = begin(position(pc("S2", vp=1), pc("P4 P5 P6 P7"), deck="CT W5 W6", check=HARM))
    play(state, "play S2", "accept")
    assert (vp(state), hand(state), top(state)) == (0, set(), ["W5"])
    assert to_move(state) == "pc_1 free"


# Losing and gaining VP


@pytest.mark.rule("FATE-6")
def test_a_failed_check_costs_a_random_card_and_one_is_drawn() -> None:
    given = position(pc("S2 C2 C3 C4"), deck="CT W5 W6", check=HARM)
    lost = set()
    for seed in range(20):
        state = play(begin(given, seed), "play S2", "accept")
        assert (vp(state), len(hand(state)), top(state)) == (3, 3, ["W6"])
        assert "W5" in hand(state)
        lost |= {"C2", "C3", "C4"} - hand(state)
    assert lost == {"C2", "C3", "C4"}


@pytest.mark.rule("FATE-6", "FATE-36")
def test_a_devil_while_filling_leaves_the_hand_one_short() -> None:
    state = begin(position(pc("S7 C2 C3 C4"), deck="P3 DEVIL W5 W6"))
    play(state, "play S7", "accept")
    assert (vp(state), len(hand(state)), top(state)) == (3, 3, ["W6"])
    assert {"W5"} <= hand(state) and "DEVIL" in discards(state)


@pytest.mark.rule("FATE-6", "FATE-54")
def test_from_a_full_hand_nothing_is_drawn() -> None:
    given = position(
        pc("S7 C2 C3 C4"), pc("P4 P5 P6 P7"), deck="PT W5 W6", check="guile spotlight doom",
        incident={"goal": 5, "doom": 1},
    )  # fmt: skip
    state = play(begin(given), "play C2", "accept")
    assert (incident(state, "number"), vp(state, 1), len(hand(state, 1))) == (2, 3, 3)
    assert hand(state, 1) < {"P4", "P5", "P6", "P7"}


@pytest.mark.rule("FATE-6")
def test_losing_vp_with_an_empty_hand_discards_nothing() -> None:
    state = begin(position(pc("S2", vp=4), deck="CT C5 C6 C7 C8", check=HARM))
    play(state, "play S2", "accept")
    assert (vp(state), hand(state)) == (3, {"C5", "C6", "C7"})


@pytest.mark.rule("FATE-6", "FATE-8")
def test_vp_gained_brings_a_card_and_stops_at_the_maximum() -> None:
    state = begin(position(pc("S2 C2 C3", vp=3, mp=2), deck="W5", phase="free"))
    play(state, "heal")
    assert (vp(state), hand(state), mp(state)) == (4, {"S2", "C2", "C3", "W5"}, 1)
    assert "heal" not in legal(state)


@pytest.mark.rule("FATE-7")
def test_at_vp_0_hand_and_current_fate_are_discarded() -> None:
    given = position(pc("S2 C3", vp=1, fate="CHARIOT:1 TEMPERANCE:C7,SUN"), pc("P4 P5 P6 P7"), deck="CT W5", check=HARM)
    state = play(begin(given), "play S2", "turn", "accept")
    assert (vp(state), hand(state), fate(state)) == (0, set(), {})
    assert {"S2", "CT", "C3", "CHARIOT", "TEMPERANCE", "C7", "SUN"} <= discards(state)


# Miracle points


@pytest.mark.rule("FATE-8")
def test_healing_needs_a_miracle_point_and_a_wound() -> None:
    assert "heal" not in legal(begin(position(pc("S2 C2 C3 C4", mp=1), phase="free")))
    assert "heal" not in legal(begin(position(pc("S2 C2 C3", vp=3, mp=0), phase="free")))
    assert "heal" in legal(begin(position(pc("S2 C2 C3", vp=3, mp=1), phase="free")))


@pytest.mark.rule("FATE-9")
def test_cycle_discards_a_card_of_choice_and_draws_one() -> None:
    state = begin(position(pc("S2 C2 C3 C4", mp=1), deck="W5", phase="free"))
    play(state, "cycle")
    assert legal(state) == {"discard S2", "discard C2", "discard C3", "discard C4"}
    play(state, "discard C2")
    assert (hand(state), mp(state), "C2" in discards(state)) == ({"S2", "C3", "C4", "W5"}, 0, True)
    assert "cycle" not in legal(state)


@pytest.mark.rule("FATE-9", "FATE-43")
def test_a_hand_above_vp_draws_by_cycling_only() -> None:
    state = begin(position(pc("S2 C2 C3 C4 C5 C6", vp=3, mp=3), deck="W5 W6", phase="free"))
    play(state, "cycle", "discard C2")
    assert hand(state) == {"S2", "C3", "C4", "C5", "C6", "W5"}
    play(state, "heal")
    assert (vp(state), len(hand(state))) == (4, 6)


@pytest.mark.rule("FATE-9", "FATE-38")
def test_a_cycled_card_that_takes_effect_leaves_a_hand_to_be_filled() -> None:
    state = play(begin(position(pc("S2 C2 C3 C4", mp=1), deck="STAR W5", phase="free")), "cycle", "discard C2")
    assert (char(state)["luck"], hand(state)) == (True, {"S2", "C3", "C4", "W5"})


@pytest.mark.rule("FATE-10")
def test_boosts_are_paid_after_the_difficulty_is_seen_and_add_up() -> None:
    state = begin(position(pc("S2 C2 C3 C4", mp=3), deck="C7"))
    assert legal(state, "boost") == set()
    play(state, "play S2")
    assert legal(state) == {"boost", "accept"}
    play(state, "boost")
    assert state.to_string(0).count("fails") == 1  # 2 + 2 (swords) + 2 against 7
    play(state, "boost", "accept")
    assert (successes(state), mp(state)) == (1, 1)


@pytest.mark.rule("FATE-10")
def test_no_boost_without_miracle_points() -> None:
    state = play(begin(position(pc("S2 C2 C3 C4", mp=1), deck="C7")), "play S2", "boost")
    assert legal(state) == {"accept"}
    play(state, "accept")
    assert (successes(state), clock(state)) == (0, 1)


@pytest.mark.rule("FATE-11")
def test_five_points_raise_a_stat_for_good() -> None:
    state = begin(position(pc("S2 C2 C3 C4", mp=5, stats="0 1 -1 2"), deck="CT", phase="free"))
    assert legal(state, "raise") == {"raise guile", "raise experience", "raise nature", "raise grit"}
    play(state, "raise nature")
    assert (char(state)["stats"], mp(state), legal(state, "raise")) == ([0, 1, 0, 2], 0, set())


@pytest.mark.rule("FATE-11", "FATE-57")
def test_four_points_do_not_and_not_in_a_check() -> None:
    assert legal(begin(position(pc("S2", mp=4), phase="free")), "raise") == set()
    assert legal(play(begin(position(pc("S2", mp=9), deck="CT")), "play S2"), "raise") == set()


@pytest.mark.rule("FATE-12")
def test_two_failures_in_a_row_bring_a_miracle_point_and_the_run_starts_anew() -> None:
    given = position(
        pc("C2 C3 C4 C5"), deck="PT P3 WT W3 ST S3 CT S5", incident={"goal": 9, "doom": 9}, check="grit spotlight doom"
    )
    state = begin(given)
    points = []
    for card in ("C2", "C3", "C4"):
        state = begin(done(state).to_dict() | {"check": given["check"]})
        play(state, f"play {card}", "accept")
        points.append((mp(state), char(state)["failures"]))
    assert points == [(0, 1), (1, 0), (1, 1)]


@pytest.mark.rule("FATE-12")
def test_a_success_ends_the_run_and_runs_are_counted_per_pc() -> None:
    state = begin(position(pc("S9", failures=1), pc("C2", failures=1), deck="C4"))
    play(state, "play S9", "accept")
    assert (char(state)["failures"], char(state, 1)["failures"], mp(state), mp(state, 1)) == (0, 1, 0, 0)


@pytest.mark.rule("FATE-13", "FATE-54")
def test_a_resolved_incident_brings_every_living_pc_three_points() -> None:
    given = position(
        pc("S9 C2 C3 C4", mp=1), pc("P4 P5 P6 P7"), pc("", vp=0), deck="C5", incident={"goal": 4, "successes": 3}
    )
    state = play(begin(given), "play S9", "accept")
    assert (mp(state), mp(state, 1), mp(state, 2)) == (4, 3, 0)
    assert (incident(state, "resolved"), incident(state, "number")) == (1, 2)
    assert (successes(state), clock(state), incident(state, "checks")) == (0, 0, 1)
