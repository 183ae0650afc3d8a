"""The texts of messages: a mail, and the body of a webhook.

Names of people are not in them. The name of a table, which people choose, is cut and cleaned. So no name can
add a header, a mention or a link. Read `outbox` for the time of messages.
"""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from urllib.parse import quote, urlsplit

import msgspec
from msgspec.structs import replace

from fitl_core.facts.factions import Faction
from fitl_core.table.facts import Seat
from fitl_core.table.moments import moment_words
from fitl_core.table.wishes import Occasion
from notation.quoting import only_printable

MOST_SHOWN = 60
"""The largest number of characters of a table's name in a message."""
DISCORD = re.compile(r"(?:\w+\.)?(?:discord|discordapp)\.com", re.ASCII)
"""The hosts whose webhooks take Discord's form."""
_UNFOLDED = SMTP.clone(max_line_length=900)
"""A folded link would be encoded, so that no program could open it."""
_HEADLINES: dict[Occasion, str] = {
    "turn": "Your turn as {seat} at table {table}",
    "reminder": "Your time as {seat} at table {table} is nearly over",
    "overdue": "Your time as {seat} at table {table} is over",
    "rematch": "A rematch of table {table} was begun: take your seat {seat}",
    "test": "A test message for {seat} at table {table}",
    "confirm": "Confirm this address for messages to {seat} at table {table}",
}
CONFIRMING = (
    "Somebody at this table has entered your address, to hear of his turns. If it was you, open the link "
    "and press the button there. If it was not you, do nothing: you get no other mail."
)
"""The text of the mail that asks for the confirmation of its address."""
_THEN = "Then the host may give your seat to a Non-player, and the other players may vote to do so."
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~:@/])")


class TurnMessage(msgspec.Struct, frozen=True, rename={"occasion": "what"}):
    """A message to a seat: its id, its occasion, the table, the open question in words, and two links.

    The id of a message stays the same over all tries. `link` opens the table, without the seat's secret.
    `stop` ends all messages of the seat. `due` is the deadline, empty without one. As JSON this is the body
    of a plain webhook.
    """

    id: str
    occasion: Occasion
    table: str
    seat: Seat
    factions: tuple[Faction, ...]
    words: str
    since: str
    link: str
    stop: str
    due: str = ""


class _HookOfDiscord(msgspec.Struct, frozen=True):
    """The body of a webhook of Discord; nobody is mentioned, whatever the text has in it."""

    content: str
    allowed_mentions: dict[str, list[str]]


def link_to(public_url: str, table: str) -> str:
    """Return the address of a table for everybody."""
    return f"{public_url}#{quote(table, safe='')}"


def stop_link(public_url: str, table: str, seat: Seat, secret: str) -> str:
    """Return the address at which messages to a seat are stopped. Its secret is in the part after `#`."""
    return f"{public_url}stop#{quote(table, safe='')}/{quote(seat, safe='')}/{secret}"


def confirm_link(public_url: str, table: str, seat: Seat, secret: str) -> str:
    """Return the address at which a mail address is confirmed. Its secret is in the part after `#`."""
    return f"{public_url}confirm#{quote(table, safe='')}/{quote(seat, safe='')}/{secret}"


def hook_body(host: str, message: TurnMessage) -> bytes:
    """Return the JSON for a webhook: in Discord's form for Discord, else with all fields of the message."""
    if DISCORD.fullmatch(host):
        told = " ".join([message.words, *_time_words(message)])
        first = f"{_escaped(_headline(message))}\n{_escaped(told)}"
        text = f"{first}\n<{message.link}>\nStop: <{message.stop}>"
        return msgspec.json.encode(_HookOfDiscord(text, {"parse": []}))
    return msgspec.json.encode(replace(message, table=_shown(message.table)))


def mail_of(sender: str, receiver: str, message: TurnMessage) -> EmailMessage:
    """Return the mail of a message. Its Message-ID is made of the message's id."""
    mail = EmailMessage(_UNFOLDED)
    mail["From"], mail["To"] = sender, receiver
    mail["Subject"] = _headline(message)
    mail["Date"] = formatdate(localtime=False)
    mail["Message-ID"] = f"<{message.id}@{urlsplit(message.link).hostname}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{message.stop}>"
    told = "\n".join([message.words, *_time_words(message)])
    mail.set_content(
        f"{_headline(message)}.\n\n{told}\n\n"
        f"{_link_words(message)}\n\n"
        f"No more messages for this seat: {message.stop}\n",
        cte="quoted-printable",
    )
    return mail


def _headline(message: TurnMessage) -> str:
    table = _shown(message.table)
    return _HEADLINES[message.occasion].format(seat=message.seat, table=table)


def _link_words(message: TurnMessage) -> str:
    """Return the link of a mail, and what it is for."""
    if message.occasion == "confirm":
        return f"Confirm the address: {message.link}\nThis link opens no seat."
    how = "Open it in the browser that keeps your seat, or with your own link of the seat."
    return f"The table: {message.link}\n{how}"


def _time_words(message: TurnMessage) -> list[str]:
    """Return the deadline in words, and what follows then."""
    if not message.due or message.occasion in ("rematch", "test", "confirm"):
        return []
    at = moment_words(message.due)
    if message.occasion == "overdue":
        return [f"Your time was over on {at}. {_THEN}"]
    return [f"Your time is over on {at}. {_THEN}" if message.occasion == "reminder" else f"Time until {at}."]


def _shown(name: str) -> str:
    """Return a name without characters that could begin a line or hide others."""
    return only_printable(name)[:MOST_SHOWN]


def _escaped(text: str) -> str:
    """Return text with every sign of Markdown made harmless."""
    return _MARKDOWN.sub(r"\\\1", text)
