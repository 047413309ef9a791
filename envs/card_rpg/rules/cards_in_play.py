"""Cards and where they lie: pile, hands, rows, discards (CARD-6, CARD-10, CARD-12, CARD-14, CARD-5a)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_IN_ROW,
    MOST_PCS,
    N_CARDS,
    N_FIGURES,
    N_KINDS,
    N_PILE,
    N_ROWS,
    N_WEAPONS,
    NONE,
    Op,
    W,
)
from dicedeck.envs.card_rpg.state import B, Ops, Place, State
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, randbelow, shuffle

# ---------------------------------------------------------------- single cards


@rule
def kind_of(s: State, card: int) -> int:
    """The kind of a card; of a personal weapon that which it copies."""
    return int(s.kind_of[card]) if card < N_PILE else int(s.built[card - N_PILE, B.KIND])


@rule
def held_of(s: State, card: int) -> int:
    """How actions number a card of a hand: by its kind, a personal weapon by itself."""
    return int(s.kind_of[card]) if card < N_PILE else N_KINDS + (card - N_PILE) % 2


@rule
def name_of_kind(s: State, kind: int) -> int:
    """Cards of one name go into one row."""
    return int(s.weapons[kind, W.NAME]) if kind < N_WEAPONS else int(kind)


@rule
def hand_of(figure: int) -> int:
    """The hand that a figure uses."""
    return int(figure) if figure < MOST_PCS else MASTER


@rule
def move(s: State, card: int, place: int) -> None:
    """Lay a card somewhere else; hands are counted, and who knew where it was forgets it."""
    before = s.places[card]
    if before >= Place.HAND and before < Place.ROW and (place == Place.DISCARD or place >= Place.ROW):
        show(s, card, before)
    if before >= Place.HAND and before < Place.ROW:
        s.hand_count[before - Place.HAND] -= 1
    if place >= Place.HAND and place < Place.ROW:
        s.hand_count[place - Place.HAND] += 1
    s.places[card] = place
    s.known[card] = 0


@rule
def show(s: State, card: int, place: int) -> None:
    """A card leaves a hand openly: whoever knew one of its kind there takes it for that one."""
    if card >= N_PILE:
        return
    missing = ~s.known[card]
    for other in range(N_PILE):
        if s.known[other] != 0 and s.kind_of[other] == s.kind_of[card] and s.places[other] == place and other != card:
            seen = s.known[other] & missing
            s.known[other] &= ~seen
            missing &= ~seen


@rule
def forget_hand(s: State, hand: int, seats: int) -> None:
    """A card leaves the hand secretly: but for these seats (bits) nobody is sure any more what is there (CARD-11)."""
    for card in range(N_PILE):
        if s.places[card] == Place.HAND + hand:
            s.known[card] &= seats


@rule
def discard(s: State, card: int) -> None:
    """A personal weapon lies aside instead (CARD-5a)."""
    move(s, card, Place.ASIDE if card >= N_PILE else Place.DISCARD)


@rule
def draw(s: State, hand: int) -> bool:
    """One card; an empty pile is refilled from the discards, with both empty nothing happens (CARD-10)."""
    if s.pile_count == 0:
        refill(s)
    if s.pile_count == 0:
        return False
    s.pile_count -= 1
    card = s.pile[s.pile_count]
    s.pile[s.pile_count] = NONE
    move(s, card, Place.HAND + hand)
    return True


@rule
def refill(s: State) -> None:
    """The discards, shuffled, become the pile."""
    for card in range(N_PILE):
        if s.places[card] == Place.DISCARD:
            s.places[card] = Place.PILE
            s.pile[s.pile_count] = card
            s.pile_count += 1
    shuffle(s.rng[DEAL], s.pile, s.pile_count)


@rule
def held_card(s: State, hand: int, held: int) -> int:
    """A card of a hand by the number that actions have for it; NONE if there is none."""
    if held >= N_KINDS:
        card = N_PILE + 2 * hand + held - N_KINDS
        return int(card) if s.places[card] == Place.HAND + hand else NONE
    for card in range(N_PILE):
        if s.places[card] == Place.HAND + hand and s.kind_of[card] == held:
            return card
    return NONE


@rule
def random_card(s: State, hand: int, with_personal: bool) -> int:
    """A random card of a hand; NONE if there is none."""
    last = N_CARDS if with_personal else N_PILE
    count = 0
    for card in range(last):
        count += int(s.places[card] == Place.HAND + hand)
    if count == 0:
        return NONE
    left = randbelow(s.rng[DEAL], count)
    for card in range(last):
        if s.places[card] == Place.HAND + hand:
            if left == 0:
                return card
            left -= 1
    return NONE


@rule
def discard_hand(s: State, hand: int) -> None:
    if s.hand_count[hand] > 0:
        for card in range(N_CARDS):
            if s.places[card] == Place.HAND + hand:
                discard(s, card)


@rule
def tradeable(s: State, hand: int) -> int:
    """Cards of a hand that are no personal weapons."""
    count = int(s.hand_count[hand])
    for k in range(2):
        count -= int(s.places[N_PILE + 2 * hand + k] == Place.HAND + hand)
    return count


@rule
def is_any_discarded(s: State) -> bool:
    for card in range(N_PILE):
        if s.places[card] == Place.DISCARD:
            return True
    return False


@rule
def can_pick(s: State, card: int) -> bool:
    """A discard that may be taken; never the item whose effect takes it (CARD-82)."""
    if s.places[card] != Place.DISCARD:
        return False
    return not (s.actor != NONE and s.ops == Ops.ITEM and s.kind_of[card] == N_WEAPONS + s.ops_row)


@rule
def is_any_to_pick(s: State) -> bool:
    for card in range(N_PILE):
        if can_pick(s, card):
            return True
    return False


# ---------------------------------------------------------------- rows


@rule
def row_place(figure: int, row: int) -> int:
    return Place.ROW.value + figure * N_ROWS + row


@rule
def row_kind(s: State, figure: int, row: int) -> int:
    """The kind of a row's first card, NONE for an empty row."""
    return kind_of(s, s.row_cards[figure, row, 0]) if s.row_size[figure, row] > 0 else NONE


@rule
def is_weapon_row(s: State, figure: int, row: int) -> bool:
    kind = row_kind(s, figure, row)
    return kind != NONE and kind < N_WEAPONS


@rule
def takes(s: State, figure: int, row: int, kind: int) -> bool:
    """Whether a card of this kind may be laid there: the row is empty, or has its name and room."""
    count = s.row_size[figure, row]
    if count == 0:
        return True
    return count < MOST_IN_ROW and name_of_kind(s, row_kind(s, figure, row)) == name_of_kind(s, kind)


@rule
def lay(s: State, card: int, figure: int, row: int) -> None:
    """Plot a card; a new row is unused."""
    count = s.row_size[figure, row]
    if count == 0:
        s.row_used[figure, row] = 0
        s.row_acted[figure, row] = 0
        s.row_copy[figure, row] = NONE
    s.row_cards[figure, row, count] = card
    s.row_size[figure, row] = count + 1
    move(s, card, row_place(figure, row))


@rule
def discard_row(s: State, figure: int, row: int) -> None:
    if s.row_size[figure, row] == 0:
        return
    for k in range(s.row_size[figure, row]):
        discard(s, s.row_cards[figure, row, k])
        s.row_cards[figure, row, k] = NONE
    clear_row(s, figure, row)


@rule
def clear_row(s: State, figure: int, row: int) -> None:
    s.row_size[figure, row] = 0
    s.row_used[figure, row] = 0
    s.row_acted[figure, row] = 0
    s.row_copy[figure, row] = NONE
    for other in range(N_FIGURES):  # a Copy of it stands for nothing from now on (CARD-69)
        for k in range(N_ROWS):
            if s.row_copy[other, k] == figure * N_ROWS + row:
                s.row_copy[other, k] = NONE


@rule
def discard_rows(s: State, figure: int) -> None:
    for row in range(N_ROWS):
        discard_row(s, figure, row)


@rule
def take_from_row(s: State, figure: int, row: int) -> None:
    """The last card of a row is discarded."""
    count = s.row_size[figure, row] - 1
    discard(s, s.row_cards[figure, row, count])
    s.row_cards[figure, row, count] = NONE
    s.row_size[figure, row] = count
    if count == 0:
        clear_row(s, figure, row)


@rule
def is_copy(s: State, kind: int) -> bool:
    """A weapon that stands for another row."""
    return kind != NONE and kind < N_WEAPONS and s.weapons[kind, W.OPS] == Op.COPY_ROW


@rule
def shown_row(s: State, figure: int, row: int) -> int:
    """figure * N_ROWS + row whose cards count: its own, a Copy's the copied ones; NONE if none (CARD-69)."""
    if not is_weapon_row(s, figure, row):
        return NONE
    if not is_copy(s, row_kind(s, figure, row)):
        return figure * N_ROWS + row
    code = int(s.row_copy[figure, row])
    return code if can_be_copied(s, code) else NONE


@rule
def can_be_copied(s: State, code: int) -> bool:
    if code == NONE or not is_weapon_row(s, code // N_ROWS, code % N_ROWS):
        return False
    return not is_copy(s, row_kind(s, code // N_ROWS, code % N_ROWS))


@rule
def weapon_of(s: State, figure: int, row: int) -> int:
    """The row of the table that a row on the table acts as; NONE for items, empty rows, a Copy of nothing."""
    code = shown_row(s, figure, row)
    return NONE if code == NONE else row_kind(s, code // N_ROWS, code % N_ROWS)


@rule
def row_modifier(s: State, figure: int, row: int) -> int:
    """Modifier of the first card and the additional ones of each further (CARD-13)."""
    code = shown_row(s, figure, row)
    if code == NONE:
        return 0
    total = 0
    for k in range(s.row_size[code // N_ROWS, code % N_ROWS]):
        card = s.row_cards[code // N_ROWS, code % N_ROWS, k]
        total += s.weapons[kind_of(s, card), W.MODIFIER if k == 0 else W.ADDITIONAL]
        if card >= N_PILE:
            total += s.built[card - N_PILE, B.MODIFIER if k == 0 else B.ADDITIONAL]
    return int(total)


@rule
def row_critical(s: State, figure: int, row: int) -> int:
    """Critical value of the first card (CARD-17)."""
    code = shown_row(s, figure, row)
    if code == NONE:
        return 0
    card = s.row_cards[code // N_ROWS, code % N_ROWS, 0]
    value = s.weapons[kind_of(s, card), W.CRITICAL]
    if card >= N_PILE:
        value += s.built[card - N_PILE, B.CRITICAL]
    return int(value)


@rule
def row_npc(s: State, figure: int, row: int) -> int:
    """The NPC whose action a Command makes; NONE for other rows."""
    code = shown_row(s, figure, row)
    if code == NONE or row_kind(s, code // N_ROWS, code % N_ROWS) != COMMAND:
        return NONE
    card = s.row_cards[code // N_ROWS, code % N_ROWS, 0]
    return int(s.built[card - N_PILE, B.NPC]) if card >= N_PILE else NONE
