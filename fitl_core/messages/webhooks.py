"""Webhooks: one POST to a public HTTPS address, in bounds of time and size.

The host is resolved once. All of its addresses must be public, and the connection goes to one of them, so a
second answer of the resolver cannot lead elsewhere. Redirects are not followed. Read `public_addresses` for
the check, and `turn_texts` for the body.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Sequence

import h11

from fitl_core.messages.public_addresses import HTTPS, Hook, is_public, read_hook, resolved
from fitl_core.messages.turn_texts import TurnMessage, hook_body
from fitl_core.messages.undeliverable import Undeliverable, WrongAddress

TIME = 10.0
"""Seconds for a whole request: resolving, connecting, sending, and the status of the answer."""
MOST_READ = 65_536
"""The largest number of bytes of an answer that are read."""
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PASSING = (408, 425, 429)
"""Statuses below 500 after which another try may succeed."""


class WebhookCarrier:
    """The sender of webhooks. Only tests give other values than the default ones.

    `allows` checks an address that the host was resolved to. `trust` has the certificates to be trusted.
    `resolve` returns the addresses of a hook's host.
    """

    def __init__(
        self,
        allows: Callable[[str], bool] = is_public,
        trust: ssl.SSLContext | None = None,
        resolve: Callable[[Hook], Awaitable[list[str]]] = resolved,
    ) -> None:
        self._resolve = resolve
        self._allows = allows
        self._trust = trust or ssl.create_default_context()

    async def carry(self, url: str, message: TurnMessage) -> None:
        """Send a message to a webhook. Raises `Undeliverable`."""
        try:
            hook = read_hook(url)
        except WrongAddress as error:
            raise Undeliverable(error.message, is_final=True) from None
        try:
            async with asyncio.timeout(TIME):
                status = await self._posted(hook, hook_body(hook.host, message))
        except TimeoutError:
            raise Undeliverable(f"{hook.host} did not answer within {TIME:.0f} seconds") from None
        except ssl.SSLCertVerificationError as error:
            raise Undeliverable(
                f"the certificate of {hook.host} is not valid: {error.verify_message}"
            ) from None
        except (OSError, h11.ProtocolError, UnicodeError):
            raise Undeliverable(f"{hook.host} cannot be reached over HTTPS") from None
        _insist_on_accepted(hook, status)

    async def _posted(self, hook: Hook, body: bytes) -> int:
        """Return the status of the answer to a POST."""
        addresses = await self._resolve(hook)
        if not addresses or not all(self._allows(one) for one in addresses):
            raise Undeliverable(f"{hook.host} does not lead to a public address", is_final=True)
        reader, writer = await self._connected(hook, addresses)
        try:
            connection = h11.Connection(h11.CLIENT)
            for event in (_request(hook, body), h11.Data(data=body), h11.EndOfMessage()):
                writer.write(connection.send(event) or b"")
            await writer.drain()
            return await _status(connection, reader)
        finally:
            writer.transport.abort()

    async def _connected(self, hook: Hook, addresses: Sequence[str]) -> Connection:
        """Connect to the first address that answers."""
        for address in addresses[:-1]:
            try:
                return await self._connected(hook, [address])
            except ssl.SSLError:
                raise
            except OSError:  # perhaps this machine has no IPv6
                continue
        return await asyncio.open_connection(
            addresses[-1], hook.port, ssl=self._trust, server_hostname=hook.host, limit=MOST_READ
        )


def _request(hook: Hook, body: bytes) -> h11.Request:
    host = f"[{hook.host}]" if ":" in hook.host else hook.host
    headers = [
        ("Host", host if hook.port == HTTPS else f"{host}:{hook.port}"),
        ("User-Agent", "fitl"),
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Connection", "close"),
    ]
    return h11.Request(method="POST", target=hook.target, headers=headers)


async def _status(connection: h11.Connection, reader: asyncio.StreamReader) -> int:
    """Read the status of an answer; its body is of no interest."""
    size = 0
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            size += len(data)
            if size > MOST_READ:
                raise h11.RemoteProtocolError("the answer is too long")
            connection.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise h11.RemoteProtocolError("the answer has no status")


def _insist_on_accepted(hook: Hook, status: int) -> None:
    """Raise `Undeliverable` unless the status says that the message was accepted."""
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        why = f"{hook.host} sends messages on to another address (status {status}): enter that address"
        raise Undeliverable(why, is_final=True)
    gone = ": it may have been deleted" if status in (404, 410) else ""
    is_final = status < 500 and status not in PASSING
    raise Undeliverable(f"{hook.host} answered with status {status}{gone}", is_final=is_final)
