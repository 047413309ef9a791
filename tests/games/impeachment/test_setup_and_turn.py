"""Impeachment, IMP-1 to IMP-10: components, set-up, and the turn."""

from __future__ import annotations

import pytest

from dicedeck.envs.core.errors import IllegalActionError
from support.positions import (
    ISSUE_CARDS,
    JUSTICES,
    TACTIC_CARDS,
    begin,
    hand,
    impeachment,
    justice,
    lane,
    legal,
    legal_starting,
    mover,
    pile,
    play,
    position,
    taken_by,
)

pytestmark = pytest.mark.nojit

SEEDS = range(12)


# Components


@pytest.mark.rule("IMP-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_deck_has_54_issue_cards(seed: int) -> None:
    start = impeachment().new_initial_state(seed=seed).to_dict()
    dealt = start["hands"]["pro"] + start["hands"]["con"] + start["issue_pile"]
    assert sorted(dealt) == sorted(ISSUE_CARDS)


@pytest.mark.rule("IMP-2")
def test_nine_justices_start_empty_and_open() -> None:
    state = impeachment().new_initial_state(seed=1)
    lanes = state.to_dict()["justices"]
    assert len(lanes) == 9
    assert all(each["pro"] == each["con"] == [] and each["taken_by"] is None for each in lanes)
    card = hand(state, "pro")[0]
    assert legal_starting(state, f"place {card} ") == {f"place {card} {name}" for name in JUSTICES}


@pytest.mark.rule("IMP-3")
def test_the_eight_tactic_cards_come_with_the_variant_only() -> None:
    with_tactics = impeachment(tactics=True).new_initial_state(seed=1).to_dict()
    assert sorted(with_tactics["tactic_pile"]) == sorted(TACTIC_CARDS)
    without = impeachment().new_initial_state(seed=1).to_dict()
    assert without.get("tactic_pile", []) == []


# Set-up


@pytest.mark.rule("IMP-4")
@pytest.mark.parametrize("options", [{}, {"tactics": True, "conviction": "total", "bias": True}])
@pytest.mark.parametrize("seed", SEEDS)
def test_pro_starts_with_both_jokers_and_five_cards(seed: int, options: dict[str, object]) -> None:
    state = impeachment(**options).new_initial_state(seed=seed)
    assert {"X1", "X2"} < set(hand(state, "pro"))
    assert len(hand(state, "pro")) == len(hand(state, "con")) == 7
    assert not {"X1", "X2"} & set(hand(state, "con") + pile(state))
    assert len(pile(state)) == 40


@pytest.mark.rule("IMP-4")
def test_the_issue_cards_are_shuffled() -> None:
    piles = {tuple(pile(impeachment().new_initial_state(seed=seed))) for seed in SEEDS}
    assert len(piles) == len(SEEDS)


@pytest.mark.rule("IMP-5")
@pytest.mark.parametrize("seed", SEEDS)
def test_pro_moves_first(seed: int) -> None:
    assert impeachment().new_initial_state(seed=seed).current_player() == 0


# Turn


@pytest.mark.rule("IMP-6")
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
def test_play_a_card_to_your_own_side_then_draw_the_top_card(player: str, other: str) -> None:
    hands = {player: "S5 D4", other: "C9"}
    state = begin(position(pile="S2 H7", to_move=player, **hands))
    play(state, "place S5 J3")
    assert justice(state, 3)[player] == ["S5"]
    assert justice(state, 3)[other] == []
    assert hand(state, player) == ["S2", "D4"]
    assert pile(state) == ["H7"]
    assert mover(state) == other


@pytest.mark.rule("IMP-6")
def test_cards_come_from_your_own_hand_and_go_to_any_justice() -> None:
    state = begin(position(pro="S5 X1", con="C9", pile="S2"))
    assert legal(state) == {f"place {card} {name}" for card in ("S5", "X1") for name in JUSTICES}


@pytest.mark.rule("IMP-6")
def test_both_players_alternate() -> None:
    state = begin(position(pro="S5 S6", con="C9 CT", pile="S2 H7 D8"))
    play(state, "place S5 J1", "place C9 J1", "place S2 J1")
    assert (justice(state, 1)["pro"], justice(state, 1)["con"]) == (["S5", "S2"], ["C9"])
    assert (hand(state, "pro"), hand(state, "con")) == (["S6", "D8"], ["H7", "CT"])


@pytest.mark.rule("IMP-7")
def test_a_side_takes_a_third_card_but_no_fourth() -> None:
    state = begin(position({1: lane("S5 S6"), 2: lane("S2 H5 D9")}, pro="S7 D4", con="C9"))
    assert legal_starting(state, "place S7 ") == {f"place S7 {name}" for name in JUSTICES if name != "J2"}
    play(state, "place S7 J1")
    assert justice(state, 1)["pro"] == ["S5", "S6", "S7"]
    play(state, "place C9 J1")
    assert "place D4 J1" not in legal(state)
    with pytest.raises(IllegalActionError):
        play(state, "place D4 J1")


@pytest.mark.rule("IMP-7")
def test_a_full_side_leaves_the_other_side_open() -> None:
    state = begin(position({1: lane("S5 S6 S7", "H2 H3")}, con="C9", pro="D4", to_move="con"))
    assert "place C9 J1" in legal(state)


@pytest.mark.rule("IMP-8")
@pytest.mark.parametrize(("player", "other"), [("pro", "con"), ("con", "pro")])
def test_a_taken_justice_accepts_no_card_from_the_player_with_room(player: str, other: str) -> None:
    proven = lane(taken_by=other) | {player: ["H2"], other: ["S5", "S6", "S7"], "completed_first": other}
    hands = {player: "C9", other: "D4"}
    state = begin(position({1: proven}, to_move=player, **hands), conviction="rank")
    assert legal(state) == {f"place C9 {name}" for name in JUSTICES if name != "J1"}


@pytest.mark.rule("IMP-8")
def test_a_justice_taken_by_proof_is_closed_from_the_next_move_on() -> None:
    state = begin(position({1: lane("S5 S6", "H2 D9")}, pro="S7", con="C9"), conviction="rank")
    play(state, "place S7 J1")
    assert taken_by(state, 1) == "pro"
    assert legal(state) == {f"place C9 {name}" for name in JUSTICES if name != "J1"}


@pytest.mark.rule("IMP-9")
def test_the_last_card_is_drawn_and_then_nothing() -> None:
    state = begin(position(pro="S5 D4", con="C9 CT", pile="S2"))
    play(state, "place S5 J1")
    assert (hand(state, "pro"), pile(state)) == (["S2", "D4"], [])
    play(state, "place C9 J1")
    assert (hand(state, "con"), pile(state)) == (["CT"], [])
    play(state, "place D4 J1")
    assert hand(state, "pro") == ["S2"]
    assert mover(state) == "con"


# Passing. In these positions J9 decides: Pro holds five justices, Con three.

FIVE_TO_THREE = {"pro_has": "1 3 5 7 8", "con_has": "2 4 6"}


@pytest.mark.rule("IMP-10")
@pytest.mark.parametrize("options", [{"tactics": True}, {"conviction": "rank"}, {"conviction": "total"}])
def test_a_player_with_no_open_side_must_pass_and_draws_nothing(options: dict[str, object]) -> None:
    state = begin(
        position({9: lane("S5 S6 S7", "S8 S9")}, pro="D4", con="ST C2", pile="C3", **FIVE_TO_THREE), **options
    )
    assert legal(state) == {"pass"}
    play(state, "pass")
    assert (hand(state, "pro"), pile(state)) == (["D4"], ["C3"])
    assert mover(state) == "con"
    assert state.to_dict()["last_passed"] is True


@pytest.mark.rule("IMP-10")
def test_a_player_without_issue_cards_must_pass() -> None:
    state = begin(position(con="C9 C2"), conviction="rank")
    assert legal(state) == {"pass"}


@pytest.mark.rule("IMP-10")
@pytest.mark.parametrize("options", [{"tactics": True}, {"conviction": "rank"}])
def test_a_player_who_can_place_an_issue_card_may_not_pass(options: dict[str, object]) -> None:
    state = begin(position({9: lane("S5 S6", "S8 S9")}, pro="D4", con="ST C2", **FIVE_TO_THREE), **options)
    assert legal(state) == {"place D4 J9"}
    with pytest.raises(IllegalActionError):
        play(state, "pass")


@pytest.mark.rule("IMP-10")
def test_a_playable_tactic_may_be_declined_when_no_issue_card_fits() -> None:
    given = position({9: lane("S5 S6 S7", "S8 S9")}, pro="D4 MUD", con="ST C2", pile="C3", **FIVE_TO_THREE)
    state = begin(given, tactics=True)
    assert legal(state) == {"pass", "mud J9"}
    play(state, "pass")
    assert hand(state, "pro") == ["D4", "MUD"]
    assert justice(state, 9)["mud"] is False


@pytest.mark.rule("IMP-10")
def test_an_unplayable_tactic_leaves_only_the_pass() -> None:
    given = position({9: lane("S5 S6 S7")}, pro="D4 FLAW", con="ST C2", **FIVE_TO_THREE)
    assert legal(begin(given, tactics=True)) == {"pass"}


@pytest.mark.rule("IMP-10")
def test_a_tactic_beyond_the_allowance_leaves_only_the_pass() -> None:
    given = position({9: lane("S5 S6 S7", "S8 S9")}, pro="D4 MUD", con="ST C2", **FIVE_TO_THREE)
    assert legal(begin(given | {"tactics_used": {"pro": 1, "con": 0}}, tactics=True)) == {"pass"}


@pytest.mark.rule("IMP-10")
def test_a_witness_is_no_issue_card_so_its_owner_may_pass() -> None:
    state = begin(position(pro="WITNESS", con="C9"), tactics=True)
    assert legal(state) == {"pass"} | {f"place WITNESS {name}" for name in JUSTICES}


@pytest.mark.rule("IMP-10")
def test_the_base_game_has_no_pass() -> None:
    game = impeachment()
    assert "pass" not in {game.action_to_string(action) for action in range(game.num_actions)}
