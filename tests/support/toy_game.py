"""Three Tricks: a small complete game with hidden cards, in one file. Copy it to begin a game of your own.

- TT-1 Ten cards, 1 to 10. Both players get three; four remain in a pile, face down.
- TT-2 The leader plays a card, the other answers. The higher card wins the trick; its owner leads the next one.
- TT-3 With ``exchange=True`` (the default) each player may once, on their move, lay a card of their hand aside, face
  down, and draw the top card of the pile; then they still have to play.
- TT-4 Who wins at least two of the three tricks gets +1, the other -1.

Check it with ``dicedeck check support.toy_game:GAME``, or with ``check_game(GAME)`` in a test.
"""

from __future__ import annotations

from typing import Annotated, Any

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.dtypes import Floats, Ints, Mask, Record, Words
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.jit import rule
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.core.rng import DEAL, shuffle
from dicedeck.envs.core.spec import GameSpec, Notation, Rules, Variant
from dicedeck.envs.core.spec import Options as BaseOptions

# ---------------------------------------------------------------- cards and options

N_CARDS = 10
HAND_SIZE = 3
N_TRICKS = 3
NO_CARD = -1
PLAYERS = ("player_0", "player_1")
PILE, ASIDE, PLAYED, HAND = 0, 1, 3, 4
"""Where a card is: ``ASIDE`` and ``HAND`` plus the player's number."""


class Options(BaseOptions):
    """The rule options; ``load_game(..., exchange=False)`` switches TT-3 off."""

    exchange: bool = True


# ---------------------------------------------------------------- actions

PLAY = Block("play", (N_CARDS,), lambda card: f"play {card + 1}", "a card of the hand")
EXCHANGE = Block("exchange", (N_CARDS,), lambda card: f"exchange {card + 1}", "lay it aside, draw another")
WITHOUT_EXCHANGE = ActionTable([PLAY])
FULL = ActionTable([PLAY, EXCHANGE])
A_EXCHANGE = FULL.starts["exchange"]


# ---------------------------------------------------------------- state


class State:
    """All of a game, in one record: no global variables, no other memory."""

    rng: Annotated[Words, 3, 4]  # random numbers: deal, dice, policy
    player: int  # whose decision it is
    terminated: bool
    truncated: bool
    step_count: int
    rewards: Annotated[Floats, 2]  # of the last action
    returns: Annotated[Floats, 2]  # of the game

    exchange: bool  # the option

    where: Annotated[Ints, N_CARDS]  # the place of each card
    pile: Annotated[Ints, N_CARDS]  # the last of pile_count cards is the next one drawn
    pile_count: int
    led: int  # the card that was led, NO_CARD when the player to move leads
    tricks: Annotated[Ints, 2]  # won so far
    exchanged: Annotated[Ints, 2]  # 1 when the player has laid a card aside


def configure(s: Record, options: Options) -> None:
    """Write the options into an empty record."""
    s.exchange = options.exchange


# ---------------------------------------------------------------- rules


@rule
def setup(s: State) -> None:
    """Shuffle and deal (TT-1)."""
    clear(s)
    for card in range(N_CARDS):
        s.pile[card] = card
    s.pile_count = N_CARDS
    shuffle(s.rng[DEAL], s.pile, N_CARDS)
    for player in range(2):
        for _ in range(HAND_SIZE):
            draw(s, player)


@rule
def clear(s: State) -> None:
    s.where[:] = PILE
    s.pile[:] = NO_CARD
    s.led = NO_CARD


@rule
def draw(s: State, player: int) -> None:
    s.pile_count -= 1
    s.where[s.pile[s.pile_count]] = HAND + player
    s.pile[s.pile_count] = NO_CARD


@rule
def legal(s: State, mask: Mask) -> None:
    """Every card of the hand may be played; before the exchange it may be laid aside too (TT-2, TT-3)."""
    for card in range(N_CARDS):
        if s.where[card] == HAND + s.player:
            mask[card] = 1
            if s.exchange and not s.exchanged[s.player]:
                mask[A_EXCHANGE + card] = 1


@rule
def step(s: State, action: int) -> None:
    if action >= A_EXCHANGE:
        lay_aside(s, action - A_EXCHANGE)
    elif s.led == NO_CARD:
        s.where[action] = PLAYED
        s.led = action
        s.player = 1 - s.player
    else:
        s.where[action] = PLAYED
        finish_trick(s, action)


@rule
def lay_aside(s: State, card: int) -> None:
    """Exchange a card; the same player moves on (TT-3)."""
    s.where[card] = ASIDE + s.player
    s.exchanged[s.player] = 1
    draw(s, s.player)


@rule
def finish_trick(s: State, answer: int) -> None:
    """The higher card wins and leads (TT-2); after three tricks the game is over (TT-4)."""
    winner = s.player if answer > s.led else 1 - s.player
    s.tricks[winner] += 1
    s.player = winner
    s.led = NO_CARD
    if s.tricks[0] + s.tricks[1] == N_TRICKS:
        s.terminated = True
        s.rewards[0] = 1 if s.tricks[0] > s.tricks[1] else -1
        s.rewards[1] = -s.rewards[0]


@rule
def resample(s: State, player: int) -> None:
    """Deal again what ``player`` has not seen: the pile, the other's hand, the card that the other laid aside."""
    other = 1 - player
    hidden = s.pile.copy()
    n = 0
    for card in range(N_CARDS):  # in ascending order, so that nothing depends on where they were
        if s.where[card] == PILE or s.where[card] == ASIDE + other or s.where[card] == HAND + other:
            hidden[n] = card
            n += 1
    shuffle(s.rng[DEAL], hidden, n)
    aside = s.exchanged[other]
    for k in range(n):
        place = PILE if k < s.pile_count else ASIDE + other if k < s.pile_count + aside else HAND + other
        s.where[hidden[k]] = place
        if place == PILE:
            s.pile[k] = hidden[k]


# ---------------------------------------------------------------- what a player sees


class Observation:
    """All in [-1, 1]; the observer comes first."""

    to_move: float  # 1 when the observer decides now
    hand: Annotated[Floats, N_CARDS]  # 1 for each card in the own hand
    aside: Annotated[Floats, N_CARDS]  # 1 at the card that the observer laid aside
    played: Annotated[Floats, N_CARDS]  # 1 for each card played
    led: Annotated[Floats, N_CARDS]  # 1 at the card to be answered
    tricks: Annotated[Floats, 2]  # won by the observer, by the other / 3
    exchanged: Annotated[Floats, 2]  # 1 when the observer, the other, has exchanged a card


@rule
def observe(s: State, player: int, obs: Observation) -> None:
    obs.to_move = s.player == player and not s.terminated
    for card in range(N_CARDS):
        obs.hand[card] = s.where[card] == HAND + player
        obs.aside[card] = s.where[card] == ASIDE + player
        obs.played[card] = s.where[card] == PLAYED
    if s.led != NO_CARD:
        obs.led[s.led] = 1
    for k in range(2):
        seat = player if k == 0 else 1 - player
        obs.tricks[k] = s.tricks[seat] / N_TRICKS
        obs.exchanged[k] = s.exchanged[seat]


class Features:
    """Of one legal action of the player to move."""

    exchange: float  # 1 for an exchange, 0 for a card played
    value: float  # of the card / 10
    wins: float  # 1 when it wins the trick


@rule
def action_features(s: State, action: int, out: Features) -> None:
    out.exchange = action >= A_EXCHANGE
    out.value = (action % N_CARDS + 1) / N_CARDS
    out.wins = action < A_EXCHANGE and s.led != NO_CARD and action > s.led


# ---------------------------------------------------------------- notation and pictures (plain Python)


def to_dict(s: Record) -> dict[str, Any]:
    """Cards are written by their value; those named nowhere have been played."""
    return {
        "to_move": PLAYERS[s.player],
        "hands": {name: _values(s, HAND + p) for p, name in enumerate(PLAYERS)},
        "aside": {name: _values(s, ASIDE + p) for p, name in enumerate(PLAYERS)},
        "pile": [int(card) + 1 for card in s.pile[: s.pile_count][::-1]],
        "led": None if s.led == NO_CARD else int(s.led) + 1,
        "tricks": {name: int(s.tricks[p]) for p, name in enumerate(PLAYERS)},
    }


def _values(s: Record, place: int) -> list[int]:
    return [card + 1 for card in range(N_CARDS) if s.where[card] == place]


def from_dict(s: Record, position: dict[str, Any]) -> None:
    """Write the position into an empty, configured record."""
    reader = Reader(position)
    clear(s)
    s.where[:] = PLAYED
    s.player = reader.choice("to_move", PLAYERS, default=PLAYERS[0])
    hands, aside, tricks = (reader.mapping(key) for key in ("hands", "aside", "tricks"))
    for player, name in enumerate(PLAYERS):
        _put(s, hands, name, HAND + player, HAND_SIZE)
        s.exchanged[player] = _put(s, aside, name, ASIDE + player, 1 if s.exchange else 0)
        s.tricks[player] = tricks.count(name, most=N_TRICKS)
    pile = [value - 1 for value in reader.counts("pile", most=N_CARDS)]
    s.pile_count = _put(s, reader, "pile", PILE, N_CARDS)
    s.pile[: s.pile_count] = pile[::-1]
    led = reader.get("led")
    s.led = NO_CARD if led is None else reader.count("led", most=N_CARDS) - 1
    for part in (hands, aside, tricks, reader):
        part.finish()
    _check(s)
    _finish_if_over(s)


def _put(s: Record, reader: Reader, key: str, place: int, most: int) -> int:
    """Read a list of cards, each at most once in the position; returns how many there are."""
    cards = [value - 1 for value in reader.counts(key, most=N_CARDS)]
    if len(cards) > most:
        raise PositionError(reader.path(key), f"{len(cards)} cards, at most {most} are possible")
    for card in cards:
        if card < 0 or s.where[card] != PLAYED:
            raise PositionError(reader.path(key), f"{card + 1} is no card, or is named twice")
        s.where[card] = place
    return len(cards)


def _check(s: Record) -> None:
    """Every trick still to come can be played, and every exchange carried out."""
    left = N_TRICKS - int(s.tricks.sum())
    for player, name in enumerate(PLAYERS):
        held = len(_values(s, HAND + player))
        played = 1 if s.led != NO_CARD and player != s.player else 0
        if held != left - played:
            raise PositionError(f"hands.{name}", f"{held} cards, but {left - played} are still to be played")
    if s.led != NO_CARD and s.where[s.led] != PLAYED:
        raise PositionError("led", f"{s.led + 1} lies elsewhere")
    if s.exchange and s.pile_count < 2 - s.exchanged.sum():
        raise PositionError("pile", "too few cards for the exchanges that are still possible")


def _finish_if_over(s: Record) -> None:
    if s.tricks.sum() == N_TRICKS:
        s.terminated = True
        s.rewards[:] = (1, -1) if s.tricks[0] > s.tricks[1] else (-1, 1)
        s.returns[:] = s.rewards


def render(s: Record, player: int | None) -> str:
    """What ``player`` knows, or everything."""
    rows = [f"tricks {s.tricks[0]}:{s.tricks[1]}, pile {s.pile_count}" + ("" if s.led < 0 else f", led {s.led + 1}")]
    for seat, name in enumerate(PLAYERS):
        hand = _values(s, HAND + seat)
        shown = " ".join(str(value) for value in hand) if player in (None, seat) else "? " * len(hand)
        rows.append(f"{name}{'*' if s.player == seat else ' '} {shown}".rstrip())
    return "\n".join(rows)


def phase(s: Record) -> str:
    return "over" if s.terminated else "lead" if s.led == NO_CARD else "answer"


def seen_action(s: Record, action: int, viewer: int) -> str:
    """Nobody else sees which card is laid aside."""
    return "exchange ?" if action >= A_EXCHANGE and viewer != s.player else FULL.names[action]


# ---------------------------------------------------------------- the game


def variant(options: Options) -> Variant:
    """All that the options decide. The label tells compiled variants apart."""
    return Variant(
        label="full" if options.exchange else "plain",
        players=PLAYERS,
        roles=("Elder", "Younger"),
        actions=FULL if options.exchange else WITHOUT_EXCHANGE,
        max_steps=2 * N_TRICKS + 2,
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
        notation=Notation(to_dict=to_dict, from_dict=from_dict, render=render, phase=phase, seen_action=seen_action),
    )


GAME = GameSpec(
    name="three_tricks",
    title="Three Tricks",
    version=0,
    options=Options,
    state=State,
    variant=variant,
    utility="zero_sum",
    min_utility=-1.0,
    max_utility=1.0,
    hidden_information=True,
    about="Two players, ten cards, three tricks, one exchange each.",
)
