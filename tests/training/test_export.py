"""Policies to hand on, and those that come with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.agents import policy
from dicedeck.agents.checkpoint import read_checkpoint
from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs import load_game
from dicedeck.training.config import load_config
from dicedeck.training.export import CARD, export_policy
from dicedeck.training.run import TrainingResult, train

LIMIT = 2_000_000
"""Bytes that a shipped policy may have."""
SHIPPED = sorted(path.parent for path in policy.TRAINED.glob("*/*/checkpoint.json"))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> TrainingResult:
    config = load_config("impeachment/smoke").model_copy(update={"total_steps": 500})
    return train(config, tmp_path_factory.mktemp("run"), progress=False)


def test_an_exported_policy_plays_like_the_run(run: TrainingResult, tmp_path: Path) -> None:
    matches = export_policy(run.folder, tmp_path / "policy", ["random"], pairs=3)
    assert [match.pairs for match in matches] == [3]
    assert sorted(read_checkpoint(tmp_path / "policy").fact("files", dict)) == ["policy"]
    game = load_game("impeachment")
    agents = [load_agent(str(place), game) for place in (run.folder, tmp_path / "policy")]
    for seed in range(5):
        view = view_of(game.new_initial_state(seed))
        assert agents[0].act(view) == agents[1].act(view)


def test_a_model_card_says_what_was_measured(run: TrainingResult, tmp_path: Path) -> None:
    (match,) = export_policy(run.folder, tmp_path, ["greedy"], pairs=3, seed=5)
    card = (tmp_path / CARD).read_text(encoding="utf-8")
    for part in ("# A policy for Impeachment", f"| greedy | {match.estimate} |", "as Pro", "kind scorer", "seed 5"):
        assert part in card
    assert str(read_checkpoint(tmp_path).fact("files", dict)["policy"]["sha256"]) in card


def test_a_game_without_a_shipped_policy_lists_those_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    with pytest.raises(AgentSpecError, match=r"no trained policy is shipped for .* \(for impeachment: nothing\)"):
        load_agent("trained", load_game("impeachment"))


def test_a_shipped_policy_is_found_by_the_games_options(
    run: TrainingResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    export_policy(run.folder, tmp_path / "impeachment" / "base", ["random"], pairs=1)
    assert load_agent("trained", load_game("impeachment")).name == "trained"
    with pytest.raises(AgentSpecError, match=r"for impeachment: the default options"):
        load_agent("trained", load_game("impeachment", bias=True))


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_shipped_policies_are_small_whole_and_of_this_version(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.iterdir()) < LIMIT
    there = read_checkpoint(folder).fact("game", dict)
    game = load_game(folder.parent.name, **there["options"])
    agent = load_agent("trained", game)
    state = game.new_initial_state(1)
    assert agent.act(view_of(state)) in state.legal_actions()
    card = (folder / CARD).read_text(encoding="utf-8")
    assert game.digest in card
    assert read_checkpoint(folder).fact("files", dict)["policy"]["sha256"] in card
