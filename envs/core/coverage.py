"""Which tests cover which numbered rules of a game, read from the tests' source without running them.

A test names its rules: ``@pytest.mark.rule("IMP-12", "IMP-13")`` on the function, its class, a ``pytest.param`` or, as
``pytestmark``, the module. Only ids that are written out count: a test that a loop marks with all rules says little
about any one of them.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dicedeck.envs.core.game import Game
from dicedeck.envs.core.rulebook import rule_ids
from dicedeck.envs.core.spec import GameSpec

_REGISTRY = "dicedeck.envs.registry"


@dataclass(frozen=True)
class Coverage:
    """The rules of a game and their tests."""

    game: str
    ids: tuple[str, ...]
    """The rules in the order of the rulebook."""
    covered: dict[str, list[str]]
    """For each covered rule its tests, as ``file::test``."""
    unknown: dict[str, list[str]]
    """Ids that look like this game's and are in no rulebook, with the tests that name them."""

    @property
    def missing(self) -> list[str]:
        """The rules without a test."""
        return [name for name in self.ids if name not in self.covered]

    def __str__(self) -> str:
        rows = [f"{self.game}: {len(self.ids) - len(self.missing)} of {len(self.ids)} rules have a test"]
        for name in self.ids:
            tests = self.covered.get(name, [])
            more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
            rows.append(f"  {name:8} {len(tests):3}  {', '.join(tests[:3]) or 'NO TEST'}{more}")
        rows += [f"  {name}: not in the rulebook, but named by {', '.join(t)}" for name, t in self.unknown.items()]
        return "\n".join(rows)


def coverage(game: str | GameSpec | Game, tests_folder: Path | str) -> Coverage:
    """The rules of a game against the tests below a folder.

    Raises:
        UnknownGameError: no game of that name.
        GameDefinitionError: the game has no rulebook.
    """
    spec: GameSpec | Game = importlib.import_module(_REGISTRY).find_spec(game) if isinstance(game, str) else game
    ids = tuple(rule_ids(spec))
    prefixes = {name.partition("-")[0] for name in ids}
    found = {
        name: tests for name, tests in sorted(covered_rules(tests_folder).items()) if name.partition("-")[0] in prefixes
    }
    registry = importlib.import_module(_REGISTRY)
    known = {rule for other in registry.GAMES for rule in rule_ids(registry.find_spec(other))} | set(ids)
    unknown = {name: tests for name, tests in found.items() if name not in known}
    return Coverage(spec.name, ids, {name: found[name] for name in ids if name in found}, unknown)


def covered_rules(tests_folder: Path | str) -> dict[str, list[str]]:
    """For every rule id that a test below the folder names, those tests, as ``file::test``."""
    root = Path(tests_folder)
    covered: dict[str, list[str]] = {}
    for path in sorted(root.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for test, ids in _marked_tests(tree):
            for name in ids:
                covered.setdefault(name, []).append(f"{path.relative_to(root).as_posix()}::{test}")
    return covered


def _marked_tests(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Each test function with the rules that it, its class and its module name."""
    of_module = _ids(_pytestmarks(tree.body))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            of_class = of_module + _ids(node.decorator_list) + _ids(_pytestmarks(node.body))
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name.startswith("test"):
                    yield f"{node.name}::{inner.name}", _once(of_class + _ids(inner.decorator_list))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node.name, _once(of_module + _ids(node.decorator_list))


def _pytestmarks(body: list[ast.stmt]) -> list[ast.expr]:
    """What a module or class assigns to ``pytestmark``."""
    return [
        node.value
        for node in body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
    ]


def _ids(expressions: list[ast.expr]) -> list[str]:
    """The texts inside every ``pytest.mark.rule(...)`` anywhere in the expressions."""
    return [
        argument.value
        for expression in expressions
        for call in ast.walk(expression)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.rule", "mark.rule")
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def _once(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))
