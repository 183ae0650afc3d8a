"""An action that is being carried out on its own draft: on an Event card, or in a phase of a Coup Round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.card_words import told_by
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.record.clauses import Clause, Option, Verb
from fitl_core.record.effects import Effect
from fitl_core.record.spoken import Said
from fitl_core.rules import sequence
from fitl_core.rules.actions import CardAction, card_action
from fitl_core.rules.context import Context
from fitl_core.rules.coup import rounds
from fitl_core.rules.forms.verb_questions import VerbChoice
from fitl_core.rules.progress import Progress
from fitl_core.rules.sequence import COUP_TURNS
from fitl_core.state.draft import Draft
from fitl_core.state.state import State


class Step(msgspec.Struct, frozen=True, gc=False):
    """A carried-out event: the state after it, and its effects in order."""

    state: State
    effects: tuple[Effect, ...] = ()


def step_of(draft: Draft) -> Step:
    """Return the result of a draft."""
    return Step(draft.close(), tuple(draft.effects))


class Underway:
    """An action that is being carried out on its own draft. `procedure` asks and changes the draft."""

    __slots__ = ("_card", "draft", "faction", "procedure", "progress")

    def __init__(self, state: State, faction: Faction, limop: bool = False) -> None:
        if (refusal := sequence.refuse_phase(state)) is not None:
            raise Violation(refusal, faction=faction)
        self.draft: Draft = Draft(state)
        self.faction: Faction = faction
        self._card: CardAction | None = None
        self.progress: Progress = Progress(limop=limop)
        self.procedure: Procedure
        if state.phase in COUP_TURNS:
            self.procedure = _phase(self.draft, faction, self.progress)
        else:
            self._card = card_action(self.draft, faction, self.progress)
            self.procedure = self._card.procedure()

    def debt(self) -> Refusal | None:
        """Return the Refusal of a choice that leaves an impossible debt; else None."""
        return self._card.debt() if self._card is not None else None

    @contextmanager
    def advising(self, said: Sequence[Said]) -> Iterator[None]:
        """Add hints to a Violation, and the position in which it was raised."""
        try:
            yield
        except Violation as violation:
            self.advise(violation, None if violation.clause is None else said[violation.clause][1])
            card = f"card {self.draft.state.card}"
            if violation.code == "surplus-clause" and violation.rule == "5.1":
                violation.restate(msgspec.structs.replace(violation.refusal, rule=card))
            if violation.code == "too-early" and violation.rule == card:  # the order of hints is fixed
                violation.restate(msgspec.structs.replace(violation.refusal, rule="5.1"))
            if violation.code == "wrong-speaker" and violation.clause is not None:
                self._say_who_decides(violation, said[: violation.clause])
            violation.position = violation.position or self.draft.freeze()
            raise

    def _say_who_decides(self, violation: Violation, before: Sequence[Said]) -> None:
        """Add the rule by which a Faction decides: it executes this (3.1, 4.1, 5.1), or a card names it."""
        part = next((clause.name for _, clause in reversed(before) if isinstance(clause, Verb)), "")
        card = self.draft.state.card
        rules = [rule for rule, verbs in (("3.1", OPERATIONS), ("4.1", ACTIVITIES)) if part in verbs]
        facts = violation.facts
        if part == "event" and card is not None:
            side = next((clause.name for _, clause in before if isinstance(clause, Option)), "")
            rules = ["5.1" if violation.faction is self.faction else f"card {card}"]
            facts = (*facts, told_by(card, side))
        elif violation.faction is not self.faction:
            return
        if rules:
            violation.restate(msgspec.structs.replace(violation.refusal, rule=rules[0], facts=facts))

    def advise(self, violation: Violation, clause: Clause | None) -> None:
        """Yield hints for a refused clause."""
        if self._card is not None and clause is not None:
            violation.add(self._card.advice(clause))

    def end(self) -> None:
        """Carry out the end of the action."""
        if self._card is None:
            rounds.after_phase(self.draft, self.draft.state.phase)
        else:
            sequence.record(self.draft, self.faction, self._card.deed)


def _phase(draft: Draft, faction: Faction, progress: Progress) -> Procedure:
    """Carry out a Faction's part in a Coup Round: its verb, then the phase's procedure."""
    phase = draft.state.phase
    verb, procedure = rounds.PHASE_PROCEDURES[phase]
    rule = sequence.COUP_RULES[phase]

    def test(written: str) -> Refusal | None:
        if written == verb:
            return None
        return Refusal("wrong-verb", rule, f"{faction} may {verb} or pass in this phase")

    yield VerbChoice(faction, rule, f"{verb}, or pass", (verb,), test, needs_more=True)
    yield from procedure(Context(draft, faction, rule, progress))
