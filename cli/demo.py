"""`dicedeck demo`: the tour for newcomers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dicedeck.cli.common import Seed, example

EXAMPLE = example("dicedeck demo", "dicedeck demo --out runs/tour --seed 7")


def demo(
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="where run and report go")] = Path("runs/demo"),
    seed: Seed = 0,
) -> None:
    """Train an agent for Impeachment in about two minutes, measure it, and write report.html."""
    from dicedeck.cli.files import check_output_folder

    check_output_folder(out)
    from dicedeck.training.demo import run_demo

    run_demo(out, seed)
