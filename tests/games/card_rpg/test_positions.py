"""Positions of C.A.R.D. RPG: read with care, written in full, each fault named by its field."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.rulebook import rules_path
from support.card import PLAIN, begin, card_rpg, figure, foe, hand, pc, play, played_out, position, rows, to_move

GOBLIN = foe("goblin")


def test_the_example_of_the_rulebook_loads_and_plays() -> None:
    text = rules_path(card_rpg()).read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    state = card_rpg().from_dict(json.loads(example))
    assert (to_move(state), rows(state)) == ("pc_0 action", ["sword sword", "shield"])
    assert played_out(state, 1).is_terminal()


@pytest.mark.parametrize("options", [{"pcs": 2}, {"pcs": 2, "mode": "gm", "rivals": 1}, {"pcs": 1, "experience": 40}])
def test_every_position_of_a_game_can_be_written_and_read(options: dict[str, Any]) -> None:
    state = card_rpg(**options).new_initial_state(5)
    for number in range(120):
        if state.is_terminal():
            break
        written = json.loads(json.dumps(state.to_dict()))
        read = state.game.from_dict(written)
        assert read.to_dict() == written
        assert read.legal_actions() == state.legal_actions()
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])


def test_cards_that_are_not_named_lie_under_the_pile() -> None:
    state = begin(position(pc("bow"), pc("axe"), foes=[GOBLIN], pile="riposte copy", discards="daze"))
    pile = state.to_dict()["pile"]
    assert pile[:3] == ["riposte", "copy", "sword"] and len(pile) == 89 - 3 - 2 + 2
    assert "riposte" not in pile[2:] and pile.count("bow") == 2 and pile.count("daze") == 0


def test_a_character_has_its_printed_values_and_ability() -> None:
    mage = figure(begin(position(pc(character="mage"), foes=[GOBLIN])), "pc_0")
    assert (mage["values"], mage["ability"]) == ([0, 8, 2, 10], "mage")
    plain = figure(begin(position(pc(), foes=[GOBLIN])), "pc_0")
    assert (plain["values"], plain["ability"]) == (PLAIN, None)


def test_personal_weapons_lie_in_hand_row_or_aside() -> None:
    weapons = [{"weapon": "sword", "level": 2, "modifier": 2}, {"weapon": "command", "level": 1, "npc": "goblin"}]
    given = position(pc("personal_1", rows="personal_2", personal=weapons), foes=[GOBLIN])
    state = begin(given)
    assert (hand(state), rows(state)) == (["personal_1"], ["personal_2", ""])
    given["pcs"][0]["hand"] = []
    assert figure(begin(given), "pc_0")["aside"] == ["personal_1"]


def test_what_follows_need_not_be_said_in_a_turn() -> None:
    for phase, following in (("plot", 5), ("action", 5), ("offer", 4)):
        given = position(pc("axe", rows="sword"), pc("axe"), foes=[GOBLIN], phase=phase)
        assert begin(given).to_dict()["tasks"] == [{"task": "turn", "args": [0, following, 0, 0]}]


FAULTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "an unknown key": ({"colour": "red"}, ("colour", "not known")),
    "an unknown phase": ({"phase": "sleep"}, ("phase", "sleep")),
    "nobody's turn": ({"to_move": "pc_7"}, ("to_move", "pc_7")),
    "the game master without one": ({"to_move": "gm_0"}, ("to_move", "gm_0")),
    "another's turn": ({"to_move": "pc_1", "turn": 0}, ("turn", "pc_1")),
    "too many PCs": ({"pcs": [pc(), pc(), pc()]}, ("pcs", "3 entries")),
    "a card too often": ({"discards": ["daze", "daze"]}, ("discards", "no daze left")),
    "no card": ({"discards": ["excalibur"]}, ("discards", "'excalibur'")),
    "a personal weapon that is not built": ({"pcs": [pc("personal_1"), pc()]}, ("pcs[0].hand", "not built")),
    "Command without its NPC": (
        {"pcs": [pc(personal=[{"weapon": "command", "level": 1}]), pc()]},
        ("pcs[0].personal[0].npc", "command"),
    ),
    "a row of two names": ({"pcs": [pc(rows="sword axe"), pc()]}, ("pcs[0].rows[0].cards", "one name")),
    "three rows": ({"pcs": [pc(rows="sword/axe/bow"), pc()]}, ("pcs[0].rows", "at most 2")),
    "rows of one who leads nobody": (
        {"foes": [{"npc": "goblin", "rows": [{"cards": ["axe"]}]}]},
        ("foes[0].rows", "at most 0"),
    ),
    "foes without a fight": ({"fight": None}, ("foes", "fight")),
    "a fight without foes": ({"foes": []}, ("foes", "needs foes")),
    "no NPC": ({"foes": [{"npc": "hobbit"}]}, ("foes[0].npc", "hobbit")),
    "an NPC twice": ({"foes": [GOBLIN, GOBLIN]}, ("foes[1].npc", "two of the name 'goblin'")),
    "a numbered goblin": ({"foes": [{"npc": "goblin", "number": 2}]}, ("foes[0].number", "mimics")),
    "six foes": ({"foes": [GOBLIN] * 6}, ("foes", "at most 5")),
    "a dead foe": ({"foes": [{"npc": "goblin", "health": "dead"}]}, ("foes[0].health", "disabled")),
    "no status": ({"pcs": [pc(statuses=["sleep"]), pc()]}, ("pcs[0].statuses", "sleep")),
    "values that are none": ({"pcs": [pc(values=[1, 2]), pc()]}, ("pcs[0].values", "4 numbers")),
    "dead with cards": ({"pcs": [pc(rows="axe"), pc("axe", health="dead")]}, ("pcs[1].health", "no cards")),
    "all down": ({"pcs": [pc(health="disabled"), pc(health="dead")]}, ("pcs", "over")),
    "a town card in the dungeon": ({"situation": {"card": "inn"}}, ("situation.card", "stage")),
    "a card in play and in its pile": (
        {"situation": {"card": "maze"}, "situation_piles": {"dungeon": ["maze"]}},
        ("situation_piles.dungeon", "once"),
    ),
    "a target without an action": (
        {"phase": "target", "decision": {"choice": "attack", "allowed": ["goblin"]}},
        ("action", "needed"),
    ),
    "a target that is not here": (
        {"phase": "target", "decision": {"choice": "attack", "allowed": ["ogre"]}},
        ("decision.allowed", "'ogre'"),
    ),
    "damage to nobody": ({"phase": "damage", "tasks": [{"task": "turn", "args": [0, 5]}]}, ("damage", "asked about")),
    "a task that is none": ({"tasks": [{"task": "nap"}]}, ("tasks[0].task", "nap")),
    "a task with a figure too many": ({"tasks": [{"task": "drop", "args": [10, 0]}]}, ("tasks[0].args", "from 0 to 9")),
    "nothing that follows": ({"tasks": []}, ("tasks", "what follows")),
    "another task": ({"tasks": [{"task": "foes", "args": [3, 0]}]}, ("tasks", "'turn'")),
    "a result in mid-game": ({"result": "won"}, ("result", "over")),
    "the end without a result": ({"phase": "over"}, ("result",)),
    "more won than played": ({"adventures_won": 1}, ("adventures_won", "0 adventures")),
    "cards before they are dealt": ({"phase": "build", "pile": ["axe"]}, ("pile", "dealt")),
    "an exchange of a card that is not there": (
        {
            "phase": "ask",
            "to_move": "pc_1",
            "turn": 0,
            "decision": {"about": "pc_0", "partner": "pc_1", "offered": "axe"},
        },
        ("decision.offered", "'axe'"),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_named(name: str) -> None:
    changes, words = FAULTS[name]
    given = position(pc("bow", rows="sword"), pc("bolt"), foes=[GOBLIN]) | changes
    with pytest.raises(PositionError) as caught:
        card_rpg(pcs=2).from_dict(given)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_play_goes_on_from_the_middle_of_an_action() -> None:
    given = position(pc("grimoire", rows="sword*"), pc("axe"), foes=[GOBLIN], phase="after_roll")
    given["action"] = {
        "by": "pc_0", "card": "sword", "targets": ["goblin"], "hits": [], "dice": 5, "rolls": 1, "asked": 1,
    }  # fmt: skip
    state = begin(given, dice=[10])
    play(state, "use grimoire")
    assert figure(state, "goblin")["health"] == "wounded"
