# ruff: noqa: F821 (free names are declared below and given a value by ``bind``)
"""Entry points of every game, as templates: ``bind`` gives their free names the rules of one game.

All loop over arrays of records and write into arrays that the caller owns: no allocation, no exceptions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dicedeck.envs.core.dtypes import Array, Floats, Ints, Mask, Record, Words
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DEAL, POLICY, next_seed, randbelow, seed_streams

SAME_STEP, NEXT_STEP, DISABLED = range(3)
"""What a batch does with a finished game; the names are Gymnasium's autoreset modes."""
LEAVE, ACT, BEGIN = range(3)
"""Orders for ``play_seats``: leave the game as it is, apply the action, begin a new game."""
SEAT_DTYPE = np.dtype(
    [
        ("seed", np.int64),  # of the game to begin, -1 to go on with the random numbers of the game before
        ("action", np.int64),  # of the player to move
        ("reward", np.float64),  # since the seat's last action
        ("order", np.int32),
        ("player", np.int32),  # whose seat it is
        ("drawn", np.int32),  # 1: each new game draws the player
        ("elapsed", np.int32),  # the seat's own actions in this game
        ("waiting", np.int32),  # 1: another player's move must come from outside
        ("terminated", np.int32),
        ("truncated", np.int32),
    ]
)
"""A game as one of its players takes part in it, with the moves of the others folded in."""

BLOCK = 32
"""Actions that ``pick_legal`` skips at once."""

# The free names of the templates. Rules of a game:
setup: Callable[[Record], None]
legal: Callable[[Record, Mask], None]
step: Callable[[Record, int], None]
observe: Callable[[Record, int, Record], None]
action_features: Callable[[Record, int, Record], None]
resample: Callable[[Record, int], None]
# ... and the templates below that are bound first:
start: Callable[[Array, Array, int, int], None]
advance: Callable[[Record, int], None]
write_mask: Callable[[Record, Mask], None]
begin_seat: Callable[[Array, Array, int, Record, int], None]
move_seat: Callable[[Record, Record, int], None]
reply: Callable[[Record, Record, Mask, Mask], None]
judge_seat: Callable[[Record, Record, int, Mask], None]


@rule
def is_over(s: Record) -> bool:
    return bool(s.terminated != 0 or s.truncated != 0)


@rule
def pick_legal(mask: Mask, rng: Words) -> int:
    """A uniformly random action among those set in ``mask``; -1 when there is none."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action]
    if count == 0:
        return -1
    left = randbelow(rng, count)
    start = 0
    while start + BLOCK <= mask.shape[0]:  # a whole block is counted in a few instructions
        block = 0
        for k in range(BLOCK):
            block += mask[start + k]
        if left < block:
            break
        left -= block
        start += BLOCK
    for action in range(start, mask.shape[0]):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return -1


# ---------------------------------------------------------------- bound as rules


def start_template(template: Array, states: Array, i: int, seed: int) -> None:
    """Begin a new game in states[i]; ``template`` holds one empty record with the options."""
    states[i] = template[0]
    s = states[i]
    seed_streams(s.rng, seed)
    setup(s)


def advance_template(s: Record, action: int) -> None:
    """Apply a legal action and add up the rewards."""
    s.step_count += 1
    for p in range(s.rewards.shape[0]):
        s.rewards[p] = 0
    step(s, action)
    for p in range(s.rewards.shape[0]):
        s.returns[p] += s.rewards[p]


def write_mask_template(s: Record, mask: Mask) -> None:
    mask[:] = 0
    if not is_over(s):
        legal(s, mask)


def begin_seat_template(template: Array, states: Array, i: int, seat: Record, num_players: int) -> None:
    """A new game for a seat: from its seed, or (seed -1) from the random numbers of the game before."""
    if seat.seed < 0:
        seat.seed = next_seed(states[i].rng[DEAL])
    start(template, states, i, seat.seed)
    if seat.drawn:
        seat.player = randbelow(states[i].rng[POLICY], num_players)
    seat.reward = 0
    seat.elapsed = 0


def move_seat_template(s: Record, seat: Record, action: int) -> None:
    """Apply the action of the player to move. What a seat is paid before its first action counts towards that."""
    if s.player == seat.player:
        if seat.elapsed > 0:
            seat.reward = 0
        seat.elapsed += 1
    advance(s, action)
    seat.reward += s.rewards[seat.player]


def reply_template(s: Record, seat: Record, others: Mask, mask: Mask) -> None:
    """Random moves of the other players, as far as ``others`` has them at random; then the mask."""
    write_mask(s, mask)
    while not is_over(s) and s.player != seat.player:
        if not others[s.player - 1 if s.player > seat.player else s.player]:
            return
        move_seat(s, seat, pick_legal(mask, s.rng[POLICY]))
        write_mask(s, mask)


def judge_seat_template(s: Record, seat: Record, limit: int, mask: Mask) -> None:
    """Whether the seat waits for another player's move, and whether its game is over."""
    over = is_over(s)
    seat.waiting = not over and s.player != seat.player
    seat.terminated = s.terminated
    seat.truncated = s.truncated
    if limit > 0 and seat.elapsed >= limit and not over and seat.waiting == 0:
        seat.truncated = 1
        mask[:] = 0


# ---------------------------------------------------------------- bound as kernels


def reset_states(template: Array, states: Array, seeds: Array, chosen: Mask) -> None:
    """Begin a new game, with its own seed, in each state that is chosen."""
    for i in range(len(states)):
        if chosen[i]:
            start(template, states, i, seeds[i])


def masks_of(states: Array, masks: Mask) -> None:
    for i in range(len(states)):
        write_mask(states[i], masks[i])


def step_one(states: Array, action: int, mask: Mask) -> None:
    """Apply a legal action to the single state and write its next mask."""
    s = states[0]
    advance(s, action)
    write_mask(s, mask)


def observe_states(states: Array, players: Ints, flat: Floats, records: Array) -> None:
    """What players[i] sees of states[i]; ``records`` is the same memory as ``flat``."""
    for i in range(len(states)):
        flat[i, :] = 0
        observe(states[i], players[i], records[i])


def features_of(states: Array, owners: Array, actions: Array, flat: Floats, records: Array) -> None:
    """Features of actions[k] in states[owners[k]], for the player to move there."""
    for k in range(len(actions)):
        flat[k, :] = 0
        action_features(states[owners[k]], actions[k], records[k])


def resample_states(states: Array, player: int, seed: int) -> None:
    """Redraw all that ``player`` cannot see, the future included."""
    for i in range(len(states)):
        s = states[i]
        seed_streams(s.rng, seed + i)
        resample(s, player)


def playouts(states: Array, mask: Mask) -> None:
    """Play every game to its end with uniformly random legal actions, from the state's policy stream."""
    for i in range(len(states)):
        s = states[i]
        while not is_over(s):
            write_mask(s, mask)
            advance(s, pick_legal(mask, s.rng[POLICY]))


def play_seats(
    template: Array, states: Array, seats: Array, others: Mask, limit: int, masks: Mask, flat: Floats, records: Array
) -> int:
    """Carry out each seat's order, then let the other players reply until the seat decides again or the game ends.

    ``seats`` has SEAT_DTYPE. ``others`` tells of each player but the seat's own, in order, whether it moves at random
    here; before the move of one that does not, the game is left ``waiting``. ``limit`` of the seat's own actions
    (0: none) truncates a game. Masks are those of the player to move; observations are written for seats that are not
    waiting. Returns -1, or the first game whose action is illegal; then nothing has changed.
    """
    for i in range(len(seats)):
        action = seats[i].action
        if seats[i].order == ACT and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    for i in range(len(seats)):
        seat = seats[i]
        if seat.order == LEAVE:
            continue
        if seat.order == BEGIN:
            begin_seat(template, states, i, seat, len(others) + 1)
        else:
            move_seat(states[i], seat, seat.action)
        reply(states[i], seat, others, masks[i])
        judge_seat(states[i], seat, limit, masks[i])
        seat.order = LEAVE
        if seat.waiting == 0:
            flat[i, :] = 0
            observe(states[i], seat.player, records[i])
    return -1


def step_states(
    template: Array,
    states: Array,
    actions: Array,
    autoreset: int,
    rewards: Floats,
    terminated: Array,
    truncated: Array,
    players: Ints,
    masks: Mask,
    flat: Floats,
    records: Array,
    final_flat: Floats,
    final_records: Array,
    final_players: Ints,
) -> int:
    """One action in every game. Returns -1, or the first game whose action is illegal; then nothing has changed.

    With no rows in ``flat`` no observation is written.
    """
    for i in range(len(states)):
        action = actions[i]
        if not is_over(states[i]) and (action < 0 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
    for i in range(len(states)):
        s = states[i]
        if is_over(s):
            rewards[i, :] = 0
            if autoreset == DISABLED:
                continue
            start(template, states, i, next_seed(s.rng[DEAL]))
        else:
            advance(s, actions[i])
            for p in range(rewards.shape[1]):
                rewards[i, p] = s.rewards[p]
        terminated[i] = s.terminated != 0
        truncated[i] = s.truncated != 0
        if is_over(s) and autoreset == SAME_STEP:
            final_players[i] = s.player
            if len(flat) > 0:
                final_flat[i, :] = 0
                observe(s, s.player, final_records[i])
            start(template, states, i, next_seed(s.rng[DEAL]))
        players[i] = s.player
        write_mask(s, masks[i])
        if len(flat) > 0:
            flat[i, :] = 0
            observe(s, s.player, records[i])
    return -1


def sample_mask(mask: Mask, rng: Words) -> int:
    """A uniformly random legal action; -1 where none is."""
    return pick_legal(mask, rng)


def sample_masks(masks: Mask, rng: Words, actions: Array) -> None:
    """A uniformly random legal action for every row; -1 where none is."""
    for i in range(len(masks)):
        actions[i] = pick_legal(masks[i], rng)


HELPERS: dict[str, Any] = {
    "start": start_template,
    "advance": advance_template,
    "write_mask": write_mask_template,
    "begin_seat": begin_seat_template,
    "move_seat": move_seat_template,
    "reply": reply_template,
    "judge_seat": judge_seat_template,
}
"""Each may call those before it."""
KERNELS: dict[str, Any] = {
    fn.__name__: fn
    for fn in (
        reset_states,
        masks_of,
        step_one,
        observe_states,
        features_of,
        resample_states,
        playouts,
        play_seats,
        step_states,
    )
}
