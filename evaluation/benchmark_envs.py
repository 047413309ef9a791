"""Speed of the environments around the games. The learner's own decisions count; its opponents play at random."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from dicedeck.envs.core.game import Game
from dicedeck.envs.core.playout import Sampler
from dicedeck.evaluation.benchmark import BATCH, Chunk, Mode

_ROUNDS = 16


def single_agent_env(game: Game, seed: int) -> Chunk:
    """The Gymnasium environment by itself: reset and step, the opponents' replies included."""
    from dicedeck.envs.wrappers.single import SingleAgentEnv

    return _gymnasium_chunk(SingleAgentEnv(game, seat="random"), seed)


def made_env(game: Game, seed: int) -> Chunk:
    """The same as users get it from ``gymnasium.make``, with Gymnasium's guards around it."""
    from gymnasium.envs.registration import EnvSpec, make

    entry = "dicedeck.envs.wrappers.single:SingleAgentEnv"
    return _gymnasium_chunk(make(EnvSpec("dicedeck/Bench-v0", entry), game=game, seat="random"), seed)


def _gymnasium_chunk(env: Any, seed: int) -> Chunk:
    env.reset(seed=seed)
    sample = Sampler(seed)

    def chunk() -> tuple[int, float]:
        steps = 0
        started = perf_counter()
        _, info = env.reset()
        seconds = perf_counter() - started
        over = False
        while not over:
            action = int(sample(info["action_mask"].reshape(1, -1))[0])
            started = perf_counter()
            _, _, terminated, truncated, info = env.step(action)
            seconds += perf_counter() - started
            steps += 1
            over = terminated or truncated
        return steps, seconds

    return chunk


def aec(game: Game, seed: int) -> Chunk:
    """PettingZoo's AEC environment without guards: last() and step() for every player in turn."""
    from dicedeck.envs.wrappers.aec import raw_env

    env = raw_env(game)
    env.reset(seed=seed)
    sample = Sampler(seed)

    def chunk() -> tuple[int, float]:
        steps = 0
        started = perf_counter()
        env.reset()
        seconds = perf_counter() - started
        while env.agents:
            started = perf_counter()
            observation, _, terminated, truncated, _ = env.last()
            seconds += perf_counter() - started
            over = terminated or truncated
            action = None if over else int(sample(observation["action_mask"].reshape(1, -1))[0])
            started = perf_counter()
            env.step(action)
            seconds += perf_counter() - started
            steps += not over
        return steps, seconds

    return chunk


def vector_env(game: Game, seed: int) -> Chunk:
    """The Gymnasium vector environment, masks in its infos."""
    from dicedeck.envs.wrappers.vector import DicedeckVectorEnv

    envs = DicedeckVectorEnv(game, BATCH, seat="random", autoreset_mode="SameStep")
    sample = Sampler(seed)
    _, infos = envs.reset(seed=seed)
    masks = [infos["action_mask"]]

    def step(actions: Any) -> None:
        masks[0] = envs.step(actions)[4]["action_mask"]

    return _vector_chunk(lambda: sample(masks[0]), step)


def sb3_vec_env(game: Game, seed: int) -> Chunk:
    """Stable-Baselines3's vector environment: step() and action_masks()."""
    from dicedeck.envs.wrappers.sb3 import DicedeckVecEnv

    envs = DicedeckVecEnv(game, BATCH, seat="random", seed=seed)
    sample = Sampler(seed)
    envs.reset()
    masks = [envs.action_masks()]

    def step(actions: Any) -> None:
        envs.step(actions)
        masks[0] = envs.action_masks()

    return _vector_chunk(lambda: sample(masks[0].view(np.int8)), step)


def _vector_chunk(choose: Callable[[], Any], step: Callable[[Any], None]) -> Chunk:
    def chunk() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(_ROUNDS):
            actions = choose()
            started = perf_counter()
            step(actions)
            seconds += perf_counter() - started
        return _ROUNDS * BATCH, seconds

    return chunk


ENVIRONMENT_MODES = (
    Mode("Gymnasium, random opponents", single_agent_env),
    Mode("... through gymnasium.make", made_env),
    Mode("PettingZoo AEC, raw", aec),
    Mode(f"Gymnasium vector env of {BATCH}", vector_env),
    Mode(f"Stable-Baselines3 VecEnv of {BATCH}", sb3_vec_env),
)
