"""An adjudication of one move: whether it is legal, by which rules, on which facts, and what would have been.

Everything comes from playing the move: the effects name the rules of a legal one, the Violation
that of an illegal one; its neighbours are found by changing what was written (`near_moves`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from fitl_core.asking.traced import TracedAnswers
from fitl_core.engine import carry_out, insist_on_turn, play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.non_players import RULE_OF_CHANCE
from fitl_core.facts.players import non_players
from fitl_core.facts.readings import readings
from fitl_core.facts.vocabulary import VERBS
from fitl_core.record.board_effects import ControlChanged
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice, Event, Pass, Play, ShareOut
from fitl_core.record.spoken import spoken, written
from fitl_core.rules import sharing_out
from fitl_core.state.state import State
from fitl_core.tell.effects import narrate
from fitl_core.tell.elsewhere import OtherEdition, elsewhere
from fitl_core.tell.grounds import Bearing, bearings, facts_of, outcome
from fitl_core.tell.near_moves import near_moves
from fitl_core.wording.stated import without_statements

MOST_NEAREST = 3
MOST_DONE = 4
"""So much of what an Event does without a clause is told."""


class OtherReading(msgspec.Struct, frozen=True):
    """A point that can be read in two ways, and what becomes of the move under the other one."""

    id: str
    question: str
    plays: str
    legal: bool


Verdict = Literal["legal", "illegal", "incomplete"]
"""`incomplete`: all that is written is accepted, and something is owed still."""


class Owed(msgspec.Struct, frozen=True):
    """What an incomplete move still owes: `who` has to say `what`, under which `rule`."""

    who: Faction
    rule: str
    what: str


class Adjudication(msgspec.Struct, frozen=True):
    """The verdict on a move. `rules` are those that decide, in order; `facts` what they look at.

    A legal move has its `effects` and the state `after` it, another its `error`, what is `owed` if it is but
    incomplete and, as far as found, the `nearest` legal ones. `otherwise` are open readings under which the
    outcome differs, `elsewhere` is the other edition, if it does by that; `bearing` what else bore on it.
    """

    verdict: Verdict
    rules: tuple[str, ...]
    facts: tuple[str, ...]
    effects: tuple[Effect, ...] = ()
    after: State | None = None
    error: FitlError | None = None
    nearest: tuple[Action, ...] = ()
    otherwise: tuple[OtherReading, ...] = ()
    elsewhere: OtherEdition | None = None
    owed: Owed | None = None
    bearing: tuple[Bearing, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.verdict == "legal"


def adjudicate(state: State, event: Event, everything: bool = False) -> Adjudication:
    """Adjudicate an event in a position; with `everything` all of the nearest moves are named."""
    deed = _deed(state, event)
    here = outcome(state, deed)
    bearing = bearings(state, deed)
    otherwise, by_other = tuple(_otherwise(state, deed, here)), elsewhere(state, deed, here)
    try:
        step = play(state, event)
    except Violation as error:
        for fact in _does_without(state, event, error):
            error.add(fact)
        rules = (error.rule, *[each.rule for each in bearing], *_rules_of_verbs(event))
        most = None if everything else MOST_NEAREST
        return Adjudication(
            error.verdict,
            tuple(dict.fromkeys(rules)),
            facts_of(state, event, refused=True, then=error.position),
            error=error,
            nearest=near_moves(state, event, most) if isinstance(event, Action) else (),
            otherwise=otherwise,
            elsewhere=by_other,
            owed=_owed(error) if error.incomplete else None,
            bearing=bearing,
        )
    done = [effect for effect in step.effects if not isinstance(effect, ControlChanged)]
    rules = (
        *_rules_of_verbs(event),
        *_card_of(state, event),
        *[each.rule for each in bearing],
        *_rules_asked(state, deed),
        *[told.rule for told in narrate(done)],
    )
    return Adjudication(
        "legal",
        tuple(dict.fromkeys(rules)),
        facts_of(state, event, refused=False),
        step.effects,
        step.state,
        otherwise=otherwise,
        elsewhere=by_other,
        bearing=bearing,
    )


def _does_without(state: State, event: Event, error: Violation) -> tuple[str, ...]:
    """What an Event does by itself, where a clause says otherwise of it: as played up to that clause."""
    if error.code != "surplus-clause" or not error.rule.startswith("card ") or error.clause is None:
        return ()
    assert isinstance(event, Action)
    words = list(spoken(event.segments, event.faction))
    del words[error.clause :]
    try:
        done = play(state, msgspec.structs.replace(event, segments=written(words, event.faction))).effects
    except Violation:
        return ()
    told = [str(one) for one in narrate(done) if one.rule == error.rule]
    return tuple([f"without it the Event does: {one}" for one in told[:MOST_DONE]])


def _deed(state: State, event: Event) -> Event:
    """The event without what only says what happens by itself: what is asked bears on the rest."""
    if not isinstance(event, Action):
        return event
    try:
        insist_on_turn(state, event.faction, event.limop)
        return without_statements(state, event)
    except Violation:
        return event


def _rules_asked(state: State, event: Event) -> list[str]:
    """The rules under which the clauses of an action were asked for."""
    if not isinstance(event, Action):
        return []
    answers = TracedAnswers(spoken(event.segments, event.faction))
    carry_out(state, event, answers)
    return [
        heard.question.rule
        for heard in answers.heard
        if heard.how != "nothing" and not heard.question.always_said
    ]


def _owed(error: Violation) -> Owed:
    assert error.faction is not None
    return Owed(Faction(error.faction), error.rule, error.asked)


def _rules_of_verbs(event: Event) -> list[str]:
    """The rules in which the verbs of an action stand; a Pass is of 2.3.3, the card in play of 2.2."""
    match event:
        case Action(segments=parts):
            return [VERBS[part.verb] for part in parts]
        case Pass():
            return ["2.3.3"]
        case Play():
            return ["2.2"]
        case DecisionDice(node=node):
            return [RULE_OF_CHANCE.get(node) or node.partition("/")[0]]
        case ShareOut():
            return [sharing_out.RULE]
        case _:
            return []


def _card_of(state: State, event: Event) -> list[str]:
    """The card, where its Event is executed: also where it does nothing."""
    parts = event.segments if isinstance(event, Action) else ()
    return [f"card {state.card}"] if any(part.verb == "event" for part in parts) else []


# -- readings ---------------------------------------------------------------------------------------------


def _otherwise(state: State, event: Event, here: str | None) -> Iterator[OtherReading]:
    """Open readings by which the move would not have the outcome that it has `here`."""
    for reading in readings().values():
        if reading.of_non_players and not non_players(state.players):
            continue
        chosen = reading.id in state.readings
        others = tuple([other for other in state.readings if other != reading.id])
        chosen_then = others if chosen else (*others, reading.id)
        there = outcome(msgspec.structs.replace(state, readings=chosen_then), event)
        if there != here:
            plays = reading.default if chosen else reading.alternative
            yield OtherReading(reading.id, reading.question, plays, there is not None)
