"""Checkpoints: whole or not there, refused where they do not fit."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicedeck.agents import checkpoint
from dicedeck.agents.checkpoint import CheckpointError, find_checkpoint, read_checkpoint, write_checkpoint
from dicedeck.agents.networks import build_network
from dicedeck.agents.policy import load_policy
from dicedeck.envs import Game, load_game

FACTS = {"steps": 7, "network": {"kind": "flat"}}
TENSORS: dict[str, dict[str, Any]] = {
    "policy": {"w": np.arange(6, dtype=np.float32).reshape(2, 3)},
    "rng": {"words": np.arange(5, dtype=np.uint64)},
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


@pytest.fixture
def saved(tmp_path: Path, game: Game) -> Path:
    folder = tmp_path / "run" / "checkpoint"
    write_checkpoint(folder, game, FACTS, TENSORS)
    return folder


def change_facts(folder: Path, **changes: Any) -> None:
    file = folder / "checkpoint.json"
    facts = json.loads(file.read_text())
    facts["game"].update(changes.pop("game", {}))
    file.write_text(json.dumps({**facts, **changes}))


def data_file(folder: Path, group: str = "policy") -> Path:
    return next(folder.glob(f"{group}-*.safetensors"))


def test_what_was_written_is_read(saved: Path, game: Game) -> None:
    for path in (saved, saved.parent):
        found = read_checkpoint(path, game)
        assert found.fact("steps", int) == 7
        for group, arrays in TENSORS.items():
            read = found.tensors(group)
            assert all(np.array_equal(read[name], array) for name, array in arrays.items())
            assert all(read[name].dtype == array.dtype for name, array in arrays.items())


def test_a_newer_checkpoint_takes_the_place_of_the_earlier(saved: Path, game: Game) -> None:
    (saved / "policy-killed.safetensors.99.tmp").touch()
    write_checkpoint(saved, game, {**FACTS, "steps": 8}, {**TENSORS, "policy": {"w": np.zeros(2, np.float32)}})
    assert read_checkpoint(saved, game).fact("steps", int) == 8
    assert len(list(saved.iterdir())) == 3


@pytest.mark.parametrize("fails_at", [1, 2, 3])
def test_a_full_disk_leaves_the_earlier_checkpoint(
    saved: Path, game: Game, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    calls = 0

    def fsync(file: int) -> None:
        nonlocal calls
        calls += 1
        if calls == fails_at:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(
        CheckpointError, match=r"cannot write the checkpoint .*: No space left on device; an earlier one"
    ):
        write_checkpoint(saved, game, {**FACTS, "steps": 8}, {"policy": {"w": np.ones(3)}, "rng": {"n": np.ones(1)}})
    found = read_checkpoint(saved, game)
    assert found.fact("steps", int) == 7
    assert list(found.tensors("policy")) == ["w"]
    assert not list(saved.glob("*.tmp"))


def test_an_unwritable_folder_is_named(tmp_path: Path, game: Game) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CheckpointError, match=r"cannot write the checkpoint .*file/checkpoint: "):
        write_checkpoint(tmp_path / "file" / "checkpoint", game, FACTS, TENSORS)


def test_no_checkpoint_is_said(tmp_path: Path) -> None:
    assert find_checkpoint(tmp_path) is None
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        read_checkpoint(tmp_path)


def test_another_games_options_are_refused(saved: Path) -> None:
    with pytest.raises(CheckpointError, match="made for the options none, not tactics=True, bias=True"):
        read_checkpoint(saved, load_game("impeachment", tactics=True, bias=True))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": {"name": "chess"}}, "it plays chess, not impeachment"),
        ({"game": {"version": 99}}, "it was made for version 99 of impeachment"),
        ({"game": {"num_actions": 5}}, "it knows 5 actions, impeachment has 486"),
        ({"game": {"observation": {"is_pro": [2]}}}, r"the layout of its observation differs: is_pro has shape \[2\]"),
        ({"game": {"digest": "0"}}, "the names of the actions have changed"),
        ({"format": 99}, "has format 99, this version of dicedeck reads 1"),
    ],
)
def test_a_difference_is_named(saved: Path, game: Game, changes: dict[str, Any], message: str) -> None:
    change_facts(saved, **changes)
    with pytest.raises(CheckpointError, match=message):
        read_checkpoint(saved, game)


def test_a_changed_order_of_the_layout_is_named(saved: Path, game: Game) -> None:
    observation = checkpoint.facts_of(game)["observation"]
    change_facts(saved, game={"observation": dict(reversed(observation.items())), "digest": "0"})
    with pytest.raises(CheckpointError, match="observation differs in the order of its parts"):
        read_checkpoint(saved, game)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"",
    ],
)
def test_a_damaged_file_is_named(saved: Path, game: Game, damage: Any) -> None:
    file = data_file(saved)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(CheckpointError, match=rf"{file.name} is damaged"):
        read_checkpoint(saved, game).tensors("policy")


def test_a_missing_file_is_named(saved: Path, game: Game) -> None:
    file = data_file(saved, "rng")
    file.unlink()
    with pytest.raises(CheckpointError, match=rf"{file.name}: cannot be read \(No such file"):
        read_checkpoint(saved, game).tensors("rng")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}', "\x00\xff"])
def test_damaged_facts_are_named(saved: Path, game: Game, text: str) -> None:
    (saved / "checkpoint.json").write_text(text, encoding="latin-1")
    with pytest.raises(CheckpointError, match=r"checkpoint\.json is damaged"):
        read_checkpoint(saved, game)


def test_a_group_that_is_not_there_is_named(saved: Path, game: Game) -> None:
    with pytest.raises(CheckpointError, match="names no file for 'optimizer'"):
        read_checkpoint(saved, game).tensors("optimizer")


WRONG: list[Any] = [None, 5, "x", [], True]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", ["game", "files", "network", "format"])
def test_facts_of_the_wrong_kind_are_refused(saved: Path, game: Game, name: str, wrong: Any) -> None:
    file = saved / "checkpoint.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), name: wrong}))
    with pytest.raises(CheckpointError):
        load_policy(saved, game)


@pytest.mark.parametrize("wrong", [None, 5, "x", []])
def test_entries_of_the_wrong_kind_are_refused(saved: Path, game: Game, wrong: Any) -> None:
    facts = json.loads((saved / "checkpoint.json").read_text())
    change_facts(saved, files={**facts["files"], "policy": wrong})
    with pytest.raises(CheckpointError, match="names no file for 'policy'"):
        read_checkpoint(saved, game).tensors("policy")
    for name in ("options", "observation"):
        change_facts(saved, game={name: wrong})
        with pytest.raises(CheckpointError, match="does not fit"):
            read_checkpoint(saved, game)


@pytest.mark.parametrize("hidden", ["x", [-3], [], None, 5])
def test_an_impossible_network_is_refused(saved: Path, game: Game, hidden: Any) -> None:
    change_facts(saved, network={"kind": "flat", "hidden": hidden, "activation": "relu"})
    with pytest.raises(CheckpointError):
        load_policy(saved, game)


def test_json_within_json_without_end_is_refused(saved: Path, game: Game) -> None:
    (saved / "checkpoint.json").write_text("[" * 100_000)
    with pytest.raises(CheckpointError, match="is damaged"):
        read_checkpoint(saved, game)


@pytest.mark.parametrize("spoil", [lambda array: array * np.nan, lambda array: array.astype(np.int64)])
def test_weights_must_be_finite_numbers(tmp_path: Path, game: Game, spoil: Any) -> None:
    shape = {"kind": "flat", "hidden": [4], "activation": "relu"}
    weights = {name: spoil(value.numpy()) for name, value in build_network(game, shape).state_dict().items()}
    write_checkpoint(tmp_path, game, {"network": shape}, {"policy": weights})
    with pytest.raises(CheckpointError, match="is not of finite float32 or float16 numbers"):
        load_policy(tmp_path, game)
