"""The demo from end to end, in small."""

from __future__ import annotations

from pathlib import Path

from dicedeck.training.config import load_config, parse_config
from dicedeck.training.demo import CONFIG, run_demo

TINY = """
game: impeachment
total_steps: 128
network: {hidden: [8]}
ppo: {envs: 4, steps: 16, epochs: 1, minibatch: 32}
evaluation: {every: 64, pairs: 2, against: [random]}
"""


def test_the_demo_writes_a_page(tmp_path: Path) -> None:
    for seed in (1, 2):  # the second one replaces the first
        path = run_demo(tmp_path, seed, parse_config(TINY), ("random",), pairs=3, progress=False)
    assert path == tmp_path / "report.html"
    page = path.read_text(encoding="utf-8")
    for expected in ("Learning curve", "against random", "By role", "the trained agent", "place ", "2 (training)"):
        assert expected in page
    assert page.count("<svg") == 3


def test_the_demo_has_a_config() -> None:
    assert load_config(CONFIG).evaluation.against
