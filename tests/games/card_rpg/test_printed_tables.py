"""The rulebook prints the tables as they are."""

from __future__ import annotations

import re

import pytest

from dicedeck.envs.core.rulebook import rules_path
from support.card import card_rpg
from support.card_tables import PRINTED


@pytest.mark.parametrize("name", PRINTED)
def test_the_rulebook_prints_the_tables(name: str, update_rules_tables: bool) -> None:
    path = rules_path(card_rpg())
    text = path.read_text(encoding="utf-8")
    table = f"<!-- {name} -->\n{PRINTED[name]()}\n<!-- end -->"
    generated = re.sub(rf"<!-- {name} -->.*?<!-- end -->", lambda _: table, text, count=1, flags=re.DOTALL)
    assert table in generated
    if update_rules_tables:
        path.write_text(generated, encoding="utf-8")
        return
    assert generated == text, f"the table of {name} in {path.name} is old; run with --update-rules-tables"
