"""`dicedeck bench`, `check` and `warm`, and the timing behind them. No figure passes or fails."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dicedeck.envs import load_game
from dicedeck.evaluation import benchmark
from dicedeck.evaluation.benchmark import (
    ENGINE_MODES,
    Effort,
    Figure,
    Mode,
    Skipped,
    measure,
    middle_of_a_game,
    name_of,
    run_mode,
    shares,
    this_machine,
)
from dicedeck.evaluation.benchmark_envs import ENVIRONMENT_MODES
from dicedeck.evaluation.benchmark_peers import run_peers
from dicedeck.evaluation.warm import warm_all, warm_steps
from support.commands import dicedeck
from support.toy_game import GAME

SHORT = Effort(repeats=2, seconds=0.001)
TESTS = Path(__file__).parent.parent


def run_here(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a new process whose folder holds the toy game."""
    command = [sys.executable, "-m", "dicedeck.cli", *arguments]
    return subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)


def test_the_best_of_the_repeats_counts() -> None:
    seconds = iter([9.0, 2.0, 1.0, 4.0])
    figure = measure("game", "mode", lambda: (100, next(seconds)), Effort(repeats=3, seconds=0.5))
    assert (figure.best, figure.worst, figure.repeats) == (100.0, 25.0, 3)
    assert figure.microseconds == 10_000
    assert 0 <= figure.share <= 1


@pytest.mark.parametrize("mode", [*ENGINE_MODES, *ENVIRONMENT_MODES], ids=lambda mode: mode.name)
def test_every_mode_can_be_measured(mode: Mode) -> None:
    outcome = run_mode(GAME.load(), mode, SHORT)
    assert isinstance(outcome, Figure)
    assert outcome.best >= outcome.worst > 0


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dicedeck.envs.wrappers.sb3", None)
    outcome = run_mode(GAME.load(), ENVIRONMENT_MODES[-1], SHORT)
    assert isinstance(outcome, Skipped)
    assert "dicedeck.envs.wrappers.sb3" in outcome.reason


def test_peers_are_measured_or_skipped() -> None:
    outcomes = run_peers(SHORT)
    assert {"PettingZoo connect_four", "OpenSpiel gin_rummy", "RLCard gin-rummy"} == {o.game for o in outcomes}


def test_shares_add_up() -> None:
    parts = shares(GAME.load(), SHORT)
    assert parts.game == "three_tricks"
    assert sum(parts.percent(name) for name in ("step", "mask", "observation")) == pytest.approx(100)
    assert parts.legal >= 1


def test_shares_leave_the_batch_alone() -> None:
    batch = GAME.load().new_batch(benchmark.BATCH)
    before = batch.states.tobytes()
    benchmark._kernel_times(batch, batch.game.bind(benchmark.advance_states), batch.masks.argmax(1))
    assert batch.states.tobytes() == before


def test_names_and_machine() -> None:
    assert name_of(GAME.load(exchange=False)) == "three_tricks exchange=False"
    machine = this_machine()
    assert machine.processor and machine.cores >= 1
    assert not middle_of_a_game(GAME.load(), seed=3).is_terminal()


@pytest.mark.slow
def test_compile_times_cold_and_warm() -> None:
    cold, warm = benchmark.compile_times(load_game("impeachment"))
    assert (cold.cache, warm.cache) == ("cold", "warm")
    assert cold.state + cold.batch > warm.state + warm.batch


@pytest.mark.slow
def test_bench_prints_and_writes_all_figures(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    answer = dicedeck("bench", "impeachment", "--quick", "--seconds", "0.01", "--json", str(file))
    assert answer.code == 0
    report = json.loads(file.read_text())
    assert {"machine", "games"} <= set(report)
    assert [game["game"] for game in report["games"]] == [
        "impeachment",
        "impeachment tactics=True conviction=total bias=True",
    ]
    for mode in (*ENGINE_MODES, *ENVIRONMENT_MODES):
        assert mode.name in answer.text


def test_warm_steps_use_everything_once() -> None:
    steps = warm_steps(GAME.load())
    assert {"state", "batch", "playouts", "environment"} <= {step.name for step in steps}
    for step in steps[:4]:
        step.run()


@pytest.mark.parametrize("workers", [1, 2])
def test_warming_counts_steps_up_to_the_last(workers: int) -> None:
    games = [GAME.load(), GAME.load(exchange=False)]
    total = sum(len(warm_steps(game)) for game in games)
    seen: list[tuple[int, int]] = []
    warm_all(games, workers, lambda *progress: seen.append(progress))
    assert (seen[0], seen[-1]) == ((0, total), (total, total))
    assert seen == sorted(set(seen))


@pytest.mark.slow
def test_warm() -> None:
    answer = dicedeck("warm", "impeachment")
    assert answer.code == 0
    assert "compiled 2 variants in" in answer.text


@pytest.mark.slow
def test_check_of_a_game_from_outside_runs_with_bounds_checks() -> None:
    done = run_here("check", "support.toy_game:GAME", "--games", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("keeps the contract") == 2


@pytest.mark.slow
def test_check_says_what_is_broken(tmp_path: Path) -> None:
    source = (TESTS / "support" / "toy_game.py").read_text(encoding="utf-8")
    broken = source.replace("s.rewards[1] = -s.rewards[0]", "s.rewards[1] = 0")
    assert broken != source
    (tmp_path / "broken.py").write_text(broken, encoding="utf-8")
    command = [sys.executable, "-m", "dicedeck.cli", "check", "broken:GAME", "--games", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ") and len(done.stderr.splitlines()) == 1
    assert "breaks the contract" in done.stderr


@pytest.mark.slow
def test_bench_compares_learners(tmp_path: Path) -> None:
    file = tmp_path / "learning.json"
    answer = dicedeck("bench", "--quick", "--learning", "impeachment/smoke", "--json", str(file))
    assert (answer.code, answer.err) == (0, "")
    (one,) = json.loads(file.read_text())["learning"]
    assert one["decisions"] >= 2000
    assert one["per_second"] > 0
