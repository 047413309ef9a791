"""`dicedeck train GAME/CONFIG`: train an agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import console, example

if TYPE_CHECKING:
    from dicedeck.training.config import TrainingConfig
    from dicedeck.training.run import TrainingResult

EXAMPLE = example(
    "dicedeck train impeachment/sb3_demo --out runs/first",
    "dicedeck train my_config.yaml --out runs/first --resume",
)


def train(
    config: Annotated[
        str, typer.Argument(metavar="GAME/CONFIG", help="a config that comes with dicedeck, or a YAML file of yours")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="where the run is kept (default: runs/GAME-CONFIG)")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the run in that folder")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="begin anew where a run lies already")] = False,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="decisions to learn from, instead of the config's"),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="instead of the config's")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="no progress bar")] = False,
) -> None:
    """Train an agent by the settings of a config; checkpoints, logs and learning curve go to the output folder.

    A run that was stopped goes on from its last checkpoint with --resume.
    """
    from dicedeck.cli.files import check_output_folder
    from dicedeck.training.config import load_config

    settings = _changed(load_config(config), steps, seed)
    folder = out or Path("runs") / (Path(config).stem if config.endswith(".yaml") else config.replace("/", "-"))
    check_output_folder(folder)
    from dicedeck.training.run import train as run

    result = run(settings, folder, resume=resume, progress=not quiet, overwrite=overwrite)
    _print_result(settings, result)


def _print_result(settings: TrainingConfig, result: TrainingResult) -> None:
    """What came of it and how to look further."""
    from dicedeck.agents.bots import BOTS

    out = console()
    if result.resumed_at >= settings.total_steps:
        out.print(f"The run had reached its {settings.total_steps:,} decisions; --steps N goes on from there.")
    speed = f"{result.seconds:.0f} s, {result.steps_per_second:,.0f} a second"
    out.print(f"{result.steps:,} decisions ({speed}). The run is in {result.folder}", soft_wrap=True)
    for curve in result.curves:
        if curve.scores:
            out.print(f"  against {curve.opponent}: {curve.scores[-1]}", soft_wrap=True)
    options = "".join(f" -o {name}={value}".lower() for name, value in settings.options.items())
    bots = " ".join(BOTS.get(settings.game, ())) or "random"
    out.print(f"Measure it: dicedeck evaluate {settings.game} {result.checkpoint} {bots}{options}", soft_wrap=True)
    out.print(f"Play it: dicedeck play {settings.game} --opponent {result.checkpoint}{options}", soft_wrap=True)
    out.print(f"See the curves: tensorboard --logdir {result.folder}", soft_wrap=True)


def _changed(settings: TrainingConfig, steps: int | None, seed: int | None) -> TrainingConfig:
    """The config with what the command line says instead."""
    changes = {"total_steps": steps, "seed": seed}
    return settings.model_copy(update={name: value for name, value in changes.items() if value is not None})
