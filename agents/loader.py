"""Agents by their spec, such as ``mcts:200,rollout=greedy``; everything is imported when first asked for."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dicedeck.agents.bots import BOTS
from dicedeck.agents.protocol import Agent
from dicedeck.agents.spec import AgentSpec, AgentSpecError, parse_spec
from dicedeck.envs.core.errors import did_you_mean
from dicedeck.envs.core.game import Game

Factory = Callable[[AgentSpec, Game], Agent]
"""Makes an agent for a game; refuses what it does not know in the spec."""

AGENTS: dict[str, str] = {
    "random": "dicedeck.agents.random_agent:make_random",
    "mcts": "dicedeck.agents.mcts:make_mcts",
}
"""Agents that play every game, each by the place of its factory. The bots of one game are in ``agents/bots``."""
POLICY = "dicedeck.agents.policy:load_policy"
"""load_policy(path, game) -> Agent, for a checkpoint."""
TRAINED = "dicedeck.agents.policy:load_trained"
"""load_trained(game) -> Agent, the policy that is shipped for a game and its options."""


def load_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """The agent that a spec names, ready to play ``game``.

    Args:
        spec: ``name[:budget][,key=value...]``, the path of a checkpoint, ``trained``, or ``my_module:make`` for an
            agent of your own, where make(game) gives it.
        seed: of its random numbers until the next ``reset``.

    Raises:
        AgentSpecError: lists the agents that can play the game, or says what is wrong with the spec.
    """
    agent = _make(spec.strip(), game)
    agent.reset(seed)
    return agent


def agent_names(game: Game) -> list[str]:
    """The names that a spec for this game can begin with."""
    return [*AGENTS, *BOTS.get(game.name, ())]


def _make(text: str, game: Game) -> Agent:
    if _is_path(text):
        return _load_policy(text, game)
    if text == "trained":
        return _named(TRAINED, text)(game)  # type: ignore[no-any-return]
    if _is_place(text):
        return _outside_agent(text, game)
    spec = parse_spec(text)
    places = {**AGENTS, **BOTS.get(game.name, {})}
    if spec.name not in places:
        raise AgentSpecError(_unknown(spec.name, game))
    factory: Factory = _named(places[spec.name], text)
    return factory(spec, game)


def _is_path(text: str) -> bool:
    separators = {os.sep, "/", os.altsep or "/"}
    return any(mark in text for mark in separators) or text.endswith(".safetensors") or os.path.isdir(text)


def _is_place(text: str) -> bool:
    """``my_module:make``: behind the colon of every other spec stands a budget, which is a number."""
    module, colon, attribute = text.partition(":")
    if module in AGENTS or any(module in bots for bots in BOTS.values()):
        return False
    return bool(colon) and attribute.isidentifier() and all(part.isidentifier() for part in module.split("."))


def _outside_agent(text: str, game: Game) -> Agent:
    """An agent from outside the suite: its class, or another function of the game that makes it."""
    module_name, _, attribute = text.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise AgentSpecError(f"agent {text!r}: cannot import {error.name!r}; is it on the Python path?") from None
    make = getattr(module, attribute, None)
    if not callable(make):
        raise AgentSpecError(f"agent {text!r}: {module_name} has no function or class {attribute!r}")
    agent = make(game)
    if not isinstance(agent, Agent):
        raise AgentSpecError(f"agent {text!r}: {attribute}(game) gave {agent!r}, which has no name, reset and act")
    agent.name = text
    return agent


def _load_policy(text: str, game: Game) -> Agent:
    if not Path(text.partition(",")[0]).exists():
        raise AgentSpecError(f"agent {text!r}: there is no such checkpoint (a spec with a slash in it is a path)")
    agent: Agent = _named(POLICY, text)(text, game)
    return agent


def _unknown(name: str, game: Game) -> str:
    """Says which agents there are, and for which game this one is."""
    known = agent_names(game)
    elsewhere = [other for other, bots in BOTS.items() if name in bots]
    if elsewhere:
        return f"agent {name!r} plays {', '.join(elsewhere)}, not {game.name} (agents here: {', '.join(known)})"
    listed = f"known for {game.name}: {', '.join(known)}, trained, the path of a checkpoint, or my_module:make"
    return f"no agent is called {name!r}{did_you_mean(name, known)} ({listed})"


def _named(place: str, text: str) -> Any:
    """What ``module:attribute`` names."""
    module, _, attribute = place.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise AgentSpecError(f"agent {text!r}: this version cannot load it, {module} is missing") from None
