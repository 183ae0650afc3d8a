"""Lines of the notation in a mail, among whatever else people write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from fitl_core.mail.quoting import MailLine
from fitl_core.record.events import Note
from notation import Entry, UnreadableError
from notation.lines import begins_entry
from notation.reader import scan_line

MOST_QUOTED = 2_000
"""So many different lines that are quoted are looked at."""
WRAPPED_FROM = 60
"""A line of so many columns may have been wrapped by a mail program."""
_BULLET = re.compile(
    r"\s*(?:[-*\u2022\u2023\u25cf\u00b7\u2013\u2014\u25aa\u25e6\u2043\u27a4]|[0-9]{1,2}[.)])\s+(?=\S)"
)
_LABEL = re.compile(r"(?:my|our) +(?:move|turn|action) *: +(?=\S)", re.IGNORECASE)
"""What people write in front of their own move, on its line."""
_TAG = r"(?:US|ARVN|NVA|VC)"
_OPENS = re.compile(
    rf"(?:{_TAG}(?:\s*:\s*|\s+)[A-Za-z]|#\s*[0-9]|next\s+(?:#|none\b|[0-9])|void(?:\s+[0-9]+)?\s*$|amend\s+[0-9]"
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
    """A line of the notation in a mail: from which line of it, what it says, and `entry`, what that means.

    Where it cannot be read, `entry` is None and `why` says so.
    """

    number: int
    text: str
    entry: Entry | None
    why: str = ""


class Findings(msgspec.Struct, frozen=True):
    """What a mail holds: its writer's own `lines`, those that he quotes, the `digests` of positions in it.

    `has_log` says whether it has the header of a whole log; `more_quoted` how many quoted lines were not
    looked at.
    """

    lines: tuple[FoundLine, ...]
    quoted: tuple[FoundLine, ...]
    digests: tuple[str, ...]
    has_log: bool = False
    more_quoted: int = 0


def findings(lines: Sequence[MailLine]) -> Findings:
    """What is found in the lines of a mail. Where some of the writer's own are fenced, only those count."""
    own = [line for line in lines if line.depth == 0]
    fenced = [line for line in own if line.fenced]
    named = [found[1].lower() for line in lines for found in _digests_of(line.text)]
    quoted, more = _quoted(lines)
    fenced_only = any(_may_be_line(_bare(line.text), True) for line in fenced)
    found = tuple(_found(own, fenced_only))
    return Findings(
        found,
        (*quoted, *(() if fenced_only else _set_apart(own, found))),
        tuple(dict.fromkeys(named)),
        any(_OURS.match(line.text) for line in own),
        more,
    )


def _digests_of(text: str) -> Iterable[re.Match[str]]:
    """The digests in a line: most have none, and a mail has a million lines."""
    return _DIGEST.finditer(text[:500]) if "igest" in text else ()


def _found(lines: Sequence[MailLine], fenced_only: bool) -> Iterator[FoundLine]:
    """The writer's own lines of the notation, each with what continues it."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        text = _bare(line.text)
        if (fenced_only and not line.fenced) or not _may_be_line(text, line.fenced):
            continue
        parts, why = _with_what_continues(text, lines[at : at + 20], line)
        at += len(parts) - 1
        entry, fault = _read(parts)
        why = why or ("" if fault is None else fault)
        if why and not line.fenced and (why == _PROSE or not _BY_FACTION.match(text)):
            continue
        if entry is not None and isinstance(entry.event, Note) and not line.fenced:
            continue  # "Note that I am away" is no line of the log
        yield FoundLine(line.number, "\n".join(parts), entry if not why else None, why)


def _may_be_line(text: str, fenced: bool) -> bool:
    """Whether a text begins as a line of a log does: in a fence by any of its words."""
    return _OPENS.match(text) is not None or (fenced and text[:1] != ";" and begins_entry(text))


def _quoted(lines: Sequence[MailLine]) -> tuple[tuple[FoundLine, ...], int]:
    """The lines of the notation that are quoted and can be read, each once, and how many are left out."""
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
        parts, _ = _with_what_continues(text, lines[i + 1 : i + 20], line)
        entry, _ = _read(parts)
        readable = entry is not None and entry.event is not None
        seen[text] = FoundLine(line.number, "\n".join(parts), entry) if readable else None
    return tuple([found for found in seen.values() if found is not None]), more


def _set_apart(own: Sequence[MailLine], found: Sequence[FoundLine]) -> Iterator[FoundLine]:
    """Lines in quotation marks or behind a bar, as some quote what others wrote, and rows of a table.

    Whose move they are is not certain: they are told of as what is quoted is.
    """
    taken = {line.number + i for line in found for i in range(line.text.count("\n") + 1)}
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
    """What stands in quotation marks, behind a bar, in the cells of a row."""
    if marked := _IN_MARKS.fullmatch(text):
        yield marked[1].strip()
    if text.startswith(_BARS):
        cells = [cell.strip() for cell in text[1:].strip().rstrip("|").split("|")]
        yield " | ".join(cells)
        if len(cells) > 1 and _BY_FACTION.fullmatch(cells[0]):
            yield f"{cells[0]} {' | '.join(cells[1:])}"


def _bare(text: str) -> str:
    """A line without what lists and word processors put around it."""
    text = _BULLET.sub("", text[:20_000], count=1).strip()
    for mark in ("**", "`", "*", "_"):
        if text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark):
            text = text[len(mark) : -len(mark)].strip()
    return text[found.end() :] if (found := _LABEL.match(text)) else text


def _with_what_continues(text: str, following: Sequence[MailLine], first: MailLine) -> tuple[list[str], str]:
    """A line with those that a mail program has cut off it; why it is not known whether one belongs to it."""
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


def _has_open_field(parts: Sequence[str]) -> bool:
    text = "\n".join(parts)
    return text.rfind("[%") > text.rfind("]")


def _read(parts: Sequence[str]) -> tuple[Entry | None, str | None]:
    """What a line means, or why it cannot be read: `_PROSE` where it is none of the notation at all."""
    try:
        found, faults = scan_line("\n".join(parts))
    except UnreadableError as error:
        return None, error.message
    if found is not None:
        return found[0], None
    first = faults[0]
    if first.code == "verb-unknown" and not first.candidates:
        return None, _PROSE
    return None, f"{first.message}{f' ({first.advice})' if first.advice else ''}"
