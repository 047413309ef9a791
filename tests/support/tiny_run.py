"""A training run of a second, on the toy game."""

from __future__ import annotations

from typing import Any

from dicedeck.training.config import TrainingConfig, parse_config

TINY = """
game: support.toy_game:GAME
seed: 3
total_steps: 200
network: {hidden: [8], scorer: [8]}
ppo: {envs: 4, steps: 16, epochs: 2, minibatch: 32, magnet_kl: 0.1}
opponents: {self: 2, snapshots: 1, random: 1}
snapshots: {every: 64, keep: 2}
evaluation: {every: 100, pairs: 2, against: [random]}
checkpoint_every: 64
"""


def tiny(**changes: Any) -> TrainingConfig:
    """Its config, with changes."""
    return parse_config(TINY).model_copy(update=changes)
