"""The record of one game of Deck of Fate."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words
from dicedeck.envs.deck_of_fate.adventure import MOST_INCIDENTS, N_CHECKS, load_adventure
from dicedeck.envs.deck_of_fate.cards import N_CARDS, N_STATS, NONE
from dicedeck.envs.deck_of_fate.classes import CLASS_NAMES, MOST_PCS, MOST_VP
from dicedeck.envs.deck_of_fate.options import MOST_PLAYERS, OFFERED, Options

MOST_TASKS = 48
"""Tasks that wait; RULES.md says why there are never nearly so many."""


class Place(IntEnum):
    """Where a card lies; for hands and current fate the seat of the PC is added."""

    DECK = 0
    DISCARD = 1
    ASIDE = 2
    """The Fool while it resets."""
    PLAYED = 3
    DIFFICULTY = 4
    ON_TEMPERANCE = 5
    RESOLVING = 6
    """Temperance while cards are laid on it; with ``late_fool`` any card whose effect goes on."""
    HAND = 7
    KEPT = HAND + MOST_PCS
    """A lucky PC's card while the Fool resets."""
    FATE = KEPT + MOST_PCS


N_PLACES = int(Place.FATE) + MOST_PCS


class Task(IntEnum):
    """What is still to be carried out. The last one comes first; ``seat`` and ``amount`` go with it."""

    DRAW = 0
    """Amount cards, one by one."""
    FILL = 1
    """All hands, from the seat on."""
    REDRAW = 2
    """The Fool's: as many as were counted, from the seat on."""
    FOOL_IN = 3
    """The Fool is shuffled into the deck."""
    KEEP = 4
    """Lucky PCs from the seat on choose a card to keep; then all is shuffled."""
    DISCARD = 5
    """The PC discards one card of its choice."""
    LOSE = 6
    """The PC loses 1 VP."""
    LAY = 7
    """Amount cards onto Temperance."""
    PUT_AWAY = 8
    """The card ``amount``, whose effect is over, is discarded."""
    OPENING = 9
    """The dealt cards of the PC take effect, from ``amount`` on."""
    RESET = 10
    """The Fool was the difficulty."""
    LOOK = 11
    """The PC looks at the top of the deck; amount is the phase."""
    NEW_CHECK = 12
    WINDOW = 13
    """Free actions of the next living PC from the seat on; then the check."""
    GO_ON = 14
    """The free actions of the PC go on."""
    BEGIN = 15
    """The PC checks."""
    TURN = 16
    """The deck's top card becomes the difficulty."""
    REACT = 17
    """The PC may change the outcome."""
    COUNT = 18
    """Failures in a row (FATE-12); amount is 1 for a success."""
    CLOCK = 19
    """Doom + 1."""
    CHECKED = 20
    """The PC's check is over; amount is 1 for a success."""
    NEXT_INCIDENT = 21


TASK_NAMES = (
    "draw", "fill", "redraw", "fool_in", "keep", "discard", "lose", "lay", "put_away", "opening", "reset", "look",
    "new_check", "window", "go_on", "begin", "turn", "react", "count", "clock", "checked", "next_incident",
)  # fmt: skip


class State:
    """Seats 0 .. pcs - 1 are PCs, seat ``pcs`` is the master, if there is one."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # whose decision it is
    terminated: bool
    truncated: bool  # by the cap MAX_STEPS only
    step_count: int  # actions so far
    rewards: Annotated[Floats, MOST_PLAYERS]  # of the last action
    returns: Annotated[Floats, MOST_PLAYERS]  # of the game

    pcs: int  # the options
    master: bool
    simple: bool
    late_fool: bool
    open_hands: bool
    by_incident: bool  # reward="incidents"
    wished_class: Annotated[Ints, MOST_PCS]  # NONE: drawn
    wished_stats: Annotated[Ints, MOST_PCS, N_STATS]  # without the class's 1; all 0: drawn
    incidents: int  # of the adventure
    goals: Annotated[Ints, MOST_INCIDENTS]  # successes that each needs
    dooms: Annotated[Ints, MOST_INCIDENTS]
    weights: Annotated[Ints, N_CHECKS]  # of each check

    phase: int
    ending: int

    places: Annotated[Ints, N_CARDS]  # Place of each card, with the seat added
    known: Annotated[Ints, N_CARDS]  # bit p: seat p knows where the card of a hand or the deck lies
    deck: Annotated[Ints, N_CARDS]  # the last of deck_count cards is the next one
    deck_count: int
    uses: Annotated[Ints, N_CARDS]  # of Chariot, Tower, World since they came into current fate
    dealt: Annotated[Ints, MOST_PCS, MOST_VP]  # opening hands as dealt, NO_CARD where the turn is over

    vocation: Annotated[Ints, MOST_PCS]  # the class of each PC
    stats: Annotated[Ints, MOST_PCS, N_STATS]
    vp: Annotated[Ints, MOST_PCS]  # 0: out
    max_vp: Annotated[Ints, MOST_PCS]
    mp: Annotated[Ints, MOST_PCS]
    hand_count: Annotated[Ints, MOST_PCS]
    luck: Annotated[Ints, MOST_PCS]
    misfortune: Annotated[Ints, MOST_PCS]
    failures: Annotated[Ints, MOST_PCS]  # in a row: 0 or 1
    counted: Annotated[Ints, MOST_PCS]  # hands when the Fool came

    incident: int  # the one going on, 0 first
    goal: int  # successes in it
    doom: int  # its clock
    checks: int  # checks in it, this one included
    resolved: int  # incidents resolved
    spotlight: int  # seat from which the next spotlight is looked for
    last_checker: int  # NONE before the first

    check: int  # row of CHECKS, NONE while the master chooses
    offered: Annotated[Ints, OFFERED]  # what the master chooses from
    window: int  # whose free actions go on
    free_actions: int  # taken in this window
    checker: int  # NONE before the check begins
    any_success: bool  # of a check of all PCs
    played: int
    difficulty: int
    bonus: int  # MP and Chariot
    redrawn: bool
    swapped: bool
    retried: bool
    thief: int  # whose next fill begins with two cards
    aim: int  # whose current fate Sun hits; whose hand the master chooses from
    looking: int  # cards on top of the deck that are looked at, those put back included
    placed: int  # ... that have been put back

    task: Annotated[Ints, MOST_TASKS]
    task_who: Annotated[Ints, MOST_TASKS]
    task_amount: Annotated[Ints, MOST_TASKS]
    task_count: int


def configure(s: Record, options: Options) -> None:
    """Write the options into an empty record."""
    adventure = load_adventure(options.adventure)
    s.pcs = options.pcs
    s.master = options.master
    s.simple = options.simple
    s.late_fool = options.late_fool
    s.open_hands = options.open_hands
    s.by_incident = options.reward == "incidents"
    s.incidents = len(adventure.incidents)
    s.goals[: s.incidents] = adventure.goals(options.pcs)
    s.dooms[: s.incidents] = adventure.dooms(options.pcs)
    s.weights[:] = adventure.weights()
    s.wished_class[:] = NONE
    for seat, name in enumerate(options.classes or ()):
        if name is not None:
            s.wished_class[seat] = CLASS_NAMES.index(name)
    for seat, row in enumerate(options.stats or ()):
        if row is not None:
            s.wished_stats[seat] = row


def lying_at(s: State, place: int) -> list[int]:
    """The cards that lie there, by number. For texts and positions, not for compiled rules."""
    cards: list[int] = np.flatnonzero(s.places == place).tolist()
    return cards
