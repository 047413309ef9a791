"""`dicedeck export RUN FOLDER`: a trained policy to hand on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dicedeck.cli.common import Seed, console, example, progress_bar

EXAMPLE = example("dicedeck export runs/first my_policy --pairs 500")


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="the folder of a training run, or a checkpoint")],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="where the policy goes")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="AGENT", help="whom it is measured against (default: random and all bots)"),
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", min=1, help="duplicate pairs for each")] = 500,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="processes; changes no result")] = 1,
    seed: Seed = 0,
) -> None:
    """Write a policy without its training's memory, measure it, and write its model card.

    The folder plays by its path, like any checkpoint. Nothing in it is unpickled.
    """
    from dicedeck.agents.bots import BOTS
    from dicedeck.agents.checkpoint import read_checkpoint
    from dicedeck.cli.files import check_output_folder
    from dicedeck.training.export import CARD, export_policy

    game = str(read_checkpoint(run).fact("game", dict).get("name"))
    check_output_folder(folder)
    opponents = against or ["random", *BOTS.get(game, ())]
    with progress_bar("measuring", pairs, unit="pairs") as progress:
        matches = export_policy(run, folder, opponents, pairs, seed, workers, progress)
    out = console()
    for match in matches:
        out.print(f"  against {match.opponent}: {match.estimate}")
    out.print(f"The policy is in {folder}, its model card in {folder / CARD}", soft_wrap=True)
