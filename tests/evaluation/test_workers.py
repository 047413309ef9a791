"""Workers: what one does when an agent hangs, dies or breaks."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from dicedeck.agents.protocol import Agent, View
from dicedeck.envs import Game, load_game
from dicedeck.evaluation import workers
from dicedeck.evaluation.match import MatchError, play_match
from dicedeck.evaluation.store import MatchStore
from support.players import First, hanging, hanging_at_once, raising


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


class Killed(First):
    """Its process is killed from outside, as it were."""

    def act(self, view: View) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


def killed(game: Game) -> Agent:
    return Killed()


def broken_in_worker(game: Game) -> Agent:
    import multiprocessing

    if multiprocessing.parent_process() is not None:
        raise ZeroDivisionError("only here")
    return First()


@pytest.mark.parametrize("count", [1, 2])
def test_an_agent_that_hangs_loses_and_the_match_goes_on(game: Game, count: int) -> None:
    result = play_match(game, hanging, "random", 1, seed=1, workers=count, move_limit=1.5)
    assert result.faults == {"hanging took more than 1.5 s for a move": 2}
    assert result.score == 0
    assert [record.seating for record in result.games] == [(0, 1), (1, 0)]
    for record in result.games:
        assert record.length > 0
        assert record.returns[record.seating.index(0)] == game.min_utility
        assert record.move_time[record.seating.index(0)] == 1.5


def test_the_first_move_has_time_to_be_compiled_and_no_more(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "COMPILING", 1.0)
    result = play_match(game, hanging_at_once, "random", 1, seed=1, move_limit=1.5)
    assert result.faults == {"hanging took more than 1.5 s for a move": 2}
    assert [record.length for record in result.games] == [0, 1]


def test_a_limit_that_is_kept_changes_nothing(game: Game, tmp_path: Path) -> None:
    usual = play_match(game, "random", raising, 3, seed=1)
    with MatchStore(tmp_path / "store.db") as store:
        limited = play_match(game, "random", "greedy", 3, seed=1, move_limit=20.0, store=store)
        play_match(game, "random", "greedy", 3, seed=1, store=store)
        assert store.count() == 12  # a limit makes another match
    assert limited.games == play_match(game, "random", "greedy", 3, seed=1).games
    assert play_match(game, "random", raising, 3, seed=1, move_limit=20.0).games == usual.games


def test_a_limit_is_more_than_nothing(game: Game) -> None:
    with pytest.raises(MatchError, match="more than 0 seconds, not 0"):
        play_match(game, "random", "random", 1, move_limit=0)


def test_a_worker_that_dies_is_reported(game: Game) -> None:
    with pytest.raises(MatchError, match="a worker of the match died"):
        play_match(game, killed, "random", 20, workers=2)


def test_a_fault_of_ours_in_a_worker_keeps_its_traceback(game: Game) -> None:
    with pytest.raises(RuntimeError, match=r"ZeroDivisionError: only here"):
        play_match(game, broken_in_worker, "random", 20, workers=2)
