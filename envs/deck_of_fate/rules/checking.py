"""A check: cards, modifiers, outcome, what may change it, what follows from it (FATE-14 to FATE-23)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import push
from dicedeck.envs.deck_of_fate.actions import (
    A_ACCEPT,
    A_BOOST,
    A_CHARIOT,
    A_DIFFICULTY,
    A_REDRAW,
    A_RETRY,
    A_SUN,
    A_SWAP,
    A_TURN,
)
from dicedeck.envs.deck_of_fate.adventure import N_CONSEQUENCES, N_MODES, Consequence, Mode
from dicedeck.envs.deck_of_fate.cards import (
    ALWAYS,
    BOOST,
    CHARIOT,
    CHARIOT_BONUS,
    FOOL,
    IS_KNIGHT,
    IS_MINOR,
    LUCK_BONUS,
    MISFORTUNE_BONUS,
    NEVER,
    NO_CARD,
    STAT_TIMES,
    TEMPERANCE,
    THRESHOLD,
    TOWER,
    USES,
    WORLD,
)
from dicedeck.envs.deck_of_fate.classes import ASSASSIN, BERSERKER, CLOWN, THIEF
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import discard, first_at, in_fate, move, take_top, use_up
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.fool import end_fortunes, start_reset
from dicedeck.envs.deck_of_fate.rules.free import use_sun
from dicedeck.envs.deck_of_fate.rules.life import lives
from dicedeck.envs.deck_of_fate.state import Place, State, Task


@rule
def stat_of(check: int) -> int:
    return check // (N_MODES * N_CONSEQUENCES)


@rule
def mode_of(check: int) -> int:
    return check // N_CONSEQUENCES % N_MODES


@rule
def consequence_of(check: int) -> int:
    return check % N_CONSEQUENCES


# ---------------------------------------------------------------- the arithmetic


@rule
def lasting_bonus(s: State, seat: int) -> int:
    """What a PC adds to every check: fortune, and the berserker's missing VP (FATE-23, FATE-45)."""
    bonus = LUCK_BONUS * s.luck[seat] + MISFORTUNE_BONUS * s.misfortune[seat]
    if s.vocation[seat] == BERSERKER:
        bonus += s.max_vp[seat] - s.vp[seat]
    return int(bonus)


@rule
def total_bonus(s: State, seat: int, stat: int, card: int) -> int:
    """All that is added to the card's number but what the two cards bring: stat, lasting and paid bonuses.

    Kept between ALWAYS and NEVER, which no sum may reach.
    """
    bonus = s.stats[seat, stat] * STAT_TIMES[s.simple, stat, card] + lasting_bonus(s, seat) + s.bonus
    return int(min(max(bonus, ALWAYS + 1), NEVER - 1))


@rule
def succeeds(s: State, seat: int, stat: int, card: int, difficulty: int) -> bool:
    """The order of outcomes: Fool, World, Tower, automatic success or failure, comparison (FATE-22)."""
    if difficulty == FOOL or in_fate(s, seat, WORLD):
        return True
    if in_fate(s, seat, TOWER):
        return False
    return bool(total_bonus(s, seat, stat, card) >= THRESHOLD[s.simple, stat, card, difficulty])


@rule
def points_ahead(s: State, card: int, more: int) -> int:
    """Value less difficulty with this card and some more bonus; far off where a card's text decides."""
    stat = stat_of(s.check)
    return int(total_bonus(s, s.checker, stat, card) + more - THRESHOLD[s.simple, stat, card, s.difficulty])


@rule
def is_ahead(s: State) -> bool:
    """Whether the check in hand succeeds as it stands."""
    return succeeds(s, s.checker, stat_of(s.check), s.played, s.difficulty)


# ---------------------------------------------------------------- playing


@rule
def begin_check(s: State, seat: int) -> None:
    """BEGIN: the PC plays a card; with an empty hand it fails (FATE-22)."""
    s.checker = seat
    s.last_checker = seat
    s.bonus = 0
    s.redrawn = False
    s.swapped = False
    s.retried = False
    if s.hand_count[seat] == 0:
        conclude(s, False)
    else:
        decide_next(s, Phase.PLAY, seat)


@rule
def play_card(s: State, card: int) -> None:
    """Misfortune costs one more card before the difficulty is turned (FATE-23)."""
    move(s, card, Place.PLAYED)
    s.played = card
    if s.misfortune[s.checker] and s.hand_count[s.checker] > 0:
        decide_next(s, Phase.COST, s.checker)
    else:
        choose_difficulty(s)


@rule
def choose_difficulty(s: State) -> None:
    """The deck's top card, or one on the own Temperance (FATE-14, FATE-35)."""
    if in_fate(s, s.checker, TEMPERANCE):
        decide_next(s, Phase.DIFFICULTY, s.checker)
    else:
        push(s, Task.TURN, s.checker, 0)


@rule
def take_difficulty(s: State, action: int) -> None:
    if action == A_TURN:
        push(s, Task.TURN, s.checker, 0)
        return
    set_difficulty(s, action - A_DIFFICULTY)
    if first_at(s, Place.ON_TEMPERANCE) == NO_CARD:
        discard(s, TEMPERANCE)


@rule
def turn_difficulty(s: State) -> None:
    """TURN."""
    if s.deck_count == 0:
        push(s, Task.TURN, s.checker, 0)
        start_reset(s)
    else:
        set_difficulty(s, take_top(s))


@rule
def set_difficulty(s: State, card: int) -> None:
    """It does not count as drawn (FATE-21)."""
    move(s, card, Place.DIFFICULTY)
    s.difficulty = card
    push(s, Task.REACT, s.checker, 0)


# ---------------------------------------------------------------- changing the outcome


@rule
def may_redraw(s: State) -> bool:
    """A knight, a minor difficulty, once per check, never after a retry (FATE-18, FATE-49)."""
    if s.simple or s.redrawn or s.retried or (s.deck_count == 0 and not s.late_fool):
        return False
    return bool(IS_KNIGHT[s.played] and IS_MINOR[s.difficulty])


@rule
def may_retry(s: State) -> bool:
    """The assassin, after a failure, with VP 2 or more and another hand card, once per check (FATE-49)."""
    seat = s.checker
    if s.vocation[seat] != ASSASSIN or s.retried or s.vp[seat] < 2 or s.hand_count[seat] == 0:
        return False
    return not is_ahead(s)


@rule
def may_swap(s: State) -> bool:
    """The clown, once per check, not against the Fool (FATE-51)."""
    ready = s.vocation[s.checker] == CLOWN and s.mp[s.checker] > 0 and not s.swapped
    return bool(ready and s.difficulty != FOOL)


@rule
def react(s: State, action: int) -> None:
    """One change, or ``accept``."""
    if action == A_ACCEPT:
        conclude(s, is_ahead(s))
    elif action == A_REDRAW:
        s.redrawn = True
        discard(s, s.difficulty)
        s.difficulty = NO_CARD
        push(s, Task.TURN, s.checker, 0)
    elif action == A_RETRY:
        s.retried = True
        s.vp[s.checker] -= 1
        discard(s, s.played)
        s.played = NO_CARD
        decide_next(s, Phase.RETRY, s.checker)
    else:
        push(s, Task.REACT, s.checker, 0)
        change_outcome(s, action)


@rule
def change_outcome(s: State, action: int) -> None:
    """Miracle points, Chariot, the clown's swap, Sun; then the PC may do more."""
    if action == A_BOOST:
        s.mp[s.checker] -= 1
        s.bonus += BOOST
    elif action == A_CHARIOT:
        s.bonus += CHARIOT_BONUS
        use_up(s, CHARIOT, USES)
    elif action == A_SWAP:
        swap_cards(s)
    else:
        use_sun(s, s.checker, action - A_SUN)


@rule
def swap_cards(s: State) -> None:
    """1 MP: the card played and the difficulty change places (FATE-51)."""
    s.mp[s.checker] -= 1
    s.swapped = True
    played = s.played
    s.played = s.difficulty
    s.difficulty = played
    move(s, s.played, Place.PLAYED)
    move(s, s.difficulty, Place.DIFFICULTY)


@rule
def play_again(s: State, card: int) -> None:
    """The assassin's other card, against the same difficulty."""
    move(s, card, Place.PLAYED)
    s.played = card
    push(s, Task.REACT, s.checker, 0)


# ---------------------------------------------------------------- the outcome stands


@rule
def conclude(s: State, success: bool) -> None:
    """Uses of World and Tower, both cards, goal or consequence; what comes next in order as tasks (FATE-14)."""
    seat = s.checker
    for card in (WORLD, TOWER):
        if in_fate(s, seat, card):
            use_up(s, card, USES)
    was_fool = s.difficulty == FOOL
    clear_table(s)
    push(s, Task.CHECKED, seat, int(success))
    push(s, Task.FILL, 0, 0)
    if s.vocation[seat] == THIEF:
        s.thief = seat
    if was_fool:
        push(s, Task.RESET, 0, 0)
    push(s, Task.COUNT, seat, int(success))
    together = mode_of(s.check) == Mode.ALL
    if success:
        s.any_success = True
        s.goal += int(not together)
        return
    if consequence_of(s.check) != Consequence.HARM and not together:
        push(s, Task.CLOCK, 0, 0)
    if consequence_of(s.check) != Consequence.DOOM:
        push(s, Task.LOSE, seat, 0)


@rule
def clear_table(s: State) -> None:
    """Discard the card played and the difficulty."""
    if s.played != NO_CARD:
        discard(s, s.played)
    if s.difficulty != NO_CARD:
        discard(s, s.difficulty)
    s.played = NO_CARD
    s.difficulty = NO_CARD
    s.bonus = 0
    s.redrawn = False
    s.swapped = False
    s.retried = False


@rule
def count_failures(s: State, seat: int, success: int) -> None:
    """COUNT: two failures in a row bring 1 MP (FATE-12)."""
    if success or not lives(s, seat):
        s.failures[seat] = 0
        return
    s.failures[seat] += 1
    if s.failures[seat] == 2:
        s.failures[seat] = 0
        s.mp[seat] += 1


@rule
def reset_after_check(s: State) -> None:
    """RESET: the Fool was the difficulty (FATE-24, FATE-59)."""
    if s.late_fool:
        end_fortunes(s)
    else:
        start_reset(s)
