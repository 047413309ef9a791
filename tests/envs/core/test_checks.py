"""``check_game`` passes a sound game and finds each fault under the right clause.

Every fault is a copy of the toy game with one part exchanged. They run in plain Python: each would be compiled anew.
"""

from __future__ import annotations

import dataclasses
import random
import re
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core import jit
from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.checks import GAME_CLAUSES, CheckReport, check_game
from dicedeck.envs.core.checks_positions import POSITION_CLAUSES
from dicedeck.envs.core.errors import CheckFailure
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.rng import POLICY
from dicedeck.envs.core.spec import GameSpec, Variant
from support import toy_dice, toy_game
from support.toy_game import A_EXCHANGE, GAME, HAND, N_CARDS

plain_python = pytest.mark.skipif(jit.JIT, reason="each fault would be compiled: they run with NUMBA_DISABLE_JIT=1")
Part = Callable[..., Any]


# ---------------------------------------------------------------- sound games


@pytest.mark.contract
@pytest.mark.nojit
@pytest.mark.parametrize("exchange", [True, pytest.param(False, marks=plain_python)])
def test_toy_game_keeps_the_contract(exchange: bool) -> None:
    report = check_game(GAME.load(exchange=exchange), games=6)
    assert report.games == 6
    assert report.longest == (8 if exchange else 6)
    assert report.redrawn == {"player_0": ["where", "pile"], "player_1": ["where", "pile"]}


@pytest.mark.nojit
@plain_python
@pytest.mark.parametrize("heroes", range(1, 7))
def test_dice_game_for_any_number_of_players_keeps_the_contract(heroes: int) -> None:
    """Solo, co-operative, chance after every action, ended by a cap."""
    report = check_game(toy_dice.GAME.load(heroes=heroes), games=3)
    assert all(not fields for fields in report.redrawn.values())


@pytest.mark.nojit
def test_a_game_from_outside_is_checked_by_its_module_name() -> None:
    from dicedeck.envs import load_game

    assert load_game("support.toy_game:GAME", exchange=False) == GAME.load(exchange=False)


@pytest.mark.nojit
def test_report_reads_well() -> None:
    report = CheckReport("load_game('toy')", ["facts"], 1, 2, 3, 4, 5, {"player_0": ["pile"], "gm_0": []})
    assert str(report).splitlines() == [
        "load_game('toy') keeps the contract: 1 clauses, 1 games, 2 positions, 3 actions, longest game 4 of at most 5 "
        "actions",
        "  resample(player_0) redraws: pile",
        "  resample(gm_0) redraws: nothing but the random numbers",
    ]


@pytest.mark.nojit
@pytest.mark.parametrize("wrong", [{"seeds": []}, {"every": 0}])
def test_nothing_to_check_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at least one seed"):
        check_game(GAME, **wrong)


@pytest.mark.nojit
def test_every_clause_says_what_it_holds() -> None:
    clauses: list[Any] = [*GAME_CLAUSES.values(), *POSITION_CLAUSES.values()]
    assert [check.__name__ for check in clauses if not check.__doc__] == []


# ---------------------------------------------------------------- faulty games


def broken(
    monkeypatch: pytest.MonkeyPatch, spec: GameSpec = GAME, *, facts: dict[str, Any] | None = None, **parts: Any
) -> Game:
    """The toy game with some parts exchanged: facts of the spec, or parts of its variant, rules or notation."""

    def variant(options: Any) -> Variant:
        made = spec.variant(options)
        changes: dict[str, Any] = {}
        for owner in ("rules", "notation"):
            own = {name: part for name, part in parts.items() if hasattr(getattr(made, owner), name)}
            changes[owner] = dataclasses.replace(getattr(made, owner), **own)
            changes |= {name: part for name, part in parts.items() if hasattr(made, name)}
        return dataclasses.replace(made, **changes)

    module = types.ModuleType("broken_game")  # so that its games can be pickled
    monkeypatch.setitem(sys.modules, module.__name__, module)
    variant.__module__ = module.__name__
    module.GAME = made = dataclasses.replace(spec, variant=variant, **(facts or {}))  # type: ignore[attr-defined]
    return made.load()


def failure(game: Game) -> CheckFailure:
    with pytest.raises(CheckFailure) as caught:
        check_game(game, games=6)
    return caught.value


def observe_other_hand(s: Any, player: int, obs: Any) -> None:
    toy_game.observe(s, player, obs)
    obs.aside[:] = s.where == HAND + 1 - player


def observe_a_count(s: Any, player: int, obs: Any) -> None:
    toy_game.observe(s, player, obs)
    obs.tricks[0] = s.pile_count


def observe_and_touch(s: Any, player: int, obs: Any) -> None:
    toy_game.observe(s, player, obs)
    s.rng[POLICY, 0] = 0


def features_of_the_pile(s: Any, action: int, out: Any) -> None:
    toy_game.action_features(s, action, out)
    out.wins = action % N_CARDS > s.pile[0]


def features_that_are_no_numbers(s: Any, action: int, out: Any) -> None:
    out.value = np.nan


def render_everything(s: Any, player: int | None) -> str:
    return toy_game.render(s, None)


def tell_what_is_next(s: Any, action: int, viewer: int) -> str:
    name = toy_game.FULL.names[action]
    return name if viewer == s.player else f"{name}, holding {toy_game.render(s, int(s.player))}"


def legal_all_cards(s: Any, mask: Any) -> None:
    mask[:A_EXCHANGE] = 1


def legal_nothing_on_answers(s: Any, mask: Any) -> None:
    if s.led == toy_game.NO_CARD:
        toy_game.legal(s, mask)


def legal_by_twos(s: Any, mask: Any) -> None:
    toy_game.legal(s, mask)
    mask[:] *= 2


def setup_by_global_numbers(s: Any) -> None:
    toy_game.setup(s)
    s.led = toy_game.NO_CARD
    order = np.random.permutation(N_CARDS)
    s.where[:] = s.where[order]
    s.pile[: s.pile_count] = np.flatnonzero(s.where == toy_game.PILE)


def step_asking_random(s: Any, action: int) -> None:
    random.random()
    toy_game.step(s, action)


MEMORY: list[int] = []


def step_with_a_memory(s: Any, action: int) -> None:
    MEMORY.append(action)
    toy_game.step(s, action)
    s.rng[POLICY, 0] = len(MEMORY)


def step_where_both_win(s: Any, action: int) -> None:
    toy_game.step(s, action)
    s.rewards[:] = abs(s.rewards)


def step_that_pays_double(s: Any, action: int) -> None:
    toy_game.step(s, action)
    s.rewards[:] *= 2


def step_that_forgets_the_mover(s: Any, action: int) -> None:
    toy_game.step(s, action)
    s.player += 2


def step_that_counts_twice(s: Any, action: int) -> None:
    toy_game.step(s, action)
    s.step_count += 1


def resample_nothing(s: Any, player: int) -> None:
    pass


def resample_own_hand(s: Any, player: int) -> None:
    toy_game.resample(s, 1 - player)


def resample_from_the_truth(s: Any, player: int) -> None:
    """Rotates the hidden cards, so that the true ones can be worked out."""
    hidden = s.pile[: s.pile_count].copy()
    s.pile[: s.pile_count] = np.roll(hidden, 1)


def resample_a_card_twice(s: Any, player: int) -> None:
    toy_game.resample(s, player)
    s.pile[0] = s.pile[1]


def to_dict_without_the_card_led(s: Any) -> dict[str, Any]:
    return {**toy_game.to_dict(s), "led": None}


def to_dict_with_tuples(s: Any) -> dict[str, Any]:
    position = toy_game.to_dict(s)
    return {**position, "pile": tuple(position["pile"])}


def from_dict_without_checks(s: Any, position: dict[str, Any]) -> None:
    toy_game.from_dict(s, {key: position[key] for key in toy_game.to_dict(s)})


class Gap(Exception):
    pass


def phase_that_fails(s: Any) -> str:
    raise Gap("no such phase")


FAULTS: list[tuple[str, dict[str, Any], str, str]] = [
    # clause, parts exchanged, what the message must say
    ("nothing hidden is shown", {"observe": observe_other_hand}, "observation of player_0", "shows the other's hand"),
    ("nothing hidden is shown", {"action_features": features_of_the_pile}, "features of", "features show it"),
    ("nothing hidden is shown", {"render": render_everything}, "picture of player_", "the picture shows it"),
    ("actions are told alike", {"seen_action": tell_what_is_next}, "is told of", "the telling shows it"),
    ("nothing hidden is shown", {"resample": resample_own_hand}, "in a redrawn world", "redraws the own hand"),
    ("resample ignores the truth", {"resample": resample_from_the_truth}, "differs in pile", "depends on the truth"),
    ("hidden information", {"resample": resample_nothing}, "redraws nothing", "redraws nothing"),
    ("nothing hidden is shown", {"facts": {"hidden_information": False}}, "changes what player", "says it is open"),
    ("redrawn worlds play on", {"resample": resample_a_card_twice}, "PositionError", "redraws no proper position"),
    ("observation", {"observe": observe_a_count}, r"4\.0 at \[41\] is outside", "observes a count"),
    ("looking changes nothing", {"observe": observe_and_touch}, "changes the state", "observing changes the state"),
    ("features", {"action_features": features_that_are_no_numbers}, "not all numbers are finite", "nan"),
    ("text", {"phase": phase_that_fails}, "Gap: no such phase", "no phase"),
    ("legal actions apply", {"legal": legal_nothing_on_answers}, "no legal action", "stuck"),
    ("legal actions", {"legal": legal_by_twos}, r"holds \[0, 2\]", "a mask of twos"),
    ("notation", {"legal": legal_all_cards}, "still to be played", "may play cards that it has not"),
    ("same seed, same game", {"setup": setup_by_global_numbers}, "another one", "dealt by numpy.random"),
    ("same seed, same game", {"step": step_asking_random}, "global random numbers", "asks the module random"),
    ("copies", {"step": step_with_a_memory}, "differs in rng", "remembers outside the state"),
    ("rewards", {"step": step_where_both_win}, "do not add up to 0", "both win"),
    ("rewards", {"step": step_that_pays_double}, "outside -1.0 .. 1.0", "pays too much"),
    ("rewards", {"facts": {"utility": "identical"}}, "not identical", "says that all win together"),
    ("legal actions apply", {"step": step_that_forgets_the_mover}, "player is", "no such player"),
    ("legal actions apply", {"step": step_that_counts_twice}, "step_count", "counts twice"),
    ("max_steps", {"max_steps": 5}, "not over after 5 actions", "lasts too long"),
    ("notation", {"to_dict": to_dict_without_the_card_led}, "still to be played", "leaves out a fact"),
    ("notation", {"to_dict": to_dict_with_tuples}, "not plain JSON", "tuples"),
    ("refusals", {"from_dict": from_dict_without_checks}, "an unknown key is taken", "ignores unknown keys"),
    ("facts", {"players": ("Pro", "Con")}, "lower-case letters", "names that PettingZoo refuses"),
    ("facts", {"roles": ("Elder",)}, "number of roles", "a role is missing"),
]


@pytest.mark.nojit
@plain_python
@pytest.mark.parametrize(("clause", "parts", "problem", "_id"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_fault_is_found(
    clause: str, parts: dict[str, Any], problem: str, _id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    MEMORY.clear()
    found = failure(broken(monkeypatch, **parts))
    assert found.clause == clause, str(found)
    assert re.search(problem, found.problem), found.problem


@pytest.mark.nojit
def test_two_actions_of_one_name_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ActionTable([Block("play", (2 * N_CARDS,), lambda card: f"play {card % N_CARDS}")])
    found = failure(broken(monkeypatch, actions=table))
    assert found.clause == "action names"


@pytest.mark.nojit
@plain_python
def test_failure_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names clause, seed and actions, and these lead to the position."""
    game = broken(monkeypatch, step=step_where_both_win)
    found = failure(game)
    state = game.new_initial_state(seed=int(found.seed or 0))
    for action in found.actions:
        state.apply_action(action)
    assert state.returns() == [1, 1]
    assert f"seed={found.seed}" in str(found) and str(list(found.actions)) in str(found)
    assert "rewards" in str(found) and "three_tricks" in str(found)
