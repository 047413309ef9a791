"""JSON as a record, read with care: every complaint names the field."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.card_rpg.cards import MASTER, MOST_PCS
from dicedeck.envs.card_rpg.options import PHASE_NAMES, Phase
from dicedeck.envs.card_rpg.position.course import read_course, read_result, read_situation
from dicedeck.envs.card_rpg.position.parts import Parts
from dicedeck.envs.card_rpg.position.pending import read_action, read_damage, read_decision
from dicedeck.envs.card_rpg.position.people import foe_entries, read_foe, read_hand, read_pc, read_rows
from dicedeck.envs.card_rpg.position.sound import complain
from dicedeck.envs.card_rpg.position.tasks import read_tasks
from dicedeck.envs.card_rpg.rules.setup import clear
from dicedeck.envs.card_rpg.state import Place, State
from dicedeck.envs.card_rpg.tables import Tables
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader


def from_dict(tables: Tables, s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record. Cards that it does not name lie under the pile.

    Raises:
        PositionError: names the field: a card too often, a figure that is not there, a decision that cannot be ...
    """
    reader = Reader(position)
    clear(s)
    _read(Parts(tables, s, reader))
    reader.finish()
    complain(s)


def _read(parts: Parts) -> None:
    s, reader = parts.s, parts.reader
    s.phase = reader.choice("phase", PHASE_NAMES, default="action")
    read_course(parts)
    pcs = _entries(parts, "pcs", s.pcs)
    foes = foe_entries(parts)
    for seat, pc in enumerate(pcs):
        read_pc(parts, pc, seat)
    for k, foe in enumerate(foes):
        if foe is not None:
            read_foe(parts, foe, MOST_PCS + k)
    master = reader.mapping("master")
    read_hand(parts, master, MASTER)
    master.finish()
    for figure, entry in [*enumerate(pcs), *((MOST_PCS + k, foe) for k, foe in enumerate(foes))]:
        if entry is not None:
            read_rows(parts, entry, figure)
            entry.finish()
    parts.dealer.lay(reader, "discards", Place.DISCARD)
    if s.phase <= Phase.ABILITY:
        _require_no_cards(parts)
    else:
        parts.dealer.lay_pile(reader)
    read_situation(parts)
    read_decision(parts)
    read_action(parts)
    read_damage(parts)
    read_tasks(s, reader)
    read_result(parts)


def _require_no_cards(parts: Parts) -> None:
    """Between adventures nothing is dealt."""
    parts.dealer.lay(parts.reader, "pile", Place.PILE)
    if (parts.s.places != Place.NOWHERE).any():
        raise PositionError("pile", "no cards are dealt before the adventure begins")


def _entries(parts: Parts, key: str, number: int) -> list[Reader]:
    entries = parts.reader.mappings(key)
    if len(entries) != number:
        raise PositionError(
            key, f"{len(entries)} entries, there are {number}; write one for each, {{}} for one as usual"
        )
    return entries
