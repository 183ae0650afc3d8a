"""Answers as they are sent."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from fitl_core.server.calls import Document
from fitl_core.server.endpoints import Endpoint
from fitl_core.server.problems import Answered


def problem(found: Answered) -> Response:
    """A problem with its status and headers."""
    body = msgspec.json.encode(found.problem)
    return Response(body, found.status, found.headers, media_type="application/json")


def answer(endpoint: Endpoint, value: Any) -> Response:
    """What a handler has answered."""
    if not isinstance(value, Document):
        return Response(msgspec.json.encode(value), endpoint.status, media_type="application/json")
    headers = {"Content-Disposition": f'attachment; filename="{value.name}"'} if value.name else {}
    return Response(value.text, endpoint.status, headers, media_type=str(endpoint.gives))
