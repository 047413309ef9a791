"""Numbers that rules and tables share: columns of the tables, codes of effects, sizes of everything.

The tables themselves are data of the loaded game (``tables``): a row is some whole numbers, its effects are a few
operations of ``OP_SIZE`` numbers each: the code, whom it touches, two arguments.
"""

from __future__ import annotations

from enum import IntEnum

NONE = -1
"""No card, no figure, no row, no situation."""

MOST_PCS = 5
MOST_FOES = 5
N_FIGURES = MOST_PCS + MOST_FOES
"""Figures: PCs 0 .. 4 by their seat, then foes 5 .. 9."""
MASTER = MOST_PCS
"""Index of the other side among hands; the game master's seat is ``pcs``."""
N_ROWS = 2
MOST_IN_ROW = 12

N_WEAPONS = 44
"""Weapon rows: 43 printed lines of the draw pile, then Command."""
COMMAND = 43
N_ITEMS = 16
N_KINDS = N_WEAPONS + N_ITEMS
"""Kinds of cards: weapon rows, then items."""
N_NPCS = 33
N_SITUATIONS = 40
"""Rows 0 .. 19 town, 20 .. 39 dungeon."""
N_TOWN = 20
N_CHARACTERS = 17
N_STATUSES = 6
N_PILE = 89
"""Cards of the draw pile."""
N_PERSONAL = 2 * (MOST_PCS + 1)
"""Personal weapons: two of each PC, two of the game master."""
N_CARDS = N_PILE + N_PERSONAL
"""Single cards: those of the draw pile, then personal weapons by owner."""
HAND_LIMIT = 5

OP_SIZE = 4
"""code, who, a, b."""
MOST_OPS = 3


class Value(IntEnum):
    """The four values, and the check that BONUS can name as well."""

    PHYSICAL_ACTION = 0
    PHYSICAL_DEFENCE = 1
    MAGIC_ACTION = 2
    MAGIC_DEFENCE = 3
    CHECK = 4


VALUE_NAMES = ("physical_action", "physical_defence", "magic_action", "magic_defence")
N_VALUES = 4


class Use(IntEnum):
    """How a card is used."""

    PHYSICAL = 0
    MAGIC = 1
    EITHER = 2
    ABSOLUTE = 3
    CONSTANT = 4


class Action(IntEnum):
    """The kind of an action; situations allow some."""

    NOTHING = 0
    DAMAGE = 1
    STATUS = 2
    HEAL = 3
    CLEANSE = 4
    GUARD = 5
    COUNTER = 6
    GATHER = 7
    REQUEST = 8
    DISARM = 9
    SET_TRAP = 10
    HIDE = 11
    COMMAND = 12


N_ACTIONS_KINDS = 13


class Moment(IntEnum):
    """When a card may be used."""

    ACTION = 0
    REACTION = 1
    ALWAYS = 2
    AFTER_ROLL = 3
    BEFORE_ROLL = 4
    DAMAGE = 5


class Scope(IntEnum):
    """The column ``scope`` of items."""

    SELF = 0
    ALLY = 1
    OTHER_ALLY = 2
    FOE = 3
    OTHER = 4
    ANY = 5
    SITUATION = 6
    DISCARDS = 7


class Status(IntEnum):
    """Bad statuses, in the order of their table."""

    DAZE = 0
    CHARM = 1
    PARALYSIS = 2
    FALL = 3
    CURSE = 4
    PRESSURE = 5


class Op(IntEnum):
    """What an effect does; RULES.md has the list."""

    NONE = 0
    DAMAGE = 1
    """a damages, one after another."""
    STATUS = 2
    """a: Status."""
    HEAL = 3
    """a: 1 wounded to unhurt, 2 disabled to wounded."""
    CLEANSE = 4
    HIDE = 5
    GUARD = 6
    REDIRECT = 7
    """From who to a (a Who)."""
    BONUS = 8
    """a: Value, b: the number."""
    FORBID = 9
    """a: 1 guard, 2 counter, 3 action; b: how often (0: until removed)."""
    STEER = 10
    """b: how often."""
    CARDS = 11
    """a cards drawn, or discarded at random (a < 0); ALL for the whole hand."""
    TAKE = 12
    """a cards at random."""
    RECOVER = 13
    """a cards of the discards."""
    GIVE_HAND = 14
    """From who to a (a Who)."""
    DROP_ROW = 15
    UNTAP = 16
    EXTRA_USE = 17
    """b rows."""
    COPY_ROW = 18
    OWN_ACTION = 19
    WIDEN = 20
    SHIFT = 21
    """Dice total + or - b."""
    AGAIN = 22
    """Roll again."""
    SUCCEED = 23
    """a: Action."""
    IGNORE = 24
    FIGHT = 25
    """a: Fight."""


ALL = 99
"""``cards(self,-all)`` is a = -ALL."""


class Who(IntEnum):
    """Whom an operation touches."""

    NOBODY = 0
    SELF = 1
    ACTOR = 2
    TARGET = 3
    ATTACKER = 4
    ALLY = 5
    OTHER_ALLY = 6
    ALLIES_N = 7
    ALL_ALLIES = 8
    FOE = 9
    ALL_FOES = 10
    PARTY = 11
    ANY = 12
    OTHER = 13
    MASTER = 14


class Fight(IntEnum):
    """How a fight begins."""

    EVEN = 0
    FOES_FIRST = 1
    PARTY_FIRST = 2
    MIMIC = 3


class When(IntEnum):
    """What calls a special ability."""

    CHECK = 0
    """An own check, of the ``kind`` and ``use`` named."""
    CHECK_WOUNDED = 1
    CHECK_ALLY = 2
    """Another PC's check, said before the roll."""
    BEFORE_ROLL = 3
    AFTER_ROLL = 4
    """An own roll has failed."""
    CLEANUP = 5
    """No attack was made in this turn."""
    SITUATION_SUCCESS = 6
    FIGHT_START = 7
    DAMAGE_OTHER = 8
    DAMAGE_SELF = 9
    DISABLES = 10


class Limit(IntEnum):
    """How often an ability may be used."""

    NONE = 0
    TURN = 1
    ROUND = 2
    FIGHT = 3


# Columns. Operations stand at the end: column + OP_SIZE * k.


class W(IntEnum):
    """Columns of weapons."""

    NAME = 0
    """Cards stack with those of the same number: the first row of that name."""
    COUNT = 1
    USE = 2
    MODIFIER = 3
    PER_HIDDEN = 4
    """1: minus the number to be hidden."""
    ADDITIONAL = 5
    KIND = 6
    """An Action."""
    MOMENT = 7
    UNGUARDABLE = 8
    CRITICAL = 9
    LEVEL = 10
    """Of the personal weapon; 0: none can be built (spear_b, spear_c), Command: its own."""
    OPS = 11


WEAPON_WIDTH = int(W.OPS) + MOST_OPS * OP_SIZE


class I(IntEnum):  # noqa: E742
    """Columns of items."""

    COUNT = 0
    MOMENT = 1
    SCOPE = 2
    OTHERS_ONLY = 3
    OPS = 4


ITEM_WIDTH = int(I.OPS) + MOST_OPS * OP_SIZE


class N(IntEnum):
    """Columns of NPCs."""

    LEVEL = 0
    """0: no such row."""
    VALUES = 1
    USE = 5
    MODIFIER = 6
    UNGUARDABLE = 7
    ONCE = 8
    """Once per fight."""
    NOT_BOSS = 9
    KIND = 10
    """The Action that it counts as: DAMAGE if an operation damages, else STATUS, HEAL, NOTHING."""
    FALLBACK_USE = 11
    """NONE: there is no fallback."""
    FALLBACK_MODIFIER = 12
    FALLBACK_KIND = 13
    OPS = 14
    FALLBACK_OPS = OPS + MOST_OPS * OP_SIZE


NPC_WIDTH = int(N.FALLBACK_OPS) + MOST_OPS * OP_SIZE


class S(IntEnum):
    """Columns of situations."""

    EXISTS = 0
    FACEDOWN = 1
    """Target of gather while face down (dungeon)."""
    TARGETS = 2
    """Target of each Action (N_ACTIONS_KINDS columns), 0: it cannot be done."""
    DEPTH_SUCCESS = TARGETS + N_ACTIONS_KINDS
    DEPTH_FAILURE = DEPTH_SUCCESS + 1
    SUCCESS = DEPTH_FAILURE + 1
    FAILURE = SUCCESS + MOST_OPS * OP_SIZE


SITUATION_WIDTH = int(S.FAILURE) + MOST_OPS * OP_SIZE


class C(IntEnum):
    """Columns of characters; the ability is one operation."""

    EXISTS = 0
    VALUES = 1
    WHEN = 5
    KIND = 6
    """Action that the check must have, NOTHING: any. DISARM covers set_trap as well."""
    USE = 7
    """Use that the check must have, NONE: any."""
    LIMIT = 8
    OP = 9


CHARACTER_WIDTH = int(C.OP) + OP_SIZE


class U(IntEnum):
    """Columns of statuses."""

    COUNT = 0
    OPS = 1


STATUS_WIDTH = int(U.OPS) + MOST_OPS * OP_SIZE
