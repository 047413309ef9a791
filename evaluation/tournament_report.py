"""What a tournament leaves behind: a page, its plots as PNG files, and all games as a Parquet file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from dicedeck.agents.files import write_file
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.games import GameRecord, is_shared
from dicedeck.evaluation.page import (
    ReportError,
    escape,
    interval_of,
    method_part,
    note,
    page,
    percent,
    section,
    table,
    write_page,
)
from dicedeck.evaluation.plots import Plot, rating_plot, role_plot, score_map
from dicedeck.evaluation.tournament import TournamentResult

PAGE = "tournament.html"
GAMES = "games.parquet"
_LONGEST_NAME = 24

METHOD = (
    "Every deal is played from each seat (a duplicate pair), and all pairings play the same deals, so that good cards "
    "favour nobody. A score is the share of the win: 50 % means equal strength. Intervals are 95 %, by bootstrap over "
    "the pairs; for the ratings and the means over all opponents the deals of all matches are resampled together.",
    "Ratings are Bradley-Terry's with a term for each role, by maximum likelihood, on the Elo scale: 400 points are "
    "odds of 10 to 1. One drawn pair is added to each match, so that an agent that wins every game has a finite "
    "rating; between such agents the rating says who is ahead, the table of scores by how much.",
    "Nash averaging plays the agents as a mixture that none of them beats, the most even one there is; beside the "
    "weights stands what each agent scores against it beyond equality. alpha-Rank is the share of time that a "
    "population of 50 that changes to better agents (selection intensity 10) spends with each of them.",
)
_SHARED = (
    "All seats win and lose together: each agent played the deals alone in all seats, and a score is the share of "
    "deals on which it got more than the other (equal returns count half). Intervals are 95 %, by bootstrap over deals."
)


def write_tournament(folder: Path, result: TournamentResult) -> Path:
    """Write page, plots and games into a folder; returns the page's path.

    Raises:
        ReportError: the place cannot be written to.
    """
    plots = tournament_plots(result)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, plot in plots.items():
            (folder / f"{name}.png").write_bytes(plot.png())
        write_games(folder / GAMES, result)
    except OSError as error:
        raise ReportError(f"cannot write the report {folder}: {error.strerror or error}") from None
    return write_page(folder / PAGE, render_tournament(result, plots))


def tournament_plots(result: TournamentResult) -> dict[str, Plot]:
    """The plots by the name of their file; per-role bars only where there are roles."""
    names = [short(result.agents[agent]) for agent in result.order]
    ratings = {name: result.ratings.agents[agent] for name, agent in zip(names, result.order)}
    scores = 100 * result.scores[np.ix_(result.order, result.order)]
    plots = {
        "ratings": rating_plot(ratings),
        "scores": score_map(names, scores, "score of the row against the column, in %", "Score of each against each"),
    }
    if result.per_role[0]:
        roles = {name: result.per_role[agent] for name, agent in zip(names, result.order)}
        plots["roles"] = role_plot(roles, "Score of each agent in each role")
    return plots


def render_tournament(result: TournamentResult, plots: dict[str, Plot]) -> str:
    """The page as a text."""
    best = result.agents[result.order[0]]
    lead = (
        f"{len(result.agents)} agents, each pairing over {result.pairs:,} duplicate pairs; {best} comes first. "
        f"The widest interval of a score is ±{100 * widest(result):.1f} points."
    )
    shared = is_shared(result.game)
    if shared:
        lead = f"{len(result.agents)} agents on the same {result.pairs:,} deals; {best} comes first."
    faults = [f"{n} games ended early: {reason}." for reason, n in result.faults.items()]
    method = (_SHARED, *METHOD[1:]) if shared else METHOD
    facts = {"seed": str(result.seed), "games": f"{sum(1 for _ in _rows(result)):,} in {result.seconds:.0f} s"}
    parts = [
        section("Ratings", _rating_part(result, plots)),
        section("Score of each against each", _score_part(result, plots)),
        section("By role", _role_part(result, plots)) if "roles" in plots else "",
        section("Faults", note(" ".join(faults))) if faults else "",
        section("How this was measured", method_part(result.game, method, facts)),
    ]
    return page(f"Tournament: {result.game.title}", lead, parts)


def widest(result: TournamentResult) -> float:
    """Half the width of the widest interval of a match's score."""
    return max((match.interval.high - match.interval.low) / 2 for match in result.matches.values())


# ---------------------------------------------------------------- sections


def _rating_part(result: TournamentResult, plots: dict[str, Plot]) -> str:
    heads = ["agent", "Elo", "95 % interval", "mean score", "95 % interval", "Nash weight", "Nash skill", "alpha-Rank"]
    heads += ["OpenSkill"] * bool(result.skills) + ["mean return", "ms a move"]
    rows = [[escape(head) for head in heads]]
    times = result.move_times()
    for agent in result.order:
        rating, overall = result.ratings.agents[agent], result.overall[agent]
        cells = [escape(result.agents[agent]), f"{rating.elo:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"]
        cells += [percent(overall.value), interval_of(overall), percent(result.nash.weights[agent])]
        cells += [f"{100 * result.nash.skills[agent]:+.1f}", percent(result.alpha[agent])]
        if result.skills:
            skill = result.skills[agent]
            cells.append(f"{skill.mu:.1f} ± {skill.sigma:.1f}")
        rows.append([*cells, f"{result.mean_returns[agent]:.3f}", f"{1000 * times[agent]:.2g}"])
    advantages = [
        f"{role} {rating.elo:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"
        for role, rating in zip(result.game.side_names, result.ratings.roles)
    ]
    roles = f"Elo that a role is worth: {', '.join(advantages)}." if len(advantages) > 1 else ""
    return f'{plots["ratings"].svg()}<div class="scroll">{table(rows)}</div>{note(roles) if roles else ""}'


def _score_part(result: TournamentResult, plots: dict[str, Plot]) -> str:
    rows = [["", *(escape(short(result.agents[b])) for b in result.order)]]
    for a in result.order:
        cells = ["" if a == b else interval_of(result.estimate(a, b)) for b in result.order]
        rows.append([escape(result.agents[a]), *cells])
    text = "The table has the 95 % intervals of the scores."
    return f'{plots["scores"].svg()}<div class="scroll">{table(rows)}</div>{note(text)}'


def _role_part(result: TournamentResult, plots: dict[str, Plot]) -> str:
    text = "Mean score against all others in each role; lines are 95 % intervals."
    return f"{plots['roles'].svg()}{note(text)}"


def short(name: str) -> str:
    """A name that fits beside a plot; of a path the end."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}"


# ---------------------------------------------------------------- games


def _rows(result: TournamentResult) -> Iterable[tuple[Sequence[str], GameRecord]]:
    """Every game once, with the agents of its pairing. In shared games it may count in several matches."""
    seen = set()
    for pair, match in result.matches.items():
        for record in match.games:
            names = [result.agents[who] for who in pair]
            key = (record.seats, record.seed) if is_shared(result.game) else (pair, record.pair, record.seating)
            if key not in seen:
                seen.add(key)
                yield names, record


def write_games(path: Path, result: TournamentResult) -> None:
    """All games, one row each; lists have an entry for each seat. An earlier file is replaced only by a whole one."""
    rows = list(_rows(result))
    records = [record for _, record in rows]
    facts = _facts(result.game, result.seed)
    columns = {
        "agent": [names[0] for names, _ in rows],
        "opponent": [names[1] for names, _ in rows],
        "pair": [record.pair for record in records],
        "seats": [record.seats for record in records],
        "deal_seed": [record.seed for record in records],
        "returns": [record.returns for record in records],
        "length": [record.length for record in records],
        "illegal": [record.illegal for record in records],
        "fault": [record.fault for record in records],
        "move_seconds": [record.move_time for record in records],
    }
    buffer = io.BytesIO()
    pa.parquet.write_table(pa.table(columns).replace_schema_metadata(facts), buffer)
    write_file(path, buffer.getvalue())


def _facts(game: Game, seed: int) -> dict[str, str]:
    return {"game": game.name, "version": str(game.version), "options": repr(game.option_values()), "seed": str(seed)}
