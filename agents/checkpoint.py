"""Checkpoints of trained policies: a folder with ``checkpoint.json`` and the safetensors files that it names.

Nothing is ever unpickled: numbers are in safetensors, everything else is JSON. Data files carry a part of their
checksum in their names, so an earlier checkpoint's files are never overwritten; a checkpoint becomes the valid one when
``checkpoint.json`` is replaced, in one step of the file system. Whoever is killed at any moment leaves a whole
checkpoint, the earlier or the later one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import safetensors.numpy
from safetensors import SafetensorError

from dicedeck.agents.files import write_file
from dicedeck.envs.core.dtypes import Array
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.game import Game

FORMAT = 1
"""Goes up when an older version could not read what a newer one writes."""
FACTS = "checkpoint.json"
FOLDER = "checkpoint"
"""The checkpoint's place in the folder of a training run."""

Tensors = Mapping[str, Array]
T = TypeVar("T")


class CheckpointError(DicedeckError):
    """A checkpoint that is damaged, belongs to another game, or cannot be written."""


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint on disk whose facts have been read."""

    folder: Path
    facts: dict[str, Any]

    def fact(self, name: str, kind: type[T]) -> T:
        """One of its facts, which must be a ``dict``, an ``int``, a ``float`` ..."""
        if name not in self.facts:
            raise CheckpointError(f"{self.folder / FACTS} is damaged: it has no {name!r}")
        value = self.facts[name]
        if kind is float and type(value) is int:
            value = float(value)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise CheckpointError(f"{self.folder / FACTS} is damaged: {name} is {value!r}")
        return value

    def tensors(self, group: str) -> dict[str, Array]:
        """The arrays of one of its files, such as ``policy``.

        Raises:
            CheckpointError: names the file that is missing or damaged.
        """
        entry = self.fact("files", dict).get(group)
        if not isinstance(entry, dict) or not {"name", "sha256"} <= entry.keys():
            raise CheckpointError(f"{self.folder / FACTS} is damaged: it names no file for {group!r}")
        path = self.folder / Path(str(entry["name"]).replace("\0", "")).name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CheckpointError(f"{path}: cannot be read ({error.strerror})") from None
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise CheckpointError(f"{path} is damaged: its contents do not match the checksum in {FACTS}")
        try:
            return safetensors.numpy.load(data)
        except SafetensorError as error:
            raise CheckpointError(f"{path} is damaged: {error}") from None


# ---------------------------------------------------------------- writing


def write_checkpoint(folder: Path, game: Game, facts: Mapping[str, Any], groups: Mapping[str, Tensors]) -> None:
    """Write a checkpoint in place of the earlier one, which stays whole until the new one is.

    Args:
        facts: what JSON can hold; ``game``, ``format`` and ``files`` are added.
        groups: arrays by name, for each group; a group is a file.

    Raises:
        CheckpointError: the folder cannot be written to, or the disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = {group: _write_tensors(folder, group, tensors) for group, tensors in groups.items()}
        whole = {"format": FORMAT, "game": facts_of(game), **facts, "files": files}
        write_file(folder / FACTS, json.dumps(whole, indent=1) + "\n")
        _remove_others(folder, keep={FACTS, *(entry["name"] for entry in files.values())})
    except OSError as error:
        raise CheckpointError(
            f"cannot write the checkpoint {folder}: {error.strerror or error}; an earlier one is left as it was"
        ) from None


def facts_of(game: Game) -> dict[str, Any]:
    """What a policy depends on, so that a difference can be named."""
    return {
        "name": game.name,
        "version": game.version,
        "options": game.option_values(),
        "num_actions": game.num_actions,
        "digest": game.digest,
        "observation": {slot.name: list(slot.shape) for slot in game.layout.slots},
        "features": {slot.name: list(slot.shape) for slot in game.feature_layout.slots},
    }


def _write_tensors(folder: Path, group: str, tensors: Tensors) -> dict[str, str]:
    data = safetensors.numpy.save(dict(tensors))
    checksum = hashlib.sha256(data).hexdigest()
    name = f"{group}-{checksum[:12]}.safetensors"
    write_file(folder / name, data)
    return {"name": name, "sha256": checksum}


def _remove_others(folder: Path, keep: set[str]) -> None:
    """Files of earlier checkpoints, and what a killed process left half-written."""
    for path in folder.iterdir():
        if path.name not in keep and path.suffix in (".safetensors", ".tmp"):
            path.unlink(missing_ok=True)


# ---------------------------------------------------------------- reading


def find_checkpoint(path: Path) -> Path | None:
    """The checkpoint's folder: ``path`` itself or, for the folder of a run, the one in it. None where there is none."""
    return next((folder for folder in (path, path / FOLDER) if (folder / FACTS).is_file()), None)


def read_checkpoint(path: Path, game: Game | None = None) -> Checkpoint:
    """The checkpoint at a path, or of a training run's folder; with ``game`` it must have been made for that game.

    Raises:
        CheckpointError: there is none, its file is damaged, or it is for another game; names what differs.
    """
    folder = find_checkpoint(path)
    if folder is None:
        raise CheckpointError(f"{path} holds no checkpoint (no {FACTS} there, nor in its folder {FOLDER!r})")
    try:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CheckpointError(f"{folder / FACTS} is damaged: {error}") from None
    checkpoint = Checkpoint(folder, facts if isinstance(facts, dict) else {})
    if checkpoint.fact("format", int) != FORMAT:
        raise CheckpointError(f"{folder} has format {facts['format']!r}, this version of dicedeck reads {FORMAT}")
    if game is not None:
        difference = _difference(checkpoint.fact("game", dict), game)
        if difference:
            raise CheckpointError(f"{folder} does not fit: {difference}")
    return checkpoint


def _difference(there: Mapping[str, Any], game: Game) -> str:
    """What a checkpoint's game and this one differ in; empty when nothing does."""
    here = facts_of(game)
    if there == here:
        return ""
    if there.get("name") != here["name"]:
        return f"it plays {there.get('name')}, not {game.name}"
    if there.get("options") != here["options"]:
        return f"it was made for the options {_spell(there.get('options'))}, not {_spell(here['options'])}"
    if there.get("version") != here["version"]:
        return f"it was made for version {there.get('version')} of {game.name}, this is version {game.version}"
    if there.get("num_actions") != here["num_actions"]:
        return f"it knows {there.get('num_actions')} actions, {game.name} has {game.num_actions}"
    for layout in ("observation", "features"):
        known = there.get(layout)
        if not isinstance(known, dict):
            return f"it does not say what its {layout} looked like"
        for name in [*known, *here[layout]]:
            old, new = known.get(name), here[layout].get(name)
            if old != new:
                return f"the layout of its {layout} differs: {name} has shape {old}, now {new} (None: not there)"
        if list(known) != list(here[layout]):
            return f"the layout of its {layout} differs in the order of its parts"
    return "the names of the actions have changed since"


def _spell(options: Any) -> str:
    if not isinstance(options, dict):
        return repr(options)
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "none"
