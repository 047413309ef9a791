"""A position with other names for justices and suits is seen, and its actions are described, in the other order."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch

from dicedeck.agents.inference import quick_scorers
from dicedeck.agents.loader import load_agent
from dicedeck.agents.networks import build_network
from dicedeck.agents.policy import LOOKS, PolicyAgent
from dicedeck.agents.protocol import view_of
from dicedeck.envs import State
from dicedeck.envs.core.game import Game
from dicedeck.envs.impeachment.symmetries import suit_orders
from support.positions import impeachment

SUITS = "SHDC"
VARIANTS: list[dict[str, Any]] = [{}, {"tactics": True, "conviction": "total", "bias": True}]


def renamed(text: str, order: list[int], mirrored: bool) -> str:
    """An action or a card: suit order[k] is now called suit k, and justice 1 perhaps justice 9."""
    text = re.sub(r"\b([SHDC])(?=[A2-9TJQK]\b)", lambda found: SUITS[order.index(SUITS.index(found[1]))], text)
    return re.sub(r"\bJ([1-9])\b", lambda found: f"J{10 - int(found[1])}", text) if mirrored else text


def position_renamed(given: Any, order: list[int], mirrored: bool) -> Any:
    if isinstance(given, str):
        return renamed(given, order, mirrored)
    if isinstance(given, list):
        return [position_renamed(entry, order, mirrored) for entry in given]
    if isinstance(given, dict):
        found = {key: position_renamed(entry, order, mirrored) for key, entry in given.items()}
        if mirrored and "justices" in found:
            found["justices"].reverse()
        return found
    return given


def positions(game: Game, seed: int) -> list[State]:
    """Some of a random game, in any phase."""
    bot = load_agent("random", game, seed=seed)
    state, found = game.new_initial_state(seed), []
    while state.current_player() >= 0:
        if state.record.step_count % 10 == 9:
            found.append(state.clone())
        state.apply_action(bot.act(view_of(state)))
    return found


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("number", range(16))
def test_a_renamed_position_is_the_same_one(options: dict[str, Any], number: int) -> None:
    game = impeachment(**options)
    symmetry = game.symmetries[number]
    order, mirrored = suit_orders()[number // 2].tolist(), number % 2 == 1
    for state in positions(game, number):
        other = game.from_dict(position_renamed(state.to_dict(), order, mirrored))
        for player in range(2):
            seen = state.observation_tensor(player)[symmetry.observation]
            np.testing.assert_array_equal(other.observation_tensor(player), seen)
        for action, row in zip(state.legal_actions(), state.action_features()):
            name = renamed(game.action_to_string(action), order, mirrored)
            (found,) = other.action_features([other.string_to_action(name)])
            np.testing.assert_allclose(found, row[symmetry.features], atol=1e-6)


def test_there_are_sixteen() -> None:
    orders = {symmetry.observation.tobytes() for symmetry in impeachment().symmetries}
    assert len(orders) == 16


def test_a_policy_plays_alike_under_the_names_it_looks_at() -> None:
    """The first four symmetries, one after the other, make no fifth."""
    game = impeachment()
    shape = {"kind": "scorer", "hidden": [16], "scorer": [8], "activation": "relu"}
    agent = PolicyAgent("policy", build_network(game, shape), symmetries=game.symmetries)
    plain = PolicyAgent("policy", agent.network)
    differ = 0
    for number in range(LOOKS):
        order, mirrored = suit_orders()[number // 2].tolist(), number % 2 == 1
        for state in positions(game, 1):
            chosen = agent.act(view_of(state))
            assert agent.act_many([view_of(state)]) == [chosen]
            other = game.from_dict(position_renamed(state.to_dict(), order, mirrored))
            name = renamed(game.action_to_string(chosen), order, mirrored)
            assert game.action_to_string(agent.act(view_of(other))) == name
            differ += game.action_to_string(plain.act(view_of(other))) != name
    assert differ > 0


def test_drawn_actions_have_the_mean_of_the_logarithms() -> None:
    """No sharper and no flatter than the network is under each name."""
    game = impeachment()
    shape = {"kind": "scorer", "hidden": [16], "scorer": [8], "activation": "relu"}
    network = build_network(game, shape)
    state = next(state for state in positions(game, 5) if 2 <= len(state.legal_actions()) <= 20)
    torch.manual_seed(1)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_(0.4 * torch.randn_like(parameter))
    rows, seen = state.action_features(), state.observation_tensor()
    scorer = quick_scorers(network)[0]
    logits = [scorer(seen[look.observation], rows[:, look.features]) for look in game.symmetries[:LOOKS]]
    expected = np.exp(np.mean([found - np.log(np.exp(found).sum()) for found in logits], 0))
    agent = PolicyAgent("policy", network, sample=True, symmetries=game.symmetries)
    view, legal = view_of(state), state.legal_actions()
    for choose in (agent.act, lambda view: agent.act_many([view])[0]):
        counts = np.bincount([legal.index(choose(view)) for _ in range(3000)], minlength=len(legal))
        np.testing.assert_allclose(counts / 3000, expected / expected.sum(), atol=0.04)
    assert expected.max() / expected.sum() > 2 / len(legal)  # their sum instead of the mean would show
