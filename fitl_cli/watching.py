"""Watch a folder of mails: each is taken once, and a file in the folder lists the taken ones."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from fitl_cli.opened_files import bytes_of
from fitl_cli.output import UNREADABLE, USAGE, Failure, UnreadableFile, leave, say, warn
from fitl_cli.writing import write_file

DONE = ".fitl-replies"
"""The file in the folder: a line for each taken mail, with its digest and exit code."""
SECONDS = 2


def watch(folder: Path, take: Callable[[bytes, str], int], once: bool) -> None:
    """Take each mail of a folder by its name, also those in `new` and `cur` as a Maildir has them.

    A renamed mail is the same mail. A file that still grows is taken later. A mail that cannot be read is
    reported, and the others are taken. A signal ends the watch. With `once` it ends after one pass, with 3 if
    a mail could not be read.
    """
    if not folder.is_dir():
        raise Failure(f"{click.format_filename(str(folder))} is no folder", USAGE)
    done = folder / DONE
    before: dict[Path, str] = {}
    while True:
        seen: dict[Path, str] = {}
        for path in sorted(_mails(folder), key=lambda one: one.name):
            raw = _read(path, was_told=path in before)
            known = bytes_of(str(done)) if done.exists() else b""
            mark = seen[path] = hashlib.sha256(raw).hexdigest()[:32] if raw is not None else ""
            is_whole = once or before.get(path) == mark
            if raw is not None and is_whole and mark.encode() not in known:
                code = _taken(take, raw, path)
                name = click.format_filename(path.name)
                line = f"{mark} {code} {' '.join(name.split())}\n".encode(errors="replace")
                write_file(str(done), known + line, known)
        if once:
            leave(0 if all(seen.values()) else UNREADABLE)
            return
        before = seen
        time.sleep(SECONDS)


def _read(path: Path, was_told: bool) -> bytes | None:
    """Return the content of a file; None if it cannot be read, which is reported unless it `was_told`."""
    try:
        return bytes_of(str(path))
    except UnreadableFile as unreadable:
        if not was_told:
            warn(f"fitl: {unreadable.message}")
        return None


def _mails(folder: Path) -> Iterator[Path]:
    """Return the files of a folder that may be mails."""
    for place in (folder, folder / "new", folder / "cur"):
        if place.is_dir():
            yield from [one for one in place.iterdir() if one.is_file() and not one.name.startswith(".")]


def _taken(take: Callable[[bytes, str], int], raw: bytes, path: Path) -> int:
    """Take a mail. Report one that cannot be read, and go on with the next."""
    name = click.format_filename(path.name)
    say(f"{name}:")
    try:
        return take(raw, name)
    except UnreadableFile as unreadable:
        if unreadable.fault != "letter":  # the game or the disk is at fault: the mail waits
            raise
        warn(f"fitl: {unreadable.message}")
        return unreadable.exit_code
