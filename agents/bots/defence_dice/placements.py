"""The best dice for each front enemy and each skill, by what they would do."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.defence_dice.skill_use import best_use, worth_of_fall
from dicedeck.agents.bots.defence_dice.taste import WIN, Taste
from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.cards import N_SUITED
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import HIGH_RUN, LOW_RUN, N_FACES, N_TRACKS, NONE, Phase
from dicedeck.envs.defence_dice.rules.dice import code_of, count, faces_of, highest, lowest, pips
from dicedeck.envs.defence_dice.rules.field import front_of, is_barred, is_escorted, is_king, is_queen, numbers_on
from dicedeck.envs.defence_dice.skill_tables import CODE_OF_FACE, FITS, N_SKILLS, SLOTS
from dicedeck.envs.defence_dice.state import State

@rule
def best_placement(s: State, scratch: Array, taste: Taste, best: Ints) -> tuple[float, int]:
    """Score and target (a card, or N_SUITED + skill; NONE) of the best placement, its dice in ``best``.

    Once a target is chosen only its placements count, and those that hold the dice chosen so far.
    """
    dice = np.zeros(N_FACES, np.int32)
    best_score = -1e9
    target = NONE
    for suit in range(N_TRACKS):
        card = front_of(s, suit)
        if card == NONE or (s.phase == Phase.PLACING and s.target_card != card) or is_escorted(s, card):
            continue
        score = best_on_king(s, card, taste, dice) if is_king(card) else best_on_enemy(s, card, taste, dice)
        if score > best_score:
            best_score = score
            target = card
            best[:] = dice
    for skill in range(N_SKILLS):
        if not s.owned[skill] or (s.phase == Phase.PLACING and s.target_skill != skill):
            continue
        score = best_on_skill(s, skill, scratch, taste, dice)
        if score > best_score:
            best_score = score
            target = N_SUITED + skill
            best[:] = dice
    return best_score, target


# ---------------------------------------------------------------- enemies


@rule
def best_on_enemy(s: State, card: int, taste: Taste, best: Ints) -> float:
    """Every handful that wastes no die, counted through like an odometer."""
    suit = card // 13
    hp = s.hp_left[card]
    most = np.zeros(N_FACES, np.int32)
    dice = np.zeros(N_FACES, np.int32)
    handfuls = 1
    for face in range(N_FACES):
        dice[face] = s.chosen[face]
        if not is_barred(s, suit, face):
            most[face] = s.rolled[face]
            if is_queen(card):
                most[face] = min(most[face], 1 - s.chosen[face])
        handfuls *= most[face] + 1
        most[face] += s.chosen[face]
    fronts = np.zeros(N_TRACKS, np.int32)
    behind = fronts_after(s, card, fronts)
    exact = worth_of_fall(s, card, True, taste)
    over = worth_of_fall(s, card, False, taste)
    owned_dice = count(s.rolled) + count(s.chosen)
    lying = count(s.dice[card])
    best_score = -1e9
    for _ in range(handfuls):
        n = count(dice)
        total = pips(dice)
        if n > 0 and total - lowest(dice) < hp:
            score = taste.left * (owned_dice - n)
            if total < hp:
                score += taste.stuck * n + taste.pip * total
                fronts[suit] = hp - total
            else:
                score += (exact if total == hp else over) + taste.die * n
                fronts[suit] = behind
            score += follow_up(s, fronts, dice, taste)
            if score > best_score:
                best_score = score
                best[:] = dice
        face = 0
        while face < N_FACES and dice[face] == most[face]:
            dice[face] = s.chosen[face]
            face += 1
        if face < N_FACES:
            dice[face] += 1
    return best_score


@rule
def fronts_after(s: State, card: int, fronts: Ints) -> int:
    """fronts[suit] = HP left of each front enemy that dice can hit, 0 for none; returns that of the one behind."""
    for suit in range(N_TRACKS):
        front = front_of(s, suit)
        fronts[suit] = 0
        if front != NONE and not is_king(front):
            fronts[suit] = s.hp_left[front]
    suit = card // 13
    passed = False
    for column in range(s.track_count[suit] - 1, -1, -1):
        other = s.tracks[suit, column]
        if passed and s.hp_left[other] > 0:
            return 0 if is_king(other) else int(s.hp_left[other])
        passed = passed or other == card
    return 0


@rule
def follow_up(s: State, fronts: Ints, used: Ints, taste: Taste) -> float:
    """What the dice that are left can do to one front enemy."""
    sums = 1
    total = 0
    for face in range(N_FACES):
        for _ in range(s.rolled[face] + s.chosen[face] - used[face]):
            sums |= sums << (face + 1)
            total += face + 1
    best = 0.0
    for suit in range(N_TRACKS):
        if fronts[suit] > 0:
            if sums >> fronts[suit] & 1:
                return taste.follow
            if total > fronts[suit]:
                best = taste.follow_over
    return best


@rule
def best_on_king(s: State, card: int, taste: Taste, best: Ints) -> float:
    """All dice that fit a run of five; ``at_once`` only when they complete it."""
    lying = numbers_on(s, card)
    shown = faces_of(s.rolled) | faces_of(s.chosen)
    chosen = faces_of(s.chosen)
    best_score = -1e9
    for high in range(2):
        run = HIGH_RUN if high else LOW_RUN
        if (lying | chosen) & ~run != 0:
            continue
        wanted = run & ~lying & shown
        whole = run & ~(lying | shown) == 0
        if wanted == 0 or not (whole or s.king_laid):
            continue
        n = 0
        for face in range(N_FACES):
            n += wanted >> face & 1
        score = WIN if whole else taste.number * n
        if score > best_score:
            best_score = score
            for face in range(N_FACES):
                best[face] = wanted >> face & 1
    return best_score


# ---------------------------------------------------------------- skills


@rule
def best_on_skill(s: State, skill: int, scratch: Array, taste: Taste, best: Ints) -> float:
    """The dice that complete the skill, of each power those with the fewest pips; what its use then brings."""
    best_score = -1e9
    dice = np.zeros(N_FACES, np.int32)
    free = SLOTS[skill] - count(s.slots[skill])
    if free == 0:
        if s.phase == Phase.PLACING:  # cannot be: it would not have been a target
            best[:] = s.chosen
        return best_score
    pool = np.zeros(N_FACES, np.int32)
    for face in range(N_FACES):
        pool[face] = s.rolled[face] + s.chosen[face]
    lying = code_of(s.slots[skill])
    for power in range(1, N_FACES + 1):
        if not cheapest_filling(s, skill, lying, free, power, pool, dice):
            continue
        scratch[0] = s
        filled = scratch[0]
        for face in range(N_FACES):
            filled.rolled[face] = pool[face] - dice[face]
            filled.chosen[face] = 0
            filled.slots[skill, face] += dice[face]
        value, first, second = best_use(filled, skill, NONE, scratch, taste)
        if value > best_score:
            best_score = value
            best[:] = dice
    if best_score == -1e9 and s.phase == Phase.PLACING:
        any_filling(s, skill, best)
        return -100.0
    return best_score


@rule
def any_filling(s: State, skill: int, best: Ints) -> None:
    """The dice chosen so far, or one that fits."""
    best[:] = s.chosen
    if count(s.chosen) > 0:
        return
    lying = code_of(s.slots[skill])
    for face in range(N_FACES):
        if s.rolled[face] > 0 and FITS[skill, lying + CODE_OF_FACE[face]]:
            best[face] = 1
            return


@rule
def cheapest_filling(s: State, skill: int, lying: int, free: int, power: int, pool: Ints, dice: Ints) -> bool:
    """Fill ``dice`` with the fewest pips of the pool, the chosen ones among them, that give the skill this power."""
    least = 99
    trial = np.zeros(N_FACES, np.int32)
    for a in range(N_FACES):
        for b in range(a if free > 1 else N_FACES - 1, N_FACES):
            for c in range(b if free > 2 else N_FACES - 1, N_FACES):
                trial[:] = 0
                trial[a] += 1
                if free > 1:
                    trial[b] += 1
                if free > 2:
                    trial[c] += 1
                if not holds(pool, trial) or not holds(trial, s.chosen):
                    continue
                if max(highest(trial), highest(s.slots[skill])) != power or not FITS[skill, lying + code_of(trial)]:
                    continue
                if pips(trial) < least:
                    least = pips(trial)
                    dice[:] = trial
    return least < 99


@rule
def holds(pool: Ints, dice: Ints) -> bool:
    """Whether the dice are among those of the pool."""
    for face in range(N_FACES):
        if dice[face] > pool[face]:
            return False
    return True
