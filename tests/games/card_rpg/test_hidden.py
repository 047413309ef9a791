"""C.A.R.D. RPG: what is hidden, what is known, and that nothing leaks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dicedeck.envs.core.game import State
from support.card import begin, card_rpg, foe, get, hand, pc, play, position

pytestmark = pytest.mark.nojit


def worlds(state: State, player: int, n: int = 12) -> list[State]:
    return [state.resample(player, seed) for seed in range(n)]


@pytest.mark.rule("CARD-6", "CARD-11")
def test_own_hand_stays_others_are_redrawn() -> None:
    state = card_rpg().new_initial_state(4)
    for player in range(3):
        for seat in range(3):
            hands = {tuple(hand(world, seat)) for world in worlds(state, player)}
            assert (hands == {tuple(hand(state, seat))}) is (seat == player)
        assert all(
            len(hand(world, seat)) == len(hand(state, seat)) for world in worlds(state, player) for seat in range(3)
        )


@pytest.mark.rule("CARD-11")
def test_a_card_shown_in_a_trade_stays_known_to_the_two() -> None:
    state = begin(position(pc("sword axe"), pc("bow club"), pc("fists"), phase="offer", situation="academy"))
    play(state, "offer sword to pc_1", "refuse")
    assert all("sword" in hand(world) for world in worlds(state, 1))
    assert any("sword" not in hand(world) for world in worlds(state, 2))


@pytest.mark.rule("CARD-11")
def test_who_watches_a_trade_sees_no_card() -> None:
    state = begin(position(pc("sword axe"), pc("bow club"), pc("fists"), phase="offer", situation="academy"))
    play(state, "offer sword to pc_1")
    names = {world.to_dict()["decision"]["offered"] for world in worlds(state, 2)}
    assert len(names) > 1
    assert {world.to_dict()["decision"]["offered"] for world in worlds(state, 1)} == {"sword"}
    told = {state.action_to_string(state.string_to_action("ask bow"), viewer) for viewer in (0, 2)}
    assert "ask bow" in told and len(told) == 2


@pytest.mark.rule("CARD-82")
def test_a_card_picked_from_the_discards_is_known_to_all() -> None:
    given = position(pc("lost_property"), pc("axe"), situation="academy", discards="thunderbolt")
    state = play(begin(given), "use lost_property", "pick thunderbolt")
    assert all("thunderbolt" in hand(world) for world in worlds(state, 1))


@pytest.mark.rule("CARD-20")
def test_a_card_face_down_is_hidden_from_the_party_only() -> None:
    given = position(pc("sword"), pc("axe"), situation="pitfall down", phase="plot")
    state = begin(given)
    assert len({world.to_dict()["situation"]["card"] for world in worlds(state, 0)}) > 3
    given["situation"]["known_to"] = ["gm_0"]
    state = begin(given, mode="gm")
    assert len({world.to_dict()["situation"]["card"] for world in worlds(state, 1)}) > 3
    assert {world.to_dict()["situation"]["card"] for world in worlds(state, 2)} == {"pitfall"}


@pytest.mark.rule("CARD-25")
def test_the_enemies_cards_lie_open_a_game_masters_do_not() -> None:
    given = position(pc("sword"), pc("axe"), foes=[foe("goblin", rank="boss")], master={"hand": ["grimoire"]})
    given["pcs"][0]["rows"] = [{"cards": ["bow"]}]
    assert all(world.to_dict()["master"]["hand"] == ["grimoire"] for world in worlds(begin(given), 0))
    assert any(world.to_dict()["master"]["hand"] != ["grimoire"] for world in worlds(begin(given, mode="gm"), 0))


@pytest.mark.rule("CARD-5a")
def test_personal_weapons_are_never_redrawn() -> None:
    given = position(
        pc("sword"),
        pc("personal_1 axe", personal=[{"weapon": "bow", "level": 1}, None]),
        situation="academy",
        phase="plot",
    )
    assert all("personal_1" in hand(world, 1) for world in worlds(begin(given), 0))


@pytest.mark.parametrize(
    "options",
    [{}, {"pcs": 5}, {"mode": "gm"}, {"mode": "gm", "pcs": 2, "rivals": 2, "experience": 40, "campaign": 2}],
    ids=["coop", "five", "gm", "rivals"],
)
def test_two_worlds_look_alike(options: dict[str, Any]) -> None:
    """Observation, mask and features are the same to the last byte in worlds that a player cannot tell apart."""
    game = card_rpg(**options)
    rnd = random.Random(1)
    state = game.new_initial_state(7)
    for number in range(240):
        if state.is_terminal():
            break
        if number % 12 == 0:
            for player in range(game.num_players):
                world = state.resample(player, number)
                assert np.array_equal(world.observation_tensor(player), state.observation_tensor(player))
                if player == state.current_player():
                    world.refresh()
                    assert world.legal_actions() == state.legal_actions()
                    assert np.array_equal(world.action_features(), state.action_features())
        state.apply_action(rnd.choice(state.legal_actions()))


def test_counts_in_the_observation_are_the_cards() -> None:
    """Own hand, discards and unseen cards add up to the draw pile."""
    state = card_rpg().new_initial_state(3)
    rnd = random.Random(3)
    for _ in range(60):
        seen = state.game.layout.records(state.observation_tensor(0)[None])[0]
        own = sorted(hand(state))
        assert round(float(seen.hand.sum()) * 12) == sum(not name.startswith("personal") for name in own)
        assert round(float(seen.pile) * 89) == len(get(state, "pile"))
        state.apply_action(rnd.choice(state.legal_actions()))
