"""Moving: where a figure can go, its way, foes that stop it, being pushed (KAMI-18 to KAMI-22)."""

from __future__ import annotations

import numpy as np

from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.kamigakari.codes import MOST_FIGURES, N_SQUARES, NONE, WIDTH, Status, Value
from dicedeck.envs.kamigakari.core.grid import FAR, apart, find_ways, neighbour
from dicedeck.envs.kamigakari.fight.rules.deciding import decide
from dicedeck.envs.kamigakari.fight.rules.engagement import cluster_of, is_hindered, may_stop
from dicedeck.envs.kamigakari.fight.rules.figures import are_foes, figure_at, has, stands, value_of
from dicedeck.envs.kamigakari.fight.state import MOST_PATH, Going, Phase, State, Task

PLAIN, OBSTACLE, ROUGH = range(3)
ROUGH_COST = 2


@rule
def is_free_going(going: int) -> bool:
    """Ways of moving that ignore engagement."""
    return bool(going == Going.DISENGAGE or going == Going.MOVED_FREE)


@rule
def begin_move(s: State, mover: int, budget: int, going: int) -> None:
    """A move in hand; its square is still to be chosen."""
    s.mover = mover
    s.budget = min(budget, MOST_PATH)
    s.going = going
    s.path_count = 0
    s.path_at = 0
    s.asked = 0


@rule
def end_move(s: State) -> None:
    s.mover = NONE
    s.budget = 0
    s.going = Going.NONE
    for k in range(s.path_count):
        s.path[k] = 0
    s.path_count = 0
    s.path_at = 0
    s.asked = 0
    s.ignored = 0


@rule
def cost_to_enter(s: State, mover: int, enter: Ints) -> None:
    """What squares cost the mover: obstacles and squares of foes are closed, flying ignores rough ground."""
    flying = has(s, mover, Status.FLYING)
    for row in range(s.grid):
        for column in range(s.grid):
            square = row * WIDTH + column
            ground = s.terrain[square]
            enter[square] = 0 if ground == OBSTACLE else ROUGH_COST if ground == ROUGH and not flying else 1
    for figure in range(MOST_FIGURES):
        if stands(s, figure) and are_foes(figure, mover):
            enter[s.square[figure]] = 0


@rule
def threaten(s: State, mover: int, threat: Ints) -> None:
    """Mark the squares beside foes that may stop the mover."""
    for foe in range(MOST_FIGURES):
        if stands(s, foe) and may_stop(s, foe, mover):
            for way in range(4):
                square = neighbour(s.grid, s.square[foe], way)
                if square != NONE:
                    threat[square] = 1


@rule
def reach_of(s: State, mover: int, budget: int, weight: Ints, came: Ints) -> None:
    """The shortest ways of the mover within its budget, whoever may stop it."""
    enter = np.zeros(N_SQUARES, np.int32)
    cost_to_enter(s, mover, enter)
    threat = np.zeros(N_SQUARES, np.int32)
    find_ways(s.grid, s.square[mover], enter, threat, budget, weight, came)


@rule
def mark_ends(s: State, mover: int, weight: Ints, stay: bool) -> int:
    """Leave FAR on all squares where the move cannot end: those that others stand on, perhaps the own one."""
    for figure in range(MOST_FIGURES):
        if stands(s, figure) and figure != mover:
            weight[s.square[figure]] = FAR
    if not stay:
        weight[s.square[mover]] = FAR
    n = 0
    for square in range(N_SQUARES):
        n += int(weight[square] < FAR)
    return n


@rule
def ends_of_move(s: State, weight: Ints) -> int:
    """The squares where the move in hand may end (``weight`` under FAR). Returns how many."""
    came = np.empty(N_SQUARES, np.int32)
    stay = s.going == Going.APPROACH or s.going >= Going.MOVED
    budget = s.budget
    if not is_free_going(s.going) and s.going != Going.MOVED and is_hindered(s, s.mover):
        budget = 0
    reach_of(s, s.mover, budget, weight, came)
    if s.going == Going.APPROACH:
        close_in(s, s.mover, weight)
    return mark_ends(s, s.mover, weight, stay)


@rule
def can_approach(s: State, mover: int, budget: int) -> bool:
    """Some square beside a foe can be reached."""
    weight = np.empty(N_SQUARES, np.int32)
    came = np.empty(N_SQUARES, np.int32)
    reach_of(s, mover, budget, weight, came)
    close_in(s, mover, weight)
    return mark_ends(s, mover, weight, False) > 0


@rule
def close_in(s: State, mover: int, weight: Ints) -> None:
    """An approach ends beside a foe, or where it began."""
    for square in range(N_SQUARES):
        if weight[square] < FAR and square != s.square[mover]:
            near = False
            for foe in range(MOST_FIGURES):
                near |= stands(s, foe) and are_foes(foe, mover) and apart(square, s.square[foe]) == 1
            if not near:
                weight[square] = FAR


@rule
def can_leave(s: State, mover: int, budget: int, free: bool) -> bool:
    """Whether a move of so many squares leads anywhere."""
    if budget <= 0 or (not free and is_hindered(s, mover)):
        return False
    flying = has(s, mover, Status.FLYING)
    for way in range(4):
        square = neighbour(s.grid, s.square[mover], way)
        if square == NONE or s.terrain[square] == OBSTACLE:
            continue
        if s.terrain[square] == ROUGH and not flying and budget < ROUGH_COST:
            continue
        other = figure_at(s, square)
        if other == NONE:
            return True
        if not are_foes(other, mover):
            return leads_on(s, mover, budget)
    return False


@rule
def leads_on(s: State, mover: int, budget: int) -> bool:
    """Likewise, past friends."""
    weight = np.empty(N_SQUARES, np.int32)
    came = np.empty(N_SQUARES, np.int32)
    reach_of(s, mover, budget, weight, came)
    return mark_ends(s, mover, weight, False) > 0


@rule
def set_out(s: State, square: int) -> None:
    """The mover goes to the square: by the way on which the fewest foes may stop it, then the shortest."""
    if square == s.square[s.mover]:
        end_move(s)
        return
    leave_cluster(s)
    enter = np.zeros(N_SQUARES, np.int32)
    cost_to_enter(s, s.mover, enter)
    threat = np.zeros(N_SQUARES, np.int32)
    weight = np.empty(N_SQUARES, np.int32)
    came = np.empty(N_SQUARES, np.int32)
    if not is_free_going(s.going):
        threaten(s, s.mover, threat)
    find_ways(s.grid, s.square[s.mover], enter, threat, s.budget, weight, came)
    if weight[square] == FAR:
        threat[:] = 0
        find_ways(s.grid, s.square[s.mover], enter, threat, s.budget, weight, came)
    n = 0
    at = square
    while at != NONE and at != s.square[s.mover] and n < MOST_PATH:
        n += 1
        at = came[at]
    s.path_count = n
    at = square
    while n > 0:
        n -= 1
        s.path[n] = at
        at = came[at]
    push(s, Task.WALK, s.mover, 0)


@rule
def leave_cluster(s: State) -> None:
    """Foes of the cluster that the mover leaves cannot stop it: it has broken through them (KAMI-22)."""
    cluster = cluster_of(s, s.mover)
    s.ignored = 0
    if cluster != 1 << s.mover:
        for foe in range(MOST_FIGURES):
            if cluster >> foe & 1 and are_foes(foe, s.mover):
                s.ignored |= 1 << foe


@rule
def walk(s: State) -> None:
    """One square after the other; beside the way foes may declare engagement (KAMI-21)."""
    mover = s.mover
    while s.path_at < s.path_count:
        if s.path_at > 0 and not is_free_going(s.going) and not shares_square(s, mover):
            foe = next_to_ask(s, s.asked)
            if foe != NONE:
                s.asked = foe + 1
                push(s, Task.WALK, mover, 0)
                decide(s, Phase.DECLARE, foe)
                return
        s.square[mover] = s.path[s.path_at]
        s.path_at += 1
        s.asked = 0
    arrive(s)


@rule
def next_to_ask(s: State, first: int) -> int:
    """The next foe beside the mover that may stop it."""
    for foe in range(first, MOST_FIGURES):
        if may_stop(s, foe, s.mover) and apart(s.square[foe], s.square[s.mover]) == 1:
            return foe
    return NONE


@rule
def shares_square(s: State, mover: int) -> bool:
    """The mover passes a friend, where it cannot stop."""
    for figure in range(MOST_FIGURES):
        if figure != mover and stands(s, figure) and s.square[figure] == s.square[mover]:
            return True
    return False


@rule
def stop_mover(s: State, foe: int) -> None:
    """The foe has declared engagement: the move ends here."""
    s.declared[foe] += 1
    s.path_count = s.path_at


@rule
def arrive(s: State) -> None:
    lose_cover(s, s.mover)
    end_move(s)


@rule
def lose_cover(s: State, figure: int) -> None:
    """Away from every obstacle cover ends (KAMI-30)."""
    if has(s, figure, Status.COVER) and not is_beside_obstacle(s, figure):
        s.status[figure] &= ~(1 << Status.COVER)


@rule
def is_beside_obstacle(s: State, figure: int) -> bool:
    for way in range(4):
        square = neighbour(s.grid, s.square[figure], way)
        if square != NONE and s.terrain[square] == OBSTACLE:
            return True
    return False


@rule
def push_away(s: State, figure: int, user: int, squares: int) -> None:
    """Square by square to the free neighbour farthest from the user; of equal ones up, left, right, down."""
    for _ in range(squares):
        best = NONE
        far = apart(s.square[figure], s.square[user])
        for way in range(4):
            square = neighbour(s.grid, s.square[figure], way)
            if square == NONE or s.terrain[square] == OBSTACLE or figure_at(s, square) != NONE:
                continue
            if apart(square, s.square[user]) > far:
                far = apart(square, s.square[user])
                best = square
        if best == NONE:
            break
        s.square[figure] = best
    lose_cover(s, figure)


@rule
def move_budget(s: State, figure: int) -> int:
    return value_of(s, figure, Value.MOVE)
