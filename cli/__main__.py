"""`python -m dicedeck.cli` is the command `dicedeck`."""

from dicedeck.cli import main

main()
