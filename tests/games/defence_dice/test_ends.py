"""Defence Dice, DEF-31 to DEF-33: won, lost, rewards, the cap."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from dicedeck.envs.core.game import State
from support.defence import OPTION_SETS, attack, begin, defence_dice, ending, get, place, play, position, track

pytestmark = pytest.mark.nojit

# Won


@pytest.mark.rule("DEF-31", "DEF-18")
@pytest.mark.parametrize("king", ["at_once", "laid"])
def test_won_when_a_king_falls(king: str) -> None:
    state = begin(position("SK", "H9:3", rolled="12345", deck="C2 C3"), king=king)
    assert ending(attack(place(state, "SK", "12345"))) == "king"


@pytest.mark.rule("DEF-31")
def test_won_the_moment_the_deck_is_empty() -> None:
    state = begin(position("S9", rolled="6", deck="C2 C3", jokers_out=0))
    play(state, "pass")
    assert ending(state) is None
    play(state, "pass")
    assert (ending(state), track(state, "C")) == ("deck", ["C3", "C2"])


@pytest.mark.rule("DEF-31")
def test_won_even_if_more_reveals_were_due() -> None:
    assert ending(play(begin(position("S9", rolled="6", deck="C2 C3", jokers_out=2)), "pass")) == "deck"


@pytest.mark.rule("DEF-31", "DEF-14")
def test_a_last_card_that_is_an_eighth_loses() -> None:
    state = begin(position("HA H2 H3 H4 H5 H6 H7", rolled="6", deck="H9"))
    assert ending(play(state, "pass")) == "overrun"


@pytest.mark.rule("DEF-31")
def test_the_last_card_wins_before_any_attack_or_clean_up() -> None:
    """With no die to roll and no XP the round would end in a loss."""
    state = begin(position("S9", rolled="6", xp=0, deck="C2"))
    assert ending(place(state, "S9", "6")) == "deck"


@pytest.mark.rule("DEF-31")
def test_a_last_card_held_back_does_not_win() -> None:
    state = play(begin(position("S9", rolled="6", deck="C2", barricade=1)), "pass")
    assert (ending(state), get(state, "deck")) == (None, ["C2"])


# Lost


@pytest.mark.rule("DEF-32", "DEF-14")
def test_lost_when_a_track_is_overrun() -> None:
    state = begin(position("HA H2 H3 H4 H5 H6 H7", rolled="6", deck="H9 C2 C3"))
    assert ending(play(state, "pass")) == "overrun"


@pytest.mark.rule("DEF-32", "DEF-10")
def test_lost_without_dice() -> None:
    assert ending(place(begin(position("S9", rolled="6", xp=0, deck="C2 C3")), "S9", "6")) == "no dice"


@pytest.mark.rule("DEF-32")
def test_not_lost_with_a_die_on_a_skill_or_an_xp() -> None:
    on_skill = begin(position("S9", rolled="6", xp=0, skills={"Cleave": "1"}, deck="C2 C3"))
    assert (ending(place(on_skill, "S9", "6")), on_skill.phase()) == (None, "cleanup")
    with_xp = begin(position("S9", rolled="6", xp=1, deck="C2 C3"))
    assert (ending(place(with_xp, "S9", "6")), with_xp.phase()) == (None, "cleanup")


# Rewards


def played_out(options: dict[str, Any], seed: int) -> tuple[State, list[float]]:
    """A random game and its rewards."""
    state = defence_dice(**options).new_initial_state(seed)
    rnd = random.Random(seed)
    rewards = []
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
        rewards.append(state.rewards()[0])
    return state, rewards


@pytest.mark.rule("DEF-33")
@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_outcome_is_paid_at_the_end_only(options: dict[str, Any]) -> None:
    for seed in range(3):
        state, rewards = played_out(options, seed)
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert rewards[-1] == (1.0 if ending(state) in ("king", "deck") else -1.0)


@pytest.mark.rule("DEF-33")
@pytest.mark.parametrize("character", ["warrior", "mage"])
def test_shaping_pays_on_the_way_and_changes_no_return(character: str) -> None:
    for seed in range(3):
        plain, _ = played_out({"character": character}, seed)
        shaped, rewards = played_out({"character": character, "reward": "shaped"}, seed)
        assert shaped.step_count == plain.step_count
        assert shaped.returns() == plain.returns()
        assert sum(rewards) == pytest.approx(plain.returns()[0])
        assert sum(reward != 0 for reward in rewards) > 5


@pytest.mark.rule("DEF-33")
def test_shaping_is_the_change_of_a_potential() -> None:
    """What lies in the position decides it, not the way there."""
    game = defence_dice(reward="shaped")
    state = game.from_dict(position("S9", rolled="6", deck="C2 C3 C4 C5") | {"segments": [0, 0, 4, 0]})
    before = state.returns()[0]
    play(state, "pass")
    assert state.returns()[0] == pytest.approx(before + state.rewards()[0])
    assert game.from_dict(state.to_dict()).returns() == state.returns()


@pytest.mark.rule("DEF-31", "DEF-32")
def test_random_games_end_in_every_way() -> None:
    ends: Counter[str | None] = Counter()
    for seed in range(60):
        state, _ = played_out({"king": "laid", "character": "mage"}, seed)
        ends[ending(state)] += 1
    assert {"overrun", "no dice"} <= set(ends)
    assert None not in ends and "cap" not in ends


@pytest.mark.rule("DEF-33")
def test_the_cap_counts_as_lost() -> None:
    """A position whose step count stands one short of it."""
    game = defence_dice()
    state = begin(position("S9", rolled="6", deck="C2 C3 C4"))
    state.records["step_count"][0] = game.max_steps - 1
    play(state, "pass")
    assert (state.truncated, state.terminated, state.returns(), ending(state)) == (True, False, [-1.0], "cap")
    assert state.legal_actions() == []
    again = game.from_dict(state.to_dict())
    assert (again.truncated, again.terminated, again.returns()) == (True, False, [-1.0])


def test_the_cap_is_far_from_any_game() -> None:
    longest = max(played_out(options, seed)[0].step_count for options in OPTION_SETS for seed in range(10))
    assert longest < defence_dice().max_steps / 8
