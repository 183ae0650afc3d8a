"""Receivers of messages for tests: an SMTP server and an HTTPS server on this machine.

A production server would refuse to send to them. Run as a program, this file is `fitl serve` in a process of
its own that may send webhooks to this machine, and is quick:

    python tests/receiving.py WAITS CERTIFICATES [ARGUMENTS OF FITL]
"""

from __future__ import annotations

import email
import json
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


async def here(_hook: Any) -> list[str]:
    """Resolve every host to this machine."""
    return ["127.0.0.1"]


def comes_true(look: Callable[[], T], seconds: float = 20) -> T:
    """Wait until something is true, and return it."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)
    return found


class Mailbox:
    """An SMTP server. It takes every mail, or answers `refusal`; `heard` has the mails."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.raw: list[bytes] = []
        self.refusal = ""
        self.port = 0
        self.before_answer: Callable[[], object] = lambda: None

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Take a mail."""
        if self.refusal:
            return self.refusal
        self.raw.append(envelope.content)
        self.heard.append(email.message_from_bytes(envelope.content))
        self.before_answer()
        return "250 taken"


@contextmanager
def mailbox(**settings: Any) -> Iterator[Mailbox]:
    """An SMTP server on this machine, until the block ends."""
    from aiosmtpd.controller import Controller

    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=0, **settings)
    controller.port = _free_port()
    controller.start()
    box.port = controller.port
    try:
        yield box
    finally:
        controller.stop()


def _free_port() -> int:
    import socket

    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class HookBox:
    """An HTTPS server. It answers POSTs with the statuses of `first`, then with `status`.

    `heard` has the bodies, `paths` the paths.
    """

    def __init__(self, port: int, authority: Any) -> None:
        self.port = port
        self.authority = authority
        self.heard: list[Any] = []
        self.paths: list[str] = []
        self.status = 204
        self.first: list[int] = []
        self.headers: dict[str, str] = {}
        self.before_answer: Callable[[], object] = lambda: None

    @property
    def url(self) -> str:
        """The address of a hook here."""
        return f"https://hooks.example:{self.port}/hook?a=b"

    @property
    def trust(self) -> ssl.SSLContext:
        """A context that trusts the certificate of this server, and no other."""
        context = ssl.create_default_context()
        self.authority.configure_trust(context)
        return context


@contextmanager
def hook_box() -> Iterator[HookBox]:
    """An HTTPS server on this machine, until the block ends."""
    import trustme

    authority = trustme.CA()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Take a message."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            box.heard.append(json.loads(body))
            box.paths.append(self.path)
            box.before_answer()
            self.send_response(box.first.pop(0) if box.first else box.status)
            for name, value in box.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """Print nothing: a client that hangs up at once is no error here."""

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("hooks.example").configure_cert(context)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    box = HookBox(server.server_address[1], authority)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        server.server_close()


def main(waits: str, certificates: str, *arguments: str) -> None:
    """Run `fitl` with other times, and with webhooks to this machine."""
    from fitl_cli.__main__ import main as fitl
    from fitl_core.messages import outbox, postman, webhooks

    settle, at_table, lease, *more = [float(one) for one in waits.split(",")]
    pace = outbox.Pace(settle, at_table, tuple(more), lease)
    trust = ssl.create_default_context(cafile=certificates)
    webhooks.WebhookCarrier = partial(webhooks.WebhookCarrier, lambda _: True, trust, here)  # type: ignore
    postman.Posting = partial(postman.Posting, pace=pace)  # type: ignore
    sys.argv = ["fitl", *arguments]
    fitl()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main(*sys.argv[1:])
