"""Figures: their values with everything that changes them, their statuses, who can act (KAMI-17, 23, 24, 29, 30)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, MOST_PCS, N_VALUES, NONE, Duration, Status, Timing, Value
from dicedeck.envs.kamigakari.fight.state import State

PRONE_PENALTY = 2
DARK_PENALTY = 3
DISENGAGED_PENALTY = 2
FLYING_BONUS = 1
FALLEN = 1 << Status.STUN | 1 << Status.OUT | 1 << Status.DEAD
SLOW = 1 << Status.PRONE | 1 << Status.DARK
DURATIONS = len(Duration)


@rule
def has(s: State, figure: int, status: int) -> bool:
    return bool(s.status[figure] >> status & 1)


@rule
def is_pc(figure: int) -> bool:
    return bool(figure < MOST_PCS)


@rule
def are_foes(one: int, other: int) -> bool:
    return bool((one < MOST_PCS) != (other < MOST_PCS))


@rule
def is_there(s: State, figure: int) -> bool:
    """The seat is taken."""
    return bool(s.start_square[figure] != NONE)


@rule
def stands(s: State, figure: int) -> bool:
    """Neither stunned nor out nor dead: it fills its square and links clusters (KAMI-19, 21)."""
    return bool(s.start_square[figure] != NONE and s.status[figure] & FALLEN == 0)


@rule
def can_act(s: State, figure: int) -> bool:
    """Has timings other than special (KAMI-29)."""
    return bool(stands(s, figure) and not has(s, figure, Status.IMMOBILE))


@rule
def rolls(s: State, figure: int) -> bool:
    """PCs; enemies have a fixed die (KAMI-4)."""
    return bool(s.die[figure] == 0)


@rule
def changes(s: State, figure: int, value: int) -> int:
    """All that effects add to a value."""
    n = 0
    for duration in range(DURATIONS):
        if duration != Duration.NEXT_TURN:
            n += s.mods[duration, figure, value]
    return n


@rule
def value_of(s: State, figure: int, value: int) -> int:
    """A combat value with effects and statuses."""
    n = s.base_values[figure, value] + changes(s, figure, value)
    if value == Value.ACCURACY:
        n -= PRONE_PENALTY * int(has(s, figure, Status.PRONE)) + DARK_PENALTY * int(has(s, figure, Status.DARK))
        n += FLYING_BONUS * int(has(s, figure, Status.FLYING))
    elif value == Value.CASTING:
        n -= DARK_PENALTY * int(has(s, figure, Status.DARK))
    elif value == Value.EVASION:
        n -= PRONE_PENALTY * int(has(s, figure, Status.PRONE)) + DISENGAGED_PENALTY * s.disengaged[figure]
        n += FLYING_BONUS * int(has(s, figure, Status.FLYING))
    elif value == Value.MOVE:
        n = max(n, 0)
        if s.status[figure] & SLOW:
            n //= 2
    elif value == Value.SIZE:
        n = max(n, 0)
    return int(n)


@rule
def bonds_of(s: State, figure: int) -> int:
    return int(s.start_bonds[figure] + s.base_values[figure, Value.BONDS] + changes(s, figure, Value.BONDS))


@rule
def initiative_of(s: State, figure: int) -> int:
    """At least 1, unless immobile: then 0 (KAMI-18, 29)."""
    if has(s, figure, Status.IMMOBILE):
        return 0
    n = max(s.base_values[figure, Value.INITIATIVE] + changes(s, figure, Value.INITIATIVE), 1)
    return int(min(n, s.waited[figure]) if s.waited[figure] > 0 else n)


@rule
def attributes_of(s: State, figure: int) -> int:
    """Bits of the attributes on all its attacks."""
    n = s.attributes[figure]
    for duration in range(DURATIONS):
        if duration != Duration.NEXT_TURN:
            n |= s.attribute_mods[duration, figure]
    return int(n)


@rule
def spend_timing(s: State, figure: int, timing: int, attacks: bool) -> None:
    """Any act of a prepare or an attack ends hidden; where it attacks, only the end of that does (KAMI-30)."""
    s.left[figure, timing] -= 1
    if (timing == Timing.PREPARE or timing == Timing.ATTACK) and not attacks:
        s.status[figure] &= ~(1 << Status.HIDDEN)


@rule
def figure_at(s: State, square: int) -> int:
    """Who stands on the square, NONE when nobody does (squares of the fallen are free)."""
    for figure in range(MOST_FIGURES):
        if s.square[figure] == square and stands(s, figure):
            return figure
    return NONE


@rule
def clear_changes(s: State, duration: int) -> None:
    for figure in range(MOST_FIGURES):
        s.attribute_mods[duration, figure] = 0
        for value in range(N_VALUES):
            s.mods[duration, figure, value] = 0
