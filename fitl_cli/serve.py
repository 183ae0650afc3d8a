"""`fitl serve`: the tables of a store in the browser."""

from __future__ import annotations

import ipaddress
import os

import click

from fitl_cli.given_stores import at_tables, json_option, store_option
from fitl_cli.message_options import MessageChoices, message_options, posting_of
from fitl_cli.options import formerly
from fitl_cli.output import USAGE, Failure, say, say_json

MOST_RECENT = 256
"""The number of tables that stay in memory."""


def _addresses(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and networks: one for each option, or several with commas."""
    addresses = [one.strip() for value in given for one in value.split(",") if one.strip()]
    for one in addresses:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            why = f"{one} is no address: name each proxy, as 127.0.0.1, or its network, as 10.0.0.0/8"
            raise click.BadParameter(why) from None
    return tuple(addresses)


@click.command("serve")
@store_option
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0: everybody."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0: any free.",
)
@click.option(
    "--server-name", "names", multiple=True, metavar="NAME", help="A name of this server: fitl.example."
)
@formerly("--name", "--server-name", "names", multiple=True)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    envvar="FORWARDED_ALLOW_IPS",
    callback=_addresses,
    help="A proxy whose X-Forwarded-For is believed: 127.0.0.1, 10.0.0.0/8.  [env: FORWARDED_ALLOW_IPS]",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=25,
    show_default=True,
    help="The requests per second of one client.",
)
@click.option(
    "--streams",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    help="The most pages that may be open at a time.",
)
@message_options
@json_option
def command(
    address: str,
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    rate: float,
    streams: int,
    messages: MessageChoices,
    as_json: bool,
) -> None:
    """Serve the tables of a store over HTTP: the page to play at, and its API.

    Only this machine reaches it, unless --host names another address. For a proxy with a public name give
    --server-name, and --proxy with its address. The server ends with Ctrl-C or SIGTERM. --rate 0: no limit.
    """
    try:
        from fitl_core.server.running import address_of, listening, run
        from fitl_core.server.site import Limits
    except ImportError as error:
        why = f'serving needs the extra server: pip install "fitl[server]" ({error})'
        raise Failure(why, USAGE) from None
    posting = posting_of(messages)
    with at_tables(address, as_json, create=True, recent=MOST_RECENT) as tables:
        try:
            sock = listening(host, port)
        except OSError as error:
            known = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
            why = (known or str(error)).partition(" (while")[0]  # the message of Python repeats the address
            raise Failure(f"cannot listen at {host}, port {port}: {why}", USAGE) from None
        url = address_of(sock)
        if as_json:
            say_json({"url": url})
        else:
            say(f"tables are served at {url}")
        called = frozenset([name.lower() for name in (*names, messages.host) if name])
        run(tables, sock, Limits(rate or None, streams), called, proxies, posting)
