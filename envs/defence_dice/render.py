"""Text pictures: of everything, or of what the player knows."""

from __future__ import annotations

from collections.abc import Iterable

from dicedeck.envs.core.cards import CARD_NAMES, SUIT_LETTERS
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.defence_dice.cards import (
    ENDING_NAMES,
    N_FACES,
    N_PENS,
    N_TRACKS,
    NONE,
    PHASE_NAMES,
    TRACK_SIZE,
    WON,
    Phase,
    Segment,
)
from dicedeck.envs.defence_dice.characters import CHARACTER_NAMES
from dicedeck.envs.defence_dice.skill_tables import COST, FOR_CHARACTER, N_SKILLS, SKILL_NAMES, SLOTS
from dicedeck.envs.defence_dice.state import State

_LINE = 24
"""Cards of a list in one line."""


def phase(s: State) -> str:
    """What is being decided; at the end how the game went."""
    if s.phase != Phase.OVER:
        return PHASE_NAMES[s.phase]
    return f"{'won' if s.ending in WON else 'lost'}: {ENDING_NAMES[s.ending]}"


def render(s: State, viewer: int | None = None) -> str:
    """Deck, tracks from column 1 to the castle, dice, skills, pens; without a viewer the deck lies open."""
    rows = [_heading(s), "", *_deck(s, viewer), "", *_tracks(s), "", _dice_line(s), *_skills(s), "", *_prison(s)]
    rows += _decision(s)
    return "\n".join(row.rstrip() for row in rows)


def _heading(s: State) -> str:
    who = f"Defence Dice ({CHARACTER_NAMES[s.character]})"
    if s.phase != Phase.OVER:
        return f"{who}: round {s.rounds}, {PHASE_NAMES[s.phase]}; {_count(s.step_count, 'action')} so far"
    result = "won" if s.ending in WON else "lost"
    return f"{who}: {result} in round {s.rounds} ({ENDING_NAMES[s.ending]}) after {_count(s.step_count, 'action')}"


# ---------------------------------------------------------------- deck and tracks


def _deck(s: State, viewer: int | None) -> list[str]:
    parts = [f"{name} {s.segments[k]}" for name, k in (("C", Segment.C), ("B", Segment.B), ("A", Segment.A))]
    if s.segments[Segment.RESHUFFLED]:
        parts.insert(0, f"reshuffled {s.segments[Segment.RESHUFFLED]}")
    held = "frost" if s.frost else f"{s.barricade} held back" if s.barricade else ""
    due = 0 if s.frost else max(1 + s.jokers_out - s.barricade, 0)
    rows = [
        f"  deck: {_count(s.deck_count, 'card')} ({', '.join(parts)}); jokers out {s.jokers_out}; next reveals {due}"
    ]
    if held:
        rows[0] += f" ({held})"
    cards = s.deck[: s.deck_count][::-1]
    if viewer is None:
        return rows + [f"    {_names(cards[i : i + _LINE])}" for i in range(0, len(cards), _LINE)]
    if s.known_top:
        rows.append(f"    on top: {CARD_NAMES[cards[0]]}")
    if s.known_bottom:
        rows.append(f"    at the bottom: {_names(cards[len(cards) - s.known_bottom :])}")
    return rows


def _tracks(s: State) -> list[str]:
    """Deck on the left, castle on the right, as on the table."""
    rows = []
    for suit in range(N_TRACKS):
        cards = s.tracks[suit][: s.track_count[suit]]
        size = f"{s.track_count[suit]} of {TRACK_SIZE}"
        rows.append(f"  {SUIT_LETTERS[suit]} ({size})  {'  '.join(_enemy(s, int(card)) for card in cards) or '-'}")
    return rows


def _enemy(s: State, card: int) -> str:
    """``S9``, or with its dice, its marks after a star and the HP left: ``S9[3*4=2]``."""
    dice, marks = _shown(s.dice[card]), _shown(s.marks[card])
    marks += f"+{s.executed[card]}" if s.executed[card] else ""
    if not dice and not marks:
        return CARD_NAMES[card]
    star = "*" if marks else ""
    return f"{CARD_NAMES[card]}[{dice}{star}{marks}={s.hp_left[card]}]"


# ---------------------------------------------------------------- dice, skills, prisoners


def _dice_line(s: State) -> str:
    return f"  dice: rolled {_shown(s.rolled) or '-'}; to roll next {s.back}; spent {s.spent}; XP {s.xp}"


def _skills(s: State) -> list[str]:
    owned = [f"{SKILL_NAMES[k]} [{_shown(s.slots[k]):.<{SLOTS[k]}}]" for k in range(N_SKILLS) if s.owned[k]]
    free = [f"{SKILL_NAMES[k]} {COST[k]}" for k in range(N_SKILLS) if FOR_CHARACTER[s.character, k] and not s.owned[k]]
    rows = [f"  skills: {'; '.join(owned) or 'none'}"]
    for i in range(0, len(free), 6):
        rows.append(f"  {'to buy:' if i == 0 else '       '} {', '.join(free[i : i + 6])}")
    return rows


def _prison(s: State) -> list[str]:
    pens = (f"{pen + 1} [{_names(s.pens[pen][: s.pen_count[pen]])}]" for pen in range(N_PENS))
    rows = [f"  pens: {' '.join(pens)}"]
    if s.overkill_count:
        rows.append(f"  overkill: {_names(s.overkill[: s.overkill_count])}")
    if s.prisoner_count:
        rows.append(f"  to be placed: {_names(s.prisoners[: s.prisoner_count])}")
    return rows


def _decision(s: State) -> list[str]:
    """What has been chosen in a decision that is half made."""
    if s.target_card != NONE or s.target_skill != NONE:
        target = CARD_NAMES[s.target_card] if s.target_card != NONE else SKILL_NAMES[s.target_skill]
        return [f"  placing on {target}: {_shown(s.chosen) or 'no die yet'}"]
    if s.active != NONE:
        return [f"  {'taking from' if s.phase == Phase.TAKE else 'carrying out'} {SKILL_NAMES[s.active]}"]
    return []


def _shown(dice: Ints) -> str:
    return "".join(str(face + 1) * int(dice[face]) for face in range(N_FACES))


def _names(cards: Iterable[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
