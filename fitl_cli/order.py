"""`fitl order`: an order that is sealed now and opened later."""

from __future__ import annotations

import secrets

import click

import notation
from fitl_cli.opening import bytes_of, name_of
from fitl_cli.output import USAGE, Failure, Unreadable, say, say_json
from fitl_cli.secrets import keep
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.orders import SALT, Order, Sealed, kept, order, read_order
from fitl_core.record.events import Note
from notation import Entry


@click.command("order")
@click.argument("file", metavar="FILE")
@click.option("--seal", "text", metavar="TEXT", default=None, help="Keep this order in FILE; print its seal.")
@click.option("--open", "open_", is_flag=True, help="Print what the order in FILE says, with its proof.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, text: str | None, open_: bool, as_json: bool) -> None:
    """Seal an order so that nobody knows it and you cannot change it, or open it.

    FILE keeps the order and its salt, for you alone, until it bites, as one for a Pivotal Event does. What is
    printed is a line for the game: its seal now (without an option, once more), its text then. fitl verify
    compares them.
    """
    if text is not None and open_:
        raise click.UsageError("an order is sealed or opened, not both: --seal, --open")
    found = _sealed(file, text) if text is not None else _kept(file)
    proof = str(found) if open_ else str(Sealed(found.seal))
    said = "the order that was sealed" if open_ else "a sealed order"
    (line,) = notation.write_entry(Entry(Note(said), proof=(proof,)))
    if as_json:
        say_json({"seal": found.seal, "line": line} | ({"text": found.text} if open_ else {}))
    else:
        say(line)


def _sealed(file: str, text: str) -> Order:
    try:
        made = order(text.strip(), secrets.token_bytes(SALT))
    except ProofError as error:
        raise Failure(error.message, USAGE) from None
    keep(file, kept(made))
    return made


def _kept(file: str) -> Order:
    try:
        return read_order(bytes_of(file))
    except ProofError as error:
        raise Unreadable(f"{name_of(file)}: {error.message}", "no-order") from None
