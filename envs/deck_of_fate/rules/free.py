"""Free actions: miracle points, cards that are discarded for an effect, abilities (FATE-8 to FATE-11, FATE-57)."""

from __future__ import annotations

from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.tasks import drop_top, push
from dicedeck.envs.deck_of_fate.actions import (
    A_ARRANGE,
    A_BLESS,
    A_CLEANSE,
    A_CYCLE,
    A_DONE,
    A_HEAL,
    A_HERMIT,
    A_JUDGEMENT,
    A_JUSTICE,
    A_PEEK,
    A_RAISE,
    A_STRENGTH,
    A_SUN,
    A_TEMPERANCE,
    A_WHEEL,
)
from dicedeck.envs.deck_of_fate.cards import FOOL, HERMIT, JUDGEMENT, JUSTICE, NONE, STRENGTH, SUN, TEMPERANCE, WHEEL
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.cards_in_play import discard, move, move_all, put_into_fate, take_top
from dicedeck.envs.deck_of_fate.rules.deciding import decide_next
from dicedeck.envs.deck_of_fate.rules.drawing import draw_fool, is_reset_due, put_out
from dicedeck.envs.deck_of_fate.rules.life import lives
from dicedeck.envs.deck_of_fate.state import Place, State, Task

RAISE_COST = 5
LAID = 3
"""Cards that Temperance gets."""


@rule
def act_freely(s: State, seat: int, action: int) -> None:
    """One free action; when its effect is over hands are filled and the PC goes on."""
    if action == A_DONE:
        push(s, Task.WINDOW, seat + 1, 0)
        return
    s.free_actions += 1
    push(s, Task.GO_ON, seat, 0)
    push(s, Task.FILL, 0, 0)
    if action < A_STRENGTH:
        spend_on_oneself(s, seat, action)
    elif action < A_PEEK:
        use_card(s, seat, action)
    else:
        use_ability(s, seat, action)


@rule
def spend_on_oneself(s: State, seat: int, action: int) -> None:
    """Heal, cycle, raise a stat (FATE-8, FATE-9, FATE-11)."""
    if action == A_HEAL:
        s.mp[seat] -= 1
        s.vp[seat] += 1
    elif action == A_CYCLE:
        s.mp[seat] -= 1
        decide_next(s, Phase.CYCLE, seat)
    else:
        s.mp[seat] -= RAISE_COST
        s.stats[seat, action - A_RAISE] += 1


@rule
def use_card(s: State, seat: int, action: int) -> None:
    """Cards that are discarded for an effect, and Temperance (FATE-29 to FATE-32, FATE-35, FATE-39, FATE-40)."""
    if action < A_HERMIT:
        discard(s, STRENGTH)
        s.vp[action - A_STRENGTH] += 1
    elif action == A_HERMIT:
        put_out(s, HERMIT)
        push(s, Task.LOOK, seat, Phase.HERMIT)
    elif action == A_WHEEL:
        put_out(s, WHEEL)
        push(s, Task.LOOK, seat, Phase.WHEEL)
    elif action < A_TEMPERANCE:
        discard(s, JUSTICE)
        s.mp[action - A_JUSTICE] += 1
    elif action == A_TEMPERANCE:
        move(s, TEMPERANCE, Place.RESOLVING)
        push(s, Task.LAY, seat, LAID)
    elif action < A_JUDGEMENT:
        use_sun(s, seat, action - A_SUN)
    else:
        discard(s, JUDGEMENT)
        decide_next(s, Phase.JUDGEMENT, seat)


@rule
def use_ability(s: State, seat: int, action: int) -> None:
    """Shaman, alchemist, monk (FATE-46, FATE-47, FATE-50)."""
    s.mp[seat] -= 1
    if action == A_PEEK:
        push(s, Task.LOOK, seat, Phase.PEEK)
    elif action == A_ARRANGE:
        push(s, Task.LOOK, seat, Phase.ARRANGE)
    elif action < A_CLEANSE:
        s.luck[action - A_BLESS] = 1
    else:
        s.misfortune[action - A_CLEANSE] = 0


# ---------------------------------------------------------------- Sun, Judgement, Temperance


@rule
def use_sun(s: State, seat: int, aim: int) -> None:
    discard(s, SUN)
    s.aim = aim
    decide_next(s, Phase.SUN, seat)


@rule
def hit_fate(s: State, card: int) -> None:
    """``pick``: the card in current fate that Sun discards."""
    discard(s, card)
    s.aim = NONE


@rule
def is_recoverable(s: State, card: int) -> bool:
    """Judgement takes any discard but itself and the Fool (FATE-57)."""
    return bool(s.places[card] == Place.DISCARD and card != JUDGEMENT and card != FOOL)


@rule
def recover(s: State, seat: int, card: int) -> None:
    """The card is not drawn; everybody has seen it (FATE-40)."""
    move(s, card, Place.HAND + seat)
    s.known[card] = ((1 << (s.pcs + s.master)) - 1) & ~(1 << seat)


@rule
def lay_cards(s: State, seat: int, amount: int) -> None:
    """LAY: one card after another; the Fool takes effect at once, and no more are laid (FATE-35, FATE-59)."""
    if not lives(s, seat):
        move_all(s, Place.ON_TEMPERANCE, Place.DISCARD)
        discard(s, TEMPERANCE)
        return
    if amount == 0 or (s.deck_count == 0 and not s.late_fool):
        put_into_fate(s, seat, TEMPERANCE)
        return
    push(s, Task.LAY, seat, amount)
    if is_reset_due(s):
        return
    card = take_top(s)
    s.task_amount[s.task_count - 1] -= 1
    if card != FOOL:
        move(s, card, Place.ON_TEMPERANCE)
        return
    if not s.late_fool:
        drop_top(s)
    draw_fool(s)
