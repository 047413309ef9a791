"""`dicedeck balance GAME AGENT...`: how hard a game is, or how fair between its roles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dicedeck.cli.common import GameName, Options, Seed, console, example, load_game, progress_bar, title_of

if TYPE_CHECKING:
    from rich.table import Table

    from dicedeck.envs.core.game import Game
    from dicedeck.evaluation.balance import Difficulty
    from dicedeck.evaluation.statistics import Estimate

EXAMPLE = example(
    "dicedeck balance defence_dice random steward planner:100 --games 1000 --count buy -o character=mage",
    "dicedeck balance impeachment greedy strategist --games 2000",
)


def balance(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="who plays, in all seats; one or more")],
    option: Options = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=2, help="games of each agent")] = 1000,
    count: Annotated[
        str | None, typer.Option("--count", metavar="BLOCK", help="count games with these actions, such as buy")
    ] = None,
    seed: Seed = 0,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
) -> None:
    """Let each agent play alone, in all seats of a game, every agent on the same deals.

    Solo and co-operative games: win rates, how long games are and how they end. Other games: the share that each role
    wins between equals. Intervals are 95 %.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.agents.loader import load_agent
    from dicedeck.cli.files import check_output_file
    from dicedeck.evaluation.match import is_shared

    loaded = load_game(game, option)
    for spec in agents:
        load_agent(spec, loaded)
    if json_file is not None:
        check_output_file(json_file)
    console().print(f"{title_of(loaded)}: {games} games each, seed {seed}", soft_wrap=True)
    measure = _difficulties if is_shared(loaded) else _shares
    figures = measure(loaded, agents, games, seed, count)
    if json_file is not None:
        head = {"game": loaded.name, "options": loaded.option_values(), "games": games, "seed": seed}
        write_file(json_file, json.dumps([{**head, **each} for each in figures], indent=1) + "\n")


def _difficulties(game: Game, agents: Sequence[str], games: int, seed: int, count: str | None) -> list[dict[str, Any]]:
    from dicedeck.evaluation.balance import difficulty

    results = []
    for spec in agents:
        with progress_bar(spec, games, unit="games") as progress:
            results.append(difficulty(game, spec, games, seed, count, progress))
    console().print(_difficulty_table(results))
    for result in results:
        if count is not None:
            console().print(f"  {result.agent}: {_shares_of(result.counted, games) or f'no {count}'}", soft_wrap=True)
    return [{**asdict(result), "wins": _listed(result.wins)} for result in results]


def _difficulty_table(results: Sequence[Difficulty]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("agent", overflow="fold", min_width=8)
    for name in ("won", "95 % interval", "rounds", "actions"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("how games end", overflow="fold")
    for result in results:
        rounds = "" if result.rounds is None else f"{result.rounds:.1f}"
        ends = _shares_of(result.endings, result.wins.n)
        table.add_row(result.agent, _percent(result.wins), _range(result.wins), rounds, f"{result.actions:.0f}", ends)
    return table


def _shares(game: Game, agents: Sequence[str], games: int, seed: int, count: str | None) -> list[dict[str, Any]]:
    from rich import box
    from rich.table import Table

    from dicedeck.evaluation.balance import BalanceError, role_shares

    if count is not None:
        raise BalanceError(f"--count {count}: actions are counted in games that all seats win or lose together")
    table = Table("agent", *dict.fromkeys(game.roles), box=box.SIMPLE_HEAD, padding=(0, 1))
    figures = []
    for spec in agents:
        with progress_bar(spec, games // 2, unit="pairs of games") as progress:
            shares = role_shares(game, spec, games // 2, seed, 1, progress)
        table.add_row(spec, *(f"{_percent(share)} ({_range(share)})" for share in shares.values()))
        figures.append({"agent": spec, "roles": {role: _listed(share) for role, share in shares.items()}})
    console().print(table)
    return figures


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} %"


def _range(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def _listed(estimate: Estimate) -> list[float]:
    return [estimate.value, estimate.low, estimate.high]


def _shares_of(counts: Mapping[str, int], games: int) -> str:
    return ", ".join(f"{name} {100 * n / games:.1f} %" for name, n in counts.items())
