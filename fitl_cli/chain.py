"""`fitl chain`: the links of a game's lines."""

from __future__ import annotations

import click

from fitl_cli.fmt import log_text
from fitl_cli.opening import open_log, sound_document
from fitl_cli.output import ILLEGAL, Failure, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.verify_chain import chained_on


@click.command("chain")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, out: str | None, as_json: bool) -> None:
    """Link every line that has no link yet to the one before it, and say the head of the chain in the header.

    Whoever knows the head can tell later whether a line before it was changed (fitl verify --head). A
    chain that does not hold is not gone on with. JSON Lines stay JSON Lines.
    """
    log = open_log(file)
    try:
        whole = chained_on(sound_document(log).log)
    except ProofError as error:
        raise Failure(f"{log.name}: {error.message}", ILLEGAL) from None
    text = log_text(log.name, whole, log.jsonl)
    head = whole.tag("Chain-Head") or ""
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, log.raw if is_same_file(file, out) else None)
    if as_json:
        say_json({"file": log.name, "head": head, "text": text if out is None else ""})
    elif out is None:
        say_data(text)
    else:
        say(f"head: {head}")
