"""Positions and moves by chance, for differential tests: whole games, and crowded middles of games."""

import random
from collections.abc import Sequence
from typing import Any

from games.impeachment.reference import Reference
from games.impeachment.reference_formations import ISSUE_CARDS, JOKERS, RANKS, TACTIC_CARDS
from games.impeachment.reference_table import JUSTICES, PLAYERS, Position

HAND = 7
BIASES = ("conservative", "moderate", "progressive")
ON_SIDES = ("WITNESS", "EVIDENCE")
AT_JUSTICES = ("MUD", "DELIBERATION")

Options = dict[str, Any]


def shuffled(rng: random.Random, cards: Sequence[str]) -> list[str]:
    """The cards in a random order."""
    return rng.sample(cards, len(cards))


def justice_entries(rng: random.Random, options: Options) -> list[Position]:
    """Nine empty justices, with their bias if that variant is on (IMP-42)."""
    biases = shuffled(rng, BIASES * 3)
    return [{"bias": bias} if options.get("bias", False) else {} for bias in biases]


def set_up(rng: random.Random, options: Options) -> Position:
    """A first position (IMP-4, IMP-5, IMP-22, IMP-42)."""
    deck = shuffled(rng, [card for card in ISSUE_CARDS if card not in JOKERS])
    return {
        "game": "impeachment",
        "options": options,
        "to_move": "pro",
        "justices": justice_entries(rng, options),
        "hands": {"pro": [*JOKERS, *deck[:5]], "con": deck[5:12]},
        "issue_pile": deck[12:],
        "tactic_pile": shuffled(rng, TACTIC_CARDS) if options.get("tactics", False) else [],
        "known": {"con": {"hand": list(JOKERS)}},
    }


def choose(rng: random.Random, names: set[str]) -> str:
    """A legal action: first its kind by chance, then one of that kind, so that rare kinds are often played."""
    kinds = sorted({name.split()[0] for name in names})
    kind = rng.choice(kinds)
    return rng.choice(sorted(name for name in names if name.split()[0] == kind))


class Crowd:
    """Draws the cards of one crowded position, so that none is used twice."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        """Leave out some cards, and take the tactic cards only if they are in play."""
        self.rng = rng
        self.options = options
        self.deck = shuffled(rng, ISSUE_CARDS)[: rng.randint(36, len(ISSUE_CARDS))]
        self.tactics = shuffled(rng, TACTIC_CARDS) if options.get("tactics", False) else []

    def take_tactic(self, names: Sequence[str], chance: float) -> list[str]:
        """Perhaps one of these tactic cards, at most one."""
        for card in self.tactics:
            if card in names and self.rng.random() < chance:
                self.tactics.remove(card)
                return [card]
        return []

    def alike(self, card: str, other: str) -> bool:
        """Whether two issue cards may belong to the same formation."""
        if JOKERS[0] in (card, other) or JOKERS[1] in (card, other):
            return True
        distance = abs(RANKS.index(card[1]) - RANKS.index(other[1]))
        return distance == 0 or (distance <= 2 and self.rng.random() < 0.3) or (card[0] == other[0] and distance <= 3)

    def side(self, size: int) -> list[str]:
        """A side, often near to a formation."""
        cards: list[str] = self.take_tactic(ON_SIDES, 0.2) if size else []
        while len(cards) < size and self.deck:
            issue = [card for card in cards if card not in ON_SIDES]
            fitting = [card for card in self.deck if all(self.alike(card, other) for other in issue)]
            card = self.rng.choice(fitting if fitting and self.rng.random() < 0.8 else self.deck)
            self.deck.remove(card)
            cards.append(card)
        return shuffled(self.rng, cards)

    def justice(self, entry: Position) -> Position:
        """One justice: open with at most one side complete, or taken."""
        effects = self.take_tactic(AT_JUSTICES, 0.3)
        size = 4 if "DELIBERATION" in effects else 3
        is_taken = self.rng.random() < 0.25
        sizes = [size - self.rng.choice((0, 1, 1, 2, 3)), size - self.rng.choice((0 if is_taken else 1, 1, 1, 2, 3))]
        sides = dict(zip(shuffled(self.rng, PLAYERS), (self.side(each) for each in sizes), strict=True))
        complete = [player for player in PLAYERS if len(sides[player]) == size]
        return {
            **entry,
            **sides,
            "mud": "MUD" in effects,
            "deliberation": "DELIBERATION" in effects,
            "taken_by": self.rng.choice(("pro", "pro", "con")) if is_taken else None,
            "completed_first": self.rng.choice(complete) if complete else None,
        }

    def hand(self, with_jokers: bool) -> list[str]:
        """A hand of issue and tactic cards."""
        size = self.rng.randint(0, HAND)
        tactics = [self.tactics.pop() for _ in range(self.rng.randint(0, 3)) if self.tactics]
        issue = [card for card in self.deck if with_jokers or card not in JOKERS]
        hand = (tactics + issue)[:size]
        self.deck = [card for card in self.deck if card not in hand]
        self.tactics += [card for card in tactics if card not in hand]
        return hand


def crowded(rng: random.Random, options: Options) -> Position:
    """A position in the middle of a game, by chance; drawn again until the game is not over in it."""
    while True:
        result = _crowded(rng, options)
        if not Reference(result).is_settled():
            return result


def _crowded(rng: random.Random, options: Options) -> Position:
    crowd = Crowd(rng, options)
    justices = [crowd.justice(entry) for entry in justice_entries(rng, options)]
    assert len(justices) == JUSTICES
    used = sum(card in ON_SIDES for entry in justices for card in (*entry["pro"], *entry["con"]))
    used += sum(entry["mud"] + entry["deliberation"] for entry in justices)
    dealt = "DEAL" in crowd.tactics and rng.random() < 0.4
    gone = ["DEAL"] if dealt else []
    crowd.tactics = [card for card in crowd.tactics if card not in gone]
    hands = {player: crowd.hand(with_jokers=dealt or player == "pro") for player in PLAYERS}
    issue = [card for card in crowd.deck if card not in JOKERS]
    pile, discards = issue[: rng.choice((0, 2, len(issue)))], issue[len(issue) - 2 :] if rng.random() < 0.2 else []
    pile = [card for card in pile if card not in discards]
    shares = shuffled(rng, [str((used + len(gone)) // 2), str((used + len(gone) + 1) // 2)])
    result: Position = {
        "game": "impeachment",
        "options": options,
        "to_move": rng.choice(PLAYERS),
        "last_passed": rng.random() < 0.2,
        "first_deal_done": dealt,
        "justices": justices,
        "hands": hands,
        "issue_pile": pile,
        "tactic_pile": crowd.tactics[: rng.randint(0, 8)],
        "discards": discards + gone,
        "tactics_used": dict(zip(PLAYERS, map(int, shares), strict=True)),
        "known": {player: {"pile": [], "hand": []} for player in PLAYERS},
    }
    if options.get("tactics", False) and rng.random() < 0.5:
        result["known"][rng.choice(PLAYERS)]["pile"] = pile[: rng.randint(0, 3)]
    return result
