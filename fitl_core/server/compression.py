"""Compression of answers that hold no secret.

The length of a compressed answer depends on repetitions in it. If an answer holds a secret and also text
that somebody else has chosen, its length can give the secret away (BREACH). So these rules hold:

- An answer that is the same for everybody is compressed.
- Any answer to a client without a link is compressed, except for new links.
- The part of a scene that one seat alone may see is sent as it is, inside a gzip stream (`gzip_apart`).
- Other answers to a link, new links and streams of news are not compressed.

Read `endpoints` for the answers that are the same for everybody.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

LEVEL = 5
"""The effort of the compression: 100 kB take about 2 ms."""
SMALLEST = 500
"""The smallest size in bytes of an answer that is compressed."""
_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK = b"\x03\x00"
_LONGEST_STORED = 65_535


class PartlySecret(msgspec.Struct, frozen=True):
    """An answer as JSON in two parts, one after the other: only the first holds what a seat alone may see."""

    secret: bytes
    public: bytes


class Compressed:
    """An app whose answers are compressed for clients that accept gzip; for those with a link if `always`."""

    def __init__(self, app: ASGIApp, always: bool) -> None:
        self._app = app
        self._always = always
        self._gzip = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        may = self._always or "authorization" not in Headers(scope=scope)
        await (self._gzip if may else self._app)(scope, receive, send)


def accepts_gzip(headers: Headers) -> bool:
    """Check whether a client accepts gzip."""
    return "gzip" in headers.get("accept-encoding", "")


def gzip_apart(secret: bytes, public: bytes) -> bytes:
    """Return two texts, one after the other, as one gzip stream. The secret one is in it uncompressed.

    So its length in the stream depends on its own length alone, and that of the public one on the public one
    alone.
    """
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = press.compress(public) + press.flush(zlib.Z_FULL_FLUSH)
    check = zlib.crc32(public, zlib.crc32(secret))
    size = (len(secret) + len(public)) & 0xFFFFFFFF
    ends = check.to_bytes(4, "little") + size.to_bytes(4, "little")
    return b"".join([_HEAD, *_stored(secret), body, _LAST_BLOCK, ends])


def _stored(text: bytes) -> Iterator[bytes]:
    """Yield a text as blocks of deflate without compression: the size, its complement, the bytes."""
    for first in range(0, len(text), _LONGEST_STORED):
        block = text[first : first + _LONGEST_STORED]
        size = len(block)
        yield b"\x00" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + block
