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


@pytest.fixture
def fallback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in the temporary one, which is not made yet; the user's own cache cannot be made."""
    (tmp_path / "xdg").write_text("in the way")
    (tmp_path / "temporary").mkdir()
    monkeypatch.delenv("DICEDECK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("USER", "somebody")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary" / "dicedeck-somebody"


posix = pytest.mark.skipif(os.name == "nt", reason="there the temporary folder is the user's own")


@posix
def test_nobody_else_can_use_the_folder_in_the_temporary_one(sources: Path, fallback: Path) -> None:
    """Code is run from it, so nobody else may put any there."""
    folder = folder_for(sources)
    assert folder is not None and folder.parent == fallback
    assert fallback.stat().st_mode & 0o777 == 0o700
    assert folder_for(sources) == folder


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_is_not_used(sources: Path, fallback: Path, mode: int) -> None:
    fallback.mkdir()
    fallback.chmod(mode)
    assert folder_for(sources) is None
    assert not list(fallback.iterdir())


@posix
def test_a_folder_of_somebody_else_is_not_used(sources: Path, fallback: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fallback.mkdir(mode=0o700)
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    assert folder_for(sources) is None


@posix
def test_a_link_in_place_of_the_folder_is_not_followed(sources: Path, fallback: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    fallback.symlink_to(tmp_path / "elsewhere")
    assert folder_for(sources) is None


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


def test_a_folder_that_another_process_removes_meanwhile(
    sources: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was there when it was looked for, and is gone when its age is asked."""
    old_folder(cache, "going", days=15, used=False)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert folder_for(sources) is not None


def test_a_cache_that_cannot_be_listed_is_used(sources: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    folder = folder_for(sources)
    assert folder is not None and folder.parent == cache


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


compiles = pytest.mark.skipif(not jit.JIT, reason="nothing is compiled")


def make_package(folder: Path) -> None:
    package = folder / "small_game"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(textwrap.dedent(text))


def run_entry(folder: Path) -> tuple[str, str]:
    """What the package prints, and complains of, in a process of its own."""
    command = [sys.executable, "-m", "small_game.entry"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=os.environ)
    return done.stdout.strip(), done.stderr.strip()


@compiles
def test_no_edit_runs_old_code(tmp_path: Path, cache: Path) -> None:
    """A rule in another file than the cached entry point is edited; numba alone would not notice."""
    make_package(tmp_path)
    assert run_entry(tmp_path) == ("10", "")
    compiled = sorted(cache.rglob("*.nbc"))
    assert run_entry(tmp_path) == ("10", "")
    assert sorted(cache.rglob("*.nbc")) == compiled != []
    numbers = tmp_path / "small_game" / "numbers.py"
    numbers.write_text(numbers.read_text().replace("return 1", "return 2"))
    assert run_entry(tmp_path) == ("20", "")


@compiles
@pytest.mark.parametrize(("damaged", "size"), [("*.nbi", 0), ("*.nbi", 30), ("*.nbc", 0), ("*.nbc", 30)])
def test_damaged_files_are_made_anew(tmp_path: Path, cache: Path, damaged: str, size: int) -> None:
    """A process was killed, or the disk ran full, while they were written."""
    make_package(tmp_path)
    run_entry(tmp_path)
    sizes = {path: path.stat().st_size for path in cache.rglob("*.nb?")}
    files = list(cache.rglob(damaged))
    assert files and all(sizes[path] > size for path in files)
    for path in files:
        os.truncate(path, size)
    assert run_entry(tmp_path) == ("10", "")
    assert {path: path.stat().st_size for path in cache.rglob("*.nb?")} == sizes


FULL_DISK = """
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # files can be made, but nothing can be written
"""


@compiles
@posix
def test_a_full_disk_stops_nothing_and_is_said_once(tmp_path: Path, cache: Path) -> None:
    make_package(tmp_path)
    entry = tmp_path / "small_game" / "entry.py"
    again = "\nprint(kernel(entry, (Path(__file__).parent,))(10.0))\n"
    entry.write_text(textwrap.dedent(FULL_DISK) + textwrap.dedent(PACKAGE["entry.py"]) + again)
    output, errors = run_entry(tmp_path)
    assert output.split() == ["10", "10.0"]
    assert errors.count(f"RuntimeWarning: compiled code is not kept in {cache}: File too large") == 1
    assert "DICEDECK_CACHE" in errors and "Traceback" not in errors
    assert not list(cache.rglob("*.nb?"))
