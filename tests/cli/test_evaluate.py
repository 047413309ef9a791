"""`dicedeck evaluate`."""

from __future__ import annotations

import json
from pathlib import Path

from support.commands import dicedeck


def test_scores_with_intervals_for_every_opponent(tmp_path: Path) -> None:
    file = tmp_path / "new" / "match.json"
    command = ("evaluate", "impeachment", "random", "random", "random", "--pairs", "4", "--seed", "3")
    answer = dicedeck(*command, "--json", str(file))
    assert answer.code == 0
    assert "4 duplicate pairs each, seed 3" in answer.text
    for column in ("score", "95 % interval", "as Pro", "as Con"):
        assert column in answer.text
    first, second = json.loads(file.read_text())
    assert first["score"] == second["score"]
    assert first["interval"][0] <= first["score"] <= first["interval"][1]
    assert set(first["per_role"]) == {"Pro", "Con"}


def test_the_same_seed_gives_the_same_score_with_any_options() -> None:
    command = ("evaluate", "impeachment", "random", "random", "--pairs", "2", "-o", "tactics=true")
    first, second = dicedeck(*command).text, dicedeck(*command).text
    assert "Impeachment (tactics)" in first
    assert first.split("ms a move")[1].split(":")[0] == second.split("ms a move")[1].split(":")[0]
