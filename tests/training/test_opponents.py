"""Whom a learner meets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from dicedeck.envs import Game, load_game
from dicedeck.training.config import SELF, TrainingConfig, parse_config, shares_of
from dicedeck.training.opponents import Opponents, weights_of
from dicedeck.training.run_log import RunLog, read_curves, read_rows
from dicedeck.training.sb3_model import build_model


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def config(**opponents: float) -> TrainingConfig:
    lines = (
        "learner: sb3",
        "game: impeachment",
        "network: {kind: flat, hidden: [8]}",
        "ppo: {envs: 8, steps: 8, minibatch: 32}",
        "snapshots: {keep: 2}",
    )
    return parse_config("\n".join(lines)).model_copy(update={"opponents": opponents})


@pytest.mark.parametrize(
    ("total", "weights", "counts"),
    [
        (64, {"self": 1.0}, {"self": 64}),
        (64, {"random": 1.0, "greedy": 1.0, "self": 2.0}, {"random": 16, "greedy": 16, "self": 32}),
        (10, {"a": 1.0, "b": 1.0, "c": 1.0}, {"a": 4, "b": 3, "c": 3}),
        (8, {"a": 0.01, "b": 1.0}, {"a": 1, "b": 7}),
        (2, {"a": 1.0, "b": 1.0, "c": 5.0}, {"a": 1, "b": 1, "c": 1}),
    ],
)
def test_games_are_shared_by_weight(total: int, weights: dict[str, float], counts: dict[str, int]) -> None:
    assert shares_of(total, weights) == counts


def test_groups_of_games_step_as_one(game: Game) -> None:
    envs: Any = Opponents(config(random=1, self=1), game).envs
    assert [part.num_envs for part in envs.parts] == [4, 1, 1, 1, 1]
    envs.seed(3)
    observations = envs.reset()
    assert observations.shape == (8, game.observation_size)
    done = 0
    for _ in range(60):
        masks = envs.action_masks()
        assert masks.shape == (8, game.num_actions)
        assert np.array_equal(masks, np.stack(envs.env_method("action_masks")))
        observations, rewards, dones, infos = envs.step(masks.argmax(1))
        assert (observations.shape, rewards.shape, len(infos)) == ((8, game.observation_size), (8,), 8)
        assert all(("terminal_observation" in info) == ended for info, ended in zip(infos, dones))
        assert np.all((rewards != 0) == dones)
        done += dones.sum()
    assert done >= 8


def test_groups_have_deals_of_their_own(game: Game) -> None:
    envs = Opponents(config(random=1, greedy=1), game).envs
    envs.seed(3)
    first = envs.reset().copy()
    assert len(np.unique(first, axis=0)) == 8
    envs.seed(3)
    assert np.array_equal(envs.reset(), first)


def test_single_games_answer_for_masks_only(game: Game) -> None:
    envs = Opponents(config(random=1), game).envs
    with pytest.raises(AttributeError, match="no method 'fly'"):
        envs.env_method("fly")


def test_self_play_meets_the_newest_policy_and_snapshots(game: Game) -> None:
    settings = config(self=1)
    opponents = Opponents(settings, game)
    policy: Any = build_model(settings, opponents.envs).policy
    opponents.choose(policy, 0)
    latest = weights_of(policy)
    for agent in opponents._own:
        assert all(torch.equal(value, latest[name]) for name, value in agent.network.state_dict().items())
    for fill in (1.0, 2.0, 3.0):
        with torch.no_grad():
            policy.action_net.bias.fill_(fill)
        opponents.add_snapshot(policy)
    assert [float(weights["action_net.bias"][0]) for weights in opponents.pool] == [2, 3]
    with torch.no_grad():
        policy.action_net.bias.fill_(9.0)
    met = set()
    for steps in range(20):
        opponents.choose(policy, steps)
        met |= {float(agent.network.state_dict()["action_net.bias"][0]) for agent in opponents._own}
    assert met == {2, 3, 9}


def test_without_self_play_no_snapshot_is_met(game: Game) -> None:
    assert SELF not in config(random=1).opponents
    assert Opponents(config(random=1), game)._own == []


def test_a_log_that_goes_on_drops_what_came_after_the_checkpoint(tmp_path: Path) -> None:
    log = RunLog(tmp_path)
    for steps in (64, 128, 192):
        log.add_update(steps, {"entropy": 1.5, "games": 3})
    log.close()
    with open(tmp_path / "progress.csv", "a") as file:
        file.write("256,1.")  # a kill cuts the last line off
    log = RunLog(tmp_path, resume_at=128)
    log.add_update(160, {})
    log.close()
    rows = read_rows(tmp_path / "progress.csv")
    assert [row["steps"] for row in rows] == ["64", "128", "160"]
    assert (rows[0]["entropy"], rows[0]["games"]) == ("1.5", "3")
    assert read_curves(tmp_path) == []
