"""Moments in the words of messages."""

from __future__ import annotations


def moment_words(time: str) -> str:
    """Return a moment (ISO 8601, UTC) to the minute.

    >>> moment_words("2026-12-03T18:30:00.000Z")
    '2026-12-03 at 18:30 UTC'
    """
    return f"{time[:10]} at {time[11:16]} UTC"
