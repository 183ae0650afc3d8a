"""The minutes of a command: the facts that it writes, each with its link of the chain, and their effects.

The modules that carry out commands write into `Minutes`. Read `carrying_out` next.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.proofs.chain import link
from fitl_core.proofs.rolls import LONGEST_PURPOSE, roll_die
from fitl_core.record.effects import Effect
from fitl_core.record.events import Note, Segment
from fitl_core.record.spoken import Said, written
from fitl_core.state.state import State
from fitl_core.strict_play import play_canonical
from fitl_core.table import facts
from fitl_core.table.fact_fold import absorb
from fitl_core.table.facts import TABLE, Fact, Line, PlayedAtTable, Recorded, Seat
from fitl_core.table.kept_steps import KeptStep, kept_step
from fitl_core.table.table_state import Fallen, TableState
from fitl_core.underway import Step
from notation import Entry


class Minutes:
    """The facts of one command, and the table's `state` after them.

    `by` is the seat that commands, `now` the time (ISO 8601), `command` its key. `effects` holds the effects
    of the lines, in order.
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
        """The facts; all but the last are marked `more`, because facts of the same command follow."""
        marked = [msgspec.structs.replace(fact, more=True) for fact in self.facts[:-1]]
        return (*marked, *self.facts[-1:])

    def mark(self) -> tuple[TableState, int, int]:
        """Return a mark to which `go_back` returns: what has been written so far."""
        return self.state, len(self.facts), len(self.effects)

    def go_back(self, mark: tuple[TableState, int, int]) -> None:
        """Forget what has been written after a mark."""
        self.state, facts_before, effects_before = mark
        del self.facts[facts_before:]
        del self.effects[effects_before:]

    def add(
        self,
        fact: Fact,
        by: Seat | None = None,
        after: State | None = None,
        step: KeptStep | None = None,
    ) -> None:
        """Write a fact. A line has its kept `step`, and the position `after` it."""
        who = self.by if by is None else by
        recorded = Recorded(self.state.version + 1, self.now, who, fact, self.command, step=step)
        self.state = absorb(self.state, recorded, after)
        self.facts.append(recorded)

    def add_line(
        self, fact: Line, step: Step, by: Seat | None = None, again: tuple[tuple[Effect, ...], ...] = ()
    ) -> None:
        """Write a line with its link of the chain and its step.

        `again` are the effects of the moves that an amendment plays.
        """
        who = self.by if by is None else by
        entry = Entry(event=fact.event, by=who, time=self.now, proof=fact.proof, typed=fact.typed)
        chained = msgspec.structs.replace(fact, chain=link(self.state.chain, entry))
        self.effects += step.effects
        kept = kept_step(step, self.state.steps[-1], again)
        if self.state.unshown and isinstance(fact, facts.NoteSaid):
            kept = msgspec.structs.replace(kept, is_shown=False)  # a comment settles nothing
        self.add(chained, who, step.state, kept)

    def end_move(
        self, event: PlayedAtTable, step: Step, by: Seat, proof: tuple[str, ...] = (), typed: str = ""
    ) -> None:
        """Write a complete move, and the text that its player typed if the event is worded otherwise."""
        self.add_line(facts.MoveEnded(event=event, proof=proof, typed=typed), step, by)

    def spend_dice(self, why: str) -> None:
        """Keep the proofs of the dice in a move that is dropped: these dice decide nothing."""
        begun = self.state.begun
        if begun is not None and begun.dice:
            event = Note(why)
            proof = tuple([die.proof for die in begun.dice])
            self.add_line(
                facts.NoteSaid(event=event, proof=proof), play_canonical(self.state.position, event), TABLE
            )

    def remark(self, text: str) -> None:
        """Write a comment of the table into the log."""
        self.add_line(facts.NoteSaid(event=Note(text)), Step(self.state.position), TABLE)

    def roll(self, what: str, kind: str = "move") -> Fallen:
        """Roll a die in the unfinished move."""
        number = self.state.rolled + 1
        purpose = " ".join(f"event {len(self.state.lines) + 1}: {what}".split())[:LONGEST_PURPOSE]
        die, proof = roll_die(bytes.fromhex(self.state.key), number, purpose.rstrip())
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
        typed: Sequence[Said] | None = None,
    ) -> None:
        """Write the clauses of an unfinished move. Arguments that are not given stay as they were.

        `typed` are the clauses as they were typed, if the rules ask for others.
        """
        begun = self.state.begun
        if left_out is None:
            left_out = begun.left_out if begun is not None else ()
        firm = max(firm or 0, begun.firm if begun is not None else 0)  # firm clauses stay firm
        segments = written(said, faction)
        as_typed: tuple[Segment, ...] = ()
        if typed is not None:
            as_typed = written(typed, faction)
        elif begun is not None and said:
            as_typed = begun.typed
        if as_typed == segments:
            as_typed = ()
        self.add(facts.MoveBegun(faction, segments, limop, asked, left_out, firm, whole, as_typed))
