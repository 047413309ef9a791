"""The skill cards, as a table: edit a row and the game follows (DEF-27 to DEF-30).

A row says what the card costs, which dice it takes, what the player chooses and what then happens, effect by effect.
``validate_skills`` refuses a row that cannot be played and names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from dicedeck.envs.defence_dice.cards import TRACK_SIZE

COMMON = "common"
POWER = 0
"""As a number: the highest die in the slots."""
CHOSEN = -1
"""As a number: the one that the player has chosen."""


class Need(IntEnum):
    """What the dice in the slots must be, all together."""

    AT_LEAST = 1
    """Each die shows the amount or more."""
    AT_MOST = 2
    ODD = 3
    SAME_PARITY = 4
    """All odd or all even."""
    SAME = 5
    RUN = 6
    """Consecutive numbers."""
    SUM = 7
    """The amount or more."""


class Choice(IntEnum):
    """What the player chooses, one action each."""

    NOTHING = 0
    ENEMY = 1
    """Any enemy with HP left; a king only when it is alone."""
    FRONT = 2
    """The front enemy of a track; a king only when it is alone."""
    TRACK = 3
    """A track with an enemy that has HP left; the second one another than the first."""
    NUMBER = 4
    """A number up to the power."""
    DIE = 5
    """An unplaced die."""
    FACE = 6
    """Any number but the one that the chosen die shows."""
    LOOK = 7
    """The deck's top card is shown; keep it there or put it at the bottom."""


class Verb(IntEnum):
    NOTHING = 0
    HIT = 1
    """Mark a number on enemies."""
    CAPTURE = 2
    """Mark exactly the missing HP of the chosen enemy, not a king."""
    RECOVER = 3
    """As many other spent dice as the amount."""
    HOLD = 4
    """The next Enemies-appear step reveals so many cards fewer."""
    FREEZE = 5
    """It reveals none."""
    REROLL = 6
    """All unplaced dice."""
    TURN = 7
    """The chosen die to the chosen number."""
    BURY = 8
    """The card looked at goes where the player has chosen."""


class Area(IntEnum):
    """Whom a HIT reaches; in each track the ``depth`` frontmost enemies with HP left, front first."""

    TARGET = 0
    """The chosen enemy."""
    TRACK = 1
    """The chosen track."""
    BOTH = 2
    """The two chosen tracks."""
    EVERY = 3
    """All tracks."""


@dataclass(frozen=True)
class Condition:
    need: Need
    amount: int = 0


@dataclass(frozen=True)
class Effect:
    verb: Verb
    area: Area = Area.TARGET
    depth: int = TRACK_SIZE
    number: int = POWER
    amount: int = 0


@dataclass(frozen=True)
class Skill:
    """One row: a skill card."""

    name: str
    owner: str
    """``common``, or the character whose card it is."""
    cost: int
    """XP."""
    slots: int
    conditions: tuple[Condition, ...]
    choices: tuple[Choice, ...]
    effects: tuple[Effect, ...]
    text: str
    """What the card says, d being its power."""
    chance: bool = False
    """Only when a die rolled then shows at most the power; otherwise its dice stay (DEF-30)."""


def at_least(amount: int) -> Condition:
    return Condition(Need.AT_LEAST, amount)


def at_most(amount: int) -> Condition:
    return Condition(Need.AT_MOST, amount)


def total(amount: int) -> Condition:
    return Condition(Need.SUM, amount)


ODD = Condition(Need.ODD)
SAME_PARITY = Condition(Need.SAME_PARITY)
SAME = Condition(Need.SAME)
RUN = Condition(Need.RUN)


def hit(area: Area, depth: int = TRACK_SIZE, number: int = POWER) -> Effect:
    return Effect(Verb.HIT, area, depth, number)


HIT_TARGET = hit(Area.TARGET)
_E, _F, _T = Choice.ENEMY, Choice.FRONT, Choice.TRACK

SKILLS = (
    Skill("Long Shot", COMMON, 1, 1, (), (_E,), (HIT_TARGET,), "one die: d to any one enemy"),
    Skill(
        "Twin Strike", COMMON, 1, 2, (SAME,), (_T, _T), (hit(Area.BOTH, depth=1),),
        "a pair: d to the front enemy of two different tracks",
    ),
    Skill(
        "Second Wind", COMMON, 1, 1, (at_most(2),), (), (Effect(Verb.RECOVER, amount=2),),
        "one die of 1 or 2: recover 2 other spent dice",
    ),
    Skill(
        "Barricade", COMMON, 2, 2, (ODD,), (), (Effect(Verb.HOLD, amount=1),),
        "two odd dice: the next Enemies-appear step reveals one card fewer",
    ),
    Skill("Regroup", COMMON, 1, 1, (), (), (Effect(Verb.REROLL),), "one die: roll all unplaced dice again"),
    Skill(
        "Scout", COMMON, 1, 1, (at_least(4),), (Choice.LOOK,), (Effect(Verb.BURY),),
        "one die of 4 or more: look at the top card of the deck and leave it or put it at the bottom",
    ),
    Skill(
        "Cleave", "warrior", 1, 2, (total(7),), (_T,), (hit(Area.TRACK),),
        "two dice, sum 7 or more: d to every enemy of one track",
    ),
    Skill(
        "Charge", "warrior", 2, 2, (RUN,), (_F,), (HIT_TARGET, HIT_TARGET),
        "two consecutive dice: d twice to one front enemy",
    ),
    Skill(
        "Whirlwind", "warrior", 2, 3, (SAME_PARITY,), (), (hit(Area.EVERY, depth=1),),
        "three dice, all odd or all even: d to the front enemy of every track",
    ),
    Skill(
        "Precision", "warrior", 1, 1, (), (_F, Choice.NUMBER), (hit(Area.TARGET, number=CHOSEN),),
        "one die: mark any number up to d on one front enemy",
    ),
    Skill(
        "War Cry", "warrior", 2, 2, (SAME,), (), (Effect(Verb.RECOVER, amount=3),),
        "a pair: recover 3 other spent dice",
    ),
    Skill(
        "Execute", "warrior", 3, 3, (SAME,), (_F,), (Effect(Verb.CAPTURE),),
        "three of a kind: capture one front enemy that is not a king",
    ),
    Skill(
        "Fortune Cookie", "mage", 1, 1, (), (_E,), (hit(Area.TARGET, number=6),),
        "one die: roll a die; at most d: 6 damage to any one enemy, else it failed", chance=True,
    ),
    Skill(
        "Fireball", "mage", 2, 2, (total(8),), (_T,), (hit(Area.TRACK),),
        "two dice, sum 8 or more: d to every enemy of one track",
    ),
    Skill(
        "Chain Lightning", "mage", 2, 3, (RUN,), (), (hit(Area.EVERY, depth=2),),
        "three consecutive dice: d to the two front enemies of every track",
    ),
    Skill(
        "Frost", "mage", 1, 2, (SAME,), (), (Effect(Verb.FREEZE),),
        "a pair: the next Enemies-appear step reveals nothing",
    ),
    Skill(
        "Meteor", "mage", 3, 3, (total(14),), (), (hit(Area.EVERY),),
        "three dice, sum 14 or more: d to every enemy",
    ),
    Skill(
        "Transmute", "mage", 1, 1, (), (Choice.DIE, Choice.FACE), (Effect(Verb.TURN),),
        "one die: turn one unplaced die to any number",
    ),
)  # fmt: skip
