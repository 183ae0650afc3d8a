"""The description of the API: made of the endpoints, and true."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from samples import WHOLE
from schemathesis.checks import CHECKS
from schemathesis.config import SchemathesisConfig
from serving import UNLIMITED, drawn

from fitl_core import Setup
from fitl_core.server.endpoints import ENDPOINTS
from fitl_core.server.openapi import document
from fitl_core.server.site import Site
from fitl_core.stores.memory import MemoryStore
from fitl_core.table.commands import Sit
from fitl_core.table.tables import Tables

TABLES = Tables(MemoryStore(), random=drawn())
OPENED = TABLES.open(Setup("short"), table="known")
for seat in OPENED.links:
    if seat:
        TABLES.do("known", seat, Sit(), seen=TABLES.version("known"))
QUICK = SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": False}}})
"""Every field of every clause at each of its limits, one by one, would take minutes."""
SCHEMA = schemathesis.openapi.from_asgi(
    "/openapi.json", Site(TABLES, UNLIMITED, frozenset({"testserver"})).app, config=QUICK
).exclude(path_regex="news$")
NOT_HELD = CHECKS.get_by_names(["positive_data_acceptance"])
"""`1150.0` is an integer to JSON Schema and none to msgspec; a sound command may come late."""


@SCHEMA.parametrize()
@settings(max_examples=12 if WHOLE else 6)
@pytest.mark.parametrize("link", ["", OPENED.links["US"]], ids=["spectator", "seat"])
def test_whatever_is_sent_is_answered_as_described(case: Any, link: str) -> None:
    """Requests that fit the description, or do not, get the described statuses, media types and shapes."""
    if "table" in (case.path_parameters or {}) and len(case.path_parameters["table"]) % 2:
        case.path_parameters["table"] = "known"
    headers = {"Authorization": f"Bearer {link}"} if link and case.operation.security is not None else {}
    case.call_and_validate(headers=headers, excluded_checks=NOT_HELD)


def test_every_path_has_one_method_and_one_description() -> None:
    """Every path has one method, so that 405 names it."""
    paths = json.loads(document())["paths"]
    assert list(paths) == sorted({endpoint.path for endpoint in ENDPOINTS})
    assert len(paths) == len(ENDPOINTS)
    operations = [told["operationId"] for methods in paths.values() for told in methods.values()]
    assert len(set(operations)) == len(operations)


def test_commands_are_told_apart_by_their_tags_and_nothing_else_may_stand_in_them() -> None:
    """A generated client needs commands distinguished by their tags, with no other fields."""
    shapes = json.loads(document())["components"]["schemas"]
    command = shapes["Tell"]["properties"]["command"]
    assert command["discriminator"]["propertyName"] == "command"
    for ref in command["discriminator"]["mapping"].values():
        assert shapes[ref.rpartition("/")[2]]["additionalProperties"] is False
    for name in ("OpenTable", "Setup", "Position", "Tell", "Sketch", "Judge", "Called", "Relink"):
        assert shapes[name]["additionalProperties"] is False, name
