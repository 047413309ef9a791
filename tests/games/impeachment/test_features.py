"""Features of actions in scripted positions: the arithmetic, and that looking changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.envs.core.game import State
from support.positions import begin, impeachment, lane, position


def features(state: State, name: str) -> dict[str, Any]:
    """The named features of one action that are not zero."""
    (row,) = state.action_features([state.string_to_action(name)])
    return state.game.feature_layout.explain(row)


def test_what_the_action_is() -> None:
    state = begin(position(pro="S5 X2", con="H7"))
    five = features(state, "place S5 J3")
    assert five["card_rank"] == pytest.approx(5 / 13)
    assert (five["kind"], five["card_suit"], five["justice"]) == ({0: 1}, {0: 1}, {2: 1})
    joker = features(state, "place X2 J1")
    assert joker["card_joker"] == 1
    assert "card_rank" not in joker


@pytest.mark.parametrize(("card", "result"), [("S7", 1.0), ("H9", -1.0)])
def test_completing_a_justice_tells_who_takes_it(card: str, result: float) -> None:
    state = begin(position({1: lane("S5 S6", "H4 D4 C4")}, pro=f"{card} D9", con="C9"))
    found = features(state, f"place {card} J1")
    assert found["result"] == found["certain"] == found["chance_after"] == result
    assert (found["own_missing"], found["their_missing"], found["first"]) == ({0: 1}, {0: 1}, -1)


def test_formations_with_luck_and_from_the_hand() -> None:
    """S7 or S4 may still come; from the hand alone S5 S6 becomes a run with H7. Con may get three in a row of clubs."""
    state = begin(position({1: lane("S5")}, pro="S6 H7 D2", con="C9", pile="S7 S4 CK CQ"))
    found = features(state, "place S6 J1")
    assert found["own_best"] == 1
    assert 0 < found["own_chances"][6] < 0.9 < found["own_chances"][3] < 1
    without = features(begin(position({1: lane("S5")}, pro="S6 H7 D2", con="C9", pile="CK")), "place S6 J1")
    assert without["own_best"] == pytest.approx(3 / 6)


def test_lost_for_certain_when_no_card_can_beat_the_other_side() -> None:
    state = begin(position({1: lane("S2", "HJ HQ HK")}, pro="D9 C4", con="C9", pile="S3 S4"))
    assert features(state, "place D9 J1")["certain"] == -1
    assert features(state, "place D9 J1")["chance_after"] == pytest.approx(-1, abs=1e-6)
    assert "certain" not in features(state, "place D9 J2")


@pytest.mark.parametrize(("pile", "safe"), [("S9 D9", True), ("S9 H9 D9", False)])
def test_safe_when_no_card_that_the_player_cannot_see_beats_it(pile: str, safe: bool) -> None:
    """Con's H7 H8 needs H9 (or H6, which is out of the game) against three fives."""
    state = begin(position({1: lane("S5 D5", "H7 H8")}, pro="C5 D2", con="C2", pile=pile))
    assert (features(state, "place C5 J1").get("certain") == 1) == safe


def test_a_proof_takes_the_justice() -> None:
    given = position({1: lane("S5 D5", "H7 C2")}, pro="C5 D2", con="C9", pile="S9 D9")
    assert features(begin(given, conviction="total"), "place C5 J1")["proves"] == 1
    assert "proves" not in features(begin(given), "place C5 J1")


def test_what_the_justice_means_for_the_game() -> None:
    for_con = position({3: lane("", "H7")}, con="H8 D4", pro="C9 S2", con_has="1 2", pro_has="4 5", to_move="con")
    found = features(begin(for_con), "place H8 J3")
    assert (found["con_row"], found["wins_game"]) == (1, 1)
    assert "loses_game" not in found
    elsewhere = features(begin(for_con), "place H8 J9")
    assert elsewhere["con_row"] == pytest.approx(1 / 3)
    assert "wins_game" not in elsewhere
    assert 0 < found["swing"] < 1
    assert 0 < elsewhere["swing"] < 1
    for_pro = position({3: lane("H7", "")}, pro="H8 D4", con="C9 S2", con_has="1 2", pro_has="4 5 6 7 8")
    assert features(begin(for_pro), "place H8 J3") | {"wins_game": 1, "loses_game": 1} == features(
        begin(for_pro), "place H8 J3"
    )


def test_bias_and_elsewhere() -> None:
    state = begin(position({2: lane("S5 S6")}, pro="S7 D2", con="C9", bias="CPMCPMCPM"), bias=True)
    assert [features(state, f"place S7 J{j}").get("bias", 0) for j in (1, 2, 3)] == [-1, 1, 0]
    assert features(state, "place S7 J1")["elsewhere"] == 1
    assert "elsewhere" not in features(state, "place S7 J2")


def test_tactics_change_the_chance_at_their_justice() -> None:
    lanes = {1: lane("HK SK DQ", "H4 H5"), 2: lane("S2 D2 C2", "HA")}
    state = begin(position(lanes, pro="MUD FLAW S9", con="H6 D7", pile="S8 D8"), tactics=True)
    mud = features(state, "mud J1")
    assert mud["mud"] == 1
    assert mud["chance_gain"] > 0
    assert features(state, "flaw H5")["chance_gain"] > 0
    assert features(state, "flaw H5")["their_missing"] == {2: 1}
    assert "justice" not in features(state, "place S9 J4") or features(state, "place S9 J4")["justice"] == {3: 1}


@pytest.mark.parametrize("options", [{}, {"tactics": True, "conviction": "total", "bias": True}])
def test_looking_changes_nothing(options: dict[str, Any]) -> None:
    game = impeachment(**options)
    agent = load_agent("random", game, seed=4)
    for seed in range(4):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            before = state.to_bytes()
            rows = state.action_features()
            assert state.to_bytes() == before
            assert abs(rows).max() <= 1
            state.apply_action(agent.act(view_of(state)))


def test_the_swing_is_worked_out_from_the_chances_at_the_other_justices() -> None:
    """Pro needs one more of two open justices: the worse the chance at the other, the more this one means."""
    swings = []
    for other in (lane("SA SK", "H2 D4"), lane("S2 D9", "HK HQ")):
        lanes = {1: lane("C5 D6", "H7 H8"), 2: other}
        state = begin(position(lanes, pro="S7 D2", con="C9 S8", pro_has="3 4 5 6 7", con_has="8 9"))
        found = features(state, "place S7 J1")
        assert found["wins_game"] == 1
        swings.append(found["swing"])
    assert swings[0] < swings[1] - 0.2


def test_a_card_that_is_wanted_elsewhere_costs_something() -> None:
    """S7 completes J1; D2 is good for nothing there."""
    state = begin(position({1: lane("S5 S6")}, pro="S7 D2", con="C9 H9", pile="C4 H4"))
    useful, useless = features(state, "place S7 J2"), features(state, "place D2 J2")
    assert useful["card_cost"] > 0
    assert "card_cost" not in useless
    assert features(state, "place S7 J1")["card_cost"] == useful["card_cost"]
    assert features(state, "place S7 J1")["game_gain"] > useless["game_gain"] > useful["game_gain"]
    assert features(state, "place D2 J1")["game_gain"] < 0


def test_what_an_action_adds_is_mostly_what_the_strategist_goes_by() -> None:
    """They differ where the strategist takes a justice for lost or won that is still open."""
    game = impeachment()
    strategist = load_agent("strategist", game)
    alike = []
    for seed in range(10):
        state = game.new_initial_state(seed)
        while state.current_player() >= 0:
            action = strategist.act(view_of(state))
            gains = game.feature_layout.records(state.action_features())["game_gain"]
            alike.append(state.legal_actions()[int(np.argmax(gains))] == action)
            state.apply_action(action)
    assert np.mean(alike) > 0.8
