"""Positions of Impeachment as JSON: the notation of RULES.md, read with care and written in full."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.core.cards import N_CARDS, NO_CARD
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.impeachment.cards import (
    ALL_CARD_IDS,
    ALL_CARD_NAMES,
    BIAS_NAMES,
    CON,
    DEAL_SIZE,
    DELIBERATION,
    EVIDENCE,
    HAND_SIZE,
    MUD,
    N_JUSTICES,
    N_TACTICS,
    NOBODY,
    PHASE_NAMES,
    POLL_SIZE,
    PRO,
    SIDE_NAMES,
    WITNESS,
    Phase,
    Place,
)
from dicedeck.envs.impeachment.contradictions import check_end, check_middle_of_turn
from dicedeck.envs.impeachment.rules.hands import add_to_hand, issue_cards_in_hand
from dicedeck.envs.impeachment.rules.justices import STALE, is_complete, put_on_side, side_size, update_outlooks
from dicedeck.envs.impeachment.rules.setup import clear
from dicedeck.envs.impeachment.rules.turn import skip_if_stuck
from dicedeck.envs.impeachment.state import State

# ---------------------------------------------------------------- writing


def to_dict(s: State) -> dict[str, Any]:
    """The position; cards that are out of the game are the ones not named anywhere."""
    position = {
        "to_move": SIDE_NAMES[s.player],
        "phase": PHASE_NAMES[s.phase],
        "first_deal_done": bool(s.first_deal_done),
        "last_passed": bool(s.last_passed),
        "justices": [_justice_to_dict(s, justice) for justice in range(N_JUSTICES)],
        "hands": {name: _names(s.hand[p][: s.hand_count[p]]) for p, name in enumerate(SIDE_NAMES)},
        "issue_pile": _names(s.issue_pile[: s.issue_count][::-1]),
        "tactic_pile": _names(s.tactic_pile[: s.tactic_count][::-1]),
        "discards": _names(s.discards[: s.discard_count]),
        "tactics_used": {name: int(s.tactics_used[p]) for p, name in enumerate(SIDE_NAMES)},
        "pending": [ALL_CARD_NAMES[s.held]] if s.held != NO_CARD else _names(s.picks[: s.pick_count]),
        "held_from": None if s.held_from == NOBODY else f"J{s.held_from + 1}",
        "known": {name: _known_to_dict(s, p) for p, name in enumerate(SIDE_NAMES)},
    }
    if s.terminated:
        position["winner"] = SIDE_NAMES[PRO if s.returns[PRO] > 0 else CON]
    return position


def _names(cards: Any) -> list[str]:
    return [ALL_CARD_NAMES[card] for card in cards]


def _side_name(player: int) -> str | None:
    return None if player == NOBODY else SIDE_NAMES[player]


def _justice_to_dict(s: State, justice: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"bias": BIAS_NAMES[s.bias[justice]]} if s.bias_on else {}
    return entry | {
        "mud": bool(s.mud[justice]),
        "deliberation": bool(s.deliberation[justice]),
        "taken_by": _side_name(s.taken_by[justice]),
        **{name: _names(s.sides[justice, p][: s.side_count[justice, p]]) for p, name in enumerate(SIDE_NAMES)},
        "completed_first": _side_name(s.completed_first[justice]),
    }


def _known_to_dict(s: State, player: int) -> dict[str, list[str]]:
    top = s.issue_pile[: s.issue_count][::-1][: s.known_pile[player]]
    return {"pile": _names(top), "hand": [ALL_CARD_NAMES[c] for c in range(N_CARDS) if s.known_hand[player, c]]}


# ---------------------------------------------------------------- reading


def from_dict(s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record.

    Raises:
        PositionError: names the field: a card twice, a side or hand overfull, not nine justices, an unknown name ...
    """
    reader = Reader(position)
    clear(s)
    cards = _CardReader(s)
    s.phase = reader.choice("phase", PHASE_NAMES, default="play")
    s.player = reader.choice("to_move", SIDE_NAMES, default="pro")
    s.turn = s.player
    s.first_deal_done = reader.flag("first_deal_done")
    s.last_passed = reader.flag("last_passed")
    if s.first_deal_done and not s.tactics:
        raise PositionError("first_deal_done", "only with the option tactics=True")
    _read_justices(s, reader, cards)
    _read_hands(s, reader.mapping("hands"), cards)
    _read_piles(s, reader, cards)
    _read_tactics_used(s, reader.mapping("tactics_used"))
    _read_pending(s, reader, cards)
    check_middle_of_turn(s)
    _read_known(s, reader.mapping("known"))
    _read_winner(s, reader)
    reader.finish()
    check_end(s)
    if s.phase == Phase.PLAY:
        skip_if_stuck(s)
        if s.terminated:
            s.returns[:] = s.rewards


class _CardReader:
    """Reads lists of cards, each card at most once in the whole position."""

    def __init__(self, s: State) -> None:
        self.seen: dict[int, str] = {}
        self.tactics = bool(s.tactics)

    def cards(self, reader: Reader, key: str, most: int) -> list[int]:
        where = reader.path(key)
        cards = []
        for name in reader.names(key):
            card = ALL_CARD_IDS.get(name)
            if card is None:
                raise PositionError(where, f"{name!r} is no card; write S5, HA, DT, CK, X1 or a tactic such as WITNESS")
            if card >= N_CARDS and not self.tactics:
                raise PositionError(where, f"{name} is a tactic, but the game is without tactics")
            if card in self.seen:
                raise PositionError(where, f"{name} lies in {self.seen[card]} already; each card exists once")
            self.seen[card] = where
            cards.append(card)
        if len(cards) > most:
            raise PositionError(where, f"{len(cards)} cards, at most {most} are possible")
        return cards


def _read_justices(s: State, reader: Reader, cards: _CardReader) -> None:
    entries = reader.mappings("justices")
    if len(entries) != N_JUSTICES:
        raise PositionError("justices", f"{len(entries)} justices, there must be {N_JUSTICES}")
    for justice, entry in enumerate(entries):
        if s.bias_on:
            s.bias[justice] = entry.choice("bias", BIAS_NAMES, default="moderate")
        elif entry.get("bias") is not None:
            raise PositionError(entry.path("bias"), "is given only with the option bias=True")
        s.mud[justice] = entry.flag("mud")
        s.deliberation[justice] = entry.flag("deliberation")
        s.taken_by[justice] = entry.optional_choice("taken_by", SIDE_NAMES, NOBODY)
        for player, name in enumerate(SIDE_NAMES):
            for card in cards.cards(entry, name, side_size(s, justice)):
                if card > EVIDENCE:
                    raise PositionError(entry.path(name), f"{ALL_CARD_NAMES[card]} is never placed on a side")
                put_on_side(s, justice, player, card)
        _read_completed_first(s, entry, justice)
        entry.finish()
    s.outlook[:] = STALE
    update_outlooks(s)
    for flag, card in ((s.mud, MUD), (s.deliberation, DELIBERATION)):
        _check_laid_tactic(s, flag, card, cards)


def _check_laid_tactic(s: State, flags: Any, card: int, cards: _CardReader) -> None:
    name = ALL_CARD_NAMES[card].lower()
    laid = [justice for justice in range(N_JUSTICES) if flags[justice]]
    if not laid:
        return
    if not s.tactics:
        raise PositionError(f"justices[{laid[0]}].{name}", "only with the option tactics=True")
    if len(laid) > 1:
        raise PositionError(f"justices[{laid[1]}].{name}", f"lies under J{laid[0] + 1} already; the card exists once")
    cards.seen[card] = f"justices[{laid[0]}]"
    s.where[card] = Place.TABLE


def _read_completed_first(s: State, entry: Reader, justice: int) -> None:
    """Which complete side was first; it can be left out when only one is complete."""
    where = entry.path("completed_first")
    given = entry.optional_choice("completed_first", SIDE_NAMES, NOBODY)
    complete = [p for p in (PRO, CON) if is_complete(s, justice, p)]
    if len(complete) == 2 and s.taken_by[justice] == NOBODY:
        raise PositionError(f"justices[{justice}]", "both sides are complete, so it must be taken_by one of them")
    if given != NOBODY and given not in complete:
        raise PositionError(where, f"{SIDE_NAMES[given]} is not complete there")
    if len(complete) == 1 and given == NOBODY:
        given = complete[0]
    s.completed_first[justice] = given


def _read_hands(s: State, reader: Reader, cards: _CardReader) -> None:
    for player, name in enumerate(SIDE_NAMES):
        for card in cards.cards(reader, name, HAND_SIZE):
            add_to_hand(s, player, card)
    reader.finish()


def _read_piles(s: State, reader: Reader, cards: _CardReader) -> None:
    issues = cards.cards(reader, "issue_pile", len(s.issue_pile))
    for card in issues:
        if card >= N_CARDS or card >= len(s.issue_pile):
            raise PositionError("issue_pile", f"{ALL_CARD_NAMES[card]} is never in the issue pile")
    tactics = cards.cards(reader, "tactic_pile", len(s.tactic_pile))
    for card in tactics:
        if card < N_CARDS:
            raise PositionError("tactic_pile", f"{ALL_CARD_NAMES[card]} is no tactic")
    discards = cards.cards(reader, "discards", len(s.discards))
    for card in discards:
        if card in (WITNESS, EVIDENCE, MUD, DELIBERATION):
            raise PositionError("discards", f"{ALL_CARD_NAMES[card]} is never discarded")
    s.issue_pile[: len(issues)] = issues[::-1]
    s.issue_count = len(issues)
    s.tactic_pile[: len(tactics)] = tactics[::-1]
    s.tactic_count = len(tactics)
    s.discards[: len(discards)] = discards
    s.discard_count = len(discards)
    s.where[issues + tactics] = Place.PILE
    s.where[discards] = Place.DISCARDED


def _read_tactics_used(s: State, reader: Reader) -> None:
    for player, name in enumerate(SIDE_NAMES):
        s.tactics_used[player] = reader.count(name, most=N_TACTICS if s.tactics else 0)
    if abs(s.tactics_used[PRO] - s.tactics_used[CON]) > 1:
        raise PositionError("tactics_used", "nobody may have used more than one tactic more than the other (IMP-24)")
    reader.finish()


def _read_pending(s: State, reader: Reader, cards: _CardReader) -> None:
    """The decision half made: picks of a Poll or Deal, or the card that a Retract has taken up."""
    if not s.tactics and s.phase not in (Phase.PLAY, Phase.OVER):
        raise PositionError("phase", f"{PHASE_NAMES[s.phase]!r} only happens with the option tactics=True")
    justices = tuple(f"J{j + 1}" for j in range(N_JUSTICES))
    held_from = reader.optional_choice("held_from", justices, NOBODY)
    if s.phase == Phase.RETRACT:
        held = cards.cards(reader, "pending", 1)
        if not held or held[0] >= N_CARDS:
            raise PositionError("pending", "phase 'retract' needs the one issue card that was taken up")
        if held_from == NOBODY:
            raise PositionError("held_from", "phase 'retract' needs the justice that the card comes from")
        s.held, s.held_from = held[0], held_from
        s.where[held] = Place.HELD
        return
    if held_from != NOBODY:
        raise PositionError("held_from", "is given only in phase 'retract'")
    picks = [ALL_CARD_IDS.get(name, NO_CARD) for name in reader.names("pending")]
    if s.phase == Phase.DRAW and not (s.issue_count and s.tactic_count):
        raise PositionError("phase", "'draw' needs cards in both piles")
    if s.phase == Phase.POLL:
        _check_poll(s, picks)
    elif s.phase == Phase.DEAL:
        _check_deal(s, picks)
    elif picks:
        raise PositionError("pending", f"nothing is pending in phase {PHASE_NAMES[s.phase]!r}")
    s.picks[: len(picks)] = picks
    s.pick_count = len(picks)


def _check_poll(s: State, picks: list[int]) -> None:
    top = s.issue_pile[: s.issue_count][::-1][:POLL_SIZE].tolist()
    if not top:
        raise PositionError("phase", "'poll' needs cards in the issue pile")
    if len(set(picks)) != len(picks) or not set(picks) <= set(top) or len(picks) >= len(top):
        raise PositionError("pending", "a poll picks among the top four cards of the issue pile, each once")
    s.known_pile[s.player] = len(top)


def _check_deal(s: State, picks: list[int]) -> None:
    """Two picks of the player whose turn it is, then up to one (a second ends the Deal) of the other, who moves."""
    if len(picks) >= 2 * DEAL_SIZE or len(set(picks)) != len(picks):
        raise PositionError("pending", "a deal in progress has at most three different picks")
    s.turn = s.player if len(picks) < DEAL_SIZE else 1 - s.player
    for k, card in enumerate(picks):
        owner = s.turn if k < DEAL_SIZE else 1 - s.turn
        if card < 0 or card >= N_CARDS or s.where[card] != Place.PRO_HAND + owner:
            raise PositionError("pending", f"pick {k + 1} must be an issue card in {SIDE_NAMES[owner]}'s hand")
    if min(issue_cards_in_hand(s, PRO), issue_cards_in_hand(s, CON)) < DEAL_SIZE:
        raise PositionError("hands", "a deal needs two issue cards in each hand")


def _read_known(s: State, reader: Reader) -> None:
    for player, name in enumerate(SIDE_NAMES):
        entry = reader.mapping(name)
        pile = [ALL_CARD_IDS.get(card, NO_CARD) for card in entry.names("pile")]
        _check_known_pile(s, player, pile, entry.path("pile"))
        s.known_pile[player] = max(s.known_pile[player], len(pile))
        for text in entry.names("hand"):
            card = ALL_CARD_IDS.get(text, NO_CARD)
            if not 0 <= card < N_CARDS or s.where[card] != Place.PRO_HAND + 1 - player:
                raise PositionError(entry.path("hand"), f"{text} is no issue card in the other's hand")
            s.known_hand[player, card] = 1
        entry.finish()
    reader.finish()


def _check_known_pile(s: State, player: int, pile: list[int], where: str) -> None:
    """Only a Poll shows the pile; while one is being made, what the other knew there no longer holds (IMP-29)."""
    if pile and not s.tactics:
        raise PositionError(where, "only with the option tactics=True")
    if pile != s.issue_pile[: s.issue_count][::-1][: len(pile)].tolist():
        raise PositionError(where, "must be the cards on top of the issue pile, in their order")
    if len(pile) > POLL_SIZE:
        raise PositionError(where, f"{len(pile)} cards, a Poll shows at most {POLL_SIZE}")
    if pile and s.phase == Phase.POLL and player != s.player:
        raise PositionError(where, f"must be empty: {SIDE_NAMES[s.player]} is putting these cards in a new order")


def _read_winner(s: State, reader: Reader) -> None:
    winner = reader.optional_choice("winner", SIDE_NAMES, NOBODY)
    if (winner != NOBODY) != (s.phase == Phase.OVER):
        raise PositionError("winner", "is given exactly when the phase is 'over'")
    if winner != NOBODY:
        s.terminated = True
        s.returns[winner] = s.rewards[winner] = 1
        s.returns[1 - winner] = s.rewards[1 - winner] = -1
