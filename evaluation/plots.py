"""Plots for reports, as SVG texts: no window is opened, letters are outlines, the same data give the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter
from numpy.typing import NDArray

from dicedeck.evaluation.statistics import Estimate

if TYPE_CHECKING:
    from dicedeck.evaluation.ratings import Rating

COLOURS = ("#2a6f97", "#c8553d", "#5b8e3e", "#8d6a9f", "#b8860b", "#4f5d75")
INK, MUTED, GRID = "#22303c", "#6b7785", "#e3e7ec"
_STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "dicedeck",
    "font.size": 11,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "text.color": INK,
}
WIDTH = 5.8
"""Inches; narrow, so that letters stay readable on a phone."""


@dataclass(frozen=True)
class Plot:
    """A figure that can be part of a page, or a file of its own."""

    figure: Figure
    title: str
    """What it shows, for those who cannot see it."""

    def svg(self) -> str:
        with matplotlib.rc_context(_STYLE):
            return _svg(self.figure, self.title)

    def png(self) -> bytes:
        buffer = io.BytesIO()
        with matplotlib.rc_context(_STYLE):
            self.figure.savefig(buffer, format="png", dpi=160, metadata={"Software": None})
        return buffer.getvalue()


@dataclass
class Curve:
    """Scores against one opponent while an agent learns."""

    opponent: str
    steps: list[int] = field(default_factory=list)
    scores: list[Estimate] = field(default_factory=list)


def curve_plot(curves: Sequence[Curve]) -> Plot:
    """Score over training steps, with the interval as a band."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _axes(3.4)
        for curve, colour in zip(curves, _colours(len(curves))):
            values = [100 * score.value for score in curve.scores]
            low, high = ([100 * bound for bound in bounds] for bounds in _bounds(curve.scores))
            axes.fill_between(curve.steps, low, high, color=colour, alpha=0.15, linewidth=0)
            axes.plot(curve.steps, values, color=colour, marker="o", markersize=4, label=f"against {curve.opponent}")
        _percent_axis(axes, "y")
        axes.axhline(50, color=MUTED, linewidth=1, linestyle="--")
        axes.set_xlabel("decisions of the learner")
        axes.set_ylabel("pair score")
        axes.xaxis.set_major_formatter(FuncFormatter(_counted))
        axes.set_xlim(left=0)
        axes.legend(frameon=False, loc="lower right" if _ends_high(curves) else "upper left", fontsize=10)
        return Plot(figure, "Pair score against each opponent over the steps of training")


def score_intervals(scores: Mapping[str, Estimate]) -> str:
    """A dot with its interval for each opponent; the dashed line is equality."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _axes(0.9 + 0.5 * len(scores))
        for row, (score, colour) in enumerate(zip(scores.values(), _colours(len(scores)))):
            _interval(axes, score, row, colour)
        _rows(axes, list(scores))
        axes.axvline(50, color=MUTED, linewidth=1, linestyle="--")
        _percent_axis(axes, "x")
        axes.set_xlabel("pair score (50 %: equal)")
        return _svg(figure, "Pair score with 95 % interval against each opponent")


def role_bars(scores: Mapping[str, Mapping[str, Estimate]]) -> str:
    """For each opponent a bar for each role, with intervals."""
    return role_plot(scores, "Score in each role against each opponent").svg()


def role_plot(scores: Mapping[str, Mapping[str, Estimate]], title: str) -> Plot:
    """For each row a bar for each role, with intervals."""
    roles = list(dict.fromkeys(role for per_role in scores.values() for role in per_role))
    height = 0.8 / max(1, len(roles))
    with matplotlib.rc_context(_STYLE):
        figure, axes = _axes(1.2 + 0.35 * len(scores) * max(1, len(roles)))
        for k, (role, colour) in enumerate(zip(roles, _colours(len(roles)))):
            rows = [row - 0.4 + height * (k + 0.5) for row in range(len(scores))]
            found = [per_role[role] for per_role in scores.values()]
            axes.barh(rows, [100 * score.value for score in found], height * 0.9, color=colour, label=f"as {role}")
            for row, score in zip(rows, found):
                axes.plot([100 * score.low, 100 * score.high], [row, row], color=INK, linewidth=1.2)
        axes.set_yticks(range(len(scores)), list(scores), color=INK)
        axes.set_ylim(len(scores) - 0.5, -0.5)
        axes.axvline(50, color=MUTED, linewidth=1, linestyle="--")
        _percent_axis(axes, "x")
        axes.set_xlabel("score in this role")
        axes.legend(frameon=False, ncols=len(roles), loc="lower center", bbox_to_anchor=(0.5, 1.0), fontsize=10)
        return Plot(figure, title)


def rating_plot(ratings: Mapping[str, Rating]) -> Plot:
    """A dot with its interval for each agent, on the Elo scale."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = _axes(0.9 + 0.42 * len(ratings))
        for row, (rating, colour) in enumerate(zip(ratings.values(), _colours(len(ratings)))):
            axes.plot([rating.low, rating.high], [row, row], color=colour, linewidth=3, solid_capstyle="round")
            axes.plot([rating.elo], [row], color=colour, marker="o", markersize=8)
        _rows(axes, list(ratings))
        axes.grid(axis="x", color=GRID, linewidth=1)
        axes.set_axisbelow(True)
        axes.set_xlabel("Elo (0: the average of all agents)")
        return Plot(figure, "Rating of each agent with its 95 % interval")


def score_map(names: Sequence[str], scores: NDArray[np.float64], label: str, title: str) -> Plot:
    """A table of numbers as colours, with the numbers in it.

    Args:
        scores: float[n, n]; rows of the first agent, columns of the second; 50 is in the middle of the colours.
    """
    n = len(names)
    with matplotlib.rc_context(_STYLE):
        figure, axes = _axes(1.3 + 0.55 * n)
        axes.imshow(scores, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
        for row in range(n):
            for column in range(n):
                value = scores[row, column]
                colour = "white" if abs(value - 50) > 32 else INK
                axes.text(column, row, f"{value:.1f}", ha="center", va="center", color=colour, fontsize=10)
        axes.set_xticks(range(n), names, rotation=30, ha="left", color=INK)
        axes.xaxis.tick_top()
        axes.set_yticks(range(n), names, color=INK)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(label)
        return Plot(figure, title)


# ---------------------------------------------------------------- parts


def _axes(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def _rows(axes: Axes, names: Sequence[str]) -> None:
    """A row for each name, the first one on top."""
    axes.set_yticks(range(len(names)), names, color=INK)
    axes.set_ylim(len(names) - 0.4, -0.6)


def _interval(axes: Axes, score: Estimate, row: int, colour: str) -> None:
    axes.plot([100 * score.low, 100 * score.high], [row, row], color=colour, linewidth=3, solid_capstyle="round")
    axes.plot([100 * score.value], [row], color=colour, marker="o", markersize=8)
    side = -1 if score.value > 0.5 else 1
    edge = score.low if side < 0 else score.high
    label = f"{100 * score.value:.1f} %"
    axes.annotate(
        label,
        (100 * edge, row),
        (8 * side, 0),
        textcoords="offset points",
        va="center",
        ha="right" if side < 0 else "left",
    )


def _percent_axis(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xlim if which == "x" else axes.set_ylim)(0, 101)
    axis.set_major_formatter(PercentFormatter(symbol=" %"))
    axes.grid(axis="x" if which == "x" else "y", color=GRID, linewidth=1)
    axes.set_axisbelow(True)


def _bounds(scores: Sequence[Estimate]) -> tuple[list[float], list[float]]:
    return [score.low for score in scores], [score.high for score in scores]


def _ends_high(curves: Sequence[Curve]) -> bool:
    return all(curve.scores[-1].value > 0.5 for curve in curves if curve.scores)


def _counted(value: float, _position: int | None = None) -> str:
    """800 k, 1.5 M."""
    unit, name = (1_000_000, "M") if value >= 1_000_000 else (1000, "k")
    return f"{value / unit:g} {name}" if value else "0"


def _colours(n: int) -> list[str]:
    return [COLOURS[k % len(COLOURS)] for k in range(n)]


def _svg(figure: Figure, title: str) -> str:
    """The figure as an ``<svg>`` element that scales with the page and says what it shows."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    return text.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)
