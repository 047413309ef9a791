"""The tables of Defence Dice: what they say is in the rulebook, and a faulty row is refused by its name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.core.rulebook import rules_path
from dicedeck.envs.defence_dice.characters import CHARACTERS, characters_markdown, validate_characters
from dicedeck.envs.defence_dice.skill_tables import FITS, is_met, skills_markdown, validate_skills
from dicedeck.envs.defence_dice.skills import (
    CHOSEN,
    ODD,
    SAME,
    SKILLS,
    Area,
    Choice,
    Condition,
    Effect,
    Need,
    Skill,
    Verb,
    at_least,
    hit,
    total,
)
from support.defence import SKILLS as NAMES
from support.defence import defence_dice

pytestmark = pytest.mark.nojit

ROWS = {row.name: row for row in SKILLS}


def test_the_tables_are_sound() -> None:
    validate_skills(SKILLS)
    validate_characters(CHARACTERS)
    assert [row.name for row in SKILLS] == NAMES
    assert [row.name for row in CHARACTERS] == ["warrior", "mage"]


@pytest.mark.parametrize(("name", "markdown"), [("characters", characters_markdown()), ("skills", skills_markdown())])
def test_the_rulebook_prints_the_tables(name: str, markdown: str, update_rules_tables: bool) -> None:
    path = rules_path(defence_dice())
    text = path.read_text(encoding="utf-8")
    table = f"<!-- {name} -->\n{markdown}\n<!-- end -->"
    generated = re.sub(rf"<!-- {name} -->.*?<!-- end -->", lambda _: table, text, count=1, flags=re.DOTALL)
    assert table in generated
    if update_rules_tables:
        path.write_text(generated, encoding="utf-8")
        return
    assert generated == text, f"the table of {name} in {path.name} is old; run with --update-rules-tables"


@pytest.mark.rule("DEF-27")
def test_empty_and_full_handfuls_fit() -> None:
    assert FITS[:, 0].all()
    assert is_met(ROWS["Cleave"], [3, 4]) and not is_met(ROWS["Cleave"], [3, 3])
    assert not is_met(ROWS["Cleave"], [6])


FAULTS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "no cost": ("Cleave", {"cost": 0}, ("cost", "0")),
    "a cost that is no number": ("Cleave", {"cost": "1"}, ("cost", "'1'")),
    "too dear": ("Cleave", {"cost": 10}, ("cost",)),
    "no slots": ("Cleave", {"slots": 0}, ("slots",)),
    "four slots": ("Cleave", {"slots": 4}, ("slots", "4")),
    "nobody's": ("Cleave", {"owner": "bard"}, ("owner", "bard")),
    "no name": ("Cleave", {"name": ""}, ("name",)),
    "another's name": ("Cleave", {"name": "Charge"}, ("name",)),
    "a blank too many": ("Cleave", {"name": "Cleave  it"}, ("name",)),
    "a condition that no dice meet": ("Cleave", {"conditions": (total(13),)}, ("conditions", "2 dice")),
    "two conditions that exclude each other": ("Cleave", {"conditions": (ODD, at_least(6))}, ("conditions",)),
    "a condition without its amount": ("Cleave", {"conditions": (Condition(Need.SUM),)}, ("conditions[0]", "amount")),
    "no condition at all": ("Cleave", {"conditions": ("odd",)}, ("conditions[0]", "odd")),
    "choices in no order": ("Precision", {"choices": (Choice.NUMBER, Choice.FRONT)}, ("choices",)),
    "no effect": ("Cleave", {"effects": ()}, ("effects", "0")),
    "three effects": ("Cleave", {"effects": (hit(Area.TRACK),) * 3}, ("effects", "3")),
    "a hit without its target": ("Cleave", {"effects": (hit(Area.TARGET),)}, ("effects[0]", "area")),
    "a hit on two tracks of one": ("Cleave", {"effects": (hit(Area.BOTH),)}, ("effects[0]",)),
    "too deep": ("Cleave", {"effects": (hit(Area.TRACK, depth=8),)}, ("effects[0]", "depth")),
    "a number nobody chose": ("Cleave", {"effects": (hit(Area.TRACK, number=CHOSEN),)}, ("effects[0]", "number")),
    "a die of seven": ("Cleave", {"effects": (hit(Area.TRACK, number=7),)}, ("effects[0]", "number")),
    "recovering nothing": ("War Cry", {"effects": (Effect(Verb.RECOVER),)}, ("effects[0]", "RECOVER", "amount")),
    "the second effect": (
        "War Cry",
        {"effects": (Effect(Verb.RECOVER, amount=1), Effect(Verb.HOLD))},
        ("effects[1]", "HOLD"),
    ),
    "capturing nobody": ("War Cry", {"effects": (Effect(Verb.CAPTURE),)}, ("effects[0]", "CAPTURE")),
    "turning nothing": ("War Cry", {"effects": (Effect(Verb.TURN),)}, ("effects[0]", "TURN")),
    "burying nothing": ("War Cry", {"effects": (Effect(Verb.BURY),)}, ("effects[0]", "BURY")),
    "no verb": ("War Cry", {"effects": (Effect(Verb.NOTHING),)}, ("effects[0]",)),
}


@pytest.mark.parametrize("what", list(FAULTS))
def test_a_faulty_skill_is_refused_by_its_row(what: str) -> None:
    name, fields, words = FAULTS[what]
    rows = [replace(row, **fields) if row.name == name else row for row in SKILLS]
    with pytest.raises(GameDefinitionError) as refusal:
        validate_skills(rows)
    for word in (f"row {fields.get('name', name)!r}", *words):
        assert word in str(refusal.value)


def test_rows_can_be_composed_anew() -> None:
    """Effects go together, and so do conditions."""
    rows = [
        Skill(
            "Sacrifice", "mage", 2, 2, (SAME, at_least(3)), (Choice.TRACK,), (hit(Area.TRACK), hit(Area.EVERY, 1)), "-"
        ),
        Skill("Gift", "common", 1, 1, (), (), (Effect(Verb.RECOVER, amount=1), Effect(Verb.HOLD, amount=1)), "-"),
        Skill("Coin", "common", 1, 1, (), (), (Effect(Verb.FREEZE),), "-", chance=True),
    ]
    validate_skills([*SKILLS, *rows])


@pytest.mark.parametrize(
    ("fields", "word"),
    [({"dice": 0}, "dice"), ({"dice": 13}, "dice"), ({"recovered": "2"}, "recovered"), ({"name": "a b"}, "name")],
)
def test_a_faulty_character_is_refused_by_its_row(fields: dict[str, Any], word: str) -> None:
    rows = [replace(CHARACTERS[0], **fields), CHARACTERS[1]]
    with pytest.raises(GameDefinitionError) as refusal:
        validate_characters(rows)
    assert word in str(refusal.value)
    assert f"row {rows[0].name!r}" in str(refusal.value)
