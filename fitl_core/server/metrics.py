"""Figures of the server for Prometheus, at an address of their own: `/metrics` is not on the public one.

Labels come from closed lists (routes, kinds of commands, codes of problems), so no secret and no name gets
into them. Read `request_records` for their source.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from fitl_core.server.request_records import RequestRecord
from fitl_core.server.site import Site

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15)
"""Seconds. 0.15 is the goal for nineteen of twenty commands."""
NEWS = "/news"
"""The end of the route of streams. They last as long as a page is open, so their time is not measured."""


class Metrics:
    """The figures of a process. A watcher of requests; `site` has the rest."""

    def __init__(self) -> None:
        self.registry: CollectorRegistry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "fitl_requests",
            "Requests by route and class of status",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "fitl_request_seconds",
            "Time from a request to the end of its answer, streams left out",
            ("method", "route"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._commands = Counter(
            "fitl_commands",
            "Commands by kind; outcome: done, refused or failed",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._refusals = Counter(
            "fitl_refusals", "Refused requests by the code of the problem", ("code",), registry=self.registry
        )

    def __call__(self, record: RequestRecord) -> None:
        """Count a request."""
        status = f"{record.status // 100}xx" if record.status else "none"
        self._requests.labels(record.method, record.route, status).inc()
        if not record.route.endswith(NEWS):
            self._seconds.labels(record.method, record.route).observe(record.seconds)
        if record.command:
            outcome = {2: "done", 4: "refused"}.get(record.status // 100, "failed")
            self._commands.labels(record.command, outcome).inc()
        if record.refusal:
            self._refusals.labels(record.refusal).inc()

    def watch(self, site: Site) -> None:
        """Show the open streams of a site, and the tables that it has in memory."""
        for name, words, figure in (
            ("fitl_news_streams", "Open streams of news", lambda: site.streams),
            ("fitl_tables_in_memory", "Tables kept in memory", lambda: site.tables_in_memory),
        ):
            Gauge(name, words, registry=self.registry).set_function(figure)

    def serve(self, host: str, port: int) -> int:
        """Serve the figures in a thread. Return the port (for port 0: a free one). Raises `OSError`."""
        server, _ = start_http_server(port, host, self.registry)
        return int(server.server_port)
