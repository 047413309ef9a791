"""The planner: ``planner:200`` tries its plans on 200 redrawn rounds, played on by the steward.

A plan is a whole placement or one other action. The k-th trial of every plan meets the same dice and the same enemies,
so that plans are compared on equal luck; after each pass the worse half drops out (sequential halving, Karnin et al.
2013). A trial ends where the next round begins; there the outlook says what the position is worth.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from dicedeck.agents.bots.defence_dice.outlook import expected_return
from dicedeck.agents.bots.defence_dice.placements import list_placements
from dicedeck.agents.bots.defence_dice.steward import USUAL, choose_by_taste, use_of_skill
from dicedeck.agents.bots.defence_dice.taste import TASTE, Taste
from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.dtypes import Array, Ints, Mask, Words, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.game import State as Position
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import next_seed, seed_streams
from dicedeck.envs.defence_dice.actions import A_BUY, A_CONFIRM, A_DIE, A_PASS, A_TARGET, TABLE
from dicedeck.envs.defence_dice.cards import N_FACES, NONE, Phase
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.hidden import resample
from dicedeck.envs.defence_dice.rules.legal import legal
from dicedeck.envs.defence_dice.rules.turn import step
from dicedeck.envs.defence_dice.skill_tables import SKILL_IDS, SKILL_NAMES
from dicedeck.envs.defence_dice.state import State

TRIALS = 200
ROOM = 24
"""Placements that are tried at most, the steward's best ones."""
MOST_PLANS = ROOM + TABLE.num_actions
HORIZON = 1
"""Rounds that a trial goes on, this one included."""
MOST_ROUNDS = 50


def plan(
    root: Array,
    worlds: Array,
    mask: Mask,
    rng: Words,
    trials: int,
    horizon: int,
    taste: Taste,
    wishes: Ints,
    never: int,
    targets: Ints,
    dice: Ints,
    means: Array,
) -> tuple[int, int]:
    """The number of the best plan, and how many there are.

    Args:
        wishes, never: skills that the steward buys in trials, and one that is not bought at all (NONE).
        targets: int32[MOST_PLANS], gets the first action of each plan.
        dice: int32[MOST_PLANS, 6], all dice of a placement.
        means: float64[MOST_PLANS], gets what is expected of each plan.
    """
    s = root[0]
    scratch = worlds[1:]
    mask[:] = 0
    legal(s, mask)
    if never != NONE:
        mask[A_BUY + never] = 0
    n = list_plans(s, mask, scratch, taste, targets, dice, means)
    if n == 1:
        means[0] = 0
        return 0, n
    order = np.arange(n)
    totals = np.zeros(n, np.float64)
    done = 0
    seed = next_seed(rng)
    until = s.rounds + horizon + (1 if s.phase == Phase.CLEANUP or s.phase == Phase.TAKE else 0)
    alive = n
    passes = 1
    while 1 << passes < n:
        passes += 1
    while alive > 1:
        each = max(1, trials // (passes * alive))
        for k in range(alive):
            i = order[k]
            for trial in range(done, done + each):
                worlds[0] = s
                world = worlds[0]
                seed_streams(world.rng, seed + trial)
                resample(world, 0)
                follow_plan(world, targets[i], dice[i])
                play_round(world, until, mask, scratch, taste, wishes)
                totals[i] += expected_return(world)
        done += each
        for k in range(alive):
            means[order[k]] = totals[order[k]] / done
        sort_by_means(order, means, alive)
        alive = (alive + 1) // 2
    return order[0], n


@rule
def list_plans(s: State, mask: Mask, scratch: Array, taste: Taste, targets: Ints, dice: Ints, scores: Array) -> int:
    """Placements, then every other legal action; while a placement is put together, only how it can go on."""
    n = 0
    if s.phase == Phase.DESIGN or s.phase == Phase.PLACING:
        n = list_placements(s, scratch, taste, targets[:ROOM], dice[:ROOM], scores[:ROOM])
        for k in range(n):
            targets[k] += A_TARGET
    if s.phase == Phase.PLACING:
        return n
    first = A_CONFIRM if s.phase == Phase.DESIGN else 0
    for action in range(first, mask.shape[0]):
        if mask[action]:
            targets[n] = action
            dice[n, :] = 0
            n += 1
    return n


@rule
def sort_by_means(order: Array, means: Array, n: int) -> None:
    """The best first; equal ones stay in their order."""
    for k in range(1, n):
        i = order[k]
        slot = k
        while slot > 0 and means[order[slot - 1]] < means[i]:
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = i


@rule
def act(s: State, action: int) -> None:
    s.step_count += 1
    step(s, action)


@rule
def follow_plan(s: State, action: int, handful: Ints) -> None:
    """Carry out a plan from its first action on, or a placement from the die that comes next."""
    if s.phase != Phase.PLACING:
        act(s, action)
        if s.phase != Phase.PLACING:
            return
    for face in range(N_FACES):
        while s.chosen[face] < handful[face]:
            act(s, A_DIE + face)
    act(s, A_CONFIRM)


@rule
def play_round(s: State, until: int, mask: Mask, scratch: Array, taste: Taste, wishes: Ints) -> None:
    """The steward plays on until round ``until`` begins or the game is over."""
    targets = np.empty(1, np.int32)
    dice = np.empty((1, N_FACES), np.int32)
    scores = np.empty(1, np.float64)
    while s.phase != Phase.OVER and s.rounds < until:
        if s.phase != Phase.DESIGN:
            act(s, choose_by_taste(s, mask, scratch, taste, wishes))
            continue
        action = use_of_skill(s, scratch, taste)
        if action != NONE:
            act(s, action)
            continue
        n = list_placements(s, scratch, taste, targets, dice, scores)
        if n == 0 or scores[0] < taste.idle * reveals_due(s):
            act(s, A_PASS)
        else:
            follow_plan(s, A_TARGET + targets[0], dice[0])


class Planner:
    """Makes a plan, then carries it out as long as nothing new happens.

    Attributes:
        last_means: what each plan of the last decision promises, -1 to 1, by its actions.
    """

    def __init__(self, name: str, game: Game, trials: int, horizon: int, never: int = NONE) -> None:
        self.name = name
        self.game = game
        self._settings = (trials, horizon, TASTE, np.setdiff1d(USUAL, [never]).astype(np.int32), never)
        self._plan: Any = game.bind(plan)
        self._worlds: Array = new_records(game.state_dtype, 3)
        self._mask: Mask = np.zeros(game.num_actions, np.int8)
        self._targets: Ints = np.zeros(MOST_PLANS, np.int32)
        self._dice: Ints = np.zeros((MOST_PLANS, N_FACES), np.int32)
        self._means: Array = np.zeros(MOST_PLANS, np.float64)
        self._streams: Words = np.zeros((1, 4), np.uint64)
        self.last_means: dict[tuple[int, ...], float] = {}
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        seed_streams(self._streams, self._random.getrandbits(62))
        self._rest: list[int] = []
        self._foreseen: Position | None = None

    def act(self, view: View) -> int:
        if len(view.legal_actions) == 1 and not self._rest:
            return view.legal_actions[0]
        if self._foreseen is None or not self._rest or not _looks_like(view, self._foreseen):
            self._foreseen = view.resample(self._random.getrandbits(62))
            self._rest = self._make_plan(self._foreseen)
        action = self._rest.pop(0)
        if self._rest:
            self._foreseen.apply_action(action)
        return action

    def _make_plan(self, world: Position) -> list[int]:
        """The actions of the best plan from here on; at least one."""
        world_and_memory = (world.records, self._worlds, self._mask, self._streams[0])
        best, n = self._plan(*world_and_memory, *self._settings, self._targets, self._dice, self._means)
        plans = [self._actions_of(world, k) for k in range(n)]
        self.last_means = {tuple(actions): float(self._means[k]) for k, actions in enumerate(plans)}
        return plans[best]

    def _actions_of(self, world: Position, k: int) -> list[int]:
        record = world.record
        first = int(self._targets[k])
        begun = record.phase == Phase.PLACING
        if not begun and (record.phase != Phase.DESIGN or first >= A_DIE):
            return [first]
        more = self._dice[k] - record.chosen
        rest = [A_DIE + face for face in range(N_FACES) for _ in range(more[face])]
        return [*([] if begun else [first]), *rest, A_CONFIRM]


def _looks_like(view: View, position: Position) -> bool:
    """Whether nothing has happened but what was foreseen."""
    return bool(np.array_equal(view.observation, position.observation_tensor()))


def make_planner(spec: AgentSpec, game: Game) -> Planner:
    """``planner[:trials][,horizon=rounds][,never=skill]``."""
    spec.check(["horizon", "never"], budget=True)
    never = SKILL_IDS[spec.choice("never", SKILL_NAMES[0], SKILL_NAMES)] if "never" in spec.settings else NONE
    horizon = spec.whole("horizon", HORIZON, 1, MOST_ROUNDS)
    return Planner(spec.text, game, spec.whole_budget(TRIALS), horizon, never)
