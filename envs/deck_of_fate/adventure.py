"""Adventures: what the master runs, read from ``configs/deck_of_fate/NAME.toml`` (FATE-52, FATE-53).

title = "The grey manor"

[[incidents]]               # one row for each incident
name = "The road"
goal = 3                    # successful checks that resolve it, and goal_per_pc more for each PC
goal_per_pc = 1
doom = 3                    # likewise the doom clock
doom_per_pc = 1

[[checks]]                  # rows of weighted checks; without any all checks are equally likely
stat = "grit"               # a stat, mode or consequence that is left out stands for all of them
mode = "all"
consequence = "harm"
weight = 2
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

import dicedeck.configs
from dicedeck.envs.core.errors import OptionError, did_you_mean
from dicedeck.envs.deck_of_fate.cards import STAT_NAMES

FOLDER = Path(str(dicedeck.configs.__file__)).parent / "deck_of_fate"
MOST_INCIDENTS = 9
MOST_NEEDED = 60
"""Of goal and of doom: an incident ends after so many checks in any case (FATE-55a)."""
MOST_WEIGHT = 1000


class Mode(IntEnum):
    """Who checks (FATE-53)."""

    SPOTLIGHT = 0
    VOLUNTEER = 1
    ALL = 2


class Consequence(IntEnum):
    """What a failure brings (FATE-53)."""

    HARM = 0
    DOOM = 1
    BOTH = 2


MODE_NAMES = ("spotlight", "volunteer", "all")
CONSEQUENCE_NAMES = ("harm", "doom", "both")
N_MODES = len(Mode)
N_CONSEQUENCES = len(Consequence)
CHECKS = tuple(product(range(len(STAT_NAMES)), Mode, Consequence))
"""A check is a row of this table: stat, mode, consequence."""
N_CHECKS = len(CHECKS)


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Needed = Annotated[int, Field(ge=0, le=MOST_NEEDED)]


class Incident(_Row):
    """One row of incidents."""

    name: str = ""
    goal: Needed = 3
    goal_per_pc: Needed = 1
    doom: Needed = 3
    doom_per_pc: Needed = 1

    @model_validator(mode="after")
    def _something_is_needed(self) -> Incident:
        for field in ("goal", "doom"):
            if getattr(self, field) + getattr(self, f"{field}_per_pc") == 0:
                raise ValueError(f"{field} and {field}_per_pc are both 0")
        return self


class WeightedCheck(_Row):
    """One row of checks."""

    stat: Literal["guile", "experience", "nature", "grit"] | None = None
    mode: Literal["spotlight", "volunteer", "all"] | None = None
    consequence: Literal["harm", "doom", "both"] | None = None
    weight: Annotated[int, Field(ge=1, le=MOST_WEIGHT)] = 1

    def covers(self, check: int) -> bool:
        stat, mode, consequence = CHECKS[check]
        return (
            self.stat in (None, STAT_NAMES[stat])
            and self.mode in (None, MODE_NAMES[mode])
            and self.consequence in (None, CONSEQUENCE_NAMES[consequence])
        )


class Adventure(_Row):
    """A whole file."""

    title: str
    incidents: Annotated[list[Incident], Field(min_length=1, max_length=MOST_INCIDENTS)]
    checks: Annotated[list[WeightedCheck], Field(max_length=200)] = []

    def goals(self, pcs: int) -> list[int]:
        """Successes that each incident needs."""
        return [min(row.goal + row.goal_per_pc * pcs, MOST_NEEDED) for row in self.incidents]

    def dooms(self, pcs: int) -> list[int]:
        """Steps of each incident's doom clock."""
        return [min(row.doom + row.doom_per_pc * pcs, MOST_NEEDED) for row in self.incidents]

    def weights(self) -> list[int]:
        """The weight of each of the CHECKS."""
        if not self.checks:
            return [1] * N_CHECKS
        return [sum(row.weight for row in self.checks if row.covers(check)) for check in range(N_CHECKS)]


def adventure_names() -> list[str]:
    """The adventures that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@lru_cache(maxsize=64)
def load_adventure(name: str) -> Adventure:
    """An adventure by name, or a file of one's own by a path that ends in ``.toml``.

    Raises:
        OptionError: names the file, the row and the field, and what is wrong with it.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not path.is_file():
        known = adventure_names()
        hint = did_you_mean(name, known)
        raise OptionError(f"there is no adventure {name!r}{hint} (known: {', '.join(known)}; or give a .toml file)")
    return parse_adventure(path.read_text(encoding="utf-8"), path.name)


def parse_adventure(text: str, source: str) -> Adventure:
    """An adventure from the text of its file.

    Raises:
        OptionError: likewise.
    """
    try:
        return Adventure(**tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{source}: {error}") from None
    except RecursionError:
        raise OptionError(f"{source}: lists within lists without end") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise OptionError(f"{source}: {_place(first['loc'])}: {first['msg']}") from None


def _place(loc: tuple[Any, ...]) -> str:
    """``incidents[2].goal``."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text or "file"
