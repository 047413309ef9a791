"""`dicedeck payoff GAME A B C...`: the agents of one side against those of the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import (
    GameName,
    MoveLimit,
    Options,
    Seed,
    Store,
    Workers,
    console,
    example,
    load_game,
    open_store,
    progress_bar,
    title_of,
)

if TYPE_CHECKING:
    from rich.table import Table

    from dicedeck.evaluation.payoff import PayoffMatrix

EXAMPLE = example("dicedeck payoff card_rpg tactician veteran --against random --against schemer -o mode=gm")


def payoff(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="who plays the first side")],
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="AGENT", help="who plays the other side (default: the same agents)"),
    ] = None,
    option: Options = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="games of each pairing")] = 500,
    workers: Workers = 1,
    seed: Seed = 0,
    store: Store = None,
    move_limit: MoveLimit = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
) -> None:
    """Play every agent of one side against every agent of the other: the payoff matrix of a game whose sides differ.

    All pairings play the same deals. Below the matrix stands its equilibrium: how either side would mix these agents,
    and what the first side scores then.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.cli.files import check_output_file
    from dicedeck.evaluation.match import Conditions
    from dicedeck.evaluation.payoff import payoff_matrix

    loaded = load_game(game, option)
    if json_file is not None:
        check_output_file(json_file)
    others = against or agents
    total = deals * len(agents) * len(others)
    with open_store(store) as kept, progress_bar("playing", total, unit="games") as bar:
        result = payoff_matrix(loaded, agents, others, deals, Conditions(seed, workers, kept, move_limit), bar)
    out = console()
    first, second = loaded.side_names
    out.print(f"{title_of(loaded)}: score of {first} against {second}, {deals} games each, seed {seed}", soft_wrap=True)
    out.print(_table(result))
    mixed = result.equilibrium
    out.print(f"In equilibrium {first} scores {mixed.value:.1%}: {_mixture(result.rows, mixed.rows.tolist())};")
    out.print(f"  {second}: {_mixture(result.columns, mixed.columns.tolist())}", soft_wrap=True)
    for fault, count in result.faults.items():
        out.print(f"  {count} games were lost before their end: {fault}", soft_wrap=True)
    if json_file is not None:
        estimates = [[list(estimate[:3]) for estimate in line] for line in result.estimates]
        figures = {"rows": result.rows, "columns": result.columns, "scores": estimates, "value": mixed.value}
        write_file(json_file, json.dumps(figures, indent=1) + "\n")


def _mixture(names: list[str], weights: list[float]) -> str:
    return ", ".join(f"{name} {weight:.0%}" for name, weight in zip(names, weights) if weight >= 0.005)


def _table(result: PayoffMatrix) -> Table:
    from rich import box
    from rich.table import Table

    first, second = result.game.side_names
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column(f"{first} \\ {second}", overflow="fold", min_width=12)
    for name in result.columns:
        table.add_column(name, justify="right", overflow="fold")
    for name, line in zip(result.rows, result.estimates):
        table.add_row(name, *map(str, line))
    return table
