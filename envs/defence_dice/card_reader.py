"""Reading cards and dice out of a position: each card once, dice that show 1 to 6."""

from __future__ import annotations

from dicedeck.envs.core.cards import CARD_IDS, CARD_NAMES, N_RANKS, N_SUITED
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.defence_dice.cards import N_FACES

MOST_LISTED = 15
"""Dice of one list in a position."""


class CardReader:
    """Reads lists of cards, each card at most once in the whole position."""

    def __init__(self) -> None:
        self.seen: dict[int, str] = {}

    def card(self, name: object, where: str) -> int:
        card = CARD_IDS.get(name) if isinstance(name, str) else None
        if card is None:
            raise PositionError(where, f"{name!r} is no card; write S5, HA, DT, CK, X1")
        if card in self.seen:
            raise PositionError(where, f"{name} lies in {self.seen[card]} already; each card exists once")
        self.seen[card] = where
        return card

    def cards(self, reader: Reader, key: str, most: int) -> list[int]:
        where = reader.path(key)
        found = [self.card(name, where) for name in reader.names(key)]
        if len(found) > most:
            raise PositionError(where, f"{len(found)} cards, at most {most} are possible")
        return found

    def fallen(self, reader: Reader, key: str, most: int) -> list[int]:
        """Enemies that have left their tracks: no joker ever does, and a king's fall ends the game."""
        found = self.cards(reader, key, most)
        for card in found:
            if is_joker(card) or is_king(card):
                raise PositionError(reader.path(key), f"{CARD_NAMES[card]} is never there")
        return found


def is_joker(card: int) -> bool:
    return card >= N_SUITED


def is_king(card: int) -> bool:
    return card % N_RANKS == N_RANKS - 1 and not is_joker(card)


def is_queen(card: int) -> bool:
    return card % N_RANKS == N_RANKS - 2 and not is_joker(card)


def read_numbers(reader: Reader, key: str) -> list[int]:
    """What dice show, at most MOST_LISTED of them."""
    numbers = reader.counts(key, most=N_FACES)
    if 0 in numbers or len(numbers) > MOST_LISTED:
        raise PositionError(reader.path(key), f"expected up to {MOST_LISTED} dice that show 1 to {N_FACES}")
    return numbers
