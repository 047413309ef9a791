"""Deck of Fate: features of actions and pieces of the observation in plain cases, and their range in many games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.game import State
from dicedeck.envs.core.playout import Sampler
from dicedeck.envs.deck_of_fate.cards import CARD_IDS
from support.fate import begin, deck_of_fate, pc, play, position

FOUR = "C2 C3 C4 C5"
HARM = "guile spotlight both"


def features(state: State, name: str) -> dict[str, Any]:
    """The features of an action by name, only what is set."""
    row = state.action_features([state.string_to_action(name)])[0]
    return state.game.feature_layout.explain(row)


@pytest.mark.nojit
def test_what_a_reaction_changes() -> None:
    state = play(begin(position(pc(FOUR, mp=3, fate="CHARIOT"), deck="W7", check=HARM)), "play C4")
    assert features(state, "accept")["outcome"] == -1
    assert features(state, "accept")["lead"] == pytest.approx(-3 / 20)
    assert features(state, "accept")["boosts"] == pytest.approx(2 / 5)
    boost, chariot = features(state, "boost"), features(state, "chariot")
    assert "changes" not in boost and boost["boosts"] == pytest.approx(1 / 5)
    assert (chariot["changes"], chariot["chance"], "lead" in chariot) == (1, 1, False)
    assert boost["mp_left"] == pytest.approx(2 / 10)


@pytest.mark.nojit
def test_what_retry_swap_and_redraw_bring() -> None:
    state = play(begin(position(pc("C2 SUN C4", "assassin"), deck="WT", check=HARM)), "play C2")
    assert features(state, "retry")["chance"] == 1
    assert features(state, "retry")["vp_left"] == pytest.approx(4 / 6)
    state = play(begin(position(pc("C2 C3 C4", "assassin"), deck="WT", check=HARM)), "play C2")
    assert "chance" not in features(state, "retry")
    state = play(begin(position(pc("C2 C3", "clown", mp=1), deck="WT", check=HARM)), "play C2")
    assert features(state, "swap")["changes"] == 1
    state = play(
        begin(position(pc("CN C3", stats="-1 0 0 0"), deck="WT", known={"pc_0": ["W2"]}, check=HARM)), "play CN"
    )
    assert 0 < features(state, "redraw")["chance"] < 1


@pytest.mark.nojit
def test_a_card_against_the_rest_of_the_hand() -> None:
    state = begin(position(pc("PRIESTESS C2"), check=HARM))
    best, other = features(state, "play PRIESTESS"), features(state, "play C2")
    assert best["chance"] == 1 and other["chance_lead"] == pytest.approx(other["chance"] - 1, abs=1e-6)
    assert (best["chance_left"], other["chance_left"]) == (pytest.approx(other["chance"]), 1)
    assert best["major"] == {2: 1} and other["suit"] == {0: 1}
    assert "fits" not in other and features(begin(position(pc("S2"), check=HARM)), "play S2")["fits"] == 1


@pytest.mark.nojit
def test_stakes_and_targets() -> None:
    given = position(
        pc("STRENGTH C3", vp=1), pc("P2 P3", vp=2), phase="free", check=HARM, incident={"successes": 12, "clock": 1}
    )
    state = begin(given)
    wanted = features(state, "strength pc_1")
    assert wanted["target"] == {1: 1} and wanted["target_vp"] == pytest.approx(2 / 6)
    assert all(wanted.get(name) == 1 for name in ("harm", "doom", "dooms", "deadly"))
    assert "resolves" not in wanted


@pytest.mark.nojit
def test_the_masters_choice() -> None:
    offered = [{"stat": "grit", "mode": "all", "consequence": "harm"}, {"stat": "guile"}, {"stat": "nature"}]
    given = position(
        pc(FOUR, stats="2 0 0 -1"),
        check=None,
        phase="check",
        to_move="master_0",
        offered=offered,
        incident={"checks": 2},
    )
    state = begin(given, master=True)
    row = features(state, "check 1")
    assert (row["stat"], row["mode"], row["consequence"]) == ({3: 1}, {2: 1}, {0: 1})
    assert row["party"] == pytest.approx(-0.1) and features(state, "check 2")["party"] == pytest.approx(0.2)
    assert state.explain(1)["offered_stat"] == {(0, 3): 1, (1, 0): 1, (2, 2): 1}
    assert "offered_stat" not in state.explain(0)


@pytest.mark.nojit
def test_the_observer_comes_first() -> None:
    state = begin(position(pc(FOUR, mp=1), pc("P2 P3 P4 P5", mp=2), pc("W2 W3 W4 W5", mp=3)), master=True)
    found = [[state.explain(seat)["mp"][k] for k in range(3)] for seat in range(4)]
    assert np.allclose(np.array(found) * 10, [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 2, 3]])
    assert {CARD_IDS[card] for card in ("P2", "P3", "P4", "P5")} == set(state.explain(1)["hand"])
    assert "hand" not in state.explain(3) and state.explain(3)["is_master"] == 1


@pytest.mark.nojit
def test_known_cards_of_the_deck_by_their_place() -> None:
    given = position(pc("C2 C3 C4", "alchemist"), deck="W2 W3 W4", known={"pc_0": ["W2", "W4", "SUN"]})
    given["deck"].remove("SUN")
    given["deck"].append("SUN")
    known = begin(given).explain(0)["deck_known"]
    assert known == {CARD_IDS["W2"]: 1, CARD_IDS["W4"]: pytest.approx(1 / 3), CARD_IDS["SUN"]: -1}


@pytest.mark.parametrize(
    "options",
    [{}, {"pcs": 1}, {"pcs": 5, "master": True, "late_fool": True}, {"open_hands": True, "simple": True}],
)
def test_all_numbers_stay_in_range(options: dict[str, Any]) -> None:
    """In long games too."""
    game = deck_of_fate(adventure="plain", **options)
    batch, sample = game.new_batch(64, seed=7), Sampler(3)
    for _ in range(250):
        batch.step(sample(batch.masks))
        for what, rows in (("features", batch.features()[2]), ("observation", batch.observations)):
            assert np.isfinite(rows).all() and np.abs(rows).max() <= 1, what
    assert int(batch.states["task_count"].max()) < 16
