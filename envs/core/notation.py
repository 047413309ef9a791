"""Reading positions: every value is fetched by key and kind, every complaint names the place, leftovers are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicedeck.envs.core.errors import OptionError, PositionError, did_you_mean

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game


class Reader:
    """A mapping of a position that is being read; ``finish`` complains about keys that nobody asked for."""

    def __init__(self, mapping: dict[str, Any], where: str = "") -> None:
        self._mapping = mapping
        self._where = where
        self._asked: set[str] = set()

    def path(self, key: str) -> str:
        return f"{self._where}.{key}" if self._where else key

    def get(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return self._mapping.get(key, default)

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise PositionError(self.path(key), f"expected true or false, found {value!r}")
        return value

    def count(self, key: str, default: int = 0, most: int = 1_000_000) -> int:
        value = self.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise PositionError(self.path(key), f"expected a whole number from 0 to {most}, found {value!r}")
        return value

    def choice(self, key: str, names: Sequence[str], default: str) -> int:
        """The index in ``names`` of the value."""
        value = self.get(key, default)
        if not isinstance(value, str) or value not in names:
            hint = did_you_mean(str(value), names)
            raise PositionError(self.path(key), f"{value!r} is none of {', '.join(names)}{hint}")
        return list(names).index(value)

    def optional_choice(self, key: str, names: Sequence[str], missing: int) -> int:
        """Likewise, with ``missing`` for null or no value."""
        return missing if self.get(key) is None else self.choice(key, names, "")

    def names(self, key: str) -> list[str]:
        """A list of texts; missing means empty."""
        value = self.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise PositionError(self.path(key), f"expected a list of names, found {value!r}")
        return value

    def counts(self, key: str, most: int) -> list[int]:
        """A list of whole numbers from 0 to ``most``; missing means empty."""
        value = self.get(key, [])
        whole = isinstance(value, list) and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
        if not whole or not all(0 <= n <= most for n in value):
            raise PositionError(self.path(key), f"expected a list of whole numbers from 0 to {most}, found {value!r}")
        return list(value)

    def mapping(self, key: str) -> Reader:
        value = self.get(key, {})
        if not isinstance(value, dict):
            raise PositionError(self.path(key), f"expected a mapping, found {value!r}")
        return Reader(value, self.path(key))

    def mappings(self, key: str) -> list[Reader]:
        value = self.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise PositionError(self.path(key), f"expected a list of mappings, found {value!r}")
        return [Reader(item, f"{self.path(key)}[{i}]") for i, item in enumerate(value)]

    def finish(self) -> None:
        """Every key was asked for."""
        for key in self._mapping:
            if key not in self._asked:
                raise PositionError(self.path(str(key)), f"is not known here{did_you_mean(str(key), self._asked)}")


def check_heading(game: Game, position: dict[str, Any]) -> None:
    """The position names this game and these options, where it names any."""
    if position.get("game", game.name) != game.name:
        raise PositionError("game", f"this is a position of {position['game']!r}, not of {game.name!r}")
    if position.get("version", game.version) != game.version:
        raise PositionError(
            "version", f"written by version {position['version']} of {game.name}, this is {game.version}"
        )
    options = position.get("options")
    if options is None:
        return
    if not isinstance(options, dict):
        raise PositionError("options", f"expected a mapping, found {type(options).__name__}")
    try:
        same = game.spec.parse_options(options) == game.options
    except OptionError as error:
        raise PositionError("options", str(error)) from None
    if not same:
        raise PositionError(
            "options",
            f"the position is for {options or 'the default options'}, the game has "
            f"{game.option_values() or 'the default options'}; load it with the position's, or change those there",
        )
