"""Exact values of small positions of Defence Dice: every order of the deck and every roll, by the engine itself.

Only for decks without jokers, of which one card at most is revealed at a time.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Position = dict[str, Any]
REVEALING = ("confirm", "pass", "finish")


class Expectimax:
    """Values from -1 to 1, by what the player knows: each card of the deck is equally likely to be the next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[str, float] = {}

    def values(self, position: Position) -> dict[str, float]:
        """What each legal action is worth when the best is done ever after."""
        state = self.game.from_dict(position)
        names = (state.action_to_string(action) for action in state.legal_actions())
        return {name: self._value_of_action(position, name) for name in names}

    def best(self, position: Position) -> set[str]:
        """The best actions; none else comes within 0.02."""
        values = self.values(position)
        return {name for name, value in values.items() if value > max(values.values()) - 0.02}

    def _value(self, state: State) -> float:
        if state.is_terminal():
            return state.returns()[0]
        position = state.to_dict()
        key = json.dumps({**position, "deck": sorted(position["deck"])}, sort_keys=True)
        if key not in self._known:
            self._known[key] = max(self.values(position).values())
        return self._known[key]

    def _value_of_action(self, position: Position, name: str) -> float:
        total = 0.0
        for share, shuffled in _orders(position, name):
            state = self.game.from_dict(shuffled)
            state.apply_action(state.string_to_action(name))
            outcomes = list(_rolls(state, position, name))
            total += share * sum(chance * self._value(after) for chance, after in outcomes)
        return total


def _orders(position: Position, name: str) -> Iterator[tuple[float, Position]]:
    """Each card as the top one, where the action may reveal one."""
    deck = position["deck"]
    if name not in REVEALING or position.get("known_top") or len(deck) < 2:
        yield 1.0, position
        return
    assert position.get("jokers_out", 0) == 0
    assert not {"X1", "X2"} & {*deck}
    for card in deck:
        yield 1 / len(deck), {**position, "deck": [card, *(other for other in deck if other != card)]}


def _rolls(state: State, before: Position, name: str) -> Iterator[tuple[float, State]]:
    """Each roll, when a new round has begun or the dice were rolled again."""
    rolled = name == "activate Regroup" or state.to_dict()["round"] != before.get("round", 1)
    if state.is_terminal() or not rolled:
        yield 1.0, state
        return
    after = state.to_dict()
    for roll, chance in handfuls(len(after["rolled"])):
        yield chance, state.game.from_dict({**after, "rolled": list(roll)})


@cache
def handfuls(n: int) -> list[tuple[tuple[int, ...], float]]:
    """Every roll of n dice, in ascending order, with its chance."""
    counts = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n))
    return [(roll, count / 6**n) for roll, count in counts.items()]
