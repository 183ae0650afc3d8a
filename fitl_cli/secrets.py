"""Files that nobody else may read: a dealer's seed, an order before it is opened."""

from __future__ import annotations

import os

import click

from fitl_cli.opened_files import bytes_of, name_of
from fitl_cli.output import USAGE, Failure, UnreadableFile
from fitl_cli.writing import write_file
from fitl_core.proofs.dealer import Dealer, kept, read_dealer
from fitl_core.proofs.errors import ProofError


def dealer_in(path: str) -> tuple[Dealer, bytes]:
    """Return the dealer of a file, and its content. End the command if it is no dealer's file."""
    raw = bytes_of(path)
    try:
        return read_dealer(raw), raw
    except ProofError as error:
        raise UnreadableFile(f"{name_of(path)}: {error.message}", "no-dealer") from None


def keep_dealer(path: str, dealer: Dealer, read: bytes | None = None) -> None:
    """Write a dealer's file. If nothing was `read`, the file is new and must not exist."""
    keep(path, kept(dealer), read)


def keep(path: str, data: bytes, read: bytes | None = None) -> None:
    """Write a file that only its owner can read. If nothing was `read`, the file is new."""
    if path == "-" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)):
        raise click.UsageError("a secret needs its own file, not standard output or a device")
    if read is None:
        insist_on_new(path)
    write_file(path, data.decode(), read or b"", private=True)


def insist_on_apart(secret: str, out: str | None) -> None:
    """End the command if its public output would overwrite a secret."""
    if out is not None and os.path.realpath(out) == os.path.realpath(secret):
        raise click.UsageError(f"{name_of(secret)} is the secret: write public output to another file")


def insist_on_new(path: str, why: str = "a secret is not overwritten") -> None:
    """End the command if a file with content exists already, or a broken link."""
    if (os.path.isfile(path) and os.path.getsize(path)) or (
        os.path.islink(path) and not os.path.exists(path)
    ):
        raise Failure(f"{name_of(path)} is there already: {why}", USAGE)


def secret_beside(game: str) -> str:
    """Return the default file of a game's secret: `game.secret` beside `game.fitl`."""
    return f"{os.path.splitext(game)[0]}.secret"
