"""A whole game from its record: every position, or the sound part and why it stops there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.cards import cards
from fitl_core.game.effective import RULE, Change, Link, Written, effective
from fitl_core.record.effects import Effect, PositionSet
from fitl_core.record.events import Amend, Correct, Digest, Event, Note, Stand, Void
from fitl_core.record.setup import Setup
from fitl_core.state.applying import fold_effects
from fitl_core.state.digest import insist_on_digest, version_of
from fitl_core.state.draft import Draft
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.underway import Step


class Untrusted(FitlError):
    """Effects are missing that an unchecked replay needs, or are not those of its events."""

    code = "untrusted"


class Replay(msgspec.Struct, frozen=True):
    """Events played as far as they are legal, or let stand.

    `steps[0]` is the start, `steps[n]` the position behind written event n and what happened to reach it
    from the one before: `void` and `amend` lines lead to the game as it then is. `error` is why event
    `len(steps)` was refused, None if all are sound. `links` are the effective log of the sound part: the
    moves in force, each with the number of its line, and `outcomes` their positions. `amended` are the
    positions in which the rules played the moves of `amend` lines, by the numbers of these lines.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    error: FitlError | None = None
    links: tuple[Link, ...] = ()
    outcomes: tuple[Step, ...] = ()
    amended: tuple[tuple[int, State], ...] = ()

    @property
    def in_force(self) -> Replay:
        """The game as it stands: the moves in force with their outcomes, then what is not sound."""
        events = (*[link.event for link in self.links], *self.events[self.sound :])
        return Replay(events, (self.steps[0], *self.outcomes), self.error, self.links, self.outcomes)

    def until(self, number: int) -> Replay:
        """The game as it stood behind written event `number` of its sound part (0: the start)."""
        events = self.events[:number]
        amended = tuple([one for one in self.amended if one[0] <= number])
        return Replay(events, self.steps[: number + 1], None, effective(events), amended=amended)

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
    fold = Fold(start(setup))
    for event in played:
        try:
            fold.take(event)
        except FitlError as error:
            return fold.replay(played, error)
    return fold.replay(played)


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
    links = effective(events)
    outcomes = tuple([steps[link.number] for link in links])
    return Replay(events, tuple(steps), None, links, outcomes)


class Fold:
    """A game as it is written, event by event: the outcome of each link of the effective log is kept."""

    def __init__(self, first: Step) -> None:
        self._steps = [first]
        self._written = Written()
        self._outcomes: dict[Link | None, Step] = {None: first}
        self._end: Link | None = None
        self._amended: list[tuple[int, State]] = []

    @property
    def state(self) -> State:
        """The position behind what was played so far."""
        return self._steps[-1].state

    def take(self, event: Event) -> None:
        """Play a written event. Raises `FitlError` where it is refused; what was played stays sound."""
        change = self._written.take(event)
        try:
            step = self._behind(event, change)
        except FitlError:
            self._written.take_back()
            raise
        self._steps.append(step)
        self._end = change.last

    def _behind(self, event: Event, change: Change) -> Step:
        """What a written event leads to, by what it does to the effective log."""
        if isinstance(event, Note | Digest):
            return play(self.state, event)
        step = self._outcomes[change.kept]
        for i, link in enumerate(change.played):
            try:
                step = play(step.state, link.event)
            except Violation as error:
                raise error if i == 0 else _no_longer(link.number, error) from None
            self._outcomes[link] = step
        if not isinstance(event, Void | Amend):
            return step
        back = change.kept.number if change.kept is not None else 0
        told = f"the game stands as behind event {back}" if back else "the game stands as at its start"
        if isinstance(event, Amend):
            self._amended.append((len(self._steps), self._outcomes[change.kept].state))
            told = f"event {event.number} is another move now, and what came behind it is played again"
        return _led_back(self.state, step.state, told)

    def replay(self, events: tuple[Event, ...], error: FitlError | None = None) -> Replay:
        """What was played."""
        links = self._end.chain() if self._end is not None else ()
        outcomes = tuple([self._outcomes[link] for link in links])
        return Replay(events, tuple(self._steps), error, links, outcomes, tuple(self._amended))


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
