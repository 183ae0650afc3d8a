"""The addresses to which a webhook may go: public HTTPS addresses, never a machine near the server.

Players name these addresses. Without this check they could send requests to machines that only the server
reaches. Read `webhooks` for the requests.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from fitl_core.messages.daemon_threads import in_daemon_thread
from fitl_core.messages.undeliverable import Undeliverable, WrongAddress

LONGEST_URL = 1000
"""The largest number of characters of a webhook's address."""
HTTPS = 443
FIRST_FREE_PORT = 1024
"""The ports below belong to other services, except that of HTTPS."""
_V6 = ipaddress.ip_network("2000::/3")
"""The public addresses of IPv6. Others are local, or stand for addresses of IPv4."""
_V6_OF_V4 = (ipaddress.ip_network("2001::/32"), ipaddress.ip_network("2002::/16"))
"""Addresses that lead to an address of IPv4 (Teredo, 6to4), which could be a local one."""


class Hook(NamedTuple):
    """A webhook's address in parts: `target` is its path with its query."""

    host: str
    port: int
    target: str


def read_hook(url: str) -> Hook:
    """Return the parts of a webhook's address. Raises `WrongAddress` for one that no message may go to."""
    if len(url) > LONGEST_URL:
        raise WrongAddress(f"a webhook's address has at most {LONGEST_URL} characters")
    if not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise WrongAddress("a webhook's address has only ASCII characters: write others as %C3%A9")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError:
        raise WrongAddress("this is no address: write https://HOST/PATH") from None
    if parts.scheme.lower() != "https" or not host:
        raise WrongAddress("a webhook's address begins with https:// and a host")
    if parts.username is not None or parts.password is not None:
        raise WrongAddress("a webhook's address has no name and password before its host")
    if port != HTTPS and port < FIRST_FREE_PORT:
        raise WrongAddress(f"a webhook uses port {HTTPS}, or one from {FIRST_FREE_PORT} on")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Hook(host, port, target)


def insist_on_public_literal(hook: Hook) -> None:
    """Raise `WrongAddress` if the host is a bare address that is not public. Names are checked later."""
    try:
        literal = ipaddress.ip_address(hook.host)
    except ValueError:
        if hook.host == "localhost" or hook.host.endswith((".localhost", ".local", ".internal")):
            raise WrongAddress(f"{hook.host} is not on the public Internet") from None
        return
    if not is_public(str(literal)):
        raise WrongAddress(f"{hook.host} is not a public address")


def is_public(address: str) -> bool:
    """Check whether an address, as a resolver returns it, is one of the public Internet."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # an address with a zone, fe80::1%eth0, is local
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found not in _V6 or any(found in one for one in _V6_OF_V4):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def resolved(hook: Hook) -> list[str]:
    """Return the addresses of a hook's host, asked for once. Raises `Undeliverable` if there is none."""
    try:
        found = await in_daemon_thread(
            lambda: socket.getaddrinfo(hook.host, hook.port, type=socket.SOCK_STREAM)
        )
    except (OSError, UnicodeError):
        raise Undeliverable(f"the host {hook.host} was not found") from None
    return list(dict.fromkeys([str(address[0]) for *_, address in found]))
