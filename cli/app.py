"""All commands of `dicedeck`, in the order in which a newcomer meets them."""

from __future__ import annotations

from typing import Annotated

import typer

from dicedeck.cli import (
    balance,
    bench,
    check,
    compare,
    crossplay,
    demo,
    evaluate,
    exploit,
    export,
    games,
    payoff,
    play,
    replay,
    rules,
    tournament,
    train,
    warm,
)

app = typer.Typer(
    name="dicedeck",
    help="Reinforcement learning environments for tabletop games: dice and decks.",
    epilog="Begin with:  dicedeck demo",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        import dicedeck

        typer.echo(f"dicedeck {dicedeck.__version__}")
        raise typer.Exit()


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="show the version and stop", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Reinforcement learning environments for tabletop games: dice and decks."""


for module in (
    demo,
    games,
    rules,
    play,
    train,
    evaluate,
    compare,
    tournament,
    crossplay,
    payoff,
    replay,
    exploit,
    export,
    balance,
    bench,
    check,
    warm,
):
    app.command(epilog=module.EXAMPLE)(getattr(module, module.__name__.rpartition(".")[2]))
