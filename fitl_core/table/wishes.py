"""The wishes of seats: where a player wants to hear of his turn. They are side data of a table.

A wish is a secret of its seat. No view, fact, log or export has it. It is erased when the player leaves. Read
`fitl_core.messages.outbox` for the messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from fitl_core.stores.port import Store
from fitl_core.table.facts import Seat

Way = Literal["mail", "webhook"]
"""A way by which the server tells a player of his turn."""
Occasion = Literal["turn", "reminder", "overdue", "rematch", "test", "confirm"]
"""The reason for a message: a turn, its time that is nearly over or is over, a rematch, a test, or a new
address."""
OF_TURN: tuple[Occasion, ...] = ("turn", "reminder", "overdue")
"""The occasions of which each turn has one."""
OF_TABLE: tuple[Occasion, ...] = (*OF_TURN, "rematch")
"""The occasions that follow from what happens at the table."""
REMINDERS: tuple[Occasion, ...] = ("reminder", "overdue")
"""The occasions that come some time after the beginning of a turn."""
WAYS: tuple[Way, ...] = get_args(Way)
_WISHES, _MESSAGE = "wishes", "message"


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The addresses of a player by way ("": none), and the secret of the link that ends all messages.

    Turns that had begun at version `since` have no message: the player has seen them. `at` is the time of the
    choice (ISO 8601): there are no reminders whose moment was before it. A mail address gets nothing but the
    link that confirms it, until it `is_confirmed`. `confirm` is the secret of that link.
    """

    stop: str
    since: int = 0
    mail: str = ""
    webhook: str = ""
    at: str = ""
    confirm: str = ""
    is_confirmed: bool = True

    def address(self, way: Way) -> str:
        """Return the address for a way; "" if the player does not want it."""
        return self.mail if way == "mail" else self.webhook

    def address_for(self, way: Way, occasion: Occasion) -> str:
        """Return the address to which a message goes now; "" if none goes."""
        may_go = way == "webhook" or self.is_confirmed
        return self.address(way) if may_go != (occasion == "confirm") else ""


_DECODER: msgspec.json.Decoder[Wishes] = msgspec.json.Decoder(Wishes)
"""The decoder is made at import because msgspec must not learn a type in two threads at once."""


def wishes_in(aside: Mapping[str, str]) -> dict[Seat, Wishes]:
    """Return the wishes in the side data of a table, by seat. An entry that cannot be read counts as none."""
    found: dict[Seat, Wishes] = {}
    for key, value in aside.items():
        kind, _, seat = key.partition(" ")
        if kind == _WISHES:
            try:
                found[seat] = _DECODER.decode(value)
            except (msgspec.MsgspecError, UnicodeError):
                continue
    return found


def keep_wishes(store: Store, table: str, seat: Seat, wishes: Wishes) -> None:
    """Keep the wishes of a seat instead of the ones before."""
    store.put_aside(table, f"{_WISHES} {seat}", msgspec.json.encode(wishes).decode())


def forget_wishes(store: Store, table: str, seat: Seat) -> None:
    """Erase the wishes of a seat, and all that is kept of its messages."""
    if (key := f"{_WISHES} {seat}") in store.aside(table):
        store.put_aside(table, key, None)
    for way in WAYS:
        forget_messages(store, table, seat, way)


def forget_messages(store: Store, table: str, seat: Seat, way: Way) -> None:
    """Erase all that is kept of the messages of a seat by one way."""
    kept = store.aside(table)
    for occasion in get_args(Occasion):
        if (key := key_of_message(way, occasion, seat)) in kept:
            store.put_aside(table, key, None)


def key_of_message(way: Way, occasion: Occasion, seat: Seat) -> str:
    """Return the key of the side data under which the last message of a kind is kept."""
    return f"{_MESSAGE} {way} {occasion} {seat}"


def is_of_wishes(key: str) -> bool:
    """Check whether an entry of the side data is about wishes or messages."""
    return key.partition(" ")[0] in (_WISHES, _MESSAGE)
