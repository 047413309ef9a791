"""Replays: a game as a text file that people can read and that plays itself again, checking every step.

A replay is a file of JSON lines: a heading (game, version, options, seed of the deal, agents and their seeds), a line
for each step (who, which action, a hash of the state after it), and the result. Rules that have changed since, or a
damaged line, show at the step where they make a difference.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicedeck.agents.files import write_file
from dicedeck.envs.core.errors import ActionNameError, DicedeckError, IllegalActionError
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.registry import GAMES, find_spec

FORMAT = 1
"""Goes up when an older version could not read what a newer one writes."""
MARK = "dicedeck_replay"
"""The first key of the heading; its value is the format."""


class ReplayError(DicedeckError):
    """A file that is no replay, is damaged, or does not agree with the rules; names the step."""


@dataclass(frozen=True)
class Step:
    seat: int
    action: str
    hash: str
    """Of the state after the action."""


def hash_of(state: State) -> str:
    """Of all that the state holds, hidden cards and random numbers included."""
    return hashlib.blake2b(state.to_bytes(), digest_size=8).hexdigest()


# ---------------------------------------------------------------- writing


@dataclass
class Recorder:
    """Writes a game down while it is played: give ``watch`` to ``play_game``, then call ``write``."""

    game: Game
    seed: int
    agents: Sequence[str]
    agent_seeds: Sequence[int]
    _steps: list[dict[str, Any]] = field(default_factory=list)

    def watch(self, state: State, action: int) -> None:
        """Called before each action."""
        name = state.action_to_string(action)
        self._hash_last(state)
        self._steps.append({"seat": state.current_player(), "action": name})

    def _hash_last(self, state: State) -> None:
        if self._steps:
            self._steps[-1]["hash"] = hash_of(state)

    def write(self, path: Path, returns: Sequence[float], length: int, fault: str, last: State | None) -> None:
        """Write the file, whole or not at all.

        Args:
            last: the last position; None when the game was broken off and its steps are not known.

        Raises:
            ReplayError: the place cannot be written to.
        """
        del self._steps[length:]  # an illegal proposal is no step
        if last is not None:
            self._hash_last(last)
        result = {"returns": list(returns), "length": length, "fault": fault}
        lines = [self._heading(), *self._steps, result]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        try:
            write_file(path, text)
        except OSError as error:
            raise ReplayError(f"cannot write the replay {path}: {error.strerror or error}") from None

    def _heading(self) -> dict[str, Any]:
        game = self.game
        return {
            MARK: FORMAT,
            "game": game.name if game.name in GAMES else f"{game.spec.variant.__module__}:GAME",
            "version": game.version,
            "options": game.option_values(),
            "seed": self.seed,
            "agents": list(self.agents),
            "agent_seeds": list(self.agent_seeds),
            "hash": hash_of(game.new_initial_state(self.seed)),
        }


# ---------------------------------------------------------------- reading


@dataclass(frozen=True)
class Replay:
    """A replay whose lines have been read, but not played."""

    path: Path
    game: Game
    seed: int
    agents: list[str]
    agent_seeds: list[int]
    start: str
    """Hash of the deal."""
    steps: list[Step]
    returns: list[float]
    length: int
    fault: str
    """Why a seat lost before the end; empty when the game ended by its rules."""

    def play(self) -> Iterator[State]:
        """The position after 0, 1, 2, ... steps; the same object each time.

        Raises:
            ReplayError: a step does not agree with the rules; names it.
        """
        state = self.game.new_initial_state(self.seed)
        if hash_of(state) != self.start:
            raise self._differs(0, "the deal is another one than when it was recorded")
        yield state
        for number, step in enumerate(self.steps, 1):
            if state.current_player() != step.seat:
                raise self._differs(number, f"it is not the move of seat {step.seat}")
            try:
                state.apply_action(self.game.string_to_action(step.action))
            except (ActionNameError, IllegalActionError) as error:
                raise self._differs(number, str(error)) from None
            if hash_of(state) != step.hash:
                raise self._differs(number, f"the position after {step.action!r} is another one than was recorded")
            yield state
        self._check_end(state)

    def verify(self) -> State:
        """Play all of it; returns the last position.

        Raises:
            ReplayError: names the step that does not agree.
        """
        for state in self.play():
            last = state
        return last

    def _check_end(self, state: State) -> None:
        if self.fault:
            return
        if len(self.steps) != self.length or not state.is_terminal():
            raise self._differs(len(self.steps), f"the game is not over here; it had {self.length} steps")
        if state.returns() != self.returns:
            raise self._differs(self.length, f"the game ends with {state.returns()}, {self.returns} was recorded")

    def _differs(self, step: int, problem: str) -> ReplayError:
        return ReplayError(f"replay {self.path}: step {step}: {problem}")


def read_replay(path: str | Path) -> Replay:
    """A replay from its file.

    Raises:
        ReplayError: the file is no replay, is damaged, or of another format or version of the game.
        UnknownGameError, OptionError: a game or an option that this version does not have.
        OSError: it cannot be read.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise ReplayError(f"{path} is no replay: it is not a text file") from None
    entries = [_entry(path, number, line) for number, line in enumerate(lines, 1)]
    if not entries or MARK not in entries[0]:
        raise ReplayError(f"{path} is no replay: its first line has no {MARK!r}")
    heading = entries[0]
    if heading[MARK] != FORMAT:
        raise ReplayError(f"{path} has the format {heading[MARK]!r}, this version of dicedeck reads {FORMAT}")
    if len(entries) < 2 or "returns" not in entries[-1]:
        raise ReplayError(f"{path} is damaged: it has no result at its end")
    try:
        return _built(path, heading, entries[1:-1], entries[-1])
    except (KeyError, TypeError, AttributeError) as error:
        raise ReplayError(f"{path} is damaged: an entry is missing or of the wrong kind ({error})") from None


def _entry(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except json.JSONDecodeError:
        entry = None
    if not isinstance(entry, dict):
        what = "is no replay" if number == 1 else "is damaged"
        raise ReplayError(f"{path} {what}: line {number} is not a JSON object")
    return entry


def _built(path: Path, heading: dict[str, Any], steps: list[dict[str, Any]], result: dict[str, Any]) -> Replay:
    game = find_spec(str(heading["game"])).load(**heading["options"])
    if heading["version"] != game.version:
        raise ReplayError(
            f"{path} was recorded with version {heading['version']} of {game.name}, this is version {game.version}"
        )
    return Replay(
        path=path,
        game=game,
        seed=int(heading["seed"]),
        agents=[str(name) for name in heading["agents"]],
        agent_seeds=[int(seed) for seed in heading["agent_seeds"]],
        start=str(heading["hash"]),
        steps=[Step(int(step["seat"]), str(step["action"]), str(step["hash"])) for step in steps],
        returns=[float(value) for value in result["returns"]],
        length=int(result["length"]),
        fault=str(result["fault"]),
    )


# ---------------------------------------------------------------- a folder of replays


def replay_folder(folder: Path, game: Game, names: Sequence[str], seed: int) -> Path:
    """Where the replays of one match go: nothing else is ever written there."""
    match = "-vs-".join(_slug(name) for name in names)
    return folder / f"{game.name}-{game.digest[:8]}" / f"{match}-seed{seed}"


def replay_path(folder: Path, pair: int, seating: int) -> Path:
    """The file of one game in the folder of its match."""
    return folder / f"{pair:06d}-{seating}.jsonl"


def _slug(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "=.,-" else "_" for letter in name).strip("_.")
