"""Every registered game keeps the contract, in its variants; and behaves as it did when its hashes were stored."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicedeck.envs import game_ids, load_game
from dicedeck.envs.core.checks import check_game
from support.golden import hash_of_game
from support.variants import EVERY_VARIANT, FULLEST, VARIANTS, Options, variant_name

GOLDEN = Path(__file__).parent / "golden"
GOLDEN_SEEDS = (5, 9, 15)
"""In Impeachment every kind of action comes up in them, and the variants of Conviction differ."""
SPARSER = {"card_rpg": 10, "kamigakari_combat": 10, "deck_of_fate": 2}
"""Long games: so many times fewer positions are checked. At length (marked slow) all are."""
ALONE: dict[str, Options] = {"card_rpg": {"pcs": 1}, "deck_of_fate": {"pcs": 1}, "kamigakari_combat": {}}
"""Smaller games in place of the fullest ones, where those take minutes in plain Python."""
HOW_TO_UPDATE = "is it meant? Then raise the game's version, add a line to its history and run with --update-golden"


@pytest.mark.contract
@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_contract(name: str, options: Options) -> None:
    check_game(load_game(name, **options), games=2, every=4 * SPARSER.get(name, 1))


@pytest.mark.nojit
@pytest.mark.parametrize(("name", "options"), FULLEST)
def test_contract_in_plain_python(name: str, options: Options) -> None:
    check_game(load_game(name, **ALONE.get(name, options)), seeds=[1], every=20, crowd=1)


@pytest.mark.contract
@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_contract_at_length(name: str, options: Options) -> None:
    check_game(load_game(name, **options), seeds=range(100, 130), crowd=5000)


@pytest.mark.contract
@pytest.mark.nojit
@pytest.mark.parametrize("name", game_ids())
def test_golden_hashes(name: str, update_golden: bool) -> None:
    """The same bytes after every action as when the file was written: compiled, with bounds checks, in plain Python."""
    found: dict[str, Any] = {"version": load_game(name).version, "games": {}}
    for options in VARIANTS[name]:
        game = load_game(name, **options)
        found["games"][variant_name(options)] = [hash_of_game(game, seed) for seed in GOLDEN_SEEDS]
    path = GOLDEN / f"{name}.json"
    if update_golden:
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    stored = json.loads(path.read_text(encoding="utf-8"))
    changed = [key for key in found["games"] if stored["games"].get(key) != found["games"][key]]
    assert not changed, f"{name} plays otherwise than stored in {changed}: {HOW_TO_UPDATE}"
    assert stored == found, f"golden/{name}.json has another version or variants that are gone: run --update-golden"


def test_no_hashes_of_games_that_are_gone() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(game_ids())


@pytest.mark.contract
@pytest.mark.nojit
@pytest.mark.parametrize(("name", "options"), FULLEST)
def test_global_random_numbers_are_never_asked(name: str, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is dealt, looked at, resampled and played while every global generator raises."""
    game = load_game(name, **options)
    _use(game.new_initial_state(seed=0).clone(), steps=2)  # compiles what is not compiled yet

    def poisoned(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a global random number generator was asked")

    for function in ("random", "randrange", "randint", "choice", "choices", "shuffle", "sample", "getrandbits"):
        monkeypatch.setattr(random, function, poisoned)
    for function in ("random", "rand", "randint", "choice", "shuffle", "permutation", "default_rng", "seed"):
        monkeypatch.setattr(np.random, function, poisoned)
    _use(game.new_initial_state(seed=1), steps=min(game.max_steps, 150))


def _use(state: Any, steps: int) -> None:
    """Asks a state for everything that it has, and plays on."""
    for number in range(steps):
        if state.is_terminal():
            return
        for player in range(state.game.num_players):
            state.observation_tensor(player)
            state.resample(player, seed=number)
            state.to_string(player)
        state.action_features()
        state.game.from_dict(state.to_dict())
        legal = state.legal_actions()
        state.apply_action(legal[number % len(legal)])
