"""The links and secrets of seats. They are side data of a table, and only their hashes are kept.

A new link opens its seat at once, for clients without a browser. A browser takes the seat: it exchanges the
link for a secret that it has drawn itself. From then on the link opens nothing. Other browsers of the same
player have secrets of their own. The entries are:

- `link SEAT`: the hash of the link; or, after the exchange, `taken TIME LINK SECRET` with both hashes;
- `browser SEAT ID`: the hash of the secret of another browser;
- `used SEAT`: the times and hashes of the last links that were exchanged.

Read `personal_links` next.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from fitl_core.stores.port import Store
from fitl_core.table.facts import Seat
from fitl_core.table.moments import moment_words
from fitl_core.table.refusals import TableError, Unknown

Keeping = Literal["nobody", "me", "everybody"]
"""Those who still hold a seat after a new link was made: nobody, the client that asks, or all who hold it."""
MOST_BROWSERS = 8
"""The largest number of browsers that hold a seat, in addition to the one that took its last link."""
MOST_USED = 4
"""The number of used links of a seat that are remembered, to say when they were used."""
_TRIES = 20
_LINK, _BROWSER, _USED, _TAKEN = "link ", "browser ", "used ", "taken"


class LinkUsed(TableError):
    """A link that was exchanged before, at `time` (ISO 8601)."""

    code = "link-used"

    def __init__(self, time: str) -> None:
        super().__init__(
            f"this link was used on {moment_words(time)}, and a link is good only once; "
            "make a new one in the browser that keeps the seat, or ask the host of the table for one"
        )
        self.time: str = time


def hash_of(secret: str) -> str:
    """Return the hash under which a link or a secret is kept."""
    return hashlib.sha256(f"fitl link {secret}".encode()).hexdigest()


def seats_opened(aside: Mapping[str, str], links: Iterable[str]) -> tuple[Seat | None, ...]:
    """Return the seats that links or secrets open; None for each that opens no seat."""
    kept = list(_open_hashes(aside))
    return tuple([_opened_by(hash_of(link), kept) for link in links])


def hashes_that_open(aside: Mapping[str, str], seat: Seat) -> frozenset[str]:
    """Return the hashes of the links and secrets that open a seat."""
    return frozenset([value for holder, value in _open_hashes(aside) if holder == seat])


def take_seat(store: Store, table: str, link: str, secret: str, now: str) -> Seat:
    """Exchange a link for the secret of a browser, and return the seat. The link opens nothing from then on.

    The same exchange may be repeated if its answer was lost. Of several browsers that take a seat at once,
    one gets it. Raises `LinkUsed` if another secret has come with the link, `Unknown` for any other link.
    """
    hashed, own = hash_of(link), hash_of(secret)
    for _ in range(_TRIES):
        aside = store.aside(table)
        seat = next((seat for seat, value in _entries(aside, _LINK) if _same(value, hashed)), None)
        if seat is None:
            return _taken_before(aside, hashed, own)
        if link == secret:
            raise TableError("the secret of a browser is another one than the link")
        note = f"{now} {hashed}"
        remembered = [note, *aside.get(f"{_USED}{seat}", "").split("\n")][:MOST_USED]
        if store.swap_aside(table, f"{_LINK}{seat}", hashed, f"{_TAKEN} {note} {own}"):
            store.put_aside(table, f"{_USED}{seat}", "\n".join([one for one in remembered if one]))
            return seat
    raise TableError("too many clients change this seat at once: try again")


def _taken_before(aside: Mapping[str, str], hashed: str, own: str) -> Seat:
    """Return the seat that this link was exchanged for by the same secret. Raises `LinkUsed`, `Unknown`."""
    used = [(seat, note.split()) for seat, value in _entries(aside, _USED) for note in value.split("\n")]
    used += [(seat, parts[1:3]) for seat, value in _entries(aside, _LINK) if (parts := _taken(value))]
    for seat, (time, link) in used:
        if _same(link, hashed):
            if any(seat == holder and _same(one, own) for holder, one in _open_hashes(aside)):
                return seat
            raise LinkUsed(time)
    raise Unknown("this link opens no seat at this table: it was replaced by a new one, or it is cut off")


def renew_link(store: Store, table: str, seat: Seat, link: str, keeping: Keeping, own: str | None) -> None:
    """Make `link` the new link of a seat, for those who hold the seat besides it.

    `own` is the link or secret of the client that asks. Raises `TableError` if too many browsers hold the
    seat.
    """
    mine = hash_of(own) if own is not None else ""
    for _ in range(_TRIES):
        aside = store.aside(table)
        entry = aside.get(f"{_LINK}{seat}")
        others = _browsers(aside, seat)
        holding = set(others.values())
        if entry is not None:
            holding |= {_taken(entry)[3]} if _taken(entry) else {entry} & {mine}
        stay = {"nobody": set(), "me": holding & {mine}, "everybody": holding}[keeping]
        if len(stay) > MOST_BROWSERS:
            raise TableError(
                f"{len(stay)} browsers hold this seat already: lock the others out first, or use one of them"
            )
        for value in stay - set(others.values()):
            store.put_aside(table, _key_of_browser(seat, value), value)
        for key, value in others.items():
            if value not in stay:
                store.put_aside(table, key, None)
        if store.swap_aside(table, f"{_LINK}{seat}", entry, hash_of(link)):
            return
        if store.aside(table).get(f"{_LINK}{seat}") == hash_of(link):  # the answer of the store was lost
            return
    raise TableError("too many clients change this seat at once: try again")


def forget_links(store: Store, table: str, seat: Seat) -> None:
    """Erase the link of a seat and the secrets of all its browsers: nobody holds the seat any more."""
    aside = store.aside(table)
    for key in (f"{_LINK}{seat}", f"{_USED}{seat}", *_browsers(aside, seat)):
        if key in aside:
            store.put_aside(table, key, None)


def add_browser(store: Store, table: str, seat: Seat, name: str, secret: str) -> bool:
    """Let a browser hold a seat by a secret. `name` tells it from others. Return whether there was room."""
    key = f"{_BROWSER}{seat} {name}"
    others = _browsers(store.aside(table), seat)
    if key not in others and len(others) >= MOST_BROWSERS:
        return False
    store.put_aside(table, key, hash_of(secret))
    return True


def remove_browser(store: Store, table: str, seat: Seat, name: str) -> None:
    """Let a browser no longer hold a seat."""
    if (key := f"{_BROWSER}{seat} {name}") in store.aside(table):
        store.put_aside(table, key, None)


def _entries(aside: Mapping[str, str], kind: str) -> Iterator[tuple[Seat, str]]:
    """Yield the seats with their entries of a kind."""
    for key, value in aside.items():
        if key.startswith(kind):
            yield key.removeprefix(kind), value


def _browsers(aside: Mapping[str, str], seat: Seat) -> dict[str, str]:
    """Return the hashes of the other browsers of a seat, by their keys."""
    begin = f"{_BROWSER}{seat} "
    return {key: value for key, value in aside.items() if key.startswith(begin)}


def _key_of_browser(seat: Seat, hashed: str) -> str:
    return f"{_BROWSER}{seat} {hashed[:16]}"


def _open_hashes(aside: Mapping[str, str]) -> Iterator[tuple[Seat, str]]:
    """Yield the seats with the hashes of the links and secrets that open them."""
    for seat, value in _entries(aside, _LINK):
        taken = _taken(value)
        yield seat, taken[3] if taken else value
    for place, value in _entries(aside, _BROWSER):
        yield place.rpartition(" ")[0], value


def _taken(entry: str) -> list[str]:
    """Return the parts of the entry of a link that was exchanged; none for another entry."""
    parts = entry.split(" ")
    return parts if parts[0] == _TAKEN and len(parts) == 4 else []


def _opened_by(hashed: str, kept: Iterable[tuple[Seat, str]]) -> Seat | None:
    """Return the seat that a hash opens, or None."""
    return next((seat for seat, value in kept if _same(value, hashed)), None)


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one, other)
