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


def test_the_same_seed_gives_the_same_scores(tmp_path: Path) -> None:
    command = ("evaluate", "impeachment", "random", "random", "--pairs", "2", "-o", "tactics=true", "--json")
    found = []
    for name in ("first.json", "second.json"):
        answer = dicedeck(*command, str(tmp_path / name))
        assert "Impeachment (tactics)" in answer.text
        (figures,) = json.loads((tmp_path / name).read_text())
        figures.pop("seconds_per_move")
        found.append(figures)
    assert found[0] == found[1]
    assert found[0]["options"] == {"tactics": True}


def test_win_rates_where_each_agent_plays_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    command = ("evaluate", "defence_dice", "steward", "random", "--pairs", "12", "--json", str(file))
    answer = dicedeck(*command)
    assert answer.code == 0, answer.err
    for word in ("12 deals, each played by both", "agent wins", "opponent wins", "won alone", "McNemar"):
        assert word in answer.text
    assert "50 % means equal" not in answer.text
    (figures,) = json.loads(file.read_text())
    wins = figures["wins"]
    assert wins["opponent"][0] == 0
    assert wins["agent"][0] * 12 == wins["only_agent"]
    assert 0 <= wins["p_value"] <= 1
