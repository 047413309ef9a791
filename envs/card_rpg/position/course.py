"""The course of the game in a position: adventure, round, turn, situation cards, how it ended."""

from __future__ import annotations

from dicedeck.envs.card_rpg.cards import N_TOWN, NONE
from dicedeck.envs.card_rpg.options import ENDING_NAMES, MOST_CAMPAIGN, MOST_EXPERIENCE, MOST_STEPS, Ending, Phase
from dicedeck.envs.card_rpg.position.names import seat_names
from dicedeck.envs.card_rpg.position.parts import Parts, whole
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader

MOST_DEPTH = 99


def read_course(parts: Parts) -> None:
    s, reader = parts.s, parts.reader
    seats = seat_names(s)
    s.player = reader.choice("to_move", seats if s.gm else seats[:-1], "pc_0")
    s.adventure = whole(reader, "adventure", 1, MOST_CAMPAIGN, 1) - 1
    if s.adventure >= s.campaign:
        raise PositionError("adventure", f"the campaign has {s.campaign}")
    s.adventures_won = reader.count("adventures_won", most=int(s.adventure) + 1)
    s.adventure_steps = -reader.count("adventure_steps", most=MOST_STEPS)
    s.round_number = whole(reader, "round", 0, int(s.max_rounds) + 1, 1)
    s.first = reader.choice("first", seats[:-1], "pc_0")
    usual = int(s.player - s.first) % int(s.pcs) if s.player < s.pcs else int(s.pcs)
    s.turn = reader.count("turn", default=usual, most=int(s.pcs))
    s.dungeon = reader.flag("dungeon")
    s.depth = reader.count("depth", most=MOST_DEPTH)
    s.leads = reader.count("leads", most=999)
    s.succeeded = reader.count("succeeded", most=999)
    s.beaten = reader.count("beaten", most=MOST_EXPERIENCE)
    s.attempted = reader.flag("attempted")
    s.attacked = reader.flag("attacked")
    if reader.get("fight") is not None:
        fight = reader.mapping("fight")
        s.fight = True
        s.final = fight.flag("final")
        s.fight_new = fight.flag("new")
        fight.finish()


def read_situation(parts: Parts) -> None:
    s, reader = parts.s, parts.reader
    keys = parts.tables.situation_keys
    if reader.get("situation") is not None:
        entry = reader.mapping("situation")
        s.situation = _situation(parts, entry, "card", entry.get("card"))
        s.face_down = entry.flag("face_down")
        s.situation_done = entry.flag("done")
        s.situation_known = parts.seats(entry, "known_to")
        passed = parts.seats(entry, "passed")
        for seat in range(s.pcs):
            s.passed[seat] = passed >> seat & 1
        entry.finish()
    piles = reader.mapping("situation_piles")
    for stage, key in enumerate(("town", "dungeon")):
        start = stage * N_TOWN
        names = keys[start : start + N_TOWN] if piles.get(key) is None else piles.names(key)
        cards = [_situation(parts, piles, key, name) for name in names if not name.startswith("unused_")]
        if piles.get(key) is None:
            cards = [card for card in cards if card != s.situation]
        if any(card // N_TOWN != stage for card in cards):
            raise PositionError(piles.path(key), f"all cards must be of the {key}")
        if len(set(cards)) < len(cards) or s.situation in cards:
            raise PositionError(piles.path(key), "each card exists once, the one in play too")
        s.deck[start : start + len(cards)] = cards[::-1]
        s.deck_count[stage] = len(cards)
    piles.finish()


def _situation(parts: Parts, reader: Reader, key: str, name: object) -> int:
    used = [word for word in parts.tables.situation_keys if not word.startswith("unused_")]
    return parts.tables.situation_keys.index(used[Reader({key: name}, reader.path("")[:-1]).choice(key, used, "")])


def read_result(parts: Parts) -> None:
    s = parts.s
    ending = parts.reader.optional_choice("result", ENDING_NAMES[1:], NONE) + 1
    if (ending != Ending.NOT_YET) != (s.phase == Phase.OVER):
        raise PositionError("result", "is given exactly when the phase is 'over'")
    s.ending = ending
    s.terminated = ending in (Ending.WON, Ending.LOST)
    s.truncated = ending == Ending.CAP
    done = int(s.adventure) + int(ending != Ending.NOT_YET)
    worth = 2 * int(s.adventures_won) - done
    if s.adventures_won > done:
        raise PositionError("adventures_won", f"{done} adventures are over")
    s.returns[: s.pcs] = worth
    if s.gm:
        s.returns[s.pcs] = -worth
