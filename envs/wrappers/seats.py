"""Who sits where: the learner's seat, and who moves for the other players."""

from __future__ import annotations

import hashlib
import importlib
import operator
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dicedeck.envs.core.dtypes import Array, Mask
from dicedeck.envs.core.errors import IllegalActionError, OptionError, did_you_mean
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.registry import load_game

LOAD_AGENT = "dicedeck.agents.loader:load_agent"
VIEW_OF = "dicedeck.agents.protocol:view_of"
ACT_MANY = "dicedeck.agents.protocol:act_many"
"""What the agents' side offers, by name: environments are imported before agents are."""
RANDOM = "random"
ILLEGAL = ("raise", "lose")


@runtime_checkable
class Opponent(Protocol):
    """An agent as ``dicedeck.agents.protocol.Agent`` describes it."""

    name: str

    def reset(self, seed: int) -> None: ...

    def act(self, view: Any) -> int: ...


Opponents = str | Opponent | Sequence[str | Opponent]
"""One spec or agent for all other players, or one for each of them in the order of their seats."""


def as_game(game: str | Game, options: dict[str, Any]) -> Game:
    """The game itself, or the one of that name with these rule options."""
    if isinstance(game, str):
        return load_game(game, **options)
    if options:
        raise OptionError(f"{game!r} is loaded already and takes no options, but got {', '.join(options)}")
    return game


def parse_seat(game: Game, seat: int | str) -> int | None:
    """The index of a seat that is given by number, role or player; None for ``"random"``.

    Raises:
        OptionError: lists the seats of the game.
    """
    if isinstance(seat, str):
        names = [*game.players, *(role.lower() for role in game.roles)]
        if seat == RANDOM:
            return None
        if seat.lower() in names:
            return names.index(seat.lower()) % game.num_players
        known = ", ".join((*game.players, *game.roles, RANDOM))
        raise OptionError(f"{game.name} has no seat {seat!r}{did_you_mean(seat, names)} (seats: {known})")
    index = operator.index(seat)
    if not 0 <= index < game.num_players:
        raise OptionError(f"{game.name} has the seats 0 to {game.num_players - 1}, not {index}")
    return index


def check_illegal(illegal: str) -> str:
    """How illegal actions are dealt with: ``raise`` or ``lose``."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal={illegal!r} does not exist; choose from {', '.join(ILLEGAL)}")
    return illegal


def illegal_action(state: State, action: int) -> IllegalActionError:
    """The error that names an action which is not legal in ``state``, and what would be."""
    try:
        state.clone().apply_action(action)
    except IllegalActionError as error:
        return error
    raise AssertionError(f"{action} is legal")


def action_name(game: Game, action: int) -> str:
    """The action's name, or its number where no action has it."""
    return game.action_to_string(action) if 0 <= action < game.num_actions else f"action {action}"


def forfeit_rewards(game: Game, loser: int, returns: Sequence[float]) -> list[float]:
    """What an illegal action brings each player where it loses the game.

    The loser ends with the game's minimum. In a zero-sum game the others share what that is worth, in a game of
    identical utilities they lose too, elsewhere they get nothing more.
    """
    lost = game.min_utility - returns[loser]
    if game.utility == "identical":
        return [lost] * game.num_players
    share = -lost / (game.num_players - 1) if game.utility == "zero_sum" else 0.0
    return [lost if player == loser else share for player in range(game.num_players)]


class Lineup:
    """Who moves for the other players. Seat k of it is the k-th player, the learner left out.

    Attributes:
        at_random: int8[num_players - 1], 1 where the compiled kernel moves at random.
        agents: everybody else, each once.
        agent_of: int64[num_players - 1], the index in ``agents`` for each of them.
    """

    def __init__(self, game: Game, opponents: Opponents) -> None:
        self.agents: list[Opponent] = []
        places = _one_each(game, opponents)
        self.at_random: Mask = np.array([place == RANDOM for place in places], np.int8)
        self.agent_of: Array = np.zeros(len(places), np.int64)
        for k, place in enumerate(places):
            if not isinstance(place, str):
                self.agent_of[k] = self._add(place)
            elif place != RANDOM:
                self.agent_of[k] = self._add(_named(LOAD_AGENT)(place, game))
        if self.agents:
            self._view_of: Any = _named(VIEW_OF)
            self._act_many: Any = _named(ACT_MANY)

    def _add(self, agent: Opponent) -> int:
        for i, known in enumerate(self.agents):
            if known is agent:
                return i
        self.agents.append(agent)
        return len(self.agents) - 1

    def reset(self, seed: int) -> None:
        """Before a game: give every agent its own random numbers."""
        for i, agent in enumerate(self.agents):
            digest = hashlib.blake2b(f"opponent {i} {seed}".encode(), digest_size=8).digest()
            agent.reset(int.from_bytes(digest, "little") >> 1)

    def actions(self, agent: int, states: Sequence[State]) -> list[int]:
        """What an agent plays in each of the states."""
        views = [self._view_of(state) for state in states]
        actions: list[int] = self._act_many(self.agents[agent], views)
        return actions


def _one_each(game: Game, opponents: Opponents) -> list[str | Opponent]:
    others = game.num_players - 1
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * others
    elif len(opponents) != others:
        raise OptionError(f"{game.name} has {others} other players, but {len(opponents)} opponents are given")
    for place in opponents:
        if not isinstance(place, (str, Opponent)):
            raise OptionError(f"an opponent is a spec such as 'random' or an agent, not {type(place).__name__}")
    return [place.strip() if isinstance(place, str) else place for place in opponents]


def _named(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)
