"""Compilation and its cache on disk: no edit leaves old code behind, no unwritable folder stops a game."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from dicedeck.envs.core import jit
from dicedeck.envs.core.jit import cache_folder, rebind, rule, sources_of
from dicedeck.envs.impeachment.rules.turn import step
from support import toy_game

pytestmark = pytest.mark.nojit

DAY = 86_400.0


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "rules").mkdir(parents=True)
    (folder / "__init__.py").write_text("A = 1\n")
    (folder / "rules" / "turn.py").write_text("B = 1\n")
    return folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("DICEDECK_CACHE", str(folder))
    return folder


def folder_for(*sources: Path) -> Path | None:
    """The cache folder, worked out anew."""
    found: Path | None = cache_folder.__wrapped__(tuple(sources))
    return found


# ---------------------------------------------------------------- the name of the folder


@pytest.mark.usefixtures("cache")
def test_an_edit_in_any_source_file_changes_the_folder(sources: Path) -> None:
    first = folder_for(sources)
    assert folder_for(sources) == first
    (sources / "rules" / "turn.py").write_text("B = 2\n")
    assert folder_for(sources) != first
    (sources / "rules" / "turn.py").write_text("B = 1\n")
    assert folder_for(sources) == first


@pytest.mark.usefixtures("cache")
def test_a_new_and_a_renamed_file_change_the_folder(sources: Path) -> None:
    first = folder_for(sources)
    (sources / "more.py").touch()
    second = folder_for(sources)
    (sources / "more.py").rename(sources / "less.py")
    assert len({first, second, folder_for(sources)}) == 3


@pytest.mark.usefixtures("cache")
def test_other_files_and_folders_do_not(sources: Path, tmp_path: Path) -> None:
    first = folder_for(sources)
    (sources / "RULES.md").write_text("text")
    (tmp_path / "elsewhere.py").write_text("C = 1\n")
    assert folder_for(sources) == first


@pytest.mark.usefixtures("cache")
def test_the_mode_has_its_own_folder(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = folder_for(sources)
    monkeypatch.setattr(jit, "MODE", "another")
    assert folder_for(sources) != first


def test_sources_of_our_games_are_the_core_and_their_folder() -> None:
    core = Path(jit.__file__).resolve().parent
    assert set(sources_of(step) or ()) == {core, core.parent / "impeachment"}


def test_sources_of_code_from_elsewhere_are_more() -> None:
    core = Path(jit.__file__).resolve().parent
    tests = Path(toy_game.__file__).resolve().parents[1]
    found = set(sources_of(toy_game.step) or ())
    assert {core, core.parent} < found
    assert found - {core, core.parent} <= {tests, tests / "support"}


# ---------------------------------------------------------------- where it lies


def test_the_cache_lies_below_the_users_cache(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DICEDECK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    folder = folder_for(sources)
    assert folder is not None and folder.parent == tmp_path / "xdg" / "dicedeck"


def test_an_unwritable_home_falls_back_to_the_temporary_folder(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file stands where the folder should be: that stops root too."""
    (tmp_path / "xdg").write_text("in the way")
    (tmp_path / "temporary").mkdir()
    monkeypatch.delenv("DICEDECK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    folder = folder_for(sources)
    assert folder is not None and folder.parent.parent == tmp_path / "temporary"


def test_without_any_writable_folder_there_is_no_cache(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DICEDECK_CACHE", str(tmp_path / "file"))
    assert folder_for(sources) is None


# ---------------------------------------------------------------- pruning


def old_folder(cache: Path, name: str, days: float, used: bool = True) -> Path:
    folder = cache / name
    folder.mkdir(parents=True)
    (folder / "code.nbc").touch()
    if used:
        (folder / ".used").touch()
        then = time.time() - days * DAY
        os.utime(folder / ".used", (then, then))
    return folder


def test_folders_that_nobody_uses_are_removed(sources: Path, cache: Path) -> None:
    old, recent = old_folder(cache, "old", days=15), old_folder(cache, "recent", days=13)
    foreign = old_folder(cache, "foreign", days=99, used=False)
    folder = folder_for(sources)
    assert folder is not None and folder.is_dir()
    assert not old.exists()
    assert recent.is_dir() and foreign.is_dir()


def test_the_folder_in_use_is_kept(sources: Path, cache: Path) -> None:
    folder = folder_for(sources)
    assert folder is not None
    then = time.time() - 99 * DAY
    os.utime(folder / ".used", (then, then))
    assert folder_for(sources) == folder and folder.is_dir()
    assert (folder / ".used").stat().st_mtime > then


# ---------------------------------------------------------------- rules and kernels


@rule
def third(values: np.ndarray[tuple[int], np.dtype[np.int32]], index: int) -> int:
    return int(values[index])


def called() -> int:
    return helper()  # type: ignore[name-defined,no-any-return]  # noqa: F821


def test_rules_are_called_from_python_too() -> None:
    assert third(np.array([1, 2, 3], np.int32), 2) == 3


def test_rebind_gives_free_names_a_value() -> None:
    assert rebind(called, {"helper": lambda: 5}, "a")() == 5
    assert rebind(called, {"helper": lambda: 6}, "b").__qualname__ == "called_b"
    with pytest.raises(NameError):
        called()


@pytest.mark.contract
@pytest.mark.skipif(jit.MODE == "compiled", reason="only with bounds checks, or in plain Python")
def test_an_index_outside_its_array_raises() -> None:
    with pytest.raises(IndexError):
        third(np.array([1, 2, 3], np.int32), 3)


PACKAGE = {
    "__init__.py": "",
    "numbers.py": "from dicedeck.envs.core.jit import rule\n\n\n@rule\ndef number() -> int:\n    return 1\n",
    "entry.py": """
        from pathlib import Path
        from dicedeck.envs.core.jit import kernel
        from small_game.numbers import number

        def entry(n):
            return n * number()

        print(kernel(entry, (Path(__file__).parent,))(10))
    """,
}


@pytest.mark.skipif(not jit.JIT, reason="nothing is compiled")
def test_no_edit_runs_old_code(tmp_path: Path, cache: Path) -> None:
    """A rule in another file than the cached entry point is edited; numba alone would not notice."""
    package = tmp_path / "small_game"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(textwrap.dedent(text))

    def run() -> str:
        command = [sys.executable, "-m", "small_game.entry"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, env=os.environ)
        return done.stdout.strip()

    assert run() == "10"
    compiled = sorted(cache.rglob("*.nbc"))
    assert run() == "10"
    assert sorted(cache.rglob("*.nbc")) == compiled != []
    numbers = package / "numbers.py"
    numbers.write_text(numbers.read_text().replace("return 1", "return 2"))
    assert run() == "20"
