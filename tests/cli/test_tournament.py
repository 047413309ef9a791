"""`dicedeck tournament`, `dicedeck crossplay` and `dicedeck payoff`."""

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


def test_payoff(tmp_path: Path) -> None:
    file = tmp_path / "matrix.json"
    words = ("payoff", "impeachment", "random", "greedy", "--against", "strategist", "--deals", "20")
    answer = dicedeck(*words, "--json", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert "score of Pro against Con, 20 games each, seed 0" in answer.text
    assert "In equilibrium Pro scores" in answer.text
    figures = json.loads(file.read_text())
    assert (figures["rows"], figures["columns"]) == (["random", "greedy"], ["strategist"])
    assert max(line[0][0] for line in figures["scores"]) == figures["value"] > 0
    assert dicedeck(*words, "--workers", "2").out == answer.out


def test_payoff_without_others_meets_the_same_agents() -> None:
    answer = dicedeck("payoff", "impeachment", "random", "greedy", "--deals", "2")
    assert answer.code == 0
    assert answer.text.count("random") >= 2


def test_payoff_needs_two_sides() -> None:
    assert_refused(dicedeck("payoff", "deck_of_fate", "bold"), "deck_of_fate has no two sides that meet")
    assert_refused(dicedeck("payoff", "impeachment", "random", "--against", "gredy"), "did you mean 'greedy'")
