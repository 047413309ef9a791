"""A training run: its folder, its evaluations and checkpoints, whatever learner is at work.

The folder holds ``config.yaml``, ``progress.csv`` and ``evaluation.csv``, TensorBoard's events, and ``checkpoint/``.
"""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
import yaml
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from dicedeck.agents.checkpoint import (
    FOLDER,
    Checkpoint,
    CheckpointError,
    Tensors,
    find_checkpoint,
    read_checkpoint,
    write_checkpoint,
)
from dicedeck.agents.loader import load_agent
from dicedeck.agents.policy import PolicyAgent
from dicedeck.envs import Game
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.evaluation.match import play_match
from dicedeck.evaluation.plots import Curve
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import SELF, SNAPSHOTS, TrainingConfig
from dicedeck.training.run_log import TENSORBOARD, RunLog, read_curves

CONFIG = "config.yaml"
LEARNERS = {"ppo": "dicedeck.training.ppo:PPORun", "sb3": "dicedeck.training.sb3:SB3Run"}
_MAY_CHANGE = ("total_steps", "evaluation", "checkpoint_every")
"""Settings that a resumed run may have otherwise than its checkpoint."""

Show = Callable[[int, str], None]
"""show(steps done, a note): moves the progress bar."""


UNFIT = (KeyError, RuntimeError, ValueError, TypeError, IndexError)
"""What torch and numpy raise when the arrays of a checkpoint are not those that were asked for."""


def unfit(checkpoint: Checkpoint, error: Exception) -> CheckpointError:
    """The error for a checkpoint whose arrays do not fit the run, although their checksums are right."""
    text = str(error).partition("\n")[0]
    return CheckpointError(f"{checkpoint.folder} does not fit the config ({type(error).__name__}: {text})")


class TrainingError(DicedeckError):
    """A training run that cannot begin or go on."""


@dataclass(frozen=True)
class TrainingResult:
    """A finished run."""

    folder: Path
    checkpoint: Path
    steps: int
    """Decisions of the learner; the last update may have gone beyond ``total_steps``."""
    resumed_at: int
    """Those of earlier processes."""
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
    example = [config.imitation.agent] if config.imitation else []
    for spec in (*config.evaluation.against, *config.opponents, *example):
        if spec not in (SELF, SNAPSHOTS):
            load_agent(spec, game)
    run = make_run(config, folder, _earlier_run(config, game, folder, resume, overwrite))
    with _progress_bar(config.total_steps, progress) as show:
        if run.start < config.total_steps:
            try:
                run.learn(show)
            finally:
                run.log.close()
    return run.result()


def make_run(config: TrainingConfig, folder: Path, earlier: Checkpoint | None = None) -> Run:
    """A run of the config's learner, ready to learn; with a checkpoint, it goes on from there."""
    module, _, name = LEARNERS[config.learner].partition(":")
    run: Run = getattr(importlib.import_module(module), name)(config, config.load_game(), folder, earlier)
    return run


def _earlier_run(config: TrainingConfig, game: Game, folder: Path, resume: bool, overwrite: bool) -> Checkpoint | None:
    """The checkpoint to go on from; None to begin."""
    there = find_checkpoint(folder)
    if not resume:
        if there is not None and not overwrite:
            raise TrainingError(
                f"{folder} holds a run already: use --resume to go on, --overwrite to begin anew, or another folder"
            )
        if there is not None:
            shutil.rmtree(folder / TENSORBOARD, ignore_errors=True)
        return None
    if there is None:
        raise TrainingError(f"{folder} holds no run to resume (no {FOLDER}/checkpoint.json)")
    checkpoint = read_checkpoint(folder, game)
    old, new = checkpoint.fact("config", dict), config.model_dump(mode="json")
    for name in new:
        if name not in _MAY_CHANGE and old.get(name) != new[name]:
            raise TrainingError(
                f"{folder} was begun with {name}: {old.get(name)}, the config has {new[name]}; "
                "give it back its value, or begin a new run in another folder"
            )
    return checkpoint


class Run:
    """A training run in this process; a learner fills in the methods at the end.

    Attributes:
        start: steps that earlier processes have done.
    """

    def __init__(self, config: TrainingConfig, game: Game, folder: Path, earlier: Checkpoint | None) -> None:
        self.config = config
        self.game = game
        self.folder = folder
        self.start = 0 if earlier is None else earlier.fact("steps", int)
        self._seconds_before = 0.0 if earlier is None else earlier.fact("seconds", float)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / CONFIG).write_text(config_text(config), encoding="utf-8")
        except OSError as error:
            raise TrainingError(f"cannot write to the folder {folder}: {error.strerror or error}") from None
        self.build(earlier)
        self.log = RunLog(folder, None if earlier is None else self.start)
        self._due = {
            "snapshot": Every(config.snapshots.every, self.start),
            "evaluation": Every(config.evaluation.every, self.start),
            "checkpoint": Every(config.checkpoint_every, self.start),
        }
        self._begun = perf_counter()
        self._evaluating = 0.0

    @property
    def progress(self) -> float:
        """The done share of the run, 0 to 1."""
        return min(1.0, self.steps / self.config.total_steps)

    @property
    def seconds(self) -> float:
        """Of training, evaluations included, over all its processes."""
        return self._seconds_before + perf_counter() - self._begun

    @property
    def steps_per_second(self) -> float:
        """Of this process, evaluations excluded."""
        return (self.steps - self.start) / (perf_counter() - self._begun - self._evaluating)

    def go_on(self, total_steps: int) -> None:
        """Let ``learn`` be called again, for as many more steps as are missing."""
        self.config = self.config.model_copy(update={"total_steps": total_steps})
        self.start = self.steps

    def between_updates(self, last: bool = False) -> str:
        """Snapshots, evaluations and checkpoints that are due. Returns the evaluation in short, if there was one."""
        steps, note = self.steps, ""
        fresh = steps == 0 or steps > self.start  # not again what the checkpoint's process has done
        if self._due["snapshot"].reached(steps):
            self.add_snapshot()
        if fresh and (self._due["evaluation"].reached(steps) or last or steps == 0):
            note = self._evaluate()
        if fresh and (self._due["checkpoint"].reached(steps) or last or steps == 0):
            self.save()
        return note

    def _evaluate(self) -> str:
        """A point of the learning curve against each opponent; the same deals each time."""
        started = perf_counter()
        agent = self.agent()
        shown = []
        for spec in self.config.evaluation.against:
            seed = derive_seed(self.config.seed, "evaluation", spec)
            match = play_match(self.game, lambda game: agent, spec, self.config.evaluation.pairs, seed)
            self.log.add_match(self.steps, self.seconds, match)
            shown.append(f"{spec} {match.score:.0%}")
        if shown:
            self.log.draw_curves()
        self._evaluating += perf_counter() - started
        return ", ".join(shown)

    def save(self) -> None:
        """Write the checkpoint in place of the earlier one."""
        facts = {
            "learner": self.config.learner,
            "steps": self.steps,
            "seconds": round(self.seconds, 3),
            "network": self.config.network.shape(),
            "config": self.config.model_dump(mode="json"),
            **self.facts(),
        }
        write_checkpoint(self.folder / FOLDER, self.game, facts, self.tensors())

    def result(self) -> TrainingResult:
        return TrainingResult(
            folder=self.folder,
            checkpoint=self.folder / FOLDER,
            steps=self.steps,
            resumed_at=self.start,
            seconds=self.seconds,
            steps_per_second=self.steps_per_second,
            curves=read_curves(self.folder),
        )

    # ------------------------------------------------------------ what a learner does

    @property
    def steps(self) -> int:
        """Decisions of the learner, earlier processes' included."""
        raise NotImplementedError

    forced = 0
    """Moves without a choice in the learner's seats that were skipped."""

    def build(self, earlier: Checkpoint | None) -> None:
        """Make what learns, and give it the state that the checkpoint holds."""
        raise NotImplementedError

    def learn(self, show: Show) -> None:
        """Learn up to ``total_steps``; call ``between_updates`` before the first update and after each."""
        raise NotImplementedError

    def agent(self) -> PolicyAgent:
        """The policy as it is now, as it plays when loaded from a checkpoint."""
        raise NotImplementedError

    def add_snapshot(self) -> None:
        """Keep the policy as it is now, as an opponent."""
        raise NotImplementedError

    def facts(self) -> Mapping[str, Any]:
        """What the checkpoint holds as JSON, besides what every run's has."""
        raise NotImplementedError

    def tensors(self) -> Mapping[str, Tensors]:
        """What the checkpoint holds as arrays; the group ``policy`` is what an agent needs."""
        raise NotImplementedError


class Every:
    """Tells when another ``period`` steps have passed."""

    def __init__(self, period: int, start: int) -> None:
        self.period = period
        self.next = (start // period + 1) * period

    def reached(self, steps: int) -> bool:
        if steps < self.next:
            return False
        self.next = (steps // self.period + 1) * self.period
        return True


def config_text(config: TrainingConfig) -> str:
    """The whole config as YAML, defaults included."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False)


@contextmanager
def _progress_bar(total: int, wanted: bool) -> Iterator[Show]:
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

        def show(steps: int, note: str) -> None:
            if note:
                bar.update(task, note=note)
            bar.update(task, completed=min(steps, total))

        yield show
