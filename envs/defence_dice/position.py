"""Positions of Defence Dice as JSON: the notation of RULES.md, read with care and written in full."""

from __future__ import annotations

from typing import Any

from dicedeck.envs.core.cards import CARD_IDS, CARD_NAMES, N_RANKS, N_SUITED, SUIT_LETTERS
from dicedeck.envs.core.errors import PositionError
from dicedeck.envs.core.notation import Reader
from dicedeck.envs.defence_dice.card_reader import CardReader, is_joker, is_king, is_queen, read_numbers
from dicedeck.envs.defence_dice.cards import (
    ENDING_NAMES,
    FULL_HP,
    HIGH_RUN,
    LOW_RUN,
    MAX_STEPS,
    MOST_PRISONERS,
    N_DECK,
    N_FACES,
    N_PENS,
    N_SEGMENTS,
    NONE,
    PEN_SIZE,
    PHASE_NAMES,
    TRACK_SIZE,
    WINDOWS,
    WON,
    Ending,
    Phase,
    Segment,
)
from dicedeck.envs.defence_dice.rules.setup import clear
from dicedeck.envs.defence_dice.rules.sound import Fault, settle_position
from dicedeck.envs.defence_dice.skill_tables import (
    CHOICES,
    CODE_OF_FACE,
    FITS,
    FOR_CHARACTER,
    N_SKILLS,
    SKILL_NAMES,
    SLOTS,
)
from dicedeck.envs.defence_dice.skills import Choice
from dicedeck.envs.defence_dice.state import State

MOST = 99
"""Counts in a position: XP, dice spent, dice that came back."""
WINDOW_NAMES = tuple(PHASE_NAMES[window] for window in WINDOWS)
FAULTS = {
    Fault.TARGET: ("target", "no die that was rolled may be put there"),
    Fault.CHOSEN: ("chosen", "these dice may not be put together there"),
    Fault.ACTIVE: ("active", "this skill cannot be activated here, or does not belong to the phase"),
    Fault.PICK: ("pick", "is not a first choice that the skill offers here"),
    Fault.TAKE: ("active", "no die lies on this skill, or no dice are being taken back ('taking')"),
    Fault.NO_DICE: ("back", "no die to roll and none that could be had: such a game is lost"),
}

# ---------------------------------------------------------------- writing


def to_dict(s: State) -> dict[str, Any]:
    """The position; cards that are out of the game are the ones not named anywhere."""
    position = {
        "phase": PHASE_NAMES[s.phase],
        "round": int(s.rounds),
        "deck": _names(s.deck[: s.deck_count][::-1]),
        "segments": [int(n) for n in s.segments],
        "known_top": bool(s.known_top),
        "known_bottom": int(s.known_bottom),
        "jokers_out": int(s.jokers_out),
        "barricade": int(s.barricade),
        "frost": bool(s.frost),
        "tracks": [_track_to_dict(s, suit) for suit in s.track_order if suit != NONE],
        "rolled": _dice(s.rolled),
        "back": int(s.back),
        "spent": int(s.spent),
        "xp": int(s.xp),
        "skills": {SKILL_NAMES[k]: _dice(s.slots[k]) for k in range(N_SKILLS) if s.owned[k]},
        "cookie_tried": bool(s.cookie_tried),
        "taking": bool(s.taking),
        "pens": [_names(s.pens[pen][: s.pen_count[pen]]) for pen in range(N_PENS)],
        "overkill": _names(s.overkill[: s.overkill_count]),
        "queue": {"prisoners": _names(s.prisoners[: s.prisoner_count]), "joker": bool(s.joker_attack)},
    }
    if s.target_card != NONE or s.target_skill != NONE:
        position["target"] = CARD_NAMES[s.target_card] if s.target_card != NONE else SKILL_NAMES[s.target_skill]
        position["chosen"] = _dice(s.chosen)
    if s.active != NONE:
        position |= {"active": SKILL_NAMES[s.active], "window": PHASE_NAMES[s.window], "pick": _pick_to_dict(s)}
    if s.phase == Phase.OVER:
        position["result"] = ENDING_NAMES[s.ending]
    return position


def _names(cards: Any) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _dice(counts: Any) -> list[int]:
    return [face + 1 for face in range(N_FACES) for _ in range(counts[face])]


def _track_to_dict(s: State, suit: int) -> dict[str, Any]:
    cards = s.tracks[suit][: s.track_count[suit]]
    return {"suit": SUIT_LETTERS[suit], "enemies": [_enemy_to_dict(s, card) for card in cards]}


def _enemy_to_dict(s: State, card: int) -> dict[str, Any]:
    entry = {"card": CARD_NAMES[card], "dice": _dice(s.dice[card]), "marks": _dice(s.marks[card])}
    return entry | ({"executed": int(s.executed[card])} if s.executed[card] else {})


def _pick_to_dict(s: State) -> str | int | None:
    if s.pick == NONE:
        return None
    kind = CHOICES[s.active, 0]
    if kind == Choice.DIE:
        return int(s.pick) + 1
    return SUIT_LETTERS[s.pick] if kind == Choice.TRACK else CARD_NAMES[s.pick]


# ---------------------------------------------------------------- reading


def from_dict(s: State, position: dict[str, Any]) -> None:
    """Write the position into an empty record.

    Raises:
        PositionError: names the field: a card twice, a track overfull, dice that cannot lie there, an unknown name ...
    """
    reader = Reader(position)
    clear(s)
    cards = CardReader()
    s.phase = reader.choice("phase", PHASE_NAMES, default="design")
    s.rounds = max(reader.count("round", default=1, most=MAX_STEPS), 1)
    _read_deck(s, reader, cards)
    _read_tracks(s, reader, cards)
    _read_dice(s, reader)
    _read_skills(s, reader)
    _read_prison(s, reader, cards)
    _read_decision(s, reader)
    result = reader.optional_choice("result", ENDING_NAMES[1:], NONE)
    reader.finish()
    if (result != NONE) != (s.phase == Phase.OVER):
        raise PositionError(
            "result", f"is given exactly when the phase is 'over': one of {', '.join(ENDING_NAMES[1:])}"
        )
    fault = settle_position(s)
    if fault != Fault.NOTHING:
        raise PositionError(*FAULTS[Fault(fault)])
    if s.phase == Phase.OVER:
        _end(s, result + 1)


def _end(s: State, ending: int) -> None:
    s.ending = ending
    s.truncated = ending == Ending.CAP
    s.terminated = not s.truncated
    s.rewards[0] = s.returns[0] = 1 if ending in WON else -1


# ---------------------------------------------------------------- the deck


def _read_deck(s: State, reader: Reader, cards: CardReader) -> None:
    deck = cards.cards(reader, "deck", N_DECK)
    s.deck[: len(deck)] = deck[::-1]
    s.deck_count = len(deck)
    s.jokers_out = reader.count("jokers_out", most=2)
    if s.jokers_out + sum(map(is_joker, deck)) > 2:
        raise PositionError("jokers_out", "there are two jokers in all")
    s.known_top = reader.flag("known_top") and len(deck) > 0
    s.known_bottom = reader.count("known_bottom", most=len(deck))
    s.barricade = reader.count("barricade", most=MOST)
    s.frost = reader.flag("frost")
    segments = reader.counts("segments", most=N_DECK)
    if segments:
        _check_segments(s, segments)
    s.segments[:] = segments or _likely_segments(s)


def _hidden(s: State) -> list[int]:
    """The cards whose place the player does not know by Scout, the top one first."""
    cards: list[int] = s.deck[s.known_bottom : s.deck_count - s.known_top][::-1].tolist()
    return cards


def _likely_segments(s: State) -> list[int]:
    """Without a word on the piles: all is A; with two jokers to come the first one and all above it is B."""
    size = int(s.deck_count - s.known_bottom)
    jokers = [k for k, card in enumerate(_hidden(s)) if is_joker(card)]
    size_b = jokers[0] + 1 + int(s.known_top) if len(jokers) == 2 else 0
    return [0, size_b, size - size_b, 0]


def _check_segments(s: State, segments: list[int]) -> None:
    """Sizes of C, B, A and what was reshuffled, without the known cards at the bottom (DEF-2, DEF-22)."""
    if len(segments) != N_SEGMENTS or sum(segments) != s.deck_count - s.known_bottom:
        wanted = int(s.deck_count - s.known_bottom)
        raise PositionError("segments", f"needs {N_SEGMENTS} sizes [C, B, A, reshuffled] that add up to {wanted}")
    above_b = segments[Segment.RESHUFFLED] + segments[Segment.C]
    above_a = above_b + segments[Segment.B]
    jokers = [k + int(s.known_top) for k, card in enumerate(_hidden(s)) if is_joker(card)]
    if len(jokers) == 2 and not above_b <= jokers[0] < above_a:
        raise PositionError("segments", "of two jokers to come the first lies in B")
    if jokers and jokers[-1] < above_a:
        raise PositionError("segments", "the last joker to come lies in A")


# ---------------------------------------------------------------- enemies


def _read_tracks(s: State, reader: Reader, cards: CardReader) -> None:
    for number, track in enumerate(reader.mappings("tracks")):
        suit = track.choice("suit", SUIT_LETTERS, default="")
        if suit in s.track_order[:number]:
            raise PositionError(track.path("suit"), f"{SUIT_LETTERS[suit]} has a track already")
        s.track_order[number] = suit
        enemies = track.mappings("enemies")
        if len(enemies) > TRACK_SIZE:
            raise PositionError(track.path("enemies"), f"{len(enemies)} enemies, at most {TRACK_SIZE} are possible")
        for column, enemy in enumerate(enemies):
            _read_enemy(s, enemy, cards, suit, column)
        s.track_count[suit] = len(enemies)
        track.finish()


def _read_enemy(s: State, enemy: Reader, cards: CardReader, suit: int, column: int) -> None:
    card = cards.card(enemy.get("card"), enemy.path("card"))
    if is_joker(card) or card // N_RANKS != suit:
        raise PositionError(enemy.path("card"), f"{CARD_NAMES[card]} is not of the suit {SUIT_LETTERS[suit]}")
    if is_king(card) and column > 0:
        raise PositionError(enemy.path("card"), "a king sits in column 1")
    s.tracks[suit, column] = card
    dice, marks = read_numbers(enemy, "dice"), read_numbers(enemy, "marks")
    s.executed[card] = enemy.count("executed", most=int(FULL_HP[card]))
    for counts, numbers in ((s.dice[card], dice), (s.marks[card], marks)):
        for n in numbers:
            counts[n - 1] += 1
    _check_damage(s, enemy.path("dice"), card, dice, marks)
    enemy.finish()


def _check_damage(s: State, where: str, card: int, dice: list[int], marks: list[int]) -> None:
    """No more than the enemy can have taken (DEF-12, DEF-17, DEF-19, DEF-28)."""
    numbers = dice + marks
    if is_king(card) or is_queen(card):
        if len(set(numbers)) < len(numbers):
            raise PositionError(where, f"numbers on {CARD_NAMES[card]} differ")
    if not is_king(card):
        damage = [*numbers, int(s.executed[card])]
        if sum(damage) - max(damage) >= FULL_HP[card]:
            raise PositionError(where, f"{CARD_NAMES[card]} cannot take so much: its HP was used up before")
        return
    bits = sum(1 << n - 1 for n in set(numbers))
    if s.executed[card] or (bits & ~LOW_RUN and bits & ~HIGH_RUN):
        raise PositionError(where, "a king takes only numbers of 1 to 5, or of 2 to 6")
    if dice and not s.king_laid and bits not in (LOW_RUN, HIGH_RUN):
        raise PositionError(where, "with king='at_once' dice lie on a king only to complete its five numbers")


# ---------------------------------------------------------------- dice, skills, prisoners


def _read_dice(s: State, reader: Reader) -> None:
    for n in read_numbers(reader, "rolled"):
        s.rolled[n - 1] += 1
    s.back = reader.count("back", most=MOST)
    s.spent = reader.count("spent", most=MOST)
    s.xp = reader.count("xp", most=MOST)
    if s.rolled.any() and s.phase in (Phase.PRISONER, Phase.CLEANUP, Phase.TAKE):
        raise PositionError("rolled", "after Attack unplaced dice are among those to roll next: count them in 'back'")


def _read_skills(s: State, reader: Reader) -> None:
    skills = reader.mapping("skills")
    for skill, name in enumerate(SKILL_NAMES):
        if skills.get(name) is None:
            continue
        if not FOR_CHARACTER[s.character, skill]:
            raise PositionError(skills.path(name), "this character cannot have the skill")
        s.owned[skill] = 1
        dice = read_numbers(skills, name)
        if len(dice) > SLOTS[skill] or not FITS[skill, sum(CODE_OF_FACE[n - 1] for n in dice)]:
            raise PositionError(skills.path(name), f"the dice {dice} do not fit its slots")
        for n in dice:
            s.slots[skill, n - 1] += 1
    skills.finish()
    s.cookie_tried = reader.flag("cookie_tried")
    s.taking = reader.flag("taking")


def _read_prison(s: State, reader: Reader, cards: CardReader) -> None:
    overkill = cards.fallen(reader, "overkill", N_SUITED)
    s.overkill[: len(overkill)] = overkill
    s.overkill_count = len(overkill)
    pens = reader.get("pens", [[]] * N_PENS)
    if not isinstance(pens, list) or len(pens) != N_PENS:
        raise PositionError("pens", f"expected {N_PENS} lists of cards, found {pens!r}")
    for pen, names in enumerate(pens):
        key = f"pens[{pen}]"
        held = cards.fallen(Reader({key: names}), key, PEN_SIZE)
        if len(held) == PEN_SIZE and not _can_pair(*held):
            raise PositionError(key, "no third card makes a combination of these")
        s.pens[pen, : len(held)] = held
        s.pen_count[pen] = len(held)
    queue = reader.get("queue", {})
    where = Reader({"prisoners": queue} if isinstance(queue, list) else {"queue": queue})
    where = where if isinstance(queue, list) else where.mapping("queue")
    prisoners = cards.fallen(where, "prisoners", MOST_PRISONERS)
    s.prisoners[: len(prisoners)] = prisoners
    s.prisoner_count = len(prisoners)
    s.joker_attack = where.flag("joker")
    where.finish()
    if s.phase != Phase.OVER and (s.phase == Phase.PRISONER) != bool(prisoners or s.joker_attack):
        raise PositionError("queue", "prisoners wait to be placed exactly in phase 'prisoner'")
    if s.phase == Phase.PRISONER and not prisoners:
        raise PositionError("queue", "no prisoner waits to be placed")


def _can_pair(a: int, b: int) -> bool:
    return a // N_RANKS == b // N_RANKS or abs(a % N_RANKS - b % N_RANKS) <= 2


# ---------------------------------------------------------------- the decision


def _read_decision(s: State, reader: Reader) -> None:
    """A placement or a skill that is half done."""
    target, active = reader.get("target"), reader.get("active")
    over = s.phase == Phase.OVER
    if not over and (target is not None) != (s.phase == Phase.PLACING):
        raise PositionError("target", "an enemy or a skill, given exactly in phase 'placing'")
    if not over and (active is not None) != (s.phase in (Phase.AIM, Phase.SCOUT, Phase.TAKE)):
        raise PositionError("active", "a skill, given exactly in the phases 'aim', 'scout' and 'take'")
    if target is not None:
        _read_target(s, target)
    for n in read_numbers(reader, "chosen"):
        s.chosen[n - 1] += 1
    if s.chosen.any() and target is None:
        raise PositionError("chosen", "dice are only chosen for a target")
    if active is not None:
        s.active = _owned_skill(s, active, "active")
    s.window = Phase(WINDOWS[reader.choice("window", WINDOW_NAMES, default="design")])
    pick = reader.get("pick")
    if pick is not None:
        s.pick = _read_pick(s, pick)
    if s.phase == Phase.SCOUT:
        s.known_top = True


def _read_target(s: State, target: object) -> None:
    card = CARD_IDS.get(target) if isinstance(target, str) else None
    if card is None:
        s.target_skill = _owned_skill(s, target, "target")
    elif is_joker(card) or card not in s.tracks:
        raise PositionError("target", f"{target} is not on a track")
    else:
        s.target_card = card


def _owned_skill(s: State, name: object, where: str) -> int:
    if not isinstance(name, str) or name not in SKILL_NAMES or not s.owned[SKILL_NAMES.index(name)]:
        raise PositionError(where, f"{name!r} is no skill that the player has")
    return SKILL_NAMES.index(name)


def _read_pick(s: State, pick: object) -> int:
    """The first of two choices: an enemy, a suit or a die's number, by the skill."""
    kind = Choice.NOTHING if s.active == NONE else CHOICES[s.active, 0]
    if kind == Choice.DIE and not isinstance(pick, bool) and isinstance(pick, int) and 1 <= pick <= N_FACES:
        return pick - 1
    if kind == Choice.TRACK and isinstance(pick, str) and len(pick) == 1 and pick in SUIT_LETTERS:
        return SUIT_LETTERS.index(pick)
    card = CARD_IDS.get(pick) if isinstance(pick, str) else None
    if kind in (Choice.ENEMY, Choice.FRONT) and card is not None and card in s.tracks:
        return card
    raise PositionError("pick", f"{pick!r} is no first choice of this skill")
