"""The time until which an answer is due, by the header's tag `Deadline`: an interval (`3 days`) or a date.

An interval counts from the last line of the log that has a time. Nothing reads a clock.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from notation import Log

TAG = "Deadline"
_LENGTH = re.compile(r"(?P<number>[1-9][0-9]{0,3}) *(?P<unit>hour|day|week)s?", re.IGNORECASE)
_HOURS = {"hour": 1, "day": 24, "week": 168}


def deadline_words(log: Log, deadline: str = "") -> str:
    """Return the time until which an answer is due, in words; empty without an agreement.

    `deadline` replaces the header's tag. A value of another form is returned unchanged.
    """
    value = " ".join((deadline or log.tag(TAG) or "").split())
    interval = _LENGTH.fullmatch(value)
    if interval is None:
        return value
    written = [entry.time for entry in log.entries if entry.time]
    since = _moment(written[-1]) if written else None
    if since is None:
        return f"within {value}"
    until = since + timedelta(hours=int(interval["number"]) * _HOURS[interval["unit"].lower()])
    return f"{until:%A, %d %B %Y, %H:%M} UTC ({value} after the last line)"


def _moment(time: str) -> datetime | None:
    """Return the moment of a field `[%time …]`, or None if no calendar has it."""
    try:
        return datetime.fromisoformat(time.replace("Z", "+00:00")).replace(tzinfo=None)
    except ValueError:
        return None
