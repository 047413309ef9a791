"""Text pictures: of everything, or of what one player knows; and how a move reads to the one who watches it."""

from __future__ import annotations

from collections.abc import Iterable

from dicedeck.envs.core.cards import N_CARDS, N_SUITED, NO_CARD
from dicedeck.envs.core.dtypes import Ints
from dicedeck.envs.impeachment.actions import A_PICK, FULL
from dicedeck.envs.impeachment.cards import (
    ALL_CARD_NAMES,
    BIAS_NAMES,
    CON,
    CON_ADJACENT,
    CON_NEEDS,
    DEAL_SIZE,
    EVIDENCE,
    MAX_SIDE,
    N_JUSTICES,
    NOBODY,
    PHASE_NAMES,
    PRO,
    PRO_NEEDS,
    SIDE_SIZE,
    WITNESS,
    Phase,
)
from dicedeck.envs.impeachment.rules.hands import is_issue
from dicedeck.envs.impeachment.state import State

_WIDTH = 8
_MARGIN = 5
_LINE = 24
"""Cards of a pile in one line."""
_SHORT = {WITNESS: "WITN.", EVIDENCE: "EVID."}
_TITLES = ("Pro", "Con")


def phase(s: State) -> str:
    return PHASE_NAMES[s.phase]


def seen_action(s: State, action: int, viewer: int) -> str:
    """What the viewer learns of an action of the player to move: picks of others are secret (IMP-29, IMP-30)."""
    if A_PICK <= action < A_PICK + N_CARDS and viewer != s.player:
        return "pick a card"
    return FULL.names[action]


def render(s: State, viewer: int | None = None) -> str:
    """Con's sides above, the justices in the middle, Pro's sides below; without a viewer all cards are open."""
    rows = [_heading(s), "", _hand(s, CON, viewer), ""]
    rows += _side(s, CON)[::-1]
    rows += _justices(s)
    rows += _side(s, PRO)
    rows += ["", _hand(s, PRO, viewer), "", _score(s), *_piles(s, viewer)]
    rows += [*_decision(s, viewer)]
    return "\n".join(row.rstrip() for row in rows)


def _heading(s: State) -> str:
    if s.phase == Phase.OVER:
        winner = _TITLES[PRO if s.returns[PRO] > 0 else CON]
        return f"Impeachment: {winner} wins after {s.step_count} actions"
    return f"Impeachment: {_TITLES[s.player]} decides ({PHASE_NAMES[s.phase]}), {_count(s.step_count, 'action')} so far"


# ---------------------------------------------------------------- the table


def _row(label: str, cells: Iterable[str]) -> str:
    return f"  {label:{_MARGIN}}" + "".join(cell.ljust(_WIDTH) for cell in cells)


def _side(s: State, player: int) -> list[str]:
    """A row for each card, the one next to the justice first; a dot for each card still missing."""
    longest = max(SIDE_SIZE, *(int(n) for n in s.side_count[:, player]), *(MAX_SIDE * int(d) for d in s.deliberation))
    rows = [[_slot(s, justice, player, i) for justice in range(N_JUSTICES)] for i in range(longest)]
    return [_row(_TITLES[player] if i == 0 else "", row) for i, row in enumerate(rows)]


def _slot(s: State, justice: int, player: int, i: int) -> str:
    if i < s.side_count[justice, player]:
        card = int(s.sides[justice, player, i])
        return _SHORT.get(card, ALL_CARD_NAMES[card])
    needed = MAX_SIDE if s.deliberation[justice] else SIDE_SIZE
    return "." if i < needed and s.taken_by[justice] == NOBODY else ""


def _justices(s: State) -> list[str]:
    names = [
        f"J{j + 1}" if s.taken_by[j] == NOBODY else f"J{j + 1}={_TITLES[s.taken_by[j]]}" for j in range(N_JUSTICES)
    ]
    rows = ["", _row("", names)]
    if s.bias_on:
        rows.append(_row("bias", (f"{BIAS_NAMES[b][:4].rstrip('e')}." for b in s.bias)))
    if s.mud.any():
        rows.append(_row("", ("mud" if laid else "" for laid in s.mud)))
    if s.deliberation.any():
        rows.append(_row("", ("delib." if laid else "" for laid in s.deliberation)))
    return [*rows, ""]


def _score(s: State) -> str:
    pro, con = (int((s.taken_by == player).sum()) for player in (PRO, CON))
    row = longest = 0
    for owner in s.taken_by:
        row = row + 1 if owner == CON else 0
        longest = max(longest, row)
    need = f"{longest} of {CON_ADJACENT} in a row"
    return f"  taken: Pro {pro} of {PRO_NEEDS}, Con {con} of {CON_NEEDS} or {need}"


# ---------------------------------------------------------------- hands and piles


def _hand(s: State, player: int, viewer: int | None) -> str:
    """All of the own hand; of another's how many cards, and those known to be there."""
    cards = s.hand[player][: s.hand_count[player]]
    label = f"  {_TITLES[player]}'s hand: "
    if viewer is None or viewer == player:
        return label + (_names(cards) or "empty")
    issues = sum(bool(is_issue(card)) for card in cards)
    text = f"{label}{_count(issues, 'issue card')}"
    if s.tactics:
        text += f", {_count(len(cards) - issues, 'tactic')}"
    known = [card for card in cards if _is_known(s, viewer, int(card))]
    return text + (f" (known: {_names(known)})" if known else "")


def _is_known(s: State, viewer: int, card: int) -> bool:
    """Seen in a Poll, handed over in a Deal, or a joker, which never lies in the pile (IMP-4)."""
    return bool(is_issue(card)) and (card >= N_SUITED or bool(s.known_hand[viewer, card]))


def _piles(s: State, viewer: int | None) -> list[str]:
    rows = [f"  issue pile: {_count(s.issue_count, 'card')}"]
    top = s.issue_pile[: s.issue_count][::-1]
    if viewer is None:
        rows += _lines(top)
    elif s.known_pile[viewer]:
        rows[0] += f" (on top: {_names(top[: s.known_pile[viewer]])})"
    if viewer is not None and s.known_pile[1 - viewer]:
        rows[0] += f"; {_TITLES[1 - viewer]} knows the top {_count(s.known_pile[1 - viewer], 'card')}"
    if not s.tactics:
        return rows
    rows.append(f"  tactic pile: {_count(s.tactic_count, 'card')}")
    if viewer is None:
        rows += _lines(s.tactic_pile[: s.tactic_count][::-1])
    used = ", ".join(f"{_TITLES[p]} {s.tactics_used[p]}" for p in (PRO, CON))
    rows.append(f"  tactics used: {used}")
    rows.append(f"  discards: {_names(s.discards[: s.discard_count]) or 'none'}")
    return rows


def _lines(cards: Ints) -> list[str]:
    return [f"    {_names(cards[i : i + _LINE])}" for i in range(0, len(cards), _LINE)]


def _decision(s: State, viewer: int | None) -> list[str]:
    """What has been taken up or picked in a decision that is half made."""
    if s.held != NO_CARD:
        origin = "" if s.held_from == NOBODY else f", taken up from J{s.held_from + 1}"
        return [f"  held: {ALL_CARD_NAMES[s.held]}{origin}"]
    rows = []
    for player in (PRO, CON):
        picks = [int(s.picks[k]) for k in range(s.pick_count) if _picker(s, k) == player]
        if not picks:
            continue
        seen = viewer is None or viewer == player
        rows.append(f"  {_TITLES[player]} has picked {_names(picks) if seen else _count(len(picks), 'card')}")
    return rows


def _picker(s: State, k: int) -> int:
    return int(s.turn if s.phase == Phase.POLL or k < DEAL_SIZE else 1 - s.turn)


def _names(cards: Iterable[int]) -> str:
    return " ".join(ALL_CARD_NAMES[card] for card in cards)


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
