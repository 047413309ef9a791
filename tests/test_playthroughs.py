"""Whole games, written down: a change of behaviour shows as a change of these files, line by line.

Look through the difference before you accept it with ``--update-playthroughs``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.envs import load_game
from dicedeck.envs.core.playthrough import playthrough
from support.toy_game import GAME
from support.variants import EVERY_VARIANT, VARIANTS, Options, variant_name

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 9
"""In Impeachment every kind of action comes up, and the variants of Conviction differ."""
MOST_BYTES = 250_000
"""Of a file; of longer games the beginning is kept."""


def path_of(name: str, options: Options) -> Path:
    return FOLDER / name / f"{variant_name(options)}.txt"


@pytest.mark.contract
@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT)
def test_playthrough(name: str, options: Options, update_playthroughs: bool) -> None:
    path = path_of(name, options)
    text = shortened(playthrough(load_game(name, **options), SEED))
    if update_playthroughs:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    stored = path.read_text(encoding="utf-8").splitlines()
    for number, (found, wanted) in enumerate(zip(text.splitlines(), stored, strict=False), start=1):
        assert found == wanted, f"{path.name}:{number} has changed; is it meant? Then run with --update-playthroughs"
    assert len(text.splitlines()) == len(stored)


def shortened(text: str) -> str:
    """The beginning of a long game, whole lines, and its returns."""
    if len(text) < MOST_BYTES:
        return text
    return text[: text.rindex("\n", 0, MOST_BYTES)] + "\n...\n" + text[text.rindex("returns [") :]


def test_no_playthroughs_of_variants_that_are_gone() -> None:
    wanted = {path_of(name, options) for name, all_options in VARIANTS.items() for options in all_options}
    assert set(FOLDER.rglob("*.txt")) == wanted


@pytest.mark.nojit
def test_text_of_a_small_game() -> None:
    text = playthrough(GAME.load(), seed=1, every=2, features=2)
    assert text == playthrough(GAME.load(), seed=1, every=2, features=2)
    positions = [line for line in text.splitlines() if line.startswith("====")]
    assert positions[0] == "==== position 0: player_0 to move, lead"
    assert positions[-1].endswith(": over")
    assert "features of 'play" in text and "seen by player_1: " in text and "returns [" in text
    assert max(map(len, text.splitlines())) <= 120
