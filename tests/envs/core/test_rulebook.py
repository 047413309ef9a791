"""Rulebooks and their tests: for a made-up game, and for every registered one."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import textwrap
import types
from pathlib import Path

import pytest

from dicedeck.envs import game_ids
from dicedeck.envs.core.coverage import coverage, covered_rules
from dicedeck.envs.core.errors import GameDefinitionError, OptionError
from dicedeck.envs.core.rulebook import TABLE, rule_ids, rules_path, with_tables
from dicedeck.envs.core.spec import GameSpec, Variant
from dicedeck.envs.registry import find_spec, load_game
from support.toy_game import GAME

pytestmark = pytest.mark.nojit

TESTS = Path(__file__).parents[2]

# ---------------------------------------------------------------- every registered game


@pytest.mark.parametrize("name", game_ids())
def test_generated_tables_are_up_to_date(name: str, update_rules_tables: bool) -> None:
    spec = find_spec(name)
    path = rules_path(spec)
    text = path.read_text(encoding="utf-8")
    generated = with_tables(text, spec)
    if update_rules_tables:
        path.write_text(generated, encoding="utf-8")
        return
    assert generated == text, f"the tables in {path.name} of {name} are old; run with --update-rules-tables"


@pytest.mark.parametrize("name", game_ids())
def test_rulebook_has_all_tables(name: str) -> None:
    kinds = {kind for kind, *_ in TABLE.findall(rules_path(find_spec(name)).read_text(encoding="utf-8"))}
    assert kinds == {"actions", "observation", "features"}


@pytest.mark.parametrize("name", game_ids())
def test_rules_are_numbered_through(name: str) -> None:
    """1, 2, 3 ...; what stands between two numbers has a letter, as in 6a. Games may share a rulebook's numbers."""
    ids = rule_ids(find_spec(name))
    prefix = ids[0].partition("-")[0]
    whole = [each for each in ids if each[-1].isdigit()]
    numbers = sorted(int(each.partition("-")[2]) for each in whole)
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    first = {rule_ids(find_spec(other))[0] for other in game_ids()}
    assert numbers[0] == 1 or f"{prefix}-1" in first
    assert {each[:-1] for each in ids if each not in whole} <= set(whole)


@pytest.mark.parametrize("name", game_ids())
def test_positions_of_the_rulebook_can_be_read(name: str) -> None:
    blocks = re.findall(r"```json\n(.*?)```", rules_path(find_spec(name)).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        position = json.loads(block)
        state = load_game(name, **position.get("options", {})).from_dict(position)
        assert state.game.from_dict(state.to_dict()).to_dict() == state.to_dict()


@pytest.mark.parametrize(("name", "option"), [("kamigakari_combat", "fight"), ("deck_of_fate", "adventure")])
def test_files_of_the_rulebook_can_be_loaded(name: str, option: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", rules_path(find_spec(name)).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for number, block in enumerate(blocks):
        path = tmp_path / f"{number}.toml"
        path.write_text(block, encoding="utf-8")
        assert load_game(name, **{option: str(path)}).new_initial_state(0).legal_actions()


@pytest.mark.parametrize("name", game_ids())
def test_every_rule_has_a_test(name: str) -> None:
    found = coverage(name, TESTS)
    assert found.missing == [], str(found)
    assert found.unknown == {}, str(found)


# ---------------------------------------------------------------- a made-up one


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """The toy game, as if its module lay in an empty folder."""

    def variant(options: object) -> Variant:
        return GAME.variant(options)

    module = types.ModuleType("made_up")
    module.__file__ = str(tmp_path / "made_up.py")
    monkeypatch.setitem(sys.modules, "made_up", module)
    variant.__module__ = "made_up"
    return dataclasses.replace(GAME, variant=variant)


def write(spec: GameSpec, text: str) -> None:
    rules_path(spec).write_text(textwrap.dedent(text), encoding="utf-8")


def test_rules_are_lines_that_begin_with_an_id(spec: GameSpec) -> None:
    write(
        spec,
        """
        # Rules
        - TT-1 The first, as in TT-2.
        - **TT-2** The second.
        ### TT-3 A heading
        TT-4: a line; see TT-1.
        A line that speaks of TT-5.
        """,
    )
    assert rule_ids(spec) == rule_ids(spec.load()) == ["TT-1", "TT-2", "TT-3", "TT-4"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("no rules here", "no line that begins with a rule id"), ("- TT-1 one\n- TT-1 again", "TT-1 twice")],
)
def test_rulebooks_without_rules_are_refused(spec: GameSpec, text: str, problem: str) -> None:
    write(spec, text)
    with pytest.raises(GameDefinitionError, match=problem):
        rule_ids(spec)


def test_a_missing_rulebook(spec: GameSpec) -> None:
    with pytest.raises(GameDefinitionError, match=r"three_tricks has no rulebook: RULES\.md is missing"):
        rule_ids(spec)


def test_tables_are_generated_between_their_marks() -> None:
    text = (
        "before\n<!-- table: actions -->\nold\n<!-- end of table -->\nbetween\n"
        '<!-- table: actions {"exchange": false} -->\n<!-- end of table -->\nafter\n'
    )
    made = with_tables(text, GAME)
    assert "old" not in made and made.count("| play | 10 |") == 2 and made.count("| exchange |") == 1
    assert made.startswith("before\n<!-- table: actions -->\n| block |") and made.endswith(
        "<!-- end of table -->\nafter\n"
    )
    assert with_tables(made, GAME) == made


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(GameDefinitionError, match="asks for a table 'cards'; there are actions, observation, features"):
        with_tables("<!-- table: cards -->\n<!-- end of table -->", GAME)
    with pytest.raises(OptionError, match="has no option 'exchnge'"):
        with_tables('<!-- table: actions {"exchnge": true} -->\n<!-- end of table -->', GAME)


# ---------------------------------------------------------------- coverage

MARKED = """
    import pytest

    pytestmark = [pytest.mark.rule("TT-1"), pytest.mark.nojit]
    EVERY = ["TT-9"]


    @pytest.mark.rule("TT-2", "TT-3")
    def test_both(): ...


    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("TT-4")), 2])
    @pytest.mark.rule(*EVERY)
    def test_cases(n): ...


    @pytest.mark.rule("TT-5")
    def helper(): ...


    @pytest.mark.rule("TT-6")
    class TestGroup:
        pytestmark = pytest.mark.rule("TT-7")

        @pytest.mark.rule("OTHER-1", "TT-6")
        def test_inside(self): ...
"""


def test_marks_are_read_from_the_source(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "test_marked.py").write_text(textwrap.dedent(MARKED), encoding="utf-8")
    (folder / "helpers.py").write_text("this is no Python", encoding="utf-8")
    file = "games/test_marked.py"
    assert covered_rules(tmp_path) == {
        "TT-1": [f"{file}::test_both", f"{file}::test_cases", f"{file}::TestGroup::test_inside"],
        "TT-2": [f"{file}::test_both"],
        "TT-3": [f"{file}::test_both"],
        "TT-4": [f"{file}::test_cases"],
        "TT-6": [f"{file}::TestGroup::test_inside"],
        "TT-7": [f"{file}::TestGroup::test_inside"],
        "OTHER-1": [f"{file}::TestGroup::test_inside"],
    }


def test_coverage_lists_what_is_missing_and_unknown(spec: GameSpec, tmp_path: Path) -> None:
    write(spec, "- TT-1 one\n- TT-2 two\n- TT-8 eight\n")
    (tmp_path / "test_marked.py").write_text(textwrap.dedent(MARKED), encoding="utf-8")
    found = coverage(spec, tmp_path)
    assert found.game == "three_tricks" and found.ids == ("TT-1", "TT-2", "TT-8")
    assert found.missing == ["TT-8"]
    assert list(found.covered) == ["TT-1", "TT-2"]
    assert list(found.unknown) == ["TT-3", "TT-4", "TT-6", "TT-7"]
    report = str(found).splitlines()
    assert report[0] == "three_tricks: 2 of 3 rules have a test"
    assert report[3].split() == ["TT-8", "0", "NO", "TEST"]
    assert "TT-3: not in the rulebook" in report[4]
