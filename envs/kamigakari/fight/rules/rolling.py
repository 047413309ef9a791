"""A check: extra dice, the roll, swaps, its total (KAMI-1 to KAMI-3, 5, 6, 12)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE
from dicedeck.envs.core.tasks import push
from dicedeck.envs.kamigakari.codes import MOST_DICE, NONE, Duration, Op, Status, Value
from dicedeck.envs.kamigakari.core.dice import count, hold_by_pain, is_critical, is_fumble, roll_into, total
from dicedeck.envs.kamigakari.fight.rules.deciding import decide
from dicedeck.envs.kamigakari.fight.rules.figures import bonds_of, clear_changes, has
from dicedeck.envs.kamigakari.fight.state import CheckKind, Moment, Phase, State, Task

BASE_DICE = 2
MOST_TRANSCEND = 3
ACTIVE_VALUE = np.array([Value.ACCURACY, Value.CASTING, Value.ACCURACY, Value.CASTING], np.int32)
"""What an attack of each kind is checked with (KAMI-2)."""
PASSIVE_VALUE = np.array([Value.EVASION, Value.RESISTANCE, Value.EVASION, Value.EVASION], np.int32)
"""... and against."""


@rule
def begin_check(s: State, figure: int, kind: int, bonus: int) -> None:
    """Before the roll the figure may add dice."""
    s.check = kind
    s.roller = figure
    s.check_bonus = bonus
    s.check_dice = BASE_DICE
    s.critical = False
    s.fumble = False
    s.swapped = False
    s.swaps_left = 0
    for k in range(6):
        s.rolled[k] = 0
        s.fixed[k] = 0
    push(s, Task.CHECKED, figure, kind)
    push(s, Task.BEFORE, figure, 0)


@rule
def add_dice(s: State, n: int) -> None:
    """Before the roll they are rolled with the others, after it on their own."""
    n = min(n, MOST_DICE - s.check_dice)
    s.check_dice += n
    if count(s.rolled) + count(s.fixed) > 0:
        roll_into(s.rng[DICE], s.rolled, n)
        read_roll(s)


@rule
def roll_check(s: State) -> None:
    """The dice fall; pain holds the lowest; critical and fumble are read (KAMI-3)."""
    for k in range(6):
        s.rolled[k] = 0
        s.fixed[k] = 0
    roll_into(s.rng[DICE], s.rolled, s.check_dice)
    if has(s, s.roller, Status.PAIN):
        hold_by_pain(s.rolled, s.fixed)
    read_roll(s)


@rule
def read_roll(s: State) -> None:
    s.critical = is_critical(s.rolled, s.fixed)
    s.fumble = is_fumble(s.rolled, s.fixed)


@rule
def roll_again(s: State) -> None:
    """All dice once more; only while nothing has been swapped."""
    if s.check != CheckKind.NONE and not s.swapped:
        roll_check(s)


@rule
def ask_lenders(s: State) -> None:
    """After the roll: friends that may help, then the roller."""
    push(s, Task.ROLLED, s.roller, 0)
    push(s, Task.REACTIONS, s.roller, Moment.ROLLED * 16)


@rule
def can_transcend(s: State, figure: int, n: int) -> bool:
    """So many bonds are needed for so many dice (KAMI-12)."""
    return bool(bonds_of(s, figure) >= n and s.check_dice + n <= MOST_DICE)


@rule
def can_swap(s: State, figure: int, out: int, into: int) -> bool:
    """A die of the check that shows ``out`` + 1 for a spirit die of the figure that shows ``into`` + 1 (KAMI-6)."""
    return bool(s.rolled[out] > 0 and s.spirit[figure, into] > 0 and out != into)


@rule
def swap(s: State, figure: int, out: int, into: int) -> None:
    """The face swapped out goes into the pool."""
    s.rolled[out] -= 1
    s.fixed[into] += 1
    s.spirit[figure, into] -= 1
    s.spirit[figure, out] += 1
    s.swapped = True


@rule
def total_of_check(s: State) -> int:
    return total(s.rolled) + total(s.fixed) + s.check_bonus


@rule
def checked_value(s: State) -> int:
    """The value that is added to the dice in hand; NONE for a main stat."""
    if s.check == CheckKind.ACTIVE:
        return int(ACTIVE_VALUE[s.ops[s.attack, Op.A]])
    if s.check == CheckKind.PASSIVE:
        return int(PASSIVE_VALUE[s.ops[s.attack, Op.A]])
    return Value.INSIGHT.value if s.check == CheckKind.FIND or s.check == CheckKind.HIDE else NONE


@rule
def end_check(s: State) -> None:
    """Nothing in hand any more; what lasts for a check lasts, within an attack, to its end (KAMI-17)."""
    if s.attack == NONE:
        clear_changes(s, Duration.CHECK)
    s.check = CheckKind.NONE
    s.roller = NONE
    s.check_bonus = 0
    s.check_dice = 0
    s.critical = False
    s.fumble = False
    s.swapped = False
    s.swaps_left = 0
    for k in range(6):
        s.rolled[k] = 0
        s.fixed[k] = 0


@rule
def decide_roll(s: State) -> None:
    decide(s, Phase.ROLL, s.roller)
