"""What the numbers in Kamigakari's tables mean: values, statuses, timings, costs, ranges, operations.

A talent, an enemy's action, a piece of gear with a timing of its own: each is a row of numbers (``Row``) that names a
run of operations (``Op``). What always holds (constant talents, titles, gear) is no row: it stands in the numbers of
the figure.
"""

from __future__ import annotations

from enum import IntEnum

NONE = -1
"""No figure, no row, no square."""

MOST_PCS = 4
MOST_ENEMIES = 8
MOST_FIGURES = MOST_PCS + MOST_ENEMIES
"""PCs take the seats 0 to 3, enemies 4 to 11; a seat that nobody takes has no hit points from the start."""
MOST_KNOWN = 16
"""Rows that a figure knows."""
MOST_ROWS = 96
MOST_OPS = 192
MOST_DICE = 10
MOST_SPIRIT = 10
WIDTH = 13
"""Squares in a row of the array, whatever the grid: square = row x 13 + column."""
N_SQUARES = WIDTH * WIDTH
MOST_TURNS = 40
MOST_RANK = 10
MOST_ESSENCE = 22
MOST_CHANGE = 99
"""Effects change a value by no more than this, up or down, for each duration."""


class Value(IntEnum):
    """Combat values that effects may change."""

    ACCURACY = 0
    EVASION = 1
    CASTING = 2
    RESISTANCE = 3
    INSIGHT = 4
    PHYSICAL_DAMAGE = 5
    MAGIC_DAMAGE = 6
    ARMOUR = 7
    BARRIER = 8
    INITIATIVE = 9
    MOVE = 10
    SIZE = 11
    BONDS = 12


N_VALUES = len(Value)
VALUE_NAMES = tuple(value.name.lower() for value in Value)


class Status(IntEnum):
    """Bits of a figure's status."""

    PRONE = 0
    DARK = 1
    POISON = 2
    PAIN = 3
    PARALYSIS = 4
    IMMOBILE = 5
    COVER = 6
    HIDDEN = 7
    AMBUSH = 8
    FLYING = 9
    STUN = 10
    OUT = 11
    DEAD = 12


N_STATUSES = len(Status)
STATUS_NAMES = tuple(status.name.lower() for status in Status)
BAD = tuple(status for status in Status if status <= Status.IMMOBILE)
"""What ``remove(who,any)`` takes off, and what can be given besides the good ones (cover to flying)."""

ATTRIBUTE_NAMES = ("", "fire", "cold", "shock", "wind", "magnetism", "light", "venom", "illusion")
"""0: none; as a set the bit 1 << number."""
N_ATTRIBUTES = len(ATTRIBUTE_NAMES) - 1


class Timing(IntEnum):
    START = 0
    PREPARE = 1
    ATTACK = 2
    END = 3
    DEFENCE = 4
    SPECIAL = 5


TIMING_NAMES = tuple(timing.name.lower() for timing in Timing)


class Trigger(IntEnum):
    """When a row of the timings defence and special may be used."""

    NONE = 0
    OWN_CHECK_BEFORE = 1
    OWN_CHECK_ROLLED = 2
    ALLY_CHECK_ROLLED = 3
    OWN_ATTACK_HITS = 4
    SELF_ATTACKED = 5
    ALLY_ATTACKED = 6
    SELF_DAMAGED = 7
    ALLY_DAMAGED = 8
    SELF_STUNNED = 9


TRIGGER_NAMES = ("", *(trigger.name.lower() for trigger in Trigger if trigger))


class Cost(IntEnum):
    """Patterns of spirit dice."""

    NONE = 0
    ANY = 1
    ODD = 2
    EVEN = 3
    PAIR = 4
    """As many equal dice as the count says."""
    RUN = 5
    """As many dice in a row."""
    FACE = 6


class Reach(IntEnum):
    """Ranges; that of a weapon is written into the row."""

    SELF = 0
    ENGAGED = 1
    SQUARES = 2
    MOVE = 3
    """Move up to n squares, then engaged."""
    BATTLEFIELD = 4


class Aim(IntEnum):
    """Targets; that of a weapon is written into the row."""

    SELF = 0
    ALLY = 1
    """The user too."""
    FOE = 2
    ANY = 3
    AREA = 4
    """Foes in one engagement cluster of which one figure is in range."""


class Limit(IntEnum):
    NONE = 0
    """Only that of the timing."""
    TURN = 1
    FIGHT = 2
    TURN_MOD = 3
    """Only in every n-th turn."""


class Row(IntEnum):
    """Columns of a row."""

    TIMING = 0
    TRIGGER = 1
    COST = 2
    COST_COUNT = 3
    """Dice."""
    COST_FACE = 4
    """For Cost.FACE."""
    COST_ESSENCE = 5
    REACH = 6
    REACH_N = 7
    AIM = 8
    AIM_N = 9
    """At most so many targets; 12 for all."""
    LIMIT = 10
    LIMIT_N = 11
    FIRST_OP = 12
    OPS = 13


ROW_COLUMNS = len(Row)


class When(IntEnum):
    """When an operation is carried out."""

    ONCE = 0
    HIT = 1
    """On each target that the attack before it has hit."""


class Who(IntEnum):
    USER = 0
    TARGET = 1
    """Each target of the row; in a reaction the figure that is attacked, damaged or checks."""
    FOES = 2
    """Of the user."""
    ALLIES = 3
    """Of the user, itself included."""


class Code(IntEnum):
    """Operations; their arguments a to f are in the columns A to F."""

    ATTACK = 0
    """a kind, b rank, c active bonus, d damage bonus, e attribute (0: none), f 1: halved where the check fails."""
    MOD = 1
    """a value, b amount, c duration."""
    DAMAGE = 2
    """a: added to the damage being dealt."""
    DICE = 3
    """a extra dice."""
    REROLL = 4
    DIE = 5
    """a: what the highest die counts as."""
    SWAP = 6
    """a: so many of the user's spirit dice may be swapped into the check of another."""
    SPIRIT_REROLL = 7
    """a: so many of the lowest spirit dice are rolled again."""
    SURPLUS = 8
    """a surplus dice."""
    HEAL = 9
    """a HP."""
    RAISE = 10
    """Stun off, a HP."""
    LOSE = 11
    """a HP (positive), as a cost: not reduced."""
    GIVE = 12
    """a status."""
    REMOVE = 13
    """a: bits of statuses."""
    REDUCE = 14
    """a: damage less."""
    HALVE = 15
    TAKE = 16
    MOVE = 17
    """a squares (negative: pushed away), b 1: free of engagement."""
    ATTRIBUTE = 18
    """a attribute, c duration."""
    TIMING = 19
    """a timing (start, prepare, attack, end) once more this turn."""


class Op(IntEnum):
    """Columns of an operation."""

    CODE = 0
    WHEN = 1
    WHO = 2
    A = 3
    B = 4
    C = 5
    D = 6
    E = 7
    F = 8


OP_COLUMNS = len(Op)


class Kind(IntEnum):
    """Kinds of attack and damage."""

    PHYSICAL = 0
    MAGIC = 1
    SPECIAL = 2
    HEAL = 3
    FALLING = 4
    HP = 5


KIND_NAMES = tuple(kind.name.lower() for kind in Kind)


class Duration(IntEnum):
    CHECK = 0
    TURN = 1
    NEXT_TURN = 2
    FIGHT = 3


class Policy(IntEnum):
    """Of enemies."""

    NEAREST = 0
    WEAKEST = 1
    SUPPORT = 2
    RULER = 3


POLICY_NAMES = tuple(policy.name.lower() for policy in Policy)
