"""`dicedeck rules GAME`: the rules of a game, and which tests cover them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import GameName, console, example, find_game

if TYPE_CHECKING:
    from dicedeck.envs.core.spec import GameSpec

EXAMPLE = example("dicedeck rules impeachment", "dicedeck rules impeachment --coverage")


def rules(
    game: GameName,
    coverage: Annotated[bool, typer.Option("--coverage", help="list the tests of each numbered rule instead")] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="FOLDER", help="where the tests are, if not in this checkout")
    ] = None,
) -> None:
    """Show the rules of a game."""
    spec = find_game(game)
    if coverage:
        _show_coverage(spec, tests)
    else:
        show_rules(spec)


def _show_coverage(spec: GameSpec, tests: Path | None) -> None:
    from dicedeck.envs.core.coverage import coverage

    console().print(str(coverage(spec, find_tests(tests))), soft_wrap=True, markup=False)


def show_rules(spec: GameSpec) -> None:
    """RULES.md, formatted and in a pager on a terminal, as it is when piped."""
    from dicedeck.envs.core.rulebook import rules_path

    text = rules_path(spec).read_text(encoding="utf-8")
    out = console()
    if not out.is_terminal:
        out.out(text, highlight=False)
        return
    from rich.markdown import Markdown

    with out.pager(styles=_pager_shows_colours()):
        out.print(Markdown(text))


def _pager_shows_colours() -> bool:
    """Whether the pager is less, which shows colours when it is told so."""
    os.environ.setdefault("LESS", "-R")
    named = os.environ.get("MANPAGER") or os.environ.get("PAGER") or "less"
    return "less" in named and shutil.which("less") is not None and "r" in os.environ["LESS"].lower()


def find_tests(named: Path | None) -> Path:
    """The folder of the tests: the one named, or that of the checkout that we run from or stand in.

    Raises:
        DicedeckError: there is none; says how to get one.
    """
    from dicedeck.envs.core.errors import DicedeckError

    if named is not None:
        if not named.is_dir():
            raise DicedeckError(f"--tests {named}: there is no such folder")
        return named
    here = Path(__file__).resolve()
    for root in (*here.parents, Path.cwd(), *Path.cwd().parents):
        if (root / "tests" / "test_imports.py").is_file() and (root / "envs" / "registry.py").is_file():
            return root / "tests"
    raise DicedeckError(
        "rule coverage is read from the tests, which an installed package does not have: run this in a checkout of "
        "dicedeck, or name their folder with --tests FOLDER"
    )
