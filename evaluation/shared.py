"""What a match says in games that all seats win or lose together: two win rates on the same deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicedeck.evaluation.match import MatchResult
from dicedeck.evaluation.statistics import Estimate, mcnemar_exact, wilson


@dataclass(frozen=True)
class WinRates:
    """Shares of games with a mean return above 0, with Wilson's intervals."""

    agent: Estimate
    opponent: Estimate
    only_agent: int
    """Deals that only the agent won; those that both or neither won say nothing about the difference."""
    only_opponent: int
    p_value: float
    """That they win equally often: two-sided exact McNemar test on the same deals."""


def win_rates(result: MatchResult) -> WinRates:
    """Of a match in a solo or co-operative game, where each deal is played by the agent and by the opponent."""
    means = np.array([np.mean(record.returns) for record in result.games]).reshape(result.pairs, 2)
    agent, opponent = (means > 0).T
    only_agent, only_opponent = int((agent & ~opponent).sum()), int((opponent & ~agent).sum())
    return WinRates(
        agent=wilson(int(agent.sum()), result.pairs),
        opponent=wilson(int(opponent.sum()), result.pairs),
        only_agent=only_agent,
        only_opponent=only_opponent,
        p_value=mcnemar_exact(only_agent, only_opponent),
    )
