"""Before and after a roll: who may change it (CARD-70, CARD-78, CARD-79, CARD-84, CARD-92)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import (
    A_ABILITY,
    A_ITEM,
    A_PASS,
    A_UP,
)
from dicedeck.envs.card_rpg.cards import (
    MOST_PCS,
    N_FIGURES,
    NONE,
    Action,
    C,
    I,
    Moment,
    Op,
    When,
    Who,
)
from dicedeck.envs.card_rpg.options import Phase
from dicedeck.envs.card_rpg.rules.checks import roll, settle_roll, shift_value
from dicedeck.envs.card_rpg.rules.context import (
    aim_of,
    is_rolled,
    possible_targets,
)
from dicedeck.envs.card_rpg.rules.figures import (
    ability_for,
    is_bit,
    leader,
    same_side,
    side_start,
    spend_ability,
    stands,
)
from dicedeck.envs.card_rpg.rules.items import item_with, spend_item
from dicedeck.envs.card_rpg.rules.tasks import decide, push, seat_of
from dicedeck.envs.card_rpg.state import Source, State, Task
from dicedeck.envs.core.jit import rule

USE, TARGETS, BEFORE, ROLL, AFTER, RESOLVE, DONE = range(7)
"""Stages of an action; a window comes back to its stage until nobody has anything to say."""


@rule
def ask_before(s: State) -> None:
    """The actor, then others of its side, before the roll (CARD-84, CARD-92)."""
    start = side_start(s.actor)
    while s.next_asked <= MOST_PCS:
        k = s.next_asked
        s.next_asked += 1
        figure = s.actor if k == 0 else start + (s.actor - start + k) % MOST_PCS
        if (k == 0 or figure != s.actor) and has_before(s, figure):
            push(s, Task.ACT, BEFORE, 0, 0, 0)
            decide(s, Phase.BEFORE_ROLL, seat_of(s, figure), figure)
            return
    push(s, Task.ACT, ROLL, 0, 0, 0)


@rule
def has_before(s: State, figure: int) -> bool:
    return widening_item(s, figure) != NONE or before_ability(s, figure) != NONE


@rule
def can_widen(s: State, figure: int) -> bool:
    """A row with one target that could have more."""
    if figure != s.actor or s.source != Source.ROW or s.goal > 0 or s.kind == Action.HIDE:
        return False
    aim = aim_of(s, s.ops, s.ops_row)
    if aim != Who.TARGET and aim != Who.ALLY and aim != Who.OTHER_ALLY:
        return False
    return widened(s) & ~s.targets != 0


@rule
def widened(s: State) -> int:
    """Bits of all that the row could be aimed at, on the side of its target."""
    possible = possible_targets(s, s.ops, s.ops_row, s.kind, s.actor, s.steered)
    bits = 0
    for figure in range(N_FIGURES):
        for target in range(N_FIGURES):
            if is_bit(possible, figure) and is_bit(s.targets, target) and same_side(figure, target):
                bits |= 1 << figure
    return bits


@rule
def widening_item(s: State, figure: int) -> int:
    if figure != s.actor:
        return NONE
    item = item_with(s, figure, Moment.BEFORE_ROLL, Op.WIDEN, NONE)
    return item if item != NONE and can_widen(s, figure) else NONE


@rule
def before_ability(s: State, figure: int) -> int:
    """The character row of an ability that may be used before this roll; NONE."""
    if not stands(s, figure):
        return NONE
    if figure == s.actor:
        row = ability_for(s, figure, When.BEFORE_ROLL)
        fits = row != NONE and (s.characters[row, C.KIND] == Action.NOTHING or s.characters[row, C.KIND] == s.kind)
        return row if fits and can_widen(s, figure) else NONE
    return ability_for(s, figure, When.CHECK_ALLY) if is_rolled(s) else NONE


@rule
def answer_before(s: State, action: int) -> None:
    """An item or an ability before the roll; the same figure may have more."""
    figure = s.subject
    if action == A_PASS:
        return
    s.next_asked -= 1
    if action >= A_ABILITY:
        row = action - A_ABILITY
        spend_ability(s, figure)
        if s.characters[row, C.WHEN] == When.CHECK_ALLY:
            s.bonus += s.characters[row, C.OP + 3]
            s.next_asked += 1
        else:
            s.targets = widened(s)
    else:
        spend_item(s, figure, action - A_ITEM)
        s.targets = widened(s)


@rule
def ask_after(s: State) -> None:
    """The actor, its side, the other side, once the dice lie (CARD-70, CARD-78, CARD-79)."""
    while is_rolled(s) and s.next_asked < 2 * MOST_PCS + 1:
        k = s.next_asked
        s.next_asked += 1
        figure = asked_after(s, k)
        if figure != NONE and has_after(s, figure):
            push(s, Task.ACT, AFTER, 0, 0, 0)
            decide(s, Phase.AFTER_ROLL, seat_of(s, figure), figure)
            return
    push(s, Task.ACT, RESOLVE, 0, 0, 0)


@rule
def asked_after(s: State, k: int) -> int:
    """The k-th figure to be asked; of the foes only the actor and the one who speaks for the others."""
    start = side_start(s.actor)
    if k == 0:
        return int(s.actor)
    if k <= MOST_PCS:
        figure = start + (s.actor - start + k) % MOST_PCS
    else:
        figure = MOST_PCS - start + k - MOST_PCS - 1
    if figure == s.actor or (figure >= MOST_PCS and figure != leader(s, s.actor)):
        return NONE
    return int(figure)


@rule
def has_after(s: State, figure: int) -> bool:
    if not stands(s, figure):
        return False
    return shifting_item(s, figure) != NONE or rerolling_item(s, figure) != NONE or retry_ability(s, figure) != NONE


@rule
def shift_size(s: State, item: int) -> int:
    return int(s.items[item, I.OPS + 3])


@rule
def shifting_item(s: State, figure: int) -> int:
    """An item that moves the dice total, where that is good for the figure's side."""
    item = item_with(s, figure, Moment.AFTER_ROLL, Op.SHIFT, NONE)
    if item == NONE:
        return NONE
    helps = shift_helps(s, figure, shift_size(s, item)) or shift_helps(s, figure, -shift_size(s, item))
    return item if helps else NONE


@rule
def shift_helps(s: State, figure: int, by: int) -> bool:
    """More for the own side's roll, less for the other's."""
    change = shift_value(s, s.dice + by) - shift_value(s, s.dice)
    return bool(change > 0 if same_side(figure, s.actor) else change < 0)


@rule
def is_unlucky(s: State, figure: int) -> bool:
    """The roll, not yet thrown again, could be better for the figure's side."""
    if s.rolls != 1:
        return False
    return bool(s.hits != s.targets if same_side(figure, s.actor) else s.hits != 0)


@rule
def rerolling_item(s: State, figure: int) -> int:
    if not is_unlucky(s, figure):
        return NONE
    return item_with(s, figure, Moment.AFTER_ROLL, Op.AGAIN, Who.SELF if figure == s.actor else Who.OTHER)


@rule
def retry_ability(s: State, figure: int) -> int:
    """The jester's: an own roll that has failed altogether."""
    if figure != s.actor or s.rolls != 1 or s.hits != 0:
        return NONE
    return ability_for(s, figure, When.AFTER_ROLL)


@rule
def answer_after(s: State, action: int) -> None:
    """Change the roll; then all are asked anew."""
    figure = s.subject
    if action == A_PASS:
        return
    s.next_asked = 0
    if action >= A_ABILITY:
        spend_ability(s, figure)
        roll(s)
        return
    item = action - A_ITEM
    spend_item(s, figure, item)
    if s.items[item, I.OPS] == Op.SHIFT:
        s.held_item = item
        decide(s, Phase.SHIFT, seat_of(s, figure), figure)
    else:
        roll(s)


@rule
def shift_dice(s: State, action: int) -> None:
    """The dice total itself moves, so 2, 12 and criticals can come and go."""
    by = shift_size(s, s.held_item)
    s.dice += by if action == A_UP else -by
    s.held_item = NONE
    settle_roll(s)
