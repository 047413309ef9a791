"""What the player sees, as numbers in [-1, 1]. Enemies of a track are listed from the front."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.cards import N_SUITED, is_joker, rank_of, suit_of
from dicedeck.envs.core.dtypes import Floats
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import (
    FULL_HP,
    KING,
    N_DECK,
    N_FACES,
    N_PENS,
    N_PHASES,
    N_SEGMENTS,
    N_TRACKS,
    NONE,
    PEN_SIZE,
    TRACK_SIZE,
    WINDOWS,
    Phase,
)
from dicedeck.envs.defence_dice.characters import MOST_DICE, N_CHARACTERS
from dicedeck.envs.defence_dice.odds import (
    can_capture,
    can_use_up,
    first_of_top,
    joker_chance,
    missing_hp,
    prize,
)
from dicedeck.envs.defence_dice.rules.deck import reveals_due
from dicedeck.envs.defence_dice.rules.dice import count
from dicedeck.envs.defence_dice.rules.field import dice_on_enemies, front_of, is_king, king_of, queen_of
from dicedeck.envs.defence_dice.rules.skills import is_ready
from dicedeck.envs.defence_dice.rules.turn import dice_on_skills
from dicedeck.envs.defence_dice.skill_tables import CHOICES, MOST_SLOTS, N_SKILLS
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State

MUCH_XP = 10
WINDOW_OF = np.full(N_PHASES, NONE, np.int32)
"""For each phase which of WINDOWS it belongs to."""
for _k, _window in enumerate(WINDOWS):
    WINDOW_OF[_window] = _k
WINDOW_OF[Phase.PLACING] = WINDOW_OF[Phase.DESIGN]
WINDOW_OF[Phase.TAKE] = WINDOW_OF[Phase.CLEANUP]
PRIZES = 4.0


class Observation:
    """One player sees all but the order of the deck."""

    phase: Annotated[Floats, N_PHASES]  # 1 at the phase
    window: Annotated[Floats, len(WINDOWS)]  # 1 at its window: design, placed, before_attack, cleanup
    character: Annotated[Floats, N_CHARACTERS]  # 1 at the character
    king_laid: float  # 1 with the option king="laid"

    rolled: Annotated[Floats, N_FACES]  # unplaced dice that show 1 .. 6, / 6
    chosen: Annotated[Floats, N_FACES]  # dice of the placement being put together, / 6
    unplaced: float  # dice / 12
    back: float  # dice to roll next / 12
    spent: float  # dice / 12
    on_enemies: float  # dice / 12
    on_skills: float  # dice / 12
    xp: float  # / 10

    deck_count: float  # cards / 54
    segments: Annotated[Floats, N_SEGMENTS]  # cards of C, B, A and reshuffled / 54
    deck: Annotated[Floats, N_SUITED]  # 1 for each card that may be the next one, 1/2 for others in the deck
    overkill: Annotated[Floats, N_SUITED]  # 1 for each card of the overkill pile
    next_suit: Annotated[Floats, N_TRACKS]  # chance of each suit at the next reveal
    next_joker: float  # chance of a joker at the next reveal
    top_seen: float  # 1 when the player knows the top card
    due: float  # cards that the next step reveals / 3
    barricade: float  # cards held back / 3
    frost: float  # 1 when it reveals none
    jokers_out: float  # / 2

    rank: Annotated[Floats, N_TRACKS, TRACK_SIZE]  # of each enemy / 13
    hp_left: Annotated[Floats, N_TRACKS, TRACK_SIZE]  # HP less damage / 13, below 0 an overkill; a king's numbers / 5
    prize: Annotated[Floats, N_TRACKS, TRACK_SIZE]  # as a prisoner: 0 fits no pen, else 1 and the XP it brings, / 4
    target: Annotated[Floats, N_TRACKS, TRACK_SIZE]  # 1 at the enemy that a placement or a skill aims at
    room: Annotated[Floats, N_TRACKS]  # cards until the eighth / 8
    front: Annotated[Floats, N_TRACKS]  # HP left of the front enemy / 13
    capture: Annotated[Floats, N_TRACKS]  # 1 when unplaced and chosen dice can use up its HP exactly
    use_up: Annotated[Floats, N_TRACKS]  # 1 when they can use it up, exactly or not
    king: Annotated[Floats, N_TRACKS]  # 1 when the king is there and alone, 1/2 when escorted
    king_numbers: Annotated[Floats, N_TRACKS, N_FACES]  # 1 for a die, -1 for a mark that shows the number on the king
    queen_numbers: Annotated[Floats, N_TRACKS, N_FACES]  # likewise on the queen
    missing: float  # HP left of the target when the chosen dice lie there / 13

    owned: Annotated[Floats, N_SKILLS]  # 1 for each skill bought
    ready: Annotated[Floats, N_SKILLS]  # 1 when its dice are complete
    slots: Annotated[Floats, N_SKILLS, MOST_SLOTS]  # the dice on it / 6, highest first
    target_skill: Annotated[Floats, N_SKILLS]  # 1 at the skill that gets the placement
    active: Annotated[Floats, N_SKILLS]  # 1 at the skill that is carried out or gives a die back
    picked_track: Annotated[Floats, N_TRACKS]  # 1 at the first choice
    picked_die: Annotated[Floats, N_FACES]  # 1 at the first choice
    cookie_tried: float  # 1 when a skill of chance has failed this round
    taking: float  # 1 when dice are being taken back from skills

    pen_rank: Annotated[Floats, N_PENS, PEN_SIZE]  # of each prisoner / 13
    pen_suit: Annotated[Floats, N_PENS, PEN_SIZE, N_TRACKS]  # 1 at its suit
    prisoner: Annotated[Floats, N_SUITED]  # 1 for each captured card to be placed, 1/2 for those after the next
    joker_attack: float  # 1 when a joker's Attack is going on


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    """Write what the player sees into a zeroed observation."""
    observe_phase(s, obs)
    observe_dice(s, obs)
    observe_deck(s, obs)
    for suit in range(N_TRACKS):
        observe_track(s, suit, obs)
        observe_numbers(s, suit, obs)
    for skill in range(N_SKILLS):
        if s.owned[skill]:
            observe_skill(s, skill, obs)
    observe_choice(s, obs)
    observe_pens(s, obs)


@rule
def observe_phase(s: State, obs: Observation) -> None:
    obs.phase[s.phase] = 1
    inside = s.phase == Phase.AIM or s.phase == Phase.SCOUT
    window = WINDOW_OF[s.window if inside else s.phase]
    if window != NONE:
        obs.window[window] = 1
    obs.character[s.character] = 1
    obs.king_laid = s.king_laid
    obs.cookie_tried = s.cookie_tried
    obs.taking = s.taking
    obs.joker_attack = s.joker_attack


@rule
def observe_dice(s: State, obs: Observation) -> None:
    for face in range(N_FACES):
        obs.rolled[face] = share(s.rolled[face], 6)
        obs.chosen[face] = share(s.chosen[face], 6)
    obs.unplaced = share(count(s.rolled), MOST_DICE)
    obs.back = share(s.back, MOST_DICE)
    obs.spent = share(s.spent, MOST_DICE)
    obs.on_enemies = share(dice_on_enemies(s), MOST_DICE)
    obs.on_skills = share(dice_on_skills(s), MOST_DICE)
    obs.xp = share(s.xp, MUCH_XP)


@rule
def share(n: int, most: int) -> float:
    """n / most, at most 1."""
    return min(n / most, 1.0)


@rule
def observe_deck(s: State, obs: Observation) -> None:
    """The cards as a set, and the odds of the next reveal."""
    obs.deck_count = s.deck_count / N_DECK
    for k in range(N_SEGMENTS):
        obs.segments[k] = s.segments[k] / N_DECK
    observe_next(s, obs)
    for k in range(s.overkill_count):
        obs.overkill[s.overkill[k]] = 1
    obs.top_seen = s.known_top
    obs.due = share(reveals_due(s), 3)
    obs.barricade = share(s.barricade, 3)
    obs.frost = s.frost
    obs.jokers_out = s.jokers_out / 2


@rule
def observe_next(s: State, obs: Observation) -> None:
    """The cards of the deck, and the odds of the next one."""
    first = first_of_top(s)
    for k in range(first):
        if not is_joker(s.deck[k]):
            obs.deck[s.deck[k]] = 0.5
    suited = 0
    for k in range(first, s.deck_count):
        card = s.deck[k]
        if not is_joker(card):
            suited += 1
            obs.deck[card] = 1
            obs.next_suit[suit_of(card)] += 1
    obs.next_joker = joker_chance(s, first, s.deck_count - first - suited)
    for suit in range(N_TRACKS):
        if suited > 0:
            obs.next_suit[suit] *= (1 - obs.next_joker) / suited


@rule
def observe_track(s: State, suit: int, obs: Observation) -> None:
    n = s.track_count[suit]
    obs.room[suit] = (TRACK_SIZE + 1 - n) / (TRACK_SIZE + 1)
    for k in range(n):
        card = s.tracks[suit, n - 1 - k]
        obs.rank[suit, k] = rank_of(card) / KING
        if is_king(card):
            obs.hp_left[suit, k] = s.hp_left[card] / 5
            obs.king[suit] = 1.0 if n == 1 else 0.5
        else:
            obs.hp_left[suit, k] = max(s.hp_left[card] / KING, -1)
            obs.prize[suit, k] = (1 + prize(s, card)) / PRIZES
        obs.target[suit, k] = card == s.target_card
    front = front_of(s, suit)
    if front != NONE:
        obs.front[suit] = s.hp_left[front] / KING
        if s.target_card == NONE or s.target_card == front:
            obs.capture[suit] = can_capture(s, front)
            obs.use_up[suit] = can_use_up(s, front)


@rule
def observe_numbers(s: State, suit: int, obs: Observation) -> None:
    """The numbers on king and queen, which decide what may still be laid."""
    king = king_of(suit)
    if s.hp_left[king] < FULL_HP[king]:
        for face in range(N_FACES):
            obs.king_numbers[suit, face] = int(s.dice[king, face] > 0) - int(s.marks[king, face] > 0)
    queen = queen_of(suit)
    if s.hp_left[queen] < FULL_HP[queen]:
        for face in range(N_FACES):
            obs.queen_numbers[suit, face] = int(s.dice[queen, face] > 0) - int(s.marks[queen, face] > 0)


@rule
def observe_skill(s: State, skill: int, obs: Observation) -> None:
    obs.owned[skill] = 1
    obs.ready[skill] = is_ready(s, skill)
    slot = 0
    for face in range(N_FACES - 1, -1, -1):
        for _ in range(s.slots[skill, face]):
            obs.slots[skill, slot] = (face + 1) / N_FACES
            slot += 1


@rule
def observe_choice(s: State, obs: Observation) -> None:
    """The decision half made."""
    if s.target_card != NONE:
        obs.missing = max(missing_hp(s, s.target_card) / KING, -1)
    if s.target_skill != NONE:
        obs.target_skill[s.target_skill] = 1
    if s.active == NONE:
        return
    obs.active[s.active] = 1
    if s.pick == NONE:
        return
    kind = CHOICES[s.active, 0]
    if kind == Choice.TRACK:
        obs.picked_track[s.pick] = 1
    elif kind == Choice.DIE:
        obs.picked_die[s.pick] = 1
    else:
        for k in range(s.track_count[suit_of(s.pick)]):
            if s.tracks[suit_of(s.pick), k] == s.pick:
                obs.target[suit_of(s.pick), s.track_count[suit_of(s.pick)] - 1 - k] = 1


@rule
def observe_pens(s: State, obs: Observation) -> None:
    for pen in range(N_PENS):
        for k in range(s.pen_count[pen]):
            obs.pen_rank[pen, k] = rank_of(s.pens[pen, k]) / KING
            obs.pen_suit[pen, k, suit_of(s.pens[pen, k])] = 1
    for k in range(s.prisoner_count):
        obs.prisoner[s.prisoners[k]] = 1.0 if k == 0 else 0.5
