"""The legal actions of the one who decides: one function for each phase."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ACT,
    A_AGREE,
    A_ASK,
    A_BUILD,
    A_BUILD_COMMAND,
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
    A_SET,
    A_SET_RANDOM,
    A_STAY,
    A_STRENGTHEN,
    A_TAKE,
    A_TARGET,
    A_UP,
    A_USE_ROW,
    T_FOE,
)
from dicedeck.envs.card_rpg.cards import (
    COMMAND,
    MASTER,
    MOST_PCS,
    N_CARDS,
    N_CHARACTERS,
    N_FIGURES,
    N_ITEMS,
    N_NPCS,
    N_PILE,
    N_ROWS,
    N_STATUSES,
    N_VALUES,
    NONE,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import can_pick, held_of, is_weapon_row, kind_of, takes, tradeable
from dicedeck.envs.card_rpg.rules.context import can_act_own, can_use_any_row, can_use_row
from dicedeck.envs.card_rpg.rules.damage import (
    can_counter_with,
    can_guard_with,
    can_help_with,
    cancelling_item,
    may_guard,
    passing_on,
    taking_item,
)
from dicedeck.envs.card_rpg.rules.effects import may_copy
from dicedeck.envs.card_rpg.rules.figures import is_bit, name_of, rows_of, stands
from dicedeck.envs.card_rpg.rules.growth import (
    can_strengthen,
    learns,
    may_build,
    may_build_command,
)
from dicedeck.envs.card_rpg.rules.items import usable_by
from dicedeck.envs.card_rpg.rules.situations import pile_start
from dicedeck.envs.card_rpg.rules.windows import (
    before_ability,
    rerolling_item,
    retry_ability,
    shifting_item,
    widening_item,
)
from dicedeck.envs.card_rpg.state import Health, Place, State
from dicedeck.envs.core.dtypes import Mask
from dicedeck.envs.core.jit import rule


@rule
def legal(s: State, mask: Mask) -> None:
    """Set mask[action] = 1 for each legal action of ``s.player``."""
    phase = s.phase
    if phase <= Phase.ABILITY:
        allow_growth(s, phase, mask)
    elif phase <= Phase.PLOT:
        allow_early(s, phase, mask)
    elif phase <= Phase.STEER:
        allow_actions(s, phase, mask)
    elif phase <= Phase.SHIFT:
        allow_in_action(s, phase, mask)
    elif phase <= Phase.RIPOSTE:
        allow_against_damage(s, phase, mask)
    elif phase <= Phase.DISCARD:
        allow_late(s, phase, mask)


# ---------------------------------------------------------------- between adventures


@rule
def allow_growth(s: State, phase: int, mask: Mask) -> None:
    seat = s.player
    if phase == Phase.RAISE:
        for value in range(N_VALUES):
            mask[A_RAISE + value] = s.last_raised[seat] != value
    elif phase == Phase.ABILITY:
        for row in range(N_CHARACTERS):
            mask[A_ABILITY + row] = learns(s, row)
    elif phase == Phase.STRENGTHEN:
        for what in range(3):
            mask[A_STRENGTHEN + what] = can_strengthen(s, seat, what)
        mask[A_PASS] = s.free_point == 0
    else:
        for kind in range(COMMAND):
            mask[A_BUILD + kind] = may_build(s, seat, kind)
        for npc in range(N_NPCS):
            mask[A_BUILD_COMMAND + npc] = may_build_command(s, seat, npc)
        mask[A_PASS] = 1


# ---------------------------------------------------------------- before the actions


@rule
def allow_early(s: State, phase: int, mask: Mask) -> None:
    if phase == Phase.GO:
        mask[A_GO] = 1
        mask[A_STAY] = 1
    elif phase == Phase.SET:
        for k in range(s.deck_count[s.dungeon]):
            mask[A_SET + s.deck[pile_start(s) + k]] = 1
        mask[A_SET_RANDOM] = 1
    elif phase == Phase.OFFER:
        allow_offers(s, mask)
    elif phase == Phase.ASK:
        for card in range(N_PILE):
            if s.places[card] == Place.HAND + s.player:
                mask[A_ASK + s.kind_of[card]] = 1
        mask[A_REFUSE] = 1
    elif phase == Phase.AGREE:
        mask[A_AGREE] = 1
        mask[A_REFUSE] = 1
    else:
        allow_plots(s, mask)


@rule
def can_partner(s: State, seat: int, other: int) -> bool:
    """Another PC, not dead, with a card that could be exchanged; what it is nobody knows."""
    if other == seat or other >= s.pcs or s.health[other] == Health.DEAD:
        return False
    return tradeable(s, other) > 0


@rule
def allow_offers(s: State, mask: Mask) -> None:
    """A card to a partner (CARD-11)."""
    mask[A_PASS] = 1
    for other in range(s.pcs):
        if can_partner(s, s.player, other):
            for card in range(N_PILE):
                if s.places[card] == Place.HAND + s.player:
                    mask[A_OFFER + s.kind_of[card] * MOST_PCS + other] = 1


@rule
def allow_plots(s: State, mask: Mask) -> None:
    """A card to the first empty row, or to one of its name; with all rows taken one may be discarded (CARD-12)."""
    mask[A_PASS] = 1
    hand = MASTER if s.player == s.pcs else s.player
    start = MOST_PCS if s.player == s.pcs else s.player
    stop = N_FIGURES if s.player == s.pcs else s.player + 1
    for figure in range(start, stop):
        if figure >= MOST_PCS and not stands(s, figure):
            continue
        allow_plots_of(s, figure, hand, mask)


@rule
def allow_plots_of(s: State, figure: int, hand: int, mask: Mask) -> None:
    rows = rows_of(s, figure)
    full = rows > 0
    for row in range(rows):
        full = full and s.row_size[figure, row] > 0
    for row in range(rows):
        if full and s.choice != Choice.CLEAR:
            mask[A_DISCARD_ROW + row] = 1
        if row == 1 and s.row_size[figure, 0] == 0 and s.row_size[figure, 1] == 0:
            continue
        for card in range(N_CARDS):
            if s.places[card] == Place.HAND + hand and takes(s, figure, row, kind_of(s, card)):
                mask[A_PLOT + held_of(s, card) * N_ROWS + row] = 1


# ---------------------------------------------------------------- actions


@rule
def allow_actions(s: State, phase: int, mask: Mask) -> None:
    figure = s.subject
    if phase == Phase.ACTION:
        for row in range(N_ROWS):
            mask[A_USE_ROW + row] = can_use_row(s, figure, row, 0)
        allow_items(s, mask)
        mask[A_PASS] = 1
    elif phase == Phase.ACT:
        for foe in range(MOST_PCS, N_FIGURES):
            if can_act(s, foe):
                mask[A_ACT + name_of(s, foe) - T_FOE] = 1
        allow_items(s, mask)
        mask[A_PASS] = 1
    else:
        steered = int(phase == Phase.STEER)
        for row in range(N_ROWS):
            mask[A_USE_ROW + row] = can_use_row(s, figure, row, steered)
        mask[A_OWN] = can_act_own(s, figure, steered)
        mask[A_PASS] = steered


@rule
def is_steered(s: State, figure: int) -> int:
    """1 for a charmed figure."""
    return int(s.charmer[figure] != NONE)


@rule
def can_act(s: State, foe: int) -> bool:
    """Whether a foe has an action left; a charmed one, an action that can be steered."""
    if not stands(s, foe):
        return False
    steered = is_steered(s, foe)
    return can_act_own(s, foe, steered) or can_use_any_row(s, foe, steered)


@rule
def allow_items(s: State, mask: Mask) -> None:
    bits = usable_by(s, s.player)
    for item in range(N_ITEMS):
        mask[A_ITEM + item] = (bits >> item) & 1


# ---------------------------------------------------------------- inside an action


@rule
def allow_in_action(s: State, phase: int, mask: Mask) -> None:
    figure = s.subject
    if phase == Phase.USE:
        mask[A_PHYSICAL] = 1
        mask[A_MAGIC] = 1
    elif phase == Phase.TARGET:
        for other in range(N_FIGURES):
            if is_bit(s.allowed, other):
                mask[A_TARGET + name_of(s, other)] = 1
        mask[A_PASS] = s.may_pass
    elif phase == Phase.SHIFT:
        mask[A_UP] = 1
        mask[A_DOWN] = 1
    elif phase == Phase.BEFORE_ROLL:
        mask[A_PASS] = 1
        allow_one(widening_item(s, figure), A_ITEM, mask)
        allow_one(before_ability(s, figure), A_ABILITY, mask)
    else:
        mask[A_PASS] = 1
        allow_one(shifting_item(s, figure), A_ITEM, mask)
        allow_one(rerolling_item(s, figure), A_ITEM, mask)
        allow_one(retry_ability(s, figure), A_ABILITY, mask)


@rule
def allow_one(number: int, start: int, mask: Mask) -> None:
    if number != NONE:
        mask[start + number] = 1


# ---------------------------------------------------------------- damage


@rule
def allow_against_damage(s: State, phase: int, mask: Mask) -> None:
    figure = s.subject
    flags = s.damage_flags
    if phase == Phase.DAMAGE:
        for row in range(N_ROWS):
            mask[A_GUARD + row] = may_guard(s, figure, flags) and can_guard_with(s, figure, row)
        allow_one(cancelling_item(s, figure), A_ITEM, mask)
        allow_one(passing_on(s, figure, flags), A_ABILITY, mask)
        mask[A_TAKE] = 1
    elif phase == Phase.HELP:
        for row in range(N_ROWS):
            mask[A_GUARD + row] = can_help_with(s, figure, row, flags)
        allow_one(taking_item(s, figure, flags), A_ITEM, mask)
        mask[A_PASS] = 1
    elif phase == Phase.CONSENT:
        mask[A_AGREE] = 1
        mask[A_REFUSE] = 1
    else:
        for row in range(N_ROWS):
            mask[A_USE_ROW + row] = can_counter_with(s, figure, row)
        mask[A_PASS] = 1


# ---------------------------------------------------------------- the rest


@rule
def allow_late(s: State, phase: int, mask: Mask) -> None:
    if phase == Phase.ROW:
        for row in range(N_ROWS):
            if s.choice == Choice.COPY:
                mask[A_ROW + row] = may_copy(s, s.lead, s.held_row, s.subject, row)
            else:
                mask[A_ROW + row] = is_weapon_row(s, s.subject, row)
    elif phase == Phase.PICK:
        for card in range(N_PILE):
            if can_pick(s, card):
                mask[A_PICK + s.kind_of[card]] = 1
    elif phase == Phase.REMOVE:
        for status in range(N_STATUSES):
            mask[A_REMOVE + status] = s.statuses[s.subject, status]
        mask[A_PASS] = 1
    else:
        hand = MASTER if s.player == s.pcs else s.player
        for card in range(N_CARDS):
            if s.places[card] == Place.HAND + hand:
                mask[A_DISCARD + held_of(s, card)] = 1
