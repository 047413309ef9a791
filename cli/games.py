"""`dicedeck games`: what there is to play."""

from __future__ import annotations

import inspect
import re
import typing
from typing import TYPE_CHECKING, Any

from dicedeck.cli.common import console, example, find_game

if TYPE_CHECKING:
    from rich.table import Table

    from dicedeck.envs.core.spec import GameSpec

EXAMPLE = example("dicedeck games")


def games() -> None:
    """List the games and their rule options."""
    from dicedeck.envs.registry import game_ids

    out = console()
    for name in game_ids():
        spec = find_game(name)
        game = spec.load()
        out.print(f"[bold]{spec.name}[/]  {spec.title}, version {spec.version}: {spec.about}")
        seats = ", ".join(dict.fromkeys(game.roles))
        out.print(
            f"  players: {game.num_players} ({seats}); actions: {game.num_actions}; "
            f"observation: {game.observation_size} numbers; at most {game.max_steps} steps; "
            f"{'hidden information' if game.hidden_information else 'open information'}"
        )
        if spec.options.model_fields:
            out.print(_options_table(spec))
    out.print("Choose options with -o, as in: dicedeck play impeachment -o tactics=true", style="dim")


def _options_table(spec: GameSpec) -> Table:
    from rich import box
    from rich.table import Table

    table = Table("option", "default", "values", "meaning", box=box.SIMPLE_HEAD, padding=(0, 1))
    notes = option_notes(spec)
    for name, field in spec.options.model_fields.items():
        table.add_row(name, _text(field.default), _values(field.annotation), notes.get(name, field.description or ""))
    return table


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(annotation: Any) -> str:
    if annotation is bool:
        return "true, false"
    choices = typing.get_args(annotation)
    if choices:
        return ", ".join(_text(choice) for choice in choices)
    return getattr(annotation, "__name__", str(annotation))


def option_notes(spec: GameSpec) -> dict[str, str]:
    """The text under each option in the game's class of options."""
    source = inspect.getsource(spec.options)
    found = re.finditer(r'^    (\w+):[^\n]*\n    """(.*?)"""', source, re.MULTILINE | re.DOTALL)
    return {match[1]: " ".join(match[2].split()) for match in found}
