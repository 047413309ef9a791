"""The interpreter of operations (KAMI-17): what one does to one figure. Attacks and moves are begun elsewhere."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE
from dicedeck.envs.kamigakari.codes import MOST_CHANGE, MOST_FIGURES, Code, Duration, Op, Status, Timing, Value, Who
from dicedeck.envs.kamigakari.core.dice import reroll_lowest
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, changes, has, is_there, rolls
from dicedeck.envs.kamigakari.fight.rules.harm import give_status, heal, lose_hp, raise_up, remove_statuses
from dicedeck.envs.kamigakari.fight.rules.movement import push_away
from dicedeck.envs.kamigakari.fight.rules.rolling import add_dice, checked_value, roll_again
from dicedeck.envs.kamigakari.fight.state import MOST_EXTRA, CheckKind, Stage, State

TIME_OF = np.array([Stage.START, Stage.ACT, Stage.ACT, Stage.END], np.int32)
"""The stage of each timing."""


@rule
def apply_to_all(s: State, op: int, user: int) -> None:
    """An operation of the deed in hand, on whom it names."""
    who = s.ops[op, Op.WHO]
    if who == Who.USER:
        apply(s, op, user, user)
        return
    for figure in range(MOST_FIGURES - 1, -1, -1):  # whoever falls last is asked first
        if is_named(s, who, user, figure):
            apply(s, op, user, figure)


@rule
def is_named(s: State, who: int, user: int, figure: int) -> bool:
    if who == Who.TARGET:
        return bool(s.targets[figure])
    return bool(is_there(s, figure) and are_foes(user, figure) == (who == Who.FOES))


@rule
def apply(s: State, op: int, user: int, figure: int) -> None:
    """One operation on one figure."""
    code = s.ops[op, Op.CODE]
    a = s.ops[op, Op.A]
    if code == Code.MOD or code == Code.ATTRIBUTE:
        change(s, op, figure)
    elif code >= Code.DAMAGE and code <= Code.SWAP:
        change_check(s, code, a)
    elif code <= Code.SURPLUS:
        change_spirit(s, code, a, figure)
    elif code <= Code.LOSE:
        change_hp(s, code, a, figure)
    elif code == Code.GIVE:
        give_status(s, figure, a)
    elif code == Code.REMOVE:
        remove_statuses(s, figure, a)
    elif code <= Code.TAKE:
        change_harm(s, code, a, user)
    elif code == Code.MOVE:
        push_away(s, figure, user, -a)
    else:
        grant(s, figure, a)


@rule
def change(s: State, op: int, figure: int) -> None:
    """A value or an attribute, for as long as the operation says."""
    duration = s.ops[op, Op.C]
    a = s.ops[op, Op.A]
    if s.ops[op, Op.CODE] == Code.ATTRIBUTE:
        s.attribute_mods[duration, figure] |= 1 << a
        return
    before = s.mods[duration, figure, a]
    s.mods[duration, figure, a] = min(max(before + s.ops[op, Op.B], -MOST_CHANGE), MOST_CHANGE)
    if s.check != CheckKind.NONE and figure == s.roller and a == checked_value(s) and duration != Duration.NEXT_TURN:
        s.check_bonus += s.mods[duration, figure, a] - before
    if a == Value.INITIATIVE and has(s, figure, Status.IMMOBILE) and duration != Duration.NEXT_TURN:
        if changes(s, figure, Value.INITIATIVE) >= 1:
            s.status[figure] &= ~(1 << Status.IMMOBILE)


@rule
def change_check(s: State, code: int, a: int) -> None:
    """The check or the damage in hand."""
    if code == Code.DAMAGE:
        s.damage_bonus += a
    elif code == Code.DICE:
        add_dice(s, a)
    elif code == Code.REROLL:
        roll_again(s)
    elif code == Code.DIE:
        s.die_as = max(s.die_as, a)
    else:
        s.swaps_left += a


@rule
def change_spirit(s: State, code: int, a: int, figure: int) -> None:
    """Only figures that have spirit dice (KAMI-4)."""
    if not rolls(s, figure):
        return
    if code == Code.SPIRIT_REROLL:
        reroll_lowest(s.rng[DICE], s.spirit[figure], a)
    else:
        s.surplus[figure] = min(s.surplus[figure] + a, 9)


@rule
def change_hp(s: State, code: int, a: int, figure: int) -> None:
    if code == Code.HEAL:
        heal(s, figure, a)
    elif code == Code.RAISE:
        raise_up(s, figure, a)
    else:
        lose_hp(s, figure, a)


@rule
def change_harm(s: State, code: int, a: int, user: int) -> None:
    """The damage in hand, before it is reduced."""
    if code == Code.REDUCE:
        s.less += a
    elif code == Code.HALVE:
        s.halved = True
    else:
        s.victim = user


@rule
def grant(s: State, figure: int, timing: int) -> None:
    """One more timing in this turn; where its time is over it is owed, and had next (KAMI-17)."""
    if s.extra[figure] >= MOST_EXTRA:
        return
    s.extra[figure] += 1
    past = s.stage == Stage.END
    if timing == Timing.START:
        past = s.stage != Stage.START
    elif timing == Timing.END:
        past = False
    if past or (s.acted[figure] and figure != s.user and s.stage == TIME_OF[timing]):
        s.owed[figure, timing] += 1
    else:
        s.left[figure, timing] += 1
