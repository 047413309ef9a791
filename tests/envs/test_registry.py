"""Games by name: those of the suite, and those of its users."""

from __future__ import annotations

import pytest

from dicedeck.envs import game_ids, load_game
from dicedeck.envs.core.errors import DicedeckError, OptionError, UnknownGameError
from dicedeck.envs.registry import find_spec
from support import toy_game

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("name", game_ids())
def test_a_game_is_called_as_it_is_registered(name: str) -> None:
    spec = find_spec(name)
    assert spec.name == name
    assert spec.title and spec.about
    assert load_game(name) is load_game(name)


def test_unknown_games_show_the_known_ones() -> None:
    with pytest.raises(UnknownGameError) as caught:
        load_game("impeachmant")
    known = ", ".join(game_ids())
    assert str(caught.value) == (f"no game is called 'impeachmant'; did you mean 'impeachment'? (known games: {known})")
    assert issubclass(UnknownGameError, DicedeckError)


def test_options_of_registered_games() -> None:
    with pytest.raises(OptionError, match=r"impeachment has no option 'tactic' .*did you mean 'tactics'"):
        load_game("impeachment", tactic=True)
    with pytest.raises(OptionError, match="impeachment: option conviction='sum': Input should be 'off', 'rank' or 't"):
        load_game("impeachment", conviction="sum")


def test_games_from_outside() -> None:
    assert find_spec("support.toy_game:GAME") is toy_game.GAME


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ("no_such_module:GAME", "cannot import 'no_such_module'; is it on the Python path"),
        ("support.toy_game:GAMES", "support.toy_game has no GameSpec called 'GAMES'"),
        ("support.toy_game:PLAYERS", "support.toy_game has no GameSpec called 'PLAYERS'"),
    ],
)
def test_wrong_references_say_what_is_missing(reference: str, problem: str) -> None:
    with pytest.raises(UnknownGameError, match=problem):
        find_spec(reference)
