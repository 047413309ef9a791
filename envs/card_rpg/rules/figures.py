"""Figures: who stands, what their values are, what ails them, what they are called (CARD-3, CARD-15, CARD-86)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import T_AGAIN, T_FOE, T_RIVAL
from dicedeck.envs.card_rpg.cards import (
    MOST_OPS,
    MOST_PCS,
    N_FIGURES,
    N_ROWS,
    N_STATUSES,
    N_VALUES,
    NONE,
    OP_SIZE,
    C,
    Limit,
    Moment,
    Op,
    U,
    W,
)
from dicedeck.envs.card_rpg.rules.cards_in_play import is_weapon_row, weapon_of
from dicedeck.envs.card_rpg.state import Health, Rank, State
from dicedeck.envs.core.dtypes import Floats, Ints
from dicedeck.envs.core.jit import rule

# ---------------------------------------------------------------- sides


@rule
def stands(s: State, figure: int) -> bool:
    """Takes part, neither disabled nor dead."""
    return bool(s.here[figure] != 0 and s.health[figure] < Health.DISABLED)


@rule
def same_side(figure: int, other: int) -> bool:
    return bool((figure < MOST_PCS) == (other < MOST_PCS))


@rule
def side_start(figure: int) -> int:
    """The first figure of a side; a side has MOST_PCS places."""
    return 0 if figure < MOST_PCS else MOST_PCS


@rule
def standing_bits(s: State, start: int) -> int:
    """Bits of the figures of a side that stand."""
    bits = 0
    for figure in range(start, start + MOST_PCS):
        if stands(s, figure):
            bits |= 1 << figure
    return bits


@rule
def is_any_standing(s: State, start: int) -> bool:
    for figure in range(start, start + MOST_PCS):
        if stands(s, figure):
            return True
    return False


@rule
def visible_foes(s: State, figure: int) -> int:
    """Bits of the other side's figures that may be aimed at: they stand and are not hidden."""
    bits = 0
    start = MOST_PCS - side_start(figure)
    for other in range(start, start + MOST_PCS):
        if stands(s, other) and s.hidden[other] == 0:
            bits |= 1 << other
    return bits


@rule
def is_bit(bits: int, figure: int) -> bool:
    return bool((bits >> figure) & 1)


@rule
def is_npc(s: State, figure: int) -> bool:
    """Tapped and wounded are the same for it."""
    return bool(figure >= MOST_PCS and s.rival[figure] == 0)


@rule
def rows_of(s: State, figure: int) -> int:
    """How many rows a figure may have (CARD-12, CARD-19, CARD-26)."""
    if figure < MOST_PCS or s.rival[figure]:
        return N_ROWS
    return int(s.rank[figure])


@rule
def leader(s: State, but: int) -> int:
    """The boss, mid-boss or rival that speaks for the other side's items; not the figure ``but``; NONE if none."""
    found = NONE
    for figure in range(MOST_PCS, N_FIGURES):
        if figure != but and stands(s, figure) and s.rank[figure] > 0:
            if found == NONE or s.rank[figure] > s.rank[found]:
                found = figure
    return found


# ---------------------------------------------------------------- values


@rule
def value_of(s: State, figure: int, value: int) -> int:
    """One of the four values, with constant rows and bad statuses."""
    total = int(s.values[figure, value])
    for row in range(N_ROWS):
        weapon = constant_weapon(s, figure, row)
        if weapon != NONE:
            total += bonus_to(s.weapons[weapon], W.OPS, value)
    for status in range(N_STATUSES):
        if s.statuses[figure, status]:
            total += bonus_to(s.conditions[status], U.OPS, value)
    return int(total)


@rule
def add_values(s: State, figure: int, unit: float, out: Floats) -> None:
    """Add all four values, as ``value_of`` has them, to ``out``, each times ``unit``."""
    for value in range(N_VALUES):
        out[value] += unit * s.values[figure, value]
    for row in range(N_ROWS):
        weapon = constant_weapon(s, figure, row)
        if weapon != NONE:
            add_bonuses(s.weapons[weapon], W.OPS, unit, out)
    for status in range(N_STATUSES):
        if s.statuses[figure, status]:
            add_bonuses(s.conditions[status], U.OPS, unit, out)


@rule
def constant_weapon(s: State, figure: int, row: int) -> int:
    """The weapon of a constant row, which works used or not; NONE for other rows."""
    if s.row_size[figure, row] == 0:
        return NONE
    weapon = weapon_of(s, figure, row)
    return weapon if weapon != NONE and s.weapons[weapon, W.MOMENT] == Moment.ALWAYS else NONE


@rule
def bonus_to(numbers: Ints, start: int, value: int) -> int:
    """What the operations of a table's row, from the column ``start`` on, add to a value."""
    total = 0
    for at in range(start, start + MOST_OPS * OP_SIZE, OP_SIZE):
        if numbers[at] == Op.BONUS and numbers[at + 2] == value:
            total += numbers[at + 3]
    return int(total)


@rule
def add_bonuses(numbers: Ints, start: int, unit: float, out: Floats) -> None:
    """Add what ``bonus_to`` finds for all values to ``out``, each times ``unit``."""
    for at in range(start, start + MOST_OPS * OP_SIZE, OP_SIZE):
        if numbers[at] == Op.BONUS:
            out[numbers[at + 2]] += unit * numbers[at + 3]


@rule
def constant_sum(s: State, figure: int, code: int) -> int:
    """How often a constant operation lies before a figure: its last arguments, at least 1 each."""
    total = 0
    for row in range(N_ROWS):
        weapon = constant_weapon(s, figure, row)
        if weapon != NONE:
            for k in range(MOST_OPS):
                at = W.OPS + k * OP_SIZE
                if s.weapons[weapon, at] == code:
                    total += max(s.weapons[weapon, at + 3], 1)
    return int(total)


@rule
def unused_rows(s: State, figure: int) -> int:
    """Weapon rows that can still be tapped to guard."""
    count = 0
    for row in range(N_ROWS):
        count += int(is_weapon_row(s, figure, row) and s.row_used[figure, row] == 0)
    return count


# ---------------------------------------------------------------- statuses


@rule
def forbids(s: State, figure: int, what: int) -> bool:
    """1 guard, 2 counter, 3 action."""
    return status_with(s, figure, Op.FORBID, what) != NONE


@rule
def status_with(s: State, figure: int, code: int, what: int) -> int:
    """A status of the figure with this operation; NONE if none. ``what`` 0: whatever its argument."""
    for status in range(N_STATUSES):
        if s.statuses[figure, status]:
            for k in range(MOST_OPS):
                at = U.OPS + k * OP_SIZE
                if s.conditions[status, at] == code and (what == 0 or s.conditions[status, at + 2] == what):
                    return status
    return NONE


@rule
def has_status(s: State, figure: int) -> bool:
    for status in range(N_STATUSES):
        if s.statuses[figure, status]:
            return True
    return False


@rule
def give_status(s: State, figure: int, status: int, seat: int) -> None:
    """If a card of that kind is left and the figure has none of it (CARD-86a)."""
    taken = 0
    for other in range(N_FIGURES):
        taken += s.statuses[other, status]
    if not stands(s, figure) or s.statuses[figure, status] or taken >= s.conditions[status, U.COUNT]:
        return
    s.statuses[figure, status] = 1
    if status_with(s, figure, Op.STEER, 0) == status:
        s.charmer[figure] = seat


@rule
def lose_status(s: State, figure: int, status: int) -> None:
    if status != NONE:
        s.statuses[figure, status] = 0
        if status_with(s, figure, Op.STEER, 0) == NONE:
            s.charmer[figure] = NONE


@rule
def steering_seat(s: State, figure: int) -> int:
    """The other side: for a foe the PC who charmed it, or the first that stands (CARD-86a)."""
    if figure < MOST_PCS:
        return int(s.pcs)
    if s.charmer[figure] != NONE and s.charmer[figure] < s.pcs and stands(s, s.charmer[figure]):
        return int(s.charmer[figure])
    for seat in range(s.pcs):
        if stands(s, seat):
            return seat
    return 0


@rule
def cleanse(s: State, figure: int) -> None:
    for status in range(N_STATUSES):
        s.statuses[figure, status] = 0
    s.charmer[figure] = NONE


# ---------------------------------------------------------------- abilities


@rule
def ability_for(s: State, figure: int, when: int) -> int:
    """The character row of a figure's unspent ability of this moment; NONE if it has none."""
    row = s.ability[figure]
    if row == NONE or s.ability_used[figure] or s.characters[row, C.WHEN] != when:
        return NONE
    return int(row)


@rule
def spend_ability(s: State, figure: int) -> None:
    """An ability without a limit is never spent."""
    if s.ability[figure] != NONE and s.characters[s.ability[figure], C.LIMIT] != Limit.NONE:
        s.ability_used[figure] = 1


@rule
def renew_abilities(s: State, figure: int, limit: int) -> None:
    """A turn, a round or a fight is over."""
    if s.ability[figure] != NONE and s.characters[s.ability[figure], C.LIMIT] == limit:
        s.ability_used[figure] = 0


# ---------------------------------------------------------------- names


@rule
def name_of(s: State, figure: int) -> int:
    """The number of the block ``target`` that names a figure."""
    if figure < MOST_PCS:
        return figure
    if s.rival[figure]:
        return T_RIVAL + int(s.who[figure])
    if s.number[figure] > 1:
        return T_AGAIN + int(s.number[figure]) - 2
    return T_FOE + int(s.who[figure])


@rule
def figure_named(s: State, name: int) -> int:
    """The figure with that name; NONE if there is none here."""
    if name < T_FOE:
        return int(name)
    for figure in range(MOST_PCS, N_FIGURES):
        if s.here[figure] and name_of(s, figure) == name:
            return figure
    return NONE


@rule
def multiplied_level(s: State, figure: int) -> int:
    """What a foe counts for experience (CARD-19, CARD-26)."""
    level = int(s.level[figure])
    if s.rival[figure]:
        return 2 * level
    return level * (1 + int(s.rank[figure])) if s.rank[figure] <= Rank.BOSS else level
