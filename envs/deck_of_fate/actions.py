"""The action space: one table for all options. What is done to a PC is named by its seat."""

from __future__ import annotations

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.deck_of_fate.cards import CARD_NAMES, N_CARDS, N_STATS, STAT_NAMES
from dicedeck.envs.deck_of_fate.classes import MOST_PCS
from dicedeck.envs.deck_of_fate.options import OFFERED

TABLE = ActionTable(
    [
        Block("play", (N_CARDS,), lambda c: f"play {CARD_NAMES[c]}", "the card for a check"),
        Block(
            "discard", (N_CARDS,), lambda c: f"discard {CARD_NAMES[c]}", "misfortune, cycle, Hanged Man, Thief, luck"
        ),
        Block("difficulty", (N_CARDS,), lambda c: f"difficulty {CARD_NAMES[c]}", "a card on the own Temperance"),
        Block("turn", (), lambda: "turn", "the difficulty from the deck"),
        Block("redraw", (), lambda: "redraw", "a knight's other difficulty"),
        Block("boost", (), lambda: "boost", "1 MP: +2"),
        Block("chariot", (), lambda: "chariot", "+3"),
        Block("swap", (), lambda: "swap", "clown, 1 MP"),
        Block("retry", (), lambda: "retry", "assassin, 1 VP"),
        Block("accept", (), lambda: "accept", "the outcome stands"),
        Block("keep", (N_CARDS,), lambda c: f"keep {CARD_NAMES[c]}", "luck, when the Fool comes"),
        Block("keep none", (), lambda: "keep none", ""),
        Block("pick", (N_CARDS,), lambda c: f"pick {CARD_NAMES[c]}", "next on top; taken; what Sun or the master hits"),
        Block("bottom", (N_CARDS,), lambda c: f"bottom {CARD_NAMES[c]}", "under the deck"),
        Block("leave", (), lambda: "leave", "Shaman"),
        Block("heal", (), lambda: "heal", "1 MP"),
        Block("cycle", (), lambda: "cycle", "1 MP; then discard"),
        Block("raise", (N_STATS,), lambda k: f"raise {STAT_NAMES[k]}", "5 MP"),
        Block("strength", (MOST_PCS,), lambda p: f"strength pc_{p}", "discard Strength: 1 VP"),
        Block("hermit", (), lambda: "hermit", "discard Hermit; then pick, bottom"),
        Block("wheel", (), lambda: "wheel", "discard Wheel of Fortune; then pick"),
        Block("justice", (MOST_PCS,), lambda p: f"justice pc_{p}", "discard Justice: 1 MP"),
        Block("temperance", (), lambda: "temperance", "three cards open on it"),
        Block("sun", (MOST_PCS,), lambda p: f"sun pc_{p}", "discard Sun; then pick a card in current fate"),
        Block("judgement", (), lambda: "judgement", "discard Judgement; then pick a discard"),
        Block("peek", (), lambda: "peek", "shaman, 1 MP; then leave, bottom"),
        Block("arrange", (), lambda: "arrange", "alchemist, 1 MP; then pick"),
        Block("bless", (MOST_PCS,), lambda p: f"bless pc_{p}", "monk, 1 MP"),
        Block("cleanse", (MOST_PCS,), lambda p: f"cleanse pc_{p}", "monk, 1 MP"),
        Block("done", (), lambda: "done", "no more free actions"),
        Block("step forward", (), lambda: "step forward", "as a volunteer"),
        Block("decline", (), lambda: "decline", ""),
        Block("check", (OFFERED,), lambda k: f"check {k + 1}", "the master's choice"),
    ]
)
N_BLOCKS = len(TABLE.blocks)

A_PLAY = TABLE.starts["play"]
A_DISCARD = TABLE.starts["discard"]
A_DIFFICULTY = TABLE.starts["difficulty"]
A_TURN = TABLE.starts["turn"]
A_REDRAW = TABLE.starts["redraw"]
A_BOOST = TABLE.starts["boost"]
A_CHARIOT = TABLE.starts["chariot"]
A_SWAP = TABLE.starts["swap"]
A_RETRY = TABLE.starts["retry"]
A_ACCEPT = TABLE.starts["accept"]
A_KEEP = TABLE.starts["keep"]
A_KEEP_NONE = TABLE.starts["keep none"]
A_PICK = TABLE.starts["pick"]
A_BOTTOM = TABLE.starts["bottom"]
A_LEAVE = TABLE.starts["leave"]
A_HEAL = TABLE.starts["heal"]
A_CYCLE = TABLE.starts["cycle"]
A_RAISE = TABLE.starts["raise"]
A_STRENGTH = TABLE.starts["strength"]
A_HERMIT = TABLE.starts["hermit"]
A_WHEEL = TABLE.starts["wheel"]
A_JUSTICE = TABLE.starts["justice"]
A_TEMPERANCE = TABLE.starts["temperance"]
A_SUN = TABLE.starts["sun"]
A_JUDGEMENT = TABLE.starts["judgement"]
A_PEEK = TABLE.starts["peek"]
A_ARRANGE = TABLE.starts["arrange"]
A_BLESS = TABLE.starts["bless"]
A_CLEANSE = TABLE.starts["cleanse"]
A_DONE = TABLE.starts["done"]
A_FORWARD = TABLE.starts["step forward"]
A_DECLINE = TABLE.starts["decline"]
A_CHECK = TABLE.starts["check"]
