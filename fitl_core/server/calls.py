"""A request to the tables, as its handler gets it.

Read `read_handlers` and `write_handlers` next.
"""

from __future__ import annotations

from typing import Any

import msgspec

from fitl_core.messages.postman import Postman
from fitl_core.server.admitting import Admitting
from fitl_core.server.news_bell import NewsBell
from fitl_core.server.older_rules import OlderRules
from fitl_core.server.played_tables import PlayedTables
from fitl_core.server.problems import RequestError, WrongLink
from fitl_core.server.scenes import Scenes
from fitl_core.server.shared_results import Kept
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Forbidden, Unknown
from fitl_core.table.table_state import TableState
from fitl_core.table.tables import Tables


class ServerDesk(msgspec.Struct, frozen=True):
    """The things that all requests share: the tables of a store, their games, and pictures of them.

    `postman` is None if the server sends no messages. `bell` rings for a new message of a table's chat.
    """

    tables: Tables
    played: PlayedTables
    drawings: Kept[str]
    scenes: Scenes
    older_rules: OlderRules
    admitting: Admitting
    postman: Postman | None = None
    bell: NewsBell = msgspec.field(default_factory=NewsBell)

    def seat_of(self, table: str, link: str | None) -> Seat | None:
        """Return the seat that a link opens; None, a spectator, without a link. Raises `WrongLink`,
        `Unknown`.
        """
        if link is None:
            return None
        try:
            return self.tables.seat_of(table, link)
        except Unknown as error:
            self.tables.version(table)
            raise WrongLink(error.message, headers={"WWW-Authenticate": "Bearer"}) from None


class Call(msgspec.Struct, frozen=True):
    """A request: its table, its seat (`""`: the host; None: a spectator), its body, its query and the address
    from which it comes.

    `link` is the link or secret that came with it.
    """

    desk: ServerDesk
    table: str
    seat: Seat | None
    body: Any
    query: Any
    address: str = ""
    link: str | None = None

    @property
    def tables(self) -> Tables:
        """The tables of the store."""
        return self.desk.tables

    @property
    def state(self) -> TableState:
        """The table as it is now, with all secrets. Raises `Unknown`."""
        return self.tables.state(self.table)

    @property
    def own_seat(self) -> Seat:
        """The seat of the client. Raises `Forbidden` for a spectator and for the host."""
        if not self.seat:
            raise Forbidden("only a player may do this: use the link of a seat")
        return self.seat

    @property
    def voice(self) -> Seat:
        """The seat of the client, or the host's. Raises `Forbidden` for a spectator."""
        if self.seat is None:
            raise Forbidden("a spectator can only watch: use the link of a seat, or the host's")
        return self.seat


class FileAnswer(msgspec.Struct, frozen=True):
    """An answer that is not JSON: a picture, a log or a page.

    `name` is its file name, if it is to be saved. `policy` is the Content-Security-Policy of a page that has
    its own.
    """

    text: str
    name: str = ""
    policy: str = ""


def link_in(header: str | None) -> str | None:
    """Return the link in a header `Authorization`; None without a header. Raises `RequestError` for another
    form.
    """
    if header is None:
        return None
    scheme, _, link = header.partition(" ")
    if scheme.lower() != "bearer" or not link.strip():
        raise RequestError("the header is `Authorization: Bearer LINK`", "Authorization")
    return link.strip()
