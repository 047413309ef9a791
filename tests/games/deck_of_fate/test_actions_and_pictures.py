"""Deck of Fate: the action space by name, text pictures, the rulebook's tables and examples."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from dicedeck.envs.core.errors import ActionNameError, IllegalActionError
from dicedeck.envs.core.rulebook import rules_path
from dicedeck.envs.deck_of_fate.classes import classes_markdown
from support.fate import CLASSES, MAJORS, RANKS, STATS, SUITS, begin, deck_of_fate, legal, pc, play, position, succeeds

pytestmark = pytest.mark.nojit

TEXT = rules_path(deck_of_fate()).read_text(encoding="utf-8")
CARDS = [*MAJORS, *(suit + rank for suit in SUITS for rank in RANKS)]
PCS = [f"pc_{seat}" for seat in range(5)]
ALL_NAMES = [
    *(f"{verb} {card}" for verb in ("play", "discard", "difficulty") for card in CARDS),
    *("turn", "redraw", "boost", "chariot", "swap", "retry", "accept"),
    *(f"keep {card}" for card in CARDS), "keep none",
    *(f"{verb} {card}" for verb in ("pick", "bottom") for card in CARDS),
    *("leave", "heal", "cycle"), *(f"raise {stat}" for stat in STATS),
    *(f"strength {name}" for name in PCS), "hermit", "wheel", *(f"justice {name}" for name in PCS), "temperance",
    *(f"sun {name}" for name in PCS), "judgement", "peek", "arrange",
    *(f"{verb} {name}" for verb in ("bless", "cleanse") for name in PCS),
    *("done", "step forward", "decline", "check 1", "check 2", "check 3"),
]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"pcs": 1}, {"pcs": 5, "master": True, "open_hands": True}])
def test_the_whole_action_space_by_name(options: dict[str, Any]) -> None:
    game = deck_of_fate(**options)
    assert [game.action_to_string(action) for action in range(game.num_actions)] == ALL_NAMES
    assert [game.string_to_action(name) for name in ALL_NAMES] == list(range(game.num_actions))


@pytest.mark.parametrize("text", ["", "play", "play X1", "strength pc_5", "raise luck", "check 4", "sun master_0"])
def test_a_text_that_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionNameError):
        deck_of_fate().string_to_action(text)


def test_an_illegal_action_names_legal_ones() -> None:
    state = begin(position(pc("C2 C3 C4 C5")))
    with pytest.raises(IllegalActionError, match=r"'play C9' .*phase 'play'.*play C2"):
        play(state, "play C9")


# Pictures


@pytest.mark.parametrize("options", [{}, {"master": True}, {"open_hands": True, "late_fool": True}])
def test_two_worlds_give_the_same_picture(options: dict[str, Any]) -> None:
    game = deck_of_fate(**options)
    state = game.new_initial_state(2)
    rnd = random.Random(2)
    changed = 0
    for number in range(60):
        if state.is_terminal():
            break
        for seat in range(game.num_players):
            other = state.resample(seat, seed=number)
            assert other.to_string(seat) == state.to_string(seat)
            changed += str(other) != str(state)
        state.apply_action(rnd.choice(state.legal_actions()))
    assert changed > 20


def test_a_picture_says_it_all() -> None:
    given = position(
        pc("S7 C3", "thief", "2 0 0 -1", "TOWER:1", luck=True), pc("", vp=0), pc("P2", misfortune=True, mp=3),
        deck="CT W5", discards="SA SUN", check="guile spotlight both pc_0 S9 S2", phase="react", incident={"clock": 2},
    )  # fmt: skip
    text = begin(given).to_string()
    for part in (
        *("incident 1 of", "doom 2/", "guile, spotlight, both; pc_0 plays S9 against S2: fails", "deck 70: CT W5"),
        *("discards: SUN SA", "thief", "luck  hand C3 S7  fate TOWER(2)", "misfortune", "VP 0/4 MP 0  out"),
    ):
        assert part in text, part


def test_pictures_of_looks() -> None:
    state = begin(position(pc("HERMIT C3 C4 C5"), pc("P2 P3 P4 P5"), deck="W2 W3 W4 W5 W6", phase="free"))
    play(state, "hermit", "pick W4")
    assert "looks at 5, 1 put back: W2 W3 W5 W6" in state.to_string(0)
    assert "W2" not in state.to_string(1) and "looks at 5, 1 put back" in state.to_string(1)


# The rulebook


def test_the_table_of_classes_is_up_to_date() -> None:
    assert f"<!-- classes -->\n{classes_markdown()}\n<!-- end -->" in TEXT
    assert all(f"| {name} |" in TEXT for name in CLASSES)


def test_options_are_those_of_the_game() -> None:
    table = TEXT.split("\n| option |")[1].split("\n\n")[0]
    names = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(names) == sorted(deck_of_fate().spec.options.model_fields)


def test_action_names_of_the_rulebook_exist() -> None:
    section = TEXT.split("\n## Decisions\n")[1].split("<!--")[0]
    names = re.findall(r"`([^`]+)`", section)
    assert len(names) == 40
    assert all(name in ALL_NAMES for name in names), [name for name in names if name not in ALL_NAMES]


EXAMPLES = [
    [cell.strip() for cell in row.strip("|").split("|")]
    for row in TEXT.split("\n## Worked examples\n")[1].split("\n## ")[0].strip().splitlines()[2:]
]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: "-".join(row[:4]))
def test_worked_examples(row: list[str]) -> None:
    check, cls, card, difficulty, outcome = row
    stat, value = check.split()
    stats = ["0"] * 4
    stats[STATS.index(stat)] = value
    assert succeeds(card, difficulty, stat, cls=cls, stats=" ".join(stats)) is (outcome == "success")


def test_done_is_always_there_in_a_window() -> None:
    assert legal(begin(position(pc("C2 C3 C4 C5"), phase="free"))) == {"done"}
