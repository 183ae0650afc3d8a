"""Tell a game event by event: the effects of each with their rules, and the resulting figures.

`fitl_core.tell.effects_in_words` has the words for effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

import notation
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import Faction
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.effects import Effect
from fitl_core.record.events import PlayCard, Reveal
from fitl_core.record.play_effects import CardPlayed
from fitl_core.state.state import State
from fitl_core.state.victory import margins, scores
from fitl_core.tell.effects_in_words import Consequence, narrate
from fitl_core.tell.words import scores_words, tracks_words
from fitl_core.tell.wrapping import printable


class EventOutcome(msgspec.Struct, frozen=True):
    """An event for programs: its line, its effects as data and in words, and the figures after it."""

    event: int
    line: str
    card: int | None
    effects: tuple[Effect, ...]
    told: tuple[Consequence, ...]
    scores: dict[Faction, int]
    margins: dict[Faction, int]


class Paragraph(msgspec.Struct, frozen=True):
    """An event for people. `heading` names the card if the story reaches a new one with this event.

    `under`: the heading stands below the line. `line` is empty if the heading is enough. `figures` are tracks
    and victory markers if they changed.
    """

    event: int
    heading: str
    under: bool
    line: str
    told: tuple[Consequence, ...]
    figures: tuple[str, ...]


def outcome(replay: ReplayedGame, number: int) -> EventOutcome:
    """Return event `number` (from 1) of the sound part of a game, for programs."""
    state, effects = replay.steps[number].state, replay.steps[number].effects
    line, consequences = line_of(replay, number), narrate(effects)
    return EventOutcome(number, line, state.card, effects, consequences, scores(state), margins(state))


def line_of(replay: ReplayedGame, number: int) -> str:
    """Return event `number` (from 1) in canonical form."""
    return printable(notation.write_event(replay.events[number - 1]))


def story(replay: ReplayedGame, numbers: Iterable[int]) -> Iterator[Paragraph]:
    """Yield the events with these numbers from the sound part of a game, in order, for people."""
    headed: int | None = None
    for number in numbers:
        before, step = replay.steps[number - 1].state, replay.steps[number]
        event, after = replay.events[number - 1], step.state
        opens = isinstance(event, PlayCard) and before.card is None
        reveals = isinstance(event, Reveal) and after.card != before.card
        heading = ""
        if opens or reveals:
            heading, headed = _heading(after), after.card
        elif before.card is not None and headed != before.card and not isinstance(event, Reveal):
            heading, headed = _heading(before), before.card
        repeats = isinstance(event, PlayCard) and not opens
        shown = [effect for effect in step.effects if not (heading and isinstance(effect, CardPlayed))]
        yield Paragraph(
            number,
            heading,
            opens or reveals,
            "" if repeats else line_of(replay, number),
            narrate(shown),
            tuple(_figures(before, after)),
        )


def _figures(before: State, after: State) -> Iterator[str]:
    """Yield the lines of tracks and victory markers if they changed, and always when a card is finished."""
    ended = after.phase in ("finished", "over") and before.phase != after.phase
    lines = (tracks_words(before), tracks_words(after)), (scores_words(before), scores_words(after))
    for old, new in lines:
        if old != new or ended:
            yield new


def _heading(state: State) -> str:
    assert state.card is not None
    card = cards()[state.card]
    order = " ".join(card.order) if card.order else "Coup Round"
    eligible = f"; Eligible: {' '.join(state.eligible) or 'none'}" if card.order else ""
    following = f"; next: #{state.next} {cards()[state.next].title}" if state.next is not None else ""
    return f"#{card.number} {card.title}: {order}{eligible}{following}"
