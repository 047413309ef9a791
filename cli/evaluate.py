"""`dicedeck evaluate GAME AGENT OPPONENT...`: how strong an agent is, with intervals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

    from dicedeck.evaluation.match import MatchResult

EXAMPLE = example(
    "dicedeck evaluate impeachment greedy random --pairs 200",
    "dicedeck evaluate impeachment runs/demo/checkpoint greedy strategist mcts:200 -o tactics=true",
    "dicedeck evaluate impeachment mcts:50 greedy --workers 2 --store matches.db",
)


def evaluate(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="who is measured: greedy, mcts:200, a checkpoint ...")],
    opponents: Annotated[list[str], typer.Argument(metavar="OPPONENT...", help="whom it meets, one or more")],
    option: Options = None,
    pairs: Annotated[int, typer.Option("--pairs", metavar="N", min=1, help="duplicate pairs for each opponent")] = 500,
    workers: Workers = 1,
    seed: Seed = 0,
    store: Store = None,
    move_limit: MoveLimit = None,
    replays: Replays = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
) -> None:
    """Measure an agent against others by duplicate pairs: the same deal is played from every seat.

    A score of 50 % means equal strength. Intervals are 95 % (bootstrap over pairs). In solo and co-operative games both
    play the same deals alone; shown are their win rates (Wilson's intervals). With --store a match that was stopped
    goes on where it was, with the same result.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.agents.loader import load_agent
    from dicedeck.cli.files import check_output_file, check_output_folder
    from dicedeck.evaluation.match import is_shared, play_match

    loaded = load_game(game, option)
    for spec in (agent, *opponents):
        load_agent(spec, loaded)
    if json_file is not None:
        check_output_file(json_file)
    if replays is not None:
        check_output_folder(replays)
    results = []
    with open_store(store) as kept:
        for opponent in opponents:
            with progress_bar(f"{agent} against {opponent}", pairs, unit="pairs") as bar:
                result = play_match(
                    *(loaded, agent, opponent, pairs, seed, workers, bar),
                    store=kept,
                    move_limit=move_limit,
                    replays=replays,
                )
                results.append(result)
    out = console()
    shared = is_shared(loaded)
    how = "deals, each played by both" if shared else "duplicate pairs each"
    means = "; won alone: by one of the two only; p: exact McNemar test of those" if shared else "; 50 % means equal"
    out.print(f"[bold]{agent}[/] at {title_of(loaded)}: {pairs} {how}, seed {seed}{means}", soft_wrap=True)
    out.print(_shared_table(results) if shared else _table(results))
    for result in results:
        for fault, count in result.faults.items():
            out.print(f"  {count} games were lost before their end: {fault}")
    if json_file is not None:
        write_file(json_file, json.dumps([_figures(result) for result in results], indent=1) + "\n")


def _table(results: Sequence[MatchResult]) -> Table:
    from rich import box
    from rich.table import Table

    roles = list(results[0].per_role)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("opponent", overflow="fold", min_width=12)
    for column in ("score", "95 % interval", *(f"as {role}" for role in roles), "ms a move"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        shares = [f"{100 * result.per_role[role].value:.1f} %" for role in roles]
        low, high = result.interval
        table.add_row(
            result.opponent,
            f"{100 * result.score:.1f} %",
            f"{100 * low:.1f} to {100 * high:.1f}",
            *shares,
            _times(result),
        )
    return table


def _shared_table(results: Sequence[MatchResult]) -> Table:
    """Win rates of solo and co-operative games."""
    from rich import box
    from rich.table import Table

    from dicedeck.evaluation.shared import win_rates

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("opponent", overflow="fold", min_width=10)
    for column in ("agent wins", "opponent wins", "won alone", "p", "ms a move"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        rates = win_rates(result)
        table.add_row(
            result.opponent,
            *(
                f"{100 * won.value:.1f} % ({100 * won.low:.0f}-{100 * won.high:.0f})"
                for won in (rates.agent, rates.opponent)
            ),
            f"{rates.only_agent} : {rates.only_opponent}",
            f"{rates.p_value:.1g}",
            _times(result),
        )
    return table


def _times(result: MatchResult) -> str:
    """Milliseconds a move of the agent and of the opponent."""
    return " : ".join(f"{1000 * value:.3f}" for value in result.move_times())


def _figures(result: MatchResult) -> dict[str, Any]:
    from dicedeck.evaluation.match import is_shared
    from dicedeck.evaluation.shared import win_rates

    shared = {"wins": asdict(win_rates(result))} if is_shared(result.game) else {}
    return {
        "game": result.game.name,
        "options": result.game.option_values(),
        "agent": result.agent,
        "opponent": result.opponent,
        "pairs": result.pairs,
        "seed": result.seed,
        "score": result.score,
        "interval": list(result.interval),
        "per_role": {role: [share.value, *share.interval] for role, share in result.per_role.items()},
        "mean_returns": list(result.mean_returns()),
        "seconds_per_move": list(result.move_times()),
        "faults": result.faults,
        **shared,
    }
