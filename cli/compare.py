"""`dicedeck compare GAME A B`: is A better than B? Plays until the answer is sure enough."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    from dicedeck.evaluation.sequential import Comparison

EXAMPLE = example(
    "dicedeck compare impeachment strategist greedy",
    "dicedeck compare impeachment runs/new/checkpoint runs/old/checkpoint --elo 0 20 --workers 2",
)


def compare(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="A", help="the agent in question")],
    opponent: Annotated[str, typer.Argument(metavar="B", help="the agent that it should beat")],
    option: Options = None,
    elo: Annotated[
        tuple[float, float], typer.Option("--elo", metavar="E0 E1", help="tell apart: stronger by E0, by E1")
    ] = (0.0, 20.0),
    error: Annotated[
        float, typer.Option("--error", metavar="P", help="chance of a wrong answer, at E0 and at E1 alike")
    ] = 0.05,
    pairs: Annotated[int, typer.Option("--max-pairs", metavar="N", min=1, help="give up after these")] = 10_000,
    workers: Workers = 1,
    seed: Seed = 0,
    store: Store = None,
    move_limit: MoveLimit = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the figures here too")] = None,
) -> None:
    """Find out whether A is better than B: a sequential test on duplicate pairs.

    It stops as soon as the answer is sure: better (by E1 Elo rather than E0), or not better. 20 Elo are a score of
    52.9 %. In solo and co-operative games both play the same deals, and the difference of their returns is tested.
    """
    from dicedeck.agents.files import write_file
    from dicedeck.cli.files import check_output_file
    from dicedeck.evaluation.match import Conditions
    from dicedeck.evaluation.sequential import Hypotheses
    from dicedeck.evaluation.sequential import compare as run

    loaded = load_game(game, option)
    asked = Hypotheses(*elo, false_better=error, false_not_better=error)
    if json_file is not None:
        check_output_file(json_file)
    with open_store(store) as kept, progress_bar(f"{agent} against {opponent}", pairs, unit="pairs at most") as bar:
        conditions = Conditions(seed, workers, kept, move_limit)
        result = run(loaded, agent, opponent, asked, pairs, conditions, bar)
    out = console()
    out.print(f"{title_of(loaded)}, seed {seed}: {_answer(result)}", soft_wrap=True)
    out.print(_figures_line(result), soft_wrap=True)
    for fault, count in result.match.faults.items():
        out.print(f"  {count} games were lost before their end: {fault}", soft_wrap=True)
    if json_file is not None:
        write_file(json_file, json.dumps(_figures(result), indent=1) + "\n")


def _answer(result: Comparison) -> str:
    match, asked = result.match, result.hypotheses
    bounds = f"Elo {asked.elo0:g} against {asked.elo1:g}"
    if result.verdict == "undecided":
        return f"not decided after {result.pairs} pairs ({bounds})"
    word = "better" if result.verdict == "better" else "not better"
    return f"[bold]{match.agent} is {word}[/] than {match.opponent} ({bounds}, after {result.pairs} pairs)"


def _figures_line(result: Comparison) -> str:
    from dicedeck.evaluation.match import is_shared

    low, high = result.hypotheses.bounds
    ratio = f"log-likelihood ratio {result.log_ratio:.2f} (bounds {low:.2f} and {high:.2f})"
    text = f"  {ratio}; score {result.match.estimate}"
    if is_shared(result.match.game):
        mine, theirs = result.match.mean_returns()
        text += f"; mean returns {mine:.3f} and {theirs:.3f}"
    return text


def _figures(result: Comparison) -> dict[str, Any]:
    return {
        "game": result.match.game.name,
        "options": result.match.game.option_values(),
        "agent": result.match.agent,
        "opponent": result.match.opponent,
        "verdict": result.verdict,
        "pairs": result.pairs,
        "seed": result.match.seed,
        "elo": [result.hypotheses.elo0, result.hypotheses.elo1],
        "log_ratio": result.log_ratio,
        "bounds": list(result.hypotheses.bounds),
        "score": result.match.score,
        "interval": list(result.match.interval),
        "faults": result.match.faults,
    }
