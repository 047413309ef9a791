"""Speed of the games: steps a second in every mode, environment time only.

Method, the same for every mode: uniformly random legal play; the clock runs while the environment works and stands
while the actions are chosen; several repeats, of which the best is the figure (other programs can only slow a run
down) and the slowest shows the spread. A step is one decision of an agent. Nothing here passes or fails.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numba
import numpy as np

from dicedeck.envs.core.dtypes import Array, Mask, Record
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.playout import Batch, Sampler

BATCH = 1024
Chunk = Callable[[], tuple[int, float]]
"""Plays on for a while; returns (steps, seconds on the clock)."""
Prepare = Callable[[Game, int], Chunk]
"""Makes the chunk for a game and a seed; imports what it needs."""


@dataclass(frozen=True)
class Effort:
    """How long each mode is measured."""

    repeats: int = 5
    seconds: float = 1.0
    """Clock time of one repeat."""


QUICK = Effort(repeats=2, seconds=0.15)


@dataclass(frozen=True)
class Figure:
    """What was measured for one mode of one game."""

    game: str
    mode: str
    best: float
    """Steps (or clones) a second in the fastest repeat."""
    worst: float
    repeats: int
    share: float
    """Part of a core that this process had in the fastest repeat; below 1 other programs were in the way."""

    @property
    def microseconds(self) -> float:
        """Per step."""
        return 1e6 / self.best


@dataclass(frozen=True)
class Skipped:
    """A mode that could not be measured, and why."""

    game: str
    mode: str
    reason: str


Outcome = Figure | Skipped


@dataclass(frozen=True)
class Mode:
    """Something to measure."""

    name: str
    prepare: Prepare


def measure(game: str, name: str, chunk: Chunk, effort: Effort) -> Figure:
    """The best of several repeats."""
    chunk()
    found = []
    for _ in range(effort.repeats):
        steps, seconds = 0, 0.0
        wall, processor = perf_counter(), process_time()
        while seconds < effort.seconds:
            more, taken = chunk()
            steps, seconds = steps + more, seconds + taken
        share = (process_time() - processor) / (perf_counter() - wall)
        found.append((steps / seconds, min(share, 1.0)))
    best, share = max(found)
    return Figure(game, name, best, min(found)[0], effort.repeats, share)


def run_mode(game: Game, mode: Mode, effort: Effort, seed: int = 0) -> Outcome:
    """A figure, or why there is none: a package that is not installed."""
    try:
        chunk = mode.prepare(game, seed)
    except ImportError as error:
        return Skipped(name_of(game), mode.name, f"not installed: {error.name or error}")
    return measure(name_of(game), mode.name, chunk, effort)


def name_of(game: Game) -> str:
    options = " ".join(f"{key}={value}" for key, value in game.option_values().items())
    return f"{game.name} {options}".strip()


# ---------------------------------------------------------------- modes of the engine


def batched(features: bool) -> Prepare:
    """Many games stepped together, with observation and mask; on demand the features of every legal action too."""

    def prepare(game: Game, seed: int) -> Chunk:
        batch = game.new_batch(BATCH, seed)
        sample = Sampler(seed)

        def chunk() -> tuple[int, float]:
            seconds = 0.0
            for _ in range(16):
                actions = sample(batch.masks)
                started = perf_counter()
                batch.step(actions)
                if features:
                    batch.features()
                seconds += perf_counter() - started
            return 16 * BATCH, seconds

        return chunk

    return prepare


def single_state(features: bool) -> Prepare:
    """One ``State`` in a Python loop: apply_action, legal_actions_mask, observation_tensor; new games included."""

    def prepare(game: Game, seed: int) -> Chunk:
        sample = Sampler(seed)
        seeds = iter(range(seed, 1 << 62))

        def chunk() -> tuple[int, float]:
            started = perf_counter()
            state = game.new_initial_state(next(seeds))
            mask = state.legal_actions_mask()
            seconds = perf_counter() - started
            while not state.is_terminal():
                action = int(sample(mask.reshape(1, -1))[0])
                started = perf_counter()
                state.apply_action(action)
                mask = state.legal_actions_mask()
                state.observation_tensor()
                if features:
                    state.action_features()
                seconds += perf_counter() - started
            return state.step_count, seconds

        return chunk

    return prepare


def playouts(game: Game, seed: int) -> Chunk:
    """Whole random games inside one compiled call: no observation; actions are chosen by compiled code, in time."""
    batch = game.new_batch(BATCH, seed, observations=False)
    mask: Mask = np.zeros(game.num_actions, np.int8)
    seeds = iter(range(seed, 1 << 60, BATCH))

    def chunk() -> tuple[int, float]:
        first = next(seeds)
        batch.reset(range(first, first + BATCH))
        started = perf_counter()
        game.kernels["playouts"](batch.states, mask)
        return int(batch.states["step_count"].sum()), perf_counter() - started

    return chunk


def clone(game: Game, seed: int) -> Chunk:
    """``state.clone()`` in the middle of a game."""
    state = middle_of_a_game(game, seed)

    def chunk() -> tuple[int, float]:
        started = perf_counter()
        for _ in range(2000):
            state.clone()
        return 2000, perf_counter() - started

    return chunk


def middle_of_a_game(game: Game, seed: int) -> State:
    sample = Sampler(seed)
    state = game.new_initial_state(seed)
    for _ in range(game.max_steps // 3):
        after = state.clone()
        after.apply_action(int(sample(after.legal_actions_mask().reshape(1, -1))[0]))
        if after.is_terminal():
            break
        state = after
    return state


ENGINE_MODES = (
    Mode(f"batch of {BATCH}", batched(features=False)),
    Mode(f"batch of {BATCH} + features", batched(features=True)),
    Mode("State loop", single_state(features=False)),
    Mode("State loop + features", single_state(features=True)),
    Mode("whole random games, no observation", playouts),
    Mode("clone", clone),
)


# ---------------------------------------------------------------- where the time goes

advance: Callable[[Record, int], None]
"""Of the game, put in by ``Game.bind``."""


def advance_states(states: Array, actions: Array) -> None:
    """The rules alone: one action in each state."""
    for i in range(len(states)):
        advance(states[i], actions[i])  # noqa: F821 (see above)


@dataclass(frozen=True)
class Shares:
    """Nanoseconds for one step in a batch of BATCH games, each kernel timed on its own."""

    game: str
    step: float
    mask: float
    observation: float
    features: float
    """Of all legal actions together."""
    legal: float
    """Legal actions at a decision, on average."""

    def percent(self, name: str) -> float:
        """A part of step, mask and observation together."""
        return 100 * float(getattr(self, name)) / (self.step + self.mask + self.observation)


def shares(game: Game, effort: Effort, seed: int = 0) -> Shares:
    """Time the kernels one by one on the same positions, which come from random play."""
    batch = game.new_batch(BATCH, seed)
    sample = Sampler(seed)
    rules = game.bind(advance_states)
    best: dict[str, float] = {}
    legal = 0.0
    for _ in range(1 + effort.repeats):
        sums = dict.fromkeys(("step", "mask", "observation", "features"), 0.0)
        rounds, legal, started = 0, 0.0, perf_counter()
        while perf_counter() - started < effort.seconds:
            actions = sample(batch.masks)
            legal += float(batch.masks.sum()) / BATCH
            for name, seconds in _kernel_times(batch, rules, actions).items():
                sums[name] += seconds
            batch.step(actions)
            rounds += 1
        legal /= rounds
        for name, seconds in sums.items():
            best[name] = min(best.get(name, 1.0), seconds / rounds / BATCH)
    return Shares(name_of(game), legal=legal, **{name: 1e9 * seconds for name, seconds in best.items()})


def _kernel_times(batch: Batch, rules: Callable[[Array, Array], None], actions: Array) -> dict[str, float]:
    """Seconds of each kernel for one step of the batch, which stays as it is."""
    kernels = batch.game.kernels
    states = batch.states.view(np.uint8).copy().view(batch.game.state_dtype)  # as bytes: numpy copies field by field
    masks = batch.masks.copy()
    ticks = [perf_counter()]
    rules(states, actions)
    ticks.append(perf_counter())
    kernels["masks_of"](states, masks)
    ticks.append(perf_counter())
    kernels["observe_states"](batch.states, batch.players, batch.observations, batch._records)
    ticks.append(perf_counter())
    batch.features()
    ticks.append(perf_counter())
    return dict(zip(("step", "mask", "observation", "features"), np.diff(ticks).tolist()))


# ---------------------------------------------------------------- compilation

_FIRST_USE = """
import json, sys
from time import perf_counter
begun = perf_counter()
from dicedeck.envs import load_game
game = load_game(sys.argv[1], **json.loads(sys.argv[2]))
imported = perf_counter()
state = game.new_initial_state(0)
state.apply_action(state.legal_actions()[0])
state.observation_tensor()
state.resample(0, 0)
single = perf_counter()
batch = game.new_batch(2)
batch.step(batch.masks.argmax(1))
batch.features()
print(imported - begun, single - imported, perf_counter() - single)
"""


@dataclass(frozen=True)
class Compilation:
    """Seconds until a game answers in a new process."""

    game: str
    cache: str
    """``cold``: nothing compiled yet; ``warm``: machine code on disk."""
    imports: float
    state: float
    """First State: reset, step, mask, observation, resample."""
    batch: float
    """First batch after that, with features."""


def compile_times(game: Game) -> list[Compilation]:
    """Two new processes, the first with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return [_first_use(game, folder, cache) for cache in ("cold", "warm")]


def _first_use(game: Game, folder: str, cache: str) -> Compilation:
    command = [
        sys.executable,
        "-c",
        _FIRST_USE,
        ":".join(game.spec.place()),
        json.dumps(game.option_values()),
    ]
    environment = {**os.environ, "DICEDECK_CACHE": folder}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    imports, state, batch = (float(word) for word in done.stdout.split())
    return Compilation(name_of(game), cache, imports, state, batch)


# ---------------------------------------------------------------- the machine


@dataclass(frozen=True)
class Machine:
    """What the figures were measured on."""

    processor: str
    cores: int
    system: str
    python: str
    numba: str
    numpy: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def this_machine() -> Machine:
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        numba=numba.__version__,
        numpy=np.__version__,
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
