"""Rule options of building."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from dicedeck.envs.core.spec import Options as BaseOptions
from dicedeck.envs.kamigakari.build.catalogue import load_catalogue
from dicedeck.envs.kamigakari.build.judges import fights_of_level, load_judges


class Options(BaseOptions):
    """What is built, and how it is judged."""

    level: Literal[1, 2, 3, 4, 5] = 1
    """Of the PCs; it decides the budget too."""
    games: Annotated[int, Field(ge=1, le=32)] = 4
    """How often each fight is played."""
    fights: str = ""
    """Names or paths of fights, joined by commas; none: all of the suite up to the level."""
    tables: str = ""
    """A folder of CSV files over the suite's tables; none: the suite's alone."""

    @field_validator("fights")
    @classmethod
    def _are_fights(cls, value: str) -> str:
        if value:
            load_judges(split(value))
        return value

    @field_validator("tables")
    @classmethod
    def _are_tables(cls, value: str) -> str:
        load_catalogue(value)
        return value


def split(fights: str) -> tuple[str, ...]:
    """``default,ambush``."""
    return tuple(word.strip() for word in fights.split(",") if word.strip())


def fights_of(options: Options) -> tuple[str, ...]:
    """The fights that judge the party."""
    return split(options.fights) or tuple(fights_of_level(options.level))
