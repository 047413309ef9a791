"""Positions of Defence Dice in few words, so that its rule tests read like the rulebook.

    state = begin(position("SK S9:3*4 S3", "H5", rolled="334", skills={"Long Shot": "4"}))
    play(state, "target S3", "die 3", "confirm")
    assert front(state, "S")["card"] == "S9"

A track is written from column 1 on: dice that lie on an enemy after a colon, marks after a star.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from dicedeck.envs import load_game

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Position = dict[str, Any]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
COMMON = ["Long Shot", "Twin Strike", "Second Wind", "Barricade", "Regroup", "Scout"]
WARRIOR = ["Cleave", "Charge", "Whirlwind", "Precision", "War Cry", "Execute"]
MAGE = ["Fortune Cookie", "Fireball", "Chain Lightning", "Frost", "Meteor", "Transmute"]
SKILLS = COMMON + WARRIOR + MAGE
OPTION_SETS: list[dict[str, Any]] = [
    {"character": character, "king": king} for character in ("warrior", "mage") for king in ("at_once", "laid")
]


@cache
def defence_dice(**options: Any) -> Game:
    """The game with these rule options, loaded once."""
    return load_game("defence_dice", **options)


def enemy(text: str) -> dict[str, Any]:
    """``S9:34*5``: the nine of spades with dice 3 and 4 and a mark 5 on it."""
    found = re.fullmatch(r"(\w\w)(?::(\d+))?(?:\*(\d+))?", text)
    assert found, text
    return {"card": found[1], "dice": numbers(found[2]), "marks": numbers(found[3])}


def numbers(text: str | None) -> list[int]:
    return [int(digit) for digit in text or ""]


def position(
    *tracks: str,
    rolled: str = "",
    deck: str | None = None,
    skills: Mapping[str, str] | None = None,
    pens: tuple[str, ...] = (),
    overkill: str = "",
    **fields: Any,
) -> Position:
    """A position in Design. Without a deck all cards that lie nowhere else are in it, those of low rank on top.

    Each track is a text; its suit is that of its cards.
    """
    rows = [[enemy(word) for word in text.split()] for text in tracks]
    result: Position = {
        "tracks": [{"suit": row[0]["card"][0], "enemies": row} for row in rows],
        "rolled": numbers(rolled),
        "skills": {name: numbers(dice) for name, dice in (skills or {}).items()},
        "pens": [text.split() for text in (*pens, "", "", "")[:3]],
        "overkill": overkill.split(),
        **fields,
    }
    used = {entry["card"] for row in rows for entry in row}
    used |= {*overkill.split(), *" ".join(pens).split(), *_queued(fields)}
    rest = sorted((card for card in CARDS if card not in used), key=lambda card: RANKS.index(card[1]))
    result["deck"] = rest if deck is None else deck.split()
    return result


def _queued(fields: Mapping[str, Any]) -> list[str]:
    queue: list[str] = fields.get("queue", {}).get("prisoners", [])
    return queue


def begin(given: Position, seed: int = 0, **options: Any) -> State:
    """The state of a position, in the game with these options; by default the one whose skills it has."""
    if "character" not in options and any(name in MAGE for name in given.get("skills", {})):
        options["character"] = "mage"
    return defence_dice(**options).from_dict(given, seed=seed)


def play(state: State, *names: str) -> State:
    """Plays actions by name, in place, and returns the state."""
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def place(state: State, target: str, dice: str) -> State:
    """A whole placement: on an enemy by its card, or on a skill."""
    first = f"target {target}" if target in CARDS else f"skill {target}"
    return play(state, first, *(f"die {digit}" for digit in dice), "confirm")


def legal(state: State, start: str = "") -> set[str]:
    """The names of the legal actions that begin so."""
    names = {state.action_to_string(action) for action in state.legal_actions()}
    return {name for name in names if name.startswith(start)}


def may_place(state: State, target: str, dice: str) -> bool:
    """Whether exactly these dice can be placed there; the state is left alone."""
    at = state.clone()
    first = f"target {target}" if target in CARDS else f"skill {target}"
    for name in (first, *(f"die {digit}" for digit in dice), "confirm"):
        if name not in legal(at):
            return False
        play(at, name)
    return True


def track(state: State, suit: str) -> list[str]:
    """The cards of a track, column 1 first."""
    return [entry["card"] for entry in _enemies(state, suit)]


def _enemies(state: State, suit: str) -> list[dict[str, Any]]:
    for row in state.to_dict()["tracks"]:
        if row["suit"] == suit:
            entries: list[dict[str, Any]] = row["enemies"]
            return entries
    return []


def on(state: State, card: str) -> dict[str, Any]:
    """An enemy with what lies on it."""
    return next(entry for entry in _enemies(state, card[0]) if entry["card"] == card)


def marks(state: State) -> dict[str, list[int]]:
    """The marks on all enemies that have any."""
    entries = [entry for suit in SUITS for entry in _enemies(state, suit)]
    return {entry["card"]: entry["marks"] for entry in entries if entry["marks"]}


def get(state: State, key: str) -> Any:
    """One field of the position."""
    return state.to_dict()[key]


def ending(state: State) -> str | None:
    """How the game has ended; None while it goes on."""
    if not state.is_terminal():
        return None
    result: str = state.to_dict()["result"]
    assert state.returns() == [1.0 if result in ("king", "deck") else -1.0]
    return result


def attack(state: State) -> State:
    """The state after an Attack at once, no more dice placed and no card revealed; the same if that is over already."""
    if state.is_terminal() or state.phase() in ("prisoner", "cleanup"):
        return state
    given = state.to_dict()
    given |= {"phase": "before_attack", "back": given["back"] + len(given["rolled"]), "rolled": []}
    return play(state.game.from_dict(given), "finish")


FIELD = ("S9 S8", "HJ HT", "DQ")
"""Enemies to aim at; the front ones are S8, HT and DQ."""


def ready_skill(skill: str, dice: str, *tracks: str, **fields: Any) -> State:
    """A skill with its dice on it, in Design."""
    fields = {"rolled": "11"} | fields
    return begin(position(*(tracks or FIELD), skills={skill: dice}, **fields))


def use_skill(skill: str, dice: str, *choices: str, tracks: tuple[str, ...] = FIELD, **fields: Any) -> State:
    """The state after the skill was used."""
    return play(ready_skill(skill, dice, *tracks, **fields), f"activate {skill}", *choices)
