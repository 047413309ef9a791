"""One self-contained HTML page about a trained agent: no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dicedeck.envs.core.game import Game
from dicedeck.evaluation.match import MatchResult
from dicedeck.evaluation.page import (
    ReportError,
    escape,
    interval_of,
    machine_facts,
    method_part,
    page,
    percent,
    section,
    table,
    write_page,
)
from dicedeck.evaluation.plots import Curve, curve_plot, role_bars, score_intervals
from dicedeck.evaluation.statistics import Estimate

__all__ = ["Report", "ReportError", "ShownGame", "machine_facts", "render_report", "write_report"]

_RED_CARD = re.compile(r"\b[HD][A2-9TJQK]\b")
"""Hearts and diamonds as the standard deck is written."""


@dataclass(frozen=True)
class ShownGame:
    """One game of a match, as the page shows it."""

    caption: str
    picture: str
    """The text picture of the last position."""
    moves: Sequence[str]


@dataclass
class Report:
    """What the page tells; a part that is empty is left out."""

    title: str
    lead: str
    """One or two sentences below the title."""
    game: Game
    curves: Sequence[Curve] = ()
    matches: Sequence[MatchResult] = ()
    shown: ShownGame | None = None
    method: Sequence[str] = ()
    """Paragraphs on how the figures came about."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Seeds, times and the like, for the table of the method section."""
    config: str = ""
    """The config, as it was written."""


def write_report(path: Path, report: Report) -> Path:
    """Write the page; an earlier one is replaced only by a whole one.

    Raises:
        ReportError: the place cannot be written to.
    """
    return write_page(path, render_report(report))


def render_report(report: Report) -> str:
    """The page as a text."""
    parts = [
        _cards(report.matches),
        section("Learning curve", _curve_part(report.curves)) if report.curves else "",
        section("Strength against each bot", _score_part(report.matches)) if report.matches else "",
        section("By role", _role_part(report.matches)) if any(m.per_role for m in report.matches) else "",
        section("One game", _game_part(report.shown)) if report.shown else "",
        section("How this was measured", _method_part(report)),
    ]
    return page(report.title, report.lead, parts)


# ---------------------------------------------------------------- sections


def _cards(matches: Sequence[MatchResult]) -> str:
    cards = [
        f'<div class="card">against {escape(match.opponent)}<b>{percent(match.score)}</b>'
        f"<small>{interval_of(match.estimate)}, {match.pairs} pairs</small></div>"
        for match in matches
    ]
    return f'<div class="cards">{"".join(cards)}</div>' if cards else ""


def _curve_part(curves: Sequence[Curve]) -> str:
    note = "Pair score over the decisions that the learner made in training; the bands are 95 % intervals."
    return f'{curve_plot(curves).svg()}<p class="note">{note}</p>'


def _score_part(matches: Sequence[MatchResult]) -> str:
    roles = list(dict.fromkeys(role for match in matches for role in match.per_role))
    heads = ["opponent", "score", "95 % interval", *(f"as {role}" for role in roles), "pairs", "ms a move"]
    rows = [[escape(head) for head in heads]]
    for match in matches:
        shares = [_estimate(match.per_role.get(role)) for role in roles]
        times = " : ".join(f"{1000 * seconds:.2g}" for seconds in match.move_times())
        cells = [escape(match.opponent), percent(match.score), interval_of(match.estimate)]
        rows.append([*cells, *shares, str(match.pairs), times])
    note = "50 % means equal strength. Every deal is played from each seat, so good cards favour nobody."
    lost = [f"{n} games ended early: {reason}." for match in matches for reason, n in match.faults.items()]
    plot = score_intervals({match.opponent: match.estimate for match in matches})
    return f'{plot}<div class="scroll">{table(rows)}</div><p class="note">{escape(" ".join([note, *lost]))}</p>'


def _role_part(matches: Sequence[MatchResult]) -> str:
    note = "The roles are not equally strong, so a score per role says more about the rules than about the agent."
    plot = role_bars({match.opponent: match.per_role for match in matches if match.per_role})
    return f'{plot}<p class="note">{note} Lines are 95 % intervals.</p>'


def _game_part(shown: ShownGame) -> str:
    picture = _RED_CARD.sub(r'<span class="red">\g<0></span>', escape(shown.picture))
    moves = "".join(f"<li>{escape(move)}</li>" for move in shown.moves)
    listed = f'<details><summary>All moves</summary><ol class="moves">{moves}</ol></details>' if moves else ""
    return f'<p>{escape(shown.caption)}</p><pre class="picture">{picture}</pre>{listed}'


def _method_part(report: Report) -> str:
    config = (
        f'<details><summary>The config</summary><pre class="code">{escape(report.config)}</pre></details>'
        if report.config
        else ""
    )
    return method_part(report.game, report.method, report.facts) + config


def _estimate(estimate: Estimate | None) -> str:
    return percent(estimate.value) if estimate else ""
