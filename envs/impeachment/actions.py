"""The action space: blocks in order, so that games without tactics have a prefix of the full space."""

from __future__ import annotations

from dicedeck.envs.core.blocks import ActionTable, Block
from dicedeck.envs.core.cards import CARD_NAMES, N_CARDS
from dicedeck.envs.impeachment.cards import N_JUSTICES

_PLACE = Block(
    "place", (N_CARDS, N_JUSTICES), lambda c, j: f"place {CARD_NAMES[c]} J{j + 1}", "an issue card at a justice"
)
_PASS = Block("pass", (), lambda: "pass", "only when no issue card can be placed")
_TACTICS = (
    Block("witness", (N_JUSTICES,), lambda j: f"place WITNESS J{j + 1}", "Decisive Witness at a justice"),
    Block("evidence", (N_JUSTICES,), lambda j: f"place EVIDENCE J{j + 1}", "Decisive Evidence at a justice"),
    Block("mud", (N_JUSTICES,), lambda j: f"mud J{j + 1}", "Mudslinging under a justice"),
    Block("deliberation", (N_JUSTICES,), lambda j: f"deliberation J{j + 1}", "Deliberation under a justice"),
    Block("poll", (), lambda: "poll", "start an Opinion Poll"),
    Block("deal", (), lambda: "deal", "start a Political Deal"),
    Block("retract", (N_CARDS,), lambda c: f"retract {CARD_NAMES[c]}", "take up an own placed card"),
    Block("to", (N_JUSTICES,), lambda j: f"to J{j + 1}", "where the card taken up goes"),
    Block("to discard", (), lambda: "to discard", "... or nowhere"),
    Block("flaw", (N_CARDS,), lambda c: f"flaw {CARD_NAMES[c]}", "Procedural Flaw: discard an opponent's placed card"),
    Block("pick", (N_CARDS,), lambda c: f"pick {CARD_NAMES[c]}", "a card for the Poll (first on top) or the Deal"),
    Block("draw issue", (), lambda: "draw issue", "only when both piles hold cards"),
    Block("draw tactic", (), lambda: "draw tactic", "only when both piles hold cards"),
)

BASE = ActionTable([_PLACE])
CONVICTION = ActionTable([_PLACE, _PASS])
FULL = ActionTable([_PLACE, _PASS, *_TACTICS])

A_PLACE = FULL.starts["place"]
A_PASS = FULL.starts["pass"]
A_WITNESS = FULL.starts["witness"]
A_EVIDENCE = FULL.starts["evidence"]
A_MUD = FULL.starts["mud"]
A_DELIBERATION = FULL.starts["deliberation"]
A_POLL = FULL.starts["poll"]
A_DEAL = FULL.starts["deal"]
A_RETRACT = FULL.starts["retract"]
A_TO = FULL.starts["to"]
A_TO_DISCARD = FULL.starts["to discard"]
A_FLAW = FULL.starts["flaw"]
A_PICK = FULL.starts["pick"]
A_DRAW_ISSUE = FULL.starts["draw issue"]
A_DRAW_TACTIC = FULL.starts["draw tactic"]
