"""What operations do to a figure, one call each; nothing here knows a card by name."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import (
    ALL,
    MASTER,
    MOST_PCS,
    N_CARDS,
    N_FIGURES,
    N_PILE,
    N_ROWS,
    NONE,
    Op,
    Who,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    can_be_copied,
    can_pick,
    discard,
    discard_hand,
    discard_row,
    draw,
    forget_hand,
    hand_of,
    is_any_to_pick,
    is_weapon_row,
    move,
    random_card,
)
from dicedeck.envs.card_rpg.rules.context import op_number
from dicedeck.envs.card_rpg.rules.damage import ATTACK, UNGUARDABLE, untap
from dicedeck.envs.card_rpg.rules.figures import (
    cleanse,
    constant_sum,
    give_status,
    is_bit,
    is_npc,
    stands,
    steering_seat,
)
from dicedeck.envs.card_rpg.rules.tasks import decide, decide_figure, forget_choice, push, seat_of
from dicedeck.envs.card_rpg.state import Health, Ops, Place, Source, State, Task
from dicedeck.envs.core.jit import rule


@rule
def carry_out_effect(s: State, ops: int, row: int, k: int, figure: int) -> None:
    """The k-th operation of the action in hand, on one figure."""
    code = op_number(s, ops, row, k, 0)
    amount = op_number(s, ops, row, k, 2)
    if code == Op.DAMAGE:
        deal(s, figure, amount)
    elif code == Op.STATUS:
        s.hidden[s.actor] = 0
        give_status(s, figure, amount, seat_of(s, s.actor))
    elif code == Op.TAKE:
        take_cards(s, figure, amount)
    elif code == Op.DROP_ROW:
        push(s, Task.DROP, figure, seat_of(s, s.actor) if not s.steered else steering_seat(s, s.actor), 0, 0)
    elif code == Op.REDIRECT:
        s.shielding[s.actor] = 1
    elif code == Op.GIVE_HAND:
        give_hand(s, figure)
    else:
        help_figure(s, code, amount, figure)


@rule
def deal(s: State, figure: int, amount: int) -> None:
    """So many damages, one more for a critical (CARD-17)."""
    by = int(s.actor)
    flags = ATTACK | (UNGUARDABLE if s.unguardable else 0)
    if s.source == Source.ITEM:
        s.hidden[by] = 0
        by = NONE
        flags = 0
    for _ in range(amount + int(is_bit(s.crits, figure))):
        push(s, Task.DAMAGE, figure, by, flags, 0)


@rule
def help_figure(s: State, code: int, amount: int, figure: int) -> None:
    """Operations that situations have as well."""
    if code == Op.HEAL:
        heal(s, figure, amount)
    elif code == Op.CLEANSE:
        cleanse(s, figure)
    elif code == Op.HIDE:
        if stands(s, figure):
            s.hidden[figure] = 1
    elif code == Op.CARDS:
        change_hand(s, hand_of(figure), amount)
    elif code == Op.UNTAP:
        untap(s, figure)
        if is_npc(s, figure) and s.health[figure] == Health.WOUNDED:
            s.health[figure] = Health.UNHURT
    elif code == Op.RECOVER:
        push(s, Task.RECOVER, figure, amount, 0, 0)


@rule
def heal(s: State, figure: int, state: int) -> None:
    """From this state one step up, and from no other."""
    if s.here[figure] and s.health[figure] == state:
        s.health[figure] -= 1


@rule
def change_hand(s: State, hand: int, amount: int) -> None:
    """Draw, or discard at random."""
    if amount == -ALL:
        discard_hand(s, hand)
        return
    for _ in range(amount):
        draw(s, hand)
    for _ in range(-amount):
        card = random_card(s, hand, True)
        if card != NONE:
            discard(s, card)


@rule
def take_cards(s: State, figure: int, amount: int) -> None:
    """Random cards of a hand; without a hand of its own the taker discards them. Personal weapons are never taken."""
    for _ in range(amount):
        card = random_card(s, hand_of(figure), False)
        if card != NONE:
            hand_over(s, card, figure, hand_of(s.actor))


@rule
def hand_over(s: State, card: int, figure: int, hand: int) -> None:
    """A card goes to another hand; its former owner knows where it is."""
    if hand == MASTER and not s.gm:
        discard(s, card)
        return
    forget_hand(s, hand_of(figure), 1 << seat_of(s, figure) | 1 << min(hand, s.pcs))
    move(s, card, Place.HAND + hand)
    s.known[card] |= 1 << seat_of(s, figure)


@rule
def give_hand(s: State, figure: int) -> None:
    """Bribe: all to the other side; personal weapons lie aside."""
    hand = hand_of(figure)
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + hand:
            if card >= N_CARDS - 2 * (MOST_PCS + 1):
                discard(s, card)
            else:
                hand_over(s, card, figure, MASTER)


# ---------------------------------------------------------------- choices


@rule
def ask_drop(s: State, figure: int, seat: int) -> None:
    """Which row is dropped."""
    first, second = is_weapon_row(s, figure, 0), is_weapon_row(s, figure, 1)
    if first and second:
        decide(s, Phase.ROW, seat, figure)
        s.choice = Choice.DROP
    elif first or second:
        discard_row(s, figure, 0 if first else 1)


@rule
def ask_recover(s: State, figure: int, left: int) -> None:
    """One card of the discards after another."""
    if left <= 0 or not is_any_to_pick(s) or not stands_or_lies(s, figure):
        return
    push(s, Task.RECOVER, figure, left - 1, 0, 0)
    decide(s, Phase.PICK, seat_of(s, figure), figure)


@rule
def stands_or_lies(s: State, figure: int) -> bool:
    return bool(s.here[figure] != 0 and s.health[figure] != Health.DEAD)


@rule
def pick(s: State, kind: int) -> None:
    """A card of the discards comes into the hand; all have seen it."""
    for card in range(N_PILE):
        if can_pick(s, card) and s.kind_of[card] == kind:
            move(s, card, Place.HAND + hand_of(s.subject))
            s.known[card] = (1 << (MOST_PCS + 1)) - 1
            return


@rule
def copied_by(s: State, figure: int, row: int) -> int:
    """Bits of the figures that have a row which this Copy may stand for (CARD-69)."""
    bits = 0
    for other in range(N_FIGURES):
        for k in range(N_ROWS):
            if not (other == figure and k == row) and s.here[other] and can_be_copied(s, other * N_ROWS + k):
                bits |= 1 << other
    return bits


@rule
def ask_copy(s: State, figure: int, row: int) -> None:
    """Whose row; then, where there are two, which."""
    bits = copied_by(s, figure, row)
    s.row_copy[figure, row] = NONE
    if bits != 0:
        s.held_row = row
        decide_figure(s, Choice.COPY, seat_of(s, figure), figure, bits, False)


@rule
def choose_copied_figure(s: State, other: int) -> None:
    figure, row = int(s.subject), int(s.held_row)
    forget_choice(s)
    first = may_copy(s, figure, row, other, 0)
    if first and may_copy(s, figure, row, other, 1):
        s.lead = figure
        decide(s, Phase.ROW, seat_of(s, figure), other)
        s.choice = Choice.COPY
        return
    s.row_copy[figure, row] = other * N_ROWS + (0 if first else 1)
    s.held_row = 0


@rule
def may_copy(s: State, figure: int, row: int, other: int, k: int) -> bool:
    return can_be_copied(s, other * N_ROWS + k) and not (other == figure and k == row)


@rule
def choose_row(s: State, row: int) -> None:
    """The answer to both questions for a row."""
    if s.choice == Choice.DROP:
        discard_row(s, s.subject, row)
    else:
        s.row_copy[s.lead, s.held_row] = int(s.subject) * N_ROWS + row
        s.lead = NONE
        s.held_row = 0
    forget_choice(s)


# ---------------------------------------------------------------- of situations


@rule
def carry_out_situation(s: State, ops: int, row: int, k: int, figure: int) -> None:
    """The k-th operation of a situation card, on its actor or on the party in seat order; damages are stacked."""
    if op_number(s, ops, row, k, 0) == Op.FIGHT:
        push(s, Task.FIGHT, op_number(s, ops, row, k, 2), 0, 0, 0)
        return
    if op_number(s, ops, row, k, 1) != Who.PARTY:
        touch(s, ops, row, k, figure)
        return
    last_first = op_number(s, ops, row, k, 0) == Op.DAMAGE
    for k_seat in range(MOST_PCS):
        seat = MOST_PCS - 1 - k_seat if last_first else k_seat
        if stands(s, seat):
            touch(s, ops, row, k, seat)


@rule
def touch(s: State, ops: int, row: int, k: int, figure: int) -> None:
    """Failures do not touch whom Acrobatics or Flight protects."""
    code = op_number(s, ops, row, k, 0)
    amount = op_number(s, ops, row, k, 2)
    if ops == Ops.FAILURE and is_above(s, figure):
        return
    if not stands_or_lies(s, figure):
        return
    if code == Op.DAMAGE:
        for _ in range(amount):
            push(s, Task.DAMAGE, figure, NONE, 0, 0)
    elif code == Op.STATUS:
        give_status(s, figure, amount, s.pcs)
    else:
        help_figure(s, code, amount, figure)


@rule
def is_above(s: State, figure: int) -> bool:
    """Whether a constant row keeps situations off (CARD-57, CARD-63)."""
    return constant_sum(s, figure, Op.IGNORE) > 0
