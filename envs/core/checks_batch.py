"""Clauses about batches: they step as single states do, and all autoreset modes play the same games."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from dicedeck.envs.core.checks_common import Broken, require, require_same, require_same_array
from dicedeck.envs.core.checks_positions import TOLERANCE
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.errors import IllegalActionError
from dicedeck.envs.core.game import AutoReset, Game, State
from dicedeck.envs.core.playout import Batch, Sampler, random_playout
from dicedeck.envs.core.rng import DEAL, next_seed


def batch_steps_like_states(game: Game, seeds: Sequence[int]) -> None:
    """Action by action a batch holds the same bytes, masks, observations and rewards as states stepped one by one."""
    n = len(seeds)
    batch = game.new_batch(n, seed=seeds[0], autoreset="disabled")
    require(
        batch.state(n - 1) == game.new_initial_state(seeds[0] + n - 1), "new_batch(n, seed): game i starts from seed+i"
    )
    batch.reset(list(seeds))
    states = [game.new_initial_state(seed) for seed in seeds]
    sampler = Sampler(seeds[0])
    for number in range(game.max_steps + 1):
        for i, state in enumerate(states):
            _compare(f"game {i} of the batch after {number} actions", batch, i, state)
        if all(state.is_terminal() for state in states):
            return
        actions = sampler(batch.masks)
        _check_refusal(batch, actions)
        batch.step(actions)
        for state, action in zip(states, actions.tolist(), strict=True):
            if not state.is_terminal():
                state.apply_action(action)
    raise Broken(f"games are not over after {game.max_steps} actions")


def _compare(what: str, batch: Batch, i: int, state: State) -> None:
    require_same(f"{what}: bytes", batch.states[i : i + 1].tobytes(), state.to_bytes())
    require_same_array(f"{what}: mask", batch.masks[i], state.legal_actions_mask())
    require_same_array(f"{what}: observation", batch.observations[i], state.observation_tensor())
    require_same(f"{what}: player", int(batch.players[i]), int(state.records["player"][0]))
    flags = (bool(batch.terminated[i]), bool(batch.truncated[i]))
    require_same(f"{what}: terminated, truncated", flags, (state.terminated, state.truncated))


def _check_refusal(batch: Batch, actions: Array) -> None:
    """One illegal action among legal ones, in the last game that goes on, changes no game."""
    live = np.flatnonzero(batch.masks.any(axis=1))
    illegal = np.flatnonzero(batch.masks[live[-1]] == 0)
    wrong = actions.copy()
    wrong[live[-1]] = illegal[0] if len(illegal) else batch.game.num_actions
    before = batch.states.tobytes()
    try:
        batch.step(wrong)
    except IllegalActionError:
        require(batch.states.tobytes() == before, "a batch that refuses an action has changed all the same")
    else:
        raise Broken(f"the batch takes illegal action {wrong[live[-1]]} in game {live[-1]}")


def random_games_end(game: Game, seed: int, games: int) -> int:
    """Many random games end within max_steps and pay within the bounds. Returns the longest."""
    batch = game.new_batch(games, seed=seed, autoreset="disabled", observations=False)
    sampler = Sampler(seed)
    for _ in range(game.max_steps):
        if not batch.masks.any():
            break
        batch.step(sampler(batch.masks))
    open_games = np.flatnonzero(batch.masks.any(axis=1))
    require(not len(open_games), f"the game from seed {seed + int(open_games.max(initial=0))} exceeds max_steps")
    returns: Floats = batch.states["returns"][:, : game.num_players]
    for i, total in enumerate(returns.tolist()):
        inside = game.min_utility - TOLERANCE <= min(total) and max(total) <= game.max_utility + TOLERANCE
        require(inside and all(map(math.isfinite, total)), f"the game from seed {seed + i} pays {total}")
    end = random_playout(game.new_initial_state(seed), seed)
    require(end.is_terminal() and end.step_count <= game.max_steps, "random_playout does not end the game")
    return int(batch.states["step_count"].max())


def autoreset_modes_agree(game: Game, seed: int, n: int = 2) -> None:
    """The same choices give the same games in all three modes, the second game of each place included."""
    same_step, next_step, disabled = (_Recorder(game, seed, n, mode).run() for mode in _MODES)
    for i in range(n):
        for mode, other in (("next_step", next_step), ("disabled", disabled)):
            for number, (found, wanted) in enumerate(zip(other[i], same_step[i], strict=False)):
                require_same(f"decision {number} of place {i}, {mode} against same_step", found, wanted)
            require_same(f"decisions of place {i}, {mode} against same_step", len(other[i]), len(same_step[i]))


_MODES: tuple[AutoReset, ...] = ("same_step", "next_step", "disabled")


class _Recorder:
    """Plays two games in each place of a batch and notes what every decision saw and brought."""

    def __init__(self, game: Game, seed: int, n: int, mode: AutoReset) -> None:
        self.batch = game.new_batch(n, seed=seed, autoreset=mode)
        self.most = 2 * (game.max_steps + 1)
        self.choices = [random.Random(seed + i) for i in range(n)]
        self.decisions: list[list[Any]] = [[] for _ in range(n)]
        self.ended = [0] * n

    def run(self) -> list[list[Any]]:
        for _ in range(self.most):
            if min(self.ended) >= 2:
                break
            self._step()
        require(min(self.ended) >= 2, f"{self.batch.autoreset}: no second game in {self.most} steps")
        return self.decisions

    def _step(self) -> None:
        batch = self.batch
        seen = [_short(batch.observations[i], batch.masks[i], int(batch.players[i])) for i in range(batch.n)]
        live: Array = np.any(batch.masks, axis=1)
        actions = np.array([self._choose(i) if live[i] else -1 for i in range(batch.n)])
        batch.step(actions)
        over: Array = batch.terminated | batch.truncated
        for i in range(batch.n):
            if not live[i]:
                require(not batch.rewards[i].any(), f"{batch.autoreset}: the step that deals again pays a reward")
            elif self.ended[i] < 2:
                end = self._end_seen(i) if over[i] else ""
                flags = (bool(batch.terminated[i]), bool(batch.truncated[i]))
                self.decisions[i].append((seen[i], int(actions[i]), batch.rewards[i].tolist(), flags, end))
                self.ended[i] += int(over[i])
        if batch.autoreset == "disabled" and over.any():
            self._deal_again(over)

    def _choose(self, i: int) -> int:
        legal = np.flatnonzero(self.batch.masks[i])
        return int(legal[int(self.choices[i].random() * len(legal))])

    def _end_seen(self, i: int) -> str:
        """The finished game as its last mover sees it."""
        batch = self.batch
        if batch.autoreset == "same_step":
            return _short(batch.final_observations[i], np.zeros_like(batch.masks[i]), int(batch.final_players[i]))
        return _short(batch.observations[i], batch.masks[i], int(batch.players[i]))

    def _deal_again(self, over: Array) -> None:
        """As the other modes do: from the finished game's random numbers."""
        seeds = [next_seed(self.batch.states["rng"][i, DEAL].copy()) if over[i] else 0 for i in range(self.batch.n)]
        self.batch.reset(seeds, over)


def _short(observation: Array, mask: Array, player: int) -> str:
    return sha256(observation.tobytes() + mask.tobytes()).hexdigest()[:12] + f" player {player}"
