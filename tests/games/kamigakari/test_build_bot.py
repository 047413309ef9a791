"""The scripted builder of Kamigakari: it builds the ready parties, decision by decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedeck.agents.loader import load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from dicedeck.envs.core.errors import OptionError
from dicedeck.envs.kamigakari.tables.characters import combat_values
from dicedeck.envs.kamigakari.tables.scenario import load_party_file
from support.kami_build import building, characters, legal
from support.kami_tables import TABLES

pytestmark = pytest.mark.nojit


@pytest.mark.rule("KAMI-43")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_ready_builds_the_ready_party(level: int) -> None:
    state = building(level=level).new_initial_state(3)
    agent = load_agent("ready", state.game)
    agent.reset(1)
    while not (state.record.pc == 3 and "done" in legal(state)):
        state.apply_action(agent.act(view_of(state)))
    wanted = load_party_file(f"ready_{level}", TABLES)[1]
    for found, who in zip(characters(state)[:3], wanted, strict=False):
        assert combat_values(found, TABLES) == combat_values(who, TABLES)
        assert set(found.talents) == set(who.talents)
        assert (found.weapon, found.built, found.fused) == (who.weapon, who.built, who.fused)


def test_beyond_the_file_it_decides_at_random_and_legally() -> None:
    state = building(level=5).new_initial_state(3)
    agent = load_agent("ready", state.game)
    agent.reset(1)
    while not (state.record.pc == 3 and "done" in legal(state)):
        state.apply_action(agent.act(view_of(state)))
    assert len(characters(state)) == 4


def test_complaints(tmp_path: Path) -> None:
    with pytest.raises(AgentSpecError, match="no setting 'level'"):
        load_agent("ready,level=2", building())
    with pytest.raises(OptionError, match="parties: there is no 'best'"):
        load_agent("ready,party=best", building())
