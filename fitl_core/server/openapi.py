"""The description of the API in OpenAPI 3.1, made from the endpoints.

Read `endpoints` for their list.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from fitl_core.server.bodies import News
from fitl_core.server.endpoints import ENDPOINTS, Endpoint
from fitl_core.server.problems import ApiProblem
from fitl_core.stores.port import MOST_NAME

_FAULTS = {
    400: "The request cannot be read: `where` is the place in it",
    401: "The link opens no seat at this table",
    403: "This seat may not do or know this, or a foreign page has asked",
    404: "The table, line or seat does not exist",
    408: "The body did not arrive in time",
    409: "The command is late: the table is at `version`",
    410: "The link was used before",
    413: "The body is too long",
    415: "The media type of the body is not JSON",
    422: "Refused, with the rule, its facts and the legal alternatives",
    429: "Too many requests: `Retry-After` says when to try again",
    500: "The server has failed",
    503: "The tables cannot be reached now; nothing is lost",
}
_ALWAYS = (400, 403, 429, 500, 503)
_OF_BODIES = (408, 413, 415)
_REFS = "#/components/schemas/{name}"


@cache
def document(path: str = "") -> bytes:
    """Return the description as JSON, for a server below a path."""
    shapes: list[Any] = [ApiProblem, News]
    for endpoint in ENDPOINTS:
        shapes += [shape for shape in (endpoint.takes, endpoint.query) if shape is not None]
        shapes += [endpoint.gives] if not isinstance(endpoint.gives, str) else []
    schemas, components = msgspec.json.schema_components(shapes, ref_template=_REFS)
    refs = dict(zip([repr(shape) for shape in shapes], schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths[endpoint.path] = {endpoint.method.lower(): _operation(endpoint, refs, components)}
    queries = {endpoint.query.__name__ for endpoint in ENDPOINTS if endpoint.query is not None}
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "fitl serve", "version": "1"},
        **({"servers": [{"url": path}]} if path else {}),
        "paths": paths,
        "components": {
            "schemas": {name: shape for name, shape in components.items() if name not in queries},
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.encode(whole, order="deterministic")


def _operation(endpoint: Endpoint, refs: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.operation,
        "parameters": [*_in_path(endpoint), *_in_query(endpoint, components)],
        "responses": _responses(endpoint, refs),
    }
    if endpoint.of_table:
        operation["security"] = [{}, {"link": []}]
    if endpoint.takes is not None:
        body = {"application/json": {"schema": refs[repr(endpoint.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    return operation


def _in_path(endpoint: Endpoint) -> list[dict[str, Any]]:
    if not endpoint.of_table:
        return []
    schema = {"type": "string", "minLength": 1, "maxLength": MOST_NAME}
    return [{"name": "table", "in": "path", "required": True, "schema": schema}]


def _in_query(endpoint: Endpoint, components: dict[str, Any]) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    shape = components[endpoint.query.__name__]
    required = shape.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in shape["properties"].items()
    ]


def _responses(endpoint: Endpoint, refs: dict[str, Any]) -> dict[str, Any]:
    of_body = _OF_BODIES if endpoint.takes is not None else ()
    if isinstance(endpoint.gives, str):
        content = {endpoint.gives: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": refs[repr(endpoint.gives)]}}
    responses: dict[str, Any] = {str(endpoint.status): {"description": endpoint.summary, "content": content}}
    problem = {"application/json": {"schema": refs[repr(ApiProblem)]}}
    for status in sorted({*_ALWAYS, *of_body, *endpoint.faults}):
        responses[str(status)] = {"description": _FAULTS[status], "content": problem}
    return responses
