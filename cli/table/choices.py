"""Legal actions for people: grouped and numbered, chosen by number, name, or the beginning of a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from dicedeck.envs.core.errors import ActionNameError, IllegalActionError
from dicedeck.envs.core.game import State


@dataclass
class Group:
    """Actions of one kind: ``place S5`` at J1, J2 ...; ``buy`` and then Long Shot, Cleave ..."""

    label: str
    choices: list[tuple[int, str]] = field(default_factory=list)
    """Number (from 1) and the rest of the name."""


def group_actions(state: State) -> list[Group]:
    """The legal actions in their order, numbered from 1."""
    groups: dict[str, Group] = {}
    for number, action in enumerate(state.legal_actions(), start=1):
        label, rest = _parted(state, action)
        groups.setdefault(label, Group(label)).choices.append((number, rest))
    return list(groups.values())


def _parted(state: State, action: int) -> tuple[str, str]:
    """The name without and from what tells it apart: the last word, or in a block of one list all but the first."""
    name = state.action_to_string(action)
    indices = state.game.actions.decode(action)[1]
    first, _, rest = name.partition(" ") if len(indices) == 1 else name.rpartition(" ")
    return (first, rest) if rest else ("", name)


def resolve(text: str, state: State) -> int:
    """The legal action that a person means: ``12``, ``place S5 J3``, ``p s5 j3``, ``s5 j3``.

    Raises:
        ActionNameError: it names no action, or several legal ones.
        IllegalActionError: it names an action that is not legal now.
    """
    legal = state.legal_actions()
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= len(legal):
            raise IllegalActionError(f"there is no choice {text}; choose from 1 to {len(legal)}, or write a name")
        return legal[int(text) - 1]
    found = matches(text, (state.action_to_string(action) for action in legal))
    if len(found) == 1:
        return legal[found[0]]
    if found:
        names = [state.action_to_string(legal[k]) for k in found]
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        raise ActionNameError(f"{text!r} could be {', '.join(names[:5])}{more}")
    state.clone().apply_action(state.string_to_action(text))
    raise AssertionError("a legal action matches its own name")


def matches(text: str, names: Iterable[str]) -> list[int]:
    """Which names a text could mean; of those only the closest kind of match.

    The words of the text begin words of the name, in their order: best from the first word on, and best in full.
    """
    wanted = text.casefold().split()
    scores = [_score(wanted, name.casefold().split()) for name in names]
    best = max(scores, default=0)
    return [k for k, score in enumerate(scores) if score == best] if best else []


def _score(wanted: list[str], words: list[str]) -> int:
    """0: no match; higher for more whole words, and for a match that begins at the first word."""
    place = 0
    whole = 0
    for k, piece in enumerate(wanted):
        while place < len(words) and not words[place].startswith(piece):
            place += 1
        if place == len(words):
            return 0
        whole += words[place] == piece
        if k == 0:
            at_start = place == 0
        place += 1
    return 1 + 2 * whole + at_start if wanted else 0
