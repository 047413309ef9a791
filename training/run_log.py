"""The log of a training run: two CSV files, a picture of the learning curve, TensorBoard.

A run that is resumed goes on in the same files.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicedeck.agents.files import write_file
from dicedeck.evaluation.match import MatchResult
from dicedeck.evaluation.plots import Curve, curve_plot
from dicedeck.evaluation.statistics import Estimate

PROGRESS = "progress.csv"
EVALUATION = "evaluation.csv"
PICTURE = "learning_curve.png"
TENSORBOARD = "tensorboard"
ALL_ROLES = "all"
"""In the column ``role``: the pair score."""

COLUMNS = (
    "steps",
    "seconds",
    "steps_per_second",
    "share_playing",
    "games",
    "mean_return",
    "mean_decisions",
    "entropy_weight",
    "learning_rate",
    "entropy",
    "policy_loss",
    "value_loss",
    "kl",
    "clip_fraction",
    "explained_variance",
)
"""The columns of progress.csv: a line after each update."""
_EVALUATION_COLUMNS = ("steps", "seconds", "opponent", "role", "score", "low", "high", "games")


class RunLog:
    """Writes the figures of updates, and matches.

    Args:
        resume_at: steps of the checkpoint that the run goes on from; later lines of an earlier process are dropped.
    """

    def __init__(self, folder: Path, resume_at: int | None = None) -> None:
        from torch.utils.tensorboard.writer import SummaryWriter

        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._progress = _Table(folder / PROGRESS, COLUMNS, resume_at)
        self._evaluation = _Table(folder / EVALUATION, _EVALUATION_COLUMNS, resume_at)
        purge = None if resume_at is None else resume_at + 1
        self._board = SummaryWriter(str(folder / TENSORBOARD), purge_step=purge)

    def add_update(self, steps: int, figures: Mapping[str, float]) -> None:
        """A line of progress.csv; ``figures`` has some of COLUMNS."""
        self._progress.add({**figures, "steps": steps})
        for name, value in figures.items():
            self._add_scalar(f"train/{name}", value, steps)

    def add_match(self, steps: int, seconds: float, match: MatchResult) -> None:
        """A point of the learning curve."""
        for role, score in {ALL_ROLES: match.estimate, **match.per_role}.items():
            values = (steps, round(seconds, 2), match.opponent, role, score.value, score.low, score.high, score.n)
            self._evaluation.add(dict(zip(_EVALUATION_COLUMNS, values)))
            self._add_scalar(f"against {match.opponent}/{role}", score.value, steps)

    def draw_curves(self) -> None:
        """Draw the learning curve as it stands."""
        write_file(self._folder / PICTURE, curve_plot(read_curves(self._folder)).png())

    def _add_scalar(self, name: str, value: float, step: int) -> None:
        self._board.add_scalar(name, value, step)

    def close(self) -> None:
        self._board.close()


class _Table:
    """A CSV file that grows by whole lines."""

    def __init__(self, path: Path, columns: tuple[str, ...], resume_at: int | None) -> None:
        self.path = path
        self.columns = columns
        kept = [] if resume_at is None else [row for row in read_rows(path) if int(row["steps"]) <= resume_at]
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, columns, restval="")
        writer.writeheader()
        writer.writerows(kept)
        write_file(path, text.getvalue())

    def add(self, row: Mapping[str, Any]) -> None:
        with open(self.path, "a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self.columns, restval="").writerow(
                {name: _short(row.get(name)) for name in self.columns}
            )


def _short(value: Any) -> Any:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else value


def read_rows(path: Path) -> list[dict[str, str]]:
    """The whole lines of a CSV file; none when it is not there. The last one may have been cut off by a kill."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if None not in row.values()]
    except FileNotFoundError:
        return []


def read_curves(folder: Path) -> list[Curve]:
    """The learning curves of a run, one for each opponent."""
    curves: dict[str, Curve] = {}
    for row in read_rows(folder / EVALUATION):
        if row["role"] != ALL_ROLES:
            continue
        curve = curves.setdefault(row["opponent"], Curve(row["opponent"]))
        curve.steps.append(int(row["steps"]))
        curve.scores.append(Estimate(float(row["score"]), float(row["low"]), float(row["high"]), int(row["games"])))
    return list(curves.values())
