"""Building keeps the contract of the suite; its rulebook's tables are those of the code; Gymnasium plays it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.checks import check_game
from dicedeck.envs.core.rulebook import rule_ids, rules_path, with_tables
from dicedeck.envs.kamigakari.build import GAME
from dicedeck.envs.kamigakari.build.sizes import MAX_STEPS
from dicedeck.envs.wrappers.single import SingleAgentEnv
from support.kami_build import building


@pytest.mark.contract
@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"level": 3}, {"level": 5, "fights": "queen"}])
def test_contract(options: dict[str, Any]) -> None:
    check_game(building(**options), games=1, every=12, crowd=2)


@pytest.mark.nojit
def test_the_rulebook_shows_what_the_code_has() -> None:
    text = rules_path(GAME).read_text(encoding="utf-8")
    assert with_tables(text, GAME) == text
    assert rule_ids(GAME) == ["KAMI-40", "KAMI-41", "KAMI-42", "KAMI-43"]
    assert f"more than {MAX_STEPS} actions" in text


@pytest.mark.nojit
def test_gymnasium_plays_it() -> None:
    env = SingleAgentEnv(building())
    observation, info = env.reset(seed=4)
    rnd, reward, steps, over = random.Random(4), 0.0, 0, False
    while not over:
        assert env.observation_space.contains(observation)
        action = rnd.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, truncated, info = env.step(np.int64(action))
        steps += 1
        assert not truncated and (over or reward == 0.0)
    assert reward in (0.0, 1.0) and 60 < steps <= MAX_STEPS


@pytest.mark.nojit
def test_a_builder_sees_nothing_of_the_dice_to_come() -> None:
    state = building().new_initial_state(1)
    for seed in (2, 3):
        other = state.resample(0, seed)
        assert other.record.rng.tolist() != state.record.rng.tolist()
        assert other.to_dict() == state.to_dict()
        assert other.observation_tensor().tolist() == state.observation_tensor().tolist()
