"""The built distributions hold every file of the packages, also after an editable install."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("envs", "agents", "training", "evaluation", "configs", "cli")


def tree_files() -> set[str]:
    """The packages' files that git does not ignore, as paths below the root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *FOLDERS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()}


def build(kind: str, folder: Path) -> Path:
    """Builds one distribution without isolation, so nothing is fetched."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module", autouse=True)
def _checkout() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("the list of files comes from git, and this is no checkout")
    assert (ROOT / ".links" / "dicedeck" / "envs").exists(), "run `make setup`: the danger is a build after it"


def test_wheel_holds_all_packages(tmp_path: Path) -> None:
    files = tree_files()
    assert {f"{folder}/__init__.py" for folder in FOLDERS} <= files
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        assert wheel.read("dicedeck/envs/__init__.py") == (ROOT / "envs" / "__init__.py").read_bytes()
        assert b"__version__ = " in wheel.read("dicedeck/__init__.py")
    expected = {f"dicedeck/{name}" for name in files} | {"dicedeck/__init__.py", "dicedeck/py.typed"}
    assert sorted(names - expected) == []
    assert sorted(expected - names) == []


def test_source_distribution_holds_what_a_build_needs(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {member.name.split("/", 1)[1] for member in archive.getmembers() if "/" in member.name}
    needed = tree_files() | {"pyproject.toml", "hatch_build.py", "constraints.txt", "Makefile", "README.md", "LICENSE"}
    assert sorted(needed - names) == []
