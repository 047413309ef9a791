"""The turn of a PC, phase by phase (CARD-8 to CARD-14)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ASK,
    A_DISCARD,
    A_DISCARD_ROW,
    A_OFFER,
    A_PASS,
    A_PLOT,
    A_REFUSE,
)
from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_FIGURES,
    N_PILE,
    N_ROWS,
    NONE,
    C,
    Limit,
    When,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    discard,
    discard_row,
    draw,
    forget_hand,
    held_card,
    is_copy,
    kind_of,
    lay,
    move,
    row_kind,
    takes,
    tradeable,
)
from dicedeck.envs.card_rpg.rules.context import can_use_any_row
from dicedeck.envs.card_rpg.rules.damage import untap
from dicedeck.envs.card_rpg.rules.effects import heal
from dicedeck.envs.card_rpg.rules.fight import is_won
from dicedeck.envs.card_rpg.rules.figures import (
    ability_for,
    has_status,
    is_bit,
    renew_abilities,
    rows_of,
    spend_ability,
    stands,
    steering_seat,
)
from dicedeck.envs.card_rpg.rules.items import usable_items
from dicedeck.envs.card_rpg.rules.legal import can_partner, is_steered
from dicedeck.envs.card_rpg.rules.setup import hand_limit
from dicedeck.envs.card_rpg.rules.situations import ask_situation, close_turn, may_go
from dicedeck.envs.card_rpg.rules.tasks import decide, decide_figure, push
from dicedeck.envs.card_rpg.state import Health, Place, State, Task
from dicedeck.envs.core.jit import rule

GO, SITUATION, UNTAP, DRAW, PLOT, ACT, CLEANUP, REMOVE, DISCARD, END = range(10)
"""Stages of a turn."""


@rule
def pc_at(s: State, turn: int) -> int:
    """The PC with this place in the round."""
    return (int(s.first) + turn) % int(s.pcs)


@rule
def take_turn(s: State, turn: int, stage: int) -> None:
    """One stage of the turn; the next one waits on the stack. The other side's place comes last in the round."""
    if turn == s.pcs:
        push(s, Task.TURN, 0, 0, 0, 0)
        push(s, Task.FOES, 0, 0, 0, 0)
        return
    seat = pc_at(s, turn)
    if stage == GO and is_skipped(s, seat):
        push(s, Task.TURN, turn + 1, 0, 0, 0)
        return
    if stage < END:
        push(s, Task.TURN, turn, stage + 1, 0, 0)
    if stage == GO:
        start_turn(s, turn, seat)
    elif stage == SITUATION:
        if s.fight == 0 and s.situation == NONE:
            ask_situation(s)
    elif stage == UNTAP:
        untap_pc(s, seat)
    elif stage == DRAW:
        draw(s, seat)
        ask_trade(s, seat)
    elif stage == PLOT:
        if s.hand_count[seat] > 0:
            decide(s, Phase.PLOT, seat, seat)
    elif stage == ACT:
        ask_action(s, seat)
    else:
        clean_up(s, turn, stage, seat)


@rule
def is_skipped(s: State, seat: int) -> bool:
    """The dead, and in a fight the disabled, have no turn (CARD-15)."""
    return bool(s.health[seat] == Health.DEAD or (s.fight and s.health[seat] == Health.DISABLED))


@rule
def start_turn(s: State, turn: int, seat: int) -> None:
    s.turn = turn
    s.attempted = 0
    s.attacked = 0
    s.fight_new = 0
    s.hidden[seat] = 0
    for figure in range(N_FIGURES):
        renew_abilities(s, figure, Limit.TURN)
    if s.fight == 0 and s.situation == NONE and may_go(s):
        decide(s, Phase.GO, seat, seat)


@rule
def untap_pc(s: State, seat: int) -> None:
    """Rows unused, personal weapons back in the hand, each Copy chosen anew (CARD-9, CARD-5a, CARD-69)."""
    renew_abilities(s, seat, Limit.ROUND)
    s.shielding[seat] = 0
    untap(s, seat)
    take_back(s, seat)
    renew_rows(s, seat)


@rule
def renew_rows(s: State, figure: int) -> None:
    s.extra[figure] = 0
    for back in range(N_ROWS):
        row = N_ROWS - 1 - back
        s.row_acted[figure, row] = 0
        if is_copy(s, row_kind(s, figure, row)):
            push(s, Task.COPY, figure, row, 0, 0)


@rule
def take_back(s: State, hand: int) -> None:
    for k in range(2):
        if s.places[N_PILE + 2 * hand + k] == Place.ASIDE:
            move(s, N_PILE + 2 * hand + k, Place.HAND + hand)


# ---------------------------------------------------------------- trade


@rule
def ask_trade(s: State, seat: int) -> None:
    """With a card to offer and somebody who could have one to give."""
    if tradeable(s, seat) == 0:
        return
    for other in range(s.pcs):
        if can_partner(s, seat, other):
            decide(s, Phase.OFFER, seat, seat)
            return


@rule
def trade(s: State, phase: int, action: int) -> None:
    """Offer, answer, consent: one exchange in a turn, both agree (CARD-11)."""
    if phase == Phase.OFFER:
        if action != A_PASS:
            kind = (action - A_OFFER) // MOST_PCS
            s.partner = (action - A_OFFER) % MOST_PCS
            s.offered = held_card(s, s.player, kind)
            see(s, s.offered, s.partner)
            decide(s, Phase.ASK, s.partner, s.player)
    elif phase == Phase.ASK:
        if action == A_REFUSE:
            forget_trade(s)
            return
        s.asked = held_card(s, s.partner, action - A_ASK)
        see(s, s.asked, s.subject)
        decide(s, Phase.AGREE, s.subject, s.subject)
    else:
        if action != A_REFUSE:
            exchange(s, s.offered, s.player, s.asked, s.partner)
        forget_trade(s)


@rule
def see(s: State, card: int, seat: int) -> None:
    """The seat has been shown the card."""
    s.known[card] |= 1 << seat


@rule
def exchange(s: State, first: int, seat: int, second: int, other: int) -> None:
    """Each knows where the own former card is; nobody else knows what has been traded (CARD-11)."""
    forget_hand(s, seat, 1 << seat | 1 << other)
    forget_hand(s, other, 1 << seat | 1 << other)
    move(s, first, Place.HAND + other)
    move(s, second, Place.HAND + seat)
    see(s, first, seat)
    see(s, second, other)


@rule
def forget_trade(s: State) -> None:
    s.partner = NONE
    s.offered = NONE
    s.asked = NONE


# ---------------------------------------------------------------- plotting


@rule
def plot(s: State, action: int) -> None:
    """A card to a row, or a row discarded to make room; then a card may follow (CARD-12)."""
    of_foes = s.player == s.pcs
    if action >= A_PLOT and action < A_DISCARD_ROW:
        s.held = (action - A_PLOT) // N_ROWS
        s.held_row = (action - A_PLOT) % N_ROWS
        bits = can_plot(s, of_foes)
        if is_single(bits):
            plot_for(s, lowest(bits))
        else:
            s.known[held_card(s, MASTER, s.held)] = (1 << (MOST_PCS + 1)) - 1
            decide_figure(s, Choice.PLOT, s.player, NONE, bits, False)
    elif action >= A_DISCARD_ROW and action < A_DISCARD_ROW + N_ROWS:
        s.held_row = action - A_DISCARD_ROW
        bits = can_clear(s, of_foes)
        if is_single(bits):
            clear_for(s, lowest(bits))
        else:
            decide_figure(s, Choice.CLEAR, s.player, NONE, bits, False)


@rule
def is_single(bits: int) -> bool:
    return bool(bits != 0 and bits & (bits - 1) == 0)


@rule
def lowest(bits: int) -> int:
    for figure in range(N_FIGURES):
        if is_bit(bits, figure):
            return figure
    return NONE


@rule
def can_plot(s: State, of_foes: bool) -> int:
    """Bits of the figures that can take the card in this row."""
    hand = MASTER if of_foes else int(s.player)
    kind = kind_of(s, held_card(s, hand, s.held))
    if not of_foes:
        return 1 << s.player
    bits = 0
    for figure in range(MOST_PCS, N_FIGURES):
        if stands(s, figure) and s.held_row < rows_of(s, figure) and takes(s, figure, s.held_row, kind):
            if s.held_row == 0 or s.row_size[figure, 0] > 0 or s.row_size[figure, 1] > 0:
                bits |= 1 << figure
    return bits


@rule
def can_clear(s: State, of_foes: bool) -> int:
    """Bits of the figures all of whose rows are taken."""
    if not of_foes:
        return 1 << s.player
    bits = 0
    for figure in range(MOST_PCS, N_FIGURES):
        rows = rows_of(s, figure)
        full = stands(s, figure) and s.held_row < rows
        for row in range(rows):
            full = full and s.row_size[figure, row] > 0
        if full:
            bits |= 1 << figure
    return bits


@rule
def plot_for(s: State, figure: int) -> None:
    """The card is laid; a Copy asks what it stands for."""
    hand = MASTER if figure >= MOST_PCS else figure
    row = int(s.held_row)
    card = held_card(s, hand, s.held)
    s.held = NONE
    s.held_row = 0
    fresh = s.row_size[figure, row] == 0
    lay(s, card, figure, row)
    if fresh and is_copy(s, kind_of(s, card)):
        push(s, Task.COPY, figure, row, 0, 0)


@rule
def clear_for(s: State, figure: int) -> None:
    """The row goes whole; the plot goes on, and no second row is discarded."""
    row = int(s.held_row)
    s.held_row = 0
    discard_row(s, figure, row)
    seat = int(figure) if figure < MOST_PCS else int(s.pcs)
    hand = MASTER if figure >= MOST_PCS else figure
    if s.hand_count[hand] > 0:
        decide(s, Phase.PLOT, seat, figure if figure < MOST_PCS else NONE)
        s.choice = Choice.CLEAR


# ---------------------------------------------------------------- actions


@rule
def ask_action(s: State, seat: int) -> None:
    """Until the player passes, nothing is left to do, or a fight has begun, which goes on with the next PC."""
    if is_won(s):
        come_back(s)
        push(s, Task.FIGHT_WON, 0, 0, 0, 0)
        return
    if s.fight_new or (s.fight and not stands(s, seat)) or s.health[seat] == Health.DEAD:
        return
    if is_steered(s, seat) and can_use_any_row(s, seat, 1):
        come_back(s)
        decide(s, Phase.STEER, steering_seat(s, seat), seat)
    elif can_use_any_row(s, seat, 0) or usable_items(s, seat) != 0:
        come_back(s)
        decide(s, Phase.ACTION, seat, seat)


@rule
def come_back(s: State) -> None:
    """After this action another one may follow."""
    s.task_args[s.task_count - 1, 1] = ACT


@rule
def pass_actions(s: State) -> None:
    """The turn goes on with the clean-up."""
    s.task_args[s.task_count - 1, 1] = CLEANUP


# ---------------------------------------------------------------- clean-up


@rule
def clean_up(s: State, turn: int, stage: int, seat: int) -> None:
    """Ability of the clean-up, a bad status off, down to the limit, the situation (CARD-14)."""
    if stage == CLEANUP:
        ask_cleanup(s, seat)
    elif stage == REMOVE:
        if has_status(s, seat):
            decide(s, Phase.REMOVE, seat, seat)
    elif stage == DISCARD:
        if s.hand_count[seat] > hand_limit(s, seat):
            s.task_args[s.task_count - 1, 1] = DISCARD
            decide(s, Phase.DISCARD, seat, seat)
    else:
        push(s, Task.TURN, turn + 1, 0, 0, 0)
        close_turn(s, seat)


@rule
def ask_cleanup(s: State, seat: int) -> None:
    """Without an attack the priest may heal another (CARD-92)."""
    if s.attacked or ability_for(s, seat, When.CLEANUP) == NONE or not stands(s, seat):
        return
    state = s.characters[s.ability[seat], C.OP + 2]
    bits = 0
    for other in range(s.pcs):
        if other != seat and s.health[other] == state:
            bits |= 1 << other
    if bits != 0:
        decide_figure(s, Choice.CLEANUP, seat, seat, bits, True)


@rule
def heal_at_cleanup(s: State, seat: int, other: int) -> None:
    state = s.characters[s.ability[seat], C.OP + 2]
    spend_ability(s, seat)
    heal(s, other, state)


@rule
def discard_from_hand(s: State, action: int) -> None:
    hand = MASTER if s.player == s.pcs else int(s.player)
    discard(s, held_card(s, hand, action - A_DISCARD))
