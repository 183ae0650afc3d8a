"""Faults, false claims and illegal moves as people read them: place, line with carets, reason."""

from __future__ import annotations

from typing import NamedTuple

import notation
from fitl_cli.game import FalseClaim, Game, Log, read_line, setup_place
from fitl_cli.output import paint, wrapped
from fitl_core.errors import FitlError, NotSupported, Violation
from fitl_core.record.clauses import Clause
from fitl_core.record.events import Action
from fitl_core.tell.words import standing
from notation import NotationError, Span

MOST_ANSWERS = 8
WIDTH = 100


class At(NamedTuple):
    """A place that is shown: where it is, the text there and the columns marked in it."""

    span: Span
    text: str
    first: int
    end: int


def fault_lines(log: Log, fault: NotationError) -> list[str]:
    """A fault of syntax: place and message, the line with a caret, what would be right."""
    span = Span(fault.line, fault.column, fault.end)
    lines = [_head(log, span, fault.message, "error"), *_excerpt(_source_at(log, span))]
    return [*lines, f"    {fault.advice}"] if fault.advice else lines


def claim_lines(game: Game, claim: FalseClaim) -> list[str]:
    """A false claim: place, the line with a caret, the figures claimed and true."""
    shown = claim_words(claim)
    where = _claim_at(game, claim)
    return [
        _head(game.log, claim.place, f"{shown} after event {claim.event}", "false claim"),
        *_excerpt(where),
    ]


def claim_words(claim: FalseClaim) -> str:
    """The two figures: "claimed Aid 15, it is Aid 14"."""
    truth = notation.write_claim(claim.actual) if claim.actual else "not in effect"
    return f"claimed {notation.write_claim(claim.claimed)}, it is {truth}"


def error_lines(game: Game) -> list[str]:
    """Why the sound part ends where it does, as a ruling; nothing if all of it is sound."""
    error = error_of(game)
    if error is None:
        return []
    where = place_of_error(game)
    if isinstance(error, NotSupported):
        text = f"not supported yet: {error.what} ({error.rule})"
        return [_head(game.log, where.span, text, ""), *_excerpt(where)]
    if not isinstance(error, Violation):
        return [_head(game.log, where.span, error.message, "error"), *_excerpt(where)]
    lines = [_head(game.log, where.span, f"{error.rule}: {error.message}", "illegal"), *_excerpt(where)]
    if game.replay is not None:
        number = game.replay.sound + 1
        lines.append(f"    event {number}; {standing(game.replay.state)}")
    return lines + reason_lines(error)


def reason_lines(error: Violation) -> list[str]:
    """The facts of a ruling, and what would have been legal."""
    lines = ruling_lines(error, "here", MOST_ANSWERS)
    if error.optional:
        lines.append("    or leave it out" if error.legal else "    nothing else is open here: leave it out")
    return lines


def ruling_lines(error: Violation, place: str, most: int) -> list[str]:
    """The facts of a ruling, what was asked, and so many of the answers legal there (or here)."""
    lines = [f"    - {fact}" for fact in error.facts]
    if error.asked:
        lines.append(f"    asked of {error.faction}: {error.asked}")
    if error.legal:
        answers = answers_of(error)
        more = [f"and {len(answers) - most} more"] if len(answers) > most else []
        lines += wrapped([f"legal {place}: {answers[0]}", *answers[1:most], *more], "    ")
    return lines


def answers_of(error: FitlError) -> list[str]:
    """What would have been legal, in the notation."""
    return write_all(error.legal) if isinstance(error, Violation) else []


def write_all(clauses: tuple[Clause, ...]) -> list[str]:
    """Clauses in the notation."""
    return [notation.write_clause(clause) for clause in clauses]


def error_of(game: Game) -> FitlError | None:
    """Why the sound part ends: a bad setup or an illegal event."""
    return game.replay.error if game.replay is not None else game.setup_error


def place_of_error(game: Game) -> At:
    """Where the event or header stands that was refused, at the clause at fault."""
    error = error_of(game)
    if game.replay is None:
        return _source_at(game.log, setup_place(game))
    index = game.replay.sound
    place = game.places[index]
    clause = error.clause if isinstance(error, Violation) else None
    if game.log.jsonl:
        return _written_at(game, index, place.whole, clause)
    spans = place.clauses
    return _source_at(game.log, spans[clause] if clause is not None and clause < len(spans) else place.whole)


def _written_at(game: Game, index: int, whole: Span, clause: int | None) -> At:
    """An event of a JSON Lines file is shown as the notation writes it."""
    event = game.entries[index].event
    assert event is not None
    text = notation.write_event(event)
    place = read_line(text).places[0]
    spans = place.clauses
    span = spans[clause] if clause is not None and clause < len(spans) else place.whole
    return At(whole, text, span.column, span.end)


def _claim_at(game: Game, claim: FalseClaim) -> At:
    if not game.log.jsonl:
        return _source_at(game.log, claim.place)
    event = game.entries[claim.event - 1].event
    assert event is not None
    text = notation.write_claim(claim.claimed)
    before = f"{notation.write_event(event)}   => "
    return At(claim.place, before + text, len(before) + 1, len(before) + len(text) + 1)


def _source_at(log: Log, span: Span) -> At:
    source = log.source
    text = source[span.line - 1] if 0 < span.line <= len(source) else ""
    return At(span, text, span.column, span.end)


def _head(log: Log, span: Span, message: str, kind: str) -> str:
    color = paint()
    kind = color.red(f"{kind}: ") if kind else ""
    return f"{color.bold(f'{log.name}:{span.line}:{span.column}:')} {kind}{clean(message)}"


def _excerpt(at: At) -> list[str]:
    """The line and a run of carets under its marked columns; long lines are cut around them."""
    text = clean(at.text)
    first = min(at.first - 1, len(text))
    end = max(first + 1, min(at.end - 1, len(text)))
    start = max(0, min(first - WIDTH // 3, len(text) - WIDTH)) if len(text) > WIDTH else 0
    shown = text[start : start + WIDTH]
    if start:
        shown = "..." + shown[3:]
    if start + WIDTH < len(text):
        shown = shown[:-3] + "..."
    run = min(end, start + WIDTH) - first
    if not shown.strip():
        return []
    return [f"    {shown.rstrip()}", "    " + " " * (first - start) + paint().red("^" * run)]


def clean(text: str) -> str:
    """Text without characters that a terminal would obey, column for column."""
    return "".join([char if char.isprintable() else " " if char == "\t" else "?" for char in text])


def event_text(game: Game, number: int) -> str:
    """Event `number` in canonical form."""
    event = game.entries[number - 1].event
    assert event is not None
    return clean(notation.write_event(event))


def actor_of(game: Game) -> str | None:
    """Whose move was refused."""
    error = error_of(game)
    if isinstance(error, Violation) and error.faction is not None:
        return error.faction
    if game.replay is None or game.replay.error is None:
        return None
    event = game.replay.events[game.replay.sound]
    return event.faction if isinstance(event, Action) else None
