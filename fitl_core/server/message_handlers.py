"""The handlers of requests about messages: the ways of a seat, a test, and the end of all messages.

Only the seat itself gets its addresses. Read `fitl_core.messages.outbox` for the messages.
"""

from __future__ import annotations

import math
import secrets

from msgspec.structs import replace

from fitl_core.messages.address_limits import MOST_CONFIRMATIONS
from fitl_core.messages.mail_carrier import checked_mail_address
from fitl_core.messages.outbox import Slot
from fitl_core.messages.postman import Postman
from fitl_core.messages.public_addresses import insist_on_public_literal, read_hook
from fitl_core.messages.undeliverable import WrongAddress
from fitl_core.server.bodies import (
    ChosenWays,
    Confirmed,
    MessageLink,
    MessageSent,
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
    forget_messages,
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
                    last(way, "reminder"),
                    last(way, "overdue"),
                    last(way, "test"),
                    last(way, "confirm"),
                    wanted is None or way != "mail" or wanted.is_confirmed,
                )
                for way in WAYS
            ]
        )
    )


def choose_ways(call: Call) -> WaysKept:
    """Keep the ways that the client's seat has chosen. Messages begin with its next turn.

    A new mail address gets a link for its confirmation, and nothing else before that.
    """
    chosen: ChosenWays = call.body
    seat, store = call.own_seat, call.tables.store
    mail, webhook = (chosen.mail or "").strip(), (chosen.webhook or "").strip()
    if not mail and not webhook:
        forget_wishes(store, call.table, seat)
        return ways_of_seat(call)
    if not known_seat(call.state, seat).taken:
        raise Forbidden("sit down first: only the player of a seat hears of its turn")
    _insist_on_fit(call, mail, webhook)
    before = wishes_in(store.aside(call.table)).get(seat) or Wishes(secrets.token_urlsafe(STOP))
    confirm, is_confirmed = before.confirm, before.is_confirmed
    if mail != before.mail:
        if mail:
            _insist_on_few_addresses(call)
        confirm, is_confirmed = secrets.token_urlsafe(STOP), not mail
    chosen_ways: dict[Way, str] = {"mail": mail, "webhook": webhook}
    for way, address in chosen_ways.items():
        if address != before.address(way):
            forget_messages(store, call.table, seat, way)  # errors of the old address are of no interest
    version, now = call.tables.version(call.table), call.tables.now()
    wishes = Wishes(before.stop, version, mail, webhook, now, confirm, is_confirmed)
    keep_wishes(store, call.table, seat, wishes)
    if (postman := call.desk.postman) is not None:  # a link for confirmation, or a coming reminder
        postman.wake_from_thread(call.table)
    return ways_of_seat(call)


def _insist_on_few_addresses(call: Call) -> None:
    """Raise `TooMany` if a seat has had too many links for confirmation: they go to people who may be
    strangers.
    """
    if not _postman(call, "mail").confirming.admits(f"{call.table} {call.own_seat}"):
        why = f"a seat gets at most {MOST_CONFIRMATIONS} links for confirmation in an hour"
        raise TooMany(f"{why}: try again later", headers={"Retry-After": "3600"})


def _insist_on_fit(call: Call, mail: str, webhook: str) -> None:
    """Raise `WrongAddress` for an address that no message can reach, `Forbidden` for a way not offered."""
    if mail:
        _postman(call, "mail")
        checked_mail_address(mail)
    if webhook:
        _postman(call, "webhook")
        insist_on_public_literal(read_hook(webhook))


def send_test(call: Call) -> WaysKept:
    """Send a test message to the client's seat. Its state is that of `test`, which the client asks for.

    A mail address that is not confirmed gets its link again; the state is that of `confirm`.
    """
    wanted: TriedWay = call.body
    seat = call.own_seat
    wishes = wishes_in(call.tables.store.aside(call.table)).get(seat)
    postman = _postman(call, wanted.way)
    if wishes is None or not wishes.address(wanted.way):
        raise WrongAddress(f"save an address first: this seat has none for {_NAMES[wanted.way]}")
    occasion: Occasion = "test" if wishes.address_for(wanted.way, "test") else "confirm"
    if occasion == "confirm":
        _insist_on_few_addresses(call)
    wait = postman.outbox.ask_for(Slot(call.table, seat, wanted.way, occasion), wishes)
    if wait:
        headers = {"Retry-After": str(math.ceil(wait))}
        raise TooMany(f"the next message is possible in {math.ceil(wait)} seconds", headers=headers)
    postman.wake_from_thread(call.table)
    return ways_of_seat(call)


def stop_messages(call: Call) -> Stopped:
    """Stop all messages to a seat. The secret is that of a link in a message."""
    wanted: MessageLink = call.body
    kept = _wishes_at(call, wanted.seat)
    if kept is None or not _is_same(kept.stop, wanted.secret):
        raise WrongLink("this link stops nothing: the messages have been stopped, or the link is cut off")
    forget_wishes(call.tables.store, call.table, wanted.seat)
    return Stopped(wanted.seat)


def confirm_address(call: Call) -> Confirmed:
    """Confirm the mail address of a seat. The secret is that of the link in a mail; it opens no seat."""
    wanted: MessageLink = call.body
    kept = _wishes_at(call, wanted.seat)
    if kept is None or not kept.confirm or not _is_same(kept.confirm, wanted.secret):
        raise WrongLink("this link confirms nothing: the address was changed since, or the link is cut off")
    keep_wishes(call.tables.store, call.table, wanted.seat, replace(kept, is_confirmed=True))
    if (postman := call.desk.postman) is not None:
        postman.wake_from_thread(call.table)
    return Confirmed(wanted.seat)


def _wishes_at(call: Call, seat: Seat) -> Wishes | None:
    """Return the wishes of a seat that a link names. Raises `Unknown` if there is no such table."""
    call.tables.version(call.table)
    return wishes_in(call.tables.store.aside(call.table)).get(seat)


def _is_same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode())


def _is_offered(call: Call, way: Way) -> bool:
    return call.desk.postman is not None and way in call.desk.postman.outbox.ways


def _postman(call: Call, way: Way) -> Postman:
    """Return the sender of messages. Raises `Forbidden` if the server does not offer this way."""
    postman = call.desk.postman
    if postman is None or way not in postman.outbox.ways:
        raise Forbidden(f"this server sends no {_NAMES[way]}: its operator has not switched it on")
    return postman
