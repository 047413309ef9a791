"""`dicedeck bench`: how fast the games are on this machine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dicedeck.cli.common import Options, console, example, find_game, load_game, progress_bar

if TYPE_CHECKING:
    from rich.console import Console

    from dicedeck.envs.core.game import Game
    from dicedeck.evaluation.benchmark import Compilation, Effort, Machine, Outcome, Shares

EXAMPLE = example(
    "dicedeck bench --quick",
    "dicedeck bench impeachment -o tactics=true --json bench.json",
    "dicedeck bench --learning impeachment/fast --learning impeachment/sb3_base",
)


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="which games (default: all)")] = None,
    option: Options = None,
    quick: Annotated[bool, typer.Option("--quick", help="short and rough: 2 repeats, no compile times")] = False,
    peers: Annotated[bool, typer.Option("--peers", help="other suites too, where they are installed")] = False,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0.01, help="of each repeat (default: 1, quick 0.15)")
    ] = None,
    learning: Annotated[
        list[str] | None,
        typer.Option("--learning", metavar="GAME/CONFIG", help="how fast this config learns, and nothing else"),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="of the random play")] = 0,
) -> None:
    """Measure steps a second in every mode: random legal play, environment time only, one core.

    Without -o each game is measured with its defaults and with all that it has. A step is one decision of an agent.
    The clock stands while actions are chosen. The figure is the best of the repeats, the slowest stands beside it.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.cli.files import check_output_file
    from dicedeck.evaluation.benchmark import QUICK, Effort, this_machine

    if json_file is not None:
        check_output_file(json_file)
    if learning:
        _bench_learning(learning, quick, json_file)
        return
    chosen = _games(games, option)
    usual = QUICK if quick else Effort()
    effort = Effort(usual.repeats, seconds or usual.seconds)
    out = console()
    machine = this_machine()
    _print_machine(out, machine)
    out.print(
        "Random legal play on one core, environment time only: the clock stands while actions are chosen (in whole "
        "random games it runs). A step is one decision. Best repeat; beside it how much slower the slowest was."
    )
    report: dict[str, Any] = {"machine": machine.as_dict(), "games": []}
    for game in chosen:
        report["games"].append(_measure(out, game, effort, quick, seed))
    if peers:
        report["peers"] = _measure_peers(out, effort)
    if json_file is not None:
        write_file(json_file, json.dumps(report, indent=1) + "\n")


def _bench_learning(configs: Sequence[str], quick: bool, json_file: Path | None) -> None:
    """Learners side by side in one process, in CPU seconds."""
    from rich import box
    from rich.table import Table

    from dicedeck.agents.files import write_file
    from dicedeck.evaluation.benchmark import this_machine
    from dicedeck.training.config import load_config
    from dicedeck.training.throughput import measure_learning

    loaded = [(name, load_config(name)) for name in configs]
    found = []
    with progress_bar("learning", len(loaded), unit="configs") as progress:
        for name, config in loaded:
            found.append(measure_learning(name, config, 2_000 if quick else 60_000))
            progress(len(found), len(loaded))
    out = console()
    _print_machine(out, this_machine())
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for column in ("config", "learner", "moves a CPU second", "learnt from", "forced moves"):
        named = column in ("config", "learner")
        table.add_column(column, justify="left" if named else "right", no_wrap=named)
    for one in found:
        table.add_row(one.config, one.learner, f"{one.per_second:,.0f}", f"{one.decisions:,}", f"{one.forced:,}")
    out.print(table)
    if json_file is not None:
        figures = [{**asdict(one), "per_second": one.per_second} for one in found]
        write_file(json_file, json.dumps({"machine": this_machine().as_dict(), "learning": figures}, indent=1) + "\n")


def _games(names: list[str] | None, option: list[str] | None) -> list[Game]:
    """The games as named: with the options given, or with none and with all."""
    from dicedeck.envs.registry import game_ids
    from dicedeck.envs.variants import fullest

    found = []
    for name in names or game_ids():
        found += [load_game(name, option)] if option else [find_game(name).load(), fullest(find_game(name))]
    return list(dict.fromkeys(found))


def _measure(out: Console, game: Game, effort: Effort, quick: bool, seed: int) -> dict[str, Any]:
    from dicedeck.evaluation.benchmark import ENGINE_MODES, compile_times, name_of, run_mode, shares
    from dicedeck.evaluation.benchmark_envs import ENVIRONMENT_MODES

    modes = (*ENGINE_MODES, *ENVIRONMENT_MODES)
    total = len(modes) + 2
    with progress_bar(name_of(game), total, unit="modes") as progress:
        outcomes = []
        for mode in modes:
            outcomes.append(run_mode(game, mode, effort, seed))
            progress(len(outcomes), total)
        parts = shares(game, effort, seed)
        progress(total - 1, total)
        compiled = [] if quick else compile_times(game)
    _print_outcomes(out, name_of(game), outcomes)
    _print_shares(out, parts)
    _print_compiled(out, compiled)
    return {
        "game": name_of(game),
        "figures": [asdict(outcome) for outcome in outcomes],
        "shares": asdict(parts),
        "compilation": [asdict(part) for part in compiled],
    }


def _measure_peers(out: Console, effort: Effort) -> list[dict[str, Any]]:
    from dicedeck.evaluation.benchmark_peers import run_peers

    outcomes = run_peers(effort)
    _print_outcomes(out, "other suites, for scale", outcomes)
    return [asdict(outcome) for outcome in outcomes]


# ---------------------------------------------------------------- printing


def _print_machine(out: Console, machine: Machine) -> None:
    versions = f"Python {machine.python}, numba {machine.numba}, numpy {machine.numpy}"
    out.print(f"{machine.processor}, {machine.cores} cores, {machine.system}; {versions}", soft_wrap=True)


def _print_outcomes(out: Console, title: str, outcomes: Sequence[Outcome]) -> None:
    from rich import box
    from rich.table import Table

    from dicedeck.evaluation.benchmark import Skipped

    shares = [outcome.share for outcome in outcomes if not isinstance(outcome, Skipped)]
    table = Table("mode", title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for name in ("steps/s", "slowest repeat", "us a step"):
        table.add_column(name, justify="right")
    for outcome in outcomes:
        mode = outcome.mode if outcome.game == title else outcome.game
        if isinstance(outcome, Skipped):
            table.add_row(f"{mode}: skipped, {outcome.reason}", "-", "-", "-", style="dim")
            continue
        spread = f"{outcome.worst / outcome.best - 1:+.0%}"
        table.add_row(mode, _thousands(outcome.best), spread, f"{outcome.microseconds:.3g}")
    out.print(table)
    if min(shares, default=1.0) < 0.9:
        got = f"at times this process had only {min(shares):.0%} of a core"
        out.print(f"  Other programs were running, so the figures are too low: {got}.", style="yellow")


def _thousands(rate: float) -> str:
    """Three digits: 1.23 M, 456 k."""
    return f"{rate / 1e6:.3g} M" if rate >= 999_500 else f"{rate / 1e3:.3g} k"


def _print_shares(out: Console, parts: Shares) -> None:
    names = ("step", "mask", "observation")
    text = ", ".join(f"{name} {getattr(parts, name):.0f} ns ({parts.percent(name):.0f} %)" for name in names)
    out.print(f"  In a batch: {text}; besides, features of all {parts.legal:.0f} legal actions {parts.features:.0f} ns")


def _print_compiled(out: Console, compiled: Sequence[Compilation]) -> None:
    for part in compiled:
        text = f"imports {part.imports:.1f} s, first State {part.state:.1f} s, first batch {part.batch:.1f} s"
        out.print(f"  New process, cache {part.cache}: {text}")
