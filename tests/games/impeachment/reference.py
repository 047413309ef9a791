"""Impeachment as plain Python objects, for differential tests: slow, and meant to be obviously right.

Written from the rules alone; rule ids (IMP-...) are those of the rulebook. Nothing here imports the product.
"""

from copy import deepcopy
from typing import Any

from games.impeachment.reference_formations import JOKERS, is_proven, justice_winner
from games.impeachment.reference_table import (
    PLAYERS,
    Justice,
    Known,
    Position,
    by_id,
    is_issue,
    opponent,
    read_justice,
    rejects,
)

POLLED = 4
DEALT = 2
VOTES_TO_UPHOLD = 6


class Reference:
    """A game in progress. `legal()` and `apply(name)` play it, `to_dict()` shows it."""

    def __init__(self, position: Position) -> None:
        """Set up a position in the notation of the rules; keys left out take their defaults."""
        given = deepcopy(position)
        self.options: dict[str, Any] = given.get("options", {})
        self.phase: str = given.get("phase", "play")
        self.to_move: str = given["to_move"]
        self.pending: list[str] = given.get("pending", [])
        self.held_from: str | None = given.get("held_from")
        self.last_passed: bool = given.get("last_passed", False)
        self.first_deal_done: bool = given.get("first_deal_done", False)
        self.justices = [read_justice(entry) for entry in given["justices"]]
        self.hands: dict[str, list[str]] = {player: given["hands"][player] for player in PLAYERS}
        self.issue_pile: list[str] = given.get("issue_pile", [])
        self.tactic_pile: list[str] = given.get("tactic_pile", [])
        self.discards: list[str] = given.get("discards", [])
        used = given.get("tactics_used", {})
        self.tactics_used: dict[str, int] = {player: used.get(player, 0) for player in PLAYERS}
        known = given.get("known", {})
        self.known = {player: Known(**known.get(player, {})) for player in PLAYERS}
        self.winner: str | None = given.get("winner")

    # ---- Options -------------------------------------------------------------------------------------------------

    @property
    def tactics(self) -> bool:
        """Variant Tactics."""
        return bool(self.options.get("tactics", False))

    @property
    def conviction(self) -> str:
        """Variant Conviction: off, rank or total."""
        return str(self.options.get("conviction", "off"))

    @property
    def play_out(self) -> bool:
        """Whether the game goes on when the winner is settled (IMP-19)."""
        return bool(self.options.get("play_out", False))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    # ---- Position ------------------------------------------------------------------------------------------------

    def to_dict(self) -> Position:
        """The whole position, every key written out."""
        result: Position = {
            "game": "impeachment",
            "options": dict(self.options),
            "to_move": self.to_move,
            "phase": self.phase,
            "pending": list(self.pending),
            "held_from": self.held_from,
            "last_passed": self.last_passed,
            "first_deal_done": self.first_deal_done,
            "justices": [self._justice_dict(justice) for justice in self.justices],
            "hands": {player: by_id(self.hands[player]) for player in PLAYERS},
            "issue_pile": list(self.issue_pile),
            "tactic_pile": list(self.tactic_pile),
            "discards": list(self.discards),
            "tactics_used": dict(self.tactics_used),
            "known": {
                player: {"pile": list(self.known[player].pile), "hand": by_id(self.known[player].hand)}
                for player in PLAYERS
            },
        }
        if self.is_over:
            result["winner"] = self.winner
        return result

    def _justice_dict(self, justice: Justice) -> Position:
        entry: Position = {
            "mud": justice.mud,
            "deliberation": justice.deliberation,
            "taken_by": justice.taken_by,
            "pro": list(justice.sides["pro"]),
            "con": list(justice.sides["con"]),
            "completed_first": justice.completed_first,
        }
        if self.options.get("bias", False):
            entry["bias"] = justice.bias
        return entry

    # ---- Legal actions -------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The names of all legal actions; none when the game is over."""
        if self.phase == "over":
            return set()
        if self.phase == "draw":
            return {"draw issue", "draw tactic"}
        if self.phase == "poll":
            return {f"pick {card}" for card in self.issue_pile[:POLLED] if card not in self.pending}
        if self.phase == "deal":
            return {f"pick {card}" for card in self._issue_cards(self.to_move) if card not in self.pending}
        if self.phase == "retract":
            others = [name for name in self._accepting(self.to_move) if name != self.held_from]
            return {"to discard", *(f"to {name}" for name in others)}
        return self._legal_play(self.to_move)

    def _legal_play(self, player: str) -> set[str]:
        """IMP-6 or IMP-23; IMP-10 when no issue card can be placed."""
        placeable = self._accepting(player)
        names = {f"place {card} {name}" for card in self._issue_cards(player) for name in placeable}
        must_place = bool(names)
        if self.tactics and self.tactics_used[player] <= self.tactics_used[opponent(player)]:  # IMP-24
            for tactic in self.hands[player]:
                if not is_issue(tactic):
                    names |= self._legal_tactic(player, tactic)
        if not must_place:
            names.add("pass")
        return names

    def _legal_tactic(self, player: str, tactic: str) -> set[str]:
        """The ways to play one tactic card, none without a legal target (IMP-25 to IMP-32, IMP-35)."""
        if tactic in ("WITNESS", "EVIDENCE"):
            return {f"place {tactic} {name}" for name in self._accepting(player)}
        if tactic in ("MUD", "DELIBERATION"):
            return {f"{tactic.lower()} {name}" for name, justice in self._open()}
        if tactic == "POLL":
            return {"poll"} if self.issue_pile else set()
        if tactic == "DEAL":
            return {"deal"} if all(len(self._issue_cards(each)) >= DEALT for each in PLAYERS) else set()
        target = player if tactic == "RETRACT" else opponent(player)
        return {
            f"{tactic.lower()} {card}"
            for _, justice in self._open()
            for card in justice.sides[target]
            if is_issue(card)
        }

    def _open(self) -> list[tuple[str, Justice]]:
        """The justices not yet taken, with their names."""
        return [(f"J{number + 1}", justice) for number, justice in enumerate(self.justices) if justice.taken_by is None]

    def _accepting(self, player: str) -> list[str]:
        """The names of the justices where the player may add a card."""
        return [name for name, justice in self._open() if justice.accepts(player)]

    def _issue_cards(self, player: str) -> list[str]:
        return [card for card in self.hands[player] if is_issue(card)]

    # ---- Applying an action --------------------------------------------------------------------------------------

    def apply(self, name: str) -> None:
        """Play one legal action, given by its name."""
        if name not in self.legal():
            raise ValueError(f"{name} is not legal; legal are {sorted(self.legal())}")
        kind, *words = name.split()
        if kind == "pass":
            self._pass()
        elif kind == "draw":
            self._draw(words[0])
        elif kind == "pick":
            self._pick(words[0])
        elif kind == "to":
            self._put_down(words[0])
        else:
            self._play(kind, words)

    def _play(self, kind: str, words: list[str]) -> None:
        """The first action of a turn, except a pass: a card leaves the hand."""
        player = self.to_move
        self.last_passed = False
        card = words[0] if kind == "place" else kind.upper()
        self.hands[player].remove(card)
        if card in self.known[opponent(player)].hand:
            self.known[opponent(player)].hand.remove(card)
        if not is_issue(card):
            self.tactics_used[player] += 1
        if kind == "place":
            self._add_to_side(player, card, words[1])
            self._after_change()
        elif kind in ("mud", "deliberation"):
            justice = self._justice(words[0])
            setattr(justice, kind, True)
            justice.note_completion()
            self._after_change()
        else:
            self.discards.append(card)
            self._start_effect(kind, words)

    def _start_effect(self, kind: str, words: list[str]) -> None:
        """A tactic card that is used and discarded (IMP-29 to IMP-32)."""
        player = self.to_move
        if kind == "flaw":
            self._take_off(opponent(player), words[0])
            self.discards.append(words[0])
            self._after_change()
            return
        self.phase = kind
        self.pending = []
        if kind == "poll":
            self.known[player].pile = self.issue_pile[:POLLED] + self.known[player].pile[POLLED:]
            self.known[opponent(player)].pile = []
        elif kind == "retract":
            self.pending = [words[0]]
            self.held_from = self._take_off(player, words[0])

    def _put_down(self, target: str) -> None:
        """The second half of Retracted Testimony (IMP-31)."""
        card = self.pending.pop()
        self.held_from = None
        if target == "discard":
            self.discards.append(card)
        else:
            self._add_to_side(self.to_move, card, target)
        self._after_change()

    def _pick(self, card: str) -> None:
        """One card of an Opinion Poll or of a Political Deal."""
        self.pending.append(card)
        if self.phase == "poll":
            if len(self.pending) == min(POLLED, len(self.issue_pile)):
                self._finish_poll()
        elif len(self.pending) == DEALT:
            self.to_move = opponent(self.to_move)
        elif len(self.pending) == 2 * DEALT:
            self.to_move = opponent(self.to_move)
            self._finish_deal()

    def _finish_poll(self) -> None:
        """IMP-29: the picked cards lie on top in their order; who picked them knows it, the other does not."""
        looked_at = len(self.pending)
        self.issue_pile = self.pending + self.issue_pile[looked_at:]
        mine = self.known[self.to_move]
        mine.pile = self.pending + mine.pile[looked_at:]
        self.pending = []
        self._replenish()

    def _finish_deal(self) -> None:
        """IMP-30: the picks change hands; each player knows what they handed over."""
        giving = {self.to_move: self.pending[:DEALT], opponent(self.to_move): self.pending[DEALT:]}
        for giver, cards in giving.items():
            for card in cards:
                self.hands[giver].remove(card)
                self.hands[opponent(giver)].append(card)
                if card in self.known[opponent(giver)].hand:
                    self.known[opponent(giver)].hand.remove(card)
                self.known[giver].hand.append(card)
        self.first_deal_done = True
        self.pending = []
        self._replenish()

    def _pass(self) -> None:
        """IMP-10; the second pass in a row ends the game (IMP-20)."""
        if not self.last_passed:
            self.last_passed = True
            self._end_turn()
            return
        for _, justice in self._open():
            if len(justice.complete()) == 1:
                justice.taken_by = justice.complete()[0]
        self._finish(self.votes_winner())

    # ---- The table -----------------------------------------------------------------------------------------------

    def _justice(self, name: str) -> Justice:
        return self.justices[int(name[1:]) - 1]

    def _add_to_side(self, player: str, card: str, name: str) -> None:
        justice = self._justice(name)
        justice.sides[player].append(card)
        justice.note_completion()

    def _take_off(self, player: str, card: str) -> str:
        """Remove a card from the player's side that holds it; which justice that was (IMP-33)."""
        for name, justice in self._open():
            if card in justice.sides[player]:
                justice.sides[player].remove(card)
                justice.note_completion()
                return name
        raise ValueError(f"{card} lies on no side of {player}")

    def available(self, player: str) -> set[str]:
        """The cards that may still complete a side of the player, as far as the public knows (IMP-37)."""
        unseen = {*self.hands["pro"], *self.hands["con"], *self.issue_pile}
        cards = {card for card in unseen if is_issue(card)}
        if player == "con" and not self.first_deal_done:
            cards -= set(JOKERS)
        return cards

    def _taker(self, justice: Justice) -> str | None:
        """Who takes the justice now (IMP-11, IMP-36); None when it stays open."""
        complete = justice.complete()
        if len(complete) == 2 and justice.completed_first is not None:
            pro, con = justice.sides["pro"], justice.sides["con"]
            return justice_winner(pro, con, justice.completed_first, justice.mud, justice.bias)
        if len(complete) == 1 and self.conviction != "off":
            owner, other = complete[0], opponent(complete[0])
            own, unfinished = justice.sides[owner], justice.sides[other]
            available = self.available(other)
            if is_proven(owner, own, unfinished, available, self.conviction, justice.mud, justice.bias):
                return owner
        return None

    # ---- After a change ------------------------------------------------------------------------------------------

    def _after_change(self) -> None:
        """IMP-41: all justices at once, then the end, then the draw."""
        takers = [(justice, self._taker(justice)) for _, justice in self._open()]
        for justice, taker in takers:
            justice.taken_by = taker
        if self.is_settled():
            self._finish(self.votes_winner())
        else:
            self._replenish()

    def is_settled(self) -> bool:
        """IMP-18 and IMP-19: whether the game ends now."""
        if self.play_out:
            return all(justice.taken_by is not None for justice in self.justices)
        con_has = [justice.taken_by == "con" for justice in self.justices]
        con_may_get = [justice.taken_by != "pro" for justice in self.justices]
        return rejects(con_has) or not rejects(con_may_get)

    def votes_winner(self) -> str:
        """IMP-18 and IMP-20: who wins with the justices as they are taken."""
        con_has = [justice.taken_by == "con" for justice in self.justices]
        pro_votes = sum(justice.taken_by == "pro" for justice in self.justices)
        return "pro" if pro_votes >= VOTES_TO_UPHOLD and not rejects(con_has) else "con"

    def _finish(self, winner: str) -> None:
        self.phase = "over"
        self.winner = winner

    def _replenish(self) -> None:
        """IMP-6, IMP-9, IMP-22: draw, or let the player choose the pile."""
        if self.issue_pile and self.tactic_pile:
            self.phase = "draw"
        elif self.issue_pile:
            self._draw("issue")
        elif self.tactic_pile:
            self._draw("tactic")
        else:
            self._end_turn()

    def _draw(self, pile: str) -> None:
        if pile == "tactic":
            self.hands[self.to_move].append(self.tactic_pile.pop(0))
        else:
            card = self.issue_pile.pop(0)
            self.hands[self.to_move].append(card)
            for player in PLAYERS:
                if self.known[player].pile:
                    self.known[player].pile.pop(0)
                    if player != self.to_move:
                        self.known[player].hand.append(card)
        self._end_turn()

    def _end_turn(self) -> None:
        self.phase = "play"
        self.to_move = opponent(self.to_move)
