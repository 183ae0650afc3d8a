"""The seat that has to sign each line of a log: the seat of the acting Faction, for any writer of the line.

A line in which no Faction acts (a note, a `void` line) has to be signed by its writer, if he has a key. The
lines of a Non-player need no signature: nobody holds its key any more.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import Players
from fitl_core.game.effective import EffectiveLog, Link
from fitl_core.record.events import (
    Action,
    Amend,
    Event,
    Hold,
    Note,
    Pass,
    Pivotal,
    RevealMarker,
    ShareOut,
    Stand,
    Waive,
)
from notation import Log, setup_of
from notation.seals import by_seat


class Signer(msgspec.Struct, frozen=True):
    """The seat that has to sign a line, "" if none has to; `left` are seats with a key that lose players."""

    seat: str
    left: tuple[str, ...] = ()


def acting(event: Event | None) -> Faction | None:
    """Return the Faction that acts in an event, also in a move that is amended or let stand."""
    match event:
        case Amend(_, move) | Stand(move):
            return acting(move)
        case Action() | Pass() | Waive() | Hold() | Pivotal() | RevealMarker():
            return event.faction
    return None


def signers(log: Log) -> Iterator[Signer]:
    """Yield the signer of each entry of a log, in order."""
    keys = by_seat(log.tag("Seat-Keys"))
    factions = {seat: tuple([Faction(part) for part in seat.split("+")]) for seat in keys}
    written, players = EffectiveLog(), setup_of(log).players
    players_at: dict[Link | None, Players] = {None: players}
    for entry in log.entries:
        event = entry.event
        if not keys or event is None:
            yield Signer(entry.by if event is None and entry.by in keys else "")
            continue
        played = {faction for group in players for faction in group}
        who = acting(event)
        seat = next((seat for seat in keys if who in factions[seat] and who in played), "")
        try:
            end = written.take(event)
        except Violation:  # `fitl validate` reports a line that has nothing to work on
            end = written.take(Note(""))
        players = _players(end, players_at)
        still = {faction for group in players for faction in group}
        seats_leaving = [seat for seat, own in factions.items() if played & set(own) and not still & set(own)]
        yield Signer(seat or (entry.by if entry.by in keys else ""), tuple(seats_leaving))


def _players(end: Link | None, players_at: dict[Link | None, Players]) -> Players:
    """Return who plays after the last line of an effective log."""
    way: list[Link] = []
    while end not in players_at:
        assert end is not None
        way.append(end)
        end = end.before
    players = players_at[end]
    for link in reversed(way):
        players = link.event.players if isinstance(link.event, ShareOut) else players
        players_at[link] = players
    return players
