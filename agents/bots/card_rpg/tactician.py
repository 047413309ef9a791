"""The tactician plays a PC: expected worth of each row and target, help for friends, guards, gathering."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.card_rpg.acting import choose_action, choose_target
from dicedeck.agents.bots.card_rpg.worth import has_held, keep_worth, least_worth, plot_gain, row_worth
from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_AGREE,
    A_ASK,
    A_BUILD,
    A_DISCARD,
    A_DISCARD_ROW,
    A_DOWN,
    A_GO,
    A_GUARD,
    A_ITEM,
    A_MAGIC,
    A_OFFER,
    A_OWN,
    A_PASS,
    A_PHYSICAL,
    A_PICK,
    A_PLOT,
    A_RAISE,
    A_REFUSE,
    A_REMOVE,
    A_ROW,
    A_STAY,
    A_STRENGTHEN,
    A_TAKE,
    A_UP,
    A_USE_ROW,
    N_HELD,
)
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MOST_PCS,
    N_CHARACTERS,
    N_ITEMS,
    N_KINDS,
    N_ROWS,
    N_WEAPONS,
    NONE,
    Status,
    Use,
    Value,
)
from dicedeck.envs.card_rpg.odds import better_use
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import kind_of
from dicedeck.envs.card_rpg.rules.damage import is_riposte, is_shield
from dicedeck.envs.card_rpg.rules.figures import unused_rows
from dicedeck.envs.card_rpg.rules.windows import shift_helps, shift_size
from dicedeck.envs.card_rpg.state import Health, State
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule

REPLACE = 0.45
"""A row is discarded for a card that is worth so much more."""
TRADE = 0.5
"""Likewise a card is offered to a partner to whom it is worth so much more."""
STATUS_ORDER = np.array(
    [Status.PARALYSIS, Status.CHARM, Status.DAZE, Status.FALL, Status.CURSE, Status.PRESSURE], np.int32
)


@rule
def fallback(mask: Mask) -> int:
    """To pass, else the first legal action."""
    if mask[A_PASS]:
        return A_PASS
    for action in range(mask.shape[0]):
        if mask[action]:
            return action
    return NONE


@rule
def wish(s: State, mask: Mask, patience: int) -> int:
    """What it would like to do; NONE where it does not care. ``patience``: rounds in town before it goes down."""
    phase = s.phase
    if phase <= Phase.ABILITY:
        return wish_growth(s, mask)
    if phase <= Phase.PLOT:
        return wish_early(s, mask, patience)
    if phase == Phase.ACTION:
        return choose_action(s, mask)
    if phase == Phase.TARGET:
        return choose_target(s, mask)
    if phase <= Phase.SHIFT:
        return wish_in_roll(s, mask)
    if phase <= Phase.RIPOSTE:
        return wish_against_damage(s, mask)
    return wish_late(s, mask)


# ---------------------------------------------------------------- before the actions


@rule
def wish_early(s: State, mask: Mask, patience: int) -> int:
    phase = s.phase
    seat = int(s.player)
    if phase == Phase.GO:
        return A_GO if s.round_number >= patience else A_STAY
    if phase == Phase.OFFER:
        return best_offer(s, seat, mask)
    if phase == Phase.ASK:
        return best_answer(s, seat, mask)
    if phase == Phase.AGREE:
        mine = gain_of_trade(s, seat, kind_of(s, s.asked), kind_of(s, s.offered))
        return A_AGREE if mine + gain_for_partner(s) > 0 else A_REFUSE
    return best_plot(s, seat, mask)


@rule
def best_offer(s: State, seat: int, mask: Mask) -> int:
    """The card that a partner needs most more than its owner."""
    best = A_PASS
    most = TRADE
    for kind in range(N_WEAPONS):
        for other in range(MOST_PCS):
            action = A_OFFER + kind * MOST_PCS + other
            if mask[action]:
                gain = keep_worth(s, other, kind) - keep_worth(s, seat, kind)
                if gain > most:
                    most = gain
                    best = action
    return best


@rule
def gain_of_trade(s: State, seat: int, gets: int, gives: int) -> float:
    return keep_worth(s, seat, gets) - keep_worth(s, seat, gives)


@rule
def gain_for_partner(s: State) -> float:
    return gain_of_trade(s, s.partner, kind_of(s, s.offered), kind_of(s, s.asked))


@rule
def best_answer(s: State, seat: int, mask: Mask) -> int:
    """The own card that makes the exchange best for both."""
    offerer = int(s.subject)
    offered = kind_of(s, s.offered)
    best = A_REFUSE
    most = 0.1
    for kind in range(N_KINDS):
        if mask[A_ASK + kind]:
            gain = gain_of_trade(s, seat, offered, kind) + gain_of_trade(s, offerer, kind, offered)
            if gain > most:
                most = gain
                best = A_ASK + kind
    return best


@rule
def best_plot(s: State, seat: int, mask: Mask) -> int:
    """The card and row that add most; a poor row is discarded for a much better card."""
    best = A_PASS
    most = 0.03
    for held in range(N_HELD):
        for row in range(N_ROWS):
            if mask[A_PLOT + held * N_ROWS + row]:
                gain = plot_gain(s, seat, held, row)
                if gain > most:
                    most = gain
                    best = A_PLOT + held * N_ROWS + row
    for row in range(N_ROWS):
        if mask[A_DISCARD_ROW + row]:
            gain = best_replacement(s, seat, row) - row_worth(s, seat, row) - REPLACE
            if gain > most:
                most = gain
                best = A_DISCARD_ROW + row
    return best


@rule
def best_replacement(s: State, seat: int, row: int) -> float:
    """The most that a card of the hand would be worth in the row, were it empty."""
    size = s.row_size[seat, row]
    s.row_size[seat, row] = 0
    best = 0.0
    for held in range(N_HELD):
        if has_held(s, seat, held):
            best = max(best, plot_gain(s, seat, held, row))
    s.row_size[seat, row] = size
    return best


# ---------------------------------------------------------------- rolls


@rule
def wish_in_roll(s: State, mask: Mask) -> int:
    phase = s.phase
    if phase == Phase.USE:
        return A_MAGIC if better_use(s, s.actor, s.kind) == Use.MAGIC else A_PHYSICAL
    if phase == Phase.SHIFT:
        return A_UP if shift_helps(s, s.subject, shift_size(s, s.held_item)) else A_DOWN
    if phase == Phase.STEER:
        if mask[A_OWN]:
            return A_OWN
        return A_USE_ROW if mask[A_USE_ROW] else A_USE_ROW + 1
    for row in range(N_CHARACTERS):
        if mask[A_ABILITY + row]:
            return A_ABILITY + row
    for item in range(N_ITEMS):
        if mask[A_ITEM + item]:
            return A_ITEM + item
    return A_PASS


# ---------------------------------------------------------------- damage


@rule
def wish_against_damage(s: State, mask: Mask) -> int:
    phase = s.phase
    if phase == Phase.DAMAGE:
        return answer_damage(s, mask)
    if phase == Phase.HELP:
        return answer_help(s, mask)
    if phase == Phase.CONSENT:
        easy = s.health[s.subject] == Health.UNHURT or unused_rows(s, s.subject) > 0
        return A_AGREE if easy and s.health[s.damage_to] == Health.WOUNDED else A_REFUSE
    for row in range(N_ROWS):
        if mask[A_USE_ROW + row]:
            return A_USE_ROW + row
    return A_PASS


@rule
def answer_damage(s: State, mask: Mask) -> int:
    """Guard with the row that others need least; an amulet, or the help of another, for the wounded."""
    seat = int(s.subject)
    best = NONE
    least = 1e9
    for row in range(N_ROWS):
        if mask[A_GUARD + row]:
            worth = 0.5 * row_worth(s, seat, row) if s.turn < s.pcs and s.player == seat else 0.0
            worth += 1.0 if is_shield(s, seat, row) else 0.8 if is_riposte(s, seat, row) else 0.0
            if worth < least:
                least = worth
                best = A_GUARD + row
    if best != NONE:
        return best
    if s.health[seat] == Health.WOUNDED:
        for item in range(N_ITEMS):
            if mask[A_ITEM + item]:
                return A_ITEM + item
        for row in range(N_CHARACTERS):
            if mask[A_ABILITY + row]:
                return A_ABILITY + row
    return A_TAKE


@rule
def answer_help(s: State, mask: Mask) -> int:
    """For a wounded friend; a spare row also for one who is unhurt."""
    other = int(s.subject)
    wounded = s.health[s.damage_to] == Health.WOUNDED
    for row in range(N_ROWS):
        if mask[A_GUARD + row] and (wounded or unused_rows(s, other) > 1):
            return A_GUARD + row
    for item in range(N_ITEMS):
        if mask[A_ITEM + item] and wounded and s.health[other] == Health.UNHURT:
            return A_ITEM + item
    return A_PASS


# ---------------------------------------------------------------- the rest


@rule
def wish_late(s: State, mask: Mask) -> int:
    seat = int(s.player)
    if s.phase == Phase.DISCARD:
        return A_DISCARD + least_worth(s, seat)
    if s.phase == Phase.PICK:
        return best_pick(s, seat, mask)
    if s.phase == Phase.REMOVE:
        for k in range(STATUS_ORDER.shape[0]):
            status = STATUS_ORDER[k]
            if mask[A_REMOVE + status]:
                return A_REMOVE + int(status)
        return A_PASS
    better = row_worth(s, s.subject, 1) > row_worth(s, s.subject, 0)
    if s.choice == Choice.DROP and s.subject < MOST_PCS:
        better = not better
    row = A_ROW + int(better)
    return row if mask[row] else A_ROW + 1 - int(better)


@rule
def best_pick(s: State, seat: int, mask: Mask) -> int:
    best = NONE
    most = -1.0
    for kind in range(N_KINDS):
        if mask[A_PICK + kind]:
            worth = keep_worth(s, seat, kind)
            if worth > most:
                most = worth
                best = A_PICK + kind
    return best


# ---------------------------------------------------------------- growth


@rule
def wish_growth(s: State, mask: Mask) -> int:
    """The better action value in turn with a defence; its own ability; the weapon that is worth most."""
    seat = int(s.player)
    if s.phase == Phase.RAISE:
        magic = s.values[seat, Value.MAGIC_ACTION] > s.values[seat, Value.PHYSICAL_ACTION]
        action = A_RAISE + (Value.MAGIC_ACTION.value if magic else Value.PHYSICAL_ACTION.value)
        return action if mask[action] else A_RAISE + Value.PHYSICAL_DEFENCE.value
    if s.phase == Phase.ABILITY:
        return A_ABILITY + int(s.ability[seat])
    if s.phase == Phase.STRENGTHEN:
        for what in range(3):
            if mask[A_STRENGTHEN + what]:
                return A_STRENGTHEN + what
        return A_PASS
    best = A_PASS
    most = 0.0
    for kind in range(COMMAND):
        if mask[A_BUILD + kind] and seat < s.pcs:
            worth = keep_worth(s, seat, kind)
            if worth > most:
                most = worth
                best = A_BUILD + kind
    return best
