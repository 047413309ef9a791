"""`dicedeck warm`: compile everything now instead of on first use."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from dicedeck.cli.common import Workers, console, example, find_game, progress_bar

EXAMPLE = example("dicedeck warm --workers 2", "dicedeck warm impeachment")


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="which games (default: all)")] = None,
    workers: Workers = 1,
) -> None:
    """Compile the rules of all games, in all their variants, into the cache."""
    from dicedeck.envs.core import jit
    from dicedeck.envs.registry import game_ids
    from dicedeck.envs.variants import compiled_variants
    from dicedeck.evaluation.warm import warm_all

    started = perf_counter()
    variants = [game for name in games or game_ids() for game in compiled_variants(find_game(name))]
    with progress_bar("compiling", len(variants), unit="steps") as progress:
        warm_all(variants, workers, progress)
    folder = jit.cache_folder(jit.sources_of(variants[0].variant.rules.step))
    where = "only for this process: no folder for the cache can be written; name one in DICEDECK_CACHE"
    if folder is not None:
        where = f"into {folder.parent}"
    console().print(f"compiled {len(variants)} variants in {perf_counter() - started:.1f} s {where}", soft_wrap=True)
