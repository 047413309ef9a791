"""One seat in many games at once, as a Gymnasium vector environment; all games are stepped in one compiled call."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.core.game import AutoReset, Game, State
from dicedeck.envs.core.rng import checked_seed
from dicedeck.envs.wrappers.folded import Final, FoldedGames
from dicedeck.envs.wrappers.seats import Opponents, as_game
from dicedeck.envs.wrappers.single import RENDER_MODES, check_render_mode, observation_space

_MODES: dict[AutoresetMode, AutoReset] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class DicedeckVectorEnv(VectorEnv[Floats, Array, NDArray[Any]]):
    """``num_envs`` games, each as ``SingleAgentEnv`` shows it: game i with seed ``seed + i``.

        envs = gymnasium.make_vec("dicedeck/Impeachment-v0", num_envs=64, seat="random", tactics=True)
        observations, infos = envs.reset(seed=7)
        sample = Sampler(seed=7)    # of dicedeck.envs.core.playout
        observations, rewards, terminated, truncated, infos = envs.step(sample(infos["action_mask"]))

    All returned arrays are new ones. Infos hold ``action_mask`` (int8[num_envs, num_actions], all 0 for a game that is
    over) and ``seat`` for every game; ``illegal_action`` where one was played; in the mode SAME_STEP ``final_obs`` and
    ``final_info`` where a game ended. As in Gymnasium ``_key`` says for which games a key tells something.

    Args:
        game, seat, opponents, illegal, render_mode, options: as for ``SingleAgentEnv``. An agent that is an opponent
            decides for all games that wait for it in one call of ``act_many``; it is reset only when all games are.
        autoreset_mode: an ``AutoresetMode`` or its name or value. What becomes of a finished game: NEXT_STEP (the next
            step begins a new one and ignores the action), SAME_STEP (a new one begins at once), or DISABLED
            (``reset(options={"reset_mask": bool[num_envs]})`` has to come before the next step).
        max_episode_steps: truncate games after so many actions of the learner.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = 0,
        opponents: Opponents = "random",
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = as_game(game, options)
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode)
        mode = _parse_mode(autoreset_mode)
        self._autoreset = _MODES[mode]
        self.metadata = {"autoreset_mode": mode, "render_modes": list(RENDER_MODES), "render_fps": 4}
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = Discrete(self.game.num_actions)
        self._games = FoldedGames(self.game, num_envs, seat, opponents, illegal, max_episode_steps)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin new games: all, or those that ``options["reset_mask"]`` (bool[num_envs]) chooses.

        Without a seed each game goes on with the random numbers that the one before left.

        Raises:
            DicedeckError: a seed is no whole number from 0 to 2**63 - 1, or there is not one for each game.
        """
        super().reset(seed=None if seed is None or np.iterable(seed) else checked_seed(seed))
        games = self._games
        chosen = None if options is None or "reset_mask" not in options else self._reset_mask(options["reset_mask"])
        seeds = games.seeds(seed, self.np_random)
        games.new_array(keep=chosen is not None)
        games.begin(seeds, chosen)
        return games.observations, self._infos()

    def step(
        self, actions: Array
    ) -> tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in every game, and let the others reply.

        Raises:
            IllegalActionError: names the game and the action (with ``illegal="raise"``); nothing has changed.
            ResetNeeded: in the mode DISABLED, a game is over.
        """
        step = self._games.step(actions, self._autoreset)
        infos = self._infos()
        if step.final is not None:
            self._add_final(infos, step.final, step.forfeits)
        elif step.forfeits:
            infos["illegal_action"], infos["_illegal_action"] = self._names(step.forfeits)
        return self._games.observations, step.rewards, step.terminated, step.truncated, infos

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._games.masks.copy(),
            "_action_mask": everywhere,
            "seat": self._games.player.copy(),
            "_seat": everywhere.copy(),
        }

    def _add_final(self, infos: dict[str, Any], final: Final, forfeits: dict[int, str]) -> None:
        ended = np.zeros(self.num_envs, np.bool_)
        ended[final.games] = True
        observations = np.full(self.num_envs, None, dtype=object)
        for i, observation in zip(final.games, final.observations, strict=True):
            observations[i] = observation
        seats = np.zeros(self.num_envs, np.int32)
        seats[final.games] = final.seats
        info = {"action_mask": np.zeros_like(infos["action_mask"]), "_action_mask": ended.copy()}
        info |= {"seat": seats, "_seat": ended.copy()}
        if forfeits:
            info["illegal_action"], info["_illegal_action"] = self._names(forfeits)
        infos |= {"final_obs": observations, "_final_obs": ended, "final_info": info, "_final_info": ended.copy()}

    def _names(self, forfeits: dict[int, str]) -> tuple[Array, NDArray[np.bool_]]:
        names = np.full(self.num_envs, None, dtype=object)
        names[list(forfeits)] = list(forfeits.values())
        return names, names != None  # noqa: E711 (elementwise)

    def _reset_mask(self, chosen: Any) -> NDArray[np.bool_]:
        mask = np.asarray(chosen)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise OptionError(f"reset_mask must be bool[{self.num_envs}], True at least once; found {chosen!r}")
        return mask

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[num_envs, num_actions]: what is legal now."""
        return self._games.masks.astype(np.bool_)

    def state(self, i: int) -> State:
        """A copy of game i, hidden cards included: for looking."""
        return self._games.state(i)

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who plays the other seats, from their next move on."""
        self._games.set_opponents(opponents)

    def clone(self) -> DicedeckVectorEnv:
        """An independent copy that goes on in the same way."""
        return copy.deepcopy(self)

    def render(self) -> tuple[str, ...] | None:
        """What the learner's seat knows of each game, as text."""
        texts = tuple(self.state(i).to_string(int(self._games.player[i])) for i in range(self.num_envs))
        if self.render_mode == "ansi":
            return texts
        if self.render_mode == "human":
            print("\n\n".join(texts))
        return None


def _parse_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value) or (isinstance(mode, str) and mode.upper() == known.name):
            return known
    names = ", ".join(known.name for known in AutoresetMode)
    raise OptionError(f"autoreset_mode={mode!r} does not exist; choose from {names}")
