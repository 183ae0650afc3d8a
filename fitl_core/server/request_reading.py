"""The reading of requests: a body with bounds and a type, and a query.

Read `bodies` for the types.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request

from fitl_core.server.endpoints import ENDPOINTS, Endpoint
from fitl_core.server.problems import RequestError, TooLong, WrongMediaType

LONGEST = 65_536
"""The largest size of a body, in bytes."""
# The decoders are made at import because msgspec must not learn a type in two threads at once.
_DECODERS = {
    shape: msgspec.json.Decoder(shape)
    for endpoint in ENDPOINTS
    for shape in (endpoint.takes, endpoint.query)
    if shape is not None
}


async def body_of(request: Request, endpoint: Endpoint) -> Any:
    """Return the body of a request; None if the endpoint takes none. Raises `RequestError`."""
    if endpoint.takes is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise WrongMediaType("send JSON, as Content-Type: application/json", "Content-Type")
    raw = b""
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > LONGEST:
                raise TooLong(f"a body has at most {LONGEST:,} bytes")
    except ClientDisconnect:
        raise RequestError("the connection was lost before the body was complete") from None
    try:
        return _DECODERS[endpoint.takes].decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _misread(error) from None


def query_of(request: Request, endpoint: Endpoint) -> Any:
    """Return the query of a request; None if the endpoint takes none. Raises `RequestError`."""
    given = request.query_params
    names = [name for name, _ in given.multi_items()]
    if len(set(names)) != len(names):
        raise RequestError("the query has a parameter twice")
    if endpoint.query is None:
        if names:
            raise RequestError("this path takes no query", f"$.{names[0][:40]}")
        return None
    try:
        return msgspec.convert(dict(given), endpoint.query, strict=False)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _misread(error) from None


def _misread(error: Exception) -> RequestError:
    """Return the error for a wrong value, with its place."""
    what, _, where = str(error).partition(" - at `")
    return RequestError(what, where.removesuffix("`"))
