"""Imports go only one way, packages are imported by their full names, and `import dicedeck.envs` is cheap.

cards <- actions <- state <- rules <- observation, render <- __init__ inside a game;
envs.core <- a game; envs <- agents <- evaluation <- training <- cli between the packages.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("envs", "agents", "evaluation", "training", "cli")
FOLDERS = (*LAYERS, "configs")
KNOWS_THE_RULES = ("observation", "features", "chances", "odds", "notes", "contradictions", "position", "render")
GAME_ORDER = {"actions": 1, "state": 2, "rules": 3, **dict.fromkeys(KNOWS_THE_RULES, 4), "__init__": 5}
"""What comes before what inside a game; every other file (cards, dice, monsters, ...) is a table, rank 0."""
ENGINE_LIBRARIES = {"numpy", "numba", "llvmlite", "pydantic"}
"""The only third-party packages that envs.core and the games may import."""
TORCH = {"torch", "stable_baselines3", "sb3_contrib"}


@dataclass(frozen=True)
class Import:
    """One import statement: `name` is the module, or for `from a import b` the module b of a where there is one."""

    name: str
    line: int
    level: int = 0


def parts_of(path: str) -> tuple[str, ...]:
    """`envs/core/jit.py` -> ("envs", "core", "jit")."""
    return tuple(path.removesuffix(".py").split("/"))


def product_files() -> list[str]:
    return sorted(p.relative_to(ROOT).as_posix() for folder in FOLDERS for p in (ROOT / folder).rglob("*.py"))


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split(".")[1:])
    return path.with_suffix(".py").is_file() or path.is_dir()


def imports_of(source: str) -> Iterator[Import]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            for alias in node.names:
                deeper = f"{module}.{alias.name}"
                submodule = module.split(".")[0] == "dicedeck" and is_module(deeper)
                yield Import(deeper if submodule else module, node.lineno, node.level)


def game_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The game that a module below `envs` belongs to: ("impeachment",), ("kamigakari", "combat"), or () for none."""
    if len(parts) < 3 or parts[0] != "envs" or parts[1] in ("core", "wrappers"):
        return ()
    below = ROOT.joinpath("envs", *parts[1:3])
    has_own_actions = below.is_dir() and (below / "actions.py").is_file()
    return parts[1:3] if has_own_actions else parts[1:2]


def rank_in_game(parts: tuple[str, ...]) -> int:
    """The place of a module in its game's order; a package such as rules/ has one place for all its files."""
    inside = parts[1 + len(game_of(parts)) :]
    return GAME_ORDER.get(inside[0], 0)


def violations(path: str, source: str) -> list[str]:
    """What is wrong with the imports of one product file."""
    parts = parts_of(path)
    found = []
    for item in imports_of(source):
        reason = complaint(parts, item)
        if reason:
            found.append(f"{path}:{item.line} imports {item.name or '.'}: {reason}")
    return found


def complaint(parts: tuple[str, ...], item: Import) -> str:
    top, *rest = item.name.split(".")
    if item.level:
        return "imports are absolute"
    if top in FOLDERS:
        return f"write dicedeck.{top}"
    if top == "dicedeck":
        return own_complaint(parts, tuple(rest))
    return library_complaint(parts, top)


def own_complaint(parts: tuple[str, ...], target: tuple[str, ...]) -> str:
    """An import of one of our own modules; `target` has no leading "dicedeck"."""
    if not target or target[0] not in LAYERS:
        return ""
    if parts[0] not in LAYERS or LAYERS.index(target[0]) > LAYERS.index(parts[0]):
        return f"the order is {' <- '.join(LAYERS)}"
    if parts[0] != "envs":
        return ""
    if parts[1] == "core":
        return "" if target[:2] == ("envs", "core") else "envs.core knows no game and no wrapper"
    return game_complaint(parts, target) if game_of(parts) else environment_complaint(target)


def environment_complaint(target: tuple[str, ...]) -> str:
    """Registry and wrappers reach games by string only."""
    is_game = len(target) > 1 and (ROOT / "envs" / target[1]).is_dir() and target[1] not in ("core", "wrappers")
    return "a game is loaded by string, through the registry" if is_game else ""


def game_complaint(parts: tuple[str, ...], target: tuple[str, ...]) -> str:
    if target[:2] == ("envs", "core"):
        return ""
    if target[:2] != parts[:2]:
        return "a game knows only itself and envs.core"
    if ROOT.joinpath(*target).is_dir():
        target = (*target, "__init__")
    own, other = game_of(parts), game_of(target)
    if own != other:
        return (
            "" if len(other) < len(own) else "a game knows no other game of its family, and what they share knows none"
        )
    if rank_in_game(target) > rank_in_game(parts):
        return "the order is tables <- actions <- state <- rules <- observation, render <- __init__"
    return ""


def library_complaint(parts: tuple[str, ...], top: str) -> str:
    engine = parts[:2] == ("envs", "core") or game_of(parts)
    if engine and top not in ENGINE_LIBRARIES and top not in sys.stdlib_module_names:
        return f"the engine and the games import only {', '.join(sorted(ENGINE_LIBRARIES))}"
    if top in TORCH and parts[0] == "envs" and parts[:3] != ("envs", "wrappers", "sb3"):
        return "environments work without torch"
    if top in TORCH and parts[0] == "agents" and parts[1:] not in (("networks",), ("policy",), ("inference",)):
        return "inside agents only networks.py, inference.py and policy.py import torch"
    return ""


@pytest.fixture
def example_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small tree in place of the real one, so that the checks of the checker do not depend on the games."""
    for name in (
        *(f"envs/impeachment/{file}.py" for file in ("__init__", "cards", "state", "observation", "render")),
        *(f"envs/impeachment/rules/{file}.py" for file in ("__init__", "turn", "legal")),
        *(f"envs/kamigakari/{file}.py" for file in ("__init__", "core/dice", "build/actions", "combat/actions")),
        *("envs/core/rng.py", "envs/registry.py", "envs/deck_of_fate/cards.py", "envs/wrappers/single.py"),
        *("agents/mcts.py", "training/ppo.py", "training/best_response.py"),
    ):
        tmp_path.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath(name).touch()
    monkeypatch.setitem(globals(), "ROOT", tmp_path)


@pytest.mark.parametrize("path", product_files())
def test_imports_go_one_way(path: str) -> None:
    assert violations(path, (ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("envs/core/game.py", "from dicedeck.envs.impeachment import GAME"),
        ("envs/core/game.py", "import dicedeck.envs.registry"),
        ("envs/core/game.py", "import gymnasium"),
        ("envs/registry.py", "from dicedeck.agents.loader import load_agent"),
        ("envs/wrappers/aec.py", "import torch"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.impeachment import render"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.impeachment import GAME"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.impeachment.observation import observe"),
        ("envs/impeachment/state.py", "from dicedeck.envs.impeachment.rules.turn import step"),
        ("envs/impeachment/cards.py", "from dicedeck.envs.impeachment.actions import PASS"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.deck_of_fate.cards import DECK"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs import load_game"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.wrappers import single"),
        ("envs/kamigakari/build/rules.py", "from dicedeck.envs.kamigakari.combat import actions"),
        ("envs/kamigakari/core/dice.py", "from dicedeck.envs.kamigakari.combat import actions"),
        ("envs/registry.py", "import dicedeck.envs.impeachment"),
        ("envs/impeachment/render.py", "import matplotlib.pyplot as plt"),
        ("agents/mcts.py", "import torch.nn as nn"),
        ("agents/loader.py", "def f():\n    from dicedeck.training.ppo import PPO"),
        ("evaluation/match.py", "from dicedeck.training import best_response"),
        ("training/ppo.py", "from dicedeck.cli import main"),
        ("training/ppo.py", "from .masked import Masked"),
        ("training/ppo.py", "import envs.core"),
        ("training/ppo.py", "from agents import mcts"),
    ],
)
@pytest.mark.usefixtures("example_tree")
def test_wrong_import_is_found(path: str, line: str) -> None:
    assert len(violations(path, line)) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("envs/impeachment/__init__.py", "from dicedeck.envs.impeachment.rules.turn import step"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.impeachment import cards, state"),
        ("envs/impeachment/rules/turn.py", "from dicedeck.envs.impeachment.rules.legal import can_place"),
        ("envs/impeachment/observation.py", "from dicedeck.envs.impeachment.rules import can_place"),
        ("envs/kamigakari/combat/rules.py", "from dicedeck.envs.kamigakari.core.dice import roll"),
        ("envs/wrappers/sb3.py", "from stable_baselines3.common.vec_env import VecEnv"),
        ("envs/wrappers/sb3.py", "from dicedeck.envs.registry import load_game"),
        ("agents/bots/impeachment.py", "from dicedeck.envs.impeachment.cards import rank"),
        ("agents/policy.py", "import torch"),
        ("cli/__init__.py", "from dicedeck.training import ppo"),
    ],
)
@pytest.mark.usefixtures("example_tree")
def test_right_import_is_left_alone(path: str, line: str) -> None:
    assert violations(path, line) == []


def modules_after(statement: str, folder: Path) -> set[str]:
    """The modules that a fresh process has loaded after one statement, started in a foreign folder."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_environments_load_without_heavy_libraries(tmp_path: Path) -> None:
    loaded = modules_after("import dicedeck.envs", tmp_path)
    assert "dicedeck.envs" in loaded
    scipy = {"scipy.linalg", "scipy.optimize", "scipy.sparse", "scipy.stats"}  # numba loads the top package, no more
    assert loaded.isdisjoint({*TORCH, *scipy, "tensorboard", "matplotlib", "pyarrow", "ray", "pyspiel"})


@pytest.mark.parametrize("package", FOLDERS)
def test_no_package_is_loaded_by_its_bare_name(package: str, tmp_path: Path) -> None:
    loaded = modules_after(f"import dicedeck.{package}", tmp_path)
    assert f"dicedeck.{package}" in loaded
    assert loaded.isdisjoint(FOLDERS)
