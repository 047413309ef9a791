"""A game's RULES.md: where it lies, the numbered rules in it, and the tables that are generated from the code.

A rule is a line that begins with its id, such as ``- IMP-12 Formation ranks ...``; IMP-12a stands between 12 and 13. A
table stands between two comments; the first says which table it is and the options of the game that it describes:

    <!-- table: observation {"tactics": true} -->
    ...
    <!-- end of table -->
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from dicedeck.envs.core.errors import GameDefinitionError
from dicedeck.envs.core.game import Game
from dicedeck.envs.core.spec import GameSpec

RULE = re.compile(r"^\s*(?:[-*]|#+)?\s*\**([A-Z]{2,}-\d+[a-z]?)\b", re.MULTILINE)
TABLE = re.compile(r"<!-- table: (\w+) ?(\{.*?\})? -->\n(.*?)<!-- end of table -->", re.DOTALL)


def rules_path(game: GameSpec | Game) -> Path:
    """RULES.md in the folder of the module that describes the game."""
    spec = game.spec if isinstance(game, Game) else game
    return Path(str(sys.modules[spec.variant.__module__].__file__)).parent / "RULES.md"


def rule_ids(game: GameSpec | Game) -> list[str]:
    """The numbered rules in the order of the rulebook.

    Raises:
        GameDefinitionError: there is no RULES.md, no rule in it, or two with the same id.
    """
    path = rules_path(game)
    if not path.is_file():
        raise GameDefinitionError(f"{game.name} has no rulebook: {path.name} is missing beside its module")
    ids = RULE.findall(path.read_text(encoding="utf-8"))
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if not ids or twice:
        problem = f"{', '.join(twice)} twice" if twice else "no line that begins with a rule id such as ABC-1"
        raise GameDefinitionError(f"{path.name} of {game.name} has {problem}")
    return ids


def with_tables(text: str, spec: GameSpec) -> str:
    """The rulebook's text with every table generated anew.

    Raises:
        GameDefinitionError: a table of an unknown kind.
        OptionError: a table names options that the game does not have.
    """
    return TABLE.sub(lambda found: _table(spec, *found.groups()), text)


def _table(spec: GameSpec, kind: str, options: str | None, _old: str) -> str:
    game = spec.load(**json.loads(options or "{}"))
    tables = {
        "actions": game.actions.markdown,
        "observation": game.layout.markdown,
        "features": game.feature_layout.markdown,
    }
    if kind not in tables:
        raise GameDefinitionError(f"RULES.md asks for a table {kind!r}; there are {', '.join(tables)}")
    heading = f"<!-- table: {kind} {options} -->" if options else f"<!-- table: {kind} -->"
    return f"{heading}\n{tables[kind]()}\n<!-- end of table -->"
