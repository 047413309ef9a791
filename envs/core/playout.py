"""Many games at once: ``Batch`` steps them in one compiled call; random play; the masked sampler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dicedeck.envs.core import kernels
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, as_records, bytes_of, new_records
from dicedeck.envs.core.errors import IllegalActionError, OptionError
from dicedeck.envs.core.game import AutoReset, Game, State
from dicedeck.envs.core.jit import kernel
from dicedeck.envs.core.rng import POLICY, checked_seed, seed_streams

_MODES: dict[str, int] = {
    "same_step": kernels.SAME_STEP,
    "next_step": kernels.NEXT_STEP,
    "disabled": kernels.DISABLED,
}
_sample_mask = kernel(kernels.sample_mask)
_sample_masks = kernel(kernels.sample_masks)


class Sampler:
    """Uniformly random legal actions from masks, 100 times as fast as ``Discrete.sample(mask)``."""

    def __init__(self, seed: int = 0) -> None:
        streams = np.zeros((1, 4), np.uint64)
        seed_streams(streams, checked_seed(seed))
        self._rng = streams[0]

    def __call__(self, masks: Mask) -> Array:
        """int64[n]: one legal action per row of int8[n, num_actions]; -1 where the row is empty."""
        actions = np.empty(len(masks), np.int64)
        _sample_masks(masks, self._rng, actions)
        return actions

    def one(self, mask: Mask) -> int:
        """A legal action by int8[num_actions]; -1 when there is none."""
        return int(_sample_mask(mask, self._rng))


class Batch:
    """``n`` games of the same kind, stepped together.

    The arrays are overwritten by each ``step``; copy what must last.

    Attributes:
        masks: int8[n, num_actions], legal actions of the player to move; all 0 for a game that is over.
        observations: float32[n, observation_size], what the player to move sees.
        players: int32[n], the seat to move.
        rewards: float32[n, num_players], of the last step.
        terminated, truncated: bool[n], whether the last step ended the game by the rules, or by a cap.
        final_observations, final_players: valid where the last step ended a game with ``autoreset="same_step"``: the
            finished game as its last mover saw it. By then the other arrays show the new game.
    """

    def __init__(
        self, game: Game, n: int, seed: int = 0, autoreset: AutoReset = "same_step", observations: bool = True
    ) -> None:
        if autoreset not in _MODES:
            raise OptionError(f"autoreset={autoreset!r} does not exist; choose from {', '.join(_MODES)}")
        if n < 1:
            raise OptionError(f"a batch needs at least one game, not {n}")
        self.game = game
        self.n = n
        self.autoreset = autoreset
        self._mode = _MODES[autoreset]
        self.states = new_records(game.state_dtype, n)
        self.masks: Mask = np.zeros((n, game.num_actions), np.int8)
        self.players: Ints = np.zeros(n, np.int32)
        self.rewards: Floats = np.zeros((n, game.num_players), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        rows = n if observations else 0
        self.observations: Floats = np.zeros((rows, game.observation_size), np.float32)
        self.final_observations: Floats = np.zeros((rows, game.observation_size), np.float32)
        self.final_players: Ints = np.zeros(n, np.int32)
        self._records = as_records(self.observations, game.layout.dtype)
        self._final_records = as_records(self.final_observations, game.layout.dtype)
        self.reset(range(seed, seed + n))

    def __len__(self) -> int:
        return self.n

    def reset(self, seeds: Sequence[int] | Array, chosen: Array | None = None) -> None:
        """Begin new games: game i from seeds[i] (length n), only where ``chosen`` (bool[n]) when it is given."""
        picked = np.ones(self.n, np.int8) if chosen is None else np.asarray(chosen, np.bool_).astype(np.int8)
        numbers = np.array([checked_seed(seed) for seed in seeds], np.int64)
        if numbers.shape != (self.n,) or picked.shape != (self.n,):
            raise OptionError(f"reset needs {self.n} seeds and as many flags, one for each game")
        self.game.kernels["reset_states"](self.game.template, self.states, numbers, picked)
        where = picked.astype(np.bool_)
        self.rewards[where] = 0
        self.terminated[where] = False
        self.truncated[where] = False
        self.refresh()

    def refresh(self) -> None:
        """Write players, masks and observations again, after ``states`` was changed by hand."""
        self.players[:] = self.states["player"]
        self.game.kernels["masks_of"](self.states, self.masks)
        if len(self.observations):
            self.game.kernels["observe_states"](self.states, self.players, self.observations, self._records)

    def step(self, actions: Array) -> None:
        """Play one action in every game; a finished game is dealt again or left alone, by the autoreset mode.

        Args:
            actions: int[n], each legal in its game (ignored where the game is over).

        Raises:
            IllegalActionError: names the game's index and the action; then no game has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalActionError(f"step needs {self.n} integer actions, found {chosen.dtype}{list(chosen.shape)}")
        wrong = self.game.kernels["step_states"](
            self.game.template,
            self.states,
            chosen.astype(np.int64, copy=False),
            self._mode,
            self.rewards,
            self.terminated,
            self.truncated,
            self.players,
            self.masks,
            self.observations,
            self._records,
            self.final_observations,
            self._final_records,
            self.final_players,
        )
        if wrong >= 0:
            try:
                self.state(wrong).apply_action(int(chosen[wrong]))
            except IllegalActionError as error:
                raise IllegalActionError(f"game {wrong} of the batch: {error}") from None

    def state(self, i: int) -> State:
        """A copy of game i as a ``State``."""
        return self.game.from_bytes(bytes_of(self.states, i))

    def features(self, rows: Array | None = None) -> tuple[Array, Array, Floats]:
        """Every legal action of every game, or of the games ``rows`` (int[m]).

        Returns:
            owners int64[k] (ascending; with ``rows`` their places in it), actions int64[k], features
            float32[k, feature_size].
        """
        masks = self.masks if rows is None else self.masks[rows]
        owners, actions = np.nonzero(masks.view(np.bool_))  # of truth values the list is made ten times faster
        flat = np.empty((len(actions), self.game.feature_size), np.float32)
        records = as_records(flat, self.game.feature_layout.dtype)
        games = owners if rows is None else np.asarray(rows, np.int64)[owners]
        self.game.kernels["features_of"](self.states, games, actions, flat, records)
        return owners, actions, flat

    def __getstate__(self) -> dict[str, Any]:
        kept = dict(self.__dict__)
        for name in ("_records", "_final_records"):
            del kept[name]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._records = as_records(self.observations, self.game.layout.dtype)
        self._final_records = as_records(self.final_observations, self.game.layout.dtype)


def random_playout(state: State, seed: int) -> State:
    """The end of a game that goes on from ``state`` with uniformly random legal actions."""
    end = state.clone()
    streams = end.record.rng
    seed_streams(streams[POLICY : POLICY + 1], checked_seed(seed))
    end.game.kernels["playouts"](end.records, np.zeros(end.game.num_actions, np.int8))
    end.refresh()
    return end
