"""`dicedeck crossplay GAME A B C...`: how well agents of a co-operative game play with each other."""

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

    from dicedeck.evaluation.crossplay import CrossPlay

EXAMPLE = example("dicedeck crossplay deck_of_fate bold threshold trained runs/mine --deals 200")


def crossplay(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="who takes part, two or more")],
    option: Options = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="deals that every team plays")] = 200,
    workers: Workers = 1,
    seed: Seed = 0,
    store: Store = None,
    move_limit: MoveLimit = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
) -> None:
    """Mix the agents of a co-operative game into teams, and compare them with each agent's team of its own.

    A team is one agent in one seat and another in all others, averaged over the seats. XP/SP near 1 means that the
    agents get on with strangers as well as with themselves.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.cli.files import check_output_file
    from dicedeck.evaluation.crossplay import cross_play
    from dicedeck.evaluation.match import Conditions

    loaded = load_game(game, option)
    if json_file is not None:
        check_output_file(json_file)
    with open_store(store) as kept, progress_bar("playing", deals * len(agents) ** 2, unit="deals") as bar:
        result = cross_play(loaded, agents, deals, Conditions(seed, workers, kept, move_limit), bar)
    out = console()
    out.print(f"{title_of(loaded)}: mean returns of teams over {deals} deals, seed {seed}", soft_wrap=True)
    out.print(_table(result))
    ratio = result.ratio
    out.print(f"XP/SP {ratio.value:.3f} ({ratio.low:.3f} to {ratio.high:.3f})", soft_wrap=True)
    if json_file is not None:
        figures = {"agents": result.agents, "returns": result.returns.tolist(), "ratio": list(ratio[:3])}
        write_file(json_file, json.dumps(figures, indent=1) + "\n")


def _table(result: CrossPlay) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("one seat \\ all others", overflow="fold", min_width=12)
    for name in result.agents:
        table.add_column(name, justify="right", overflow="fold")
    for name, row in zip(result.agents, result.returns.tolist()):
        table.add_row(name, *(f"{value:.3f}" for value in row))
    return table
