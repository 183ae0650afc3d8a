"""Mails over the SMTP server that the operator names.

A password is sent only over TLS. Read `turn_texts` for the mail itself.
"""

from __future__ import annotations

import ipaddress
import re
import smtplib
import ssl
from contextlib import suppress
from email.errors import MessageError
from urllib.parse import unquote, urlsplit

import msgspec

from fitl_core.messages.daemon_threads import in_daemon_thread
from fitl_core.messages.turn_texts import TurnMessage, mail_of
from fitl_core.messages.undeliverable import Undeliverable, WrongAddress

TIME = 10.0
"""Seconds for each step of the exchange with the SMTP server."""
MOST_ADDRESS = 254
"""The largest number of characters of a mail address (RFC 5321)."""
_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z0-9-]{2,63}"
)
_DEFAULT_PORTS = {"smtp": 587, "smtps": 465}
_OPERATOR = "the mail of this server does not work ({why}): tell its operator"


class SmtpServer(msgspec.Struct, frozen=True):
    """An SMTP server, the account there, and the address that mails come from."""

    host: str
    port: int
    user: str
    password: str
    is_tls: bool
    sender: str


def read_smtp(url: str, sender: str) -> SmtpServer:
    """Return the server that `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…` names.

    With `smtp`, the connection begins without TLS and changes to it (STARTTLS). Raises `WrongAddress`.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise WrongAddress("the SMTP server is no address: write smtp://USER:PASSWORD@HOST:587") from None
    if parts.scheme not in _DEFAULT_PORTS or not host or parts.path.strip("/") or parts.query:
        raise WrongAddress(
            "the SMTP server is written smtp://USER:PASSWORD@HOST:587, or smtps:// for TLS from the start"
        )
    return SmtpServer(
        host,
        port or _DEFAULT_PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        parts.scheme == "smtps",
        checked_mail_address(sender),
    )


def checked_mail_address(address: str) -> str:
    """Return a mail address of the form `name@example.org`. Raises `WrongAddress` for any other text."""
    if len(address) > MOST_ADDRESS or not _ADDRESS.fullmatch(address):
        raise WrongAddress("this is no mail address: write name@example.org, in ASCII")
    return address


class MailCarrier:
    """The sender of mails. `trust` has the certificates to be trusted; only tests give others."""

    def __init__(self, server: SmtpServer, trust: ssl.SSLContext | None = None) -> None:
        self._server = server
        self._trust = trust or ssl.create_default_context()

    async def carry(self, address: str, message: TurnMessage) -> None:
        """Send a message to a mail address. Raises `Undeliverable`."""
        await in_daemon_thread(lambda: self._send(address, message))

    def _send(self, address: str, message: TurnMessage) -> None:
        server = self._server
        mail = mail_of(server.sender, address, message)
        try:
            smtp = self._connected()
            try:
                if server.user:
                    smtp.login(server.user, server.password)
                smtp.send_message(mail, server.sender, [address])
            finally:
                with suppress(smtplib.SMTPException, OSError):  # the mail is accepted or refused already
                    smtp.quit()
        except smtplib.SMTPRecipientsRefused as error:
            code, text = next(iter(error.recipients.values()))
            raise _refused(code, text) from None
        except smtplib.SMTPDataError as error:
            raise _refused(error.smtp_code, error.smtp_error) from None
        except smtplib.SMTPAuthenticationError:
            raise _misset("the SMTP server refuses the user or the password") from None
        except smtplib.SMTPSenderRefused:
            raise _misset(f"the SMTP server refuses mail from {server.sender}") from None
        except ssl.SSLCertVerificationError:
            raise _misset("the certificate of the SMTP server is not valid") from None
        except (smtplib.SMTPException, MessageError, ValueError):
            raise _misset("the SMTP server does not accept mail in this way") from None
        except OSError:
            raise _misset("the SMTP server cannot be reached") from None

    def _connected(self) -> smtplib.SMTP:
        """Return a connection over which a password may be sent."""
        server = self._server
        own_name = server.sender.partition("@")[2]
        if server.is_tls:
            return smtplib.SMTP_SSL(server.host, server.port, own_name, timeout=TIME, context=self._trust)
        smtp = smtplib.SMTP(server.host, server.port, own_name, timeout=TIME)
        try:
            smtp.ehlo()
            if not _is_this_machine(server.host):
                smtp.starttls(context=self._trust)
        except BaseException:
            smtp.close()
            raise
        return smtp


def _is_this_machine(host: str) -> bool:
    """Check whether a host is this machine, to which nobody else can listen."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refused(code: int, text: bytes | str) -> Undeliverable:
    """Return the error for a mail that the SMTP server did not take."""
    words = text.decode(errors="replace") if isinstance(text, bytes) else text
    shown = "".join([char if char.isprintable() else " " for char in words])[:200]
    return Undeliverable(f"the mail was refused ({code} {shown})", is_final=500 <= code < 600)


def _misset(why: str) -> Undeliverable:
    """Return the error for a fault of the operator's settings, or of the SMTP server."""
    return Undeliverable(_OPERATOR.format(why=why), for_operator=why)
