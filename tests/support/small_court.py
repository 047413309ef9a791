"""Small Court: a miniature of Impeachment, small enough to work out exactly how much a policy can be exploited.

- SC-1 Two suits of ``ranks`` cards (3 or 4). Both players get one card fewer than that; two cards stay hidden.
- SC-2 Two justices, on each side of which two cards fit. In turn a player places a card of their hand at a justice
  where their side is not full; Pro begins. After the last card the justices are decided.
- SC-3 From low to high: nothing, one card, two cards, a run, a suit, a pair, a run in one suit; within a kind by the
  sum of the ranks. At equality Con has the better side.
- SC-4 Who takes both justices wins. At one each the better of the two winning sides wins, at equality Con's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from dicedeck.envs import Game
from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.dtypes import Floats, Ints, Mask, Record, Words
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.game import State as GameState
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.core.rng import DEAL, shuffle
from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.core.spec import Options as BaseOptions

MAX_RANKS = 4
N_CARDS = 2 * MAX_RANKS
N_JUSTICES = 2
SIDE_SIZE = 2
NO_CARD = -1
HIDDEN, PLACED, HAND = 0, 1, 2
"""Where a card is: ``HAND`` plus the player's number."""
PLAYERS = ("player_0", "player_1")
BEST = 70.0
PLACE = Block("place", (N_CARDS, N_JUSTICES), lambda card, justice: f"place {card_name(card)} J{justice + 1}", "SC-2")
ACTIONS = ActionTable([PLACE])


def card_name(card: int) -> str:
    return f"{'SH'[card // MAX_RANKS]}{card % MAX_RANKS + 1}"


class Options(BaseOptions):
    """How large the deck is."""

    ranks: Literal[3, 4] = 3


class State:
    """The whole game."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # whose decision it is
    terminated: bool
    truncated: bool
    step_count: int
    rewards: Annotated[Floats, 2]  # of the last action
    returns: Annotated[Floats, 2]  # of the game
    ranks: int  # the option
    where: Annotated[Ints, N_CARDS]  # the place of each card
    sides: Annotated[Ints, N_JUSTICES, 2, SIDE_SIZE]  # cards in the order placed, NO_CARD when none


def configure(s: Record, options: Options) -> None:
    s.ranks = options.ranks


@rule
def setup(s: State) -> None:
    """Deal (SC-1)."""
    s.sides[:] = NO_CARD
    s.where[:] = HIDDEN
    deck = s.where.copy()
    n = 0
    for card in range(N_CARDS):
        if card % MAX_RANKS < s.ranks:
            deck[n] = card
            n += 1
    shuffle(s.rng[DEAL], deck, n)
    for k in range(2 * (s.ranks - 1)):
        s.where[deck[k]] = HAND + k % 2


@rule
def legal(s: State, mask: Mask) -> None:
    for card in range(N_CARDS):
        if s.where[card] == HAND + s.player:
            for justice in range(N_JUSTICES):
                if s.sides[justice, s.player, SIDE_SIZE - 1] == NO_CARD:
                    mask[card * N_JUSTICES + justice] = 1


@rule
def step(s: State, action: int) -> None:
    """Place a card (SC-2)."""
    card, justice = action // N_JUSTICES, action % N_JUSTICES
    s.where[card] = PLACED
    place = 0 if s.sides[justice, s.player, 0] == NO_CARD else 1
    s.sides[justice, s.player, place] = card
    s.player = 1 - s.player
    for other in range(N_CARDS):
        if s.where[other] >= HAND:
            return
    decide(s)


@rule
def decide(s: State) -> None:
    """Who wins (SC-3, SC-4)."""
    taken = 0
    best_pro = -1.0
    best_con = -1.0
    for justice in range(N_JUSTICES):
        pro = strength(s.sides[justice, 0, 0], s.sides[justice, 0, 1])
        con = strength(s.sides[justice, 1, 0], s.sides[justice, 1, 1])
        if pro > con:
            taken += 1
            best_pro = max(best_pro, pro)
        else:
            best_con = max(best_con, con)
    won = taken == 2 or (taken == 1 and best_pro > best_con)
    s.terminated = True
    s.rewards[0] = 1 if won else -1
    s.rewards[1] = -1 if won else 1


@rule
def strength(first: int, second: int) -> float:
    """Of a side (SC-3)."""
    if first == NO_CARD:
        return 0.0
    if second == NO_CARD:
        return 1.0 + first % MAX_RANKS
    total = first % MAX_RANKS + second % MAX_RANKS
    suit = first // MAX_RANKS == second // MAX_RANKS
    apart = abs(first % MAX_RANKS - second % MAX_RANKS)
    kind = 50.0 if suit and apart == 1 else 40.0 if apart == 0 else 30.0 if suit else 20.0 if apart == 1 else 10.0
    return kind + total


@rule
def resample(s: State, player: int) -> None:
    """Deal the other's hand and the hidden cards anew."""
    unseen = s.where.copy()
    n = 0
    held = 0
    for card in range(N_CARDS):
        held += s.where[card] == HAND + 1 - player
        if card % MAX_RANKS < s.ranks and (s.where[card] == HIDDEN or s.where[card] == HAND + 1 - player):
            unseen[n] = card
            n += 1
    shuffle(s.rng[DEAL], unseen, n)
    for k in range(n):
        s.where[unseen[k]] = HAND + 1 - player if k < held else HIDDEN


class Observation:
    """The observer first."""

    to_move: float  # 1 when the observer decides now
    con: float  # 1 when the observer is Con
    hand: Annotated[Floats, N_CARDS]  # 1 for each card in the own hand
    own: Annotated[Floats, N_JUSTICES, N_CARDS]  # 1 for each own card at a justice
    theirs: Annotated[Floats, N_JUSTICES, N_CARDS]  # 1 for each of the other's
    strengths: Annotated[Floats, N_JUSTICES, 2]  # of both sides / 70


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    obs.to_move = s.player == player and not s.terminated
    obs.con = player
    for card in range(N_CARDS):
        obs.hand[card] = s.where[card] == HAND + player
    for justice in range(N_JUSTICES):
        for k in range(2):
            seat = player if k == 0 else 1 - player
            obs.strengths[justice, k] = strength(s.sides[justice, seat, 0], s.sides[justice, seat, 1]) / BEST
            for place in range(SIDE_SIZE):
                card = s.sides[justice, seat, place]
                if card != NO_CARD:
                    if k == 0:
                        obs.own[justice, card] = 1
                    else:
                        obs.theirs[justice, card] = 1


class Features:
    """Of one legal action of the player to move."""

    rank: float  # of the card / 4
    after: float  # strength of the own side after / 70
    gain: float  # ... less before
    theirs: float  # strength of the other's side / 70
    justice: Annotated[Floats, N_JUSTICES]  # 1 at the justice


@rule
def action_features(s: State, action: int, out: Features) -> None:
    card, justice = action // N_JUSTICES, action % N_JUSTICES
    first = s.sides[justice, s.player, 0]
    before = strength(first, NO_CARD)
    after = strength(card, NO_CARD) if first == NO_CARD else strength(first, card)
    other = s.sides[justice, 1 - s.player]
    out.rank = (card % MAX_RANKS + 1) / MAX_RANKS
    out.after = after / BEST
    out.gain = (after - before) / BEST
    out.theirs = strength(other[0], other[1]) / BEST
    out.justice[justice] = 1


def to_dict(s: Record) -> dict[str, Any]:
    return {
        "to_move": PLAYERS[s.player],
        "hands": {name: _named(s, HAND + p) for p, name in enumerate(PLAYERS)},
        "sides": [
            [[card_name(card) for card in side if card >= 0] for side in justice] for justice in s.sides.tolist()
        ],
    }


def _named(s: Record, place: int) -> list[str]:
    return [card_name(card) for card in range(N_CARDS) if s.where[card] == place]


def from_dict(s: Record, position: dict[str, Any]) -> None:
    reader = Reader(position)
    s.where[:] = HIDDEN
    s.sides[:] = NO_CARD
    s.player = reader.choice("to_move", PLAYERS, default=PLAYERS[0])
    hands = reader.mapping("hands")
    for player, name in enumerate(PLAYERS):
        for card in hands.names(name):
            _put(s, card, HAND + player, f"hands.{name}")
    sides = reader.get("sides") or [[[], []]] * N_JUSTICES
    if not _is_table(sides):
        raise PositionError("sides", f"expected {N_JUSTICES} justices with two lists of at most {SIDE_SIZE} cards each")
    for justice, player, place in itertools.product(range(N_JUSTICES), range(2), range(SIDE_SIZE)):
        if place < len(sides[justice][player]):
            card = sides[justice][player][place]
            s.sides[justice, player, place] = _put(s, card, PLACED, f"sides[{justice}]")
    for part in (hands, reader):
        part.finish()
    _check_turns(s)
    if not (s.where >= HAND).any():
        decide(s)
        s.returns[:] = s.rewards


def _is_table(sides: Any) -> bool:
    """Whether there are lists where lists belong."""
    if not isinstance(sides, list) or len(sides) != N_JUSTICES:
        return False
    pairs = all(isinstance(justice, list) and len(justice) == 2 for justice in sides)
    return pairs and all(isinstance(side, list) and len(side) <= SIDE_SIZE for justice in sides for side in justice)


def _put(s: Record, name: Any, place: int, field: str) -> int:
    """Put a card somewhere; returns which one it is."""
    named = [card for card in range(N_CARDS) if card_name(card) == name and card % MAX_RANKS < s.ranks]
    if not named or s.where[named[0]] != HIDDEN:
        raise PositionError(field, f"{name!r} is no card, or is named twice")
    s.where[named[0]] = place
    return named[0]


def _check_turns(s: Record) -> None:
    """Both have had the same number of cards, and Pro began."""
    held = [len(_named(s, HAND + p)) for p in range(2)]
    placed = [int((s.sides[:, p] != NO_CARD).sum()) for p in range(2)]
    for p, name in enumerate(PLAYERS):
        if held[p] + placed[p] != s.ranks - 1:
            raise PositionError(f"hands.{name}", f"{held[p] + placed[p]} cards in hand and placed, not {s.ranks - 1}")
    if placed[0] - placed[1] != s.player:
        raise PositionError("to_move", f"Pro has placed {placed[0]} cards and Con {placed[1]}")


def render(s: Record, player: int | None) -> str:
    shown = [_named(s, HAND + p) if player in (None, p) else ["?"] for p in range(2)]
    return f"{to_dict(s)['sides']} {shown}"


def phase(s: Record) -> str:
    return "over" if s.terminated else "place"


def variant(options: Options) -> Variant:
    return Variant(
        label="small",
        players=PLAYERS,
        roles=("Pro", "Con"),
        actions=ACTIONS,
        max_steps=2 * (MAX_RANKS - 1),
        observation=Observation,
        features=Features,
        rules=Rules(
            configure=configure,
            setup=setup,
            legal=legal,
            step=step,
            observe=observe,
            action_features=action_features,
            resample=resample,
        ),
        notation=Notation(to_dict=to_dict, from_dict=from_dict, render=render, phase=phase),
    )


GAME = GameSpec(
    name="small_court",
    title="Small Court",
    version=1,
    options=Options,
    state=State,
    variant=variant,
    utility="zero_sum",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
)


def every_deal(game: Game) -> Iterator[GameState]:
    """All deals, equally likely; what follows a deal is no longer chance."""
    names = [card_name(card) for card in range(N_CARDS) if card % MAX_RANKS < game.options.ranks]  # type: ignore[attr-defined]
    size = len(names) // 2 - 1
    for pro in itertools.combinations(names, size):
        for con in itertools.combinations([name for name in names if name not in pro], size):
            yield game.from_dict({"hands": {"player_0": list(pro), "player_1": list(con)}})
