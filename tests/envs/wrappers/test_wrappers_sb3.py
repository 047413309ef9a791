"""One seat in many games at once as a vector environment of Stable-Baselines3."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from dicedeck.envs import DicedeckVecEnv, DicedeckVectorEnv
from dicedeck.envs.core.errors import IllegalActionError
from dicedeck.envs.core.playout import Sampler
from support.variants import Options
from support.wrapping import CASES, HILL, TRICKS, Scripted, decide

contract = pytest.mark.contract
every_case = pytest.mark.parametrize(("name", "options"), CASES)
N = 5
MOST_STEPS = 1000
"""In which some game ends."""


@contract
@every_case
@pytest.mark.parametrize("opponents", ["random", "agent"])
def test_same_transitions_as_the_vector_environment(name: str, options: Options, opponents: str) -> None:
    def agent() -> Any:
        return Scripted() if opponents == "agent" else "random"

    ours = DicedeckVecEnv(name, N, seat="random", opponents=agent(), seed=3, **options)
    theirs = DicedeckVectorEnv(name, N, seat="random", opponents=agent(), autoreset_mode="SameStep", **options)
    seen = ours.reset()
    other, infos = theirs.reset(seed=3)
    assert [info["seat"] for info in ours.reset_infos] == infos["seat"].tolist()
    ends = 0
    for step in range(MOST_STEPS):
        if ends and step >= 60:
            break
        np.testing.assert_array_equal(seen, other)
        masks = get_action_masks(ours)
        np.testing.assert_array_equal(masks, theirs.action_masks())
        actions = np.array([decide(mask, i, step) for i, mask in enumerate(masks)])
        ours.step_async(actions)
        seen, rewards, dones, told = ours.step_wait()
        other, paid, terminated, truncated, infos = theirs.step(actions)
        assert seen.dtype == rewards.dtype == np.float32
        np.testing.assert_array_equal(rewards, np.asarray(paid, np.float32))
        np.testing.assert_array_equal(dones, terminated | truncated)
        ends += dones.sum()
        for i in range(N):
            assert ("terminal_observation" in told[i]) == dones[i]
            if dones[i]:
                np.testing.assert_array_equal(told[i]["terminal_observation"], infos["final_obs"][i])
                assert told[i]["TimeLimit.truncated"] == bool(truncated[i])
                assert told[i]["seat"] == infos["final_info"]["seat"][i]
    assert ends > 0


@contract
@every_case
def test_copies_go_on_in_the_same_way(name: str, options: Options) -> None:
    envs = DicedeckVecEnv(name, N, seat="random", seed=1, **options)
    envs.reset()
    copies = [envs, copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    for step in range(30):
        actions = np.array([decide(mask, i, step) for i, mask in enumerate(envs.action_masks())])
        results = [one.step(actions) for one in copies]
        for result in results[1:]:
            for one, other in zip(results[0][:3], result[:3], strict=True):
                np.testing.assert_array_equal(one, other)


def test_sb3_finds_the_masks() -> None:
    envs = DicedeckVecEnv(TRICKS, 3, seed=1)
    envs.reset()
    for one in (envs, VecMonitor(envs)):
        assert is_masking_supported(one)
        assert get_action_masks(one).shape == (3, 20)
    assert [mask.tolist() for mask in envs.env_method("action_masks", indices=[2])] == [envs.action_masks()[2].tolist()]
    assert not envs.has_attr("no_such_thing")


def test_what_sb3_asks_of_each_environment() -> None:
    envs = DicedeckVecEnv(TRICKS, 3, seed=1)
    envs.reset()
    assert envs.get_attr("render_mode", indices=0) == [None]
    assert envs.get_attr("game") == [envs.game] * 3
    assert envs.env_method("state", indices=1) == [envs.state(1)]
    agent = Scripted()
    assert envs.env_method("set_opponents", agent) == [None] * 3
    envs.reset()
    for _ in range(3):
        envs.step(Sampler(1)(envs.action_masks().astype(np.int8)))
    assert agent.asked
    assert envs.env_is_wrapped(VecMonitor) == [False] * 3
    with pytest.raises(AttributeError, match="no method 'step_wait' for single games"):
        envs.env_method("step_wait")
    envs.set_attr("note", 1)
    assert envs.get_attr("note", indices=[0, 1]) == [1, 1]


def test_seeds_come_from_no_global_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np.random, "randint", lambda *args, **kwargs: pytest.fail("global random numbers"))
    envs = DicedeckVecEnv(TRICKS, 2)
    assert envs.seed(4) == [4, 5]
    first = envs.reset()
    assert envs.seed() == [None, None]
    assert envs.reset().tobytes() != first.tobytes()
    envs.seed(4)
    assert envs.reset().tobytes() == first.tobytes()


def test_illegal_actions() -> None:
    envs = DicedeckVecEnv(TRICKS, 2, seed=1)
    envs.reset()
    with pytest.raises(IllegalActionError, match="game 0"):
        envs.step(np.array([99, 99]))
    envs = DicedeckVecEnv(TRICKS, 2, seed=1, illegal="lose")
    envs.reset()
    _, rewards, dones, infos = envs.step(np.array([99, 99]))
    assert rewards.tolist() == [-1, -1] and dones.all()
    assert infos[0]["illegal_action"] == "action 99" and "terminal_observation" in infos[0]


def test_time_limit_is_told() -> None:
    envs = DicedeckVecEnv(HILL, 2, seed=1, max_episode_steps=1)
    envs.reset()
    _, _, dones, infos = envs.step(np.zeros(2, np.int64))
    assert dones.all() and infos[0]["TimeLimit.truncated"]


def learn(name: str, steps: int, **options: Any) -> tuple[float, float]:
    """Mean returns against random play before and after a training, on the same games."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        envs = VecMonitor(DicedeckVecEnv(name, 32, seat="random", **options))
        model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=512, n_epochs=4, gamma=1.0, seed=1, device="cpu")
        before = evaluate(model, name, options)
        model.learn(steps)
        return before, evaluate(model, name, options)
    finally:
        torch.set_num_threads(threads)


def evaluate(model: MaskablePPO, name: str, options: Options) -> float:
    envs = VecMonitor(DicedeckVecEnv(name, 32, seat="random", seed=9, **options))
    mean, _ = evaluate_policy(model, envs, n_eval_episodes=320)
    return float(np.asarray(mean))


def test_maskable_ppo_learns_a_small_game() -> None:
    """Three Tricks: random play is even; high cards last, and the exchange of a low one, win more."""
    before, after = learn(TRICKS, 12_000)
    assert after > before + 0.1
    assert after > 0.2


def test_maskable_ppo_takes_the_largest_action_space() -> None:
    """Its probabilities once failed torch's checks when there were hundreds of actions."""
    envs = DicedeckVecEnv("impeachment", 8, tactics=True)
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=128, n_epochs=1, seed=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps == 512
