"""A game told event by event: what each did and under which rule, and how the Factions then stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

import notation
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import Faction
from fitl_core.game.replays import Replay
from fitl_core.record.effects import Effect
from fitl_core.record.events import Play, Reveal
from fitl_core.record.play_effects import CardPlayed
from fitl_core.state.state import State
from fitl_core.state.victory import margins, scores
from fitl_core.tell.effects import Told, narrate
from fitl_core.tell.lines import printable
from fitl_core.tell.words import scores_words, tracks_words


class Outcome(msgspec.Struct, frozen=True):
    """An event for programs: its line, its effects as data and in words, and the victory markers."""

    event: int
    line: str
    card: int | None
    effects: tuple[Effect, ...]
    told: tuple[Told, ...]
    scores: dict[Faction, int]
    margins: dict[Faction, int]


class Paragraph(msgspec.Struct, frozen=True):
    """An event for people. `heading` is that of the card on which it is, where the story comes to one.

    `line` is empty where the heading says all; `under` is whether the heading stands under the line.
    `figures` are tracks and victory markers, where they changed.
    """

    event: int
    heading: str
    under: bool
    line: str
    told: tuple[Told, ...]
    figures: tuple[str, ...]


def outcome(replay: Replay, number: int) -> Outcome:
    """Event `number` (from 1) of the sound part of a game, for programs."""
    state, effects = replay.steps[number].state, replay.steps[number].effects
    line, told = line_of(replay, number), narrate(effects)
    return Outcome(number, line, state.card, effects, told, scores(state), margins(state))


def line_of(replay: Replay, number: int) -> str:
    """Event `number` (from 1) in canonical form."""
    return printable(notation.write_event(replay.events[number - 1]))


def story(replay: Replay, numbers: Iterable[int]) -> Iterator[Paragraph]:
    """The events of these numbers, in order, of the sound part of a game, for people."""
    headed: int | None = None
    for number in numbers:
        before, step = replay.steps[number - 1].state, replay.steps[number]
        event, after = replay.events[number - 1], step.state
        opens = isinstance(event, Play) and before.card is None
        reveals = isinstance(event, Reveal) and after.card != before.card
        heading = ""
        if opens or reveals:
            heading, headed = _heading(after), after.card
        elif before.card is not None and headed != before.card and not isinstance(event, Reveal):
            heading, headed = _heading(before), before.card
        repeats = isinstance(event, Play) and not opens
        done = [one for one in step.effects if not (heading and isinstance(one, CardPlayed))]
        yield Paragraph(
            number,
            heading,
            opens or reveals,
            "" if repeats else line_of(replay, number),
            narrate(done),
            tuple(_figures(before, after)),
        )


def _figures(before: State, after: State) -> Iterator[str]:
    """Tracks and victory markers where they changed, and always when a card is finished."""
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
