"""Personal links: one link by which a player collects the seats of one browser in another one.

A browser shows the secrets of its seats, and gets a link. Another browser opens the link with a secret that
it has drawn itself, and gets a secret of its own for each seat. The link is good once, for a week. It can be
revoked, also after it was opened: the other browser then loses its seats.

The store keeps a collection under the hash of its link, as side data of no table. It keeps no secret. A seat
is collected only while the secret that stood for it still opens the seat. Read `seat_links` first.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from fitl_core.stores.port import Store
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import TableError, Unknown
from fitl_core.table.seat_links import (
    LinkUsed,
    add_browser,
    hash_of,
    hashes_that_open,
    remove_browser,
    seats_opened,
)

MOST_SEATS = 50
"""The largest number of seats of a personal link."""
LASTS = timedelta(days=7)
"""The time in which a personal link must be opened."""
REPEATS = timedelta(minutes=10)
"""The time in which a browser may open a link again, if the answer was lost."""
_ENTRY = "collection"


class SeatHeld(msgspec.Struct, frozen=True):
    """A seat at a table, with a link or secret that opens it."""

    table: str
    link: str


class SeatCollected(msgspec.Struct, frozen=True):
    """A seat at a table that a personal link has opened. `link` is its secret for this browser.

    Without a secret, `why` says why the seat could not be opened.
    """

    table: str
    seat: Seat
    link: str = ""
    why: str = ""


class _Vouched(msgspec.Struct, frozen=True):
    """A seat in a collection, with the hash of the secret that stood for it."""

    table: str
    seat: Seat
    hashed: str


class _Collection(msgspec.Struct, frozen=True):
    """The seats of a personal link; `opened` and `by` are the time of its opening and the secret's hash."""

    made: str
    seats: tuple[_Vouched, ...]
    opened: str = ""
    by: str = ""


_DECODER: msgspec.json.Decoder[_Collection] = msgspec.json.Decoder(_Collection)


def make_collection(store: Store, link: str, held: Iterable[SeatHeld], now: str) -> tuple[SeatCollected, ...]:
    """Make `link` a personal link for seats. Return the seats, without secrets; those not open are left out.

    Raises `TableError` if no seat is open.
    """
    vouched: list[_Vouched] = []
    for one in dict.fromkeys(held):
        if not 0 < len(one.table) <= 200 or "\0" in one.table:
            continue
        (seat,) = seats_opened(store.aside(one.table), [one.link])
        if seat is not None:
            vouched.append(_Vouched(one.table, seat, hash_of(one.link)))
    if not vouched:
        raise TableError("none of these seats is open to you: a personal link needs at least one")
    _put(store, link, _Collection(now, tuple(vouched)))
    return tuple([SeatCollected(one.table, one.seat) for one in vouched])


def open_collection(store: Store, link: str, secret: str, now: str) -> tuple[SeatCollected, ...]:
    """Open a personal link with the secret of a browser, and return the seats with their secrets.

    The same browser may repeat this for a short time. Raises `LinkUsed`, and `Unknown` for a link that was
    never made, was revoked, or is too old.
    """
    raw = store.aside(_place(link)).get(_ENTRY)
    collection = _read(raw)
    if raw is None or collection is None or _age(collection.made, now) > LASTS:
        raise _unknown()
    own = hash_of(secret)
    if not collection.by:
        opened = msgspec.structs.replace(collection, opened=now, by=own)
        if store.swap_aside(_place(link), _ENTRY, raw, msgspec.json.encode(opened).decode()):
            collection = opened
        else:  # another browser was quicker, or the store's answer was lost
            collection = _read(store.aside(_place(link)).get(_ENTRY))
            if collection is None:
                raise _unknown()
    if not hmac.compare_digest(collection.by, own) or _age(collection.opened, now) > REPEATS:
        raise LinkUsed(collection.opened)
    return tuple([_collect(store, one, link, secret) for one in collection.seats])


def revoke_collection(store: Store, link: str) -> tuple[SeatCollected, ...]:
    """Revoke a personal link, and close the seats that it has opened. Return its seats, without secrets.

    Raises `Unknown` if there is no such link.
    """
    collection = _read(store.aside(_place(link)).get(_ENTRY))
    if collection is None:
        raise _unknown()
    store.put_aside(_place(link), _ENTRY, None)
    for one in collection.seats:
        remove_browser(store, one.table, one.seat, _name_of_browser(link))
    return tuple([SeatCollected(one.table, one.seat) for one in collection.seats])


def _collect(store: Store, one: _Vouched, link: str, secret: str) -> SeatCollected:
    """Let the browser of a secret hold a seat, if the one that stood for the seat still holds it."""
    aside = store.aside(one.table)
    if one.hashed not in hashes_that_open(aside, one.seat):
        return SeatCollected(
            one.table, one.seat, why="the seat is no longer open to the browser of this link"
        )
    drawn = hmac.new(secret.encode(), f"{one.table}\n{one.seat}".encode(), hashlib.sha256).hexdigest()
    if not add_browser(store, one.table, one.seat, _name_of_browser(link), drawn):
        return SeatCollected(
            one.table, one.seat, why="too many browsers hold this seat: lock others out first"
        )
    return SeatCollected(one.table, one.seat, drawn)


def _put(store: Store, link: str, collection: _Collection) -> None:
    store.put_aside(_place(link), _ENTRY, msgspec.json.encode(collection).decode())


def _read(raw: str | None) -> _Collection | None:
    try:
        return None if raw is None else _DECODER.decode(raw)
    except msgspec.MsgspecError:
        return None


def _place(link: str) -> str:
    """Return the name under which the store keeps a collection. No table has such a name."""
    return f"personal link {hash_of(link)}"


def _name_of_browser(link: str) -> str:
    return f"personal-{hash_of(link)[:16]}"


def _age(time: str, now: str) -> timedelta:
    return datetime.fromisoformat(now) - datetime.fromisoformat(time)


def _unknown() -> Unknown:
    return Unknown(
        "this personal link opens nothing: it was revoked or replaced, it is older than a week, or it is cut "
        "off; make a new one in the browser that keeps your seats"
    )
