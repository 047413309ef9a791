"""Exact values in games that are small enough: what the best answer to a policy is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dicedeck.agents.protocol import View, view_of
from dicedeck.envs.core.game import Game, State

Policy = Callable[[View], Sequence[float]]
"""The chance of each legal action of a view, in their order."""
World = tuple[State, float]
"""A state, and how likely chance and the policy made it."""


def best_response_value(starts: Iterable[State], seat: int, policy: Policy) -> float:
    """The expected return of ``seat`` when it answers the policy of all other seats as well as possible.

    The best answer knows the policy but not the hidden state: it decides by what its seat has seen. Every state that
    can come up is visited, so this is for games of some hundred thousand states.

    Args:
        starts: equally likely states that hold all of the game's chance; what follows them must not be random.
    """
    worlds = list(starts)
    known: dict[bytes, Sequence[float]] = {}

    def chances(state: State) -> Sequence[float]:
        view = view_of(state)
        key = bytes([view.player]) + view.observation.tobytes()
        if key not in known:
            known[key] = policy(view)
        return known[key]

    return _value([(state, 1 / len(worlds)) for state in worlds], seat, chances)


def _value(worlds: list[World], seat: int, chances: Callable[[State], Sequence[float]]) -> float:
    """Of worlds in which the seat has seen and done the same so far."""
    total = 0.0
    decisions: dict[bytes, list[World]] = {}
    while worlds:
        state, weight = worlds.pop()
        if state.is_terminal():
            total += weight * state.returns()[seat]
        elif state.current_player() == seat:
            decisions.setdefault(state.observation_tensor(seat).tobytes(), []).append((state, weight))
        else:
            likely = chances(state)
            worlds += [
                (_after(state, action), weight * chance)
                for action, chance in zip(state.legal_actions(), likely)
                if chance > 0
            ]
    for alike in decisions.values():
        total += max(
            _value([(_after(state, action), weight) for state, weight in alike], seat, chances)
            for action in alike[0][0].legal_actions()
        )
    return total


def _after(state: State, action: int) -> State:
    following = state.clone()
    following.apply_action(action)
    return following


def exploitability(game: Game, starts: Callable[[], Iterable[State]], policy: Policy) -> float:
    """What best answers win beyond the value of the game, in returns of a seat: 0 for a perfect policy.

    For zero-sum games of two: half the sum of what the best answers in both seats get.
    """
    return sum(best_response_value(starts(), seat, policy) for seat in range(game.num_players)) / 2


def uniform(view: View) -> Sequence[float]:
    """The policy of random play."""
    n = len(view.legal_actions)
    return [1 / n] * n
