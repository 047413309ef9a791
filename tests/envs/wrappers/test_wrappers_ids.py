"""How the games are found in the registries of Gymnasium and PettingZoo."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest

import dicedeck.envs
from dicedeck.envs import SingleAgentEnv, game_ids, load_game
from dicedeck.envs.wrappers import ids
from support.variants import marks_of


@pytest.mark.parametrize(
    ("game", "single", "several"),
    [
        ("impeachment", "dicedeck/Impeachment-v0", "dicedeck/impeachment-v0"),
        ("defence_dice", "dicedeck/DefenceDice-v0", "dicedeck/defence_dice-v0"),
        ("deck_of_fate", "dicedeck/DeckOfFate-v0", "dicedeck/deck_of_fate-v0"),
        ("card_rpg", "dicedeck/CardRpg-v0", "dicedeck/card_rpg-v0"),
        ("kamigakari_combat", "dicedeck/KamigakariCombat-v0", "dicedeck/kamigakari_combat-v0"),
        ("kamigakari_build", "dicedeck/KamigakariBuild-v0", "dicedeck/kamigakari_build-v0"),
    ],
)
def test_names(game: str, single: str, several: str) -> None:
    assert ids.gymnasium_id(game) == single
    assert ids.pettingzoo_id(game) == several


@pytest.mark.contract
@pytest.mark.parametrize("name", [pytest.param(name, marks=marks_of(name)) for name in game_ids()])
def test_every_game_is_registered(name: str) -> None:
    assert ids.VERSIONS.get(name, 0) == load_game(name).version
    env = gymnasium.make(ids.gymnasium_id(name), seat="random")
    assert isinstance(env.unwrapped, SingleAgentEnv)
    _, info = env.reset(seed=1)
    env.step(env.action_space.sample(info["action_mask"]))
    assert gymnasium.make_vec(ids.gymnasium_id(name), num_envs=2).num_envs == 2
    assert pettingzoo.make("aec", ids.pettingzoo_id(name)).possible_agents == list(load_game(name).players)


def test_registering_twice_is_no_error() -> None:
    ids.register_all()


def test_synchronous_vector_environments_work_too() -> None:
    envs = gymnasium.make_vec("dicedeck/Impeachment-v0", num_envs=2, vectorization_mode="sync", seat="random")
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (2, load_game("impeachment").num_actions)


def test_copies_through_gymnasiums_wrappers() -> None:
    """What ``gymnasium.make`` puts around an environment copies and pickles with it, in the middle of a game."""
    env = gymnasium.make("dicedeck/Impeachment-v0", seat="random")
    env.reset(seed=1)
    for _ in range(3):
        copies = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        action = int(np.flatnonzero(env.get_wrapper_attr("action_masks")())[0])
        seen = [one.step(action)[0] for one in copies]
        np.testing.assert_array_equal(seen[0], seen[1])
        np.testing.assert_array_equal(seen[0], seen[2])


def test_module_in_front_of_the_name_imports_it() -> None:
    code = "import gymnasium; print(gymnasium.make('dicedeck.envs:dicedeck/Impeachment-v0').reset(seed=1)[1]['seat'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def test_environments_are_exported() -> None:
    for name in dicedeck.envs.__all__:
        assert getattr(dicedeck.envs, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'raw_envs'"):
        _ = dicedeck.envs.raw_envs
