"""The fold: a state and an event give a new state with effects, or one typed error.

    state = fold(apply, events, start(setup))

An action that the rules do not accept as it is written is read first (`fitl_core.reading`). Then it is played
as the rules ask for it. `fitl_core.strict_play` carries out canonical events alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.errors import FitlError, Violation
from fitl_core.moved_names import former_name
from fitl_core.reading.meanings import Rest, explained_by
from fitl_core.reading.move_reader import UnreadMove, read
from fitl_core.reading.refusal_reasons import explain
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import flatten, spoken, written
from fitl_core.rules.coup import rounds
from fitl_core.rules.well_formed import insist_on_spaces, insist_on_well_formed
from fitl_core.state.draft import Draft
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.strict_play import acted, carried_out, in_writing, insist_on_turn
from fitl_core.underway import Step, Underway, step_of

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        return former_name(__name__, name)  # `ask` was here in version 0.1.0


def start(setup: Setup) -> Step:
    """Return the position at the start of a game, with the effects that lead to it (2.1, 2.2).

    Raises `UnknownName` for an unknown scenario, and `NotSupported` for Non-players by the original rules.
    Raises `Violation` for impossible cards, players, options, readings or positions.
    """
    state = set_up(setup)
    draft = Draft(state)
    rounds.enter(draft, state.phase if setup.position is None else setup.position.phase)
    return step_of(draft) if draft.effects else Step(state)


def apply(state: State, event: Event) -> State:
    """Return the state after an event; `state` never changes.

    Raises `Violation` if the rules refuse the event, and `NotSupported` if a rule is not built. Raises
    `TypeError` for anything that is no event or has parts of another type, and `UnknownName` for a space that
    is not on the map.
    """
    _, draft = _drafted(state, event)
    return draft.freeze() if draft is not None else state


def play(state: State, event: Event) -> Step:
    """Carry out an event on a state; return the new state with the effects. Raises as `apply` does."""
    return play_as_asked(state, event).step


class CanonicalStep(NamedTuple):
    """An event as the rules ask for it, and its step."""

    event: Event
    step: Step


def play_as_asked(state: State, event: Event) -> CanonicalStep:
    """Carry out an event as `play` does, and return it with its canonical action (`wording.canonical_form`).

    Only an action changes, and only if the rules do not accept it as it is written. Raises as `apply` does.
    """
    canonical, draft = _drafted(state, event)
    return CanonicalStep(canonical, step_of(draft) if draft is not None else Step(state))


def _drafted(state: State, event: Event) -> tuple[Event, Draft | None]:
    """Return an event as the rules ask for it, and its draft.

    The parts of the event are examined only if the rules fail on it.
    """
    try:
        if isinstance(event, Action):
            return _action(state, event)
        return event, carried_out(state, event, play)
    except FitlError:
        raise
    except Exception:
        insist_on_well_formed(event)
        raise


@contextmanager
def among_all(rest: Rest) -> Iterator[None]:
    """Turn the clause number of a Violation from the remaining clauses to all clauses."""
    try:
        yield
    except Violation as violation:
        places = [*rest.places, max(rest.places, default=-1) + 1]
        if violation.clause is not None:
            violation.clause = places[min(violation.clause, len(rest.places))]
        violation.closed_by = tuple([places[by] for by in violation.closed_by])
        raise


def _action(state: State, event: Action) -> tuple[Action, Draft]:
    """Return an action as the rules ask for it, and its draft."""
    insist_on_turn(state, event.faction, event.limop)
    said = spoken(event.segments, event.faction)
    try:
        return event, acted(state, event, WrittenAnswers(said, explain=False))
    except Violation:
        for clause in flatten(event.segments):
            insist_on_spaces(clause)
        with in_writing(event.segments):
            begin = partial(Underway, state, event.faction, event.limop)
            found = read(begin, said)
            if isinstance(found, UnreadMove):
                if found.false is not None:
                    raise found.false from None
                rest = explained_by(begin, said, found)
            else:
                asked = Action(event.faction, written(found.said, event.faction), event.limop)
                if not found.owes:
                    with suppress(Violation):  # a debt is explained below
                        found.underway.end()
                        return asked, found.underway.draft
                rest = Rest.of(found.tokens, said)
            with among_all(rest):
                action = begin()
                with action.advising(rest.said):
                    explain(action, begin, rest.said)
