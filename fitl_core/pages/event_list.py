"""The events of a game as HTML: a heading for each card, and each event with its effects and comments.

`whole_replay` puts them into a page. Read it next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import notation
from fitl_core.facts.card_list import coup_cards
from fitl_core.game.fault_notices import FaultNotice, claim_words, notices
from fitl_core.game.files import Game, false_claims
from fitl_core.game.non_player_verdicts import NonPlayerTrace, trace_in_words
from fitl_core.game.replays import ReplayedGame
from fitl_core.game.stories import Paragraph, line_of, story
from fitl_core.pages.html import tag
from fitl_core.pictures.change_marks import spaces_between
from fitl_core.pictures.svg import Element
from fitl_core.record.events import Action, Pass, Pivotal
from fitl_core.tell.words import scores_words, standing, tracks_words
from notation.log import Variation

GLYPHS = {
    "!": "a good move",
    "?": "a mistake",
    "!!": "a very good move",
    "??": "a blunder",
    "!?": "an interesting move",
    "?!": "a doubtful move",
}


def event_sections(game: Game, replay: ReplayedGame, why: Mapping[int, NonPlayerTrace]) -> list[Element]:
    """Return a section for the start and for each card, with its events in order. Event n has the id `en`.

    An error is shown under the last event before it.
    """
    beside: dict[int, list[Element]] = {}
    for number, element in (*_said(game), *_instead(game), *_reasons(why), *_wrong(game, replay)):
        beside.setdefault(number, []).append(element)
    first = replay.steps[0].state
    figures = [tag("p", line, class_="figures") for line in (tracks_words(first), scores_words(first))]
    link = _link(0, tag("code", "start"))
    events = tag("ol", tag("li", link, *figures, *beside.get(0, ()), _standing(replay, 0), id="e0"))
    sections = [tag("section", tag("h3", "The start"), events)]
    taken_back = replay.taken_back
    for one in story(replay, range(1, replay.sound + 1)):
        if one.heading:
            events = tag("ol")
            sections.append(_section(replay, one, events))
        events.add(_event(game, replay, one, beside.get(one.event, []), one.event in taken_back))
    return sections


def _section(replay: ReplayedGame, told: Paragraph, events: Element) -> Element:
    """Return the section of a card."""
    step = replay.steps[told.event if told.under else told.event - 1]
    kind = "coup" if step.state.card in coup_cards() else None
    return tag("section", tag("h3", told.heading), events, class_=kind)


def _event(
    game: Game, replay: ReplayedGame, told: Paragraph, beside: list[Element], is_void: bool
) -> Element:
    """Return an event: its line with a link, its effects, its comments, and the state of the game then."""
    number, event = told.event, replay.events[told.event - 1]
    before, step = replay.steps[number - 1].state, replay.steps[number]
    glyph = game.entries[number - 1].glyph
    marks = [tag("abbr", glyph, class_="glyph", title=GLYPHS[glyph])] if glyph else []
    effects = [tag("li", f"{one.text} ", tag("cite", one.rule)) for one in told.told]
    return tag(
        "li",
        _link(number, tag("code", line_of(replay, number)), *marks),
        *([tag("ul", *effects, class_="told")] if effects else []),
        *[tag("p", figure, class_="figures") for figure in told.figures],
        *beside,
        _standing(replay, number),
        id=f"e{number}",
        class_="void" if is_void else None,
        data_by=event.faction if isinstance(event, Action | Pass | Pivotal) else None,
        data_spaces=" ".join(spaces_between(before, step.state, step.effects)) or None,
    )


def _link(number: int, *line: Element) -> Element:
    return tag("a", tag("b", str(number)), *line, href=f"#{number}")


def _standing(replay: ReplayedGame, number: int) -> Element:
    return tag("p", standing(replay.steps[number].state), class_="standing")


def _said(game: Game) -> Iterator[tuple[int, Element]]:
    """Yield comments, authors, times and typed texts of lines, each with the number of its event or of the
    event before it.
    """
    number = 0
    for entry in game.log.document.log.entries if game.log.document is not None else ():
        number += entry.event is not None
        if entry.by or entry.time:
            yield number, tag("p", ", ".join(filter(None, (entry.by, entry.time))), class_="by")
        if entry.typed:
            yield number, tag("p", "typed: ", tag("code", entry.typed), class_="by")
        if entry.comment:
            yield number, tag("p", entry.comment, class_="comment")


def _instead(game: Game) -> Iterator[tuple[int, Element]]:
    """Yield variations, to be opened, each with the number of the event that it replaces."""
    number = 0
    for entry in game.log.document.log.entries if game.log.document is not None else ():
        number += entry.event is not None
        for variation in entry.variations:
            yield number, _variation(variation)


def _variation(variation: Variation) -> Element:
    """Return the lines of a variation, with their comments and variations."""
    lines = tag("ol")
    for entry in variation.entries:
        line = tag(
            "li", *([tag("code", notation.write_event(entry.event))] if entry.event is not None else [])
        )
        if entry.glyph:
            line.add(tag("abbr", entry.glyph, class_="glyph", title=GLYPHS[entry.glyph]))
        if entry.comment:
            line.add(tag("p", entry.comment, class_="comment"))
        lines.add(line.add(*map(_variation, entry.variations)))
    name = f"instead: {variation.name}" if variation.name else "instead"
    return tag("details", tag("summary", name), lines, class_="instead")


def _reasons(why: Mapping[int, NonPlayerTrace]) -> Iterator[tuple[int, Element]]:
    """Yield the reasons of Non-players' decisions, to be opened."""
    for number, trace in why.items():
        first, *steps = trace_in_words(trace)
        reasons = tag("ul", *[tag("li", step) for step in steps])
        yield number, tag("details", tag("summary", first), reasons, class_="why")


def _wrong(game: Game, replay: ReplayedGame) -> Iterator[tuple[int, Element]]:
    """Yield false claims at their events, and after the last sound event the faults of writing and the
    refusal.
    """
    for claim in false_claims(game):
        words = f": {claim_words(claim)}"
        yield claim.event, tag("p", tag("strong", "false claim"), words, class_="ruling")
    for notice in notices(game):
        yield replay.sound, _ruling(notice)


def _ruling(notice: FaultNotice) -> Element:
    """Return a fault with its line, its place, and its facts."""
    ruling = tag(
        "div", tag("p", tag("strong", notice.kind or "stopped"), f": {notice.message}"), class_="ruling"
    )
    if notice.excerpt is not None:
        text, first, length = notice.excerpt
        marked = tag("mark", text[first : first + length])
        ruling.add(tag("pre", f"line {notice.span.line}: {text[:first]}", marked, text[first + length :]))
    if notice.details:
        ruling.add(tag("ul", *[tag("li", detail.strip(" -")) for detail in notice.details]))
    return ruling
