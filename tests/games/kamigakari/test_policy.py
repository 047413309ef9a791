"""The policy that moves enemies, and the one that plays a party (KAMI-33a)."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.kamigakari.fight.moves import TABLE
from dicedeck.envs.kamigakari.fight.policy.enemies import enemy_action
from dicedeck.envs.kamigakari.fight.policy.party import party_action
from dicedeck.envs.kamigakari.fight.policy.swaps import FACE_PRICE, FALLING, FELLING, HIT_WORTH
from support.kami import attacking, begin, combat, defending, fig, figure, hp, legal, play, scene, to_move

pytestmark = pytest.mark.nojit


def chosen(state: Any) -> str:
    """What the policy does for the figure in hand."""
    s = state.record
    mask = np.zeros(TABLE.num_actions, np.int8)
    action = party_action(s, mask, True) if s.figure < 4 else enemy_action(s)
    name = TABLE.names[action]
    assert name in legal(state)
    return name


@pytest.mark.rule("KAMI-33a")
def test_the_weakest_is_the_spiders_target() -> None:
    state = begin(scene("enemy_3", "attack", pc_0="8,8", pc_1="4,5", pc_2=figure("6,5", hp=10), enemy_3="5,5"))
    play(state, chosen(state))
    assert chosen(state) == "target pc_2"


@pytest.mark.rule("KAMI-33a")
def test_the_nearest_is_the_hounds_target_ties_by_seat() -> None:
    state = begin(scene("enemy_0", "attack", pc_1="4,5", pc_2=figure("5,7", hp=2), enemy_0="5,5"))
    play(state, chosen(state))
    while state.to_dict()["phase"] == "square":
        play(state, chosen(state))
    assert chosen(state) == "target pc_1"


@pytest.mark.rule("KAMI-33a")
def test_rulers_take_the_one_that_is_easiest_to_hit() -> None:
    options: dict[str, Any] = {"fight": "conductor"}
    given = scene("enemy_0", "attack", options, pc_0="4,4", pc_1="4,6", pc_3="3,6", enemy_0="4,5")
    state = play(begin(given, **options), "talent 1")
    values = {"pc_0": 5, "pc_1": 4, "pc_3": 6}
    assert chosen(state) == f"target {min(values, key=lambda name: values[name])}"


@pytest.mark.rule("KAMI-33a")
def test_enemies_without_a_target_come_nearer_and_those_with_range_keep_it() -> None:
    state = begin(scene("enemy_4", "prepare", pc_0="0,8", enemy_4="8,0"))
    assert chosen(state) == "move"
    play(state, "move")
    play(state, chosen(state))
    column, row = map(int, fig(state, "enemy_4")["square"].split(","))
    assert column + (8 - row) == 16 - 5
    near = begin(scene("enemy_4", "prepare", pc_0="4,8", enemy_4="4,5"))
    assert chosen(near) == "pass"  # the moth reaches 4 squares


@pytest.mark.rule("KAMI-33a")
def test_enemies_finish_off_only_where_they_can_attack_nobody() -> None:
    down = figure("4,4", hp=0, status="stun")
    state = begin(scene("enemy_0", "attack", pc_0=down, pc_1="8,8", enemy_0="4,3"))
    assert chosen(state) == "finish off"
    state = begin(scene("enemy_0", "attack", pc_0=down, pc_1="3,3", enemy_0="4,3"))
    assert chosen(state) == "talent 1"


@pytest.mark.rule("KAMI-33a")
def test_support_heals_who_lacks_ten_hp() -> None:
    options: dict[str, Any] = {"fight": "siege"}
    hurt: dict[str, Any] = {"enemy_3": "6,1", "enemy_0": figure("6,4", hp=82), "pc_0": "4,10"}
    state = begin(scene("enemy_3", "prepare", options, **hurt), **options)
    assert chosen(state) == "talent 2"
    assert chosen(play(state, "talent 2")) == "target enemy_0"
    hurt["enemy_0"] = figure("6,4", hp=83)
    assert chosen(begin(scene("enemy_3", "prepare", options, **hurt), **options)) != "talent 2"


@pytest.mark.rule("KAMI-33a")
def test_enemies_declare_and_are_the_gms_or_nobodys() -> None:
    run = scene("pc_0", "attack", pc_0=figure("4,0", changes={"fight": {"move": 0}}), enemy_0="3,3", enemy_1="5,3")
    state = play(begin(run), "full move", "square 4,6")
    assert to_move(state) == "enemy_0 declare"
    assert chosen(state) == "stop"
    alone = play(begin(run, gm=False), "full move", "square 4,6")
    assert fig(alone)["square"] == "4,3"  # stopped without being asked


@pytest.mark.rule("KAMI-33b")
def test_random_play_ends_far_below_the_cap() -> None:
    game = combat(fight="ambush", max_turns=4)
    rnd = random.Random(1)
    state = game.new_initial_state(2)
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
    assert state.step_count < game.max_steps / 20


# ---------------------------------------------------------------- swap puzzles


def best_worth(
    position: dict[str, Any], dice: list[int], pool: list[int], passive: int, left: int, harm: Any
) -> set[tuple[int, ...]]:
    """The ends of a check that are worth most, by trying all of them with the prices of the policy."""
    found: dict[tuple[int, ...], float] = {}
    fumble, critical = set(dice) == {1}, dice.count(6) >= 2
    for end in {tuple(sorted(c)) for c in combinations(dice + pool, len(dice))}:
        rest = list(dice + pool)
        for face in end:
            rest.remove(face)
        worth = sum(FACE_PRICE[face - 1] for face in rest)
        bonus = position["check"]["bonus"]
        if position["check"]["kind"] == "active":
            if not fumble and (critical or sum(end) + bonus >= passive):
                amount = harm(10 if critical else max(end))
                worth += HIT_WORTH + min(amount, left) + FELLING * (amount >= left)
        elif critical or (not fumble and sum(end) + bonus > passive):
            worth += HIT_WORTH
        else:
            amount = harm(4)
            worth -= min(amount, left) + FALLING * (amount >= left)
        found[end] = worth
    most = max(found.values())
    return {end for end, worth in found.items() if worth > most - 1e-6}


@pytest.mark.parametrize("kind", ["active", "passive"])
def test_swap_puzzles(kind: str) -> None:
    """In 95 of 100 puzzles, and more, the policy ends with dice that an enumeration finds best."""
    rnd = random.Random(7)
    right = 0
    for _ in range(100):
        dice = [rnd.randint(1, 6) for _ in range(rnd.choice([2, 2, 3]))]
        pool = [rnd.randint(1, 6) for _ in range(rnd.randint(1, 4))]
        left = rnd.choice([12, 16, 18, 40])
        words = " ".join(map(str, dice)), " ".join(map(str, pool))
        if kind == "active":
            places: dict[str, Any] = {"pc_0": figure("4,4", spirit=words[1]), "enemy_0": figure("4,3", hp=left)}
            given = attacking(words[0], **places)
            given["check"]["bonus"] = rnd.randint(5, 10)
            wanted = best_worth(given, dice, pool, 16, left, lambda die: die + 14 - 3)
        else:
            hurt = figure("4,4", spirit=words[1], hp=min(left, 37))
            given = defending(words[0], bonus=rnd.randint(8, 13), pc_0=hurt, enemy_0="4,3")
            wanted = best_worth(given, dice, pool, 18, min(left, 37), lambda die: die + 19 - 5)
        state = begin(given)
        last = None
        while to_move(state) == "pc_0 roll":
            check = state.to_dict()["check"]
            last = tuple(sorted(check.get("rolled", []) + check.get("fixed", [])))
            name = chosen(state)
            if name.startswith("talent"):  # roll again: judged elsewhere
                break
            play(state, name)
        else:
            right += last in wanted
            continue
        right += 1
    assert right >= 95


def test_the_party_plays_whole_fights_legally() -> None:
    state = combat(fight="ambush", gm=True, max_turns=2).new_initial_state(4)
    while not state.is_terminal():
        play(state, chosen(state))
    assert state.step_count > 20


def test_the_party_strikes_the_one_that_falls() -> None:
    """Of two equal hounds the wounded one."""
    state = begin(
        scene("pc_0", "attack", pc_0=figure("4,4", spirit="6 6 5 5"), enemy_0="4,3", enemy_5=figure("4,5", hp=16))
    )
    while to_move(state).endswith("attack"):
        play(state, chosen(state))
    assert chosen(state) == "target enemy_5"


def test_the_party_heals_and_raises() -> None:
    down = figure("4,4", hp=0, status="stun")
    state = begin(scene("pc_3", "prepare", pc_0=down, pc_3=figure("4,5", spirit="2 2"), enemy_0="8,0"))
    assert chosen(state) == "talent 4"
    hurt = figure("4,4", hp=5)
    state = begin(scene("pc_3", "attack", pc_0=hurt, pc_3=figure("4,5", spirit="2 2"), enemy_0="8,0"))
    assert chosen(state) == "talent 2"
    assert hp(state) == 5
