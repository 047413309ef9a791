"""The record of one game of C.A.R.D. RPG."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from dicedeck.envs.card_rpg.cards import (
    CHARACTER_WIDTH,
    COMMAND,
    ITEM_WIDTH,
    MOST_IN_ROW,
    MOST_PCS,
    N_CARDS,
    N_CHARACTERS,
    N_FIGURES,
    N_ITEMS,
    N_NPCS,
    N_PERSONAL,
    N_PILE,
    N_ROWS,
    N_SITUATIONS,
    N_STATUSES,
    N_VALUES,
    N_WEAPONS,
    NONE,
    NPC_WIDTH,
    SITUATION_WIDTH,
    STATUS_WIDTH,
    WEAPON_WIDTH,
    I,
    W,
)
from dicedeck.envs.card_rpg.options import Options
from dicedeck.envs.card_rpg.tables import load_tables
from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words

MOST_PLAYERS = MOST_PCS + 1
N_HANDS = MOST_PCS + 1
"""Hands of the PCs by seat, then the other side's."""
MOST_TASKS = 64
"""Tasks that wait; RULES.md says why there are never nearly so many."""
N_BUILT = 6


class Place(IntEnum):
    """Where a card lies; for hands the seat (MASTER for the other side) is added, for rows figure * N_ROWS + row."""

    NOWHERE = 0
    PILE = 1
    DISCARD = 2
    ASIDE = 3
    """A personal weapon until its owner's next untap."""
    HAND = 4
    ROW = HAND + N_HANDS


class Health(IntEnum):
    """What damage has made of a figure (CARD-15)."""

    UNHURT = 0
    WOUNDED = 1
    """Of an NPC also: it has acted."""
    DISABLED = 2
    DEAD = 3


class Rank(IntEnum):
    """Of a foe (CARD-19)."""

    PLAIN = 0
    MID_BOSS = 1
    BOSS = 2


class B(IntEnum):
    """What is built into a personal weapon."""

    KIND = 0
    """A row of weapons; NONE: there is none."""
    LEVEL = 1
    MODIFIER = 2
    ADDITIONAL = 3
    CRITICAL = 4
    NPC = 5
    """Whose own action Command makes."""


class Source(IntEnum):
    """What the action in hand comes from, and which table its operations stand in."""

    ROW = 0
    OWN = 1
    """An NPC's own action, its fallback included; or Command."""
    ITEM = 2


class Ops(IntEnum):
    """Where operations stand; a row number goes with it."""

    WEAPON = 0
    ITEM = 1
    NPC = 2
    FALLBACK = 3
    SUCCESS = 4
    FAILURE = 5


class Task(IntEnum):
    """What is still to be carried out, the last one first; four numbers go with it."""

    TURN = 0
    """place in the round, stage: the turn of a PC."""
    FOES = 1
    """stage, at once: the turn of the other side."""
    ACT = 2
    """stage: the action in hand."""
    EFFECT = 3
    """Ops, row, number of the operation, figure: what an action does to one that it hit."""
    SITUATION = 4
    """Ops, row, number of the operation, figure: likewise of a situation card."""
    DAMAGE = 5
    """figure, attacker, flags: one damage, before anybody may cancel it."""
    HELP = 6
    """figure, attacker, flags, next one to be asked."""
    HURT = 7
    """figure, attacker, flags: nothing has cancelled it."""
    COUNTER = 8
    """figure, attacker, flags: the figure may answer."""
    DEPTH = 9
    """change of depth, whether the card has been succeeded: a situation's end."""
    FIGHT = 10
    """Fight, whether it is the final one: a fight begins."""
    SOOTHE = 11
    """next PC whose ability strikes when a fight begins."""
    FIGHT_WON = 12
    ADVENTURE = 13
    """An adventure begins."""
    BETWEEN = 14
    """seat, stage: growth and building after an adventure, or before the first."""
    RECOVER = 15
    """figure, number: cards of the discards into the hand."""
    DROP = 16
    """figure, who chooses: a row is dropped."""
    COPY = 17
    """figure, row: what a Copy stands for."""
    SUCCEED = 18
    """Action: the situation's action succeeds."""


TASK_NAMES = (
    "turn", "foes", "act", "effect", "situation", "damage", "help", "hurt", "counter", "depth", "fight", "soothe",
    "fight_won", "adventure", "between", "recover", "drop", "copy", "succeed",
)  # fmt: skip


class State:
    """Seats 0 .. pcs - 1 are PCs; seat ``pcs`` is the other side, an agent with ``gm`` and the written policy else."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # whose decision it is
    terminated: bool
    truncated: bool  # by a cap in the last adventure
    step_count: int  # actions so far
    rewards: Annotated[Floats, MOST_PLAYERS]  # of the last action
    returns: Annotated[Floats, MOST_PLAYERS]  # of the game

    pcs: int  # the options
    gm: bool
    campaign: int
    start_experience: int
    max_rounds: int
    rivals: int
    wished: Annotated[Ints, MOST_PCS]  # character of each PC, NONE: drawn
    mimic: int  # the NPC of fights against mimics

    weapons: Annotated[Ints, N_WEAPONS, WEAPON_WIDTH]  # the tables
    items: Annotated[Ints, N_ITEMS, ITEM_WIDTH]
    npcs: Annotated[Ints, N_NPCS, NPC_WIDTH]
    situations: Annotated[Ints, N_SITUATIONS, SITUATION_WIDTH]
    characters: Annotated[Ints, N_CHARACTERS, CHARACTER_WIDTH]
    conditions: Annotated[Ints, N_STATUSES, STATUS_WIDTH]
    kind_of: Annotated[Ints, N_CARDS]  # kind of each card of the pile, NONE: no such card, or a personal weapon

    phase: int
    ending: int
    adventure: int  # number of the one going on, 0 first
    adventures_won: int
    adventure_steps: int  # step_count when it began
    experience: Annotated[Ints, N_HANDS]  # of each PC, and of the game master
    last_raised: Annotated[Ints, MOST_PCS]  # value raised after the adventure before, NONE

    grown: Annotated[Ints, MOST_PCS]  # 1: may raise a value
    old: Annotated[Ints, MOST_PCS]  # 1: has been through an adventure, may choose another ability
    free_point: int  # the weapon in work gets a modifier for nothing

    places: Annotated[Ints, N_CARDS]  # Place of each card
    known: Annotated[Ints, N_CARDS]  # bit p: seat p knows where the card lies, in a hand
    pile: Annotated[Ints, N_PILE]  # the last of pile_count cards is the next one
    pile_count: int
    hand_count: Annotated[Ints, N_HANDS]
    built: Annotated[Ints, N_PERSONAL, N_BUILT]  # what each personal weapon is

    here: Annotated[Ints, N_FIGURES]  # 1: the figure takes part
    who: Annotated[Ints, N_FIGURES]  # character row of PCs and rivals, NPC row of foes
    rival: Annotated[Ints, N_FIGURES]  # 1: a foe with PC data
    number: Annotated[Ints, N_FIGURES]  # 1 ..: of several foes of one name
    level: Annotated[Ints, N_FIGURES]
    values: Annotated[Ints, N_FIGURES, N_VALUES]  # without cards and statuses
    ability: Annotated[Ints, N_FIGURES]  # character row whose ability the figure has, NONE
    ability_used: Annotated[Ints, N_FIGURES]  # 1: spent until its turn, round or fight is over
    health: Annotated[Ints, N_FIGURES]
    rank: Annotated[Ints, N_FIGURES]
    statuses: Annotated[Ints, N_FIGURES, N_STATUSES]
    charmer: Annotated[Ints, N_FIGURES]  # seat that steers the next action of a charmed figure, NONE
    hidden: Annotated[Ints, N_FIGURES]
    acted: Annotated[Ints, N_FIGURES]  # 1: has used its own action in this turn
    once_used: Annotated[Ints, N_FIGURES]  # 1: has used its action of once per fight
    shielding: Annotated[Ints, N_FIGURES]  # 1: takes the next damage of another
    extra: Annotated[Ints, N_FIGURES]  # rows that acted a second time in this turn

    row_cards: Annotated[Ints, N_FIGURES, N_ROWS, MOST_IN_ROW]  # the first plotted first
    row_size: Annotated[Ints, N_FIGURES, N_ROWS]
    row_used: Annotated[Ints, N_FIGURES, N_ROWS]
    row_acted: Annotated[Ints, N_FIGURES, N_ROWS]  # times in this turn
    row_copy: Annotated[Ints, N_FIGURES, N_ROWS]  # figure * N_ROWS + row that a Copy stands for, NONE

    round_number: int  # 1 ..
    first: int  # seat of the first PC
    turn: int  # place of the turn in the round; pcs: the other side
    dungeon: int
    depth: int
    leads: int  # successes in gather and request in town
    succeeded: int  # situation cards succeeded in this adventure
    beaten: int  # multiplied levels of defeated foes in this adventure
    situation: int  # NONE: none in play
    face_down: int
    situation_done: int  # succeeded: nothing more to do until it ends
    situation_known: int  # bit p: seat p knows the card that lies face down
    attempted: int  # in this turn
    passed: Annotated[Ints, MOST_PCS]
    deck: Annotated[Ints, N_SITUATIONS]  # town pile 0 .. 19, dungeon pile 20 .. 39, the next one last
    deck_count: Annotated[Ints, 2]
    fight: int
    final: int
    fight_new: int  # it began in this turn
    attacked: int  # the PC has attacked in this turn

    subject: int  # the figure that a decision is about
    choice: int  # what is chosen
    allowed: int  # bit f: figure f may be chosen
    may_pass: int
    held_item: int  # item in hand, NONE
    lead: int  # figure that uses it, NONE
    held: int  # what the game master plots
    held_row: int
    partner: int  # of the trade, NONE
    offered: int  # card offered, NO card: NONE
    asked: int  # card asked for

    actor: int  # of the action in hand, NONE
    source: int
    source_row: int  # the actor's row, or NPC row of an own action
    ops: int  # where its operations stand
    ops_row: int
    kind: int
    use: int
    modifier: int
    bonus: int  # said before the roll
    per_hidden: int
    unguardable: int
    critical: int
    goal: int  # printed number of a situation, 0: the targets' defences
    steered: int
    targets: int  # bits of figures
    hits: int
    crits: int
    dice: int  # total
    rolls: int  # times that the dice were thrown
    next_asked: int  # next one of a window

    damage_to: int  # the damage that is asked about
    damage_by: int
    damage_flags: int

    task: Annotated[Ints, MOST_TASKS]
    task_args: Annotated[Ints, MOST_TASKS, 4]
    task_count: int


def configure(s: Record, options: Options) -> None:
    """Write the options and the tables into an empty record."""
    tables = load_tables(options.tables)
    s.pcs = options.pcs
    s.gm = options.mode == "gm"
    s.campaign = options.campaign
    s.start_experience = options.experience
    s.max_rounds = options.max_rounds
    s.rivals = options.rivals
    s.mimic = tables.mimic
    s.weapons[:] = tables.weapons
    s.items[:] = tables.items
    s.npcs[:] = tables.npcs
    s.situations[:] = tables.situations
    s.characters[:] = tables.characters
    s.conditions[:] = tables.statuses
    s.wished[:] = NONE
    for seat, name in enumerate(options.characters or ()):
        if name is not None:
            s.wished[seat] = tables.character_keys.index(name)
    counts = [*tables.weapons[:COMMAND, W.COUNT], 0, *tables.items[:, I.COUNT]]
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    s.kind_of[:] = NONE
    s.kind_of[: len(kinds)] = kinds
