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
Occasion = Literal["turn", "test"]
"""The reason for a message: a turn, or a test that the player asked for."""
WAYS: tuple[Way, ...] = get_args(Way)
_WISHES, _MESSAGE = "wishes", "message"


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """The addresses of a player by way ("": none), and the secret of the link that ends all messages.

    Turns that had begun at version `since` have no message: the player has seen them.
    """

    stop: str
    since: int = 0
    mail: str = ""
    webhook: str = ""

    def address(self, way: Way) -> str:
        """Return the address for a way; "" if the player does not want it."""
        return self.mail if way == "mail" else self.webhook


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
    kept = store.aside(table)
    own = (
        f"{_WISHES} {seat}",
        *[key_of_message(way, why, seat) for way in WAYS for why in get_args(Occasion)],
    )
    for key in own:
        if key in kept:
            store.put_aside(table, key, None)


def key_of_message(way: Way, occasion: Occasion, seat: Seat) -> str:
    """Return the key of the side data under which the last message of a kind is kept."""
    return f"{_MESSAGE} {way} {occasion} {seat}"


def is_of_wishes(key: str) -> bool:
    """Check whether an entry of the side data is about wishes or messages."""
    return key.partition(" ")[0] in (_WISHES, _MESSAGE)
