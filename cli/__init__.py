"""The command line `dicedeck`: one file for each command, none of which imports a heavy library before it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command `dicedeck`; always ends in SystemExit.

    Exit codes: 0 done, 1 a game failed its check, 2 the user can mend it (one line on stderr), 130 interrupted.
    """
    from dicedeck.cli.app import app

    try:
        code = app(args=None if arguments is None else list(arguments), prog_name="dicedeck", standalone_mode=False)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        code = _report(error)
    raise SystemExit(code if isinstance(code, int) else 0)


def _report(error: Exception) -> int:
    """Say in one line what a user can mend; anything else is a fault of ours and keeps its traceback."""
    from dicedeck.cli.errors import describe, exit_code

    if isinstance(error, BrokenPipeError):  # `dicedeck ... | head` has seen enough
        sys.stderr.close()
        return 0
    text = describe(error)
    if text is None:
        raise error
    if text and not text.startswith("(see:"):
        print(f"error: {text}", file=sys.stderr)
    return exit_code(error)
