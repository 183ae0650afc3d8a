"""What a request asks of the tables, as its handler gets it."""

from __future__ import annotations

from typing import Any

import msgspec

from fitl_core.server.kept import Kept
from fitl_core.server.played import Played
from fitl_core.server.problems import RequestError, WrongLink
from fitl_core.server.scenes import Scenes
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Forbidden, Unknown
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables


class Desk(msgspec.Struct, frozen=True):
    """What all requests share: the tables of a store, their games, and pictures of these."""

    tables: Tables
    played: Played
    drawings: Kept[str]
    scenes: Scenes

    def seat_of(self, table: str, link: str | None) -> Seat | None:
        """The seat that a link opens; None, a spectator, without one. Raises `WrongLink`, `Unknown`."""
        if link is None:
            return None
        try:
            return self.tables.seat_of(table, link)
        except Unknown as error:
            self.tables.version(table)
            raise WrongLink(error.message, headers={"WWW-Authenticate": "Bearer"}) from None


class Call(msgspec.Struct, frozen=True):
    """A request: at which table, by which seat (`""`: the host; None: nobody's), with what body and query."""

    desk: Desk
    table: str
    seat: Seat | None
    body: Any
    query: Any

    @property
    def tables(self) -> Tables:
        """The tables of the store."""
        return self.desk.tables

    @property
    def state(self) -> TableState:
        """The table as it stands, with all secrets. Raises `Unknown`."""
        return self.tables.state(self.table)

    @property
    def own_seat(self) -> Seat:
        """The seat of whoever asks. Raises `Forbidden` for a spectator and the host."""
        if not self.seat:
            raise Forbidden("this is for those who play: come by the link of a seat")
        return self.seat

    @property
    def voice(self) -> Seat:
        """The seat, or the host's. Raises `Forbidden` for a spectator."""
        if self.seat is None:
            raise Forbidden("a spectator only looks on: come by the link of a seat, or the host's")
        return self.seat


class Document(msgspec.Struct, frozen=True):
    """An answer that is no JSON: a picture or a log, with the name under which it is saved, if it is."""

    text: str
    name: str = ""


def link_in(header: str | None) -> str | None:
    """The link in a header `Authorization`; None without one. Raises `RequestError` for another form."""
    if header is None:
        return None
    scheme, _, link = header.partition(" ")
    if scheme.lower() != "bearer" or not link.strip():
        raise RequestError("the header is `Authorization: Bearer LINK`", "Authorization")
    return link.strip()
