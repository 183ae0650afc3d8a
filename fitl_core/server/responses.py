"""The responses of the server, made from answers and problems.

`site` sends them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from fitl_core.server.calls import FileAnswer
from fitl_core.server.compression import PartlySecret, gzip_apart
from fitl_core.server.endpoints import Endpoint
from fitl_core.server.problems import ProblemResponse


def problem(failed: ProblemResponse) -> Response:
    """Return the response for a problem, with its status and headers."""
    body = msgspec.json.encode(failed.problem)
    return Response(body, failed.status, failed.headers, media_type="application/json")


def answer(endpoint: Endpoint, value: Any, takes_gzip: bool = False) -> Response:
    """Return the response for the answer of a handler."""
    if isinstance(value, PartlySecret):
        return _partly_secret(endpoint, value, takes_gzip)
    if not isinstance(value, FileAnswer):
        return Response(msgspec.json.encode(value), endpoint.status, media_type="application/json")
    headers = {"Content-Disposition": f'attachment; filename="{value.name}"'} if value.name else {}
    if value.policy:
        headers["Content-Security-Policy"] = value.policy
    return Response(value.text, endpoint.status, headers, media_type=str(endpoint.gives))


def _partly_secret(endpoint: Endpoint, value: PartlySecret, takes_gzip: bool) -> Response:
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip:
        headers["Content-Encoding"] = "gzip"
        body = gzip_apart(value.secret, value.public)
    else:
        body = value.secret + value.public
    return Response(body, endpoint.status, headers, media_type="application/json")
