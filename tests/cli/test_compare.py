"""`dicedeck compare`."""

from __future__ import annotations

import json
from pathlib import Path

from support.commands import assert_refused, dicedeck


def test_a_clear_case(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    answer = dicedeck("compare", "impeachment", "greedy", "random", "--seed", "2", "--json", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert "greedy is better than random (Elo 0 against 20, after" in answer.text
    assert "log-likelihood ratio" in answer.text
    figures = json.loads(file.read_text())
    assert figures["verdict"] == "better"
    assert figures["log_ratio"] >= figures["bounds"][1]
    assert figures["seed"] == 2


def test_undecided_and_other_bounds() -> None:
    words = ("compare", "impeachment", "random", "random", "--elo", "0", "5", "--error", "0.01", "--max-pairs", "8")
    answer = dicedeck(*words)
    assert "not decided after 8 pairs (Elo 0 against 5)" in answer.text


def test_solo_games_compare_returns() -> None:
    answer = dicedeck("compare", "defence_dice", "random", "random", "--max-pairs", "8")
    assert "mean returns" in answer.text


def test_wrong_words() -> None:
    assert_refused(dicedeck("compare", "impeachment", "random", "random", "--elo", "20", "0"), "Elo bounds must rise")
    assert_refused(dicedeck("compare", "impeachment", "random", "rndom"), "no agent is called 'rndom'")
