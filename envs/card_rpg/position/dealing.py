"""Cards named in a position: each name takes the next card of its kind, and no more than there are."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import kind_name
from dicedeck.envs.card_rpg.cards import MOST_IN_ROW, N_CARDS, N_KINDS, N_PILE, NONE
from dicedeck.envs.card_rpg.position.names import PERSONAL_NAMES
from dicedeck.envs.card_rpg.rules.cards_in_play import name_of_kind
from dicedeck.envs.card_rpg.state import B, Place, State
from dicedeck.envs.card_rpg.tables import Tables
from dicedeck.envs.core.errors import PositionError, did_you_mean
from dicedeck.envs.core.notation import Reader


class Dealer:
    """Hands out single cards."""

    def __init__(self, tables: Tables, s: State) -> None:
        self.s = s
        self.kinds = {kind_name(tables, kind): kind for kind in range(N_KINDS)}
        self.left: dict[int, list[int]] = {kind: [] for kind in range(N_KINDS)}
        for card in range(N_PILE):
            if s.kind_of[card] != NONE:
                self.left[int(s.kind_of[card])].append(card)
        self.laid: set[int] = set()

    def card(self, name: str, where: str, hand: int | None) -> int:
        """The next card of that name; personal weapons are those of ``hand``."""
        if name in PERSONAL_NAMES and hand is not None:
            card = N_PILE + 2 * hand + PERSONAL_NAMES.index(name)
            if self.s.built[card - N_PILE, B.KIND] == NONE:
                raise PositionError(where, f"{name} is not built; say under 'personal' what it is")
            if card in self.laid:
                raise PositionError(where, f"{name} lies somewhere else already")
            self.laid.add(card)
            return card
        if name not in self.kinds:
            raise PositionError(where, f"{name!r} is no card that can lie there{did_you_mean(name, self.kinds)}")
        if not self.left[self.kinds[name]]:
            raise PositionError(where, f"there is no {name} left; all of them lie somewhere else")
        return self.left[self.kinds[name]].pop(0)

    def lay(self, reader: Reader, key: str, place: int, hand: int | None = None) -> list[int]:
        """The cards under a key, laid in their place."""
        found = [self.card(name, reader.path(key), hand) for name in reader.names(key)]
        self.s.places[found] = place
        return found

    def lay_row(self, reader: Reader, figure: int, row: int, hand: int) -> None:
        """A row: cards of one name, the first plotted first."""
        s = self.s
        where = reader.path("cards")
        found = [self.card(name, where, hand) for name in reader.names("cards")]
        if not 1 <= len(found) <= MOST_IN_ROW:
            raise PositionError(where, f"a row has 1 to {MOST_IN_ROW} cards, not {len(found)}")
        if len({int(name_of_kind(s, self.kind(card))) for card in found}) > 1:
            raise PositionError(where, "a row has cards of one name only")
        s.row_cards[figure, row, : len(found)] = found
        s.row_size[figure, row] = len(found)
        s.places[found] = int(Place.ROW) + 2 * figure + row

    def kind(self, card: int) -> int:
        return int(self.s.kind_of[card] if card < N_PILE else self.s.built[card - N_PILE, B.KIND])

    def lay_pile(self, reader: Reader) -> None:
        """The pile from its top; what nothing names lies under it. Personal weapons that nothing names are aside."""
        s = self.s
        pile = self.lay(reader, "pile", Place.PILE)
        pile += [card for cards in self.left.values() for card in cards]
        s.places[pile] = Place.PILE
        s.pile[: len(pile)] = pile[::-1]
        s.pile_count = len(pile)
        for card in range(N_PILE, N_CARDS):
            if s.built[card - N_PILE, B.KIND] != NONE and card not in self.laid:
                s.places[card] = Place.ASIDE
