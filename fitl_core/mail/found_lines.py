"""Find lines of the notation in a mail, among everything else that people write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.mail.quotes import MailLine
from fitl_core.record.events import Note, Pass
from notation import Entry, UnreadableError
from notation.logical_lines import begins_entry
from notation.reader import scan_line
from notation.text_warnings import warning_of_comment

MOST_QUOTED = 2_000
"""The most different quoted lines that are read."""
MOST_JOINED = 40
"""The most lines of a paragraph."""
WRAPPED_FROM = 60
"""The columns from which on a mail program may have wrapped a line."""
_BULLET = re.compile(
    r"\s*(?:[-*\u2022\u2023\u25cf\u00b7\u2013\u2014\u25aa\u25e6\u2043\u27a4]|[0-9]{1,2}[.)])\s+(?=\S)"
)
_LABEL = re.compile(r"(?:my|our) +(?:move|turn|action) *: +(?=\S)", re.IGNORECASE)
"""Words that people write in front of their own move, on its line."""
_CORRECTION = re.compile(
    r"(?:(?:oh|ah|hm+|no|nope|wait|sorry|oops|ok|okay|actually|better|rather|instead|correction"
    r"|scratch that|strike that"
    r"|never mind|i meant|i mean|make that|make it|on second thoughts?|that is)[ ,.!;\u2013-]*)+: *(?=\S)",
    re.IGNORECASE,
)
"""Words of correction in front of a move, on its line."""
_TAG = r"(?:US|ARVN|NVA|VC)"
_ARTICLE = re.compile(rf"the +(?={_TAG}\b)", re.IGNORECASE)
_HERE = r"(?: (?:on )?(?:this|here|again|too|now|this (?:one|card|turn|time)))*[.!]*"
PASSING = re.compile(
    r"(?:(?:(?:we|i)(?: will| shall| must|'ll| have to)? )?pass|(?:(?:i am|we are|i'm|we're) )?passing)"
    rf"(?: from (?:me|us))?{_HERE}",
    re.IGNORECASE,
)
"""A Pass by the writer of the mail, on a line of its own."""
_FACTION_PASSES = re.compile(rf"({_TAG}) (?:pass|passes|is passing|are passing){_HERE}", re.IGNORECASE)
"""A Pass of a Faction in words, on a line of its own."""
_GOES_ON = re.compile(
    r"(?:and|then|with|plus|to|in|from|into|at|on|while|also|each|both|by|as well|except|but not|[,+"
    r"|&])(?:\s|$)"
)
"""The beginning of a line that continues the line above it."""
_ASIDE = re.compile(r"\s*\(([^(){};]{3,120})\)")
"""Words in brackets beside the clauses of a move."""
_OPENS = re.compile(
    rf"(?:{_TAG}(?:\s*:\s*|\s+)[A-Za-z]|#\s*[0-9]|next\s+(?:#|none\b|[0-9])|void(?:\s+[0-9]+)?\s*$"
    rf"|amend\s+[0-9]"
    rf'|correct\s+["\u201c\u201d\u201e]|ruling\s+stand\b|dice\s+{_TAG}\b|players\s+(?:{_TAG}|none)\b|note\s+\S)',
    re.IGNORECASE,
)
_IN_MARKS = re.compile(
    r"[\"'\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]+([^\n]{4,2000}?)"
    r"[\"'\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]+[.,;!]?"
)
_BARS = ("|", "\u2502", "\u00a6", "\u2503")
_BY_FACTION = re.compile(_TAG, re.IGNORECASE)
_DIGEST = re.compile(r"\bdigest\s+(2:[0-9a-f]{16})\b", re.IGNORECASE)
_ENDS_OPEN = ("|", ",", "=>", "+", "-", ">", "<", ":", "=", "{", "\u2192")
_OURS = re.compile(r"\s*(?:\[FITL\s|\[Scenario\s)")

_PROSE = "this is prose"


class FoundLine(msgspec.Struct, frozen=True):
    """A line of the notation in a mail: its line number, its text, and its `entry`.

    For an unreadable line `entry` is None and `why` has the reason. `label` is the text before it on its
    line. `passes` marks a line that only says "we pass": its Faction is unknown here.
    """

    number: int
    text: str
    entry: Entry | None
    why: str = ""
    label: str = ""
    passes: bool = False


class MailFindings(msgspec.Struct, frozen=True):
    """The findings in a mail: its writer's own `lines`, quoted lines, and `digests` of positions.

    `has_log` marks a mail with the header of a whole log. `more_quoted` is the number of quoted lines that
    were not read.
    """

    lines: tuple[FoundLine, ...]
    quoted: tuple[FoundLine, ...]
    digests: tuple[str, ...]
    has_log: bool = False
    more_quoted: int = 0


def lines_in_mail(lines: Sequence[MailLine]) -> MailFindings:
    """Return the findings in the lines of a mail. If own lines are fenced, only those count."""
    own = [line for line in lines if line.depth == 0]
    fenced = [line for line in own if line.fenced]
    named = [digest[1].lower() for line in lines for digest in _digests_of(line.text)]
    quoted, more = _quoted(lines)
    fenced_only = any(_may_be_line(_bare(line.text), True) for line in fenced)
    moves = tuple(_moves_in(own, fenced_only))
    return MailFindings(
        moves,
        (*quoted, *(() if fenced_only else _set_apart_lines(own, moves))),
        tuple(dict.fromkeys(named)),
        any(_OURS.match(line.text) for line in own),
        more,
    )


def _digests_of(text: str) -> Iterable[re.Match[str]]:
    """Yield the digests in a line. Most lines have none, and a mail may have a million lines."""
    return _DIGEST.finditer(text[:500]) if "igest" in text else ()


def _moves_in(lines: Sequence[MailLine], fenced_only: bool) -> Iterator[FoundLine]:
    """Yield the writer's own lines of the notation, each with its continuation."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        label, text = _labelled(line.text)
        if fenced_only and not line.fenced:
            continue
        if PASSING.fullmatch(text) and _stands_alone(lines, at - 1):
            yield FoundLine(line.number, text, None, label=label, passes=True)
            continue
        if (worded := _FACTION_PASSES.fullmatch(text)) and _stands_alone(lines, at - 1):
            yield FoundLine(line.number, text, Entry(Pass(Faction(worded[1].upper()))), label=label)
            continue
        if not _may_be_line(text, line.fenced):
            continue
        parts, why = _with_continuation(text, lines[at : at + 20], line)
        at += len(parts) - 1
        entry, fault = _read_as_people_write(parts)
        why = why or ("" if fault is None else fault) or _goes_on(parts, lines[at : at + 1], line)
        if why and not line.fenced and (why == _PROSE or not _BY_FACTION.match(text)):
            continue
        if entry is not None and isinstance(entry.event, Note) and not line.fenced:
            continue  # "Note that I am away" is not a line of the log
        yield FoundLine(line.number, "\n".join(parts), entry if not why else None, why, label)


def _stands_alone(lines: Sequence[MailLine], at: int) -> bool:
    """Check whether a line is a paragraph of its own."""
    beside = [lines[i] for i in (at - 1, at + 1) if 0 <= i < len(lines)]
    return not any(one.text.strip() and abs(one.number - lines[at].number) == 1 for one in beside)


def _goes_on(parts: Sequence[str], following: Sequence[MailLine], first: MailLine) -> str:
    """Return the reason if the next line may belong to a sentence, or an empty text."""
    for line in following:
        follows = line.number == first.number + len(parts) and line.depth == first.depth
        if follows and not parts[-1].rstrip().endswith((".", "!")) and _GOES_ON.match(line.text.strip()):
            return "it is not clear whether the next line belongs to it: indent that, or leave a line between"
    return ""


def _may_be_line(text: str, fenced: bool) -> bool:
    """Check whether a text begins like a line of a log. In a fence any word of the notation will do."""
    return _OPENS.match(text) is not None or (fenced and text[:1] != ";" and begins_entry(text))


def _quoted(lines: Sequence[MailLine]) -> tuple[tuple[FoundLine, ...], int]:
    """Return the readable quoted lines of the notation, each once, and how many are left out."""
    seen: dict[str, FoundLine | None] = {}
    passed: set[str] = set()
    more = 0
    for i, line in enumerate(lines):
        if not line.depth or line.text in passed:
            continue
        passed.add(line.text)
        if not _OPENS.match(text := _bare(line.text)) or text in seen:
            continue
        if len(seen) >= MOST_QUOTED:
            more += 1
            continue
        parts, _ = _with_continuation(text, lines[i + 1 : i + 20], line)
        entry, _ = _read(parts)
        readable = entry is not None and entry.event is not None
        seen[text] = FoundLine(line.number, "\n".join(parts), entry) if readable else None
    return tuple([one for one in seen.values() if one is not None]), more


def _set_apart_lines(own: Sequence[MailLine], moves: Sequence[FoundLine]) -> Iterator[FoundLine]:
    """Yield lines in quotation marks or after a bar, which may be quotes, and rows of a table.

    The writer of these moves is uncertain, so they are reported as quoted lines.
    """
    taken = {line.number + i for line in moves for i in range(line.text.count("\n") + 1)}
    seen: set[str] = set()
    for line in own:
        if line.number in taken or len(seen) >= MOST_QUOTED:
            continue
        for text in _within(_bare(line.text)):
            if text not in seen and _OPENS.match(text):
                seen.add(text)
                entry, _ = _read([text])
                if entry is not None and entry.event is not None:
                    yield FoundLine(line.number, text, entry)
                    break


def _within(text: str) -> Iterator[str]:
    """Yield the texts in quotation marks, after a bar, and in the cells of a row."""
    if marked := _IN_MARKS.fullmatch(text):
        yield marked[1].strip()
    if text.startswith(_BARS):
        cells = [cell.strip() for cell in text[1:].strip().rstrip("|").split("|")]
        yield " | ".join(cells)
        if len(cells) > 1 and _BY_FACTION.fullmatch(cells[0]):
            yield f"{cells[0]} {' | '.join(cells[1:])}"


def _labelled(text: str) -> tuple[str, str]:
    """Return the words of correction in front of a move on its line, and the move."""
    bare = _bare(text)
    correction = _CORRECTION.match(bare)
    label, rest = (correction[0].strip(), bare[correction.end() :]) if correction else ("", bare)
    return label, _ARTICLE.sub("", rest, count=1) if _ARTICLE.match(rest) else rest


def paragraph_at(lines: Sequence[MailLine], number: int) -> str:
    """Return the paragraph of the writer's own that begins in a line, up to a blank line or the next move."""
    texts: list[str] = []
    for line in lines:
        text = _bare(line.text)
        if line.number < number or line.depth:
            continue
        if (
            line.number != number + len(texts)
            or not text
            or len(texts) >= MOST_JOINED
            or (texts and _read([text])[0] is not None)
        ):
            break
        texts.append(text)
    return " ".join(texts)


def paragraphs(lines: Sequence[MailLine]) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of the writer's own, each with the number of its first line."""
    before = -1
    for line in lines:
        if not line.depth and line.text.strip():
            if line.number != before + 1:
                yield line.number, paragraph_at(lines, line.number)
            before = line.number


def _bare(text: str) -> str:
    """Return a line without the marks that lists and word processors put around it."""
    text = _BULLET.sub("", text[:20_000], count=1).strip()
    for mark in ("**", "`", "*", "_"):
        if text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark):
            text = text[len(mark) : -len(mark)].strip()
    return text[label.end() :] if (label := _LABEL.match(text)) else text


def _with_continuation(text: str, following: Sequence[MailLine], first: MailLine) -> tuple[list[str], str]:
    """Return a line with the lines that continue it, and the reason if the next line may continue it."""
    parts = [text]
    number = first.number
    for line in following:
        bare = line.text.strip()
        in_field = _has_open_field(parts)
        if line.number != number + 1 or not bare or line.fenced is not first.fenced:
            break
        if line.depth != first.depth:
            break
        if begins_entry(bare) and not in_field:
            break
        longer = [*parts, f"    {bare}"]
        reads = _read(longer)[0] is not None
        is_open = parts[-1].rstrip().endswith(_ENDS_OPEN) or in_field
        is_indented = line.text[:1] in (" ", "\t", "\u00a0")
        was_wrapped = len(parts[-1]) + 1 + len(bare.split()[0]) > WRAPPED_FROM
        if is_open or (reads and (is_indented or was_wrapped)):
            parts, number = longer, line.number
            continue
        if reads and not text.lower().startswith("note"):
            why = "it is not clear whether the next line belongs to it: indent that, or leave a line between"
            return parts, why
        break
    return parts, ""


def _read_as_people_write(parts: Sequence[str]) -> tuple[Entry | None, str | None]:
    """Read a line, also with a full stop at its end. Words in brackets become its comment."""
    entry, fault = _read(parts)
    if fault is None:
        return entry, None
    text = "\n".join(parts)
    plain = text.rstrip()
    if plain.endswith(".") and not plain.endswith(".."):
        text = plain.rstrip(". ")
        entry, other = _read(text.split("\n"))
        if other is None:
            return entry, None
    asides = [one.strip() for one in _ASIDE.findall(text)]
    if not asides or any(warning_of_comment(one, 1, 1) is not None or begins_entry(one) for one in asides):
        return None, fault
    entry, other = _read(_ASIDE.sub(" ", text).split("\n"))
    if other is not None or entry is None:
        return None, fault
    comment = "; ".join([*([entry.comment] if entry.comment else []), *[f"({one})" for one in asides]])
    return msgspec.structs.replace(entry, comment=comment), None


def _has_open_field(parts: Sequence[str]) -> bool:
    text = "\n".join(parts)
    return text.rfind("[%") > text.rfind("]")


def _read(parts: Sequence[str]) -> tuple[Entry | None, str | None]:
    """Return the entry of a line, or why it cannot be read: `_PROSE` if it is not notation at all."""
    try:
        scanned, faults = scan_line("\n".join(parts))
    except UnreadableError as error:
        return None, error.message
    if scanned is not None:
        return scanned[0], None
    first = faults[0]
    if first.code == "verb-unknown" and not first.candidates:
        return None, _PROSE
    return None, f"{first.message}{f' ({first.advice})' if first.advice else ''}"
