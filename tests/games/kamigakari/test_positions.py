"""Positions as JSON: round trips in the middle of everything, and complaints that name the field."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dicedeck.envs.core.errors import PositionError
from support.kami import attacking, begin, combat, figure, part, play, scene

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(("fight", "gm"), [("default", False), ("queen", True), ("conductor", True)])
def test_a_game_goes_on_alike_from_a_written_position(fight: str, gm: bool) -> None:
    """Random play by kinds of action; every few steps the position is read back: same text, same choices."""
    game = combat(fight=fight, gm=gm)
    state = game.new_initial_state(3)
    rnd = random.Random(5)
    seen = set()
    for step in range(160):
        if state.is_terminal():
            break
        seen.add(state.to_dict()["phase"])
        if step % 3 == 0:
            again = game.from_dict(state.to_dict())
            assert again.to_dict() == state.to_dict()
            assert again.legal_actions() == state.legal_actions()
            assert (again.observation_tensor() == state.observation_tensor()).all()
        kinds: dict[str, list[int]] = {}
        for action in state.legal_actions():
            kinds.setdefault(game.actions.decode(action)[0], []).append(action)
        state.apply_action(rnd.choice(kinds[rnd.choice(sorted(kinds))]))
    assert len(seen) >= 7


def test_what_a_position_does_not_say_is_as_at_the_start_of_a_turn() -> None:
    state = combat().from_dict({})
    figures = state.to_dict()["figures"]
    assert figures["pc_0"]["hp"] == 37
    assert figures["pc_0"]["left"] == ["start", "prepare", "attack", "end"]
    assert len(figures["pc_0"]["spirit"]) == 4
    assert state.to_dict()["phase"] == "prepare"


BASE = scene(pc_0=figure("4,4", spirit="1 2"), enemy_0="0,0")


def changed(name: str, **fields: Any) -> dict[str, Any]:
    figures = {**BASE["figures"], name: {**BASE["figures"][name], **fields}}
    return {**BASE, "figures": figures}


OVER = scene("pc_0", "over", result="won", returns=[1, 1, 1, 1, -1], pc_0="0,0", pc_1="0,1", pc_2="0,2", pc_3="0,3")


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (changed("pc_0", square="9,0"), "figures.pc_0.square: .*column,row from 0,0 to 8,8"),
        (changed("pc_0", square="3,5"), "figures.pc_0.square: there is an obstacle"),
        (changed("enemy_0", square="4,4"), "figures.enemy_0.square: pc_0 stands there"),
        (changed("pc_0", hp=38), "figures.pc_0.hp: expected a whole number from 0 to 37"),
        (changed("pc_0", hp=0, status=[]), "figures.pc_0.hp: HP is 0 for those who are stunned"),
        (changed("pc_0", status=["stun"]), "figures.pc_0.hp"),
        (changed("pc_0", status=["asleep"]), "figures.pc_0.status: 'asleep' is none of prone"),
        (changed("enemy_0", hp=0, status=["stun"]), "enemy_0.status: an enemy is never stunned"),
        (changed("pc_0", spirit=[1, 2, 3, 4, 5]), "figures.pc_0.spirit: expected at most 4 faces"),
        (changed("pc_0", spirit=[7]), "figures.pc_0.spirit"),
        (changed("pc_0", essence=23), "figures.pc_0.essence"),
        (changed("pc_0", left=["attack"]), "phase: 'prepare': the figure cannot act in this timing"),
        (changed("pc_0", left=["defence"]), "figures.pc_0.left: 'defence' is no timing"),
        (changed("pc_0", changes={"turn": {"acuracy": 1}}), "figures.pc_0.changes.turn.acuracy: is not known here"),
        (changed("pc_0", attributes={"turn": ["fir"]}), "figures.pc_0.attributes.turn: 'fir' is none of fire"),
        (changed("pc_0", used=[[17, 1, 1]]), "figures.pc_0.used: talents are 1 to 16"),
        ({**BASE, "to_move": "enemy_7"}, "to_move: 'enemy_7' is none of pc_0"),
        ({**BASE, "phase": "prepar"}, "phase: 'prepar' is none of .*did you mean 'prepare'"),
        ({**BASE, "turn": 0}, "turn: the first turn is 1"),
        ({**BASE, "phase": "target"}, "phase: 'target': the figure has no deed in hand"),
        ({**BASE, "phase": "square"}, "phase: 'square': a square is chosen"),
        ({**BASE, "phase": "pay"}, "phase: 'pay': there is nothing to pay"),
        ({**BASE, "phase": "roll"}, "phase: 'roll': there is no check"),
        ({**BASE, "phase": "react"}, "phase: 'react': there is nothing to react to"),
        ({**BASE, "phase": "declare"}, "phase: 'declare': no foe passes"),
        ({**BASE, "deed": {"user": "pc_0", "kind": "talent", "talent": 12}}, "deed.talent: pc_0 has no talent 12"),
        ({**BASE, "deed": {"user": "pc_0", "kind": "talent", "talent": 1}}, "deed.talent: is no deed"),
        ({**BASE, "attack": {"operation": 1}}, "attack: there is an attack only in the deed"),
        ({**BASE, "tasks": [["strikes", 0, 0]]}, r"tasks\[0\]: does not fit"),
        ({**BASE, "tasks": [["fly", 0, 0]]}, r"tasks\[0\]: expected \[task"),
        ({**BASE, "tasks": [["turn_of", 11, 0]]}, r"tasks\[0\]: there is no figure 11"),
        ({**BASE, "result": "won"}, "result: is there only when the fight is over"),
        ({**BASE, "wind": 3}, "wind: is not known here"),
        (OVER | {"figures": BASE["figures"]}, "result: won, but an enemy stands"),
        (OVER | {"result": "lost"}, "result: lost, but a PC stands"),
        (OVER | {"returns": [1, 1, 0, 1, -1]}, "returns: PCs are paid alike"),
        (OVER | {"returns": [1, 1, 1, 1, 1]}, "returns: PCs are paid alike, a game master the opposite"),
    ],
)
def test_complaints_name_the_field(position: dict[str, Any], told: str) -> None:
    with pytest.raises(PositionError, match=told):
        begin(position)


def test_a_way_leads_from_the_mover_to_a_free_square() -> None:
    start = scene("enemy_0", "declare", pc_0=figure("0,0", left=["attack"]), enemy_0="1,0", enemy_1="8,8")
    start["tasks"] = [["walk", 0, 0], ["turn_of", 0, 0], ["stage", 0, 1]]
    for path, gone, told in [
        (["8,8"], 0, r"move\.path: its squares do not lie side by side, from the mover's on"),
        (["0,1"], 1, r"move\.gone: pc_0 stands elsewhere"),
        (["0,1", "0,2", "1,2", "1,1", "1,0"], 0, r"move\.path: somebody stands at its end"),
    ]:
        move = {"mover": "pc_0", "going": "move", "budget": 6, "path": path, "gone": gone}
        with pytest.raises(PositionError, match=told):
            begin({**start, "move": move})


def test_a_deed_and_its_dice_are_as_they_can_be() -> None:
    given = attacking("1 2", pc_0=figure("4,4"), pc_1="4,5", enemy_0="4,3")
    with pytest.raises(PositionError, match=r"check\.critical: the dice say false"):
        begin({**given, "check": {**given["check"], "critical": True}})
    with pytest.raises(PositionError, match=r"deed\.targets: pc_1 is of the wrong side"):
        begin({**given, "deed": {**given["deed"], "targets": ["pc_1"]}})
    looking = scene(
        "pc_0", "roll", pc_0="4,4", enemy_0="4,3", deed={"user": "pc_0", "kind": "search"},
        check={"kind": "find", "roller": "pc_0", "dice": 2, "rolled": [3, 4], "hider": "pc_0"},
    )  # fmt: skip
    with pytest.raises(PositionError, match=r"check\.hider: no foe is looked for"):
        begin(looking)


@pytest.mark.parametrize(
    ("pc_0", "names"),
    [
        (figure("0,0", changes={"turn": {"move": 60}}), ["full move"]),
        (figure("4,4", changes={"fight": {"accuracy": 99}}), ["weapon", "target enemy_0"]),
        (figure("4,4", essence=-995), ["weapon", "target enemy_0", "transcend 3"]),
    ],
)
def test_what_play_leads_to_can_be_read_back(pc_0: dict[str, Any], names: list[str]) -> None:
    state = begin(scene(phase="attack", pc_0=pc_0, enemy_0=figure("4,3", hp=60)))
    play(state, *names)
    assert state.game.from_dict(state.to_dict()).to_dict() == state.to_dict()


def test_a_check_needs_its_dice_and_an_attack() -> None:
    given = attacking("2 5", pc_0=figure("4,4"), enemy_0="4,3")
    with pytest.raises(PositionError, match=r"check\.rolled: 2 dice lie there, 3 are rolled"):
        begin({**given, "check": {**given["check"], "dice": 3}})
    with pytest.raises(PositionError, match=r"belongs to an attack|does not fit"):
        begin({key: value for key, value in given.items() if key != "attack"})
    with pytest.raises(PositionError, match="has a fixed die"):
        begin({**given, "check": {**given["check"], "roller": "enemy_0"}})


def test_enemies_decide_only_with_a_game_master() -> None:
    with pytest.raises(PositionError, match="to_move: enemies decide only with a game master"):
        begin({**BASE, "to_move": "enemy_0"}, gm=False)


def test_a_figure_is_shown_with_what_pends() -> None:
    state = begin(scene("pc_0", "attack", pc_0=figure("4,4", spirit="2 3"), enemy_0="4,3"))
    play(state, "weapon", "target enemy_0", "transcend 1")
    text = str(state)
    assert "deed: pc_0, Curved Sword" in text or "deed: pc_0" in text
    assert "active check of pc_0: 3 dice" in text
    assert "against 16" in text
    assert part(state, "check")["dice"] == 3
