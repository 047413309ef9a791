"""A user's own tables of C.A.R.D. RPG: what may be changed, and each fault named by file, row and field."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicedeck.envs.card_rpg.cards import NONE, N, S
from dicedeck.envs.card_rpg.tables import FOLDER, load_tables, sheets
from dicedeck.envs.core.errors import OptionError

pytestmark = pytest.mark.nojit

TABLES = load_tables()
ROWS = TABLES.rows


@pytest.fixture
def own(tmp_path: Path) -> Path:
    shutil.copy(FOLDER / "npcs.csv", tmp_path)
    return tmp_path


def edit(path: Path, where: str, **cells: str) -> None:
    """Write other cells into the line of a key."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    (row,) = [row for row in rows if row["key"] == where]
    row.update(cells)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_a_folder_may_hold_some_of_the_files(own: Path) -> None:
    edit(own / "npcs.csv", "goblin", name="Goblin Chief", level="2", physical_action="2", text="new")
    tables = load_tables(str(own))
    row = tables.npc_keys.index("goblin")
    assert (tables.npc_titles[row], tables.rows.npcs[row].text) == ("Goblin Chief", "new")
    assert tables.npcs[row, : N.USE].tolist() == [2, 2, 10, 0, 9]
    assert tables.rows.weapons == ROWS.weapons and tables.rows.situations == ROWS.situations
    assert (tables.weapons == TABLES.weapons).all() and tables.name == str(own)


def test_printed_cards_keep_their_order(tmp_path: Path) -> None:
    lines = (FOLDER / "items.csv").read_text(encoding="utf-8").splitlines()
    text = "\ufeff" + "\r\n".join([lines[0], "", *reversed(lines[1:])])
    (tmp_path / "items.csv").write_text(text, encoding="utf-8", newline="")
    assert load_tables(str(tmp_path)).rows == ROWS


def test_other_and_fewer_figures(tmp_path: Path) -> None:
    for name, keep in (("npcs", 5), ("characters", 1)):
        lines = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        (tmp_path / f"{name}.csv").write_text("\n".join(lines[: keep + 1]), encoding="utf-8")
    lines = (FOLDER / "situations.csv").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.split(",")[0] in ("key", "back_alley", "well", "passage")]
    (tmp_path / "situations.csv").write_text("\n".join([kept[0], kept[3], *kept[1:3]]), encoding="utf-8")
    tables = load_tables(str(tmp_path))
    assert tables.npc_keys[4:6] == ("dark_priest", "unused_5")
    assert (tables.npcs[5:] == 0).all() and (tables.characters[1:] == 0).all()
    assert tables.situation_keys[:3] == ("back_alley", "well", "unused_2")
    assert tables.situation_keys[20:22] == ("passage", "unused_21")
    assert tables.situations[:, S.EXISTS].sum() == 3 and tables.mimic == NONE


def faults() -> Iterator[tuple[str, str, dict[str, str], tuple[str, ...]]]:
    """File, key, cells to be written, words that the complaint needs."""
    yield "npcs", "goblin", {"level": "x"}, ("npcs.csv", "'goblin' (line 8)", "'level'", "'x'", "from 1 to 20")
    yield "npcs", "goblin", {"level": "0"}, ("'level'",)
    yield "npcs", "goblin", {"level": "2"}, ("1 + 2 + 0 + 1", "level 2 has 5")
    yield "npcs", "goblin", {"physical_defence": "13"}, ("'physical_defence'", "is 13", "8 to 10")
    yield "npcs", "goblin", {"physical_action": "-1"}, ("'physical_action'", "'-1'")
    yield "npcs", "goblin", {"use": "strong"}, ("'use'", "'strong'", "physical, magic, absolute")
    yield "npcs", "goblin", {"modifier": "+ 1"}, ("'modifier'", "'+ 1'")
    yield "npcs", "goblin", {"effect": "hurt(target,1)"}, ("'effect'", "no operation 'hurt'")
    yield "npcs", "goblin", {"effect": ""}, ("'effect'", "does nothing")
    yield "npcs", "goblin", {"effect": "widen()"}, ("'effect'", "widen cannot stand here", "damage")
    yield "npcs", "goblin", {"effect": "damage(party,1)"}, ("'effect'", "damage(party)", "target, all_foes")
    yield "npcs", "goblin", {"use": "absolute"}, ("'effect'", "rolled")
    yield "npcs", "unicorn", {"use": "magic"}, ("'effect'", "absolute")
    yield "npcs", "goblin", {"flags": "tough"}, ("'flags'", "'tough'", "unguardable")
    yield "npcs", "unicorn", {"fallback": ""}, ("'fallback'", "needed")
    yield "npcs", "unicorn", {"fallback": "physical|damage(target,1)"}, ("'fallback'", "use|modifier|effect")
    yield "npcs", "unicorn", {"fallback": "physical|0|damage(self,1)"}, ("'fallback'", "damage(self)")
    yield "npcs", "goblin", {"key": "Goblin"}, ("'Goblin' (line 8)", "'key'", "small letters")
    yield "npcs", "goblin", {"key": "pc_1"}, ("'pc_1'", "another meaning")
    yield "npcs", "goblin", {"key": ""}, ("line 8", "'key'", "empty")
    yield "npcs", "goblin", {"key": "ogre"}, ("'ogre' (line 10)", "line 8 already")
    yield "npcs", "mimic", {"key": "chest"}, ("'mimic'", "is missing", "'mimic_chest'")
    yield "npcs", "bodyguard", {"effect": "redirect(other_ally,self);untap(self)"}, ("'effect'", "stands alone")
    yield "npcs", "bodyguard", {"effect": "heal(other_ally,wounded)"}, ("'fallback'", "is needed")
    yield "npcs", "goblin", {"name": " "}, ("'name'", "empty")
    yield "characters", "sage", {"magic_action": "3"}, ("'magic_action'", "is 3", "0 to 2")
    yield "characters", "sage", {"magic_action": "1"}, ("3 free points", "level 1 has 4")
    yield "characters", "sage", {"when": "never"}, ("'when'", "'never'", "check")
    yield "characters", "sage", {"when": "check:luck"}, ("'when'", "check:luck", "check:gather")
    yield "characters", "sage", {"limit": "twice"}, ("'limit'", "once per turn")
    yield "characters", "sage", {"effect": "bonus(self,magic_action,1)"}, ("'effect'", "on check")
    yield "characters", "sage", {"effect": "bonus(self,check,1);bonus(self,check,1)"}, ("'effect'", "one operation")
    yield "characters", "gladiator", {"effect": "cards(self,-1)"}, ("'effect'", "above 0")
    yield "characters", "sage", {"effect": "heal(self,wounded)"}, ("'effect'", "heal cannot stand here")
    yield "weapons", "axe", {"use": "constant"}, ("'moment'", "always")
    yield "weapons", "axe", {"key": "ax"}, ("'ax'", "is not known", "did you mean 'axe'")
    yield "weapons", "axe", {"count": "5"}, ("'count'", "90 cards, at most 89")
    yield "weapons", "axe", {"count": "11"}, ("'axe'", "'count'", "from 0 to 10")
    yield "weapons", "command", {"count": "1"}, ("'personal_level'", "count 0")
    yield "weapons", "war_armour", {"effect": "bonus(self,check,1)"}, ("'effect'", "physical_action")
    yield "weapons", "axe", {"flags": "critical:9"}, ("'flags'", "from 1 to 5")
    yield "weapons", "axe", {"flags": "sharp"}, ("'flags'", "'sharp'")
    yield "weapons", "cure", {"flags": "critical:1"}, ("'flags'", "critical")
    yield "weapons", "axe", {"modifier": "-n"}, ("'modifier'", "hide(allies_n)")
    yield "weapons", "axe", {"additional": "10"}, ("'additional'", "0 to 9")
    yield "weapons", "axe", {"action": "hit"}, ("'action'", "'hit'")
    yield "weapons", "axe", {"action": "guard"}, ("'moment'", "reactions")
    yield "weapons", "axe", {"personal_level": "variable"}, ("'personal_level'", "Command")
    yield "weapons", "axe", {"effect": "own_action(npc)"}, ("'effect'", "own_action")
    yield "weapons", "axe", {"effect": "status(target,fall)"}, ("'effect'", "does not do what the action damage says")
    yield "weapons", "axe", {"effect": "damage(target,1);succeed(gather)"}, ("'effect'", "same name")
    yield "weapons", "search", {"effect": "succeed(disarm)"}, ("'effect'", "succeed")
    yield "weapons", "shield", {"use": "magic"}, ("'use'", "absolute")
    yield "items", "amulet", {"moment": "reaction"}, ("'moment'", "'reaction'", "damage")
    yield "items", "amulet", {"effect": "widen()"}, ("'effect'", "widen cannot stand here", "guard")
    yield "items", "amulet", {"effect": "guard(self);guard(self)"}, ("'effect'", "one operation")
    yield "items", "thief_glove", {"scope": "any"}, ("'scope'", "foe")
    yield "items", "magic_key", {"scope": "ally"}, ("'scope'", "situation")
    yield "items", "amulet", {"others_only": "no"}, ("'others_only'", "'no'")
    yield "items", "amulet", {"others_only": "yes"}, ("'others_only'", "other_ally")
    yield "items", "lost_property", {"scope": "self"}, ("'scope'", "discards")
    yield "statuses", "fall", {"effect": "damage(self,1)"}, ("statuses.csv", "damage cannot stand here")
    yield "statuses", "fall", {"effect": "bonus(self,check,-3)"}, ("'effect'", "physical_action")
    yield "statuses", "fall", {"key": "sleep"}, ("'sleep'", "not known")
    yield "situations", "inn", {"actions": "gather"}, ("'actions'", "''", "from 2 to 20")
    yield "situations", "inn", {"actions": "sleep:8"}, ("'actions'", "'sleep'")
    yield "situations", "inn", {"actions": "gather:8|gather:9"}, ("'actions'", "twice")
    yield "situations", "inn", {"actions": ""}, ("'actions'", "no action")
    yield "situations", "inn", {"facedown_gather": "8"}, ("'facedown_gather'", "town")
    yield "situations", "inn", {"failure": "fight(even)"}, ("'failure'", "dungeon")
    yield "situations", "door", {"facedown_gather": ""}, ("'facedown_gather'", "from 2 to 20")
    yield "situations", "door", {"facedown_gather": "9"}, ("'facedown_gather'", "the same on all cards")
    yield "situations", "door", {"depth_failure": "1"}, ("'depth_failure'", "0 for a fight")
    yield "situations", "door", {"failure": "fight(even);cards(actor,1)"}, ("'failure'", "last")
    yield "situations", "door", {"success": "fight(even)"}, ("'success'", "fight cannot stand here")
    yield "situations", "door", {"stage": "forest"}, ("'stage'", "town, dungeon")
    yield "situations", "door", {"stage": "town"}, ("'facedown_gather'",)


@pytest.mark.parametrize(("file", "key", "cells", "words"), list(faults()))
def test_faults_are_named_by_file_row_and_field(
    file: str, key: str, cells: dict[str, str], words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"{file}.csv"
    shutil.copy(FOLDER / path.name, path)
    edit(path, key, **cells)
    with pytest.raises(OptionError) as caught:
        load_tables(str(tmp_path))
    message = str(caught.value)
    assert message.startswith(f"{file}.csv: ") and "\n" not in message
    assert all(part in message for part in words), message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("is empty",)),
        ("key,name\n", ("missing",)),
        ("key,nam\n", ("line 1", "'nam'", "did you mean 'name'")),
        ("key,key\n", ("twice",)),
        ("HEAD\nogre,Ogre\n", ("line 2", "2 cells", "15 are needed")),
        ('HEAD\n"ogre,Ogre\n', ("is no CSV",)),
        ("HEAD\n", ("0 NPCs", "5 at least")),
    ],
)
def test_faulty_files_are_refused(own: Path, text: str, words: tuple[str, ...]) -> None:
    head = ",".join(sheets.NPCS.columns)
    (own / "npcs.csv").write_text(text.replace("HEAD", head), encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        load_tables(str(own))
    assert "npcs.csv" in str(caught.value)
    assert all(part in str(caught.value) for part in words), str(caught.value)


def test_another_encoding_is_refused_by_its_line(own: Path) -> None:
    text = (own / "npcs.csv").read_text(encoding="utf-8")
    (own / "npcs.csv").write_bytes(text.encode("euc_jp"))
    with pytest.raises(OptionError, match=r"npcs\.csv: line 2: is no UTF-8"):
        load_tables(str(own))


def test_folders_that_hold_no_tables(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no folder.*npcs\.csv"):
        load_tables(str(tmp_path / "none"))
    with pytest.raises(OptionError, match=r"holds none of"):
        load_tables(str(tmp_path))
    (tmp_path / "npc.csv").touch()
    with pytest.raises(OptionError, match=r"did you mean 'npcs\.csv'"):
        load_tables(str(tmp_path))
    (tmp_path / "npc.csv").rename(tmp_path / "npcs.csv")
    with pytest.raises(OptionError, match=r"npcs\.csv: is empty"):
        load_tables(str(tmp_path))


@pytest.mark.parametrize(
    ("file", "lines", "says"),
    [
        ("characters", 0, "characters.csv: has no row"),
        ("npcs", 34, "npcs.csv: has 34 rows, at most 33"),
        ("weapons", 43, "weapons.csv: row 'command': is missing"),
    ],
)
def test_too_few_and_too_many_rows(file: str, lines: int, says: str, tmp_path: Path) -> None:
    head, *rows = (FOLDER / f"{file}.csv").read_text(encoding="utf-8").splitlines()
    rows.append("x" + rows[0])
    (tmp_path / f"{file}.csv").write_text("\n".join([head, *rows[:lines]]), encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        load_tables(str(tmp_path))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("keep", "says"),
    [
        (("passage",), "0 rows are of the town"),
        (("well",), "0 rows are of the dungeon"),
        (("smithy_without_request", "passage"), "no card of the town offers gather or request"),
        (("well", "chest"), "no card of the dungeon leads deeper"),
    ],
)
def test_an_adventure_needs_a_way(keep: tuple[str, ...], says: str, tmp_path: Path) -> None:
    head, *rows = (FOLDER / "situations.csv").read_text(encoding="utf-8").splitlines()
    rows.append("smithy_without_request,Smithy,,town,,damage:9,none(),,none(),,")
    kept = [row for row in rows if row.split(",")[0] in keep]
    (tmp_path / "situations.csv").write_text("\n".join([head, *kept]), encoding="utf-8")
    with pytest.raises(OptionError, match=says):
        load_tables(str(tmp_path))
