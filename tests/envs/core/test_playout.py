"""Batches, the sampler of masks, random play."""

from __future__ import annotations

import pickle
import re
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.errors import IllegalActionError, OptionError
from dicedeck.envs.core.game import AutoReset, Game
from dicedeck.envs.core.playout import Batch, Sampler, random_playout
from support.toy_game import GAME

pytestmark = [pytest.mark.contract, pytest.mark.nojit]


@pytest.fixture
def game() -> Game:
    return GAME.load()


def play_on(batch: Batch, steps: int, seed: int = 0) -> None:
    sampler = Sampler(seed)
    for _ in range(steps):
        batch.step(sampler(batch.masks))


# ---------------------------------------------------------------- what a batch refuses


def test_modes_are_named(game: Game) -> None:
    wrong: Any = "sometimes"
    with pytest.raises(OptionError, match="'sometimes' does not exist; choose from same_step, next_step, disabled"):
        game.new_batch(2, autoreset=wrong)


def test_at_least_one_game(game: Game) -> None:
    with pytest.raises(OptionError, match="at least one game, not 0"):
        game.new_batch(0)


@pytest.mark.parametrize("actions", [[0], [0.0, 0.0, 0.0], [[0], [0], [0]], ["a", "b", "c"]])
def test_actions_are_one_whole_number_for_each_game(game: Game, actions: Any) -> None:
    with pytest.raises(IllegalActionError, match="step needs 3 integer actions, found "):
        game.new_batch(3).step(np.array(actions))


@pytest.mark.parametrize("wrong", [-1, 20, 2**40])
def test_an_illegal_action_names_the_game_and_changes_nothing(game: Game, wrong: int) -> None:
    batch = game.new_batch(3, seed=5)
    actions = np.argmax(batch.masks, axis=1)
    actions[1] = wrong
    before = pickle.dumps(batch.__getstate__())
    with pytest.raises(IllegalActionError, match=f"game 1 of the batch: three_tricks has actions 0 to 19, not {wrong}"):
        batch.step(actions)
    assert pickle.dumps(batch.__getstate__()) == before


def test_an_action_that_is_not_legal_now_is_explained(game: Game) -> None:
    batch = game.new_batch(2, seed=5)
    actions = np.argmax(batch.masks, axis=1)
    actions[1] = np.argmin(batch.masks[1])
    name = game.action_to_string(int(actions[1]))
    with pytest.raises(IllegalActionError, match=re.escape(f"game 1 of the batch: {name!r} is illegal for player_0")):
        batch.step(actions)


@pytest.mark.parametrize(("seeds", "chosen"), [([1], None), ([1, 2, 3], [True])])
def test_reset_needs_a_seed_for_each_game(game: Game, seeds: Any, chosen: Any) -> None:
    with pytest.raises(OptionError, match="reset needs 3 seeds and as many flags"):
        game.new_batch(3).reset(seeds, chosen)


# ---------------------------------------------------------------- what a batch does


def test_games_start_from_successive_seeds(game: Game) -> None:
    batch = game.new_batch(3, seed=7)
    assert len(batch) == 3
    assert [batch.state(i) for i in range(3)] == [game.new_initial_state(seed=7 + i) for i in range(3)]


def test_reset_of_chosen_games_leaves_the_others(game: Game) -> None:
    batch = game.new_batch(3, seed=7)
    play_on(batch, 2)
    kept = [batch.state(i) for i in range(3)]
    batch.reset([1, 2, 3], np.array([False, True, False]))
    assert [batch.state(i) for i in range(3)] == [kept[0], game.new_initial_state(seed=2), kept[2]]
    assert np.array_equal(batch.masks[1], game.new_initial_state(seed=2).legal_actions_mask())


def test_finished_games_are_left_alone_when_disabled(game: Game) -> None:
    batch = game.new_batch(4, seed=1, autoreset="disabled")
    play_on(batch, game.max_steps)
    assert batch.terminated.all() and not batch.masks.any()
    over = batch.states.tobytes()
    batch.step(np.full(4, -5))
    assert batch.states.tobytes() == over
    assert batch.terminated.all() and not batch.rewards.any()


def test_next_step_deals_again_one_step_later(game: Game) -> None:
    batch = game.new_batch(1, seed=1, autoreset="next_step")
    sampler = Sampler(0)
    while not batch.terminated[0]:
        batch.step(sampler(batch.masks))
    assert not batch.masks.any() and batch.rewards.any()
    batch.step(np.array([0]))
    assert not batch.terminated[0] and batch.masks.any() and not batch.rewards.any()
    assert batch.state(0).step_count == 0


def test_same_step_keeps_the_last_sight_of_a_finished_game(game: Game) -> None:
    batch, other = game.new_batch(1, seed=1), game.new_batch(1, seed=1, autoreset="disabled")
    sampler = Sampler(0)
    while not batch.terminated[0]:
        actions = sampler(batch.masks)
        batch.step(actions)
        other.step(actions)
    assert np.array_equal(batch.final_observations, other.observations)
    assert batch.final_players[0] == other.players[0]
    assert batch.rewards.tolist() == other.rewards.tolist()
    assert batch.state(0).step_count == 0


def test_rewards_are_those_of_the_last_step(game: Game) -> None:
    batch = game.new_batch(2, seed=1, autoreset="disabled")
    total = np.zeros((2, 2))
    sampler = Sampler(3)
    for _ in range(game.max_steps):
        batch.step(sampler(batch.masks))
        total += batch.rewards
    assert total.tolist() == [batch.state(i).returns() for i in range(2)]


@pytest.mark.parametrize("mode", ["same_step", "next_step", "disabled"])
def test_batches_are_pickled(game: Game, mode: AutoReset) -> None:
    batch = game.new_batch(3, seed=2, autoreset=mode)
    play_on(batch, 3)
    again = pickle.loads(pickle.dumps(batch))
    play_on(batch, 6, seed=1)
    play_on(again, 6, seed=1)
    assert again.states.tobytes() == batch.states.tobytes()
    assert np.array_equal(again.observations, batch.observations)


def test_features_of_every_legal_action(game: Game) -> None:
    batch = game.new_batch(3, seed=2)
    owners, actions, rows = batch.features()
    for i in range(3):
        state = batch.state(i)
        assert actions[owners == i].tolist() == state.legal_actions()
        assert np.array_equal(rows[owners == i], state.action_features())


def test_without_observations(game: Game) -> None:
    batch = game.new_batch(2, seed=2, observations=False)
    seen = game.new_batch(2, seed=2)
    play_on(batch, 12)
    play_on(seen, 12)
    assert batch.observations.shape == (0, game.observation_size)
    assert batch.states.tobytes() == seen.states.tobytes()


# ---------------------------------------------------------------- random play


def test_sampler_takes_legal_actions_only(game: Game) -> None:
    masks = np.zeros((3, 20), np.int8)
    masks[0, 7] = 1
    masks[1, [2, 19]] = 1
    found = {tuple(Sampler(seed)(masks).tolist()) for seed in range(40)}
    assert found == {(7, 2, -1), (7, 19, -1)}


def test_sampler_repeats_itself_by_seed() -> None:
    masks = np.ones((5, 20), np.int8)
    assert Sampler(1)(masks).tolist() == Sampler(1)(masks).tolist() != Sampler(2)(masks).tolist()


def test_random_playout_ends_the_game_and_leaves_the_state(game: Game) -> None:
    state = game.new_initial_state(seed=1)
    ends = [random_playout(state, seed) for seed in range(10)]
    assert all(end.is_terminal() for end in ends)
    assert state == game.new_initial_state(seed=1)
    assert ends[0] == random_playout(state, 0)
    assert len({end.to_bytes() for end in ends}) == 10
