"""The mails that a game has played, by a mark beside each of their lines: `[%mail 0123456789abcdef]`.

The mark is a hash of the mail's Message-ID. For a mail without one it is a hash of its date, sender and body.
A text without header, such as a thread of a forum, has a mark for each of its lines: a hash of the text up to
that line. So a longer thread is recognized up to its new posts. If other words of the thread have changed,
such as "2 hours ago", `begins_as_played` recognizes it by its moves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import msgspec

from fitl_core.mail.found_lines import FoundLine
from fitl_core.mail.letters import Letter
from fitl_core.record.events import Pass
from notation import Entry, Log, write_event

FIELD = "mail"
"""The name of the field beside a line from a mail."""
_DIGITS = 16
_DIE = re.compile(r" *\{[0-9 ,]+\}")


def marks_in(log: Log) -> frozenset[str]:
    """Return the marks of all mails whose lines are in a log."""
    return frozenset([value for entry in log.entries for name, value in entry.fields if name == FIELD])


def mark_of(letter: Letter, line: FoundLine) -> str:
    """Return the mark of a line of a mail.

    >>> mark_of(Letter("Cy", "", "VC pass", id="<1@x>"), FoundLine(1, "VC pass", None))
    'a7a43ae796e1496b'
    """
    if letter.id:
        parts = ["id", letter.id]
    elif letter.pasted:
        lines = letter.text.split("\n")[: line.number - 1]
        parts = ["text", *" ".join([*lines, line.text]).split()]
    else:
        parts = ["body", letter.time, letter.address or letter.by, *letter.text.split()]
    return hashlib.sha256("\n".join(["fitl mail 1", *parts]).encode(errors="surrogateescape")).hexdigest()[
        :_DIGITS
    ]


def marked(entry: Entry, mark: str) -> Entry:
    """Return a line with the mark of its mail. The mark replaces one that the mail claims."""
    fields = [field for field in entry.fields if field[0] != FIELD]
    return msgspec.structs.replace(entry, fields=((FIELD, mark), *fields))


def begins_as_played(log: Log, lines: Sequence[FoundLine]) -> int:
    """Return how many of the first lines of a pasted text were played from pasted texts, in this order.

    A line from a pasted text has a mark and no time.
    """
    played = iter([one for one in log.entries if one.event is not None and _is_pasted(one)])
    for number, line in enumerate(lines):
        if not any(_says(line, entry) for entry in played):
            return number
    return len(lines)


def _is_pasted(entry: Entry) -> bool:
    return not entry.time and any(name == FIELD for name, _ in entry.fields)


def _says(line: FoundLine, entry: Entry) -> bool:
    """Check whether a line equals an entry of the log, ignoring dice."""
    if line.entry is None or line.entry.event is None or entry.event is None:
        return line.passes and isinstance(entry.event, Pass)
    texts = (write_event(entry.event), entry.typed) if entry.typed else (write_event(entry.event),)
    return _without_dice(write_event(line.entry.event)) in [_without_dice(text) for text in texts]


def _without_dice(text: str) -> str:
    """Return the text of a line without its dice, which the dealer may have rolled."""
    return _DIE.sub("", text)
