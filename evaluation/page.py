"""Parts of self-contained HTML pages: no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import html
import importlib.metadata
import os
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dicedeck.agents.files import write_file
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.statistics import Estimate

_LIBRARIES = ("dicedeck", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")

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


def write_page(path: Path, text: str) -> Path:
    """Write a page; an earlier one is replaced only by a whole one.

    Raises:
        ReportError: the place cannot be written to.
    """
    try:
        write_file(path, text)
    except OSError as error:
        raise ReportError(f"cannot write the report {path}: {error.strerror or error}") from None
    return path


def page(title: str, lead: str, parts: Iterable[str]) -> str:
    """The whole page; parts that are empty are left out."""
    heading = [f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(lead)}</p>']
    body = "\n".join(part for part in (*heading, *parts) if part)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def section(title: str, body: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}\n</section>"


def note(text: str) -> str:
    """A paragraph in small letters."""
    return f'<p class="note">{escape(text)}</p>'


def table(rows: Sequence[Sequence[str]]) -> str:
    """The first row is the head; cells are HTML."""
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def method_part(game: Game, paragraphs: Iterable[str], facts: Mapping[str, str]) -> str:
    """How the figures came about: paragraphs, then facts of the game, of the run and of the machine."""
    written = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs)
    listed = {**_game_facts(game), **facts, **machine_facts()}
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in listed.items())
    return f'{written}<table class="facts">{rows}</table>'


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


def escape(text: str) -> str:
    return html.escape(text, quote=False)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval_of(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"
