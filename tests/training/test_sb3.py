"""Training with MaskablePPO: it logs, resumes, refuses what does not fit, and survives being killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from dicedeck.agents import checkpoint
from dicedeck.agents.checkpoint import CheckpointError, read_checkpoint
from dicedeck.agents.files import write_file
from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import Choices, build_network
from dicedeck.agents.policy import PolicyAgent, load_policy
from dicedeck.agents.protocol import view_of
from dicedeck.envs import Game, load_game
from dicedeck.evaluation.match import play_match
from dicedeck.training.config import EvaluationConfig, NetworkConfig, TrainingConfig, parse_config
from dicedeck.training.opponents import Opponents, weights_of
from dicedeck.training.run import TrainingError, TrainingResult, train
from dicedeck.training.run_log import EVALUATION, PICTURE, PROGRESS, read_rows
from dicedeck.training.sb3 import SB3Run
from dicedeck.training.sb3_model import build_model, random_states, restore_random_states
from dicedeck.training.tensors import optimizer_tensors, weight_tensors

TINY = """
learner: sb3
game: impeachment
seed: 3
total_steps: 128
network: {kind: flat, hidden: [8, 8]}
ppo: {envs: 4, steps: 16, epochs: 1, minibatch: 32}
opponents: {random: 1, self: 1}
snapshots: {every: 64, keep: 2}
evaluation: {every: 64, pairs: 1, against: [random]}
checkpoint_every: 64
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("impeachment")


def tiny(**changes: Any) -> TrainingConfig:
    return parse_config(TINY).model_copy(update=changes)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TrainingResult:
    """A finished run, for tests that only look at it."""
    return train(tiny(), tmp_path_factory.mktemp("runs") / "tiny", progress=False)


def steps_of(folder: Path) -> int:
    return read_checkpoint(folder).fact("steps", int)


# ---------------------------------------------------------------- what a run leaves


def test_a_run_ends_with_its_steps_and_a_curve(run: TrainingResult) -> None:
    assert run.steps == 128
    assert run.steps_per_second > 0
    assert [(curve.opponent, curve.steps) for curve in run.curves] == [("random", [0, 64, 128])]
    assert all(0 <= score.low <= score.value <= score.high <= 1 for score in run.curves[0].scores)


def test_a_run_leaves_logs(run: TrainingResult) -> None:
    rows = read_rows(run.folder / PROGRESS)
    assert [int(row["steps"]) for row in rows] == [64, 128]
    assert float(rows[-1]["entropy"]) > 0
    roles = {row["role"] for row in read_rows(run.folder / EVALUATION)}
    assert roles == {"all", "Pro", "Con"}
    assert list((run.folder / "tensorboard").glob("events.*"))
    assert (run.folder / PICTURE).read_bytes().startswith(b"\x89PNG")
    assert parse_config((run.folder / "config.yaml").read_text()) == tiny()


def test_nothing_in_a_checkpoint_is_pickled(run: TrainingResult) -> None:
    assert {path.suffix for path in run.checkpoint.iterdir()} == {".json", ".safetensors"}
    assert not [path for path in run.folder.rglob("*") if path.suffix in (".zip", ".pt", ".pth", ".pkl")]


def test_the_same_seed_learns_the_same(run: TrainingResult, tmp_path: Path) -> None:
    again = train(tiny(), tmp_path, progress=False)
    one, two = (read_checkpoint(result.checkpoint).tensors("policy") for result in (run, again))
    assert all(np.array_equal(one[name], two[name]) for name in one)


# ---------------------------------------------------------------- the policy as an agent


def test_the_agent_is_the_policy_that_was_trained(game: Game) -> None:
    config = tiny(seed=5)
    model = build_model(config, Opponents(config, game).envs)
    network = build_network(game, config.network.shape())
    network.load_state_dict(weights_of(model.policy))
    agent = PolicyAgent("policy", network)
    state = game.new_initial_state(2)
    for _ in range(20):
        view = view_of(state)
        expected, _ = model.predict(view.observation, action_masks=view.mask, deterministic=True)
        assert agent.act(view) == int(expected)
        state.apply_action(int(expected))


def test_a_checkpoint_plays_by_its_path(run: TrainingResult, game: Game) -> None:
    for path in (run.checkpoint, run.folder):
        agent = load_agent(str(path), game)
        assert agent.name == str(path)
        assert play_match(game, str(path), "random", 2).faults == {}


def test_an_agent_decides_for_many_as_for_one(run: TrainingResult, game: Game) -> None:
    agent = load_policy(run.checkpoint, game)
    views = [view_of(game.new_initial_state(seed)) for seed in range(9)]
    assert agent.act_many(views) == [agent.act(view) for view in views]


def test_a_sampling_agent_follows_the_probabilities(run: TrainingResult, game: Game) -> None:
    agent = load_policy(run.checkpoint, game, sample=True)
    view = view_of(game.new_initial_state(4))
    legal = np.array(view.legal_actions)
    choices = Choices.of(
        view.observation[None], np.zeros(len(legal), np.int64), legal, view.features(), np.array([view.player])
    )
    with torch.no_grad():
        chances = torch.softmax(agent.network(choices).logits, 0).numpy()
    agent.reset(1)
    drawn = np.concatenate([agent.choose(choices)[0] for _ in range(20_000)])
    counts = np.bincount(drawn, minlength=len(legal)) / 20_000
    assert np.abs(counts - chances).max() < 0.015
    agent.reset(1)
    first = [agent.act(view) for _ in range(20)]
    agent.reset(1)
    assert [agent.act(view) for _ in range(20)] == first


def test_a_setting_chooses_between_the_likeliest_and_drawing(run: TrainingResult, game: Game) -> None:
    for setting, sample in (("", False), (",play=best", False), (",play=sample", True)):
        agent = load_policy(f"{run.checkpoint}{setting}", game)
        assert (agent.name, agent.sample) == (f"{run.checkpoint}{setting}", sample)
    with pytest.raises(ValueError, match="has the setting play=best or play=sample, not play=well"):
        load_policy(f"{run.checkpoint},play=well", game)


def test_a_checkpoint_of_other_options_is_refused_as_agent(run: TrainingResult) -> None:
    with pytest.raises(CheckpointError, match="made for the options none, not bias=True"):
        load_policy(run.checkpoint, load_game("impeachment", bias=True))


def test_an_unknown_network_is_refused(run: TrainingResult, game: Game, tmp_path: Path) -> None:
    facts = json.loads((run.checkpoint / "checkpoint.json").read_text())
    for file in run.checkpoint.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    for network, message in (
        ({"kind": "wheel"}, "knows no network"),
        (
            {"kind": "flat", "hidden": [9], "activation": "relu"},
            "is damaged: mlp_extractor.policy_net.0.weight should be",
        ),
    ):
        (tmp_path / "checkpoint.json").write_text(json.dumps({**facts, "network": network}))
        with pytest.raises(CheckpointError, match=message):
            load_policy(tmp_path, game)


# ---------------------------------------------------------------- resuming


def test_a_run_goes_on_to_its_total(tmp_path: Path) -> None:
    train(tiny(total_steps=64), tmp_path, progress=False)
    result = train(tiny(total_steps=192), tmp_path, resume=True, progress=False)
    assert result.steps == steps_of(tmp_path) == 192
    assert result.curves[0].steps == [0, 64, 128, 192]
    assert [int(row["steps"]) for row in read_rows(tmp_path / PROGRESS)] == [64, 128, 192]
    again = train(tiny(total_steps=192), tmp_path, resume=True, progress=False)
    assert again.steps == 192
    assert again.curves == result.curves


def test_resuming_restores_everything(tmp_path: Path, game: Game) -> None:
    train(tiny(), tmp_path, progress=False)
    checkpoint = read_checkpoint(tmp_path, game)
    run = SB3Run(tiny(total_steps=256), game, tmp_path, checkpoint)
    for group, now in (
        ("policy", weight_tensors(run.model.policy)),
        ("optimizer", optimizer_tensors(run.model.policy, run.model.policy.optimizer)),
        ("random", random_states()),
    ):
        saved = checkpoint.tensors(group)
        assert saved.keys() == now.keys()
        assert all(np.array_equal(saved[name], now[name]) for name in saved), group
    assert len(run.opponents.pool) == 2
    assert run.steps == 128
    assert run.model._n_updates == 2


def test_random_states_are_restored() -> None:
    before = random_states()
    drawn = (np.random.rand(3).tolist(), torch.rand(3).tolist())
    restore_random_states(before)
    assert (np.random.rand(3).tolist(), torch.rand(3).tolist()) == drawn


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 4}, "was begun with seed: 3, the config has 4"),
        ({"options": {"bias": True}}, "does not fit: it was made for the options none, not bias=True"),
    ],
)
def test_another_config_is_not_resumed(run: TrainingResult, changes: dict[str, Any], message: str) -> None:
    with pytest.raises((TrainingError, CheckpointError), match=message):
        train(tiny(**changes), run.folder, resume=True, progress=False)


def test_a_run_is_not_overwritten(run: TrainingResult) -> None:
    with pytest.raises(TrainingError, match="holds a run already"):
        train(tiny(), run.folder, progress=False)


def test_overwriting_begins_anew(tmp_path: Path) -> None:
    train(tiny(), tmp_path, progress=False)
    again = train(tiny(seed=4, total_steps=64), tmp_path, progress=False, overwrite=True)
    assert again.steps == steps_of(tmp_path) == 64
    assert again.curves[0].steps == [0, 64]
    assert len(list((tmp_path / "tensorboard").iterdir())) == 1


def test_nothing_to_resume_is_said(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="holds no run to resume"):
        train(tiny(), tmp_path, resume=True, progress=False)


def test_an_opponent_that_does_not_exist_is_said_first(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(ValueError, match="no agent is called 'gredy'"):
        train(tiny(opponents={"gredy": 1.0}), folder, progress=False)
    assert not folder.exists()


def test_an_unwritable_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="cannot write to the folder"):
        train(tiny(), tmp_path / "file" / "run", progress=False)


def test_a_full_disk_keeps_the_checkpoint_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = 0

    def write(path: Path, content: str | bytes) -> None:
        nonlocal written
        written += 1
        if written > 6:
            raise OSError(28, "No space left on device")
        write_file(path, content)

    monkeypatch.setattr(checkpoint, "write_file", write)
    with pytest.raises(CheckpointError, match="No space left on device; an earlier one is left as it was"):
        train(tiny(), tmp_path, progress=False)
    monkeypatch.undo()
    assert steps_of(tmp_path) == 0
    assert train(tiny(), tmp_path, resume=True, progress=False).steps == 128


# ---------------------------------------------------------------- kill -9


SCRIPT = """
import sys
from pathlib import Path
from dicedeck.training.config import parse_config
from dicedeck.training.run import train
train(parse_config(sys.argv[1]), Path(sys.argv[2]), progress=False)
"""


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    text = TINY.replace("total_steps: 128", "total_steps: 1_000_000").replace(
        "every: 64, pairs", "every: 9999999, pairs"
    )
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, text, str(tmp_path)])
    try:
        deadline = time.monotonic() + 200
        while not (tmp_path / "checkpoint" / "checkpoint.json").exists() or steps_of(tmp_path) < 256:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    there = steps_of(tmp_path)
    config = parse_config(text).model_copy(update={"total_steps": there + 128})
    result = train(config, tmp_path, resume=True, progress=False)
    assert result.steps == there + 128
    steps = [int(row["steps"]) for row in read_rows(tmp_path / PROGRESS)]
    assert steps == list(range(64, result.steps + 1, 64))


def test_policy_agents_have_no_need_of_sb3(run: TrainingResult) -> None:
    code = (
        "import sys; from dicedeck.envs import load_game; from dicedeck.agents.loader import load_agent; "
        f"load_agent({str(run.folder)!r}, load_game('impeachment')); print('stable_baselines3' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# ---------------------------------------------------------------- learning


@pytest.mark.slow
def test_it_learns_to_beat_random(tmp_path: Path, game: Game) -> None:
    changes = {"total_steps": 100_000, "evaluation": EvaluationConfig(every=100_000, pairs=1)}
    network = NetworkConfig(kind="flat", hidden=(128,))
    config = TrainingConfig(learner="sb3", game="impeachment", network=network).model_copy(update=changes)
    result = train(config, tmp_path, progress=False)
    match = play_match(game, str(result.checkpoint), "random", 200, seed=1)
    assert match.interval.low > 0.6
    assert isinstance(load_agent(str(result.checkpoint), game), PolicyAgent)
