"""The command line inside the test's process: `dicedeck("play", "impeachment", typed="quit")`."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from dicedeck.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command has said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """Output with all blanks and line breaks as single blanks."""
        return " ".join(self.out.split())


def dicedeck(*arguments: str, typed: str = "") -> Answer:
    """Run a command as if its output and input were piped."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO(typed)):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return Answer(code, out.getvalue(), err.getvalue())


def assert_refused(answer: Answer, *words: str) -> None:
    """One line on stderr that holds the words, no traceback, exit code 2."""
    assert answer.code == 2, answer
    lines = answer.err.splitlines()
    assert len(lines) == 1, answer.err
    assert lines[0].startswith("error: ")
    for word in words:
        assert word in lines[0], lines[0]
