"""Compiled bots that are asked on the true state, as the surveys do."""

from __future__ import annotations

import random

import numpy as np

from dicedeck.agents.bots.scripted import Choice, decide
from dicedeck.envs.core.dtypes import new_records
from dicedeck.envs.core.game import Game


def assert_it_looks_at_nothing_hidden(game: Game, choice: Choice, seeds: int, moves: int) -> None:
    """On the true state it decides as on a redrawn one, and leaves the state alone; one move in five is random."""
    kernel = game.bind(decide, label=f"_choose_{getattr(choice, '__name__', 'choice')}", choice=choice)
    mask, scratch, rng = np.zeros(game.num_actions, np.int8), new_records(game.state_dtype, 2), np.ones(4, np.uint64)
    rnd = random.Random(3)
    for seed in range(seeds):
        state = game.new_initial_state(seed)
        for number in range(moves):
            if state.is_terminal():
                break
            before = state.to_bytes()
            here = kernel(state.records, mask, scratch, rng)
            assert state.to_bytes() == before
            assert here in state.legal_actions()
            world = state.resample(state.current_player(), number)
            assert kernel(world.records, mask, scratch, rng) == here, state
            state.apply_action(here if rnd.random() < 0.8 else rnd.choice(state.legal_actions()))
