"""What is wrong in a file, as people read it: place, the line with its mark, reason and advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import notation
from fitl_core.errors import FitlError, NotSupported, Refusal, Violation
from fitl_core.facts.counting import few_of_each, with_more
from fitl_core.game.files import FalseClaim, Game, LogFile, Refused, impossible_parts, setup_place
from fitl_core.record.clauses import Clause, Verb
from fitl_core.record.events import Action
from fitl_core.tell.lines import printable, wrapped
from fitl_core.tell.words import standing
from notation import Doubt, EntryPlace, NotationError, Span
from notation.errors import MAX_FAULTS, MOST_OF_KIND
from notation.reader import placed_line

MOST_ANSWERS = 8
ASSUMED, PASSED_OVER = "assumed from here on", "the line is passed over"
WIDTH = 100


class Excerpt(NamedTuple):
    """A line that is shown, and the columns marked in it: `first` from 0, `length` at least 1."""

    text: str
    first: int
    length: int


class Notice(NamedTuple):
    """One thing that is wrong: where, of what kind, what, the line as far as it shows, and details.

    `kind` is empty for what is no fault of the file.
    """

    span: Span
    kind: Literal["error", "illegal", "incomplete", "false claim", "warning", ""]
    message: str
    excerpt: Excerpt | None
    details: tuple[str, ...] = ()


class At(NamedTuple):
    """A place that is shown: where it is, the text there and the columns marked in it."""

    span: Span
    text: str
    first: int
    end: int

    @classmethod
    def in_lines(cls, lines: Sequence[str], span: Span) -> At:
        """A place in a text, by its lines."""
        return cls(span, lines[span.line - 1] if 0 < span.line <= len(lines) else "", span.column, span.end)


def notices(game: Game, claims: tuple[FalseClaim, ...] = ()) -> list[Notice]:
    """All that is wrong, in the order of the file: faults, the refused event, false claims."""
    found = [fault_notice(game.log, fault, passed_over) for fault, passed_over in faults_of(game)]
    for claim, more in few_of_each(claims, lambda _: None, MOST_OF_KIND):
        found.append(_standing_for(_claim_notice(game, claim), more))
    found += error_notices(game)
    return sorted(found, key=lambda notice: (notice.span.line, notice.span.column))


def doubt_notices(game: Game, doubts: tuple[Doubt, ...]) -> list[Notice]:
    """What is odd and no fault."""
    return [
        Notice(
            doubt.span,
            "warning",
            doubt.message,
            _excerpt(At.in_lines(game.log.source, doubt.span)),
            (f"    {doubt.hint}",) if doubt.hint else (),
        )
        for doubt in doubts
    ]


def faults_of(game: Game) -> list[tuple[NotationError, bool]]:
    """The faults of a file, and whether the check went on behind the line of each: told once a line."""
    left = [line.where.line for line in game.passed_over]
    found = []
    for fault in game.log.faults:
        passed_over = bool(left) and fault.line >= left[0]
        while left and fault.line >= left[0]:
            left.pop(0)
        found.append((fault, passed_over))
    return found


def fault_notice(log: LogFile, fault: NotationError, passed_over: bool = False) -> Notice:
    """A fault of syntax, with what would be right, and whether the check went on without the line."""
    told = placed_fault(fault, log.source)
    assumed = (f"    {ASSUMED}: {PASSED_OVER}",) if passed_over else ()
    return told._replace(details=(*told.details, *assumed))


def placed_fault(fault: NotationError, lines: Sequence[str]) -> Notice:
    """A fault of syntax in a text, by its lines."""
    span = Span(fault.line, fault.column, fault.end)
    advice = (f"    {fault.advice}",) if fault.advice else ()
    return Notice(span, "error", fault.message, _excerpt(At.in_lines(lines, span)), advice)


def notice_at(log: LogFile, span: Span, message: str) -> Notice:
    """Something that is wrong at a place of a file."""
    return Notice(span, "error", message, _excerpt(At.in_lines(log.source, span)))


def _claim_notice(game: Game, claim: FalseClaim) -> Notice:
    """A false claim in its place."""
    where = _excerpt(_claim_at(game, claim))
    return Notice(claim.place, "false claim", f"{claim_words(claim)} after event {claim.event}", where)


def claim_words(claim: FalseClaim) -> str:
    """The figures claimed and true."""
    truth = notation.write_claim(claim.actual) if claim.actual else "not in effect"
    return f"claimed {notation.write_claim(claim.claimed)}, it is {truth}"


def error_notices(game: Game) -> list[Notice]:
    """Why events are refused, or the game cannot begin; each thing that is impossible in a Position."""
    if parts := impossible_parts(game):
        return [impossible_notice(refusal, At.in_lines(game.log.source, span)) for refusal, span in parts]
    if game.setup_error is not None:
        return [_error_notice(game.setup_error, At.in_lines(game.log.source, setup_place(game)))]
    return [
        _standing_for(_error_notice(one.error, _place_of(game, one), *_told_beside(one)), more)
        for one, more in few_of_each(game.refused, lambda one: one.error.code, MOST_OF_KIND, MAX_FAULTS)
    ]


def _standing_for(notice: Notice, more: int) -> Notice:
    """A notice that says for how many more of its kind it stands."""
    return notice._replace(message=with_more(notice.message, more))


def _told_beside(refused: Refused) -> tuple[str, str]:
    """Before the reason, where the game stood; behind it, what was assumed."""
    assumed = f"    {ASSUMED}: {assumption_words(refused)}" if refused.went_on else ""
    return f"    event {refused.number}; {standing(refused.before)}", assumed


def assumption_words(refused: Refused) -> str:
    """What was assumed in the place of a refused event: a line that could stand there, or none."""
    if refused.assumed is None:
        return PASSED_OVER
    return notation.write_entry(notation.Entry(refused.assumed))[0]


def impossible_notice(refusal: Refusal, where: At) -> Notice:
    """One thing that is impossible in a position."""
    message = f"{refusal.rule}: this position cannot be: {refusal.message}"
    return Notice(where.span, "illegal", message, _excerpt(where))


def _error_notice(error: FitlError, where: At, stood: str = "", assumed: str = "") -> Notice:
    behind = [assumed] if assumed else []
    if isinstance(error, NotSupported):
        text = f"not supported yet: {error.what} ({error.rule})"
        return Notice(where.span, "", text, _excerpt(where), tuple(behind))
    if not isinstance(error, Violation):
        return Notice(where.span, "error", error.message, _excerpt(where), tuple(behind))
    details = [*([stood] if stood else []), *reason_lines(error), *behind]
    message = f"{error.rule}: {error.message}"
    return Notice(where.span, error.verdict, message, _excerpt(where), tuple(details))


def reason_lines(error: Violation) -> list[str]:
    """The facts that decided a refusal, and what would have been legal."""
    lines = refusal_lines(error, "here", MOST_ANSWERS)
    if error.optional:
        lines.append("    or leave it out" if error.legal else "    nothing else is open here: leave it out")
    return lines


def refusal_lines(error: Violation, place: str, most: int) -> list[str]:
    """The facts of a refusal, what was asked, and at most so many of the answers legal there (or here)."""
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
    """What would have been legal, in the notation."""
    return write_all(error.legal) if isinstance(error, Violation) else []


def write_all(clauses: tuple[Clause, ...]) -> list[str]:
    """Clauses in the notation."""
    return [notation.write_clause(clause) for clause in clauses]


def actor_of(game: Game, refused: Refused) -> str | None:
    """Whose move was refused; None where that was no Faction's."""
    if isinstance(refused.error, Violation) and refused.error.faction is not None:
        return refused.error.faction
    event = game.entries[refused.number - 1].event
    return event.faction if isinstance(event, Action) else None


def span_of(game: Game, refused: Refused) -> Span:
    """Where the event stands that was refused, at the clause at fault."""
    return _place_of(game, refused).span


def _place_of(game: Game, refused: Refused) -> At:
    error, index = refused.error, refused.number - 1
    clause = error.clause if isinstance(error, Violation) else None
    span = _span(game.places[index], clause)
    return _written_at(game, index, span, clause) if game.log.jsonl else At.in_lines(game.log.source, span)


def _span(place: EntryPlace, clause: int | None) -> Span:
    """Where a clause stands, or the whole entry."""
    return place.clauses[clause] if clause is not None and clause < len(place.clauses) else place.whole


def _written_at(game: Game, index: int, there: Span, clause: int | None) -> At:
    """An event of a JSON Lines file is shown as the notation writes it."""
    event = game.entries[index].event
    assert event is not None
    text = notation.write_event(event)
    span = _span(placed_line(text)[1], clause)
    return At(there, text, span.column, span.end)


def _claim_at(game: Game, claim: FalseClaim) -> At:
    if not game.log.jsonl:
        return At.in_lines(game.log.source, claim.place)
    event = game.entries[claim.event - 1].event
    assert event is not None
    text = notation.write_claim(claim.claimed)
    before = f"{notation.write_event(event)}   => "
    return At(claim.place, before + text, len(before) + 1, len(before) + len(text) + 1)


def _excerpt(at: At) -> Excerpt | None:
    """The line with its marked columns; long lines are cut around them. None if nothing is there."""
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
