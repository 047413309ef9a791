"""Options that write stored results anew, when a change of behaviour is meant. Look at the diff before committing."""

from __future__ import annotations

import pytest

UPDATES = {
    "--update-golden": "write the hashes of tests/golden again",
    "--update-playthroughs": "write tests/playthroughs again",
    "--update-rules-tables": "write the generated tables in each game's RULES.md again",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dicedeck")
    for option, text in UPDATES.items():
        group.addoption(option, action="store_true", help=text)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def update_playthroughs(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-playthroughs"))


@pytest.fixture
def update_rules_tables(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-rules-tables"))
