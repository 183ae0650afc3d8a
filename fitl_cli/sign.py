"""`fitl sign`: the signatures of a seat."""

from __future__ import annotations

import secrets

import click

from fitl_cli.log_text import log_text
from fitl_cli.opened_files import open_log, sound_document
from fitl_cli.options import shared
from fitl_cli.output import ILLEGAL, Failure, leave, say, say_data, say_json
from fitl_cli.pen import SEATS, key_in
from fitl_cli.secrets import insist_on_apart, keep
from fitl_cli.writing import is_same_file, write_file
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.signatures import KEY_SIZE, public_key, signed_by, with_key


@click.command("sign")
@click.argument("key", metavar="KEY")
@click.argument("file", metavar="FILE")
@shared("--seat", "Its lines are signed.", type=click.Choice(SEATS, case_sensitive=False), required=True)
@click.option("--new", is_flag=True, help="Make the KEY, and put its public half in the header of FILE.")
@shared("--output")
@shared("--json")
def command(key: str, file: str, seat: str, new: bool, out: str | None, as_json: bool) -> None:
    """Sign the unsigned lines of a seat. Lines without a link get one first.

    A seat signs the lines in which its Faction acts, and other lines that it wrote ([%by VC]). KEY is the
    seat's secret file. With a key in the header nobody else can write lines of the seat: fitl verify finds
    unsigned ones. If there is nothing to sign, the exit code is 1 and OUT is not written. Needs PyNaCl: pip
    install "fitl[signatures]".
    """
    insist_on_apart(key, out)
    log = open_log(file)
    document = sound_document(log)
    numbers: tuple[int, ...] = ()
    try:
        if new:
            secret = secrets.token_bytes(KEY_SIZE)
            whole = with_key(document.log, seat, secret)
            keep(key, f"{secret.hex()}\n".encode())
        else:
            secret = key_in(key)
            whole, numbers = signed_by(document.log, seat, secret)
        public = public_key(secret)
    except ProofError as error:
        raise Failure(f"{log.name}: {error.message}", ILLEGAL) from None
    text = log_text(log.name, whole, log.jsonl)
    out = None if out == "-" else out
    done = new or bool(numbers)
    if not done and not as_json:
        raise Failure(f"{log.name}: no line of {seat} is without a signature: nothing is signed", ILLEGAL)
    if out is not None and done:
        write_file(out, text, log.raw if is_same_file(file, out) else None)
    if as_json:
        say_json({"signed": numbers, "key": public, "text": text if out is None else ""})
    elif out is None:
        say_data(text)
    else:
        say("a key is made" if new else f"signed: {', '.join(map(str, numbers))}")
    leave(0 if done else ILLEGAL)
