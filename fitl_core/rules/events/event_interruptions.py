"""Transfers in the course of an Event while NVA or VC acts in it, whoever executes it (1.5.2).

A transfer takes place where it is written; later automatic effects of the Event follow it. If further
answers are written, the Event resumes by its verb: `… | transfer NVA+2 | event NVA: rally Fis+ng`. If NVA
or VC executes the Event, a transfer may also follow all of it: `… | event | transfer NVA+2`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from fitl_core.asking.questions import Pause, Procedure, Question, by_force, need_not_be_said
from fitl_core.errors import Refusal
from fitl_core.facts.factions import INSURGENT, Faction
from fitl_core.facts.move_words import TRANSFER
from fitl_core.record.clauses import Verb
from fitl_core.rules.context import Context
from fitl_core.rules.forms.verb_questions import TakenUp, VerbChoice
from fitl_core.rules.transfers import refuse_transfer, transfer

RULE = TRANSFER["transfer"]
EVENT = "event"


class Acting(msgspec.Struct):
    """The Insurgent that executes a free Operation or Special Activity of the Event at this point."""

    faction: Faction | None = None


def acting(ctx: Context, faction: Faction, procedure: Procedure) -> Procedure:
    """Let a Faction execute a procedure that an Event grants it; right after it a transfer may follow."""
    if faction not in INSURGENT:
        yield from procedure
        return
    record = ctx.progress.record(Acting)
    record.faction = faction
    yield from procedure
    yield Pause(faction, RULE, "a transfer", optional=True, between=True)
    record.faction = None


def with_interruptions(ctx: Context, event: Procedure) -> Procedure:
    """Carry out an Event, and the transfers that come in its course."""
    records, course, answer = ctx.progress.records, None, None
    while True:
        try:
            choice = event.send(answer)
        except StopIteration:
            return
        if course is None and Acting not in records:  # most Events grant nothing to NVA or VC
            answer = yield choice
            continue
        course = course or _Course(ctx)
        if (
            course.acting.faction is None and not course.interrupted
        ):  # no interruption came, none may come now
            choice.beside = None
            answer = yield choice
        else:
            answer = yield from course.answer(choice)


class _Course:
    """An Event under way; `interrupted` if a transfer came and the Event is not resumed in writing.

    It is `closed` to transfers once its verb has been written without anything after it.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.own: bool = ctx.faction in INSURGENT
        self.acting: Acting = ctx.progress.record(Acting)
        self.interrupted = False
        self.closed = False

    def answer(self, choice: Question) -> Generator[Question, Any, Any]:
        """Return the answer to a question of the Event."""
        while True:
            if self.interrupted and not choice.optional:
                self.interrupted = not (yield from self._resumes(choice))
            if self.interrupted:
                return by_force(choice)
            if not self._may_interrupt(choice):
                choice.beside = None
                return (yield choice)
            answer = yield from self._answer_or_verb(choice)
            if not isinstance(answer, Verb):
                return answer
            yield from self._carry_out(answer)

    def _may_interrupt(self, choice: Question) -> bool:
        return self.acting.faction is not None and choice.between and not self.closed

    def _answer_or_verb(self, choice: Question) -> Generator[Question, Any, Any]:
        """Return the answer, or the verb of an interruption, which the acting Faction writes."""
        beside = self._verbs("a transfer", (*TRANSFER,), self._refuse)
        if choice.who == self.ctx.faction:
            choice.beside = beside
            return (yield choice)
        verb = yield beside
        return verb if verb is not None else (yield choice)

    def _carry_out(self, verb: Verb | None) -> Procedure:
        """Carry out transfers in a row, after which the Event may resume; or close it at its verb."""
        if verb is not None and verb.name == EVENT:
            self.interrupted = self.closed = True
        while verb is not None and verb.name != EVENT:
            yield from transfer(self.ctx.under(RULE))
            verb = yield self._verbs("the Event going on", (EVENT, *TRANSFER), self._refuse_after)
            self.interrupted = verb is None

    def _resumes(self, choice: Question) -> Generator[Question, Any, bool]:
        """Check whether the Event resumes for a question: it must, unless the answer is forced."""
        optional = need_not_be_said(choice)
        if self.closed:
            return not optional
        prompt = f"the Event going on: {choice.prompt}"
        verbs, test = (EVENT, *TRANSFER), self._refuse_after
        while True:
            verb = yield TakenUp(self.ctx.faction, choice.rule, prompt, verbs, test, optional=optional)
            if verb is None or verb.name == EVENT:
                return verb is not None
            yield from transfer(self.ctx.under(RULE))

    def _verbs(self, prompt: str, verbs: tuple[str, ...], test: Any) -> VerbChoice:
        return VerbChoice(self.ctx.faction, "2.3.4", prompt, verbs, test, optional=True)

    def _refuse_after(self, verb: str) -> Refusal | None:
        return None if verb == EVENT else self._refuse(verb)

    def _refuse(self, verb: str) -> Refusal | None:
        """Refuse a verb that cannot interrupt here.

        Only a transfer can, or the verb `event`, with which an Insurgent resumes its Event.
        """
        if verb in TRANSFER:
            return refuse_transfer(self.ctx.under(RULE, self.acting.faction))
        if verb == EVENT and self.own:
            return None
        why = "the Event is the whole action; no Operation or Special Activity goes with it"
        return Refusal("event-alone", "2.3.4", why)
