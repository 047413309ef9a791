"""One game between people and agents: moves, undo, hints, saved positions. Prints nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dicedeck.agents.files import write_file
from dicedeck.agents.protocol import Agent, view_of
from dicedeck.envs.core.errors import DicedeckError, OptionError, PositionError
from dicedeck.envs.core.game import Game, State
from dicedeck.envs.wrappers.seats import parse_seat
from dicedeck.evaluation.seeding import derive_seed


@dataclass(frozen=True)
class Move:
    """An action that was played, and how it reads to each seat."""

    player: int
    action: int
    seen: tuple[str, ...]
    by: str
    """The agent's name, or "you"."""


class Session:
    """A game in progress and all that a person at the table can ask for.

    Attributes:
        agents: who plays the seats that no person has.
        moves: everything played since the start or since the position was loaded.
    """

    def __init__(self, state: State, agents: Mapping[int, Agent], advisor: Agent, seed: int = 0) -> None:
        self.game: Game = state.game
        self.state = state
        self.agents = dict(agents)
        self.advisor = advisor
        self.seed = seed
        self.moves: list[Move] = []
        self.hints = 0
        self._undo: list[tuple[State, int]] = []
        for seat, agent in self.agents.items():
            agent.reset(derive_seed(seed, "seat", seat))
        advisor.reset(derive_seed(seed, "hint"))

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.game.num_players) if seat not in self.agents]

    def viewer(self) -> int | None:
        """Whose picture may be shown: the person who decides, or the only one there is; None when only agents play."""
        people = self.people
        if self.state.current_player() in people:
            return self.state.current_player()
        return people[0] if len(people) == 1 else None

    # ------------------------------------------------------------ moving on

    def run_agents(self) -> list[Move]:
        """Let the agents play until a person decides or the game is over; what they played."""
        played: list[Move] = []
        while self.state.current_player() in self.agents:
            agent = self.agents[self.state.current_player()]
            played.append(self._apply(agent.act(view_of(self.state)), agent.name))
        return played

    def play(self, action: int) -> Move:
        """A person's action, which can be undone."""
        before = (self.state.clone(), len(self.moves))
        move = self._apply(action, "you")
        self._undo.append(before)
        return move

    def _apply(self, action: int, by: str) -> Move:
        player = self.state.current_player()
        seen = tuple(self.state.action_to_string(action, viewer) for viewer in range(self.game.num_players))
        self.state.apply_action(action)
        self.moves.append(Move(player, action, seen, by))
        return self.moves[-1]

    # ------------------------------------------------------------ what a person can ask for

    def undo(self) -> None:
        """Back to a person's last decision.

        Raises:
            DicedeckError: nothing has been played yet.
        """
        if not self._undo:
            raise DicedeckError("there is nothing to undo")
        self.state, count = self._undo.pop()
        del self.moves[count:]

    def hint(self) -> int:
        """What the advisor would play; it knows no more than the person."""
        self.hints += 1
        return self.advisor.act(view_of(self.state))

    def save(self, file: Path) -> None:
        """Write the position, hidden cards too, as JSON."""
        write_file(file, json.dumps(self.state.to_dict(), indent=1) + "\n")

    def load(self, file: Path) -> None:
        """Go on from a saved position; what was played before cannot be undone.

        Raises:
            PositionError: the file is no position of this game.
        """
        self.state = self.game.from_dict(read_position(file), self.seed)
        self.moves.clear()
        self._undo.clear()


def read_position(file: Path) -> dict[str, object]:
    """A position from a JSON file.

    Raises:
        PositionError: the file is not JSON, or not a mapping.
    """
    try:
        position = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PositionError(str(file), f"is not JSON ({error})") from None
    if not isinstance(position, dict):
        raise PositionError(str(file), f"expected a mapping, found {type(position).__name__}")
    return position


def find_seats(game: Game, wanted: str, seed: int) -> list[int]:
    """The seats that people take: a role, a player's name or number, ``random``, ``all`` or ``none``.

    Raises:
        OptionError: lists what there is.
    """
    if wanted in ("all", "none"):
        return list(range(game.num_players)) if wanted == "all" else []
    seat = parse_seat(game, int(wanted) if wanted.isascii() and wanted.isdigit() else wanted)
    return [derive_seed(seed, "person") % game.num_players if seat is None else seat]


def seat_agents(seats: Sequence[int], specs: Sequence[str]) -> dict[int, str]:
    """Who plays the seats that are left: one spec for all of them, or one for each.

    Raises:
        OptionError: the numbers do not match.
    """
    if len(specs) not in (1, len(seats)):
        raise OptionError(f"{len(seats)} seats are left for agents, so give one --opponent or {len(seats)} of them")
    return {seat: specs[k if len(specs) > 1 else 0] for k, seat in enumerate(seats)}
