"""Shares of the roles in mirror play."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.agents.protocol import Agent, View
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.balance import BalanceError, role_shares
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
        name, num_players, utility = "together", 2, "identical"

    shared: Any = Shared()
    with pytest.raises(BalanceError, match="together: all seats win and lose together"):
        role_shares(shared, "random", 5)
