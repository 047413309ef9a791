"""The short columns of a row, as words and as numbers: cost, range, target, limit, squares."""

from __future__ import annotations

import re
from typing import NamedTuple

from dicedeck.envs.kamigakari.codes import MOST_FIGURES, Aim, Cost, Limit, Reach

MOST_COST = 4
"""Faces of a cost: a PC has so many spirit dice."""
MOST_ESSENCE_COST = 12
MOST_REACH = 24
MOST_TARGETS = 8
MOST_LIMIT = 20

COST_WORDS = {"any": Cost.ANY, "odd": Cost.ODD, "even": Cost.EVEN}
COST_FORMS = (
    f"none, any1 to any{MOST_COST}, odd1 to odd{MOST_COST}, even1 to even{MOST_COST}, pair, run3, face1 to face6, "
    f"essence1 to essence{MOST_ESSENCE_COST}, or faces and essence joined by '+'"
)
RANGE_FORMS = f"self, engaged, a number of squares up to {MOST_REACH}, weapon, move-n, battlefield"
TARGET_FORMS = f"self, ally:n, foe:n, any:n (n up to {MOST_TARGETS}), foes, area, weapon"
LIMIT_FORMS = f"nothing, turn:n, fight:n, turn_mod:n (n up to {MOST_LIMIT})"


class CostNumbers(NamedTuple):
    """What a talent takes."""

    kind: Cost = Cost.NONE
    dice: int = 0
    """Spirit dice that it takes."""
    face: int = 0
    """For Cost.FACE."""
    essence: int = 0


class ReachNumbers(NamedTuple):
    kind: Reach
    squares: int = 0


class AimNumbers(NamedTuple):
    kind: Aim
    most: int
    """Targets."""


class LimitNumbers(NamedTuple):
    kind: Limit = Limit.NONE
    times: int = 0


def cost_numbers(text: str) -> CostNumbers:
    """Likewise below: ValueError says what may be written."""
    faces, plus, burnt = text.partition("+")
    if not plus and text.startswith("essence"):
        faces, burnt = "none", text
    found = re.fullmatch(r"essence(\d{1,2})", burnt)
    essence = int(found[1]) if found else 0
    if (burnt and not 1 <= essence <= MOST_ESSENCE_COST) or (plus and not burnt):
        raise ValueError(f"{text!r} is no cost; write {COST_FORMS}")
    return _faces(faces, text)._replace(essence=essence)


def _faces(faces: str, text: str) -> CostNumbers:
    """The part of a cost that is paid with spirit dice."""
    if faces == "none":
        return CostNumbers()
    if faces == "pair":
        return CostNumbers(Cost.PAIR, 2)
    if faces == "run3":
        return CostNumbers(Cost.RUN, 3)
    found = re.fullmatch(r"(any|odd|even|face)([1-6])", faces)
    if found and found[1] == "face":
        return CostNumbers(Cost.FACE, 1, int(found[2]))
    if found and int(found[2]) <= MOST_COST:
        return CostNumbers(COST_WORDS[found[1]], int(found[2]))
    raise ValueError(f"{text!r} is no cost; write {COST_FORMS}")


def reach_numbers(text: str) -> ReachNumbers | None:
    """None: the weapon's."""
    words = {"self": Reach.SELF, "engaged": Reach.ENGAGED, "battlefield": Reach.BATTLEFIELD}
    if text == "weapon":
        return None
    if text in words:
        return ReachNumbers(words[text])
    found = re.fullmatch(r"(move-)?(\d{1,2})", text)
    if found and 1 <= int(found[2]) <= MOST_REACH:
        return ReachNumbers(Reach.MOVE if found[1] else Reach.SQUARES, int(found[2]))
    raise ValueError(f"{text!r} is no range; write {RANGE_FORMS}")


def aim_numbers(text: str) -> AimNumbers | None:
    """None: the weapon's."""
    words = {
        "self": AimNumbers(Aim.SELF, 1),
        "foes": AimNumbers(Aim.FOE, MOST_FIGURES),
        "area": AimNumbers(Aim.AREA, MOST_FIGURES),
        "weapon": None,
    }
    if text in words:
        return words[text]
    found = re.fullmatch(r"(ally|foe|any):(\d)", text)
    if found and 1 <= int(found[2]) <= MOST_TARGETS:
        return AimNumbers({"ally": Aim.ALLY, "foe": Aim.FOE, "any": Aim.ANY}[found[1]], int(found[2]))
    raise ValueError(f"{text!r} is no target; write {TARGET_FORMS}")


def limit_numbers(text: str) -> LimitNumbers:
    if not text:
        return LimitNumbers()
    found = re.fullmatch(r"(turn|fight|turn_mod):(\d{1,2})", text)
    if found and 1 <= int(found[2]) <= MOST_LIMIT:
        kind = {"turn": Limit.TURN, "fight": Limit.FIGHT, "turn_mod": Limit.TURN_MOD}[found[1]]
        return LimitNumbers(kind, int(found[2]))
    raise ValueError(f"{text!r} is no limit; write {LIMIT_FORMS}")


def square_of(text: str, grid: int) -> tuple[int, int]:
    """``3,5``: column and row from 0."""
    found = re.fullmatch(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", text)
    if not found or not (int(found[1]) < grid and int(found[2]) < grid):
        raise ValueError(f"{text!r} is no square of this grid; write column,row, each from 0 to {grid - 1}")
    return int(found[1]), int(found[2])
