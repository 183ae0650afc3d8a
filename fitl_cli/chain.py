"""`fitl fmt --chain`: links between the lines of a game."""

from __future__ import annotations

import click

from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, Failure, say, say_data, say_json
from fitl_cli.writing import is_same_file, write_file
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.verify_chain import chained_on


@click.command("chain")
@click.argument("file", metavar="FILE")
@shared("--output")
@shared("--json")
def command(file: str, out: str | None, as_json: bool) -> None:
    """Link each line without a link to the line before it, and put the head of the chain into the header.

    With the head, `fitl verify --head` can show later whether any line was changed. A broken chain is not
    continued. JSON Lines stay JSON Lines.
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
