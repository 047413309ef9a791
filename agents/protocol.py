"""What an agent may know, and what it must do.

An agent never gets the true state. It gets a view: what one player knows at the moment of a decision. The bots of this
package run compiled rules on ``view.resample(seed)``, a state that is redrawn for that player: they may look at every
field of it and still cannot learn what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol, runtime_checkable

from dicedeck.envs.core.dtypes import Floats, Mask
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game, State


@runtime_checkable
class View(Protocol):
    """What the player to move knows. It does not change when the game goes on."""

    @property
    def game(self) -> Game: ...

    @property
    def player(self) -> int:
        """The seat that decides."""
        ...

    @property
    def observation(self) -> Floats:
        """float32[observation_size]."""
        ...

    @property
    def mask(self) -> Mask:
        """int8[num_actions], 1 where legal."""
        ...

    @property
    def legal_actions(self) -> list[int]:
        """Ascending, never empty."""
        ...

    def features(self) -> Floats:
        """float32[len(legal_actions), feature_size], a row for each legal action."""
        ...

    def action_name(self, action: int) -> str: ...

    def resample(self, seed: int) -> State:
        """A state that could be the true one for all that the player knows; it depends on that and ``seed`` only."""
        ...


@runtime_checkable
class Agent(Protocol):
    """A player. May also have ``act_many(views) -> list[int]``; see the function of that name."""

    name: str
    """The spec that it was loaded from."""

    def reset(self, seed: int) -> None:
        """Called before each game: all of the agent's randomness comes from ``seed``."""
        ...

    def act(self, view: View) -> int:
        """One of the legal actions, decided by what the view tells and the agent's own random numbers alone."""
        ...


class StateView:
    """The view of the player to move. The state stays inside the functions that answer for it."""

    def __init__(self, state: State) -> None:
        snapshot = state.clone()
        player = snapshot.current_player()
        if player < 0:
            raise DicedeckError(f"{state.game.name}: the game is over, so there is nothing to decide")
        self.game: Game = snapshot.game
        self.player: int = player
        self._observe: Callable[[], Floats] = lambda: snapshot.observation_tensor(player)
        self._mask: Callable[[], Mask] = lambda: snapshot.legal_actions_mask()
        self._legal: Callable[[], list[int]] = lambda: snapshot.legal_actions()
        self._features: Callable[[], Floats] = lambda: snapshot.action_features()
        self._resample: Callable[[int], State] = lambda seed: snapshot.resample(player, seed)

    @cached_property
    def observation(self) -> Floats:
        return self._observe()

    @cached_property
    def mask(self) -> Mask:
        return self._mask()

    @cached_property
    def legal_actions(self) -> list[int]:
        return self._legal()

    def features(self) -> Floats:
        return self._features()

    def action_name(self, action: int) -> str:
        return self.game.action_to_string(action)

    def resample(self, seed: int) -> State:
        return self._resample(seed)


def view_of(state: State) -> View:
    """What the player to move knows of ``state``, which may go on without changing the view.

    Raises:
        DicedeckError: the game is over.
    """
    return StateView(state)


def act_many(agent: Agent, views: Sequence[View]) -> list[int]:
    """One action for each view: in one call when the agent can, one by one otherwise."""
    together: Callable[[Sequence[View]], list[int]] | None = getattr(agent, "act_many", None)
    return together(views) if together is not None else [agent.act(view) for view in views]
