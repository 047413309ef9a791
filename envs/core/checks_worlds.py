"""Clauses about hidden information: two worlds that a player cannot tell apart look and resample the same.

Nobody can list what a game hides, so the worlds come from ``resample`` itself: the true state and two redrawn ones.
Whatever the player is shown must agree in all three. What ``resample`` redraws at all stands in the report, to be read
by someone who knows the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedeck.envs.core.checks_common import (
    Broken,
    Position,
    clause,
    differing_fields,
    fresh_mask,
    require,
    require_same,
    require_same_state,
)
from dicedeck.envs.core.game import State


class Seen:
    """What was found over all positions."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.redrawn: dict[str, set[str]] = {name: set() for name in players}
        self.futures_differ = False


def same_to_the_player(at: Position, seen: Seen) -> None:
    """Observation, mask, features, pictures and every public fact agree in worlds that a player cannot tell apart."""
    s, game = at.state, at.game
    views = [_view(s, player) for player in range(game.num_players)]
    for player, name in enumerate(game.players):
        first, second = int(at.rnd.random() * 2**31), int(at.rnd.random() * 2**31)
        worlds = [s.resample(player, first), s.resample(player, second)]
        for world in worlds:
            for what, value in _view(world, player).items():
                shown = what if what in views[player] else "legal actions"
                require_same(f"{shown} of {name} in a redrawn world", value, views[player].get(what))
            if not game.hidden_information:
                _check_open(at, world, player)
        fields = set(differing_fields(s, worlds[0])) | set(differing_fields(*worlds))
        seen.redrawn[name] |= fields - {"rng"}


def _view(s: State, player: int) -> dict[str, Any]:
    """All that a player is shown, in words that compare."""
    view: dict[str, Any] = {
        "observation": s.observation_tensor(player).tolist(),
        "picture": s.to_string(player),
        "current_player()": s.current_player(),
        "is_terminal()": s.is_terminal(),
        "step_count": s.step_count,
        "phase()": s.phase(),
        "own reward": s.rewards()[player],
        "own return": s.returns()[player],
    }
    if s.current_player() == player:
        view["mask"] = fresh_mask(s).tolist()
        view["features"] = s.action_features().tolist()
    return view


def _check_open(at: Position, world: State, player: int) -> None:
    """Without hidden information everybody sees the same in the redrawn world."""
    for other in range(at.game.num_players):
        if not np.array_equal(world.observation_tensor(other), at.state.observation_tensor(other)):
            raise Broken(f"hidden_information=False, but resample({player}) changes what player {other} sees")


def told_alike(at: Position) -> None:
    """Players are told the same of an action in every world that they cannot tell apart."""
    s = at.state
    for player, name in enumerate(at.game.players):
        world = s.resample(player, int(at.rnd.random() * 2**31))
        for action in set(s.legal_actions()) & set(_legal(world)):
            told = f"what {name} is told of {s.action_to_string(action)!r}"
            require_same(told, world.action_to_string(action, player), s.action_to_string(action, player))


def _legal(s: State) -> list[int]:
    found: list[int] = np.flatnonzero(fresh_mask(s)).tolist()
    return found


def resample_ignores_the_truth(at: Position) -> None:
    """The same seed gives the same bytes from each of the worlds, so nothing of the true one is left."""
    for player in range(at.game.num_players):
        seed = int(at.rnd.random() * 2**31)
        wanted = at.state.resample(player, seed)
        others = [at.state.resample(player, seed + 1)]
        others.append(others[0].resample(player, seed + 2))
        for world in others:
            require_same_state(f"resample({player}, {seed}) from a redrawn world", world.resample(player, seed), wanted)
        for stream, words in enumerate(wanted.records["rng"][0]):
            if np.array_equal(words, at.state.records["rng"][0][stream]):
                raise Broken(f"resample({player}) keeps the random numbers of stream {stream}: the future can be seen")


def redrawn_worlds_play_on(at: Position, seen: Seen) -> None:
    """Redrawn worlds are proper positions, and games that go on from them end."""
    for player in range(at.game.num_players):
        seed = int(at.rnd.random() * 2**31)
        lines = []
        for world in (at.state.resample(player, seed), at.state.resample(player, seed + 1)):
            world.refresh()
            position = world.to_dict()
            read = at.game.from_dict(position).to_dict()
            require_same(f"to_dict() of a world redrawn for player {player}, read back", read, position)
            lines.append(_line(at, world, player, seed))
        seen.futures_differ |= lines[0] != lines[1]


def _line(at: Position, world: State, player: int, seed: int) -> list[bytes]:
    """What the player sees when the game is played on to its end, with choices that depend on the seed only."""
    most = world.game.max_steps
    line = []
    while not world.is_terminal():
        legal = world.legal_actions()
        require(bool(legal), f"a world redrawn for player {player} reaches a position without a legal action")
        with clause(at.report, "max_steps", at.seed, at.actions):
            require(world.step_count < most, f"a world redrawn for player {player} is not over after {most} actions")
        world.apply_action(legal[seed * (world.step_count + 1) % len(legal)])
        line.append(world.observation_tensor(player).tobytes())
    return line


def something_is_hidden(hidden_information: bool, seen: Seen) -> None:
    """With hidden information ``resample`` redraws something, and the games that follow differ."""
    if hidden_information:
        require(
            any(seen.redrawn.values()), "hidden_information=True, but resample redraws nothing but the random numbers"
        )
        require(seen.futures_differ, "hidden_information=True, but games that go on from redrawn worlds never differ")
