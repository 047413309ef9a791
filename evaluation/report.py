"""One self-contained HTML page about a trained agent: no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import html
import importlib.metadata
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.match import MatchResult
from dicedeck.evaluation.plots import Curve, learning_curve, role_bars, score_intervals
from dicedeck.evaluation.statistics import Estimate

_LIBRARIES = ("dicedeck", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
_RED_CARD = re.compile(r"\b[HD][A2-9TJQK]\b")
"""Hearts and diamonds as the standard deck is written."""

_STYLE = """
:root { color-scheme: light; --ink: #22303c; --muted: #5f6b78; --line: #dde3ea; --accent: #2a6f97; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f7f9; color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 820px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 1.15rem; margin: 0 0 10px; }
p { margin: 0 0 12px; }
.lead { color: var(--muted); margin-bottom: 20px; }
section { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 18px; margin: 0 0 18px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 0 0 18px; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.card b { display: block; font-size: 1.6rem; line-height: 1.25; color: var(--accent); }
.card small, .note { color: var(--muted); font-size: .85rem; }
svg { display: block; width: 100%; height: auto; max-width: 640px; margin: 0 auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .92rem; }
th, td { text-align: right; padding: 6px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th { color: var(--muted); font-weight: 600; }
.facts td { text-align: left; white-space: normal; vertical-align: top; overflow-wrap: anywhere; }
.facts td:first-child { color: var(--muted); white-space: nowrap; }
pre { margin: 0; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.picture { font-size: clamp(6.5px, 1.75vw, 13.5px); line-height: 1.45; overflow-x: auto; }
.red { color: #b3261e; }
details { margin-top: 12px; } summary { cursor: pointer; color: var(--accent); }
.moves { columns: 12em; font-size: .88rem; padding-left: 2.2em; margin: 8px 0 0; }
.code { font-size: .8rem; overflow-x: auto; background: #f5f7f9; border-radius: 6px; padding: 12px; }
"""


class ReportError(DicedeckError):
    """A report that cannot be written."""


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
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    text = render_report(report)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ReportError(f"cannot write the report {path}: {error.strerror or error}") from None
    return path


def render_report(report: Report) -> str:
    """The page as a text."""
    parts = [
        f"<h1>{_text(report.title)}</h1>",
        f'<p class="lead">{_text(report.lead)}</p>',
        _cards(report.matches),
        _section("Learning curve", _curve_part(report.curves)) if report.curves else "",
        _section("Strength against each bot", _score_part(report.matches)) if report.matches else "",
        _section("By role", _role_part(report.matches)) if any(m.per_role for m in report.matches) else "",
        _section("One game", _game_part(report.shown)) if report.shown else "",
        _section("How this was measured", _method_part(report)),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(report.title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


# ---------------------------------------------------------------- sections


def _section(title: str, body: str) -> str:
    return f"<section>\n<h2>{_text(title)}</h2>\n{body}\n</section>"


def _cards(matches: Sequence[MatchResult]) -> str:
    cards = [
        f'<div class="card">against {_text(match.opponent)}<b>{_percent(match.score)}</b>'
        f"<small>{_range(match.estimate)}, {match.pairs} pairs</small></div>"
        for match in matches
    ]
    return f'<div class="cards">{"".join(cards)}</div>' if cards else ""


def _curve_part(curves: Sequence[Curve]) -> str:
    note = "Pair score over the decisions that the learner made in training; the bands are 95 % intervals."
    return f'{learning_curve(curves)}<p class="note">{note}</p>'


def _score_part(matches: Sequence[MatchResult]) -> str:
    roles = list(dict.fromkeys(role for match in matches for role in match.per_role))
    heads = ["opponent", "score", "95 % interval", *(f"as {role}" for role in roles), "pairs", "ms a move"]
    rows = [[_text(head) for head in heads]]
    for match in matches:
        shares = [_estimate(match.per_role.get(role)) for role in roles]
        times = " : ".join(f"{1000 * seconds:.2g}" for seconds in match.move_times())
        cells = [_text(match.opponent), _percent(match.score), _range(match.estimate)]
        rows.append([*cells, *shares, str(match.pairs), times])
    note = "50 % means equal strength. Every deal is played from each seat, so good cards favour nobody."
    lost = [f"{n} games ended early: {reason}." for match in matches for reason, n in match.faults.items()]
    plot = score_intervals({match.opponent: match.estimate for match in matches})
    return f'{plot}<div class="scroll">{_table(rows)}</div><p class="note">{_text(" ".join([note, *lost]))}</p>'


def _role_part(matches: Sequence[MatchResult]) -> str:
    note = "The roles are not equally strong, so a score per role says more about the rules than about the agent."
    plot = role_bars({match.opponent: match.per_role for match in matches if match.per_role})
    return f'{plot}<p class="note">{note} Lines are 95 % intervals.</p>'


def _game_part(shown: ShownGame) -> str:
    picture = _RED_CARD.sub(r'<span class="red">\g<0></span>', _text(shown.picture))
    moves = "".join(f"<li>{_text(move)}</li>" for move in shown.moves)
    listed = f'<details><summary>All moves</summary><ol class="moves">{moves}</ol></details>' if moves else ""
    return f'<p>{_text(shown.caption)}</p><pre class="picture">{picture}</pre>{listed}'


def _method_part(report: Report) -> str:
    paragraphs = "".join(f"<p>{_text(paragraph)}</p>" for paragraph in report.method)
    facts = {**_game_facts(report.game), **report.facts, **machine_facts()}
    rows = "".join(f"<tr><td>{_text(name)}</td><td>{_text(value)}</td></tr>" for name, value in facts.items())
    config = (
        f'<details><summary>The config</summary><pre class="code">{_text(report.config)}</pre></details>'
        if report.config
        else ""
    )
    return f'{paragraphs}<table class="facts">{rows}</table>{config}'


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


# ---------------------------------------------------------------- facts


def _game_facts(game: Game) -> dict[str, str]:
    options = ", ".join(f"{name}={value}" for name, value in game.option_values().items())
    return {"game": f"{game.title}, version {game.version}, digest {game.digest}", "options": options or "none"}


def machine_facts() -> dict[str, str]:
    """What ran this: versions of the libraries, the machine."""
    versions = [f"{name} {version}" for name in _LIBRARIES if (version := _version(name))]
    machine = f"{platform.node()}: {_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    return {"versions": ", ".join([f"Python {platform.python_version()}", *versions]), "machine": machine}


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _processor() -> str:
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


# ---------------------------------------------------------------- numbers and letters


def _text(text: str) -> str:
    return html.escape(text, quote=False)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _range(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"


def _estimate(estimate: Estimate | None) -> str:
    return _percent(estimate.value) if estimate else ""
