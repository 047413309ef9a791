"""How much a fresh learner wins against an agent that stands still: a lower bound on the agent's exploitability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicedeck.agents.checkpoint import find_checkpoint, read_checkpoint
from dicedeck.agents.loader import load_agent
from dicedeck.envs import load_game
from dicedeck.evaluation.match import MatchResult, is_shared, play_match
from dicedeck.evaluation.seeding import derive_seed
from dicedeck.training.config import EvaluationConfig, TrainingConfig, config_names, load_config
from dicedeck.training.run import TrainingError, TrainingResult, train

DEFAULT_BUDGET = 400_000


@dataclass(frozen=True)
class BestResponse:
    """What a learner made of an agent.

    Attributes:
        match: of the learner, after its training, against the agent; on deals that neither of them has met there.
    """

    training: TrainingResult
    match: MatchResult

    @property
    def gain(self) -> float:
        """Points of the pair score above one half that the learner wins; 0 when it found nothing."""
        return max(0.0, self.match.score - 0.5)


def budget_of(agent: str) -> int:
    """As many decisions as the agent itself has learnt from, where its checkpoint tells."""
    there = find_checkpoint(Path(agent.partition(",")[0]))
    return DEFAULT_BUDGET if there is None else read_checkpoint(there).fact("steps", int)


def config_for(game: str, options: Mapping[str, Any], agent: str, budget: int, seed: int = 0) -> TrainingConfig:
    """The game's shipped ``fast`` config where there is one, with the agent as the only opponent."""
    name = f"{game}/fast"
    plain = load_config(name) if name in config_names() else TrainingConfig(game=game)
    return plain.model_copy(
        update={
            "options": dict(options),
            "seed": seed,
            "total_steps": budget,
            "opponents": {agent: 1.0},
            "evaluation": EvaluationConfig(every=max(1, budget // 4), pairs=100, against=(agent,)),
        }
    )


def best_response(
    game: str,
    agent: str,
    folder: Path,
    budget: int,
    pairs: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: bool = True,
    overwrite: bool = False,
) -> BestResponse:
    """Train against an agent from scratch, then measure what was learnt.

    Args:
        game: its name, or ``module:GAME``.
        budget: decisions to learn from.
        pairs: duplicate pairs of the measurement.
        options: rule options of the game.

    Raises:
        TrainingError: a solo or co-operative game, where nobody can be exploited; or the folder holds a run.
        AgentSpecError: there is no such agent.
    """
    loaded = load_game(game, **(options or {}))
    if is_shared(loaded):
        raise TrainingError(f"{game}: all seats win and lose together, so nobody can be exploited")
    load_agent(agent, loaded)
    config = config_for(game, options or {}, agent, budget, seed)
    result = train(config, folder, progress=progress, overwrite=overwrite)
    match = play_match(loaded, str(result.checkpoint), agent, pairs, derive_seed(seed, "exploit"))
    return BestResponse(result, match)


def describe(found: BestResponse) -> Sequence[str]:
    """What came of it, in lines."""
    match = found.match
    roles = ", ".join(f"as {role} {score.value:.1%}" for role, score in match.per_role.items())
    return (
        f"After {found.training.steps:,} decisions against {match.opponent}, a fresh learner scores {match.estimate} "
        f"over {match.pairs:,} duplicate pairs ({roles}).",
        f"So {match.opponent} can be exploited by at least {100 * found.gain:.1f} points; more training may find more."
        if found.gain
        else f"It found nothing to exploit in {match.opponent} with this budget, which is no proof that there is none.",
    )
