"""The bots of Deck of Fate: what they do in plain cases, how often they win, what the search judges by."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dicedeck.agents.bots.deck_of_fate import ROLLOUTS
from dicedeck.agents.bots.deck_of_fate.search import race, value_of_team
from dicedeck.agents.bots.deck_of_fate.survey import survey
from dicedeck.agents.bots.deck_of_fate.worth import WORTH
from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.envs.core.game import State
from dicedeck.envs.deck_of_fate.cards import CARD_IDS
from support.choices import assert_it_looks_at_nothing_hidden
from support.fate import begin, deck_of_fate, pc, play, position

FOUR = "C2 C3 C4 C5"


def chosen(state: State, bot: str = "threshold") -> str:
    return state.action_to_string(load_agent(bot, state.game, seed=1).act(view_of(state)))


# Playing


def test_bold_plays_the_highest_value() -> None:
    assert chosen(begin(position(pc("S9 CT P8 W7"))), "bold") == "play S9"  # 9 + 2 on guile
    assert chosen(begin(position(pc("S9 CT P8 SUN"))), "bold") == "play SUN"


def test_threshold_keeps_a_strong_card_when_nothing_is_at_stake() -> None:
    """Another PC has succeeded in a check of all whose failure would only move the clock."""
    given = position(pc("S9 CT PA SUN"), check="guile all doom")
    given["check"]["any_success"] = True
    assert chosen(begin(given)) == "play S9"
    given["check"]["any_success"] = False
    assert chosen(begin(given)) in ("play PA", "play SUN")


def test_threshold_plays_the_strong_card_when_life_is_at_stake() -> None:
    assert chosen(begin(position(pc("SUN C6", vp=1), check="guile spotlight both"))) == "play SUN"


def test_threshold_boosts_only_what_it_can_save() -> None:
    given = position(pc("C7 C3 C4 C5", mp=2), deck="PT", check="guile spotlight both")
    state = play(begin(given), "play C7")
    assert chosen(state) == "boost"
    assert chosen(play(state, "boost")) == "boost"
    assert chosen(play(state, "boost")) == "accept"
    state = play(begin(given | {"deck": ["SUN"]}), "play C7")
    assert chosen(state) == "accept"


def test_threshold_uses_the_knight_the_clown_and_the_assassin() -> None:
    state = play(begin(position(pc("CN C3", stats="-3 0 0 0"), deck="PT", check="guile spotlight both")), "play CN")
    assert chosen(state) == "redraw"
    state = play(begin(position(pc("C3 C4", "clown", mp=1), deck="CT", check="guile spotlight both")), "play C3")
    assert chosen(state) == "swap"
    given = position(pc("C3 SUN CA", "assassin"), deck="CT", check="guile spotlight both")
    state = play(begin(given), "play C3")
    assert chosen(state) == "retry"
    assert chosen(play(state, "retry")) == "play CA"


def test_threshold_takes_the_hardest_card_on_temperance_that_it_beats() -> None:
    given = position(pc("CT C3", fate="TEMPERANCE:W2,W9,SUN"), deck="PT", check="guile spotlight both")
    assert chosen(play(begin(given), "play CT")) == "difficulty W9"


@pytest.mark.parametrize(("stats", "wanted"), [("3 0 0 0", "step forward"), ("-2 0 0 0", "decline")])
def test_threshold_volunteers_where_it_is_good(stats: str, wanted: str) -> None:
    given = position(
        pc("C5 C6 C7 P6", stats=stats),
        pc("P2 P3 P4 P5", stats="2 0 0 0"),
        phase="volunteer",
        check="guile volunteer both",
    )
    assert chosen(begin(given)) == wanted


def test_threshold_heals_before_it_is_too_late() -> None:
    assert chosen(begin(position(pc("C2 C3", vp=2, mp=1), phase="free"))) == "heal"
    assert chosen(begin(position(pc(FOUR, "thief", mp=2), phase="free"))) == "done"


@pytest.mark.parametrize("bot", ["bold", "threshold"])
@pytest.mark.parametrize("options", [{}, {"master": True}, {"open_hands": True}])
def test_they_decide_on_the_true_state_as_on_a_redrawn_one(bot: str, options: dict[str, Any]) -> None:
    """What the survey relies on."""
    assert_it_looks_at_nothing_hidden(deck_of_fate(**options), ROLLOUTS[bot], seeds=1, moves=150)


# Winning


def test_the_standard_adventure_is_an_even_match_for_threshold() -> None:
    """40 to 60 % with three PCs; 1,000 games have an error of 3 points."""
    won, alive, spent = survey("threshold", 1000)
    assert 0.40 < won.mean() < 0.60
    assert 0.8 < alive.mean() < 0.99 and 3 < spent.mean() < 6
    assert survey("bold", 1000)[0].mean() < won.mean() - 0.15


# Judging


@pytest.mark.parametrize(
    ("success", "goal", "doom"), [(0.8, 3, 2), (0.5, 5, 1), (0.9, 12, 2), (0.7, 0, 2), (0.7, 2, 0)]
)
def test_the_race_against_many_runs(success: float, goal: int, doom: int) -> None:
    rnd = random.Random(1)
    wins = 0
    for _ in range(4000):
        left, clock = goal, doom
        while left > 0 and clock > 0:
            if rnd.random() < success:
                left -= 1
            elif rnd.random() < 0.72:
                clock -= 1
        wins += left <= 0 < clock
    assert abs(race(success, goal, doom) - wins / 4000) < 0.03


def test_a_better_position_is_judged_better() -> None:
    def judged(**fields: Any) -> float:
        given = position(pc(FOUR, vp=fields.pop("vp", 4)), phase="free", incident={"number": 2, **fields})
        return float(value_of_team(begin(given).records[0]))

    plain = judged()
    assert -1 < judged(clock=1) < plain < judged(successes=6) < 1
    assert judged(vp=1) < plain < judged(resolved=1)


def test_worth_orders_cards() -> None:
    worth = [WORTH[0, CARD_IDS[card]] for card in ("C2", "C7", "CT", "CA", "SUN", "WORLD")]
    assert worth == sorted(worth)
    assert WORTH[0, CARD_IDS["MAGICIAN"]] > WORTH[0, CARD_IDS["C4"]] > WORTH[1, CARD_IDS["MAGICIAN"]]


def test_the_search_is_hinted_by_the_bot() -> None:
    state = begin(position(pc("C3 C2 C4 SUN", vp=1), check="guile spotlight both"))
    assert chosen(state, "mcts:60") == "play SUN"
