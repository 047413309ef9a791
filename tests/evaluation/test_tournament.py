"""Tournaments: all matches on the same deals, resumable, and the same whoever plays them."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pyarrow.parquet
import pytest

from dicedeck.envs import Game, load_game
from dicedeck.evaluation.crossplay import CrossPlayError, cross_play
from dicedeck.evaluation.match import Conditions, play_match
from dicedeck.evaluation.statistics import seat_scores
from dicedeck.evaluation.store import MatchStore
from dicedeck.evaluation.tournament import TournamentError, TournamentResult, play_tournament
from dicedeck.evaluation.tournament_report import render_tournament, short, tournament_plots, write_tournament
from support.toy_dice import GAME as HILL
from support.toy_paying import GAME as PAYING

AGENTS = ["random", "greedy", "strategist"]
PAIRS = 10


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


@pytest.fixture(scope="module")
def result(game: Game) -> TournamentResult:
    return play_tournament(game, AGENTS, PAIRS, Conditions(seed=4))


def test_every_pairing_is_the_match_that_evaluate_plays(game: Game, result: TournamentResult) -> None:
    assert list(result.matches) == [(0, 1), (0, 2), (1, 2)]
    for (a, b), match in result.matches.items():
        assert match.games == play_match(game, AGENTS[a], AGENTS[b], PAIRS, seed=4).games
    deals = [[record.seed for record in match.games] for match in result.matches.values()]
    assert deals[0] == deals[1] == deals[2]


def test_the_table_of_scores(result: TournamentResult) -> None:
    assert result.scores[0, 1] == result.matches[0, 1].score
    np.testing.assert_allclose(result.scores + result.scores.T, 1)
    forth, back = result.estimate(1, 2), result.estimate(2, 1)
    assert (back.low, back.high) == pytest.approx((1 - forth.high, 1 - forth.low))
    assert [estimate.value for estimate in result.overall] == pytest.approx((result.scores.sum(1) - 0.5) / 2)


def test_scores_by_role_are_means_over_all_opponents(result: TournamentResult) -> None:
    for agent, roles in enumerate(result.per_role):
        values: dict[str, list[float]] = {"Pro": [], "Con": []}
        for pair, match in result.matches.items():
            for record in match.games:
                for seat, role in enumerate(("Pro", "Con")):
                    if pair[record.seating[seat]] == agent:
                        values[role].append(float(seat_scores(record.returns)[seat]))
        assert {role: estimate.value for role, estimate in roles.items()} == pytest.approx(
            {role: np.mean(scores) for role, scores in values.items()}
        )


def test_the_order_of_strength(result: TournamentResult) -> None:
    assert [result.agents[agent] for agent in result.order] == ["strategist", "greedy", "random"]
    assert result.nash.weights[2] == pytest.approx(1, abs=0.05)
    assert result.alpha[0] == pytest.approx(0, abs=1e-3)
    assert result.skills == []


def test_workers_change_nothing(game: Game, result: TournamentResult) -> None:
    reports: list[tuple[int, int]] = []
    conditions = Conditions(seed=4, workers=2)
    together = play_tournament(game, AGENTS, PAIRS, conditions, lambda *done: reports.append(done))
    assert together == result
    assert together.ratings == result.ratings
    assert reports[-1] == (3 * PAIRS, 3 * PAIRS)


def test_more_agents_and_pairs_play_only_what_is_new(game: Game, tmp_path: Path) -> None:
    with MatchStore(tmp_path / "store.db") as store:
        play_tournament(game, AGENTS[:2], 4, Conditions(seed=4, store=store))
        assert store.count() == 8
        whole = play_tournament(game, AGENTS[:2], 6, Conditions(seed=4, store=store))
        assert store.count() == 12
    assert whole == play_tournament(game, AGENTS[:2], 6, Conditions(seed=4))


def test_a_killed_tournament_goes_on_with_the_same_result(game: Game, result: TournamentResult, tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    words = (
        f"tournament impeachment {' '.join(AGENTS)} --pairs 2000 --seed 4 --workers 2 --store {path} --out {tmp_path}"
    )
    process = subprocess.Popen([sys.executable, "-m", "dicedeck.cli", *words.split()])
    until = monotonic() + 120
    while count(path) < 48:
        assert process.poll() is None
        assert monotonic() < until
        sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with MatchStore(path) as store:
        kept = store.count()
        assert kept >= 48
        assert kept % 16 == 0  # whole transactions, of eight pairs each
        assert play_tournament(game, AGENTS, PAIRS, Conditions(seed=4, store=store)) == result
        assert store.count() < kept + 60


def count(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as database:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not yet made
        return 0


@pytest.mark.parametrize(
    ("agents", "words"), [(["random"], "at least two"), (["random", "greedy", "random"], "random is named twice")]
)
def test_who_can_take_part(game: Game, agents: list[str], words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        play_tournament(game, agents, 2)


# ---------------------------------------------------------------- other kinds of games


def test_three_seats_play_both_ways_round() -> None:
    game = PAYING.load(heroes=3)
    result = play_tournament(game, ["random", "mcts:2"], 4)
    assert list(result.matches) == [(0, 1), (1, 0)]
    assert len(result.matches[0, 1].games) == 12
    assert result.scores[0, 1] == result.matches[0, 1].score
    assert result.scores[1, 0] == result.matches[1, 0].score
    assert list(result.per_role[0]) == list(game.roles)
    assert len(result.skills) == 2
    assert "OpenSkill" in render_tournament(result, tournament_plots(result))


def test_shared_games_are_played_once_by_each_agent(tmp_path: Path) -> None:
    game = HILL.load(heroes=2)
    with MatchStore(tmp_path / "store.db") as store:
        result = play_tournament(game, ["random", "mcts:2", "mcts:8"], 6, Conditions(seed=1, store=store))
        assert store.count() == 18
    assert {record.seating for record in result.matches[0, 2].games} == {(0, 0), (1, 1)}
    assert [record.seed for record in result.matches[0, 1].games] == [
        record.seed for record in result.matches[1, 2].games
    ]
    means = [np.mean([r.returns for r in result.matches[0, 1].games[k::2]]) for k in (0, 1)]
    assert result.mean_returns[:2] == pytest.approx(means)
    text = render_tournament(result, tournament_plots(result))
    assert "By role" not in text
    assert "played the deals alone" in text


# ---------------------------------------------------------------- cross-play


def test_cross_play_mixes_teams_on_the_same_deals() -> None:
    game = HILL.load(heroes=3)
    result = cross_play(game, ["random", "mcts:2"], 6, Conditions(seed=2))
    assert {pair: len(games) for pair, games in result.teams.items()} == {(0, 0): 6, (0, 1): 18, (1, 0): 18, (1, 1): 6}
    assert result.teams[0, 1][:3] != result.teams[1, 0][:3]
    assert result.teams[0, 1][0].seats == ("random", "mcts:2", "mcts:2")
    assert result.returns[0, 1] == pytest.approx(np.mean([record.returns for record in result.teams[0, 1]]))


def test_two_partners_are_one_team_either_way() -> None:
    result = cross_play(HILL.load(heroes=2), ["random", "mcts:2"], 4)
    assert list(result.teams) == [(0, 0), (0, 1), (1, 1)]
    assert result.returns[0, 1] == result.returns[1, 0]
    paid = {(0, 0): 1.0, (0, 1): 0.0, (1, 1): 0.5}
    teams = {pair: [replace(r, returns=(paid[pair],) * 2) for r in games] for pair, games in result.teams.items()}
    known = replace(result, teams=teams)
    assert known.returns.tolist() == [[1.0, 0.0], [0.0, 0.5]]
    assert known.ratio[:3] == pytest.approx((1 / 1.75,) * 3)  # counted from -1, the lowest return


def test_cross_play_needs_partners(game: Game) -> None:
    with pytest.raises(CrossPlayError, match="impeachment has no partners"):
        cross_play(game, ["random", "greedy"], 2)
    with pytest.raises(CrossPlayError, match="for co-operative games of two and more"):
        cross_play(HILL.load(heroes=1), ["random", "mcts:2"], 2)


# ---------------------------------------------------------------- the report


def test_the_folder_holds_page_plots_and_games(result: TournamentResult, tmp_path: Path) -> None:
    path = write_tournament(tmp_path / "new", result)
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "games.parquet",
        "ratings.png",
        "roles.png",
        "scores.png",
        "tournament.html",
    ]
    page = path.read_text(encoding="utf-8")
    assert "<script" not in page
    assert not re.search(r"<(link|img|iframe)\b|@import|url\((?!#)", page)
    assert page.count("<svg") == 3
    for expected in ("strategist", "Nash", "alpha-Rank", "Pro ", result.game.digest, f"{PAIRS} duplicate pairs"):
        assert expected in page
    assert (path.parent / "scores.png").read_bytes().startswith(b"\x89PNG")


def test_the_parquet_file_has_every_game(result: TournamentResult, tmp_path: Path) -> None:
    write_tournament(tmp_path, result)
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.num_rows == 3 * 2 * PAIRS
    rows = table.to_pylist()
    record = result.matches[1, 2].games[3]
    row = next(r for r in rows if r["agent"] == "greedy" and r["pair"] == 1 and r["seats"] == ["strategist", "greedy"])
    assert row["returns"] == list(record.returns)
    assert row["deal_seed"] == record.seed
    assert table.schema.metadata[b"seed"] == b"4"


def test_the_same_games_give_the_same_page(result: TournamentResult) -> None:
    assert render_tournament(result, tournament_plots(result)) == render_tournament(result, tournament_plots(result))


def test_long_names_are_cut_for_plots() -> None:
    assert short("mcts:200,rollout=greedy") == "mcts:200,rollout=greedy"
    assert short("runs/a/very/long/path/to/checkpoint") == "…long/path/to/checkpoint"
    assert len(short("x" * 99)) == 24
