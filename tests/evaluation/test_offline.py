"""Episodes of one seat, from replays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import play_match
from dicedeck.evaluation.offline import OfflineError, episode_of, write_minari
from dicedeck.evaluation.replay import Replay, read_replay
from support.players import Illegal
from support.toy_paying import GAME as PAYING


def recorded(game: Game, folder: Path, pairs: int = 2) -> list[Replay]:
    play_match(game, "random", "random", pairs, seed=1, replays=folder)
    return [read_replay(path) for path in sorted(folder.rglob("*.jsonl"))]


@pytest.mark.parametrize("seat", [0, 1])
def test_an_episode_is_the_game_as_the_seat_lived_it(tmp_path: Path, seat: int) -> None:
    game = load_game("impeachment")
    for replay in recorded(game, tmp_path):
        episode = episode_of(replay, seat)
        assert episode is not None
        state = game.new_initial_state(replay.seed)
        own = 0
        for step in replay.steps:
            if step.seat == seat:
                np.testing.assert_array_equal(episode.observations[own], state.observation_tensor(seat))
                np.testing.assert_array_equal(episode.masks[own], state.legal_actions_mask())
                assert game.action_to_string(episode.actions[own]) == step.action
                own += 1
            state.apply_action(game.string_to_action(step.action))
        assert own == len(episode.actions) == len(episode.rewards) == len(episode.observations) - 1
        np.testing.assert_array_equal(episode.observations[-1], state.observation_tensor(seat))
        assert not episode.masks[-1].any()
        assert episode.terminated
        assert sum(episode.rewards) == replay.returns[seat]


def test_rewards_add_up(tmp_path: Path) -> None:
    """In a game that pays on the way, and before the first decision."""
    game = PAYING.load(heroes=3)
    for replay in recorded(game, tmp_path, pairs=4):
        for seat in range(3):
            episode = episode_of(replay, seat)
            if episode is None:
                assert all(step.seat != seat for step in replay.steps)
                continue
            assert sum(episode.rewards) == pytest.approx(replay.returns[seat])
            assert episode.terminated != replay.verify().truncated


def test_no_such_seat(tmp_path: Path) -> None:
    (replay, *_) = recorded(load_game("impeachment"), tmp_path, pairs=1)
    with pytest.raises(OfflineError, match="has the seats 0 to 1, not 2"):
        episode_of(replay, 2)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Minari wants links and addresses that a test does not have
def test_minari_reads_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    game = load_game("impeachment")
    replays = recorded(game, tmp_path / "replays")
    play_match(game, "random", lambda game: Illegal("bad"), 1, replays=tmp_path / "bad")
    faulty = [read_replay(path) for path in (tmp_path / "bad").rglob("*.jsonl")]
    write_minari([*replays, *faulty], 1, "dicedeck/test-v0", author="nobody")
    data = minari.load_dataset("dicedeck/test-v0")
    assert data.total_episodes == len(replays)
    for replay, episode in zip(replays, data.iterate_episodes()):
        expected = episode_of(replay, 1)
        assert expected is not None
        np.testing.assert_array_equal(episode.observations, expected.observations)
        np.testing.assert_array_equal(episode.actions, expected.actions)
        np.testing.assert_array_equal(episode.rewards, expected.rewards)
        np.testing.assert_array_equal(episode.infos["action_mask"], expected.masks)
        assert episode.terminations[-1]
        assert not episode.terminations[:-1].any()
    with pytest.raises(OfflineError, match="of one seat"):
        write_minari(faulty, 1, "dicedeck/none-v0")
