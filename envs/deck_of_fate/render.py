"""Text pictures: of everything, or of what one player knows; and how a move reads to the one who watches it."""

from __future__ import annotations

from collections.abc import Iterable

from dicedeck.envs.deck_of_fate.actions import A_BOTTOM, A_KEEP, A_KEEP_NONE, A_LEAVE, A_PICK, TABLE
from dicedeck.envs.deck_of_fate.adventure import CHECKS, CONSEQUENCE_NAMES, MODE_NAMES
from dicedeck.envs.deck_of_fate.cards import (
    CARD_NAMES,
    CHARIOT,
    NO_CARD,
    NONE,
    STAT_NAMES,
    TEMPERANCE,
    TOWER,
    USES,
    WORLD,
)
from dicedeck.envs.deck_of_fate.classes import CLASS_NAMES
from dicedeck.envs.deck_of_fate.options import ENDING_NAMES, LOOKING, OFFERED, PHASE_NAMES, Phase
from dicedeck.envs.deck_of_fate.rules.checking import is_ahead
from dicedeck.envs.deck_of_fate.rules.knowledge import is_known, is_known_to_all, sees_hand
from dicedeck.envs.deck_of_fate.state import Place, State, lying_at

_SHOWN = 8
"""Cards of the deck that are shown, the next one first."""


def phase(s: State) -> str:
    return PHASE_NAMES[s.phase]


def seen_action(s: State, action: int, viewer: int) -> str:
    """What the viewer learns of an action of the player to move: looks and kept cards are secret (FATE-60)."""
    if viewer == s.player:
        return TABLE.names[action]
    if s.phase in LOOKING and A_PICK <= action < A_LEAVE:
        return "pick a card" if action < A_BOTTOM else "bottom a card"
    if A_KEEP <= action < A_KEEP_NONE and not (is_known_to_all(s, action - A_KEEP) or _is_open(s, viewer)):
        return "keep a card"
    if s.phase == Phase.CHECK:
        return f"check: {_check_text(s.offered[action - TABLE.starts['check']])}" if viewer == s.pcs else "a check"
    return TABLE.names[action]


def _is_open(s: State, viewer: int) -> bool:
    return bool(s.open_hands and viewer != s.pcs)


def render(s: State, viewer: int | None = None) -> str:
    """Incident, deck, characters, the check; without a viewer all hands and the deck's next cards lie open."""
    rows = [_heading(s), _incident(s), *_check(s), *_deck(s, viewer)]
    rows += [_pc(s, seat, viewer) for seat in range(s.pcs)]
    rows += _choice(s, viewer)
    return "\n".join(row.rstrip() for row in rows)


def _heading(s: State) -> str:
    count = f"{s.step_count} action" + "s" * int(s.step_count != 1)
    if s.phase == Phase.OVER:
        return f"Deck of Fate: {ENDING_NAMES[s.ending]} after {count}"
    return f"Deck of Fate: {_seat(s, s.player)} decides ({PHASE_NAMES[s.phase]}), {count} so far"


def _incident(s: State) -> str:
    return (
        f"  incident {s.incident + 1} of {s.incidents}: goal {s.goal}/{s.goals[s.incident]}, "
        f"doom {s.doom}/{s.dooms[s.incident]}, {s.checks} checks; resolved {s.resolved}"
    )


def _seat(s: State, seat: int) -> str:
    return "master_0" if seat == s.pcs else f"pc_{seat}"


# ---------------------------------------------------------------- the check


def _check_text(check: int) -> str:
    stat, mode, consequence = CHECKS[check]
    return f"{STAT_NAMES[stat]}, {MODE_NAMES[mode]}, {CONSEQUENCE_NAMES[consequence]}"


def _check(s: State) -> list[str]:
    if s.check == NONE:
        return []
    row = f"  check: {_check_text(s.check)}"
    if s.checker != NONE:
        row += f"; {_seat(s, s.checker)}"
    if s.played != NO_CARD:
        row += f" plays {CARD_NAMES[s.played]}"
    if s.difficulty != NO_CARD:
        row += f" against {CARD_NAMES[s.difficulty]}"
        if s.played != NO_CARD:
            row += ": succeeds" if is_ahead(s) else ": fails"
    return [row + (f" (bonus {s.bonus})" if s.bonus else "")]


# ---------------------------------------------------------------- cards


def _deck(s: State, viewer: int | None) -> list[str]:
    cards = [int(card) for card in s.deck[: s.deck_count][::-1]]
    shown = [CARD_NAMES[card] if viewer is None or is_known(s, viewer, card) else "?" for card in cards]
    rows = [f"  deck {s.deck_count}" + (f": {' '.join(shown[:_SHOWN])} ..." if set(shown[:_SHOWN]) - {"?"} else "")]
    lower = [f"{k + 1}. {name}" for k, name in enumerate(shown) if k >= _SHOWN and name != "?"]
    if viewer is not None and lower:
        rows.append(f"  known below: {', '.join(lower)}")
    rows.append(f"  discards: {_names(s, Place.DISCARD) or '-'}")
    resolving = _names(s, Place.RESOLVING)
    if resolving:
        rows.append(f"  in effect: {resolving}")
    return rows


def _names(s: State, place: int) -> str:
    return " ".join(CARD_NAMES[card] for card in lying_at(s, place))


def _pc(s: State, seat: int, viewer: int | None) -> str:
    stats = " ".join(f"{name[0]}{value:+d}" for name, value in zip(("g", "e", "n", "r"), s.stats[seat]))
    row = f"  pc_{seat} {CLASS_NAMES[s.vocation[seat]]:10} {stats}  VP {s.vp[seat]}/{s.max_vp[seat]} MP {s.mp[seat]}"
    if s.vp[seat] == 0:
        return row + "  out"
    row += "  luck" * bool(s.luck[seat]) + "  misfortune" * bool(s.misfortune[seat])
    row += f"  hand {_hand(s, seat, viewer)}"
    fate = " ".join(_fate(s, card) for card in lying_at(s, Place.FATE + seat))
    return row + (f"  fate {fate}" if fate else "")


def _hand(s: State, seat: int, viewer: int | None) -> str:
    kept = lying_at(s, Place.KEPT + seat)
    cards = sorted(lying_at(s, Place.HAND + seat) + kept)
    shown = [CARD_NAMES[card] + "(kept)" * (card in kept) for card in cards if _is_shown(s, card, seat, viewer)]
    return " ".join(shown + ["?"] * (len(cards) - len(shown))) or "-"


def _is_shown(s: State, card: int, seat: int, viewer: int | None) -> bool:
    return viewer is None or sees_hand(s, viewer, seat) or is_known(s, viewer, card)


def _fate(s: State, card: int) -> str:
    if card in (CHARIOT, TOWER, WORLD):
        return f"{CARD_NAMES[card]}({USES - s.uses[card]})"
    return CARD_NAMES[card] + (f"[{_names(s, Place.ON_TEMPERANCE)}]" if card == TEMPERANCE else "")


# ---------------------------------------------------------------- choices half made


def _choice(s: State, viewer: int | None) -> list[str]:
    if s.phase == Phase.CHECK and viewer in (None, s.pcs):
        return [f"  check {k + 1}: {_check_text(s.offered[k])}" for k in range(OFFERED)]
    if s.phase in LOOKING:
        return [f"  {_seat(s, s.player)} looks at {s.looking}, {s.placed} put back{_looked_at(s, viewer)}"]
    if s.aim != NONE:
        return [f"  chosen from: pc_{s.aim}"]
    return []


def _looked_at(s: State, viewer: int | None) -> str:
    if viewer not in (None, s.player):
        return ""
    return f": {_listed(s.deck[s.deck_count - s.looking : s.deck_count - s.placed][::-1])}"


def _listed(cards: Iterable[int]) -> str:
    return " ".join(CARD_NAMES[card] for card in cards)
