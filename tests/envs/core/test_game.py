"""Games and states as users hold them: what they refuse and how they say so, copies, pickles."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
import types
from typing import Annotated, Any

import numpy as np
import pytest

from dicedeck.envs import DicedeckVectorEnv, load_game
from dicedeck.envs.core.dtypes import Floats, Words
from dicedeck.envs.core.errors import (
    ActionNameError,
    DicedeckError,
    GameDefinitionError,
    IllegalActionError,
    OptionError,
    PositionError,
)
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.playout import random_playout
from support import toy_game
from support.toy_game import GAME, PLAYERS

pytestmark = [pytest.mark.contract, pytest.mark.nojit]


@pytest.fixture
def game() -> Game:
    return GAME.load()


def position(**fields: Any) -> dict[str, Any]:
    """Elder holds 1, 5, 9 and leads; Younger holds 2, 6, 10."""
    hands = {"player_0": [1, 5, 9], "player_1": [2, 6, 10]}
    return {"to_move": "player_0", "hands": hands, "pile": [3, 4, 7, 8]} | fields


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("name", [3, None, (1, 2)])
def test_options_whose_name_is_no_text(game: Game, name: Any) -> None:
    with pytest.raises(PositionError, match="position: options: three_tricks has no option"):
        game.from_dict(position(options={name: True}))


def test_options_are_named_when_they_do_not_exist() -> None:
    with pytest.raises(OptionError, match=r"three_tricks has no option 'exchnge' \(options: exchange\); did you mean"):
        GAME.load(exchnge=True)


def test_values_are_named_when_they_do_not_fit() -> None:
    with pytest.raises(OptionError, match="three_tricks: option exchange='often': Input should be a valid boolean"):
        GAME.load(exchange="often")


def test_games_with_the_same_options_are_one() -> None:
    assert GAME.load() is GAME.load(exchange=True)
    assert GAME.load() != GAME.load(exchange=False)
    assert GAME.load(exchange=False).option_values() == {"exchange": False}
    assert repr(GAME.load(exchange=False)) == "load_game('three_tricks', exchange=False)"


def test_options_decide_the_sizes() -> None:
    assert (GAME.load().num_actions, GAME.load(exchange=False).num_actions) == (20, 10)
    assert GAME.load().digest != GAME.load(exchange=False).digest


@pytest.mark.parametrize("options", [{}, {"exchange": False}])
def test_games_are_pickled(options: dict[str, Any]) -> None:
    game = GAME.load(**options)
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game)
    assert copy.deepcopy(game) == game


# ---------------------------------------------------------------- actions


def test_an_illegal_action_is_explained(game: Game) -> None:
    """Its name, the player, the phase and the nearest legal ones: those of the same kind first."""
    state = game.from_dict(position())
    before, mask = state.to_bytes(), state.legal_actions_mask()
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(game.string_to_action("play 6"))
    assert str(caught.value) == (
        "'play 6' is illegal for player_0 in phase 'lead'; legal are for instance: play 1, play 5, play 9, exchange 1"
    )
    assert state.to_bytes() == before
    assert np.array_equal(state.legal_actions_mask(), mask)


@pytest.mark.parametrize("action", [-1, 20, 10**9])
def test_actions_that_do_not_exist(game: Game, action: int) -> None:
    with pytest.raises(IllegalActionError, match=f"three_tricks has actions 0 to 19, not {action}"):
        game.new_initial_state().apply_action(action)
    with pytest.raises(DicedeckError, match=f"actions 0 to 19, not {action}"):
        game.action_to_string(action)


def test_an_action_is_a_whole_number(game: Game) -> None:
    state = game.from_dict(position())
    wrong: list[Any] = [0.0, "play 1", None]
    for action in wrong:
        with pytest.raises(TypeError, match="string_to_action turns a name into one"):
            state.apply_action(action)
    state.apply_action(int(np.argmax(state.legal_actions_mask())))
    assert state.step_count == 1


def test_after_the_end_every_action_is_illegal(game: Game) -> None:
    end = random_playout(game.new_initial_state(seed=1), seed=1)
    with pytest.raises(IllegalActionError, match="'play 1' is illegal: the game is over"):
        end.apply_action(0)
    assert end.current_player() == -1 and end.legal_actions() == [] and not end.legal_actions_mask().any()
    assert end.action_features().shape == (0, game.feature_size)


def test_unknown_action_names(game: Game) -> None:
    with pytest.raises(ActionNameError, match=r"no action is called 'play 11'; did you mean 'play 1"):
        game.string_to_action("play 11")


def test_a_secret_action_is_not_named_to_others(game: Game) -> None:
    state = game.from_dict(position())
    action = game.string_to_action("exchange 5")
    assert state.action_to_string(action) == state.action_to_string(action, 0) == "exchange 5"
    assert state.action_to_string(action, 1) == "exchange ?"


# ---------------------------------------------------------------- positions and bytes


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ([], "position", "expected a mapping, found list"),
        ({"game": "chess"}, "game", "this is a position of 'chess', not of 'three_tricks'"),
        ({"version": 99}, "version", "written by version 99 of three_tricks, this is 0"),
        ({"options": {"exchange": False}}, "options", "the game has the default options"),
        ({"options": {"exchnge": False}}, "options", "three_tricks has no option 'exchnge'"),
        ({"options": 3}, "options", "expected a mapping, found int"),
        (position(pyle=[]), "pyle", "is not known here; did you mean 'pile'?"),
        (position(to_move="me"), "to_move", "'me' is none of player_0, player_1"),
        (position(pile=[3, 3, 7, 8]), "pile", "3 is no card, or is named twice"),
        (position(hands={"player_0": [1, 5]}), "hands.player_0", "2 cards, but 3 are still to be played"),
    ],
)
def test_wrong_positions_name_the_field(game: Game, given: Any, field: str, problem: str) -> None:
    with pytest.raises(PositionError, match=re.escape(problem)) as caught:
        game.from_dict(given)
    assert caught.value.field == field


def test_headings_that_fit_are_taken() -> None:
    game = GAME.load(exchange=False)
    given = position(game="three_tricks", version=0, options={"exchange": False})
    assert game.from_dict(given).to_dict()["options"] == {"exchange": False}


@pytest.mark.parametrize("length", [0, 3, 10_000])
def test_bytes_of_another_length_are_refused(game: Game, length: int) -> None:
    size = game.state_dtype.itemsize
    with pytest.raises(PositionError, match=f"three_tricks needs {size} bytes, found {length}"):
        game.from_bytes(bytes(length))


def test_a_position_fixes_no_random_numbers(game: Game) -> None:
    one, other = (game.from_dict(position(), seed=seed) for seed in (1, 2))
    assert one != other and one.to_dict() == other.to_dict()
    assert one == game.from_dict(position(), seed=1)


# ---------------------------------------------------------------- copies


def test_states_compare_by_their_bytes(game: Game) -> None:
    state = game.new_initial_state(seed=3)
    assert state == game.new_initial_state(seed=3) != game.new_initial_state(seed=4)
    assert state != state.to_bytes()
    assert len({state, state.clone(), game.new_initial_state(seed=4)}) == 2


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, State.clone, lambda s: pickle.loads(pickle.dumps(s))])
def test_copies_go_their_own_way(game: Game, copied: Any) -> None:
    state = game.new_initial_state(seed=3)
    other = copied(state)
    other.apply_action(other.legal_actions()[0])
    assert state == game.new_initial_state(seed=3) != other


def test_the_mask_handed_out_is_a_copy(game: Game) -> None:
    state = game.new_initial_state()
    state.legal_actions_mask()[:] = 0
    assert state.legal_actions()


def test_the_same_seed_deals_the_same_game(game: Game) -> None:
    assert game.new_initial_state(seed=2**62) == game.new_initial_state(seed=2**62)
    assert game.new_initial_state(seed=0).to_dict() != game.new_initial_state(seed=1).to_dict()


# ---------------------------------------------------------------- what is seen


def test_resample_keeps_what_the_player_knows(game: Game) -> None:
    state = game.from_dict(position())
    worlds = [state.resample(1, seed) for seed in range(20)]
    assert all(world.to_dict()["hands"]["player_1"] == [2, 6, 10] for world in worlds)
    assert len({str(world) for world in worlds}) > 5
    assert state == game.from_dict(position())


def test_pictures_show_what_a_viewer_knows(game: Game) -> None:
    state = game.from_dict(position())
    assert str(state) == state.to_string() == "tricks 0:0, pile 4\nplayer_0* 1 5 9\nplayer_1  2 6 10"
    assert state.to_string(1) == "tricks 0:0, pile 4\nplayer_0* ? ? ?\nplayer_1  2 6 10"


def test_explain_and_features_speak_of_the_player_to_move(game: Game) -> None:
    state = game.from_dict(position())
    assert state.explain() == {"to_move": 1.0, "hand": {0: 1.0, 4: 1.0, 8: 1.0}}
    state.apply_action(game.string_to_action("play 5"))
    assert state.current_player() == 1
    rows = state.action_features([game.string_to_action(f"play {card}") for card in (2, 6)])
    assert rows.tolist() == [[0, pytest.approx(0.2), 0], [0, pytest.approx(0.6), 1]]


@pytest.mark.parametrize("player", [-1, 2])
def test_players_that_do_not_exist_are_refused(game: Game, player: int) -> None:
    """Compiled code would read past the array; -1 is what current_player() says at the end."""
    state = game.new_initial_state()
    for ask in (
        state.observation_tensor,
        state.explain,
        state.to_string,
        lambda seat: state.action_to_string(3, seat),
        lambda seat: state.resample(seat, 0),
    ):
        with pytest.raises(DicedeckError, match=f"three_tricks has players 0 to 1, not {player}"):
            ask(player)


@pytest.mark.parametrize("action", [-1, 20])
def test_features_of_actions_that_do_not_exist_are_refused(game: Game, action: int) -> None:
    with pytest.raises(IllegalActionError, match=f"three_tricks has actions 0 to 19, not all of .*{action}"):
        game.new_initial_state().action_features([0, action])


@pytest.mark.parametrize(
    "actions", [[[1, 2]], [[1], [2, 3]], 5, [1.5], ["play 2"], [None], np.array(3), np.array([1.0])]
)
def test_features_need_a_list_of_whole_numbers(game: Game, actions: Any) -> None:
    state = game.new_initial_state()
    with pytest.raises(IllegalActionError, match="a list of action numbers is needed, not "):
        state.action_features(actions)


def test_features_take_any_list_of_whole_numbers(game: Game) -> None:
    state = game.new_initial_state()
    several: tuple[Any, ...] = ((2, 6), np.array([2, 6], np.int32), [np.int64(2), 6], range(2, 7, 4))
    for actions in several:
        np.testing.assert_array_equal(state.action_features(actions), state.action_features([2, 6]))
    assert state.action_features([]).shape == (0, game.feature_size)
    with pytest.raises(IllegalActionError, match="three_tricks has actions 0 to 19, not all of "):
        state.action_features([10**30])


@pytest.mark.parametrize("action", [-1, 20])
def test_an_action_that_does_not_exist_has_no_name_for_anybody(game: Game, action: int) -> None:
    with pytest.raises(IllegalActionError, match=f"three_tricks has actions 0 to 19, not {action}"):
        game.new_initial_state().action_to_string(action, viewer=1)


@pytest.mark.parametrize("i", [-1, 3])
def test_games_of_a_batch_that_do_not_exist(game: Game, i: int) -> None:
    envs = DicedeckVectorEnv(game, 3)
    envs.reset(seed=1)
    for many in (game.new_batch(3), envs):
        with pytest.raises(IndexError, match=f"there are games 0 to 2, not {i}"):
            many.state(i)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", None])
def test_seeds_are_whole_numbers_of_63_bits(game: Game, seed: Any) -> None:
    state = game.new_initial_state(seed=2**63 - 1)
    for use in (
        lambda: game.new_initial_state(seed),
        lambda: game.from_dict(position(), seed),
        lambda: state.resample(0, seed),
        lambda: random_playout(state, seed),
        lambda: game.new_batch(1).reset([seed]),
    ):
        with pytest.raises(DicedeckError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1, not "):
            use()


def test_seeds_of_numpy_are_seeds(game: Game) -> None:
    int_like: Any = np.uint32(5)
    assert game.new_initial_state(seed=int_like) == game.new_initial_state(seed=5)


# ---------------------------------------------------------------- definitions


class NoHead:
    rng: Annotated[Words, 3, 4]
    player: int


class OneStream:
    rng: Annotated[Words, 1, 4]
    player: int
    terminated: bool
    truncated: bool
    step_count: int
    rewards: Annotated[Floats, 2]
    returns: Annotated[Floats, 2]


@pytest.mark.parametrize(
    ("state", "problem"),
    [(NoHead, "the state has no field 'terminated'"), (OneStream, "rng must be Annotated[Words, 3, 4]")],
)
def test_a_state_begins_with_the_common_head(state: type, problem: str) -> None:
    spec = dataclasses.replace(GAME, state=state)
    with pytest.raises(GameDefinitionError, match=re.escape(problem)):
        spec.load()


def test_a_game_may_have_any_name_in_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    other = dataclasses.replace(GAME, name="other_tricks")
    monkeypatch.setattr(toy_game, "TRICKS", other, raising=False)
    game = other.load(exchange=False)
    assert pickle.loads(pickle.dumps(game)) == game
    state = game.new_initial_state(3)
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(GAME.load())) is GAME.load()


def test_a_game_that_no_module_knows_cannot_be_pickled() -> None:
    game = dataclasses.replace(GAME, name="nowhere").load()
    with pytest.raises(GameDefinitionError, match=r"nowhere cannot be found again: no variable of support\.toy_game"):
        pickle.dumps(game)


def test_a_pickle_of_a_game_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pickle.dumps(GAME.load())
    monkeypatch.setattr(toy_game, "GAME", types.SimpleNamespace())
    with pytest.raises(GameDefinitionError, match="no longer defines the game 'three_tricks'"):
        pickle.loads(data)


def test_seats(game: Game) -> None:
    assert game.players == PLAYERS and game.roles == ("Elder", "Younger") and game.num_players == 2


# ---------------------------------------------------------------- sides


@pytest.mark.parametrize(
    ("name", "options", "sides", "names"),
    [
        ("impeachment", {}, ((0,), (1,)), ("Pro", "Con")),
        ("defence_dice", {}, ((0,),), None),
        ("deck_of_fate", {"pcs": 3}, ((0, 1, 2),), ("Characters",)),
        ("deck_of_fate", {"pcs": 2, "master": True}, ((0, 1), (2,)), ("Characters", "Master")),
        ("deck_of_fate", {"pcs": 1, "master": True}, ((0,), (1,)), ("Character 1", "Master")),
    ],
)
def test_seats_of_a_kind_win_together(
    name: str, options: dict[str, Any], sides: tuple[tuple[int, ...], ...], names: tuple[str, ...] | None
) -> None:
    game = load_game(name, **options)
    assert game.sides == sides
    assert game.side_names == (names or game.roles)
