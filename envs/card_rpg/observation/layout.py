"""The numbers that tell what a player sees. PCs are counted from the observer on, foes by their places."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.card_rpg.cards import (
    MOST_FOES,
    MOST_PCS,
    N_ACTIONS_KINDS,
    N_CHARACTERS,
    N_FIGURES,
    N_ITEMS,
    N_KINDS,
    N_ROWS,
    N_SITUATIONS,
    N_STATUSES,
    N_VALUES,
    N_WEAPONS,
)
from dicedeck.envs.card_rpg.options import CHOICE_NAMES, N_PHASES
from dicedeck.envs.core.dtypes import Floats

N_CHOICES = len(CHOICE_NAMES)
N_ROW_FACTS = 12


class Observation:
    """All in [-1, 1]; counts and values beyond their scale are cut off."""

    is_master: float  # 1 for the game master
    to_move: float  # 1 when the observer decides now
    mover: Annotated[Floats, MOST_PCS + 1]  # 1 at the seat that decides; the last one is the other side
    phase: Annotated[Floats, N_PHASES]  # 1 at the phase
    choice: Annotated[Floats, N_CHOICES]  # 1 at what is chosen
    options: Annotated[Floats, 4]  # game master, PCs / 5, adventures left / 20, rivals / 5

    hand: Annotated[Floats, N_KINDS]  # own cards of each kind / 12
    personal: Annotated[Floats, 2]  # own personal weapons in hand: level / 5
    shown: Annotated[Floats, N_KINDS]  # cards known to be in other PCs' hands / 12
    master_shown: Annotated[Floats, N_KINDS]  # likewise in the other side's hand
    discards: Annotated[Floats, N_KINDS]  # cards of each kind / 12
    unseen: Annotated[Floats, N_KINDS]  # cards of each kind that may be in the pile / 12
    pile: float  # cards / 89

    values: Annotated[Floats, N_FIGURES, N_VALUES]  # with rows and statuses / 16
    level: Annotated[Floats, N_FIGURES]  # / 10
    here: Annotated[Floats, N_FIGURES]  # 1 for each figure that stands
    wounded: Annotated[Floats, N_FIGURES]  # 1
    disabled: Annotated[Floats, N_FIGURES]  # 1
    dead: Annotated[Floats, MOST_PCS]  # 1
    hidden: Annotated[Floats, N_FIGURES]  # 1
    statuses: Annotated[Floats, N_FIGURES, N_STATUSES]  # 1 at each bad status
    ability: Annotated[Floats, MOST_PCS, N_CHARACTERS]  # 1 at the ability, -1 where it is spent
    cards: Annotated[Floats, MOST_PCS + 1]  # hands / 10; the last one the other side's
    rank: Annotated[Floats, MOST_FOES]  # 0.5 mid-boss, 1 boss
    rival: Annotated[Floats, MOST_FOES]  # 1 with PC data
    acted: Annotated[Floats, MOST_FOES]  # 1 after the own action
    shielding: Annotated[Floats, MOST_FOES]  # 1: takes the next damage of another
    own_action: Annotated[Floats, MOST_FOES, 8]  # physical, magic, modifier, damage, status, all, unguardable, other

    rows: Annotated[Floats, N_FIGURES, N_ROWS, N_ROW_FACTS]  # size, used, modifier, kind of use and what it is for
    own_rows: Annotated[Floats, N_ROWS, N_KINDS]  # 1 at the first card's kind
    own_rates: Annotated[Floats, N_ROWS, 5]  # as an action now: chance, damage, disables, guards, targets

    situation: Annotated[Floats, N_SITUATIONS]  # 1 at the card in play, where it is known
    face_down: float  # 1 while it lies so
    done: float  # 1 when nothing more can be done with it
    targets: Annotated[Floats, N_ACTIONS_KINDS]  # number for each kind of action / 12
    stakes: Annotated[Floats, 6]  # depth of success and failure, cards, damage, status, fight of failure
    passed: Annotated[Floats, MOST_PCS]  # 1 for each PC that has passed
    attempted: float  # 1 when this turn's player has tried
    attacked: float  # 1 when this turn's player has attacked

    dungeon: float  # 1 there, 0 in town
    depth: float  # still to go / 5
    leads: float  # successes in town still needed / 5
    fight: float  # 1
    final: float  # 1
    round_number: float  # / 60
    succeeded: float  # / 20
    turn: Annotated[Floats, MOST_PCS + 1]  # 1 at whose turn it is; the last one is the other side
    next_turn: Annotated[Floats, MOST_PCS]  # 1 at the first PC of a round

    subject: Annotated[Floats, N_FIGURES]  # 1 at the figure that the decision is about
    allowed: Annotated[Floats, N_FIGURES]  # 1 at each that may be chosen
    actor: Annotated[Floats, N_FIGURES]  # 1 at the one who acts
    action_kind: Annotated[Floats, N_ACTIONS_KINDS]  # 1 at the kind of the action in hand
    action_use: Annotated[Floats, 5]  # 1 at its use
    action_facts: Annotated[Floats, 6]  # modifier, bonus, unguardable, critical, steered, goal
    dice: float  # total / 12
    rolled: float  # times / 2
    aimed: Annotated[Floats, N_FIGURES]  # 1 at each target
    hits: Annotated[Floats, N_FIGURES]  # 1 at each that the roll hits
    odds: Annotated[Floats, N_FIGURES]  # chance of a new roll against each target
    damage_to: Annotated[Floats, N_FIGURES]  # 1 at the one to be damaged
    damage_by: Annotated[Floats, N_FIGURES]  # 1 at the one who damages
    damage_flags: Annotated[Floats, 4]  # unguardable, answer, redirected, attack
    held_item: Annotated[Floats, N_ITEMS]  # 1 at the item in hand
    trade: Annotated[Floats, 2, N_KINDS]  # for the traders: 1 at the card offered, at the card asked for

    experience: float  # own / 100
    to_spend: float  # ... not spent on personal weapons / 100
    built: Annotated[Floats, 2, N_WEAPONS]  # own personal weapons: level / 5
    raised: Annotated[Floats, N_VALUES]  # 1 at the value raised last time
