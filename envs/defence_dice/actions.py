"""The action space: one table for all options. Dice that show the same number are the same action."""

from __future__ import annotations

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.cards import CARD_NAMES, N_SUITED, SUIT_LETTERS
from dicedeck.envs.defence_dice.cards import N_FACES, N_PENS, N_TRACKS
from dicedeck.envs.defence_dice.skill_tables import N_SKILLS, SKILL_NAMES

TABLE = ActionTable(
    [
        Block(
            "target", (N_SUITED,), lambda c: f"target {CARD_NAMES[c]}", "begin a placement on an enemy; a skill's aim"
        ),
        Block("skill", (N_SKILLS,), lambda k: f"skill {SKILL_NAMES[k]}", "begin a placement on a skill"),
        Block("die", (N_FACES,), lambda f: f"die {f + 1}", "add a rolled die; take one back; Transmute's die"),
        Block("confirm", (), lambda: "confirm", "the placement is complete"),
        Block("pass", (), lambda: "pass", "end Design without a placement"),
        Block("activate", (N_SKILLS,), lambda k: f"activate {SKILL_NAMES[k]}", "use a skill"),
        Block("track", (N_TRACKS,), lambda t: f"track {SUIT_LETTERS[t]}", "the track that a skill hits"),
        Block("number", (N_FACES,), lambda f: f"number {f + 1}", "the number of Precision or Transmute"),
        Block("buy", (N_SKILLS,), lambda k: f"buy {SKILL_NAMES[k]}", "a skill card for XP"),
        Block("recover", (), lambda: "recover", "spent dice for 1 XP"),
        Block("retrieve", (), lambda: "retrieve", "the dice off all enemies for 1 XP"),
        Block("take", (N_SKILLS,), lambda k: f"take {SKILL_NAMES[k]}", "a die back from a skill"),
        Block("pen", (N_PENS,), lambda p: f"pen {p + 1}", "where the prisoner goes"),
        Block("release", (), lambda: "release", "let the prisoner go"),
        Block("keep", (), lambda: "keep", "Scout: leave the card on top"),
        Block("bottom", (), lambda: "bottom", "Scout: put it at the bottom"),
        Block("finish", (), lambda: "finish", "end a window or the clean-up"),
    ]
)
N_BLOCKS = len(TABLE.blocks)

A_TARGET = TABLE.starts["target"]
A_SKILL = TABLE.starts["skill"]
A_DIE = TABLE.starts["die"]
A_CONFIRM = TABLE.starts["confirm"]
A_PASS = TABLE.starts["pass"]
A_ACTIVATE = TABLE.starts["activate"]
A_TRACK = TABLE.starts["track"]
A_NUMBER = TABLE.starts["number"]
A_BUY = TABLE.starts["buy"]
A_RECOVER = TABLE.starts["recover"]
A_RETRIEVE = TABLE.starts["retrieve"]
A_TAKE = TABLE.starts["take"]
A_PEN = TABLE.starts["pen"]
A_RELEASE = TABLE.starts["release"]
A_KEEP = TABLE.starts["keep"]
A_BOTTOM = TABLE.starts["bottom"]
A_FINISH = TABLE.starts["finish"]
