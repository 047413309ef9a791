"""Rule options, phases, endings and caps of C.A.R.D. RPG."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from dicedeck.envs.card_rpg.cards import HAND_LIMIT, MOST_PCS, I, W
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.spec import Options as BaseOptions
from dicedeck.envs.core.spec import words_of

MOST_CAMPAIGN = 20
MOST_STEPS = 10_000
"""Decisions of an adventure, growth and building included, after which it counts as capped (CARD-27a)."""
MOST_EXPERIENCE = 100_000


class Phase(IntEnum):
    """What is being decided."""

    BUILD = 0
    """A personal weapon, or none."""
    STRENGTHEN = 1
    RAISE = 2
    ABILITY = 3
    GO = 4
    """To the dungeon, or stay in town."""
    SET = 5
    """The game master sets a situation card."""
    OFFER = 6
    ASK = 7
    AGREE = 8
    PLOT = 9
    ACTION = 10
    """A PC uses rows and items."""
    ACT = 11
    """The game master says which foe acts, or uses an item."""
    FOE_ACTION = 12
    """Own action or a row of the foe that acts."""
    STEER = 13
    """The other side chooses the action of a charmed figure."""
    USE = 14
    """Physical or magic."""
    TARGET = 15
    """A figure, for what ``choice`` says."""
    BEFORE_ROLL = 16
    AFTER_ROLL = 17
    SHIFT = 18
    """Dice total one up or one down."""
    DAMAGE = 19
    """The figure that is to be damaged guards or not."""
    HELP = 20
    """Another of its side does."""
    CONSENT = 21
    """Takes the damage for the one who asks, or not."""
    RIPOSTE = 22
    ROW = 23
    """A row of ``subject`` is dropped or copied, as ``choice`` says."""
    PICK = 24
    """A card of the discards."""
    REMOVE = 25
    """A bad status."""
    DISCARD = 26
    OVER = 27
    RESOLVING = 28
    """Nothing to decide: tasks are carried out. Never seen between two actions."""


PHASE_NAMES = (
    "build", "strengthen", "raise", "ability", "go", "set", "offer", "ask", "agree", "plot", "action", "act",
    "foe_action", "steer", "use", "target", "before_roll", "after_roll", "shift", "damage", "help", "consent",
    "riposte", "row", "pick", "remove", "discard", "over",
)  # fmt: skip
N_PHASES = len(PHASE_NAMES)


class Choice(IntEnum):
    """What a figure or a row is chosen for."""

    NOTHING = 0
    ATTACK = 1
    """Target of the action in hand."""
    ALLY = 2
    """Likewise, of the own side."""
    HIDE = 3
    """One figure more to be hidden; ``pass`` when there is one."""
    ITEM = 4
    """Target of the item in hand."""
    PLOT = 5
    """The boss that gets the card."""
    CLEAR = 6
    """The boss whose row is discarded."""
    BOSS = 7
    """The boss of the final fight."""
    COPY = 8
    """The figure, then the row that Copy stands for."""
    DROP = 9
    """The row that is discarded."""
    CLEANUP = 10
    """Whom the ability of the clean-up heals."""
    FIGHT_START = 11
    """The foe that the ability strikes when a fight begins."""
    REDIRECT = 12
    """Who is asked to take the damage."""


CHOICE_NAMES = (
    "nothing", "attack", "ally", "hide", "item", "plot", "clear", "boss", "copy", "drop", "cleanup", "fight_start",
    "redirect",
)  # fmt: skip


class Ending(IntEnum):
    """How the game has ended: the last adventure."""

    NOT_YET = 0
    WON = 1
    LOST = 2
    CAP = 3


ENDING_NAMES = ("", "won", "lost", "cap")


class Options(BaseOptions):
    """The party, the other side, the campaign, the tables."""

    mode: Literal["coop", "gm"] = "coop"
    """Against the written policy, or against the agent ``gm_0``."""
    pcs: Literal[1, 2, 3, 4, 5] = 3
    """Player characters."""
    characters: tuple[str | None, ...] | None = None
    """Keys of the tables, one for each PC; left out (or null) it is drawn (CARD-5)."""
    campaign: Annotated[int, Field(ge=1, le=MOST_CAMPAIGN)] = 1
    """Adventures in a row (CARD-28)."""
    experience: Annotated[int, Field(ge=0, le=1000)] = 0
    """What each PC holds at the beginning (CARD-5)."""
    max_rounds: Annotated[int, Field(ge=1, le=200)] = 60
    """Rounds of an adventure before it is capped (CARD-27)."""
    rivals: Annotated[int, Field(ge=0, le=5)] = 0
    """With a game master: so many enemies of each fight have PC data (CARD-26)."""
    tables: str = "standard"
    """A folder with CSV files of one's own, or the tables that come with the game."""

    @field_validator("characters", mode="before")
    @classmethod
    def _split_characters(cls, value: Any) -> Any:
        """``mage,thief`` as on a command line; ``mage,,`` leaves two open."""
        return words_of(value) if isinstance(value, str) else value

    @field_validator("tables")
    @classmethod
    def _are_sound(cls, value: str) -> str:
        load_tables(value)
        return value

    @model_validator(mode="after")
    def _fits(self) -> Options:
        known = [key for key in load_tables(self.tables).character_keys if not key.startswith("unused_")]
        if self.characters is not None and len(self.characters) != self.pcs:
            raise ValueError(f"characters has {len(self.characters)} entries, there are {self.pcs} PCs")
        for name in self.characters or ():
            if name is not None and name not in known:
                raise ValueError(f"{name!r} is no character (known: {', '.join(known)})")
        cards = int(
            load_tables(self.tables).weapons[:, W.COUNT].sum() + load_tables(self.tables).items[:, I.COUNT].sum()
        )
        if cards < HAND_LIMIT * (MOST_PCS + 2):
            raise ValueError(f"the tables have {cards} cards, at least {HAND_LIMIT * (MOST_PCS + 2)} are needed")
        if self.rivals and self.mode != "gm":
            raise ValueError("rivals need mode='gm'")
        if self.rivals + self.pcs > len(known):
            raise ValueError(f"{self.pcs} PCs and {self.rivals} rivals, but the tables have {len(known)} characters")
        if self.rivals > self.pcs:
            raise ValueError(f"{self.rivals} rivals, but only {self.pcs} enemies")
        return self
