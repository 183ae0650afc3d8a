"""A Faction's action on an Event card: Operation, Special Activity around it, or Event (2.3.4, 4.1).

`repertoire` lists the Operations and Special Activities, `context` has the tools of their procedures.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from fitl_core.asking.questions import Pause, Procedure, Question, by_force, need_not_be_said
from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.lasting import FORBIDDEN
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, TRANSFER, spoken
from fitl_core.facts.phases import Deed
from fitl_core.record.clauses import Clause, Option, Remove, Verb
from fitl_core.rules.activities.transport import cavalry_assault
from fitl_core.rules.context import Context
from fitl_core.rules.events import event_procedure
from fitl_core.rules.events.event_interruptions import with_interruptions
from fitl_core.rules.forms.verb_questions import NothingLeft, TakenUp, VerbChoice
from fitl_core.rules.operations.assault import refuse_us_assault
from fitl_core.rules.orders import STEPS
from fitl_core.rules.progress import Progress
from fitl_core.rules.repertoire import (
    ACCOMPANIES,
    ACTIVITIES_OF,
    COIN_OPERATIONS,
    INSURGENT_OPERATIONS,
    NOT_IN_MONSOON,
    OPERATION_PROCEDURES,
)
from fitl_core.rules.sequence import done_in_full, given_deeds, refuse_but_the_event
from fitl_core.rules.shared.ambushes import bound_to_ambush
from fitl_core.rules.shared.finding_guerrillas import unsearched
from fitl_core.rules.special_activity import special_activity
from fitl_core.rules.steps import asks_for
from fitl_core.rules.transfers import refuse_transfer, transfer
from fitl_core.state.draft import Draft

BOX_OF_WHAT_IS_DONE = "NP-Q46"
"""The reading by which a Non-player's Operation in place of a Limited one is marked as a full one (8.1)."""
ENDS_WITHOUT_A_SPACE = "4.1-04"
"""The reading by which a Special Activity that comes first may leave its Operation no space."""


_OPENINGS = (*OPERATIONS, *ACTIVITIES, "event", *TRANSFER)
_DUE = (*OPERATIONS, *TRANSFER)
_ASIDES = (*ACTIVITIES, *TRANSFER)


class CardAction:
    """One action being carried out: `procedure` asks and acts; `deed` then says which option it was."""

    __slots__ = ("box", "ctx", "deeds", "event", "limop_asked", "progress", "unsearched")

    def __init__(self, ctx: Context) -> None:
        self.ctx: Context = ctx
        self.progress: Progress = ctx.progress
        self.limop_asked: bool = ctx.progress.limop
        self.event: bool = False
        self.unsearched: set[str] = set()  # spaces not yet searched when a Special Activity or transfer came
        state = ctx.draft.state
        given = given_deeds(state)
        in_full = done_in_full(state, given)
        self.deeds: frozenset[Deed] = in_full or given
        self.box: Deed | None = None  # counts as executed, instead of the deed itself
        if in_full is not None:
            self.box = "operation+activity" if BOX_OF_WHAT_IS_DONE in state.readings else "limop"
        if self.deeds.isdisjoint(("operation", "operation+activity")):
            self.progress.limop = True

    def debt(self) -> Refusal | None:
        """Refuse an answer that leaves the Operation nothing to do after its Special Activity (4.1).

        Return None if no Special Activity came before the first space of the Operation.
        """
        progress = self.progress
        if self.event or progress.activity is None or progress.operation_spaces:
            return None
        why = f"after this no Operation could be carried out with the {spoken(progress.activity)}"
        return Refusal("no-answer", "4.1", why)

    @property
    def deed(self) -> Deed:
        """Return the executed option, which fixes the options of the 2nd Eligible (2.3.4)."""
        if self.event:
            return "event"
        if self.box is not None:
            return self.box
        if self.progress.limop:
            return "limop"
        return "operation+activity" if self.progress.activity else "operation"

    def procedure(self) -> Procedure:
        """Carry out the action from its first verb on."""
        opening: Verb = yield from self._after_transfers(self._opening)
        if opening.name == "event":
            self.event = True
            self.progress.limop = False
            event = self.ctx.under("5.1")
            event.close(_event_alone, Verb, names=(*OPERATIONS, *ACTIVITIES))
            yield from with_interruptions(event, event_procedure(event))
            yield from self._transfers_after_event()
            return
        if opening.name in ACTIVITIES:
            yield from special_activity(self.ctx, opening.name)
            opening = yield from self._after_transfers(self._operation_due)
        yield from self._operation(opening.name)
        yield from cavalry_assault(self.ctx)

    # -- verbs ----------------------------------------------------------------------------------

    def _opening(self) -> Question:
        prompt = "a Limited Operation" if self.progress.limop else "an Operation"
        if "event" in self.deeds:
            if len(self.deeds) == 1:
                prompt = "the Pivotal Event"
            elif not self.limop_asked:
                prompt += " or the Event"
        return VerbChoice(self.ctx.faction, "2.3.4", prompt, _OPENINGS, self._refuse_opening)

    def _refuse_opening(self, verb: str) -> Refusal | None:
        if verb == "event":
            return self._refuse_event()
        if verb in TRANSFER:
            return refuse_transfer(self._transferring)
        if (refusal := refuse_but_the_event(self.ctx.draft.state)) is not None:
            return refusal
        return self._refuse_activity(verb) if verb in ACTIVITIES else self._refuse_operation(verb)

    def _operation_due(self) -> Question:
        """Return the question for the Operation after the Special Activity that came first."""

        def test(verb: str) -> Refusal | None:
            if verb in TRANSFER:
                return refuse_transfer(self._transferring)
            return self._refuse_activity(verb) if verb in ACTIVITIES else self._refuse_operation(verb)

        return VerbChoice(self.ctx.faction, "2.3.4", "the Operation", _DUE, test)

    def _refuse_event(self) -> Refusal | None:
        if self.limop_asked:
            return Refusal("option-not-open", "2.3.5", "an Event is no Limited Operation")
        if "event" in self.deeds:
            return None
        done = self.ctx.draft.state.done
        first = next(d for d in done if d.deed != "pass")
        did = "the Event" if first.deed == "event" else "an Operation without a Special Activity"
        why = f"the Event is not open to the 2nd Eligible: {first.faction} executed {did}"
        return Refusal("option-not-open", "2.3.4", why, (f"open: {_options(self.deeds)}",))

    def _refuse_operation(self, verb: str) -> Refusal | None:
        faction = self.ctx.faction
        if verb == "event":
            return _event_alone()
        own = COIN_OPERATIONS if faction.is_coin else INSURGENT_OPERATIONS
        if verb not in own:
            why = f"{faction} has no {spoken(verb)}; it has {', '.join(own)}"
            return Refusal("not-your-verb", "3.1", why)
        if not self.deeds & {"operation", "limop"}:
            return Refusal("option-not-open", "2.3.4", "no Operation is open", (_options(self.deeds),))
        if verb in NOT_IN_MONSOON and self.ctx.monsoon:
            coming = self.ctx.draft.state.next
            facts = (f"next card: {coming} {cards()[coming].title}",) if coming is not None else ()
            return Refusal("monsoon", "2.3.9", f"no {spoken(verb)} in Monsoon", facts)
        if verb == "assault" and (refusal := refuse_us_assault(self.ctx)) is not None:
            return refusal
        activity = self.progress.activity
        if activity in ACCOMPANIES and verb not in ACCOMPANIES[activity]:
            return _wrong_companion(activity, verb)
        return None

    def _refuse_activity(self, verb: str) -> Refusal | None:
        faction, progress = self.ctx.faction, self.progress
        if verb not in ACTIVITIES_OF[faction]:
            own = ", ".join(ACTIVITIES_OF[faction])
            return Refusal("not-your-verb", "4.1", f"{faction} has no {spoken(verb)}; it has {own}")
        if progress.limop:
            why = "a Limited Operation has no Special Activity"
            if self.limop_asked:
                return Refusal("limop-special-activity", "2.3.5", why)
            return Refusal("limop-special-activity", "2.3.5", why, (f"open (2.3.4): {_options(self.deeds)}",))
        if progress.activity is not None:
            why = f"one Special Activity, at one time: {spoken(progress.activity)} has been carried out"
            return Refusal("one-activity", "4.1", why)
        if progress.operation is not None and progress.operation not in ACCOMPANIES.get(
            verb, (progress.operation,)
        ):
            return _wrong_companion(verb, progress.operation)
        for marker in self.ctx.draft.state.momentum:
            if verb in FORBIDDEN.get((marker.card, marker.side), ()):
                why = f"{cards()[marker.card].title}: no {spoken(verb)} until the Coup Round's Reset"
                return Refusal("momentum", f"card {marker.card}", why)
        if verb != "ambush" and (bound := bound_to_ambush(self.ctx)):
            why = "a LoC without enemies was selected for Ambush"
            facts = tuple([spaces_by_id()[name].name for name in bound])
            return Refusal("ambush-due", "4.4.3", why, facts)
        return None

    # -- procedures -------------------------------------------------------------------------------

    @property
    def _transferring(self) -> Context:
        return self.ctx.under(TRANSFER["transfer"])

    def _after_transfers(self, ask: Callable[[], Question]) -> Generator[Question, Any, Verb]:
        """Return the answer to a question for a verb; transfers may come before it (1.5.2)."""
        verb: Verb = yield ask()
        while verb.name in TRANSFER:
            yield from transfer(self._transferring)
            verb = yield ask()
        return verb

    def _transfers_after_event(self) -> Procedure:
        def test(verb: str) -> Refusal | None:
            return refuse_transfer(self._transferring) if verb in TRANSFER else _event_alone()

        choice = VerbChoice(self.ctx.faction, "2.3.4", "a transfer", (*TRANSFER,), test, optional=True)
        while (yield choice) is not None:
            yield from transfer(self._transferring)

    def _operation(self, verb: str) -> Procedure:
        """Carry out the Operation, with its Special Activity at one time before, during or after it (4.1)."""
        self.progress.operation = verb
        operation = OPERATION_PROCEDURES[verb](self.ctx.under(OPERATIONS[verb]))
        interruption = self._interruption(self._refuse_inside)
        progress, faction = self.progress, self.ctx.faction
        answer: Any = None
        interrupted = False  # a Special Activity came, and the Operation is not resumed in writing
        while True:
            try:
                choice = operation.send(answer)
            except StopIteration:
                break
            if progress.activity is not None and self._is_without_a_space(choice):
                break
            if interrupted:
                interrupted = not (yield from self._resumes(choice))
            if interrupted and (choice.who == faction or not choice.optional):
                answer = by_force(choice)
                continue
            if not choice.between:
                answer = yield choice
                continue
            if choice.who == faction:
                choice.beside = interruption
            while isinstance(answer := (yield choice), Verb):
                interrupted = not (yield from self._asides(answer, choice.optional))
                if interrupted or isinstance(choice, Pause):
                    answer = None if interrupted else True
                    break
        # Asked even where none is open, so that a written one is refused with its reason.
        last: Verb | None = yield self._interruption(self._refuse_aside)
        if last is not None and (yield from self._asides(last, optional=True, over=True)):
            prompt = f"the rest of {spoken(verb)}"
            yield NothingLeft(self.ctx.faction, OPERATIONS[verb], prompt, self._is_over(), optional=True)

    def _resumes(self, choice: Question) -> Generator[Question, Any, bool]:
        """Check whether the Operation is resumed for a question after an interruption.

        It must be resumed for a required answer that is not forced. A forced answer is carried out without
        that. An optional question of another Faction is asked without that, too.
        """
        if choice.optional and choice.who == self.ctx.faction:
            return False
        operation = self.progress.operation
        assert operation is not None
        optional = choice.optional or need_not_be_said(choice)
        return (yield self._resumption(operation, optional, owed=choice)) is not None

    def _is_without_a_space(self, choice: Question) -> bool:
        """Check whether the action ends because its Special Activity left the Operation no space (4.1).

        This follows the reading `ENDS_WITHOUT_A_SPACE`.
        """
        progress = self.progress
        if (
            progress.activity is None
            or progress.operation_spaces
            or not self.ctx.alternative(ENDS_WITHOUT_A_SPACE)
        ):
            return False
        return not choice.optional and not choice.is_open() and self._had_a_space()

    def _had_a_space(self) -> bool:
        """Check whether the Operation could have begun before the action."""
        verb = self.progress.operation
        assert verb is not None
        before = Context(Draft(self.ctx.draft.state), self.ctx.faction, OPERATIONS[verb], Progress())
        return next(OPERATION_PROCEDURES[verb](before)).is_open()

    def _asides(self, first: Verb, optional: bool, over: bool = False) -> Generator[Question, Any, bool]:
        """Carry out a Special Activity and transfers in a row, and check whether the Operation is resumed.

        An Operation that is `over` is not resumed.
        """
        operation = self.progress.operation
        assert operation is not None
        verb: Verb | None = first
        while verb is not None and verb.name != operation:
            self.unsearched = unsearched(self.ctx)
            if verb.name in TRANSFER:
                yield from transfer(self._transferring)
            else:
                yield from special_activity(self.ctx, verb.name)
            verb = yield self._resumption(operation, optional, over=over)
        if verb is not None:
            self.unsearched = set()
        return verb is not None

    def advice(self, clause: Clause) -> str:
        """Return advice for a refused removal by a Special Activity, or "".

        The Guerrillas to strike may be those that the Operation has not Activated yet.
        """
        if not isinstance(clause, Remove) or clause.space not in self.unsearched:
            return ""
        operation, where = spoken(self.progress.operation or ""), spaces_by_id()[clause.space]
        return f"{operation} has not yet Activated in {where.name}; if it is to, write that before this"

    def _interruption(self, test: Callable[[str], Refusal | None]) -> VerbChoice:
        """Return the question for a Special Activity or a transfer at this point (1.5.2)."""
        prompt = "a Special Activity" if self.ctx.faction.is_coin else "a Special Activity or a transfer"
        return VerbChoice(self.ctx.faction, "2.3.4", prompt, _ASIDES, test, optional=True)

    def _refuse_inside(self, verb: str) -> Refusal | None:
        if verb == self.progress.operation:
            why = f"{spoken(verb)} is under way; its spaces follow without a new segment"
            return Refusal("one-operation", "3.1", why)
        return self._refuse_aside(verb)

    def _refuse_aside(self, verb: str) -> Refusal | None:
        """Refuse a verb that cannot come before, during or after the Operation."""
        if verb in TRANSFER:
            return refuse_transfer(self._transferring)
        if verb in ACTIVITIES:
            return self._refuse_activity(verb)
        operation = self.progress.operation
        assert operation is not None
        if verb == operation:
            return self._is_over()
        why = f"one Operation in an action: {spoken(operation)}"
        if asks_for(operation, Option(verb)):
            why = f"{verb} is a step of {spoken(operation)} here: write it with no bar before it"
        return Refusal("one-operation", "3.1", why)

    def _is_over(self) -> Refusal:
        operation = self.progress.operation
        assert operation is not None
        why = f"{spoken(operation)} is over; nothing of it is left to resume"
        facts = (STEPS[operation].why,) if operation in STEPS and operation != "assault" else ()
        return Refusal("one-operation", OPERATIONS[operation], why, facts)

    def _resumption(
        self, operation: str, optional: bool, over: bool = False, owed: Question | None = None
    ) -> VerbChoice:
        """Return the question that resumes the Operation after its Special Activity or a transfer.

        A further Special Activity or transfer answers it, too. If a required question `owed` makes the
        Operation go on, the rule and the prompt are taken from it. If the Operation is `over`, its bare
        verb may be written without effect.
        """

        def test(verb: str) -> Refusal | None:
            return self._refuse_aside(verb) if verb != operation else None

        prompt = f"{spoken(operation)} going on"
        if not (optional or self.progress.operation_spaces):
            prompt += ", in at least 1 space"
        verbs = _ASIDES if over else (operation, *_ASIDES)
        if owed is None:
            return VerbChoice(self.ctx.faction, "2.3.4", prompt, verbs, test, optional=optional)
        prompt = f"{spoken(operation)} going on: {owed.prompt}"
        return TakenUp(self.ctx.faction, owed.rule, prompt, verbs, test, optional=optional)


def _event_alone() -> Refusal:
    why = "the Event is the whole action; no Operation or Special Activity goes with it"
    return Refusal("event-alone", "2.3.4", why)


def _wrong_companion(activity: str, operation: str) -> Refusal:
    goes = " or ".join(spoken(name) for name in ACCOMPANIES[activity])
    why = f"{spoken(activity)} may accompany only {goes}, not {spoken(operation)}"
    return Refusal("accompanying-operation", ACTIVITIES[activity], why)


def _options(deeds: frozenset[Deed]) -> str:
    words: dict[Deed, str] = {
        "operation": "Operation",
        "operation+activity": "Operation and Special Activity",
        "limop": "Limited Operation",
        "event": "Event",
        "pass": "Pass",
    }
    return ", ".join(word for deed, word in words.items() if deed in deeds)


def card_action(draft: Draft, faction: Faction, progress: Progress) -> CardAction:
    """Return an action of a Faction on a draft, ready to ask its first question."""
    return CardAction(Context(draft, faction, "2.3.4", progress))
