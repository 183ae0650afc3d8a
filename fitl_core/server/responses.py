"""The responses of the server, made from answers and problems.

`site` sends them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from fitl_core.server.calls import FileAnswer
from fitl_core.server.endpoints import Endpoint
from fitl_core.server.problems import ProblemResponse


def problem(failed: ProblemResponse) -> Response:
    """Return the response for a problem, with its status and headers."""
    body = msgspec.json.encode(failed.problem)
    return Response(body, failed.status, failed.headers, media_type="application/json")


def answer(endpoint: Endpoint, value: Any) -> Response:
    """Return the response for the answer of a handler."""
    if not isinstance(value, FileAnswer):
        return Response(msgspec.json.encode(value), endpoint.status, media_type="application/json")
    headers = {"Content-Disposition": f'attachment; filename="{value.name}"'} if value.name else {}
    return Response(value.text, endpoint.status, headers, media_type=str(endpoint.gives))
