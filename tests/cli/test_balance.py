"""`dicedeck balance`."""

from __future__ import annotations

import json
from pathlib import Path

from support.commands import assert_refused, dicedeck


def test_how_hard_a_solo_game_is(tmp_path: Path) -> None:
    file = tmp_path / "new" / "balance.json"
    command = ("balance", "defence_dice", "random", "steward", "--games", "8", "--count", "buy", "--seed", "2")
    answer = dicedeck(*command, "-o", "character=mage", "--json", str(file))
    assert answer.code == 0, answer.err
    assert "Defence Dice (character=mage" in answer.text
    for word in ("won", "95 % interval", "rounds", "how games end", "lost: overrun", "buy Fireball"):
        assert word in answer.text
    chance, steward = json.loads(file.read_text())
    assert (chance["agent"], steward["agent"]) == ("random", "steward")
    assert chance["wins"][0] == 0
    assert sum(steward["endings"].values()) == 8
    assert (steward["games"], steward["seed"], steward["options"]["character"]) == (8, 2, "mage")


def test_how_fair_a_game_for_two_is() -> None:
    answer = dicedeck("balance", "impeachment", "random", "--games", "6")
    assert answer.code == 0, answer.err
    for word in ("Pro", "Con", "random"):
        assert word in answer.text


def test_what_is_wrong_is_named() -> None:
    assert_refused(dicedeck("balance", "impeachment", "random", "--count", "place"), "--count place")
    assert_refused(dicedeck("balance", "defence_dice", "greedy"), "greedy", "steward")
    assert_refused(dicedeck("balance", "defence_dice", "random", "--count", "bye"), "bye", "buy")
