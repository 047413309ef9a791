"""Every wrong input is one line on stderr that says how to mend it; exit code 2; nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.commands import assert_refused, dicedeck
from support.positions import lane, position

PLAY = ("play", "impeachment", "--opponent", "random", "--hint", "random", "--seat", "pro")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("play", "impeachmnt"), ("no game is called 'impeachmnt'", "did you mean 'impeachment'", "known games:")),
        (("rules", "chess"), ("known games: impeachment",)),
        (("check", "no_such_module:GAME"), ("cannot import 'no_such_module'",)),
        (("check", "json:GAME"), ("json has no GameSpec called 'GAME'",)),
        (("bench", "chess"), ("known games:",)),
        (("warm", "chess"), ("known games:",)),
        (("evaluate", "chess", "random", "random"), ("known games:",)),
        ((*PLAY, "-o", "tacticts=true"), ("no option 'tacticts'", "did you mean 'tactics'")),
        ((*PLAY, "-o", "tactics=perhaps"), ("tactics='perhaps'", "boolean")),
        ((*PLAY, "-o", "conviction=all"), ("conviction='all'", "'off', 'rank' or 'total'")),
        ((*PLAY, "-o", "tactics"), ("write NAME=VALUE", "-o tactics=false")),
        (("play", "impeachment", "--seat", "7"), ("seats 0 to 1", "7")),
        (("play", "impeachment", "--seat", "judge"), ("no seat 'judge'", "Pro, Con")),
        (("play", "impeachment", "--opponent", "grandmaster"), ("no agent is called 'grandmaster'", "random")),
        (("play", "impeachment", "--opponent", "random", "--opponent", "random"), ("give one --opponent",)),
        (("evaluate", "impeachment", "random", "runs/none/checkpoint"), ("runs/none/checkpoint", "no such checkpoint")),
        (("evaluate", "impeachment", "random", "random", "--pairs", "0"), ("--pairs",)),
        (("evaluate", "impeachment", "random"), ("OPPONENT",)),
        (("rules", "impeachment", "--coverage", "--tests", "/no/such/folder"), ("no such folder",)),
    ],
)
def test_wrong_words_on_the_command_line(command: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_refused(dicedeck(*command, typed="quit\n"), *words)


def _card_twice(place: dict[str, Any]) -> None:
    place["hands"]["con"] = ["S5"]


def _side_overfull(place: dict[str, Any]) -> None:
    place["justices"][0] = lane("S2 S3 S4 S6")


def _eight_justices(place: dict[str, Any]) -> None:
    del place["justices"][0]


def _unknown_key(place: dict[str, Any]) -> None:
    place["to_moev"] = "pro"


def _unknown_card(place: dict[str, Any]) -> None:
    place["issue_pile"] = ["S1"]


@pytest.mark.parametrize(
    ("damage", "field"),
    [
        (_card_twice, "hands.con"),
        (_side_overfull, "justices[0].pro"),
        (_eight_justices, "justices"),
        (_unknown_key, "to_moev"),
        (_unknown_card, "issue_pile"),
    ],
)
def test_malformed_positions(tmp_path: Path, damage: Callable[[dict[str, Any]], None], field: str) -> None:
    place = position({}, pro="S5", con="D3")
    damage(place)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(place))
    assert_refused(dicedeck(*PLAY, "--load", str(file)), field)


@pytest.mark.parametrize(("text", "words"), [("{", "is not JSON"), ("[]", "expected a mapping")])
def test_files_that_hold_no_position(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "position.json"
    file.write_text(text)
    assert_refused(dicedeck(*PLAY, "--load", str(file)), words)


def test_position_of_other_options(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({**position({}, pro="S5"), "options": {"tactics": True}}))
    assert_refused(dicedeck(*PLAY, "--load", str(file)), "options", "tactics")


def test_missing_file(tmp_path: Path) -> None:
    assert_refused(dicedeck(*PLAY, "--load", str(tmp_path / "none.json")), "none.json: No such file")


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A folder that cannot be made: a file lies in its way."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "folder"


@pytest.mark.parametrize(
    "command",
    [
        ("bench", "--quick", "--json", "{}/bench.json"),
        ("evaluate", "impeachment", "random", "random", "--json", "{}/match.json"),
        (*PLAY, "--load", "{}/position.json"),
    ],
)
def test_unwritable_output(command: tuple[str, ...], blocked: Path) -> None:
    assert_refused(dicedeck(*(word.format(blocked) for word in command)), "file", "Not a directory")
    assert [path.name for path in blocked.parent.parent.iterdir()] == ["file"]


def test_output_file_that_is_a_folder(tmp_path: Path) -> None:
    assert_refused(dicedeck("bench", "--quick", "--json", str(tmp_path)), "is a folder")


def test_saving_to_an_unwritable_place(blocked: Path) -> None:
    assert_refused(dicedeck(*PLAY, typed=f"save {blocked}/p.json\n"), "cannot write to this folder")


def test_looking_for_a_writable_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    from dicedeck.cli.files import check_output_folder

    (tmp_path / "there").mkdir()
    check_output_folder(tmp_path / "there")
    check_output_folder(tmp_path / "new" / "deep")
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]
