"""`fitl mcp`: the tables of a store as tools of a language model."""

from __future__ import annotations

import click

from fitl_cli.given_stores import at_tables, store_option
from fitl_cli.output import USAGE, Failure


@click.command("mcp")
@store_option
@click.option("--table", default="", metavar="TABLE", help="The table of calls that name none.")
@click.option(
    "--seat-link",
    "link",
    default="",
    envvar="FITL_LINK",
    metavar="SECRET",
    help="The seat of calls that give no link.  [env: FITL_LINK]",
)
def command(address: str, table: str, link: str) -> None:
    """Serve tables to a language model by the Model Context Protocol, on standard input and output.

    The model takes a seat with the seat's secret link, and sees only what the seat may know. With --table and
    --seat-link it holds one seat from the start. A client of the protocol starts this command.
    """
    try:
        from fitl_core.mcp.seat_tools import SeatTools
        from fitl_core.mcp.serving import mcp_server
    except ImportError as error:
        raise Failure(f'this needs the extra mcp: pip install "fitl[mcp]" ({error})', USAGE) from None
    with at_tables(address, as_json=False, create=True) as tables:
        if link and table:
            tables.seat_of(table, link)  # raises at once for a wrong link
        mcp_server(SeatTools(tables, table, link)).run("stdio")
