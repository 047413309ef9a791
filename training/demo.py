"""The demo: train an agent, measure it against the bots, write a page about it. About two minutes on two cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from time import perf_counter

import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from dicedeck.agents.loader import load_agent
from dicedeck.envs import Game, State
from dicedeck.evaluation.match import MatchResult, agent_seeds, play_game, play_match
from dicedeck.evaluation.report import Report, ShownGame, write_report
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.evaluation.warm import warm_steps
from dicedeck.training.config import TrainingConfig, load_config
from dicedeck.training.run import TrainingResult, config_text, train

CONFIG = "impeachment/fast"
DECISIONS = 250_000
"""Fewer than the config's, so that the demo takes two minutes."""
OPPONENTS = ("random", "greedy", "strategist")
PAIRS = 200
REPORT = "report.html"
METHOD = (
    "The agent is a network that scores each legal action by the action's features and the encoded observation. It was "
    "trained by masked PPO, playing against itself only: it met none of the bots before the matches. There it plays "
    "the action that it thinks likeliest.",
    "The unit of every score is a duplicate pair: the same deal is played once from each seat. Intervals are 95 %, by "
    "bootstrap over the pairs (Wilson's for a single role). The bots see no hidden card, and none of them was tuned on "
    "these deals.",
)


def run_demo(
    folder: Path,
    seed: int = 0,
    config: TrainingConfig | None = None,
    opponents: Sequence[str] = OPPONENTS,
    pairs: int = PAIRS,
    progress: bool = True,
) -> Path:
    """Train by the demo's config (or another one), play matches, write ``report.html``. Returns its path.

    An earlier demo in the same folder is replaced.

    Args:
        opponents: bots that the trained agent meets, the weakest first.
        pairs: duplicate pairs against each of them.
    """
    torch.set_num_threads(1)
    started = perf_counter()
    console = Console(stderr=True, quiet=not progress, highlight=False)
    settings = config or load_config(CONFIG).model_copy(update={"total_steps": DECISIONS})
    settings = settings.model_copy(update={"seed": seed})
    game = settings.load_game()
    compiling = _compile(game, {*settings.evaluation.against, *settings.opponents, *opponents}, progress)
    console.print(f"Training an agent for {game.title}: {settings.total_steps:,} decisions. Log: {folder}")
    trained = train(settings, folder, progress=progress, overwrite=True)
    matches = _measure(game, trained.checkpoint, opponents, pairs, derive_seed(seed, "demo"), progress)
    for match in matches:
        console.print(f"  against {match.opponent}: {match.estimate} of {pairs} duplicate pairs")
    shown = _shown_game(game, trained.checkpoint, matches)
    seconds = perf_counter() - started
    times = {"compiling": compiling, "in all": seconds}
    path = write_report(folder / REPORT, _report(game, settings, trained, matches, shown, times))
    console.print(f"{seconds:.0f} s in all. Open {path}", soft_wrap=True)
    console.print(_next_steps(game, trained.checkpoint), soft_wrap=True)
    return path


def _next_steps(game: Game, checkpoint: Path) -> str:
    return (
        "What next?\n"
        f"  dicedeck play {game.name} --opponent {checkpoint}\n"
        f"  dicedeck evaluate {game.name} {checkpoint} mcts:100 --pairs 100\n"
        f"  dicedeck train {game.name}/strong --out runs/strong     (the same for longer)"
    )


def _compile(game: Game, specs: Set[str], progress: bool) -> float:
    """Compile what the demo needs; returns the seconds, few when the machine code lies in the cache."""
    started = perf_counter()
    steps = [step for step in warm_steps(game) if step.name in {"state", "batch", "environment"} | specs]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not progress, transient=True) as bar:
        task = bar.add_task(f"compiling the rules of {game.title} (once)", total=len(steps))
        for step in steps:
            step.run()
            bar.advance(task)
    return perf_counter() - started


def _measure(
    game: Game, checkpoint: Path, opponents: Sequence[str], pairs: int, seed: int, progress: bool
) -> list[MatchResult]:
    """Matches of the checkpoint as anybody would load it. Each opponent meets it on the same deals."""
    agent = str(checkpoint)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed} pairs"), TimeElapsedColumn())
    matches = []
    with Progress(*columns, console=Console(stderr=True), disable=not progress, transient=True) as bars:
        for opponent in opponents:
            task = bars.add_task(f"against {opponent}", total=pairs)

            def show(done: int, total: int, task: TaskID = task) -> None:
                bars.update(task, completed=done)

            matches.append(play_match(game, agent, opponent, pairs, seed, progress=show))
    return matches


def _shown_game(game: Game, checkpoint: Path, matches: Sequence[MatchResult]) -> ShownGame:
    """A game of the matches, played again: the first win over the strongest opponent that the agent beat at all."""
    won = [
        (match, record)
        for match in reversed(matches)
        for record in match.games
        if record.returns[record.seating.index(0)] > 0
    ]
    match, record = won[0] if won else (matches[-1], matches[-1].games[0])
    specs = (str(checkpoint), match.opponent)
    agents = [load_agent(specs[who], game) for who in record.seating]
    seeds = agent_seeds(match.seed, record.pair, record.seating)
    moves: list[str] = []

    def watch(state: State, action: int) -> None:
        moves.append(f"{game.roles[state.current_player()]}: {state.action_to_string(action)}")

    played = play_game(game, agents, record.seed, seeds, watch)
    names = ("the trained agent", match.opponent)
    seats = " and ".join(f"{names[who]} plays {role}" for who, role in zip(record.seating, game.roles))
    count = sum(beaten is match for beaten, _ in won)
    choice = f"the first of {count} that the agent won of {len(match.games)} games against {match.opponent}"
    caption = f"Deal {record.seed}, {choice if won else 'the agent won none'}; last position: {seats}."
    return ShownGame(caption, str(played.state), moves)


def _report(
    game: Game,
    config: TrainingConfig,
    trained: TrainingResult,
    matches: Sequence[MatchResult],
    shown: ShownGame,
    times: Mapping[str, float],
) -> Report:
    first = matches[0]
    lead = (
        f"Masked PPO learnt {game.title} from {trained.steps:,} decisions in {trained.seconds:.0f} seconds, "
        f"and then scored {100 * first.score:.1f} % against {first.opponent}. It knew the rules only through play."
    )
    measured = sum(match.seconds for match in matches)
    facts = {
        "seed": f"{config.seed} (training), {first.seed} (matches)",
        "training": f"{trained.steps:,} decisions, {trained.seconds:.0f} s with the evaluations between, "
        f"{trained.steps_per_second:.0f} decisions a second without them",
        "opponents in training": ", ".join(f"{name} ({weight:g})" for name, weight in config.opponents.items()),
        "matches": f"{first.pairs} duplicate pairs against each opponent, {measured:.0f} s",
        **{name: f"{seconds:.0f} s" for name, seconds in times.items()},
    }
    return Report(
        title=f"An agent learns {game.title}",
        lead=lead,
        game=game,
        curves=trained.curves,
        matches=matches,
        shown=shown,
        method=METHOD,
        facts=facts,
        config=config_text(config),
    )
