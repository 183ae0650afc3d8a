"""Every endpoint of the API, once: its route and its description in OpenAPI are both made of this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from fitl_core.game.adjudications import AdjudicationView
from fitl_core.proofs.findings import Verified
from fitl_core.server import doing, looking, shapes
from fitl_core.server.calls import Call
from fitl_core.table.tables import OpenedTable
from fitl_core.table.views import TableView
from fitl_core.tell.cards import CardView
from fitl_core.tell.view import StateView


class Endpoint(msgspec.Struct, frozen=True):
    """A path and the method by which it is asked: who answers, with what body and query, and what comes back.

    `gives` is a type, told as JSON, or the media type of what is none. `faults` are the statuses of problems
    besides those that any request may meet. `weight` is how many requests it counts for in the rate of a
    client. A stream of news has no handler here.
    """

    method: Literal["GET", "POST", "PUT"]
    path: str
    handler: Callable[[Call], Any] | None
    summary: str
    gives: Any
    takes: type[msgspec.Struct] | None = None
    query: type[msgspec.Struct] | None = None
    status: int = 200
    faults: tuple[int, ...] = ()
    weight: float = 1

    @property
    def of_table(self) -> bool:
        """Whether it is about one table."""
        return "{table}" in self.path

    @property
    def operation(self) -> str:
        """Its name in OpenAPI: "post-commands"."""
        return f"{self.method.lower()}-{self.path.rpartition('/')[2].strip('{}')}"


_TABLE = "/api/tables/{table}"
_LINE = (401, 404, 422)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/choices", looking.choices, "What a new table may be", shapes.Choices),
    Endpoint("GET", "/api/card", looking.card, "A card in our own words", CardView, query=shapes.Numbered),
    Endpoint(
        "POST",
        "/api/tables",
        doing.open_table,
        "Open a table",
        OpenedTable,
        takes=shapes.Open,
        status=201,
        faults=(422,),
        weight=100,
    ),
    Endpoint(
        "GET",
        _TABLE,
        looking.look,
        "The table as one's seat sees it",
        TableView,
        query=shapes.Behind,
        faults=(401, 404),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/commands",
        doing.tell,
        "Carry out a command",
        shapes.Done,
        takes=shapes.Tell,
        faults=(401, 403, 404, 409, 422),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/draft",
        looking.sketch,
        "What one is asked behind a part of a move, without playing it",
        shapes.Sketched,
        takes=shapes.Sketch,
        faults=(401, 403, 404, 422),
        weight=2,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/adjudicate",
        looking.adjudicate,
        "The ruling on a line, without playing it",
        AdjudicationView,
        takes=shapes.Judge,
        faults=(401, 403, 404, 422),
        weight=5,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/events",
        looking.events,
        "The lines of the log with what each did",
        shapes.EventsTold,
        query=shapes.Behind,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/position",
        looking.position,
        "The position behind a line",
        StateView,
        query=shapes.AtLine,
        faults=_LINE,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/board",
        looking.board,
        "The board as a picture",
        "image/svg+xml",
        query=shapes.Drawn,
        faults=_LINE,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/scene",
        looking.scene,
        "All that a page shows, as far as one has not had it",
        shapes.Scene,
        query=shapes.Having,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/drawing",
        looking.drawing,
        "What differs on the board between two lines",
        shapes.Drawing,
        query=shapes.Differing,
        faults=_LINE,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/charts",
        looking.charts,
        "Curves of the game so far",
        "image/svg+xml",
        query=shapes.Charted,
        faults=_LINE,
    ),
    Endpoint("GET", f"{_TABLE}/log", looking.log, "The log, to be kept", "text/plain", faults=(401, 404)),
    Endpoint(
        "GET",
        f"{_TABLE}/facts",
        looking.facts,
        "The facts that one's seat may know",
        shapes.FactsKnown,
        query=shapes.Behind,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/decisions",
        looking.decisions,
        "Why Non-players did what they did",
        shapes.Decisions,
        query=shapes.OfLine,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/verify",
        looking.verify,
        "What the log proves so far",
        Verified,
        faults=(401, 404),
        weight=2,
    ),
    Endpoint(
        "PUT",
        f"{_TABLE}/name",
        doing.set_name,
        "Say who sits on one's seat",
        shapes.Named,
        takes=shapes.Called,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/links",
        doing.new_link,
        "A new link; the one before holds no more",
        shapes.Linked,
        takes=shapes.Relink,
        status=201,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/news",
        None,
        "What happens at the table, as it happens: each event `news` is a `News`",
        "text/event-stream",
        query=shapes.Listening,
        faults=(401, 404),
    ),
)
"""A path has one method."""
