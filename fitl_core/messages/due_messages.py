"""The messages that a seat should have now: of its turn, the end of its time, a rematch.

`outbox` makes the messages. The times follow from the facts of the table and its clock alone. So every
process finds the same ones.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec

from fitl_core.messages.turns_begun import Turn
from fitl_core.table.facts import Seat
from fitl_core.table.time_left import REMINDED
from fitl_core.table.wishes import Occasion, Wishes

LOOK_AGAIN = 3600.0
"""The largest number of seconds until a coming reminder is computed again: a clock may be set meanwhile."""
_SHARES: dict[Occasion, float] = {"reminder": REMINDED, "overdue": 0.0}
"""The share of the time for a decision that is left when a reminder comes."""


class TableNow(msgspec.Struct, frozen=True):
    """A table as it is now: its version, and the seats that are asked with their turns.

    `left` is the number of seconds until the deadline, None without one. `given` is the number of seconds
    for a decision. `at` is the time (ISO 8601). `rematch` is the name of the rematch, and `came` are the
    seats that are taken there.
    """

    version: int
    turns: dict[Seat, Turn] = {}
    left: float | None = None
    given: float = 0.0
    at: str = ""
    rematch: str = ""
    came: frozenset[Seat] = frozenset()


class DueMessage(NamedTuple):
    """A message as it should be: the `turn` that it is about (0: there is nothing to tell), and whether one
    is made for a turn without one. A message that comes later has the seconds until then in `wait`.
    """

    turn: int = 0
    is_made: bool = False
    wait: float | None = None


def due_message(occasion: Occasion, seat: Seat, wishes: Wishes, now: TableNow) -> DueMessage:
    """Return the message that a seat should have now on an occasion."""
    if occasion == "confirm":
        return DueMessage(is_made=not wishes.is_confirmed)
    if occasion == "rematch":
        is_told = bool(now.rematch) and seat not in now.came
        return DueMessage(int(is_told), is_told)
    turn = now.turns.get(seat)
    if occasion == "turn" and turn is not None:
        return DueMessage(turn.begun, turn.begun > wishes.since)
    if occasion not in _SHARES or turn is None or now.left is None:
        return DueMessage()
    wait = now.left - _SHARES[occasion] * now.given
    if wait > 0:
        return DueMessage(wait=min(wait, LOOK_AGAIN))
    if occasion == "reminder" and now.left <= 0:  # it is too late: another message says so
        return DueMessage()
    return DueMessage(turn.runs, wait + _seconds_since(wishes.at, now.at) >= 0)


def _seconds_since(time: str, now: str) -> float:
    """Return the seconds since a time; without one, it was long ago."""
    if not time or not now:
        return float("inf")
    return (datetime.fromisoformat(now) - datetime.fromisoformat(time)).total_seconds()
