"""What a user can mend, in one line."""

from __future__ import annotations


def describe(error: BaseException) -> str | None:
    """One line for an error that the user can mend, "" for one that was already reported, None for a fault of ours."""
    from dicedeck.envs.core.errors import CheckFailure, DicedeckError

    message = getattr(error, "format_message", None)  # typer's own: an unknown option, a missing argument
    if callable(message):
        return _line(f"{message()}{_usage(error)}")
    if type(error).__name__ == "Abort":
        return "stopped"
    if isinstance(error, DicedeckError | CheckFailure):
        return _line(str(error))
    if isinstance(error, OSError):
        return _line(_of_the_system(error))
    return None


def exit_code(error: BaseException) -> int:
    """1 for a game that breaks its contract, 2 for what the user can mend."""
    from dicedeck.envs.core.errors import CheckFailure

    return 1 if isinstance(error, CheckFailure) else 2


def _usage(error: BaseException) -> str:
    context = getattr(error, "ctx", None)
    return f" (see: {context.command_path} --help)" if context is not None else ""


def _of_the_system(error: OSError) -> str:
    if error.filename is None:
        return str(error)
    return f"{error.filename}: {error.strerror}"


def _line(text: str) -> str:
    return " ".join(text.split())
