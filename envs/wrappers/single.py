"""One seat of a game as a Gymnasium environment; the other players belong to the environment."""

from __future__ import annotations

import copy
import operator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.rng import checked_seed
from dicedeck.envs.wrappers.folded import FoldedGames
from dicedeck.envs.wrappers.seats import Opponents, as_game

RENDER_MODES = ("ansi", "human")


class SingleAgentEnv(gymnasium.Env[Floats, np.int64]):
    """One seat of any game.

    ``step`` plays an action and returns when the seat has to decide again, or the game is over: the reward is the sum
    of all that the seat was paid meanwhile, the observation comes after the other players have replied.

        env = gymnasium.make("dicedeck/Impeachment-v0", seat="random", opponents="greedy", tactics=True)
        observation, info = env.reset(seed=7)
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

    ``reset(seed=7)`` deals the same game as ``game.new_initial_state(seed=7)``; the seat, if random, and the random
    opponents follow from the seed as well. ``reset()`` goes on with the random numbers that the last game left.
    Gymnasium's and SB3's ``check_env`` play illegal actions: give them ``illegal="lose"``.

    Args:
        game: its name, ``module:GAME`` for a game from elsewhere, or a loaded game.
        seat: index, role or player name of the learner, or ``"random"``: drawn for each game.
        opponents: spec of the agent that plays the other seats (in co-operative games: of the companions), an agent, or
            a list with one for each other seat. Agents get a new seed before each game.
        illegal: ``"raise"`` an IllegalActionError at an illegal action, or ``"lose"`` the game by it: the reward then
            brings the seat's total to ``game.min_utility`` and ``info["illegal_action"]`` names the action.
        render_mode: ``"ansi"``: ``render()`` returns what the seat knows as text; ``"human"``: prints it at each step.
        options: the game's rule options.

    Info, at reset and step: ``action_mask`` (int8[num_actions]; all 0 at the end), ``seat``.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str = 0,
        opponents: Opponents = "random",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = as_game(game, options)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.action_space = Discrete(self.game.num_actions)
        self._games = FoldedGames(self.game, 1, seat, opponents, illegal)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a new game and play up to the seat's first decision. There are no ``options``.

        Raises:
            DicedeckError: the seed is no whole number from 0 to 2**63 - 1.
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        games = self._games
        games.begin(games.seeds(seed, self.np_random))
        if self.render_mode == "human":
            self.render()
        return games.seen_one.copy(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and let the others reply.

        Raises:
            IllegalActionError: the action is not legal (with ``illegal="raise"``); nothing has changed.
            ResetNeeded: the episode is over.
        """
        games = self._games
        lost_by = games.step_one(operator.index(action))
        info = self._info()
        if lost_by is not None:
            info["illegal_action"] = lost_by
        if self.render_mode == "human":
            self.render()
        return (
            games.seen_one.copy(),
            games.reward.item(0),
            games.terminated.item(0) != 0,
            games.truncated.item(0) != 0,
            info,
        )

    def _info(self) -> dict[str, Any]:
        games = self._games
        return {"action_mask": games.mask_one.copy(), "seat": games.player.item(0)}

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[num_actions]: what is legal now, as sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self._games.mask_one.astype(np.bool_)
        return masks

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._games.player[0])

    @property
    def state(self) -> State:
        """A copy of the game, hidden cards included: for looking."""
        return self._games.state(0)

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who plays the other seats, from their next move on."""
        self._games.set_opponents(opponents)

    def clone(self) -> SingleAgentEnv:
        """An independent copy that goes on in the same way."""
        return copy.deepcopy(self)

    def render(self) -> str | None:
        """What the seat knows, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with render_mode='ansi'")
            return None
        text = self.state.to_string(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def observation_space(game: Game) -> Box[np.float32]:
    """All values lie in -1 .. 1."""
    return Box(-1.0, 1.0, (game.observation_size,), np.float32)


def check_render_mode(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise OptionError(f"render_mode={render_mode!r} does not exist; choose from {', '.join(RENDER_MODES)}")
    return render_mode
