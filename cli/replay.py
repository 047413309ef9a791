"""`dicedeck replay FILE`: check a recorded game and show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import console, example, look_here, title_of

if TYPE_CHECKING:
    from rich.console import Console

    from dicedeck.evaluation.replay import Replay

EXAMPLE = example("dicedeck replay game.jsonl", "dicedeck replay game.jsonl --step 12")


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="as `dicedeck evaluate --replays FOLDER` writes it")],
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="show the position after N steps, not the last one")
    ] = None,
) -> None:
    """Play a recorded game again, check every step against its hash, and show it.

    If the rules now lead elsewhere than when it was recorded, the first step that differs is named.
    """
    from dicedeck.evaluation.replay import ReplayError, read_replay

    look_here()
    found = read_replay(file)
    if step is not None and step > len(found.steps):
        raise ReplayError(f"{file} has the steps 0 to {len(found.steps)}, not {step}")
    pictures = [str(state) for state in found.play()]
    out = console()
    shown = len(found.steps) if step is None else step
    _print_heading(out, found)
    if step is None:
        _print_steps(out, found)
    else:
        out.print(f"After step {_step(found, step)}:" if step else "The deal:", soft_wrap=True, markup=False)
    out.print(pictures[shown], markup=False, soft_wrap=True)
    if step is not None and step < len(found.steps):
        out.print(f"Next: step {_step(found, step + 1)}", soft_wrap=True, markup=False)
    if step is None:
        _print_result(out, found)


def _print_heading(out: Console, found: Replay) -> None:
    seats = ", ".join(f"{role}: {agent}" for role, agent in zip(found.game.roles, found.agents))
    out.print(f"{title_of(found.game)}, deal {found.seed}; {seats}", soft_wrap=True, markup=False)


def _print_steps(out: Console, found: Replay) -> None:
    for number in range(1, len(found.steps) + 1):
        out.print(_step(found, number), soft_wrap=True, markup=False)


def _step(found: Replay, number: int) -> str:
    step = found.steps[number - 1]
    return f"{number} {found.game.roles[step.seat]}: {step.action}"


def _print_result(out: Console, found: Replay) -> None:
    returns = ", ".join(f"{role} {value:g}" for role, value in zip(found.game.roles, found.returns))
    out.print(f"Returns: {returns}", soft_wrap=True, markup=False)
    if found.fault:
        kept = "" if len(found.steps) == found.length else f"; its {found.length} steps are not kept"
        out.print(f"Lost before the end: {found.fault}{kept}", soft_wrap=True, markup=False)
    out.print(f"All {len(found.steps)} steps agree with what was recorded.")
