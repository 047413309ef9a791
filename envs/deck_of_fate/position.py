"""Positions of Deck of Fate as JSON: the notation of RULES.md, read with care and written in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.deck_of_fate.adventure import (
    CHECKS,
    CONSEQUENCE_NAMES,
    MODE_NAMES,
    MOST_NEEDED,
    Consequence,
    Mode,
)
from dicedeck.envs.deck_of_fate.cards import (
    CARD_IDS,
    CARD_NAMES,
    CHARIOT,
    FATE_CARDS,
    FOOL,
    N_CARDS,
    N_STATS,
    NO_CARD,
    NONE,
    STAT_NAMES,
    TEMPERANCE,
    TOWER,
    USES,
    WHEN_DRAWN,
    WORLD,
)
from dicedeck.envs.deck_of_fate.classes import CLASS_NAMES, CLASS_VP, MOST_VP
from dicedeck.envs.deck_of_fate.options import (
    ENDING_NAMES,
    LOOK,
    LOOKING,
    MOST_CHECKS,
    MOST_FREE,
    OFFERED,
    PHASE_NAMES,
    Ending,
    Phase,
)
from dicedeck.envs.deck_of_fate.rules.setup import clear
from dicedeck.envs.deck_of_fate.rules.sound import complain
from dicedeck.envs.deck_of_fate.state import MOST_TASKS, TASK_NAMES, Place, State, Task, lying_at

MOST_MP = 99
MOST_HAND = 12
LEAST_STAT, MOST_STAT = -5, 20
MOST_BONUS = 500
COUNTED_USES = (CHARIOT, TOWER, WORLD)

# ---------------------------------------------------------------- writing


def to_dict(s: State) -> dict[str, Any]:
    """The position; what is only there in the middle of an effect is left out otherwise."""
    seats = _seat_names(s)
    position: dict[str, Any] = {
        "to_move": seats[s.player],
        "phase": PHASE_NAMES[s.phase],
        "deck": _names(s.deck[: s.deck_count][::-1]),
        "discards": _at(s, Place.DISCARD),
        "known": {name: _known_to(s, seat) for seat, name in enumerate(seats)},
        "pcs": [_pc_to_dict(s, seat) for seat in range(s.pcs)],
        "incident": {
            "number": int(s.incident) + 1,
            "goal": int(s.goals[s.incident]),
            "doom": int(s.dooms[s.incident]),
            "successes": int(s.goal),
            "clock": int(s.doom),
            "checks": int(s.checks),
            "resolved": int(s.resolved),
            "spotlight": seats[s.spotlight],
            "last_checker": _seat_name(s, s.last_checker),
        },
        "check": None if s.check == NONE else _check_to_dict(s.check) | _course_to_dict(s),
    }
    position |= _decision_to_dict(s)
    if s.phase == Phase.OVER:
        position["result"] = ENDING_NAMES[s.ending]
    return position


def _seat_names(s: State) -> list[str]:
    return [f"pc_{seat}" for seat in range(s.pcs)] + ["master_0"] * int(s.master)


def _seat_name(s: State, seat: int) -> str | None:
    return None if seat == NONE else _seat_names(s)[seat]


def _names(cards: Iterable[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _at(s: State, place: int) -> list[str]:
    return _names(lying_at(s, place))


def _known_to(s: State, seat: int) -> list[str]:
    return _names(np.flatnonzero(s.known >> seat & 1).tolist())


def _pc_to_dict(s: State, seat: int) -> dict[str, Any]:
    entry = {
        "class": CLASS_NAMES[s.vocation[seat]],
        "stats": [int(n) for n in s.stats[seat]],
        "vp": int(s.vp[seat]),
        "mp": int(s.mp[seat]),
        "hand": _at(s, Place.HAND + seat),
        "fate": [_fate_to_dict(s, card) for card in lying_at(s, Place.FATE + seat)],
        "luck": bool(s.luck[seat]),
        "misfortune": bool(s.misfortune[seat]),
        "failures": int(s.failures[seat]),
    }
    kept = _at(s, Place.KEPT + seat)
    unopened = [card for card in s.dealt[seat] if card != NO_CARD and s.places[card] == Place.HAND + seat]
    extra = {"kept": kept, "unopened": _names(unopened), "counted": int(s.counted[seat])}
    return entry | {key: value for key, value in extra.items() if value}


def _fate_to_dict(s: State, card: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"card": CARD_NAMES[card]}
    if card in COUNTED_USES:
        entry["uses"] = int(s.uses[card])
    return entry | ({"cards": _at(s, Place.ON_TEMPERANCE)} if card == TEMPERANCE else {})


def _check_to_dict(check: int) -> dict[str, Any]:
    stat, mode, consequence = CHECKS[check]
    return {"stat": STAT_NAMES[stat], "mode": MODE_NAMES[mode], "consequence": CONSEQUENCE_NAMES[consequence]}


def _course_to_dict(s: State) -> dict[str, Any]:
    """How far the check has come."""
    course: dict[str, Any] = {
        "checker": _seat_name(s, s.checker),
        "played": None if s.played == NO_CARD else CARD_NAMES[s.played],
        "difficulty": None if s.difficulty == NO_CARD else CARD_NAMES[s.difficulty],
        "bonus": int(s.bonus),
        "redrawn": bool(s.redrawn),
        "swapped": bool(s.swapped),
        "retried": bool(s.retried),
        "any_success": bool(s.any_success),
    }
    return {key: value for key, value in course.items() if value}


def _decision_to_dict(s: State) -> dict[str, Any]:
    """Decisions half made, and what is still to be carried out, the next task first."""
    resolving = _at(s, Place.RESOLVING)
    more: dict[str, Any] = {
        "window": _seat_name(s, s.window),
        "free_actions": int(s.free_actions),
        "offered": [_check_to_dict(check) for check in s.offered if check != NONE],
        "aim": _seat_name(s, s.aim),
        "looking": int(s.looking),
        "placed": int(s.placed),
        "thief": _seat_name(s, s.thief),
        "resolving": resolving,
        "laid": _at(s, Place.ON_TEMPERANCE) if s.places[TEMPERANCE] == Place.RESOLVING else [],
        "fool_aside": bool(s.places[FOOL] == Place.ASIDE),
        "tasks": [
            {"task": TASK_NAMES[s.task[k]], "seat": int(s.task_who[k]), "amount": int(s.task_amount[k])}
            for k in range(s.task_count - 1, -1, -1)
        ],
    }
    return {key: value for key, value in more.items() if value}


# ---------------------------------------------------------------- reading


def from_dict(s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record. Cards that it does not name lie under the deck, the Fool last.

    Raises:
        PositionError: names the field: a card twice, a hand overfull, a decision that cannot be ...
    """
    reader = Reader(position)
    clear(s)
    cards = _CardReader(s)
    s.phase = reader.choice("phase", PHASE_NAMES, default="free")
    s.player = _seat(s, reader, "to_move", "pc_0")
    _read_pcs(s, reader, cards)
    _read_table(s, reader, cards)
    _read_incident(s, reader.mapping("incident"))
    _read_check(s, reader, cards)
    _read_decision(s, reader)
    _read_tasks(s, reader)
    cards.lay_out_deck(reader)
    _read_known(s, reader.mapping("known"))
    _read_result(s, reader)
    reader.finish()
    complain(s)


class _CardReader:
    """Reads cards, each at most once in the whole position."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.seen: dict[int, str] = {}

    def card(self, name: object, where: str) -> int:
        card = CARD_IDS.get(name) if isinstance(name, str) else None
        if card is None:
            raise PositionError(where, f"{name!r} is no card; write C7, SA, PT, WN or a major such as TOWER")
        if card in self.seen:
            raise PositionError(where, f"{name} lies in {self.seen[card]} already; each card exists once")
        self.seen[card] = where
        return card

    def lay(self, reader: Reader, key: str, place: int, most: int = N_CARDS) -> list[int]:
        """The cards under a key, laid in their place."""
        where = reader.path(key)
        found = [self.card(name, where) for name in reader.names(key)]
        if len(found) > most:
            raise PositionError(where, f"{len(found)} cards, at most {most} are possible")
        self.s.places[found] = place
        return found

    def lay_out_deck(self, reader: Reader) -> None:
        deck = self.lay(reader, "deck", Place.DECK)
        deck += [card for card in [*range(1, N_CARDS), FOOL] if card not in self.seen]
        self.s.places[deck] = Place.DECK
        self.s.deck[: len(deck)] = deck[::-1]
        self.s.deck_count = len(deck)


def _seat(s: State, reader: Reader, key: str, default: str) -> int:
    return reader.choice(key, _seat_names(s), default)


def _pc(s: State, reader: Reader, key: str) -> int:
    """A PC, or NONE."""
    return reader.optional_choice(key, _seat_names(s)[: s.pcs], NONE)


def _whole(reader: Reader, key: str, least: int, most: int, default: int = 0) -> int:
    value = reader.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(reader.path(key), f"expected a whole number from {least} to {most}, found {value!r}")
    return value


def _read_pcs(s: State, reader: Reader, cards: _CardReader) -> None:
    entries = reader.mappings("pcs")
    if len(entries) != s.pcs:
        raise PositionError("pcs", f"{len(entries)} PCs, there are {s.pcs}")
    for seat, entry in enumerate(entries):
        s.vocation[seat] = entry.choice("class", CLASS_NAMES, default=CLASS_NAMES[0])
        s.max_vp[seat] = CLASS_VP[s.vocation[seat]]
        s.vp[seat] = entry.count("vp", default=int(s.max_vp[seat]), most=int(s.max_vp[seat]))
        s.mp[seat] = entry.count("mp", most=MOST_MP)
        s.stats[seat] = _read_stats(entry)
        s.luck[seat] = entry.flag("luck")
        s.misfortune[seat] = entry.flag("misfortune")
        s.failures[seat] = entry.count("failures", most=1)
        s.counted[seat] = entry.count("counted", most=MOST_HAND)
        s.hand_count[seat] = len(cards.lay(entry, "hand", Place.HAND + seat, MOST_HAND))
        cards.lay(entry, "kept", Place.KEPT + seat, 1)
        _read_unopened(s, entry, seat)
        _read_fate(s, entry, cards, seat)
        entry.finish()


def _read_stats(entry: Reader) -> list[int]:
    values = entry.get("stats", [0] * N_STATS)
    if not isinstance(values, list) or len(values) != N_STATS:
        raise PositionError(entry.path("stats"), f"expected {N_STATS} numbers: {', '.join(STAT_NAMES)}")
    return [_whole(Reader({"stats": n}, entry.path("")[:-1]), "stats", LEAST_STAT, MOST_STAT) for n in values]


def _read_unopened(s: State, entry: Reader, seat: int) -> None:
    """Cards of an opening hand that have still to take effect, in the order dealt."""
    names = entry.names("unopened")
    for k, name in enumerate(names):
        card = CARD_IDS.get(name, NO_CARD)
        if k >= MOST_VP or card == NO_CARD or s.places[card] != Place.HAND + seat or names.count(name) > 1:
            raise PositionError(entry.path("unopened"), f"at most {MOST_VP} different cards of the hand")
        s.dealt[seat, MOST_VP - len(names) + k] = card


def _read_fate(s: State, entry: Reader, cards: _CardReader, seat: int) -> None:
    for row in entry.mappings("fate"):
        card = cards.card(row.get("card"), row.path("card"))
        if card not in FATE_CARDS or s.simple:
            raise PositionError(row.path("card"), f"{CARD_NAMES[card]} is never in current fate here")
        s.places[card] = Place.FATE + seat
        if card in COUNTED_USES:
            s.uses[card] = row.count("uses", most=USES - 1)
        if card == TEMPERANCE and not cards.lay(row, "cards", Place.ON_TEMPERANCE):
            raise PositionError(row.path("cards"), "Temperance has a card on it, or it is discarded")
        row.finish()
    if s.places[WORLD] == s.places[TOWER] == Place.FATE + seat:
        raise PositionError(entry.path("fate"), "World and Tower never lie before the same PC")


def _read_table(s: State, reader: Reader, cards: _CardReader) -> None:
    cards.lay(reader, "discards", Place.DISCARD)
    cards.lay(reader, "resolving", Place.RESOLVING)
    laid = cards.lay(reader, "laid", Place.ON_TEMPERANCE)
    if laid and s.places[TEMPERANCE] != Place.RESOLVING:
        raise PositionError("laid", "cards are laid only while TEMPERANCE is among 'resolving'")
    if reader.flag("fool_aside"):
        s.places[cards.card(CARD_NAMES[FOOL], "fool_aside")] = Place.ASIDE


def _read_incident(s: State, reader: Reader) -> None:
    s.incident = _whole(reader, "number", 1, int(s.incidents)) - 1 if reader.get("number") is not None else 0
    for key, needed in (("goal", s.goals), ("doom", s.dooms)):
        needed[s.incident] = _whole(reader, key, 1, MOST_NEEDED, int(needed[s.incident]))
    s.goal = reader.count("successes", most=int(s.goals[s.incident]))
    s.doom = reader.count("clock", most=int(s.dooms[s.incident]))
    s.checks = reader.count("checks", default=1, most=MOST_CHECKS)
    s.resolved = reader.count("resolved", most=int(s.incident) + 1)
    s.spotlight = max(_pc(s, reader, "spotlight"), 0)
    s.last_checker = _pc(s, reader, "last_checker")
    reader.finish()


def _read_check(s: State, reader: Reader, cards: _CardReader) -> None:
    if reader.get("check") is None:
        return
    entry = reader.mapping("check")
    s.check = _read_row(entry)
    s.checker = _pc(s, entry, "checker")
    for key, place in (("played", Place.PLAYED), ("difficulty", Place.DIFFICULTY)):
        if entry.get(key) is not None:
            card = cards.card(entry.get(key), entry.path(key))
            s.places[card] = place
            if place == Place.PLAYED:
                s.played = card
            else:
                s.difficulty = card
    s.bonus = entry.count("bonus", most=MOST_BONUS)
    s.redrawn = entry.flag("redrawn")
    s.swapped = entry.flag("swapped")
    s.retried = entry.flag("retried")
    s.any_success = entry.flag("any_success")
    entry.finish()


def _read_row(entry: Reader) -> int:
    """A row of CHECKS."""
    stat = entry.choice("stat", STAT_NAMES, default=STAT_NAMES[0])
    mode = entry.choice("mode", MODE_NAMES, default=MODE_NAMES[Mode.SPOTLIGHT])
    consequence = entry.choice("consequence", CONSEQUENCE_NAMES, default=CONSEQUENCE_NAMES[Consequence.HARM])
    return CHECKS.index((stat, Mode(mode), Consequence(consequence)))


def _read_decision(s: State, reader: Reader) -> None:
    s.window = _pc(s, reader, "window")
    if s.phase == Phase.FREE:
        s.window = s.player
    elif s.phase in (Phase.PLAY, Phase.COST, Phase.DIFFICULTY, Phase.REACT, Phase.RETRY) and s.checker == NONE:
        s.checker = s.player
        s.last_checker = s.player
    s.free_actions = reader.count("free_actions", most=MOST_FREE)
    offered = reader.mappings("offered")
    if len(offered) not in (0, OFFERED):
        raise PositionError("offered", f"{len(offered)} checks, the master chooses from {OFFERED}")
    for k, entry in enumerate(offered):
        s.offered[k] = _read_row(entry)
        entry.finish()
    s.aim = _pc(s, reader, "aim")
    s.looking = reader.count("looking", default=LOOK if s.phase in LOOKING[:-1] else int(s.phase in LOOKING), most=LOOK)
    s.placed = reader.count("placed", most=LOOK)
    s.thief = _pc(s, reader, "thief")


def _read_tasks(s: State, reader: Reader) -> None:
    rows = reader.mappings("tasks")
    if len(rows) > MOST_TASKS // 2:
        raise PositionError("tasks", f"{len(rows)} tasks, at most {MOST_TASKS // 2} are possible")
    for k, row in enumerate(reversed(rows)):
        s.task[k] = row.choice("task", TASK_NAMES, default="")
        s.task_who[k] = _whole(row, "seat", NONE, int(s.pcs))
        s.task_amount[k] = _whole(row, "amount", 0, N_CARDS - 1)
        if s.task[k] in (Task.DRAW, Task.LAY) and s.task_amount[k] > MOST_HAND:
            raise PositionError(row.path("amount"), f"at most {MOST_HAND} cards are drawn at once")
        row.finish()
    s.task_count = len(rows)


def _read_known(s: State, reader: Reader) -> None:
    everybody = (1 << len(_seat_names(s))) - 1
    for seat, name in enumerate(_seat_names(s)):
        for text in reader.names(name):
            card = CARD_IDS.get(text, NO_CARD)
            place = s.places[card] if card != NO_CARD else Place.DISCARD
            in_other_hand = Place.HAND <= place < Place.FATE and place not in (Place.HAND + seat, Place.KEPT + seat)
            if place != Place.DECK and not in_other_hand:
                raise PositionError(reader.path(name), f"{text} is no card in the deck or in another hand")
            s.known[card] |= 1 << seat
    for card in range(N_CARDS):
        if WHEN_DRAWN[s.simple, card] and Place.HAND <= s.places[card] < Place.KEPT and card not in s.dealt:
            s.known[card] = everybody & ~(1 << (s.places[card] - Place.HAND))
    if s.phase in LOOKING:
        for card in s.deck[max(s.deck_count - s.looking, 0) : s.deck_count]:
            s.known[card] |= 1 << s.player
    reader.finish()


def _read_result(s: State, reader: Reader) -> None:
    ending = reader.optional_choice("result", ENDING_NAMES[1:], NONE) + 1
    if (ending != Ending.NOT_YET) != (s.phase == Phase.OVER):
        raise PositionError("result", "is given exactly when the phase is 'over'")
    s.ending = ending
    s.terminated = ending in (Ending.WON, Ending.LOST)
    s.truncated = ending == Ending.CAP
    worth = 0.0
    if s.by_incident:
        worth = float(s.resolved - sum(s.vp[seat] == 0 for seat in range(s.pcs)))
    elif ending != Ending.NOT_YET:
        worth = 1.0 if ending == Ending.WON else -1.0
    s.returns[: s.pcs] = worth
    if s.master:
        s.returns[s.pcs] = -worth
