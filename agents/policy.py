"""Trained policies as agents: a network from a checkpoint, its illegal actions masked out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from dicedeck.agents.checkpoint import FACTS, Checkpoint, CheckpointError, read_checkpoint
from dicedeck.agents.inference import quick_scorers
from dicedeck.agents.networks import Choices, Opinion, PolicyNetwork, build_network
from dicedeck.agents.protocol import View
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.symmetry import Symmetry

TRAINED = Path(__file__).parent / "trained"
"""The policies that come with the package: a folder for each game, in it one for each variant."""
LOOKS = 4
"""Under so many of a game's symmetries a policy judges a position; more cost time and gain nothing."""


class PolicyAgent:
    """Plays by a network: the likeliest legal action, or one drawn by the network's probabilities.

    Args:
        sample: draw; the likeliest action otherwise.
        symmetries: of the game. Where the network goes by features and remembers nothing, the mean of its logarithms
            of probabilities under the first ``LOOKS`` of them is taken.

    Attributes:
        looks: these symmetries.
    """

    def __init__(
        self, name: str, network: PolicyNetwork, sample: bool = False, symmetries: Sequence[Symmetry] = ()
    ) -> None:
        self.name = name
        self.network = network.eval()
        self.sample = sample
        self.looks = symmetries[:LOOKS] if network.uses_features and not network.memory else ()
        self._version = -1
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._memory: dict[int, Floats] = {}
        version = sum(parameter._version for parameter in self.network.parameters())
        if version != self._version:  # the weights have changed
            self._version = version
            self._quick = quick_scorers(self.network, self.looks)

    def act(self, view: View) -> int:
        legal = view.legal_actions
        if len(legal) == 1:
            return legal[0]
        if self._quick:
            logits = self._quick[view.player](view.observation, view.features())
            return legal[int(self._pick(logits[None])[0])]
        if not self.network.memory:
            return self.act_many([view])[0]
        before = self._memory.get(view.player, np.zeros(self.network.memory, np.float32))
        columns, memory = self._choose([view], before[None])
        self._memory[view.player] = memory[0]
        return legal[int(columns[0])]

    def act_many(self, views: Sequence[View]) -> list[int]:
        if self.network.memory and len(views) > 1:
            raise DicedeckError(f"{self.name} remembers the game, so it plays one game at a time")
        if self.network.memory:
            return [self.act(view) for view in views]
        return [view.legal_actions[column] for view, column in zip(views, self._choose(views, None)[0])]

    def _choose(self, views: Sequence[View], memory: Floats | None) -> tuple[Array, Floats]:
        """For each view the place of an action among the legal ones, and what the network remembers then."""
        counts = [len(view.legal_actions) for view in views]
        owners = np.repeat(np.arange(len(views)), counts)
        features = (
            np.concatenate([view.features() for view in views])
            if self.network.uses_features
            else np.zeros((len(owners), 0), np.float32)
        )
        observations = np.stack([view.observation for view in views])
        actions = np.concatenate([view.legal_actions for view in views])
        seats = np.array([view.player for view in views])
        return self.choose(Choices.of(observations, owners, actions, features, seats, memory))

    def opinion(self, choices: Choices) -> Opinion:
        """What the network says, its logits under all symmetries that it looks at."""
        said: Opinion = self.network(choices)
        if len(self.looks) < 2:
            return said
        total = torch.log_softmax(choices.table(said.logits), 1)
        for look in self.looks[1:]:
            seen = replace(
                choices,
                observations=choices.observations[:, look.observation],
                features=choices.features[:, look.features],
            )
            total += torch.log_softmax(choices.table(self.network(seen).logits), 1)
        return said._replace(logits=total[choices.owners, choices.columns] / len(self.looks))

    def choose(self, choices: Choices) -> tuple[Array, Floats]:
        """For each state the place of an action among its legal ones, int64[n], and the memory, float32[n, memory]."""
        with torch.inference_mode():
            said = self.opinion(choices)
            logits = choices.table(said.logits).numpy()
        return self._pick(logits), said.memory.numpy()

    def _pick(self, logits: Floats) -> Array:
        """int64[n]: a column of each row of float32[n, width], the largest or one drawn."""
        if not self.sample:
            best: Array = logits.argmax(1)
            return best
        chances = np.exp(logits.astype(np.float64) - logits.max(1, keepdims=True))
        return draw(chances, [self._random.random() for _ in logits])


def draw(chances: NDArray[np.floating[Any]], points: Sequence[float]) -> Array:
    """int64[n]: a column of each row of float[n, width], drawn by its chances; ``points`` are random, 0 to 1."""
    sums = chances.cumsum(1)
    drawn: Array = (sums <= np.asarray(points)[:, None] * sums[:, -1:]).sum(1)
    return drawn


def load_policy(path: str | Path, game: Game, sample: bool = False) -> PolicyAgent:
    """The policy of a checkpoint, or of a training run's folder.

    Args:
        path: may end in ``,play=sample`` or ``,play=best``, which goes before ``sample``.

    Raises:
        AgentSpecError: another setting than ``play``.
        CheckpointError: it is damaged, or was made for another game; names the file or what differs.
    """
    torch.set_num_threads(1)
    text = str(path)
    place, comma, setting = text.rpartition(",")
    if comma and "=" in setting:
        if setting not in ("play=sample", "play=best"):
            raise AgentSpecError(
                f"agent {text!r}: a checkpoint has the setting play=best or play=sample, not {setting}"
            )
        path, sample = place, setting == "play=sample"
    checkpoint = read_checkpoint(Path(path), game)
    return PolicyAgent(text, network_of(checkpoint, game), sample, game.symmetries)


def network_of(checkpoint: Checkpoint, game: Game) -> PolicyNetwork:
    """The policy network, rebuilt from the facts of a checkpoint and filled from its tensors."""
    shape = checkpoint.fact("network", dict)
    try:
        network = build_network(game, shape)
    except (KeyError, TypeError, ValueError, IndexError, RuntimeError):
        raise CheckpointError(f"{checkpoint.folder}: this version of dicedeck knows no network {shape!r}") from None
    fill(network, checkpoint.tensors("policy"), str(checkpoint.folder))
    return network


def fill(network: nn.Module, tensors: Mapping[str, Array], source: str) -> None:
    """Copy those of the tensors into a network that it has; all of its own must be there."""
    wanted = network.state_dict()
    for name, value in wanted.items():
        if name not in tensors or tensors[name].shape != tuple(value.shape):
            found = list(tensors[name].shape) if name in tensors else "missing"
            raise CheckpointError(f"{source} is damaged: {name} should be {list(value.shape)}, it is {found}")
        if tensors[name].dtype not in (np.float32, np.float16) or not np.isfinite(tensors[name]).all():
            raise CheckpointError(f"{source} is damaged: {name} is not of finite float32 or float16 numbers")
    network.load_state_dict({name: torch.from_numpy(tensors[name].astype(np.float32)) for name in wanted})


def load_trained(game: Game) -> PolicyAgent:
    """The policy that is shipped for a game and its options.

    Raises:
        AgentSpecError: none is; lists those that are.
        CheckpointError: it was made for another version of the game.
    """
    shipped = [(folder, read_checkpoint(folder).fact("game", dict)) for folder in trained_folders(game.name)]
    for folder, made_for in shipped:
        if made_for.get("options") == game.option_values():
            agent = load_policy(folder, game)
            agent.name = "trained"
            return agent
    there = "; ".join(_spelt(made_for["options"]) for _, made_for in shipped) or "nothing"
    raise AgentSpecError(
        f"no trained policy is shipped for {game!r} (for {game.name}: {there}); train one, and name its folder instead"
    )


def trained_folders(game: str) -> list[Path]:
    """Where the shipped policies of a game lie."""
    return sorted(path.parent for path in (TRAINED / game).glob(f"*/{FACTS}"))


def _spelt(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "the default options"
