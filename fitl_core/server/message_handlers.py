"""The handlers of requests about messages: the ways of a seat, a test, and the end of all messages.

Only the seat itself gets its addresses. Read `fitl_core.messages.outbox` for the messages.
"""

from __future__ import annotations

import math
import secrets

from fitl_core.messages.mail_carrier import checked_mail_address
from fitl_core.messages.outbox import Slot
from fitl_core.messages.postman import Postman
from fitl_core.messages.public_addresses import insist_on_public_literal, read_hook
from fitl_core.messages.undeliverable import WrongAddress
from fitl_core.server.bodies import (
    ChosenWays,
    MessageSent,
    StopMessages,
    Stopped,
    TriedWay,
    WayKept,
    WaysKept,
)
from fitl_core.server.calls import Call
from fitl_core.server.problems import TooMany, WrongLink
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Forbidden
from fitl_core.table.seating import known_seat
from fitl_core.table.wishes import (
    WAYS,
    Occasion,
    Way,
    Wishes,
    forget_wishes,
    keep_wishes,
    wishes_in,
)

STOP = 24
"""The number of random bytes in the secret of a link that stops messages."""
_NAMES: dict[Way, str] = {"mail": "mail", "webhook": "webhooks"}


def ways_of_seat(call: Call) -> WaysKept:
    """Return the ways by which the client's seat hears of its turn, with the last messages."""
    seat = call.own_seat
    aside = call.tables.store.aside(call.table)
    wanted = wishes_in(aside).get(seat)

    def last(way: Way, occasion: Occasion) -> MessageSent | None:
        postman = call.desk.postman
        kept = postman.outbox.outgoing(Slot(call.table, seat, way, occasion), aside) if postman else None
        return None if kept is None else MessageSent(kept.state, kept.time, kept.tries, kept.error)

    return WaysKept(
        tuple(
            [
                WayKept(
                    way,
                    _is_offered(call, way),
                    wanted.address(way) if wanted is not None else "",
                    last(way, "turn"),
                    last(way, "test"),
                )
                for way in WAYS
            ]
        )
    )


def choose_ways(call: Call) -> WaysKept:
    """Keep the ways that the client's seat has chosen. Messages begin with its next turn."""
    chosen: ChosenWays = call.body
    seat, store = call.own_seat, call.tables.store
    mail, webhook = (chosen.mail or "").strip(), (chosen.webhook or "").strip()
    if not mail and not webhook:
        forget_wishes(store, call.table, seat)
        return ways_of_seat(call)
    if not known_seat(call.state, seat).taken:
        raise Forbidden("sit down first: only the player of a seat hears of its turn")
    _insist_on_fit(call, mail, webhook)
    before = wishes_in(store.aside(call.table)).get(seat)
    if before is not None and (before.mail, before.webhook) != (mail, webhook):
        forget_wishes(store, call.table, seat)  # errors of the old address are of no interest
    stop = before.stop if before is not None else secrets.token_urlsafe(STOP)
    keep_wishes(store, call.table, seat, Wishes(stop, call.tables.version(call.table), mail, webhook))
    return ways_of_seat(call)


def _insist_on_fit(call: Call, mail: str, webhook: str) -> None:
    """Raise `WrongAddress` for an address that no message can reach, `Forbidden` for a way not offered."""
    if mail:
        _postman(call, "mail")
        checked_mail_address(mail)
    if webhook:
        _postman(call, "webhook")
        insist_on_public_literal(read_hook(webhook))


def send_test(call: Call) -> WaysKept:
    """Send a test message to the client's seat. Its state is that of `test`, which the client asks for."""
    wanted: TriedWay = call.body
    seat = call.own_seat
    wishes = wishes_in(call.tables.store.aside(call.table)).get(seat)
    postman = _postman(call, wanted.way)
    if wishes is None or not wishes.address(wanted.way):
        raise WrongAddress(f"save an address first: this seat has none for {_NAMES[wanted.way]}")
    wait = postman.outbox.test(Slot(call.table, seat, wanted.way, "test"), wishes)
    if wait:
        headers = {"Retry-After": str(math.ceil(wait))}
        raise TooMany(f"the next test is possible in {math.ceil(wait)} seconds", headers=headers)
    postman.wake_from_thread(call.table)
    return ways_of_seat(call)


def stop_messages(call: Call) -> Stopped:
    """Stop all messages to a seat. The secret is that of a link in a message."""
    wanted: StopMessages = call.body
    seat: Seat = wanted.seat
    call.tables.version(call.table)
    kept = wishes_in(call.tables.store.aside(call.table)).get(seat)
    if kept is None or not secrets.compare_digest(kept.stop.encode(), wanted.secret.encode()):
        raise WrongLink("this link stops nothing: the messages have been stopped, or the link is cut off")
    forget_wishes(call.tables.store, call.table, seat)
    return Stopped(seat)


def _is_offered(call: Call, way: Way) -> bool:
    return call.desk.postman is not None and way in call.desk.postman.outbox.ways


def _postman(call: Call, way: Way) -> Postman:
    """Return the sender of messages. Raises `Forbidden` if the server does not offer this way."""
    postman = call.desk.postman
    if postman is None or way not in postman.outbox.ways:
        raise Forbidden(f"this server sends no {_NAMES[way]}: its operator has not switched it on")
    return postman
