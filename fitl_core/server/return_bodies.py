"""The types of requests and answers about coming back: seats taken by links, personal links, summaries.

Read `return_handlers` for their use.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.table.facts import Seat
from fitl_core.table.personal_links import MOST_SEATS, SeatCollected, SeatHeld
from fitl_core.table.seats_asked import SeatsAsked
from fitl_core.table.table_state import Status

Secret = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A secret that a browser has drawn: 32 random bytes, in hexadecimal."""
OldLink = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""A link as somebody has given it, perhaps a wrong one."""


class TakenBy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link, and the secret for which a browser exchanges it."""

    link: OldLink
    secret: Secret


class Retitle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a table; None erases it."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None


class SeatsToCollect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seats of a browser, for a personal link."""

    seats: Annotated[tuple[SeatHeld, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]


class PersonalLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A personal link."""

    link: OldLink


class SeatTaken(msgspec.Struct, frozen=True):
    """The seat that a browser has taken; `""` is the host's."""

    table: str
    seat: Seat


class Retitled(msgspec.Struct, frozen=True):
    """The title of a table, None without one."""

    title: str | None


class PersonalLinkMade(msgspec.Struct, frozen=True):
    """A new personal link, which is shown only once, and its seats. It must be opened before `until`."""

    link: str
    until: str
    seats: tuple[SeatCollected, ...]


class SeatsCollected(msgspec.Struct, frozen=True):
    """The seats that a personal link has opened."""

    seats: tuple[SeatCollected, ...]


class PersonalLinkRevoked(msgspec.Struct, frozen=True):
    """The number of seats of a revoked personal link."""

    seats: int


class SummarySeat(msgspec.Struct, frozen=True):
    """A seat in a summary: its Factions, and the name of its player."""

    name: Seat
    factions: tuple[Faction, ...]
    taken: bool
    player: str


class TableSummary(msgspec.Struct, frozen=True):
    """A table in short, for a list of tables. `seat` is that of the client, None for a spectator.

    `now` is the time of the server, by which the client counts the time until `asked.due`.
    """

    table: str
    title: str
    scenario: str
    rules: Edition
    status: Status
    seat: Seat | None
    seats: tuple[SummarySeat, ...]
    asked: SeatsAsked
    lines: int
    now: str
