"""The options of `fitl serve` for messages to players: mail, webhooks, and the address in them.

Read `fitl_core.messages.postman` for the messages.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import click

from fitl_core.errors import FitlError

if TYPE_CHECKING:
    from fitl_core.messages.postman import Carrier, Posting
    from fitl_core.table.wishes import Way


class MessageChoices(NamedTuple):
    """The choices of the operator: the public address of the server, SMTP, the sender of mails, webhooks."""

    public_url: str
    smtp: str
    mail_from: str
    webhooks: bool

    @property
    def host(self) -> str:
        """The host in the public address; "" without an address."""
        return (urlsplit(self.public_url).hostname or "").lower()


def _public(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """Return an address that ends with `/`."""
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits or not given.isascii() or not given.isprintable() or set(given) & set(' <>"?#@'):
        raise click.BadParameter("write the address that players open: https://fitl.example/")
    return given if given.endswith("/") else f"{given}/"


def message_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for messages to a command, which gets them as `messages`."""

    @click.option(
        "--public-url",
        default="",
        metavar="URL",
        callback=_public,
        help="The address at which players open this server, for links in messages: https://fitl.example/.",
    )
    @click.option(
        "--smtp",
        default="",
        metavar="URL",
        envvar="FITL_SMTP",
        help="Offer mail, over this server: smtp://USER:PASSWORD@HOST:587, smtps://….  [env: FITL_SMTP]",
    )
    @click.option("--mail-from", default="", metavar="ADDRESS", help="The address that mails come from.")
    @click.option("--webhooks", is_flag=True, help="Offer webhooks, to public HTTPS addresses only.")
    @wraps(command)
    def call(public_url: str, smtp: str, mail_from: str, webhooks: bool, **given: Any) -> Any:
        return command(messages=MessageChoices(public_url, smtp, mail_from, webhooks), **given)

    return call


def posting_of(chosen: MessageChoices) -> Posting | None:
    """Return the settings of messages; None if the operator offers none. This needs the extra `server`."""
    if not chosen.smtp and not chosen.webhooks:
        return None
    if not chosen.public_url:
        raise click.UsageError("messages have links: give --public-url, the address that players open")
    from fitl_core.messages.mail_carrier import MailCarrier, read_smtp
    from fitl_core.messages.postman import Posting
    from fitl_core.messages.webhooks import WebhookCarrier

    carriers: dict[Way, Carrier] = {}
    if chosen.smtp:
        if not chosen.mail_from:
            raise click.UsageError("mail needs --mail-from, the address that mails come from")
        try:
            carriers["mail"] = MailCarrier(read_smtp(chosen.smtp, chosen.mail_from))
        except FitlError as error:
            raise click.UsageError(f"--smtp, --mail-from: {error.message}") from None
    if chosen.webhooks:
        carriers["webhook"] = WebhookCarrier()
    return Posting(chosen.public_url, carriers)
