"""Positions of building as JSON. What has been decided is told in words; reading it decides it again by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicedeck.envs.core.blocks import ActionTable
from dicedeck.envs.core.errors import ActionNameError, PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.kamigakari.build.actions import N_ACTIONS
from dicedeck.envs.kamigakari.build.catalogue import Catalogue
from dicedeck.envs.kamigakari.build.rules.legal import legal
from dicedeck.envs.kamigakari.build.rules.talents import is_people_talent
from dicedeck.envs.kamigakari.build.rules.turn import decide, setup
from dicedeck.envs.kamigakari.build.sizes import PHASE_NAMES, Phase
from dicedeck.envs.kamigakari.build.state import State
from dicedeck.envs.kamigakari.codes import MOST_PCS, NONE
from dicedeck.envs.kamigakari.tables.words import STATS


def to_dict(s: State, catalogue: Catalogue, table: ActionTable, fights: tuple[str, ...]) -> dict[str, Any]:
    """Each PC's decisions; those to come are left out."""
    position: dict[str, Any] = {
        "phase": PHASE_NAMES[s.phase],
        "pcs": [_pc_to_dict(s, pc, catalogue.names, table) for pc in range(s.pc + 1)],
    }
    if s.phase == Phase.OVER:
        position["won"] = {name: int(s.won[k]) for k, name in enumerate(fights)}
    return position


def _pc_to_dict(s: State, pc: int, names: dict[str, list[str]], table: ActionTable) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for key, kind in (("people", "peoples"), ("main", "titles"), ("sub", "titles")):
        if getattr(s, key)[pc] != NONE:
            entry[key] = names[kind][getattr(s, key)[pc]]
    free = {name: int(n) for name, n in zip(STATS, s.free[pc]) if n}
    raised = [STATS[stat] for stat in s.raised[pc] if stat != NONE]
    talents = [names["talents"][k] for k in np.flatnonzero(s.talent[pc])]
    entry |= {key: value for key, value in (("free", free), ("raised", raised), ("talents", talents)) if value}
    for key, kind in (("weapon", "weapons"), ("armour", "armours"), ("charm", "charms"), ("job", "jobs")):
        if getattr(s, key)[pc] != NONE:
            entry[key] = names[kind][getattr(s, key)[pc]]
    building = [table.names[action] for action in s.log[pc, : s.logged[pc]]]
    entry |= {"building": building} if building else {}
    return entry | ({"done": True} if pc < s.pc or s.phase == Phase.OVER else {})


# ---------------------------------------------------------------- reading


def from_dict(
    s: State, position: dict[str, Any], catalogue: Catalogue, table: ActionTable, fights: tuple[str, ...]
) -> None:
    """Decide what the position tells, in an empty record, and complain about what the rules do not allow."""
    reader = Reader(position)
    setup(s)
    entries = reader.mappings("pcs")
    if not 1 <= len(entries) <= MOST_PCS:
        raise PositionError(
            "pcs", f"{len(entries)} entries; a party has {MOST_PCS} PCs, of whom 1 to {MOST_PCS} are begun"
        )
    for pc, entry in enumerate(entries):
        _read_pc(s, entry, pc, catalogue, table)
        if pc < len(entries) - 1 and s.pc == pc:
            raise PositionError(entry.path("done"), "another PC follows, so this one is done: write true")
    phase = reader.choice("phase", PHASE_NAMES, default=PHASE_NAMES[s.phase])
    if phase != s.phase:
        raise PositionError("phase", f"{PHASE_NAMES[phase]!r}, but what is decided leads to {PHASE_NAMES[s.phase]!r}")
    _read_result(s, reader, fights)
    reader.finish()


def _read_pc(s: State, entry: Reader, pc: int, catalogue: Catalogue, table: ActionTable) -> None:
    for key, verb in (("people", "people"), ("main", "title"), ("sub", "title")):
        _decide_word(s, entry, key, verb, table)
    if s.phase == Phase.FREE:
        _decide_points(s, entry, table)
    for key in ("raised", "talents"):
        for k, word in enumerate(entry.names(key)):
            place = entry.path(f"{key}[{k}]")
            if key == "raised":
                _decide(s, f"point {word}", place, table, Phase.RAISE)
            elif not _comes_by_itself(s, word, catalogue):
                _decide(s, f"talent {word}", place, table, Phase.TALENT)
    for key in ("weapon", "armour", "charm", "job"):
        _decide_word(s, entry, key, key, table)
    for k, name in enumerate(entry.names("building")):
        place = entry.path(f"building[{k}]")
        if s.phase not in (Phase.BUILD, Phase.ATTRIBUTE, Phase.PAY) or name == "done":
            raise PositionError(place, f"{name!r} comes when gear and cover job are chosen, before 'done'")
        _decide(s, name, place, table, int(s.phase))
    if entry.flag("done"):
        _decide(s, "done", entry.path("done"), table, Phase.BUILD)
    entry.finish()


def _comes_by_itself(s: State, word: str, catalogue: Catalogue) -> bool:
    """The first talent of the people is there already; named once more it is no decision."""
    names = catalogue.names["talents"]
    if word not in names or s.people[s.pc] == NONE:
        return False
    talent = names.index(word)
    return bool(s.talent[s.pc, talent] and is_people_talent(s, talent) and s.talent_level[talent] == 1)


def _decide_word(s: State, entry: Reader, key: str, verb: str, table: ActionTable) -> None:
    value = entry.get(key)
    if value is None:
        return
    if not isinstance(value, str):
        raise PositionError(entry.path(key), f"expected a name, found {value!r}")
    _decide(s, f"{verb} {value}", entry.path(key), table, PHASE_NAMES.index(key))


def _decide_points(s: State, entry: Reader, table: ActionTable) -> None:
    """``{"body": 2, "luck": 1}``; fewer than four are spent so far."""
    points = entry.mapping("free")
    for stat in STATS:
        for _ in range(points.count(stat, most=2)):
            _decide(s, f"point {stat}", points.path(stat), table, Phase.FREE)
    points.finish()


def _decide(s: State, name: str, place: str, table: ActionTable, phase: int) -> None:
    """Carry out one decision, if it is legal now."""
    if s.phase != phase:
        raise PositionError(place, f"{name!r} belongs to {PHASE_NAMES[phase]!r}; {PHASE_NAMES[s.phase]!r} comes first")
    try:
        action = table.parse(name)
    except ActionNameError as error:
        raise PositionError(place, str(error)) from None
    mask = np.zeros(N_ACTIONS, np.int8)
    legal(s, mask)
    if not mask[action]:
        told = ", ".join(table.names[k] for k in np.flatnonzero(mask)[:4])
        raise PositionError(place, f"{name!r} is not allowed here; allowed are for instance: {told}")
    decide(s, action)


def _read_result(s: State, reader: Reader, fights: tuple[str, ...]) -> None:
    """Games won in each fight, at the end only."""
    if (s.phase == Phase.OVER) != (reader.get("won") is not None):
        raise PositionError("won", "is given exactly when all four PCs are done")
    if s.phase != Phase.OVER:
        return
    won = reader.mapping("won")
    for k, name in enumerate(fights):
        s.won[k] = won.count(name, most=int(s.games))
    won.finish()
    s.terminated = True
    s.returns[0] = s.won.sum() / (s.fights * s.games)
