"""A whole game from its record: every position, or the sound part and why it stops there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.cards import cards
from fitl_core.game.effective import (
    RULE,
    Change,
    Link,
    Written,
    effective,
    has_no_line_on_others,
    worked_on,
)
from fitl_core.record.effects import Effect, PositionSet, Remark
from fitl_core.record.events import Amend, AnyMove, Correct, Digest, Event, Note, Stand, Void
from fitl_core.record.setup import Setup
from fitl_core.state.applying import fold_effects
from fitl_core.state.digest import insist_on_digest, version_of
from fitl_core.state.draft import Draft
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.underway import Step

MOST_AGAIN = (4000, 1)
"""So many events, and so many more for each that is written, are played again behind amendments of a game."""
MOST_ASIDE = 1000
"""So many events may stand between a refused one and the line that puts it right."""


class Untrusted(FitlError):
    """Effects are missing that an unchecked replay needs, or are not those of its events."""

    code = "untrusted"


_OF_FORCE = AnyMove | Correct | Stand
"""What is in force unless it has been taken back."""


class Mended(msgspec.Struct, frozen=True):
    """An event that the rules refuse, and by which later event it has been taken back or amended.

    Neither it nor what stands between the two was ever played: the position stays as it was before.
    """

    number: int
    by: int
    error: FitlError


class Replay(msgspec.Struct, frozen=True):
    """Events played as far as they are legal, or let stand.

    `steps[0]` is the start, `steps[n]` the position behind written event n and what happened to reach it
    from the one before: `void` and `amend` lines lead to the game as it then is. `error` is why event
    `len(steps)` was refused, None if all are sound. `links` are the effective log of the sound part: the
    moves in force, each with the number of its line, and `outcomes` their positions. `amended` are the
    positions in which the rules played the moves of `amend` lines, by the numbers of these lines. `mended`
    are the refused events that later lines took out of the game: with them all is sound.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    error: FitlError | None = None
    links: tuple[Link, ...] = ()
    outcomes: tuple[Step, ...] = ()
    amended: tuple[tuple[int, State], ...] = ()
    mended: tuple[Mended, ...] = ()

    @property
    def in_force(self) -> Replay:
        """The game as it stands: the moves in force with their outcomes, then what is not sound."""
        events = (*[link.event for link in self.links], *self.events[self.sound :])
        return Replay(events, (self.steps[0], *self.outcomes), self.error, self.links, self.outcomes)

    def until(self, number: int) -> Replay:
        """The game as it stood behind written event `number` of its sound part (0: the start)."""
        events = self.events[:number]
        amended = tuple([one for one in self.amended if one[0] <= number])
        mended = tuple([one for one in self.mended if one.number <= number])
        played = mended[-1].number - 1 if mended and number < mended[-1].by else number
        links = effective(events[:played])
        return Replay(events, self.steps[: number + 1], None, links, amended=amended, mended=mended)

    @property
    def unplayed(self) -> frozenset[int]:
        """The numbers of the events that were never played: refused ones and what followed till mended."""
        return frozenset([number for one in self.mended for number in range(one.number, one.by)])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lines that the events of `in_force` stand for."""
        return (*[link.number for link in self.links], *range(self.sound + 1, len(self.events) + 1))

    @property
    def sound(self) -> int:
        """How many events are legal, from the first on."""
        return len(self.steps) - 1

    @property
    def state(self) -> State:
        """The position after the last sound event."""
        return self.steps[-1].state

    @property
    def effects(self) -> tuple[tuple[Effect, ...], ...]:
        """What happened: at the start, and in each sound event. With it `replay` needs no rules."""
        return tuple([step.effects for step in self.steps])

    @property
    def taken_back(self) -> frozenset[int]:
        """The numbers of the sound moves, corrections and rulings that are in force no more."""
        in_force = {link.number for link in self.links}
        numbered = enumerate(self.events[: self.sound], 1)
        return frozenset([n for n, one in numbered if isinstance(one, _OF_FORCE) and n not in in_force])

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
        found = enumerate(self.events[: self.sound], 1)
        return tuple([n for n, event in found if isinstance(event, Digest) and version_of(event.digest) == 1])

    def state_at(self, number: int) -> State:
        """The position after event `number` (0: the start). Raises `Violation`."""
        if not 0 <= number <= self.sound:
            why = f"there is no position after event {number}; the sound game has events 0 to {self.sound}"
            raise Violation(Refusal("no-such-event", "2.0", why))
        return self.steps[number].state

    def number_after_card(self, card: int) -> int:
        """The number of the event that finished a card, Eligibility adjusted (2.3.6).

        Raises `Violation` for a card that is not played or not finished.
        """
        found = [n for n, step in enumerate(self.steps) if step.state.card == card]
        if not found:
            raise Violation(Refusal("no-such-card", "2.3.7", f"card {card} is not played in this game"))
        done = [n for n in found if self.steps[n].state.phase in ("finished", "over")]
        if not done:
            on_top = self.state.played[self.state.played.index(card) + 1 :][:1]
            if on_top and cards()[on_top[0]].kind == "pivotal":
                why = f"card {card} was cancelled by Pivotal Event {on_top[0]}"
                raise Violation(Refusal("card-cancelled", "2.3.8", why))
            why = f"card {card} is not finished in this game"
            raise Violation(Refusal("card-not-finished", "2.3.7", why))
        first = done[-1]  # what was taken back may have been finished before
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
) -> Replay:
    """Play events from the start while they are legal, or fold their recorded effects.

    Checked, events are played by the rules; raises as `start` does. With `check=False` no rule is asked:
    `effects`, those of the start and then of each event (`Replay.effects`), lead from
    position to position, and the `digest` of the last one is compared if it is given. Raises then
    `Untrusted` without effects, or with more or fewer than belong to the events, `UnfitEffects` for
    effects of another game, and `Violation` (digest-differs) where they lead elsewhere.
    """
    played = tuple(events)
    if not check:
        return _trusted(setup, played, effects, digest)
    if effects is not None or digest is not None:
        raise Untrusted("effects and a digest go with check=False: checked, events are played by the rules")
    if has_no_line_on_others(played):
        return _straight(start(setup), played)
    fold = Fold(start(setup))
    later: dict[int, int] | None = None
    for number, event in enumerate(played, 1):
        try:
            fold.take(event)
        except FitlError as error:
            later = worked_on(played) if later is None else later
            if number not in later or not fold.set_aside(event, error):
                return fold.replay(played, error)
    return fold.replay(played)


def _straight(first: Step, events: tuple[Event, ...]) -> Replay:
    """Events of which no line works on others, played one behind the other while they are legal."""
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


def _line_by_line(events: tuple[Event, ...], steps: list[Step], error: FitlError | None) -> Replay:
    """The replay in which each line in force led to the position behind it."""
    links = effective(events[: len(steps) - 1])
    return Replay(events, tuple(steps), error, links, tuple([steps[link.number] for link in links]))


def branched(played: Replay, number: int, events: Iterable[Event]) -> Replay:
    """A game with other events in the place of event `number` and all behind it, played while they are legal.

    What stands before is not played again. Raises `Violation` where the game is not sound up to there, or an
    event works on others (`void`, `amend`).
    """
    tail = tuple(events)
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
    return Replay(whole, steps, error, effective(whole[: len(steps) - 1]))


def _trusted(
    setup: Setup,
    events: tuple[Event, ...],
    effects: Iterable[tuple[Effect, ...]] | None,
    digest: str | None,
) -> Replay:
    """Recorded effects folded from the start, which are believed as far as the digest bears them out."""
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


class _Astray(msgspec.Struct, frozen=True):
    """From which refused event on nothing is played, and the game as it stood before it."""

    number: int
    error: FitlError
    end: Link | None


class Fold:
    """A game as it is written, event by event: the outcome of each link of the effective log is kept."""

    def __init__(self, first: Step) -> None:
        self._steps = [first]
        self._written = Written()
        self._outcomes: dict[Link | None, Step] = {None: first}
        self._end: Link | None = None
        self._amended: list[tuple[int, State]] = []
        self._mended: list[Mended] = []
        self._astray: _Astray | None = None
        self._again = 0

    @property
    def state(self) -> State:
        """The position behind what was played so far."""
        return self._steps[-1].state

    def take(self, event: Event) -> None:
        """Play a written event. Raises `FitlError` where it is refused; what was played stays sound."""
        change = self._written.look(event)
        step, end = self._behind(event, change)
        self._written.keep(event, end)
        if self._astray is not None and not isinstance(event, Note | Digest):
            self._mend(self._astray)
        self._steps.append(step)
        self._end = end

    def set_aside(self, event: Event, error: FitlError) -> bool:
        """Write a refused event and do not play it, nor what comes behind it, until a line works on it.

        That line takes it out of the game, or puts another move in its place. False, and nothing is written,
        where no line could work on it, or too much is set aside already.
        """
        if isinstance(event, Note | Digest | Void):
            return False
        if self._astray is not None and len(self._steps) - self._astray.number > MOST_ASIDE:
            return False
        try:
            self._written.take(event)
        except FitlError:
            return False
        if self._astray is None:
            self._astray = _Astray(len(self._steps), error, self._end)
        self._steps.append(Step(self.state))
        return True

    def _mend(self, astray: _Astray) -> None:
        """The line that is taken now has put right what went astray."""
        by = len(self._steps)
        self._mended.append(Mended(astray.number, by, astray.error))
        why = f"the rules refuse it ({astray.error.message})"
        for number in range(astray.number, by):
            told = f"not played: {why}; event {by} puts it right"
            self._steps[number] = Step(self._steps[number].state, (Remark(RULE, told),))
            why = f"event {astray.number} before it was refused"
        self._astray = None

    def _behind(self, event: Event, change: Change) -> tuple[Step, Link | None]:
        """What a written event leads to, by what it does to the effective log, and the end of that."""
        end = change.kept
        if isinstance(event, Note | Digest):
            return play(self.state, event) if self._astray is None else Step(self.state), end
        if change.kept not in self._outcomes:
            assert self._astray is not None
            raise self._astray.error.with_traceback(None)
        step = self._outcomes[change.kept]
        self._insist_on_few_again(change.more)
        for end in change.played():
            try:
                step = play(step.state, end.event)
            except Violation as error:
                raise error if end is change.first else _no_longer(end.number, error) from None
            self._outcomes[end] = step
        if not isinstance(event, Void | Amend):
            return step, end
        back = change.kept.number if change.kept is not None else 0
        told = f"the game stands as behind event {back}" if back else "the game stands as at its start"
        if isinstance(event, Amend):
            self._amended.append((len(self._steps), self._outcomes[change.kept].state))
            told = f"event {event.number} is another move now, and what came behind it is played again"
        return _led_back(self.state, step.state, told), end

    def _insist_on_few_again(self, more: int) -> None:
        """Raise `Violation` where a game would take much longer than its events do, for its amendments."""
        free, each = MOST_AGAIN
        if more > 0 and self._again + more > free + each * len(self._steps):
            why = (
                f"{self._again:,} events have been played again behind amendments; {more:,} more are too many"
            )
            told = "take back with void what is wrong, and go on from there"
            raise Violation(Refusal("amend-breaks", RULE, why, (told,)))
        self._again += max(more, 0)

    def replay(self, events: tuple[Event, ...], error: FitlError | None = None) -> Replay:
        """What was played, up to what went astray and was not put right."""
        steps, end = self._steps, self._end
        if self._astray is not None:
            steps, end, error = steps[: self._astray.number], self._astray.end, self._astray.error
        links = end.chain() if end is not None else ()
        outcomes = tuple([self._outcomes[link] for link in links])
        return Replay(events, tuple(steps), error, links, outcomes, tuple(self._amended), tuple(self._mended))


def _led_back(before: State, after: State, told: str) -> Step:
    """What a line that works on the log did to the position, which is all of it."""
    draft = Draft(before)
    draft.remark(RULE, told)
    if after != before:
        draft.happen(PositionSet(RULE, position_of(after)))
    return Step(after, tuple(draft.effects))


def _no_longer(number: int, error: Violation) -> Violation:
    """The refusal of an amendment behind which a later move is illegal."""
    why = f"behind this amendment event {number} no longer holds: {error.message}"
    facts = (*error.facts, f"take event {number} back first, or amend it")
    return Violation(Refusal("amend-breaks", error.rule, why, facts), faction=error.faction)
