"""The payoff matrix of the two sides of a game."""

from __future__ import annotations

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.game import Game
from dicedeck.evaluation.match import Conditions, play_match
from dicedeck.evaluation.payoff import PayoffError, payoff_matrix

AGENTS = ["random", "greedy"]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def test_rows_are_the_first_side(game: Game) -> None:
    """The same deals and random numbers as in a match with this seed."""
    found = payoff_matrix(game, AGENTS, AGENTS, 12, Conditions(seed=3))
    assert (found.rows, found.columns, found.faults) == (AGENTS, AGENTS, {})
    for line in found.games:
        for records in line:
            assert [record.pair for record in records] == list(range(12))
    match = play_match(game, "random", "greedy", 12, seed=3)
    assert found.estimates[0][1] == match.per_role["Pro"]
    assert found.games[0][1][0].seats == ("random", "greedy")
    assert found.games[1][0][0].seats == ("greedy", "random")
    assert found.scores[1, 0] > 0.9 > 0.1 > found.scores[0, 1]
    assert found.games[0][0][0].seats == ("random", "random")


def test_sides_of_several_seats() -> None:
    found = payoff_matrix(load_game("deck_of_fate", pcs=2, master=True), ["threshold", "random"], ["random"], 3)
    assert found.games[0][0][0].seats == ("threshold", "threshold", "random")
    assert found.games[1][0][0].seats == ("random",) * 3
    assert found.equilibrium.columns.tolist() == [1.0]
    assert found.equilibrium.value == found.scores.max()


def test_what_has_no_matrix(game: Game) -> None:
    with pytest.raises(PayoffError, match="deck_of_fate has no two sides that meet"):
        payoff_matrix(load_game("deck_of_fate"), AGENTS, AGENTS, 2)
    with pytest.raises(PayoffError, match="Con: name at least one agent, and each once"):
        payoff_matrix(game, AGENTS, ["greedy", "greedy"], 2)
