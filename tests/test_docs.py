"""Every Python snippet of README and docs runs; every command shown there is one that exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from dicedeck.cli.app import app
from dicedeck.training.config import parse_config

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.stem)
def test_snippets_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, in one namespace, as a reader would paste them from the repository's folder."""
    monkeypatch.chdir(ROOT)
    namespace: dict[str, object] = {"__name__": "docs"}
    for code in blocks(page, "python"):
        exec(compile(code, str(page), "exec", dont_inherit=True), namespace)


def commands() -> list[str]:
    shown = {line for page in PAGES for line in re.findall(r"^\$ (dicedeck .*)$", page.read_text(), re.M)}
    inline = {text for page in PAGES for text in re.findall(r"`(dicedeck [a-z]+ [^`]*)`", page.read_text())}
    return sorted(shown | inline)


@pytest.mark.parametrize("command", commands())
def test_commands_exist(command: str) -> None:
    """The command parses: its name and all of its options are known."""
    name, *arguments = shlex.split(command)[1:]
    parser = typer.main.get_command(app)
    with parser.make_context("dicedeck", [name, *arguments], resilient_parsing=True) as context:
        sub = parser.get_command(context, name)  # type: ignore[attr-defined]
        assert sub is not None, f"no command {name!r}"
        known = {option for parameter in sub.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in arguments if word.startswith("-")} <= known


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "yaml")], ids=lambda page: page.stem)
def test_configs_are_valid(page: Path) -> None:
    for text in blocks(page, "yaml"):
        assert parse_config(text, page.name).opponents
