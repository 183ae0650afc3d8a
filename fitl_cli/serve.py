"""`fitl serve`: the tables of a store in the browser."""

from __future__ import annotations

import os

import click

from fitl_cli.output import USAGE, Failure, say, say_json
from fitl_cli.stored import at_tables, json_option, store_option

MOST_RECENT = 256
"""So many tables are kept as they were seen last."""


@click.command("serve")
@store_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen here; 0.0.0.0: to everybody.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name of this server: fitl.example.")
@click.option(
    "--rate", type=click.FloatRange(min=0), default=25, show_default=True, help="Requests a second of one."
)
@click.option("--streams", type=click.IntRange(min=1), default=2000, show_default=True)
@json_option
def command(
    address: str, host: str, port: int, names: tuple[str, ...], rate: float, streams: int, as_json: bool
) -> None:
    """Serve the tables of a store over HTTP: the page to play at, and its API.

    Only this machine reaches it unless --host says otherwise; behind a proxy of a public name say --name. It
    ends with Ctrl-C or SIGTERM. --rate 0: as many requests as come.
    """
    try:
        from fitl_core.server.app import Limits
        from fitl_core.server.running import address_of, listening, run
    except ImportError as error:
        why = f"serving needs the extra server: pip install 'fitl[server]' ({error})"
        raise Failure(why, USAGE) from None
    with at_tables(address, as_json, create=True, recent=MOST_RECENT) as tables:
        try:
            sock = listening(host, port)
        except OSError as error:
            known = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
            why = (known or str(error)).partition(" (while")[0]  # Python says the address once more
            raise Failure(f"cannot listen at {host}, port {port}: {why}", USAGE) from None
        url = address_of(sock)
        if as_json:
            say_json({"url": url})
        else:
            say(f"tables are served at {url}")
        run(tables, sock, Limits(rate or None, streams), frozenset([name.lower() for name in names]))
