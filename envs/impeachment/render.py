"""A text picture of the table."""

from __future__ import annotations

from dicedeck.envs.core.cards import NO_CARD
from dicedeck.envs.impeachment.cards import (
    ALL_CARD_NAMES,
    BIAS_NAMES,
    CON,
    N_JUSTICES,
    NOBODY,
    PHASE_NAMES,
    PRO,
    SIDE_NAMES,
    Bias,
    Phase,
)
from dicedeck.envs.impeachment.state import State

_WIDTH = 15


def phase(s: State) -> str:
    return PHASE_NAMES[s.phase]


def render(s: State) -> str:
    """Con's sides above, the justices in the middle, Pro's sides below."""
    rows = [_heading(s), f"  Con's hand: {_cards(s.hand[CON][: s.hand_count[CON]])}", ""]
    rows.append(_row([_side(s, j, CON) for j in range(N_JUSTICES)]))
    rows.append(_row([_justice(s, j) for j in range(N_JUSTICES)]))
    if any(_marks(s, j) for j in range(N_JUSTICES)):
        rows.append(_row([_marks(s, j) for j in range(N_JUSTICES)]))
    rows.append(_row([_side(s, j, PRO) for j in range(N_JUSTICES)]))
    rows += ["", f"  Pro's hand: {_cards(s.hand[PRO][: s.hand_count[PRO]])}"]
    piles = f"  issue pile {s.issue_count}"
    if s.tactics:
        piles += f", tactic pile {s.tactic_count}, discards: {_cards(s.discards[: s.discard_count]) or 'none'}"
    rows.append(piles)
    return "\n".join(row.rstrip() for row in rows)


def _heading(s: State) -> str:
    if s.phase == Phase.OVER:
        winner = "Pro" if s.returns[PRO] > 0 else "Con"
        return f"Impeachment: {winner} wins after {s.step_count} actions"
    text = f"Impeachment: {SIDE_NAMES[s.player].capitalize()} decides ({PHASE_NAMES[s.phase]})"
    if s.held != NO_CARD:
        text += f", holding {ALL_CARD_NAMES[s.held]}"
    if s.pick_count:
        text += f", picked: {_cards(s.picks[: s.pick_count])}"
    return text


def _cards(cards: object) -> str:
    return " ".join(ALL_CARD_NAMES[card] for card in cards)  # type: ignore[attr-defined]


def _row(cells: list[str]) -> str:
    return "  " + "".join(cell.ljust(_WIDTH) for cell in cells)


def _side(s: State, justice: int, player: int) -> str:
    return (
        _cards(s.sides[justice, player][: s.side_count[justice, player]])
        .replace("WITNESS", "Wi")
        .replace("EVIDENCE", "Ev")
        or "."
    )


def _justice(s: State, justice: int) -> str:
    taken = s.taken_by[justice]
    name = f"[J{justice + 1}]" if taken == NOBODY else f"[J{justice + 1} {SIDE_NAMES[taken].capitalize()}]"
    return name


def _marks(s: State, justice: int) -> str:
    marks = []
    if s.bias_on and s.bias[justice] != Bias.MODERATE:
        marks.append(BIAS_NAMES[s.bias[justice]][:4] + ".")
    if s.mud[justice]:
        marks.append("mud")
    if s.deliberation[justice]:
        marks.append("delib.")
    return " ".join(marks)
