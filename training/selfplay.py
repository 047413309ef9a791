"""Games side by side in which a policy plays itself, its earlier versions and bots; it remembers what it decided.

A *tick* is one action in every game. Forced moves are played without asking anybody and not remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import Choices, Opinion, PolicyNetwork, build_network
from dicedeck.agents.policy import PolicyAgent, draw
from dicedeck.agents.protocol import Agent, act_many, view_of
from dicedeck.envs import Game
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import SELF, SNAPSHOTS, ConfigError, TrainingConfig, shares_of
from dicedeck.training.tensors import Weights

_MOVING = 0.05
"""Weight of a new game in the moving average of the score against a snapshot."""


@dataclass
class Decisions:
    """Decisions of the learner, ordered by time; ``owners`` ... ``features`` are ragged as in ``Choices``.

    Attributes:
        ticks: int64[n], when; 0 for those that were left over from the rollout before.
        games, seats: int64[n], in which game and for which seat.
        observations: float32[n, observation_size].
        counts: int64[n], legal actions of each decision.
        actions: int64[k], all legal actions.
        features: float32[k, feature_size].
        chosen: int64[n], the place of the chosen action among the decision's legal ones.
        log_chances: float32[n], of the chosen action when it was chosen.
        values: float32[n], expected return as it was seen then.
        memory: float32[n, memory], what the network remembered before.
    """

    ticks: Array
    games: Array
    seats: Array
    observations: Floats
    counts: Array
    actions: Array
    features: Floats
    chosen: Array
    log_chances: Floats
    values: Floats
    memory: Floats

    def __len__(self) -> int:
        return len(self.games)

    @property
    def played(self) -> Array:
        """int64[n]: the chosen actions."""
        played: Array = self.actions[self.counts.cumsum() - self.counts + self.chosen]
        return played

    def ragged(self, index: Array) -> Array:
        """int64[...]: the rows of ``actions`` and ``features`` that belong to some decisions, in their order."""
        counts = self.counts[index]
        starts = (self.counts.cumsum() - self.counts)[index]
        return np.repeat(starts - (counts.cumsum() - counts), counts) + np.arange(counts.sum())

    def take(self, index: Array) -> Decisions:
        """Some of the decisions."""
        rows = self.ragged(index)
        ragged = {"actions": self.actions[rows], "features": np.take(self.features, rows, 0)}
        return Decisions(**ragged, **{name: getattr(self, name)[index] for name in _DENSE})

    def choices(self, lengths: Array | None = None) -> Choices:
        """For a network; ``lengths`` when several stand in sequence."""
        owners = np.repeat(np.arange(len(self)), self.counts)
        memory = self.memory if lengths is None else self.memory[lengths.cumsum() - lengths]
        return Choices.of(self.observations, owners, self.actions, self.features, self.seats, memory, lengths)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES})

    @classmethod
    def none(cls, game: Game, memory: int = 0) -> Decisions:
        """No decisions at all."""
        shapes = {
            "observations": (0, game.observation_size),
            "features": (0, game.feature_size),
            "memory": (0, memory),
        }
        reals = ("observations", "features", "log_chances", "values", "memory")
        return cls(
            **{name: np.zeros(shapes.get(name, (0,)), np.float32 if name in reals else np.int64) for name in _NAMES}
        )


_NAMES = tuple(field.name for field in fields(Decisions))
_DENSE = tuple(name for name in _NAMES if name not in ("actions", "features"))


@dataclass
class Rollout:
    """What came of some ticks.

    Attributes:
        decisions: of the learner; those at tick 0 are older.
        rewards: float32[ticks, games, seats], what each seat was paid.
        ended: bool[ticks, games], where a game ended.
        forced: moves of the learner's seats without a choice.
        returns, lengths: of the games that ended, the learner's mean return and its decisions.
    """

    decisions: Decisions
    rewards: Floats
    ended: NDArray[np.bool_]
    forced: int
    returns: list[float]
    lengths: list[int]


class Pool:
    """Earlier versions of the policy. Those that it loses to are met more often."""

    def __init__(self, keep: int, middle: float) -> None:
        self.keep = keep
        self.middle = middle
        self.weights: list[Weights] = []
        self.returns: list[float] = []
        """The learner's mean return against each."""

    def add(self, weights: Weights) -> None:
        """Keep a new one; the oldest goes when there are too many."""
        self.weights = [*self.weights, weights][-self.keep :]
        self.returns = [*self.returns, self.middle][-self.keep :]

    def choose(self, rng: np.random.Generator, lowest: float, highest: float) -> int:
        """One of them, more likely the less the learner gets against it."""
        share = (highest - np.array(self.returns)) / (highest - lowest)
        priority = share**2 + 0.05
        return int(rng.choice(len(priority), p=priority / priority.sum()))

    def note(self, k: int, value: float) -> None:
        """A game against one of them has ended."""
        self.returns[k] += _MOVING * (value - self.returns[k])


class Table:
    """The games of a training run and who sits in their seats.

    Attributes:
        learns: bool[games, seats], the seats that the learner plays.
        rivals: int64[games], who has the other seats: -1 nobody, 0 the snapshot, k the bot number k - 1.
    """

    def __init__(self, config: TrainingConfig, game: Game) -> None:
        self.game = game
        self.config = config
        shares = shares_of(config.ppo.envs, config.opponents if game.num_players > 1 else {SELF: 1.0})
        games = sum(shares.values())
        self.batch = game.new_batch(games, seed=derive_seed(config.seed, "deals") >> 1)
        self.bots: list[Agent] = [load_agent(spec, game) for spec in shares if spec not in (SELF, SNAPSHOTS)]
        codes = {SELF: -1, SNAPSHOTS: 0, **{bot.name: k + 1 for k, bot in enumerate(self.bots)}}
        self.rivals = np.repeat([codes[spec] for spec in shares], list(shares.values()))
        self.learns = np.ones((games, game.num_players), np.bool_)
        self.pool = Pool(config.snapshots.keep, (game.max_utility + game.min_utility) / 2)
        self.snapshot = build_network(game, config.network.shape())
        self._played_snapshot = PolicyAgent(SNAPSHOTS, self.snapshot, sample=True)
        self.met = -1
        self._memory = np.zeros((games, game.num_players, self.snapshot.memory), np.float32)
        for bot in self.bots:
            if isinstance(bot, PolicyAgent) and bot.network.memory:
                raise ConfigError(f"opponent {bot.name} remembers the game; such a policy cannot be met in training")
        self._returns = np.zeros((games, game.num_players), np.float32)
        self._lengths = np.zeros((games, game.num_players), np.int64)
        self._left = Decisions.none(game, self.snapshot.memory)
        self._owed = np.zeros((games, game.num_players), np.float32)
        self._draw_seats(np.ones(games, np.bool_), np.random.default_rng(derive_seed(config.seed, "seats")))

    def collect(self, network: PolicyNetwork, update: int) -> Rollout:
        """Play ``steps`` ticks. All that is random follows from the config's seed and the number of the update."""
        rng = np.random.default_rng(derive_seed(self.config.seed, "collect", update))
        self._invite(rng, update)
        ticks, batch = self.config.ppo.steps + 1, self.batch
        parts = [self._left]
        rewards = np.zeros((ticks, *self.learns.shape), np.float32)
        rewards[0] = self._owed
        ended = np.zeros((ticks, batch.n), np.bool_)
        forced, returns, lengths = 0, list[float](), list[int]()
        everyone = np.arange(batch.n)
        for tick in range(1, ticks):
            actions = batch.masks.argmax(1)
            free = batch.masks.sum(1, dtype=np.int32) > 1
            mine = self.learns[everyone, batch.players]
            rows = np.flatnonzero(free & mine)
            if len(rows):
                parts.append(self._decide(network, rows, tick, rng))
                actions[rows] = parts[-1].played
                self._lengths[rows, batch.players[rows]] += 1
            self._let_rivals_decide(free & ~mine, actions, rng)
            batch.step(actions)
            forced += int((~free & mine).sum())
            rewards[tick] = batch.rewards
            ended[tick] = batch.terminated | batch.truncated
            self._returns += batch.rewards
            if ended[tick].any():
                self._settle(ended[tick], returns, lengths, rng)
        return Rollout(Decisions.joined(parts), rewards, ended, forced, returns, lengths)

    def keep(self, left: Decisions, owed: Floats) -> None:
        """Decisions whose outcome is not known yet come back in the next rollout; ``owed`` is what they earned."""
        left.ticks[:] = 0
        self._left = left
        self._owed = owed

    # ------------------------------------------------------------ who decides

    def _decide(
        self,
        judge: Callable[[Choices], Opinion],
        rows: Array,
        tick: int,
        rng: np.random.Generator,
        best: bool = False,
    ) -> Decisions:
        """Decisions of a policy in some of the games: drawn by its probabilities, or the likeliest ones."""
        batch = self.batch
        owners, actions, features = batch.features(rows)
        observations = batch.observations[rows]
        counts = np.bincount(owners, minlength=len(rows))
        seats = batch.players[rows].astype(np.int64)
        memory = self._memory[rows, seats]
        with torch.inference_mode():
            choices = Choices.of(observations, owners, actions, features, seats, memory)
            said = judge(choices)
            log_chances = torch.log_softmax(choices.table(said.logits), 1).numpy()
        self._memory[rows, seats] = said.memory.numpy()
        drawn = log_chances.argmax(1) if best else draw(np.exp(log_chances), rng.random(len(rows)).tolist())
        chosen = np.minimum(drawn, counts - 1)
        return Decisions(
            ticks=np.full(len(rows), tick),
            games=rows,
            seats=seats,
            observations=observations,
            counts=counts,
            actions=actions,
            features=features,
            chosen=chosen,
            log_chances=log_chances[np.arange(len(rows)), chosen],
            values=said.values.numpy(),
            memory=memory,
        )

    def _let_rivals_decide(self, waiting: NDArray[np.bool_], actions: Array, rng: np.random.Generator) -> None:
        """Write the actions of snapshot and bots into ``actions``."""
        if not waiting.any():
            return
        for k, rival in enumerate([self._played_snapshot, *self.bots]):
            rows = np.flatnonzero(waiting & (self.rivals == k))
            if not len(rows):
                continue
            if isinstance(rival, PolicyAgent):  # without the way through views
                actions[rows] = self._decide(rival.opinion, rows, 0, rng, best=not rival.sample).played
            else:
                actions[rows] = act_many(rival, [view_of(self.batch.state(i)) for i in rows.tolist()])

    def _invite(self, rng: np.random.Generator, update: int) -> None:
        """Before a rollout: the snapshot that is met, and the bots' random numbers."""
        if self.pool.weights:
            self.met = self.pool.choose(rng, self.game.min_utility, self.game.max_utility)
            self.snapshot.load_state_dict(self.pool.weights[self.met])
        for k, bot in enumerate(self.bots):
            bot.reset(derive_seed(self.config.seed, "bot", k, update))

    # ------------------------------------------------------------ ends of games

    def _settle(
        self, ended: NDArray[np.bool_], returns: list[float], lengths: list[int], rng: np.random.Generator
    ) -> None:
        """Write down what came of games that ended, and draw the seats of the next ones."""
        for i in np.flatnonzero(ended):
            mine = self.learns[i]
            returns.append(float(self._returns[i, mine].mean()))
            lengths.append(int(self._lengths[i, mine].sum()))
            if self.rivals[i] == 0 and self.met >= 0:
                self.pool.note(self.met, returns[-1])
        for array in (self._returns, self._lengths, self._memory):
            array[ended] = 0
        self._draw_seats(ended, rng)

    def _draw_seats(self, chosen: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """One seat for the learner in each of these games that has a rival."""
        shared = np.flatnonzero(chosen & (self.rivals >= 0))
        self.learns[shared] = False
        self.learns[shared, rng.integers(self.game.num_players, size=len(shared))] = True

    # ------------------------------------------------------------ checkpoints

    def tensors(self) -> dict[str, Array]:
        """Everything that the next rollout depends on, except the pool and the network."""
        left = {f"left.{name}": getattr(self._left, name) for name in _NAMES}
        own = {name: getattr(self, name) for name in _KEPT}
        states = self.batch.states.view(np.uint8).reshape(self.batch.n, -1)
        return {"states": states, "pool": np.array(self.pool.returns, np.float64), **own, **left}

    def restore(self, tensors: dict[str, Any], snapshots: list[Weights]) -> None:
        """The reverse of ``tensors``."""
        self.batch.states.view(np.uint8).reshape(self.batch.n, -1)[:] = tensors["states"]
        self.batch.refresh()
        for name in _KEPT:
            setattr(self, name, tensors[name].copy())
        self._left = Decisions(**{name: tensors[f"left.{name}"].copy() for name in _NAMES})
        self.pool.weights = snapshots
        self.pool.returns = tensors["pool"].tolist()


_KEPT = ("learns", "_returns", "_lengths", "_owed", "_memory")
"""Attributes of a table that a checkpoint holds."""
