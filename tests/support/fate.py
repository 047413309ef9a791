"""Positions of Deck of Fate in few words, so that its rule tests read like the rulebook.

    state = begin(position(pc("S7 C2", stats="2 0 0 0"), deck="CT", check="guile"))
    play(state, "play S7", "accept")
    assert successes(state) == 1

Cards that a position does not name lie under the named ones of the deck: minor cards first, those of low rank on top.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from dicedeck.envs import load_game

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Position = dict[str, Any]

RANKS = "A23456789TPNQK"
SUITS = "CSPW"
MINORS = [suit + rank for rank in RANKS for suit in SUITS]
MAJORS = [
    "FOOL", "MAGICIAN", "PRIESTESS", "EMPRESS", "EMPEROR", "HIEROPHANT", "LOVERS", "CHARIOT", "STRENGTH", "HERMIT",
    "WHEEL", "JUSTICE", "HANGED", "DEATH", "TEMPERANCE", "DEVIL", "TOWER", "STAR", "MOON", "SUN", "JUDGEMENT", "WORLD",
]  # fmt: skip
CARDS = MINORS + MAJORS
STATS = ["guile", "experience", "nature", "grit"]
MODES = ["spotlight", "volunteer", "all"]
CONSEQUENCES = ["harm", "doom", "both"]
CLASSES = ["mercenary", "berserker", "shaman", "alchemist", "thief", "assassin", "monk", "clown"]
MAX_VP = dict(zip(CLASSES, [6, 5, 4, 3, 4, 5, 4, 4], strict=True))


@cache
def deck_of_fate(**options: Any) -> Game:
    """The game with these rule options, loaded once."""
    return load_game("deck_of_fate", **options)


def pc(hand: str = "", cls: str = "monk", stats: str = "0 0 0 0", fate: str = "", **fields: Any) -> Position:
    """A character; ``fate`` lists cards with their uses after a colon: ``WORLD:2 TEMPERANCE:C7,SUN``."""
    entry: Position = {
        "class": cls,
        "stats": [int(word) for word in stats.split()],
        "hand": hand.split(),
        "fate": [_fate(word) for word in fate.split()],
    }
    return entry | fields


def _fate(word: str) -> Position:
    card, _, more = word.partition(":")
    if card == "TEMPERANCE":
        return {"card": card, "cards": more.split(",")}
    return {"card": card, "uses": int(more or 0)} if card != "EMPEROR" else {"card": card}


def position(
    *pcs: Position,
    deck: str = "",
    discards: str = "",
    check: str | None = "guile spotlight doom",
    phase: str = "play",
    **fields: Any,
) -> Position:
    """A position, by default pc_0 about to play a card. ``check``: stat, mode, consequence and, at will, checker,
    card played and difficulty."""
    result: Position = {
        "phase": phase,
        "pcs": list(pcs),
        "discards": discards.split(),
        "check": None if check is None else _check(check.split()),
        **fields,
    }
    used = {word for word in re.findall(r"[A-Z0-9]+", str({**result, "phase": "", "known": {}})) if word in CARDS}
    named = deck.split()
    rest = [card for card in MINORS + MAJORS[::-1] if card not in used and card not in named]
    if fields.get("fool_aside"):
        rest.remove("FOOL")
    result["deck"] = named + rest
    return result


def _check(words: list[str]) -> Position:
    keys = ("stat", "mode", "consequence", "checker", "played", "difficulty")
    return dict(zip(keys, words, strict=False))


def begin(given: Position, seed: int = 0, **options: Any) -> State:
    """The state of a position, in the game with these options."""
    return deck_of_fate(pcs=len(given["pcs"]), **options).from_dict(given, seed=seed)


def play(state: State, *names: str) -> State:
    """Plays actions by name, in place, and returns the state."""
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def legal(state: State, start: str = "") -> set[str]:
    """The names of the legal actions that begin so."""
    names = {state.action_to_string(action) for action in state.legal_actions()}
    return {name for name in names if name.startswith(start)}


def get(state: State, key: str) -> Any:
    """One field of the position."""
    return state.to_dict().get(key)


def char(state: State, seat: int = 0) -> Position:
    """A character of the position."""
    entry: Position = state.to_dict()["pcs"][seat]
    return entry


def hand(state: State, seat: int = 0) -> set[str]:
    return set(char(state, seat)["hand"])


def fate(state: State, seat: int = 0) -> dict[str, Any]:
    """The cards in current fate, each with its uses, or the cards on it."""
    return {row["card"]: row.get("uses", row.get("cards")) for row in char(state, seat)["fate"]}


def vp(state: State, seat: int = 0) -> int:
    return int(char(state, seat)["vp"])


def mp(state: State, seat: int = 0) -> int:
    return int(char(state, seat)["mp"])


def top(state: State, n: int = 1) -> list[str]:
    """The next cards of the deck."""
    cards: list[str] = state.to_dict()["deck"][:n]
    return cards


def discards(state: State) -> set[str]:
    return set(state.to_dict()["discards"])


def incident(state: State, key: str) -> Any:
    return state.to_dict()["incident"][key]


def successes(state: State) -> int:
    return int(incident(state, "successes"))


def clock(state: State) -> int:
    return int(incident(state, "clock"))


def to_move(state: State) -> str | None:
    """Who decides, and what; None at the end."""
    return None if state.is_terminal() else f"{state.game.players[state.current_player()]} {state.phase()}"


def succeeds(
    card: str, difficulty: str, check: str = "guile", options: dict[str, Any] | None = None, **who: Any
) -> bool:
    """Whether a check with this card against this difficulty succeeds; the rest of the hand is low cards."""
    given = position(pc(f"{card} ", **who), deck=difficulty, check=f"{check} spotlight doom")
    state = begin(given, **(options or {}))
    play(state, f"play {card}", "accept")
    return successes(state) == 1


def done(state: State) -> State:
    """All PCs say that they are done; up to the check."""
    while state.phase() == "free":
        play(state, "done")
    return state


def played_out(state: State, seed: int) -> State:
    """The end of a random game."""
    rnd = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
    return state
