"""`fitl serve`: the tables of a store in the browser."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import click

from fitl_cli.given_stores import at_tables, json_option, store_option
from fitl_cli.message_options import MessageChoices, message_options, posting_of
from fitl_cli.options import formerly
from fitl_cli.output import USAGE, Failure, say, say_json

if TYPE_CHECKING:
    from fitl_core.server.metrics import Metrics
    from fitl_core.server.request_log import LogForm

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


def _path(_context: click.Context, _option: click.Parameter, given: str) -> str:
    """The path below which the server is shown."""
    if not given:
        return ""
    from fitl_core.server.sub_paths import sub_path_of

    try:
        return sub_path_of(given)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _host_and_port(_context: click.Context, _option: click.Parameter, given: str) -> tuple[str, int] | None:
    """An address to listen on: HOST:PORT, or a port of this machine."""
    if not given:
        return None
    host, _, port = given.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise click.BadParameter(f"{given} is no address: give HOST:PORT, as 127.0.0.1:9100")
    return host.strip("[]") or "127.0.0.1", int(port)


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
@click.option(
    "--root-path",
    "path",
    default="",
    metavar="PATH",
    callback=_path,
    help="The path below which a proxy shows the server: /fitl/.",
)
@click.option(
    "--log",
    type=click.Choice(("off", "text", "json")),
    default="off",
    show_default=True,
    help="A line on stderr for each request, without secrets.",
)
@click.option(
    "--metrics",
    "metrics_at",
    default="",
    metavar="HOST:PORT",
    callback=_host_and_port,
    help="Another address for figures for Prometheus: 127.0.0.1:9100 has /metrics.",
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
    path: str,
    log: str,
    metrics_at: tuple[str, int] | None,
    as_json: bool,
) -> None:
    """Serve the tables of a store over HTTP: the page to play at, and its API.

    Only this machine reaches it, unless --host names another address. For a proxy with a public name give
    --server-name, and --proxy with its address. The server ends with Ctrl-C or SIGTERM. --rate 0: no limit.
    """
    try:
        from fitl_core.server.running import address_of, listening, run
        from fitl_core.server.site import Limits

        metrics = _metrics() if metrics_at is not None else None
    except ImportError as error:
        why = f'serving needs the extra server: pip install "fitl[server]" ({error})'
        raise Failure(why, USAGE) from None
    posting = posting_of(messages)
    with at_tables(address, as_json, create=True, recent=MOST_RECENT) as tables:
        with _listening_at(host, port):
            sock = listening(host, port)
        shown = {"url": address_of(sock) + f"{path}/".lstrip("/")}
        if metrics is not None and metrics_at is not None:
            at, wanted = metrics_at
            with _listening_at(at, wanted):
                shown["metrics"] = (
                    f"http://{f'[{at}]' if ':' in at else at}:{metrics.serve(at, wanted)}/metrics"
                )
        if as_json:
            say_json(shown)
        else:
            say(f"tables are served at {shown['url']}")
            for figures in [shown["metrics"]] if metrics is not None else ():
                say(f"figures are served at {figures}")
        called = frozenset([name.lower() for name in (*names, messages.host) if name])
        limits = Limits(rate or None, streams)
        form: LogForm | None = None if log == "off" else cast("LogForm", log)
        run(tables, sock, limits, called, proxies, posting, path=path, log=form, metrics=metrics)


def _metrics() -> Metrics:
    """The figures of this process. Their library is imported only if they are wanted."""
    from fitl_core.server.metrics import Metrics

    return Metrics()


@contextmanager
def _listening_at(host: str, port: int) -> Iterator[None]:
    """End the command if it cannot listen at an address."""
    try:
        yield
    except OSError as error:
        known = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        why = (known or str(error)).partition(" (while")[0]  # the message of Python repeats the address
        raise Failure(f"cannot listen at {host}, port {port}: {why}", USAGE) from None
