"""What comes in the course of an Event: transfers, while NVA or VC acts in it (1.5.2), whoever executes it.

A transfer stands where it is written; what the Event then does by itself comes behind it. Where more of the
Event is to be said, it is taken up again by its verb: `… | transfer NVA+2 | event NVA: rally Fis+ng`. If NVA
or VC executes the Event, a transfer may also come behind all of it: `… | event | transfer NVA+2`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from fitl_core.asking.questions import Pause, Procedure, Question, by_force
from fitl_core.errors import Refusal
from fitl_core.facts.factions import INSURGENT, Faction
from fitl_core.facts.vocabulary import TRANSFER
from fitl_core.record.clauses import Verb
from fitl_core.rules.context import Context
from fitl_core.rules.forms.verbs import TakenUp, VerbChoice
from fitl_core.rules.transfers import refuse_transfer, transfer

RULE = TRANSFER["transfer"]
EVENT = "event"


class Acting(msgspec.Struct):
    """Which Insurgent executes a free Operation or Special Activity of the Event just now."""

    faction: Faction | None = None


def acting(ctx: Context, faction: Faction, procedure: Procedure) -> Procedure:
    """A Faction executes what an Event grants it; right behind it there may be a transfer, too."""
    if faction not in INSURGENT:
        yield from procedure
        return
    record = ctx.progress.record(Acting)
    record.faction = faction
    yield from procedure
    yield Pause(faction, RULE, "a transfer", optional=True, between=True)
    record.faction = None


def in_course(ctx: Context, event: Procedure) -> Procedure:
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
        if course.acting.faction is None and not course.left:  # nothing came in, nor may anything now
            choice.beside = None
            answer = yield choice
        else:
            answer = yield from course.answer(choice)


class _Course:
    """An Event under way; `left`: in writing, something came and it is not taken up again.

    It is `closed` to transfers once its verb has been written for its end.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.own: bool = ctx.faction in INSURGENT
        self.acting: Acting = ctx.progress.record(Acting)
        self.left = False
        self.closed = False

    def answer(self, choice: Question) -> Generator[Question, Any, Any]:
        """The answer to a question of the Event."""
        while True:
            if self.left and not choice.optional:
                self.left = not (yield from self._takes_up(choice))
            if self.left:
                return by_force(choice)
            if not self._may_come(choice):
                choice.beside = None
                return (yield choice)
            answer = yield from self._answer_or_verb(choice)
            if not isinstance(answer, Verb):
                return answer
            yield from self._come(answer)

    def _may_come(self, choice: Question) -> bool:
        return self.acting.faction is not None and choice.between and not self.closed

    def _answer_or_verb(self, choice: Question) -> Generator[Question, Any, Any]:
        """The answer, or the verb of what comes first: whoever decides, the acting Faction writes it."""
        beside = self._verbs("a transfer", (*TRANSFER,), self._refuse)
        if choice.who == self.ctx.faction:
            choice.beside = beside
            return (yield choice)
        verb = yield beside
        return verb if verb is not None else (yield choice)

    def _come(self, verb: Verb | None) -> Procedure:
        """Transfers in a row, behind which the Event may be taken up; or its verb, for its end."""
        if verb is not None and verb.name == EVENT:
            self.left = self.closed = True
        while verb is not None and verb.name != EVENT:
            yield from transfer(self.ctx.under(RULE))
            verb = yield self._verbs("the Event going on", (EVENT, *TRANSFER), self._refuse_behind)
            self.left = verb is None

    def _takes_up(self, choice: Question) -> Generator[Question, Any, bool]:
        """Whether the Event is taken up again for a question: it must be, but for what is forced."""
        optional = choice.goes_unsaid()
        if self.closed:
            return not optional
        prompt = f"the Event going on: {choice.prompt}"
        verbs, test = (EVENT, *TRANSFER), self._refuse_behind
        while True:
            verb = yield TakenUp(self.ctx.faction, choice.rule, prompt, verbs, test, optional=optional)
            if verb is None or verb.name == EVENT:
                return verb is not None
            yield from transfer(self.ctx.under(RULE))

    def _verbs(self, prompt: str, verbs: tuple[str, ...], test: Any) -> VerbChoice:
        return VerbChoice(self.ctx.faction, "2.3.4", prompt, verbs, test, optional=True)

    def _refuse_behind(self, verb: str) -> Refusal | None:
        return None if verb == EVENT else self._refuse(verb)

    def _refuse(self, verb: str) -> Refusal | None:
        """Whether a verb cannot come in here: a transfer, or in an own Event the verb that carries it on."""
        if verb in TRANSFER:
            return refuse_transfer(self.ctx.under(RULE, self.acting.faction))
        if verb == EVENT and self.own:
            return None
        why = "the Event is the whole action; no Operation or Special Activity goes with it"
        return Refusal("event-alone", "2.3.4", why)
