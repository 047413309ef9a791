"""Shares of the roles in mirror play."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.agents.protocol import Agent, View
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.balance import BalanceError, difficulty, role_shares
from dicedeck.evaluation.match import play_match
from dicedeck.evaluation.shared import win_rates
from support.defence import defence_dice
from support.players import First


class GivesUpAsPro(First):
    """Loses as Pro at once, so that the answer is known."""

    def act(self, view: View) -> int:
        return -1 if view.player == 0 else view.legal_actions[0]


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def test_shares_of_both_roles_make_one(game: Game) -> None:
    reports: list[tuple[int, int]] = []
    shares = role_shares(game, "random", 10, seed=1, progress=lambda *done: reports.append(done))
    assert list(shares) == ["Pro", "Con"]
    assert sum(share.value for share in shares.values()) == pytest.approx(1)
    assert all(share.n == 20 and share.low < share.value < share.high for share in shares.values())
    assert reports[-1] == (20, 20)
    assert shares == role_shares(game, "random", 10, seed=1)


def test_a_known_share(game: Game) -> None:
    def source(game: Game) -> Agent:
        return GivesUpAsPro()

    shares = role_shares(game, source, 5)
    assert (shares["Pro"].value, shares["Con"].value) == (0, 1)
    assert shares["Pro"].high == pytest.approx(0.2775, abs=1e-3)


def test_shared_games_have_no_shares() -> None:
    class Shared:
        name, sides = "together", ((0, 1),)

    shared: Any = Shared()
    with pytest.raises(BalanceError, match="together: all seats win and lose together"):
        role_shares(shared, "random", 5)


# Solo and co-operative games


def test_difficulty_is_that_of_the_games_of_a_match() -> None:
    game = defence_dice(character="mage")
    reports: list[tuple[int, int]] = []
    found = difficulty(game, "steward", 30, seed=3, count="buy", progress=lambda *done: reports.append(done))
    rates = win_rates(play_match(game, "steward", "random", pairs=30, seed=3))
    assert found.wins == rates.agent
    assert sum(found.endings.values()) == 30
    assert sum(n for ending, n in found.endings.items() if ending.startswith("won")) == round(30 * found.wins.value)
    assert set(found.counted) == {"buy Fireball"}
    assert 0 < found.counted["buy Fireball"] <= 30
    assert found.rounds is not None and 5 < found.rounds < 20
    assert found.actions > 40
    assert reports[-1] == (30, 30)


def test_a_fault_is_an_ending_of_its_own() -> None:
    found = difficulty(defence_dice(), lambda game: GivesUpAsPro(), 3)
    assert found.wins.value == 0
    assert list(found.endings.values()) == [3]
    assert "illegal" in next(iter(found.endings))


@pytest.mark.parametrize(
    ("name", "count", "games", "said"),
    [
        ("impeachment", None, 2, "the seats compete"),
        ("defence_dice", "bye", 2, "no block of actions 'bye'"),
        ("defence_dice", None, 0, "at least 1 game"),
    ],
)
def test_difficulty_of_nothing(name: str, count: str | None, games: int, said: str) -> None:
    with pytest.raises(BalanceError, match=said):
        difficulty(load_game(name), "random", games, count=count)
