"""Replays: games that can be read, played again, and that notice every difference."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicedeck.envs import Game, load_game
from dicedeck.evaluation import workers
from dicedeck.evaluation.match import agent_seeds, play_match
from dicedeck.evaluation.replay import Recorder, ReplayError, hash_of, read_replay
from dicedeck.evaluation.store import MatchStore
from support.commands import assert_refused, dicedeck
from support.players import Illegal, hanging
from support.toy_game import GAME as TOY


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment", bias=True)


@pytest.fixture(scope="module")
def file(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded game."""
    folder = tmp_path_factory.mktemp("replays")
    play_match(game, "random", "greedy", 2, seed=3, replays=folder)
    return sorted(folder.rglob("*.jsonl"))[2]


def test_every_game_of_a_match_is_written(game: Game, tmp_path: Path) -> None:
    result = play_match(game, "random", "greedy", 3, seed=3, replays=tmp_path)
    paths = sorted(tmp_path.rglob("*.jsonl"))
    assert [path.name for path in paths] == [f"{pair:06d}-{seating}.jsonl" for pair in range(3) for seating in range(2)]
    assert {path.parent.name for path in paths} == {"random-vs-greedy-seed3"}
    for record, path in zip(result.games, paths):
        replay = read_replay(path)
        assert replay.agents == list(record.seats)
        assert replay.seed == record.seed
        assert replay.agent_seeds == agent_seeds(3, record.pair, record.seating)
        assert (replay.returns, replay.length) == (list(record.returns), record.length)
        last = replay.verify()
        assert last.is_terminal()
        assert last.returns() == list(record.returns)
    assert result.games == play_match(game, "random", "greedy", 3, seed=3).games


def test_workers_write_the_same_files(game: Game, tmp_path: Path) -> None:
    texts = []
    for count in (1, 2):
        folder = tmp_path / str(count)
        play_match(game, "random", "greedy", 10, seed=3, workers=count, replays=folder)
        texts.append({path.name: path.read_text() for path in folder.rglob("*.jsonl")})
    assert texts[0] == texts[1]
    assert len(texts[0]) == 20


def test_a_missing_replay_is_written_though_the_game_is_stored(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    with MatchStore(tmp_path / "store.db") as store:
        play_match(game, "random", "greedy", 2, store=store)
        assert not folder.exists()
        first_time = play_match(game, "random", "greedy", 2, store=store, replays=folder)
        paths = sorted(folder.rglob("*.jsonl"))
        assert len(paths) == 4
        kept, lost = paths[0].read_text(), paths[2].read_text()
        paths[2].unlink()
        paths[0].write_text(kept + "\n")
        again = play_match(game, "random", "greedy", 2, store=store, replays=folder)
        assert store.count() == 4
    assert paths[2].read_text() == lost
    assert paths[0].read_text() == kept + "\n"  # not played again
    assert first_time.games == again.games


def test_people_can_read_it(file: Path) -> None:
    heading, first, *_, result = (json.loads(line) for line in file.read_text().splitlines())
    assert heading["game"] == "impeachment"
    assert heading["options"] == {"bias": True}
    assert heading["agents"] == ["random", "greedy"]
    assert first["action"].startswith("place ")
    assert result["returns"] in ([1.0, -1.0], [-1.0, 1.0])


def test_positions_can_be_looked_at(file: Path) -> None:
    replay = read_replay(file)
    hashes = [hash_of(state) for state in replay.play()]
    assert hashes == [replay.start, *(step.hash for step in replay.steps)]


def test_games_from_outside_the_suite_are_found_again(tmp_path: Path) -> None:
    game = TOY.load(exchange=False)
    play_match(game, "random", "random", 1, replays=tmp_path)
    for path in tmp_path.rglob("*.jsonl"):
        assert read_replay(path).game == game
        read_replay(path).verify()


def test_a_game_lost_by_an_illegal_action_ends_there(game: Game, tmp_path: Path) -> None:
    play_match(game, lambda game: Illegal("bad"), "random", 1, replays=tmp_path)
    first, second = (read_replay(path) for path in sorted(tmp_path.rglob("*.jsonl")))
    assert "illegal action" in first.fault
    assert (first.steps, first.length) == ([], 0)
    assert len(second.steps) == second.length == 1
    assert second.verify().step_count == 1


def test_a_game_lost_by_the_clock_has_its_result(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "COMPILING", 1.0)
    result = play_match(game, hanging, "random", 1, move_limit=1.5, replays=tmp_path)
    for record, path in zip(result.games, sorted(tmp_path.rglob("*.jsonl"))):
        replay = read_replay(path)
        assert replay.steps == []
        assert (replay.length, replay.fault) == (record.length, record.fault)
        answer = dicedeck("replay", str(path))
        assert f"its {record.length} steps are not kept" in answer.text


# ---------------------------------------------------------------- differences


def damaged(file: Path, tmp_path: Path, change: Callable[[list[Any]], object]) -> Path:
    """A copy with its lines changed."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    change(lines)
    copy = tmp_path / "changed.jsonl"
    copy.write_text("\n".join(json.dumps(line) for line in lines))
    return copy


@pytest.mark.parametrize("number", [1, 7, -2])
def test_a_changed_hash_is_found_at_its_step(file: Path, tmp_path: Path, number: int) -> None:
    copy = damaged(file, tmp_path, lambda lines: lines[number].update(hash="0" * 16))
    step = number if number > 0 else len(file.read_text().splitlines()) - 2
    with pytest.raises(ReplayError, match=f"step {step}: the position after"):
        read_replay(copy).verify()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[0].update(seed=lines[0]["seed"] + 1), "step 0: the deal is another one"),
        (lambda lines: lines[5].update(action=lines[4]["action"]), "step 5: .* is illegal"),
        (lambda lines: lines[5].update(action="resign"), "step 5: no action is called 'resign'"),
        (lambda lines: lines[5].update(seat=1 - lines[5]["seat"]), "step 5: it is not the move of seat"),
        (lambda lines: lines.pop(5), "step 5: "),
        (lambda lines: lines.pop(-2), "the game is not over here"),
        (lambda lines: lines[-1].update(returns=[0.0, 0.0]), r"the game ends with .*, \[0.0, 0.0\] was recorded"),
        (lambda lines: lines.pop(), "has no result at its end"),
        (lambda lines: lines[0].update(dicedeck_replay=2), "has the format 2, this version of dicedeck reads 1"),
        (lambda lines: lines[0].update(version=99), "version 99 of impeachment, this is version"),
        (lambda lines: lines[0].update(game="chess"), "no game is called 'chess'"),
        (lambda lines: lines[0].update(options={"bias": "perhaps"}), "bias"),
        (lambda lines: lines[0].pop("agents"), "an entry is missing"),
        (lambda lines: lines[3].pop("hash"), "an entry is missing"),
        (lambda lines: lines.insert(3, [1]), "line 4 is not a JSON object"),
    ],
)
def test_differences_are_named(file: Path, tmp_path: Path, change: Callable[[list[Any]], object], words: str) -> None:
    with pytest.raises(ValueError, match=words) as found:
        read_replay(damaged(file, tmp_path, change)).verify()
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "its first line has no 'dicedeck_replay'"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"once upon a time", "is no replay: line 1 is not a JSON object"),
        (b'{"songs": []}\n', "its first line has no"),
        (b"[1, 2]\n", "line 1 is not a JSON object"),
    ],
)
def test_other_files_are_no_replays(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    assert_refused(dicedeck("replay", str(path)), words, str(path))


def test_an_unwritable_place_is_named(tmp_path: Path, game: Game) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReplayError, match="cannot write the replay"):
        play_match(game, "random", "random", 1, replays=tmp_path / "file")


def test_any_game_can_be_recorded(tmp_path: Path) -> None:
    """As the docs do it: a recorder, ``watch`` before each action, ``write`` at the end."""
    game = TOY.load()
    state = game.new_initial_state(5)
    recorder = Recorder(game, 5, ["me", "you"], [0, 0])
    choice = random.Random(1)
    while not state.is_terminal():
        action = choice.choice(state.legal_actions())
        recorder.watch(state, action)
        state.apply_action(action)
    path = tmp_path / "game.jsonl"
    recorder.write(path, state.returns(), state.step_count, "", state)
    assert read_replay(path).verify() == state


# ---------------------------------------------------------------- the command


def test_the_command_shows_the_game(file: Path) -> None:
    replay = read_replay(file)
    answer = dicedeck("replay", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert str(replay.verify()) in answer.out
    assert f"All {replay.length} steps agree" in answer.text
    assert "Pro: random, Con: greedy" in answer.text
    assert f"1 Pro: {replay.steps[0].action}" in answer.text


def test_the_command_shows_a_step(file: Path) -> None:
    pictures = [str(state) for state in read_replay(file).play()]
    answer = dicedeck("replay", str(file), "--step", "4")
    assert pictures[4] in answer.out
    assert "After step 4 " in answer.text
    assert "Next: step 5 " in answer.text
    assert "The deal:" in dicedeck("replay", str(file), "--step", "0").text
    assert_refused(dicedeck("replay", str(file), "--step", "999"), "has the steps 0 to", "not 999")


def test_the_command_names_the_step_that_differs(file: Path, tmp_path: Path) -> None:
    copy = damaged(file, tmp_path, lambda lines: lines[9].update(hash="0" * 16))
    assert_refused(dicedeck("replay", str(copy)), "step 9")
    assert_refused(dicedeck("replay", str(tmp_path / "none.jsonl")), "No such file")


def test_evaluate_and_tournament_write_replays(tmp_path: Path) -> None:
    words = ("impeachment", "random", "greedy", "--pairs", "1", "--replays", str(tmp_path / "replays"))
    assert dicedeck("evaluate", *words).code == 0
    (folder,) = (tmp_path / "replays").rglob("*-vs-*")
    assert len(list(folder.iterdir())) == 2
    assert dicedeck("tournament", *words, "--out", str(tmp_path / "out"), "--seed", "5").code == 0
    assert len(list((tmp_path / "replays").rglob("*.jsonl"))) == 4
