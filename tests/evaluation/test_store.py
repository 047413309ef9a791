"""The match store: nothing is lost, nothing is played twice, and it says what is wrong with a file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from dicedeck.agents.checkpoint import write_checkpoint
from dicedeck.agents.loader import load_agent
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import Conditions, GameRecord, Pairing, play_match, play_pairings
from dicedeck.evaluation.store import MatchStore, StoreError, agent_hash
from support.players import first


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "matches.db"


def counting(monkeypatch: pytest.MonkeyPatch) -> list[GameRecord]:
    """The games that are really played from now on."""
    from dicedeck.evaluation.workers import Players

    played: list[GameRecord] = []
    play = Players.play

    def noting(self: Players, *arguments: object) -> GameRecord:
        played.append(play(self, *arguments))  # type: ignore[arg-type]
        return played[-1]

    monkeypatch.setattr(Players, "play", noting)
    return played


def test_stored_games_are_the_same_and_not_played_again(
    game: Game, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = counting(monkeypatch)
    with MatchStore(path) as store:
        first_time = play_match(game, "random", "random", 12, seed=3, store=store)
        assert len(played) == store.count() == 24
    with MatchStore(path) as store:
        again = play_match(game, "random", "random", 12, seed=3, store=store)
        fewer = play_match(game, "random", "random", 5, seed=3, store=store)
        assert len(played) == 24
        more = play_match(game, "random", "random", 14, seed=3, store=store)
        assert len(played) == 28
    assert again.games == first_time.games
    assert [record.move_time for record in again.games] == [record.move_time for record in first_time.games]
    assert fewer.games == first_time.games[:10]
    assert more.games == play_match(game, "random", "random", 14, seed=3).games


def test_whatever_decides_the_games_tells_matches_apart(game: Game, path: Path) -> None:
    other = load_game("impeachment", tactics=True)
    with MatchStore(path) as store:
        for k, (played, opponent, seed, limit) in enumerate(
            [
                (game, "random", 0, None),
                (game, "greedy", 0, None),
                (game, "random", 1, None),
                (other, "random", 0, None),
            ]
        ):
            result = play_match(played, "random", opponent, 2, seed=seed, store=store, move_limit=limit)
            assert store.count() == 4 * (k + 1)
            assert result.games == play_match(played, "random", opponent, 2, seed=seed).games


def test_an_edit_of_the_sources_is_another_match(game: Game, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with MatchStore(path) as store:
        play_match(game, "random", "random", 2, store=store)
        monkeypatch.setattr("dicedeck.evaluation.store.source_hash", lambda game: "edited")
        play_match(game, "random", "random", 2, store=store)
        assert store.count() == 8


def test_half_a_pair_is_played_again(game: Game, path: Path) -> None:
    """No transaction leaves one; a hand at the file might."""
    with MatchStore(path) as store:
        whole = play_match(game, "random", "random", 4, store=store).games
        store.insert("DELETE FROM games WHERE pair = ? AND seating = ?", [(2, "[0, 1]")])
        assert play_match(game, "random", "random", 4, store=store).games == whole
        assert store.count() == 8


def test_agents_are_told_apart_by_their_weights(game: Game, tmp_path: Path) -> None:
    import numpy as np

    for name, value in (("a", 1.0), ("b", 1.0), ("c", 2.0)):
        write_checkpoint(tmp_path / name, game, {}, {"policy": {"w": np.full(3, value, np.float32)}})
    a, b, c = (agent_hash(str(tmp_path / name), game) for name in "abc")
    assert a == b != c
    assert agent_hash(f"{tmp_path / 'a'},play=sample", game) != a
    assert agent_hash("greedy", game) != agent_hash("random", game)
    assert agent_hash("greedy", game) != agent_hash("greedy", load_game("impeachment", tactics=True))


def test_an_agent_of_ones_own_is_told_by_its_files(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dicedeck.evaluation import store as module

    own = tmp_path / "my_bots"
    own.mkdir()
    source = "from dicedeck.agents.random_agent import RandomAgent as Base\n\n\nclass Mine(Base):\n    pass\n"
    (own / "__init__.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    load_agent("my_bots:Mine", game)
    before = agent_hash("my_bots:Mine", game)
    (own / "weights.py").write_text("GOOD = 1\n")
    module._folder_hash.cache_clear()
    assert agent_hash("my_bots:Mine", game) != before


def test_functions_cannot_be_stored(game: Game, path: Path) -> None:
    with MatchStore(path) as store, pytest.raises(StoreError, match="only agents named by a spec"):
        play_match(game, "random", first, 2, store=store)


def test_several_pairings_on_the_same_deals(game: Game, path: Path) -> None:
    seatings = ((0, 1), (1, 0))
    pairings = [Pairing((0, 1), seatings), Pairing((1, 0), seatings)]
    with MatchStore(path) as store:
        found, names = play_pairings(game, ["random", "greedy"], pairings, 3, Conditions(store=store))
        again, _ = play_pairings(game, ["random", "greedy"], pairings, 3, Conditions(store=store))
    assert names == ["random", "greedy"]
    assert found == again
    assert found[0] == play_match(game, "random", "greedy", 3).games
    assert found[1] == play_match(game, "greedy", "random", 3).games


# ---------------------------------------------------------------- killed


def command(path: Path, pairs: int, workers: int) -> list[str]:
    words = f"evaluate impeachment random greedy --pairs {pairs} --seed 5 --workers {workers} --store"
    return [sys.executable, "-m", "dicedeck.cli", *words.split(), str(path)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_match_goes_on_with_the_same_result(game: Game, path: Path, workers: int) -> None:
    process = subprocess.Popen(command(path, 40_000, workers), stdout=subprocess.DEVNULL)
    until = monotonic() + 120
    while count(path) < 32:
        assert process.poll() is None
        assert monotonic() < until
        sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with MatchStore(path) as store:
        kept = store.count()
        assert kept >= 32
        assert kept % 16 == 0  # whole transactions, of eight pairs each
        resumed = play_match(game, "random", "greedy", 48, seed=5, store=store)
        assert store.count() >= kept
    assert resumed.games == play_match(game, "random", "greedy", 48, seed=5).games


def count(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as database:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not yet made
        return 0


# ---------------------------------------------------------------- files that are no stores


def refused(path: Path, words: str, wait: float = 0.1) -> None:
    with pytest.raises(StoreError, match=words) as found:
        MatchStore(path, wait)
    assert "\n" not in str(found.value)
    assert str(path) in str(found.value)


def test_text_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be taken for one. " * 40)
    refused(path, "is no match store")
    assert path.read_text().startswith("not a database")


def test_another_database_is_no_store_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE songs (name)")
    before = path.read_bytes()
    refused(path, "is no match store of dicedeck")
    assert path.read_bytes() == before


def test_another_layout_is_named(path: Path) -> None:
    MatchStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    refused(path, "has the layout 99, this version of dicedeck reads 1")


def test_a_locked_store_is_named(path: Path, game: Game) -> None:
    with MatchStore(path, wait=0.1) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using it"):
            play_match(game, "random", "random", 1, store=store)
        other.execute("ROLLBACK")
        other.close()
        play_match(game, "random", "random", 1, store=store)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    refused(tmp_path, "cannot be opened; is it a folder")


def test_a_place_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "store.db", "Not a directory|File exists")


def test_a_damaged_store_is_named(path: Path, game: Game) -> None:
    with MatchStore(path) as store:
        play_match(game, "random", "random", 8, store=store)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="malformed"), MatchStore(path) as store:
        play_match(game, "random", "random", 8, store=store)
