"""The games of the suite, by name; a game's module is imported when it is first asked for."""

from __future__ import annotations

import importlib

from dicedeck.envs.core.errors import UnknownGameError, did_you_mean
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.spec import GameSpec

GAMES: dict[str, str] = {
    "impeachment": "dicedeck.envs.impeachment",
    "defence_dice": "dicedeck.envs.defence_dice",
    "deck_of_fate": "dicedeck.envs.deck_of_fate",
    "card_rpg": "dicedeck.envs.card_rpg",
    "kamigakari_combat": "dicedeck.envs.kamigakari.combat",
    "kamigakari_build": "dicedeck.envs.kamigakari.build",
}


def game_ids() -> list[str]:
    """The names that ``load_game`` takes."""
    return list(GAMES)


def find_spec(name: str) -> GameSpec:
    """The description of a game: by name, or ``my_module:GAME`` for a game from outside the suite.

    Raises:
        UnknownGameError: lists the known games.
    """
    if ":" in name:
        return _outside_spec(name)
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise UnknownGameError(f"no game is called {name!r}{did_you_mean(name, GAMES)} (known games: {known})")
    spec: GameSpec = importlib.import_module(GAMES[name]).GAME
    return spec


def load_game(name: str, **options: object) -> Game:
    """A game with its rule options: ``load_game("impeachment", tactics=True)``.

    Raises:
        UnknownGameError: no game of that name.
        OptionError: an option that the game does not have, or a value that it does not take.
    """
    return find_spec(name).load(**options)


def _outside_spec(reference: str) -> GameSpec:
    module_name, _, attribute = reference.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise UnknownGameError(f"{reference!r}: cannot import {error.name!r}; is it on the Python path?") from None
    spec = getattr(module, attribute, None)
    if not isinstance(spec, GameSpec):
        raise UnknownGameError(f"{reference!r}: {module_name} has no GameSpec called {attribute!r}")
    return spec
