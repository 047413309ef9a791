"""What the search plays Deck of Fate with: the threshold bot's wish as a hint, and a judge of unfinished games."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.deck_of_fate.threshold import wish
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.adventure import MOST_INCIDENTS
from dicedeck.envs.deck_of_fate.rules.legal import legal
from dicedeck.envs.deck_of_fate.state import State

HINT = 0.4
"""How much better the threshold bot's wish is thought to be."""
SUCCESS = 0.82
"""Of a check, with PCs in fair health."""
PER_VP, PER_POINT = 0.02, 0.012
"""... for each VP and miracle point more or less than fair, of an average PC."""
FAIR_VP, FAIR_MP = 3.5, 1.5
MOVES_CLOCK = 0.72
"""Part of the failures that move the clock."""


@rule
def hinted(s: State, mask: Mask, scratch: Array, rng: Words, actions: Ints, guesses: Floats) -> int:
    """All legal actions; the wish of the threshold bot is guessed to be a little better than the judge's value."""
    mask[:] = 0
    legal(s, mask)
    wanted = wish(s, mask)
    value = value_of_team(s) * (-1 if s.player == s.pcs else 1)
    n = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            actions[n] = action
            guesses[n] = value + HINT * int(action == wanted)
            n += 1
    return n


@rule
def judge_by_race(s: State, player: int, scratch: Array, returns: Array) -> None:
    """What each seat may still expect."""
    value = value_of_team(s)
    for seat in range(returns.shape[0]):
        returns[seat] = -value if seat == s.pcs else value


@rule
def value_of_team(s: State) -> float:
    """Chances of the goals to be reached before their dooms; to win, or with reward="incidents" the number of goals."""
    success = chance_of_success(s)
    chances = np.zeros(MOST_INCIDENTS, np.float64)
    expected = 0.0
    for k in range(s.incident, s.incidents):
        goal = s.goals[k] - (s.goal if k == s.incident else 0)
        doom = s.dooms[k] - (s.doom if k == s.incident else 0)
        chances[k] = race(success, goal, doom)
        expected += chances[k]
    if s.by_incident:
        return expected
    return 2 * chance_to_win(s, chances) - 1


@rule
def chance_of_success(s: State) -> float:
    """Of a check, by the party's health."""
    life = 0
    points = 0
    count = 0
    for seat in range(s.pcs):
        if s.vp[seat] > 0:
            life += s.vp[seat]
            points += min(s.mp[seat], 4)
            count += 1
    mean_life = life / max(count, 1)
    mean_points = points / max(count, 1)
    chance = SUCCESS + PER_VP * (mean_life - FAIR_VP) + PER_POINT * (mean_points - FAIR_MP)
    return min(max(chance, 0.05), 0.98)


@rule
def race(success: float, goal: int, doom: int) -> float:
    """The chance of ``goal`` successes before ``doom`` failures that move the clock."""
    step = success / (success + (1 - success) * MOVES_CLOCK)
    term = step ** max(goal, 0)
    total = 0.0
    for k in range(max(doom, 0)):
        total += term
        term *= (1 - step) * (max(goal, 0) + k) / (k + 1)
    return min(total, 1.0)


@rule
def chance_to_win(s: State, chances: Array) -> float:
    """That at least half of all incidents are resolved."""
    needed = max((s.incidents + 1) // 2 - s.resolved, 0)
    by_number = np.zeros(MOST_INCIDENTS + 1, np.float64)
    by_number[0] = 1
    for k in range(s.incident, s.incidents):
        for n in range(MOST_INCIDENTS, 0, -1):
            by_number[n] = by_number[n] * (1 - chances[k]) + by_number[n - 1] * chances[k]
        by_number[0] *= 1 - chances[k]
    return float(by_number[needed:].sum())
