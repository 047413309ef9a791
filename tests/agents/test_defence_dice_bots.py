"""The bots of Defence Dice: how strong they are, and puzzles whose answers are known exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicedeck.agents.bots.defence_dice.outlook import RUN_CHANCES, SUM_NAMES, TABLE, expected_return
from dicedeck.agents.bots.defence_dice.planner import Planner
from dicedeck.agents.bots.defence_dice.steward import choose_steward
from dicedeck.agents.bots.defence_dice.survey import survey
from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs.core.game import State
from dicedeck.envs.defence_dice.cards import WON
from dicedeck.envs.defence_dice.skills import SKILLS
from support.choices import assert_it_looks_at_nothing_hidden
from support.defence import begin, defence_dice, legal, play, position
from support.expectimax import Expectimax

FULL = "S2 S3 S4 S6 S7 S8 S5"
"""A track of seven; the front one is S5."""


def wins(spec: str, games: int, **options: Any) -> int:
    game = defence_dice(**options)
    agent = load_agent(spec, game)
    won = 0
    for seed in range(games):
        state = game.new_initial_state(seed)
        agent.reset(seed)
        while not state.is_terminal():
            state.apply_action(agent.act(view_of(state)))
        won += state.returns()[0] > 0
    return won


def chosen(state: State, spec: str, seed: int = 5) -> str:
    agent = load_agent(spec, state.game, seed)
    return state.action_to_string(agent.act(view_of(state)))


# How strong they are


@pytest.mark.parametrize("character", ["warrior", "mage"])
def test_the_ladder(character: str) -> None:
    """The true rates are below 1 %, some 45 %, and more than 70 %."""
    assert wins("random", 100, character=character) <= 5
    steward = wins("steward", 100, character=character)
    assert 25 <= steward <= 65
    assert wins("planner:100", 40, character=character) / 40 > steward / 100 + 0.05


@pytest.mark.parametrize("character", ["warrior", "mage"])
def test_the_steward_looks_at_nothing_hidden(character: str) -> None:
    """What the survey relies on."""
    assert_it_looks_at_nothing_hidden(defence_dice(character=character), choose_steward, seeds=2, moves=200)


def test_the_survey_plays_what_the_agents_play() -> None:
    """200 games either way: the steward wins 47 % of them, random play 0.5 %."""
    won = np.isin(survey("steward", 200)["ending"], WON)
    assert abs(won.mean() - wins("steward", 200) / 200) < 0.15
    assert not survey("random", 20)["rewards"].max() > 0


# Puzzles: what the planner does is one of the best actions by enumeration

TIGHT = {"deck": "S9 H2", "segments": [2, 0, 0, 0]}
"""One of the two cards would overrun a full track of spades."""
LONG = "a prisoner goes where he brings the XP that is needed"
"""Whole rounds lie behind this one: the enumeration takes minutes."""
PUZZLES: dict[str, tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = {
    "all dice on the full track, so that Attack comes before the next card": (
        (FULL, "H3 H4"),
        {"rolled": "14", **TIGHT},
        {},
    ),
    "an overkill on the full track rather than a capture elsewhere": (
        ("S2 S3 S4 S6 S7 S8 SJ", "H3 H7"),
        {"rolled": "346", **TIGHT},
        {},
    ),
    "a roll that does not help is rolled again": (
        (FULL, "H3 H4"),
        {"rolled": "1", "skills": {"Regroup": "6"}, **TIGHT},
        {},
    ),
    "a roll that helps is kept": (
        (FULL, "H3 H4"),
        {"rolled": "5", "skills": {"Regroup": "6"}, **TIGHT},
        {},
    ),
    "frost before the last two cards": (
        (FULL, "H3 H4"),
        {"rolled": "5", "skills": {"Frost": "33"}, **TIGHT},
        {"character": "mage"},
    ),
    "the last die is not spent": (
        ("S2 S3 S4 S6 S7 S8 S5", "H5 H4"),
        {"rolled": "", "skills": {"Long Shot": "5"}, "phase": "before_attack", **TIGHT},
        {},
    ),
    "scout: the card that would overrun a track goes to the bottom": (
        (FULL, "H3 H4"),
        {
            "rolled": "5",
            "skills": {"Scout": "5"},
            "phase": "scout",
            "active": "Scout",
            "known_top": True,
            **TIGHT,
        },
        {},
    ),
    LONG: (
        ("S9", "H3 H4"),
        {
            "rolled": "",
            "spent": 6,
            "pens": ("H7 H8", "S2"),
            "phase": "prisoner",
            "queue": {"prisoners": ["H6"], "joker": False},
            "deck": "D2",
        },
        {},
    ),
}


def puzzle(name: str) -> State:
    tracks, fields, options = PUZZLES[name]
    return begin(position(*tracks, **fields), **options)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n == LONG else ()) for n in PUZZLES])
def test_the_planner_agrees_with_enumeration(name: str) -> None:
    state = puzzle(name)
    solver = Expectimax(state.game)
    values = solver.values(state.to_dict())
    best = solver.best(state.to_dict())
    assert len(best) < len(values), "no puzzle: everything is equally good"
    for seed in range(3):
        assert chosen(state, "planner:200", seed) in best, values


def test_the_solver_knows_plain_chances() -> None:
    """A one, rolled again, helps by a 5 or a 6, and then one card of two is the right one; else all is lost."""
    state = puzzle("a roll that does not help is rolled again")
    values = Expectimax(state.game).values(state.to_dict())
    assert values["activate Regroup"] == pytest.approx(2 * (1 / 3 * 1 / 2) - 1)
    assert values["pass"] == -1


# Plans


def test_a_plan_is_carried_out_to_its_end() -> None:
    """A placement is decided once: the search is not asked again for its dice."""
    state = begin(position("SK", "H5", rolled="123455", deck="C2 C3 C4"))
    agent = load_agent("planner:50", state.game)
    assert isinstance(agent, Planner)
    names = []
    for _ in range(7):
        action = agent.act(view_of(state))
        names.append(state.action_to_string(action))
        state.apply_action(action)
    assert names == ["target SK", "die 1", "die 2", "die 3", "die 4", "die 5", "confirm"]
    first_plan = ("target SK", "die 1", "die 2", "die 3", "die 4", "die 5", "confirm")
    plans = [tuple(state.action_to_string(action) for action in plan) for plan in agent.last_means]
    assert first_plan in plans
    assert all(-1 <= mean <= 1 for mean in agent.last_means.values())


def test_a_plan_is_dropped_when_something_else_has_happened() -> None:
    agent = load_agent("planner:50", defence_dice())
    first = begin(position("SK", rolled="123455", deck="C2 C3 C4"))
    agent.act(view_of(first))
    other = begin(position("H5", rolled="14", deck="C2 C3 C4"))
    assert other.action_to_string(agent.act(view_of(other))) in legal(other)


@pytest.mark.parametrize("spec", ["steward", "planner:20", "mcts:20"])
def test_a_placement_that_somebody_else_began_is_finished(spec: str) -> None:
    state = play(begin(position("S9 S8", "H5", rolled="13466", skills={"Cleave": ""}, xp=1)), "skill Cleave", "die 1")
    agent = load_agent(spec, state.game)
    for _ in range(4):
        if state.phase() != "placing":
            break
        state.apply_action(agent.act(view_of(state)))
    assert state.phase() != "placing"


def bought(spec: str, games: int) -> set[str]:
    """The skills that the agent buys as a warrior."""
    game = defence_dice()
    found = set()
    agent = load_agent(spec, game)
    for seed in range(games):
        state = game.new_initial_state(seed)
        agent.reset(seed)
        while not state.is_terminal():
            action = agent.act(view_of(state))
            found.add(state.action_to_string(action))
            state.apply_action(action)
    return {name.removeprefix("buy ") for name in found if name.startswith("buy ")}


def test_which_skills_are_bought_can_be_said() -> None:
    """So that what a skill is worth can be measured."""
    assert bought("steward", 4) == {"Cleave"}
    assert bought("steward,buys=none", 4) == set()
    assert bought("steward,buys=Twin Strike", 4) == {"Twin Strike"}
    assert "Cleave" in bought("planner:20", 4)
    assert "Cleave" not in bought("planner:20,never=Cleave", 4)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("planner:0", "budget '0' must be a whole number from 1"),
        ("planner,horizon=0", "horizon '0' must be a whole number from 1"),
        ("planner,never=Cleve", "never=Cleve does not exist; did you mean 'Cleave'"),
        ("steward:5", "steward takes no budget"),
        ("steward,buys=Cleve", "buys=Cleve does not exist; did you mean 'Cleave'"),
    ],
)
def test_wrong_settings_are_explained(spec: str, said: str) -> None:
    with pytest.raises(AgentSpecError, match=said):
        load_agent(spec, defence_dice())


# The outlook


def test_chances_of_a_run_of_five() -> None:
    assert RUN_CHANCES[4] == 0
    assert RUN_CHANCES[5] == pytest.approx(240 / 6**5)
    assert RUN_CHANCES[6] == pytest.approx((2 * 2520 - 720) / 6**6)


def test_the_weights_know_every_sum_of_every_variant() -> None:
    assert TABLE.shape == (4, len(SUM_NAMES))
    assert len(SUM_NAMES) == len({*SUM_NAMES})
    assert (np.abs(TABLE).max(1) > 0.5).all()
    owners = {row.name: row.owner for row in SKILLS}
    for k, name in enumerate(SUM_NAMES):
        if owners.get(name) == "mage":
            assert TABLE[0, k] == TABLE[1, k] == 0


def test_more_enemies_and_fewer_dice_are_worse() -> None:
    state = begin(position("S9 S8", rolled="3456", xp=1))
    crowded = begin(position("S9 S8 S7 S6 S5 S4", "H9 H8 H7 H6 H5", rolled="3456", xp=1))
    poor = begin(position("S9 S8", rolled="3", spent=3, xp=1))
    assert expected_return(state.record) > expected_return(crowded.record)
    assert expected_return(state.record) > expected_return(poor.record)
