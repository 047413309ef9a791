"""The record of one game of Defence Dice."""

from __future__ import annotations

from typing import Annotated

from dicedeck.envs.core.cards import N_SUITED
from dicedeck.envs.core.dtypes import Floats, Ints, Record, Words
from dicedeck.envs.defence_dice.cards import (
    MOST_PRISONERS,
    N_DECK,
    N_FACES,
    N_PENS,
    N_SEGMENTS,
    N_TRACKS,
    PEN_SIZE,
    TRACK_SIZE,
    Options,
)
from dicedeck.envs.defence_dice.characters import CHARACTER_NAMES
from dicedeck.envs.defence_dice.skill_tables import N_SKILLS


class State:
    """Dice are counted by face: index n - 1 for those that show n. Lists of cards are padded with NO_CARD."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # always 0
    terminated: bool
    truncated: bool  # by the cap MAX_STEPS only
    step_count: int  # actions so far
    rewards: Annotated[Floats, 1]  # of the last action
    returns: Annotated[Floats, 1]  # of the game

    character: int  # the options
    king_laid: bool
    shaped: bool

    phase: int
    window: int  # the phase that a skill's choices or a take return to
    ending: int
    rounds: int  # 1 in the first round

    deck: Annotated[Ints, N_DECK]  # the last of deck_count cards is the top
    deck_count: int
    segments: Annotated[Ints, N_SEGMENTS]  # cards of each Segment; below them lie known_bottom cards
    known_top: bool  # the player has seen the top card (Scout)
    known_bottom: int  # how many cards at the bottom the player knows (Scout)
    jokers_out: int
    joker_attack: bool  # the Attack going on is a joker's
    barricade: int  # cards that the next Enemies-appear step reveals fewer
    frost: bool  # it reveals none

    tracks: Annotated[Ints, N_TRACKS, TRACK_SIZE]  # of each suit, column 1 first
    track_count: Annotated[Ints, N_TRACKS]
    track_order: Annotated[Ints, N_TRACKS]  # suits in the order of their first cards, NONE where a track is free
    hp_left: Annotated[Ints, N_SUITED]  # HP less damage, 0 or less when used up; for kings numbers still missing
    dice: Annotated[Ints, N_SUITED, N_FACES]  # the player's dice on each enemy
    marks: Annotated[Ints, N_SUITED, N_FACES]  # spare dice that count skill damage
    executed: Annotated[Ints, N_SUITED]  # damage without a number (Execute)

    rolled: Annotated[Ints, N_FACES]  # unplaced dice of this round
    chosen: Annotated[Ints, N_FACES]  # dice of the placement being put together
    back: int  # dice to roll next
    spent: int
    xp: int
    target_card: int  # the enemy or the skill that gets the placement, NONE for the other
    target_skill: int

    owned: Annotated[Ints, N_SKILLS]  # 1 for each skill bought
    slots: Annotated[Ints, N_SKILLS, N_FACES]  # dice that lie on it
    active: int  # the skill that is carried out, or whose die is being taken
    pick: int  # its first choice
    cookie_tried: bool  # a skill of chance has failed this round
    taking: bool  # this clean-up dice are taken back from skills

    pens: Annotated[Ints, N_PENS, PEN_SIZE]
    pen_count: Annotated[Ints, N_PENS]
    prisoners: Annotated[Ints, MOST_PRISONERS]  # captured, to be placed one after another
    prisoner_count: int
    overkill: Annotated[Ints, N_SUITED]  # in the order of their fall
    overkill_count: int


def configure(s: Record, options: Options) -> None:
    """Write the options into an empty record."""
    s.character = CHARACTER_NAMES.index(options.character)
    s.king_laid = options.king == "laid"
    s.shaped = options.reward == "shaped"
