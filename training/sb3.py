"""Training with MaskablePPO of sb3-contrib, through the native vector environment.

The run's folder holds ``config.yaml``, ``progress.csv`` and ``evaluation.csv``, TensorBoard's events, and
``checkpoint/``. SB3's own ``.zip`` files unpickle what they hold, so none is written or read: a checkpoint has the
weights, the optimiser, the snapshots and the random numbers as arrays, and the model is built anew from the config.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from torch import nn

from dicedeck.agents.checkpoint import (
    FOLDER,
    Checkpoint,
    CheckpointError,
    find_checkpoint,
    read_checkpoint,
    write_checkpoint,
)
from dicedeck.agents.loader import load_agent
from dicedeck.agents.policy import FlatPolicy, PolicyAgent
from dicedeck.envs import Game
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.evaluation.match import play_match
from dicedeck.evaluation.plots import Curve
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import TrainingConfig
from dicedeck.training.opponents import Opponents, weights_of
from dicedeck.training.run_log import TENSORBOARD, RunLog, read_curves
from dicedeck.training.sb3_model import (
    build_model,
    optimizer_tensors,
    random_states,
    restore_optimizer,
    restore_random_states,
    unchecked_distributions,
)

CONFIG = "config.yaml"
_MAY_CHANGE = ("total_steps", "evaluation", "checkpoint_every")
"""Settings that a resumed run may have otherwise than its checkpoint."""


class TrainingError(DicedeckError):
    """A training run that cannot begin or go on."""


@dataclass(frozen=True)
class TrainingResult:
    """A finished run."""

    folder: Path
    checkpoint: Path
    steps: int
    """Decisions of the learner."""
    seconds: float
    """Of training, evaluations included, over all its processes."""
    steps_per_second: float
    """Without the evaluations, in this process."""
    curves: list[Curve]
    """The learning curve against each opponent of ``evaluation.against``."""


def train(
    config: TrainingConfig, folder: Path, resume: bool = False, progress: bool = True, overwrite: bool = False
) -> TrainingResult:
    """Train as the config says, or go on with the run in ``folder`` up to the config's ``total_steps``.

    A run that is killed loses what came after its last checkpoint, nothing else.

    Raises:
        TrainingError: the folder holds a run already, or none to resume, or one with another config.
        CheckpointError: the checkpoint is damaged or for another game, or cannot be written.
        AgentSpecError: an opponent that does not exist.
    """
    torch.set_num_threads(1)
    game = config.load_game()
    for spec in config.evaluation.against:
        load_agent(spec, game)
    earlier = _earlier_run(config, game, folder, resume, overwrite)
    run = _Run(config, game, folder, earlier)
    with _progress_bar(config.total_steps, progress) as show, unchecked_distributions():
        run.learn(show)
    return run.result()


def _earlier_run(config: TrainingConfig, game: Game, folder: Path, resume: bool, overwrite: bool) -> Checkpoint | None:
    """The checkpoint to go on from; None to begin."""
    there = find_checkpoint(folder)
    if not resume:
        if there is not None and not overwrite:
            raise TrainingError(f"{folder} holds a run already: resume it, or name another folder")
        if there is not None:
            shutil.rmtree(folder / TENSORBOARD, ignore_errors=True)
        return None
    if there is None:
        raise TrainingError(f"{folder} holds no run to resume (no {FOLDER}/checkpoint.json)")
    checkpoint = read_checkpoint(folder, game)
    old, new = checkpoint.fact("config"), config.model_dump(mode="json")
    for name in new:
        if name not in _MAY_CHANGE and old.get(name) != new[name]:
            raise TrainingError(
                f"{folder} was begun with {name}: {old.get(name)}, the config has {new[name]}; "
                "give it back its value, or begin a new run in another folder"
            )
    return checkpoint


class _Run:
    """A training run in this process."""

    def __init__(self, config: TrainingConfig, game: Game, folder: Path, earlier: Checkpoint | None) -> None:
        self.config = config
        self.game = game
        self.folder = folder
        self.start = 0 if earlier is None else int(earlier.fact("steps"))
        self.seconds_before = 0.0 if earlier is None else float(earlier.fact("seconds"))
        self.opponents = Opponents(config, game)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / CONFIG).write_text(config_text(config), encoding="utf-8")
        except OSError as error:
            raise TrainingError(f"cannot write to the folder {folder}: {error.strerror or error}") from None
        self.model = build_model(config, self.opponents.envs, self.start)
        if earlier is not None:
            self._restore(earlier)
        self.opponents.envs.warm()
        self.log = RunLog(folder, None if earlier is None else self.start)
        self.begun = perf_counter()
        self.evaluating = 0.0

    @property
    def steps(self) -> int:
        return int(self.model.num_timesteps)

    @property
    def seconds(self) -> float:
        return self.seconds_before + perf_counter() - self.begun

    def learn(self, show: Callable[[int, str], None]) -> None:
        if self.start >= self.config.total_steps:
            return
        callback = _Watch(self, show)
        self.model.set_logger(Logger(folder=None, output_formats=[self.log]))
        self.log.facts = callback.facts
        try:
            self.model.learn(self.config.total_steps - self.start, callback, reset_num_timesteps=self.start == 0)
            callback.between_updates(last=True)
        finally:
            self.log.close()

    def result(self) -> TrainingResult:
        spent = perf_counter() - self.begun - self.evaluating
        return TrainingResult(
            folder=self.folder,
            checkpoint=self.folder / FOLDER,
            steps=self.steps,
            seconds=self.seconds,
            steps_per_second=(self.steps - self.start) / spent,
            curves=read_curves(self.folder),
        )

    def evaluate(self) -> str:
        """A point of the learning curve against each opponent; the same deals each time. Returns it in short."""
        started = perf_counter()
        agent = policy_agent(self.config, self.game, self.model.policy)
        shown = []
        for spec in self.config.evaluation.against:
            seed = derive_seed(self.config.seed, "evaluation", spec)
            match = play_match(self.game, lambda game: agent, spec, self.config.evaluation.pairs, seed)
            self.log.add_match(self.steps, self.seconds, match)
            shown.append(f"{spec} {match.score:.0%}")
        self.evaluating += perf_counter() - started
        return ", ".join(shown)

    # ------------------------------------------------------------ checkpoints

    def save(self) -> None:
        """Write the checkpoint in place of the earlier one."""
        facts = {
            "learner": self.config.learner,
            "steps": self.steps,
            "updates": self.model._n_updates,
            "seconds": round(self.seconds, 3),
            "network": {"kind": "flat", **self.config.network.model_dump(mode="json")},
            "config": self.config.model_dump(mode="json"),
        }
        groups = {
            "policy": {name: value.numpy() for name, value in self.model.policy.state_dict().items()},
            "optimizer": optimizer_tensors(self.model.policy),
            "snapshots": {
                f"{k}.{name}": value.numpy()
                for k, weights in enumerate(self.opponents.pool)
                for name, value in weights.items()
            },
            "random": random_states(),
        }
        write_checkpoint(self.folder / FOLDER, self.game, facts, groups)

    def _restore(self, checkpoint: Checkpoint) -> None:
        policy = self.model.policy
        tensors = {name: torch.from_numpy(array.copy()) for name, array in checkpoint.tensors("policy").items()}
        try:
            policy.load_state_dict(tensors)
            restore_optimizer(policy, checkpoint.tensors("optimizer"))
        except (KeyError, RuntimeError) as error:
            text = str(error).partition("\n")[0]
            raise CheckpointError(f"{checkpoint.folder} does not fit the network of the config: {text}") from None
        pool: dict[int, dict[str, torch.Tensor]] = {}
        for name, array in checkpoint.tensors("snapshots").items():
            k, _, key = name.partition(".")
            pool.setdefault(int(k), {})[key] = torch.from_numpy(array.copy())
        self.opponents.pool = [pool[k] for k in sorted(pool)]
        restore_random_states(checkpoint.tensors("random"))
        self.model.num_timesteps = self.start
        self.model._n_updates = int(checkpoint.fact("updates"))


class _Watch(BaseCallback):
    """What happens between the updates: annealing, snapshots, evaluations, checkpoints, progress."""

    def __init__(self, run: _Run, show: Callable[[int, str], None]) -> None:
        super().__init__()
        self.run = run
        self.show = show
        self.note = ""
        n = run.config.ppo.envs
        self._sums = np.zeros(n)
        self._counts = np.zeros(n, np.int64)
        self._ended: list[tuple[float, float]] = []
        config = run.config
        self._due = {
            "snapshot": _Every(config.snapshots.every, run.start),
            "evaluation": _Every(config.evaluation.every, run.start),
            "checkpoint": _Every(config.checkpoint_every, run.start),
        }

    def _on_rollout_start(self) -> None:
        self.between_updates()

    def between_updates(self, last: bool = False) -> None:
        """The policy has been updated, or is new."""
        run, steps = self.run, self.run.steps
        config = run.config.ppo
        done = min(1.0, steps / run.config.total_steps)
        run.model.ent_coef = config.entropy + done * (config.entropy_end - config.entropy)
        if self._due["snapshot"].reached(steps):
            run.opponents.add_snapshot(run.model.policy)
        fresh = steps == 0 or steps > run.start  # not again what the checkpoint's process has done
        if fresh and (self._due["evaluation"].reached(steps) or last or steps == 0):
            self.note = run.evaluate()
        if fresh and (self._due["checkpoint"].reached(steps) or last or steps == 0):
            run.save()
        run.opponents.choose(run.model.policy, steps)
        self.show(steps, self.note)

    def _on_step(self) -> bool:
        self._sums += self.locals["rewards"]
        self._counts += 1
        for i in np.flatnonzero(self.locals["dones"]):
            self._ended.append((float(self._sums[i]), float(self._counts[i])))
            self._sums[i] = 0
            self._counts[i] = 0
        self.show(self.num_timesteps, self.note)
        return True

    def facts(self) -> dict[str, float]:
        """What progress.csv has besides SB3's own figures; of the games since the last line."""
        run = self.run
        games = len(self._ended)
        returns, decisions = np.array(self._ended or [(np.nan, np.nan)]).T
        self._ended = []
        spent = perf_counter() - run.begun - run.evaluating
        return {
            "seconds": round(run.seconds, 2),
            "steps_per_second": round((run.steps - run.start) / spent, 1),
            "games": games,
            "mean_return": float(returns.mean()),
            "mean_decisions": float(decisions.mean()),
            "entropy_weight": float(run.model.ent_coef),
        }


class _Every:
    """Tells when another ``period`` steps have passed."""

    def __init__(self, period: int, start: int) -> None:
        self.period = period
        self.next = (start // period + 1) * period

    def reached(self, steps: int) -> bool:
        if steps < self.next:
            return False
        self.next = (steps // self.period + 1) * self.period
        return True


def policy_agent(config: TrainingConfig, game: Game, policy: nn.Module) -> PolicyAgent:
    """The policy as it is now, as it plays when loaded from a checkpoint."""
    shape = config.network
    network = FlatPolicy(game.observation_size, shape.hidden, game.num_actions, shape.activation)
    network.load_state_dict(weights_of(policy))
    return PolicyAgent("policy", network)


def config_text(config: TrainingConfig) -> str:
    """The whole config as YAML, defaults included."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)


@contextmanager
def _progress_bar(total: int, wanted: bool) -> Iterator[Callable[[int, str], None]]:
    """A bar on standard error with the time left; tell it the steps done and a note."""
    columns = (
        TextColumn("training"),
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} steps"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=False),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=Console(stderr=True), disable=not wanted) as bar:
        task = bar.add_task("training", total=total, note="")
        yield lambda steps, note: bar.update(task, completed=min(steps, total), note=note)
