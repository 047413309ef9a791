"""Damage: who may cancel it, what it does, who answers (CARD-15, CARD-16, CARD-52, CARD-53)."""

from __future__ import annotations

from dicedeck.envs.card_rpg.actions import A_ABILITY, A_AGREE, A_GUARD, A_ITEM, A_PASS, A_TAKE, A_USE_ROW
from dicedeck.envs.card_rpg.cards import (
    MOST_PCS,
    N_ROWS,
    NONE,
    C,
    Moment,
    Op,
    W,
    When,
)
from dicedeck.envs.card_rpg.options import Choice, Phase
from dicedeck.envs.card_rpg.rules.cards_in_play import (
    discard_hand,
    discard_rows,
    draw,
    is_weapon_row,
    weapon_of,
)
from dicedeck.envs.card_rpg.rules.context import others_standing
from dicedeck.envs.card_rpg.rules.figures import (
    ability_for,
    cleanse,
    forbids,
    side_start,
    spend_ability,
    stands,
)
from dicedeck.envs.card_rpg.rules.items import item_with, spend_item
from dicedeck.envs.card_rpg.rules.tasks import decide, decide_figure, drop_top, push, seat_of
from dicedeck.envs.card_rpg.state import Health, State, Task
from dicedeck.envs.core.jit import rule

UNGUARDABLE = 1
"""No guard, no Riposte."""
ANSWER = 2
"""Dealt by Riposte: it cannot be answered."""
REDIRECTED = 4
"""It has been moved once."""
ATTACK = 8
"""By an action, not by an item or a situation."""
MOST_FLAGS = 15

# ---------------------------------------------------------------- before anybody cancels it


@rule
def damage(s: State, figure: int, by: int, flags: int) -> None:
    """One damage comes to a figure. For a disabled one only others can answer; a defeated foe takes none (CARD-16)."""
    if s.here[figure] == 0 or (not stands(s, figure) and (figure >= MOST_PCS or s.health[figure] != Health.DISABLED)):
        return
    bodyguard = shield_of(s, figure, flags)
    if bodyguard != NONE:
        s.shielding[bodyguard] = 0
        push(s, Task.DAMAGE, bodyguard, by, flags | REDIRECTED, 0)
    elif stands(s, figure) and has_answer(s, figure, flags):
        ask(s, Phase.DAMAGE, figure, figure, by, flags)
    else:
        push(s, Task.HELP, figure, by, flags, 0)


@rule
def ask(s: State, phase: int, whom: int, figure: int, by: int, flags: int) -> None:
    s.damage_to = figure
    s.damage_by = by
    s.damage_flags = flags
    decide(s, phase, seat_of(s, whom), whom)


@rule
def forget_damage(s: State) -> None:
    s.damage_to = NONE
    s.damage_by = NONE
    s.damage_flags = 0


@rule
def shield_of(s: State, figure: int, flags: int) -> int:
    """A foe of the same side that takes the next damage of another; NONE."""
    if flags & REDIRECTED:
        return NONE
    start = side_start(figure)
    for other in range(start, start + MOST_PCS):
        if other != figure and s.shielding[other] and stands(s, other):
            return other
    return NONE


@rule
def may_guard(s: State, figure: int, flags: int) -> bool:
    """The damage can be guarded, and nothing forbids the figure to guard."""
    return bool((flags & UNGUARDABLE) == 0 and stands(s, figure) and not forbids(s, figure, 1))


@rule
def can_guard_with(s: State, figure: int, row: int) -> bool:
    return is_weapon_row(s, figure, row) and s.row_used[figure, row] == 0


@rule
def has_answer(s: State, figure: int, flags: int) -> bool:
    """A guard, an amulet, or somebody else who might take it."""
    if may_guard(s, figure, flags) and (can_guard_with(s, figure, 0) or can_guard_with(s, figure, 1)):
        return True
    return cancelling_item(s, figure) != NONE or passing_on(s, figure, flags) != NONE


@rule
def cancelling_item(s: State, figure: int) -> int:
    return item_with(s, figure, Moment.DAMAGE, Op.GUARD, NONE)


@rule
def passing_on(s: State, figure: int, flags: int) -> int:
    """The princess's ability: another may take it; NONE."""
    if flags & REDIRECTED or others_standing(s, figure) == 0:
        return NONE
    return ability_for(s, figure, When.DAMAGE_SELF)


@rule
def answer_damage(s: State, action: int) -> None:
    """Guard, amulet, ability, or take it."""
    figure, by, flags = int(s.damage_to), int(s.damage_by), int(s.damage_flags)
    if action == A_TAKE:
        forget_damage(s)
        push(s, Task.HELP, figure, by, flags, 0)
    elif action >= A_ABILITY:
        spend_ability(s, figure)
        decide_figure(s, Choice.REDIRECT, s.player, figure, others_standing(s, figure), False)
    elif action >= A_GUARD:
        s.row_used[figure, action - A_GUARD] = 1
        forget_damage(s)
        push(s, Task.COUNTER, figure, by, flags, 0)
    else:
        spend_item(s, figure, action - A_ITEM)
        forget_damage(s)


@rule
def ask_consent(s: State, other: int) -> None:
    """The one chosen is asked whether it takes the damage."""
    decide(s, Phase.CONSENT, seat_of(s, other), other)


@rule
def answer_consent(s: State, action: int) -> None:
    """Agreed: it comes to the one who agrees, who may guard. Refused: it comes again where it was (CARD-75)."""
    if action == A_AGREE:
        push(s, Task.DAMAGE, s.subject, s.damage_by, s.damage_flags | REDIRECTED, 0)
    else:
        push(s, Task.DAMAGE, s.damage_to, s.damage_by, s.damage_flags, 0)
    forget_damage(s)


# ---------------------------------------------------------------- others of the side


@rule
def ask_help(s: State, figure: int, by: int, flags: int, following: int) -> None:
    """The others of the side, from the one with the number ``following`` on."""
    start = side_start(figure)
    for k in range(following, MOST_PCS):
        other = start + k
        if other != figure and can_help(s, other, flags):
            push(s, Task.HELP, figure, by, flags, k + 1)
            ask(s, Phase.HELP, other, figure, by, flags)
            return
    push(s, Task.HURT, figure, by, flags, 0)


@rule
def can_help(s: State, other: int, flags: int) -> bool:
    if not stands(s, other):
        return False
    if can_help_with(s, other, 0, flags) or can_help_with(s, other, 1, flags):
        return True
    return taking_item(s, other, flags) != NONE


@rule
def is_shield(s: State, figure: int, row: int) -> bool:
    weapon = weapon_of(s, figure, row)
    if weapon == NONE:
        return False
    return bool(s.weapons[weapon, W.MOMENT] == Moment.REACTION and s.weapons[weapon, W.OPS] == Op.GUARD)


@rule
def can_help_with(s: State, other: int, row: int, flags: int) -> bool:
    """A Shield, or with the paladin's ability any weapon row (CARD-52, CARD-92)."""
    if not may_guard(s, other, flags) or not can_guard_with(s, other, row):
        return False
    return is_shield(s, other, row) or ability_for(s, other, When.DAMAGE_OTHER) != NONE


@rule
def taking_item(s: State, other: int, flags: int) -> int:
    """The scapegoat's charm."""
    return NONE if flags & REDIRECTED else item_with(s, other, Moment.DAMAGE, Op.REDIRECT, NONE)


@rule
def answer_help(s: State, action: int) -> None:
    """Guard for the other, take its damage, or neither."""
    if action == A_PASS:
        forget_damage(s)
        return
    figure, by, flags, other = int(s.damage_to), int(s.damage_by), int(s.damage_flags), int(s.subject)
    drop_top(s)  # nobody else is asked
    forget_damage(s)
    if action >= A_GUARD:
        row = action - A_GUARD
        if not is_shield(s, other, row):
            spend_ability(s, other)
        s.row_used[other, row] = 1
        push(s, Task.COUNTER, figure, by, flags, 0)
    else:
        spend_item(s, other, action - A_ITEM)
        push(s, Task.DAMAGE, other, by, flags | REDIRECTED, 0)


# ---------------------------------------------------------------- what it does


@rule
def hurt(s: State, figure: int, by: int, flags: int) -> None:
    """Wounded, disabled, dead; whoever damages is hidden no longer."""
    if by != NONE:
        s.hidden[by] = 0
    s.health[figure] += 1
    if s.health[figure] == Health.DISABLED:
        fall(s, figure, by, flags)
    elif s.health[figure] == Health.DEAD:
        die(s, figure)
    push(s, Task.COUNTER, figure, by, flags, 0)


@rule
def fall(s: State, figure: int, by: int, flags: int) -> None:
    """A PC discards its hand; a foe is defeated."""
    s.hidden[figure] = 0
    if figure < MOST_PCS:
        discard_hand(s, figure)
        return
    discard_rows(s, figure)
    cleanse(s, figure)
    s.shielding[figure] = 0
    if by != NONE and by < MOST_PCS and flags & ATTACK:
        row = ability_for(s, by, When.DISABLES)
        if row != NONE:
            spend_ability(s, by)
            for _ in range(s.characters[row, C.OP + 2]):
                draw(s, by)


@rule
def die(s: State, figure: int) -> None:
    """Out of the game: hand and rows go to the discards."""
    discard_hand(s, figure)
    discard_rows(s, figure)
    cleanse(s, figure)
    s.hidden[figure] = 0


# ---------------------------------------------------------------- the answer


@rule
def is_riposte(s: State, figure: int, row: int) -> bool:
    weapon = weapon_of(s, figure, row)
    if weapon == NONE:
        return False
    return bool(s.weapons[weapon, W.MOMENT] == Moment.REACTION and s.weapons[weapon, W.OPS] == Op.DAMAGE)


@rule
def can_counter_with(s: State, figure: int, row: int) -> bool:
    return is_riposte(s, figure, row) and s.row_used[figure, row] == 0


@rule
def ask_counter(s: State, figure: int, by: int, flags: int) -> None:
    """An attack that damages, or would have but for a guard, may be answered (CARD-53)."""
    if by in (NONE, figure) or flags & (UNGUARDABLE | ANSWER) or (flags & ATTACK) == 0:
        return
    if not stands(s, figure) or not stands(s, by) or forbids(s, figure, 2):
        return
    if can_counter_with(s, figure, 0) or can_counter_with(s, figure, 1):
        ask(s, Phase.RIPOSTE, figure, figure, by, flags)


@rule
def answer_counter(s: State, action: int) -> None:
    figure, by = int(s.damage_to), int(s.damage_by)
    forget_damage(s)
    if action != A_PASS:
        row = action - A_USE_ROW
        weapon = weapon_of(s, figure, row)
        s.row_used[figure, row] = 1
        for _ in range(s.weapons[weapon, W.OPS + 2]):
            push(s, Task.DAMAGE, by, figure, ANSWER, 0)


@rule
def untap(s: State, figure: int) -> None:
    """All rows unused."""
    for row in range(N_ROWS):
        s.row_used[figure, row] = 0
