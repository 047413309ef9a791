"""How many decisions a second a learner learns from, all that belongs to it included."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import torch

from dicedeck.training.config import EvaluationConfig, TrainingConfig
from dicedeck.training.run import make_run


@dataclass(frozen=True)
class Throughput:
    """Of one learner, in CPU seconds of one core, so that another load on the machine changes it little."""

    config: str
    learner: str
    decisions: int
    """That the learner learnt from."""
    forced: int
    """Moves without a choice in its seats, where it skips them; a learner that does not counts them as decisions."""
    seconds: float

    @property
    def per_second(self) -> float:
        """Moves of the learner's seats, forced ones included."""
        return (self.decisions + self.forced) / self.seconds


def measure_learning(name: str, config: TrainingConfig, decisions: int) -> Throughput:
    """Learn from about so many decisions, after a first update that compiles and warms up; no evaluations."""
    torch.set_num_threads(1)
    never = 10**12
    quiet = {"evaluation": EvaluationConfig(every=never, pairs=1, against=()), "checkpoint_every": never}
    with tempfile.TemporaryDirectory() as folder:
        run = make_run(config.model_copy(update={**quiet, "total_steps": 1}), Path(folder))
        try:
            run.learn(lambda steps, note: None)
            steps, forced = run.steps, run.forced
            begun = process_time()
            run.go_on(steps + decisions)
            run.learn(lambda steps, note: None)
            seconds = process_time() - begun
        finally:
            run.log.close()
        return Throughput(name, config.learner, run.steps - steps, run.forced - forced, seconds)
