"""C.A.R.D. RPG, CARD-27 and CARD-28: how an adventure ends, growth, campaigns across deaths."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.envs.card_rpg.options import MOST_STEPS
from dicedeck.envs.core.game import State
from support.card import (
    Position,
    begin,
    card_rpg,
    foe,
    get,
    health,
    legal,
    pc,
    play,
    played_out,
    position,
    to_move,
)

pytestmark = pytest.mark.nojit


def last_blow(*pcs: Position, final: bool = True, **options: Any) -> State:
    """pc_0 strikes the last foe, a tapped boss, down."""
    fields = {key: options.pop(key) for key in ("adventure", "adventures_won", "succeeded", "beaten") if key in options}
    given = position(*pcs, foes=[foe("ogre", rank="boss", health="wounded")], fight={"final": final}, **fields)
    return play(begin(given, **options), "use row 1", "target ogre")


STRIKER = pc(rows="soul_strike")

# Endings


@pytest.mark.rule("CARD-27")
def test_won_with_the_final_fight() -> None:
    state = last_blow(STRIKER, pc("axe"))
    assert state.is_terminal() and state.terminated and get(state, "result") == "won"
    assert state.rewards() == state.returns() == [1.0, 1.0]


@pytest.mark.rule("CARD-27")
def test_another_fight_won_is_no_end() -> None:
    assert not last_blow(STRIKER, pc("axe"), final=False).is_terminal()


@pytest.mark.rule("CARD-27")
def test_lost_with_everybody_down_in_a_fight_or_by_a_trap() -> None:
    given = position(
        pc("sword", health="wounded"), pc(health="disabled"), pc(health="dead"), situation="pitfall",
        to_move="pc_0",
    )  # fmt: skip
    given["pcs"][0]["rows"] = [{"cards": ["disarm"]}]
    state = play(begin(given, dice=[3]), "use row 1")
    assert state.terminated and get(state, "result") == "lost" and state.returns() == [-1.0] * 3


@pytest.mark.rule("CARD-27")
def test_the_game_master_is_paid_the_negative() -> None:
    assert last_blow(STRIKER, pc("axe"), mode="gm").returns() == [1.0, 1.0, -1.0]


@pytest.mark.rule("CARD-27")
def test_too_many_rounds_truncate_and_pay_like_a_loss() -> None:
    given = position(pc("crystal_ball"), pc("magic_key"), to_move="pc_1", phase="plot", situation="academy", round=3)
    state = play(begin(given, max_rounds=3), "pass")
    assert state.truncated and not state.terminated and get(state, "result") == "cap"
    assert state.returns() == [-1.0, -1.0]
    assert not play(begin(given, max_rounds=4), "pass").is_terminal()


@pytest.mark.rule("CARD-27a")
def test_too_many_decisions_truncate() -> None:
    given = position(pc("sword"), pc("axe"), phase="plot", situation="academy", adventure_steps=MOST_STEPS - 2)
    state = begin(given)
    play(state, "plot sword row 1")
    assert not state.is_terminal()
    play(state, sorted(legal(state))[0])
    assert state.truncated and get(state, "result") == "cap"


# Experience and growth


@pytest.mark.rule("CARD-28")
def test_experience_is_cards_and_foes_the_game_master_has_half_more() -> None:
    """5 cards, 10 levels before, a boss ogre (18): 5 + 28 / 2 = 19, and 28 for the game master."""
    state = last_blow(STRIKER, pc("axe", experience=7), mode="gm", campaign=2, succeeded=5, beaten=10)
    assert [entry["experience"] for entry in get(state, "pcs")] == [19, 26]
    assert get(state, "master")["experience"] == 28


@pytest.mark.rule("CARD-28")
def test_after_a_won_adventure_a_level_and_a_value() -> None:
    state = last_blow(STRIKER, pc("axe", health="disabled"), campaign=2)
    assert get(state, "adventure") == 2 and to_move(state) == "pc_0 raise"
    assert legal(state) == {
        f"raise {name}" for name in ("physical_action", "physical_defence", "magic_action", "magic_defence")
    }
    play(state, "raise magic_action")
    entry = get(state, "pcs")[0]
    assert entry["level"] == 2 and entry["values"] == [0, 8, 1, 8]
    assert to_move(state) == "pc_0 ability"
    assert len(legal(state)) == 17
    play(state, "ability king")
    assert get(state, "pcs")[0]["ability"] == "king" and get(state, "pcs")[0]["character"] == "warrior"


@pytest.mark.rule("CARD-28")
def test_not_the_same_value_twice_in_a_row() -> None:
    state = last_blow({**STRIKER, "last_raised": "magic_action"}, pc("axe"), campaign=3, adventure=2, adventures_won=1)
    assert "raise magic_action" not in legal(state) and len(legal(state)) == 3


@pytest.mark.rule("CARD-28")
def test_after_a_lost_adventure_an_ability_but_no_level() -> None:
    given = position(pc(rows="disarm", health="wounded"), pc(health="dead"), situation="pitfall", succeeded=10)
    state = play(begin(given, dice=[3], campaign=2), "use row 1")
    assert state.returns() == [-1.0, -1.0] and not state.is_terminal()
    assert to_move(state) == "pc_0 ability"
    play(state, "ability mage")
    assert get(state, "pcs")[0]["level"] == 1


@pytest.mark.rule("CARD-28")
def test_the_dead_come_back_as_somebody_new_with_the_experience() -> None:
    grown = pc(
        health="dead", level=4, values=[3, 10, 1, 9], experience=30, character="king", last_raised="magic_action"
    )
    state = last_blow(STRIKER, grown, campaign=2, succeeded=4)
    entry = get(state, "pcs")[1]
    assert entry["level"] == 1 and entry["experience"] == 43 and entry["health"] == "unhurt"
    assert entry["character"] not in ("warrior",) and entry["ability"] == entry["character"]
    assert "last_raised" not in entry
    play(state, "raise magic_action", "ability warrior")
    while to_move(state) == "pc_0 build":
        play(state, "pass")
    assert to_move(state) == "pc_1 build", "a new character has nothing to raise"


@pytest.mark.rule("CARD-28", "CARD-5")
def test_weapons_are_built_before_the_next_adventure_which_begins_anew() -> None:
    state = last_blow(STRIKER, pc("axe", health="wounded", experience=40), campaign=2)
    play(state, "raise magic_action", "ability king", "raise magic_action", "ability thief")
    assert to_move(state) == "pc_1 build"
    play(state, "build club", "pass")
    while str(to_move(state)).endswith("build"):
        play(state, "pass")
    given = state.to_dict()
    assert given["round"] == 1 and given["dungeon"] is False and given["succeeded"] == 0
    assert health(state, "pc_1") == "unhurt" and given["fight"] is None
    assert given["pcs"][1]["personal"][0]["weapon"] == "club" and "personal_1" in given["pcs"][1]["hand"]
    assert all(len(entry["hand"]) in (5, 6) for entry in given["pcs"])


@pytest.mark.rule("CARD-28")
def test_every_adventure_pays_and_there_is_no_growth_after_the_last() -> None:
    state = last_blow(STRIKER, pc("axe"), campaign=2, adventure=2, adventures_won=1)
    assert state.is_terminal() and state.returns() == [2.0, 2.0]
    state = last_blow(STRIKER, pc("axe"), campaign=2, adventure=2, adventures_won=0)
    assert state.returns() == [0.0, 0.0]


@pytest.mark.rule("CARD-28")
def test_a_capped_adventure_ends_itself_only() -> None:
    given = position(pc("crystal_ball"), pc("magic_key"), to_move="pc_1", phase="plot", situation="academy", round=3)
    state = play(begin(given, max_rounds=3, campaign=2), "pass")
    assert not state.is_terminal() and get(state, "adventure") == 2 and state.returns() == [-1.0, -1.0]


@pytest.mark.rule("CARD-28", "CARD-27")
def test_random_campaigns_end() -> None:
    state = card_rpg(pcs=2, campaign=3, experience=90, max_rounds=6).new_initial_state(1)
    end = played_out(state, 1)
    assert get(end, "adventure") == 3 and set(end.returns()) <= {-3.0, -1.0, 1.0, 3.0}
