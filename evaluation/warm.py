"""Compile ahead of time: every entry point of a game once, so that its machine code lies in the cache."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

import numpy as np

from dicedeck.agents.bots import BOTS
from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.playout import Sampler, random_playout


@dataclass(frozen=True)
class WarmStep:
    """Something that compiles what it needs when it runs for the first time."""

    name: str
    run: Callable[[], object]


def warm_steps(game: Game) -> list[WarmStep]:
    """All that compiles code for a game: the engine's entry points, the environments, and the game's bots."""
    steps = [
        WarmStep("state", partial(_use_state, game)),
        WarmStep("batch", partial(_use_batch, game)),
        WarmStep("playouts", partial(_use_playouts, game)),
        WarmStep("environment", partial(_use_environment, game)),
    ]
    steps += [WarmStep(spec, partial(_use_agent, game, spec)) for spec in (*BOTS.get(game.name, ()), "mcts:2")]
    return steps


def warm_all(games: Sequence[Game], workers: int, progress: Callable[[int, int], None]) -> None:
    """Compile all that is compiled for these games.

    Args:
        workers: processes, each of which takes game after game; with 1 it is done in this one.
        progress: called with (steps done, steps in all).
    """
    sizes = [len(warm_steps(game)) for game in games]
    done, total = 0, sum(sizes)
    progress(done, total)
    if workers == 1:
        for game in games:
            for step in warm_steps(game):
                step.run()
                done += 1
                progress(done, total)
        return
    with ProcessPoolExecutor(min(workers, len(games)), multiprocessing.get_context("spawn")) as pool:
        waiting = {pool.submit(_warm, game): size for game, size in zip(games, sizes)}
        for future in as_completed(waiting):
            future.result()
            done += waiting[future]
            progress(done, total)


def _warm(game: Game) -> None:
    for step in warm_steps(game):
        step.run()


def _use_state(game: Game) -> None:
    state = game.new_initial_state(0)
    player = state.current_player()
    state.observation_tensor(player)
    state.action_features()
    state.resample(player, 0)
    state.apply_action(state.legal_actions()[0])


def _use_batch(game: Game) -> None:
    batch = game.new_batch(2)
    batch.features()
    batch.step(Sampler()(batch.masks).astype(np.int64))


def _use_playouts(game: Game) -> None:
    random_playout(game.new_initial_state(0), seed=0)


def _use_environment(game: Game) -> None:
    from dicedeck.envs.wrappers.single import SingleAgentEnv

    env = SingleAgentEnv(game)
    _, info = env.reset(seed=0)
    env.step(int(info["action_mask"].argmax()))


def _use_agent(game: Game, spec: str) -> None:
    try_out(game, [load_agent(spec, game)])


def try_out(game: Game, agents: Iterable[Agent]) -> None:
    """Compile all that a game between these agents needs, before anybody waits for a move."""
    _use_state(game)
    for agent in agents:
        agent.act(view_of(game.new_initial_state(0)))
