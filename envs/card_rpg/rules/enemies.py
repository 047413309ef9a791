"""The other side without a game master: what it plots, uses, whom it attacks (CARD-25).

The policy is fixed and needs no random numbers; RULES.md has it in words. It answers the same decisions that a game
master would be asked, one action at a time.
"""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ACT,
    A_AGREE,
    A_DOWN,
    A_GUARD,
    A_ITEM,
    A_MAGIC,
    A_OWN,
    A_PASS,
    A_PHYSICAL,
    A_PICK,
    A_PLOT,
    A_ROW,
    A_TAKE,
    A_TARGET,
    A_UP,
    A_USE_ROW,
    T_FOE,
)
from dicedeck.envs.card_rpg.cards import (
    MASTER,
    MOST_PCS,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_PILE,
    N_ROWS,
    N_WEAPONS,
    NONE,
    Action,
    Value,
    W,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import can_pick, is_weapon_row, takes, weapon_of
from dicedeck.envs.card_rpg.rules.checks import defence_value
from dicedeck.envs.card_rpg.rules.context import can_act_own, can_use_row
from dicedeck.envs.card_rpg.rules.damage import (
    can_counter_with,
    can_guard_with,
    can_help_with,
    cancelling_item,
    is_shield,
    may_guard,
    taking_item,
)
from dicedeck.envs.card_rpg.rules.effects import may_copy
from dicedeck.envs.card_rpg.rules.figures import is_bit, name_of, rows_of, stands, unused_rows, value_of
from dicedeck.envs.card_rpg.rules.items import usable_by
from dicedeck.envs.card_rpg.rules.legal import is_steered
from dicedeck.envs.card_rpg.rules.windows import (
    before_ability,
    rerolling_item,
    retry_ability,
    shift_helps,
    shift_size,
    shifting_item,
    widening_item,
)
from dicedeck.envs.card_rpg.state import Place, Rank, State
from dicedeck.envs.core.jit import rule


@rule
def enemy_action(s: State) -> int:
    """The action of the other side in the decision that it has."""
    phase = s.phase
    if phase == Phase.PLOT:
        return choose_plot(s)
    if phase == Phase.ACT:
        return choose_act(s)
    if phase == Phase.FOE_ACTION or phase == Phase.STEER:
        return choose_action(s, int(phase == Phase.STEER))
    if phase == Phase.TARGET:
        return A_TARGET + name_of(s, choose_figure(s))
    if phase <= Phase.SHIFT:
        return choose_in_roll(s, phase)
    if phase <= Phase.RIPOSTE:
        return choose_against_damage(s, phase)
    return choose_last(s, phase)


# ---------------------------------------------------------------- plotting


@rule
def choose_plot(s: State) -> int:
    """Weapons in the order of the table, each to the first boss with a row for it; a boss comes before a mid-boss."""
    for kind in range(N_WEAPONS):
        for card in range(N_PILE):
            if s.places[card] == Place.HAND + MASTER and s.kind_of[card] == kind:
                figure = plot_figure(s, kind)
                if figure != NONE:
                    return A_PLOT + kind * N_ROWS + plot_row(s, figure, kind)
    return A_PASS


@rule
def plot_figure(s: State, kind: int) -> int:
    """Who would get a card of this kind; NONE."""
    for rank in (Rank.BOSS, Rank.MID_BOSS):
        for figure in range(MOST_PCS, N_FIGURES):
            if stands(s, figure) and s.rank[figure] == rank and plot_row(s, figure, kind) != NONE:
                return figure
    return NONE


@rule
def plot_row(s: State, figure: int, kind: int) -> int:
    """A row of that name, else the first empty one."""
    for row in range(rows_of(s, figure)):
        if s.row_size[figure, row] > 0 and takes(s, figure, row, kind):
            return row
    for row in range(rows_of(s, figure)):
        if s.row_size[figure, row] == 0:
            return row
    return NONE


# ---------------------------------------------------------------- actions


@rule
def choose_act(s: State) -> int:
    """Items first; then each foe in order acts as often as it can."""
    bits = usable_by(s, s.pcs)
    for item in range(N_ITEMS):
        if (bits >> item) & 1:
            return A_ITEM + item
    for figure in range(MOST_PCS, N_FIGURES):
        if stands(s, figure) and has_action(s, figure):
            return A_ACT + name_of(s, figure) - T_FOE
    return A_PASS


@rule
def has_action(s: State, figure: int) -> bool:
    steered = is_steered(s, figure)
    if can_act_own(s, figure, steered):
        return True
    return wanted_row(s, figure, 0, steered) or wanted_row(s, figure, 1, steered)


@rule
def wanted_row(s: State, figure: int, row: int, steered: int) -> bool:
    """Damage and status rows attack; a boss with two rows keeps the first as a guard while another foe stands."""
    if not can_use_row(s, figure, row, steered):
        return False
    kind = s.weapons[weapon_of(s, figure, row), W.KIND]
    if kind != Action.DAMAGE and kind != Action.STATUS:
        return False
    if steered or row == 1 or not is_weapon_row(s, figure, 1):
        return True
    for other in range(MOST_PCS, N_FIGURES):
        if other != figure and stands(s, other):
            return False
    return True


@rule
def choose_action(s: State, steered: int) -> int:
    """Own action, then rows; steering a PC, its first attack; nothing to steer: the action is lost."""
    figure = s.subject
    if can_act_own(s, figure, steered):
        return A_OWN
    for row in range(N_ROWS):
        if wanted_row(s, figure, row, steered):
            return A_USE_ROW + row
    if steered:
        return A_PASS
    for row in range(N_ROWS):
        if can_use_row(s, figure, row, steered):
            return A_USE_ROW + row
    return A_PASS


# ---------------------------------------------------------------- figures


@rule
def prey(s: State, bits: int, value: int) -> int:
    """Of the PCs the one with the most damage less unused rows, then the lowest defence, then the lowest seat."""
    best = NONE
    best_rating = 0
    for figure in range(N_FIGURES):
        if is_bit(bits, figure):
            rating = 100 * (int(s.health[figure]) - unused_rows(s, figure)) - value_of(s, figure, value)
            if best == NONE or rating > best_rating:
                best = figure
                best_rating = rating
    return best


@rule
def own_side(bits: int, figure: int) -> int:
    """Of the figures those on the side of ``figure``."""
    side = (1 << MOST_PCS) - 1
    return bits & (side if figure < MOST_PCS else side << MOST_PCS)


@rule
def choose_figure(s: State) -> int:
    """An attack: the prey. A steered one: a friend of the one who is steered. Help: who needs it most."""
    bits = int(s.allowed)
    if s.choice == Choice.ATTACK:
        if s.steered and own_side(bits, s.actor) != 0:
            bits = own_side(bits, s.actor)
        return prey(s, bits, defence_value(s.use))
    if s.choice == Choice.PLOT:
        return best_ranked(s, bits)
    if s.choice == Choice.ITEM and bits < 1 << MOST_PCS:
        return prey(s, bits, Value.PHYSICAL_DEFENCE)
    return best_ranked(s, bits) if bits >= 1 << MOST_PCS else prey(s, bits, Value.PHYSICAL_DEFENCE)


@rule
def best_ranked(s: State, bits: int) -> int:
    """The foe of the highest rank, then of the highest level."""
    best = NONE
    for figure in range(N_FIGURES):
        if is_bit(bits, figure):
            if best == NONE or rating_of(s, figure) > rating_of(s, best):
                best = figure
    return best


@rule
def rating_of(s: State, figure: int) -> int:
    return 100 * int(s.rank[figure]) + int(s.level[figure])


# ---------------------------------------------------------------- rolls and damage


@rule
def choose_in_roll(s: State, phase: int) -> int:
    """Physical or magic by the better value; items as soon as they can be used."""
    figure = s.subject
    if phase == Phase.USE:
        magic = value_of(s, s.actor, Value.MAGIC_ACTION) > value_of(s, s.actor, Value.PHYSICAL_ACTION)
        return A_MAGIC if magic else A_PHYSICAL
    if phase == Phase.SHIFT:
        return A_UP if shift_helps(s, figure, shift_size(s, s.held_item)) else A_DOWN
    if phase == Phase.BEFORE_ROLL:
        if widening_item(s, figure) != NONE:
            return A_ITEM + widening_item(s, figure)
        return A_ABILITY + before_ability(s, figure) if before_ability(s, figure) != NONE else A_PASS
    if retry_ability(s, figure) != NONE:
        return A_ABILITY + retry_ability(s, figure)
    if shifting_item(s, figure) != NONE:
        return A_ITEM + shifting_item(s, figure)
    return A_ITEM + rerolling_item(s, figure) if rerolling_item(s, figure) != NONE else A_PASS


@rule
def choose_against_damage(s: State, phase: int) -> int:
    """Foes always guard when they can, then use an amulet; shields and Riposte are always used."""
    figure, flags = int(s.subject), int(s.damage_flags)
    if phase == Phase.CONSENT:
        return A_AGREE
    for row in range(N_ROWS):
        if phase == Phase.RIPOSTE and can_counter_with(s, figure, row):
            return A_USE_ROW + row
        if phase == Phase.HELP and can_help_with(s, figure, row, flags) and is_shield(s, figure, row):
            return A_GUARD + row
    if phase == Phase.DAMAGE:
        for row in range(N_ROWS):
            if may_guard(s, figure, flags) and can_guard_with(s, figure, row):
                return A_GUARD + row
        return A_ITEM + cancelling_item(s, figure) if cancelling_item(s, figure) != NONE else A_TAKE
    if phase == Phase.HELP and taking_item(s, figure, flags) != NONE and s.health[figure] == 0:
        return A_ITEM + taking_item(s, figure, flags)
    return A_PASS


# ---------------------------------------------------------------- the rest


@rule
def choose_last(s: State, phase: int) -> int:
    """Rows: the larger one. Cards of the discards: the first of the table."""
    if phase == Phase.ROW:
        best = NONE
        for row in range(N_ROWS):
            if s.choice == Choice.COPY and not may_copy(s, s.lead, s.held_row, s.subject, row):
                continue
            if best == NONE or s.row_size[s.subject, row] > s.row_size[s.subject, best]:
                best = row
        return A_ROW + max(best, 0)
    for kind in range(N_KINDS):
        for card in range(N_PILE):
            if can_pick(s, card) and s.kind_of[card] == kind:
                return A_PICK + kind
    return A_PASS
