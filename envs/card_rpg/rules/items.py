"""Items: where they are, who may use them, and when (CARD-70 to CARD-85)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_ITEMS,
    N_PILE,
    N_ROWS,
    N_WEAPONS,
    NONE,
    I,
    Moment,
    Op,
    Scope,
)
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    discard,
    hand_of,
    held_card,
    is_any_discarded,
    row_kind,
    take_from_row,
)
from dicedeck.envs.card_rpg.rules.context import find_op, friends_to_help, printed_target, with_rows
from dicedeck.envs.card_rpg.rules.figures import leader, stands, visible_foes
from dicedeck.envs.card_rpg.state import Ops, Place, State
from dicedeck.envs.core.jit import rule


@rule
def row_with_item(s: State, figure: int, item: int) -> int:
    """The row in which the item lies before a figure; NONE."""
    for row in range(N_ROWS):
        if s.row_size[figure, row] > 0 and row_kind(s, figure, row) == N_WEAPONS + item:
            return row
    return NONE


@rule
def has_item(s: State, figure: int, item: int) -> bool:
    """In the hand that the figure uses, or in a row before it. Foes use items only as mid-boss or boss (CARD-19)."""
    if not stands(s, figure) or (figure >= MOST_PCS and s.rank[figure] == 0):
        return False
    if held_card(s, hand_of(figure), N_WEAPONS + item) != NONE:
        return True
    return row_with_item(s, figure, item) != NONE


@rule
def item_with(s: State, figure: int, moment: int, code: int, who: int) -> int:
    """An item that the figure has for a moment, with this operation (``who`` NONE: whomever it touches); NONE."""
    if s.hand_count[hand_of(figure)] == 0 and s.row_size[figure, 0] == 0 and s.row_size[figure, 1] == 0:
        return NONE
    for item in range(N_ITEMS):
        if s.items[item, I.MOMENT] == moment and s.items[item, I.OPS] == code:
            if (who == NONE or s.items[item, I.OPS + 1] == who) and has_item(s, figure, item):
                return item
    return NONE


@rule
def spend_item(s: State, figure: int, item: int) -> None:
    """From the hand, else from the row."""
    card = held_card(s, hand_of(figure), N_WEAPONS + item)
    if card != NONE:
        discard(s, card)
    else:
        take_from_row(s, figure, row_with_item(s, figure, item))


@rule
def item_targets(s: State, figure: int, item: int) -> int:
    """Bits of the figures that an item of the action moment can be used on; the user itself where it chooses nobody;
    0: it cannot be used."""
    scope = s.items[item, I.SCOPE]
    if scope == Scope.ALLY or scope == Scope.OTHER_ALLY:
        return friends_to_help(s, Ops.ITEM, item, figure, scope == Scope.OTHER_ALLY)
    if scope == Scope.SITUATION:
        kind = s.items[item, I.OPS + 2]
        return (1 << figure) if figure < MOST_PCS and printed_target(s, kind) > 0 else 0
    if scope == Scope.DISCARDS:
        return (1 << figure) if is_any_discarded(s) else 0
    if scope == Scope.FOE:
        if s.fight == 0:
            return 0
        foes = visible_foes(s, figure)
        return with_rows(s, foes) if find_op(s, Ops.ITEM, item, Op.DROP_ROW) != NONE else foes
    return own_use(s, figure, item)


@rule
def own_use(s: State, figure: int, item: int) -> int:
    """An item on oneself: healing needs something to heal."""
    heals = find_op(s, Ops.ITEM, item, Op.HEAL) != NONE or find_op(s, Ops.ITEM, item, Op.CLEANSE) != NONE
    if heals or find_op(s, Ops.ITEM, item, Op.UNTAP) != NONE:
        return friends_to_help(s, Ops.ITEM, item, figure, False) & (1 << figure)
    return 1 << figure


@rule
def held_bits(s: State, figure: int) -> int:
    """Bits of the items in hand and rows of a figure that may use items."""
    bits = 0
    if not stands(s, figure) or (figure >= MOST_PCS and s.rank[figure] == 0):
        return bits
    hand = Place.HAND + hand_of(figure)
    if s.hand_count[hand_of(figure)] > 0:
        for card in range(N_PILE):
            if s.places[card] == hand and s.kind_of[card] >= N_WEAPONS:
                bits |= 1 << (s.kind_of[card] - N_WEAPONS)
    for row in range(N_ROWS):
        if s.row_size[figure, row] > 0 and row_kind(s, figure, row) >= N_WEAPONS:
            bits |= 1 << (row_kind(s, figure, row) - N_WEAPONS)
    return bits


@rule
def usable_items(s: State, figure: int) -> int:
    """Bits of the items that the figure can use as an action."""
    held = held_bits(s, figure)
    bits = 0
    if held != 0:
        for item in range(N_ITEMS):
            if (held >> item) & 1 and s.items[item, I.MOMENT] == Moment.ACTION and item_targets(s, figure, item) != 0:
                bits |= 1 << item
    return bits


@rule
def usable_by(s: State, seat: int) -> int:
    """Likewise of a seat: the PC's, or those of the foes that lead and use items for their side."""
    if seat < s.pcs:
        return usable_items(s, seat)
    first = leader(s, NONE)
    if first == NONE or (s.hand_count[MASTER] == 0 and s.row_size[first, 0] == 0 and s.row_size[first, 1] == 0):
        return 0
    second = leader(s, first)
    return usable_items(s, first) | (usable_items(s, second) if second != NONE else 0)


@rule
def user_of(s: State, seat: int, item: int) -> int:
    """The figure for which a seat uses the item: the PC, or the leader for which it can be used; NONE."""
    first = int(seat) if seat < s.pcs else leader(s, NONE)
    if first == NONE:
        return NONE
    if (usable_items(s, first) >> item) & 1:
        return first
    second = leader(s, first) if first >= MOST_PCS else NONE
    return second if second != NONE and (usable_items(s, second) >> item) & 1 else NONE
