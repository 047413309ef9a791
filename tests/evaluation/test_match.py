"""Matches: duplicate pairs, seeds, faults."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import Agent
from dicedeck.agents.random_agent import RandomAgent
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import GameRecord, MatchError, MatchResult, play_game, play_match, seatings
from dicedeck.evaluation.seeding import derive_seed
from support.players import First, Illegal, Raising, RaisingInReset, Wordy, first, raising


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def test_a_pair_is_one_deal_with_seats_swapped(game: Game) -> None:
    result = play_match(game, "random", first, 3, seed=5)
    assert len(result.games) == 6
    assert [record.seating for record in result.games] == [(0, 1), (1, 0)] * 3
    assert [record.seats for record in result.games[:2]] == [("random", "first"), ("first", "random")]
    deals = [record.seed for record in result.games]
    assert deals[::2] == deals[1::2]
    assert len(set(deals)) == 3


def test_random_streams_are_separate(game: Game) -> None:
    agents: list[First] = []

    def noting(game: Game) -> Agent:
        agents.append(First())
        return agents[-1]

    result = play_match(game, noting, noting, 4, seed=5)
    seeds = [seed for agent in agents for seed in agent.seeds] + [record.seed for record in result.games[::2]]
    assert len(seeds) == 4 * 4 + 4
    assert len(set(seeds)) == len(seeds)


def test_the_same_seed_gives_the_same_games(game: Game) -> None:
    first_time, again = (play_match(game, "random", "random", 4, seed=1) for _ in range(2))
    assert first_time.games == again.games
    assert first_time.games != play_match(game, "random", "random", 4, seed=2).games


def test_more_pairs_leave_the_first_ones_as_they_were(game: Game) -> None:
    few, more = (play_match(game, "random", "random", pairs, seed=1) for pairs in (2, 5))
    assert more.games[:4] == few.games


def test_workers_change_nothing(game: Game) -> None:
    reports: list[tuple[int, int]] = []
    alone = play_match(game, "random", raising, 20, seed=1)
    together = play_match(game, "random", raising, 20, seed=1, workers=2, progress=lambda *done: reports.append(done))
    assert together.games == alone.games
    assert together.estimate == alone.estimate
    assert reports[-1] == (20, 20)
    assert len(reports) == 3


def test_scores_are_those_of_the_agent(game: Game) -> None:
    result = play_match(game, "random", first, 40, seed=0)
    wins = [record.returns[record.seating.index(0)] > 0 for record in result.games]
    assert result.score == pytest.approx(np.mean(wins))
    assert result.interval.low <= result.score <= result.interval.high
    assert list(result.per_role) == ["Pro", "Con"]
    assert np.mean([role.value for role in result.per_role.values()]) == pytest.approx(result.score)
    mine, theirs = result.mean_returns()
    assert mine == pytest.approx(-theirs)
    assert all(time > 0 for time in result.move_times())


@pytest.mark.parametrize(
    ("agent", "reason", "illegal"),
    [
        (Raising("bad"), "bad raised RuntimeError: out of ideas", 0),
        (RaisingInReset("bad"), "bad raised OSError in reset", 0),
        (Illegal("bad"), "bad proposed an illegal action", 1),
        (Wordy("bad"), "bad proposed an illegal action", 1),
    ],
)
def test_a_fault_loses_the_game_and_the_match_goes_on(game: Game, agent: Agent, reason: str, illegal: int) -> None:
    result = play_match(game, lambda game: agent, "random", 3, seed=0)
    assert result.score == 0
    assert result.faults == {reason: 6}
    for record in result.games:
        seat = record.seating.index(0)
        assert record.returns[seat] == game.min_utility
        assert record.returns[1 - seat] == game.max_utility
        assert record.illegal[seat] == illegal
        assert record.illegal[1 - seat] == 0


def test_a_bad_spec_is_reported_before_anything_is_played(game: Game) -> None:
    with pytest.raises(ValueError, match="no agent is called 'rndom'"):
        play_match(game, "random", "rndom", 20, workers=2)


@pytest.mark.parametrize(("pairs", "workers"), [(0, 1), (5, 0)])
def test_a_match_needs_pairs_and_workers(game: Game, pairs: int, workers: int) -> None:
    with pytest.raises(MatchError, match="at least 1 pair and 1 worker"):
        play_match(game, "random", "random", pairs, workers=workers)


def test_play_game_shows_every_action(game: Game) -> None:
    agents = [load_agent("random", game), RandomAgent()]
    seen: list[tuple[int, int]] = []
    played = play_game(game, agents, 3, [1, 2], watch=lambda state, action: seen.append((state.step_count, action)))
    assert [step for step, _ in seen] == list(range(played.length))
    state = game.new_initial_state(3)
    for _, action in seen:
        state.apply_action(action)
    assert state == played.state
    assert state.returns() == played.returns


@dataclass
class FakeGame:
    """What a match reads of a game."""

    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...] = ("a", "b", "c")

    @property
    def num_players(self) -> int:
        return sum(map(len, self.sides))


def fake_match(game: Any, returns: list[list[float]]) -> MatchResult:
    games = [
        GameRecord(pair, seating, ("x",) * len(seating), 0, tuple(row), 1, (0,) * len(seating))
        for pair, rows in enumerate(zip(*[iter(returns)] * len(seatings(game))))
        for seating, row in zip(seatings(game), rows)
    ]
    return MatchResult(game, "x", "y", len(games) // len(seatings(game)), 0, games)


def test_three_seats_are_taken_in_turn() -> None:
    game: Any = FakeGame(((0,), (1,), (2,)))
    assert seatings(game) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    result = fake_match(game, [[3, 1, 2], [1, 2, 0], [0, 0, 0]])
    assert result.pair_scores.tolist() == pytest.approx([(1 + 1 + 0.5) / 3])
    assert {role: found.value for role, found in result.per_role.items()} == {"a": 1, "b": 1, "c": 0.5}


def test_a_team_meets_the_one_against_it_and_then_changes_sides() -> None:
    game: Any = FakeGame(((0, 1), (2,)))
    assert seatings(game) == [(0, 0, 1), (1, 1, 0)]
    result = fake_match(game, [[1, 1, -1], [1, 1, -1], [-1, -1, 1], [0, 0, 0]])
    assert result.pair_scores.tolist() == [0.5, 0.25]
    assert {side: found.value for side, found in result.per_role.items()} == {"a": 0.5, "b": 0.25}
    assert result.mean_returns() == pytest.approx((-1 / 6, 1 / 3))


@pytest.mark.parametrize("players", [1, 2])
def test_shared_games_compare_the_agents_on_the_same_deals(players: int) -> None:
    game: Any = FakeGame((tuple(range(players)),))
    assert seatings(game) == [(0,) * players, (1,) * players]
    deals = [[5.0] * players, [3.0] * players, [2.0] * players, [2.0] * players, [0.0] * players, [9.0] * players]
    result = fake_match(game, deals)
    assert result.pair_scores.tolist() == [1, 0.5, 0]
    assert result.per_role == {}
    assert result.mean_returns() == pytest.approx((7 / 3, 14 / 3))


def test_derived_seeds_are_stable() -> None:
    assert derive_seed(0, 1, "deal") == derive_seed(0, 1, "deal")
    many = {derive_seed(a, b, word) for a in range(20) for b in range(20) for word in ("deal", "agent")}
    assert len(many) == 800
    assert all(0 <= seed < 2**63 for seed in many)
    assert derive_seed(1, 23) != derive_seed(12, 3)
    random.Random(derive_seed(1))
