"""Clauses about one position: what is seen, what is legal, how it is copied and written down, what it pays."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from dicedeck.envs.core.checks_common import (
    Broken,
    Position,
    fresh_mask,
    require,
    require_same,
    require_same_array,
    require_same_state,
)
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.errors import IllegalActionError, PositionError
from dicedeck.envs.core.game import State

TOLERANCE = 1e-4
"""For sums of rewards, which are float32."""
SAMPLE = 4
"""Illegal actions tried at a position; at a few positions all of them are."""


def head(at: Position) -> None:
    """The fields that every record begins with."""
    s, game = at.state, at.game
    require_same("step_count", s.step_count, len(at.actions))
    over = s.is_terminal()
    require_same("is_terminal()", over, s.terminated or s.truncated)
    for flag in ("terminated", "truncated"):
        require(int(s.records[flag][0]) in (0, 1), f"{flag} is {s.records[flag][0]}, not 0 or 1")
    seat = int(s.records["player"][0])
    require(0 <= seat < game.num_players, f"player is {seat}, there are {game.num_players}")
    require_same("current_player()", s.current_player(), -1 if over else seat)
    require_same("a reachable state's equality with itself", s == s.clone(), True)


def rewards(at: Position) -> None:
    """Rewards add up to the returns; both agree with the utility and stay within its bounds."""
    game = at.game
    step, total = at.state.rewards(), at.state.returns()
    require_same("number of rewards", (len(step), len(total)), (game.num_players, game.num_players))
    require(all(math.isfinite(value) for value in (*step, *total)), f"rewards {step}, returns {total}")
    for p, wanted in enumerate(at.totals):
        require(
            math.isclose(total[p], wanted, abs_tol=TOLERANCE), f"returns {total}, the rewards add up to {at.totals}"
        )
    for what, values in (("rewards", step), ("returns", total)):
        if game.utility == "zero_sum":
            require(abs(sum(values)) < TOLERANCE, f"{what} {values} of a zero-sum game do not add up to 0")
        elif game.utility == "identical":
            require(max(values) - min(values) < TOLERANCE, f"{what} {values} are not identical for all players")
    if at.state.is_terminal():
        low, high = game.min_utility - TOLERANCE, game.max_utility + TOLERANCE
        bounds = f"{game.min_utility} .. {game.max_utility}"
        require(all(low <= value <= high for value in total), f"returns {total} are outside {bounds}")


def observation(at: Position) -> None:
    """Every player sees a vector of numbers in [-1, 1], at the end too; looking twice shows the same."""
    s, game = at.state, at.game
    for player in range(game.num_players):
        seen = s.observation_tensor(player)
        _check_vector(f"observation of player {player}", seen, (game.observation_size,))
        require_same_array("the same observation again", s.observation_tensor(player), seen)
        set_slots = [slot.name for slot in game.layout.slots if seen[slot.start : slot.stop].any()]
        require_same(f"pieces that explain({player}) names", list(s.explain(player)), set_slots)
    last = int(s.records["player"][0])
    require_same_array("observation_tensor()", s.observation_tensor(), s.observation_tensor(last))


def features(at: Position) -> None:
    """One row of numbers in [-1, 1] for each legal action, whatever else is asked for at the same time."""
    legal = at.state.legal_actions()
    rows = at.state.action_features()
    _check_vector("action features", rows, (len(legal), at.game.feature_size))
    if legal:
        one = int(at.rnd.random() * len(legal))
        alone = at.state.action_features([legal[one]])
        require_same_array(f"features of action {legal[one]} alone", alone[0], rows[one])


def _check_vector(what: str, values: Floats, shape: tuple[int, ...]) -> None:
    require_same(f"{what}: shape", values.shape, shape)
    require_same(f"{what}: type", values.dtype.name, "float32")
    require(bool(np.isfinite(values).all()), f"{what}: not all numbers are finite")
    outside = np.argwhere(np.abs(values) > 1)
    if len(outside):
        index = tuple(int(i) for i in outside[0])
        raise Broken(f"{what}: {values[index]} at {list(index)} is outside [-1, 1]")


def looking(at: Position) -> None:
    """Asking for anything changes nothing."""
    s = at.state
    before = s.to_bytes()
    for player in range(at.game.num_players):
        s.observation_tensor(player)
        s.to_string(player)
        s.resample(player, seed=1)
        require(s.to_bytes() == before, f"observing, drawing or resampling for player {player} changes the state")
    looks: tuple[tuple[str, Callable[[], Any]], ...] = (
        ("action_features()", s.action_features),
        ("the mask", lambda: fresh_mask(s)),
        ("str(state)", lambda: str(s)),
        ("phase()", s.phase),
        ("to_dict()", s.to_dict),
    )
    for what, look in looks:
        first, second = look(), look()
        require(s.to_bytes() == before, f"{what} changes the state")
        same = first.tobytes() == second.tobytes() if isinstance(first, np.ndarray) else first == second
        require(bool(same), f"{what} differs when asked for again")


def text(at: Position) -> None:
    """The pictures and the phase are texts; every legal action can be told to every player."""
    s = at.state
    for player in (None, *range(at.game.num_players)):
        require(_is_text(s.to_string(player)), f"to_string({player}) is no text, or empty")
    require(_is_text(s.phase()), "phase() is no text, or empty")
    for action in s.legal_actions():
        for player in range(at.game.num_players):
            told = s.action_to_string(action, player)
            require(_is_text(told), f"action {action} reads as nothing to player {player}")
        mover = s.current_player()
        require_same("an action's name for its player", s.action_to_string(action, mover), s.action_to_string(action))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def legal_actions(at: Position) -> None:
    """At least one legal action exactly while the game goes on; the mask is what the record says."""
    s = at.state
    mask = s.legal_actions_mask()
    require_same("mask: type and shape", (mask.dtype.name, mask.shape), ("int8", (at.game.num_actions,)))
    require(bool(((mask == 0) | (mask == 1)).all()), f"the mask holds {sorted(set(mask.tolist()))}, not only 0 and 1")
    require_same_array("the mask worked out again", fresh_mask(s), mask)
    require_same("legal_actions()", s.legal_actions(), np.flatnonzero(mask).tolist())
    if s.is_terminal():
        require(not mask.any(), "the game is over, but the mask is not all 0")
    else:
        require(bool(mask.any()), "no legal action, but the game is not over")


def legal_actions_apply(at: Position) -> None:
    """Every legal action can be played, and leaves the state that it was copied from alone."""
    s = at.state
    before = s.to_bytes()
    for action in s.legal_actions():
        after = s.clone()
        try:
            after.apply_action(action)
        except Exception as error:
            raise Broken(f"legal action {_named(s, action)} raises {type(error).__name__}: {error}") from error
        at.report.actions += 1
        require_same(f"step_count after {_named(s, action)}", after.step_count, s.step_count + 1)
        require(s.to_bytes() == before, f"playing {_named(s, action)} on a clone changes the original")
        seat = int(after.records["player"][0])
        require(0 <= seat < at.game.num_players, f"after {_named(s, action)} player is {seat}")
        if not after.legal_actions() and not after.is_terminal():
            raise Broken(f"after {_named(s, action)} there is no legal action, but the game is not over")


def illegal_actions_raise(at: Position, every: bool = False) -> None:
    """An illegal action raises IllegalActionError and changes nothing, not even the mask."""
    s = at.state
    mask = s.legal_actions_mask()
    illegal = np.flatnonzero(mask == 0).tolist()
    if not every:
        illegal = [illegal[int(at.rnd.random() * len(illegal))] for _ in range(SAMPLE) if illegal]
    before = s.to_bytes()
    for action in (-1, *illegal, at.game.num_actions):
        try:
            s.apply_action(action)
        except IllegalActionError as error:
            if 0 <= action < at.game.num_actions and at.game.action_to_string(action) not in str(error):
                raise Broken(f"the error does not name the action: {error}") from None
        else:
            raise Broken(f"illegal action {action} is taken")
        require(s.to_bytes() == before, f"illegal action {action} changes the state")
    require_same_array("the mask after illegal actions", s.legal_actions_mask(), mask)


def _named(s: State, action: int) -> str:
    return f"{action} ({s.action_to_string(action)})"


def copies(at: Position) -> None:
    """Clones, copies, pickles and bytes are equal to the state, and play on as it does, on their own."""
    s = at.state
    before = s.to_bytes()
    made: dict[str, State] = {
        "clone()": s.clone(),
        "copy.copy": copy.copy(s),
        "copy.deepcopy": copy.deepcopy(s),
        "from_bytes(to_bytes())": at.game.from_bytes(s.to_bytes()),
        "pickle": pickle.loads(pickle.dumps(s)),
    }
    legal = s.legal_actions()
    action = legal[int(at.rnd.random() * len(legal))] if legal else None
    reference = s.clone()
    if action is not None:
        reference.apply_action(action)
    for how, other in made.items():
        require_same_state(f"{how}", other, s)
        require(other == s and hash(other) == hash(s), f"{how}: not equal to the original")
        require_same_array(f"mask of {how}", other.legal_actions_mask(), s.legal_actions_mask())
        if action is not None:
            other.apply_action(action)
            require_same_state(f"{how} after {_named(s, action)}", other, reference)
        require(s.to_bytes() == before, f"playing on with {how} changes the original")


def notation(at: Position) -> None:
    """A written position is JSON, and read back it is the same to everybody who looks at it."""
    s, game = at.state, at.game
    position = s.to_dict()
    wire = json.loads(json.dumps(position))
    require(wire == position, "to_dict() is not plain JSON (text keys; lists, not tuples)")
    again = game.from_dict(wire)
    require_same("to_dict() of the position read back", again.to_dict(), position)
    for player in range(game.num_players):
        require_same_array(
            f"observation of player {player} in the position read back",
            again.observation_tensor(player),
            s.observation_tensor(player),
        )
    require_same("current_player() of the position read back", again.current_player(), s.current_player())
    require_same("is_terminal() of the position read back", again.is_terminal(), s.is_terminal())
    require_same("returns() of the position read back", again.returns(), s.returns())
    require_same("legal_actions() of the position read back", again.legal_actions(), s.legal_actions())
    require_same_array("features of the position read back", again.action_features(), s.action_features())


WRONG_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    3,
    10**9,
    "nonsense",
    [],
    ["nonsense"],
    [-1],
    {},
    {"nonsense": 1},
    [[]],
)


def damaged_positions(at: Position) -> None:
    """A damaged position is refused with PositionError, or it is a position that can be played on from."""
    position = at.state.to_dict()
    for key in position:
        for damaged in (
            {k: v for k, v in position.items() if k != key},
            *({**position, key: value} for value in WRONG_VALUES),
        ):
            what = f"without {key!r}" if key not in damaged else f"with {key}={damaged[key]!r}"
            try:
                read = at.game.from_dict(damaged)
            except PositionError:
                continue
            except Exception as error:
                raise Broken(f"from_dict {what} raises {type(error).__name__}, not PositionError: {error}") from error
            if not read.is_terminal():
                require(bool(read.legal_actions()), f"from_dict {what} gives a position without a legal action")


POSITION_CLAUSES = {
    "head of the record": head,
    "rewards": rewards,
    "legal actions": legal_actions,
    "text": text,
    "looking changes nothing": looking,
    "observation": observation,
    "features": features,
    "legal actions apply": legal_actions_apply,
    "illegal actions raise": illegal_actions_raise,
    "notation": notation,
    "copies": copies,
}
"""Checked at every position visited, the end of each game included."""
