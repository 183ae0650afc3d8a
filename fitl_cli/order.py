"""`fitl order`: seal an order now and open it later."""

from __future__ import annotations

import secrets

import click

import notation
from fitl_cli.opened_files import bytes_of, name_of
from fitl_cli.options import shared
from fitl_cli.output import USAGE, Failure, UnreadableFile, say, say_json
from fitl_cli.secrets import keep
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.sealed_orders import SALT, Sealed, SealedOrder, kept, order, read_order
from fitl_core.record.events import Note
from notation import Entry


@click.command("order")
@click.argument("file", metavar="FILE")
@click.option("--seal", "text", metavar="TEXT", default=None, help="Keep this order in FILE; print its seal.")
@click.option("--open", "open_", is_flag=True, help="Print the text of the order in FILE, with its proof.")
@shared("--json")
def command(file: str, text: str | None, open_: bool, as_json: bool) -> None:
    """Seal an order, so that nobody knows it and you cannot change it; or open it.

    FILE keeps the order and its salt for you alone until the order applies, such as one for a Pivotal Event.
    The command prints a line for the game: the seal when you seal it (or without an option), the text when
    you open it. fitl verify compares them.
    """
    if text is not None and open_:
        raise click.UsageError("--seal and --open exclude each other")
    sealed_order = _sealed(file, text) if text is not None else _kept(file)
    proof = str(sealed_order) if open_ else str(Sealed(sealed_order.seal))
    note_text = "the order that was sealed" if open_ else "a sealed order"
    (line,) = notation.write_entry(Entry(Note(note_text), proof=(proof,)))
    if as_json:
        say_json({"seal": sealed_order.seal, "line": line} | ({"text": sealed_order.text} if open_ else {}))
    else:
        say(line)


def _sealed(file: str, text: str) -> SealedOrder:
    try:
        made = order(text.strip(), secrets.token_bytes(SALT))
    except ProofError as error:
        raise Failure(error.message, USAGE) from None
    keep(file, kept(made))
    return made


def _kept(file: str) -> SealedOrder:
    try:
        return read_order(bytes_of(file))
    except ProofError as error:
        raise UnreadableFile(f"{name_of(file)}: {error.message}", "no-order") from None
