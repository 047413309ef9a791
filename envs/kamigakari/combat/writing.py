"""Positions of a fight as JSON, written in full: what is only there in the middle of a deed is left out otherwise."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.kamigakari.codes import (
    ATTRIBUTE_NAMES,
    KIND_NAMES,
    MOST_FIGURES,
    MOST_KNOWN,
    NONE,
    STATUS_NAMES,
    TIMING_NAMES,
    VALUE_NAMES,
    Row,
)
from dicedeck.envs.kamigakari.fight.moves import A_FINISH, A_SEARCH, A_TALENT, A_WEAPON, FIGURE_NAMES, square_name
from dicedeck.envs.kamigakari.fight.state import (
    CHECK_NAMES,
    ENDING_NAMES,
    GOING_NAMES,
    MOMENT_NAMES,
    PHASE_NAMES,
    STAGE_NAMES,
    TASK_NAMES,
    CheckKind,
    Phase,
    State,
)

DURATION_NAMES = ("check", "turn", "next_turn", "fight")
DEEDS = {"talent": A_TALENT, "weapon": A_WEAPON, "search": A_SEARCH, "finish off": A_FINISH}
DEED_NAMES = {block: name for name, block in DEEDS.items()}
N_TIMINGS = 4


def to_dict(s: State) -> dict[str, Any]:
    """The position; what is only there in the middle of a deed is left out otherwise."""
    position: dict[str, Any] = {
        "to_move": FIGURE_NAMES[s.figure],
        "phase": PHASE_NAMES[s.phase],
        "turn": int(s.turn),
        "stage": STAGE_NAMES[s.stage],
        "figures": {FIGURE_NAMES[f]: _figure_to_dict(s, f) for f in range(MOST_FIGURES) if s.start_square[f] != NONE},
    }
    parts: dict[str, Any] = {
        "deed": _deed_to_dict(s),
        "payment": _payment_to_dict(s),
        "move": _move_to_dict(s),
        "check": _check_to_dict(s),
        "attack": _attack_to_dict(s),
        "reaction": _reaction_to_dict(s),
    }
    position |= {key: part for key, part in parts.items() if part}
    position["tasks"] = [
        [TASK_NAMES[s.task[k]], int(s.task_who[k]), int(s.task_amount[k])] for k in range(s.task_count - 1, -1, -1)
    ]
    if s.phase == Phase.OVER:
        position["result"] = ENDING_NAMES[s.ending]
        position["returns"] = [float(x) for x in s.returns[: s.pcs + s.gm]]
    if s.shaped:
        position["paid"] = [float(x) for x in s.returns[: s.pcs + s.gm]]
        position["potential"] = float(s.potential)
    return position


def _name(figure: int) -> str | None:
    return None if figure == NONE else FIGURE_NAMES[figure]


def _without_nothing(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value not in (None, False, 0, [], {})}


def _faces(counts: Any) -> list[int]:
    return [face + 1 for face in range(6) for _ in range(counts[face])]


def _bits(number: int, names: tuple[str, ...]) -> list[str]:
    return [name for k, name in enumerate(names) if number >> k & 1]


def _figure_to_dict(s: State, f: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "square": square_name(s.square[f]),
        "hp": int(s.hp[f]),
        "status": _bits(s.status[f], STATUS_NAMES),
        "left": [TIMING_NAMES[t] for t in range(N_TIMINGS) for _ in range(max(s.left[f, t], 0))],
    }
    if s.spirit_dice[f]:
        entry["spirit"] = _faces(s.spirit[f])
        entry["essence"] = int(s.essence[f])
    more = {
        "surplus": int(s.surplus[f]),
        "acted": bool(s.acted[f]),
        "waited": int(s.waited[f]),
        "extra": int(s.extra[f]),
        "owed": [TIMING_NAMES[t] for t in range(N_TIMINGS) for _ in range(s.owed[f, t])],
        "defended": bool(s.defended[f]),
        "declared": int(s.declared[f]),
        "disengaged": bool(s.disengaged[f]),
        "burnt": bool(s.burnt[f]),
        "changes": _without_nothing({d: _changes_to_dict(s, k, f) for k, d in enumerate(DURATION_NAMES)}),
        "attributes": _without_nothing(
            {d: _bits(s.attribute_mods[k, f], ATTRIBUTE_NAMES) for k, d in enumerate(DURATION_NAMES)}
        ),
        "used": [[k + 1, int(s.used_turn[f, k]), int(s.used_fight[f, k])] for k in range(MOST_KNOWN) if _used(s, f, k)],
    }
    return entry | _without_nothing(more)


def _used(s: State, f: int, slot: int) -> bool:
    return bool(s.used_turn[f, slot] or s.used_fight[f, slot])


def _changes_to_dict(s: State, duration: int, f: int) -> dict[str, int]:
    return {name: int(s.mods[duration, f, v]) for v, name in enumerate(VALUE_NAMES) if s.mods[duration, f, v]}


def _deed_to_dict(s: State) -> dict[str, Any]:
    if s.user == NONE:
        return {}
    entry = {
        "user": FIGURE_NAMES[s.user],
        "kind": DEED_NAMES.get(s.deed),
        "talent": None if s.slot == NONE else int(s.slot) + 1,
        "targets": [FIGURE_NAMES[f] for f in range(MOST_FIGURES) if s.targets[f]],
        "void": bool(s.void),
    }
    return _without_nothing(entry)


def _payment_to_dict(s: State) -> dict[str, Any]:
    if s.pay_row == NONE:
        return {}
    slot = list(s.known[s.figure]).index(s.pay_row)
    return {"talent": slot + 1, "paid": _faces(s.paid), "surplus": int(s.paid_wild)}


def _move_to_dict(s: State) -> dict[str, Any]:
    if s.mover == NONE:
        return {}
    entry = {
        "mover": FIGURE_NAMES[s.mover],
        "going": GOING_NAMES[s.going],
        "budget": int(s.budget),
        "path": [square_name(q) for q in s.path[: s.path_count]],
        "gone": int(s.path_at),
        "asked": int(s.asked),
        "ignored": _bits(s.ignored, FIGURE_NAMES),
    }
    return _without_nothing(entry)


def _check_to_dict(s: State) -> dict[str, Any]:
    if s.check == CheckKind.NONE:
        return {}
    entry = {
        "kind": CHECK_NAMES[s.check],
        "roller": FIGURE_NAMES[s.roller],
        "bonus": int(s.check_bonus),
        "dice": int(s.check_dice),
        "rolled": _faces(s.rolled),
        "fixed": _faces(s.fixed),
        "critical": bool(s.critical),
        "fumble": bool(s.fumble),
        "swapped": bool(s.swapped),
        "swaps_left": int(s.swaps_left),
        "hider": _name(s.hider),
    }
    return _without_nothing(entry)


def _attack_to_dict(s: State) -> dict[str, Any]:
    if s.attack == NONE:
        return {}
    entry = {
        "operation": int(s.attack - s.rows[s.row, Row.FIRST_OP]) + 1,
        "ambush": bool(s.ambush),
        "active": int(s.active),
        "highest": int(s.highest),
        "active_critical": bool(s.active_critical),
        "active_fumble": bool(s.active_fumble),
        "passive": int(s.passive),
        "passive_critical": bool(s.passive_critical),
        "passive_fumble": bool(s.passive_fumble),
        "hit": bool(s.hit),
        "rank_bonus": int(s.rank_bonus),
        "destroyed": bool(s.destroyed),
        "damage_bonus": int(s.damage_bonus),
        "die_as": int(s.die_as),
        "victim": _name(s.victim),
        "harm": int(s.harm),
        "harm_kind": KIND_NAMES[s.harm_kind],
        "less": int(s.less),
        "halved": bool(s.halved),
    }
    return _without_nothing(entry)


def _reaction_to_dict(s: State) -> dict[str, Any]:
    if s.subject == NONE:
        return {}
    return {"moment": MOMENT_NAMES[s.moment], "subject": FIGURE_NAMES[s.subject]}
