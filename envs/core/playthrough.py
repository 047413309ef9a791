"""A game written down from start to end, to be read, and compared line by line when the code changes."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator
from typing import Any

import numpy as np

from dicedeck.envs.core.checks_common import random_action
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.core.layout import Layout

WIDTH = 120


def playthrough(game: Game, seed: int = 0, every: int = 12, features: int = 3) -> str:
    """One random game as text: pictures, legal actions, choices, rewards, and what the players see.

    Args:
        seed: deals the game and chooses the actions (kind by kind, so that rare kinds come up).
        every: observations and action features are printed at every n-th position and at the end.
        features: for how many legal actions, evenly spread.
    """
    return "\n".join(_lines(game, seed, every, features)) + "\n"


def _lines(game: Game, seed: int, every: int, features: int) -> Iterator[str]:
    yield from _facts(game, seed)
    rnd = random.Random(seed)
    state = game.new_initial_state(seed)
    while True:
        over = state.is_terminal()
        mover = "over" if over else f"{game.players[state.current_player()]} to move, {state.phase()}"
        yield f"\n==== position {state.step_count}: {mover}"
        yield from (f"    {row}".rstrip() for row in str(state).splitlines())
        if over or state.step_count % every == 0:
            yield from _seen(state)
            yield from _features(state, features)
        if over:
            yield f"returns {state.returns()}, terminated {state.terminated}, truncated {state.truncated}"
            return
        yield from _wrapped(f"legal ({len(state.legal_actions())}):", _grouped(state))
        action = random_action(state, rnd, by_block=True)
        yield f"-> {action} {state.action_to_string(action)!r}"
        state.apply_action(action)
        if any(state.rewards()):
            yield f"rewards {state.rewards()}"


def _facts(game: Game, seed: int) -> Iterator[str]:
    seats = ", ".join(f"{player} ({role})" for player, role in zip(game.players, game.roles, strict=True))
    yield f"{game.title}, version {game.version}: {game!r}, seed {seed}"
    yield f"players: {seats}"
    yield f"{game.num_actions} actions, at most {game.max_steps} in a game; utility {game.utility}"
    yield f"observation: {game.observation_size} numbers; action features: {game.feature_size}"


def _grouped(state: State) -> list[str]:
    """The names of the legal actions; those that differ in the last word only stand together: ``place S5 J1|J2``."""
    groups: dict[str, list[str]] = {}
    for action in state.legal_actions():
        start, _, last = state.action_to_string(action).rpartition(" ")
        groups.setdefault(start, []).append(last)
    return [f"{start} {'|'.join(lasts)}".strip() for start, lasts in groups.items()]


def _seen(state: State) -> Iterator[str]:
    """Each player's observation through its layout, only what is set."""
    for player, name in enumerate(state.game.players):
        pieces = [f"{piece} {values}" for piece, values in _set(state.game.layout, state.observation_tensor(player))]
        yield from _wrapped(f"seen by {name}:", pieces)


def _features(state: State, most: int) -> Iterator[str]:
    legal = state.legal_actions()
    chosen = legal[:: max(1, len(legal) // most)][:most]
    for action, row in zip(chosen, state.action_features(chosen), strict=True):
        pieces = [f"{piece} {values}" for piece, values in _set(state.game.feature_layout, row)]
        yield from _wrapped(f"features of {state.action_to_string(action)!r}:", pieces)


def _set(layout: Layout, vector: Floats) -> Iterator[tuple[str, str]]:
    """The pieces that are not zero: ``hand [3 17]``, ``own_sum [2=0.12]``; an index alone means 1."""
    for slot in layout.slots:
        piece = np.asarray(vector[slot.start : slot.stop]).reshape(slot.shape)
        if not slot.shape:
            if piece:
                yield slot.name, _number(piece)
        elif piece.any():
            entries = [_entry(index, piece[tuple(index)]) for index in np.argwhere(piece).tolist()]
            yield slot.name, f"[{' '.join(entries)}]"


def _entry(index: list[int], value: Any) -> str:
    place = ",".join(map(str, index))
    return place if value == 1 else f"{place}={_number(value)}"


def _number(value: Any) -> str:
    return f"{float(value):.4g}"


def _wrapped(heading: str, parts: list[str]) -> list[str]:
    """The parts behind a heading, separated by ``; ``, in lines of at most WIDTH."""
    text = f"{heading} {'; '.join(parts)}"
    return textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
