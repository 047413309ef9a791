"""What all readers of a position share: the record, the names of figures, the cards that are left to lay."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import NONE
from dicedeck.envs.card_rpg.position.dealing import Dealer
from dicedeck.envs.card_rpg.position.names import seat_names
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.card_rpg.tables import Tables
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader


class Parts:
    """One position that is being read.

    Attributes:
        names: the figures met so far, by name.
    """

    def __init__(self, tables: Tables, s: State, reader: Reader) -> None:
        self.tables = tables
        self.s = s
        self.reader = reader
        self.dealer = Dealer(tables, s)
        self.names: dict[str, int] = {}

    def figure(self, reader: Reader, key: str) -> int:
        """A figure by its name, or NONE."""
        return NONE if reader.get(key) is None else self.named(reader.get(key), reader.path(key))

    def required(self, reader: Reader, key: str) -> int:
        """A figure that has to be named."""
        if (figure := self.figure(reader, key)) == NONE:
            raise PositionError(reader.path(key), "is missing")
        return figure

    def named(self, name: object, where: str) -> int:
        if not isinstance(name, str) or name not in self.names:
            raise PositionError(where, f"{name!r} is none of the figures here: {', '.join(self.names)}")
        return self.names[name]

    def bits(self, reader: Reader, key: str) -> int:
        return sum(1 << figure for figure in {self.named(name, reader.path(key)) for name in reader.names(key)})

    def seat(self, reader: Reader, key: str) -> int:
        """A seat, or NONE."""
        return reader.optional_choice(key, seat_names(self.s), NONE)

    def seats(self, reader: Reader, key: str) -> int:
        """Bits of seats."""
        bits = 0
        for name in reader.names(key):
            bits |= 1 << Reader({"": name}, reader.path(key)).choice("", seat_names(self.s), "")
        return bits

    def characters(self) -> list[str]:
        return [key for key in self.tables.character_keys if not key.startswith("unused_")]

    def npcs(self) -> list[str]:
        return [key for key in self.tables.npc_keys if not key.startswith("unused_")]


def whole(reader: Reader, key: str, least: int, most: int, default: int) -> int:
    """A whole number between two others."""
    value = reader.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(reader.path(key), f"expected a whole number from {least} to {most}, found {value!r}")
    return value
