"""The handlers of requests about the chat of a table, and the bell that tells listeners of a new message.

Read `fitl_core.table.chat` for the chat, and `news` for the listeners.
"""

from __future__ import annotations

import math
from typing import Annotated

import msgspec

from fitl_core.server.calls import Call
from fitl_core.server.problems import TooMany
from fitl_core.stores.port import MOST_VERSIONS
from fitl_core.table.chat import (
    LONGEST_MESSAGE,
    Chat,
    ChatMessage,
    TooChatty,
    chat_of,
    insist_on_joining,
    let_spectators_join,
    say_at,
)
from fitl_core.table.facts import Seat
from fitl_core.table.seating import insist_on_host


class SayInChat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A message. With a `key` it is safe to send again. `name` is that of a spectator; seats have theirs."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MESSAGE)]
    key: Annotated[str, msgspec.Meta(max_length=64)] = ""
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""


class ChatSpectators(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether spectators may read and write the chat."""

    may_join: bool


class ChatAfter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of a message: the answer holds only later ones."""

    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSIONS)] = 0


class ChatLine(msgspec.Struct, frozen=True):
    """A message as all who may join see it. `by` is a seat, `""` the host, None a spectator."""

    number: int
    time: str
    by: Seat | None
    name: str
    text: str


class ChatShown(msgspec.Struct, frozen=True):
    """The messages after a number, the number of the last one, and whether spectators may join."""

    messages: tuple[ChatLine, ...]
    last: int
    has_spectators: bool


def chat(call: Call) -> ChatShown:
    """Return the messages after a number, to those who may join."""
    asked: ChatAfter = call.query
    call.tables.version(call.table)
    found = chat_of(call.tables.store, call.table)
    insist_on_joining(found, call.seat)
    return _shown(found, asked.after)


def say_in_chat(call: Call) -> ChatLine:
    """Add a message of the client's seat, or of a spectator."""
    sent: SayInChat = call.body
    tables, seat = call.tables, call.seat
    tables.version(call.table)
    name = sent.name if seat is None else tables.names(call.table).get(seat, "")
    try:
        added = say_at(tables.store, call.table, seat, name, sent.text, sent.key, tables.now())
    except TooChatty as error:
        raise TooMany(error.message, headers={"Retry-After": str(math.ceil(error.wait))}) from None
    call.desk.bell.ring(call.table)
    return _line(added)


def choose_spectators(call: Call) -> ChatShown:
    """Let spectators join the chat, or shut them out. Only the host may."""
    wanted: ChatSpectators = call.body
    insist_on_host(call.voice)
    let_spectators_join(call.tables.store, call.table, wanted.may_join)
    call.desk.bell.ring(call.table)
    return _shown(chat_of(call.tables.store, call.table), 0)


def _shown(found: Chat, after: int) -> ChatShown:
    lines = [_line(one) for one in found.messages if one.number > after]
    return ChatShown(tuple(lines), found.last, found.has_spectators)


def _line(message: ChatMessage) -> ChatLine:
    return ChatLine(message.number, message.time, message.by, message.name, message.text)
