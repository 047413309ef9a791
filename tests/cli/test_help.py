"""Help, examples and versions; and that none of it loads what it does not need."""

from __future__ import annotations

import importlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import dicedeck as package
from support.commands import assert_refused, dicedeck

COMMANDS = [
    "demo",
    "games",
    "rules",
    "play",
    "train",
    "evaluate",
    "compare",
    "tournament",
    "crossplay",
    "payoff",
    "replay",
    "exploit",
    "export",
    "balance",
    "bench",
    "check",
    "warm",
]
QUICK = ["dicedeck games", "dicedeck rules impeachment"]
"""Examples that are run here; those of the other commands have tests of their own."""


def examples(command: str) -> list[str]:
    """The example lines of a command's help, pipes left out."""
    text: str = importlib.import_module(f"dicedeck.cli.{command}").EXAMPLE
    lines = [line.removeprefix("Example:").strip() for line in text.splitlines() if line.strip()]
    return [line.partition("|")[2].strip() or line for line in lines]


def loaded_after(*arguments: str) -> set[str]:
    """Modules in a fresh process after a command."""
    code = (
        "import sys, json\nfrom dicedeck.cli import main\n"
        f"try: main({list(arguments)!r})\nexcept SystemExit: pass\n"
        "print(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_help_lists_every_command() -> None:
    answer = dicedeck("--help")
    assert answer.code == 0
    for command in COMMANDS:
        assert command in answer.text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    answer = dicedeck(command, "--help")
    assert answer.code == 0
    assert f"Example: dicedeck {command}" in answer.text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_is_a_command_line_that_exists(command: str) -> None:
    """The options of each example stand in the help of its command."""
    for line in examples(command):
        words = shlex.split(line)
        assert words[:2] == ["dicedeck", command]
        usage = dicedeck(command, "--help").out
        for word in words[2:]:
            assert not word.startswith("-") or word in usage, f"{word} in {line!r}"


@pytest.mark.parametrize("line", QUICK)
def test_examples_work(line: str) -> None:
    command = line.split()[1]
    assert line in examples(command)
    answer = dicedeck(*shlex.split(line)[1:])
    assert (answer.code, answer.err) == (0, "")


def test_version() -> None:
    assert dicedeck("--version").out == f"dicedeck {package.__version__}\n"


def test_help_is_fast_because_it_loads_nothing_heavy() -> None:
    loaded = loaded_after("--help")
    assert not loaded & {"numpy", "numba", "torch", "pydantic", "gymnasium", "dicedeck.envs"}


def test_games_works_without_torch() -> None:
    loaded = loaded_after("games")
    assert "dicedeck.envs.impeachment" in loaded
    assert not loaded & {"torch", "stable_baselines3", "matplotlib", "pyarrow"}


def test_works_as_a_module_from_any_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dicedeck.cli", "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("dicedeck ")


def test_no_command_shows_the_help() -> None:
    answer = dicedeck()
    assert "Usage: dicedeck" in answer.text


def test_unknown_command_is_one_line() -> None:
    assert_refused(dicedeck("gams"), "gams")


def test_missing_argument_is_one_line() -> None:
    assert_refused(dicedeck("play"), "GAME", "dicedeck play --help")


def test_unknown_flag_is_one_line() -> None:
    assert_refused(dicedeck("games", "--colour"), "--colour")


def test_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("dicedeck.envs.registry.game_ids", interrupted)
    answer = dicedeck("games")
    assert (answer.code, answer.err) == (130, "")


def test_a_fault_of_ours_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise ZeroDivisionError

    monkeypatch.setattr("dicedeck.envs.registry.game_ids", broken)
    with pytest.raises(ZeroDivisionError):
        dicedeck("games")
