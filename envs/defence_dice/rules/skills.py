"""Skills: when they may be activated, what may be chosen, and what then happens (DEF-20, DEF-27 to DEF-30)."""

from __future__ import annotations

from dicedeck.envs.core.cards import suit_of
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.rng import DICE, roll_die
from dicedeck.envs.defence_dice.cards import N_FACES, N_TRACKS, NONE, Phase
from dicedeck.envs.defence_dice.rules.deck import put_at_bottom, reveals_due, take_top
from dicedeck.envs.defence_dice.rules.dice import count, highest, roll_again
from dicedeck.envs.defence_dice.rules.field import can_mark, front_of, is_escorted, is_king, mark
from dicedeck.envs.defence_dice.skill_tables import (
    AMOUNT,
    AREA,
    CHANCE,
    CHOICES,
    COST,
    DEPTH,
    FOR_CHARACTER,
    MOST_EFFECTS,
    N_CHOICES,
    N_SKILLS,
    NUMBER,
    SLOTS,
    VERB,
)
from dicedeck.envs.defence_dice.skills import CHOSEN, POWER, Area, Choice, Verb
from dicedeck.envs.defence_dice.state import State

# ---------------------------------------------------------------- when


@rule
def can_buy(s: State, skill: int) -> bool:
    """Own and common skills, each once (DEF-25)."""
    return bool(FOR_CHARACTER[s.character, skill] and not s.owned[skill] and s.xp >= COST[skill])


@rule
def power_of(s: State, skill: int) -> int:
    """The highest die in the slots (DEF-28)."""
    return highest(s.slots[skill])


@rule
def is_ready(s: State, skill: int) -> bool:
    """All slots are filled, which dice can only be that meet the condition; no failure this round (DEF-27, DEF-30)."""
    if not s.owned[skill] or (CHANCE[skill] and s.cookie_tried):
        return False
    return bool(count(s.slots[skill]) == SLOTS[skill])


@rule
def can_activate(s: State, skill: int) -> bool:
    """The skill is ready, and something would change."""
    if not is_ready(s, skill):
        return False
    kind = CHOICES[skill, 0]
    if kind == Choice.NOTHING:
        return changes(s, skill, NONE, NONE)
    if kind == Choice.LOOK:
        return bool(s.deck_count > 0)
    if kind == Choice.ENEMY or kind == Choice.FRONT:
        return has_target(s, skill)
    for option in range(N_FACES):
        if may_choose(s, skill, NONE, option):
            return True
    return False


@rule
def has_target(s: State, skill: int) -> bool:
    for suit in range(N_TRACKS):
        for column in range(s.track_count[suit]):
            if may_choose(s, skill, NONE, s.tracks[suit, column]):
                return True
    return False


@rule
def can_activate_any(s: State) -> bool:
    for skill in range(N_SKILLS):
        if can_activate(s, skill):
            return True
    return False


# ---------------------------------------------------------------- what may be chosen


@rule
def may_choose(s: State, skill: int, pick: int, option: int) -> bool:
    """The option is a choice of its kind after ``pick`` (NONE: the first), and the skill can then change something.

    Options are enemies on the field, tracks, or faces.
    """
    if pick != NONE:
        return is_candidate(s, skill, 1, pick, option) and changes(s, skill, pick, option)
    if not is_candidate(s, skill, 0, NONE, option):
        return False
    if N_CHOICES[skill] == 1:
        return changes(s, skill, option, NONE)
    for second in range(N_FACES):
        if is_candidate(s, skill, 1, option, second) and changes(s, skill, option, second):
            return True
    return False


@rule
def is_candidate(s: State, skill: int, stage: int, pick: int, option: int) -> bool:
    kind = CHOICES[skill, stage]
    if kind == Choice.ENEMY:
        return bool(s.hp_left[option] > 0 and not is_escorted(s, option))
    if kind == Choice.FRONT:
        return bool(front_of(s, suit_of(option)) == option and not is_escorted(s, option))
    if kind == Choice.TRACK:
        return bool(option < N_TRACKS and option != pick and front_of(s, option) != NONE)
    if kind == Choice.NUMBER:
        return option < power_of(s, skill)
    if kind == Choice.DIE:
        return bool(s.rolled[option] > 0)
    return option != pick


@rule
def changes(s: State, skill: int, first: int, second: int) -> bool:
    """Whether any effect changes something, given all choices."""
    for k in range(MOST_EFFECTS):
        if effect_changes(s, skill, k, first, second):
            return True
    return False


@rule
def effect_changes(s: State, skill: int, k: int, first: int, second: int) -> bool:
    verb = VERB[skill, k]
    if verb == Verb.HIT:
        return strike(s, skill, k, first, second, False) > 0
    if verb == Verb.CAPTURE:
        return bool(not is_king(first))
    if verb == Verb.RECOVER:
        return bool(s.spent > 0)
    if verb == Verb.HOLD or verb == Verb.FREEZE:
        return reveals_due(s) > 0
    if verb == Verb.REROLL:
        return count(s.rolled) > 0
    return bool(verb != Verb.NOTHING)


# ---------------------------------------------------------------- what happens


@rule
def activate(s: State, skill: int) -> None:
    """Use a skill: at once, or after its choices. A failed chance leaves its dice where they are (DEF-30)."""
    if CHANCE[skill] and roll_die(s.rng[DICE]) > power_of(s, skill):
        s.cookie_tried = True
    elif CHOICES[skill, 0] == Choice.NOTHING:
        carry_out(s, skill, NONE, NONE)
    else:
        s.active = skill
        s.window = s.phase
        s.phase = Phase.AIM
        if CHOICES[skill, 0] == Choice.LOOK:
            s.phase = Phase.SCOUT
            s.known_top = True


@rule
def choose_for_skill(s: State, option: int) -> None:
    """One choice; after the last one the skill is carried out, and its window goes on."""
    if s.pick == NONE and N_CHOICES[s.active] == 2:
        s.pick = option
        return
    if s.pick == NONE:
        carry_out(s, s.active, option, NONE)
    else:
        carry_out(s, s.active, s.pick, option)
    s.phase = s.window
    s.window = Phase.DESIGN
    s.active = NONE
    s.pick = NONE


@rule
def carry_out(s: State, skill: int, first: int, second: int) -> None:
    """All effects, then the skill's dice are spent: it cannot recover its own."""
    for k in range(MOST_EFFECTS):
        carry_out_effect(s, skill, k, first, second)
    s.spent += count(s.slots[skill])
    s.slots[skill, :] = 0


@rule
def carry_out_effect(s: State, skill: int, k: int, first: int, second: int) -> None:
    verb = VERB[skill, k]
    if verb == Verb.HIT:
        strike(s, skill, k, first, second, True)
    elif verb == Verb.CAPTURE:
        execute(s, first)
    elif verb == Verb.RECOVER:
        recover(s, AMOUNT[skill, k])
    elif verb == Verb.HOLD:
        s.barricade += AMOUNT[skill, k]
    elif verb == Verb.FREEZE:
        s.frost = True
    elif verb == Verb.REROLL:
        roll_again(s)
    elif verb == Verb.TURN:
        s.rolled[first] -= 1
        s.rolled[second] += 1
    elif verb == Verb.BURY:
        bury(s, first)


@rule
def recover(s: State, most: int) -> None:
    """Spent dice come back for the next Roll (DEF-26)."""
    n = min(most, int(s.spent))
    s.spent -= n
    s.back += n


@rule
def execute(s: State, card: int) -> None:
    """A mark of exactly the missing HP that shows no number."""
    s.executed[card] += s.hp_left[card]
    s.hp_left[card] = 0


@rule
def bury(s: State, below: int) -> None:
    """Scout's card goes to the bottom, or stays on top, where the player knows it."""
    if below:
        put_at_bottom(s, take_top(s))


@rule
def strike(s: State, skill: int, k: int, first: int, second: int, for_real: bool) -> int:
    """Hit everybody whom the effect reaches, one after another (DEF-20, DEF-29). Returns how many marks are laid.

    Not ``for_real`` nothing is marked; the number is then 0 exactly when it would be.
    """
    area = AREA[skill, k]
    face = face_of(s, skill, k, second)
    if area == Area.TARGET:
        return hit(s, first, face, for_real)
    marks = 0
    for suit in range(N_TRACKS):
        if area == Area.EVERY or suit == first or (area == Area.BOTH and suit == second):
            marks += strike_track(s, suit, DEPTH[skill, k], face, for_real)
    return marks


@rule
def strike_track(s: State, suit: int, depth: int, face: int, for_real: bool) -> int:
    """Hit the ``depth`` frontmost enemies that have HP left, front first."""
    marks = 0
    reached = 0
    for column in range(s.track_count[suit] - 1, -1, -1):
        card = s.tracks[suit, column]
        if s.hp_left[card] > 0 and reached < depth:
            reached += 1
            marks += hit(s, card, face, for_real)
    return marks


@rule
def hit(s: State, card: int, face: int, for_real: bool) -> int:
    if not can_mark(s, card, face):
        return 0
    if for_real:
        mark(s, card, face)
    return 1


@rule
def face_of(s: State, skill: int, k: int, second: int) -> int:
    """The face of the marks: the skill's power, the chosen number, or a fixed one."""
    if NUMBER[skill, k] == POWER:
        return power_of(s, skill) - 1
    if NUMBER[skill, k] == CHOSEN:
        return second
    return int(NUMBER[skill, k] - 1)
