"""`dicedeck tournament GAME A B C...`: every agent against every other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import (
    GameName,
    MoveLimit,
    Options,
    Replays,
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

    from dicedeck.evaluation.tournament import TournamentResult

EXAMPLE = example(
    "dicedeck tournament impeachment random greedy strategist --pairs 200",
    "dicedeck tournament impeachment greedy mcts:50 runs/demo/checkpoint --workers 2 --out runs/league",
)


def tournament(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="who takes part, two or more")],
    option: Options = None,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", min=1, help="duplicate pairs of each pairing")] = 500,
    workers: Workers = 1,
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="for the report (default: runs/GAME-tournament)")
    ] = None,
    store: Store = None,
    move_limit: MoveLimit = None,
    replays: Replays = None,
) -> None:
    """Let every agent play every other, and write tournament.html with ratings, scores and plots.

    Every game is kept in a store (default: matches.db in the output folder): a tournament that was stopped goes on
    where it was, and one with more agents or pairs plays only what is new. Beside the page lie the plots as PNG files
    and all games as games.parquet.
    """
    from dicedeck.agents.loader import load_agent
    from dicedeck.cli.files import check_output_folder
    from dicedeck.evaluation.match import Conditions
    from dicedeck.evaluation.tournament import check_agents, play_tournament

    loaded = load_game(game, option)
    check_agents(agents)
    for spec in agents:
        load_agent(spec, loaded)
    folder = out or Path("runs") / f"{loaded.name}-tournament"
    for place in (folder, replays):
        if place is not None:
            check_output_folder(place)
    total = pairs * len(agents) * (len(agents) - 1) // 2
    with open_store(store or folder / "matches.db") as kept, progress_bar("playing", total, unit="pairs") as bar:
        conditions = Conditions(seed, workers, kept, move_limit, replays)
        result = play_tournament(loaded, agents, pairs, conditions, bar)
    from dicedeck.evaluation.tournament_report import write_tournament

    path = write_tournament(folder, result)
    print_result(result)
    console().print(f"The report is {path}", soft_wrap=True)


def print_result(result: TournamentResult) -> None:
    """The table on the terminal."""
    out = console()
    out.print(f"{title_of(result.game)}: {result.pairs} duplicate pairs each, seed {result.seed}", soft_wrap=True)
    out.print(_table(result))
    for fault, count in result.faults.items():
        out.print(f"  {count} games were lost before their end: {fault}", soft_wrap=True)


def _table(result: TournamentResult) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("agent", overflow="fold", min_width=12)
    for column in ("Elo", "95 % interval", "mean score", "Nash", "alpha-Rank"):
        table.add_column(column, justify="right", no_wrap=True)
    for agent in result.order:
        rating = result.ratings.agents[agent]
        table.add_row(
            result.agents[agent],
            f"{rating.elo:.0f}",
            f"{rating.low:.0f} to {rating.high:.0f}",
            f"{100 * result.overall[agent].value:.1f} %",
            f"{100 * result.nash.weights[agent]:.0f} %",
            f"{100 * result.alpha[agent]:.0f} %",
        )
    return table
