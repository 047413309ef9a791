"""What cannot stand together in a position: no game leads there, whatever was played."""

from __future__ import annotations

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.impeachment.cards import (
    ALL_CARD_NAMES,
    CON,
    DEAL,
    HAND_SIZE,
    N_JUSTICES,
    NOBODY,
    PHASE_NAMES,
    POLL,
    PRO,
    PRO_NEEDS,
    RETRACT,
    SIDE_NAMES,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.rules.justices import can_accept, con_wins
from dicedeck.envs.impeachment.rules.legal import can_place_issue
from dicedeck.envs.impeachment.state import State

_SPENT: dict[int, int] = {Phase.POLL: POLL, Phase.DEAL: DEAL, Phase.RETRACT: RETRACT}
"""The tactic whose use is half made."""


def check_middle_of_turn(s: State) -> None:
    """The player of the turn has used a card and not drawn yet; a tactic half made is discarded (IMP-6, IMP-23)."""
    if s.phase in (Phase.PLAY, Phase.OVER):
        return
    phase = PHASE_NAMES[s.phase]
    if s.hand_count[s.turn] == HAND_SIZE:
        raise PositionError(
            f"hands.{SIDE_NAMES[s.turn]}",
            f"{HAND_SIZE} cards, but in phase {phase!r} a card of the turn has been used already "
            f"and at most {HAND_SIZE - 1} are left",
        )
    if s.last_passed:
        raise PositionError("last_passed", f"must be false in phase {phase!r}: a card has been used since")
    if s.phase in _SPENT and s.where[_SPENT[s.phase]] not in (Place.OUT, Place.DISCARDED):
        name = ALL_CARD_NAMES[_SPENT[s.phase]]
        raise PositionError("phase", f"{phase!r}, so {name} lies among the discards, not in a hand or pile")
    if s.phase == Phase.RETRACT and not can_accept(s, s.held_from, s.player):
        raise PositionError("held_from", f"J{s.held_from + 1} is taken or full; no card comes from there")


def check_end(s: State) -> None:
    """Over exactly when it is decided or nobody can play, and won by whom it must be (IMP-18 to IMP-20)."""
    decided = _is_decided(s)
    if s.phase != Phase.OVER:
        if decided:
            raise PositionError("phase", f"{PHASE_NAMES[s.phase]!r}, but {SIDE_NAMES[_winner(s)]} has won already")
        return
    if not decided:
        _check_end_by_passes(s)
    if s.returns[_winner(s)] < 0:
        raise PositionError("winner", f"must be {SIDE_NAMES[_winner(s)]!r} by the justices taken")


def _check_end_by_passes(s: State) -> None:
    for player, name in enumerate(SIDE_NAMES):
        if can_place_issue(s, player):
            raise PositionError("phase", f"'over', but nobody has won yet and {name} can place a card")
    for justice in range(N_JUSTICES):
        if s.taken_by[justice] == NOBODY and s.completed_first[justice] != NOBODY:
            owner = SIDE_NAMES[s.completed_first[justice]]
            raise PositionError(f"justices[{justice}].taken_by", f"must be {owner!r} when nobody can play any more")


def _is_decided(s: State) -> bool:
    """All justices are taken, or the winner can no longer change."""
    if NOBODY not in s.taken_by:
        return True
    return not s.play_out and (con_wins(s, False) or not con_wins(s, True))


def _winner(s: State) -> int:
    """Who has won a game that is over."""
    votes = int((s.taken_by == PRO).sum())
    return CON if votes < PRO_NEEDS or con_wins(s, False) else PRO
