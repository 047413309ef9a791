"""The bots of Kamigakari's fights: what they do in plain cases; the settings they take."""

from __future__ import annotations

from typing import Any

import pytest

from dicedeck.agents.loader import agent_names, load_agent
from dicedeck.agents.protocol import view_of
from dicedeck.agents.spec import AgentSpecError
from support.kami import attacking, begin, combat, figure, scene


def chosen(state: Any, bot: str) -> str:
    return str(state.action_to_string(load_agent(bot, state.game, seed=1).act(view_of(state))))


def test_the_bots_are_known() -> None:
    assert agent_names(combat())[-2:] == ["brawler", "tactician"]
    with pytest.raises(AgentSpecError, match="swaps=perhaps does not exist"):
        load_agent("tactician,swaps=perhaps", combat())
    with pytest.raises(AgentSpecError, match="brawler has no setting"):
        load_agent("brawler,swaps=no", combat())


def test_the_tactician_swaps_a_miss_into_a_hit_unless_told_not_to() -> None:
    given = attacking("2 2", pc_0=figure("4,4", spirit="6"), enemy_0="4,3")
    given["check"]["bonus"] = 8
    assert chosen(begin(given), "tactician") == "swap 2 for 6"
    assert chosen(begin(given), "tactician,swaps=no") in ("accept", "talent 1")
    assert chosen(begin(given), "brawler") == "swap 2 for 6"


def test_the_brawler_goes_for_the_nearest() -> None:
    state = begin(scene("pc_2", "attack", pc_2=figure("0,4", spirit="1 6"), enemy_0="4,4", enemy_4=figure("0,0", hp=1)))
    state.apply_action(state.string_to_action(chosen(state, "brawler")))
    assert chosen(state, "brawler") == "target enemy_0"


def test_bots_move_the_enemies_as_the_rules_do() -> None:
    state = begin(scene("enemy_0", "attack", pc_0="4,4", enemy_0="4,3"))
    assert {chosen(state, bot) for bot in ("brawler", "tactician")} == {"talent 1"}


@pytest.mark.parametrize("bot", ["brawler", "tactician", "tactician,swaps=no"])
@pytest.mark.parametrize("gm", [False, True])
def test_whole_fights(bot: str, gm: bool) -> None:
    game = combat(fight="ambush", gm=gm)
    agent = load_agent(bot, game)
    for seed in range(2):
        state = game.new_initial_state(seed)
        agent.reset(seed)
        while not state.is_terminal():
            state.apply_action(agent.act(view_of(state)))
        assert state.to_dict()["result"] in ("won", "lost", "turns")
