"""What is being written of one command: facts, each with its link of the chain, and what they come to."""

from __future__ import annotations

import msgspec

from fitl_core.engine import play
from fitl_core.facts.factions import Faction
from fitl_core.proofs.chain import link
from fitl_core.proofs.rolls import LONGEST_PURPOSE, roll
from fitl_core.record.effects import Effect
from fitl_core.record.events import Note
from fitl_core.record.spoken import Said, written
from fitl_core.state.state import State
from fitl_core.table import facts
from fitl_core.table.absorbing import absorb
from fitl_core.table.facts import TABLE, Fact, Line, PlayedAtTable, Recorded, Seat
from fitl_core.table.table_state import Fallen, TableState
from fitl_core.underway import Step
from notation import Entry


class Minutes:
    """The draft of a command: the table's `state` behind what has been written so far.

    `by` is the seat that commands, `now` the time (ISO 8601), `command` its key. `effects` are what the lines
    have done, in order. `refused` says why the rest of a move was not carried out, behind a die.
    """

    def __init__(self, state: TableState, by: Seat, now: str, command: str = "") -> None:
        self.state: TableState = state
        self.by: Seat = by
        self.now: str = now
        self.command: str = command
        self.facts: list[Recorded] = []
        self.effects: list[Effect] = []

    @property
    def written(self) -> tuple[Recorded, ...]:
        """The facts, all but the last telling that more of them follow."""
        marked = [msgspec.structs.replace(fact, more=True) for fact in self.facts[:-1]]
        return (*marked, *self.facts[-1:])

    def add(self, fact: Fact, by: Seat | None = None, after: State | None = None) -> None:
        """Write a fact; `after` is the position to which a line leads, where it is known."""
        who = self.by if by is None else by
        recorded = Recorded(self.state.version + 1, self.now, who, fact, self.command)
        self.state = absorb(self.state, recorded, after)
        self.facts.append(recorded)

    def add_line(self, fact: Line, step: Step, by: Seat | None = None) -> None:
        """Write a line with its link of the chain, and what it did."""
        who = self.by if by is None else by
        entry = Entry(event=fact.event, by=who, time=self.now, proof=fact.proof)
        chained = msgspec.structs.replace(fact, chain=link(self.state.chain, entry))
        self.effects += step.effects
        self.add(chained, who, step.state)

    def end_move(self, event: PlayedAtTable, step: Step, by: Seat, proof: tuple[str, ...] = ()) -> None:
        """Write a move, whole."""
        self.add_line(facts.MoveEnded(event=event, proof=proof), step, by)

    def spend_dice(self, why: str) -> None:
        """Keep the proofs of dice that have fallen in a move that is given up: they decide nothing."""
        begun = self.state.begun
        if begun is not None and begun.dice:
            event = Note(why)
            proof = tuple([die.proof for die in begun.dice])
            self.add_line(facts.Said(event=event, proof=proof), play(self.state.position, event), TABLE)

    def roll(self, what: str, kind: str = "move") -> Fallen:
        """Let a die fall in the move that has begun."""
        number = self.state.rolled + 1
        purpose = " ".join(f"event {len(self.state.lines) + 1}: {what}".split())[:LONGEST_PURPOSE]
        die, proof = roll(bytes.fromhex(self.state.key), number, purpose.rstrip())
        self.add(facts.DieFell(what, die, proof, kind), TABLE)
        return Fallen(what, die, proof, kind)

    def begin(
        self,
        faction: Faction,
        said: list[Said],
        limop: bool,
        *,
        asked: Faction | None = None,
        left_out: tuple[str, ...] | None = None,
        firm: int | None = None,
        whole: bool = False,
    ) -> None:
        """Write how far a move has come; what is not told stays as it was."""
        begun = self.state.begun
        if left_out is None:
            left_out = begun.left_out if begun is not None else ()
        firm = max(firm or 0, begun.firm if begun is not None else 0)  # what is firm stays firm
        segments = written(said, faction)
        self.add(facts.MoveBegun(faction, segments, limop, asked, left_out, firm, whole))
