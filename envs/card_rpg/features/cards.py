"""The card or the row that an action is about."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.card_rpg.actions import (
    A_ASK,
    A_BUILD,
    A_BUILD_COMMAND,
    A_DISCARD,
    A_ITEM,
    A_OFFER,
    A_PICK,
    A_PLOT,
    N_HELD,
    TABLE,
)
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_PCS,
    N_ITEMS,
    N_KINDS,
    N_NPCS,
    N_ROWS,
    N_WEAPONS,
    NONE,
    Moment,
    W,
)
from dicedeck.envs.card_rpg.features.layout import Features
from dicedeck.envs.card_rpg.observation import MUCH_MODIFIER, cut
from dicedeck.envs.card_rpg.rules.cards_in_play import held_card, kind_of, row_kind, row_modifier, takes, weapon_of
from dicedeck.envs.card_rpg.state import State
from dicedeck.envs.core.jit import rule

KIND_OF = np.full(TABLE.num_actions, NONE, np.int32)
"""The kind of card that an action is about; personal weapons are looked up."""
for _kind in range(N_KINDS):
    KIND_OF[A_OFFER + _kind * MOST_PCS : A_OFFER + (_kind + 1) * MOST_PCS] = _kind
    KIND_OF[[A_ASK + _kind, A_DISCARD + _kind, A_PICK + _kind]] = _kind
    KIND_OF[A_PLOT + _kind * N_ROWS : A_PLOT + (_kind + 1) * N_ROWS] = _kind
KIND_OF[A_ITEM : A_ITEM + N_ITEMS] = np.arange(N_WEAPONS, N_KINDS)
KIND_OF[A_BUILD : A_BUILD + COMMAND] = np.arange(COMMAND)
KIND_OF[A_BUILD_COMMAND : A_BUILD_COMMAND + N_NPCS] = COMMAND


@rule
def own_hand(s: State) -> int:
    return MASTER if s.player == s.pcs else int(s.player)


@rule
def card_kind(s: State, action: int) -> int:
    """The kind of card that the action is about; NONE."""
    if KIND_OF[action] != NONE:
        return int(KIND_OF[action])
    held = NONE
    if action >= A_PLOT and action < A_PLOT + N_HELD * N_ROWS:
        held = (action - A_PLOT) // N_ROWS
    elif action >= A_DISCARD and action < A_DISCARD + N_HELD:
        held = action - A_DISCARD
    if held == NONE:
        return NONE
    card = held_card(s, own_hand(s), held)
    return kind_of(s, card) if card != NONE else NONE


@rule
def describe_card(s: State, action: int, out: Features) -> None:
    kind = card_kind(s, action)
    if kind == NONE:
        return
    out.card[kind] = 1
    if kind < N_WEAPONS:
        describe_weapon(s, kind, out)
        out.modifier = cut(s.weapons[kind, W.MODIFIER] / MUCH_MODIFIER)
        if s.player < s.pcs:
            for row in range(N_ROWS):
                if s.row_size[s.player, row] > 0 and takes(s, s.player, row, kind):
                    out.stacks = 1


@rule
def describe_weapon(s: State, weapon: int, out: Features) -> None:
    out.weapon[s.weapons[weapon, W.KIND]] = 1
    out.use[s.weapons[weapon, W.USE]] = 1
    out.unguardable = s.weapons[weapon, W.UNGUARDABLE]
    out.critical = cut(s.weapons[weapon, W.CRITICAL] / 3)
    moment = s.weapons[weapon, W.MOMENT]
    out.reaction = 1 if moment == Moment.REACTION else -1 if moment == Moment.ALWAYS else 0


@rule
def describe_row(s: State, figure: int, row: int, out: Features) -> None:
    """A row on the table."""
    out.row_size = cut(s.row_size[figure, row] / 4)
    out.row_used = s.row_used[figure, row]
    if s.row_size[figure, row] > 0:
        out.card[row_kind(s, figure, row)] = 1
    weapon = weapon_of(s, figure, row)
    if weapon != NONE:
        describe_weapon(s, weapon, out)
        out.modifier = cut(row_modifier(s, figure, row) / MUCH_MODIFIER)
