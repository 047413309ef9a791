"""Clauses about a game as a whole: its facts, its layouts, its actions, what it refuses."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import partial

import numpy as np

from dicedeck.envs.core.checks_common import Broken, require, require_same
from dicedeck.envs.core.errors import ActionNameError, DicedeckError, IllegalActionError, OptionError, PositionError
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.layout import Layout

MAX_PLAYERS = 6
UTILITIES = ("zero_sum", "identical", "general")


def facts(game: Game) -> None:
    """Players, bounds and sizes make sense; names fit PettingZoo's pattern."""
    require(1 <= game.num_players <= MAX_PLAYERS, f"{game.num_players} players, 1 to {MAX_PLAYERS} are possible")
    require_same("number of roles", len(game.roles), game.num_players)
    for names in (game.players, game.roles):
        require(len(set(names)) == len(names), f"names are given twice: {', '.join(names)}")
    for name in game.players:
        require(
            bool(re.fullmatch(r"[a-z]+_[0-9]+", name)), f"player {name!r}: write lower-case letters, _ and a number"
        )
    require(bool(re.fullmatch(r"[a-z][a-z0-9_]*", game.name)), f"name {game.name!r}: write lower-case letters and _")
    require(bool(game.title), "the title is empty")
    require(game.utility in UTILITIES, f"utility {game.utility!r} is none of {', '.join(UTILITIES)}")
    require(game.min_utility < game.max_utility, f"utility from {game.min_utility} to {game.max_utility}")
    require(game.num_actions > 0 and game.max_steps > 0, "num_actions and max_steps must be positive")
    for field, size in (("rewards", game.num_players), ("returns", game.num_players)):
        found = game.state_dtype[field].shape
        require(len(found) == 1 and found[0] >= size, f"{field} has shape {found}, there are {size} players")


def same_game_again(game: Game) -> None:
    """The options that differ from their defaults load the same game; pickled games are equal too."""
    again = game.spec.load(**game.option_values())
    require(again == game and again.digest == game.digest, "loading it with its own option_values() gives another game")
    copy = pickle.loads(pickle.dumps(game))
    require(copy == game and hash(copy) == hash(game), "a pickled game differs (is the GameSpec called GAME?)")


def layout(game: Game) -> None:
    """Observation and features: named pieces that cover the vector, without holes and overlaps; their symmetries."""
    for what, pieces in (("observation", game.layout), ("features", game.feature_layout)):
        _covered(what, pieces)
    require_same("observation_size", game.observation_size, game.layout.size)
    require_same("feature_size", game.feature_size, game.feature_layout.size)
    for number, symmetry in enumerate(game.symmetries):
        for what, order, size in (
            ("observation", symmetry.observation, game.observation_size),
            ("features", symmetry.features, game.feature_size),
        ):
            places = np.arange(size)
            require(np.array_equal(np.sort(order), places), f"symmetry {number} does not keep all of the {what}")
            require(number > 0 or np.array_equal(order, places), f"symmetry 0 changes the {what}")


def _covered(what: str, pieces: Layout) -> None:
    end = 0
    for slot in pieces.slots:
        require_same(f"{what}: start of {slot.name}", slot.start, end)
        require(slot.stop > slot.start, f"{what}: {slot.name} is empty")
        size = 1
        for length in slot.shape:
            size *= length
        require_same(f"{what}: numbers in {slot.name}", slot.stop - slot.start, size)
        end = slot.stop
    require_same(f"{what}: end of the last piece", end, pieces.size)
    require_same(f"{what}: bytes", pieces.dtype.itemsize, 4 * pieces.size)


def action_names(game: Game) -> None:
    """Every action has a name of its own that leads back to it; so do its block and indices."""
    names = [game.action_to_string(action) for action in range(game.num_actions)]
    require(len(set(names)) == len(names), "two actions have the same name")
    for action, name in enumerate(names):
        require(
            name == " ".join(name.split()) and bool(name), f"the name {name!r} has blanks at its ends or double ones"
        )
        require_same(f"string_to_action({name!r})", game.string_to_action(name), action)
        block, indices = game.actions.decode(action)
        require_same(f"encode(*decode({action}))", game.actions.encode(block, *indices), action)


def refusals(game: Game) -> None:
    """Wrong input is refused with the error that belongs to it, never taken silently."""
    _refused("an unknown option", OptionError, lambda: game.spec.load(no_such_option=1))
    _refused("an unknown action name", ActionNameError, lambda: game.string_to_action("no such action"))
    for action in (-1, game.num_actions):
        _refused(f"the name of action {action}", DicedeckError, partial(game.action_to_string, action))
    start = game.new_initial_state(seed=0)
    for action in (-1, game.num_actions):
        _refused(f"action {action}", IllegalActionError, partial(start.apply_action, action))
    _refused("too few bytes", PositionError, lambda: game.from_bytes(start.to_bytes()[:-1]))
    position = start.to_dict()
    _refused("a position that is no mapping", PositionError, lambda: game.from_dict([position]))  # type: ignore[arg-type]
    _refused("a position of another game", PositionError, lambda: game.from_dict({**position, "game": "other"}))
    _refused("an unknown key", PositionError, lambda: game.from_dict({**position, "no_such_key": 1}))


def _refused(what: str, error: type[Exception], attempt: Callable[[], object]) -> None:
    try:
        attempt()
    except error:
        return
    raise Broken(f"{what} is taken; expected {error.__name__}")
