"""A small proxy that shows a server below a path, as nginx and Caddy do, and can record what it hands on."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@contextmanager
def below(path: str, server: str, *, strips: bool, heard: list[bytes] | None = None) -> Iterator[str]:
    """A proxy in a thread, until the block ends; the address at which it shows the server.

    `heard` takes all that the server answers: heads, bodies and streams, without compression.
    """
    upstream = urlsplit(server).netloc

    class Proxy(BaseHTTPRequestHandler):
        """Hands requests on, and each part of an answer as soon as it comes."""

        def answer(self) -> None:
            """Answer a request of any method."""
            self.close_connection = True
            if not self.path.startswith(path):
                self.send_error(404)
                return
            asked = "/" + self.path.removeprefix(path) if strips else self.path
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            connection = http.client.HTTPConnection(upstream, timeout=60)
            sent = dict(self.headers.items())
            if heard is not None:
                sent["Accept-Encoding"] = "identity"
            connection.request(self.command, asked, body or None, sent)
            got = connection.getresponse()
            if heard is not None:
                heard.append(str(got.getheaders()).encode())
            self.send_response_only(got.status)
            for name, value in got.getheaders():
                if name.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.send_header("Connection", "close")
            self.end_headers()
            try:
                while part := got.read1(65_536):
                    if heard is not None:
                        heard.append(part)
                    self.wfile.write(part)
            except OSError:  # the browser has gone
                pass
            finally:
                connection.close()

        do_GET = do_POST = do_PUT = answer

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.daemon_threads = True
    proxy.block_on_close = False
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{proxy.server_port}{path}"
    finally:
        proxy.shutdown()
        proxy.server_close()
