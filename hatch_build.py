"""Build hook: makes the package `dicedeck` out of the folders at the root.

A wheel gets the folders through hatchling's `sources` map. An editable install gets `.links/dicedeck/` (ignored by
git), whose entries link to the folders, and one `.pth` line that points to `.links`. The package's own `__init__.py`
is written here from pyproject.toml, so that the version stands in one place.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "dicedeck"
FOLDERS = ("envs", "agents", "training", "evaluation", "configs", "cli")


class PackageFromFolders(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the package's `__init__.py` and `py.typed`; for editable installs it also links the folders."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; `version` is "standard" or "editable"."""
        if self.target_name != "wheel":
            return
        farm = Path(self.root) / ".links" / PACKAGE
        farm.mkdir(parents=True, exist_ok=True)
        metadata = self.metadata.core
        init = f'"""{metadata.description}."""\n\n__version__ = "{self.metadata.version}"\n'
        for name, text in (("__init__.py", init), ("py.typed", "")):
            write_if_changed(farm / name, text)
            if version == "standard":
                build_data["force_include"][str(farm / name)] = f"{PACKAGE}/{name}"
        if version == "editable":
            for name in FOLDERS:
                link_folder(farm / name, Path(self.root) / name)


def write_if_changed(path: Path, text: str) -> None:
    """Leaves an unchanged file alone: another process may be importing it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def link_folder(link: Path, target: Path) -> None:
    """Links a folder; on Windows with a junction, which needs no special rights."""
    if link.is_symlink():
        link.unlink()
    elif link.exists():
        return  # a junction made earlier
    if os.name == "nt":
        import _winapi

        _winapi.CreateJunction(str(target), str(link))  # type: ignore[attr-defined, unused-ignore]
    else:
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=True)
