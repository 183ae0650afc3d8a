"""What an operator sees of a server: its log of requests, its figures, its health. No secret is in them."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.request
from datetime import UTC, datetime

import anyio
import pytest
from serving import UNLIMITED, At, FailingStore, Listener, ask, drawn, serve_telling, served

from fitl_core.server.health import Health
from fitl_core.server.metrics import Metrics
from fitl_core.server.request_log import RequestLog
from fitl_core.server.request_records import NOWHERE, RequestRecord
from fitl_core.server.site import Limits, Site
from fitl_core.stores.memory import MemoryStore
from fitl_core.stores.port import StoreError
from fitl_core.table.tables import Tables

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
COMMAND = RequestRecord("POST", "/api/tables/{table}/commands", 409, 0.01234, 512, "submit", "conflict")


def test_a_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """In words and as JSON: time, method, route, status, milliseconds, bytes, command, refusal."""
    RequestLog("text", lambda: NOON)(COMMAND)
    RequestLog("json", lambda: NOON)(COMMAND)
    RequestLog("json", lambda: NOON)(RequestRecord("GET", "/", 200, 0.001, 900))
    first, second, third = capsys.readouterr().err.splitlines()
    route = "/api/tables/{table}/commands"
    assert first == f"2026-11-27T12:00:00.000Z POST {route} 409 12.3 ms 512 bytes submit conflict"
    assert json.loads(second) == {
        "time": "2026-11-27T12:00:00.000Z",
        "method": "POST",
        "route": route,
        "status": 409,
        "ms": 12.3,
        "bytes": 512,
        "command": "submit",
        "refusal": "conflict",
    }
    assert set(json.loads(third)) == {"time", "method", "route", "status", "ms", "bytes"}


def _figures(address: str, wanted: str) -> str:
    """Return the figures, as soon as they have a wanted one: a request counts after its answer was sent."""
    end = time.monotonic() + 10
    while True:
        with urllib.request.urlopen(address, timeout=30) as answer:
            figures = str(answer.read().decode())
        if wanted in figures or time.monotonic() > end:
            return figures
        time.sleep(0.05)


def test_the_log_and_the_figures_hold_no_secret() -> None:
    """No link, no name of a table, no query, no unknown path: neither in the log nor in the figures."""
    arguments = ("--log", "json", "--metrics", "127.0.0.1:0", "--root-path", "/fitl")
    with serve_telling("--store", "memory:", *arguments) as (process, told):
        port = int(told["url"].split(":")[2].partition("/")[0])
        table = At(port)
        listener = Listener(port, table.name, 0, table.links["US"])
        listener.next()
        table.tell("US", {"command": "comment", "text": "for nobody's eyes"})
        assert ask(port, "GET", f"/fitl/{table.links['VC']}?link={table.links['VC']}").status == 404
        assert ask(port, "BREW", f"/{table.links['VC']}").status == 404
        assert table.send("/commands", {"command": {"command": "sit"}, "seen": 1}, "US").status == 409
        figures = _figures(told["metrics"], 'fitl_commands_total{command="sit",outcome="refused"}')
        assert ask(port, "GET", "/metrics").status == 404  # they are not at the public address
        listener.close()
        process.terminate()
        log = process.communicate()[1].decode()
    for secret in (*table.links.values(), table.name, "eyes", "link=", "BREW"):
        assert secret not in log and secret not in figures
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["route"] for line in lines} >= {"/api/tables/{table}/news", NOWHERE, "/api/tables"}
    commands = [
        (line["status"], line.get("command")) for line in lines if line["route"].endswith("/commands")
    ]
    assert commands == [*[(200, "sit")] * 4, (200, "comment"), (409, "sit")]
    for figure in (
        'fitl_requests_total{method="POST",route="/api/tables",status="2xx"} 1.0',
        'fitl_requests_total{method="other",route="(none)",status="4xx"} 1.0',
        'fitl_commands_total{command="sit",outcome="done"} 4.0',
        'fitl_commands_total{command="sit",outcome="refused"} 1.0',
        'fitl_refusals_total{code="no-such-path"} 2.0',
        "fitl_news_streams 1.0",
        "fitl_tables_in_memory 1.0",
    ):
        assert figure in figures
    assert re.search(r'fitl_request_seconds_count\{method="POST",route="/api/tables"\} 1\.0', figures)
    assert "process_resident_memory_bytes" in figures


def test_two_servers_in_a_process_have_figures_of_their_own() -> None:
    """Each has its own registry."""
    first, second = Metrics(), Metrics()
    first.watch(Site(Tables(MemoryStore(), random=drawn()), UNLIMITED))
    first(COMMAND)
    name, labels = "fitl_refusals_total", {"code": "conflict"}
    assert first.registry.get_sample_value(name, labels) == 1
    assert second.registry.get_sample_value(name, labels) is None


def test_a_refusal_by_the_guard_is_recorded() -> None:
    """A request under a foreign name counts as one, with the code of its problem."""
    records: list[RequestRecord] = []
    with served(watchers=[records.append]) as port:
        assert ask(port, "GET", "/api/choices", headers={"Host": "evil.example"}).status == 403
    assert [(one.route, one.status, one.refusal) for one in records] == [(NOWHERE, 403, "foreign")]


def test_a_probe_says_whether_the_store_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """200 while it does; 503 with a reason and no details while it does not. The cause is on stderr, once."""
    store = FailingStore()
    with served(store) as port:
        assert (ask(port, "GET", "/healthz").json, ask(port, "POST", "/healthz").status) == (
            {"status": "fine"},
            405,
        )
    health, now = Health(store), [StoreError("cannot reach db.example"), None]

    async def probe() -> tuple[int, str]:
        health._until = 0  # type: ignore[attr-defined]
        answer = await health.respond(None)  # type: ignore[arg-type]
        return answer.status_code, bytes(answer.body).decode()

    store.list_error = now[0]
    for _ in range(2):
        status, body = anyio.run(probe)
        assert status == 503 and "the store cannot be reached" in body and "db.example" not in body
    store.list_error = now[1]
    assert anyio.run(probe) == (200, '{"status":"fine"}')
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2 and "db.example" in told[0] and told[1] == "fitl serve: the store answers again"


def test_a_probe_does_not_wait_for_a_store_that_hangs() -> None:
    """503 after the patience of the probe, for every probe."""
    hanging = threading.Event()
    store = MemoryStore()
    store.tables = lambda *_, **__: hanging.wait(30) and []  # type: ignore[method-assign, assignment]
    health = Health(store, patience=0.05)

    async def probe() -> list[int]:
        found: list[int] = []

        async def ask_once() -> None:
            found.append((await health.respond(None)).status_code)  # type: ignore[arg-type]

        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(ask_once)
        hanging.set()
        return found

    assert anyio.run(probe) == [503] * 3


def test_probes_count_for_no_limit() -> None:
    """A client over its rate still gets the health; the store is asked once a second at most."""
    store = FailingStore()
    with served(store, Limits(rate=1)) as port:
        statuses = [ask(port, "GET", "/healthz").status for _ in range(50)]
        assert statuses == [200] * 50
        while ask(port, "GET", "/api/choices").status == 200:
            pass
        assert ask(port, "GET", "/healthz").status == 200
