"""PostgreSQL itself is stopped while tables in it are served, and started again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from private_postgres import private_postgres
from serving import At, Listener, serve
from test_bad_requests import refused

from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables


def test_nothing_is_lost_while_the_store_is_away() -> None:
    """503 as JSON; the command that was under way is done once, its news come, and play goes on."""
    pytest.importorskip("psycopg", reason="the extra postgres is not installed")
    with private_postgres() as postgres, serve("--store", postgres.address) as (process, port):
        table = At(port)
        listener = Listener(port, table.name, table.version)
        before = table.version
        body = {"command": {"command": "comment", "text": "is it there?"}, "seen": before, "key": "once"}
        with ThreadPoolExecutor() as threads:
            postgres.stop()
            tried = [threads.submit(table.get, path) for path in ("", "/news", "/scene")]
            tried.append(threads.submit(table.send, "/commands", body, "US"))
            for one in tried:
                told = refused(got := one.result(), 503, "store")
                assert "postgres" not in told["message"] and got.headers["retry-after"]
            sent = threads.submit(table.send, "/commands", body, "US")
            postgres.start()
            done = sent.result()
        if done.status != 200:  # it gave up just before
            done = table.send("/commands", body, "US")
        assert done.status == 200 and done.json["version"] > before
        while not listener.told or listener.told[-1]["version"] < done.json["version"]:
            assert listener.next()[0] == "news"
        listener.close()
        again = table.send("/commands", body, "US")
        assert again.json["again"] and again.json["version"] == done.json["version"]
        comment = table.tell("US", {"command": "comment", "text": "we are back"})
        assert comment.status == 200
        facts = table.get("/facts").json["facts"]
        assert [fact["version"] for fact in facts] == sorted({fact["version"] for fact in facts})
        store = open_store(postgres.address)
        assert Tables(store).version(table.name) == comment.json["version"]
        store.close()
        assert process.poll() is None
