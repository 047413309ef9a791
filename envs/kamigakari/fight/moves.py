"""The decisions of a fight: one table for all options. Talents are named by their place in the figure's list."""

from __future__ import annotations

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.kamigakari.codes import MOST_ENEMIES, MOST_FIGURES, MOST_KNOWN, MOST_PCS, N_SQUARES, WIDTH, Status

FIGURE_NAMES = (*(f"pc_{k}" for k in range(MOST_PCS)), *(f"enemy_{k}" for k in range(MOST_ENEMIES)))
SHAKEN = (Status.PRONE, Status.DARK, Status.POISON, Status.PAIN, Status.PARALYSIS)
"""Statuses that a timing ends (KAMI-29)."""
N_SHAKEN = len(SHAKEN)
MOST_TRANSCEND = 3


def square_name(square: int) -> str:
    return f"{square % WIDTH},{square // WIDTH}"


TABLE = ActionTable(
    [
        Block("pass", (), lambda: "pass", "nothing in this timing; no talent"),
        Block("talent", (MOST_KNOWN,), lambda k: f"talent {k + 1}", "the figure's list: talents, actions, gear"),
        Block("weapon", (), lambda: "weapon", "weapon attack"),
        Block("move", (), lambda: "move", "prepare; then square"),
        Block("full move", (), lambda: "full move", "attack; then square"),
        Block("disengage", (), lambda: "disengage", "attack; then square"),
        Block("wait", (MOST_FIGURES,), lambda f: f"wait {FIGURE_NAMES[f]}", "prepare: act after that figure"),
        Block("shake off", (N_SHAKEN,), lambda k: f"shake off {SHAKEN[k].name.lower()}", "ends a status"),
        Block("cover", (), lambda: "cover", "prepare, beside an obstacle"),
        Block("search", (), lambda: "search", "prepare; then target"),
        Block("finish off", (), lambda: "finish off", "an enemy's attack; then target"),
        Block("square", (N_SQUARES,), lambda q: f"square {square_name(q)}", "column,row"),
        Block("target", (MOST_FIGURES,), lambda f: f"target {FIGURE_NAMES[f]}", ""),
        Block("done", (), lambda: "done", "no more targets"),
        Block("pay", (6,), lambda k: f"pay {k + 1}", "a spirit die"),
        Block("pay surplus", (), lambda: "pay surplus", "a surplus die for any face"),
        Block("transcend", (MOST_TRANSCEND + 1,), lambda n: f"transcend {n}", "so many extra dice; then the roll"),
        Block("swap", (6, 6), lambda a, b: f"swap {a + 1} for {b + 1}", "a die of the check for a spirit die"),
        Block("accept", (), lambda: "accept", "the dice stand"),
        Block("burn life", (), lambda: "burn life", "while stunned"),
        Block("destroy concept", (), lambda: "destroy concept", "rank + 1d6"),
        Block("stop", (), lambda: "stop", "declare engagement"),
        Block("let pass", (), lambda: "let pass", ""),
    ]
)
N_BLOCKS = len(TABLE.blocks)

A_PASS = TABLE.starts["pass"]
A_TALENT = TABLE.starts["talent"]
A_WEAPON = TABLE.starts["weapon"]
A_MOVE = TABLE.starts["move"]
A_FULL_MOVE = TABLE.starts["full move"]
A_DISENGAGE = TABLE.starts["disengage"]
A_WAIT = TABLE.starts["wait"]
A_SHAKE = TABLE.starts["shake off"]
A_COVER = TABLE.starts["cover"]
A_SEARCH = TABLE.starts["search"]
A_FINISH = TABLE.starts["finish off"]
A_SQUARE = TABLE.starts["square"]
A_TARGET = TABLE.starts["target"]
A_DONE = TABLE.starts["done"]
A_PAY = TABLE.starts["pay"]
A_SURPLUS = TABLE.starts["pay surplus"]
A_TRANSCEND = TABLE.starts["transcend"]
A_SWAP = TABLE.starts["swap"]
A_ACCEPT = TABLE.starts["accept"]
A_BURN = TABLE.starts["burn life"]
A_DESTROY = TABLE.starts["destroy concept"]
A_STOP = TABLE.starts["stop"]
A_LET_PASS = TABLE.starts["let pass"]
