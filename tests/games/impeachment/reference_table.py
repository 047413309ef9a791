"""The table of Impeachment as plain Python objects: the justices with what lies at them, and what players know.

Part of the reference for differential tests. Nothing here imports the product.
"""

from dataclasses import dataclass, field
from typing import Any

from games.impeachment.reference_formations import CARD_ID, ISSUE_CARDS

PLAYERS = ("pro", "con")
JUSTICES = 9
VOTES_TO_REJECT = 4
NEIGHBOURS_TO_DISMISS = 3

Position = dict[str, Any]


def opponent(player: str) -> str:
    """The other player."""
    return "con" if player == "pro" else "pro"


def by_id(cards: list[str]) -> list[str]:
    """Cards in the order of their ids, as hands are written."""
    return sorted(cards, key=CARD_ID.__getitem__)


def is_issue(card: str) -> bool:
    """Whether the card is one of the 54 issue cards."""
    return card in ISSUE_CARDS


@dataclass
class Justice:
    """One justice and what lies at it."""

    bias: str | None
    mud: bool
    deliberation: bool
    taken_by: str | None
    sides: dict[str, list[str]]
    completed_first: str | None

    @property
    def size(self) -> int:
        """Cards that a side needs, and may hold (IMP-7, IMP-28)."""
        return 4 if self.deliberation else 3

    def complete(self) -> list[str]:
        """The players whose side is complete."""
        return [player for player in PLAYERS if len(self.sides[player]) == self.size]

    def accepts(self, player: str) -> bool:
        """Whether the player may add a card here (IMP-7, IMP-8)."""
        return self.taken_by is None and len(self.sides[player]) < self.size

    def note_completion(self) -> None:
        """Keep who was complete first, after any change of the sides (IMP-14, IMP-28, IMP-33)."""
        complete = self.complete()
        if not complete:
            self.completed_first = None
        if len(complete) == 1:
            self.completed_first = complete[0]


@dataclass
class Known:
    """What a player knows beyond the public: the top of the issue pile, and cards in the other's hand."""

    pile: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)


def read_justice(entry: Position) -> Justice:
    """A justice from its entry in a position."""
    justice = Justice(
        bias=entry.get("bias"),
        mud=entry.get("mud", False),
        deliberation=entry.get("deliberation", False),
        taken_by=entry.get("taken_by"),
        sides={player: list(entry.get(player, [])) for player in PLAYERS},
        completed_first=entry.get("completed_first"),
    )
    justice.note_completion()
    return justice


def rejects(votes: list[bool]) -> bool:
    """Whether these justices, if Con's, are four, or three neighbours (IMP-18)."""
    neighbours = any(all(votes[start : start + NEIGHBOURS_TO_DISMISS]) for start in range(JUSTICES - 2))
    return sum(votes) >= VOTES_TO_REJECT or neighbours
