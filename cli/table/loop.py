"""The talk at the table: read a line, do what it says, show what came of it."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from dicedeck.cli.errors import describe
from dicedeck.cli.files import check_output_file
from dicedeck.cli.rules import show_rules
from dicedeck.cli.table.choices import matches, resolve
from dicedeck.cli.table.screen import COMMANDS, Screen
from dicedeck.cli.table.session import Session
from dicedeck.envs.core.errors import DicedeckError
from dicedeck.envs.core.layout import Layout


class Loop:
    """Talks with the people at the table until the game is over or they leave.

    Args:
        strict: end with an error on the first line that cannot be carried out (for input that is piped), instead of
            saying so and asking again.
    """

    def __init__(self, session: Session, screen: Screen, strict: bool) -> None:
        self.session = session
        self.screen = screen
        self.strict = strict
        self._last: int | None = None
        """Who looked at the screen last."""

    def run(self) -> None:
        """Play until the game is over or the input ends."""
        while True:
            self.screen.moves(self.session.run_agents(), self.session.viewer())
            if self.session.state.is_terminal():
                self.screen.ending(self.session)
                return
            self._hand_over()
            self._show()
            if not self._decide():
                return

    def _hand_over(self) -> None:
        """At one terminal with several people: clear the screen before the next one looks at it."""
        player = self.session.state.current_player()
        if not self.strict and len(self.session.people) > 1 and self._last not in (None, player):
            self.screen.out.clear()
            with suppress(EOFError):
                input(f"{self.session.game.roles[player]} to decide; press Enter when you alone look at the screen ")
            self.screen.out.clear()
        self._last = player

    def _show(self) -> None:
        self.screen.picture(self.session.state, self.session.viewer())
        self.screen.choices(self.session.state)

    def _decide(self) -> bool:
        """Answer lines until the game has moved; False when the person leaves."""
        state, moves = self.session.state, len(self.session.moves)
        while self.session.state is state and len(self.session.moves) == moves:
            line = self._read()
            if line is None:
                return False
            try:
                if not self.obey(line):
                    return False
            except (DicedeckError, OSError) as error:
                if self.strict:
                    raise
                self.screen.error(describe(error) or str(error))
        return True

    def _read(self) -> str | None:
        """A line without its comment; None at the end of the input."""
        role = self.session.game.roles[self.session.state.current_player()]
        try:
            line = input(f"{role}> ") if sys.stdin.isatty() else sys.stdin.readline()
        except EOFError:
            return None
        return line.partition("#")[0].strip() if line or sys.stdin.isatty() else None

    def obey(self, line: str) -> bool:
        """A command, or else an action of the person to move; False to leave.

        Raises:
            DicedeckError: the line names neither, or an action that is illegal.
        """
        word, _, rest = line.partition(" ")
        if not line:
            return True
        if word.casefold() in COMMANDS:
            return self._command(word.casefold(), rest.strip())
        try:
            action = resolve(line, self.session.state)
        except DicedeckError:
            found = matches(word, COMMANDS)
            if len(found) != 1:
                raise
            return self._command(list(COMMANDS)[found[0]], rest.strip())
        self.screen.moves([self.session.play(action)], self.session.viewer())
        return True

    def _command(self, name: str, rest: str) -> bool:
        screen, session = self.screen, self.session
        if name == "undo":
            session.undo()
        elif name == "hint":
            screen.line(f"  {session.advisor.name} would play: {session.game.action_to_string(session.hint())}")
        elif name == "show":
            self._show()
        elif name == "explain":
            self._explain(rest)
        elif name == "log":
            screen.moves(session.moves, session.viewer())
        elif name == "rules":
            show_rules(session.game.spec)
        elif name == "help":
            screen.help()
        elif name in ("save", "load"):
            self._file(name, rest)
        return name != "quit"

    def _file(self, name: str, rest: str) -> None:
        if not rest:
            raise DicedeckError(f"name a file: {name} position.json")
        file = Path(rest).expanduser()
        if name == "load":
            self.session.load(file)
            return
        check_output_file(file)
        self.session.save(file)
        self.screen.line(f"  saved to {file}")

    def _explain(self, rest: str) -> None:
        """The observation of the person who decides; with an action, the features of that action."""
        state = self.session.state
        if not rest:
            self.screen.explain(state.explain(state.current_player()), _notes(state.game.layout))
            return
        action = resolve(rest, state)
        self.screen.line(f"  {state.action_to_string(action)}", "bold")
        layout = state.game.feature_layout
        self.screen.explain(layout.explain(state.action_features([action])[0]), _notes(layout))


def _notes(layout: Layout) -> dict[str, str]:
    return {slot.name: slot.note for slot in layout.slots}
