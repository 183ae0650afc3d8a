"""A Faction's action on an Event card: Operation, Special Activity around it, or Event (2.3.4, 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fitl_core.activities.ambush import bound_to_ambush
from fitl_core.board import spaces_by_id
from fitl_core.cardlist import cards
from fitl_core.cards import event_procedure
from fitl_core.choices import Choice, Either, Procedure, VerbChoice
from fitl_core.draft import Draft
from fitl_core.errors import Refusal
from fitl_core.events import Verb
from fitl_core.factions import Faction
from fitl_core.lasting import CLAYMORES
from fitl_core.repertoire import (
    ACCOMPANIES,
    ACTIVITIES_OF,
    ACTIVITY_PROCEDURES,
    COIN_OPERATIONS,
    INSURGENT_OPERATIONS,
    OPERATION_PROCEDURES,
)
from fitl_core.sequence import open_deeds
from fitl_core.state import Deed
from fitl_core.turn import Act, Turn
from fitl_core.vocabulary import ACTIVITIES, OPERATIONS

NO_MONSOON = ("sweep", "march")


class Performance:
    """One action being carried out: `procedure` asks and does; `deed` says then what it was."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.act = turn.act
        self.limop_asked = turn.act.limop
        self.event = False
        deeds = open_deeds(turn.draft.state)
        self.deeds = deeds
        if not deeds & {"operation", "operation+activity"}:
            self.act.limop = True

    @property
    def deed(self) -> Deed:
        """What was executed, which fixes the options of the 2nd Eligible (2.3.4)."""
        if self.event:
            return "event"
        if self.act.limop:
            return "limop"
        return "operation+activity" if self.act.activity else "operation"

    def procedure(self) -> Procedure:
        """The action from its first verb on."""
        opening: Verb = yield self._opening()
        if opening.name == "event":
            self.event = True
            self.act.limop = False
            yield from event_procedure(self.turn.under("5.1"))
            return
        if opening.name in ACTIVITIES:
            yield from self._activity(opening.name)
            opening = yield self._verbs(OPERATIONS, "the Operation", self._refuse_operation)
        yield from self._operation(opening.name)

    # -- verbs ----------------------------------------------------------------------------------

    def _opening(self) -> Choice:
        def test(verb: str) -> Refusal | None:
            if verb == "event":
                return self._refuse_event()
            return self._refuse_activity(verb) if verb in ACTIVITIES else self._refuse_operation(verb)

        prompt = "a Limited Operation" if self.act.limop else "an Operation"
        prompt += " or the Event" if "event" in self.deeds and not self.limop_asked else ""
        return self._verbs((*OPERATIONS, *ACTIVITIES, "event"), prompt, test)

    def _verbs(
        self, verbs: Iterable[str], prompt: str, test: Callable[[str], Refusal | None], optional: bool = False
    ) -> VerbChoice:
        return VerbChoice(self.turn.faction, "2.3.4", prompt, verbs, test, optional)

    def _refuse_event(self) -> Refusal | None:
        if self.limop_asked:
            return Refusal("option-not-open", "2.3.5", "an Event is no Limited Operation")
        if "event" in self.deeds:
            return None
        done = self.turn.draft.state.done
        first = next(d for d in done if d.deed != "pass")
        did = "the Event" if first.deed == "event" else "an Operation without a Special Activity"
        why = f"the Event is not open to the 2nd Eligible: {first.faction} executed {did}"
        return Refusal("option-not-open", "2.3.4", why, (f"open: {_options(self.deeds)}",))

    def _refuse_operation(self, verb: str) -> Refusal | None:
        faction = self.turn.faction
        own = COIN_OPERATIONS if faction.is_coin else INSURGENT_OPERATIONS
        if verb not in own:
            return Refusal(
                "not-your-verb", "3.1", f"{faction} has no {verb.title()}; it has {', '.join(own)}"
            )
        if not self.deeds & {"operation", "limop"}:
            return Refusal("option-not-open", "2.3.4", "no Operation is open", (_options(self.deeds),))
        if verb in NO_MONSOON and self.turn.monsoon:
            coming = self.turn.draft.state.next
            facts = (f"next card: {coming} {cards()[coming].title}",) if coming is not None else ()
            return Refusal("monsoon", "2.3.9", f"no {verb.title()} in Monsoon", facts)
        activity = self.act.activity
        if activity in ACCOMPANIES and verb not in ACCOMPANIES[activity]:
            return _wrong_companion(activity, verb)
        return None

    def _refuse_activity(self, verb: str) -> Refusal | None:
        faction, act = self.turn.faction, self.act
        if verb not in ACTIVITIES_OF[faction]:
            own = ", ".join(ACTIVITIES_OF[faction])
            return Refusal("not-your-verb", "4.1", f"{faction} has no {verb.title()}; it has {own}")
        if act.limop:
            why = "a Limited Operation has no Special Activity"
            if self.limop_asked:
                return Refusal("limop-special-activity", "2.3.5", why)
            return Refusal("limop-special-activity", "2.3.5", why, (f"open (2.3.4): {_options(self.deeds)}",))
        if act.activity is not None:
            why = f"one Special Activity, at one time: {act.activity.title()} has been carried out"
            return Refusal("one-activity", "4.1", why)
        if act.operation is not None and act.operation not in ACCOMPANIES.get(verb, (act.operation,)):
            return _wrong_companion(verb, act.operation)
        if verb == "ambush" and self.turn.momentum(CLAYMORES) == "unshaded":
            return Refusal("momentum", "card 17", "Claymores: no Ambush until the Coup Round's Reset")
        if verb != "ambush" and (bound := bound_to_ambush(self.turn)):
            why = "a LoC without enemies was selected for Ambush"
            facts = tuple([spaces_by_id()[name].name for name in bound])
            return Refusal("ambush-due", "4.4.3", why, facts)
        return None

    # -- procedures -------------------------------------------------------------------------------

    def _activity(self, verb: str) -> Procedure:
        self.act.activity = verb
        yield from ACTIVITY_PROCEDURES[verb](self.turn.under(ACTIVITIES[verb]))

    def _operation(self, verb: str) -> Procedure:
        """The Operation, with its Special Activity at any one time before, during or after (4.1)."""
        self.act.operation = verb
        operation = OPERATION_PROCEDURES[verb](self.turn.under(OPERATIONS[verb]))
        interruption = self._interruption(verb)
        answer: Any = None
        ended = False
        while True:
            try:
                choice = operation.send(answer)
            except StopIteration:
                break
            if ended and choice.optional:
                answer = None
                continue
            if not choice.between:
                answer = yield choice
                continue
            # Behind an interruption the Operation goes on in a new segment, with the same question.
            while not ended and isinstance(answer := (yield Either(choice, interruption)), Verb):
                yield from self._activity(answer.name)
                ended = (yield self._resumption(verb, choice.optional)) is None
                answer = None
        # Asked even where none is open, so that a written one is refused with its reason.
        last: Verb | None = yield self._interruption(verb, after=True)
        if last is not None:
            yield from self._activity(last.name)
            # For whoever asks what may follow; where it is written, the Activity was an interruption.
            yield self._resumption(verb, optional=True)

    def _interruption(self, operation: str, after: bool = False) -> VerbChoice:
        """The Special Activity, now."""

        def test(verb: str) -> Refusal | None:
            if verb in ACTIVITIES:
                return self._refuse_activity(verb)
            if verb == operation and not after:
                return _goes_on(verb)
            return Refusal("one-operation", "3.1", f"one Operation in an action: {operation.title()}")

        return self._verbs(ACTIVITIES, "a Special Activity", test, optional=True)

    def _resumption(self, operation: str, optional: bool) -> VerbChoice:
        """The Operation going on behind its Special Activity."""

        def test(verb: str) -> Refusal | None:
            if verb in ACTIVITIES:
                return self._refuse_activity(verb)
            if verb == operation:
                return None
            return Refusal("one-operation", "3.1", f"one Operation in an action: {operation.title()}")

        return self._verbs((operation,), f"{operation.title()} going on", test, optional)


def _goes_on(verb: str) -> Refusal:
    why = f"{verb.title()} is under way; its spaces follow without a new segment"
    return Refusal("one-operation", "3.1", why)


def _wrong_companion(activity: str, operation: str) -> Refusal:
    goes = " or ".join(name.title() for name in ACCOMPANIES[activity])
    why = f"{activity.title()} may accompany only {goes}, not {operation.title()}"
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


def perform(draft: Draft, faction: Faction, limop: bool) -> Performance:
    """An action of a Faction on a draft, ready to be asked."""
    return Performance(Turn(draft, faction, "2.3.4", Act(limop=limop)))
