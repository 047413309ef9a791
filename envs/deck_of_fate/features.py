"""What the player to move knows of one legal action: what it is, and the chances that the rules imply."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from dicedeck.envs.core.dtypes import Array, Floats, Ints
from dicedeck.envs.core.jit import rule
from dicedeck.envs.deck_of_fate.actions import (
    A_BLESS,
    A_BOOST,
    A_CHARIOT,
    A_CHECK,
    A_CLEANSE,
    A_CYCLE,
    A_DIFFICULTY,
    A_DONE,
    A_HEAL,
    A_HERMIT,
    A_JUDGEMENT,
    A_JUSTICE,
    A_PEEK,
    A_RAISE,
    A_REDRAW,
    A_RETRY,
    A_STRENGTH,
    A_SUN,
    A_SWAP,
    A_TEMPERANCE,
    A_TURN,
    A_WHEEL,
    TABLE,
)
from dicedeck.envs.deck_of_fate.adventure import CONSEQUENCE_NAMES, MODE_NAMES
from dicedeck.envs.deck_of_fate.cards import (
    BOOST,
    CHARIOT_BONUS,
    DIFFICULTY_NUMBER,
    HERMIT,
    JUDGEMENT,
    JUSTICE,
    MOST_NUMBER,
    N_CARDS,
    N_MAJORS,
    N_RANKS,
    N_STATS,
    N_SUITS,
    NO_CARD,
    NONE,
    PAGE,
    PLAYED_NUMBER,
    RANK,
    STRENGTH,
    SUIT,
    SUIT_OF_STAT,
    SUN,
    TEMPERANCE,
    WHEEL,
)
from dicedeck.envs.deck_of_fate.classes import MOST_PCS, MOST_VP
from dicedeck.envs.deck_of_fate.observation import MUCH_MP, from_observer, scaled_lead
from dicedeck.envs.deck_of_fate.odds import chance_of_card, chances_of_hand, weigh_deck
from dicedeck.envs.deck_of_fate.options import Phase
from dicedeck.envs.deck_of_fate.rules.checking import (
    consequence_of,
    is_ahead,
    lasting_bonus,
    mode_of,
    points_ahead,
    stat_of,
    succeeds,
)
from dicedeck.envs.deck_of_fate.rules.free import RAISE_COST
from dicedeck.envs.deck_of_fate.rules.life import lives
from dicedeck.envs.deck_of_fate.state import Place, State

N_KINDS = len(TABLE.blocks)
N_COURT = N_RANKS - PAGE
KIND = np.zeros(TABLE.num_actions, np.int32)
"""The block of each action."""
CARD = np.full(TABLE.num_actions, NO_CARD, np.int32)
"""The card that an action plays, discards, picks or uses."""
for _k, _block in enumerate(TABLE.blocks):
    _start = TABLE.starts[_block.name]
    KIND[_start : _start + _block.size] = _k
    if _block.shape == (N_CARDS,):
        CARD[_start : _start + N_CARDS] = np.arange(N_CARDS)
for _first, _end, _card in (
    (A_STRENGTH, A_HERMIT, STRENGTH),
    (A_HERMIT, A_WHEEL, HERMIT),
    (A_WHEEL, A_JUSTICE, WHEEL),
    (A_JUSTICE, A_TEMPERANCE, JUSTICE),
    (A_TEMPERANCE, A_SUN, TEMPERANCE),
    (A_SUN, A_JUDGEMENT, SUN),
    (A_JUDGEMENT, A_PEEK, JUDGEMENT),
):
    CARD[_first:_end] = _card


class Features:
    """All in [-1, 1]. PC k counts from the player to move."""

    kind: Annotated[Floats, N_KINDS]  # 1 at the action's block

    major: Annotated[Floats, N_MAJORS]  # 1 at the card, where it is a major one
    suit: Annotated[Floats, N_SUITS]  # 1 at its suit
    court: Annotated[Floats, N_COURT]  # 1 for a page, knight, queen, king
    number: float  # when played / 21
    number_against: float  # as a difficulty / 21
    fits: float  # 1 when its suit goes with the check's stat
    chance: float  # that the check succeeds with it, or after the action where nothing else is done
    chance_lead: float  # less the best chance of the other cards in hand
    chance_left: float  # mean chance of the cards that stay in the hand
    outcome: float  # while the difficulty lies open: 1 succeeds as it stands, -1 fails
    changes: float  # 1 when the action turns that around for certain
    boosts: float  # boosts that are still needed after it / 5
    lead: float  # value less difficulty after it / 20

    target: Annotated[Floats, MOST_PCS]  # 1 at the PC that it is aimed at
    target_vp: float  # / 6
    target_wounds: float  # / 6
    target_stake: float  # stat of the check and lasting bonuses / 10
    target_checks: float  # 1 when that PC makes the check in hand or the next one
    mp_left: float  # of the player after it / 10
    vp_left: float  # of the player after it / 6

    stat: Annotated[Floats, N_STATS]  # 1 at the stat that is raised, or of the offered check
    mode: Annotated[Floats, len(MODE_NAMES)]  # 1 at the mode of the offered check
    consequence: Annotated[Floats, len(CONSEQUENCE_NAMES)]  # 1 at its consequence
    party: float  # mean of the living PCs' stat and lasting bonuses for it / 10

    harm: float  # 1 when a failure of this check costs VP
    doom: float  # 1 when it moves the clock
    resolves: float  # 1 when one success resolves the incident
    dooms: float  # 1 when one step fills the clock
    deadly: float  # 1 when a failure would put the player out


@rule
def action_features(s: State, action: int, out: Features) -> None:
    """Write the features of one legal action into ``out`` (zeroed)."""
    weights = np.empty(N_CARDS, np.int32)
    chances = np.empty(2, np.float32)
    cards = np.empty(N_CARDS, np.int32)
    wins = np.empty(N_CARDS, np.float32)
    n = look_at_hand(s, weights, chances, cards, wins) if needs_look(s, action) else 0
    write_features(s, action, weights, chances, cards, wins, n, out)


def feature_rows(states: Array, owners: Array, actions: Array, flat: Floats, records: Array) -> None:
    """Features of actions[k] in states[owners[k]], for the player to move; the deck is weighed once a state."""
    weights = np.empty(N_CARDS, np.int32)
    chances = np.empty(2, np.float32)
    cards = np.empty(N_CARDS, np.int32)
    wins = np.empty(N_CARDS, np.float32)
    weighed = -1
    n = 0
    for k in range(len(actions)):
        flat[k, :] = 0
        if owners[k] != weighed and needs_look(states[owners[k]], actions[k]):
            weighed = owners[k]
            n = look_at_hand(states[weighed], weights, chances, cards, wins)
        write_features(states[owners[k]], actions[k], weights, chances, cards, wins, n, records[k])


@rule
def needs_look(s: State, action: int) -> bool:
    """Whether the features of the action depend on the next difficulty or on the hand."""
    return bool(CARD[action] != NO_CARD or action in (A_REDRAW, A_TURN))


@rule
def look_at_hand(s: State, weights: Ints, chances: Floats, cards: Ints, wins: Floats) -> int:
    """The next difficulty, and the mover's hand with its chances in this check. Returns its size."""
    weigh_deck(s, s.player, weights, chances)
    if s.player == s.pcs or s.check == NONE:
        return 0
    return chances_of_hand(s, s.player, weights, chances, cards, wins)


@rule
def write_features(
    s: State, action: int, weights: Ints, chances: Floats, cards: Ints, wins: Floats, n: int, out: Features
) -> None:
    """``n`` cards with their chances are the mover's hand; all five are only read where ``needs_look``."""
    card = CARD[action]
    out.kind[KIND[action]] = 1
    if s.player < s.pcs:
        describe_self(s, action, out)
    if s.check != NONE:
        describe_stakes(s, out)
    if card != NO_CARD:
        describe_card(s, card, out)
        describe_rest(card, cards, wins, n, out)
    if s.phase == Phase.REACT:
        describe_reaction(s, action, weights, chances, out)
    elif s.phase == Phase.RETRY:
        out.chance = succeeds(s, s.player, stat_of(s.check), card, s.difficulty)
        out.lead = scaled_lead(points_ahead(s, card, 0))
    elif s.phase == Phase.DIFFICULTY:
        describe_difficulty(s, action, weights, chances, out)
    elif s.phase == Phase.CHECK:
        describe_check(s, s.offered[action - A_CHECK], out)
    elif action >= A_RAISE and action < A_STRENGTH:
        out.stat[action - A_RAISE] = 1
    target = target_of(s, action)
    if target != NONE:
        describe_target(s, target, out)


# ---------------------------------------------------------------- the card


@rule
def describe_card(s: State, card: int, out: Features) -> None:
    if SUIT[card] == NONE:
        out.major[card] = 1
    else:
        out.suit[SUIT[card]] = 1
        if RANK[card] >= PAGE:
            out.court[RANK[card] - PAGE] = 1
    out.number = PLAYED_NUMBER[card] / MOST_NUMBER
    out.number_against = DIFFICULTY_NUMBER[card] / MOST_NUMBER
    if s.check != NONE:
        out.fits = not s.simple and SUIT[card] == SUIT_OF_STAT[stat_of(s.check)]


@rule
def describe_rest(card: int, cards: Ints, wins: Floats, n: int, out: Features) -> None:
    """The card's chance against the others' in the hand."""
    best = 0.0
    total = 0.0
    own = -1.0
    for k in range(n):
        if cards[k] == card:
            own = wins[k]
        else:
            best = max(best, wins[k])
            total += wins[k]
    others = n - int(own >= 0)
    out.chance_left = min(total / others, 1.0) if others > 0 else 0.0
    if own >= 0:
        out.chance = own
        out.chance_lead = own - best


# ---------------------------------------------------------------- the check


@rule
def describe_self(s: State, action: int, out: Features) -> None:
    cost = 0
    if action in (A_BOOST, A_SWAP, A_HEAL, A_CYCLE) or (action >= A_PEEK and action < A_DONE):
        cost = 1
    elif action >= A_RAISE and action < A_STRENGTH:
        cost = RAISE_COST
    out.mp_left = min((s.mp[s.player] - cost) / MUCH_MP, 1.0)
    out.vp_left = (s.vp[s.player] + int(action == A_HEAL) - int(action == A_RETRY)) / MOST_VP


@rule
def describe_stakes(s: State, out: Features) -> None:
    consequence = consequence_of(s.check)
    out.harm = consequence != 1
    out.doom = consequence != 0
    out.resolves = s.goals[s.incident] - s.goal <= 1
    out.dooms = s.dooms[s.incident] - s.doom <= 1
    out.deadly = s.player < s.pcs and consequence != 1 and s.vp[s.player] == 1


@rule
def describe_reaction(s: State, action: int, weights: Ints, chances: Floats, out: Features) -> None:
    """How the check stands after the action."""
    ahead = is_ahead(s)
    out.outcome = 1 if ahead else -1
    if action == A_REDRAW:
        out.chance = chance_of_card(s, s.checker, stat_of(s.check), s.played, weights, chances)
        return
    after = ahead
    if action == A_SWAP:
        after = succeeds(s, s.checker, stat_of(s.check), s.difficulty, s.played)
    elif action == A_RETRY:
        after = can_retry_well(s)
    else:
        more = BOOST if action == A_BOOST else CHARIOT_BONUS if action == A_CHARIOT else 0
        s.bonus += more  # taken back below
        after = is_ahead(s)
        s.bonus -= more
        points = points_ahead(s, s.played, more)
        out.lead = scaled_lead(points)
        out.boosts = 0.0 if after else min(max((1 - points) // BOOST, 0) / 5, 1.0)
    out.chance = after
    out.changes = after != ahead


@rule
def can_retry_well(s: State) -> bool:
    """Whether another card of the hand succeeds against the difficulty."""
    for card in range(N_CARDS):
        if s.places[card] == Place.HAND + s.checker:
            if succeeds(s, s.checker, stat_of(s.check), card, s.difficulty):
                return True
    return False


@rule
def describe_difficulty(s: State, action: int, weights: Ints, chances: Floats, out: Features) -> None:
    """A card on Temperance, or the deck."""
    stat = stat_of(s.check)
    if action == A_TURN:
        out.chance = chance_of_card(s, s.checker, stat, s.played, weights, chances)
    else:
        out.chance = succeeds(s, s.checker, stat, s.played, action - A_DIFFICULTY)


@rule
def describe_check(s: State, check: int, out: Features) -> None:
    """For the master: what it offers the party."""
    out.stat[stat_of(check)] = 1
    out.mode[mode_of(check)] = 1
    out.consequence[consequence_of(check)] = 1
    total = 0.0
    count = 0
    for seat in range(s.pcs):
        if lives(s, seat):
            total += s.stats[seat, stat_of(check)] + lasting_bonus(s, seat)
            count += 1
    out.party = min(total / max(count, 1) / 10, 1.0)


# ---------------------------------------------------------------- the target


@rule
def target_of(s: State, action: int) -> int:
    """The PC that an action is aimed at."""
    if action >= A_STRENGTH and action < A_HERMIT:
        return action - A_STRENGTH
    if action >= A_JUSTICE and action < A_TEMPERANCE:
        return action - A_JUSTICE
    if action >= A_SUN and action < A_JUDGEMENT:
        return action - A_SUN
    if action >= A_BLESS and action < A_CLEANSE:
        return action - A_BLESS
    if action >= A_CLEANSE and action < A_DONE:
        return action - A_CLEANSE
    if s.phase == Phase.SUN or s.phase == Phase.MASTER_LOSS:
        return int(s.aim)
    return NONE


@rule
def describe_target(s: State, seat: int, out: Features) -> None:
    out.target[from_observer(s, s.player, seat)] = 1
    out.target_vp = s.vp[seat] / MOST_VP
    out.target_wounds = (s.max_vp[seat] - s.vp[seat]) / MOST_VP
    if s.check != NONE:
        out.target_stake = min((s.stats[seat, stat_of(s.check)] + lasting_bonus(s, seat)) / 10, 1.0)
    out.target_checks = s.checker == seat
