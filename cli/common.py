"""What the commands share: their common arguments, how a game is named, and where output goes."""

from __future__ import annotations

import os
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from dicedeck.envs.core.game import Game
    from dicedeck.envs.core.spec import GameSpec
    from dicedeck.evaluation.store import MatchStore

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game's name, or module:GAME for one of your own")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="a rule option; give it again for another one"),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="the same seed gives the same result")]
Workers = Annotated[int, typer.Option("--workers", metavar="N", min=1, help="processes; changes no result")]
Store = Annotated[
    Path | None,
    typer.Option(
        "--store", metavar="FILE", help="keep every game in this file; games found there are not played again"
    ),
]
MoveLimit = Annotated[
    float | None,
    typer.Option("--move-limit", metavar="S", help="seconds for a move; who takes longer loses the game"),
]
Replays = Annotated[
    Path | None, typer.Option("--replays", metavar="FOLDER", help="write every game here; see dicedeck replay")
]
OpponentHelp = "an agent: random, greedy, mcts:200, a checkpoint's path, my_module:make ..."


def example(*lines: str) -> str:
    """The examples below a command's help."""
    return "Example:  " + "\n\n          ".join(lines)


def find_game(name: str) -> GameSpec:
    """A game by name; ``module:GAME`` is also looked for in the current folder.

    Raises:
        UnknownGameError: lists the known games.
    """
    from dicedeck.envs.registry import find_spec

    look_here()
    return find_spec(name)


def look_here() -> None:
    """Games and agents of one's own, ``module:NAME``, are also looked for in the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def load_game(name: str, options: Sequence[str] | None = None) -> Game:
    """A game with rule options as written on the command line.

    Raises:
        UnknownGameError: lists the known games.
        OptionError: an option or a value that the game does not have.
    """
    spec = find_game(name)
    return spec.load(**parse_options(spec, options or ()))


def parse_options(spec: GameSpec, texts: Sequence[str]) -> dict[str, Any]:
    """``["tactics=true", "conviction=total"]`` as keyword arguments; pydantic reads the values.

    Raises:
        OptionError: a text that is not NAME=VALUE, or a name given twice.
    """
    from dicedeck.envs.core.errors import OptionError

    given: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"-o {text}: write NAME=VALUE, such as -o {_some_option(spec)}")
        if name.strip() in given:
            raise OptionError(f"-o {text}: the option {name.strip()} is given twice")
        given[name.strip()] = _literal(spec, name.strip(), value.strip())
    return given


def _some_option(spec: GameSpec) -> str:
    for name, field in spec.options.model_fields.items():
        return f"{name}={field.default}".lower()
    return "name=value"


def _literal(spec: GameSpec, name: str, text: str) -> Any:
    """The choice of a ``Literal`` option that is written so: pydantic does not turn "3" into Literal[3] itself."""
    field = spec.options.model_fields.get(name)
    choices = typing.get_args(field.annotation) if field is not None else ()
    return next((choice for choice in choices if str(choice) == text), text)


def console() -> Console:
    """Standard output; plain text when it is no terminal."""
    from rich.console import Console

    return Console(highlight=False)


def progress_console() -> Console:
    """Standard error, for progress: output that is piped stays clean."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@contextmanager
def progress_bar(title: str, total: int, unit: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error while the work runs, if that is a terminal; tell it (done, in all)."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = progress_console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done, in_all: progress.update(task, completed=done, total=in_all)


@contextmanager
def open_store(file: Path | None) -> Iterator[MatchStore | None]:
    """The match store in a file, closed afterwards; none for None.

    Raises:
        StoreError: the file is no store that this version reads, is locked, or cannot be written.
    """
    if file is None:
        yield None
        return
    from dicedeck.evaluation.store import MatchStore

    with MatchStore(file) as store:
        yield store


def title_of(game: Game) -> str:
    """The game with its options, as one line."""
    values = game.option_values().items()
    options = ", ".join(name if value is True else f"{name}={value}" for name, value in values)
    return f"{game.title} ({options})" if options else game.title


def strongest(game: Game) -> str:
    """The spec of the strongest bot that comes with a game: the last one listed; Monte Carlo where it has none."""
    from dicedeck.agents.bots import BOTS

    bots = list(BOTS.get(game.name, ()))
    return bots[-1] if bots else "mcts:200"
