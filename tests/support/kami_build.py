"""Building in Kamigakari in few words, and the same party as a file of a party would have it."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

from dicedeck.envs.kamigakari.build import GAME
from dicedeck.envs.kamigakari.tables.characters import Built, Character

if TYPE_CHECKING:
    from dicedeck.envs.core.game import Game, State

ONE_FIGHT: dict[str, Any] = {"games": 1, "fights": "default"}
PLAIN = {
    "people": "cityborn",
    "main": "wardblade A",
    "sub": "gatebreaker A",
    "free": {"body": 2, "agility": 2},
    "talents": ["second_thought", "long_stroke", "set_stance", "bite_deep", "crush", "roar"],
    "weapon": "curved_sword",
    "armour": "long_coat",
    "charm": "red_cord",
    "job": "night_guard",
}
"""The first PC of the ready party, before anything is built into its weapon."""


@cache
def building(**options: Any) -> Game:
    return GAME.load(**{**ONE_FIGHT, **options})


def begin(*pcs: dict[str, Any], **options: Any) -> State:
    """The position after these decisions."""
    return building(**options).from_dict({"pcs": list(pcs)})


def play(state: State, *names: str) -> State:
    for name in names:
        state.apply_action(state.string_to_action(name))
    return state


def legal(state: State, start: str = "") -> set[str]:
    """The names of the legal actions that begin so, without their first word if that is all of ``start``."""
    names = {state.action_to_string(action) for action in state.legal_actions()}
    return {name.removeprefix(f"{start} ") for name in names if name.startswith(start)}


def built_at_random(state: State, seed: int) -> State:
    """Random decisions up to the very last one."""
    rnd = random.Random(seed)
    while not (state.record.pc == 3 and "done" in legal(state)):
        state.apply_action(rnd.choice(state.legal_actions()))
    return state


def characters(state: State) -> list[Character]:
    """What has been built, as the file of a party would tell it."""
    return [_character(entry) for entry in state.to_dict()["pcs"]]


def _character(entry: dict[str, Any]) -> Character:
    built: list[dict[str, Any]] = []
    fused = ""
    for verb, name in (step.split(" ", 1) for step in entry.get("building", [])):
        if verb in ("buy", "earn"):
            built.append({"effect": name, "attribute": "", "paid": ()})
        elif verb == "attribute":
            built[-1]["attribute"] = name
        elif verb == "use":
            built[-1]["paid"] += (name,)
        else:
            fused = name
    raised = entry.get("raised", [])
    fields = {key: value for key, value in entry.items() if key not in ("building", "done", "raised")}
    pairs = tuple(tuple(raised[k : k + 2]) for k in range(0, len(raised), 2))
    return Character(**fields, raised=pairs, built=tuple(Built(**row) for row in built), fused=fused)
