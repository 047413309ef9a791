"""Speed of games of other suites, measured on the same machine by the same method, for scale."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from time import perf_counter

from dicedeck.evaluation.benchmark import Chunk, Effort, Outcome, Skipped, measure


def run_peers(effort: Effort, seed: int = 0) -> list[Outcome]:
    """One game of each suite that is installed, with mask and observation, random legal play."""
    outcomes: list[Outcome] = []
    for name, prepare in PEERS.items():
        try:
            chunk = prepare(seed)
        except ImportError as error:
            outcomes.append(Skipped(name, "single", f"not installed: {error.name or error}"))
            continue
        outcomes.append(measure(name, "single", chunk, effort))
    return outcomes


def pettingzoo_connect_four(seed: int) -> Chunk:
    """PettingZoo's raw AEC environment: last() and step()."""
    env = importlib.import_module("pettingzoo.classic.connect_four_v3").raw_env()
    choose = random.Random(seed)

    def chunk() -> tuple[int, float]:
        steps = 0
        started = perf_counter()
        env.reset()
        seconds = perf_counter() - started
        while env.agents:
            started = perf_counter()
            observation, _, terminated, truncated, _ = env.last()
            seconds += perf_counter() - started
            over = terminated or truncated
            action = None if over else choose.choice(observation["action_mask"].nonzero()[0].tolist())
            started = perf_counter()
            env.step(action)
            seconds += perf_counter() - started
            steps += not over
        return steps, seconds

    return chunk


def openspiel_gin_rummy(seed: int) -> Chunk:
    """OpenSpiel (C++) from Python: apply_action, legal_actions_mask, observation_tensor; chance in time."""
    game = importlib.import_module("pyspiel").load_game("gin_rummy")
    choose = random.Random(seed)

    def chunk() -> tuple[int, float]:
        steps, seconds = 0, 0.0
        started = perf_counter()
        state = game.new_initial_state()
        seconds += perf_counter() - started
        while not state.is_terminal():
            chance = state.is_chance_node()
            started = perf_counter()
            actions = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
            seconds += perf_counter() - started
            action = choose.choice(actions)
            started = perf_counter()
            state.apply_action(action)
            if not state.is_terminal() and not state.is_chance_node():
                state.legal_actions_mask()
                state.observation_tensor(state.current_player())
            seconds += perf_counter() - started
            steps += not chance
        return steps, seconds

    return chunk


def rlcard_gin_rummy(seed: int) -> Chunk:
    """RLCard's environment: step(), which returns observation and legal actions."""
    env = importlib.import_module("rlcard").make("gin-rummy", config={"seed": seed})
    choose = random.Random(seed)

    def chunk() -> tuple[int, float]:
        steps = 0
        started = perf_counter()
        state, _ = env.reset()
        seconds = perf_counter() - started
        while not env.is_over():
            action = choose.choice(list(state["legal_actions"]))
            started = perf_counter()
            state, _ = env.step(action)
            seconds += perf_counter() - started
            steps += 1
        return steps, seconds

    return chunk


PEERS: dict[str, Callable[[int], Chunk]] = {
    "PettingZoo connect_four": pettingzoo_connect_four,
    "OpenSpiel gin_rummy": openspiel_gin_rummy,
    "RLCard gin-rummy": rlcard_gin_rummy,
}
