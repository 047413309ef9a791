"""Positions of Impeachment in few words, so that its rule tests read like the rulebook.

    state = begin(position({1: lane("S5 S6", "H4 D4 C4")}, pro="S7 D9", con="C9"))
    play(state, "place S7 J1")
    assert taken_by(state, 1) == "pro"

Cards that a position leaves out are publicly out of the game, so a test names only the cards that matter to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from dicedeck.envs import load_game

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Lane = dict[str, Any]
Position = dict[str, Any]

RANKS = "A23456789TJQK"
ISSUE_CARDS = [suit + rank for suit in "SHDC" for rank in RANKS] + ["X1", "X2"]
TACTIC_CARDS = ["WITNESS", "EVIDENCE", "MUD", "DELIBERATION", "POLL", "DEAL", "RETRACT", "FLAW"]
JUSTICES = [f"J{number}" for number in range(1, 10)]
OTHER = {"pro": "con", "con": "pro"}
BIASES = {"C": "conservative", "M": "moderate", "P": "progressive"}


@cache
def impeachment(**options: Any) -> Game:
    """The game with these rule options, loaded once."""
    return load_game("impeachment", **options)


def lane(pro: str = "", con: str = "", **fields: Any) -> Lane:
    """One justice: the cards of both sides, and any further field of the position notation."""
    return {"pro": pro.split(), "con": con.split(), **fields}


def position(
    lanes: Mapping[int, Lane] | None = None,
    /,
    *,
    pro: str = "",
    con: str = "",
    pile: str = "",
    discards: str = "",
    tactic_pile: str = "",
    pro_has: str = "",
    con_has: str = "",
    bias: str = "",
    **fields: Any,
) -> Position:
    """A position: `lanes` by number 1..9, both hands, the piles; all else empty.

    `pro_has` and `con_has` list justices taken earlier, whose cards are left out; `bias` is one letter of "CMP" for
    each justice. Tactic cards that lie on the table count as used, and nobody has used two more than the other.
    """
    justices: list[Lane] = [lane() for _ in JUSTICES]
    for owner, numbers in (("pro", pro_has), ("con", con_has)):
        for digit in numbers.split():
            justices[int(digit) - 1] = lane(taken_by=owner)
    for number, given in (lanes or {}).items():
        justices[number - 1] = dict(given)
    for justice_lane, letter in zip(justices, bias, strict=False):
        justice_lane["bias"] = BIASES[letter]
    result: Position = {
        "justices": justices,
        "hands": {"pro": pro.split(), "con": con.split()},
        "issue_pile": pile.split(),
        "discards": discards.split(),
    }
    if tactic_pile:
        result["tactic_pile"] = tactic_pile.split()
    used = _used_tactics(justices)
    if any(used.values()):
        result["tactics_used"] = used
    return result | fields


def _used_tactics(justices: Iterable[Lane]) -> dict[str, int]:
    """How many tactic cards each player has used, from those on the table, evened out as IMP-24 asks."""
    used = {"pro": 0, "con": 0}
    for each in justices:
        for side in used:
            used[side] += sum(card in TACTIC_CARDS for card in each[side])
    for each in justices:
        for _ in range(int(each.get("mud", False)) + int(each.get("deliberation", False))):
            used[min(used, key=lambda side: used[side])] += 1
    most = max(used.values())
    return {side: max(count, most - 1) for side, count in used.items()}


def begin(given: Position, **options: Any) -> State:
    """The state at a position of the game with these rule options."""
    return impeachment(**options).from_dict(given)


def play(state: State, *names: str) -> State:
    """Plays the named actions in turn; the state itself changes and is returned."""
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def legal(state: State) -> set[str]:
    """The names of the legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def legal_starting(state: State, *starts: str) -> set[str]:
    """The names of the legal actions that start with one of `starts`."""
    return {name for name in legal(state) if name.startswith(starts)}


def justice(state: State, number: int) -> Lane:
    """The justice with this number, 1..9."""
    lanes: list[Lane] = state.to_dict()["justices"]
    return lanes[number - 1]


def taken_by(state: State, number: int) -> str | None:
    """Who has taken the justice with this number."""
    owner: str | None = justice(state, number)["taken_by"]
    return owner


def hand(state: State, player: str) -> list[str]:
    """The cards in a player's hand."""
    cards: list[str] = state.to_dict()["hands"][player]
    return cards


def pile(state: State) -> list[str]:
    """The issue pile, next card first."""
    cards: list[str] = state.to_dict()["issue_pile"]
    return cards


def mover(state: State) -> str | None:
    """Whose decision it is; None when the game is over."""
    return {0: "pro", 1: "con"}.get(state.current_player())


def winner(state: State) -> str | None:
    """Who has won; None while the game goes on."""
    if not state.is_terminal():
        assert state.returns() == [0, 0]
        return None
    returns = list(state.returns())
    assert returns in ([1, -1], [-1, 1])
    return "pro" if returns == [1, -1] else "con"
