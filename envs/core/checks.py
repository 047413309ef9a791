"""The contract that every game keeps, as one function: for the games of the suite and for those of its users.

    from dicedeck.envs.core.checks import check_game
    print(check_game(GAME))             # a GameSpec, or a Game with its options

The clauses stand in the ``checks_*`` files beside this one; each is a function whose docstring says what must hold.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from dicedeck.envs.core import jit
from dicedeck.envs.core.checks_batch import autoreset_modes_agree, batch_steps_like_states, random_games_end
from dicedeck.envs.core.checks_common import (
    Broken,
    CheckReport,
    Position,
    clause,
    random_action,
    require,
)
from dicedeck.envs.core.checks_facts import action_names, facts, layout, refusals, same_game_again
from dicedeck.envs.core.checks_positions import POSITION_CLAUSES, damaged_positions, illegal_actions_raise
from dicedeck.envs.core.checks_worlds import (
    Seen,
    redrawn_worlds_play_on,
    resample_ignores_the_truth,
    same_to_the_player,
    something_is_hidden,
    told_alike,
)
from dicedeck.envs.core.errors import CheckFailure
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.spec import GameSpec

__all__ = ["CheckFailure", "CheckReport", "check_game"]

GAME_CLAUSES: dict[str, Callable[[Game], None]] = {
    "facts": facts,
    "layout": layout,
    "action names": action_names,
    "same game again": same_game_again,
    "refusals": refusals,
}


def check_game(
    game: GameSpec | Game,
    *,
    games: int = 4,
    seeds: Sequence[int] | None = None,
    every: int = 1,
    crowd: int | None = None,
) -> CheckReport:
    """Hold a game to the contract of the suite.

    Args:
        game: a GameSpec (with its default options), or a loaded Game.
        games: how many games are walked through, position by position.
        seeds: where they start; by default 0 .. games - 1.
        every: check the clauses of a position at every n-th one only; the end of each game is always checked.
        crowd: how many random games are played besides, many at once (default: 64, without compilation 4).

    Returns:
        What was looked at; ``str(report)`` is a few lines for people.

    Raises:
        CheckFailure: names the clause, what was found, and the seed and actions that show it.
    """
    loaded = game.load() if isinstance(game, GameSpec) else game
    starts = list(range(games) if seeds is None else seeds)
    if not starts or every < 1:
        raise ValueError("check_game needs at least one seed, and every >= 1")
    report = CheckReport(repr(loaded), max_steps=loaded.max_steps)
    for name, check in GAME_CLAUSES.items():
        with clause(report, name):
            check(loaded)
    seen = Seen(loaded.players)
    for number, seed in enumerate(starts):
        _Walk(loaded, seed, report, seen, by_block=number % 2 == 1).run(every)
    with clause(report, "hidden information"):
        something_is_hidden(loaded.hidden_information, seen)
    _check_batches(loaded, starts, report, (64 if jit.JIT else 4) if crowd is None else crowd)
    report.redrawn = {player: _in_order(loaded, names) for player, names in seen.redrawn.items()}
    return report


def _in_order(game: Game, names: set[str]) -> list[str]:
    return [name for name in game.state_dtype.names or () if name in names]


def _check_batches(game: Game, seeds: list[int], report: CheckReport, crowd: int) -> None:
    with clause(report, "batches step like states", seeds[0]):
        batch_steps_like_states(game, seeds)
    with clause(report, "autoreset modes agree", seeds[0]):
        autoreset_modes_agree(game, seeds[0], n=min(2, crowd))
    with clause(report, "random games end", seeds[0]):
        report.longest = max(report.longest, random_games_end(game, seeds[0], crowd))


class _Walk:
    """One random game, position by position; then the same game again."""

    def __init__(self, game: Game, seed: int, report: CheckReport, seen: Seen, by_block: bool) -> None:
        self.seed = seed
        self.seen = seen
        self.by_block = by_block
        self.rnd = random.Random(seed)
        with clause(report, "same seed, same game", seed):
            start = game.new_initial_state(seed)
        self.at = Position(start, seed, [], [0.0] * game.num_players, random.Random(seed + 1), report)
        self.trace = [_digest(start.to_bytes())]
        self.few = {0, 1 + self.rnd.randrange(max(1, game.max_steps // 2))}
        """The numbers of the positions where the costly clauses are checked too."""

    def run(self, every: int) -> None:
        at = self.at
        while True:
            over = at.state.is_terminal()
            if over or len(at.actions) % every == 0:
                self._check_position()
            if over or len(at.actions) in self.few:
                self._check_closely()
            if over:
                break
            self._move()
        at.report.games += 1
        at.report.longest = max(at.report.longest, len(at.actions))
        with self._clause("same seed, same game"):
            self._play_again()

    def _move(self) -> None:
        at = self.at
        with self._clause("legal actions"):
            action = random_action(at.state, self.rnd, self.by_block)
        with self._clause("max_steps"):
            require(len(at.actions) < at.game.max_steps, f"the game is not over after {at.game.max_steps} actions")
        at.actions.append(action)
        with self._clause("legal actions apply"):
            at.state.apply_action(action)
        at.totals = [total + reward for total, reward in zip(at.totals, at.state.rewards(), strict=True)]
        self.trace.append(_digest(at.state.to_bytes()))

    def _clause(self, name: str) -> Any:
        return clause(self.at.report, name, self.seed, self.at.actions)

    def _check_position(self) -> None:
        at = self.at
        for name, check in POSITION_CLAUSES.items():
            with self._clause(name):
                check(at)
        with self._clause("nothing hidden is shown"):
            same_to_the_player(at, self.seen)
        with self._clause("resample ignores the truth"):
            resample_ignores_the_truth(at)
        at.report.positions += 1

    def _check_closely(self) -> None:
        at = self.at
        with self._clause("redrawn worlds play on"):
            redrawn_worlds_play_on(at, self.seen)
        with self._clause("actions are told alike"):
            told_alike(at)
        with self._clause("illegal actions raise"):
            illegal_actions_raise(at, every=True)
        if at.actions and not at.state.is_terminal():
            with self._clause("damaged positions"):
                damaged_positions(at)

    def _play_again(self) -> None:
        """The same bytes after every action, whatever the global random numbers are; and those are left alone."""
        at = self.at
        kept = random.getstate(), np.random.get_state()
        try:
            random.seed(self.seed + 1)
            np.random.seed(self.seed + 1)
            before = random.getstate(), _state_of_numpy()
            state = at.game.new_initial_state(self.seed)
            for number, digest in enumerate(self.trace):
                if _digest(state.to_bytes()) != digest:
                    raise Broken(f"played again, the state after {number} actions is another one")
                state.observation_tensor()
                state.to_dict()
                str(state)
                if number < len(at.actions):
                    state.apply_action(at.actions[number])
            after = random.getstate(), _state_of_numpy()
            require(before == after, "global random numbers are used (of random or numpy.random); use the record's rng")
        finally:
            random.setstate(kept[0])
            np.random.set_state(kept[1])


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()


def _state_of_numpy() -> list[Any]:
    kind, keys, *rest = np.random.get_state()
    return [kind, bytes(np.asarray(keys).data), *rest]
