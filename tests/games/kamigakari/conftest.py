"""Compiling whole fights takes a minute, and the tests of single rules are quick: by default they run in plain Python.

Compiled, or with bounds checks: ``pytest -m slow tests/games/kamigakari``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.envs.core.jit import JIT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if JIT and item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow)
