"""Every registered game can be learnt by every learner, from a config alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.envs import game_ids
from dicedeck.evaluation.match import play_match
from dicedeck.training.config import SELF, SNAPSHOTS, config_names, load_config, parse_config
from dicedeck.training.run import train

TINY = """
game: {game}
learner: {learner}
total_steps: 64
network: {{kind: {kind}, hidden: [8]}}
ppo: {{envs: 4, steps: 16, epochs: 1, minibatch: 32}}
evaluation: {{every: 64, pairs: 1, against: [random]}}
checkpoint_every: 64
"""


@pytest.mark.parametrize(("learner", "kind"), [("ppo", "scorer"), ("ppo", "flat"), ("sb3", "flat")])
@pytest.mark.parametrize("game", game_ids())
def test_a_game_is_learnt(game: str, learner: str, kind: str, tmp_path: Path) -> None:
    config = parse_config(TINY.format(game=game, learner=learner, kind=kind))
    result = train(config, tmp_path, progress=False)
    assert result.steps >= 64
    match = play_match(config.load_game(), str(result.checkpoint), "random", 1)
    assert match.faults == {}


@pytest.mark.parametrize("name", config_names())
def test_every_shipped_config_names_agents_that_exist(name: str) -> None:
    config = load_config(name)
    example = [config.imitation.agent] if config.imitation else []
    for spec in (*config.opponents, *config.evaluation.against, *example):
        if spec not in (SELF, SNAPSHOTS):
            load_agent(spec, config.load_game())
