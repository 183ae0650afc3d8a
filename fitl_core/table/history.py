"""The history of a table: its positions, folded from kept steps. No rule is asked about the past.

Today's rules play only a new line: `played_next`. An `amend` line is judged by them, with all later lines.
Read `fact_fold` next.
"""

from __future__ import annotations

from collections import deque

import msgspec

from fitl_core.engine import play_as_asked
from fitl_core.errors import Violation
from fitl_core.game.replays import Fold, ReplayedGame
from fitl_core.record.effects import Effect
from fitl_core.record.events import Amend, AnyMove, Correct, Event, Note, Void
from fitl_core.state.applying import apply_effects
from fitl_core.state.state import State
from fitl_core.table.kept_steps import KeptStep, unpacked
from fitl_core.table.refusals import NotNow
from fitl_core.table.table_state import TableState
from fitl_core.underway import Step


class KeptGame:
    """The game of a table as far as it has been taken. Its lines are folded by their kept steps.

    `first` is the kept step of the start. Raises `UnfitEffects`.
    """

    def __init__(self, first: KeptStep) -> None:
        self._next: deque[tuple[Effect, ...]] = deque()
        self._events: list[Event] = []
        self.fold: Fold = Fold(Step(first.first_state(), unpacked(first.effects)), self._fold_effects)

    def take(self, event: Event, kept: KeptStep) -> None:
        """Take the next line. Raises `UnfitEffects` if its effects do not fit the position before it."""
        if not isinstance(event, Amend):
            self._next.append(unpacked(kept.effects))
        self._next.extend([unpacked(one) for one in kept.again])
        self.fold.take(event)
        self._next.clear()
        self._events.append(event)

    def take_lines(self, state: TableState) -> None:
        """Take the lines of a table that have not been taken."""
        number = len(self._events)
        kept = state.steps[number + 1 :]
        for event, step in zip(events_of(state, number), kept, strict=True):
            self.take(event, step)

    def replay(self) -> ReplayedGame:
        """Return the game so far."""
        return self.fold.replay(tuple(self._events))

    def _fold_effects(self, before: State, event: Event) -> Step:
        """Return the step of an event by its kept effects; a line that cannot be shown has none."""
        effects = self._next.popleft() if self._next else ()
        return Step(apply_effects(before, effects), effects)


class Played(msgspec.Struct, frozen=True):
    """A new line as today's rules play it: the event with the canonical action of its move, its step, and the
    effects of the moves that an amendment plays.
    """

    event: Event
    step: Step
    again: tuple[tuple[Effect, ...], ...] = ()


def game_of_table(state: TableState) -> ReplayedGame:
    """Return the game of a table from its kept steps."""
    return _game(state).replay()


def _game(state: TableState) -> KeptGame:
    game = KeptGame(state.steps[0])
    game.take_lines(state)
    return game


def events_of(state: TableState, after: int = 0) -> tuple[Event, ...]:
    """Return the events of the log after a number, in order."""
    return tuple([entry.event for entry in state.lines[after:] if entry.event is not None])


def played_next(state: TableState, event: Event) -> Played:
    """Return the step of an event as the next line of a table.

    A `void` line goes back to a kept position. Today's rules play every other line, and for an `amend` line
    all later lines as well. Raises `FitlError` if they refuse it.
    """
    match event:
        case Note():
            return Played(event, Step(state.position))
        case Void() | Amend():
            return _going_back(state, event)
        case _:
            played = play_as_asked(state.position, event)
            return Played(played.event, played.step)


def _going_back(state: TableState, event: Void | Amend) -> Played:
    """Return the step of a `void` or `amend` line."""
    fold = _game(state).fold
    again: list[tuple[Effect, ...]] = []
    played: list[Event] = []

    def by_rules(before: State, later: Event) -> Step:
        canonical, step = play_as_asked(before, later)
        played.append(canonical)
        again.append(step.effects)
        return step

    fold.play_event = by_rules
    try:
        fold.take(event)
    except Violation as refused:
        if isinstance(event, Amend) and refused.code != "not-a-move":
            refused.add('or propose `correct "..."` with the position that you agree on')
        raise
    if isinstance(event, Amend) and isinstance(played[0], AnyMove):
        event = Amend(event.number, played[0])
    return Played(event, fold.last_step, tuple(again))


def settles(state: TableState, event: Event) -> bool:
    """Check whether the position of a table is known after an event: agreed on, or one of an earlier line."""
    match event:
        case Correct():
            return True
        case Void(int(number)):
            return 0 < number <= len(state.lines) and state.steps[number - 1].is_shown
        case _:
            return False


def insist_on_shown(state: TableState) -> None:
    """Raise `NotNow` if nobody knows the position of a table: its seats then agree on one."""
    if state.unshown:
        why = f"today's rules refuse event {state.unshown}, and its effects were not kept"
        way_out = f'propose `correct "..."` with the position that you agree on, or `void {state.unshown}`'
        raise NotNow(f"{why}, so the position is not known: {way_out}", "SPEC 3")
