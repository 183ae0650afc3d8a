"""Every endpoint of the API, listed once: its route and its description in OpenAPI are both made from this
list.

Read `bodies` for the types of requests and answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from fitl_core.game.adjudications import AdjudicationView
from fitl_core.proofs.findings import Verification
from fitl_core.server import (
    bodies,
    chat_handlers,
    message_handlers,
    read_handlers,
    return_bodies,
    return_handlers,
    write_handlers,
)
from fitl_core.server.calls import Call
from fitl_core.table.rematches import Rematch
from fitl_core.table.tables import OpenedTable
from fitl_core.table.views import TableView
from fitl_core.tell.card_previews import CardView
from fitl_core.tell.state_view import StateView


class Endpoint(msgspec.Struct, frozen=True):
    """A path with its method, its handler, the types of its body and query, and the type of its answer.

    `gives` is the type of a JSON answer, or the media type of any other one. `faults` are the statuses of
    problems in addition to those of every request. `weight` is the number of requests that it counts for in a
    client's rate. If it `is_costly`, it has its own threads, in which links take turns. An answer that is the
    `same_for_all` depends on no seat: it holds no secret and may be compressed. A stream of news has no
    handler here.
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
    is_costly: bool = False
    same_for_all: bool = False

    @property
    def of_table(self) -> bool:
        """Whether the endpoint is about one table."""
        return "{table}" in self.path

    @property
    def operation(self) -> str:
        """The name of the endpoint in OpenAPI: "post-commands"."""
        return f"{self.method.lower()}-{self.path.rpartition('/')[2].strip('{}')}"


_TABLE = "/api/tables/{table}"
_LINE = (401, 404, 422)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "GET",
        "/api/choices",
        read_handlers.choices,
        "The choices for a new table",
        bodies.TableChoices,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        "/api/card",
        read_handlers.card,
        "A card in the words of this program",
        CardView,
        query=bodies.Numbered,
        same_for_all=True,
    ),
    Endpoint(
        "POST",
        "/api/tables",
        write_handlers.open_table,
        "Open a table",
        OpenedTable,
        takes=bodies.OpenTable,
        status=201,
        faults=(422,),
        weight=100,
    ),
    Endpoint(
        "GET",
        _TABLE,
        read_handlers.look,
        "The table as the client's seat sees it",
        TableView,
        query=bodies.Behind,
        faults=(401, 404),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/commands",
        write_handlers.tell,
        "Carry out a command",
        bodies.CommandDone,
        takes=bodies.Tell,
        faults=(401, 403, 404, 409, 422),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/draft",
        read_handlers.sketch,
        "The questions that follow a part of a move, without playing it",
        bodies.Sketched,
        takes=bodies.Sketch,
        faults=(401, 403, 404, 422),
        weight=2,
        is_costly=True,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/adjudicate",
        read_handlers.adjudicate,
        "The ruling on a line, without playing it",
        AdjudicationView,
        takes=bodies.Judge,
        faults=(401, 403, 404, 422),
        weight=5,
        is_costly=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/events",
        read_handlers.events,
        "The lines of the log with the effects of each",
        bodies.EventsTold,
        query=bodies.Behind,
        faults=(401, 404),
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/position",
        read_handlers.position,
        "The position after a line",
        StateView,
        query=bodies.AtLine,
        faults=_LINE,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/board",
        read_handlers.board,
        "The board as a picture",
        "image/svg+xml",
        query=bodies.DrawnBoard,
        faults=_LINE,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/scene",
        read_handlers.scene,
        "The parts of the page that the client does not have yet",
        bodies.Scene,
        query=bodies.Having,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/drawing",
        read_handlers.drawing,
        "The changes of the board between two lines",
        bodies.BoardDrawing,
        query=bodies.Differing,
        faults=_LINE,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/charts",
        read_handlers.charts,
        "Curves of the game so far",
        "image/svg+xml",
        query=bodies.Charted,
        faults=_LINE,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/log",
        read_handlers.log,
        "The log, as a file",
        "text/plain",
        faults=(401, 404),
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/replay",
        read_handlers.replay_file,
        "The game so far, as a page to look at",
        "text/html",
        faults=(401, 404, 422),
        weight=5,
        is_costly=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/facts",
        read_handlers.facts,
        "The facts that the client's seat may know",
        bodies.FactsKnown,
        query=bodies.Behind,
        faults=(401, 404),
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/decisions",
        read_handlers.decisions,
        "The decisions of Non-players, with their steps",
        bodies.Decisions,
        query=bodies.OfLine,
        faults=(401, 404),
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/older-rules",
        read_handlers.older_rules,
        "The lines that today's rules judge otherwise than those by which they were played",
        bodies.LinesJudged,
        faults=(401, 404),
        weight=5,
        is_costly=True,
        same_for_all=True,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/verify",
        read_handlers.verify_table,
        "The proofs of the log so far",
        Verification,
        faults=(401, 404),
        weight=2,
        same_for_all=True,
    ),
    Endpoint(
        "PUT",
        f"{_TABLE}/name",
        write_handlers.set_name,
        "Set the name of the player on the client's seat",
        bodies.Named,
        takes=bodies.Called,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/links",
        write_handlers.new_link,
        "A new link; the old one is no longer valid",
        bodies.Linked,
        takes=bodies.Relink,
        status=201,
        faults=(401, 403, 404, 422),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/rematch",
        write_handlers.open_rematch,
        "The rematch of a finished table, with the link of the client's seat; it is opened if nobody has",
        Rematch,
        status=201,
        faults=(401, 403, 404, 422),
        weight=50,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/messages",
        message_handlers.ways_of_seat,
        "The ways by which the client's seat hears of its turn",
        bodies.WaysKept,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "PUT",
        f"{_TABLE}/messages/ways",
        message_handlers.choose_ways,
        "Choose the ways by which the client's seat hears of its turn",
        bodies.WaysKept,
        takes=bodies.ChosenWays,
        faults=(401, 403, 404, 422),
        weight=5,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/messages/test",
        message_handlers.send_test,
        "Send a test message, or another link to a mail address that is not confirmed",
        bodies.WaysKept,
        takes=bodies.TriedWay,
        status=202,
        faults=(401, 403, 404, 422),
        weight=50,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/messages/stop",
        message_handlers.stop_messages,
        "Stop the messages to a seat by the secret of a message's link",
        bodies.Stopped,
        takes=bodies.MessageLink,
        faults=(401, 403, 404),
        weight=5,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/messages/confirm",
        message_handlers.confirm_address,
        "Confirm the mail address of a seat by the secret of a mail's link",
        bodies.Confirmed,
        takes=bodies.MessageLink,
        faults=(401, 403, 404),
        weight=5,
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/links/take",
        return_handlers.take_seat,
        "Exchange the link of a seat for a secret of the client; the link is no longer valid",
        return_bodies.SeatTaken,
        takes=return_bodies.TakenBy,
        faults=(401, 404, 410, 422),
        weight=5,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/summary",
        return_handlers.summary,
        "The table in short, for a list of tables",
        return_bodies.TableSummary,
        faults=(401, 404),
    ),
    Endpoint(
        "PUT",
        f"{_TABLE}/title",
        return_handlers.set_title,
        "Set the title of the table",
        return_bodies.Retitled,
        takes=return_bodies.Retitle,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "POST",
        "/api/personal-links",
        return_handlers.make_personal_link,
        "Make a personal link that collects seats in another browser",
        return_bodies.PersonalLinkMade,
        takes=return_bodies.SeatsToCollect,
        status=201,
        faults=(404, 422),
        weight=50,
    ),
    Endpoint(
        "POST",
        "/api/personal-links/open",
        return_handlers.open_personal_link,
        "Collect the seats of a personal link",
        return_bodies.SeatsCollected,
        takes=return_bodies.TakenBy,
        faults=(404, 410, 422),
        weight=50,
    ),
    Endpoint(
        "POST",
        "/api/personal-links/revoke",
        return_handlers.revoke_personal_link,
        "Revoke a personal link, and close the seats that it has opened",
        return_bodies.PersonalLinkRevoked,
        takes=return_bodies.PersonalLink,
        faults=(404,),
        weight=50,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/chat",
        chat_handlers.chat,
        "The chat of the table after a message",
        chat_handlers.ChatShown,
        query=chat_handlers.ChatAfter,
        faults=(401, 403, 404),
    ),
    Endpoint(
        "POST",
        f"{_TABLE}/chat/messages",
        chat_handlers.say_in_chat,
        "Say something in the chat of the table",
        chat_handlers.ChatLine,
        takes=chat_handlers.SayInChat,
        status=201,
        faults=(401, 403, 404, 422),
        weight=5,
    ),
    Endpoint(
        "PUT",
        f"{_TABLE}/chat/spectators",
        chat_handlers.choose_spectators,
        "Let spectators join the chat, or shut them out",
        chat_handlers.ChatShown,
        takes=chat_handlers.ChatSpectators,
        faults=(401, 403, 404, 422),
        weight=5,
    ),
    Endpoint(
        "GET",
        f"{_TABLE}/news",
        None,
        "A stream of news of the table: each event `news` is a `News`",
        "text/event-stream",
        query=bodies.Listening,
        faults=(401, 404),
    ),
)
"""All endpoints. A path has only one method."""
