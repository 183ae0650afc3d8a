"""Present the faults of a file to people: place, marked line, reason and advice.

`fitl_core.game.file_reports` presents them to programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import notation
from fitl_core.errors import FitlError, NotSupported, Refusal, Violation
from fitl_core.facts.counting import few_of_each, with_more
from fitl_core.game.files import FalseClaim, Game, LogFile, RefusedEvent, impossible_parts, setup_place
from fitl_core.record.clauses import Clause, Verb
from fitl_core.record.events import Action
from fitl_core.tell.words import standing
from fitl_core.tell.wrapping import printable, wrapped
from notation import LogWarning, NotationError, Span
from notation.errors import MAX_FAULTS, MOST_OF_KIND
from notation.reader import placed_line

MOST_ANSWERS = 8
ASSUMED, PASSED_OVER = "assumed from here on", "the line is passed over"
WIDTH = 100


class Excerpt(NamedTuple):
    """A line of text to show, and the columns marked in it: `first` from 0, `length` at least 1."""

    text: str
    first: int
    length: int


class FaultNotice(NamedTuple):
    """One fault: its place, kind and message, an excerpt of the line, and details.

    `kind` is empty for something that is not a fault of the file.
    """

    span: Span
    kind: Literal["error", "illegal", "incomplete", "false claim", "warning", ""]
    message: str
    excerpt: Excerpt | None
    details: tuple[str, ...] = ()


class ShownPlace(NamedTuple):
    """A place to show: its span, its text and the columns marked in it."""

    span: Span
    text: str
    first: int
    end: int

    @classmethod
    def in_lines(cls, lines: Sequence[str], span: Span) -> ShownPlace:
        """Return the place of a span in a text, given by its lines."""
        return cls(span, lines[span.line - 1] if 0 < span.line <= len(lines) else "", span.column, span.end)


def notices(game: Game, claims: tuple[FalseClaim, ...] = ()) -> list[FaultNotice]:
    """Return all faults, refused events and false claims, in the order of the file."""
    all_notices = [fault_notice(game.log, fault, passed_over) for fault, passed_over in faults_of(game)]
    for claim, more in few_of_each(claims, lambda _: None, MOST_OF_KIND):
        all_notices.append(_standing_for(_claim_notice(game, claim), more))
    all_notices += error_notices(game)
    return sorted(all_notices, key=lambda notice: (notice.span.line, notice.span.column))


def warning_notices(game: Game, warnings: tuple[LogWarning, ...]) -> list[FaultNotice]:
    """Return notices of warnings."""
    return [
        FaultNotice(
            warning.span,
            "warning",
            warning.message,
            _excerpt(ShownPlace.in_lines(game.log.source, warning.span)),
            (f"    {warning.hint}",) if warning.hint else (),
        )
        for warning in warnings
    ]


def faults_of(game: Game) -> list[tuple[NotationError, bool]]:
    """Return the faults of a file, each with whether its line was passed over. Only once for each line."""
    passed_lines = [line.where.line for line in game.passed_over]
    faults = []
    for fault in game.log.faults:
        passed_over = bool(passed_lines) and fault.line >= passed_lines[0]
        while passed_lines and fault.line >= passed_lines[0]:
            passed_lines.pop(0)
        faults.append((fault, passed_over))
    return faults


def fault_notice(log: LogFile, fault: NotationError, passed_over: bool = False) -> FaultNotice:
    """Return the notice of a fault of syntax, with advice, and with whether its line was passed over."""
    notice = placed_fault(fault, log.source)
    assumed = (f"    {ASSUMED}: {PASSED_OVER}",) if passed_over else ()
    return notice._replace(details=(*notice.details, *assumed))


def placed_fault(fault: NotationError, lines: Sequence[str]) -> FaultNotice:
    """Return the notice of a fault of syntax in a text, given by its lines."""
    span = Span(fault.line, fault.column, fault.end)
    advice = (f"    {fault.advice}",) if fault.advice else ()
    return FaultNotice(span, "error", fault.message, _excerpt(ShownPlace.in_lines(lines, span)), advice)


def notice_at(log: LogFile, span: Span, message: str) -> FaultNotice:
    """Return the notice of an error at a place of a file."""
    return FaultNotice(span, "error", message, _excerpt(ShownPlace.in_lines(log.source, span)))


def _claim_notice(game: Game, claim: FalseClaim) -> FaultNotice:
    """Return the notice of a false claim."""
    where = _excerpt(_claim_at(game, claim))
    return FaultNotice(claim.place, "false claim", f"{claim_words(claim)} after event {claim.event}", where)


def claim_words(claim: FalseClaim) -> str:
    """Return the claimed figure and the true one in words."""
    truth = notation.write_claim(claim.actual) if claim.actual else "not in effect"
    return f"claimed {notation.write_claim(claim.claimed)}, it is {truth}"


def error_notices(game: Game) -> list[FaultNotice]:
    """Return notices of refused events, or of the reasons why the game cannot begin."""
    if parts := impossible_parts(game):
        return [
            impossible_notice(refusal, ShownPlace.in_lines(game.log.source, span)) for refusal, span in parts
        ]
    if game.setup_error is not None:
        return [_error_notice(game.setup_error, ShownPlace.in_lines(game.log.source, setup_place(game)))]
    return [
        _standing_for(_error_notice(refused.error, _place_of(game, refused), *_context_of(refused)), more)
        for refused, more in few_of_each(
            game.refused, lambda refused: refused.error.code, MOST_OF_KIND, MAX_FAULTS
        )
    ]


def _standing_for(notice: FaultNotice, more: int) -> FaultNotice:
    """Return a notice that stands for `more` others of its kind."""
    return notice._replace(message=with_more(notice.message, more))


def _context_of(refused: RefusedEvent) -> tuple[str, str]:
    """Return a line about the position before a refused event, and one about the assumption after it."""
    assumed = f"    {ASSUMED}: {assumption_words(refused)}" if refused.went_on else ""
    return f"    event {refused.number}; {standing(refused.before)}", assumed


def assumption_words(refused: RefusedEvent) -> str:
    """Return the line assumed in place of a refused event, or the words for passing over it."""
    if refused.assumed is None:
        return PASSED_OVER
    return notation.write_entry(notation.Entry(refused.assumed))[0]


def impossible_notice(refusal: Refusal, where: ShownPlace) -> FaultNotice:
    """Return the notice of an impossible part of a position."""
    message = f"{refusal.rule}: this position is impossible: {refusal.message}"
    return FaultNotice(where.span, "illegal", message, _excerpt(where))


def _error_notice(error: FitlError, where: ShownPlace, stood: str = "", assumed: str = "") -> FaultNotice:
    after = [assumed] if assumed else []
    if isinstance(error, NotSupported):
        text = f"not supported yet: {error.what} ({error.rule})"
        return FaultNotice(where.span, "", text, _excerpt(where), tuple(after))
    if not isinstance(error, Violation):
        return FaultNotice(where.span, "error", error.message, _excerpt(where), tuple(after))
    details = [*([stood] if stood else []), *reason_lines(error), *after]
    message = f"{error.rule}: {error.message}"
    return FaultNotice(where.span, error.verdict, message, _excerpt(where), tuple(details))


def reason_lines(error: Violation) -> list[str]:
    """Return the facts that decided a refusal, and the legal answers."""
    lines = refusal_lines(error, "here", MOST_ANSWERS)
    if error.optional:
        lines.append("    or leave it out" if error.legal else "    nothing else is open here: leave it out")
    return lines


def refusal_lines(error: Violation, place: str, most: int) -> list[str]:
    """Return the facts of a refusal, its question, and at most `most` legal answers at a `place`."""
    lines = [f"    - {fact}" for fact in error.facts]
    if error.asked:
        lines.append(f"    asked of {error.faction}: {error.asked}")
    if error.legal:
        bar = "" if error.clause == 0 else "| "
        begun = [bar if isinstance(clause, Verb) else "" for clause in error.legal]
        answers = [bar + answer for bar, answer in zip(begun, answers_of(error), strict=True)]
        more = [f"and {len(answers) - most} more"] if len(answers) > most else []
        lines += wrapped([f"legal {place}: {answers[0]}", *answers[1:most], *more], "    ")
    return lines


def answers_of(error: FitlError) -> list[str]:
    """Return the legal answers in the notation. Empty for an error that is not a `Violation`."""
    return write_all(error.legal) if isinstance(error, Violation) else []


def write_all(clauses: tuple[Clause, ...]) -> list[str]:
    """Return clauses in the notation."""
    return [notation.write_clause(clause) for clause in clauses]


def actor_of(game: Game, refused: RefusedEvent) -> str | None:
    """Return the Faction of a refused move, or None if the event is not a Faction's."""
    if isinstance(refused.error, Violation) and refused.error.faction is not None:
        return refused.error.faction
    event = game.entries[refused.number - 1].event
    return event.faction if isinstance(event, Action) else None


def span_of(game: Game, refused: RefusedEvent) -> Span:
    """Return the place of the refused clause of an event, or of the whole event."""
    return _place_of(game, refused).span


def _place_of(game: Game, refused: RefusedEvent) -> ShownPlace:
    error, index = refused.error, refused.number - 1
    clause = error.clause if isinstance(error, Violation) else None
    span = game.places[index].of_clause(clause)
    return (
        _written_at(game, index, span, clause)
        if game.log.jsonl
        else ShownPlace.in_lines(game.log.source, span)
    )


def _written_at(game: Game, index: int, place: Span, clause: int | None) -> ShownPlace:
    """Return the place of an event of a JSON Lines file, with the text of the event in the notation."""
    event = game.entries[index].event
    assert event is not None
    text = notation.write_event(event)
    span = placed_line(text)[1].of_clause(clause)
    return ShownPlace(place, text, span.column, span.end)


def _claim_at(game: Game, claim: FalseClaim) -> ShownPlace:
    if not game.log.jsonl:
        return ShownPlace.in_lines(game.log.source, claim.place)
    event = game.entries[claim.event - 1].event
    assert event is not None
    text = notation.write_claim(claim.claimed)
    before = f"{notation.write_event(event)}   => "
    return ShownPlace(claim.place, before + text, len(before) + 1, len(before) + len(text) + 1)


def _excerpt(at: ShownPlace) -> Excerpt | None:
    """Return the line with its marked columns. A long line is cut around them. None for an empty line."""
    text = at.text
    first = min(at.first - 1, len(text))
    end = max(first + 1, min(at.end - 1, len(text)))
    start = max(0, min(first - WIDTH // 3, len(text) - WIDTH)) if len(text) > WIDTH else 0
    shown = printable(text[start : start + WIDTH])
    if start:
        shown = "..." + shown[3:]
    if start + WIDTH < len(text):
        shown = shown[:-3] + "..."
    run = min(end, start + WIDTH) - first
    return Excerpt(shown.rstrip(), first - start, run) if shown.strip() else None
