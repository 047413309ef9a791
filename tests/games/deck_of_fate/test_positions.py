"""Deck of Fate: the position notation, forth and back, and what it refuses."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.rulebook import rules_path
from support.fate import CARDS, begin, deck_of_fate, fate, get, hand, legal, mp, pc, play, position, to_move, top, vp

pytestmark = pytest.mark.nojit

OPTIONS: list[dict[str, Any]] = [{}, {"pcs": 5, "master": True}, {"late_fool": True, "pcs": 2}, {"simple": True}]
EXAMPLE: dict[str, Any] = json.loads(
    re.findall(r"```json\n(.*?)```", rules_path(deck_of_fate()).read_text(encoding="utf-8"), re.DOTALL)[-1]
)
FOUR = "C2 C3 C4 C5"

# Forth and back


def test_the_example_of_the_rulebook() -> None:
    state = deck_of_fate(pcs=2).from_dict(EXAMPLE)
    assert legal(state) == {"play S7", "play C3", "play PQ", "play SUN"}
    assert fate(state, 1) == {"CHARIOT": 1, "TEMPERANCE": ["C7", "W9"]}
    assert (vp(state), vp(state, 1), mp(state), top(state, 2)) == (3, 4, 1, ["CT", "W5"])
    play(state, "play S7", "difficulty W9", "accept")
    assert get(state, "incident")["successes"] == 4


def test_what_is_left_out() -> None:
    state = deck_of_fate(pcs=1).from_dict({"pcs": [{}], "check": {}})
    given = state.to_dict()
    assert (given["to_move"], given["phase"], given["discards"]) == ("pc_0", "free", [])
    assert given["deck"] == [card for card in given["deck"] if card != "FOOL"] + ["FOOL"]
    assert sorted(given["deck"]) == sorted(CARDS)
    assert given["pcs"][0] == {
        "class": "mercenary", "stats": [0, 0, 0, 0], "vp": 6, "mp": 0, "hand": [], "fate": [], "luck": False,
        "misfortune": False, "failures": 0,
    }  # fmt: skip
    assert given["check"] == {"stat": "guile", "mode": "spotlight", "consequence": "harm"}


@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_of_random_games_comes_back(options: dict[str, Any]) -> None:
    game = deck_of_fate(**options)
    rnd = random.Random(3)
    state = game.new_initial_state(3)
    phases = set()
    while not state.is_terminal():
        phases.add(state.phase())
        if rnd.random() < 0.1 or state.phase() not in ("free", "play", "react"):
            given = json.loads(json.dumps(state.to_dict()))
            again = game.from_dict(given)
            assert again.to_dict() == given
            assert again.legal_actions() == state.legal_actions()
            for seat in range(game.num_players):
                assert again.observation_tensor(seat).tobytes() == state.observation_tensor(seat).tobytes()
        kinds: dict[str, list[int]] = {}
        for action in state.legal_actions():
            kinds.setdefault(game.actions.decode(action)[0], []).append(action)
        state.apply_action(rnd.choice(rnd.choice(list(kinds.values()))))
    assert len(phases) > 5
    assert game.from_dict(state.to_dict()).returns() == state.returns()


def test_a_card_in_a_hand_that_would_have_acted_is_known_to_all() -> None:
    state = begin(position(pc(FOUR), pc("TOWER P2 P3 P4")))
    assert get(state, "known") == {"pc_0": ["TOWER"], "pc_1": []}


def test_in_the_middle_of_an_effect() -> None:
    tasks = [{"task": "draw", "seat": 0, "amount": 2}, {"task": "fill", "seat": 0, "amount": 0}]
    given = position(pc("C2 C3 C4 C5 C6"), deck="W2 W3 W4", phase="discard", tasks=tasks, check="guile all doom")
    state = play(begin(given), "discard C2")
    assert (hand(state), to_move(state)) == ({"C3", "C4", "C5", "C6", "W2", "W3"}, "pc_0 free")


# What is refused


def changed(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda given: given | fields


def one_pc(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda given: given | {"pcs": [given["pcs"][0] | fields, *given["pcs"][1:]]}


def in_check(**fields: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda given: given | {"check": given["check"] | fields}


REFUSED: list[tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = [
    (one_pc(hand=["C2", "X9"]), r"pcs\[0\].hand: 'X9' is no card"),
    (one_pc(hand=["C2", "P2"]), r"pcs\[1\].hand: P2 lies in pcs\[0\].hand already"),
    (one_pc(hand=CARDS[:13]), r"pcs\[0\].hand: 13 cards, at most 12"),
    (one_pc(hand="C2"), r"pcs\[0\].hand: expected a list of names"),
    (one_pc(vp=7), r"pcs\[0\].vp: expected a whole number from 0 to 4"),
    (one_pc(vp=0), r"pcs\[0\].vp: a PC that is out has no cards"),
    (one_pc(stats=[1, 2, 3]), r"pcs\[0\].stats: expected 4 numbers"),
    (one_pc(stats=[1, 2, 3, 99]), r"pcs\[0\].stats: expected a whole number from -5 to 20"),
    (one_pc(**{"class": "bard"}), r"pcs\[0\].class: 'bard' is none of"),
    (one_pc(luck=1), r"pcs\[0\].luck: expected true or false"),
    (one_pc(strength=3), r"pcs\[0\].strength: is not known here"),
    (one_pc(fate=[{"card": "DEVIL"}]), r"pcs\[0\].fate\[0\].card: DEVIL is never in current fate"),
    (one_pc(fate=[{"card": "WORLD", "uses": 3}]), r"pcs\[0\].fate\[0\].uses: expected a whole number from 0 to 2"),
    (one_pc(fate=[{"card": "WORLD"}, {"card": "TOWER"}]), r"pcs\[0\].fate: World and Tower never lie"),
    (one_pc(fate=[{"card": "TEMPERANCE", "cards": []}]), r"pcs\[0\].fate\[0\].cards: Temperance has a card on it"),
    (one_pc(hand=["FOOL", "C3"]), "deck: .*FOOL|deck: the Fool cannot be where it is"),
    (changed(pcs=[{}]), "pcs: 1 PCs, there are 2"),
    (changed(pcs=3), "pcs: expected a list of mappings"),
    (changed(discards=["FOOL"]), "the Fool cannot be where it is|FOOL lies in discards already"),
    (changed(to_move="pc_7"), "to_move: 'pc_7' is none of pc_0, pc_1"),
    (changed(phase="sleep"), "phase: 'sleep' is none of"),
    (changed(phase="check"), "to_move: the master decides in phase 'check'"),
    (changed(phase="over"), "result: is given exactly when the phase is 'over'"),
    (changed(result="won"), "result: is given exactly when the phase is 'over'"),
    (changed(phase="volunteer"), "check.mode: phase 'volunteer' belongs to mode 'volunteer'"),
    (changed(phase="react"), "check.played: is missing in phase 'react'"),
    (changed(phase="difficulty"), "check.played: is missing"),
    (changed(phase="sun"), "aim: is given exactly in the phases 'sun'"),
    (changed(phase="sun", aim="pc_1"), "aim: pc_1 has no card to choose"),
    (changed(phase="judgement"), "discards: there is none to take"),
    (changed(phase="keep"), "tasks: phase 'keep' is in the middle of an effect|phase: 'keep' needs luck"),
    (changed(phase="discard"), "tasks: phase 'discard' is in the middle of an effect"),
    (changed(phase="arrange"), "phase: the class of pc_0 has no 'arrange'"),
    (changed(phase="hermit", placed=5), "looking: more cards than were put back"),
    (changed(looking=3), "looking: only while cards are looked at"),
    (changed(offered=[{}]), "offered: 1 checks, the master chooses from 3"),
    (changed(offered=[{}] * 3), "offered: only in phase 'check'"),
    (changed(check=None), "check: is missing in phase 'free'"),
    (in_check(stat="wit"), "check.stat: 'wit' is none of"),
    (in_check(played="C9"), "check.played: is given in phase 'free'"),
    (in_check(checker="pc_9"), "check.checker: 'pc_9' is none of"),
    (in_check(dice=3), "check.dice: is not known here"),
    (changed(incident={"number": 4}), "incident.number: expected a whole number from 1 to 3"),
    (changed(incident={"goal": 0}), "incident.goal: expected a whole number from 1 to 60"),
    (changed(incident={"resolved": 2}), "incident.resolved: expected a whole number from 0 to 1"),
    (changed(incident={"spotlight": "master_0"}), "incident.spotlight: 'master_0' is none of"),
    (changed(known={"pc_0": ["C2"]}), "known.pc_0: C2 is no card in the deck or in another hand"),
    (changed(known={"pc_3": []}), "known.pc_3: is not known here"),
    (changed(tasks=[{"task": "dance"}]), r"tasks\[0\].task: 'dance' is none of"),
    (changed(tasks=[{"task": "draw", "amount": 40}]), r"tasks\[0\].amount: at most 12 cards"),
    (changed(tasks=[{"task": "draw", "seat": 2}]), "tasks: seats are 0 to 1"),
    (changed(tasks=[{"task": "look", "amount": 3}]), "tasks: a look is that of a phase"),
    (changed(tasks=[{"task": "put_away", "amount": 3}]), "tasks: only a card whose effect goes on"),
    (changed(resolving=["HANGED"]), "resolving: no task follows|HANGED lies in"),
    (changed(laid=["W9"]), "laid: cards are laid only while TEMPERANCE"),
    (changed(fool_aside=True), "fool_aside|FOOL lies in"),
    (changed(nonsense=1), "nonsense: is not known here"),
]


@pytest.mark.parametrize(("damage", "problem"), REFUSED, ids=[f"{k}" for k in range(len(REFUSED))])
def test_a_damaged_position_names_the_place(damage: Callable[[Any], Any], problem: str) -> None:
    given = position(pc(FOUR), pc("P2 P3 P4 P5"), phase="free")
    begin(given)
    del given["deck"]
    with pytest.raises(PositionError, match=problem):
        deck_of_fate(pcs=2).from_dict(damage(given))
