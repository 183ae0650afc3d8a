"""An action that is being carried out on its own draft: on an Event card, or in a phase of a Coup Round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.asking.runs import Run
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.card_words import told_by
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import ACTIVITIES, EVENT, OPERATIONS, TRANSFER, VERBS
from fitl_core.reading.meanings import tells_true
from fitl_core.reading.missing_sources import NOT_AVAILABLE, source_asked, source_owed, with_sources
from fitl_core.record.clauses import Clause, Option, Place, Verb, space_of, spaces_of
from fitl_core.record.effects import Effect
from fitl_core.record.spoken import Said
from fitl_core.rules import sequence
from fitl_core.rules.actions import CardAction, card_action
from fitl_core.rules.context import Context
from fitl_core.rules.coup import rounds
from fitl_core.rules.forms.verb_questions import VerbChoice
from fitl_core.rules.misplaced_clauses import refuse_misplaced
from fitl_core.rules.progress import Progress
from fitl_core.rules.sequence import COUP_TURNS
from fitl_core.rules.steps import refuse_foreign, tag_of
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

    __slots__ = ("_card", "_limop", "_marked", "_progress", "draft", "faction", "procedure")

    def __init__(self, state: State, faction: Faction, limop: bool = False) -> None:
        if (refusal := sequence.refuse_phase(state)) is not None:
            raise Violation(refusal, faction=faction)
        self.draft: Draft = Draft(state)
        self.faction: Faction = faction
        self._card: CardAction | None = None
        self._limop = limop
        self._progress = Progress(limop=limop)
        self._marked: dict[int | None, State] = {}
        self.procedure: Procedure
        if state.phase in COUP_TURNS:
            self.procedure = _phase(self.draft, faction, self._progress)
        else:
            self._card = card_action(self.draft, faction, self._progress)
            self.procedure = self._card.procedure()

    def debt(self) -> Refusal | None:
        """Return the Refusal of a choice that leaves an impossible debt; else None."""
        return self._card.debt() if self._card is not None else None

    def explain(self) -> None:
        """Keep the reasons for closed questions from here on."""
        self._progress.closed = []

    def mark(self, at: int) -> None:
        """Keep the position at the first refusal of the clause at this place."""
        self._marked[at] = self.draft.freeze()

    def begins(self, answer: Any) -> bool:
        """Check whether a clause is a verb."""
        return isinstance(answer, Verb)

    def form_of(self, answer: Any) -> str:
        """Return the JSON tag of a clause."""
        return tag_of(answer)

    def akin(self, answer: Any, others: Sequence[Any]) -> bool:
        """Check whether a clause names a space of another clause."""
        return not {space for other in others for space in spaces_of(other)}.isdisjoint(spaces_of(answer))

    def tells_true(self, said: Sequence[Said]) -> bool:
        """Check whether all clauses are accepted, some of them as statements of automatic effects."""
        return tells_true(self._anew, said)

    def in_full(self, violation: Violation, said: Sequence[Said]) -> Iterator[list[Said]]:
        """Return the clauses, with unavailable pieces taken up from elsewhere (1.4.1)."""
        if violation.code == NOT_AVAILABLE and (at := violation.clause) is not None:
            yield from (words for _, words in with_sources(self._draft_at(said[:at]), said, at))

    def ask_in_full(self, violation: Violation, said: Sequence[Said]) -> None:
        """Make the Violation ask for the place from which the pieces are taken up."""
        at = violation.clause
        assert at is not None, "a clause is refused"
        (who, clause), draft = said[at], self._draft_at(said[:at])
        later = len(said) - at - 1
        ways = with_sources(draft, said, at)
        open_ = [taken for taken, words in ways if self._are_accepted(words[: len(words) - later])]
        least = min([len(taken) for taken in open_], default=0)
        parts = [part for taken in open_ if len(taken) == least for part in taken]
        legal = dict.fromkeys([Place(space_of(clause), (count,), space) for space, count in parts])
        violation.restate(source_owed(draft, who, clause))
        violation.faction, violation.asked = who, source_asked(draft, clause)
        violation.legal, violation.optional = tuple(legal), False

    def _anew(self) -> Underway:
        return Underway(self.draft.before, self.faction, self._limop)

    def _draft_at(self, said: Sequence[Said]) -> Draft:
        """Return the draft after this part of the clauses."""
        run = Run(self._anew, said)
        assert isinstance(run.underway, Underway)
        return run.underway.draft

    def _are_accepted(self, said: Sequence[Said]) -> bool:
        """Check whether all clauses are accepted."""
        try:
            Run(self._anew, said)
        except Violation:
            return False
        return True

    def closed(self, part: Any, answer: Any) -> Refusal | None:
        """Return the last reason why no question asks for a clause any more, if there is one.

        No such reason concerns transfers (1.5.2), or the segment of another verb than its rule's. Any of them
        may concern an Event, which can grant anything.
        """
        if part is not None and part.name in TRANSFER:
            return None
        has_own = part is not None and part.name not in EVENT
        others = set(VERBS.values()) - {VERBS[part.name]} if has_own else ()
        notes = (note for note in reversed(self._progress.closed or []) if note.rule not in others)
        return next((note.refusal for note in notes if note.concerns(answer)), None)

    def foreign(self, part: Any, answer: Any) -> Refusal | None:
        """Check whether the rule of a verb never asks for such a clause."""
        return refuse_foreign(part.name, answer)

    def astray(
        self, part: Any, answer: Any, alike: Sequence[Question], asked: Sequence[Question]
    ) -> Refusal | None:
        """Return why such a clause has no place in the segment of a verb, by the questions asked there."""
        return refuse_misplaced(self._progress, part, answer, alike, asked)

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
            violation.position = self._marked.get(violation.clause) or self.draft.freeze()
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
