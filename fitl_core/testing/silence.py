"""Trial of silence: no choice of a player is filled in.

An action is tried with one clause left out. The engine must refuse it, or the effects of the clause must not
happen. Only a forced clause may be left out, and then the outcome and the normal form stay the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from fitl_core.asking.traced_answers import TracedAnswer, TracedAnswers
from fitl_core.errors import FitlError
from fitl_core.record.board_effects import as_clause
from fitl_core.record.clauses import (
    Activate,
    Clause,
    Hide,
    Move,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
    Verb,
)
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action
from fitl_core.record.spoken import spoken, written
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.underway import Step
from fitl_core.wording.normal_form import dice_of, normal_action

Deeds = Counter[tuple[Any, ...]]
"""The pieces and levels that were changed, such as 2 ARVN Troops removed from Saigon."""


def insist_on_what_is_written(state: State, action: Action) -> int:
    """Raise `BrokenLaw` if a clause of a legal action that was a choice can be left out; return the number of
    trials.

    A clause is not counted if the dice fall for something else without it.
    """
    said = spoken(action.segments, action.faction)
    as_written = TracedAnswers(said)
    whole = carry_out(state, action, as_written)
    tried = 0
    for at, (_, clause) in enumerate(said):
        shorter = said[:at] + said[at + 1 :]
        if not isinstance(shorter[0][1] if shorter else clause, Verb):
            continue  # an action begins with a verb
        tried += 1
        other = Action(action.faction, written(shorter, action.faction), action.limop)
        answers = TracedAnswers(shorter)
        try:
            part = carry_out(state, other, answers)
        except FitlError:
            continue
        filled_in = _is_forced(answers.heard, at, clause) or _is_done(clause, whole, part)
        if (
            filled_in
            and dice_of(answers.heard) == dice_of(as_written.heard)
            and normal_action(state, other) != normal_action(state, action)
        ):
            raise BrokenLaw(f"{action} has the same effects without {clause}, and another normal form")
    return tried


def _is_forced(heard: Iterable[TracedAnswer], at: int, clause: Clause) -> bool:
    return any(entry.at == at and entry.how == "forced" and entry.answer == clause for entry in heard)


def _is_done(clause: Clause, whole: Step, part: Step) -> bool:
    """Check whether the effects of a clause happen in full without it."""
    wanted = dict.fromkeys(deed for deed, _ in _said_by(clause))
    with_it, without = _deeds(whole.effects), _deeds(part.effects)
    return any(wanted) and all(0 < with_it[deed] <= without[deed] for deed in wanted)


def _said_by(clause: Clause) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Yield the changes of pieces and levels that a clause states. Tracks are left out: they may move for
    other reasons.
    """
    match clause:
        case Place(space=space, pieces=pieces):
            yield from ((("placed", space, count.kind.off_map), count.number) for count in pieces)
        case Remove(space=space, pieces=pieces):
            yield from ((("removed", space, count.kind), count.number) for count in pieces)
        case Move(path=path, pieces=pieces):
            yield from ((("moved", path[0], path[-1], count.kind), count.number) for count in pieces)
        case Replace(space=space, pieces=pieces, by=by):
            yield from ((("removed", space, count.kind), count.number) for count in pieces)
            yield from ((("placed", space, count.kind.off_map), count.number) for count in by)
        case Activate(space=space, pieces=pieces):
            yield from ((("activated", space, count.kind.off_map), count.number) for count in pieces)
        case Hide(space=space, pieces=pieces):
            yield from ((("hidden", space, count.kind.off_map), count.number) for count in pieces)
        case Rebox(source=source, to=to, pieces=pieces):
            yield from ((("reboxed", source, to, count.kind), count.number) for count in pieces)
        case SetLevel(space=space, level=level):
            yield ("level", space, level), 1


def _deeds(effects: Iterable[Effect]) -> Deeds:
    """Return all changes of pieces and levels."""
    deeds: Deeds = Counter()
    for effect in effects:
        clause = as_clause(effect)
        for deed, number in _said_by(clause) if clause is not None else ():
            deeds[deed] += number
    return deeds
