"""Positions of C.A.R.D. RPG in few words, so that its rule tests read like the rulebook.

    state = begin(position(pc(rows="sword sword / shield"), foes=[foe("goblin")]), dice=[9])
    play(state, "use row 1")
    assert health(state, "goblin") == "wounded"

PCs have no ability and the values 0 / 8 / 0 / 8 unless a test says otherwise; a row with a star is used. A second PC
with a hand is there by default, so that a turn that is over does not run on to the enemies' turn.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from dicedeck.envs import load_game
from dicedeck.envs.card_rpg.cards import N_TOWN
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.rng import DICE, STREAMS, roll_die, seed_streams

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

Position = dict[str, Any]
PLAIN = [0, 8, 0, 8]


@cache
def card_rpg(**options: Any) -> Game:
    """The game with these rule options, loaded once."""
    return load_game("dicedeck.envs.card_rpg:GAME", **options)


def pc(hand: str = "", rows: str = "", **fields: Any) -> Position:
    """A PC; rows are parted by ``/``, a star after the last card means used: ``sword sword* / axe``."""
    entry: Position = {
        "character": "warrior",
        "ability": None,
        "values": PLAIN,
        "hand": hand.split(),
        "rows": read_rows(rows),
    }
    if "ability" not in fields and "character" in fields:
        del entry["ability"], entry["values"]
    return entry | fields


def read_rows(text: str) -> list[Position | None]:
    return [_row(part.strip()) for part in text.split("/")] if text else []


def _row(text: str) -> Position | None:
    if not text:
        return None
    row: Position = {"cards": text.rstrip("*").split()}
    return row | ({"used": True} if text.endswith("*") else {})


def foe(npc: str, rows: str = "", **fields: Any) -> Position:
    """An NPC of the other side; with rows it is a boss unless the test says otherwise."""
    entry: Position = {"npc": npc}
    if rows:
        entry |= {"rank": "boss", "rows": read_rows(rows)}
    return entry | fields


OTHER = "magic_key"
"""What the second PC holds by default: nothing that can be used in a fight."""


def position(
    *pcs: Position,
    foes: Sequence[Position] = (),
    pile: str = "",
    discards: str = "",
    situation: str = "",
    phase: str = "action",
    **fields: Any,
) -> Position:
    """A position, by default pc_0 about to act. ``situation``: a key, with ``down`` after it if it lies face down."""
    other = OTHER if OTHER not in str(pcs) + pile + discards else "grimoire"
    party = list(pcs) if len(pcs) != 1 else [*pcs, pc(other)]
    result: Position = {
        "phase": phase,
        "pcs": party,
        "foes": list(foes),
        "pile": pile.split(),
        "discards": discards.split(),
        "dungeon": bool(foes),
        "fight": {"final": False} if foes else None,
    }
    if situation:
        key, _, down = situation.partition(" ")
        result["situation"] = {"card": key, "face_down": bool(down)}
        result["dungeon"] = key not in TOWN
    return result | fields


TOWN = load_tables().situation_keys[:N_TOWN]


@cache
def seed_for(totals: tuple[int, ...]) -> int:
    """A seed whose first rolls of two dice have these totals."""
    rng = np.zeros((STREAMS, 4), np.uint64)
    for seed in range(1_000_000):
        seed_streams(rng, seed)
        if all(roll_die(rng[DICE]) + roll_die(rng[DICE]) == total for total in totals):
            return seed
    raise AssertionError(f"no seed rolls {totals}")


def begin(given: Position, dice: Sequence[int] = (), seed: int = 0, **options: Any) -> State:
    """The state of a position; ``dice`` are the totals of the rolls to come."""
    game = card_rpg(pcs=len(given["pcs"]), **options)
    return game.from_dict(given, seed=seed_for(tuple(dice)) if dice else seed)


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


def figure(state: State, name: str) -> Position:
    """A PC by its seat, a foe by its name."""
    given = state.to_dict()
    if name.startswith("pc_"):
        found: Position = given["pcs"][int(name[3:])]
        return found
    foes: list[Position | None] = given["foes"]
    for entry in foes:
        if entry is not None and name in (entry.get("npc"), f"{entry.get('npc')} {entry.get('number')}"):
            return entry
        if entry is not None and name == f"rival {entry.get('rival')}":
            return entry
    raise AssertionError(f"{name} is not here")


def health(state: State, name: str) -> str:
    return str(figure(state, name)["health"])


def statuses(state: State, name: str) -> set[str]:
    return set(figure(state, name).get("statuses", []))


def hand(state: State, seat: int = 0) -> list[str]:
    """The cards of a hand, sorted."""
    return sorted(state.to_dict()["pcs"][seat]["hand"])


def master_hand(state: State) -> list[str]:
    return sorted(state.to_dict()["master"]["hand"])


def rows(state: State, name: str = "pc_0") -> list[str]:
    """The rows as they are written for ``pc``."""
    found = figure(state, name).get("rows", [])
    texts = ["" if row is None else " ".join(row["cards"]) + "*" * row.get("used", False) for row in found]
    return [*texts, "", ""][:2]


def discards(state: State) -> list[str]:
    return sorted(state.to_dict()["discards"])


def to_move(state: State) -> str | None:
    """Who decides, and what; None at the end."""
    return None if state.is_terminal() else f"{state.game.players[state.current_player()]} {state.phase()}"


def foes_turn(*pcs: Position, foes: Sequence[Position], dice: Sequence[int] = (), **fields: Any) -> State:
    """The game master is about to let a foe act."""
    return begin(position(*pcs, foes=foes, phase="act", to_move="gm_0", **fields), dice=dice, mode="gm")


def situation(state: State) -> str | None:
    """The card in play."""
    card: str | None = (get(state, "situation") or {}).get("card")
    return card


def played_out(state: State, seed: int) -> State:
    """The end of a random game."""
    rnd = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
    return state
