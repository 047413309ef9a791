"""The turn: start, everybody's prepare and attack by initiative, end (KAMI-8, 16 to 18, 29, 33)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE
from dicedeck.envs.core.tasks import drop_top, push
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, MOST_KNOWN, N_VALUES, NONE, Duration, Status, Timing
from dicedeck.envs.kamigakari.core.essence import LIFE_BONDS
from dicedeck.envs.kamigakari.core.spirit import roll_spent
from dicedeck.envs.kamigakari.fight.rules.deciding import decide
from dicedeck.envs.kamigakari.fight.rules.figures import (
    bonds_of,
    can_act,
    clear_changes,
    has,
    initiative_of,
    is_there,
    spend_timing,
    stands,
)
from dicedeck.envs.kamigakari.fight.rules.harm import end_fight, lose_hp
from dicedeck.envs.kamigakari.fight.rules.rows import can_begin
from dicedeck.envs.kamigakari.fight.state import Ending, Moment, Phase, Stage, State, Task

POISON = 4
ASKED = 4
"""Added to the timing of a window whose figure has been asked whether to burn its life."""


@rule
def begin_turn(s: State) -> None:
    """Everybody has every timing once more; what lasts for the next turn begins (KAMI-17)."""
    if s.turn >= s.max_turns:
        end_fight(s, Ending.TURNS)
        return
    s.turn += 1
    for figure in range(MOST_FIGURES):
        s.waited[figure] = 0
        s.extra[figure] = 0
        s.defended[figure] = 0
        s.declared[figure] = 0
        s.disengaged[figure] = 0
        for timing in range(4):
            s.left[figure, timing] = int(is_there(s, figure))
            s.owed[figure, timing] = 0
        for slot in range(MOST_KNOWN):
            s.used_turn[figure, slot] = 0
        s.attribute_mods[Duration.TURN, figure] = s.attribute_mods[Duration.NEXT_TURN, figure]
        for value in range(N_VALUES):
            s.mods[Duration.TURN, figure, value] = s.mods[Duration.NEXT_TURN, figure, value]
    clear_changes(s, Duration.NEXT_TURN)
    begin_stage(s, Stage.START)


@rule
def begin_stage(s: State, stage: int) -> None:
    s.stage = stage
    for figure in range(MOST_FIGURES):
        s.acted[figure] = 0
    push(s, Task.STAGE, 0, stage)


@rule
def next_in_order(s: State) -> int:
    """The highest initiative of those who have not acted; of equal ones PCs, then the lower seat (KAMI-16)."""
    best = NONE
    most = NONE
    for figure in range(MOST_FIGURES):
        if is_there(s, figure) and not s.acted[figure] and initiative_of(s, figure) > most:
            best = figure
            most = initiative_of(s, figure)
    return best


@rule
def go_on(s: State, stage: int) -> None:
    """Timings that are owed, the next figure of the stage, or the next stage."""
    if pay_owed(s, stage):
        return
    figure = next_in_order(s)
    if figure == NONE:
        if stage == Stage.START:
            begin_stage(s, Stage.ACT)
        elif stage == Stage.ACT:
            begin_stage(s, Stage.END)
        else:
            push(s, Task.TURN, 0, 0)
            end_turn(s)
        return
    s.acted[figure] = 1
    push(s, Task.STAGE, 0, stage)
    if stage == Stage.ACT:
        push(s, Task.TURN_OF, figure, 0)
    else:
        push(s, Task.WINDOW, figure, Timing.START if stage == Stage.START else Timing.END)


@rule
def pay_owed(s: State, stage: int) -> bool:
    """One timing that somebody is owed."""
    for figure in range(MOST_FIGURES):
        for timing in range(4):
            if s.owed[figure, timing] > 0:
                s.owed[figure, timing] -= 1
                s.left[figure, timing] += 1
                push(s, Task.STAGE, 0, stage)
                if timing == Timing.PREPARE or timing == Timing.ATTACK:
                    push(s, Task.TURN_OF, figure, 0)
                else:
                    push(s, Task.WINDOW, figure, timing)
                return True
    return False


@rule
def end_turn(s: State) -> None:
    """Poison, spent dice, surplus, all that lasted for the turn (KAMI-8, 9, 29)."""
    for figure in range(MOST_FIGURES):
        roll_spent(s.rng[DICE], s.spirit[figure], s.spent[figure])
        s.spent[figure] = 0
        s.surplus[figure] = 0
    clear_changes(s, Duration.TURN)
    for figure in range(MOST_FIGURES - 1, -1, -1):  # whoever falls last is asked first
        if has(s, figure, Status.POISON):
            lose_hp(s, figure, POISON)


@rule
def open_window(s: State, figure: int, timing: int) -> None:
    """Start or end: asked only where there is something to do; the stunned may burn their life (KAMI-13)."""
    if timing == Timing.START and can_burn_life(s, figure):
        push(s, Task.WINDOW, figure, Timing.START + ASKED)
        push(s, Task.REACTIONS, figure, Moment.STUNNED * 16)
        return
    timing %= ASKED
    if not can_act(s, figure) or s.left[figure, timing] <= 0:
        return
    asked = timing == Timing.END and has(s, figure, Status.PARALYSIS)
    for slot in range(MOST_KNOWN):
        asked |= can_begin(s, figure, slot, timing)
    if asked:
        push(s, Task.WINDOW, figure, timing)
        decide(s, Phase.START if timing == Timing.START else Phase.END, figure)


@rule
def take_turn(s: State, figure: int) -> None:
    """Prepare, then attack; paralysis and immobility use both up (KAMI-16, 29)."""
    if not can_act(s, figure) or has(s, figure, Status.PARALYSIS):
        s.left[figure, Timing.PREPARE] = 0
        s.left[figure, Timing.ATTACK] = 0
        return
    if s.left[figure, Timing.PREPARE] > 0:
        push(s, Task.TURN_OF, figure, 0)
        decide(s, Phase.PREPARE, figure)
    elif s.left[figure, Timing.ATTACK] > 0:
        push(s, Task.TURN_OF, figure, 0)
        decide(s, Phase.ATTACK, figure)


@rule
def can_burn_life(s: State, figure: int) -> bool:
    """Four bonds, once a fight, while stunned (KAMI-13)."""
    return bool(has(s, figure, Status.STUN) and not s.burnt[figure] and bonds_of(s, figure) >= LIFE_BONDS)


@rule
def can_wait_for(s: State, figure: int, other: int) -> bool:
    """A figure that has still to act, and that would not act later anyway (KAMI-18)."""
    if s.stage != Stage.ACT or other == figure or s.acted[other] or not stands(s, other):
        return False
    return bool(initiative_of(s, other) <= initiative_of(s, figure) and initiative_of(s, figure) > 1)


@rule
def wait(s: State, figure: int, other: int) -> None:
    """Initiative just below the other's, at least 1, to the end of the turn; the prepare is used (KAMI-18)."""
    spend_timing(s, figure, Timing.PREPARE, False)
    s.waited[figure] = max(initiative_of(s, other) - 1, 1)
    s.acted[figure] = 0
    if s.task_count > 0 and s.task[s.task_count - 1] == Task.TURN_OF:
        drop_top(s)
