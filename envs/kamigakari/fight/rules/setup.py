"""Setting up a fight (KAMI-6, 10, 11, 16)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE
from dicedeck.envs.core.tasks import push
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, NONE
from dicedeck.envs.kamigakari.core.dice import roll_into
from dicedeck.envs.kamigakari.fight.rules.deeds import clear_deed
from dicedeck.envs.kamigakari.fight.rules.play import settle
from dicedeck.envs.kamigakari.fight.state import Phase, State, Task


@rule
def clear(s: State) -> None:
    """Nothing in hand; everybody on the starting square, unhurt."""
    clear_deed(s)
    s.pay_row = NONE
    s.mover = NONE
    s.roller = NONE
    s.hider = NONE
    s.attack = NONE
    s.victim = NONE
    s.subject = NONE
    for figure in range(MOST_FIGURES):
        s.square[figure] = s.start_square[figure]
        s.hp[figure] = s.max_hp[figure]
        s.status[figure] = s.innate[figure]
        s.essence[figure] = s.start_essence[figure]


@rule
def begin_fight(s: State) -> None:
    """Spirit dice are rolled; gear is on and the barrier up (KAMI-16); the first turn begins."""
    clear(s)
    for figure in range(MOST_FIGURES):
        roll_into(s.rng[DICE], s.spirit[figure], s.spirit_dice[figure])
    s.phase = Phase.RESOLVING
    push(s, Task.TURN, 0, 0)
    settle(s)
