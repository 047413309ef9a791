"""The adventure: which check comes, who makes it, goal and doom, the end (FATE-13, FATE-52 to FATE-57)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, randbelow
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.adventure import N_CHECKS, Consequence, Mode
from dicedeck.envs.deck_of_fate.cards import NONE
from dicedeck.envs.deck_of_fate.options import MOST_CHECKS, OFFERED, Ending, Phase
from dicedeck.envs.deck_of_fate.rules.checking import consequence_of, mode_of
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.life import end_game, lives, living, next_around, next_living, pay
from dicedeck.envs.deck_of_fate.state import State, Task

INCIDENT_MP = 3


@rule
def draw_check(s: State) -> int:
    """A check of the adventure's table, by weight."""
    total = 0
    for check in range(N_CHECKS):
        total += s.weights[check]
    left = randbelow(s.rng[DICE], total)
    check = 0
    while left >= s.weights[check]:
        left -= s.weights[check]
        check += 1
    return check


@rule
def new_check(s: State) -> None:
    """NEW_CHECK: it is drawn, or the master chooses one of three (FATE-56, FATE-57)."""
    s.checks += 1
    s.checker = NONE
    s.any_success = False
    if s.master:
        s.check = NONE
        for k in range(OFFERED):
            s.offered[k] = draw_check(s)
        decide_next(s, Phase.CHECK, s.pcs)
    else:
        s.check = draw_check(s)
        push(s, Task.WINDOW, 0, 0)


@rule
def choose_check(s: State, k: int) -> None:
    s.check = s.offered[k]
    s.offered[:] = NONE
    push(s, Task.WINDOW, 0, 0)


@rule
def open_window(s: State, seat: int) -> None:
    """WINDOW: free actions of the next living PC; after the last one the check begins."""
    seat = next_living(s, seat)
    s.free_actions = 0
    if seat < s.pcs:
        s.window = seat
        decide_next(s, Phase.FREE, seat)
        return
    s.window = NONE
    choose_checker(s)


@rule
def go_on(s: State, seat: int) -> None:
    """GO_ON: more free actions of the same PC, if it is still alive."""
    if lives(s, seat):
        decide_next(s, Phase.FREE, seat)
    else:
        push(s, Task.WINDOW, seat + 1, 0)


@rule
def choose_checker(s: State) -> None:
    """Spotlight, volunteers or all (FATE-53)."""
    mode = mode_of(s.check)
    if mode == Mode.SPOTLIGHT:
        seat = next_around(s, s.spotlight)
        s.spotlight = (seat + 1) % s.pcs
        push(s, Task.BEGIN, seat, 0)
    elif mode == Mode.ALL or living(s) == 1:
        push(s, Task.BEGIN, next_living(s, 0), 0)
    else:
        ask_volunteer(s, s.last_checker + 1)


@rule
def ask_volunteer(s: State, seat: int) -> None:
    decide_next(s, Phase.VOLUNTEER, next_around(s, seat))


@rule
def is_last_asked(s: State) -> bool:
    """Whether all other living PCs have declined: the last one asked must step forward."""
    first = next_around(s, s.last_checker + 1)
    return next_around(s, s.player + 1) == first


@rule
def go_on_after_check(s: State, seat: int, success: int) -> None:
    """CHECKED: the next PC of a check of all, or goal, doom and the end of the incident (FATE-53, FATE-54)."""
    if mode_of(s.check) == Mode.ALL:
        following = next_living(s, seat + 1)
        if following < s.pcs:
            push(s, Task.BEGIN, following, 0)
            return
        if s.any_success:
            s.goal += 1
        elif consequence_of(s.check) != Consequence.HARM:
            s.doom += 1
    judge_incident(s)


@rule
def judge_incident(s: State) -> None:
    """Resolved: 3 MP for each living PC. Doom full, by 60 checks too: each loses 1 VP (FATE-13, FATE-54, FATE-55a)."""
    s.checker = NONE
    if s.goal >= s.goals[s.incident]:
        s.resolved += 1
        for seat in range(s.pcs):
            s.mp[seat] += INCIDENT_MP * int(lives(s, seat))
        if s.by_incident:
            pay(s, 1.0)
        push(s, Task.NEXT_INCIDENT, 0, 0)
    elif s.doom >= s.dooms[s.incident] or s.checks >= MOST_CHECKS:
        s.doom = max(s.doom, s.dooms[s.incident])
        push(s, Task.NEXT_INCIDENT, 0, 0)
        for seat in range(s.pcs - 1, -1, -1):
            if lives(s, seat):
                push(s, Task.LOSE, seat, 0)
    else:
        push(s, Task.NEW_CHECK, 0, 0)


@rule
def next_incident(s: State) -> None:
    """NEXT_INCIDENT: won with at least half of them resolved (FATE-55)."""
    if s.incident + 1 == s.incidents:
        end_game(s, Ending.WON if 2 * s.resolved >= s.incidents else Ending.LOST)
        return
    s.incident += 1
    s.check = NONE
    s.goal = 0
    s.doom = 0
    s.checks = 0
    push(s, Task.NEW_CHECK, 0, 0)
    push(s, Task.FILL, 0, 0)
