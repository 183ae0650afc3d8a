"""Judge a move by the other edition of the rules.

Some differences between the editions do not make the move illegal: another number of dice, and the Trail as
the last clause of an Air Strike (4.2.3). This module adapts the move to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

import msgspec

from fitl_core.asking.budgets import Budget
from fitl_core.asking.runs import Begin, Run
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.engine import play
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.reading.meanings import answers_only
from fitl_core.record.clauses import At, Clause, Number, Remove, Roll
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import Said, flatten, spoken, written
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out, insist_on_turn
from fitl_core.tell.grounds import bare
from fitl_core.underway import Step, Underway

MOST_PLAYED = 3_000
"""The most clauses that are played to adapt a move to the other edition."""
MOST_MENDED = 3
"""The most places at which a move is adapted, so that its work is linear in its clauses.

The editions differ in two dice at most: the hits of an Air Strike (4.2.3) and the loss after a Patrol
(card 14). They differ in one order: that of the Trail. A move that needs more is wrong by both editions.
"""

MOST_OF_WORDINGS = 3_000
OF_WORDINGS_PER_CLAUSE = 50
"""The most clauses that are played for other wordings of a move, and how many more for each clause in it."""


class OtherEdition(msgspec.Struct, frozen=True):
    """The verdict on a move by the other edition: refused by a `rule` for a `reason`, or legal.

    `dice` states the difference in dice, and `order` the other order of clauses, in words.
    """

    edition: Edition
    legal: bool
    rule: str = ""
    reason: str = ""
    dice: str = ""
    order: str = ""


def elsewhere(state: State, event: Event, usual: str | None) -> OtherEdition | None:
    """Return the verdict by the other edition if it changes the `usual` outcome of the move, else None."""
    edition = Edition.ORIGINAL if state.rules is Edition.SECOND else Edition.SECOND
    other_state = msgspec.structs.replace(state, rules=edition)
    try:
        played, step = _adapted(other_state, event, explained=usual is not None)
    except Violation as error:
        return OtherEdition(edition, False, error.rule, error.message) if usual is not None else None
    except FitlError:
        return None
    dice = _words(_dice(played) - _dice(event))
    order = "" if _but_dice(played) == _but_dice(event) else "the Trail after the pieces"
    becomes = bare(step.state)
    if not dice and not order and (becomes == usual or played is not event):  # same outcome, or moved dice
        return None
    if usual is None and played is not event and becomes == _outcome(state, played):  # refused by both
        return None
    return OtherEdition(edition, True, dice=dice, order=order)


def _outcome(state: State, event: Event) -> str | None:
    try:
        return bare(play(state, event).state)
    except FitlError:
        return None


def _words(more: int) -> str:
    if not more:
        return ""
    number = abs(more)
    dice = f"{number} {'die' if number == 1 else 'dice'}"
    return f"with {dice} more" if more > 0 else f"with {dice} fewer"


def _dice(event: Event) -> int:
    return (
        sum([isinstance(clause, Roll) for clause in flatten(event.segments)])
        if isinstance(event, Action)
        else 0
    )


def _but_dice(event: Event) -> list[Clause]:
    parts = event.segments if isinstance(event, Action) else ()
    return [clause for clause in flatten(parts) if not isinstance(clause, Roll)]


def _adapted(state: State, event: Event, explained: bool) -> tuple[Event, Step]:
    """Adapt the dice and the order of an event to this edition, and play it.

    Raises the `Violation` of the written event if it cannot be adapted, with its reason if it is `explained`.
    """
    try:
        if explained or not isinstance(event, Action):
            return event, play(state, event)
        return event, _played_unexplained(state, event)
    except Violation:
        if isinstance(event, Action) and (mended := _mended(state, event)) is not None:
            return mended
        raise


def _played_unexplained(state: State, event: Action) -> Step:
    """Play an action in any wording. The reason of a refusal is not searched for: nobody reads it."""
    insist_on_turn(state, event.faction, event.limop)
    said = spoken(event.segments, event.faction)
    begin = partial(Underway, state, event.faction, event.limop)
    answers = answers_only(begin, said, MOST_OF_WORDINGS + OF_WORDINGS_PER_CLAUSE * len(said))
    return carry_out(state, event, WrittenAnswers(answers, explain=False))


def _mended(state: State, event: Action) -> tuple[Event, Step] | None:
    """Mend the action at its first places of refusal, from left to right, without going back."""
    try:
        insist_on_turn(state, event.faction, event.limop)
        tried = _tried(state, event, spoken(event.segments, event.faction))
    except Violation:
        return None
    with Budget(MOST_PLAYED) as work:
        for _ in range(MOST_MENDED):
            if tried.step is not None or work.ends("the move by the other edition"):
                break
            others = [_tried(state, event, said) for said in _otherwise(state, event, tried)]
            furthest = max(others, key=lambda other: other.at, default=None)
            if furthest is None or not furthest.is_further(tried):
                return None
            tried = furthest
    return None if tried.step is None else (_action(event, tried.said), tried.step)


class _Tried(NamedTuple):
    """The clauses of an attempt, with the place and rule of their refusal, or the resulting step."""

    said: list[Said]
    at: int
    rule: str = ""
    step: Step | None = None

    def is_further(self, before: _Tried) -> bool:
        """Check whether fewer clauses are left than `before`, or as many at a later place."""
        left, was = len(self.said) - self.at, len(before.said) - before.at
        return self.step is not None or (self.at >= before.at and (left, -self.at) < (was, -before.at))


def _tried(state: State, event: Action, said: list[Said]) -> _Tried:
    try:
        step = carry_out(state, _action(event, said), WrittenAnswers(said, explain=False))
    except Violation as refused:
        return _Tried(said, len(said) if refused.clause is None else refused.clause, refused.rule)
    return _Tried(said, len(said), step=step)


def _action(event: Action, said: Sequence[Said]) -> Action:
    return Action(event.faction, written(said, event.faction), event.limop)


def _otherwise(state: State, event: Action, tried: _Tried) -> Iterator[list[Said]]:
    """Yield the clauses mended at the place of their refusal.

    A refused die is removed. A missing die is added, with every face. The Trail of an Air Strike moves
    after the spaces and pieces that came too late for it (4.2.3).
    """
    before, after = tried.said[: tried.at], tried.said[tried.at :]
    if after and isinstance(after[0][1], Roll):
        yield [*before, *after[1:]]
        return
    if after and before and before[-1][1] == Number("trail", -1) and tried.rule == "4.2.3":
        struck = list(takewhile(lambda said: isinstance(said[1], At | Remove), after))
        yield [*before[:-1], *struck, before[-1], *after[len(struck) :]]
        return
    for die in _dice_owed(partial(Underway, state, event.faction, event.limop), before):
        yield [*before, die, *after]


def _dice_owed(begin: Begin, before: Sequence[Said]) -> list[Said]:
    """Return every face of the die that the move needs next. Empty if it needs none."""
    try:
        run = Run(begin, before)
        while run.pass_on():
            pass
    except Violation:
        return []
    question = run.pending
    if question is None or not question.by_chance:
        return []
    return [(Faction(question.who), face) for face in question.legal()]
