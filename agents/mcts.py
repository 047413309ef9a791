# ruff: noqa: F821 (the kernel's free names are declared below and given a value by ``Game.bind``)
"""Information-set Monte Carlo search: ``mcts:200`` plays out 200 games before each move.

Each simulation draws all that the player cannot know anew, plays one candidate, and plays on by a compiled policy, to
the end, or for ``depth`` moves and on by a judge. UCB1 (Auer et al. 2002) shares the simulations out among
the candidates; the k-th simulation of every candidate starts from the same redrawn world, so that they are compared on
equal luck. The whole search is one kernel call.

It works for every game with random playouts. A game's bots (``agents/bots``) may offer better ones under ``ROLLOUTS``,
under ``CANDIDATES`` rules that name the moves worth looking at, under ``JUDGES`` rules that foresee the returns; the
first of each is the default. ``DEPTH`` is how far to play before the judge is asked.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicedeck.agents.bots import BOTS
from dicedeck.agents.bots.scripted import Choice
from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpec
from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Record, Words, new_records
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.kernels import is_over, pick_legal
from dicedeck.envs.core.rng import POLICY, next_seed, seed_streams

Candidates = Callable[[Record, Mask, Array, Words, Ints, Floats], int]
"""candidates(s, mask, scratch, rng, actions, guesses) -> how many legal actions it wrote, and what it expects of each.

A guess is a return of the mover; it counts as much as ``prior`` simulations. The mask may be used up.
"""

Judge = Callable[[Record, int, Array, Array], None]
"""judge(s, player, scratch, returns): writes what every seat may expect from here on, by what ``player`` knows."""

SIMULATIONS = 200
EXPLORATION = 0.7
PRIOR = 50.0
ALL_LEGAL = "all"
NO_JUDGE = "none"

# The free names of the kernel: rules of the game ...
write_mask: Callable[[Record, Mask], None]
advance: Callable[[Record, int], None]
resample: Callable[[Record, int], None]
# ... and of its bots.
rollout: Choice
candidates: Candidates
judge: Judge
uniform: bool
"""Playouts are random, ``rollout`` is not asked."""


@rule
def no_policy(s: Record, mask: Mask, scratch: Array, rng: Words) -> int:
    """Stands in where playouts are uniformly random."""
    return -1


@rule
def all_legal(s: Record, mask: Mask, scratch: Array, rng: Words, actions: Ints, guesses: Floats) -> int:
    n = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            actions[n] = action
            guesses[n] = 0
            n += 1
    return n


@rule
def foresee_nothing(s: Record, player: int, scratch: Array, returns: Array) -> None:
    returns[:] = 0


def search(
    root: Array,
    worlds: Array,
    mask: Mask,
    rng: Words,
    simulations: int,
    depth: int,
    exploration: float,
    prior: float,
    actions: Ints,
    guesses: Floats,
    visits: Ints,
    totals: Floats,
) -> int:
    """Fill actions, guesses, visits and totals (sums of the mover's returns); gives the number of candidates."""
    foreseen = np.zeros(root[0].returns.shape[0], np.float64)
    s = root[0]
    player = s.player
    write_mask(s, mask)
    scratch = worlds[1:]
    n = candidates(s, mask, scratch, rng, actions, guesses)
    visits[:n] = 0
    totals[:n] = 0
    if n == 1:
        return n
    first_seed = next_seed(rng)
    for done in range(simulations):
        arm = next_arm(guesses, visits, totals, n, done, exploration, prior)
        worlds[0] = s
        world = worlds[0]
        seed_streams(world.rng, first_seed + visits[arm])
        resample(world, player)
        advance(world, actions[arm])
        left = depth
        while not is_over(world) and left > 0:
            if uniform:
                write_mask(world, mask)
                action = pick_legal(mask, world.rng[POLICY])
            else:
                action = rollout(world, mask, scratch, world.rng[POLICY])
            advance(world, action)
            left -= 1
        visits[arm] += 1
        totals[arm] += world.returns[player] - s.returns[player]
        if not is_over(world):
            judge(world, player, scratch, foreseen)
            totals[arm] += foreseen[player]
    return n


@rule
def next_arm(guesses: Floats, visits: Ints, totals: Floats, n: int, done: int, exploration: float, prior: float) -> int:
    """UCB1, the untried ones first; a guess counts as ``prior`` visits."""
    best = 0
    best_bound = -np.inf
    for arm in range(n):
        if visits[arm] == 0:
            return arm
        weight = visits[arm] + prior
        bound = (totals[arm] + prior * guesses[arm]) / weight + exploration * np.sqrt(np.log(done + 1) / weight)
        if bound > best_bound:
            best_bound = bound
            best = arm
    return best


class MonteCarlo:
    """Plays on from every candidate, and takes the one with the best mean of simulations and guess.

    Attributes:
        last_visits: how many simulations each candidate of the last decision got, by action.
        last_values: what the mover may expect of them, simulations and guess together.
    """

    def __init__(self, name: str, game: Game, simulations: int, parts: Parts, exploration: float, prior: float) -> None:
        self.name = name
        self.game = game
        self.simulations = simulations
        self.exploration = exploration
        self.prior = prior
        self.depth = parts.depth
        self._search: Any = game.bind(
            search,
            label=parts.label,
            rollout=parts.rollout or no_policy,
            uniform=parts.rollout is None,
            candidates=parts.candidates or all_legal,
            judge=parts.judge or foresee_nothing,
        )
        self._worlds: Array = new_records(game.state_dtype, 3)
        self._mask: Mask = np.zeros(game.num_actions, np.int8)
        self._actions: Ints = np.zeros(game.num_actions, np.int32)
        self._guesses: Floats = np.zeros(game.num_actions, np.float32)
        self._visits: Ints = np.zeros(game.num_actions, np.int32)
        self._totals: Floats = np.zeros(game.num_actions, np.float32)
        self._streams: Words = np.zeros((1, 4), np.uint64)
        self.last_visits: dict[int, int] = {}
        self.last_values: dict[int, float] = {}
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        seed_streams(self._streams, self._random.getrandbits(62))

    def act(self, view: View) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        world = view.resample(self._random.getrandbits(62))
        n = self._search(
            *(world.records, self._worlds, self._mask, self._streams[0], self.simulations, self.depth),
            *(self.exploration, self.prior, self._actions, self._guesses, self._visits, self._totals),
        )
        actions, visits = self._actions[:n].tolist(), self._visits[:n]
        means = (self._totals[:n] + self.prior * self._guesses[:n]) / np.maximum(visits + self.prior, 1)
        means[visits == 0] = -np.inf if visits.any() else 0.0
        self.last_visits = dict(zip(actions, visits.tolist()))
        self.last_values = dict(zip(actions, means.tolist()))
        return int(actions[int(means.argmax())])


@dataclass(frozen=True)
class Parts:
    """What a search is made of; None: random playouts, all legal actions, no judge."""

    rollout: Choice | None
    candidates: Candidates | None
    judge: Judge | None
    depth: int
    label: str


SETTINGS = ("rollout", "candidates", "judge", "depth", "c", "prior")


def make_mcts(spec: AgentSpec, game: Game) -> MonteCarlo:
    """``mcts[:simulations][,rollout=...][,candidates=...][,judge=...][,depth=moves][,c=exploration][,prior=visits]``."""
    spec.check(SETTINGS, budget=True)
    offered = {part: _offered(game, part.upper() + "S" * (part != "candidates")) for part in SETTINGS[:3]}
    for part, nothing in zip(SETTINGS, ("random", ALL_LEGAL, NO_JUDGE)):
        offered[part][nothing] = None
    names = {part: spec.choice(part, next(iter(known)), list(known)) for part, known in offered.items()}
    chosen = {part: offered[part][name] for part, name in names.items()}
    deepest = game.max_steps
    depth = spec.whole("depth", _offered_depth(game), 0, deepest) if chosen["judge"] else deepest
    guided = chosen["candidates"] is not None
    return MonteCarlo(
        spec.text,
        game,
        spec.whole_budget(SIMULATIONS),
        Parts(**chosen, depth=depth, label="".join(f"_{name}" for name in names.values())),
        spec.number("c", EXPLORATION, 0.0, 100.0),
        spec.number("prior", PRIOR if guided else 0.0, 0.0, 1e6),
    )


def _bots_of(game: Game) -> Any:
    """The module of the game's bots, or None."""
    bots = BOTS.get(game.name)
    return importlib.import_module(next(iter(bots.values())).partition(":")[0]) if bots else None


def _offered(game: Game, what: str) -> dict[str, Any]:
    """What the bots of the game offer under this name."""
    offered: dict[str, Any] = getattr(_bots_of(game), what, {})
    return dict(offered)


def _offered_depth(game: Game) -> int:
    depth: int = getattr(_bots_of(game), "DEPTH", game.max_steps)
    return depth
