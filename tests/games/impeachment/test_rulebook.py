"""What RULES.md shows is so: its examples are played, its position is read, its options and names exist."""

from __future__ import annotations

import json
import re

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.rulebook import rules_path
from dicedeck.envs.registry import find_spec
from support.formations import contest

pytestmark = pytest.mark.nojit

SPEC = find_spec("impeachment")
TEXT = rules_path(SPEC).read_text(encoding="utf-8")
FULL = load_game("impeachment", tactics=True, conviction="total", bias=True)


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without headings."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


EXAMPLES = [(first, second, winner) for first, second, winner, _ in rows(section("Examples"))]


@pytest.mark.parametrize(("first", "second", "winner"), EXAMPLES)
def test_examples(first: str, second: str, winner: str) -> None:
    assert contest(first, second) == winner


def test_options_are_those_of_the_game() -> None:
    table = rows(TEXT.split("\n## ")[0])
    assert [row[0].strip("`") for row in table] == list(SPEC.options.model_fields)
    for name, values, default, _ in table:
        assert str(SPEC.options.model_fields[name.strip("`")].default) == default.strip('`"')
        for value in values.replace("`", "").replace('"', "").split(", "):
            assert SPEC.load(**{name.strip("`"): value}).name == "impeachment"


def test_action_names_exist() -> None:
    names = re.findall(r"`([^`]+)`", section("Decisions").split("The first pick")[0])
    assert len(names) == 14
    assert [FULL.action_to_string(FULL.string_to_action(name)) for name in names] == names


def test_bounds_on_the_number_of_actions() -> None:
    numbers = [SPEC.load(**options).max_steps for options in ({}, {"conviction": "rank"}, {"tactics": True})]
    assert re.findall(r"at most (\d+) actions.*?Conviction (\d+).*?Tactics (\d+)", TEXT, re.DOTALL) == [
        tuple(str(number) for number in numbers)
    ]


def test_position_is_read() -> None:
    position = json.loads(TEXT.split("```json\n")[1].split("```")[0])
    state = FULL.from_dict(position)
    written = state.to_dict()
    assert written["hands"] == position["hands"]
    assert [entry["taken_by"] for entry in written["justices"]] == [None, None, "con"] + 6 * [None]
    assert "place CA J1" in {state.action_to_string(action) for action in state.legal_actions()}


def test_keys_of_positions_are_described() -> None:
    keys = {name.strip("`") for row in rows(section("Positions")) for name in row[0].split(", ")}
    written = set(FULL.new_initial_state().to_dict())
    assert keys == written | {"winner"}


def test_every_ruling_is_explained() -> None:
    """Rules marked as rulings are those in the table of reasons."""
    marked = re.findall(r"^- (IMP-\d+) \*R\*", TEXT, re.MULTILINE)
    explained = [name for row in rows(section("Rulings")) for name in row[0].split(", ")]
    assert marked == explained


def test_version_history_ends_with_this_version() -> None:
    assert rows(section("Versions"))[-1][0] == str(SPEC.version)
