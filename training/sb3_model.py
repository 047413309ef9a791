"""The model of sb3-contrib, and all that it consists of as plain arrays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from dicedeck.agents.networks import ACTIVATIONS
from dicedeck.envs.core.dtypes import Array
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import TrainingConfig


def build_model(config: TrainingConfig, envs: Any, start: int = 0) -> MaskablePPO:
    """A new model; the deals of a run that goes on are other ones than those at its beginning."""
    ppo, network = config.ppo, config.network
    return MaskablePPO(
        "MlpPolicy",
        envs,
        learning_rate=lambda left: ppo.learning_rate_end + left * (ppo.learning_rate - ppo.learning_rate_end),
        n_steps=ppo.steps,
        batch_size=ppo.minibatch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_gradient,
        policy_kwargs={
            "net_arch": {"pi": list(network.hidden), "vf": list(network.hidden)},
            "activation_fn": ACTIVATIONS[network.activation],
        },
        seed=derive_seed(config.seed, "learner", start) % 2**32,
        device="cpu",
    )


@contextmanager
def unchecked_distributions() -> Iterator[None]:
    """Without torch's checks of every probability that a distribution is made of: a tenth of an update's time."""
    checked = torch.distributions.Distribution._validate_args
    torch.distributions.Distribution.set_default_validate_args(False)
    try:
        yield
    finally:
        torch.distributions.Distribution.set_default_validate_args(checked)


def random_states() -> dict[str, Array]:
    """The generators that SB3 draws from: Python's, numpy's and torch's global ones."""
    _, words, _ = random.getstate()
    _, keys, position, has_gauss, cached = np.random.get_state(legacy=True)
    return {
        "python": np.array(words, np.uint64),
        "numpy": np.asarray(keys, np.uint32),
        "numpy_position": np.array([position, has_gauss], np.int64),
        "numpy_cached": np.array([cached], np.float64),
        "torch": torch.get_rng_state().numpy(),
    }


def restore_random_states(tensors: dict[str, Array]) -> None:
    """The reverse of ``random_states``."""
    random.setstate((3, tuple(int(word) for word in tensors["python"]), None))
    position, has_gauss = (int(number) for number in tensors["numpy_position"])
    np.random.set_state(("MT19937", tensors["numpy"], position, has_gauss, float(tensors["numpy_cached"][0])))
    torch.set_rng_state(torch.from_numpy(tensors["torch"].copy()))
