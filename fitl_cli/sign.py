"""`fitl sign`: the signatures of a seat."""

from __future__ import annotations

import secrets

import click

from fitl_cli.fmt import log_text
from fitl_cli.opening import bytes_of, name_of, open_log, sound_document
from fitl_cli.output import ILLEGAL, Failure, Unreadable, say, say_data, say_json
from fitl_cli.secrets import insist_on_apart, keep
from fitl_cli.writing import is_same_file, write_file
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.seeds import read_seed
from fitl_core.proofs.signatures import KEY_SIZE, public_key, signed_by, with_key

SEATS = ("US", "ARVN", "NVA", "VC", "US+ARVN", "NVA+VC")


@click.command("sign")
@click.argument("key", metavar="KEY")
@click.argument("file", metavar="FILE")
@click.option("--seat", type=click.Choice(SEATS, case_sensitive=False), required=True, help="Whose lines.")
@click.option("--new", is_flag=True, help="Make the KEY, and put its public half in the header of FILE.")
@click.option("-o", "--output", "out", metavar="OUT", default=None, help="Write to this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(key: str, file: str, seat: str, new: bool, out: str | None, as_json: bool) -> None:
    """Sign the lines of a seat ([%by VC]) that are not signed yet; lines without a link get one first.

    KEY is the seat's secret file. With a key in the header nobody else can write lines of the seat: fitl
    verify finds those that are not signed. Needs PyNaCl: pip install 'fitl[signatures]'.
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
            secret = _secret(key)
            whole, numbers = signed_by(document.log, seat, secret)
        public = public_key(secret)
    except ProofError as error:
        raise Failure(f"{log.name}: {error.message}", ILLEGAL) from None
    text = log_text(log.name, whole, log.jsonl)
    out = None if out == "-" else out
    if out is not None:
        write_file(out, text, log.raw if is_same_file(file, out) else None)
    if as_json:
        say_json({"signed": numbers, "key": public, "text": text if out is None else ""})
    elif out is None:
        say_data(text)
    else:
        say("a key is made" if new else f"signed: {', '.join(map(str, numbers)) or 'nothing'}")


def _secret(path: str) -> bytes:
    try:
        return read_seed(bytes_of(path).decode(errors="replace").strip())
    except ProofError:
        raise Unreadable(f"{name_of(path)}: this is no file of a key", "no-key") from None
