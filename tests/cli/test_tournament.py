"""`dicedeck tournament` and `dicedeck crossplay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import assert_refused, dicedeck

HILL = "support.toy_dice:GAME"


def test_a_tournament_and_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("tournament", "impeachment", "random", "greedy", "--pairs", "4", "--seed", "3")
    answer = dicedeck(*words)
    assert (answer.code, answer.err) == (0, "")
    for expected in ("4 duplicate pairs each, seed 3", "Elo", "Nash", "alpha-Rank", "tournament.html"):
        assert expected in answer.text
    folder = tmp_path / "runs" / "impeachment-tournament"
    assert (folder / "matches.db").is_file()
    assert dicedeck(*words).out == answer.out


def test_wrong_words(tmp_path: Path) -> None:
    store = tmp_path / "notes.txt"
    store.write_text("no database at all " * 100)
    words = ("tournament", "impeachment", "random", "greedy", "--out", str(tmp_path / "out"))
    assert_refused(dicedeck(*words, "--store", str(store)), "is no match store", "notes.txt")
    assert_refused(dicedeck("tournament", "impeachment", "random"), "at least two agents")
    assert_refused(dicedeck("tournament", "impeachment", "random", "random"), "random is named twice")
    assert_refused(dicedeck("tournament", "impeachment", "random", "gredy"), "did you mean 'greedy'")
    assert_refused(dicedeck(*words, "--move-limit", "0"), "more than 0 seconds")
    assert_refused(dicedeck(*words[:-1], str(store / "deep")), "Not a directory")


def test_crossplay(tmp_path: Path) -> None:
    file = tmp_path / "matrix.json"
    answer = dicedeck("crossplay", HILL, "random", "mcts:2", "-o", "heroes=2", "--deals", "5", "--json", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert "XP/SP" in answer.text
    figures = json.loads(file.read_text())
    assert figures["agents"] == ["random", "mcts:2"]
    assert len(figures["returns"]) == 2


def test_crossplay_needs_partners() -> None:
    assert_refused(dicedeck("crossplay", "impeachment", "random", "greedy"), "has no partners")
