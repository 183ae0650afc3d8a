"""Adjudicate one move: its verdict, the deciding rules and facts, and the legal moves near it.

The verdict comes from playing the move. The effects name the rules of a legal move, and the `Violation` that
of an illegal one. Read `fitl_core.tell.grounds` and `fitl_core.tell.suggested_moves` next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from fitl_core.asking.budgets import Budget
from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.engine import play, play_as_asked
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.non_player_nodes import RULE_OF_CHANCE
from fitl_core.facts.players import non_players
from fitl_core.facts.rule_readings import readings
from fitl_core.record.board_effects import ControlChanged
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice, Event, Pass, PlayCard, ShareOut
from fitl_core.record.spoken import spoken, written
from fitl_core.rules import sharing_out
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out, insist_on_turn
from fitl_core.tell.dice_wanted import WantedDie, is_rolled, wanted_dice
from fitl_core.tell.effects_in_words import narrate
from fitl_core.tell.grounds import Bearing, bearings, facts_of, outcome
from fitl_core.tell.other_edition import OtherEdition, elsewhere
from fitl_core.tell.suggested_moves import near_moves
from fitl_core.wording.canonical_form import canonical_action

MOST_PLAYED = 10_000
"""The most clauses that are played for one adjudication, in all its searches."""
MOST_NEAREST = 3
MOST_DONE = 4
"""The most effects that are reported of an Event without a surplus clause."""


class OtherReading(msgspec.Struct, frozen=True):
    """A reading of an open rule that is not in use, and whether it makes the move legal."""

    id: str
    question: str
    plays: str
    legal: bool


Verdict = Literal["legal", "illegal", "incomplete"]
"""`incomplete`: every written clause is accepted, and a required answer is missing."""


class Owed(msgspec.Struct, frozen=True):
    """The missing answer of an incomplete move: `who` must answer `what`, under which `rule`."""

    who: Faction
    rule: str
    what: str


class Adjudication(msgspec.Struct, frozen=True):
    """The verdict on a move. `rules` are the deciding rules, in order, and `facts` the facts of the position.

    A legal move has its `effects` and the state `after` it. Any other move has its `error` and the `nearest`
    legal moves that were found. An incomplete move also has the answer that is `owed`. `otherwise` are the
    open readings that change the outcome, and `elsewhere` is the other edition if it changes the outcome.
    `bearing` are other rules that bear on the move. `to_roll` are near moves that need a die. `unexamined`
    names the parts that were not examined because the work has a limit. `read_as` is the canonical action of
    a legal move, if the rules do not accept the move as it is written.
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
    to_roll: tuple[WantedDie, ...] = ()
    unexamined: tuple[str, ...] = ()
    read_as: Action | None = None

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
        return self.verdict == "legal"


def adjudicate(state: State, event: Event, everything: bool = False) -> Adjudication:
    """Adjudicate an event in a position. With `everything`, name all of the nearest moves."""
    with Budget(MOST_PLAYED) as work:
        found = _adjudicate(state, event, everything)
    return msgspec.structs.replace(found, unexamined=tuple(work.unexamined)) if work.unexamined else found


def _adjudicate(state: State, event: Event, everything: bool) -> Adjudication:
    step, refused = None, None
    try:
        choices, step = play_as_asked(state, event)
    except Violation as violation:
        refused, choices = violation, _without_statements(state, event)
    usual = outcome(state, choices)
    bearing = bearings(state, choices)
    otherwise, by_other = tuple(_otherwise(state, choices, usual)), elsewhere(state, choices, usual)
    if step is None:
        assert refused is not None, "an event that is not carried out is refused"
        error = refused
        for fact in _effects_without_clause(state, event, error):
            error.add(fact)
        rules = (error.rule, *[each.rule for each in bearing], *_rules_of_verbs(event))
        most = None if everything else MOST_NEAREST
        near = near_moves(state, event, most) if isinstance(event, Action) else ()
        return Adjudication(
            error.verdict,
            tuple(dict.fromkeys(rules)),
            facts_of(state, event, refused=True, then=error.position),
            error=error,
            nearest=tuple([move for move in near if is_rolled(move, event)]),
            otherwise=otherwise,
            elsewhere=by_other,
            owed=_owed(error) if error.incomplete else None,
            bearing=bearing,
            to_roll=_to_roll(state, event, near, error) if isinstance(event, Action) else (),
        )
    effects = [effect for effect in step.effects if not isinstance(effect, ControlChanged)]
    rules = (
        *_rules_of_verbs(event),
        *_card_of(state, event),
        *[each.rule for each in bearing],
        *_rules_asked(state, choices),
        *[consequence.rule for consequence in narrate(effects)],
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
        read_as=choices if isinstance(choices, Action) and choices != event else None,
    )


def _to_roll(state: State, action: Action, near: Sequence[Action], error: Violation) -> tuple[WantedDie, ...]:
    """Return the near moves that need a die; of an incomplete move no die is doubtful."""
    return wanted_dice(state, action, near, None if error.incomplete else error.clause)


def _effects_without_clause(state: State, event: Event, error: Violation) -> tuple[str, ...]:
    """Return the effects of an Event without a surplus clause and all later ones, in words."""
    if error.code != "surplus-clause" or not error.rule.startswith("card ") or error.clause is None:
        return ()
    assert isinstance(event, Action)
    clauses = list(spoken(event.segments, event.faction))
    del clauses[error.clause :]
    shorter = msgspec.structs.replace(event, segments=written(clauses, event.faction))
    try:
        effects = play(state, shorter).effects
    except Violation:
        return ()
    lines = [str(consequence) for consequence in narrate(effects) if consequence.rule == error.rule]
    return tuple([f"effect of the Event without it: {line}" for line in lines[:MOST_DONE]])


def _without_statements(state: State, event: Event) -> Event:
    """Return a refused event without the clauses that only state automatic effects."""
    if not isinstance(event, Action):
        return event
    try:
        insist_on_turn(state, event.faction, event.limop)
        return canonical_action(state, event)
    except Violation:
        return event


def _rules_asked(state: State, event: Event) -> list[str]:
    """Return the rules of the questions that the clauses of an action answer."""
    if not isinstance(event, Action):
        return []
    answers = TracedAnswers(spoken(event.segments, event.faction))
    carry_out(state, event, answers)
    return [
        traced.question.rule
        for traced in answers.heard
        if traced.how != "nothing" and not traced.question.always_said
    ]


def _owed(error: Violation) -> Owed:
    assert error.faction is not None
    return Owed(Faction(error.faction), error.rule, error.asked)


def _rules_of_verbs(event: Event) -> list[str]:
    """Return the rules of the verbs of an action, or the rule of another event: 2.3.3 for a Pass."""
    match event:
        case Action(segments=parts):
            return [VERBS[part.verb] for part in parts]
        case Pass():
            return ["2.3.3"]
        case PlayCard():
            return ["2.2"]
        case DecisionDice(node=node):
            return [RULE_OF_CHANCE.get(node) or node.partition("/")[0]]
        case ShareOut():
            return [sharing_out.RULE]
        case _:
            return []


def _card_of(state: State, event: Event) -> list[str]:
    """Return the played card if its Event is executed, even without an effect."""
    parts = event.segments if isinstance(event, Action) else ()
    return [f"card {state.card}"] if any(part.verb == "event" for part in parts) else []


# -- readings ---------------------------------------------------------------------------------------------


def _otherwise(state: State, event: Event, usual: str | None) -> Iterator[OtherReading]:
    """Yield the open readings under which the move does not have its `usual` outcome."""
    for reading in readings().values():
        if reading.of_non_players and not non_players(state.players):
            continue
        chosen = reading.id in state.readings
        others = tuple([other for other in state.readings if other != reading.id])
        chosen_then = others if chosen else (*others, reading.id)
        changed = outcome(msgspec.structs.replace(state, readings=chosen_then), event)
        if changed != usual:
            plays = reading.default if chosen else reading.alternative
            yield OtherReading(reading.id, reading.question, plays, changed is not None)
