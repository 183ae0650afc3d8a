"""A whole game from its record: every position, or the sound part and why it stops there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.engine import Step, play, start
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.facts.cards import cards
from fitl_core.record.effects import Effect
from fitl_core.record.events import Event
from fitl_core.record.setup import Setup
from fitl_core.state.applying import apply_effects
from fitl_core.state.digest import insist_on_digest
from fitl_core.state.start import set_up
from fitl_core.state.state import State


class Untrusted(FitlError):
    """Effects are missing that an unchecked replay needs, or are not those of its events."""

    code = "untrusted"


class Replay(msgspec.Struct, frozen=True):
    """Events played as far as they are legal.

    `steps[0]` is the start, `steps[n]` the outcome of event n. `error` is why event
    `len(steps)` was refused, None if all are sound.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    error: FitlError | None = None

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
        return done[0]


def replay(
    setup: Setup,
    events: Iterable[Event],
    *,
    effects: Iterable[tuple[Effect, ...]] | None = None,
    check: bool = True,
    digest: str | None = None,
) -> Replay:
    """Play events from the start while they are legal, or fold their recorded effects.

    Checked, events are played by the rules; raises only for a bad setup. With `check=False` no rule is asked:
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
    steps = [start(setup)]
    for event in played:
        try:
            steps.append(play(steps[-1].state, event))
        except FitlError as error:
            return Replay(played, tuple(steps), error)
    return Replay(played, tuple(steps))


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
    state = set_up(setup)
    steps = []
    for those in recorded:
        if those:
            state = apply_effects(state, those)
        steps.append(Step(state, those))
    if digest is not None:
        insist_on_digest(state, digest)
    return Replay(events, tuple(steps))
