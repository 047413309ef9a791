"""`dicedeck games`: what there is to play."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from dicedeck.cli.common import console, example, find_game

if TYPE_CHECKING:
    from rich.table import Table

    from dicedeck.envs.core.spec import GameSpec

EXAMPLE = example("dicedeck games")


def games() -> None:
    """List the games, the agents that play them, and their rule options."""
    from dicedeck.agents.loader import agent_names
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
        out.print(f"  agents: {', '.join(agent_names(game))}")
        if spec.options.model_fields:
            out.print(_options_table(spec))
    out.print("Choose options with -o, as in: dicedeck play impeachment -o tactics=true", style="dim")


def _options_table(spec: GameSpec) -> Table:
    from rich import box
    from rich.table import Table

    table = Table("option", "default", "values", "meaning", box=box.SIMPLE_HEAD, padding=(0, 1))
    notes = option_notes(spec)
    for name, field in spec.options.model_fields.items():
        table.add_row(
            name,
            "" if field.default is None else _text(field.default),
            _values(field.annotation, field.metadata),
            notes.get(name, field.description or ""),
        )
    return table


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(annotation: Any, metadata: Sequence[Any] = ()) -> str:
    """What an option takes, in words; ``metadata`` are the limits of a number, as pydantic keeps them."""
    kind, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if kind is Annotated:
        return _values(parts[0], getattr(parts[1], "metadata", parts[1:]))
    if annotation is bool:
        return "true, false"
    if annotation is int:
        low, high = ([getattr(limit, end) for limit in metadata if hasattr(limit, end)] for end in ("ge", "le"))
        return f"{low[0]} to {high[0]}" if low and high else "a whole number"
    if annotation is str:
        return "text"
    if kind is Literal:
        return ", ".join(_text(choice) for choice in parts)
    if kind is tuple:
        return f"a list: {', '.join(dict.fromkeys(_values(part) for part in parts if part is not ...))}"
    if type(None) in parts:
        return f"{', '.join(_values(part) for part in parts if part is not type(None))}, or nothing"
    return str(annotation)


def option_notes(spec: GameSpec) -> dict[str, str]:
    """The text under each option in the game's class of options."""
    source = inspect.getsource(spec.options)
    found = re.finditer(r'^    (\w+):[^\n]*\n    """(.*?)"""', source, re.MULTILINE | re.DOTALL)
    return {match[1]: " ".join(match[2].split()) for match in found}
