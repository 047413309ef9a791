"""C.A.R.D. RPG, CARD-8 to CARD-14: the phases of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.card import (
    Position,
    begin,
    discards,
    foe,
    get,
    hand,
    health,
    legal,
    pc,
    play,
    position,
    rows,
    situation,
    statuses,
    to_move,
)

pytestmark = pytest.mark.nojit

KEY = pc("magic_key")
"""A second PC who can do nothing in town but plot."""

# Situation


@pytest.mark.rule("CARD-8")
def test_without_a_game_master_the_top_card_is_set() -> None:
    given = position(
        pc(), KEY, phase="action", situation="academy", situation_piles={"town": ["well", "square"], "dungeon": []}
    )
    state = begin({**given, "pcs": [pc("crystal_ball"), KEY]})
    play(state, "pass")
    assert situation(state) == "well"
    assert get(state, "situation_piles")["town"] == ["square"]


@pytest.mark.rule("CARD-8")
def test_the_game_master_takes_any_card_of_the_pile_or_the_top_one() -> None:
    given = position(
        KEY, pc("sword"), phase="set", to_move="gm_0", turn=0, situation_piles={"town": ["well", "square", "inn"]}
    )
    state = begin(given, mode="gm")
    assert legal(state) == {"set well", "set square", "set inn", "set random"}
    assert situation(play(state.clone(), "set square")) == "square"
    assert get(play(state.clone(), "set square"), "situation_piles")["town"] == ["well", "inn"]
    assert situation(play(state.clone(), "set random")) == "well"


@pytest.mark.rule("CARD-8", "CARD-21")
def test_no_card_is_set_while_one_is_in_play_or_a_fight_lasts() -> None:
    state = begin(position(pc("sword"), pc("axe"), situation="passage down", phase="plot"))
    play(state, "pass")
    assert to_move(state) == "pc_1 offer" and situation(state) == "passage"
    state = begin(position(pc("sword"), pc("axe"), foes=[foe("goblin")], phase="plot"))
    play(state, "pass")
    assert situation(state) is None


# Untap and draw


@pytest.mark.rule("CARD-9")
def test_own_rows_become_unused_others_do_not() -> None:
    given = position(pc("axe", rows="sword* / bow*"), pc("magic_key", rows="sword*"), situation="academy", phase="plot")
    state = play(begin(given), "pass")
    assert rows(state, "pc_0") == ["sword*", "bow*"] and rows(state, "pc_1")[0] == "sword"


@pytest.mark.rule("CARD-9")
def test_the_other_sides_turn_untaps_rows_and_heals_npcs() -> None:
    given = position(
        pc("sword", values=[0, 40, 0, 40]),
        pc("magic_key", values=[0, 40, 0, 40]),
        foes=[foe("goblin", rows="axe*", health="wounded"), foe("merchant", health="disabled")],
        to_move="pc_1",
        phase="plot",
    )
    state = play(begin(given, mode="gm"), "pass", "pass")
    assert to_move(state) == "gm_0 act"
    assert health(state, "goblin") == "unhurt" and rows(state, "goblin")[0] == "axe"
    assert health(state, "merchant") == "disabled"


@pytest.mark.rule("CARD-10")
def test_one_card_is_drawn() -> None:
    given = position(pc("crystal_ball"), pc("magic_key"), pile="bow club", situation="academy")
    state = play(begin(given), "pass")
    assert "bow" in hand(state, 1)


@pytest.mark.rule("CARD-10")
def test_an_empty_pile_is_made_of_the_discards() -> None:
    given = position(pc("crystal_ball"), pc("magic_key"), situation="academy")
    state = begin(given)
    all_cards = get(state, "pile")
    given = position(pc("crystal_ball"), pc("magic_key"), situation="academy", discards=" ".join(all_cards))
    state = play(begin(given), "pass")
    assert len(hand(state, 1)) == 2
    assert len(get(state, "pile")) == len(all_cards) - 1 and discards(state) == []


# Trade

TRADE: dict[str, Any] = {"phase": "offer", "situation": "academy"}


@pytest.mark.rule("CARD-11")
def test_a_trade_needs_both() -> None:
    state = begin(position(pc("sword axe"), pc("bow magic_key"), **TRADE))
    assert legal(state) == {"offer sword to pc_1", "offer axe to pc_1", "pass"}
    play(state, "offer sword to pc_1")
    assert to_move(state) == "pc_1 ask" and legal(state) == {"ask bow", "ask magic_key", "refuse"}
    refused = play(state.clone(), "refuse")
    assert to_move(refused) == "pc_0 plot" and hand(refused) == ["axe", "sword"]
    play(state, "ask bow")
    assert to_move(state) == "pc_0 agree" and legal(state) == {"agree", "refuse"}
    unwanted = play(state.clone(), "refuse")
    assert hand(unwanted) == ["axe", "sword"] and hand(unwanted, 1) == ["bow", "magic_key"]
    play(state, "agree")
    assert hand(state) == ["axe", "bow"] and hand(state, 1) == ["magic_key", "sword"]
    assert to_move(state) == "pc_0 plot"


@pytest.mark.rule("CARD-11")
def test_no_trade_with_nobody() -> None:
    """Alone, with an empty hand on either side, or with the dead."""
    assert to_move(begin_draw(pc("sword"))) == "pc_0 plot"
    assert to_move(begin_draw(pc("sword"), pc())) == "pc_0 plot"
    assert to_move(begin_draw(pc("sword"), pc(health="dead"))) == "pc_0 plot"
    state = begin(position(pc("sword"), pc("bow"), pc(health="dead"), **TRADE))
    assert legal(state, "offer") == {"offer sword to pc_1"}


def begin_draw(*pcs: Position) -> State:
    """pc_0 has just drawn."""
    given = position(*pcs, situation="academy", phase="plot")
    given["pcs"] = list(pcs)
    given["phase"] = "go"
    given["leads"] = 9
    state = begin(given)
    return play(state, "stay")


@pytest.mark.rule("CARD-11")
def test_what_was_shown_is_known_and_only_to_the_two() -> None:
    state = begin(position(pc("sword axe"), pc("bow"), pc("club"), **TRADE))
    play(state, "offer sword to pc_1")
    assert get(state, "pcs")[0]["known"] == [{"card": "sword", "to": ["pc_1"]}]
    play(state, "ask bow", "agree")
    assert get(state, "pcs")[0]["known"] == [{"card": "bow", "to": ["pc_1"]}]
    assert get(state, "pcs")[1]["known"] == [{"card": "sword", "to": ["pc_0"]}]


# Plot


@pytest.mark.rule("CARD-12")
def test_first_empty_row_or_a_row_of_the_name() -> None:
    state = begin(position(pc("sword axe healing_potion"), KEY, situation="academy", phase="plot"))
    assert legal(state, "plot") == {"plot sword row 1", "plot axe row 1", "plot healing_potion row 1"}
    state = begin(position(pc("sword axe", rows="sword"), KEY, situation="academy", phase="plot"))
    assert legal(state, "plot") == {"plot sword row 1", "plot sword row 2", "plot axe row 2"}
    assert legal(state, "discard") == set()
    assert rows(play(state, "plot sword row 1"))[0] == "sword sword"


@pytest.mark.rule("CARD-12")
def test_a_row_is_discarded_whole_to_make_room_once() -> None:
    state = begin(position(pc("club", rows="sword sword / axe"), KEY, situation="academy", phase="plot"))
    assert legal(state) == {"discard row 1", "discard row 2", "pass"}
    play(state, "discard row 1")
    assert discards(state) == ["sword", "sword"] and state.phase() == "plot"
    assert legal(state) == {"plot club row 1", "pass"}
    assert rows(play(state, "plot club row 1")) == ["club", "axe"]


@pytest.mark.rule("CARD-12")
def test_plotting_onto_a_used_row_leaves_it_used_a_new_row_is_unused() -> None:
    state = begin(position(pc("sword axe", rows="sword*"), KEY, situation="academy", phase="plot"))
    assert rows(play(state.clone(), "plot sword row 1"))[0] == "sword sword*"
    assert rows(play(state.clone(), "plot axe row 2"))[1] == "axe"


@pytest.mark.rule("CARD-12")
def test_one_card_a_turn() -> None:
    state = begin(position(pc("sword axe crystal_ball"), KEY, situation="academy", phase="plot"))
    play(state, "plot sword row 1")
    assert state.phase() == "action"


# Action


@pytest.mark.rule("CARD-13")
def test_each_row_once() -> None:
    state = begin(position(pc(rows="sword / axe"), foes=[foe("golem")]), dice=[3, 3])
    play(state, "use row 1", "target golem")
    assert legal(state, "use") == {"use row 2"}
    play(state, "use row 2", "target golem")
    assert to_move(state) != "pc_0 action"


@pytest.mark.rule("CARD-13")
def test_what_lies_there_to_react_is_no_action() -> None:
    for card in ("shield", "riposte", "war_armour", "flight"):
        state = begin(position(pc("healing_potion", rows=f"{card} / sword"), foes=[foe("golem")]))
        assert legal(state, "use row") == {"use row 2"}, card


@pytest.mark.rule("CARD-13")
def test_items_from_hand_and_row_are_spent() -> None:
    state = begin(position(pc("healing_potion", rows="healing_potion", health="wounded"), KEY, situation="academy"))
    play(state, "use healing_potion")
    assert health(state, "pc_0") == "unhurt" and discards(state) == ["healing_potion"]
    assert hand(state) == [] and rows(state)[0] == "healing_potion"
    state = begin(position(pc(rows="healing_potion", health="wounded"), KEY, situation="academy"))
    play(state, "use healing_potion")
    assert rows(state)[0] == "" and discards(state) == ["healing_potion"]


@pytest.mark.rule("CARD-13")
def test_an_item_that_would_do_nothing_cannot_be_used() -> None:
    state = begin(position(pc("healing_potion panacea gold_bag", rows="study"), KEY, situation="academy"))
    assert legal(state, "use") == {"use row 1"}, "nobody is hurt or ill, and the Academy takes no requests"


@pytest.mark.rule("CARD-13", "CARD-16")
def test_a_row_used_to_guard_cannot_act() -> None:
    state = begin(position(pc("lost_property", rows="sword* / axe"), foes=[foe("golem")], discards="bow"))
    assert legal(state, "use row") == {"use row 2"}


# Clean-up


@pytest.mark.rule("CARD-14")
def test_down_to_five_cards() -> None:
    state = begin(position(pc("sword sword axe axe bow club"), KEY, situation="academy", phase="plot"))
    play(state, "pass")
    assert to_move(state) == "pc_0 discard"
    play(state, "discard club")
    assert len(hand(state)) == 5 and discards(state) == ["club"] and to_move(state) == "pc_1 offer"


@pytest.mark.rule("CARD-14")
def test_one_bad_status_a_turn_may_be_removed() -> None:
    state = begin(position(pc("sword", statuses=["fall", "curse"]), KEY, situation="academy", phase="plot"))
    play(state, "pass")
    assert legal(state) == {"remove fall", "remove curse", "pass"}
    play(state, "remove curse")
    assert statuses(state, "pc_0") == {"fall"} and to_move(state) == "pc_1 offer"
