"""The round: Roll, Design, Enemies appear, Attack, Clean-up (DEF-5 to DEF-10), and what the game pays (DEF-33)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.actions import (
    A_ACTIVATE,
    A_BUY,
    A_CONFIRM,
    A_DIE,
    A_FINISH,
    A_KEEP,
    A_NUMBER,
    A_PASS,
    A_PEN,
    A_RECOVER,
    A_RELEASE,
    A_RETRIEVE,
    A_SKILL,
    A_TAKE,
    A_TARGET,
    A_TRACK,
)
from dicedeck.envs.defence_dice.cards import MAX_STEPS, N_DECK, N_FACES, N_TRACKS, NONE, Ending, Phase
from dicedeck.envs.defence_dice.characters import RECOVERED
from dicedeck.envs.defence_dice.rules.combat import Next, attack, end_game, enemies_appear, phase_up
from dicedeck.envs.defence_dice.rules.dice import count, roll_dice
from dicedeck.envs.defence_dice.rules.field import dice_on_enemies, lay_dice, retrieve
from dicedeck.envs.defence_dice.rules.placing import can_place_any
from dicedeck.envs.defence_dice.rules.prisoners import next_prisoner, put_in_pen
from dicedeck.envs.defence_dice.rules.skills import (
    activate,
    can_activate_any,
    can_buy,
    choose_for_skill,
    recover,
)
from dicedeck.envs.defence_dice.skill_tables import COST, N_SKILLS
from dicedeck.envs.defence_dice.state import State

PROGRESS = 6 / 1024
"""Shaping: for each card that has left deck and overkill pile ..."""
CROWD = 2 / 1024
"""... less this for the square of each track's length."""


@rule
def step(s: State, action: int) -> None:
    """One decision, then all that follows from it without one, in the order of the round."""
    before = potential(s)
    following = decide(s, action)
    if following == Next.ENEMIES:
        following = enemies_appear(s)
    if following == Next.REPEAT:
        following = design_again(s)
    if following == Next.ATTACK:
        following = attack(s)
    if following == Next.PRISONERS:
        following = place_prisoners(s)
    if following == Next.CLEANUP:
        following = clean_up(s)
    if following == Next.ROLL:
        begin_round(s)
    pay(s, before)


@rule
def decide(s: State, action: int) -> int:
    """Carry out the player's decision."""
    if s.phase == Phase.PLACING:
        return place(s, action)
    if s.phase == Phase.PRISONER:
        return settle_prisoner(s, action)
    if s.phase == Phase.TAKE:
        take_die(s, action - A_DIE)
    elif s.phase == Phase.AIM or s.phase == Phase.SCOUT:
        choose_for_skill(s, option_of(action))
    elif action in (A_PASS, A_FINISH):
        return close_window(s)
    else:
        act_in_window(s, action)
    return check_loss(s)


# ---------------------------------------------------------------- Design and windows


@rule
def act_in_window(s: State, action: int) -> None:
    """What may be done as often as wanted, or the begin of a placement (DEF-6, DEF-6a, DEF-10)."""
    if action < A_SKILL:
        begin_placement(s, action - A_TARGET, NONE)
    elif action < A_DIE:
        begin_placement(s, NONE, action - A_SKILL)
    elif action < A_TRACK:
        activate(s, action - A_ACTIVATE)
    elif action < A_RECOVER:
        buy(s, action - A_BUY)
    elif action == A_RECOVER:
        s.xp -= 1
        recover(s, RECOVERED[s.character])
    elif action == A_RETRIEVE:
        s.xp -= 1
        retrieve(s)
    else:
        s.taking = True
        s.active = action - A_TAKE
        s.phase = Phase.TAKE


@rule
def option_of(action: int) -> int:
    """The card, face or track that an action chooses for a skill; for Scout 1 means the bottom."""
    if action < A_SKILL:
        return action - A_TARGET
    if action < A_CONFIRM:
        return action - A_DIE
    if action < A_NUMBER:
        return action - A_TRACK
    if action < A_BUY:
        return action - A_NUMBER
    return action - A_KEEP


@rule
def begin_placement(s: State, card: int, skill: int) -> None:
    s.target_card = card
    s.target_skill = skill
    s.phase = Phase.PLACING


@rule
def place(s: State, action: int) -> int:
    """Add a die, or confirm; then the window after the placement, if some skill can be activated (DEF-6a)."""
    if action != A_CONFIRM:
        s.rolled[action - A_DIE] -= 1
        s.chosen[action - A_DIE] += 1
        return Next.CHOICE
    if s.target_card != NONE:
        lay_dice(s, s.target_card)
    else:
        for face in range(N_FACES):
            s.slots[s.target_skill, face] += s.chosen[face]
            s.chosen[face] = 0
    s.target_card = NONE
    s.target_skill = NONE
    s.phase = Phase.PLACED
    return Next.CHOICE if can_activate_any(s) else Next.ENEMIES


@rule
def buy(s: State, skill: int) -> None:
    """Each skill at most once (DEF-25)."""
    s.xp -= COST[skill]
    s.owned[skill] = 1


@rule
def close_window(s: State) -> int:
    """``pass`` and ``finish``: the round goes on from where the window was."""
    if s.phase == Phase.CLEANUP:
        return Next.ROLL
    if s.phase != Phase.BEFORE_ATTACK:
        return Next.ENEMIES
    if can_place_any(s):
        s.phase = Phase.DESIGN
        return Next.CHOICE
    return Next.ATTACK


@rule
def design_again(s: State) -> int:
    """While a die is left that could be placed, Design; else the window before Attack, if it opens (DEF-6a, DEF-8)."""
    if can_place_any(s):
        s.phase = Phase.DESIGN
        return Next.CHOICE
    if can_activate_any(s):
        s.phase = Phase.BEFORE_ATTACK
        return Next.CHOICE
    return Next.ATTACK


# ---------------------------------------------------------------- after Attack


@rule
def place_prisoners(s: State) -> int:
    """The player places them one after another (DEF-23); then a joker's Attack is finished (DEF-22)."""
    if s.prisoner_count > 0:
        s.phase = Phase.PRISONER
        return Next.CHOICE
    return phase_up(s) if s.joker_attack else Next.CLEANUP


@rule
def settle_prisoner(s: State, action: int) -> int:
    if action == A_RELEASE:
        next_prisoner(s)
    else:
        put_in_pen(s, action - A_PEN)
    return Next.PRISONERS


@rule
def clean_up(s: State) -> int:
    """Skipped when nothing can be bought, recovered or activated and there are dice to roll (DEF-10)."""
    s.phase = Phase.CLEANUP
    s.taking = False
    if s.back > 0 and not can_spend(s) and not can_activate_any(s):
        return Next.ROLL
    return check_loss(s)


@rule
def can_recover(s: State) -> bool:
    """1 XP, and at least one spent die (DEF-26)."""
    return bool(s.xp > 0 and s.spent > 0)


@rule
def can_spend(s: State) -> bool:
    """Whether XP can recover dice or buy a skill."""
    if can_recover(s):
        return True
    for skill in range(N_SKILLS):
        if can_buy(s, skill):
            return True
    return False


@rule
def take_die(s: State, face: int) -> None:
    """A die comes back from a skill (DEF-10)."""
    s.slots[s.active, face] -= 1
    s.back += 1
    s.active = NONE
    s.phase = Phase.CLEANUP


@rule
def dice_on_skills(s: State) -> int:
    n = 0
    for skill in range(N_SKILLS):
        if s.owned[skill]:
            n += count(s.slots[skill])
    return n


@rule
def can_retrieve(s: State) -> bool:
    """Only with no die to roll and none on a skill (DEF-10)."""
    return bool(s.back == 0 and s.xp > 0 and dice_on_skills(s) == 0 and dice_on_enemies(s) > 0)


@rule
def is_out_of_dice(s: State) -> bool:
    """No die to roll, none on a skill, and no XP that could bring one (DEF-10)."""
    return s.back == 0 and dice_on_skills(s) == 0 and not can_recover(s) and not can_retrieve(s)


@rule
def check_loss(s: State) -> int:
    """In Clean-up the game is lost as soon as no die can be had (DEF-10, DEF-32)."""
    if s.phase == Phase.CLEANUP and is_out_of_dice(s):
        return end_game(s, Ending.NO_DICE)
    return Next.CHOICE


@rule
def begin_round(s: State) -> None:
    """Roll all dice that came back or were never placed (DEF-5, DEF-10)."""
    s.rounds += 1
    s.cookie_tried = False
    s.taking = False
    s.phase = Phase.DESIGN
    roll_dice(s, s.back)
    s.back = 0


# ---------------------------------------------------------------- rewards


@rule
def potential(s: State) -> float:
    """The shaping potential, 0 at the start and at the end, so that it changes no game's return (DEF-33)."""
    if not s.shaped or s.phase == Phase.OVER:
        return 0.0
    value = PROGRESS * (N_DECK - s.deck_count - s.overkill_count)
    for suit in range(N_TRACKS):
        value -= CROWD * s.track_count[suit] * s.track_count[suit]
    return value


@rule
def pay(s: State, before: float) -> None:
    """+1 won, -1 lost or broken off by the cap (DEF-33)."""
    if not s.terminated and s.step_count >= MAX_STEPS:
        s.phase = Phase.OVER
        s.ending = Ending.CAP
        s.truncated = True
    outcome = 0.0
    if s.phase == Phase.OVER:
        outcome = 1.0 if s.ending == Ending.KING or s.ending == Ending.DECK else -1.0
    s.rewards[0] = outcome + potential(s) - before
