"""What is shown at the table: pictures with coloured cards, numbered choices, the end. Plain text when piped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.style import Style
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from dicedeck.cli.table.choices import group_actions
from dicedeck.cli.table.session import Move, Session
from dicedeck.envs.core.game import Game, State

STYLES = {
    "card.spade": Style.parse("bold bright_blue"),
    "card.heart": Style.parse("bold red"),
    "card.diamond": Style.parse("bold dark_orange"),
    "card.club": Style.parse("bold green"),
    "card.joker": Style.parse("bold magenta"),
    "card.special": Style.parse("bold cyan"),
    "card.owned": Style.parse("reverse"),
}
COMMANDS = {
    "undo": "take back your last decision and what followed",
    "hint": "what the hint agent would play; it sees no more than you",
    "show": "show the table and your choices again",
    "explain": "your observation by name; with an action (explain place S5 J3) the features of that action",
    "log": "what has been played",
    "rules": "the rules of the game",
    "save": "save FILE: write the position as JSON, hidden cards too",
    "load": "load FILE: go on from a saved position",
    "help": "this list",
    "quit": "leave the table",
}


class Cards(RegexHighlighter):
    """Colours cards of the standard deck, words in capitals, which are special cards, and what a role owns (J1=Pro)."""

    base_style = "card."
    highlights: ClassVar[list[str]] = [
        r"(?<![\w])(?P<special>[A-Z]{4,}\.?)(?![\w])",
        r"(?<![\w])(?P<spade>S[A2-9TJQK])(?![\w])",
        r"(?<![\w])(?P<heart>H[A2-9TJQK])(?![\w])",
        r"(?<![\w])(?P<diamond>D[A2-9TJQK])(?![\w])",
        r"(?<![\w])(?P<club>C[A2-9TJQK])(?![\w])",
        r"(?<![\w])(?P<joker>X[12])(?![\w])",
    ]

    def __init__(self, roles: Iterable[str]) -> None:
        names = "|".join(re.escape(role) for role in dict.fromkeys(roles))
        self._owned = rf"(?P<owned>\w+=(?:{names}))(?!\w)"

    def highlight(self, text: Text) -> None:
        super().highlight(text)
        text.highlight_regex(self._owned, style_prefix=self.base_style)


class Screen:
    """Prints to a console; all text of the game passes through ``text``."""

    def __init__(self, console: Console, game: Game) -> None:
        self.out = console
        self.out.push_theme(Theme(STYLES))
        self.game = game
        self._cards = Cards(game.roles)

    def text(self, plain: str, style: str = "") -> Text:
        text = Text(plain, style=style)
        self._cards.highlight(text)
        return text

    def line(self, plain: str = "", style: str = "") -> None:
        self.out.print(self.text(plain, style), soft_wrap=True)

    # ------------------------------------------------------------ the game

    def opening(self, session: Session, title: str) -> None:
        self.out.rule(Text(title, style="bold"))
        for seat, role in enumerate(self.game.roles):
            who = session.agents[seat].name if seat in session.agents else "you"
            self.line(f"  {role}: {who}")
        state = session.state
        name = max((state.action_to_string(action) for action in state.legal_actions()), key=len, default="")
        short = name.partition(" ")[2] or name
        example = f" ({name}, or {short.casefold()})" if name else ""
        self.line(f"  Write a number, a name or a part of it{example}; help lists the commands.", "dim")

    def picture(self, state: State, viewer: int | None) -> None:
        heading, _, rest = state.to_string(viewer).partition("\n")
        self.line()
        self.line(heading, "bold")
        self.line(rest)

    def choices(self, state: State) -> None:
        """The legal actions, a line for each group; long groups go on in further lines."""
        groups = group_actions(state)
        margin = min(max(len(group.label) for group in groups), 24) + 2
        widest = max(len(last) for group in groups for _, last in group.choices)
        digits = len(str(len(state.legal_actions())))
        per_line = max((min(self.out.width, 100) - margin - 2) // (digits + widest + 3), 1)
        self.line()
        self.line(f"{self.game.roles[state.current_player()]} to choose:", "bold")
        for group in groups:
            for start in range(0, len(group.choices), per_line):
                label = group.label if start == 0 else ""
                self._choice_line(label.ljust(margin), group.choices[start : start + per_line], digits, widest)

    def _choice_line(self, label: str, choices: Sequence[tuple[int, str]], digits: int, widest: int) -> None:
        row = self.text(f"  {label}")
        for number, last in choices:
            row.append(f"{number:>{digits}} ", style="dim")
            row.append_text(self.text(last.ljust(widest + 2)))
        row.rstrip()
        self.out.print(row, soft_wrap=True)

    def moves(self, moves: Iterable[Move], viewer: int | None) -> None:
        for move in moves:
            self.line(f"  {self.game.roles[move.player]} ({move.by}): {self._seen(move, viewer)}")

    def _seen(self, move: Move, viewer: int | None) -> str:
        return self.game.action_to_string(move.action) if viewer is None else move.seen[viewer]

    def ending(self, session: Session) -> None:
        """Who won, who played what, and the table with all cards open."""
        self.picture(session.state, None)
        self.line()
        table = Table("seat", "player", "return", "decisions", box=None, padding=(0, 2, 0, 2))
        for seat, (role, value) in enumerate(zip(self.game.roles, session.state.returns())):
            who = session.agents[seat].name if seat in session.agents else "you"
            decisions = sum(move.player == seat for move in session.moves)
            table.add_row(role, who, f"{value:+g}", str(decisions))
        self.out.print(table)
        best = max(session.state.returns())
        people = session.people
        if len(people) == 1 and self.game.num_players > 1 and self.game.utility == "zero_sum":
            won = session.state.returns()[people[0]] == best
            self.line("  You win." if won else "  You lose.", "bold green" if won else "bold red")
        if session.hints:
            self.line(f"  hints taken: {session.hints}", "dim")

    # ------------------------------------------------------------ answers

    def error(self, problem: str) -> None:
        self.line(f"  {problem}", "red")

    def help(self) -> None:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for name, meaning in COMMANDS.items():
            table.add_row(Text(name, style="bold"), meaning)
        self.out.print(table)
        self.line("  Anything else is an action, by its number or name; the first letters of its words are enough.")

    def explain(self, said: dict[str, Any], notes: dict[str, str]) -> None:
        """Named values, a line for each."""
        table = Table("name", "value", "meaning", box=None, padding=(0, 2, 0, 2))
        for name, value in said.items():
            table.add_row(name, _values(value), notes.get(name, ""))
        self.out.print(table)


def _values(value: Any) -> str:
    if not isinstance(value, dict):
        return f"{value:.4g}"
    ones = all(entry == 1 for entry in value.values())
    texts = (_index(key) if ones else f"{_index(key)}: {entry:.4g}" for key, entry in value.items())
    return ", ".join(texts)


def _index(key: Any) -> str:
    return re.sub(r"[() ]", "", str(key))
