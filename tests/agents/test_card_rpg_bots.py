"""The bots of C.A.R.D. RPG: what they do in plain cases, what they know, how often they win."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.agents.bots.card_rpg.party import choose_scripted
from dicedeck.agents.bots.card_rpg.survey import survey, won
from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.envs.core.game import State
from support.card import begin, card_rpg, foe, foes_turn, pc, play, position
from support.choices import assert_it_looks_at_nothing_hidden


def chosen(state: State, bot: str = "tactician") -> str:
    return state.action_to_string(load_agent(bot, state.game, seed=1).act(view_of(state)))


# The tactician


def test_it_strikes_whom_one_blow_defeats() -> None:
    foes = [foe("ogre"), foe("goblin", health="wounded"), foe("troll")]
    given = position(pc(rows="axe axe axe"), pc("bow"), foes=foes)
    state = begin(given)
    assert chosen(state) == "use row 1"
    assert chosen(play(state, "use row 1")) == "target goblin"


def test_it_uses_the_better_row() -> None:
    foes = [foe("goblin", health="wounded"), foe("ogre", health="wounded")]
    assert chosen(begin(position(pc(rows="sword/club club"), pc("bow"), foes=foes))) == "use row 2"
    assert chosen(begin(position(pc(rows="bolt bolt bolt/sword"), pc("bow"), foes=foes))) == "use row 1"


def test_it_keeps_its_last_guard_when_a_blow_would_hardly_hit() -> None:
    foes = [foe("golem"), foe("ogre"), foe("troll")]
    assert chosen(begin(position(pc(rows="sword", health="wounded"), pc("bow"), foes=foes))) == "pass"


def test_it_stacks_and_gathers() -> None:
    given = position(pc("club search", rows="club"), pc("bow"), situation="well", phase="plot")
    assert chosen(begin(given)) == "plot search row 2"
    foes = [foe("goblin")]
    given = position(pc("club magic_key", rows="club/shield"), pc("bow"), foes=foes, phase="plot")
    assert chosen(begin(given)) == "plot club row 1"


def test_it_heals_raises_and_cleanses() -> None:
    foes = [foe("goblin")]
    given = position(pc("revival_potion", rows="sword*"), pc(health="disabled"), pc("bow"), foes=foes)
    assert chosen(begin(given)) == "use revival_potion"
    given = position(
        pc(rows="cure/sword*"), pc("bow", health="wounded"), pc("axe", health="wounded", rows="bow"), foes=foes
    )
    state = begin(given)
    assert chosen(state) == "use row 1"
    assert chosen(play(state, "use row 1")) == "target pc_1"


def test_it_guards_and_helps() -> None:
    foes = [foe("goblin"), foe("zombie")]
    state = play(foes_turn(pc(rows="sword/shield"), pc("bow"), foes=foes, dice=[12]), "act goblin", "target pc_0")
    assert chosen(state) == "guard row 1"
    party = (pc("bow", health="wounded"), pc(rows="shield"))
    state = play(foes_turn(*party, foes=foes, dice=[12]), "act goblin", "target pc_0")
    assert chosen(state) == "guard row 1"
    state = play(
        foes_turn(pc("amulet", health="wounded"), pc("bow"), foes=foes, dice=[12]), "act goblin", "target pc_0"
    )
    assert chosen(state) == "use amulet"


def test_it_tries_what_is_likely_and_leaves_the_rest_to_others() -> None:
    given = position(pc(rows="search"), pc("bow"), situation="maze down")
    assert chosen(begin(given)) == "use row 1"
    given = position(pc(rows="search", values=[0, 8, 0, 8]), pc(rows="search"), situation="dead_end")
    assert chosen(begin(given)) == "pass"


def test_it_goes_down() -> None:
    given = position(pc("axe"), pc("bow"), phase="go", leads=2)
    assert chosen(begin(given)) == "go"
    assert chosen(begin(given), "veteran") == "stay"
    assert chosen(begin(given | {"round": 25}), "veteran") == "go"


# The schemer


def test_the_schemer_strikes_the_wounded_who_cannot_guard() -> None:
    party = (pc("bow"), pc(rows="axe", health="wounded"), pc("axe", health="wounded"))
    state = play(foes_turn(*party, foes=[foe("goblin")]), "act goblin")
    assert chosen(state, "schemer") == "target pc_2"


def test_the_schemer_sets_what_harms() -> None:
    given = position(
        pc("axe"), pc("bow"), phase="set", to_move="gm_0", turn=0, dungeon=True,
        situation_piles={"town": [], "dungeon": ["healing_spring", "stairs", "ambush", "chest"]},
    )  # fmt: skip
    assert chosen(begin(given, mode="gm"), "schemer") == "set ambush"


def test_the_schemer_arms_its_boss() -> None:
    foes = [foe("ogre", rank="boss"), foe("goblin")]
    given = position(
        pc("axe"), pc("bow"), foes=foes, phase="plot", to_move="gm_0", master={"hand": ["search", "bow", "sword"]}
    )
    assert chosen(begin(given, mode="gm"), "schemer") == "plot bow row 1"


# What they know


@pytest.mark.parametrize(
    "options", [{}, {"mode": "gm", "rivals": 1}, {"campaign": 2, "experience": 50, "max_rounds": 8}]
)
def test_they_decide_on_the_true_state_as_on_a_redrawn_one(options: dict[str, Any]) -> None:
    """What the survey relies on."""
    assert_it_looks_at_nothing_hidden(card_rpg(**options), choose_scripted, seeds=3, moves=150)


# Winning


def test_three_pcs_are_an_even_match() -> None:
    """30 to 65 % for the tactician, under 10 % for random play; 1,000 games have an error of 3 points."""
    assert 0.40 < won(survey("tactician", games=1000)).mean() < 0.62
    assert won(survey("random", games=1000)).mean() < 0.03


def test_preparation_pays() -> None:
    """The veteran is at least 15 points better."""
    assert won(survey("veteran", games=1000)).mean() > won(survey("tactician", games=1000)).mean() + 0.15


def test_the_schemer_is_the_harder_master() -> None:
    against_random = won(survey("tactician", "random", 600, mode="gm")).mean()
    against_schemer = won(survey("tactician", "schemer", 600, mode="gm")).mean()
    assert against_schemer < against_random - 0.3
