"""Rule options, phases and endings of Deck of Fate."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

from pydantic import field_validator, model_validator

from dicedeck.envs.core.spec import Options as BaseOptions
from dicedeck.envs.core.spec import words_of
from dicedeck.envs.deck_of_fate.adventure import load_adventure
from dicedeck.envs.deck_of_fate.classes import MOST_PCS, STAT_VALUES

MOST_PLAYERS = MOST_PCS + 1
"""The PCs and the master."""
MOST_CHECKS = 60
"""Checks of an incident, after which its doom is full (FATE-55a)."""
MOST_FREE = 200
"""Free actions of a PC before a check (FATE-55a)."""
LOOK = 5
"""Cards that Hermit, Wheel and Alchemist look at."""
OFFERED = 3
"""Checks that the master chooses from (FATE-56)."""
MAX_STEPS = 20_000
"""A cap that no game has come near (FATE-55b). Reaching it counts as lost."""


class Phase(IntEnum):
    """What is being decided."""

    CHECK = 0
    """The master chooses the check."""
    FREE = 1
    CYCLE = 2
    """The card that FATE-9 discards."""
    SUN = 3
    JUDGEMENT = 4
    HERMIT = 5
    WHEEL = 6
    ARRANGE = 7
    PEEK = 8
    VOLUNTEER = 9
    PLAY = 10
    COST = 11
    """The card that misfortune costs."""
    DIFFICULTY = 12
    REACT = 13
    RETRY = 14
    KEEP = 15
    LOSS = 16
    """The card that a lost VP discards, chosen with luck."""
    MASTER_LOSS = 17
    """Likewise with misfortune, by the master."""
    DISCARD = 18
    """One card for Hanged Man or Thief."""
    OVER = 19
    RESOLVING = 20
    """Nothing to decide: tasks are carried out. Never seen between two actions."""


PHASE_NAMES = (
    "check", "free", "cycle", "sun", "judgement", "hermit", "wheel", "arrange", "peek", "volunteer", "play", "cost",
    "difficulty", "react", "retry", "keep", "loss", "master_loss", "discard", "over",
)  # fmt: skip
N_PHASES = len(PHASE_NAMES)
LOOKING = (Phase.HERMIT, Phase.WHEEL, Phase.ARRANGE, Phase.PEEK)


class Ending(IntEnum):
    """How the game has ended."""

    NOT_YET = 0
    WON = 1
    LOST = 2
    CAP = 3


ENDING_NAMES = ("", "won", "lost", "cap")

ClassName = Literal["mercenary", "berserker", "shaman", "alchemist", "thief", "assassin", "monk", "clown"]
Stats = tuple[int, int, int, int]


class Options(BaseOptions):
    """The party, the master, the variants, the adventure."""

    pcs: Literal[1, 2, 3, 4, 5] = 3
    """Player characters."""
    master: bool = False
    """An adversarial master takes the last seat (FATE-56)."""
    simple: bool = False
    """Numbers only (FATE-58)."""
    late_fool: bool = False
    """The Fool resets when the deck is empty (FATE-59)."""
    open_hands: bool = False
    """PCs see each other's hands (FATE-60)."""
    reward: Literal["outcome", "incidents"] = "outcome"
    """What is paid (FATE-55)."""
    adventure: str = "standard"
    """A file of ``configs/deck_of_fate``, or a path that ends in ``.toml`` (FATE-52)."""
    classes: tuple[ClassName | None, ...] | None = None
    """One for each PC; left out (or null) it is drawn (FATE-2)."""
    stats: tuple[Stats | None, ...] | None = None
    """Guile, experience, nature, grit of each PC before the class adds 1; likewise."""

    @field_validator("classes", mode="before")
    @classmethod
    def _split_classes(cls, value: Any) -> Any:
        """``thief,monk`` as on a command line; ``thief,,`` leaves two open."""
        return words_of(value) if isinstance(value, str) else value

    @field_validator("stats", mode="before")
    @classmethod
    def _split_stats(cls, value: Any) -> Any:
        """``2,1,0,-1;0,1,2,-1`` as on a command line; ``;;2,1,0,-1`` leaves two open."""
        return [row and row.split(",") for row in words_of(value, ";")] if isinstance(value, str) else value

    @field_validator("adventure")
    @classmethod
    def _is_sound(cls, value: str) -> str:
        load_adventure(value)
        return value

    @field_validator("stats")
    @classmethod
    def _are_assigned(cls, value: tuple[Stats | None, ...] | None) -> tuple[Stats | None, ...] | None:
        for number, row in enumerate(value or ()):
            if row is not None and sorted(row) != sorted(STAT_VALUES):
                raise ValueError(f"[{number}] must hold each of {', '.join(map(str, STAT_VALUES))} once")
        return value

    @model_validator(mode="after")
    def _fits_the_party(self) -> Options:
        for name in ("classes", "stats"):
            rows = getattr(self, name)
            if rows is not None and len(rows) != self.pcs:
                raise ValueError(f"{name} has {len(rows)} entries, there are {self.pcs} PCs")
        return self
