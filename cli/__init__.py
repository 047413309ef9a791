"""The command line `dicedeck`."""


def main() -> None:
    """Entry point of the command `dicedeck`."""
    raise SystemExit("dicedeck: the command line is not written yet")
