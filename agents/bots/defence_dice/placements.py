"""The best dice for each front enemy and each skill, by what they would do."""

from __future__ import annotations

import numpy as np

from dicedeck.agents.bots.defence_dice.skill_use import best_use, worth_of_fall
from dicedeck.agents.bots.defence_dice.taste import WIN, Taste
from dicedeck.envs.core.cards import N_SUITED, suit_of
from dicedeck.envs.core.dtypes import Array, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.defence_dice.cards import HIGH_RUN, LOW_RUN, N_FACES, N_TRACKS, NONE, Phase
from dicedeck.envs.defence_dice.rules.dice import code_of, count, faces_of, highest, lowest, pips
from dicedeck.envs.defence_dice.rules.field import front_of, is_barred, is_escorted, is_king, is_queen, numbers_on
from dicedeck.envs.defence_dice.skill_tables import CODE_OF_FACE, FITS, N_SKILLS, SLOTS
from dicedeck.envs.defence_dice.state import State


@rule
def list_placements(s: State, scratch: Array, taste: Taste, targets: Ints, dice: Ints, scores: Array) -> int:
    """The best placements, best first, as many as there is room for; returns how many.

    Once a target is chosen only its placements count, and those that hold the dice chosen so far.

    Args:
        targets: int32[room], cards, or N_SUITED + skill.
        dice: int32[room, 6], how many of each face.
        scores: float64[room].
    """
    n = 0
    for suit in range(N_TRACKS):
        card = front_of(s, suit)
        if card == NONE or (s.phase == Phase.PLACING and s.target_card != card) or is_escorted(s, card):
            continue
        if is_king(card):
            n = list_on_king(s, card, taste, targets, dice, scores, n)
        else:
            n = list_on_enemy(s, card, taste, targets, dice, scores, n)
    for skill in range(N_SKILLS):
        if s.owned[skill] and (s.phase != Phase.PLACING or s.target_skill == skill):
            n = list_on_skill(s, skill, scratch, taste, targets, dice, scores, n)
    return n


@rule
def offer(target: int, handful: Ints, score: float, targets: Ints, dice: Ints, scores: Array, n: int) -> int:
    """Put a placement into the list where it belongs; of equal ones the first stays first."""
    if n < len(targets):
        n += 1
    elif score <= scores[n - 1]:
        return n
    k = n - 1
    while k > 0 and scores[k - 1] < score:
        targets[k] = targets[k - 1]
        scores[k] = scores[k - 1]
        dice[k, :] = dice[k - 1, :]
        k -= 1
    targets[k] = target
    scores[k] = score
    dice[k, :] = handful
    return n


# ---------------------------------------------------------------- enemies


@rule
def list_on_enemy(s: State, card: int, taste: Taste, targets: Ints, dice: Ints, scores: Array, n: int) -> int:
    """Every handful that wastes no die, counted through like an odometer."""
    suit = suit_of(card)
    hp = s.hp_left[card]
    most = np.zeros(N_FACES, np.int32)
    handful = np.zeros(N_FACES, np.int32)
    handfuls = most_dice(s, card, most)
    handful[:] = s.chosen
    fronts = np.zeros(N_TRACKS, np.int32)
    behind = fronts_after(s, card, fronts)
    captured = worth_of_fall(s, card, True, taste)
    overkilled = worth_of_fall(s, card, False, taste)
    in_hand = count(s.rolled) + count(s.chosen)
    for _ in range(handfuls):
        laid = count(handful)
        total = pips(handful)
        if laid > 0 and total - lowest(handful) < hp:
            score = taste.left * (in_hand - laid)
            if total < hp:
                score += taste.stuck * laid + taste.pip * total
                fronts[suit] = hp - total
            else:
                score += (captured if total == hp else overkilled) + taste.die * laid
                fronts[suit] = behind
            score += follow_up(s, fronts, handful, taste)
            n = offer(card, handful, score, targets, dice, scores, n)
        next_handful(handful, s.chosen, most)
    return n


@rule
def most_dice(s: State, card: int, most: Ints) -> int:
    """most[face] = dice that a placement on the enemy can have at most; returns how many placements that makes."""
    handfuls = 1
    for face in range(N_FACES):
        more = 0 if is_barred(s, suit_of(card), face) else s.rolled[face]
        if is_queen(card):
            more = min(more, 1 - s.chosen[face])
        most[face] = s.chosen[face] + more
        handfuls *= more + 1
    return handfuls


@rule
def next_handful(handful: Ints, least: Ints, most: Ints) -> None:
    """The next one between ``least`` and ``most``; after the last one the first."""
    for face in range(N_FACES):
        if handful[face] < most[face]:
            handful[face] += 1
            return
        handful[face] = least[face]


@rule
def fronts_after(s: State, card: int, fronts: Ints) -> int:
    """fronts[suit] = HP left of each front enemy that dice can hit, 0 for none; returns that of the one behind."""
    for suit in range(N_TRACKS):
        front = front_of(s, suit)
        fronts[suit] = 0
        if front != NONE and not is_king(front):
            fronts[suit] = s.hp_left[front]
    suit = suit_of(card)
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
            if sums >> int(fronts[suit]) & 1:
                return taste.follow
            if total > fronts[suit]:
                best = taste.follow_over
    return best


@rule
def list_on_king(s: State, card: int, taste: Taste, targets: Ints, dice: Ints, scores: Array, n: int) -> int:
    """All dice that fit a run of five; ``at_once`` only when they complete it."""
    lying = numbers_on(s, card)
    chosen = faces_of(s.chosen)
    shown = faces_of(s.rolled) | chosen
    handful = np.zeros(N_FACES, np.int32)
    for high in range(2):
        run = HIGH_RUN if high else LOW_RUN
        if (lying | chosen) & ~run != 0:
            continue
        whole = run & ~(lying | shown) == 0
        wanted = run & ~lying & shown
        for face in range(N_FACES):
            handful[face] = wanted >> face & 1
        if wanted != 0 and (whole or s.king_laid):
            score = WIN if whole else taste.number * count(handful)
            n = offer(card, handful, score, targets, dice, scores, n)
    return n


# ---------------------------------------------------------------- skills


@rule
def list_on_skill(
    s: State, skill: int, scratch: Array, taste: Taste, targets: Ints, dice: Ints, scores: Array, n: int
) -> int:
    """The dice that complete the skill, of each power those with the fewest pips; what its use then brings."""
    handful = np.zeros(N_FACES, np.int32)
    pool = np.zeros(N_FACES, np.int32)
    pool[:] = s.rolled
    pool += s.chosen
    listed = n
    for power in range(1, N_FACES + 1):
        if cheapest_filling(s, skill, power, pool, handful):
            scratch[0] = s
            filled = scratch[0]
            for face in range(N_FACES):
                filled.rolled[face] = pool[face] - handful[face]
                filled.chosen[face] = 0
                filled.slots[skill, face] += handful[face]
            worth = best_use(filled, skill, NONE, scratch, taste)[0]
            n = offer(N_SUITED + skill, handful, worth, targets, dice, scores, n)
    if n == listed and s.phase == Phase.PLACING:
        any_filling(s, skill, handful)
        n = offer(N_SUITED + skill, handful, 0.0, targets, dice, scores, n)
    return n


@rule
def any_filling(s: State, skill: int, handful: Ints) -> None:
    """The dice chosen so far, or one that fits: for a placement that cannot complete the skill."""
    handful[:] = s.chosen
    if count(s.chosen) > 0:
        return
    for face in range(N_FACES):
        if s.rolled[face] > 0 and FITS[skill, code_of(s.slots[skill]) + CODE_OF_FACE[face]]:
            handful[face] = 1
            return


@rule
def cheapest_filling(s: State, skill: int, power: int, pool: Ints, handful: Ints) -> bool:
    """The dice of the pool with the fewest pips, the chosen ones among them, that complete it with this power."""
    lying = code_of(s.slots[skill])
    free = SLOTS[skill] - count(s.slots[skill])
    least = NONE
    trial = np.zeros(N_FACES, np.int32)
    for a in range(N_FACES if free > 0 else 0):
        for b in range(a, N_FACES if free > 1 else a + 1):
            for c in range(b, N_FACES if free > 2 else b + 1):
                trial[:] = 0
                trial[a] += 1
                trial[b] += free > 1
                trial[c] += free > 2
                if not (holds(pool, trial) and holds(trial, s.chosen) and FITS[skill, lying + code_of(trial)]):
                    continue
                total = pips(trial)
                if max(highest(trial), highest(s.slots[skill])) == power and (least == NONE or total < least):
                    least = total
                    handful[:] = trial
    return least != NONE


@rule
def holds(pool: Ints, dice: Ints) -> bool:
    """Whether the dice are among those of the pool."""
    for face in range(N_FACES):
        if dice[face] > pool[face]:
            return False
    return True
