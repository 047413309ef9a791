"""Win rates on the same deals, in games that are won or lost alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dicedeck.evaluation.match import GameRecord, MatchResult
from dicedeck.evaluation.shared import win_rates
from support.defence import defence_dice


def result(outcomes: Sequence[tuple[float, float]]) -> MatchResult:
    games = [
        GameRecord(pair, (who,), ("a", "b"), 0, (returned,), 1, (0,))
        for pair, both in enumerate(outcomes)
        for who, returned in enumerate(both)
    ]
    return MatchResult(defence_dice(), "a", "b", len(outcomes), 0, games)


def test_known_rates() -> None:
    rates = win_rates(result([(1, -1)] * 6 + [(-1, 1)] + [(1, 1)] * 2 + [(-1, -1)]))
    assert (rates.agent.value, rates.opponent.value) == (0.8, 0.3)
    assert (rates.only_agent, rates.only_opponent) == (6, 1)
    assert rates.p_value == pytest.approx(2 * (1 + 7) / 2**7)
    assert rates.agent.low == pytest.approx(0.4902, abs=1e-3)


def test_no_difference_proves_nothing() -> None:
    assert win_rates(result([(1, 1)] * 5)).p_value == 1
