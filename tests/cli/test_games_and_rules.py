"""`dicedeck games` and `dicedeck rules`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.cli.common import parse_options
from dicedeck.cli.games import option_notes
from dicedeck.cli.rules import find_tests
from dicedeck.envs import game_ids
from dicedeck.envs.core.errors import DicedeckError, OptionError
from dicedeck.envs.registry import find_spec
from support.commands import assert_refused, dicedeck


def test_games_lists_every_game_with_its_options() -> None:
    answer = dicedeck("games")
    for name in game_ids():
        assert name in answer.text
        for option in find_spec(name).options.model_fields:
            assert option in answer.text
    assert "off, rank, total" in answer.text
    assert "IMP-42" in answer.text


@pytest.mark.parametrize("name", game_ids())
def test_every_option_says_what_it_means(name: str) -> None:
    spec = find_spec(name)
    assert set(option_notes(spec)) == set(spec.options.model_fields)


@pytest.mark.parametrize("name", game_ids())
def test_rules_are_shown_as_they_are_when_piped(name: str) -> None:
    answer = dicedeck("rules", name)
    assert answer.code == 0
    assert answer.out.startswith("# ")
    assert "—" not in answer.err


def test_options_are_read_as_their_types() -> None:
    spec = find_spec("impeachment")
    given = parse_options(spec, ["tactics=true", "conviction=total", "bias = no"])
    options = spec.load(**given).option_values()
    assert options == {"tactics": True, "conviction": "total"}


@pytest.mark.parametrize("texts", [["tactics"], ["=true"], ["tactics=true", "tactics=false"]])
def test_options_are_name_and_value(texts: list[str]) -> None:
    with pytest.raises(OptionError):
        parse_options(find_spec("impeachment"), texts)


def test_tests_are_found_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (find_tests(None) / "test_imports.py").is_file()
    assert find_tests(tmp_path) == tmp_path


def test_without_a_checkout_coverage_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dicedeck.cli.rules.__file__", str(tmp_path / "cli" / "rules.py"))
    with pytest.raises(DicedeckError, match="checkout"):
        find_tests(None)
    assert_refused(dicedeck("rules", "impeachment", "--coverage"), "--tests FOLDER")
