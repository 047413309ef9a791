"""Replays as data for offline learning: the episodes of one seat, the moves of the others folded in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from dicedeck.envs.core.dtypes import Floats, Mask
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.wrappers.single import observation_space
from dicedeck.evaluation.replay import Replay


class OfflineError(DicedeckError):
    """Replays that no data set can be made of."""


@dataclass(frozen=True)
class Episode:
    """A game as one seat lived it: n decisions, n + 1 observations."""

    observations: Floats
    """float32[n + 1, observation_size]: at each own decision, and at the end."""
    masks: Mask
    """int8[n + 1, num_actions]; all 0 at the end."""
    actions: list[int]
    rewards: list[float]
    """From each own action to the next one. What was paid before the first one counts towards it."""
    terminated: bool
    """By the rules; else by a cap."""
    seed: int
    """Of the deal."""


def episode_of(replay: Replay, seat: int) -> Episode | None:
    """The episode of one seat, checked against the hashes on the way; None where the seat never decided.

    Raises:
        ReplayError: a step does not agree with the rules.
        OfflineError: there is no such seat.
    """
    game = replay.game
    if not 0 <= seat < game.num_players:
        raise OfflineError(f"{game.name} has the seats 0 to {game.num_players - 1}, not {seat}")
    observations: list[Floats] = []
    masks: list[Mask] = []
    actions: list[int] = []
    rewards: list[float] = []
    before_first = 0.0
    for number, state in enumerate(replay.play()):
        if number and rewards:
            rewards[-1] += state.rewards()[seat]
        elif number:
            before_first += state.rewards()[seat]
        if state.current_player() == seat or number == len(replay.steps):
            observations.append(state.observation_tensor(seat))
            masks.append(state.legal_actions_mask())
        if state.current_player() == seat and number < len(replay.steps):
            actions.append(game.string_to_action(replay.steps[number].action))
            rewards.append(0.0)
        terminated = state.terminated
    if not actions:
        return None
    rewards[0] += before_first
    return Episode(np.stack(observations), np.stack(masks), actions, rewards, terminated, replay.seed)


def write_minari(replays: Iterable[Replay], seat: int, dataset_id: str, **facts: Any) -> Any:
    """Make a Minari data set of the episodes of one seat; needs ``pip install dicedeck[minari]``.

    Games that a fault ended are left out. The masks are in ``infos["action_mask"]``.

    Args:
        dataset_id: as Minari wants it, such as ``dicedeck/impeachment/greedy-v0``.
        facts: more arguments for ``minari.create_dataset_from_buffers``, such as ``author``.

    Returns:
        The ``minari.MinariDataset``.

    Raises:
        OfflineError: no episodes, or those of different games.
    """
    import minari
    from minari.data_collector import EpisodeBuffer

    chosen = [replay for replay in replays if not replay.fault]
    episodes = [episode for replay in chosen if (episode := episode_of(replay, seat)) is not None]
    if not episodes or len({replay.game for replay in chosen}) > 1:
        raise OfflineError("a data set is made of the games of one seat, all of the same game and options")
    game = chosen[0].game
    buffers = [
        EpisodeBuffer(
            id=number,
            seed=episode.seed,
            observations=list(episode.observations),
            actions=list(episode.actions),
            rewards=list(episode.rewards),
            terminations=[False] * (len(episode.actions) - 1) + [episode.terminated],
            truncations=[False] * (len(episode.actions) - 1) + [not episode.terminated],
            infos={"action_mask": list(episode.masks)},
        )
        for number, episode in enumerate(episodes)
    ]
    return minari.create_dataset_from_buffers(
        dataset_id,
        buffers,
        observation_space=observation_space(game),
        action_space=Discrete(game.num_actions),
        **{"data_format": "arrow", **facts},
    )
