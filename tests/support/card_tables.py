"""The tables of C.A.R.D. RPG as RULES.md prints them, written from the CSV files."""

from __future__ import annotations

import csv

from dicedeck.envs.card_rpg.tables import FOLDER

Row = dict[str, str]


def read(name: str) -> list[Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(*head: str, rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', ', ') for cell in line)} |" for line in lines)


def effect(text: str) -> str:
    return "-" if text in ("", "none()") else f"`{text}`"


def figure(row: Row) -> list[str]:
    physical = f"+{row['physical_action']} / {row['physical_defence']}"
    return [physical, f"+{row['magic_action']} / {row['magic_defence']}"]


def weapons() -> str:
    rows = []
    for row in read("weapons"):
        roll = row["use"]
        if row["use"] in ("physical", "magic", "either"):
            roll += " -n" if row["modifier"] == "-n" else f" {int(row['modifier']):+d}"
            roll += f" / +{row['additional']}" if row["additional"] else ""
        flags = row["flags"].replace(";", ", ")
        shown = ", ".join(part for part in (effect(row["effect"]), flags) if part)
        rows.append([f"`{row['key']}`", row["count"], roll, row["action"] or "-", shown, row["personal_level"] or "-"])
    return table("weapon", "cards", "use", "action", "effect", "personal level", rows=rows)


def characters() -> str:
    rows = [[f"`{row['key']}`", *figure(row), row["ability"], row["text"]] for row in read("characters")]
    return table("character", "physical", "magic", "ability", "what it does", rows=rows)


def npcs() -> str:
    rows = []
    for row in read("npcs"):
        roll = row["use"] if row["use"] == "absolute" else f"{row['use']} {int(row['modifier']):+d}"
        notes = [row["flags"].replace(";", ", ").replace("_", " ")] if row["flags"] else []
        if row["fallback"]:
            use, modifier, text = row["fallback"].split("|")
            notes.append(f"else {use} {int(modifier):+d} {effect(text)}")
        shown = [roll, effect(row["effect"]), "; ".join(notes) or "-"]
        rows.append([f"`{row['key']}`", row["level"], *figure(row), row["action"], *shown])
    return table("NPC", "level", "physical", "magic", "own action", "roll", "effect", "notes", rows=rows)


def situations() -> str:
    rows = []
    for row in read("situations"):
        actions = ", ".join(part.replace(":", " ").replace("_", " ") for part in row["actions"].split("|"))
        ends = []
        for kind in ("success", "failure"):
            depth = int(row[f"depth_{kind}"] or 0)
            shown = [] if effect(row[kind]) == "-" else [effect(row[kind])]
            ends.append(", ".join(shown + [f"depth {depth:+d}"] * bool(depth)) or "-")
        rows.append([f"`{row['key']}`", row["stage"], actions, *ends])
    return table("card", "stage", "actions", "success", "failure", rows=rows)


PRINTED = {"weapons": weapons, "characters": characters, "npcs": npcs, "situations": situations}
