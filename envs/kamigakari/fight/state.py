"""The record of a fight."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words
from dicedeck.envs.kamigakari.codes import (
    MOST_FIGURES,
    MOST_KNOWN,
    MOST_OPS,
    MOST_PCS,
    MOST_ROWS,
    N_SQUARES,
    N_VALUES,
    NONE,
    OP_COLUMNS,
    ROW_COLUMNS,
)
from dicedeck.envs.kamigakari.tables.battle import Battle

MOST_PLAYERS = MOST_PCS + 1
MOST_TASKS = 48
"""Tasks that wait; RULES.md says why there are never nearly so many."""
MOST_PATH = 40
MOST_EXTRA = 2
"""Timings that effects can add for one figure in one turn."""
MAX_STEPS = 20_000
"""A cap that no fight has come near. Reaching it counts as lost."""


class Phase(IntEnum):
    """What is being decided."""

    START = 0
    PREPARE = 1
    ATTACK = 2
    END = 3
    SQUARE = 4
    TARGET = 5
    PAY = 6
    BEFORE = 7
    """Extra dice before a check."""
    ROLL = 8
    """Swaps after the roll."""
    LEND = 9
    """Swaps into the check of another."""
    REACT = 10
    """Defence and special talents."""
    DECLARE = 11
    OVER = 12
    RESOLVING = 13
    """Nothing to decide: tasks are carried out. Never seen between two actions."""


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase if phase < Phase.RESOLVING)
N_PHASES = len(PHASE_NAMES)


class Stage(IntEnum):
    """Of a turn (KAMI-16)."""

    START = 0
    ACT = 1
    END = 2


STAGE_NAMES = ("start", "act", "end")


class Ending(IntEnum):
    """How the fight has ended."""

    NOT_YET = 0
    WON = 1
    LOST = 2
    TURNS = 3
    """``max_turns`` are over."""
    CAP = 4


ENDING_NAMES = ("", "won", "lost", "turns", "cap")


class Moment(IntEnum):
    """When figures may react with talents of the timings defence and special."""

    NONE = 0
    ROLLED = 1
    """Another's check has been rolled."""
    ATTACKED = 2
    """Before the passive check."""
    HITS = 3
    """The attack hits: its user."""
    DAMAGED = 4
    """The damage is known, not yet reduced."""
    STUNNED = 5


MOMENT_NAMES = ("", "rolled", "attacked", "hits", "damaged", "stunned")


class CheckKind(IntEnum):
    NONE = 0
    ACTIVE = 1
    PASSIVE = 2
    TOLERANCE = 3
    FIND = 4
    HIDE = 5


CHECK_NAMES = ("", "active", "passive", "tolerance", "find", "hide")


class Going(IntEnum):
    """Ways of moving."""

    NONE = 0
    MOVE = 1
    FULL = 2
    DISENGAGE = 3
    APPROACH = 4
    """Before an attack of the range move-n."""
    MOVED = 5
    """By a talent."""
    MOVED_FREE = 6


GOING_NAMES = ("", "move", "full_move", "disengage", "approach", "moved", "moved_free")


class Task(IntEnum):
    """What is still to be carried out, the last one first; ``figure`` and ``amount`` go with it."""

    STAGE = 0
    """The next figure of the stage ``amount``."""
    WINDOW = 1
    """The figure's timing ``amount`` (start or end)."""
    TURN_OF = 2
    """Prepare, attack."""
    AIM = 3
    """The figure chooses targets of its deed."""
    PAY_DEED = 4
    OPS = 5
    """The deed's operations from ``amount`` on."""
    APPROACH = 6
    MOVE_OP = 7
    """The deed's user moves the figure as operation ``amount`` says."""
    WALK = 8
    STRIKES = 9
    """The attack's targets from ``figure`` on."""
    PASSIVE = 10
    COMPARE = 11
    HARM = 12
    """Damage of the attack to the target: its sum."""
    REDUCE = 13
    """... reduced and dealt."""
    HIT_OPS = 14
    """Operations from ``amount`` on, on the figure that was hit."""
    ATTACK_OVER = 15
    REACTIONS = 16
    """To what happens to the figure; amount is the moment x 16 + the seat asked next."""
    EFFECTS = 17
    """Of the reaction in hand."""
    BEFORE = 18
    ROLLED = 19
    CHECKED = 20
    """The check is over; amount is its kind."""
    TURN = 21
    """A new turn."""


TASK_NAMES = tuple(task.name.lower() for task in Task)


class State:
    """Seats of figures: PCs 0-3, enemies 4-11. Players: the PCs in order, then the game master, if there is one."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # whose decision it is
    terminated: bool
    truncated: bool  # by turns or by the cap MAX_STEPS
    step_count: int  # actions so far
    rewards: Annotated[Floats, MOST_PLAYERS]  # of the last action
    returns: Annotated[Floats, MOST_PLAYERS]  # of the game

    pcs: int  # the fight
    enemies: int
    gm: bool  # an agent moves the enemies
    shaped: bool  # reward="shaped"
    grid: int
    max_turns: int
    terrain: Annotated[Ints, N_SQUARES]  # 0 plain, 1 obstacle, 2 rough
    start_square: Annotated[Ints, MOST_FIGURES]
    base_values: Annotated[Ints, MOST_FIGURES, N_VALUES]
    max_hp: Annotated[Ints, MOST_FIGURES]
    body: Annotated[Ints, MOST_FIGURES]
    die: Annotated[Ints, MOST_FIGURES]  # fixed die; 0: the figure rolls
    spirit_dice: Annotated[Ints, MOST_FIGURES]
    weakness: Annotated[Ints, MOST_FIGURES]
    immune: Annotated[Ints, MOST_FIGURES]
    innate: Annotated[Ints, MOST_FIGURES]
    attributes: Annotated[Ints, MOST_FIGURES]
    policy: Annotated[Ints, MOST_FIGURES]
    worth: Annotated[Ints, MOST_FIGURES]
    start_bonds: Annotated[Ints, MOST_FIGURES]
    start_essence: Annotated[Ints, MOST_FIGURES]
    weapon: Annotated[Ints, MOST_FIGURES]  # row, NONE without
    known: Annotated[Ints, MOST_FIGURES, MOST_KNOWN]  # rows, NONE fills
    rows: Annotated[Ints, MOST_ROWS, ROW_COLUMNS]
    ops: Annotated[Ints, MOST_OPS, OP_COLUMNS]

    phase: int
    figure: int  # who decides
    ending: int
    stage: int
    turn: int  # 1 first
    square: Annotated[Ints, MOST_FIGURES]  # NONE for seats that nobody takes
    hp: Annotated[Ints, MOST_FIGURES]
    status: Annotated[Ints, MOST_FIGURES]  # bits
    mods: Annotated[Ints, 4, MOST_FIGURES, N_VALUES]  # by Duration
    attribute_mods: Annotated[Ints, 4, MOST_FIGURES]  # bits, by Duration
    acted: Annotated[Ints, MOST_FIGURES]  # in this stage
    waited: Annotated[Ints, MOST_FIGURES]  # initiative lowered to it; 0: not
    left: Annotated[Ints, MOST_FIGURES, 4]  # timings start, prepare, attack, end left in this turn
    extra: Annotated[Ints, MOST_FIGURES]  # timings added in this turn
    owed: Annotated[Ints, MOST_FIGURES, 4]  # ... that are had next, because their time is over
    defended: Annotated[Ints, MOST_FIGURES]  # defence used in this turn
    used_turn: Annotated[Ints, MOST_FIGURES, MOST_KNOWN]
    used_fight: Annotated[Ints, MOST_FIGURES, MOST_KNOWN]
    declared: Annotated[Ints, MOST_FIGURES]  # engagements in this turn
    disengaged: Annotated[Ints, MOST_FIGURES]  # in this turn: evasion - 2
    burnt: Annotated[Ints, MOST_FIGURES]  # life, once a fight
    spirit: Annotated[Ints, MOST_FIGURES, 6]  # dice of each face
    spent: Annotated[Ints, MOST_FIGURES]  # dice that are rolled again at the end of the turn
    surplus: Annotated[Ints, MOST_FIGURES]
    essence: Annotated[Ints, MOST_FIGURES]

    user: int  # of the deed in hand, NONE without
    row: int  # its row
    slot: int  # its place in the user's list; NONE: the weapon
    deed: int  # the action block that began it
    targets: Annotated[Ints, MOST_FIGURES]  # 1 for each chosen
    chosen: int  # targets chosen
    void: bool  # the deed comes to nothing: no target

    pay_row: int  # whose cost is paid, NONE without
    paid: Annotated[Ints, 6]  # faces paid so far
    paid_wild: int  # ... and surplus dice

    going: int  # Going of the move in hand
    mover: int
    budget: int  # squares
    path: Annotated[Ints, MOST_PATH]
    path_count: int
    path_at: int  # squares gone
    asked: int  # the seat from which foes are asked to declare
    ignored: int  # bits of foes that cannot stop the mover

    check: int  # CheckKind in hand
    roller: int
    check_bonus: int
    check_dice: int
    rolled: Annotated[Ints, 6]  # dice of each face that may be swapped
    fixed: Annotated[Ints, 6]  # dice swapped in, or held by pain
    critical: bool
    fumble: bool
    swapped: bool  # some die has been
    swaps_left: int  # of a lender
    hider: int  # who is looked for

    attack: int  # operation of the attack in hand, NONE without
    ambush: bool  # it is one
    active: int  # total
    highest: int  # the die for damage
    active_critical: bool
    active_fumble: bool
    passive: int
    passive_critical: bool
    passive_fumble: bool
    hit: bool
    rank_bonus: int  # of the concept destroyed
    destroyed: bool  # ... for this target
    damage_bonus: int
    die_as: int  # 0: as it is
    victim: int  # who takes the damage
    harm: int  # before reduction
    harm_kind: int
    less: int  # damage - n
    halved: bool

    moment: int  # of the reaction being decided
    subject: int  # to whom it happens
    potential: float  # for shaped rewards

    task: Annotated[Ints, MOST_TASKS]
    task_who: Annotated[Ints, MOST_TASKS]
    task_amount: Annotated[Ints, MOST_TASKS]
    task_count: int


def write_battle(s: Record, battle: Battle) -> None:
    """Write what a fight is made of into an empty record."""
    s.pcs = battle.pcs
    s.enemies = battle.enemies
    s.grid = battle.grid
    s.max_turns = battle.max_turns
    s.terrain[:] = battle.terrain
    s.start_square[:] = battle.square
    s.base_values[:] = battle.base
    s.max_hp[:] = battle.max_hp
    s.body[:] = battle.body
    s.die[:] = battle.die
    s.spirit_dice[:] = battle.spirit
    s.weakness[:] = battle.weakness
    s.immune[:] = battle.immune
    s.innate[:] = battle.innate
    s.attributes[:] = battle.attributes
    s.policy[:] = battle.policy
    s.worth[:] = battle.worth
    s.start_bonds[:] = battle.bonds
    s.start_essence[:] = battle.essence
    s.weapon[:] = battle.weapon
    s.known[:] = battle.known
    s.rows[:] = battle.rows
    s.ops[:] = battle.ops
    s.square[:] = NONE
