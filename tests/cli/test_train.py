"""`dicedeck train` and `dicedeck demo`: wrong input is refused before anything is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.commands import assert_refused, dicedeck

SMALL = """
game: impeachment
total_steps: 64
network: {hidden: [8]}
ppo: {envs: 4, steps: 8, minibatch: 16, epochs: 1}
evaluation: {every: 1000, pairs: 1, against: [random]}
checkpoint_every: 32
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL)
    return file


def test_misspelt_key(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(SMALL.replace("total_steps", "total_stpes"))
    answer = dicedeck("train", str(file), "--out", str(tmp_path / "run"))
    assert_refused(answer, "wrong.yaml", "total_stpes", "total_steps")
    assert not (tmp_path / "run").exists()


def test_unknown_config_lists_the_shipped_ones() -> None:
    assert_refused(dicedeck("train", "impeachment/sb3_dmo"), "impeachment/sb3_dmo", "impeachment/sb3_demo")


def test_wrong_game_in_a_config(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(SMALL.replace("impeachment", "chess"))
    assert_refused(dicedeck("train", str(file)), "chess", "known games")


@pytest.mark.parametrize("command", [("train", "{config}"), ("demo",)])
def test_unwritable_folder(command: tuple[str, ...], config: Path) -> None:
    words = [word.format(config=config) for word in command]
    assert_refused(dicedeck(*words, "--out", str(config / "run")), "small.yaml", "Not a directory")
    assert config.read_text() == SMALL


@pytest.mark.slow
def test_train_resume_and_evaluate(config: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    answer = dicedeck("train", str(config), "--out", str(run), "--quiet")
    assert (answer.code, answer.err) == (0, "")
    assert "against random:" in answer.text
    assert_refused(dicedeck("train", str(config), "--out", str(run), "--quiet"), "holds a run already")
    more = dicedeck("train", str(config), "--out", str(run), "--quiet", "--resume", "--steps", "128")
    assert int(more.text.split()[0]) >= 128
    measured = dicedeck("evaluate", "impeachment", str(run), "random", "--pairs", "1")
    assert measured.code == 0
    assert_refused(dicedeck("evaluate", "impeachment", str(run), "random", "-o", "tactics=true"), "checkpoint")
    play = ("play", "impeachment", "--opponent", str(run), "--hint", "random", "--seat", "con", "--seed", "1")
    assert dicedeck(*play, typed="1\nquit\n").code == 0


@pytest.mark.slow
def test_resume_needs_a_run(config: Path, tmp_path: Path) -> None:
    assert_refused(dicedeck("train", str(config), "--out", str(tmp_path / "new"), "--resume"), "no run to resume")
