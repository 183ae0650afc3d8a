"""Replay a game from its record: every position of its sound part, and the error that ends it.

`fitl_core.game.effective` applies `void` and `amend` lines; `fitl_core.engine` plays single events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.card_list import cards
from fitl_core.game.effective import (
    RULE,
    EffectiveLog,
    Link,
    LogChange,
    effective,
    first_changing_lines,
    has_no_void_or_amend,
    lets_stand,
)
from fitl_core.record.effects import Effect, PositionSet, Remark
from fitl_core.record.events import Amend, AnyMove, Correct, DigestLine, Event, Note, Stand, Void
from fitl_core.record.setup import Setup
from fitl_core.rules.well_formed import tuple_of_events
from fitl_core.state.applying import fold_effects
from fitl_core.state.draft import Draft
from fitl_core.state.position_digest import insist_on_digest, version_of
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.underway import Step

MOST_AGAIN = (4000, 1)
"""The most events that the amendments of a game may play again: a fixed number, and more for each event."""
MOST_ASIDE = 1000
"""The most events between a refused one and the line that puts it right."""


class Untrusted(FitlError):
    """The effects for an unchecked replay are missing, or do not match its events."""

    code = "untrusted"


_OF_FORCE = AnyMove | Correct | Stand
"""The events that are in force unless they are taken back."""


class Mended(msgspec.Struct, frozen=True):
    """An event that the rules refuse, and that the later event `by` takes back or amends.

    The refused event and the events between the two are never played. The position stays the same. Around a
    refused digest, the other events are played.
    """

    number: int
    by: int
    error: FitlError


class ReplayedGame(msgspec.Struct, frozen=True):
    """The result of playing events as long as they are legal, or let stand.

    `steps[0]` is the start. `steps[n]` has the position after written event n, and the effects that lead to
    it from the position before, also for `void` and `amend` lines. `error` is the reason why event
    `len(steps)` was refused, or None if all events are sound.

    `links` are the effective log of the sound part, and `outcomes` the steps of these events. `amended` are
    the positions in which the moves of `amend` lines were played, by the numbers of these lines. `mended` are
    refused events that later lines put right. They count as sound.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    error: FitlError | None = None
    links: tuple[Link, ...] = ()
    outcomes: tuple[Step, ...] = ()
    amended: tuple[tuple[int, State], ...] = ()
    mended: tuple[Mended, ...] = ()

    @property
    def in_force(self) -> ReplayedGame:
        """The game of the events in force with their outcomes, followed by the events that are not sound."""
        events = (*[link.event for link in self.links], *self.events[self.sound :])
        return ReplayedGame(events, (self.steps[0], *self.outcomes), self.error, self.links, self.outcomes)

    def until(self, number: int) -> ReplayedGame:
        """Return the game up to written event `number` of its sound part (0: the start)."""
        events = self.events[:number]
        amended = tuple([(line, state) for line, state in self.amended if line <= number])
        mended = tuple([event for event in self.mended if event.number <= number])
        moves = [event for event in mended if not isinstance(self.events[event.number - 1], DigestLine)]
        played = moves[-1].number - 1 if moves and number < moves[-1].by else number
        links = effective(events[:played])
        return ReplayedGame(events, self.steps[: number + 1], None, links, amended=amended, mended=mended)

    @property
    def unplayed(self) -> frozenset[int]:
        """The numbers of the events that were never played: from a refused one to the line that mends it."""
        numbers: set[int] = set()
        for event in self.mended:
            is_digest = isinstance(self.events[event.number - 1], DigestLine)
            numbers.update(range(event.number, event.number + 1 if is_digest else event.by))
        return frozenset(numbers)

    @property
    def replaced(self) -> frozenset[int]:
        """The numbers of events whose figures are not compared, because a later line sets others.

        They begin with an event in place of which a move is let stand, and end before that line.
        """
        numbered = enumerate(self.events[: self.sound], 1)
        lines = [(n, event) for n, event in numbered if isinstance(event, Amend) and lets_stand(event)]
        return frozenset([number for n, event in lines for number in range(event.number, n)])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the written events for the events of `in_force`."""
        return (*[link.number for link in self.links], *range(self.sound + 1, len(self.events) + 1))

    @property
    def sound(self) -> int:
        """The number of legal events before the first refused one."""
        return len(self.steps) - 1

    @property
    def state(self) -> State:
        """The position after the last sound event."""
        return self.steps[-1].state

    @property
    def effects(self) -> tuple[tuple[Effect, ...], ...]:
        """The effects of the start and of each sound event. `replay` can use them instead of the rules."""
        return tuple([step.effects for step in self.steps])

    @property
    def taken_back(self) -> frozenset[int]:
        """The numbers of the sound moves, corrections and rulings that are no longer in force."""
        in_force = {link.number for link in self.links}
        numbered = enumerate(self.events[: self.sound], 1)
        return frozenset([n for n, event in numbered if isinstance(event, _OF_FORCE) and n not in in_force])

    @property
    def stands(self) -> tuple[int, ...]:
        """The numbers of the moves in force that the rules refuse and the table let stand."""
        return tuple([link.number for link in self.links if isinstance(link.event, Stand)])

    @property
    def corrections(self) -> tuple[int, ...]:
        """The numbers of the `correct` lines in force."""
        return tuple([link.number for link in self.links if isinstance(link.event, Correct)])

    @property
    def unchecked_digests(self) -> tuple[int, ...]:
        """The numbers of the sound digests of version 1, which are recognized and not compared."""
        numbered = enumerate(self.events[: self.sound], 1)
        return tuple(
            [n for n, event in numbered if isinstance(event, DigestLine) and version_of(event.digest) == 1]
        )

    def state_at(self, number: int) -> State:
        """Return the position after event `number` (0: the start). Raises `Violation` for another number."""
        if not 0 <= number <= self.sound:
            why = f"there is no position after event {number}; the sound game has events 0 to {self.sound}"
            raise Violation(Refusal("no-such-event", "2.0", why))
        return self.steps[number].state

    def number_after_card(self, card: int) -> int:
        """Return the number of the event that finished a card and adjusted Eligibility (2.3.6).

        Raises `Violation` for a card that is not played, or not finished.
        """
        numbers = [n for n, step in enumerate(self.steps) if step.state.card == card]
        if not numbers:
            raise Violation(Refusal("no-such-card", "2.3.7", f"card {card} is not played in this game"))
        done = [n for n in numbers if self.steps[n].state.phase in ("finished", "over")]
        if not done:
            on_top = self.state.played[self.state.played.index(card) + 1 :][:1]
            if on_top and cards()[on_top[0]].kind == "pivotal":
                why = f"card {card} was cancelled by Pivotal Event {on_top[0]}"
                raise Violation(Refusal("card-cancelled", "2.3.8", why))
            why = f"card {card} is not finished in this game"
            raise Violation(Refusal("card-not-finished", "2.3.7", why))
        first = done[-1]  # an earlier finish of the card may have been taken back
        while first - 1 in done:
            first -= 1
        return first


def replay(
    setup: Setup,
    events: Iterable[Event],
    *,
    effects: Iterable[tuple[Effect, ...]] | None = None,
    check: bool = True,
    digest: str | None = None,
) -> ReplayedGame:
    """Play events from the start while they are legal, or fold their recorded effects.

    With `check` the rules play the events. Raises the errors of `start`.

    With `check=False` no rule is used. `effects` (`ReplayedGame.effects`) are those of the start and of each
    event, and lead from position to position. The last position is compared with the `digest` if it is given.
    Raises `Untrusted` without effects or with a wrong number of them, `UnfitEffects` for effects of another
    game, and `Violation` (digest-differs) for another last position.

    Raises `TypeError` for a value that is not an event.
    """
    played = tuple_of_events(events)
    if not check:
        return _trusted(setup, played, effects, digest)
    if effects is not None or digest is not None:
        raise Untrusted("effects and a digest go with check=False: checked, events are played by the rules")
    if has_no_void_or_amend(played):
        return _straight(start(setup), played)
    fold = Fold(start(setup))
    later: dict[int, int] | None = None
    for number, event in enumerate(played, 1):
        try:
            fold.take(event)
        except FitlError as error:
            later = first_changing_lines(played) if later is None else later
            if number not in later or not fold.set_aside(event, error, later[number]):
                return fold.replay(played, error)
    return fold.replay(played)


def _straight(first: Step, events: tuple[Event, ...]) -> ReplayedGame:
    """Play events without `void` and `amend` lines one after the other while they are legal."""
    steps = [first]
    error: FitlError | None = None
    state = first.state
    for event in events:
        try:
            step = play(state, event)
        except FitlError as refused:
            error = refused
            break
        steps.append(step)
        state = step.state
    return _line_by_line(events, steps, error)


def _line_by_line(events: tuple[Event, ...], steps: list[Step], error: FitlError | None) -> ReplayedGame:
    """Return the replay in which each event in force led to the position after it."""
    links = effective(events[: len(steps) - 1])
    return ReplayedGame(events, tuple(steps), error, links, tuple([steps[link.number] for link in links]))


def branched(played: ReplayedGame, number: int, events: Iterable[Event]) -> ReplayedGame:
    """Replace event `number` and all later events by other events, and play these while they are legal.

    The earlier events are not played again. Raises `Violation` if the game is not sound up to event `number`.
    A `void` or `amend` line among the new events is refused.
    """
    tail = tuple_of_events(events)
    fold = Fold(Step(played.state_at(number - 1), ()))
    error: FitlError | None = None
    for event in tail:
        try:
            fold.take(event)
        except FitlError as refused:
            error = refused
            break
    whole = (*played.events[: number - 1], *tail)
    steps = (*played.steps[:number], *fold.replay(tail).steps[1:])
    return ReplayedGame(whole, steps, error, effective(whole[: len(steps) - 1]))


def _trusted(
    setup: Setup,
    events: tuple[Event, ...],
    effects: Iterable[tuple[Effect, ...]] | None,
    digest: str | None,
) -> ReplayedGame:
    """Fold recorded effects from the start. Only the digest checks them."""
    if effects is None:
        raise Untrusted("without checking, a replay folds effects: those of the start and of each event")
    recorded = tuple(effects)
    if len(recorded) != len(events) + 1:
        why = f"{len(events)} events have effects of the start and one for each, not {len(recorded)}"
        raise Untrusted(why)
    states = fold_effects(set_up(setup), recorded)
    steps = [Step(state, those) for state, those in zip(states, recorded, strict=True)]
    if digest is not None:
        insist_on_digest(steps[-1].state, digest)
    return _line_by_line(events, steps, None)


class _RefusedEvent(msgspec.Struct, frozen=True):
    """A refused event that waits for a line that puts it right. `end` is the effective log before it.

    Nothing is played after it.
    """

    number: int
    error: FitlError
    end: Link | None


class Fold:
    """Plays a game event by event, and keeps the outcome of each link of the effective log.

    `play_event` plays one event on a position: by the rules, or by effects that were kept.
    """

    def __init__(self, first: Step, play_event: Callable[[State, Event], Step] = play) -> None:
        self.play_event = play_event
        self._steps = [first]
        self._written = EffectiveLog()
        self._outcomes: dict[Link | None, Step] = {None: first}
        self._end: Link | None = None
        self._amended: list[tuple[int, State]] = []
        self._mended: list[Mended] = []
        self._waiting: _RefusedEvent | None = None
        self._tried: tuple[Link, ...] = ()  # the new links of the last event, played or refused
        self._again = 0

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is played until a line puts a refused event right."""
        return self._waiting is not None

    @property
    def last_step(self) -> Step:
        """The step of the last event; that of the start before any event."""
        return self._steps[-1]

    @property
    def state(self) -> State:
        """The position after the events so far."""
        return self._steps[-1].state

    def take(self, event: Event) -> None:
        """Play a written event. Raises `FitlError` if it is refused; the earlier events stay played."""
        self._tried = ()
        change = self._written.look(event)
        step, end = self._after(event, change)
        self._written.keep(event, end)
        if self._waiting is not None and not isinstance(event, Note | DigestLine):
            self._mend(self._waiting)
        self._steps.append(step)
        self._end = end

    def set_aside(self, event: Event, error: FitlError, by: int) -> bool:
        """Write a refused event without playing it. Later events are not played until a line puts it right.

        Such a line, event `by`, takes the event back, or replaces it. Return False, and write nothing, if no
        line can put the event right, or if too many events are set aside already. Around a digest the other
        events are played.
        """
        if isinstance(event, DigestLine):
            self._pass_over(event, error, by)
            return True
        if isinstance(event, Note | Void):
            return False
        if self._waiting is not None and len(self._steps) - self._waiting.number > MOST_ASIDE:
            return False
        if self._tried and isinstance(event, Amend):
            self._written.keep(event, self._tried[-1])  # what it has played is not played again
        else:
            try:
                self._written.take(event)
            except FitlError:
                return False
        if self._waiting is None:
            self._waiting = _RefusedEvent(len(self._steps), error, self._end)
        self._steps.append(Step(self.state))
        return True

    def _pass_over(self, event: DigestLine, error: FitlError, by: int) -> None:
        """Write a digest of another position, which is not compared because of event `by`."""
        number = len(self._steps)
        self._written.keep(event, self._written.end)
        self._mended.append(Mended(number, by, error))
        remark = Remark(RULE, f"not compared: event {by} sets other figures before it")
        self._steps.append(Step(self.state, (remark,)))

    def _mend(self, refused: _RefusedEvent) -> None:
        """Note that the current line has put a refused event right."""
        by = len(self._steps)
        self._mended.append(Mended(refused.number, by, refused.error))
        why = f"the rules refuse it ({refused.error.message})"
        for number in range(refused.number, by):
            text = f"not played: {why}; event {by} puts it right"
            self._steps[number] = Step(self._steps[number].state, (Remark(RULE, text),))
            why = f"event {refused.number} before it was refused"
        self._waiting = None

    def _after(self, event: Event, change: LogChange) -> tuple[Step, Link | None]:
        """Return the step of a written event by its change of the effective log, and the log's new end."""
        end = change.kept
        if isinstance(event, Note | DigestLine):
            return self.play_event(self.state, event) if self._waiting is None else Step(self.state), end
        if change.kept not in self._outcomes:
            assert self._waiting is not None
            raise self._waiting.error.with_traceback(None)
        step = self._outcomes[change.kept]
        self._limit_repetition(change.more)
        self._tried = tuple(change.played())
        for place, end in enumerate(self._tried):
            try:
                step = self.play_event(step.state, end.event)
            except Violation as error:
                self._again -= max(len(self._tried) - 1 - place, 0)
                raise error if end is change.first else _no_longer(end.number, error) from None
            self._outcomes[end] = step
        if not isinstance(event, Void | Amend):
            return step, end
        back = change.kept.number if change.kept is not None else 0
        text = f"the game goes back to event {back}" if back else "the game goes back to its start"
        if isinstance(event, Amend):
            self._amended.append((len(self._steps), self._outcomes[change.kept].state))
            text = f"event {event.number} is another move now, and the later events are played again"
        return led_back(self.state, step.state, text), end

    def _limit_repetition(self, more: int) -> None:
        """Raise `Violation` if amendments would play too many events again."""
        free, each = MOST_AGAIN
        if more > 0 and self._again + more > free + each * len(self._steps):
            why = f"amendments have already repeated {self._again:,} events; {more:,} more are too many"
            way_out = "take back the wrong events with void, and go on from there"
            raise Violation(Refusal("amend-breaks", RULE, why, (way_out,)))
        self._again += max(more, 0)

    def replay(self, events: tuple[Event, ...], error: FitlError | None = None) -> ReplayedGame:
        """Return the game up to a refused event that no line has put right, or up to its end."""
        steps, end = self._steps, self._end
        if self._waiting is not None:
            steps, end, error = steps[: self._waiting.number], self._waiting.end, self._waiting.error
        links = end.chain() if end is not None else ()
        outcomes = tuple([self._outcomes[link] for link in links])
        return ReplayedGame(
            events, tuple(steps), error, links, outcomes, tuple(self._amended), tuple(self._mended)
        )


def led_back(before: State, after: State, text: str) -> Step:
    """Return the step of a `void` or `amend` line, which sets the whole position."""
    draft = Draft(before)
    draft.remark(RULE, text)
    if after != before:
        draft.happen(PositionSet(RULE, position_of(after)))
    return Step(after, tuple(draft.effects))


def _no_longer(number: int, error: Violation) -> Violation:
    """Return the refusal of an amendment after which a later move is illegal."""
    why = f"after this amendment event {number} is no longer legal: {error.message}"
    facts = (*error.facts, f"take event {number} back first, or amend it")
    return Violation(Refusal("amend-breaks", error.rule, why, facts), faction=error.faction)
