"""A start by example: the network chooses as the example did, and foresees what the example was paid."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from dicedeck.agents.checkpoint import read_checkpoint
from dicedeck.agents.networks import build_network
from dicedeck.agents.policy import load_policy
from dicedeck.agents.protocol import view_of
from dicedeck.envs import load_game
from dicedeck.training.config import ConfigError, ImitationConfig, TrainingConfig, parse_config
from dicedeck.training.imitation import imitate, play_example
from dicedeck.training.run import train
from support.players import First

TOY = "support.toy_game:GAME"


def quiet(note: str) -> None:
    """Nobody looks."""


def test_an_example_holds_each_seats_decisions_and_what_came_of_them() -> None:
    game = load_game("deck_of_fate", pcs=2, reward="incidents")
    agent = First()
    example = play_example(game, agent, 3, seed=1, memory=0, show=quiet)
    decisions = example.decisions
    assert len(agent.seeds) == len(set(agent.seeds)) == 3
    assert (decisions.chosen == 0).all() and (decisions.counts > 1).all()
    assert example.lengths.sum() == len(decisions) == len(example.returns)
    starts = example.lengths.cumsum() - example.lengths
    for start, length in zip(starts, example.lengths):
        block = slice(start, start + length)
        assert len(set(decisions.games[block])) == len(set(decisions.seats[block])) == 1
    assert set(example.returns[starts]) <= {-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0}
    assert np.array_equal(play_example(game, agent, 3, 1, 0, quiet).decisions.features, decisions.features)


@pytest.mark.parametrize("memory", [0, 4])
def test_the_network_chooses_like_the_example(memory: int) -> None:
    config = TrainingConfig(game=TOY, ppo={"minibatch": 64})  # type: ignore[arg-type]
    game = config.load_game()
    torch.manual_seed(0)
    network = build_network(game, {**config.network.shape(), "memory": memory})
    given = ImitationConfig(agent="support.players:first", games=40, epochs=8, learning_rate=3e-3)
    done = imitate(network, given, config, game, quiet)
    assert done.agreement > 0.9
    assert done.decisions > 100


def test_a_run_begins_like_its_example_and_remembers_it(tmp_path: Path) -> None:
    text = f"""
game: {TOY}
total_steps: 64
network: {{hidden: [16], scorer: [16]}}
ppo: {{envs: 4, steps: 16, minibatch: 64, learning_rate: 1e-9, learning_rate_end: 1e-9}}
imitation: {{agent: "support.players:first", games: 40, epochs: 24, learning_rate: 3e-3}}
evaluation: {{pairs: 1}}
"""
    run = train(parse_config(text), tmp_path / "run", progress=False)
    imitated = read_checkpoint(run.checkpoint, load_game(TOY)).fact("imitated", dict)
    assert imitated["agreement"] > 0.9
    game = load_game(TOY)
    policy = load_policy(run.checkpoint, game)
    state = game.new_initial_state(seed=5)
    same = []
    while not state.is_terminal():
        same.append(policy.act(view_of(state)) == state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
    assert np.mean(same) > 0.8
    longer = parse_config(text.replace("total_steps: 64", "total_steps: 128"))
    train(longer, run.folder, resume=True, progress=False)  # goes on without watching again
    assert read_checkpoint(run.checkpoint, game).fact("imitated", dict) == imitated


def test_the_baseline_does_not_learn_by_example() -> None:
    with pytest.raises(ConfigError, match="sb3 does not learn by example"):
        parse_config(f"game: {TOY}\nlearner: sb3\nnetwork: {{kind: flat}}\nimitation: {{agent: random, games: 2}}\n")
