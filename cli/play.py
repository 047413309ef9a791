"""`dicedeck play GAME`: a person at the terminal against any agent."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dicedeck.cli.common import (
    GameName,
    OpponentHelp,
    Options,
    console,
    example,
    load_game,
    progress_console,
    strongest,
    title_of,
)

if TYPE_CHECKING:
    from dicedeck.cli.table.session import Session
    from dicedeck.envs.core.game import Game

EXAMPLE = example(
    "dicedeck play impeachment --seat con --opponent greedy -o tactics=true",
    "echo quit | dicedeck play impeachment --opponent random",
)


def play(
    game: GameName,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent", metavar="AGENT", help=f"{OpponentHelp} (default: the strongest bot; one, or one each)"
        ),
    ] = None,
    seat: Annotated[str, typer.Option("--seat", help="your role or number, random, all or none")] = "random",
    hint: Annotated[str | None, typer.Option("--hint", metavar="AGENT", help="who gives hints")] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="go on from a saved position")] = None,
    option: Options = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="the deal (default: another each time)")
    ] = None,
) -> None:
    """Play at the terminal against agents, with undo, hints and saved positions.

    You see only what your seat knows. When input is piped, each line is one answer, and the first that cannot be
    carried out ends the game with an error.
    """
    from dicedeck.cli.table.loop import Loop
    from dicedeck.cli.table.screen import Screen

    loaded = load_game(game, option)
    session = seat_people(loaded, opponent or [strongest(loaded)], seat, hint, load, _seed(seed))
    screen = Screen(console(), loaded)
    screen.opening(session, title_of(loaded))
    _prepare_line_editing(session)
    Loop(session, screen, strict=not sys.stdin.isatty()).run()


def _seed(given: int | None) -> int:
    if given is not None:
        return given
    import secrets

    return secrets.randbelow(1_000_000)


def seat_people(game: Game, opponents: list[str], seat: str, hint: str | None, load: Path | None, seed: int) -> Session:
    """The table as the command line asks for it."""
    from dicedeck.agents.loader import load_agent
    from dicedeck.cli.table.session import Session, find_seats, read_position, seat_agents
    from dicedeck.evaluation.warm import try_out

    people = find_seats(game, seat, seed)
    specs = seat_agents([k for k in range(game.num_players) if k not in people], opponents)
    agents = {k: load_agent(spec, game) for k, spec in specs.items()}
    advisor = load_agent(hint or strongest(game), game)
    with progress_console().status("Laying the table (the first time, the rules are compiled) ..."):
        state = game.new_initial_state(seed) if load is None else game.from_dict(read_position(load), seed)
        try_out(game, [*agents.values(), advisor])
    return Session(state, agents, advisor, seed)


def _prepare_line_editing(session: Session) -> None:
    """History and completion of action names, where the terminal has them."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    from dicedeck.cli.table.screen import COMMANDS

    def complete(text: str, k: int) -> str | None:
        state = session.state
        names = [*COMMANDS, *(state.action_to_string(action) for action in state.legal_actions())]
        found = [name for name in names if name.casefold().startswith(text.casefold())]
        return found[k] if k < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
