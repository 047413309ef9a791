"""A start by example: the learner first learns to choose what another agent would, and how such games end.

Self-play from nothing finds its first wins by chance. Where they are rare (long solo games), a few thousand games of a
bot or a search are a better start; self-play then goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import PolicyNetwork
from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs import Game
from dicedeck.envs.core.dtypes import Array, Floats
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import ImitationConfig, TrainingConfig
from dicedeck.training.descent import descend, minibatches
from dicedeck.training.selfplay import Decisions


class Example(NamedTuple):
    """Decisions of an agent that plays all seats, seat by seat within each game.

    Attributes:
        decisions: whose ``chosen`` is the agent's choice; forced moves are left out.
        returns: float32[n], what the seat was paid from then on.
        lengths: int64[s], decisions of each seat in each game, where there are any.
    """

    decisions: Decisions
    returns: Floats
    lengths: Array


class Imitated(NamedTuple):
    """How a start by example went."""

    decisions: int
    agreement: float
    """Share of the last epoch's decisions, before each step of learning, whose likeliest action is the example's."""


def imitate(
    network: PolicyNetwork, given: ImitationConfig, config: TrainingConfig, game: Game, show: Callable[[str], None]
) -> Imitated:
    """Let the network learn from another agent's games.

    Args:
        given: whose, and how many.
        config: the rest of the run's settings.
        game: that of the training, with its rewards.
        show: called with a note on the progress.

    Raises:
        AgentSpecError: an agent that does not exist.
    """
    example = play_example(game, load_agent(given.agent, game), given.games, config.seed, network.memory, show)
    optimizer = torch.optim.Adam(network.parameters(), lr=given.learning_rate, eps=1e-5)
    rng = np.random.default_rng(derive_seed(config.seed, "imitation", "minibatches"))
    everything = np.arange(len(example.decisions))
    sequences = np.split(everything, example.lengths.cumsum()[:-1])
    parts = max(1, round(len(example.decisions) / config.ppo.minibatch))
    agreement = 0.0
    for epoch in range(given.epochs):
        right = 0
        for index, lengths in minibatches(everything, sequences, min(parts, len(sequences)), rng):
            choices = example.decisions.take(index).choices(lengths)
            logits, values, _ = network(choices)
            table = choices.table(logits)
            chosen = torch.from_numpy(example.decisions.chosen[index])
            errors = (values - torch.from_numpy(example.returns[index])) / network.scale
            loss = nn.functional.cross_entropy(table, chosen) + config.ppo.value_weight * errors.square().mean()
            descend(network, optimizer, loss, config.ppo.max_gradient)
            right += int((table.argmax(1) == chosen).sum())
        agreement = right / len(example.decisions)
        show(f"imitating {given.agent}: epoch {epoch + 1} of {given.epochs}, {agreement:.0%} alike")
    return Imitated(len(example.decisions), agreement)


def play_example(game: Game, agent: Agent, games: int, seed: int, memory: int, show: Callable[[str], None]) -> Example:
    """Games in which the agent plays all seats, with what it decided."""
    parts: list[Decisions] = []
    returns: list[Floats] = []
    lengths: list[int] = []
    for number in range(games):
        agent.reset(derive_seed(seed, "imitation", number, "agent"))
        for decisions, paid in _play(game, agent, derive_seed(seed, "imitation", number), number, memory):
            parts.append(decisions)
            returns.append(paid)
            lengths.append(len(decisions))
        if number % 10 == 9:
            show(f"watching {agent.name}: {number + 1} of {games} games")
    return Example(Decisions.joined(parts), np.concatenate(returns), np.array(lengths, np.int64))


def _play(game: Game, agent: Agent, seed: int, number: int, memory: int) -> list[tuple[Decisions, Floats]]:
    """One game: the decisions of each seat that made any, and what it was paid after each of them."""
    state = game.new_initial_state(seed)
    seen: list[list[tuple[Floats, list[int], Floats, int]]] = [[] for _ in range(game.num_players)]
    paid_before: list[list[float]] = [[] for _ in range(game.num_players)]
    paid = np.zeros(game.num_players)
    while (seat := state.current_player()) >= 0:
        legal = state.legal_actions()
        action = agent.act(view_of(state)) if len(legal) > 1 else legal[0]
        if len(legal) > 1:
            seen[seat].append((state.observation_tensor(), legal, state.action_features(), legal.index(action)))
            paid_before[seat].append(paid[seat])
        state.apply_action(action)
        paid += state.rewards()
    found = []
    for seat, made in enumerate(seen):
        if not made:
            continue
        n = len(made)
        observations, legal_actions, features, chosen = zip(*made)
        decisions = Decisions(
            ticks=np.zeros(n, np.int64),
            games=np.full(n, number, np.int64),
            seats=np.full(n, seat, np.int64),
            observations=np.stack(observations),
            counts=np.array([len(legal) for legal in legal_actions], np.int64),
            actions=np.concatenate(legal_actions).astype(np.int64),
            features=np.concatenate(features),
            chosen=np.array(chosen, np.int64),
            log_chances=np.zeros(n, np.float32),
            values=np.zeros(n, np.float32),
            memory=np.zeros((n, memory), np.float32),
        )
        found.append((decisions, (paid[seat] - np.array(paid_before[seat])).astype(np.float32)))
    return found
