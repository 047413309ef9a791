"""Defence Dice, DEF-22: what a joker does."""

from __future__ import annotations

from typing import Any

import pytest

from support.defence import begin, ending, get, legal, on, place, play, position, track

pytestmark = pytest.mark.nojit


@pytest.mark.rule("DEF-22")
def test_attack_happens_at_once() -> None:
    state = begin(position("S9", "H5", rolled="4566", xp=0, deck="X1 D2 D3 D4"))
    place(state, "S9", "45")
    assert (state.phase(), get(state, "queue")) == ("prisoner", {"prisoners": ["S9"], "joker": True})
    play(state, "pen 1")
    assert (get(state, "round"), get(state, "jokers_out"), track(state, "D")) == (2, 1, [])
    assert len(get(state, "rolled")) == 4  # two came back, two were never placed


@pytest.mark.rule("DEF-22")
def test_the_remaining_reveals_are_skipped() -> None:
    state = begin(position("S9", rolled="6", xp=0, deck="D2 X2 D3 D4 D5", jokers_out=1))
    play(state, "pass")
    assert (track(state, "D"), get(state, "jokers_out"), get(state, "deck")[0]) == (["D2"], 2, "D3")


@pytest.mark.rule("DEF-22")
def test_the_next_round_reveals_one_more() -> None:
    state = begin(position("S9", rolled="6", xp=0, deck="X1 D3 D4 D5 D6"))
    play(state, "pass", "pass")
    assert track(state, "D") == ["D4", "D3"]


@pytest.mark.rule("DEF-22")
def test_the_overkill_pile_comes_back_on_top_with_what_was_just_overkilled() -> None:
    orders = set()
    for seed in range(30):
        given = position("S5:4", rolled="6", back=1, xp=0, overkill="C7 D8 H9", deck="X1 D3 D4 D5 D6")
        state = place(begin(given, seed=seed), "S5", "6")
        deck = get(state, "deck")
        assert sorted(deck[:4]) == ["C7", "D8", "H9", "S5"]
        assert deck[4:] == ["D3", "D4", "D5", "D6"]
        assert (get(state, "overkill"), get(state, "segments")) == ([], [0, 0, 4, 4])
        orders.add(tuple(deck[:4]))
    assert len(orders) > 10


@pytest.mark.rule("DEF-22")
def test_prisoners_are_placed_before_the_overkilled_come_back() -> None:
    given = position("S9:54", "C5:46", rolled="6", back=0, xp=0, overkill="D8", deck="X1 D3")
    waiting = play(begin(given), "pass")
    assert (waiting.phase(), get(waiting, "overkill"), get(waiting, "deck")) == ("prisoner", ["D8", "C5"], ["D3"])
    play(waiting, "pen 2")
    assert sorted(get(waiting, "deck")) == ["C5", "D3", "D8"]
    assert get(waiting, "deck")[-1] == "D3"


@pytest.mark.rule("DEF-22")
def test_jokers_cannot_be_attacked_and_lie_on_no_track() -> None:
    state = play(begin(position("S9", rolled="6", xp=0, deck="X1 D3 D4")), "pass")
    assert get(state, "tracks") == [{"suit": "S", "enemies": [{"card": "S9", "dice": [], "marks": []}]}]
    assert not any("X" in name for name in legal(state))


@pytest.mark.rule("DEF-22")
@pytest.mark.parametrize("held", [{"barricade": 1}, {"frost": True}])
def test_what_holds_back_that_step_is_used_up(held: dict[str, Any]) -> None:
    given = position("S9", rolled="6", xp=0, deck="D2 X1 D3 D4 D5", jokers_out=1, **held)
    if "frost" in held:
        state = play(begin(given), "pass")
        assert (track(state, "D"), get(state, "frost")) == ([], False)
        return
    state = play(begin(given | {"deck": ["X1", "D3", "D4", "D5"]}), "pass")
    assert (get(state, "barricade"), get(state, "jokers_out"), track(state, "D")) == (0, 2, [])


@pytest.mark.rule("DEF-22", "DEF-31")
def test_a_joker_as_the_last_card_wins_when_nothing_is_put_back() -> None:
    state = begin(position("S9", rolled="6", xp=0, deck="X1"))
    assert ending(play(state, "pass")) == "deck"


@pytest.mark.rule("DEF-22", "DEF-31")
def test_a_joker_as_the_last_card_does_not_win_when_something_is_put_back() -> None:
    state = begin(position("S9", rolled="6", xp=0, overkill="D8", deck="X1"))
    assert ending(play(state, "pass")) is None
    assert (get(state, "deck"), get(state, "round")) == (["D8"], 2)


@pytest.mark.rule("DEF-22", "DEF-31")
def test_with_a_last_joker_the_game_is_won_before_clean_up() -> None:
    """No die could be rolled any more: in Clean-up the game would be lost."""
    state = begin(position("S9", rolled="6", xp=0, deck="X1"))
    place(state, "S9", "6")
    assert ending(state) == "deck"
    waiting = begin(position("S9:54", rolled="6", xp=0, deck="X1"))
    play(waiting, "pass")
    assert (ending(waiting), waiting.phase()) == (None, "prisoner")
    assert ending(play(waiting, "pen 1")) == "deck"


@pytest.mark.rule("DEF-22")
def test_dice_on_survivors_stay() -> None:
    state = begin(position("S9", rolled="66", xp=0, deck="X1 D3 D4"))
    place(state, "S9", "6")
    assert (on(state, "S9")["dice"], len(get(state, "rolled"))) == ([6], 1)
