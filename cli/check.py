"""`dicedeck check GAME`: hold a game to the contract of the suite, compiled with bounds checks."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Annotated

import typer

from dicedeck.cli.common import GameName, Options, console, example, find_game, load_game, progress_bar

EXAMPLE = example("dicedeck check impeachment --games 2", "dicedeck check my_module:GAME")
_CHECKED = "DICEDECK_CHECKED"


def check(
    game: GameName,
    option: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="games walked through per variant")] = 4,
    every: Annotated[int, typer.Option("--every", metavar="N", min=1, help="check every n-th position only")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="the first of the games' seeds")] = 0,
) -> None:
    """Hold a game to the contract of the suite: one of ours by name, or your own as module:GAME.

    Without -o the default game, each option changed alone, and the fullest game are checked. The rules run compiled
    with bounds checks, so an index outside its array is an error. Exit code 1 when the game breaks the contract.
    """
    checked = _bounds_checked()
    from dicedeck.envs.core.checks import check_game
    from dicedeck.envs.variants import sample_variants

    variants = [load_game(game, option)] if option else sample_variants(find_game(game))
    if not checked:
        options = [word for text in option or () for word in ("-o", text)]
        numbers = ["--games", str(games), "--every", str(every), "--seed", str(seed)]
        raise typer.Exit(_again_with_bounds_checks("check", game, *options, *numbers))
    out = console()
    reports = []
    with progress_bar("checking", len(variants), unit="variants") as progress:
        for done, variant in enumerate(variants):
            progress(done, len(variants))
            reports.append(check_game(variant, seeds=range(seed, seed + games), every=every))
        progress(len(variants), len(variants))
    for report in reports:
        out.print(str(report), soft_wrap=True)


def _bounds_checked() -> bool:
    """Whether this process compiles with bounds checks (or not at all); decided when the engine is first imported."""
    if "dicedeck.envs.core.jit" not in sys.modules:
        os.environ.setdefault(_CHECKED, "1")
    from dicedeck.envs.core import jit

    return jit.MODE != "compiled"


def _again_with_bounds_checks(*command: str) -> int:
    """A command in a new process."""
    return subprocess.call([sys.executable, "-m", "dicedeck.cli", *command], env={**os.environ, _CHECKED: "1"})
